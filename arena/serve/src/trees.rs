//! Recorded searches for the page "Look inside": as many as there is room for in memory. What is forgotten is searched again
//! by whoever looks into it.

mod boards;
mod kept;
mod moment;
mod new_tree;
mod node;
mod shelf;
mod simulated;
mod small;
mod stage;
mod strip;
mod summary;

use std::{
    collections::{HashMap, VecDeque},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use agon_table::GivenPosition;

pub(crate) use self::{
    kept::{KeptTree, MOST_RACED},
    moment::MomentView,
    new_tree::NewTree,
    node::ChildrenView,
    strip::SearchStrip,
    summary::TreeView,
};
use crate::{pool::Worker, problem::Problem, share::GuestShare};

/// The most positions that are recorded of one search.
pub(crate) const MOST_NODES: usize = 100_000;
/// Positions of all searches together.
const MOST_KEPT: usize = 250_000;
/// A search takes room for so many positions at least: there are no more than 250.
const LEAST: usize = 1_000;

/// The searches that can be looked into, those last that were looked into last, each in the share of the guest who
/// asked for it last.
#[derive(Default)]
pub(crate) struct Trees(Mutex<VecDeque<(GuestShare, Arc<KeptTree>)>>);

/// How much room a search takes.
fn room(tree: &KeptTree) -> usize {
    tree.spans.len().max(LEAST)
}

/// Where that stands which makes room for the last, if there is too much: of the address that has most, and there of the
/// guest who has most, what was not looked into for longest.
fn too_much(kept: &VecDeque<(GuestShare, Arc<KeptTree>)>) -> Option<usize> {
    let (mut all, mut addresses, mut guests) = (0, HashMap::new(), HashMap::new());
    for (share, tree) in kept {
        let room = room(tree);
        all += room;
        *addresses.entry(&share.address).or_insert(0) += room;
        *guests.entry(share).or_insert(0) += room;
    }
    let others = kept.iter().enumerate().take(kept.len().saturating_sub(1));
    // Of several that have as much the first.
    let most = others.rev().max_by_key(|(_, (share, _))| (addresses[&share.address], guests[share]));
    most.filter(|_| MOST_KEPT < all).map(|(place, _)| place)
}

impl Trees {
    /// Keeps a search in this share, for which others make room: a while, as they may be large.
    pub(crate) fn keep(&self, _: &Worker, share: &GuestShare, tree: &Arc<KeptTree>) {
        let mut gone = Vec::new();
        let mut kept = self.kept();
        if let Some(place) = kept.iter().position(|(_, own)| own.id == tree.id) {
            gone.extend(kept.remove(place));
        }
        kept.push_back((share.clone(), Arc::clone(tree)));
        while let Some(place) = too_much(&kept) {
            gone.extend(kept.remove(place));
        }
        drop(kept);
        drop(gone);
    }

    /// Whose each of them is, and how many positions it has.
    pub(crate) fn by_guest(&self) -> Vec<(GuestShare, usize)> {
        self.kept().iter().map(|(share, tree)| (share.clone(), tree.spans.len())).collect()
    }

    /// Forgets those of a guest: a while, as they may be large.
    pub(crate) fn forget(&self, _: &Worker, share: &GuestShare) {
        let mut kept = self.kept();
        let (gone, left): (VecDeque<_>, _) = mem::take(&mut *kept).into_iter().partition(|(own, _)| own == share);
        *kept = left;
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
        let mut kept = self.kept();
        let place = kept.iter().position(|(_, tree)| tree.id == id);
        let own = place.and_then(|place| kept.remove(place));
        let own = own.ok_or_else(|| Problem::missing("search-gone", &[]))?;
        kept.push_back(own.clone());
        Ok(own.1)
    }

    /// The latest search of the same position by that player, if it is kept.
    pub(crate) fn by(&self, _: &Worker, site: &GivenPosition, term: &str, seed: u64) -> Option<Arc<KeptTree>> {
        let is_meant = |(_, tree): &&(GuestShare, Arc<KeptTree>)| {
            let own = &tree.thought.site;
            tree.thought.player == term
                && tree.seed() == seed
                && own.game.term == site.game.term
                && own.line == site.line
                && own.base == site.base
        };
        self.kept().iter().rev().find(is_meant).map(|(_, tree)| Arc::clone(tree))
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(GuestShare, Arc<KeptTree>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
pub(crate) mod tests;
