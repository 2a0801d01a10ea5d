//! One ply before the horizon.

use std::ops::ControlFlow;

use agon_core::{Node, Position, Reason, Seat, horizon::Window};

use super::{
    ply::{Found, FullPly},
    search::AlphaBetaSearch,
};
use crate::search_frame::Watch;

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// As [`best`](AlphaBetaSearch::best), one ply before the horizon: the children are only estimated, so
    /// neither a list nor an order is worth its time.
    pub(super) fn best_by_estimate<P: Position>(
        &mut self,
        ply: &FullPly<P>,
        below: &mut [FullPly<P>],
        mover: Seat,
        Window { mut alpha, beta }: Window,
    ) -> Found<P::Move> {
        let left = below.len();
        let is_root = self.root_plies == left;
        self.frame.begin_line(left);
        self.frame.begin_line(left - 1);
        let after = &mut below[0].here;
        let mut found = Found { value: f64::NEG_INFINITY, m: None };
        self.least_left = 0;
        let relevant = self.settings.relevant;
        if relevant && O::ON {
            let mut kept = Vec::new();
            let _ = ply.here.each_relevant(|m| {
                kept.push(m);
                ControlFlow::Continue(())
            });
            self.frame.skip_rest(&ply.here, Reason::Irrelevant, |m| kept.contains(&m));
        }
        let look_at = |m| {
            self.frame.descend(&ply.here, after, m);
            let window = Window { alpha, beta };
            if !self.frame.enter(self.for_me(mover, window)) {
                return ControlFlow::Break(());
            }
            let value = if after.node() == Node::Terminal {
                self.leave(after.payoff(self.me), Reason::Terminal)
            } else {
                self.frame.node_budget.see_horizon();
                let value = self.estimate(after);
                self.leave(value, Reason::Horizon)
            };
            let value = self.turned(mover, value);
            if is_root {
                self.note(m, mover, value, window);
            }
            if found.m.is_none() || found.value < value {
                found = Found { value, m: Some(m) };
                self.frame.extend_line(left, m);
                if alpha < value {
                    alpha = value;
                    if beta <= alpha {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        };
        let _ = if relevant { ply.here.each_relevant(look_at) } else { ply.here.each_move(look_at) };
        found
    }
}
