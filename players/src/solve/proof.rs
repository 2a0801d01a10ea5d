//! Exact values of games too large to list: alpha-beta to the end of the game with null windows.
//!
//! Each question is whether the value for the first seat is at least a threshold. The answer is a
//! bound, computed from all payoffs reached on the way (fail-soft). Questions are asked until the
//! bounds meet. The search uses only declarations of the game: sufficient moves, hints for the
//! order, symmetries for the table.

use std::ops::ControlFlow;

use agon_core::{Bound, Extras, Facts, Move, Node, Position, Reason, Seat, horizon::Window};

use super::bounds::{Bounds, Known};
use crate::{
    crew::Task,
    depth::FARTHEST,
    node_budget::NodeBudget,
    search_frame::{Line, Ply, SearchFrame, Unwatched, Watch},
};

/// The seat whose payoffs the values are.
pub(super) const FIRST: Seat = Seat(0);

/// The key of a position, the same for all its images.
#[inline]
pub(super) fn canonical_key<P: Position>(position: &P) -> u64 {
    let images = 1..Extras::symmetries(position);
    images.fold(position.key(), |least, n| least.min(Extras::image(position, n).key()))
}

/// Up to this many plies from the root, images of a position are treated as one. Further down an
/// image seldom saves more than looking for it costs. With a limit of 10 plies, proofs look at up
/// to two thirds more positions than with images everywhere, in the same time or in one to three
/// quarters less.
const IMAGES_TO: usize = 10;

/// The key of a position at that ply.
#[inline]
pub(super) fn key_at<P: Position>(position: &P, ply: usize) -> u64 {
    if ply < IMAGES_TO { canonical_key(position) } else { position.key() }
}

/// Proves the value of `position` while the budget of `frame` lasts: [`converge`] on it.
pub(super) fn settle<'a, P: Position, O: Watch>(
    position: &P,
    frame: &mut SearchFrame<'a, O>,
    mut ask: impl FnMut(f64, &mut SearchFrame<'a, O>) -> Option<(f64, P::Move)>,
) -> Option<Proven<P::Move>> {
    let Facts { min_payoff, max_payoff, .. } = position.facts();
    let is_first = position.node() == Node::Decision(FIRST);
    // The root counts too.
    let is_begun = frame.count();
    converge([min_payoff, max_payoff], is_first, |threshold| is_begun.then(|| ask(threshold, frame))?)
}

/// Asks repeatedly whether the value for the first seat is at least a threshold, until the bounds
/// meet or there is no answer. An answer is a bound on the side of the value, and the move to it.
fn converge<M: Copy>(
    [least, most]: [f64; 2],
    is_first: bool,
    mut ask: impl FnMut(f64) -> Option<(f64, M)>,
) -> Option<Proven<M>> {
    let (mut low, mut high) = (least, most);
    // Whether the first seat is above the middle decides most games.
    let mut threshold = f64::midpoint(low, high).next_up().min(high);
    // A move with which the seat to act reached the bound on its side; and one that did not.
    let (mut best, mut other) = (None, None);
    loop {
        let Some((value, m)) = ask(threshold) else {
            // The bound on the side of the seat to act has a move to it.
            let (lower, upper) = ((low, Bound::Lower), (high, Bound::Upper));
            let sides = if is_first { [lower, upper] } else { [upper, lower] };
            let is_news = |&(value, _): &(f64, Bound)| value != least && value != most;
            let (value, bound) = sides.into_iter().find(is_news)?;
            return Some(Proven { value, bound, m: best });
        };
        let is_reached = threshold <= value;
        *(if is_reached { &mut low } else { &mut high }) = value;
        if is_reached == is_first {
            best = Some(m);
        } else {
            let _ = other.get_or_insert(m);
        }
        if high <= low {
            return Some(Proven { value, bound: Bound::Exact, m: best.or(other) });
        }
        threshold = if is_reached { low.next_up() } else { high };
    }
}

