//! Depth-first proof-number search: always at the position that needs the fewest further proofs or
//! refutations.

use std::ops::ControlFlow;

use agon_core::{Bound, Left, Node, Position, Reason, horizon::Window};

use super::{
    buckets::{Buckets, Storable},
    proof::{FIRST, Proven, key_at, settle},
};
use crate::{
    depth::FARTHEST,
    node_budget::NodeBudget,
    search_frame::{Line, Ply, SearchFrame, Unwatched, Watch},
};

/// The greatest proof number; it also stands for infinity.
const MANY: u32 = (1 << 28) - 1;

/// The least number of further positions that must be proven for the value to reach the threshold;
/// and the same to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    refutation: u32,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, refutation: 1 };
    const PROVEN: Numbers = Numbers { proof: 0, refutation: MANY };
    const REFUTED: Numbers = Numbers { proof: MANY, refutation: 0 };

    /// The report to an observer of a position with these numbers: a bound with the reason
    /// `answered` if they are an answer; otherwise no value, with the reason `open`.
    fn told(self, threshold: f64, answered: Reason, open: Reason) -> Left<'static> {
        if self.proof == 0 {
            Left::new(threshold, Bound::Lower, answered)
        } else if self.refutation == 0 {
            Left::new(threshold.next_down(), Bound::Upper, answered)
        } else {
            Left::new(f64::NAN, Bound::Exact, open)
        }
    }
}

impl Storable for Numbers {
    #[inline]
    fn packed(self) -> u64 {
        u64::from(self.proof) | u64::from(self.refutation) << 28
    }
    #[inline]
    fn unpacked(data: u64) -> Numbers {
        Numbers { proof: data as u32 & MANY, refutation: (data >> 28) as u32 & MANY }
    }
}

/// A move, the position after it, and its numbers.
#[derive(Clone, Copy, Debug)]
struct Child<M> {
    m: M,
    numbers: Numbers,
}

/// A search that proves values, and its results so far.
#[derive(Debug)]
pub struct ProofNumbers<P: Position> {
    line: Line<P, Vec<Child<P::Move>>>,
    table: Buckets<Numbers>,
    nodes: u64,
    /// Of the payoffs met, the least that reaches the threshold, and the greatest below it.
    met: [f64; 2],
}

impl<P: Position> ProofNumbers<P> {
    /// A search with a table of `bytes` bytes.
    pub fn new(bytes: usize) -> ProofNumbers<P> {
        ProofNumbers { line: Line::default(), table: Buckets::new(bytes), nodes: 0, met: [0.0; 2] }
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
        let proven = settle(position, frame, |threshold, frame| self.ask(threshold, frame));
        self.nodes = frame.node_budget.nodes();
        proven
    }

    /// Whether the value of the root is at least `threshold`, as a bound, and the move to it.
    fn ask(&mut self, threshold: f64, frame: &mut SearchFrame<'_, impl Watch>) -> Option<(f64, P::Move)> {
        // Results for another threshold are invalid for this one.
        self.table.clear();
        self.met = [f64::INFINITY, f64::NEG_INFINITY];
        let found = self.search(0, Numbers { proof: MANY, refutation: MANY }, threshold, frame)?;
        let is_reached = found.proof == 0;
        let value = if is_reached { self.met[0] } else { self.met[1] };
        let is_first = self.line.see(0).here.node() == Node::Decision(FIRST);
        let does_answer = |child: &&Child<P::Move>| {
            let Numbers { proof, refutation } = child.numbers;
            if is_first { proof == 0 } else { refutation == 0 }
        };
        let children = &self.line.see(0).room;
        let child = children.iter().find(does_answer).or(children.first())?;
        Some((value, child.m))
    }

    /// Searches below `ply` until one of the numbers there reaches that of `limits`, and returns
    /// the numbers.
    fn search(
        &mut self,
        ply: usize,
        limits: Numbers,
        threshold: f64,
        frame: &mut SearchFrame<'_, impl Watch>,
    ) -> Option<Numbers> {
        frame.open(Window::at_least(threshold));
        let found = self.go_on(ply, limits, threshold, frame);
        let numbers = found.unwrap_or(Numbers::UNKNOWN);
        frame.tell(numbers.told(threshold, Reason::Searched, Reason::Postponed));
        found
    }

