//! Who else can search the same tree: the algorithms of a course, each to the same depth, and what each looks at.

use agon_core::{Facts, NamedPlayer, Node, Position, Seed, Sum, all_moves, registry};
use agon_table::{GivenPosition, SearchLimits, WatchedSearch, positions_within};

use crate::{
    allowed,
    effort::SearchEffort,
    pool::{PoolThinker, Worker},
    trees::{KeptTree, MOST_NODES},
};

/// A player that can search the tree, and the name of its tab.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rival {
    /// The player's term.
    pub(crate) term: String,
    /// The same without the depth, which all have in common.
    pub(crate) label: String,
}

/// What a player is offered for.
#[derive(Clone, Copy, PartialEq)]
enum Offer {
    Always,
    Forcing,
    Chance,
    /// Where seats are not simply against each other.
    Several,
}

/// The algorithms, in their order. Which of them can play the game its registry says.
const OFFERED: &[(&str, Offer)] = &[
    ("minimax", Offer::Always),
    ("alpha-beta", Offer::Always),
    ("alpha-beta(quiescence=4)", Offer::Forcing),
    ("averaging", Offer::Always),
    ("selective(width=2)", Offer::Always),
    ("expectiminimax", Offer::Chance),
    ("expectimax", Offer::Chance),
    ("max-n", Offer::Several),
    ("paranoid", Offer::Several),
    (PLAYS, Offer::Always),
];
/// The one that plays.
const PLAYS: &str = "mcts";
/// What sets how far a search looks.
const DEPTH: &str = "depth";
/// How far, where nobody has chosen.
const USUAL_DEPTH: u32 = 3;
/// Plies of a game that are looked through for forcing moves.
const LOOKED_THROUGH: usize = 60;
/// Plies of a game that is played out a thousand times just to be counted.
const SHORT: u32 = 60;
/// Positions of a tree on which all are counted at once, when one has searched it.
pub(crate) const COUNTED_AT_ONCE: u64 = 5_000;
/// The same when a program has had one search it.
pub(crate) const COUNTED_IN_PASSING: u64 = 500;

/// Who can search the same position, and how far.
pub(crate) struct Rivals {
    pub(crate) all: Vec<Rival>,
    pub(crate) depth: u32,
}

impl Rivals {
    /// Those of a search: first the player that was asked for at the beginning, or else its own. The depth is that of
    /// the search, or, if it has none, `depth`.
    pub(crate) fn of(worker: &Worker, tree: &KeptTree, asked: Option<&str>, depth: Option<u32>) -> Rivals {
        let site = &tree.thought.site;
        let depth = tree.search().root().entered.depth.or(depth).unwrap_or(USUAL_DEPTH).max(1);
        let named = |term: &str| allowed::player(worker, term, &site.game, 1).ok();
        let own = registry::player(&tree.thought.player).ok();
        let mut found: Vec<NamedPlayer> = asked.and_then(named).or(own.clone()).into_iter().collect();
        let facts = site.here.facts();
        for &(term, offer) in OFFERED {
            let is_meant = match offer {
                Offer::Always => true,
                Offer::Forcing => has_forcing(site),
                Offer::Chance => facts.chance,
                Offer::Several => 2 < facts.seats || facts.sum == Sum::General,
            };
            let other = if is_meant { named(&to_depth(term, depth)) } else { None };
            let is_there = |other: &NamedPlayer| {
                let has_depth = has_depth(other);
                found.iter().any(|one| label(one) == label(other) || !has_depth && one.plugin.name == other.plugin.name)
            };
            found.extend(other.filter(|other| !is_there(other)));
        }
        if let Some(own) = own.filter(|own| found.iter().all(|one| one.term != own.term)) {
            found.insert(0, own);
        }
        let all = found.into_iter().map(|one| Rival { label: label(&one), term: one.term });
        Rivals { all: all.collect(), depth }
    }

    /// Runs the searches whose figures are not known yet, if the tree has at most `most` positions.
    pub(crate) fn count(&self, thinker: &PoolThinker, tree: &KeptTree, most: u64) {
        let site = &tree.thought.site;
        let facts = site.here.facts();
        let depth = self.depth as usize;
        // A throw costs no depth.
        let plies = if facts.chance { 2 * depth + 1 } else { depth };
        if positions_within(&site.here, plies, most).is_none() {
            return;
        }
        let full = if facts.chance { self.full(thinker, tree) } else { None };
        for rival in &self.all {
            let is_long = rival.term == PLAYS && SHORT < facts.max_plies;
            if is_long || tree.effort_of(&rival.term).is_some() {
                continue;
            }
            let Some(effort) = searched(thinker, site, &rival.term) else { continue };
            // Of what was stopped nobody knows how much it would have looked at.
            if thinker.stop().is_given() {
                return;
            }
            let effort = if let Some(full) = full { effort.beside(full) } else { effort };
            tree.keep_effort(&rival.term, effort);
        }
    }

    /// The positions of a whole tree with chance.
    fn full(&self, thinker: &PoolThinker, tree: &KeptTree) -> Option<u64> {
        let site = &tree.thought.site;
        let Facts { seats, sum, .. } = site.here.facts();
        let all = if seats <= 2 && sum != Sum::General { "expectiminimax(prune=none)" } else { "max-n(prune=false)" };
        let found = searched(thinker, site, &to_depth(all, self.depth))?;
        (found.searches == 1).then_some(found.looked)
    }
}

/// What a player looks at, if it tells.
fn searched(thinker: &PoolThinker, site: &GivenPosition, term: &str) -> Option<SearchEffort> {
    let named = allowed::player(thinker, term, &site.game, 1).ok()?;
    let limits = SearchLimits { stop: Some(thinker.stop()), ..SearchLimits::default() };
    let kept = (MOST_NODES, usize::MAX);
    let thought = WatchedSearch::of(site.clone(), &named, 0, limits, kept).ok()?;
    Some(SearchEffort::of(&thought, thought.search(None).ok()?))
}

