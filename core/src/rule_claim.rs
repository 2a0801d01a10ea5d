//! What a game says of its rules so exactly that it can be tried.

use std::fmt::Write as _;

/// A sentence of a game's rules about one position or one play. Whoever is told the rules may rely on it: the laws try
/// each of them.
///
/// ```
/// use agon_core::{RuleClaim, RulePlace};
///
/// // Of a heap from which one, two or three are taken in turn, the last by the winner.
/// const CLAIMS: &[RuleClaim] = &[
///     RulePlace::at("2 1").legal("2", "all that are left may be taken"),
///     RulePlace::at("2 1").illegal("3", "there are not so many"),
///     RulePlace::start("size=4").then(&["3", "1"]).pays(&[-1.0, 1.0], "the last was taken by the second seat"),
/// ];
/// assert_eq!(CLAIMS[1].to_string(), "At `2 1`, `3` may not be played: there are not so many.");
/// assert_eq!(
///     CLAIMS[2].to_string(),
///     "With size=4, from the beginning, after `3` `1`, it is over, and the seats get -1, 1: the last was taken by the second seat."
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RuleClaim {
    /// Where it holds.
    pub place: RulePlace,
    /// What is said.
    pub said: RuleSaid,
    /// The rule that it follows from: a clause without a full stop.
    pub why: &'static str,
}

/// The position of which a rule is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulePlace {
    /// The options of the game, as typed between its parentheses: none for the usual ones.
    pub options: &'static str,
    /// The text of the position from which it is reached: empty for the beginning.
    pub from: &'static str,
    /// The moves that are played from there, outcomes of chance too.
    pub moves: &'static [&'static str],
}

/// What is told of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RuleSaid {
    /// This move, or outcome of chance, is possible.
    Legal(&'static str),
    /// It is none.
    Illegal(&'static str),
    /// The play is over, with these payoffs, seat by seat.
    Pays(&'static [f64]),
}

impl RulePlace {
    /// The beginning with these options.
    pub const fn start(options: &'static str) -> RulePlace {
        RulePlace { options, from: "", moves: &[] }
    }

    /// The position with this text, of the usual game.
    pub const fn at(from: &'static str) -> RulePlace {
        RulePlace { options: "", from, moves: &[] }
    }

    /// Of the usual game, after these moves.
    pub const fn after(moves: &'static [&'static str]) -> RulePlace {
        RulePlace { options: "", from: "", moves }
    }

    /// The same with these options.
    #[must_use]
    pub const fn with(self, options: &'static str) -> RulePlace {
        RulePlace { options, ..self }
    }

    /// The same after these moves.
    #[must_use]
    pub const fn then(self, moves: &'static [&'static str]) -> RulePlace {
        RulePlace { moves, ..self }
    }

    /// There this move is legal.
    pub const fn legal(self, m: &'static str, why: &'static str) -> RuleClaim {
        RuleClaim { place: self, said: RuleSaid::Legal(m), why }
    }

    /// There it is not.
    pub const fn illegal(self, m: &'static str, why: &'static str) -> RuleClaim {
        RuleClaim { place: self, said: RuleSaid::Illegal(m), why }
    }

    /// There the play is over, and the seats get these payoffs.
    pub const fn pays(self, payoffs: &'static [f64], why: &'static str) -> RuleClaim {
        RuleClaim { place: self, said: RuleSaid::Pays(payoffs), why }
    }
}

impl RuleClaim {
    /// The sentence, with positions and moves as `written` writes those of the game.
    pub fn sentence(&self, written: &dyn Fn(&str) -> String) -> String {
        let RulePlace { options, from, moves } = self.place;
        let mut out = String::new();
        if !options.is_empty() {
            let _ = write!(out, "With {options}, ");
        }
        match (from, moves) {
            ("", []) => out.push_str("at the beginning, "),
            ("", _) => out.push_str("from the beginning, "),
            (from, _) => {
                let _ = write!(out, "at `{}`, ", written(from));
            }
        }
        for (number, m) in moves.iter().enumerate() {
            let before = if number == 0 { "after" } else { "" };
            let _ = write!(out, "{before} `{}`", written(m));
        }
        if !moves.is_empty() {
            out.push_str(", ");
        }
        let _ = match self.said {
            RuleSaid::Legal(m) => write!(out, "`{}` may be played", written(m)),
            RuleSaid::Illegal(m) => write!(out, "`{}` may not be played", written(m)),
            RuleSaid::Pays(payoffs) => {
                let payoffs: Vec<String> = payoffs.iter().map(f64::to_string).collect();
                let get = if payoffs.len() == 1 { "the seat gets" } else { "the seats get" };
                write!(out, "it is over, and {get} {}", payoffs.join(", "))
            }
        };
        let _ = write!(out, ": {}.", self.why);
        if let Some(first) = out.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        out
    }
}

/// As a sentence, in the game's own words.
impl std::fmt::Display for RuleClaim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(&str::to_owned))
    }
}
