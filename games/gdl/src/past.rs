//! The view of each seat, where a sheet defines it; and plays with the same view.

use std::{collections::BTreeMap, sync::Arc};

use agon_core::{Node, Position, Seat, Stream, all_moves};

use crate::{Choice, Gdl};

/// The most positions distinguished after one number of plies; beyond that a sample is drawn.
const TOLD_APART: usize = 2_000;

/// A play so far, with the log of each seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    /// All that was played, but for moves that were the only ones.
    pub(crate) played: Vec<u32>,
    /// By seat: its possible moves and choices, and what it saw after each round.
    pub(crate) logs: Vec<String>,
    pub(crate) rounds: u32,
}

impl Past {
    pub(crate) fn new(seats: usize) -> Past {
        Past { played: Vec::new(), logs: vec![String::new(); seats], rounds: 0 }
    }

    /// Logs the possible moves of a seat, and its choice.
    pub(crate) fn choose(&mut self, seat: Option<usize>, offered: &str, chosen: &str, code: u32) {
        self.played.push(code);
        if let Some(seat) = seat {
            let log = &mut self.logs[seat];
            log.push_str(offered);
            log.push_str("> ");
            log.push_str(chosen);
            log.push_str("; ");
        }
    }

    /// Logs what each seat sees after a round.
    pub(crate) fn see(&mut self, percepts: impl Iterator<Item = Vec<String>>) {
        self.rounds += 1;
        for (log, percepts) in self.logs.iter_mut().zip(percepts) {
            log.push_str("= ");
            log.push_str(&percepts.join(" & "));
            log.push_str("; ");
        }
    }
}

/// A seat's view: all that a redeal may use.
pub(crate) struct Sight {
    pub(crate) seat: Seat,
    pub(crate) log: String,
    pub(crate) view: String,
}

/// Everything that determines the rest of a play and of the seat's view: the facts, the choices in this round, the
/// number of plies, and the length of the seat's log.
type World = (Vec<u64>, Vec<String>, Box<[u32]>, u32, usize);

/// A possible position after some number of plies.
struct Possible {
    /// Its probability, relative to others after as many plies.
    weight: f64,
    /// From which positions of the ply before it came, by which move, and with which weight.
    from: Vec<(usize, u32, f64)>,
}

impl Sight {
    /// A position with this view, drawn by its probability.
    ///
    /// Ply by ply all positions that agree with the view are stored with their probabilities; then a play is drawn from
    /// its end to its beginning. Plays that lead to the same facts are one position on the way, so there are far fewer
    /// positions than plays. If there are more than [`TOLD_APART`] after some ply, that many are drawn (a particle
    /// filter; N. Gordon, D. Salmond and A. Smith, Novel approach to nonlinear/non-Gaussian Bayesian state estimation,
    /// 1993); if none of these leads to the view, twice as many, and so on.
    pub(crate) fn redeal(&self, start: &Gdl, stream: &mut Stream) -> Gdl {
        let mut most = TOLD_APART;
        loop {
            if let Some(found) = self.draw(start, most, stream) {
                return found;
            }
            most *= 2;
        }
    }

    /// The same, with at most `most` positions a ply; `None` if these do not lead to the view.
    pub(crate) fn draw(&self, start: &Gdl, most: usize, stream: &mut Stream) -> Option<Gdl> {
        let mut here = vec![start.clone()];
        let mut plies = vec![vec![Possible { weight: 1.0, from: Vec::new() }]];
        // The possible positions with the view: the ply, the index there, the weight.
        let mut seen: Vec<(usize, usize, f64)> = Vec::new();
        while !here.is_empty() {
            let ply = plies.len() - 1;
            let of = |number: usize| plies[ply][number].weight;
            seen.extend(
                (0..here.len()).filter(|&n| self.is_seen(&here[n])).map(|n| (ply, n, of(n))),
            );
            let (mut next, mut possible) = self.follow(&here, &plies[ply]);
            if most < next.len() {
                (next, possible) = thin_out(next, possible, most, stream);
            }
            // The probabilities of long plays may be too small for numbers.
            let total: f64 = possible.iter().map(|possible| possible.weight).sum();
            if (f64::MIN_POSITIVE..1e-100).contains(&total) {
                for possible in &mut possible {
                    possible.weight /= total;
                }
                for (.., weight) in &mut seen {
                    *weight /= total;
                }
            }
            here = next;
            plies.push(possible);
        }
        let mut at = pick(seen.iter().map(|&(.., weight)| weight), stream)
            .map(|n| (seen[n].0, seen[n].1))?;
        let mut played = Vec::new();
        while 0 < at.0 {
            let from = &plies[at.0][at.1].from;
            let n = pick(from.iter().map(|&(.., weight)| weight), stream)?;
            played.push(from[n].1);
            at = (at.0 - 1, from[n].0);
        }
        let mut found = start.clone();
        played.into_iter().rev().for_each(|m| found.play(Choice(m)));
        Some(found)
    }

