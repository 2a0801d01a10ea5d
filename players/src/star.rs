//! Search with three kinds of nodes: MAX (the seat that the search is for), MIN (all others) and
//! chance.
//!
//! Alpha-beta prunes at decisions, and Star1 or Star2 at chance nodes (B. W. Ballard, The *-minimax
//! search procedure for trees containing chance nodes, 1983), by the bounds of the payoffs. The
//! plain search without pruning is here too, as the oracle of the others.

mod promises;
mod ranges;

use agon_core::{
    AnyPosition, Bound, Decision, Estimator, Move, Node, OptionSpec, Options, Position, Reason, Seat, SetupError, Turn,
    horizon::Window,
};

use self::{
    promises::Promises,
    ranges::{Range, Tried},
};
use crate::{
    alpha_beta::{Entry, NODES, Order, Table, read_size, table_option},
    depth,
    search::{self, Spent},
    search_frame::{Ply, Watch},
    stack::{Likeliest, Room, Stack},
};

/// The pruning at chance nodes, which never changes the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prune {
    /// Nothing.
    None,
    /// Outcomes that cannot matter, whatever the unseen ones are worth.
    Star1,
    /// The same, after trying one reply to each outcome for bounds of the unseen ones.
    Star2,
}

/// The settings of the search.
#[derive(Clone, Debug)]
pub(crate) struct Star {
    depth: Option<u32>,
    /// The positions it may look at for one move.
    nodes: Option<u64>,
    estimator: Estimator,
    prune: Prune,
    /// The bytes of the table.
    table: Option<usize>,
    /// The least and the greatest payoff.
    bounds: (f64, f64),
    /// The tolerance when a window is moved through a chance node: rounding must not turn a value
    /// into its neighbour.
    margin: f64,
}

/// With at least this many replies, trying one is a small part of the search, worth it even if it
/// may show nothing.
const FEW: usize = 12;
const PRUNES: [&str; 3] = ["none", "star1", "star2"];

impl Star {
    /// The options of a player that searches this way.
    pub(crate) const OPTIONS: &'static [OptionSpec] = &[
        depth::option("2", "how many decisions to look ahead"),
        OptionSpec::choice(
            "prune",
            &PRUNES,
            "star2",
            "what to leave out at chance nodes; no choice changes the move or its value",
        ),
        table_option("none"),
        Estimator::OPTION,
        NODES,
    ];

    pub(crate) fn configure(player: &'static str, options: &Options, game: &AnyPosition) -> Result<Star, SetupError> {
        let facts = game.facts();
        let bounds = (facts.min_payoff, facts.max_payoff);
        let scale = bounds.0.abs().max(bounds.1.abs());
        let prune = match options.text("prune") {
            "none" => Prune::None,
            "star1" => Prune::Star1,
            _ => Prune::Star2,
        };
        let nodes = options.limit("nodes");
        Ok(Star {
            depth: depth::read(player, options, game, nodes.is_some())?,
            nodes,
            estimator: Estimator::of(options, game)?,
            prune,
            table: read_size(options)?,
            bounds,
            margin: scale * 1e-9,
        })
    }

    /// The size of its memory between moves, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.table.unwrap_or(0) as u64
    }

    pub(crate) fn choose<P: Position>(
        &self,
        memory: &mut StarMemory<P>,
        position: &P,
        turn: &Turn<'_>,
        watch: impl Watch,
    ) -> Decision<P::Move> {
        let StarMemory { stack, table, order } = memory;
        if let Some(bytes) = self.table {
            // Results of other moves do not count: under a budget they would let the search see
            // further, and the move would depend on those before.
            table.get_or_insert_with(|| Table::new(bytes)).next_move(false);
        }
        // A search this shallow ends before it has learned which moves are good.
        let learns = self.prune != Prune::None && self.depth.is_none_or(|depth| 2 < depth);
        let order = learns.then(|| {
            order.clear(true, true);
            order
        });
        let rule = StarRule { star: self, table: table.as_mut(), order };
        let most = self.bounds.1;
        let mut search = StarSearch::new(rule, &self.estimator, stack, position, turn, watch);
        if let Some(nodes) = self.nodes {
            search.frame.node_budget = search.frame.node_budget.for_now(nodes);
        }
        search.decide(self.depth, |search, depth, best| {
            let alpha = best.filter(|_| search.prunes()).unwrap_or(f64::NEG_INFINITY);
            if most <= alpha {
                // No value can be better.
                return Ok((most, Bound::Upper));
            }
            let value = search.value(1, depth, Window { alpha, ..Window::FULL })?;
            Ok((value, if value <= alpha { Bound::Upper } else { Bound::Exact }))
        })
    }
}

