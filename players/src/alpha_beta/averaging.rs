//! (m,n)-averaging with pruning that changes no value.
//!
//! Children beyond the m-th best seen don't count, so a child's alpha is the m-th best so far; its
//! beta is what would lift the mean over beta, whatever the other children are worth.

use agon_core::{Position, Seat};

use super::{
    order::{Candidate, bring_forward},
    search::{Found, FullPly, Search, Window},
};

/// By how much a mean must be above beta to count as above it, in parts of the range of payoffs:
/// more than rounding can add to a mean, so that pruning agrees with the plain search to the last
/// bit.
const MARGIN: f64 = 1e-12;

impl Search<'_> {
    /// As [`best`](Search::best), for a seat whose moves are averaged: the value is the mean of
    /// its best moves, the move the best of them.
    pub(super) fn best_by_mean<P: Position>(
        &mut self,
        ply: &mut FullPly<P>,
        below: &mut [FullPly<P>],
        least: usize,
        mover: Seat,
        window: Window,
        is_ordered: bool,
    ) -> Found<P::Move> {
        let estimate = self.watched(&ply.here, least, below.len());
        let most = self.averaged(mover);
        // 1. What the mean is of, and between which bounds any child is.
        let count = ply.room.moves.len().min(most);
        let (low, high) = self.bounds;
        let (floor, margin) =
            (if mover == self.me { low } else { -high }, MARGIN * (high - low).max(1e-300));

        ply.room.values.clear();
        let mut found = Found { value: f64::NEG_INFINITY, m: None };
        for index in 0..ply.room.moves.len() {
            if is_ordered {
                bring_forward(&mut ply.room.moves, index);
            }
            let Candidate { m, .. } = ply.room.moves[index];
            let next = self.play(ply, below, m, estimate);
            // 2. The window: above the m-th best so far, and below what lifts the mean over beta,
            //    counting the children not seen yet as low as they can be.
            let values = &mut ply.room.values;
            let alpha = if values.len() < most { f64::NEG_INFINITY } else { values[most - 1] };
            let seen = values.len().min(count - 1);
            let others = values[..seen].iter().sum::<f64>() + (count - 1 - seen) as f64 * floor;
            let enough = (window.beta + 2.0 * margin) * count as f64 - others;
            if enough <= alpha {
                found.value = (others + alpha) / count as f64 - margin;
                return found;
            }
            let child = Window { alpha, beta: enough };
            let value = self.value(below, least.saturating_sub(1), mover, child, next);
            if self.tally.is_stopped() {
                break;
            }
            // 3. Keep the best values.
            let is_best = ply.room.values.first().is_none_or(|&best| best < value);
            if is_best {
                found.m = Some(m);
            }
            if enough <= value {
                found.value = (others + value) / count as f64 - margin;
                return found;
            }
            keep_best(&mut ply.room.values, most, value);
        }
        // 4. The mean of them.
        let values = &ply.room.values;
        found.value = values.iter().sum::<f64>() / values.len() as f64;
        found
    }
}

/// Puts `value` in its place among the `most` best, best first, if it is one of them.
fn keep_best(best: &mut Vec<f64>, most: usize, value: f64) {
    let place = best.partition_point(|&kept| value <= kept);
    if place < most {
        best.truncate(most - 1);
        best.insert(place, value);
    }
}
