//! One search of the root, of those that a trace records.

use agon_core::{AnyMove, AnyPosition, Reason};

use super::{
    iterations::TracedIteration,
    node::TracedNode,
    skipped::{MoveTexts, Skipped},
};

/// One search of the root: to one depth, in one window.
#[derive(Clone, Debug)]
pub struct Search {
    /// Its number, counted from one.
    pub number: usize,
    /// The stored positions, each before those below it; the root is the first.
    pub visits: Vec<TracedNode>,
    /// The iterations, where it is a search by plays: the first of them, as many as positions are stored.
    pub iterations: Vec<TracedIteration>,
    /// The number of iterations.
    pub iterated: u64,
    /// The most iterations that its story has one by one.
    pub(super) listed: usize,
    /// The position where it began.
    pub(super) from: AnyPosition,
}

impl Search {
    /// The position where it began.
    pub fn root(&self) -> &TracedNode {
        &self.visits[0]
    }

    /// Whether the value of a position is a mean over its moves.
    pub fn is_mean(&self, visit: &TracedNode) -> bool {
        visit.children.iter().any(|&child| self.visits[child].entered.probability.is_some())
    }

    /// The indices of the positions along `line`, from the root on, as far as they were entered and
    /// stored. Of several searches of a position the last counts.
    pub fn follow(&self, line: impl IntoIterator<Item = AnyMove>) -> Vec<usize> {
        let mut path = vec![0];
        for m in line {
            let here = &self.visits[path[path.len() - 1]];
            let is_next = |&&child: &&usize| self.visits[child].entered.by == Some(m);
            let Some(&child) = here.children.iter().rev().find(is_next) else { break };
            path.push(child);
        }
        path
    }

    /// Records that `m` was not searched in `here`, which is stored at `index`. A position that was
    /// estimated is stored with its estimate.
    pub(super) fn skip(
        &mut self,
        index: usize,
        here: &AnyPosition,
        m: AnyMove,
        why: Reason,
        names: &mut MoveTexts,
    ) {
        let mut children = self.visits[index].children.iter().copied();
        let is_glanced = |&child: &usize| {
            self.visits[child].entered.by == Some(m) && self.visits[child].is_glance()
        };
        match children.find(is_glanced) {
            Some(child) => self.visits[child].why = why,
            None => self.visits[index].skipped.push(Skipped::of(here, m, why, names)),
        }
    }

    /// Removes everything more than `deepest` plies below the root. Returns the new index of every position that was
    /// there; of one that was removed, none.
    pub(super) fn fold(&mut self, deepest: usize) -> Vec<Option<usize>> {
        let mut places = vec![None; self.visits.len()];
        let stays = self.visits.iter().enumerate().filter(|(_, visit)| visit.ply <= deepest);
        for (place, (index, _)) in stays.enumerate() {
            places[index] = Some(place);
        }
        self.visits.retain(|visit| visit.ply <= deepest);
        for visit in &mut self.visits {
            visit.parent = visit.parent.and_then(|parent| places[parent]);
            visit.children = visit.children.iter().filter_map(|&child| places[child]).collect();
        }
        places
    }
}
