//! Which of its positions a table has reached, and who is asked about it: known without waiting for the table's lock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use agon_core::StopSignal;

use crate::problem::Problem;

/// The number of a position, and the signal that makes the player who is asked about it answer.
#[derive(Debug, Default)]
pub(crate) struct PositionVersion(Mutex<VersionState>);

#[derive(Debug, Default)]
struct VersionState {
    number: u64,
    stop: Option<StopSignal>,
}

impl PositionVersion {
    /// Counts the positions: what was begun for an earlier one is too late.
    pub(crate) fn number(&self) -> u64 {
        self.state().number
    }

    /// The position has changed: the player who is asked about the last one stops.
    pub(crate) fn pass(&self) {
        let mut state = self.state();
        state.number += 1;
        if let Some(stop) = state.stop.take() {
            stop.give();
        }
    }

    /// Somebody is asked about the position of that number: what makes them answer; nothing where it has passed.
    ///
    /// # Errors
    ///
    /// Where somebody is asked about it already.
    pub(crate) fn ask(&self, number: u64) -> Result<Option<StopSignal>, Problem> {
        let mut state = self.state();
        if state.number != number {
            return Ok(None);
        }
        if state.stop.is_some() {
            return Err(busy());
        }
        Ok(Some(state.stop.insert(StopSignal::new()).clone()))
    }

    /// Refuses to ask where somebody is asked already.
    ///
    /// # Errors
    ///
    /// See there.
    pub(crate) fn idle(&self) -> Result<(), Problem> {
        if self.state().stop.is_some() { Err(busy()) } else { Ok(()) }
    }

    /// The player who was asked about the position of that number has answered, or is asked no more.
    pub(crate) fn answered(&self, number: u64) {
        let mut state = self.state();
        if state.number == number {
            state.stop = None;
        }
    }

    /// The player who is asked answers at once.
    pub(crate) fn hurry(&self) {
        if let Some(stop) = &self.state().stop {
            stop.give();
        }
    }

    fn state(&self) -> MutexGuard<'_, VersionState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn busy() -> Problem {
    Problem::conflict("somebody-thinks", &[])
}
