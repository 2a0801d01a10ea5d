//! The positions of a game and where their moves lead, as far as they were walked.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{AnyMove, AnyPosition, Eye, Node, Position, Seat, StopSignal, all_moves, view};

use super::probability::Fraction;

/// How far a game is walked.
#[derive(Clone, Copy, Debug)]
pub struct WalkLimits {
    /// The most positions that are kept, those between two draws of chance included. What a ply would need beyond that
    /// is not walked, and none of the next ones.
    pub positions: usize,
    /// The most plies; up to 32 draws of chance one after the other are one.
    pub depth: u32,
}

/// Who acts in a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Acting {
    Seat(u8),
    Chance,
    /// Nobody: what each seat gets, bit by bit.
    Nobody(Vec<u64>),
}

/// A position of a graph.
pub(super) struct GraphNode {
    pub(super) acting: Acting,
    pub(super) position: AnyPosition,
    /// The plies from the start: the fewest, or where something is hidden those of this position's plays.
    pub(super) level: u32,
    /// The positions that the moves lead to, in the order of the moves; of chance each once. Empty where the walk ends.
    pub(super) below: Vec<u32>,
    /// Of chance: the probability of each of them.
    pub(super) odds: Vec<Fraction>,
    /// Where something is hidden: for each seat, the number of what it sees.
    pub(super) seen: Vec<u32>,
    /// Where something is hidden: the plays that lead here, each by the probability that chance draws so.
    pub(super) reach: Fraction,
}

impl GraphNode {
    /// What `of` has for each position below this one, with how likely that is; zero for moves.
    pub(super) fn parts<K: Copy>(&self, of: &[K]) -> impl Iterator<Item = (K, Fraction)> {
        let odds = self.odds.iter().copied().chain(std::iter::repeat(Fraction::ZERO));
        self.below.iter().map(|&below| of[below as usize]).zip(odds)
    }
}

/// A game as far as it was walked.
pub struct RulesGraph {
    pub(super) nodes: Vec<GraphNode>,
    /// How many plies were walked; `None` if no more are to come.
    depth: Option<u32>,
    pub(super) seats: u8,
    pub(super) is_hidden: bool,
    /// How many different things seats see, each at one ply.
    pub(super) sights: u32,
}

/// What does not fit into the limits, or is no longer wanted.
struct TooMuch;

/// So many draws of chance one after the other are one; more are as many as they are.
const MOST_DRAWS: u32 = 32;

impl RulesGraph {
    /// The game from `start` on, ply by ply as far as the limits allow. Payoffs are compared as `worth` has them.
    pub fn of(start: &AnyPosition, limits: WalkLimits, worth: &dyn Fn(f64) -> f64) -> RulesGraph {
        RulesGraph::of_until(start, limits, worth, &StopSignal::new())
    }

    /// The same until the signal is given: then it ends soon, and says nothing of the game.
    pub(super) fn of_until(
        start: &AnyPosition,
        limits: WalkLimits,
        worth: &dyn Fn(f64) -> f64,
        stop: &StopSignal,
    ) -> RulesGraph {
        let mut walk = Walk {
            graph: RulesGraph {
                nodes: Vec::new(),
                depth: None,
                seats: start.facts().seats,
                is_hidden: start.facts().hidden,
                sights: 0,
            },
            known: BTreeMap::new(),
            worth,
            limits,
            stop,
            drawn: BTreeMap::new(),
            between: 0,
        };
        let mut level = vec![walk.node(start.clone(), 0, Fraction::ONE)];
        let mut depth = 0;
        while !level.is_empty() {
            let next = (depth < limits.depth).then(|| walk.ply(&level, depth));
            match next {
                Some(Ok(next)) => level = next,
                _ if level.iter().all(|&number| walk.is_over(number)) => break,
                _ => {
                    walk.graph.depth = Some(depth);
                    break;
                }
            }
            depth += 1;
        }
        walk.graph.see(stop);
        walk.graph
    }

    /// The plies to which it was walked; `None` if it was walked to its end.
    pub fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// How many different positions were walked; where something is hidden, at each ply by itself.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The same with the seats named otherwise: seat *n* becomes `seats[n]`.
    #[must_use]
    pub fn reseated(mut self, seats: &[Seat]) -> RulesGraph {
        for node in &mut self.nodes {
            match &mut node.acting {
                Acting::Seat(seat) => *seat = seats[usize::from(*seat)].0,
                Acting::Chance => {}
                Acting::Nobody(payoffs) => *payoffs = exchanged(payoffs, seats),
            }
            if self.is_hidden {
                node.seen = exchanged(&node.seen, seats);
            }
        }
        self
    }

