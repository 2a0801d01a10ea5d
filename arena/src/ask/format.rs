//! Formats of tournaments: rules for pairing entries.

use std::{fmt, str::FromStr};

use agon_core::Accepted;

use crate::ask::words::count;

/// The format of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Every entry meets every other.
    #[default]
    RoundRobin,
    /// A single meeting of as many entries as the game has seats.
    Match,
    /// The first entry meets all others.
    Gauntlet,
    /// Rounds between neighbours in the standings who have not met before (the Monrad system). If
    /// repeated meetings are unavoidable, there are as few as possible. In the first round the
    /// upper half of the list meets the lower. The remaining entry of an odd number has a bye,
    /// which counts as a win for pairing; no entry has two byes before all have one, unless that
    /// avoids a second meeting.
    Swiss {
        /// The number of rounds; if `None`, enough to leave only one entry that can have won them
        /// all.
        rounds: Option<u32>,
    },
    /// The loser of a meeting is out. The entries signed up first are kept apart as long as possible and have the byes.
    /// A tied meeting is repeated up to three times from other openings; then the entry signed up first goes on.
    Knockout,
    /// The winner against the entry above takes its place; odd places are challenged in one round,
    /// even ones in the next. The initial order is that of signing up.
    Ladder {
        /// The number of rounds; the number of entries if `None`.
        rounds: Option<u32>,
    },
}

impl Format {
    /// The words for the formats.
    pub const WORDS: [&'static str; 6] = ["round-robin", "match", "gauntlet", "swiss", "knockout", "ladder"];

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

    /// The number of rounds among this many entries; of a knockout, without ties.
    pub const fn rounds(self, entries: usize) -> u32 {
        match self {
            Format::RoundRobin | Format::Match | Format::Gauntlet => 1,
            Format::Swiss { rounds: Some(rounds) } | Format::Ladder { rounds: Some(rounds) } => rounds,
            Format::Swiss { rounds: None } | Format::Knockout => entries.next_power_of_two().trailing_zeros(),
            Format::Ladder { rounds: None } => entries as u32,
        }
    }

    /// The most repetitions of a tied meeting.
    pub const fn replays(self) -> u64 {
        if matches!(self, Format::Knockout) { 3 } else { 0 }
    }

    /// Checks that this many entries can play a game of this many seats in this format.
    ///
    /// # Errors
    ///
    /// If they cannot: the reason.
    pub fn fits(self, seats: usize, entries: usize) -> Result<(), String> {
        if self == Format::Match && seats != entries {
            return Err(format!(
                "a match is for {}, as many as the game has seats, and {entries} are signed up; \
                 try format round-robin",
                count(seats as u64, "player")
            ));
        }
        if !self.is_static() && seats != 2 {
            return Err(format!("format {} is for two seats, not {seats}; try round-robin", self.word()));
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
