//! What can go wrong with a player that is a program of its own.

use std::fmt;

/// What went wrong with a player that is a program of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Trouble {
    /// It could not be started.
    NotStarted,
    /// It was not ready in time.
    SlowStart,
    /// It can't do what it is asked for: it has no such option, or no board of that size.
    Refused,
    /// It ended before it was told to.
    Crashed,
    /// It gave no answer.
    Hung,
    /// Its answer came after its time.
    TooLate,
    /// What it says means nothing.
    Unreadable,
    /// It says more than anybody would read.
    Flooded,
    /// It speaks another protocol.
    WrongProtocol,
    /// It named a move that there is not, or that the rules don't allow.
    NoSuchMove,
    /// It has another opinion of the rules.
    Disagreed,
    /// It draws at random, and those who signed it up have not said so.
    Undeclared,
}

impl Trouble {
    /// Every kind, in the order of [`number`](Trouble::number).
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

    /// Its place in [`ALL`](Trouble::ALL), which never changes.
    pub const fn number(self) -> usize {
        self as usize
    }

    /// One word or a few.
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

    /// Whether the program itself failed, and not only its play.
    pub const fn is_breakdown(self) -> bool {
        !matches!(self, Trouble::TooLate | Trouble::NoSuchMove | Trouble::Disagreed)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
