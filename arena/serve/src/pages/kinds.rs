//! The players of a page by what they are for, the simplest of each kind first.

use std::collections::BTreeMap;

use agon_core::PlayerPlugin;

/// The kinds, as they are called behind `group-` in the catalogues, and the players that somebody has put there.
const KINDS: [(&str, &[&str]); 6] = [
    ("two", &["minimax", "alpha-beta", "mtd", "selective", "averaging"]),
    ("others", &["expectiminimax", "expectimax", "max-n", "paranoid", "best-reply"]),
    ("samples", &["mcts", "ismcts", "pimc"]),
    ("proofs", &["perfect", "solve", "pns"]),
    ("strategies", &["equilibrium", "best-response"]),
    ("simple", &["random", "greedy", "strong", "epsilon", "mix"]),
];

/// The kind of those that nobody has put anywhere.
const MORE: &str = "more";

/// The number of a player's kind, and its place there; those that nobody has put anywhere come last.
fn place(name: &str) -> (usize, usize) {
    let found = KINDS.iter().enumerate().find_map(|(kind, (_, names))| {
        let place = names.iter().position(|own| *own == name)?;
        Some((kind, place))
    });
    found.unwrap_or((KINDS.len(), 0))
}

/// These players by their kinds.
pub(super) fn by_kind(
    players: impl Iterator<Item = &'static PlayerPlugin>,
) -> BTreeMap<usize, (&'static str, Vec<&'static PlayerPlugin>)> {
    let mut players: Vec<_> = players.collect();
    // Those of no kind stay in the order of their names.
    players.sort_by_key(|plugin| place(plugin.name));
    let mut all = BTreeMap::new();
    for plugin in players {
        let kind = place(plugin.name).0;
        let title = KINDS.get(kind).map_or(MORE, |(title, _)| *title);
        all.entry(kind).or_insert((title, Vec::new())).1.push(plugin);
    }
    all
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::{KINDS, MORE, by_kind, place};
    use crate::{allowed, words::Language};

    #[test]
    fn every_player_is_of_one_kind_and_every_kind_has_a_title() {
        let all = by_kind(allowed::players());
        let kinds: Vec<&str> = all.values().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, KINDS.map(|(kind, _)| kind), "somebody is of no kind, or a kind of nobody");
        for ((_, names), (_, players)) in KINDS.iter().zip(all.values()) {
            assert_eq!(*names, players.iter().map(|plugin| plugin.name).collect::<Vec<_>>());
        }
        for kind in kinds.into_iter().chain([MORE]) {
            let id = format!("group-{kind}");
            assert_ne!(Language::English.say(&id), id);
        }
        assert_eq!(place("somebodys"), (KINDS.len(), 0));
    }
}
