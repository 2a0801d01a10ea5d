//! Positions as interned texts: a cache with a bound in bytes, shared by all threads.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak},
};

use agon_core::key_of;

use super::answered::{Continuations, Stance};

/// A position as a text, with its answers.
pub(crate) struct Interned {
    pub(crate) text: Box<str>,
    pub(crate) key: u64,
    pub(crate) standing: Stance,
    /// The position it was first seen after: its siblings may be wanted too.
    pub(crate) parent: Weak<Interned>,
    /// What may be played, once it was asked; or what was wrong with the answer.
    pub(crate) known: OnceLock<Result<Continuations, String>>,
}

/// Parts enough that threads seldom wait for each other.
const SHELVES: usize = 16;

/// The cached positions. Their choice reaches no result.
pub(crate) struct Interning {
    shelves: [Mutex<Shelf>; SHELVES],
    /// Bytes for each shelf.
    room: usize,
}

#[derive(Default)]
struct Shelf {
    kept: HashMap<u64, Vec<Arc<Interned>>>,
    bytes: usize,
}

impl Interning {
    /// With room for about this many bytes.
    pub(crate) fn new(bytes: usize) -> Interning {
        Interning { shelves: Default::default(), room: bytes / SHELVES }
    }

    /// The cached position with this text.
    pub(crate) fn find(&self, text: &str) -> Option<Arc<Interned>> {
        let key = key_of(&text);
        let shelf = self.shelf(key);
        shelf.kept.get(&key)?.iter().find(|kept| *kept.text == *text).cloned()
    }

    /// The same, put there unless it is.
    pub(crate) fn intern(&self, text: &str, standing: &Stance, parent: &Weak<Interned>) -> Arc<Interned> {
        let key = key_of(&text);
        let mut shelf = self.shelf(key);
        let same = |kept: &&Arc<Interned>| *kept.text == *text;
        if let Some(kept) = shelf.kept.get(&key).and_then(|all| all.iter().find(same)) {
            return Arc::clone(kept);
        }
        let new = Arc::new(Interned {
            text: text.into(),
            key,
            standing: standing.clone(),
            parent: parent.clone(),
            known: OnceLock::new(),
        });
        self.charge(&mut shelf, text.len() + standing.payoffs.len() * 8 + 192);
        shelf.kept.entry(key).or_default().push(Arc::clone(&new));
        new
    }

    /// Notes what was learned of a position.
    pub(crate) fn learn(&self, position: &Interned, what: Result<Continuations, String>) {
        let size = what.as_ref().map_or(0, Continuations::size);
        if position.known.set(what).is_ok() {
            self.charge(&mut self.shelf(position.key), size);
        }
    }

    /// Counts what became known of the continuations of a position later.
    pub(crate) fn grow(&self, position: &Interned, bytes: usize) {
        self.charge(&mut self.shelf(position.key), bytes);
    }

    /// Counts `bytes` more; if they have no room, the whole cache is dropped, and filled anew when needed.
    fn charge(&self, shelf: &mut Shelf, bytes: usize) {
        if self.room < shelf.bytes + bytes {
            shelf.kept.clear();
            shelf.bytes = 0;
        }
        shelf.bytes += bytes;
    }

    fn shelf(&self, key: u64) -> MutexGuard<'_, Shelf> {
        let shelf = &self.shelves[key as usize % SHELVES];
        shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
