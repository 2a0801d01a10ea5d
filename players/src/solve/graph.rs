//! Exact values of all reachable positions, each visited once.
//!
//! Plays are bounded, and equal positions are interchangeable, so the reachable positions form a
//! graph without cycles: depth-first search with a table visits each position once.

use std::collections::BTreeMap;

use agon_core::{Facts, Node, Position, Seat, StopSignal, Sum};

use super::{keyed::Keyed, proof::canonical_key};
use crate::{
    node_budget::NodeBudget,
    search_frame::{Line, Ply},
};

/// The bytes of a position while the table grows.
pub(crate) const BYTES: usize = 48;

/// The bytes that are not counted: those of a game so small that its few positions need more than their share.
pub(super) const SMALL: usize = 1 << 20;

/// No distance is known, or the play is longer than can be stored.
const NO_DISTANCE: u16 = u16::MAX;

/// Why a game was not solved position by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// More positions are reachable than allowed: this limit.
    TooLarge(usize),
    /// They take more memory than goes with this limit of positions.
    TooHeavy(usize),
    /// The computation was stopped.
    Stopped,
    /// The game has more than two seats, or payoffs that do not add up to a constant.
    NoDuel,
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolved::TooLarge(limit) => write!(f, "more than {limit} positions are in reach"),
            Unsolved::TooHeavy(limit) => {
                write!(f, "they take more memory than goes with {limit} positions")
            }
            Unsolved::Stopped => f.write_str("it was stopped before it was done"),
            Unsolved::NoDuel => f.write_str("only games for one seat, or for two with a constant sum, have a value"),
        }
    }
}

/// The value of a position under perfect play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// The payoff of `Seat(0)`; its expectation in games with chance.
    pub value: f64,
    /// Plies to the end if the winner hurries and the loser delays; in a game of one seat, the seat
    /// hurries. `None` if no seat gains, and in games with chance.
    pub distance: Option<u32>,
}

/// The same in ten bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Packed {
    value: [u8; 8],
    distance: [u8; 2],
}

/// All positions reachable from one, solved.
#[derive(Clone, Debug)]
pub struct Graph {
    table: Keyed<Packed>,
    sameness: Sameness,
    facts: Facts,
    /// The number of moves and outcomes of all positions.
    pub edges: u64,
    /// The number of terminal positions.
    pub terminals: u64,
    /// The plies of the line that solves it, and the bytes of these.
    plies: usize,
    line_bytes: usize,
    /// The payoff of the second seat, by the bits of the first seat's, where rounding makes it differ from the rest of
    /// the constant sum.
    rounded: BTreeMap<u64, f64>,
}

/// Which positions are treated as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sameness {
    /// Equal positions.
    Equal,
    /// All images of a position.
    Images,
    /// Positions that differ only in their past.
    Present,
}

/// The state of a position on the way from the root that is not solved yet.
#[derive(Clone, Debug)]
struct Frame<M> {
    key: u64,
    node: Node,
    moves: Vec<M>,
    next: usize,
    /// The best of the moves so far, or the sum over the outcomes, times their weights.
    best: Option<Solved>,
    /// The sum of the weights of the outcomes.
    weight: f64,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        let node = Node::Terminal;
        Frame { key: 0, node, moves: Vec::new(), next: 0, best: None, weight: 0.0 }
    }
}

impl Graph {
    /// Solves all positions reachable from `root`, at most `limit`; the images of a position count
    /// as one if `by_symmetry`.
    ///
    /// # Errors
    ///
    /// If there are more, or the game has no value.
    pub fn solve<P: Position>(root: &P, limit: usize, by_symmetry: bool) -> Result<Graph, Unsolved> {
        Graph::solve_within(root, limit, by_symmetry, &mut NodeBudget::free(u64::MAX))
    }

    /// The same until `stop` is given; then the error is [`Unsolved::Stopped`].
    ///
    /// # Errors
    ///
    /// As [`solve`](Graph::solve), and if it was stopped.
    pub fn solve_until<P: Position>(
        root: &P,
        limit: usize,
        by_symmetry: bool,
        stop: &StopSignal,
    ) -> Result<Graph, Unsolved> {
        let mut node_budget = NodeBudget::free(u64::MAX).stopped_by(stop);
        Graph::solve_within(root, limit, by_symmetry, &mut node_budget)
    }