/// The sufficient move with the best hint, the first of equals: played if nothing is proven.
pub(crate) fn promising<P: Position>(position: &P) -> P::Move {
    let mut best: Option<(i32, P::Move)> = None;
    let _ = position.each_sufficient(|m| {
        let hint = position.hint(m);
        if best.is_none_or(|(most, _)| most < hint) {
            best = Some((hint, m));
        }
        ControlFlow::Continue(())
    });
    best.map_or_else(|| position.nth(0), |(_, m)| m)
}

/// The sufficient moves at one ply, the most promising first.
pub(super) type Sufficient<M> = Vec<(i32, M)>;

/// A search that proves values, with its results so far.
#[derive(Debug)]
pub struct Proof<P: Position> {
    pub(super) line: Line<P, Sufficient<P::Move>>,
    pub(super) table: Bounds,
    pub(super) nodes: u64,
}

/// The memory of a search: look-ups and stores.
pub(super) trait Recall {
    fn find(&self, key: u64) -> Option<Known>;
    /// Stores results found since `before` positions were counted.
    fn keep(&mut self, key: u64, known: Known, before: u64, node_budget: &NodeBudget<'_>);
    /// The line passes a position at this ply with that key; `None` if there is no choice there.
    #[inline]
    fn pass(&mut self, ply: usize, key: Option<u64>) {
        let _ = (ply, key);
    }
    /// Whether another thread has answered the question at a position above this ply, checked now
    /// and then: the present question is then obsolete.
    #[inline]
    fn is_answered_above(&mut self, ply: usize, threshold: f64, nodes: u64) -> bool {
        let _ = (ply, threshold, nodes);
        false
    }
    /// That answer, if there is one for the position at this ply.
    #[inline]
    fn take_answer(&mut self, ply: usize) -> Option<f64> {
        let _ = ply;
        None
    }
    /// A move at this ply to announce to other threads; `None` without any.
    #[inline]
    fn task(&self, ply: usize, key: u64, code: impl FnOnce() -> u64) -> Option<Task> {
        let _ = (ply, key, code);
        None
    }
    /// Whether another thread is searching it.
    #[inline]
    fn is_busy_with(&self, task: Task) -> bool {
        let _ = task;
        false
    }
    /// Announces that a thread has begun to search it, or has finished.
    #[inline]
    fn mark(&self, task: Task, is_begun: bool) {
        let _ = (task, is_begun);
    }
}

impl Recall for &mut Bounds {
    #[inline]
    fn find(&self, key: u64) -> Option<Known> {
        Bounds::find(self, key)
    }
    #[inline]
    fn keep(&mut self, key: u64, known: Known, before: u64, node_budget: &NodeBudget<'_>) {
        Bounds::keep(self, key, known, node_budget.nodes() - before, node_budget);
    }
}

/// One searching thread: its line and its memory.
pub(super) struct Asker<'a, P: Position, T> {
    pub(super) line: &'a mut Line<P, Sufficient<P::Move>>,
    pub(super) table: T,
}

/// The result of a proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proven<M> {
    /// The value of the position to `Seat(0)`.
    pub value: f64,
    /// Whether that is the exact value; or a bound, if the proof was stopped.
    pub bound: Bound,
    /// A move with that value; `None` if only the other seat is known to reach it.
    pub m: Option<M>,
}

impl<M> Proven<M> {
    /// An exact value, with a move that has it.
    pub(super) fn exact(value: f64, m: M) -> Proven<M> {
        Proven { value, bound: Bound::Exact, m: Some(m) }
    }
}

impl<P: Position> Proof<P> {
    /// A proof with a table of `bytes` bytes.
    pub fn new(bytes: usize) -> Proof<P> {
        Proof { line: Line::default(), table: Bounds::new(bytes), nodes: 0 }
    }

