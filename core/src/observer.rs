//! Observing a search: what it reports while it runs.
//!
//! A watched search reports each position as it enters and leaves it, nested like brackets, and the moves that it does
//! not search. If it reports nothing of a move, the reason given when the position is left explains why the move was
//! not searched. Watched searches run on [`AnyPosition`](crate::AnyPosition) only, so nothing is compiled twice and
//! native play has no overhead.
//!
//! The root is entered once for each search of it: at each depth, and in each window. Any other position is entered
//! again whenever the search returns to it.

use crate::{AnyMove, AnyPosition, Bound, Node, Seat};

/// Receives each position that a search enters and leaves, and each move that it cuts.
pub trait Observer {
    /// A position was entered: all reports until it is left are of the positions below it.
    fn entered(&mut self, entered: Entered);

    /// The innermost open position was left.
    fn left(&mut self, left: Left<'_>);

    /// A move of the innermost open position is not searched.
    fn skipped(&mut self, m: AnyMove, why: Reason) {
        let _ = (m, why);
    }

    /// A search by plays has finished another iteration. They are reported in order, before the root is entered of the
    /// tree that grew from them.
    fn iterated(&mut self, iteration: Iteration<'_>) {
        let _ = iteration;
    }

    /// A search of hidden information has looked at another redeal of the position it was asked about; called in the
    /// order in which they were drawn.
    fn redealt(&mut self, redeal: Redeal<'_>) {
        let _ = redeal;
    }

    /// A player that learns by regrets: what it knew, after a number of iterations, of the moves of the position it is
    /// asked about. Called for 1, 10, 100, … iterations and for all of them, in this order.
    fn learnt(&mut self, stage: RegretStage<'_>) {
        let _ = stage;
    }
}

/// What a player that learns by regrets knew after a number of iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RegretStage<'a> {
    /// The number of iterations.
    pub iterations: u64,
    /// What it knew of each move, in the game's order.
    pub moves: &'a [LearntMove],
}

impl<'a> RegretStage<'a> {
    /// What was known of these moves after so many iterations.
    pub const fn new(iterations: u64, moves: &'a [LearntMove]) -> RegretStage<'a> {
        RegretStage { iterations, moves }
    }
}

/// What a player that learns by regrets knows of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LearntMove {
    /// The move.
    pub m: AnyMove,
    /// Its regret, in payoffs: how much more it would have brought than the strategies played, summed as the player's
    /// rule says.
    pub regret: f64,
    /// Its probability in the average of the strategies so far.
    pub probability: f64,
}

impl LearntMove {
    /// A move, with its regret and its probability in the average strategy.
    pub const fn new(m: AnyMove, regret: f64, probability: f64) -> LearntMove {
        LearntMove { m, regret, probability }
    }
}

/// A redeal that a search looked at, and what it found there.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Redeal<'a> {
    /// A position that the searching seat cannot tell from the one it was asked about.
    pub position: &'a AnyPosition,
    /// The move that was chosen there.
    pub m: AnyMove,
    /// The moves whose values are known there, to the searching seat, in payoffs.
    pub values: &'a [(AnyMove, f64)],
}

impl<'a> Redeal<'a> {
    /// A redeal, the move chosen there, and the values of moves.
    pub const fn new(position: &'a AnyPosition, m: AnyMove, values: &'a [(AnyMove, f64)]) -> Redeal<'a> {
        Redeal { position, m, values }
    }
}

/// One iteration of a search by plays: selection, expansion, simulation and back-up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Iteration<'a> {
    /// Its number, counted from one.
    pub number: u64,
    /// The moves from the root down, as they were selected.
    pub path: &'a [Selected],
    /// The earlier visits of the root.
    pub visits: u64,
    /// Whether the last position of the path was visited for the first time.
    pub is_new: bool,
    /// Why it ended there: [`Reason::PlayedOut`], [`Reason::Terminal`] or [`Reason::Solved`]; or [`Reason::Horizon`],
    /// if estimates are part of the payoffs.
    pub end: Reason,
    /// The payoff of each seat, backed up along the path.
    pub payoffs: &'a [f64],
    /// The moves played from the end of the path on, with what chance drew, until the game was over or a position was
    /// estimated. Empty if nothing was played there, or if the moves are not known.
    pub simulated: &'a [AnyMove],
}

