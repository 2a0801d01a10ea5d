//! How a player estimates positions: a heuristic of the game, weights or a learned evaluation.

use std::{cell::Cell, ops::ControlFlow};

use crate::{Extras, Glimpse, Heuristic, Leaf, Learned, Node, Position, Seat};

/// How a player estimates the payoff of a position that it does not search further.
///
/// The tag is a byte of its own, which a search reads at every node.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
pub enum Estimator {
    /// Every unfinished position is worth 0, or the payoff bound nearest to 0.
    Nothing(f64),
    /// One of the game's heuristics.
    Named(Heuristic),
    /// A weighted sum of the game's features, mapped into the declared bounds.
    Weights {
        /// One weight for each of the game's features, in their order.
        weights: Vec<f64>,
        /// The least and the greatest payoff.
        bounds: (f64, f64),
    },
    /// A learned evaluation.
    Learned(Learned),
}

impl Estimator {
    /// The estimated payoff of `seat` in `position`, which is not terminal.
    #[inline]
    pub fn estimate<P: Position>(&self, position: &P, seat: Seat) -> f64 {
        match self {
            Estimator::Nothing(value) => *value,
            Estimator::Named(heuristic) => position.estimate(*heuristic, seat),
            Estimator::Weights { weights, bounds } => weigh(position, seat, weights, *bounds),
            Estimator::Learned(learned) => learned.estimate(position, seat),
        }
    }

    /// Prepares `position`, the first of a line, for the estimates needed below it.
    pub fn announce<P: Position>(&self, position: &mut P) {
        match self {
            Estimator::Named(heuristic) => position.keep(Some(*heuristic)),
            Estimator::Learned(learned) => position.keep(learned.corrected()),
            Estimator::Nothing(_) | Estimator::Weights { .. } => position.keep(None),
        }
    }

    /// The default of [`Position::each_leaf`]: plays every move at `room`, and values the result.
    #[inline]
    pub fn each_played<P: Position>(
        &self,
        here: &P,
        room: &mut P,
        seat: Seat,
        mut visit: impl FnMut(P::Move, Leaf) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        here.each_move(|m| {
            room.play_from(here, m);
            let is_over = room.node() == Node::Terminal;
            let value = if is_over { room.payoff(seat) } else { self.estimate(room, seat) };
            visit(m, Leaf { is_over, value })
        })
    }
}

impl Learned {
    /// The estimated payoff of `seat` in `position`, which is not terminal.
    #[inline(never)]
    pub fn estimate<P: Position>(&self, position: &P, seat: Seat) -> f64 {
        thread_local! {
            // Reused for every node, so that nothing is allocated there.
            static ROOM: Cell<(Vec<u8>, Vec<f64>)> = const { Cell::new((Vec::new(), Vec::new())) };
        }
        let (mut states, mut features) = ROOM.take();
        let on_turn = Extras::on_turn(position);
        let viewer = self.evaluation().viewer(on_turn, seat);
        if self.evaluation().sees_features() {
            states.clear();
            Extras::feature_values(position, viewer, &mut features);
        } else {
            features.clear();
            Extras::states(position, viewer, &mut states);
        }
        let secured = Extras::secured(position, seat);
        let usual = self.corrected().map_or(0.0, |usual| position.estimate(usual, viewer));
        let sight = Glimpse { states: &states, features: &features, on_turn, secured, usual };
        let value = self.evaluation().value(sight, seat);
        ROOM.set((states, features));
        value
    }
}

/// The weighted sum, mapped smoothly into the bounds: w / (1 + |w|) of the half range on either
/// side of the middle.
#[inline(never)]
fn weigh<P: Position>(position: &P, seat: Seat, weights: &[f64], bounds: (f64, f64)) -> f64 {
    thread_local! {
        // Reused for every node, so that nothing is allocated there.
        static ROOM: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
    }
    let mut values = ROOM.take();
    Extras::feature_values(position, seat, &mut values);
    let sum: f64 = weights.iter().zip(&values).map(|(weight, value)| weight * value).sum();
    ROOM.set(values);
    let middle = f64::midpoint(bounds.0, bounds.1);
    middle + (bounds.1 - bounds.0) / 2.0 * sum / (1.0 + sum.abs())
}
