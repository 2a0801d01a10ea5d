//! Alpha-beta without extras: no table, no ordering, no list of moves.
//!
//! Every value is for the seat that asks, MAX; the other is MIN. What MIN wants is what MAX does not,
//! even where the payoffs add up to another number than zero, or a heuristic is not the same from
//! both sides: so the values are those of minimax, to the last bit. A window is of values for MAX.

use std::ops::ControlFlow;

use agon_core::{Estimator, Node, Position, Reason};

use super::window::Window;
use crate::{
    fixed_depth::{Rule, Search},
    spine::{Ply, Watch, bound_in},
    tally::Leaves,
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
        let [alpha, beta] = window;
        search.value(line, Window { alpha, beta })
    }
}

impl<O: Watch> Search<'_, Plain, O> {
    /// The value of the first position of `line`, looking as far as the line goes: exact inside
    /// the window, a bound outside it (fail-soft).
    ///
    /// A position is looked at where it is reached: only what has moves to be looked at costs a call.
    #[expect(clippy::inline_always, reason = "a call for every position is a third of the time")]
    #[inline(always)]
    fn value<P: Position>(&mut self, line: &mut [Ply<P>], window: Window) -> f64 {
        let Some((Ply { here, .. }, below)) = line.split_first_mut() else { return 0.0 };
        // 1. Count the position.
        if !self.spine.enter(window.ends()) {
            return 0.0;
        }
        let (value, why) = match here.node() {
            // 2. The end of the game, or of the look.
            Node::Terminal => (here.payoff(self.me), Reason::Terminal),
            Node::Decision(_) if below.is_empty() => (self.guess(here), Reason::Horizon),
            // 3. The best move of the seat to act.
            Node::Decision(mover) => {
                return match (mover == self.me, below) {
                    (true, [last]) => self.best_leaf::<true, P>(here, &mut last.here, window),
                    (false, [last]) => self.best_leaf::<false, P>(here, &mut last.here, window),
                    (true, [next, last]) => self.best_pair::<true, P>(here, next, last, window),
                    (false, [next, last]) => self.best_pair::<false, P>(here, next, last, window),
                    (true, below) => self.best::<true, P>(here, below, window),
                    (false, below) => self.best::<false, P>(here, below, window),
                };
            }
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
        window: Window,
    ) -> f64 {
        let mut backed = Backed::<IS_MAX>::within(window);
        let _ = here.each_move(|m| {
            self.spine.descend(here, &mut below[0].here, m);
            backed.up(self.value(below, backed.window))
        });
        self.done(backed.best, IS_MAX, window)
    }

    /// The same two plies before the horizon, where the usual answers of the other seat are looked
    /// through here and now: what is known of a position stays in registers until its moves are.
    #[inline(never)]
    fn best_pair<const IS_MAX: bool, P: Position>(
        &mut self,
        here: &P,
        Ply { here: next, .. }: &mut Ply<P>,
        Ply { here: last, .. }: &mut Ply<P>,
        window: Window,
    ) -> f64 {
        let mut backed = Backed::<IS_MAX>::within(window);
        let guess = self.guess_of_all();
        let _ = here.each_move(|m| {
            self.spine.descend(here, next, m);
            if !self.spine.enter(backed.window.ends()) {
                return backed.up(0.0);
            }
            let value = match next.node() {
                Node::Terminal => {
                    let value = next.payoff(self.me);
                    self.leave(value, Reason::Terminal)
                }
                Node::Decision(mover) if (mover == self.me) == IS_MAX => {
                    self.best_leaf::<IS_MAX, P>(next, last, backed.window)
                }
                Node::Decision(_) if IS_MAX => {
                    self.judged::<false, P>(next, last, backed.window, guess)
                }
                Node::Decision(_) => self.judged::<true, P>(next, last, backed.window, guess),
                Node::Chance => unreachable!("games with chance are refused"),
            };
            backed.up(value)
        });
        self.done(backed.best, IS_MAX, window)
    }

    /// The same one ply before the horizon, where the game judges what comes of all moves together:
    /// most positions of a search are the last ones.
    #[inline(never)]
    fn best_leaf<const IS_MAX: bool, P: Position>(
        &mut self,
        here: &P,
        room: &mut P,
        window: Window,
    ) -> f64 {
        self.judged::<IS_MAX, P>(here, room, window, self.guess_of_all())
    }

    /// What every leaf that is not over is guessed at, where that is the same for all, nobody watches
    /// and any number of them may be looked at.
    #[inline]
    fn guess_of_all(&self) -> Option<f64> {
        match self.duel.estimator {
            Estimator::Nothing(value) if !O::ON && self.spine.tally.is_without_limit() => {
                Some(value)
            }
            _ => None,
        }
    }

    /// [`best_leaf`](Search::best_leaf) as part of whoever asks: where there is a guess of all, nobody
    /// needs to be called.
    #[expect(clippy::inline_always, reason = "a call for every node is a tenth of the time")]
    #[inline(always)]
    fn judged<const IS_MAX: bool, P: Position>(
        &mut self,
        here: &P,
        room: &mut P,
        window: Window,
        guess: Option<f64>,
    ) -> f64 {
        if let Some(value) = guess {
            let mut backed = Backed::<IS_MAX>::within(window);
            let mut leaves = Leaves::default();
            let estimator = Estimator::Nothing(value);
            let _ = here.each_leaf(
                || room,
                &estimator,
                self.me,
                |_, leaf| {
                    leaves.see(leaf.is_over);
                    backed.up(leaf.value)
                },
            );
            self.spine.tally.add_leaves(leaves);
            return backed.best;
        }
        self.watched::<IS_MAX, P>(here, room, window)
    }

    /// The same, leaf by leaf.
    #[inline(never)]
    fn watched<const IS_MAX: bool, P: Position>(
        &mut self,
        here: &P,
        room: &mut P,
        window: Window,
    ) -> f64 {
        let mut backed = Backed::<IS_MAX>::within(window);
        let Search { duel, me, spine, .. } = self;
        let _ = here.each_leaf(
            || room,
            &duel.estimator,
            *me,
            |m, leaf| backed.up(spine.see_leaf(here, m, leaf, backed.window.ends()).unwrap_or(0.0)),
        );
        self.done(backed.best, IS_MAX, window)
    }

    /// Leaves a node whose best move is worth `best`.
    #[inline]
    fn done(&mut self, best: f64, is_max: bool, window: Window) -> f64 {
        let is_cut = if is_max { window.beta <= best } else { best <= window.alpha };
        let why = if is_cut { Reason::Refuted } else { Reason::Searched };
        self.spine.leave(best, bound_in(window.ends(), best), why);
        best
    }
}

/// What was backed up from the moves of a node of MAX, or of MIN, so far.
struct Backed<const IS_MAX: bool> {
    window: Window,
    best: f64,
}

impl<const IS_MAX: bool> Backed<IS_MAX> {
    /// Nothing yet, where values in `window` matter.
    fn within(window: Window) -> Self {
        // What is worse than any value.
        Backed { window, best: if IS_MAX { f64::NEG_INFINITY } else { f64::INFINITY } }
    }

    /// Backs up the value of another move. Breaks where that refutes the move before.
    #[inline]
    fn up(&mut self, value: f64) -> ControlFlow<()> {
        let Backed { window: Window { alpha, beta }, best } = self;
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
