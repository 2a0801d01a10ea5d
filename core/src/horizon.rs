//! The last two plies of an alpha-beta search, which contain most of its positions.
//!
//! The game itself searches them: a search over erased positions asks for both plies in one virtual call
//! ([`best_at_horizon`](crate::best_at_horizon)), whose code is compiled for the game. This module is for searches; a game does not
//! call it.

use std::ops::ControlFlow;

use crate::{Bound, Estimator, Node, Position, Seat};

/// A search window. A struct is passed in registers; an array of two is not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Values of at most this need not be exact.
    pub alpha: f64,
    /// Values of at least this cause a cutoff.
    pub beta: f64,
}

impl Window {
    /// The unbounded window.
    pub const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// `[alpha, beta]`, as [observers](crate::Observer) receive it.
    #[inline]
    pub fn ends(self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// Whether no value lies strictly between the bounds (a null window): a search can only tell on
    /// which side the value is.
    pub fn is_narrow(self) -> bool {
        self.beta <= self.alpha.next_up()
    }

    /// How exactly a value is known that a search in this window returned.
    #[inline]
    pub fn bound(self, value: f64) -> Bound {
        if value <= self.alpha {
            Bound::Upper
        } else if self.beta <= value {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// The same window in the values of the other of two seats.
    #[inline]
    #[must_use]
    pub fn for_the_other(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null window that tests whether a value is at least `beta`.
    #[must_use]
    pub fn at_least(beta: f64) -> Window {
        Window { alpha: beta.next_down(), beta }
    }

    /// The null window that tests whether a value is above `alpha`.
    #[must_use]
    pub fn above(alpha: f64) -> Window {
        Window { alpha, beta: alpha.next_up() }
    }
}

/// The value backed up so far from the moves of a MAX or MIN node: in MAX's values, fail-soft.
#[derive(Clone, Copy, Debug)]
pub struct Backed<const IS_MAX: bool> {
    /// The remaining window.
    pub window: Window,
    /// The best value; before the first move, infinitely bad.
    pub best: f64,
}

impl<const IS_MAX: bool> Backed<IS_MAX> {
    /// The state before the first move, in `window`.
    #[inline]
    pub fn within(window: Window) -> Self {
        Backed { window, best: if IS_MAX { f64::NEG_INFINITY } else { f64::INFINITY } }
    }

    /// Backs up the value of another move. Breaks on a cutoff.
    #[inline]
    pub fn up(&mut self, value: f64) -> ControlFlow<()> {
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

/// The positions a search has looked at, and their limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// All positions.
    pub nodes: u64,
    /// Those of them that were unfinished and only estimated.
    pub horizons: u64,
    /// The number of positions at which the search next asks whether to go on; never above the
    /// limit.
    pub pause: u64,
    /// The most positions allowed; `u64::MAX` means no limit.
    pub limit: u64,
}

impl Count {
    /// A count of zero, with this limit.
    pub const fn up_to(limit: u64) -> Count {
        Count { nodes: 0, horizons: 0, pause: 0, limit }
    }

    /// Counts one more position and returns true, unless the limit is reached. At the pause `goes_on` decides: it
    /// returns false, or moves the pause.
    #[inline]
    pub fn one_more(&mut self, goes_on: impl FnOnce(&mut Count) -> bool) -> bool {
        if self.pause <= self.nodes && !goes_on(self) {
            return false;
        }
        self.nodes += 1;
        true
    }
}

/// Added to the count of leaves for each estimated leaf. It exceeds the number of leaves a node can
/// have, so one register holds both counts.
const ESTIMATED: u64 = 1 << 32;

/// The settings of alpha-beta at its horizon.
pub struct Horizon<'a> {
    /// Estimates unfinished positions.
    pub estimator: &'a Estimator,
    /// MAX, whose payoffs the values are; the other seat is MIN.
    pub seat: Seat,
    /// The count of positions. Without a limit, the leaves of a node are counted together: they are too few to need a
    /// check before the next node.
    pub count: &'a mut Count,
    /// Called at every [pause](Count::pause).
    pub goes_on: &'a mut dyn FnMut(&mut Count) -> bool,
}

impl Horizon<'_> {
    /// The implementation of [`best_at_horizon`](crate::best_at_horizon).
    #[inline]
    pub(crate) fn best<P: Position>(&mut self, here: &P, next: &mut P, last: Option<&mut P>, window: Window) -> f64 {
        match (here.node() == Node::Decision(self.seat), last) {
            (true, Some(last)) => self.best_pair::<true, P>(here, next, last, window),
            (false, Some(last)) => self.best_pair::<false, P>(here, next, last, window),
            (true, None) => self.leaves_one_by_one::<true, P>(here, next, window),
            (false, None) => self.leaves_one_by_one::<false, P>(here, next, window),
        }
    }

    /// Two plies ahead, for MAX or for MIN. The usual answers of the other seat are searched inline, so that values
    /// computed for a position stay in registers until its moves are searched.
    #[inline(never)]
    fn best_pair<const IS_MAX: bool, P: Position>(
        &mut self,
        here: &P,
        next: &mut P,
        last: &mut P,
        window: Window,
    ) -> f64 {
        let mut backed = Backed::<IS_MAX>::within(window);
        let guess = self.guess_of_all();
        let _ = here.each_move(|m| {
            next.play_from(here, m);
            if !self.one_more() {
                return ControlFlow::Break(());
            }
            let window = backed.window;
            backed.up(match (next.node(), guess) {
                (Node::Terminal, _) => next.payoff(self.seat),
                (Node::Decision(mover), Some(guess)) if (mover == self.seat) != IS_MAX => {
                    if IS_MAX {
                        self.leaves_together::<false, P>(next, last, window, guess)
                    } else {
                        self.leaves_together::<true, P>(next, last, window, guess)
                    }
                }
                (Node::Decision(mover), _) if mover == self.seat => {
                    self.leaves_one_by_one::<true, P>(next, last, window)
                }
                (Node::Decision(_), _) => self.leaves_one_by_one::<false, P>(next, last, window),
                (Node::Chance, _) => unreachable!("games with chance are refused"),
            })
        });
        backed.best
    }

    /// The estimate of every unfinished leaf, if it is the same for all and the number of leaves is unlimited.
    #[inline]
    fn guess_of_all(&self) -> Option<f64> {
        match *self.estimator {
            Estimator::Nothing(guess) if self.count.limit == u64::MAX => Some(guess),
            _ => None,
        }
    }

    /// The value of the best move of `here`, with `guess` as the estimate of every unfinished leaf.
    #[expect(clippy::inline_always, reason = "a call for every node is a tenth of the time")]
    #[inline(always)]
    fn leaves_together<const IS_MAX: bool, P: Position>(
        &mut self,
        here: &P,
        room: &mut P,
        window: Window,
        guess: f64,
    ) -> f64 {
        let mut backed = Backed::<IS_MAX>::within(window);
        let mut leaves = 0;
        let _ = here.each_leaf(room, &Estimator::Nothing(guess), self.seat, |_, leaf| {
            leaves += 1 + ESTIMATED * u64::from(!leaf.is_over);
            backed.up(leaf.value)
        });
        self.count.nodes += leaves % ESTIMATED;
        self.count.horizons += leaves / ESTIMATED;
        backed.best
    }

    /// The value of the best move of `here`, each leaf counted separately.
    #[inline(never)]
    fn leaves_one_by_one<const IS_MAX: bool, P: Position>(&mut self, here: &P, room: &mut P, window: Window) -> f64 {
        let mut backed = Backed::<IS_MAX>::within(window);
        let _ = here.each_leaf(room, self.estimator, self.seat, |_, leaf| {
            if !self.one_more() {
                return ControlFlow::Break(());
            }
            self.count.horizons += u64::from(!leaf.is_over);
            backed.up(leaf.value)
        });
        backed.best
    }

    #[inline]
    fn one_more(&mut self) -> bool {
        self.count.one_more(&mut *self.goes_on)
    }
}
