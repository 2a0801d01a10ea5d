//! The games of the first page in groups, the best known first.

use std::{collections::BTreeMap, sync::OnceLock};

use agon_core::{Facts, GamePlugin, Position as _, registry};

use crate::allowed;

/// A group of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GameGroup {
    /// Nothing is hidden and nothing is drawn.
    Boards,
    /// A race, or chance draws.
    Luck,
    /// Something is hidden.
    Secrets,
    /// Soon over, or for one alone.
    Small,
    /// The rules are the reader's own.
    Own,
}

impl GameGroup {
    pub(super) const ALL: [GameGroup; 5] =
        [GameGroup::Boards, GameGroup::Luck, GameGroup::Secrets, GameGroup::Small, GameGroup::Own];

    /// Its name in addresses, and behind `group-` in the catalogues.
    pub(super) const fn name(self) -> &'static str {
        match self {
            GameGroup::Boards => "boards",
            GameGroup::Luck => "luck",
            GameGroup::Secrets => "secrets",
            GameGroup::Small => "small",
            GameGroup::Own => "own",
        }
    }

    /// The games that somebody has put there, in their order.
    const fn chosen(self) -> &'static [&'static str] {
        match self {
            GameGroup::Boards => &[
                "chess",
                "connect-four",
                "checkers",
                "othello",
                "go",
                "nine-mens-morris",
                "amoba",
                "kalah",
                "hex",
                "breakthrough",
            ],
            GameGroup::Luck => &["backgammon", "2048", "chinese-checkers", "pig", "einstein"],
            GameGroup::Secrets => &[
                "battleship",
                "rps",
                "liars-dice",
                "whist",
                "leduc",
                "kuhn",
                "phantom-tic-tac-toe",
                "dark-hex",
                "goofspiel",
                "tiny-bridge",
                "pennies",
                "blotto",
                "oshi-zumo",
            ],
            GameGroup::Small => &["tic-tac-toe", "dots-and-boxes", "nim", "grundy", "ghosts"],
            GameGroup::Own => &["tree", "gdl", "module", "disguise", "program"],
        }
    }

    /// Where a game belongs that nobody has put anywhere: by what holds in every position.
    fn by_facts(facts: &Facts) -> GameGroup {
        if facts.hidden {
            GameGroup::Secrets
        } else if facts.chance {
            GameGroup::Luck
        } else if facts.seats == 1 {
            GameGroup::Small
        } else {
            GameGroup::Boards
        }
    }

    /// The group of a game, and its place there: those that nobody has put anywhere come last.
    fn of(plugin: &GamePlugin) -> (GameGroup, usize) {
        let chosen = GameGroup::ALL.into_iter().find_map(|group| {
            let place = group.chosen().iter().position(|name| *name == plugin.name)?;
            Some((group, place))
        });
        chosen.unwrap_or_else(|| {
            let group = match registry::game(plugin.name) {
                Ok(game) if !allowed::is_brought(plugin) => GameGroup::by_facts(&game.start.facts()),
                _ => GameGroup::Own,
            };
            (group, usize::MAX)
        })
    }
}

/// The games that a page offers, by their groups.
pub(super) fn grouped() -> &'static BTreeMap<GameGroup, Vec<&'static GamePlugin>> {
    static ALL: OnceLock<BTreeMap<GameGroup, Vec<&'static GamePlugin>>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut places: Vec<_> = allowed::games().map(|plugin| (GameGroup::of(plugin), plugin)).collect();
        // Those that nobody has put anywhere stay in the order of their names.
        places.sort_by_key(|(place, _)| *place);
        let mut all: BTreeMap<GameGroup, Vec<&'static GamePlugin>> = BTreeMap::new();
        for ((group, _), plugin) in places {
            all.entry(group).or_default().push(plugin);
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use agon_core::{Facts, registry};
    use agon_roster as _;

    use super::{GameGroup, grouped};
    use crate::{allowed, words::Language};

    #[test]
    fn every_game_is_put_into_one_group() {
        for name in registry::games().keys() {
            let groups = GameGroup::ALL.into_iter().flat_map(GameGroup::chosen);
            assert_eq!(groups.filter(|own| *own == name).count(), 1, "{name}");
        }
        let shown: Vec<&str> = grouped().values().flatten().map(|plugin| plugin.name).collect();
        assert_eq!(shown.len(), allowed::games().count());
        let chosen: Vec<&str> = GameGroup::ALL.into_iter().flat_map(GameGroup::chosen).copied().collect();
        let here: Vec<&str> = chosen.into_iter().filter(|name| shown.contains(name)).collect();
        assert_eq!(shown, here, "the order is that which somebody chose");
    }

    #[test]
    fn a_game_of_somebody_else_finds_its_group_by_its_facts() {
        let known = [
            (Facts::new(2, 9), GameGroup::Boards),
            (Facts::new(3, 9), GameGroup::Boards),
            (Facts::new(1, 9), GameGroup::Small),
            (Facts::new(1, 9).with_chance(), GameGroup::Luck),
            (Facts::new(2, 9).with_chance().with_hidden(), GameGroup::Secrets),
            (Facts::new(2, 9).with_hidden(), GameGroup::Secrets),
        ];
        for (facts, group) in known {
            assert_eq!(GameGroup::by_facts(&facts), group, "{facts:?}");
        }
    }

    #[test]
    fn every_group_has_a_title() {
        for group in GameGroup::ALL {
            let id = format!("group-{}", group.name());
            assert_ne!(Language::English.say(&id), id);
        }
    }
}
