//! (m,n)-averaging with pruning that changes no value.
//!
//! Children below the m-th best so far do not count, so a child's alpha is the m-th best value so
//! far. Its beta is the value that would lift the mean to beta, whatever the remaining children are
//! worth.
//!
//! Sums from the best on and the division are monotone, rounding included: a list with no smaller
//! value anywhere has no smaller mean. So the mean of the values seen, completed with the least
//! possible value, is a bound exact to the last bit.

use std::iter;

use agon_core::{Position, Seat, horizon::Window};

use super::{
    depths::Depths,
    order::{Candidate, bring_forward},
    ply::{Found, FullPly},
    search::AlphaBetaSearch,
};
use crate::search_frame::Watch;

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// As [`best`](AlphaBetaSearch::best), for a seat whose moves are averaged: the value is the mean of
    /// its best moves, the move the best of them.
    pub(super) fn best_by_mean<P: Position>(
        &mut self,
        ply: &mut FullPly<P>,
        below: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        window: Window,
        is_ordered: bool,
    ) -> Found<P::Move> {
        let estimate = self.watched(&ply.here, depths);
        let most = self.averaged(mover);
        // 1. The number of values averaged, and the least value of any child.
        let count = ply.room.moves.len().min(most);
        let floor = if mover == self.me { self.bounds.0 } else { -self.bounds.1 };

        ply.room.values.clear();
        self.frame.begin_line(below.len());
        let mut found = Found { value: f64::NEG_INFINITY, m: None };
        for index in 0..ply.room.moves.len() {
            if is_ordered {
                bring_forward(&mut ply.room.moves, index);
            }
            let candidate @ Candidate { m, .. } = ply.room.moves[index];
            let next = self.play(ply, below, candidate, estimate);
            // 2. The window: above the m-th best so far, and below what lifts the mean to beta.
            let values = &ply.room.values;
            let alpha = if values.len() < most { f64::NEG_INFINITY } else { values[most - 1] };
            let child = Window { alpha, beta: lift(values, count, floor, window.beta) };
            let value = self.value(below, depths.below(0), mover, child, next);
            if self.frame.node_budget.is_stopped() {
                break;
            }
            if below.len() == self.root_plies {
                self.note(m, mover, value, child);
            }
            // 3. Keep the best values; their mean may cause a cutoff.
            let is_best = ply.room.values.first().is_none_or(|&best| best < value);
            if is_best {
                found.m = Some(m);
                self.frame.extend_line(below.len(), m);
            }
            keep_best(&mut ply.room.values, most, value);
            let least_mean = mean(ply.room.values.iter().copied(), count, floor);
            if window.beta <= least_mean {
                found.value = least_mean;
                return found;
            }
        }
        // 4. Their mean.
        let values = &ply.room.values;
        found.value = values.iter().sum::<f64>() / values.len() as f64;
        found
    }
}

/// The mean of `count` values, best first: of `values`, completed with `floor`.
fn mean(values: impl Iterator<Item = f64>, count: usize, floor: f64) -> f64 {
    values.chain(iter::repeat(floor)).take(count).sum::<f64>() / count as f64
}

/// A value that lifts the mean of `count` to `target` when added to `values`, and hardly larger
/// than the least such value.
fn lift(values: &[f64], count: usize, floor: f64, target: f64) -> f64 {
    let with = |value: f64| {
        let place = values.partition_point(|&kept| value <= kept);
        let (better, worse) = values.split_at(place);
        mean(better.iter().copied().chain([value]).chain(worse.iter().copied()), count, floor)
    };
    let others = mean(values.iter().copied(), count - 1, floor) * (count - 1) as f64;
    let others = if count == 1 { 0.0 } else { others };
    let mut value = target * count as f64 - others;
    // Rounding may have left it a little too low.
    let mut step = f64::EPSILON * (target.abs() * count as f64 + others.abs());
    while with(value) < target {
        value += step;
        step *= 2.0;
    }
    value
}

/// Inserts `value` into the `most` best, best first, if it is among them.
fn keep_best(best: &mut Vec<f64>, most: usize, value: f64) {
    let place = best.partition_point(|&kept| value <= kept);
    if place < most {
        best.truncate(most - 1);
        best.insert(place, value);
    }
}
