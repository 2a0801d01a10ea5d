//! The choices in a tournament's rules, each with its word.

use std::{fmt, str::FromStr};

/// A choice that is written as one word.
pub trait Worded: Copy + PartialEq + 'static {
    /// Every choice with its word.
    const ALL: &'static [(Self, &'static str)];

    /// The word for this choice.
    fn word(self) -> &'static str {
        let found = Self::ALL.iter().find(|(choice, _)| *choice == self);
        found.expect("every choice has its word").1
    }

    /// The choice of that word.
    fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, own)| *own == word).map(|(choice, _)| *choice)
    }

    /// All words, in order.
    fn words() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|(_, word)| *word)
    }
}

/// The orders in which the entries of a meeting take their seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeatingRule {
    /// In every order, up to four seats; with more, as [`Balanced`](SeatingRule::Balanced).
    #[default]
    All,
    /// In as many orders as seats (twice as many if the number is odd and above one), so that
    /// every player sits on every seat, and after every other, equally often (E. J. Williams,
    /// *Experimental designs balanced for the estimation of residual effects of treatments*,
    /// 1949).
    Balanced,
    /// In the order of signing up only: the entry signed up first always has the first seat.
    Fixed,
}

impl Worded for SeatingRule {
    const ALL: &[(SeatingRule, &str)] =
        &[(SeatingRule::All, "all"), (SeatingRule::Balanced, "balanced"), (SeatingRule::Fixed, "fixed")];
}

/// The consequence of a player's fault for its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FaultRule {
    /// Its seat gets the game's least payoff.
    #[default]
    Forfeit,
    /// The game is played again, with fresh streams for the players, up to three times; if every
    /// attempt has a fault, the game is void and does not count.
    Replay,
    /// It forfeits the game, and the tournament stops there.
    Stop,
}

impl Worded for FaultRule {
    const ALL: &[(FaultRule, &str)] =
        &[(FaultRule::Forfeit, "forfeit"), (FaultRule::Replay, "replay"), (FaultRule::Stop, "stop")];
}

/// The number of games without an answer, or with a breakdown of its program, after which a player is excluded: its
/// later games are not played and do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// After this many, at least one.
    After(u64),
    /// Never. A player of this process that gives no answer keeps its thread, and a core, for each game.
    Never,
}

impl Exclusion {
    /// No player is allowed more before it is excluded.
    pub(crate) const MOST: u64 = 1_000_000_000;

    const NEVER: &str = "never";
    const ACCEPTED: &str = "a whole number from 1 to 1000000000, or never";

    /// After how many, if ever.
    pub(crate) fn limit(self) -> Option<u64> {
        match self {
            Exclusion::After(games) => Some(games),
            Exclusion::Never => None,
        }
    }
}

impl Default for Exclusion {
    fn default() -> Exclusion {
        Exclusion::After(3)
    }
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exclusion::After(games) => write!(f, "{games}"),
            Exclusion::Never => f.write_str(Exclusion::NEVER),
        }
    }
}

impl FromStr for Exclusion {
    type Err = String;

    fn from_str(text: &str) -> Result<Exclusion, String> {
        match text.parse() {
            Ok(games @ 1..=Exclusion::MOST) => Ok(Exclusion::After(games)),
            _ if text == Exclusion::NEVER => Ok(Exclusion::Never),
            _ => Err(format!("it cannot be `{text}`; accepted: {}", Exclusion::ACCEPTED)),
        }
    }
}

/// In which order the openings of a file are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// In the order of the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

impl Worded for Order {
    const ALL: &[(Order, &str)] = &[(Order::Sequential, "sequential"), (Order::Random, "random")];
}
