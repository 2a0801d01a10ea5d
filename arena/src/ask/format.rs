//! Formats: who meets whom.

use std::{fmt, str::FromStr};

use agon_core::Accepted;

use crate::ask::words::count;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// As many as the game has seats meet.
    Match,
    /// The first who signed up meets all others.
    Gauntlet,
    /// Rounds in which neighbours in the standings meet who have not met before (the Monrad
    /// system); where some must meet again, as few as possible; in the first the upper half of the
    /// list meets the lower. Whoever is left over has a bye, which counts as a win when neighbours
    /// are looked for; nobody has two before all have one, unless that spares a second meeting.
    Swiss {
        /// How many; if `None`, as many as leave only one entry that can have won them all.
        rounds: Option<u32>,
    },
    /// Whoever loses a meeting is out; the first who signed up are kept apart as long as possible and
    /// have the byes. Those who are tied meet again, from other openings, up to three times; then the
    /// one who signed up first goes on.
    Knockout,
    /// Whoever beats the entry above takes its place; odd places are challenged in one round, even
    /// ones in the next. At the start the order is that of signing up.
    Ladder {
        /// How many; as many as there are entries if `None`.
        rounds: Option<u32>,
    },
}

impl Format {
    /// The words for the formats.
    pub const WORDS: [&'static str; 6] =
        ["round-robin", "match", "gauntlet", "swiss", "knockout", "ladder"];

    /// The word for this one.
    pub const fn word(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Match => "match",
            Format::Gauntlet => "gauntlet",
            Format::Swiss { .. } => "swiss",
            Format::Knockout => "knockout",
            Format::Ladder { .. } => "ladder",
        }
    }

    /// The same format with this many rounds, if it has rounds to be counted.
    #[must_use]
    pub(crate) const fn with_rounds(self, rounds: Option<u32>) -> Format {
        match self {
            Format::Swiss { .. } => Format::Swiss { rounds },
            Format::Ladder { .. } => Format::Ladder { rounds },
            other => other,
        }
    }

    /// The number of rounds asked for, if any.
    pub(crate) const fn asked_rounds(self) -> Option<u32> {
        match self {
            Format::Swiss { rounds } | Format::Ladder { rounds } => rounds,
            _ => None,
        }
    }

    /// Whether all games are known before the first is played.
    pub const fn is_static(self) -> bool {
        matches!(self, Format::RoundRobin | Format::Match | Format::Gauntlet)
    }

    /// How many rounds there will be among this many entries: of a knockout, without ties.
    pub const fn rounds(self, entries: usize) -> u32 {
        match self {
            Format::RoundRobin | Format::Match | Format::Gauntlet => 1,
            Format::Swiss { rounds: Some(rounds) } | Format::Ladder { rounds: Some(rounds) } => {
                rounds
            }
            Format::Swiss { rounds: None } | Format::Knockout => {
                entries.next_power_of_two().trailing_zeros()
            }
            Format::Ladder { rounds: None } => entries as u32,
        }
    }

    /// How many times a tied meeting is played again at most.
    pub const fn replays(self) -> u64 {
        if matches!(self, Format::Knockout) { 3 } else { 0 }
    }

    /// Whether this many entries can play a game of this many seats in this format.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn fits(self, seats: usize, entries: usize) -> Result<(), String> {
        if self == Format::Match && seats != entries {
            return Err(format!(
                "a match is for {}, as many as the game has seats, and {entries} are signed up; \
                 try format round-robin",
                count(seats as u64, "player")
            ));
        }
        if !self.is_static() && seats != 2 {
            return Err(format!(
                "format {} is for two seats, not {seats}; try round-robin",
                self.word()
            ));
        }
        Ok(())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(word: &str) -> Result<Format, String> {
        Ok(match word {
            "round-robin" => Format::RoundRobin,
            "match" => Format::Match,
            "gauntlet" => Format::Gauntlet,
            "swiss" => Format::Swiss { rounds: None },
            "knockout" => Format::Knockout,
            "ladder" => Format::Ladder { rounds: None },
            _ => {
                let accepted = Accepted::new(word, Format::WORDS.into_iter());
                return Err(format!("unknown format `{word}`{accepted}"));
            }
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
