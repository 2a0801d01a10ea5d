//! Who is told what a search does while it does it.
//!
//! A search that is watched tells each position it enters and leaves, the one inside the other like
//! brackets, and the moves it does not look at. Of a move of which nothing is told, what is said when
//! its position is left holds: that is why it was not looked at. Watched searches run on
//! [`AnyPosition`](crate::AnyPosition) only, so that nothing is compiled twice and native play pays
//! nothing.
//!
//! The root is entered once for each search of it: at each depth, and in each window. So is any other
//! position, wherever a search looks at it again.

use crate::{AnyMove, Bound, Node, Seat};

/// Is told each position that a search enters and leaves, and each move that it cuts.
pub trait Observer {
    /// A position was entered: whatever is told until it is left lies below it.
    fn entered(&mut self, entered: Entered);

    /// The position entered last that was not left yet was left.
    fn left(&mut self, left: Left<'_>);

    /// A move of the position entered last is not looked at.
    fn skipped(&mut self, m: AnyMove, why: Reason) {
        let _ = (m, why);
    }

    /// One play of a search that plays: the moves from the root to where its tree ended, and what came of
    /// it for each seat. Plays are told in their order, before the tree that they grew.
    fn played(&mut self, moves: &[AnyMove], payoffs: &[f64]) {
        let _ = (moves, payoffs);
    }

    /// A search by plays has made one more, before the root is entered: how it went.
    fn iterated(&mut self, iteration: Iteration<'_>) {
        let _ = iteration;
    }
}

/// One iteration of a search by plays: selection, expansion, simulation and what is backed up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Iteration<'a> {
    /// Its number, counted from one.
    pub number: u64,
    /// The moves from the root down, each as it was selected.
    pub path: &'a [Selected],
    /// How often the root had been visited before.
    pub visits: u64,
    /// Whether the last position of the path was visited for the first time.
    pub is_new: bool,
    /// How it came to an end there: [`Reason::PlayedOut`], [`Reason::Terminal`] or [`Reason::Solved`]; or
    /// [`Reason::Horizon`], where estimates are a part of what came of it.
    pub end: Reason,
    /// What each seat got, which is backed up along the path.
    pub payoffs: &'a [f64],
}

impl<'a> Iteration<'a> {
    /// An iteration down this path, from a root that had this many visits before.
    pub const fn new(number: u64, path: &'a [Selected], visits: u64) -> Iteration<'a> {
        Iteration { number, path, visits, is_new: false, end: Reason::PlayedOut, payoffs: &[] }
    }

    /// The same, with what came of it.
    #[must_use]
    pub const fn with_end(self, is_new: bool, end: Reason, payoffs: &'a [f64]) -> Iteration<'a> {
        Iteration { is_new, end, payoffs, ..self }
    }
}

/// A move that was selected, and what was known of it then.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Selected {
    /// The move.
    pub m: AnyMove,
    /// How often it had been selected before.
    pub visits: u64,
    /// Its mean on the scale 0 to 1, and what was added to it, where it was chosen by their sum: not at
    /// its first visit, and not where chance drew.
    pub bound: Option<[f64; 2]>,
}

impl Selected {
    /// A move, with its earlier visits and the summands of its bound.
    pub const fn new(m: AnyMove, visits: u64, bound: Option<[f64; 2]>) -> Selected {
        Selected { m, visits, bound }
    }
}

/// A position was entered.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entered {
    /// By which move; none at the root, and where the turn was given away.
    pub by: Option<AnyMove>,
    /// Who made that move: what kind of node the position before it is; none where there is none.
    pub from: Option<Node>,
    /// Whose values are told of this position, and in the window.
    pub seat: Seat,
    /// The values that matter there: at most the first, or at least the second, may be wrong on the
    /// same side.
    pub window: [f64; 2],
    /// How it is looked at.
    pub look: Manner,
    /// How many plies deep it is searched, where this is told: at the root.
    pub depth: Option<u32>,
    /// How likely the search takes the move to be, where it takes a mean.
    pub probability: Option<f64>,
}

