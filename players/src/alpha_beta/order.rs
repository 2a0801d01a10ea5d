//! Move ordering by what the search remembers of moves, independent of the position.
//!
//! Moves are identified by a hash of their code. If two moves share a hash, their order may be
//! worse, but no value changes.

use agon_core::{Move, Seat};

/// The number of places for moves; a power of two.
const PLACES: usize = 1 << 12;
/// The greatest weight of a history entry.
const MOST: i32 = 1 << 16;

/// A move with its promise: larger is tried sooner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(super) m: M,
    pub(super) promise: i64,
    /// Whether it is forcing; computed only if needed.
    pub(super) forcing: bool,
}

impl<M> Candidate<M> {
    /// A move not yet rated.
    #[inline]
    pub(super) fn new(m: M) -> Candidate<M> {
        Candidate { m, promise: 0, forcing: false }
    }
}

/// Killer moves of one ply: the moves that caused the latest cutoffs, the last one first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Killers<M>([Option<M>; 2]);

impl<M: Copy + PartialEq> Killers<M> {
    pub(super) const NONE: Killers<M> = Killers([None; 2]);

    pub(super) fn note(&mut self, m: M) {
        if self.0[0] != Some(m) {
            self.0 = [Some(m), self.0[0]];
        }
    }

    /// Two for the last killer, one for the one before it, zero for any other move.
    #[inline]
    pub(super) fn rank(&self, m: M) -> i64 {
        if self.0[0] == Some(m) { 2 } else { i64::from(self.0[1] == Some(m)) }
    }
}

/// Moves that caused cutoffs lately, at any ply.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// For each seat and move, the weight of its cutoffs.
    history: Vec<i32>,
    /// For each seat and move, the code of its last refutation, plus one.
    answers: Vec<u64>,
}

impl Order {
    /// Forgets everything, and allocates the tables that will be used.
    pub(crate) fn clear(&mut self, history: bool, answers: bool) {
        self.history.clear();
        self.history.resize(if history { 2 * PLACES } else { 0 }, 0);
        self.answers.clear();
        self.answers.resize(if answers { 2 * PLACES } else { 0 }, 0);
    }

    /// The weight of the cutoffs by `m` when `seat` played it.
    #[inline]
    pub(crate) fn history(&self, seat: Seat, m: impl Move) -> i64 {
        i64::from(self.history[place(seat, m)])
    }

    /// The same as a fraction between -1/2 and 1/2.
    #[inline]
    pub(crate) fn share(&self, seat: Seat, m: impl Move) -> f64 {
        self.history(seat, m) as f64 / f64::from(2 * MOST)
    }

    /// Records a cutoff by `m` in a search of `plies` plies. Old merits fade as new ones are added.
    #[inline]
    pub(crate) fn note_history(&mut self, seat: Seat, m: impl Move, plies: usize) {
        self.shift(seat, m, merit(plies));
    }

    /// Records that `m` was tried in such a search without a cutoff.
    #[inline]
    pub(crate) fn note_failure(&mut self, seat: Seat, m: impl Move, plies: usize) {
        self.shift(seat, m, -merit(plies));
    }

    /// The nearer a weight is to its bound, the less it is shifted, so it never passes the bound.
    fn shift(&mut self, seat: Seat, m: impl Move, by: i32) {
        let place = &mut self.history[place(seat, m)];
        *place += by - (i64::from(*place) * i64::from(by.abs()) / i64::from(MOST)) as i32;
    }

    /// Whether `m` was the last refutation, by `seat`, of the move before it.
    #[inline]
    pub(crate) fn is_answer(&self, seat: Seat, before: impl Move, m: impl Move) -> bool {
        self.answers[place(seat, before)] == m.code().wrapping_add(1)
    }

    /// Records that `m`, played by `seat`, refuted the move `before`.
    #[inline]
    pub(crate) fn note_answer(&mut self, seat: Seat, before: impl Move, m: impl Move) {
        self.answers[place(seat, before)] = m.code().wrapping_add(1);
    }
}

/// The weight of a cutoff in a search of `plies` plies.
#[inline]
fn merit(plies: usize) -> i32 {
    (plies * plies).min(1024) as i32
}

#[inline]
fn place(seat: Seat, m: impl Move) -> usize {
    let mixed = m.code().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PLACES.ilog2());
    (seat.index() & 1) * PLACES + mixed as usize
}

/// Reduces the list to the forcing moves and `first`, and reports the others as skipped; returns whether it did. Used
/// where only these moves are searched, so the others need no rating. Without any forcing move all stay, because the
/// best of them is searched.
pub(super) fn leave_out_quiet<M: Copy + PartialEq>(
    moves: &mut Vec<Candidate<M>>,
    first: Option<M>,
    mut tell: impl FnMut(M),
) -> bool {
    let is_kept = |candidate: &Candidate<M>| candidate.forcing || Some(candidate.m) == first;
    let some = moves.iter().any(is_kept);
    if some {
        moves.retain(|candidate| {
            let kept = is_kept(candidate);
            if !kept {
                tell(candidate.m);
            }
            kept
        });
    }
    some
}

/// The number of moves selected one by one before the rest is sorted: most cutoffs come sooner.
const SELECTED: usize = 4;

/// Moves the most promising of `list[from..]` to `list[from]`, the first of equals in the game's
/// order. Called for every index in turn.
#[inline]
pub(super) fn bring_forward<M: Copy + Ord>(list: &mut [Candidate<M>], from: usize) {
    if SELECTED < from {
        return;
    }
    if from == SELECTED {
        // Unstable sorting allocates nothing, and no two candidates are equal.
        list[from..].sort_unstable_by(|a, b| b.promise.cmp(&a.promise).then(a.m.cmp(&b.m)));
        return;
    }
    let Some(&(mut best)) = list.get(from) else { return };
    let mut place = from;
    for (index, &candidate) in list.iter().enumerate().skip(from + 1) {
        let is_first = || best.promise == candidate.promise && candidate.m < best.m;
        if best.promise < candidate.promise || is_first() {
            (best, place) = (candidate, index);
        }
    }
    list.swap(from, place);
}

#[cfg(test)]
mod tests {
    use super::{Candidate, bring_forward};

    #[test]
    fn equally_promising_moves_stay_in_the_order_of_the_game() {
        let promises = [1, 3, 2, 3, 1, 3, 2, 2];
        let mut list: Vec<Candidate<usize>> =
            promises.iter().enumerate().map(|(m, &promise)| Candidate { promise, ..Candidate::new(m) }).collect();
        for from in 0..list.len() {
            bring_forward(&mut list, from);
        }
        let order: Vec<usize> = list.iter().map(|candidate| candidate.m).collect();
        assert_eq!(order, [1, 3, 5, 2, 6, 7, 0, 4]);
    }
}
