//! Moves not expected to be best are first searched in a null window and to a reduced depth:
//! principal variation search, and late move reductions.

use agon_core::{Manner, Position, Seat, horizon::Window};

use super::{
    depths::Depths,
    ply::{Arrival, FullPly},
    search::AlphaBetaSearch,
};
use crate::search_frame::Watch;

/// The first moves of a node are never reduced, nor any move this close to the horizon.
const REDUCED_FROM: (usize, usize) = (3, 3);

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// The value for `mover` of a move not expected to be better than `alpha`; the window is opened
    /// only if it is. Also whether the move is certainly better than `alpha`, even if the search
    /// was stopped before its exact value.
    pub(super) fn scouted<P: Position>(
        &mut self,
        below: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        window: Window,
        arrival: Arrival<P::Move>,
        index: usize,
    ) -> (f64, bool) {
        let Window { alpha, beta } = window;
        let less = if self.settings.reductions && !arrival.forced && f64::NEG_INFINITY < alpha {
            reduction(depths.most, index)
        } else {
            0
        };
        if 0 < less {
            self.frame.next(|next| next.look = Manner::Reduced(less as u32));
            let value = self.value(below, depths.below(less), mover, Window::above(alpha), arrival);
            if value <= alpha {
                return (value, false);
            }
        }
        let depths = depths.below(0);
        if self.settings.pvs && f64::NEG_INFINITY < alpha && !window.is_narrow() {
            let value = self.value(below, depths, mover, Window::above(alpha), arrival);
            if value <= alpha || beta <= value || self.frame.node_budget.is_stopped() {
                return (value, false);
            }
            let exact = self.value(below, depths, mover, window, arrival);
            return if self.frame.node_budget.is_stopped() { (value, true) } else { (exact, false) };
        }
        (self.value(below, depths, mover, window, arrival), false)
    }
}

/// The reduction, in plies, of move number `index` of a node of depth `most`: about half the
/// product of their logarithms.
fn reduction(most: usize, index: usize) -> usize {
    let (first_moves, plies) = REDUCED_FROM;
    if index < first_moves || most < plies {
        return 0;
    }
    // In quarters of a power of two, so that no machine-dependent logarithm is needed.
    let quarters = |n: usize| n.saturating_pow(4).ilog2() as usize;
    ((64 + quarters(most) * quarters(index + 1)) / 80).min(most - 1)
}