fn has_depth(player: &NamedPlayer) -> bool {
    player.plugin.options.iter().any(|option| option.name == DEPTH)
}

/// A term of [`OFFERED`] with this depth, if the player has one.
fn to_depth(term: &str, depth: u32) -> String {
    let (name, options) = term.split_once('(').unwrap_or((term, ")"));
    if !registry::player(term).is_ok_and(|player| has_depth(&player)) {
        return term.to_owned();
    }
    let more = if options == ")" { "" } else { ", " };
    format!("{name}({DEPTH}={depth}{more}{options}")
}

/// A player's term without its depth.
pub(crate) fn label(player: &NamedPlayer) -> String {
    if !has_depth(player) {
        return player.term.clone();
    }
    let own = format!("{DEPTH}={}", player.options.written(DEPTH));
    let name = player.plugin.name;
    let Some(options) = player.term.strip_prefix(name).and_then(|rest| rest.strip_prefix('(')) else {
        return player.term.clone();
    };
    let options = options.strip_suffix(')').unwrap_or(options);
    match options.strip_prefix(&own) {
        Some("") => name.to_owned(),
        Some(rest) => format!("{name}({}", rest.trim_start_matches([',', ' '])) + ")",
        None => format!("{name}({})", options.replacen(&format!(", {own}"), "", 1)),
    }
}

/// Whether a random game from here on has a forcing move, such as a capture.
fn has_forcing(site: &GivenPosition) -> bool {
    let (mut here, mut stream) = (site.here.clone(), Seed(0).stream(0));
    for _ in 0..LOOKED_THROUGH {
        match here.node() {
            Node::Terminal => return false,
            Node::Decision(_) if all_moves(&here).into_iter().any(|m| here.is_forcing(m)) => {
                return true;
            }
            _ => {}
        }
        let m = here.draw_move(&mut stream);
        here.play(m);
    }
    false
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::{COUNTED_AT_ONCE, PoolThinker, Rivals};
    use crate::{trees::tests::grown, words::Language};

    /// The tabs of a search: each with what it looked at, as far as that is known.
    fn tabs(game: &str, player: &str, asked: Option<&str>, depth: Option<u32>) -> Vec<String> {
        let (thinker, tree) = (&PoolThinker::of_test(), grown(game, player));
        let rivals = Rivals::of(thinker, &tree, asked, depth);
        rivals.count(thinker, &tree, COUNTED_AT_ONCE);
        let told = |term: &str| {
            let effort = tree.effort_of(term)?;
            Some(format!("{} | {}", effort.choice(Language::English)?, effort.words(Language::English)))
        };
        let tab = |term: &str, label: &str| format!("{label} | {term} | {}", told(term).unwrap_or_default());
        rivals.all.iter().map(|rival| tab(&rival.term, &rival.label)).collect()
    }

    #[test]
    fn a_textbook_tree_is_counted_by_all_who_can_search_it() {
        let game = "tree([[3,12,8],[2,4,6],[14,5,2]])";
        let expected = [
            "alpha-beta | alpha-beta(depth=2) | 1: 3 | 11 of 13 nodes, 15 % saved",
            "minimax | minimax(depth=2) | 1: 3 | 13 of 13 nodes, 0 % saved",
            "averaging | averaging(depth=2) | 1: +4.5 | 13 of 13 nodes, 0 % saved",
        ];
        let found = tabs(game, "alpha-beta(depth=2)", None, None);
        assert_eq!(found[..3], expected, "{found:#?}");
        let plays = found.last().unwrap();
        assert!(plays.starts_with("mcts | ") && plays.ends_with(" plays"), "{plays}");
        // The player asked for at the beginning stays the first, and one that plays takes the depth of the others.
        let others = tabs(game, "mcts", Some("alpha-beta(depth=2)"), Some(2));
        assert_eq!(others[..2], expected[..2], "{others:#?}");
    }

    #[test]
    fn chance_several_seats_and_captures_have_algorithms_of_their_own() {
        for (game, player, tab) in [
            ("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "expectiminimax", "expectimax | "),
            ("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "expectimax", "expectiminimax | "),
            ("tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])", "paranoid", "max-n | "),
            ("tic-tac-toe", "minimax(depth=2)", "selective(width=2) | "),
            ("breakthrough(6, 4)", "alpha-beta(depth=2)", "alpha-beta(quiescence=4) | "),
        ] {
            let found = tabs(game, player, None, None);
            assert!(found.iter().any(|one| one.starts_with(tab)), "{game}: {found:#?}");
            let is_told = |one: &&String| one.contains(" nodes") || one.contains(" plays");
            assert!(found.iter().filter(is_told).count() + 1 >= found.len(), "{game}: {found:#?}");
        }
        let chance = tabs("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "expectiminimax", None, None);
        assert!(chance.iter().all(|one| !one.starts_with("minimax") && !one.starts_with("max-n")));
        assert!(chance[0].contains(" of 6 nodes, "), "{chance:#?}");
        let plain = tabs("tic-tac-toe", "minimax(depth=2)", None, None);
        assert!(plain.iter().all(|one| !one.starts_with("expecti") && !one.starts_with("max-n")));
    }

    /// What all together look at is bounded: nobody waits for it on a large tree.
    #[test]
    fn a_large_tree_is_counted_by_nobody_before_it_is_asked_for() {
        let found = tabs("chess", "alpha-beta(depth=3)", None, None);
        assert!(4 < found.len() && found.iter().all(|one| one.ends_with(" | ")), "{found:#?}");
    }
}
