//! Alpha-beta without extras: no table, no ordering, no list of moves.
//!
//! Every value is for MAX, the seat the search is for; the other seat is MIN. MIN minimises MAX's value, even if the
//! payoffs add up to a number other than zero or the heuristic is not symmetric. So the values equal those of minimax,
//! to the last bit. Windows are in MAX's values.

use agon_core::{
    Node, Position, Reason, Seat, best_at_horizon,
    horizon::{Backed, Window},
};

use crate::{
    fixed_depth::{FixedDepth, Rule},
    search_frame::{Ply, Watch},
};

/// Plain alpha-beta.
pub(super) struct Plain;

impl<P: Position> Rule<P> for Plain {
    type Room = ();
    const PRUNES: bool = true;

    fn value<O: Watch>(search: &mut FixedDepth<'_, Self, O>, line: &mut [Ply<P>], window: Window) -> f64 {
        search.value(line, window)
    }
}

impl<O: Watch> FixedDepth<'_, Plain, O> {
    /// The value of the first position of `line`, looking as far as the line goes: exact inside
    /// the window, a bound outside it (fail-soft).
    ///
    /// A position is entered in the loop that reaches it: only a position with moves to search costs a call.
    #[expect(clippy::inline_always, reason = "a call for every position is a third of the time")]
    #[inline(always)]
    fn value<P: Position>(&mut self, line: &mut [Ply<P>], window: Window) -> f64 {
        let Some((Ply { here, .. }, below)) = line.split_first_mut() else { return 0.0 };
        // 1. Count the position.
        if !self.enter(below.len(), window) {
            return 0.0;
        }
        let (value, why) = match here.node() {
            // 2. The end of the game, or the horizon.
            Node::Terminal => (here.payoff(self.me), Reason::Terminal),
            Node::Decision(_) if below.is_empty() => (self.guess(here), Reason::Horizon),
            // 3. The best move of the seat to act. The game searches the last two plies itself, unless
            //    an observer or a line is present.
            Node::Decision(mover) => {
                return match below {
                    [next, last @ ..] if last.len() < 2 && !O::ON => {
                        let FixedDepth { duel, me, frame, .. } = self;
                        let last = last.first_mut().map(|last| &mut last.here);
                        let value = frame.node_budget.at_horizon(&duel.estimator, *me, |horizon| {
                            best_at_horizon(here, &mut next.here, last, horizon, window)
                        });
                        let is_expected = window.alpha < value && value < window.beta;
                        if is_expected && self.frame.keeps_lines() && !self.frame.node_budget.is_stopped() {
                            self.find_line(here, below, mover, window);
                        }
                        value
                    }
                    below => self.best_of(here, below, mover, window),
                };
            }
            Node::Chance => unreachable!("games with chance are refused"),
        };
        self.leave(value, why)
    }

    /// Finds the line that led to a value, among positions already counted.
    #[cold]
    #[inline(never)]
    fn find_line<P: Position>(&mut self, here: &P, below: &mut [Ply<P>], mover: Seat, window: Window) {
        let counted = self.frame.node_budget;
        self.frame.node_budget = counted.unlimited();
        self.best_of(here, below, mover, window);
        self.frame.node_budget = counted;
    }

    /// The value of the best move of `here`, for the seat to act there.
    #[inline]
    fn best_of<P: Position>(&mut self, here: &P, below: &mut [Ply<P>], mover: Seat, window: Window) -> f64 {
        if mover == self.me {
            self.best::<true, P>(here, below, window)
        } else {
            self.best::<false, P>(here, below, window)
        }
    }

    /// The value of the best move of `here`, for MAX or for MIN.
    #[inline(never)]
    fn best<const IS_MAX: bool, P: Position>(&mut self, here: &P, below: &mut [Ply<P>], window: Window) -> f64 {
        let mut backed = Backed::<IS_MAX>::within(window);
        let _ = here.each_move(|m| {
            self.frame.descend(here, &mut below[0].here, m);
            let value = self.value(below, backed.window);
            let is_best = if IS_MAX { backed.best < value } else { value < backed.best };
            if is_best {
                self.frame.extend_line(below.len(), m);
            }
            backed.up(value)
        });
        let best = backed.best;
        let is_cut = if IS_MAX { window.beta <= best } else { best <= window.alpha };
        let why = if is_cut { Reason::Refuted } else { Reason::Searched };
        self.frame.leave(best, window.bound(best), why);
        best
    }
}