    /// Forgets its results.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
    }

    /// The number of positions in the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a decision node, in a game without chance for one seat, or for two with a
    /// constant sum. If `most` positions were looked at before it was proven, the result is a bound
    /// or `None`.
    pub fn value(&mut self, position: &P, most: u64) -> Option<Proven<P::Move>> {
        self.prove(position, &mut SearchFrame::new(NodeBudget::free(most), Unwatched))
    }

    /// The same while the budget of `frame` lasts.
    pub(crate) fn prove(&mut self, position: &P, frame: &mut SearchFrame<'_, impl Watch>) -> Option<Proven<P::Move>> {
        self.line.stand_at(position);
        let proven = settle(position, frame, |threshold, frame| self.alone().root(threshold, frame));
        self.nodes = frame.node_budget.nodes();
        proven
    }

    /// A single searching thread.
    pub(super) fn alone(&mut self) -> Asker<'_, P, &mut Bounds> {
        Asker { line: &mut self.line, table: &mut self.table }
    }

    /// Whether the value of `position` is at least `threshold`; `None` if it was stopped.
    pub(super) fn reaches(
        &mut self,
        position: &P,
        threshold: f64,
        frame: &mut SearchFrame<'_, impl Watch>,
    ) -> Option<bool> {
        self.line.stand_at(position);
        self.alone().search(0, threshold, frame).map(|bound| threshold <= bound)
    }
}