/// The memory of such a search: working room, and a table if it has one.
pub struct StarMemory<P: Position> {
    stack: Stack<P>,
    table: Option<Table>,
    /// The recent success of moves, independent of the position.
    order: Order,
}

impl<P: Position> Default for StarMemory<P> {
    fn default() -> Self {
        StarMemory { stack: Stack::default(), table: None, order: Order::default() }
    }
}

impl<P: Position> StarMemory<P> {
    /// A new game begins: earlier results do not count, but their memory is reused.
    pub(crate) fn begin(&mut self) {
        if let Some(table) = &mut self.table {
            table.next_game();
        }
    }
}

/// The rule of this kind of search.
struct StarRule<'a> {
    star: &'a Star,
    table: Option<&'a mut Table>,
    order: Option<&'a mut Order>,
}

type StarSearch<'a, P, O> = search::Search<'a, P, StarRule<'a>, O>;

impl<P: Position, O: Watch> StarSearch<'_, P, O> {
    #[inline]
    fn prunes(&self) -> bool {
        self.rule.star.prune != Prune::None
    }

    /// The value of the position at `ply` to the seat that the search is for.
    fn value(&mut self, ply: usize, depth: u32, window: Window) -> Result<f64, Spent> {
        let depth = self.enter(ply, depth, window)?;
        let found = self.search(ply, depth, window);
        self.leave(ply, window, found)
    }

    #[inline]
    fn search(&mut self, ply: usize, depth: u32, window: Window) -> Result<f64, Spent> {
        let here = &self.stack.at(ply).here;
        match here.node() {
            Node::Terminal => return Ok(here.payoff(self.me)),
            Node::Chance => {
                if let Some(below) = self.stack.below_chance(ply, depth) {
                    return if self.prunes() {
                        self.pruned_mean(ply, below, window)
                    } else {
                        self.whole_mean(ply, below)
                    };
                }
            }
            // Directly above the horizon the table would cost more than it saves.
            Node::Decision(seat) if 1 < depth && self.rule.table.is_some() => {
                return self.remembered(ply, depth, seat, window);
            }
            Node::Decision(seat) if 0 < depth => {
                return Ok(self.decision(ply, depth, seat, window, None)?.0);
            }
            Node::Decision(_) => {}
        }
        Ok(self.guess(ply))
    }

    /// The value of the best move at `ply`, and that move's index; the move with the code `first` is tried first.
    #[inline]
    fn decision(
        &mut self,
        ply: usize,
        depth: u32,
        seat: Seat,
        window: Window,
        first: Option<u64>,
    ) -> Result<(f64, usize), Spent> {
        let (least, most) = self.rule.star.bounds;
        let is_max = seat == self.me;
        let enough = if is_max { window.beta.min(most) } else { window.alpha.max(least) };
        let enough = self.prunes().then_some(enough);
        self.stack.list_moves(ply);
        // Directly above the horizon, sorting costs more than it saves.
        if self.prunes() && 1 < depth {
            let before = self.stack.see(ply - 1).room.tried();
            let order = self.rule.order.as_deref();
            let promises = Promises { order, seat, before, first };
            self.stack.order_moves(ply, |here, m| promises.of(here, m));
        }
        let (value, index) =
            self.best(ply, is_max, window, enough, |search, _, window| search.value(ply + 1, depth - 1, window))?;
        let is_better = if is_max { window.alpha < value } else { value < window.beta };
        if is_better {
            self.credit(ply, seat, index, depth as usize);
        }
        Ok((value, index))
    }

    /// Credits move number `index` of `ply` with being better than the others, and debits those before it in the list.
    #[inline]
    fn credit(&mut self, ply: usize, seat: Seat, index: usize, plies: usize) {
        let before = self.stack.see(ply - 1).room.tried();
        let moves = &self.stack.see(ply).room.moves;
        let Some(order) = self.rule.order.as_deref_mut() else { return };
        order.note_history(seat, moves[index], plies);
        order.note_answer(seat, before, moves[index]);
        for &other in &moves[..index] {
            order.note_failure(seat, other, plies);
        }
    }

    /// The same, unless the table answers `window`. Only decision nodes are stored: at a chance
    /// node the depth below depends on how it was reached.
    fn remembered(&mut self, ply: usize, depth: u32, seat: Seat, window: Window) -> Result<f64, Spent> {
        let key = self.stack.at(ply).here.key();
        // Beyond the greatest depth of an entry there is no horizon.
        let (least, most) = match u16::try_from(depth) {
            Ok(depth) if depth < 0x7fff => (depth, depth),
            _ => Entry::to_the_end(0),
        };
        let known = self.rule.table.as_ref().and_then(|table| table.find(key));
        let settles = |entry: &Entry| (entry.least, entry.most) == (least, most) && entry.settles(window);
        if let Some(entry) = known.filter(settles) {
            if O::ON {
                let depth = entry.height().is_none().then_some(depth);
                self.why = Some((Reason::Known(depth), entry.bound));
            }
            return Ok(entry.value);
        }
        let first = known.map(|entry| entry.code);
        let (value, index) = self.decision(ply, depth, seat, window, first)?;
        let code = self.stack.at(ply).room.moves[index].code();
        let bound = window.bound(value);
        if let Some(table) = &mut self.rule.table {
            table.note(key, &Entry { value, bound, code, least, most }, &self.frame.node_budget);
        }
        Ok(value)
    }

    /// The mean over all outcomes of the chance node at `ply`.
    fn whole_mean(&mut self, ply: usize, depth: u32) -> Result<f64, Spent> {
        let total = self.stack.list_outcomes(ply);
        let mean = self.mean(ply, total, |search| search.value(ply + 1, depth, Window::FULL))?;
        Ok(self.within_bounds(mean))
    }

    /// The same, as far as `window` needs it.
    fn pruned_mean(&mut self, ply: usize, depth: u32, window: Window) -> Result<f64, Spent> {
        let (least, most) = self.rule.star.bounds;
        let total = self.stack.list_outcomes(ply);
        let Room { moves, low, high, .. } = &mut self.stack.at(ply).room;
        let count = moves.len();
        low.clear();
        low.resize(count, least);
        high.clear();
        high.resize(count, most);
        let mut range = Range { low: total * least, high: total * most, total, window };
        // 1. Star2: one reply to each outcome bounds it on one side. Outcomes are similar: once the
        //    average of those tried is inside the window, the others will hardly leave it, which
        //    matters if one of few replies is a large part of the search.
        if self.rule.star.prune == Prune::Star2 && 1 < count {
            let mut tried = Tried::default();
            for index in 0..count {
                let inner = self.inner_window(ply, index, &range);
                self.descend_by_chance(ply, index, total);
                let (low, high, replies) = self.probe(ply + 1, depth, inner)?;
                self.narrow(ply, index, &mut range, low, high);
                if let Some(bound) = range.decided(self.rule.star.margin) {
                    return Ok(bound);
                }
                tried.add(self.stack.at(ply).room.weights[index], low, high);
                if (1..FEW).contains(&replies) && tried.is_within(window) {
                    break;
                }
            }
        }
        // 2. Star1: each outcome in turn, in the window in which it could matter.
        let mut follow = Likeliest::default();
        for index in 0..count {
            let weight = self.stack.at(ply).room.weights[index];
            let Room { low, high, .. } = &self.stack.at(ply).room;
            if low[index] == high[index] {
                if self.explain && 1 < count {
                    self.stack.at(ply + 1).room.line.clear();
                    self.stack.follow(&mut follow, ply, index, weight);
                }
                continue;
            }
            let Window { alpha, beta } = self.inner_window(ply, index, &range);
            self.descend_by_chance(ply, index, total);
            let value = self.value(ply + 1, depth, Window { alpha, beta })?;
            if value <= alpha {
                self.narrow(ply, index, &mut range, least, value);
                return Ok(range.high / total);
            }
            if beta <= value {
                self.narrow(ply, index, &mut range, value, most);
                return Ok(range.low / total);
            }
            self.narrow(ply, index, &mut range, value, value);
            if self.explain {
                self.stack.follow(&mut follow, ply, index, weight);
            }
            if index + 1 < count
                && let Some(bound) = range.decided(self.rule.star.margin)
            {
                return Ok(bound);
            }
        }
        self.stack.end_line(&follow, ply);
        // 3. All outcomes are known: the mean, added up as the plain search does.
        let Room { weights, low, .. } = &self.stack.at(ply).room;
        let sum: f64 = weights.iter().zip(low).fold(0.0, |sum, (weight, value)| sum + weight * *value);
        Ok(self.within_bounds(sum / total))
    }

    /// Puts the position after outcome number `index` of `ply` at the next ply.
    #[inline]
    fn descend_by_chance(&mut self, ply: usize, index: usize, total: f64) {
        self.descend(ply, index);
        let stack = &*self.stack;
        let probability = || stack.see(ply).room.weights[index] / total;
        self.frame.next(|next| next.probability = Some(probability()));
    }

    /// Tries one reply to the outcome that led to `ply`: returns the least and the greatest
    /// possible value of the outcome, and the number of replies it has; zero if nothing was spent
    /// on it.
    fn probe(&mut self, ply: usize, depth: u32, window: Window) -> Result<(f64, f64, usize), Spent> {
        let (least, most) = self.rule.star.bounds;
        match self.stack.at(ply).here.node() {
            Node::Chance => Ok((least, most, 0)),
            Node::Decision(seat) if 0 < depth => {
                let edge = if seat == self.me { window.beta } else { window.alpha };
                if edge.is_infinite() {
                    // Nothing it may show is enough.
                    return Ok((least, most, 0));
                }
                let replies = self.stack.list_moves(ply);
                if replies < 3 {
                    // One of two replies is half the search, which would be done twice.
                    return Ok((least, most, 0));
                }
                let value = self.try_one(ply, depth, seat, window)?;
                Ok(if seat == self.me && window.alpha < value {
                    (value, most, replies)
                } else if seat != self.me && value < window.beta {
                    (least, value, replies)
                } else {
                    (least, most, replies)
                })
            }
            Node::Terminal | Node::Decision(_) => {
                let value = self.value(ply, depth, window)?;
                Ok((value, value, 0))
            }
        }
    }

    /// The value of the highest-rated listed reply of `seat` at `ply`.
    fn try_one(&mut self, ply: usize, depth: u32, seat: Seat, window: Window) -> Result<f64, Spent> {
        let depth = self.enter(ply, depth, window)?.max(1);
        let before = self.stack.see(ply - 1).room.tried();
        let order = self.rule.order.as_deref();
        let promises = Promises { order, seat, before, first: None };
        let Ply { here, room: Room { moves, .. } } = self.stack.see(ply);
        let mut best = (f64::NEG_INFINITY, 0);
        for (index, &m) in moves.iter().enumerate() {
            let promise = promises.of(here, m);
            if best.0 < promise {
                best = (promise, index);
            }
        }
        let is_max = seat == self.me;
        self.descend(ply, best.1);
        let found = self.value(ply + 1, depth - 1, window);
        let bound = if is_max { Bound::Lower } else { Bound::Upper };
        self.frame.leave(found.unwrap_or(f64::NAN), bound, Reason::Tried);
        found
    }

    /// The values of outcome number `index` beyond which the mean leaves the window, whatever the
    /// possible values of the others.
    fn inner_window(&mut self, ply: usize, index: usize, range: &Range) -> Window {
        let margin = self.rule.star.margin;
        let Room { weights, low, high, .. } = &self.stack.at(ply).room;
        let weight = weights[index];
        let others = (range.low - weight * low[index], range.high - weight * high[index]);
        let alpha = (range.total * range.window.alpha - others.1) / weight - margin;
        let beta = (range.total * range.window.beta - others.0) / weight + margin;
        Window { alpha, beta }
    }

    /// Records that outcome number `index` is worth at least `low` and at most `high`.
    fn narrow(&mut self, ply: usize, index: usize, range: &mut Range, low: f64, high: f64) {
        let here = &mut self.stack.at(ply).room;
        let weight = here.weights[index];
        if here.low[index] < low {
            range.low += weight * (low - here.low[index]);
            here.low[index] = low;
        }
        if high < here.high[index] {
            range.high -= weight * (here.high[index] - high);
            here.high[index] = high;
        }
    }

    /// Rounding must not lift a mean above the greatest payoff.
    #[inline]
    fn within_bounds(&self, mean: f64) -> f64 {
        mean.clamp(self.rule.star.bounds.0, self.rule.star.bounds.1)
    }
}