    /// The same while `node_budget` lasts.
    pub(crate) fn solve_within<P: Position>(
        root: &P,
        limit: usize,
        by_symmetry: bool,
        node_budget: &mut NodeBudget<'_>,
    ) -> Result<Graph, Unsolved> {
        let sameness = if by_symmetry { Sameness::Images } else { Sameness::Equal };
        let mut graph = Graph::empty(root.facts(), sameness)?;
        let mut line = Line::default();
        line.stand_at(root);
        let mut ply = 0;
        graph.enter(line.at(0), ply, limit)?;
        loop {
            if !node_budget.count() {
                return Err(Unsolved::Stopped);
            }
            let (above, below) = line.pair(ply);
            let frame = &mut above.room;
            let child = if let Some(&m) = frame.moves.get(frame.next) {
                frame.next += 1;
                below.here.play_from(&above.here, m);
                graph.enter(below, ply + 1, limit)?
            } else {
                let mut best = frame.best.expect("a position with a move has a best one");
                if frame.node == Node::Chance {
                    best.value = mean(best.value, frame.weight, &graph.facts);
                }
                let _ = graph.table.put(frame.key, Packed::of(best));
                if ply == 0 {
                    return Ok(graph);
                }
                ply -= 1;
                Some(best)
            };
            match child {
                Some(solved) => graph.absorb(line.at(ply), solved),
                None => ply += 1,
            }
        }
    }

    /// An empty graph for a game with these facts.
    pub(super) fn empty(facts: Facts, sameness: Sameness) -> Result<Graph, Unsolved> {
        if 2 < facts.seats || (facts.seats == 2 && facts.sum == Sum::General) {
            return Err(Unsolved::NoDuel);
        }
        let rounded = BTreeMap::new();
        Ok(Graph { table: Keyed::new(), sameness, facts, edges: 0, terminals: 0, plies: 0, line_bytes: 0, rounded })
    }

    /// The value of a terminal position.
    pub(super) fn over(&mut self, here: &impl Position) -> Solved {
        self.terminals += 1;
        let value = here.payoff(Seat(0));
        if self.facts.seats == 2 {
            let other = here.payoff(Seat(1));
            if other != value_for(&self.facts, Seat(1), value) {
                self.rounded.insert(value.to_bits(), other);
            }
        }
        self.without_idle_distance(Solved { value, distance: Some(0) })
    }

    /// Adds a solved position.
    pub(super) fn add(&mut self, key: u64, solved: Solved) {
        let _ = self.table.put(key, Packed::of(solved));
    }

    /// Enters the position at `ply`; returns its value if that is known at once.
    fn enter<P: Position>(
        &mut self,
        Ply { here, room: frame }: &mut Ply<P, Frame<P::Move>>,
        ply: usize,
        limit: usize,
    ) -> Result<Option<Solved>, Unsolved> {
        frame.key = self.key(here);
        if let Some(known) = self.table.find(frame.key) {
            return Ok(Some(known.open()));
        }
        // Positions on the way are not in the table yet.
        if limit <= self.table.len() + ply {
            return Err(Unsolved::TooLarge(limit));
        }
        if self.plies <= ply {
            self.plies = ply + 1;
            let moves = here.count() * size_of::<P::Move>();
            self.line_bytes += size_of::<Frame<P::Move>>() + here.bytes() + moves;
            if limit.saturating_mul(BYTES).saturating_add(SMALL) < self.table.len() * BYTES + self.line_bytes {
                return Err(Unsolved::TooHeavy(limit));
            }
        }
        frame.node = here.node();
        if frame.node == Node::Terminal {
            let solved = self.over(here);
            let _ = self.table.put(frame.key, Packed::of(solved));
            // A game may be over before it begins.
            let is_root = ply == 0;
            frame.moves.clear();
            (frame.next, frame.best) = (0, Some(solved));
            return Ok((!is_root).then_some(solved));
        }
        here.moves(&mut frame.moves);
        self.edges += frame.moves.len() as u64;
        (frame.next, frame.best, frame.weight) = (0, None, 0.0);
        if frame.node == Node::Chance {
            let weights = frame.moves.iter().map(|&m| f64::from(here.weight(m)));
            frame.weight = weights.sum();
        }
        Ok(None)
    }

    /// Updates the position at a ply with the value of the move tried last.
    fn absorb<P: Position>(&self, Ply { here, room: frame }: &mut Ply<P, Frame<P::Move>>, solved: Solved) {
        let mover = match frame.node {
            Node::Decision(mover) => mover,
            Node::Chance => {
                let m = frame.moves[frame.next - 1];
                let part = f64::from(here.weight(m)) * solved.value;
                let so_far = frame.best.map_or(0.0, |best| best.value);
                frame.best = Some(Solved { value: so_far + part, distance: None });
                return;
            }
            Node::Terminal => unreachable!("no move leads on from the end of a game"),
        };
        let candidate = Solved { distance: solved.distance.map(|plies| plies + 1), ..solved };
        if frame.best.is_none_or(|best| self.prefers(mover, candidate, best)) {
            frame.best = Some(candidate);
        }
    }