impl<P: Position, T: Recall> Asker<'_, P, T> {
    /// Whether the value of the root is at least `threshold`, as a bound, and the move to it.
    pub(super) fn root<O: Watch>(&mut self, threshold: f64, frame: &mut SearchFrame<'_, O>) -> Option<(f64, P::Move)> {
        frame.open(Window::at_least(threshold));
        let found = self.ask(threshold, frame);
        if O::ON {
            let (value, mover) = (found.map(|(value, _)| value), self.line.see(0).here.node());
            let is_cut = value.is_some_and(|value| (threshold <= value) == (mover == Node::Decision(FIRST)));
            let why = if is_cut { Reason::Refuted } else { Reason::Searched };
            tell(frame, threshold, value, why);
        }
        found
    }

    fn ask<O: Watch>(&mut self, threshold: f64, frame: &mut SearchFrame<'_, O>) -> Option<(f64, P::Move)> {
        let Node::Decision(mover) = self.line.see(0).here.node() else { return None };
        self.list(0);
        self.skip_others(0, frame);
        let mut best = None;
        for index in 0..self.line.see(0).room.len() {
            self.descend(0, index, frame);
            let value = self.search(1, threshold, frame)?;
            let is_better = |&(so_far, _): &(f64, P::Move)| {
                if mover == FIRST { so_far < value } else { value < so_far }
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((value, self.line.see(0).room[index].1));
            }
            if (threshold <= value) == (mover == FIRST) {
                break;
            }
        }
        best
    }

    /// A bound of the value at `ply`, on the same side of `threshold` as the value.
    fn search<O: Watch>(&mut self, ply: usize, threshold: f64, frame: &mut SearchFrame<'_, O>) -> Option<f64> {
        // 1. Count the position.
        if !frame.enter(Window::at_least(threshold)) {
            return None;
        }
        let (found, why) = self.answer(ply, threshold, frame);
        if O::ON {
            tell(frame, threshold, found, why);
        }
        found
    }

    /// The same for a position already counted, and the reason why its search ended.
    #[inline]
    fn answer<O: Watch>(
        &mut self,
        ply: usize,
        threshold: f64,
        frame: &mut SearchFrame<'_, O>,
    ) -> (Option<f64>, Reason) {
        // 2. See whether the game is over.
        let here = &self.line.see(ply).here;
        let mover = match here.node() {
            Node::Terminal => return (Some(here.payoff(FIRST)), Reason::Terminal),
            Node::Decision(mover) if ply < FARTHEST => mover,
            // Beyond the limit of a search's length: there is no proof this way, however long it
            // runs.
            Node::Decision(_) | Node::Chance => {
                frame.node_budget.see_horizon();
                return (None, Reason::Horizon);
            }
        };
        // 3. With one sufficient move there is no choice, and little to store.
        self.list(ply);
        if self.line.see(ply).room.len() == 1 {
            self.table.pass(ply, None);
            self.skip_others(ply, frame);
            self.descend(ply, 0, frame);
            return (self.search(ply + 1, threshold, frame), Reason::Searched);
        }
        // 4. Look the question up.
        let key = key_at(&self.line.see(ply).here, ply);
        if let Some(bound) = self.table.find(key).and_then(|known| known.answers(threshold)) {
            return (Some(bound), Reason::Known(None));
        }
        if self.table.is_answered_above(ply, threshold, frame.node_budget.nodes()) {
            return (None, Reason::Stopped);
        }
        self.table.pass(ply, Some(key));
        // 5. Ask the moves until one answers for the seat to act.
        let before = frame.node_budget.nodes();
        self.skip_others(ply, frame);
        self.order(ply);
        let mut best = if mover == FIRST { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut why = Reason::Searched;
        // The number of moves at the end of the list that were deferred.
        let (mut late, mut index) = (0, 0);
        while index < self.line.see(ply).room.len() {
            let moves = &mut self.line.at(ply).room;
            let task = self.table.task(ply, key, || moves[index].1.code());
            let may_wait = 0 < index && index + late < moves.len();
            if task.is_some_and(|task| may_wait && self.table.is_busy_with(task)) {
                moves[index..].rotate_left(1);
                late += 1;
                continue;
            }
            self.descend(ply, index, frame);
            index += 1;
            let mark = |table: &T, is_begun| task.map(|task| table.mark(task, is_begun));
            let _ = mark(&self.table, true);
            let value = self.search(ply + 1, threshold, frame);
            let _ = mark(&self.table, false);
            let Some(value) = value else {
                return (self.table.take_answer(ply), Reason::Stopped);
            };
            best = if mover == FIRST { best.max(value) } else { best.min(value) };
            if (threshold <= value) == (mover == FIRST) {
                why = Reason::Refuted;
                break;
            }
        }
        // 6. Store the answer.
        let known = Known { is_lower: threshold <= best, bound: best };
        self.table.keep(key, known, before, &frame.node_budget);
        (Some(best), why)
    }

    /// Lists the sufficient moves at `ply`.
    #[inline]
    fn list(&mut self, ply: usize) {
        let Ply { here, room: moves } = self.line.at(ply);
        moves.clear();
        let _ = here.each_sufficient(|m| {
            moves.push((0, m));
            ControlFlow::Continue(())
        });
    }

    /// Reports the moves of `ply` that are not listed as not searched.
    #[inline]
    fn skip_others(&self, ply: usize, frame: &mut SearchFrame<'_, impl Watch>) {
        let Ply { here, room: moves } = self.line.see(ply);
        frame.skip_rest(here, Reason::Insufficient, |m| moves.iter().any(|&(_, kept)| kept == m));
    }

    /// Puts the most promising moves first; equals stay in the game's order.
    #[inline]
    fn order(&mut self, ply: usize) {
        let Ply { here, room: moves } = self.line.at(ply);
        for index in 0..moves.len() {
            let m = moves[index].1;
            let promise = here.hint(m);
            let mut place = index;
            while 0 < place && moves[place - 1].0 < promise {
                moves[place] = moves[place - 1];
                place -= 1;
            }
            moves[place] = (promise, m);
        }
    }

    /// Puts the position after move number `index` of `ply` at the next ply.
    #[inline]
    fn descend(&mut self, ply: usize, index: usize, frame: &mut SearchFrame<'_, impl Watch>) {
        let (above, below) = self.line.pair(ply);
        frame.descend(&above.here, &mut below.here, above.room[index].1);
    }
}

/// Leaves a position with the answer to the question whether its value is at least `threshold`.
fn tell(frame: &mut SearchFrame<'_, impl Watch>, threshold: f64, found: Option<f64>, why: Reason) {
    let bound = match found {
        _ if why == Reason::Terminal => Bound::Exact,
        Some(value) if threshold <= value => Bound::Lower,
        _ => Bound::Upper,
    };
    frame.leave(found.unwrap_or(f64::NAN), bound, why);
}
