//! Blocks of the plan, whose games are known together: a game of the tournament, or a round of it.

use crate::plan::{rounds::Met, seating::subset};

/// Some games of one section.
#[derive(Clone, Debug)]
pub struct Block {
    pub(super) section: usize,
    /// The number of its first game.
    pub(super) first: u64,
    pub(super) games: u64,
    /// The first of the section's openings that is played, of as many as the section has each
    /// time.
    pub(super) opening: u64,
    pub(super) meetings: Pairings,
}

impl Block {
    /// The meetings, if they are listed: the games are those of a round.
    pub(super) fn listed(&self) -> Option<Vec<Met>> {
        match &self.meetings {
            Pairings::Listed(met) => Some(met.clone()),
            Pairings::All(_) | Pairings::First(_) => None,
        }
    }
}

/// The meetings of a block.
#[derive(Clone, Debug)]
pub(super) enum Pairings {
    /// All sets of entries, of that number.
    All(u64),
    /// The first entry and all sets of others, of that number.
    First(u64),
    /// These pairs of the tournament's entries; after the round, with their scores.
    Listed(Vec<Met>),
}

impl Pairings {
    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        match self {
            Pairings::All(count) | Pairings::First(count) => *count,
            Pairings::Listed(met) => met.len() as u64,
        }
    }

    /// Writes the entries of a meeting, of so many seats, to `members`.
    pub(super) fn fill(&self, meeting: u64, entries: &[usize], seats: usize, members: &mut Vec<usize>) {
        match self {
            Pairings::All(_) => {
                subset(entries.len(), seats, meeting, members);
                for member in members {
                    *member = entries[*member];
                }
            }
            Pairings::First(_) => {
                subset(entries.len() - 1, seats - 1, meeting, members);
                for member in members.iter_mut() {
                    *member = entries[*member + 1];
                }
                members.insert(0, entries[0]);
            }
            Pairings::Listed(met) => {
                let (one, other) = met[meeting as usize].entries;
                members.clear();
                members.extend([one, other]);
            }
        }
    }
}