    /// The moves by which a play comes from one position to one below it: one, or those of the draws of chance.
    pub(super) fn moves_between(&self, above: usize, below: usize) -> Vec<(AnyPosition, AnyMove)> {
        let (from, to) = (&self.nodes[above].position, &self.nodes[below].position);
        let mut line = Vec::new();
        if !leads(from, to, self.nodes[above].acting == Acting::Chance, &mut Vec::new(), &mut line) {
            line.clear();
        }
        line.reverse();
        line
    }

    /// Numbers what each seat sees at each position.
    fn see(&mut self, stop: &StopSignal) {
        if !self.is_hidden {
            return;
        }
        let mut sights: BTreeMap<(u8, u32, String), u32> = BTreeMap::new();
        for node in &mut self.nodes {
            if stop.is_given() {
                return;
            }
            for seat in Seat::all(self.seats) {
                let next = sights.len() as u32;
                let seen = view(&node.position, Eye::Seat(seat));
                node.seen.push(*sights.entry((seat.0, node.level, seen)).or_insert(next));
            }
        }
        self.sights = sights.len() as u32;
    }
}

/// What belongs to seat *n* belongs to `seats[n]`.
fn exchanged<T: Clone>(own: &[T], seats: &[Seat]) -> Vec<T> {
    let mut exchanged = own.to_vec();
    for (one, seat) in own.iter().zip(seats) {
        exchanged[seat.index()] = one.clone();
    }
    exchanged
}

/// Whether a move, or draws of chance one after the other, lead from one position to another; by which, the last first.
fn leads(
    from: &AnyPosition,
    to: &AnyPosition,
    is_chance: bool,
    tried: &mut Vec<AnyPosition>,
    line: &mut Vec<(AnyPosition, AnyMove)>,
) -> bool {
    all_moves(from).into_iter().any(|m| {
        let next = agon_core::after(from, m);
        let mut is_there = next == *to;
        if !is_there && is_chance && next.node() == Node::Chance && !tried.contains(&next) {
            tried.push(next.clone());
            is_there = leads(&next, to, true, tried, line);
        }
        if is_there {
            line.push((from.clone(), m));
        }
        is_there
    })
}

struct Walk<'a> {
    graph: RulesGraph,
    /// The numbers of the positions with a key, at a ply where something is hidden.
    known: BTreeMap<(u32, u64), Vec<u32>>,
    worth: &'a dyn Fn(f64) -> f64,
    limits: WalkLimits,
    stop: &'a StopSignal,
    /// Positions where chance draws again, and whether for longer than is one draw.
    drawn: BTreeMap<u64, Vec<(AnyPosition, bool)>>,
    /// How many positions between two draws of chance were walked.
    between: usize,
}

