//! Alpha-beta without extras: no table, no ordering, no list of moves.
//!
//! Written as negamax: every value is for the seat that asks, and asking for the other seat
//! changes the sign of the value and of the window. One loop serves both seats, whoever moves
//! next. The other seat's values are those of `me` with the sign changed, even where the payoffs
//! add up to another number than zero, or a heuristic is not the same from both sides: so the
//! values are those of minimax, to the last bit.

use std::ops::ControlFlow;

use agon_core::{Node, Position, Reason, Seat};

use crate::{
    fixed_depth::{Rule, Search},
    spine::{Ply, Watch, bound_in},
};

/// Alpha-beta and nothing else.
pub(super) struct Plain;

impl<P: Position> Rule<P> for Plain {
    type Room = ();
    const PRUNES: bool = true;

    fn value<O: Watch>(
        search: &mut Search<'_, Self, O>,
        line: &mut [Ply<P>],
        mover: Seat,
        [alpha, beta]: [f64; 2],
    ) -> f64 {
        if mover == search.me {
            search.value(line, mover, alpha, beta)
        } else {
            -search.value(line, mover, -beta, -alpha)
        }
    }
}

impl<O: Watch> Search<'_, Plain, O> {
    /// The value for `seat` of the first position of `line`, looking as far as the line goes:
    /// exact inside the window, a bound outside it (fail-soft).
    fn value<P: Position>(
        &mut self,
        line: &mut [Ply<P>],
        seat: Seat,
        alpha: f64,
        beta: f64,
    ) -> f64 {
        let Some((ply, below)) = line.split_first_mut() else { return 0.0 };
        let here = &ply.here;
        // 1. Count the position.
        let window = if seat == self.me { [alpha, beta] } else { [-beta, -alpha] };
        if !self.spine.enter(window) {
            return 0.0;
        }
        // 2. The end of the game, or of the look.
        let mover = match here.node() {
            Node::Decision(mover) => mover,
            Node::Terminal => {
                let value = here.payoff(self.me);
                let value = self.leave(value, Reason::Terminal);
                return self.for_me(seat, value);
            }
            Node::Chance => unreachable!("games with chance are refused"),
        };
        if below.is_empty() {
            let value = self.guess(here);
            let value = self.leave(value, Reason::Horizon);
            return self.for_me(seat, value);
        }
        // 3. The best move of the seat to act, in its own terms.
        let value = if mover == seat {
            self.best_below(here, below, seat, alpha, beta)
        } else {
            -self.best_below(here, below, mover, -beta, -alpha)
        };
        let worth = self.for_me(seat, value);
        let is_cut = if mover == seat { beta <= value } else { value <= alpha };
        let why = if is_cut { Reason::Refuted } else { Reason::Searched };
        self.spine.leave(worth, bound_in(window, worth), why);
        value
    }

    #[inline]
    fn best_below<P: Position>(
        &mut self,
        here: &P,
        below: &mut [Ply<P>],
        mover: Seat,
        mut alpha: f64,
        beta: f64,
    ) -> f64 {
        let mut best = f64::NEG_INFINITY;
        let _ = here.each_move(|m| {
            self.spine.descend(here, &mut below[0].here, m);
            let value = self.value(below, mover, alpha, beta);
            if best < value {
                best = value;
                if alpha < value {
                    alpha = value;
                    if beta <= alpha {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// A value for the seat `me` as a value for `seat`, or the other way round.
    #[inline]
    fn for_me(&self, seat: Seat, value: f64) -> f64 {
        if seat == self.me { value } else { -value }
    }
}
