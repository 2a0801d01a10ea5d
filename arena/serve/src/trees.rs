//! Recorded searches for the page "Look inside": the latest few, in memory.

mod boards;
mod kept;
mod moment;
mod node;
mod shelf;
mod simulated;
mod summary;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use agon_table::GivenPosition;

pub(crate) use self::{kept::KeptTree, moment::MomentView, node::ChildrenView, summary::TreeView};
use crate::{pool::Worker, problem::Problem};

/// The most positions that are recorded of one search.
pub(crate) const MOST_NODES: usize = 100_000;
/// Positions of all searches together.
const MOST_KEPT: usize = 250_000;
/// Searches, however small.
const MOST_TREES: usize = 40;

/// The searches that can be looked into.
#[derive(Default)]
pub(crate) struct Trees(Mutex<VecDeque<Arc<KeptTree>>>);

impl Trees {
    /// Keeps a search, for which the oldest make room: a while, as they may be large.
    pub(crate) fn keep(&self, _: &Worker, tree: &Arc<KeptTree>) {
        let mut gone = Vec::new();
        let mut kept = self.kept();
        kept.push_back(Arc::clone(tree));
        while MOST_TREES < kept.len()
            || 1 < kept.len() && MOST_KEPT < kept.iter().map(|tree| tree.spans.len()).sum()
        {
            gone.extend(kept.pop_front());
        }
        drop(kept);
        drop(gone);
    }

    /// How many are kept.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.kept().len()
    }

    /// The search of that name, on a thread that may wait: to describe it takes a while.
    ///
    /// # Errors
    ///
    /// Where it is forgotten.
    pub(crate) fn get(&self, _: &Worker, id: &str) -> Result<Arc<KeptTree>, Problem> {
        let kept = self.kept();
        let found = kept.iter().find(|tree| tree.id == id).map(Arc::clone);
        found.ok_or_else(|| Problem::missing("search-gone", &[]))
    }

    /// The latest search of the same position by that player, if it is kept.
    pub(crate) fn by(&self, _: &Worker, site: &GivenPosition, term: &str) -> Option<Arc<KeptTree>> {
        let is_meant = |tree: &&Arc<KeptTree>| {
            let own = &tree.thought.site;
            tree.thought.player == term
                && own.game.term == site.game.term
                && own.line == site.line
                && own.base == site.base
        };
        self.kept().iter().rev().find(is_meant).map(Arc::clone)
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<KeptTree>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
pub(crate) mod tests;