impl Walk<'_> {
    fn is_over(&self, number: u32) -> bool {
        matches!(self.graph.nodes[number as usize].acting, Acting::Nobody(_))
    }

    /// The number of a position: a new one, or that of the same.
    fn node(&mut self, position: AnyPosition, level: u32, reach: Fraction) -> u32 {
        let next = self.graph.nodes.len() as u32;
        let at = if self.graph.is_hidden { level } else { 0 };
        let same = self.known.entry((at, position.key())).or_default();
        let nodes = &self.graph.nodes;
        if let Some(&number) = same.iter().find(|&&number| nodes[number as usize].position == position) {
            return number;
        }
        same.push(next);
        let acting = match position.node() {
            Node::Decision(seat) => Acting::Seat(seat.0),
            Node::Chance => Acting::Chance,
            Node::Terminal => {
                let paid = |seat| (self.worth)(position.payoff(seat));
                // Zero is zero, whatever its sign.
                Acting::Nobody(Seat::all(self.graph.seats).map(|seat| (paid(seat) + 0.0).to_bits()).collect())
            }
        };
        let (below, odds, seen) = (Vec::new(), Vec::new(), Vec::new());
        self.graph.nodes.push(GraphNode { acting, position, level, below, odds, seen, reach });
        next
    }

    /// Walks one ply from each of these positions; the new ones below them. Where that is too much, none of it is kept.
    fn ply(&mut self, level: &[u32], depth: u32) -> Result<Vec<u32>, TooMuch> {
        let before = self.graph.nodes.len();
        let walked = level.iter().try_for_each(|&number| self.expand(number, depth + 1));
        if walked.is_err() {
            for &number in level {
                let node = &mut self.graph.nodes[number as usize];
                node.below.clear();
                node.odds.clear();
            }
            self.graph.nodes.truncate(before);
            return Err(TooMuch);
        }
        Ok((before as u32..self.graph.nodes.len() as u32).collect())
    }

    fn expand(&mut self, number: u32, level: u32) -> Result<(), TooMuch> {
        if self.stop.is_given() {
            return Err(TooMuch);
        }
        let node = &self.graph.nodes[number as usize];
        let (here, reach) = (node.position.clone(), node.reach);
        let found = match node.acting {
            Acting::Nobody(_) => return Ok(()),
            Acting::Seat(_) => all_moves(&here).into_iter().map(|m| (agon_core::after(&here, m), None)).collect(),
            Acting::Chance => {
                let mut drawn = Vec::new();
                self.draw(&here, Fraction::ONE, &mut drawn)?;
                drawn.into_iter().map(|(position, odds)| (position, Some(odds))).collect::<Vec<_>>()
            }
        };
        let mut below: Vec<u32> = Vec::with_capacity(found.len());
        let mut all_odds: Vec<Fraction> = Vec::new();
        for (position, odds) in found {
            let reach = if self.graph.is_hidden {
                odds.map_or(Some(reach), |odds| odds.times(reach)).ok_or(TooMuch)?
            } else {
                Fraction::ONE
            };
            let count = self.graph.nodes.len();
            let next = self.node(position, level, reach);
            if self.limits.positions < self.graph.nodes.len() + self.between {
                return Err(TooMuch);
            }
            if self.graph.is_hidden && (next as usize) < count {
                let same = &mut self.graph.nodes[next as usize];
                same.reach = same.reach.plus(reach).ok_or(TooMuch)?;
            }
            let Some(odds) = odds else {
                below.push(next);
                continue;
            };
            if let Some(at) = below.iter().position(|&one| one == next) {
                all_odds[at] = all_odds[at].plus(odds).ok_or(TooMuch)?;
            } else {
                below.push(next);
                all_odds.push(odds);
            }
        }
        let node = &mut self.graph.nodes[number as usize];
        (node.below, node.odds) = (below, all_odds);
        Ok(())
    }

    /// Whether so many draws of chance can follow one another from here that they are not taken for one, as at pig, where
    /// a one passes the turn and the other seat rolls.
    fn draws_too_long(&mut self, here: &AnyPosition) -> Result<bool, TooMuch> {
        if let Some((_, found)) = self.drawn.get(&here.key()).into_iter().flatten().find(|(one, _)| one == here) {
            return Ok(*found);
        }
        let (mut draws, mut now) = (0, vec![here.clone()]);
        while !now.is_empty() && draws < MOST_DRAWS && !self.stop.is_given() {
            let (mut next, mut keys) = (Vec::new(), BTreeSet::new());
            for from in &now {
                for m in all_moves(from) {
                    let after = agon_core::after(from, m);
                    if after.node() == Node::Chance && keys.insert(after.key()) {
                        self.between += 1;
                        if self.limits.positions < self.graph.nodes.len() + self.between {
                            return Err(TooMuch);
                        }
                        next.push(after);
                    }
                }
            }
            (draws, now) = (draws + 1, next);
        }
        let found = !now.is_empty();
        self.drawn.entry(here.key()).or_default().push((here.clone(), found));
        Ok(found)
    }

    /// Where chance leads, draw after draw, and how likely that is.
    fn draw(
        &mut self,
        here: &AnyPosition,
        odds: Fraction,
        drawn: &mut Vec<(AnyPosition, Fraction)>,
    ) -> Result<(), TooMuch> {
        let outcomes = all_moves(here);
        let total: u128 = outcomes.iter().map(|&m| u128::from(here.weight(m))).sum();
        for m in outcomes {
            if self.stop.is_given() {
                return Err(TooMuch);
            }
            let odds = odds.times(Fraction::new(here.weight(m).into(), total)).ok_or(TooMuch)?;
            let next = agon_core::after(here, m);
            if next.node() == Node::Chance && !self.draws_too_long(&next)? {
                self.draw(&next, odds, drawn)?;
            } else {
                drawn.push((next, odds));
            }
        }
        Ok(())
    }
}
