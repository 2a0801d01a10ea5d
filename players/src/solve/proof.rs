//! Exact values of games too large to list: alpha-beta to the end of the game with null windows.
//!
//! Every question is whether the value for the first seat is at least a threshold; the answer is a
//! bound that every payoff in reach on the way was counted into (fail-soft), and questions are
//! asked until the bounds meet. A search uses only what the game declares: moves that suffice,
//! hints for the order, symmetries for the table.

use std::ops::ControlFlow;

use agon_core::{Facts, Node, Position, Seat};

use super::bounds::{Bounds, Known};

/// The seat whose payoffs the values are.
pub(super) const FIRST: Seat = Seat(0);

/// The key of a position, the same for all its images.
#[inline]
pub(super) fn canonical_key<P: Position>(position: &P) -> u64 {
    let images = 1..position.symmetries();
    images.fold(position.key(), |least, n| least.min(position.image(n).key()))
}

/// Asks whether the value for the first seat is at least a threshold, again and again until the
/// bounds meet. An answer is a bound on the side where the value is, and the move to it.
pub(super) fn converge<M: Copy>(
    [mut low, mut high]: [f64; 2],
    is_first: bool,
    mut ask: impl FnMut(f64) -> Option<(f64, M)>,
) -> Option<Proven<M>> {
    // Whether the first seat is better off than in the middle decides most games.
    let mut threshold = f64::midpoint(low, high).next_up().min(high);
    // A move good for the seat to act: one that reached the bound on its side.
    let mut best = None;
    loop {
        let (value, m) = ask(threshold)?;
        let is_reached = threshold <= value;
        *(if is_reached { &mut low } else { &mut high }) = value;
        if is_reached == is_first || best.is_none() {
            best = Some(m);
        }
        if high <= low {
            return best.map(|m| Proven { value, m });
        }
        threshold = if is_reached { low.next_up() } else { high };
    }
}

/// The room of one ply.
#[derive(Debug)]
struct Ply<P: Position> {
    here: P,
    /// The moves that suffice, the most promising first.
    moves: Vec<(i32, P::Move)>,
}

/// A search that proves values, and what it has found out so far.
#[derive(Debug)]
pub struct Proof<P: Position> {
    line: Vec<Ply<P>>,
    table: Bounds,
    nodes: u64,
    most: u64,
}

/// What a proof found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proven<M> {
    /// What the position is worth to `Seat(0)`.
    pub value: f64,
    /// A move that is worth that.
    pub m: M,
}

impl<P: Position> Proof<P> {
    /// A proof with a table of so many bytes.
    pub fn new(bytes: usize) -> Proof<P> {
        Proof { line: Vec::new(), table: Bounds::new(bytes), nodes: 0, most: u64::MAX }
    }

    /// The positions looked at in the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a position where a seat is to act, in a game without chance for one seat, or
    /// for two with a constant sum; `None` if `most` positions were looked at before it was
    /// proven.
    pub fn value(&mut self, position: &P, most: u64) -> Option<Proven<P::Move>> {
        let Facts { min_payoff, max_payoff, .. } = position.facts();
        (self.nodes, self.most) = (most.min(1), most);
        if most == 0 {
            return None;
        }
        match self.line.first_mut() {
            Some(root) => root.here.clone_from(position),
            None => self.line.push(Ply { here: position.clone(), moves: Vec::new() }),
        }
        let is_first = position.node() == Node::Decision(FIRST);
        converge([min_payoff, max_payoff], is_first, |threshold| self.root(threshold))
    }

    /// Whether the value of the root is at least `threshold`, as a bound, and the move to it.
    fn root(&mut self, threshold: f64) -> Option<(f64, P::Move)> {
        let mover = self.list(0)?;
        let mut best = None;
        for index in 0..self.line[0].moves.len() {
            self.descend(0, index);
            let value = self.search(1, threshold)?;
            let is_better = |&(so_far, _): &(f64, P::Move)| {
                if mover == FIRST { so_far < value } else { value < so_far }
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((value, self.line[0].moves[index].1));
            }
            if (threshold <= value) == (mover == FIRST) {
                break;
            }
        }
        best
    }

    /// A bound of the value at `ply`, on the side of `threshold` where the value is.
    fn search(&mut self, ply: usize, threshold: f64) -> Option<f64> {
        // 1. Count the position, and see whether the game is over.
        if self.most <= self.nodes {
            return None;
        }
        self.nodes += 1;
        let here = &self.line[ply].here;
        if here.node() == Node::Terminal {
            return Some(here.payoff(FIRST));
        }
        // 2. Where one move suffices there is nothing to choose and little to remember.
        let mover = self.list(ply)?;
        if self.line[ply].moves.len() == 1 {
            self.descend(ply, 0);
            return self.search(ply + 1, threshold);
        }
        // 3. Has it been answered before?
        let key = canonical_key(&self.line[ply].here);
        if let Some(bound) = self.table.find(key).and_then(|known| known.answers(threshold)) {
            return Some(bound);
        }
        // 4. Ask the moves until one answers for the seat to act.
        let before = self.nodes;
        self.order(ply);
        let mut best = if mover == FIRST { f64::NEG_INFINITY } else { f64::INFINITY };
        for index in 0..self.line[ply].moves.len() {
            self.descend(ply, index);
            let value = self.search(ply + 1, threshold)?;
            best = if mover == FIRST { best.max(value) } else { best.min(value) };
            if (threshold <= value) == (mover == FIRST) {
                break;
            }
        }
        // 5. Remember the answer.
        let known = Known { is_lower: threshold <= best, bound: best };
        self.table.keep(key, known, self.nodes - before);
        Some(best)
    }

    /// Lists the moves at `ply` that suffice, and says who moves.
    #[inline]
    fn list(&mut self, ply: usize) -> Option<Seat> {
        let Ply { here, moves } = &mut self.line[ply];
        moves.clear();
        let _ = here.each_sufficient(|m| {
            moves.push((0, m));
            ControlFlow::Continue(())
        });
        match here.node() {
            Node::Decision(mover) => Some(mover),
            Node::Chance | Node::Terminal => None,
        }
    }

    /// Puts the most promising moves first; equals stay in the game's order.
    #[inline]
    fn order(&mut self, ply: usize) {
        let Ply { here, moves } = &mut self.line[ply];
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
    fn descend(&mut self, ply: usize, index: usize) {
        if self.line.len() == ply + 1 {
            let here = self.line[ply].here.clone();
            self.line.push(Ply { here, moves: Vec::new() });
        }
        let (above, below) = self.line.split_at_mut(ply + 1);
        let Ply { here, moves } = &above[ply];
        below[0].here.play_from(here, moves[index].1);
    }
}
