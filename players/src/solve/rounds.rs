//! What a seat is sure of where plays can go round: the positions that it can meet, with its answers, and what each is worth
//! at least.

use agon_core::{Node, Position, Seat, StopSignal, after, all_moves};

use super::{answers::Unanswered, graph::Graph, keyed::Keyed};

/// Moves are best whose worth is within this fraction of the payoff range of the greatest: values are found by sweeps.
const EQUAL: f64 = 1e-12;
/// What is claimed less for each ply to come where chance draws, as a fraction of the payoff range: more than rounding.
const FEE: f64 = 1e-12;
/// The most plies to come, on average, for which that is taken off.
const LONGEST: f64 = 100_000.0;

/// A position that a seat can meet, or one of the others or of chance in between.
#[derive(Clone, Debug)]
pub struct Kept<P: Position> {
    /// The position.
    pub here: P,
    /// The answer, where the seat acts.
    pub m: Option<P::Move>,
    /// What it is worth to the seat, at least.
    pub least: f64,
}

impl Graph {
    /// What `seat` is sure of from `root` on, in a graph that [was iterated](Graph::iterate): the positions that it meets
    /// by best moves, chosen so that plays end sooner or later wherever no end would be worth less. At most so many
    /// positions are walked, until `stop` is given.
    ///
    /// # Errors
    ///
    /// Where there are more, or plays need not end.
    pub fn kept<P: Position>(
        &self,
        root: &P,
        seat: Seat,
        most: usize,
        stop: &StopSignal,
    ) -> Result<Vec<Kept<P>>, Unanswered> {
        let facts = self.facts();
        let range = facts.max_payoff - facts.min_payoff;
        let mut best = Best::of(self, root, seat, (most, EQUAL * range))?;
        best.find_answers(if facts.seats == 1 { facts.min_payoff } else { self.middle() });
        let met = best.met()?;
        if facts.chance {
            best.take_off(&met, FEE * range, stop)?;
        }
        let kept = met.into_iter().map(|at| {
            let Spot { worth, links, answer, .. } = &best.spots[at];
            Kept { here: best.places[at].clone(), m: answer.map(|answer| links[answer].m), least: *worth }
        });
        Ok(kept.collect())
    }
}

/// The positions in reach where a seat plays its best moves only.
struct Best<P: Position> {
    seat: Seat,
    places: Vec<P>,
    spots: Vec<Spot<P::Move>>,
}

/// What is known of one of them.
struct Spot<M> {
    node: Node,
    worth: f64,
    links: Vec<Link<M>>,
    /// Which of these is the seat's answer.
    answer: Option<usize>,
    /// Whether plays end from here on, or come to what is worth no more than one without an end.
    is_sure: bool,
}

/// A move or a draw, where it leads, and its weight.
struct Link<M> {
    m: M,
    to: usize,
    weight: f64,
}

impl<P: Position> Best<P> {
    fn of(graph: &Graph, root: &P, seat: Seat, (most, equal): (usize, f64)) -> Result<Best<P>, Unanswered> {
        let worth = |here: &P| {
            let solved = graph.find(here).expect("every position in reach is solved");
            graph.value_for(seat, solved.value)
        };
        let mut best = Best { seat, places: vec![root.clone()], spots: Vec::new() };
        let mut numbers = Keyed::new();
        let _ = numbers.put(graph.key(root), 0);
        while best.spots.len() < best.places.len() {
            let here = best.places[best.spots.len()].clone();
            let (node, own) = (here.node(), worth(&here));
            let mut links = Vec::new();
            for m in all_moves(&here) {
                let next = after(&here, m);
                if node == Node::Decision(seat) && worth(&next) < own - equal {
                    continue;
                }
                let to = numbers.find(graph.key(&next)).unwrap_or(best.places.len());
                let weight = if node == Node::Chance { f64::from(here.weight(m)) } else { 1.0 };
                links.push(Link { m, to, weight });
                if to == best.places.len() {
                    let _ = numbers.put(graph.key(&next), to);
                    best.places.push(next);
                }
            }
            best.spots.push(Spot { node, worth: own, links, answer: None, is_sure: false });
            if most < best.places.len() {
                return Err(Unanswered::TooMany(most));
            }
        }
        Ok(best)
    }