    /// The positions one ply later that the seat may be in.
    fn follow(&self, here: &[Gdl], possible: &[Possible]) -> (Vec<Gdl>, Vec<Possible>) {
        let mut known: BTreeMap<World, usize> = BTreeMap::new();
        let (mut next, mut later): (Vec<Gdl>, Vec<Possible>) = (Vec::new(), Vec::new());
        for (number, position) in here.iter().enumerate() {
            if position.node() == Node::Terminal {
                continue;
            }
            let moves: Vec<Choice> = all_moves(position);
            let own = position.node() == Node::Decision(self.seat);
            let share = if own { 1.0 } else { 1.0 / moves.len() as f64 };
            let weight = possible[number].weight * share;
            for m in moves {
                let mut after = position.clone();
                after.play(m);
                let Some(length) = self.allows(&after) else { continue };
                let sheet = &after.game.sheet;
                let world = (
                    after.round.fact_words(sheet).to_vec(),
                    after.round.fact_list().to_vec(),
                    after.pending.clone(),
                    after.ply,
                    length,
                );
                let at = *known.entry(world).or_insert_with(|| {
                    next.push(after);
                    later.push(Possible { weight: 0.0, from: Vec::new() });
                    next.len() - 1
                });
                later[at].weight += weight;
                later[at].from.push((number, m.0, weight));
            }
        }
        (next, later)
    }

    /// The length of the seat's log, if a position may lead to this view.
    fn allows(&self, position: &Gdl) -> Option<usize> {
        let log = &position.past.as_ref().expect("percepts have a past").logs[self.seat.index()];
        self.log.starts_with(log.as_str()).then_some(log.len())
    }

    fn is_seen(&self, position: &Gdl) -> bool {
        let past: &Arc<Past> = position.past.as_ref().expect("percepts have a past");
        past.logs[self.seat.index()] == self.log && position.seen_by(self.seat) == self.view
    }
}

/// The number of a weight, drawn by weight.
fn pick(weights: impl Iterator<Item = f64> + Clone, stream: &mut Stream) -> Option<usize> {
    let mut left = stream.unit() * weights.clone().sum::<f64>();
    let mut last = None;
    for (number, weight) in weights.enumerate() {
        last = Some(number);
        if left < weight {
            break;
        }
        left -= weight;
    }
    last
}

/// Draws `most` of these by weight, at even distances; each then weighs as much as it was drawn often.
fn thin_out(
    positions: Vec<Gdl>,
    possible: Vec<Possible>,
    most: usize,
    stream: &mut Stream,
) -> (Vec<Gdl>, Vec<Possible>) {
    let total: f64 = possible.iter().map(|possible| possible.weight).sum();
    let step = total / most as f64;
    let mut at = step * stream.unit();
    let mut sum = 0.0;
    let (mut kept, mut weighed) = (Vec::new(), Vec::new());
    for (position, mut possible) in positions.into_iter().zip(possible) {
        sum += possible.weight;
        let mut times = 0;
        while at < sum {
            times += 1;
            at += step;
        }
        if 0 < times {
            possible.weight = step * f64::from(times);
            kept.push(position);
            weighed.push(possible);
        }
    }
    (kept, weighed)
}
