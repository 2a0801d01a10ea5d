//! One search of the root, of those that a trace records.

use agon_core::{AnyMove, AnyPosition, Node, Position, Reason, Seat, notation};

use super::{
    iterations::TracedIteration,
    node::TracedNode,
    skipped::{MoveTexts, Skipped, keeps_value},
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

    /// Whether no move was left out, and no position left, that could have changed its value: as far as they are stored.
    pub fn keeps_value(&self) -> bool {
        self.visits.iter().all(|visit| keeps_value(visit.why) && visit.skipped.iter().all(|left| keeps_value(left.why)))
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

    /// Whether it is a search by plays, and all of its iterations are stored.
    pub fn has_all_iterations(&self) -> bool {
        !self.iterations.is_empty() && self.iterated == self.iterations.len() as u64
    }

    /// The indices of the stored positions on the path of an iteration, counted from zero, from the root on.
    pub(super) fn passed(&self, number: usize) -> Vec<usize> {
        let selected = &self.iterations[number].selected;
        self.follow(selected.iter().map(|selected| selected.m))
    }

    /// The selected moves of an iteration in notation, with the seats that chose them; `None` for chance.
    pub(super) fn named(&self, iteration: &TracedIteration) -> Vec<(String, Option<Seat>)> {
        let mut here = self.from.clone();
        let moves = iteration.selected.iter().map(|selected| {
            let mover = match here.node() {
                Node::Decision(seat) => Some(seat),
                Node::Chance | Node::Terminal => None,
            };
            let name = notation(&here, selected.m);
            here.play(selected.m);
            (name, mover)
        });
        moves.collect()
    }

    /// The simulation of the iteration with this number, counted from zero: each move as it is written, with the position
    /// after it. Nothing where its moves are not stored.
    pub fn simulated(&self, number: usize) -> impl Iterator<Item = (String, AnyPosition)> + '_ {
        let iteration = &self.iterations[number];
        let mut here = self.from.clone();
        for selected in &iteration.selected {
            here.play(selected.m);
        }
        iteration.simulated.iter().map(move |&m| {
            let name = notation(&here, m);
            here.play(m);
            (name, here.clone())
        })
    }

    /// Records that `m` was not searched in `here`, which is stored at `index`. A position that was
    /// estimated is stored with its estimate.
    pub(super) fn skip(&mut self, index: usize, here: &AnyPosition, m: AnyMove, why: Reason, names: &mut MoveTexts) {
        let mut children = self.visits[index].children.iter().copied();
        let is_glanced = |&child: &usize| self.visits[child].entered.by == Some(m) && self.visits[child].is_glance();
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
