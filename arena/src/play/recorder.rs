//! Recorders: where games go as they are played.

use std::{io, ops::ControlFlow};

use crate::{plan::rounds::Met, play::played::Played};

/// Receives records.
pub trait Recorder: Send + 'static {
    /// Takes the next game of the plan. A break ends the run: no later game is passed on. Pass on
    /// the result of a [`Score`](crate::tally::score::Score): it breaks when a match may end early.
    ///
    /// # Errors
    ///
    /// If the record cannot be stored; the run stops.
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>>;

    /// Called after one or more games, when no more are ready at the moment.
    ///
    /// # Errors
    ///
    /// If the games taken cannot be stored; the run stops.
    fn settle(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The meetings of the last round with their scores: where rounds depend on results, they
    /// determine the next pairings.
    fn last_round(&self) -> &[Met];
}
