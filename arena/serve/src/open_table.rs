//! A game that somebody plays or looks at.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool};

use agon_table::Sitter;
use tokio::sync::watch;

use crate::{
    attention::Attention,
    pool::Worker,
    position_version::PositionVersion,
    question::MoveQuestion,
    quota::QuotaPortion,
    scene::{Scene, SharedView},
    share::GuestShare,
    table::TableState,
    view::ThoughtNow,
};

/// A game, and who looks at it.
pub(crate) struct OpenTable {
    pub(crate) id: String,
    /// In whose share of what there is it is played.
    pub(crate) share: GuestShare,
    pub(crate) position_version: Arc<PositionVersion>,
    /// Whether a person plays here by a clock: then players move though nobody looks, so that nobody gains time by going
    /// away.
    pub(crate) is_clocked: bool,
    pub(crate) attention: Arc<Attention>,
    /// Whether somebody attends to it.
    pub(crate) has_driver: AtomicBool,
    state: Mutex<TableState>,
    /// What the player who moves next is asked, until it is.
    question: Mutex<Option<MoveQuestion>>,
    /// What it takes of the memory for games.
    memory: Mutex<QuotaPortion>,
    /// How it stands, by its last change.
    pub(crate) scenes: watch::Sender<Arc<Scene>>,
    /// What is being thought.
    pub(crate) thinking: watch::Sender<Option<ThoughtNow>>,
}

impl OpenTable {
    pub(crate) fn new(id: String, state: TableState, memory: QuotaPortion) -> OpenTable {
        OpenTable {
            id,
            share: state.share(),
            position_version: Arc::clone(&state.position_version),
            is_clocked: state.clock().is_some() && state.sitters().iter().any(Sitter::is_person),
            attention: Arc::new(Attention::new()),
            has_driver: AtomicBool::new(false),
            question: Mutex::new(MoveQuestion::next(&state)),
            memory: Mutex::new(memory),
            scenes: watch::Sender::new(Arc::new(Scene::of(&state, 1, false))),
            thinking: watch::Sender::new(None),
            state: Mutex::new(state),
        }
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
        self.show(Scene::of(held, self.scene().version + 1, true));
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.scenes.borrow().is_gone
    }

    /// Whether anybody looks, or did a moment ago, or must not be waited for.
    pub(crate) fn is_attended(&self) -> bool {
        self.is_clocked || self.attention.is_given()
    }

    /// How it stands.
    pub(crate) fn scene(&self) -> Arc<Scene> {
        Arc::clone(&self.scenes.borrow())
    }

    /// Tells all who watch that something has changed: while the state is held, so that a page that sees the change sees
    /// its version. Who listens draws it.
    pub(crate) fn changed(&self, held: &MutexGuard<'_, TableState>) {
        let scene = Scene::of(held, self.scene().version + 1, self.is_gone());
        *self.questions() = MoveQuestion::next(held);
        self.show(scene);
    }

    fn show(&self, scene: Scene) {
        self.scenes.send_replace(Arc::new(scene));
    }

    /// How it stands, as this guest sees it: drawn for as long as somebody listens who sees the same.
    pub(crate) fn seen(&self, worker: &Worker, guest: &str) -> (Arc<Scene>, Arc<SharedView>) {
        let scene = self.scene();
        if let Some(shared) = scene.view(guest) {
            return (scene, shared);
        }
        let state = self.state(worker);
        let scene = self.scene();
        let is_kept = self.attention.listens(guest);
        let draw = if is_kept { Scene::draw } else { Scene::drawn };
        let shared = draw(&scene, worker, &self.id, &state, guest);
        (scene, shared)
    }

    /// What is being thought.
    pub(crate) fn thought(&self) -> Option<ThoughtNow> {
        self.thinking.borrow().clone()
    }

    /// What the player who moves next is asked: once.
    pub(crate) fn question(&self) -> Option<MoveQuestion> {
        self.questions().take()
    }

    fn questions(&self) -> MutexGuard<'_, Option<MoveQuestion>> {
        self.question.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
