//! The distance to a forced goal: proofs of limited depth, one ply deeper each time.
//!
//! A goal that can be forced within some number of plies can be forced within more, so two numbers are stored for a
//! position: a depth that suffices and one that does not. They are valid at every depth of the search. All legal moves
//! are searched: moves sufficient for the value may not delay longest.

use std::ops::ControlFlow;

use agon_core::{Bound, Left, Node, Position, Reason, Seat, StopSignal, horizon::Window};

use super::{
    buckets::{Buckets, Storable},
    graph::middle,
    proof::{FIRST, Proof, Proven, key_at},
};
use crate::{
    depth::FARTHEST,
    node_budget::NodeBudget,
    search_frame::{Line, Ply, SearchFrame, Unwatched, Watch},
};

/// The bit of every entry.
const TAKEN: u64 = 1 << 32;

/// No depth is known to suffice, or none does.
const NEVER: u32 = u16::MAX as u32;

/// The goal of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wish {
    seat: Seat,
    /// The payoff of `Seat(0)` that is good enough for `seat`; better ones are too.
    value: f64,
    /// Whether no better payoff is possible.
    is_most: bool,
}

impl Wish {
    fn is_reached_by(self, payoff: f64) -> bool {
        if self.seat == FIRST { self.value <= payoff } else { payoff <= self.value }
    }

    /// The window of the question, in payoffs of `Seat(0)`.
    fn window(self) -> Window {
        if self.seat == FIRST { Window::at_least(self.value) } else { Window::above(self.value) }
    }

    /// The report to an observer: a bound if the goal can be forced, and no value if it cannot
    /// within the depth.
    fn told(self, found: Option<bool>, why: Reason) -> Left<'static> {
        let bound = if self.seat == FIRST { Bound::Lower } else { Bound::Upper };
        match found {
            Some(true) => Left::new(self.value, bound, why),
            _ => Left::new(f64::NAN, Bound::Exact, why),
        }
    }
}

/// The knowledge about a position: a depth within which the goal can be forced, and one within
/// which it cannot.
#[derive(Clone, Copy, Debug)]
struct Within {
    enough: u32,
    too_few: u32,
}

impl Within {
    const UNKNOWN: Within = Within { enough: NEVER, too_few: 0 };
}

impl Storable for Within {
    fn packed(self) -> u64 {
        u64::from(self.enough) | u64::from(self.too_few) << 16 | TAKEN
    }
    fn unpacked(data: u64) -> Within {
        Within { enough: data as u32 & NEVER, too_few: (data >> 16) as u32 & NEVER }
    }
}

/// The result of searching one ply deeper.
#[derive(Clone, Copy, Debug)]
enum Step<M> {
    /// The depth suffices, with this move.
    Enough(M),
    /// It does not suffice.
    TooFew,
    /// The search was stopped, or no depth suffices.
    End,
}

/// A search for the shortest forced play, and its results so far.
#[derive(Debug)]
pub struct Quickest<P: Position> {
    line: Line<P, Vec<(i32, P::Move)>>,
    table: Buckets<Within>,
    aim: Wish,
    /// Decides at the horizon whether a position is worth more than the goal.
    beyond: Option<Proof<P>>,
    /// Whether the last search was cut off at its depth somewhere.
    is_cut: bool,
    /// The greatest depth known not to suffice.
    depth: u32,
    /// The greatest count of positions before it gives up.
    most: u64,
}

impl<P: Position> Quickest<P> {
    /// A search for the number of plies within which the seat that gains can force that `position`
    /// is worth `value` to `Seat(0)`, its known value. `None` if no seat gains. Its tables have
    /// `bytes` bytes.
    pub fn of(position: &P, value: f64, bytes: usize) -> Option<Quickest<P>> {
        let facts = position.facts();
        let middle = middle(&facts);
        let seat = match value.total_cmp(&middle) {
            _ if facts.seats == 1 => FIRST,
            _ if value == middle => return None,
            std::cmp::Ordering::Greater => FIRST,
            _ => FIRST.opponent(),
        };
        let most = if seat == FIRST { facts.max_payoff } else { facts.min_payoff };
        let aim = Wish { seat, value, is_most: facts.seats == 1 || value == most };
        Some(Quickest::after(aim, bytes))
    }

