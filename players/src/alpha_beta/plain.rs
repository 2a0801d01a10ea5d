//! Alpha-beta without extras: no table, no ordering, no list of moves.
//!
//! Every value is for the seat that asks, MAX; the other is MIN. What MIN wants is what MAX does not,
//! even where the payoffs add up to another number than zero, or a heuristic is not the same from
//! both sides: so the values are those of minimax, to the last bit.

use std::ops::ControlFlow;

use agon_core::{Node, Position, Reason};

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
        window: [f64; 2],
    ) -> f64 {
        search.value(line, window)
    }
}

impl<O: Watch> Search<'_, Plain, O> {
    /// The value of the first position of `line`, looking as far as the line goes: exact inside
    /// the window, a bound outside it (fail-soft).
    ///
    /// Most positions of a search are its last ones. They are looked at where they are reached:
    /// only what has moves to be looked at costs a call.
    #[expect(clippy::inline_always, reason = "a call for every leaf is a third of the time")]
    #[inline(always)]
    fn value<P: Position>(&mut self, line: &mut [Ply<P>], window: [f64; 2]) -> f64 {
        let Some((Ply { here, .. }, below)) = line.split_first_mut() else { return 0.0 };
        // 1. Count the position.
        if !self.spine.enter(window) {
            return 0.0;
        }
        let (value, why) = match here.node() {
            // 2. The end of the game, or of the look.
            Node::Terminal => (here.payoff(self.me), Reason::Terminal),
            Node::Decision(_) if below.is_empty() => (self.guess(here), Reason::Horizon),
            // 3. The best move of the seat to act.
            Node::Decision(mover) if mover == self.me => {
                return self.best::<true, P>(here, below, window);
            }
            Node::Decision(_) => return self.best::<false, P>(here, below, window),
            Node::Chance => unreachable!("games with chance are refused"),
        };
        self.leave(value, why)
    }

    /// The value of the best move of `here`, for MAX or for MIN.
    #[inline(never)]
    fn best<const IS_MAX: bool, P: Position>(
        &mut self,
        here: &P,
        below: &mut [Ply<P>],
        window: [f64; 2],
    ) -> f64 {
        let mut backed = Backed::<IS_MAX>::within(window);
        let _ = if let [last] = below {
            // Most positions are the last ones: the game judges those of a node together.
            let Search { duel, me, spine, .. } = self;
            here.each_leaf(&mut last.here, &duel.estimator, *me, |m, leaf| {
                backed.up(spine.see_leaf(here, m, leaf, backed.window).unwrap_or(0.0))
            })
        } else {
            here.each_move(|m| {
                self.spine.descend(here, &mut below[0].here, m);
                let value = self.value(below, backed.window);
                backed.up(value)
            })
        };
        let best = backed.best;
        let is_cut = if IS_MAX { window[1] <= best } else { best <= window[0] };
        let why = if is_cut { Reason::Refuted } else { Reason::Searched };
        self.spine.leave(best, bound_in(window, best), why);
        best
    }
}

/// What was backed up from the moves of a node of MAX, or of MIN, so far.
struct Backed<const IS_MAX: bool> {
    window: [f64; 2],
    best: f64,
}

impl<const IS_MAX: bool> Backed<IS_MAX> {
    /// Nothing yet, where values in `window` matter.
    fn within(window: [f64; 2]) -> Self {
        // What is worse than any value.
        Backed { window, best: if IS_MAX { f64::NEG_INFINITY } else { f64::INFINITY } }
    }

    /// Backs up the value of another move. Breaks where that refutes the move before.
    #[inline]
    fn up(&mut self, value: f64) -> ControlFlow<()> {
        let Backed { window: [alpha, beta], best } = self;
        if IS_MAX {
            *best = if *best < value { value } else { *best };
            *alpha = if *alpha < value { value } else { *alpha };
        } else {
            *best = if value < *best { value } else { *best };
            *beta = if value < *beta { value } else { *beta };
        }
        if *beta <= *alpha { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