    fn go_on(
        &mut self,
        ply: usize,
        limits: Numbers,
        threshold: f64,
        frame: &mut SearchFrame<'_, impl Watch>,
    ) -> Option<Numbers> {
        if ply == FARTHEST {
            return None;
        }
        // 1. Look at the positions after its moves.
        let before = frame.node_budget.nodes();
        let is_first = self.line.see(ply).here.node() == Node::Decision(FIRST);
        if !self.list(ply, threshold, frame) {
            return None;
        }
        loop {
            // 2. The seat to act needs one of its moves, the other all of them.
            let (numbers, choice) = self.sum_up(ply, is_first);
            if limits.proof <= numbers.proof || limits.refutation <= numbers.refutation {
                let key = key_at(&self.line.see(ply).here, ply);
                let nodes = frame.node_budget.nodes() - before;
                self.table.keep(key, numbers, nodes, &frame.node_budget);
                return Some(numbers);
            }
            // 3. Go on at the child that needs the fewest, while that is so.
            let Child { m, numbers: child, .. } = self.line.see(ply).room[choice.index];
            let below = if is_first {
                Numbers {
                    proof: limits.proof.min(choice.second.saturating_add(1)),
                    refutation: rest(limits.refutation, numbers.refutation, child.refutation),
                }
            } else {
                Numbers {
                    proof: rest(limits.proof, numbers.proof, child.proof),
                    refutation: limits.refutation.min(choice.second.saturating_add(1)),
                }
            };
            let (above, next) = self.line.pair(ply);
            frame.descend(&above.here, &mut next.here, m);
            let found = self.search(ply + 1, below, threshold, frame)?;
            self.line.at(ply).room[choice.index].numbers = found;
        }
    }

    /// Lists the sufficient moves at `ply` with the numbers of the positions after them, and counts
    /// these; false if that exceeds the budget.
    fn list(&mut self, ply: usize, threshold: f64, frame: &mut SearchFrame<'_, impl Watch>) -> bool {
        let (Ply { here, room: children }, Ply { here: after, .. }) = self.line.pair(ply);
        children.clear();
        let stopped = here.each_sufficient(|m| {
            if !frame.count() {
                return ControlFlow::Break(());
            }
            frame.descend(here, after, m);
            frame.open(Window::at_least(threshold));
            let numbers = if after.node() == Node::Terminal {
                let payoff = after.payoff(FIRST);
                frame.leave(payoff, Bound::Exact, Reason::Terminal);
                if threshold <= payoff {
                    self.met[0] = self.met[0].min(payoff);
                    Numbers::PROVEN
                } else {
                    self.met[1] = self.met[1].max(payoff);
                    Numbers::REFUTED
                }
            } else {
                let numbers = self.table.find(key_at(after, ply + 1)).unwrap_or(Numbers::UNKNOWN);
                frame.tell(numbers.told(threshold, Reason::Known(None), Reason::Unvisited));
                numbers
            };
            children.push(Child { m, numbers });
            ControlFlow::Continue(())
        });
        frame.skip_rest(here, Reason::Insufficient, |m| children.iter().any(|kept| kept.m == m));
        stopped.is_continue()
    }

    /// The numbers at `ply` from those of its moves, and the move to go on with.
    fn sum_up(&self, ply: usize, is_first: bool) -> (Numbers, Pick) {
        let mut choice = Pick { index: 0, second: MANY };
        let (mut least, mut sum) = (MANY, 0u32);
        for (index, child) in self.line.see(ply).room.iter().enumerate() {
            let Numbers { proof, refutation } = child.numbers;
            let (one, all) = if is_first { (proof, refutation) } else { (refutation, proof) };
            sum = if all == MANY { MANY } else { add(sum, all) };
            if one < least {
                (choice.second, least, choice.index) = (least, one, index);
            } else {
                choice.second = choice.second.min(one);
            }
        }
        if is_first {
            (Numbers { proof: least, refutation: sum }, choice)
        } else {
            (Numbers { proof: sum, refutation: least }, choice)
        }
    }
}

/// The move a search goes on with.
#[derive(Clone, Copy, Debug)]
struct Pick {
    /// The index of the move that needs the fewest.
    index: usize,
    /// The number that the second best needs.
    second: u32,
}

/// The sum of two numbers, infinite only if one of them is.
#[inline]
fn add(one: u32, other: u32) -> u32 {
    if one == MANY || other == MANY { MANY } else { (one + other).min(MANY - 1) }
}

/// The limit for one summand, given the limit of the sum.
#[inline]
fn rest(limit: u32, sum: u32, summand: u32) -> u32 {
    if limit == MANY { MANY } else { (limit - sum).saturating_add(summand).min(MANY) }
}

#[cfg(test)]
mod tests {
    use super::{MANY, Numbers, Storable};

    #[test]
    fn numbers_are_read_back_as_they_were_stored() {
        let (least, most) = (Numbers::UNKNOWN, MANY - 1);
        let large = Numbers { proof: most, refutation: most };
        for numbers in [least, large, Numbers::PROVEN, Numbers::REFUTED] {
            assert!((1..1 << 56).contains(&numbers.packed()), "{numbers:?}");
            assert_eq!(Numbers::unpacked(numbers.packed()), numbers);
        }
    }
}