    /// Chooses an answer at each position of the seat: the first best move, or where a play must not go on for ever, the
    /// first after which it is sure to end.
    fn find_answers(&mut self, endless: f64) {
        for spot in &mut self.spots {
            spot.is_sure = spot.node == Node::Terminal || spot.worth <= endless;
            spot.answer = Some(0).filter(|_| spot.node == Node::Decision(self.seat) && spot.is_sure);
        }
        let mut is_done = false;
        while !is_done {
            is_done = true;
            // The last are the farthest from the root: mostly what others lead to.
            for at in (0..self.spots.len()).rev() {
                let Spot { node, links, is_sure: false, .. } = &self.spots[at] else { continue };
                let mut ends = links.iter().map(|link| self.spots[link.to].is_sure);
                let (is_sure, answer) = match *node {
                    Node::Decision(seat) if seat == self.seat => {
                        let answer = ends.position(|is_sure| is_sure);
                        (answer.is_some(), answer)
                    }
                    Node::Chance => (ends.any(|is_sure| is_sure), None),
                    _ => (ends.all(|is_sure| is_sure), None),
                };
                if is_sure {
                    (self.spots[at].is_sure, self.spots[at].answer, is_done) = (true, answer, false);
                }
            }
        }
    }

    /// What may happen at a position where the seat plays its answers.
    fn may_follow(&self, at: usize) -> &[Link<P::Move>] {
        let Spot { links, answer, .. } = &self.spots[at];
        answer.map_or(links, |answer| &links[answer..=answer])
    }

    /// The positions that are met by the answers and are no ends, the nearest first.
    fn met(&self) -> Result<Vec<usize>, Unanswered> {
        let mut is_met = vec![false; self.spots.len()];
        let (mut met, mut next) = (vec![0], 0);
        is_met[0] = true;
        while let Some(&at) = met.get(next) {
            next += 1;
            if !self.spots[at].is_sure {
                return Err(Unanswered::Endless);
            }
            for link in self.may_follow(at) {
                if !std::mem::replace(&mut is_met[link.to], true) {
                    met.push(link.to);
                }
            }
        }
        met.retain(|&at| self.spots[at].node != Node::Terminal);
        Ok(met)
    }

    /// Makes the worths of these positions those of the answers, less a fee for each ply to come: so each is less than
    /// what follows from the others by more than rounding.
    fn take_off(&mut self, met: &[usize], fee: f64, stop: &StopSignal) -> Result<(), Unanswered> {
        let least: Vec<f64> = met.iter().map(|&at| self.spots[at].worth - LONGEST * fee).collect();
        let mut is_done = false;
        while !is_done {
            if stop.is_given() {
                return Err(Unanswered::Unproven(met.len() as u64));
            }
            is_done = true;
            for (&at, &least) in met.iter().zip(&least).rev() {
                let worths = self.may_follow(at).iter().map(|link| (self.spots[link.to].worth, link.weight));
                let worth = if self.spots[at].node == Node::Chance {
                    let (sum, weights) = worths.fold((0.0, 0.0), |sum, one| (sum.0 + one.0 * one.1, sum.1 + one.1));
                    sum / weights
                } else {
                    worths.map(|one| one.0).fold(f64::INFINITY, f64::min)
                };
                let spot = &mut self.spots[at];
                is_done &= (worth - fee - spot.worth).abs() <= fee / 8.0;
                spot.worth = worth - fee;
                if spot.worth < least {
                    return Err(Unanswered::Endless);
                }
            }
        }
        Ok(())
    }
}
