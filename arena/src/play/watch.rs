//! The watchdog's view of one thread: what is being played there, and who has been thinking since
//! when.
//!
//! A thread cannot be stopped from outside. One whose player thinks past its time is given up: its
//! game is decided without it, another thread takes its place, and should the player ever answer,
//! nobody listens.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use agon_core::{AnyMove, Seat};

use crate::{
    ask::rules::FaultRule,
    plan::schedule::Plan,
    play::{
        forfeit::forfeit,
        record::{Ending, Fault, Record},
    },
};

/// A player that answers this late is still judged by the referee.
const GRACE: Duration = Duration::from_millis(50);

/// See the module.
#[derive(Default)]
pub(crate) struct Watch(Mutex<State>);

#[derive(Default)]
struct State {
    /// Where the game stands in the run, its number, its moves, and how many are the opening's.
    index: u64,
    number: u64,
    moves: Vec<AnyMove>,
    opening: u32,
    thinking: Option<(Seat, Instant, u64)>,
    is_given_up: bool,
}

impl Watch {
    /// Game `number` begins, which is at `index` of what is played.
    pub(crate) fn begin(&self, index: u64, number: u64) {
        let mut state = self.state();
        state.index = index;
        state.number = number;
    }

    /// The player on `seat` is asked, after `moves`, and has `limit` milliseconds.
    pub(crate) fn ask(&self, seat: Seat, moves: &[AnyMove], opening: usize, limit: u64) {
        let mut state = self.state();
        state.moves.clear();
        state.moves.extend_from_slice(moves);
        state.opening = opening as u32;
        state.thinking = Some((seat, Instant::now(), limit));
    }

    /// It has answered, or panicked.
    pub(crate) fn answered(&self) {
        self.state().thinking = None;
    }

    /// Whether nobody listens to this thread any more.
    pub(crate) fn is_given_up(&self) -> bool {
        self.state().is_given_up
    }

    /// Gives the thread up if its player has thought too long: the record of its game, and where
    /// it stands.
    pub(crate) fn give_up(&self, plan: &Plan) -> Option<(u64, Record)> {
        let mut state = self.state();
        let (seat, since, limit) = state.thinking?;
        if state.is_given_up || since.elapsed() <= Duration::from_millis(limit) + GRACE {
            return None;
        }
        state.is_given_up = true;
        let mut record = Record {
            number: state.number,
            moves: std::mem::take(&mut state.moves),
            opening: state.opening,
            ending: Ending::Forfeit(seat, Fault::OverTime(limit)),
            payoffs: Vec::new(),
        };
        // Who doesn't answer once won't the next time: such a game is not tried again.
        if plan.tournament().faults != FaultRule::Replay {
            let facts = plan.section(&plan.fixture(state.number)).facts;
            forfeit(&facts, seat, &mut record.payoffs);
        }
        Some((state.index, record))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
