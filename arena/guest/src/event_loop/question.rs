//! The question that a player thinks about: its best move so far, and when that becomes the answer.

use std::time::Duration;

use agon_core::{AnyMove, Decision};

use crate::event::Candidate;

/// How long a player may take to answer after a stop; then the best move so far is the answer.
const GRACE: Duration = Duration::from_millis(35);

/// The current question. Every moment is by the loop's clock.
pub(super) struct InThought {
    pub(super) number: u64,
    /// The best so far.
    pub(super) best: Decision<AnyMove>,
    /// The depth at which the search is stopped.
    pub(super) depth: Option<u32>,
    /// When the player is stopped.
    pub(super) stop_at: Option<Duration>,
    /// When the best move so far becomes the answer.
    pub(super) give_up_at: Option<Duration>,
    /// Whether the answer waits for a command to stop.
    pub(super) is_held: bool,
    /// Whether only a signal can end the search.
    pub(super) is_endless: bool,
    /// The answer, while it is held.
    pub(super) answer: Option<Result<Decision<AnyMove>, String>>,
}

impl InThought {
    /// When something is to be done about it, if it has a limit.
    pub(super) fn moment(&self) -> Option<Duration> {
        self.give_up_at.or(self.stop_at)
    }

    /// Whether the answer is there and not held.
    pub(super) fn is_due(&self) -> bool {
        self.answer.is_some() && !self.is_held
    }

    /// Takes a thought in; whether it is the answer, because it has the wanted depth.
    pub(super) fn take(&mut self, thought: &Candidate) -> bool {
        let Candidate { rank, decision, .. } = thought;
        let is_deep = |depth| decision.depth.is_some_and(|reached| depth <= reached);
        let is_answer = self.depth.is_some_and(is_deep);
        if is_answer {
            self.answer = Some(Ok(decision.clone()));
        }
        if *rank == 1 {
            self.best = decision.clone();
        }
        is_answer
    }

    /// Demands the answer at once.
    pub(super) fn stop(&mut self, now: Duration) {
        self.is_held = false;
        self.give_up_at.get_or_insert(now + GRACE);
    }

    /// Demands the answer, within this time from now.
    pub(super) fn hurry(&mut self, now: Duration, time: Option<Duration>) {
        self.is_held = false;
        self.is_endless = time.is_none() && self.depth.is_none();
        self.stop_at = time.map(|time| now.saturating_add(time));
    }

    /// Demands the answer at this moment at the latest.
    pub(super) fn answer_by(&mut self, latest: Duration) {
        self.stop_at = Some(self.stop_at.map_or(latest, |moment| moment.min(latest)));
    }

    /// Whether the player has not answered in time after it was stopped; then that is the answer.
    pub(super) fn gives_up(&mut self, now: Duration) -> bool {
        let is_late = self.answer.is_none() && self.give_up_at.is_some_and(|moment| moment <= now);
        if is_late {
            self.answer = Some(Err("it did not answer after it was stopped".to_owned()));
        }
        is_late
    }
}
