//! Alpha-beta without extras: no table, no ordering, no list of moves.
//!
//! Every value is for the seat that asks, MAX; the other is MIN. What MIN wants is what MAX does not,
//! even where the payoffs add up to another number than zero, or a heuristic is not the same from
//! both sides. So the values are those of minimax, to the last bit. A window is of values for MAX.

use agon_core::{
    Node, Position, Reason, Seat,
    horizon::{Backed, Window},
};

use crate::{
    fixed_depth::{FixedDepth, Rule},
    spine::{Ply, Watch},
};

/// Alpha-beta and nothing else.
pub(super) struct Plain;

impl<P: Position> Rule<P> for Plain {
    type Room = ();
    const PRUNES: bool = true;

    fn value<O: Watch>(
        search: &mut FixedDepth<'_, Self, O>,
        line: &mut [Ply<P>],
        window: Window,
    ) -> f64 {
        search.value(line, window)
    }
}

impl<O: Watch> FixedDepth<'_, Plain, O> {
    /// The value of the first position of `line`, looking as far as the line goes: exact inside
    /// the window, a bound outside it (fail-soft).
    ///
    /// A position is looked at where it is reached: only what has moves to be looked at costs a call.
    #[expect(clippy::inline_always, reason = "a call for every position is a third of the time")]
    #[inline(always)]
    fn value<P: Position>(&mut self, line: &mut [Ply<P>], window: Window) -> f64 {
        let Some((Ply { here, .. }, below)) = line.split_first_mut() else { return 0.0 };
        // 1. Count the position.
        if !self.enter(below.len(), window) {
            return 0.0;
        }
        let (value, why) = match here.node() {
            // 2. The end of the game, or of the look.
            Node::Terminal => (here.payoff(self.me), Reason::Terminal),
            Node::Decision(_) if below.is_empty() => (self.guess(here), Reason::Horizon),
            // 3. The best move of the seat to act: the last two plies are the game's, unless somebody
            //    watches, or wants the line.
            Node::Decision(mover) => {
                return match below {
                    [next, last @ ..] if last.len() < 2 && !O::ON => {
                        let FixedDepth { duel, me, spine, .. } = self;
                        let last = last.first_mut().map(|last| &mut last.here);
                        let value = spine.tally.at_horizon(&duel.estimator, *me, |horizon| {
                            here.best_at_horizon(&mut next.here, last, horizon, window)
                        });
                        let is_expected = window.alpha < value && value < window.beta;
                        if is_expected && self.spine.keeps_lines() && !self.spine.tally.is_stopped()
                        {
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

    /// Finds the line that led to a value, in positions which are counted already.
    #[cold]
    #[inline(never)]
    fn find_line<P: Position>(
        &mut self,
        here: &P,
        below: &mut [Ply<P>],
        mover: Seat,
        window: Window,
    ) {
        let counted = self.spine.tally;
        self.spine.tally = counted.unlimited();
        self.best_of(here, below, mover, window);
        self.spine.tally = counted;
    }

    /// The value of the best move of `here`, for the seat to act there.
    #[inline]
    fn best_of<P: Position>(
        &mut self,
        here: &P,
        below: &mut [Ply<P>],
        mover: Seat,
        window: Window,
    ) -> f64 {
        if mover == self.me {
            self.best::<true, P>(here, below, window)
        } else {
            self.best::<false, P>(here, below, window)
        }
    }

    /// The value of the best move of `here`, for MAX or for MIN.
    #[inline(never)]
    fn best<const IS_MAX: bool, P: Position>(
        &mut self,
        here: &P,
        below: &mut [Ply<P>],
        window: Window,
    ) -> f64 {
        let mut backed = Backed::<IS_MAX>::within(window);
        let _ = here.each_move(|m| {
            self.spine.descend(here, &mut below[0].here, m);
            let value = self.value(below, backed.window);
            let is_best = if IS_MAX { backed.best < value } else { value < backed.best };
            if is_best {
                self.spine.extend_line(below.len(), m);
            }
            backed.up(value)
        });
        let best = backed.best;
        let is_cut = if IS_MAX { window.beta <= best } else { best <= window.alpha };
        let why = if is_cut { Reason::Refuted } else { Reason::Searched };
        self.spine.leave(best, window.bound(best), why);
        best
    }
}