    fn after(aim: Wish, bytes: usize) -> Quickest<P> {
        let beyond = (!aim.is_most).then(|| Proof::new(bytes));
        let table = Buckets::new(bytes);
        Quickest { line: Line::default(), table, aim, beyond, is_cut: false, depth: 0, most: u64::MAX }
    }

    /// The greatest depth known not to suffice.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The number of plies, and the move of the seat to act; `None` if `most` positions were looked at before it was
    /// settled.
    pub fn plies(&mut self, position: &P, most: u64) -> Option<(u32, P::Move)> {
        self.plies_until(position, most, &StopSignal::unexpected())
    }

    /// The same, until `stop` is given.
    pub fn plies_until(&mut self, position: &P, most: u64, stop: &StopSignal) -> Option<(u32, P::Move)> {
        let frame = &mut SearchFrame::new(NodeBudget::free(most).stopped_by(stop), Unwatched);
        loop {
            match self.deeper(position, frame) {
                Step::Enough(m) => return Some((self.depth + 1, m)),
                Step::TooFew => self.depth += 1,
                Step::End => return None,
            }
        }
    }

    /// Whether a search one ply deeper succeeds.
    fn deeper(&mut self, position: &P, frame: &mut SearchFrame<'_, impl Watch>) -> Step<P::Move> {
        let left = self.depth + 1;
        if FARTHEST as u32 <= left {
            return Step::End;
        }
        self.line.stand_at(position);
        self.is_cut = false;
        match self.search(0, left, frame) {
            Some(true) => self.move_of(left, frame).map_or(Step::End, Step::Enough),
            Some(false) if self.is_cut => Step::TooFew,
            _ => Step::End,
        }
    }

    /// The move of the root that forces the goal within exactly `left` plies.
    fn move_of(&mut self, left: u32, frame: &mut SearchFrame<'_, impl Watch>) -> Option<P::Move> {
        let wants = self.list(0) == Some(self.aim.seat);
        let mut any = None;
        for index in 0..self.line.see(0).room.len() {
            let m = self.line.see(0).room[index].1;
            // The lists below are overwritten.
            self.descend(0, index, frame);
            let fewer = if wants { left - 1 } else { left.saturating_sub(2) };
            let mut is_within = self.search(1, fewer, frame)?;
            if !wants && left == 1 {
                // The play ends here, or leads to something better still.
                is_within = self.is_beyond(1, frame)?;
            }
            if is_within == wants {
                return Some(m);
            }
            any = any.or(Some(m));
        }
        any
    }

    /// Whether the seat can force its goal from the position at `ply` within `left` plies, or more
    /// than the goal in any number; `None` if it was stopped.
    fn search(&mut self, ply: usize, left: u32, frame: &mut SearchFrame<'_, impl Watch>) -> Option<bool> {
        if self.most <= frame.node_budget.nodes() || !frame.enter(self.aim.window()) {
            return None;
        }
        let (found, why) = self.answer(ply, left, frame);
        frame.tell(self.aim.told(found, why));
        found
    }

    /// The same for a position that was counted, and why no more of it was searched.
    fn answer(&mut self, ply: usize, left: u32, frame: &mut SearchFrame<'_, impl Watch>) -> (Option<bool>, Reason) {
        let here = &self.line.see(ply).here;
        if here.node() == Node::Terminal {
            return (Some(self.aim.is_reached_by(here.payoff(FIRST))), Reason::Terminal);
        }
        if left == 0 {
            self.is_cut = true;
            return (self.is_beyond(ply, frame), Reason::Horizon);
        }
        let key = key_at(here, ply);
        let known = self.table.find(key).unwrap_or(Within::UNKNOWN);
        if known.enough <= left {
            return (Some(true), Reason::Known(None));
        }
        if left <= known.too_few {
            self.is_cut |= known.too_few != NEVER;
            return (Some(false), Reason::Known(Some(known.too_few)));
        }
        let (before, was_cut) = (frame.node_budget.nodes(), self.is_cut);
        self.is_cut = false;
        let wants = self.list(ply) == Some(self.aim.seat);
        let (mut is_forced, mut why) = (!wants, Reason::Searched);
        for index in 0..self.line.see(ply).room.len() {
            self.descend(ply, index, frame);
            let Some(found) = self.search(ply + 1, left - 1, frame) else {
                return (None, Reason::Stopped);
            };
            if found == wants {
                (is_forced, why) = (wants, Reason::Refuted);
                break;
            }
        }
        let Within { enough, too_few } = known;
        let known = if is_forced {
            Within { enough: enough.min(left), too_few }
        } else {
            Within { enough, too_few: if self.is_cut { too_few.max(left) } else { NEVER } }
        };
        self.is_cut |= was_cut;
        self.table.keep(key, known, frame.node_budget.nodes() - before, &frame.node_budget);
        (Some(is_forced), why)
    }

