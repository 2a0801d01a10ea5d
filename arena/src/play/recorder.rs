//! Where games go as they are played.

use std::{io, ops::ControlFlow};

use crate::{plan::rounds::Met, play::played::Played};

/// Where records are handed in.
pub trait Recorder: Send + 'static {
    /// Takes the next game of the plan. A break ends the run: no later game is handed in. Pass on
    /// the answer of a [`Score`](crate::tally::score::Score): it breaks where a match may end
    /// early.
    ///
    /// # Errors
    ///
    /// Where the record can't be kept; the run stops.
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>>;

    /// Called when some games were handed in and no more are ready at the moment.
    ///
    /// # Errors
    ///
    /// Where what was taken can't be kept; the run stops.
    fn settle(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Who met in the last round, and what they scored: where rounds depend on results, who meets
    /// next.
    fn last_round(&self) -> &[Met];
}
