//! The description of a game that a program is sent before it plays it.

use agon_core::{Featured, NamedGame, Position, Sum};
use serde::{Deserialize, Serialize};

/// A game with its options, and the facts that hold in all of its positions.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct About {
    /// The game's term, which names it everywhere: `connect-four(width=8)`. Of a game in disguise, `disguise` alone.
    pub game: String,
    /// The game's name alone.
    pub name: String,
    /// A description of one line.
    pub summary: String,
    /// How many seats it has.
    pub seats: u8,
    /// Whether chance draws in some positions.
    pub chance: bool,
    /// Whether something is hidden from some seat; left out where nothing is. Only a program whose
    /// `hello` says `hidden` is asked to play such a game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// What the payoffs of all seats add up to.
    pub sum: SumWord,
    /// What that is, where it is constant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// No payoff and no estimate is less.
    pub min_payoff: f64,
    /// No payoff and no estimate is greater.
    pub max_payoff: f64,
    /// No game has more moves, outcomes of chance counted.
    pub max_plies: u32,
    /// The names of its heuristics, the usual one first.
    #[serde(default)]
    pub heuristics: Vec<String>,
    /// The names of its features.
    #[serde(default)]
    pub features: Vec<String>,
    /// Where it begins.
    pub start: String,
    /// The rules, going on from the summary, with examples that are tested: for who asks for them. A program that is a
    /// game tells its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The tag of the language of the rules, such as `hu`, where it is not English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// What the payoffs of all seats add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum SumWord {
    /// To zero.
    Zero,
    /// To the same number at the end of every game.
    Constant,
    /// It depends.
    General,
}

impl About {
    /// What there is to say about `game`.
    pub fn of(game: &NamedGame) -> About {
        let facts = game.start.facts();
        let is_told = !game.plugin.is_concealed;
        let names = |names: &[agon_core::Named]| names.iter().filter(|_| is_told).map(ToString::to_string).collect();
        About {
            game: About::name_of(game).to_owned(),
            name: game.plugin.name.to_owned(),
            summary: game.plugin.summary.to_owned(),
            seats: facts.seats,
            chance: facts.chance,
            hidden: facts.hidden,
            total: match facts.sum {
                Sum::Constant(total) => Some(total),
                Sum::Zero | Sum::General => None,
            },
            sum: match facts.sum {
                Sum::Zero => SumWord::Zero,
                Sum::Constant(_) => SumWord::Constant,
                Sum::General => SumWord::General,
            },
            min_payoff: facts.min_payoff,
            max_payoff: facts.max_payoff,
            max_plies: facts.max_plies,
            heuristics: names(game.start.heuristics()),
            features: names(game.start.features()),
            start: game.start.to_string(),
            rules: None,
            language: None,
        }
    }

    /// What players call it: its term, or its name where the term would tell too much.
    pub fn name_of(game: &NamedGame) -> &str {
        if game.plugin.is_concealed { game.plugin.name } else { &game.term }
    }

    /// The same with the text of its rules, if it is wanted: in this language where they are told in it, and in English
    /// where they are not.
    #[must_use]
    pub fn with_rules(self, game: &NamedGame, wanted: Option<&str>) -> About {
        let Some(language) = wanted else { return self };
        let (language, rules) = game.rules_in(language);
        About { rules: Some(rules), language: (language != "en").then(|| language.to_owned()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::registry;
    use agon_disguise as _;
    use agon_tic_tac_toe as _;

    use super::About;

    #[test]
    fn of_a_game_in_disguise_nothing_is_told_that_names_it() {
        let game = registry::game("disguise(game=tic-tac-toe(width=4), seed=3)").unwrap();
        let about = About::of(&game).with_rules(&game, Some("en"));
        let told = serde_json::to_string(&about).unwrap();
        assert_eq!((about.game.as_str(), about.heuristics.len(), about.features.len()), ("disguise", 0, 0));
        for word in ["tic-tac-toe", "width", "lines", "seed", "X", "."] {
            let is_told = told.contains(word) && (word != "." || about.start.contains(word));
            assert!(!is_told, "{word}: {told}");
        }
        let open = registry::game("tic-tac-toe(width=4)").unwrap();
        let about = About::of(&open).with_rules(&open, Some("de"));
        assert_eq!((about.game.as_str(), about.heuristics.len()), ("tic-tac-toe(width=4)", 1));
        assert!(about.rules.is_some_and(|rules| rules.contains("diagonal wins")));
    }
}
