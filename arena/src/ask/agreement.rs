//! Ending a game early because the players' values agree: `resign(value=0.9, plies=6)`,
//! `draw(value=0.05, plies=10, from=40)`.
//!
//! Values are compared on one scale for all games, so that a rule fits whatever they pay: 1 is the
//! greatest payoff, −1 the least, 0 what everybody gets where all get the same. Both players must
//! agree: a player that thinks it has lost may be wrong about that, as may one that thinks it has
//! won.

use agon_core::{OptionSpec, Options, term::Term};

use crate::ask::{located::Located, spec_error::SpecError};

/// On which values both players must agree, and for how long, until the game ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The canonical text.
    pub term: String,
    /// For `resign`, one player's value is at most −`value` and the other's at least `value`; for
    /// `draw`, both are at most `value` away from 0.
    pub value: f64,
    /// For how many moves in a row.
    pub plies: u32,
    /// The rule does not apply before this ply.
    pub from: u32,
}

/// The options of `resign`.
const RESIGN: &[OptionSpec] = &[
    OptionSpec::real(
        "value",
        0.0..=1.0,
        "0.9",
        "one player's value is at most minus this, the \
    other's at least this",
    ),
    OptionSpec::whole("plies", 1..=10_000, "6", "for how many moves in a row"),
    OptionSpec::whole("from", 0..=4_000_000, "0", "not before this ply of the game"),
];

/// The options of `draw`.
const DRAW: &[OptionSpec] = &[
    OptionSpec::real(
        "value",
        0.0..=1.0,
        "0.05",
        "both players' values are at most this far from \
    an equal share",
    ),
    OptionSpec::whole("plies", 1..=10_000, "12", "for how many moves in a row"),
    OptionSpec::whole("from", 0..=4_000_000, "0", "not before this ply of the game"),
];

impl Agreement {
    /// Reads the rule by which a player resigns.
    ///
    /// # Errors
    ///
    /// If the rule is wrong: how, and its place.
    pub fn resign(text: &Located) -> Result<Agreement, SpecError> {
        Agreement::read("resign", RESIGN, text)
    }

    /// Reads the rule by which a game is drawn.
    ///
    /// # Errors
    ///
    /// If the rule is wrong: how, and its place.
    pub fn draw(text: &Located) -> Result<Agreement, SpecError> {
        Agreement::read("draw", DRAW, text)
    }

    /// Reads `value=…, plies=…, from=…`, with or without the name and parentheses around it.
    fn read(name: &'static str, options: &'static [OptionSpec], text: &Located) -> Result<Agreement, SpecError> {
        let said = text.text.trim();
        let inner = said.strip_prefix(name).map_or(said, str::trim_start);
        let whole = if inner.starts_with('(') { format!("{name}{inner}") } else { format!("{name}({inner})") };
        let term = Term::parse(&whole).map_err(|error| text.wrong(error))?;
        let options = Options::read(name, options, &term).map_err(|error| text.wrong(error))?;
        Ok(Agreement {
            term: options.term(),
            value: options.real("value"),
            plies: options.whole("plies"),
            from: options.whole("from"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Agreement;
    use crate::ask::located::Located;

    #[test]
    fn rules_are_read_with_and_without_their_name_and_print_canonically() {
        let term = |text: &str| Agreement::resign(&Located::new(text)).unwrap().term;
        assert_eq!(term("value=0.9, plies=8"), "resign(plies=8)");
        assert_eq!(term("resign(plies=8)"), "resign(plies=8)");
        assert_eq!(term(""), "resign");
        assert_eq!(term("resign"), "resign");
        let draw = Agreement::draw(&Located::new("0.1, from=40")).unwrap();
        assert_eq!((draw.value, draw.plies, draw.from), (0.1, 12, 40));
        assert_eq!(draw.term, "draw(value=0.1, from=40)");
        for (text, message) in [
            ("valu=1", "unknown option `valu`; did you mean `value`?"),
            ("value=2", "`value` cannot be `2`; accepted: a number from 0 to 1"),
            ("plies=0", "a whole number from 1 to 10000"),
        ] {
            let error = Agreement::resign(&Located::new(text)).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
