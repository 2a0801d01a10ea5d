//! Pruning before a node is searched: futility pruning and null-move search.

use agon_core::{Bound, Manner, Node, Position, Reason, Seat, horizon::Window};

use super::{
    depths::Depths,
    ply::{Arrival, Found, FullPly},
    search::AlphaBetaSearch,
    settings::Settings,
};
use crate::search_frame::Watch;

/// The least reduction, in plies, of a search after giving the turn away.
const PASS_REDUCES: usize = 2;
/// Futility pruning applies this many plies before the horizon or fewer.
const FUTILE_TO: usize = 3;

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// The static estimate of a position for `mover`, where pruning may use it.
    #[inline]
    pub(super) fn first_glance<P: Position>(
        &self,
        here: &P,
        depths: Depths,
        mover: Seat,
        window: Window,
    ) -> Option<f64> {
        let minds = self.settings.null_move || self.minds_futility(depths);
        (minds && window.is_narrow()).then(|| self.turned(mover, self.estimate(here)))
    }

    /// Whether futility pruning applies at these depths.
    #[inline]
    fn minds_futility(&self, depths: Depths) -> bool {
        0.0 < self.settings.futility && depths.most <= FUTILE_TO
    }

    /// The bound by which a position with this estimate is refuted without searching its moves: because the estimate is
    /// far above the window, or because even giving the turn away refutes.
    pub(super) fn refuted_unseen<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        estimate: f64,
        depths: Depths,
        mover: Seat,
        window: Window,
        arrival: Arrival<P::Move>,
    ) -> Option<Found<P::Move>> {
        let Settings { null_move, futility, .. } = *self.settings;
        if estimate < window.beta || arrival.by.is_none() {
            return None;
        }
        let (ply, below) = line.split_first_mut().expect("a line begins somewhere");
        let sure = estimate - futility * depths.most as f64;
        if self.minds_futility(depths) && window.beta <= sure && !ply.here.is_forced() {
            self.frame.node_budget.see_horizon();
            if O::ON {
                self.why = Some((Reason::Hopeless, Bound::Lower));
            }
            return Some(Found { value: sure, m: None });
        }
        if !null_move {
            return None;
        }
        let value = self.refuted_by_pass(ply, below, depths, mover, window)?;
        // This is a guess: giving the turn away may be better than any move.
        self.frame.node_budget.see_horizon();
        if O::ON {
            self.why = Some((Reason::RefutedByPass, Bound::Lower));
        }
        Some(Found { value, m: None })
    }

    /// The greatest value assumed for a quiet move in a position with this estimate, if that is not above alpha, so
    /// that only forcing moves need be searched.
    #[inline]
    pub(super) fn hopeless<P: Position>(&self, here: &P, estimate: f64, depths: Depths, window: Window) -> Option<f64> {
        let most = estimate + self.settings.futility * depths.most as f64;
        (self.minds_futility(depths) && most <= window.alpha && !here.is_forced()).then_some(most)
    }

    /// The bound proved by a search after giving the turn away, if that is at least beta. Its depth is reduced more at
    /// greater depths, and the turn is never given away twice in a row.
    ///
    /// The bound is right if no move is worse than giving the turn away, as far as the reduced search sees the same as
    /// a full one. In zugzwang it is wrong, and nothing here detects that. [`Position::pass`] therefore requires games
    /// to return false where zugzwang is likely.
    fn refuted_by_pass<P: Position>(
        &mut self,
        ply: &FullPly<P>,
        below: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        Window { beta, .. }: Window,
    ) -> Option<f64> {
        if depths.most <= PASS_REDUCES {
            return None;
        }
        let less = PASS_REDUCES + depths.most / 4;
        let after = &mut below[0].here;
        after.clone_from(&ply.here);
        if !after.pass() {
            return None;
        }
        let window = Window::at_least(beta);
        let next = Arrival { by: None, forced: true, estimate: 0.0 };
        self.frame.next(|next| {
            (next.by, next.from) = (None, Some(Node::Decision(mover)));
            next.look = Manner::Pass(less as u32);
        });
        let value = self.value(below, depths.below(less), mover, window, next);
        // A win found after a pass is no proven win: only the bound is used.
        (beta <= value && !self.frame.node_budget.is_stopped()).then_some(beta)
    }
}
