//! A game that somebody plays or looks at.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

#[cfg(test)]
use crate::{quota::Quota, settings::OPEN_BYTES};
use agon_table::{Sitter, Thought};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::watch;

use crate::{
    epoch::Epoch,
    pool::Worker,
    quota::QuotaPortion,
    settings::{GOODBYE, PATIENCE},
    share::GuestShare,
    table::TableState,
};

/// A game, and who looks at it.
pub(crate) struct OpenTable {
    pub(crate) id: String,
    /// In whose share of what there is it is played.
    pub(crate) share: GuestShare,
    /// Whether its game hides something from somebody.
    pub(crate) hides: bool,
    pub(crate) epoch: Arc<Epoch>,
    /// Whether somebody has the players move.
    pub(crate) is_driven: AtomicBool,
    /// Whether a person plays here by a clock: then players move though nobody looks, so that nobody gains time by going
    /// away.
    pub(crate) is_clocked: bool,
    /// Whether its clock is watched.
    pub(crate) is_timed: AtomicBool,
    state: Mutex<TableState>,
    /// What it takes of the memory for games.
    memory: Mutex<QuotaPortion>,
    /// The number of the last change.
    pub(crate) changes: watch::Sender<u64>,
    /// What is being thought.
    pub(crate) thinking: watch::Sender<Option<ThoughtNow>>,
    listeners: AtomicUsize,
    /// Until when somebody looks who does not listen, in milliseconds since the table was opened.
    until: AtomicU64,
    opened: Instant,
    /// Whether the guest who began it has deleted it. Written while the state is held.
    gone: AtomicBool,
}

/// What somebody thinks just now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ThoughtNow {
    /// The seat it is about, counted from one.
    pub(crate) seat: u8,
    /// The player's term.
    pub(crate) player: String,
    /// Whether it is for a hint.
    pub(crate) is_hint: bool,
    /// The best answer so far.
    pub(crate) best: Option<Thought>,
}

impl OpenTable {
    pub(crate) fn new(id: String, state: TableState, memory: QuotaPortion) -> OpenTable {
        OpenTable {
            id,
            share: state.share(),
            hides: state.site().hides(),
            epoch: Arc::clone(&state.epoch),
            is_driven: AtomicBool::new(false),
            is_clocked: state.clock().is_some() && state.sitters().iter().any(Sitter::is_person),
            is_timed: AtomicBool::new(false),
            state: Mutex::new(state),
            memory: Mutex::new(memory),
            changes: watch::Sender::new(1),
            thinking: watch::Sender::new(None),
            listeners: AtomicUsize::new(0),
            until: AtomicU64::new(0),
            opened: Instant::now(),
            gone: AtomicBool::new(false),
        }
    }

    /// The table of a test, which has a memory of its own.
    #[cfg(test)]
    pub(crate) fn of_test(id: &str, state: TableState) -> OpenTable {
        let memory = Quota::of(OPEN_BYTES).count(&state.share(), 0);
        OpenTable::new(id.to_owned(), state, memory)
    }

    /// Its state. The holder may draw it, so others may have to wait for it.
    pub(crate) fn state(&self, _: &Worker) -> MutexGuard<'_, TableState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It has grown, or become smaller.
    pub(crate) fn weigh(&self, state: &TableState) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        // One that is played goes on; others wait for room.
        let _ = memory.set(state.weight());
    }

    /// It is deleted: all who play or watch are informed.
    pub(crate) fn forget(&self, held: &MutexGuard<'_, TableState>) {
        self.gone.store(true, Ordering::Relaxed);
        self.changed(held);
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// Somebody looks, just now.
    pub(crate) fn look(&self) {
        self.look_for(PATIENCE);
    }

    fn look_for(&self, patience: Duration) {
        let until = self.now().saturating_add(patience.as_millis() as u64);
        self.until.fetch_max(until, Ordering::Relaxed);
    }

    /// Somebody begins to listen, or to wait.
    pub(crate) fn arrive(&self) {
        self.listeners.fetch_add(1, Ordering::Relaxed);
    }

    /// And leaves.
    pub(crate) fn leave(&self) {
        self.look_for(GOODBYE);
        self.listeners.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether anybody looks, or did a moment ago, or must not be waited for.
    pub(crate) fn is_attended(&self) -> bool {
        self.is_clocked
            || 0 < self.listeners.load(Ordering::Relaxed)
            || self.now() < self.until.load(Ordering::Relaxed)
    }

    /// For how long nobody has looked, in milliseconds.
    pub(crate) fn idle(&self) -> u64 {
        if 0 < self.listeners.load(Ordering::Relaxed) {
            return 0;
        }
        self.now().saturating_sub(self.until.load(Ordering::Relaxed))
    }

    /// Tells all who watch that something has changed: while the state is held, so that a page that sees the
    /// change sees its version.
    pub(crate) fn changed(&self, _held: &MutexGuard<'_, TableState>) {
        self.changes.send_modify(|version| *version += 1);
    }

    pub(crate) fn version(&self) -> u64 {
        *self.changes.borrow()
    }

    fn now(&self) -> u64 {
        // A table is never open for millions of years.
        self.opened.elapsed().as_millis() as u64
    }
}