    /// Whether the position at `ply` is worth more than the goal.
    fn is_beyond(&mut self, ply: usize, frame: &mut SearchFrame<'_, impl Watch>) -> Option<bool> {
        let Some(proof) = &mut self.beyond else { return Some(false) };
        let here = &self.line.see(ply).here;
        if self.aim.seat == FIRST {
            proof.reaches(here, self.aim.value.next_up(), frame)
        } else {
            proof.reaches(here, self.aim.value, frame).map(|is_reached| !is_reached)
        }
    }

    /// Lists the moves at `ply`, the most promising first, and returns the seat to move.
    fn list(&mut self, ply: usize) -> Option<Seat> {
        let Ply { here, room: moves } = self.line.at(ply);
        moves.clear();
        let _ = here.each_move(|m| {
            moves.push((here.hint(m), m));
            ControlFlow::Continue(())
        });
        moves.sort_by_key(|&(hint, _)| std::cmp::Reverse(hint));
        match here.node() {
            Node::Decision(mover) => Some(mover),
            Node::Chance | Node::Terminal => None,
        }
    }

    fn descend(&mut self, ply: usize, index: usize, frame: &mut SearchFrame<'_, impl Watch>) {
        let (above, below) = self.line.pair(ply);
        frame.descend(&above.here, &mut below.here, above.room[index].1);
    }
}

/// The value of `position` and the plies to the end of the play, if a seat can force the greatest payoff soon enough to
/// be found within the budget of `frame`, and within `most` positions.
pub(crate) fn shortly<P: Position>(
    position: &P,
    bytes: usize,
    most: u64,
    frame: &mut SearchFrame<'_, impl Watch>,
) -> Option<(Proven<P::Move>, u32)> {
    let facts = position.facts();
    let (least, middle, greatest) = (facts.min_payoff, middle(&facts), facts.max_payoff);
    let side = |seat, value| {
        let aim = Wish { seat, value, is_most: true };
        Quickest { most, ..Quickest::after(aim, bytes) }
    };
    let mut sides = Vec::new();
    if facts.seats == 1 || middle < greatest {
        sides.push(side(FIRST, greatest));
    }
    if facts.seats == 2 && least < middle {
        sides.push(side(FIRST.opponent(), least));
    }
    // If no play was cut off, no seat can force it.
    loop {
        let mut is_open = false;
        for side in &mut sides {
            let depth = side.depth;
            match side.deeper(position, frame) {
                Step::Enough(m) => {
                    let proven = Proven::exact(side.aim.value, m);
                    return Some((proven, depth + 1));
                }
                Step::TooFew => {
                    side.depth += 1;
                    is_open = true;
                }
                Step::End => {}
            }
        }
        if !is_open || most <= frame.node_budget.nodes() || frame.node_budget.is_stopped() {
            return None;
        }
    }
}

/// The same, with at most `most` positions.
pub fn solve_shortly<P: Position>(position: &P, most: u64) -> Option<(Proven<P::Move>, u32)> {
    solve_shortly_until(position, most, &StopSignal::unexpected())
}

/// The same, until `stop` is given.
pub fn solve_shortly_until<P: Position>(position: &P, most: u64, stop: &StopSignal) -> Option<(Proven<P::Move>, u32)> {
    /// The size of the tables of such a short search.
    const BYTES: usize = 16 << 20;
    let node_budget = NodeBudget::free(most).stopped_by(stop);
    shortly(position, BYTES, most, &mut SearchFrame::new(node_budget, Unwatched))
}