impl Entered {
    /// Entered by this move, from this node, in this window, for `seat`.
    pub const fn new(
        by: Option<AnyMove>,
        from: Option<Node>,
        seat: Seat,
        window: [f64; 2],
    ) -> Entered {
        Entered { by, from, seat, window, look: Manner::Whole, depth: None, probability: None }
    }
}

/// How a position is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Manner {
    /// As far as the search goes there.
    #[default]
    Whole,
    /// This many plies less deep, because little is expected of it.
    Reduced(u32),
    /// After the turn was given away, this many plies less deep.
    Pass(u32),
    /// Only estimated, to choose among the moves that lead to such positions.
    Glance,
}

/// A position was left.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Left<'a> {
    /// What it is worth. It is no number where the search was stopped, and where a refutation says
    /// nothing of it, as with more than two seats.
    pub value: f64,
    /// How exactly.
    pub bound: Bound,
    /// Why the search went no further there.
    pub why: Reason,
    /// What it is worth to each seat, where the search keeps all; empty elsewhere.
    pub payoffs: &'a [f64],
    /// What the value is the mean of, where it is one of plays.
    pub sample: Option<Sampled>,
    /// How many of the best moves the value is the mean of, where moves are averaged; zero elsewhere.
    pub averaged: usize,
}

impl<'a> Left<'a> {
    /// Left with this value, so exactly known, for this reason.
    pub const fn new(value: f64, bound: Bound, why: Reason) -> Left<'a> {
        Left { value, bound, why, payoffs: &[], sample: None, averaged: 0 }
    }

    /// The same, with what it is worth to each seat.
    #[must_use]
    pub const fn with_payoffs(self, payoffs: &'a [f64]) -> Left<'a> {
        Left { payoffs, ..self }
    }

    /// The same, the value being the mean of these plays.
    #[must_use]
    pub const fn with_sample(self, sample: Sampled) -> Left<'a> {
        Left { sample: Some(sample), ..self }
    }

    /// The same, the value being the mean of this many of its best moves.
    #[must_use]
    pub const fn with_averaged(self, averaged: usize) -> Left<'a> {
        Left { averaged, ..self }
    }
}

/// What is known of a position by playing on from it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sampled {
    /// How many plays went through it.
    pub visits: u64,
    /// The number of the first of them, counted from one over the whole search.
    pub first: u64,
    /// The mean of the seat that chose it, `w/n`, on the scale 0 to 1: the first summand of its bound.
    pub share: f64,
    /// What is added to that when the next move is selected: `C √(ln t / n)`. Infinite at the root, and
    /// where chance draws.
    pub term: f64,
}

impl Sampled {
    /// This many plays, the first of this number, and the summands of the bound.
    pub const fn new(visits: u64, first: u64, [share, term]: [f64; 2]) -> Sampled {
        Sampled { visits, first, share, term }
    }
}

/// Why a position was left, or a move not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The game is over there.
    Terminal,
    /// It was estimated: the search goes no deeper.
    Horizon,
    /// It was estimated: nothing happened on the way there that is worth a deeper look.
    Quiet,
    /// It was played on from there at random, or by a rule.
    PlayedOut,
    /// All its moves that matter were looked at.
    Searched,
    /// One of its moves is enough: the rest cannot change the value above.
    Refuted,
    /// Giving the turn away is enough already: so much the more will a move be.
    RefutedByPass,
    /// Its estimate is so far from the window that what may still happen is not expected to matter.
    Hopeless,
    /// One of its moves is worth the most there is to get: the rest cannot be better.
    Enough,
    /// One of its moves was tried for a bound; the others were not.
    Tried,
    /// It was known before, from a search so many plies deep; without a number, to the end of every
    /// play.
    Known(Option<u32>),
    /// Its value is proven.
    Solved,
    /// This many others promise more, and no more than those are looked at.
    Unpromising(u32),
    /// The game does not call the move relevant.
    Irrelevant,
    /// By what the game declares, one of the others is as good.
    Insufficient,
    /// Whoever acts there is believed never to play it.
    Unbelieved,
    /// It was listed, and its turn never came.
    Unvisited,
    /// Another promises more now; the search may come back.
    Postponed,
    /// The budget, the time or the patience of whoever asked is at its end.
    Stopped,
}
