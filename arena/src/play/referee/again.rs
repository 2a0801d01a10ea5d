//! Recorded games are replayed up to one choice, for which the player is asked by somebody else's question.

use agon_core::Seat;

use super::Referee;
use crate::play::{
    record::Record,
    repeated::{AskAgain, RepeatedChoice},
};

impl<'p> Referee<'p> {
    /// Replays a recorded game, as the `attempt`th [attempt](Referee::attempts), up to the choice of `seat` after `ply`
    /// moves, for which the player is asked by `ask`. All its choices before are asked for too, of its erased twin: so
    /// it remembers what it remembered then, and can be watched. The moves of all others are taken from the record.
    pub(crate) fn replay_to(
        &mut self,
        recorded: &Record,
        attempt: u64,
        (seat, ply): (Seat, usize),
        ask: Box<AskAgain<'p>>,
    ) -> &Record {
        let plan = self.plan;
        self.script = Some(recorded.clone());
        self.repeated = Some(RepeatedChoice { seat, ply, ask });
        self.set_up(recorded.number);
        let (slot, entry) = (self.slot(seat.index()), self.fixture.seats[seat.index()]);
        self.players.unseat(slot);
        let player = &plan.tournament().entries[entry].player;
        self.players.seat_erased(slot, player, &plan.section(&self.fixture).game.start);
        self.attempt(plan, attempt);
        self.players.unseat(slot);
        (self.script, self.repeated) = (None, None);
        &self.record
    }

    /// Whether a choice is repeated, and has been made.
    pub(super) fn is_repeated(&self) -> bool {
        self.repeated.as_ref().is_some_and(|choice| choice.ply < self.record.moves.len())
    }

    /// Whether a choice of another seat is repeated.
    pub(super) fn repeats_another(&self, seat: Seat) -> bool {
        self.repeated.as_ref().is_some_and(|choice| choice.seat != seat)
    }
}
