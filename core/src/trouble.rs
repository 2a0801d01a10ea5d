//! Failures of players that are separate programs.

use std::fmt;

/// A failure of a player that is a separate program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Trouble {
    /// It could not be started.
    NotStarted,
    /// It was not ready in time.
    SlowStart,
    /// It does not support the request: it has no such option, or no board of that size.
    Refused,
    /// It ended before it was asked to.
    Crashed,
    /// It gave no answer.
    Hung,
    /// Its answer came after its time.
    TooLate,
    /// Its output cannot be interpreted.
    Unreadable,
    /// Its output exceeds the limit.
    Flooded,
    /// It speaks another protocol.
    WrongProtocol,
    /// It named a move that does not exist or is illegal.
    NoSuchMove,
    /// It disagrees with the arena about the rules.
    Disagreed,
    /// It plays at random although it was not declared to.
    Undeclared,
}

impl Trouble {
    /// All kinds, in the order of [`number`](Trouble::number).
    pub const ALL: [Trouble; 12] = [
        Trouble::NotStarted,
        Trouble::SlowStart,
        Trouble::Refused,
        Trouble::Crashed,
        Trouble::Hung,
        Trouble::TooLate,
        Trouble::Unreadable,
        Trouble::Flooded,
        Trouble::WrongProtocol,
        Trouble::NoSuchMove,
        Trouble::Disagreed,
        Trouble::Undeclared,
    ];

    /// Its index in [`ALL`](Trouble::ALL), which never changes.
    pub const fn number(self) -> usize {
        self as usize
    }

    /// A name of one or a few words.
    pub const fn word(self) -> &'static str {
        match self {
            Trouble::NotStarted => "not started",
            Trouble::SlowStart => "slow start",
            Trouble::Refused => "refused",
            Trouble::Crashed => "crashed",
            Trouble::Hung => "hung",
            Trouble::TooLate => "too late",
            Trouble::Unreadable => "unreadable",
            Trouble::Flooded => "flood",
            Trouble::WrongProtocol => "wrong protocol",
            Trouble::NoSuchMove => "no such move",
            Trouble::Disagreed => "disagreed",
            Trouble::Undeclared => "undeclared",
        }
    }

    /// Whether the program itself failed, not only its play.
    pub const fn is_breakdown(self) -> bool {
        !matches!(self, Trouble::TooLate | Trouble::NoSuchMove | Trouble::Disagreed)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
