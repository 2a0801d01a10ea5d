//! What is taken as known without a look: futility pruning, and null-move search.

use agon_core::{Bound, Manner, Node, Position, Reason, Seat, horizon::Window};

use super::{
    depths::Depths,
    ply::{Arrival, Found, FullPly},
    search::AlphaBetaSearch,
    settings::Settings,
};
use crate::spine::Watch;

/// By how many plies at least a search after giving the turn away is less deep.
const PASS_REDUCES: usize = 2;
/// To so many plies before the horizon an estimate tells what is futile.
const FUTILE_TO: usize = 3;

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// What a position looks worth to `mover`, where that may tell enough.
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

    /// Whether the horizon is so near that an estimate tells what is futile.
    #[inline]
    fn minds_futility(&self, depths: Depths) -> bool {
        0.0 < self.settings.futility && depths.most <= FUTILE_TO
    }

    /// What is known of a position that looks worth `estimate`, without a look at its moves: that it is
    /// refuted, because that is far above the window, or because even giving the turn away refutes.
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
            self.spine.tally.see_horizon();
            if O::ON {
                self.why = Some((Reason::Hopeless, Bound::Lower));
            }
            return Some(Found { value: sure, m: None });
        }
        if !null_move {
            return None;
        }
        let value = self.refuted_by_pass(ply, below, depths, mover, window)?;
        // A guess, where to give the turn away may be better than any move.
        self.spine.tally.see_horizon();
        if O::ON {
            self.why = Some((Reason::RefutedByPass, Bound::Lower));
        }
        Some(Found { value, m: None })
    }

    /// The most that a quiet move is taken to be worth in a position that looks worth `estimate`, where
    /// that is not above the window and so none but forcing moves are worth a look.
    #[inline]
    pub(super) fn hopeless<P: Position>(
        &self,
        here: &P,
        estimate: f64,
        depths: Depths,
        window: Window,
    ) -> Option<f64> {
        let most = estimate + self.settings.futility * depths.most as f64;
        (self.minds_futility(depths) && most <= window.alpha && !here.is_forced()).then_some(most)
    }

    /// The bound that a search after giving the turn away proves, if that is at least beta: the less
    /// deep the more there is to save, and never twice in a row.
    ///
    /// It is right wherever no turn that is given away is better than every move there, as far as the search after it
    /// sees what the search of the moves would see; in zugzwang it is wrong, and nothing here finds that out. So
    /// [`Position::pass`] asks games to say no where that may well be.
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
        self.spine.next(|next| {
            (next.by, next.from) = (None, Some(Node::Decision(mover)));
            next.look = Manner::Pass(less as u32);
        });
        let value = self.value(below, depths.below(less), mover, window, next);
        // A win that a pass finds is none: the bound is all it proves.
        (beta <= value && !self.spine.tally.is_stopped()).then_some(beta)
    }
}
