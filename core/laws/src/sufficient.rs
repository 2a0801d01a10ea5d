//! The law of sufficient moves: where a game can be solved, one of them is as good as any.

use std::collections::BTreeMap;

use agon_core::{AnyMove, AnyPosition, Node, Position, Seat, Seed, after, all_moves};

use crate::{
    inspection::Inspection,
    site::{Site, listed},
    violation::Violation,
};

const LAW: &str = "among the moves that suffice is one as good as any legal move";

/// The most positions solved below one position.
const MOST_SOLVED: usize = 3_000;

/// Solves the ends of random plays, or the whole game if it is small, looking at all moves.
///
/// Only for two seats with payoffs that sum to zero: with more seats, the best move of one may
/// depend on how the others break ties.
pub(super) fn check(walk: &Inspection<'_>) -> Result<(), Box<Violation>> {
    if !walk.start.facts().is_two_seat_zero_sum() {
        return Ok(());
    }
    for play in 0..walk.plays {
        let mut stream = Seed(play).stream(9);
        let mut line = vec![Site::start(walk.start)];
        while let Some(site) = line.last().filter(|site| site.here.node() != Node::Terminal) {
            if !walk.spend(site.moves.len()) {
                walk.allowance.cut(LAW, &format!("{play} of {} random plays", walk.plays));
                return Ok(());
            }
            let next = site.after(site.here.draw_move(&mut stream));
            line.push(next);
        }
        // From the end towards the start, as far as the limit allows.
        let mut solver = Solver { walk, known: BTreeMap::new(), left: 0 };
        for site in line.iter().rev() {
            walk.hold(LAW, &site.path);
            solver.left = MOST_SOLVED;
            match solver.value(&site.here) {
                Ok(_) => {}
                Err(Stop::Large) => break,
                Err(Stop::Missed(path, found)) => {
                    let path = site.path.iter().copied().chain(path.into_iter().rev());
                    let there = path.fold(Site::start(walk.start), |site, m| site.after(m));
                    there.broken(walk.term, LAW, &found)?;
                }
            }
        }
    }
    Ok(())
}

enum Stop {
    /// There are too many positions.
    Large,
    /// The moves to a position, in reverse order, and the finding there.
    Missed(Vec<AnyMove>, String),
}

struct Solver<'a, 'b> {
    walk: &'a Inspection<'b>,
    known: BTreeMap<u64, f64>,
    left: usize,
}

impl Solver<'_, '_> {
    /// The value of the position to the first seat.
    fn value(&mut self, here: &AnyPosition) -> Result<f64, Stop> {
        let sign = match here.node() {
            Node::Terminal => return Ok(here.payoff(Seat(0))),
            Node::Decision(Seat(0)) => 1.0,
            Node::Decision(_) | Node::Chance => -1.0,
        };
        let key = here.key();
        if let Some(&value) = self.known.get(&key) {
            return Ok(value);
        }
        self.left = self.left.checked_sub(1).ok_or(Stop::Large)?;
        let moves = all_moves(here);
        if !self.walk.spend(moves.len()) {
            return Err(Stop::Large);
        }
        let mut values = Vec::with_capacity(moves.len());
        for &m in &moves {
            values.push(self.value(&after(here, m)).map_err(|stop| match stop {
                Stop::Missed(mut path, found) => {
                    path.push(m);
                    Stop::Missed(path, found)
                }
                large @ Stop::Large => large,
            })?);
        }
        let value = if here.node() == Node::Chance {
            let weights = moves.iter().map(|&m| f64::from(here.weight(m)));
            let total: f64 = weights.clone().sum();
            weights.zip(&values).map(|(weight, value)| weight * value).sum::<f64>() / total
        } else {
            let best = |chosen: &[AnyMove]| {
                let of = |m| sign * values[moves.binary_search(m).expect("they are legal")];
                chosen.iter().map(of).fold(f64::NEG_INFINITY, f64::max)
            };
            let enough = listed(|visit| here.each_sufficient(visit));
            let (all, some) = (best(&moves), best(&enough));
            if some < all - 1e-9 {
                let site = Site::at(here.clone(), here.clone(), Vec::new(), Vec::new());
                let found = format!("worth {some} at best: {}; with all moves {all}", site.names(&enough));
                return Err(Stop::Missed(Vec::new(), found));
            }
            sign * all
        };
        self.known.insert(key, value);
        Ok(value)
    }
}