impl<'a> Iteration<'a> {
    /// Iteration `number` along `path`, from a root with this many earlier visits.
    pub const fn new(number: u64, path: &'a [Selected], visits: u64) -> Iteration<'a> {
        let end = Reason::PlayedOut;
        Iteration { number, path, visits, is_new: false, end, payoffs: &[], simulated: &[] }
    }

    /// The same, with its result.
    #[must_use]
    pub const fn with_end(self, is_new: bool, end: Reason, payoffs: &'a [f64]) -> Iteration<'a> {
        Iteration { is_new, end, payoffs, ..self }
    }

    /// The same, with the moves played from the end of the path on.
    #[must_use]
    pub const fn with_simulated(self, simulated: &'a [AnyMove]) -> Iteration<'a> {
        Iteration { simulated, ..self }
    }
}

/// A selected move, and its statistics before the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Selected {
    /// The move.
    pub m: AnyMove,
    /// How often it had been selected before.
    pub visits: u64,
    /// Its mean on the scale 0 to 1 and the exploration term, if their sum selected it: not at its first visit, and not
    /// at a chance node.
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
    /// The move that led here; `None` at the root, and after the turn was given away.
    pub by: Option<AnyMove>,
    /// The kind of node where that move was made; `None` at the root.
    pub from: Option<Node>,
    /// The seat whose values the reports of this position and the window contain.
    pub seat: Seat,
    /// The window, `[alpha, beta]`: a value of at most alpha, or at least beta, may be only a
    /// bound.
    pub window: [f64; 2],
    /// How it is searched.
    pub look: Manner,
    /// The search depth in plies, reported at the root only.
    pub depth: Option<u32>,
    /// The probability the search assigns to the move, where it averages over moves.
    pub probability: Option<f64>,
}

impl Entered {
    /// Entered by this move, from this node, in this window, for `seat`.
    pub const fn new(by: Option<AnyMove>, from: Option<Node>, seat: Seat, window: [f64; 2]) -> Entered {
        Entered { by, from, seat, window, look: Manner::Whole, depth: None, probability: None }
    }
}

/// How a position is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Manner {
    /// To the full depth of the search there.
    #[default]
    Whole,
    /// To a depth reduced by this many plies, because the move is not promising.
    Reduced(u32),
    /// After the turn was given away, to a depth reduced by this many plies.
    Pass(u32),
    /// Only estimated, to choose among the moves that lead to such positions.
    Glance,
}

/// A position was left.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Left<'a> {
    /// Its value. NaN if the search was stopped, or if a refutation gives no value, as with more
    /// than two seats.
    pub value: f64,
    /// How exactly the value is known.
    pub bound: Bound,
    /// Why the search went no further.
    pub why: Reason,
    /// The value for each seat, if the search has all of them; empty otherwise.
    pub payoffs: &'a [f64],
    /// The statistics of the plays whose mean the value is, if it is such a mean.
    pub sample: Option<Sampled>,
    /// The number of best moves the value averages, if moves are averaged; otherwise zero.
    pub averaged: usize,
}

impl<'a> Left<'a> {
    /// A position left with this value, bound and reason.
    pub const fn new(value: f64, bound: Bound, why: Reason) -> Left<'a> {
        Left { value, bound, why, payoffs: &[], sample: None, averaged: 0 }
    }

    /// The same, with the value for each seat.
    #[must_use]
    pub const fn with_payoffs(self, payoffs: &'a [f64]) -> Left<'a> {
        Left { payoffs, ..self }
    }

    /// The same, with the statistics of the plays.
    #[must_use]
    pub const fn with_sample(self, sample: Sampled) -> Left<'a> {
        Left { sample: Some(sample), ..self }
    }

    /// The same, with the number of best moves averaged.
    #[must_use]
    pub const fn with_averaged(self, averaged: usize) -> Left<'a> {
        Left { averaged, ..self }
    }
}

/// The statistics of the plays through a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sampled {
    /// The number of plays through it.
    pub visits: u64,
    /// The number of the first of them, counted from one over the whole search.
    pub first: u64,
    /// The mean `w/n` for the seat that chose it, on the scale 0 to 1: the first summand of its bound.
    pub share: f64,
    /// The second summand when the next move is selected: `C √(ln t / n)`. Infinite at the root, and at chance nodes.
    pub term: f64,
}

impl Sampled {
    /// Statistics with this many plays, the number of the first, and the summands of the bound.
    pub const fn new(visits: u64, first: u64, [share, term]: [f64; 2]) -> Sampled {
        Sampled { visits, first, share, term }
    }
}

/// Why a position was left, or a move was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The game is over there.
    Terminal,
    /// The position was estimated at the horizon.
    Horizon,
    /// The position was estimated: no move on the way was worth a deeper search.
    Quiet,
    /// The position was played out, at random or by a rule.
    PlayedOut,
    /// All relevant moves were searched.
    Searched,
    /// One move causes a cutoff: the others cannot change the value above.
    Refuted,
    /// Giving the turn away already causes a cutoff, so some move will too.
    RefutedByPass,
    /// The estimate is so far outside the window that the rest is not expected to matter.
    Hopeless,
    /// One move has the greatest possible value: the others cannot be better.
    Enough,
    /// One of its moves was tried for a bound; the others were not.
    Tried,
    /// The value was stored by an earlier search of this many plies; `None` if that search reached
    /// the end of every play.
    Known(Option<u32>),
    /// The value is proven.
    Solved,
    /// This many other moves are more promising, and only those are searched.
    Unpromising(u32),
    /// The game does not call the move relevant.
    Irrelevant,
    /// By the game's declaration, one of the other moves is as good.
    Insufficient,
    /// The seat that acts there is believed never to play it.
    Unbelieved,
    /// The move was listed but never reached.
    Unvisited,
    /// Another move is more promising now; the search may return to this one.
    Postponed,
    /// The budget is used up, the time is over, or a stop was requested.
    Stopped,
}