    /// Whether `mover` prefers `one` to `other`.
    pub(super) fn prefers(&self, mover: Seat, one: Solved, other: Solved) -> bool {
        if one.value != other.value {
            return (other.value < one.value) == (mover == Seat(0));
        }
        let hurries = self.facts.seats == 1 || self.outcome(one.value, mover).is_gt();
        if hurries { one.distance < other.distance } else { other.distance < one.distance }
    }

    /// Whether `seat` gains if `Seat(0)` gets `value`: `Greater` above the middle of the constant
    /// sum, `Less` below it.
    pub fn outcome(&self, value: f64, seat: Seat) -> std::cmp::Ordering {
        outcome(&self.facts, value, seat)
    }

    /// The payoff of both seats if neither gains.
    pub(super) fn middle(&self) -> f64 {
        middle(&self.facts)
    }

    /// The payoff of `seat` if `Seat(0)` gets `value`.
    pub fn value_for(&self, seat: Seat, value: f64) -> f64 {
        match self.rounded.get(&value.to_bits()) {
            Some(&other) if seat != Seat(0) => other,
            _ => value_for(&self.facts, seat, value),
        }
    }

    /// Drops the distance where no seat gains.
    pub(super) fn without_idle_distance(&self, solved: Solved) -> Solved {
        let is_idle = self.facts.seats == 2 && solved.value == self.middle();
        if is_idle || self.facts.chance { Solved { distance: None, ..solved } } else { solved }
    }

    /// The facts of the game.
    pub fn facts(&self) -> Facts {
        self.facts
    }

    /// The number of positions solved.
    pub fn positions(&self) -> usize {
        self.table.len()
    }

    /// The value of `position`, if it was reachable.
    pub fn find<P: Position>(&self, position: &P) -> Option<Solved> {
        self.table.find(self.key(position)).map(Packed::open)
    }

    /// The best move at a reachable decision node, the first of equals, and the value of the
    /// position.
    pub fn best<P: Position>(&self, position: &P) -> Option<(P::Move, Solved)> {
        let Node::Decision(mover) = position.node() else { return None };
        let mut after = position.clone();
        let (mut moves, mut best) = (Vec::new(), None);
        position.moves(&mut moves);
        for m in moves {
            after.play_from(position, m);
            let solved = self.find(&after)?;
            let solved = Solved { distance: solved.distance.map(|plies| plies + 1), ..solved };
            if best.is_none_or(|(_, best)| self.prefers(mover, solved, best)) {
                best = Some((m, solved));
            }
        }
        best
    }

    #[inline]
    pub(super) fn key<P: Position>(&self, position: &P) -> u64 {
        match self.sameness {
            Sameness::Equal => position.key(),
            Sameness::Images => canonical_key(position),
            Sameness::Present => position.present_key(),
        }
    }
}

/// The payoff of both seats if neither gains; `None` for a single seat.
pub(super) fn middle(facts: &Facts) -> f64 {
    match facts.sum {
        Sum::Constant(sum) if facts.seats == 2 => sum / 2.0,
        _ => 0.0,
    }
}

/// Whether `seat` gains if `Seat(0)` gets `value`: `Greater` above the middle of the constant sum, `Less` below it.
pub(super) fn outcome(facts: &Facts, value: f64, seat: Seat) -> std::cmp::Ordering {
    let middle = middle(facts);
    match value.total_cmp(&middle) {
        _ if value == middle => std::cmp::Ordering::Equal,
        order if seat == Seat(0) => order,
        order => order.reverse(),
    }
}

/// The mean of outcomes, from their weighted sum and the sum of the weights. Dividing at the end keeps the mean of
/// equal values equal to them, and rounding from lifting it above the greatest payoff.
pub(super) fn mean(sum: f64, weights: f64, facts: &Facts) -> f64 {
    (sum / weights).clamp(facts.min_payoff, facts.max_payoff)
}

/// The payoff of `seat` if `Seat(0)` gets `value`.
pub(crate) fn value_for(facts: &Facts, seat: Seat, value: f64) -> f64 {
    match facts.sum {
        _ if seat == Seat(0) => value,
        Sum::Constant(sum) => sum - value,
        Sum::Zero | Sum::General => 0.0 - value,
    }
}

impl Packed {
    fn of(solved: Solved) -> Packed {
        let distance = solved.distance.and_then(|plies| u16::try_from(plies).ok());
        Packed { value: solved.value.to_le_bytes(), distance: distance.unwrap_or(NO_DISTANCE).to_le_bytes() }
    }

    fn open(self) -> Solved {
        let distance = u16::from_le_bytes(self.distance);
        Solved { value: f64::from_le_bytes(self.value), distance: (distance != NO_DISTANCE).then_some(distance.into()) }
    }
}
