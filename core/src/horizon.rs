//! The last two plies of a look ahead by alpha-beta, where most positions of a search are.
//!
//! They are looked at within the game: a search that has forgotten the type of its game asks for both in
//! one virtual call (`Position::best_at_horizon`), and what it does there is compiled for the game. This is for
//! searches; a game need not know of it.

use std::ops::ControlFlow;

use crate::{Bound, Estimator, Node, Position, Seat};

/// A window: values that matter to whoever it is for. It is passed in registers, as an array of two
/// is not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// What is not above this is not looked for.
    pub alpha: f64,
    /// What is not below this is enough.
    pub beta: f64,
}

impl Window {
    /// Every value matters.
    pub const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// Both ends, as those who watch are told.
    #[inline]
    pub fn ends(self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// Whether it holds nothing but its bounds: no value in it is looked for, only on which side
    /// of it the value is.
    pub fn is_narrow(self) -> bool {
        self.beta <= self.alpha.next_up()
    }

    /// How a value is known that came back from a search in this window.
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

    /// The same values as the other of two seats has them.
    #[inline]
    #[must_use]
    pub fn for_the_other(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window that tells whether a value is at least `beta`.
    #[must_use]
    pub fn at_least(beta: f64) -> Window {
        Window { alpha: beta.next_down(), beta }
    }

    /// The window that tells whether a value is above `alpha`.
    #[must_use]
    pub fn above(alpha: f64) -> Window {
        Window { alpha, beta: alpha.next_up() }
    }
}

/// What was backed up from the moves of a node of MAX, or of MIN, so far: values for MAX, fail-soft.
#[derive(Clone, Copy, Debug)]
pub struct Backed<const IS_MAX: bool> {
    /// The values that still matter.
    pub window: Window,
    /// The best value; before the first move one that is worse than any.
    pub best: f64,
}

impl<const IS_MAX: bool> Backed<IS_MAX> {
    /// Nothing yet, where values in `window` matter.
    #[inline]
    pub fn within(window: Window) -> Self {
        Backed { window, best: if IS_MAX { f64::NEG_INFINITY } else { f64::INFINITY } }
    }

    /// Backs up the value of another move. Breaks where that refutes the move before.
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

/// How many positions a search has looked at, and how many it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// All positions.
    pub nodes: u64,
    /// Those of them that were unfinished, and only estimated.
    pub horizons: u64,
    /// At how many positions to look up from counting; never above the limit.
    pub pause: u64,
    /// How many there may be at most; `u64::MAX` is any number.
    pub limit: u64,
}

impl Count {
    /// None yet, of at most this many.
    pub const fn up_to(limit: u64) -> Count {
        Count { nodes: 0, horizons: 0, pause: 0, limit }
    }

    /// Counts one more, unless there must be no more. That is asked of `goes_on` at the pause: it says
    /// no, or moves the pause.
    #[inline]
    pub fn one_more(&mut self, goes_on: impl FnOnce(&mut Count) -> bool) -> bool {
        if self.pause <= self.nodes && !goes_on(self) {
            return false;
        }
        self.nodes += 1;
        true
    }
}

/// What a leaf counts that was only estimated, above what all leaves of a node can count: so both
/// numbers are in one word, which stays in a register.
const ESTIMATED: u64 = 1 << 32;

/// What alpha-beta goes by where its look ahead ends.
pub struct Horizon<'a> {
    /// Guesses at what an unfinished position pays.
    pub estimator: &'a Estimator,
    /// The seat whose payoffs the values are, MAX; the other is MIN.
    pub seat: Seat,
    /// The positions looked at. Where there is no limit the leaves of a node are counted together: they are
    /// too few to look up before the next node.
    pub count: &'a mut Count,
    /// Asked at every [pause](Count::pause).
    pub goes_on: &'a mut dyn FnMut(&mut Count) -> bool,
}

impl Horizon<'_> {
    /// What [`Position::best_at_horizon`] does.
    #[inline]
    pub(crate) fn best<P: Position>(
        &mut self,
        here: &P,
        next: &mut P,
        last: Option<&mut P>,
        window: Window,
    ) -> f64 {
        match (here.node() == Node::Decision(self.seat), last) {
            (true, Some(last)) => self.best_pair::<true, P>(here, next, last, window),
            (false, Some(last)) => self.best_pair::<false, P>(here, next, last, window),
            (true, None) => self.leaves_one_by_one::<true, P>(here, next, window),
            (false, None) => self.leaves_one_by_one::<false, P>(here, next, window),
        }
    }

    /// The same two plies ahead, for MAX or for MIN. The usual answers of the other seat are looked through here and
    /// now: what is known of a position stays in registers until its moves are.
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

    /// What every unfinished leaf is guessed at, where that is the same for all and any number of them
    /// may be looked at.
    #[inline]
    fn guess_of_all(&self) -> Option<f64> {
        match *self.estimator {
            Estimator::Nothing(guess) if self.count.limit == u64::MAX => Some(guess),
            _ => None,
        }
    }

    /// The value of the best move of `here`, whose leaves are all guessed at `guess`.
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

    /// The value of the best move of `here`, each leaf counted on its own.
    #[inline(never)]
    fn leaves_one_by_one<const IS_MAX: bool, P: Position>(
        &mut self,
        here: &P,
        room: &mut P,
        window: Window,
    ) -> f64 {
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
