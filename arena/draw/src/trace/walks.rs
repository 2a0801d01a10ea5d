//! What the iterations of a search by plays tell of its positions: the statistics of each after a number of them.

use agon_core::Node;

use super::Search;
use crate::figure::plain;

/// The statistics of the positions of a search by plays, after each of its stored iterations.
#[derive(Clone, Debug)]
pub struct Walks {
    /// For each position, the numbers of the iterations through it, with the running sum of their payoffs for the seat
    /// whose values are shown there.
    seen: Vec<Vec<(u32, f64)>>,
    /// C, where the terms of selection are `C √(ln t / n)`.
    exploration: Option<f64>,
}

/// The statistics of a position after some iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WalkMean {
    /// The number of iterations through it.
    pub visits: usize,
    /// The mean of what came of them.
    pub mean: f64,
    /// The exploration term at the next selection, on the scale 0 to 1, if that is `C √(ln t / n)`.
    pub term: Option<f64>,
}

impl Search {
    /// The statistics that its iterations tell; of another search nothing.
    pub fn walks(&self) -> Walks {
        let mut seen: Vec<Vec<(u32, f64)>> = vec![Vec::new(); self.visits.len()];
        for (number, iteration) in (0u32..).zip(&self.iterations) {
            for index in self.passed(number as usize) {
                let seat = self.visits[index].entered.seat;
                let own = iteration.payoffs.get(seat.index()).copied().unwrap_or(0.0);
                let before = seen[index].last().map_or(0.0, |&(_, sum)| sum);
                seen[index].push((number, before + own));
            }
        }
        Walks { seen, exploration: self.exploration() }
    }

    /// The one C that all terms at the root come from, if there is one.
    fn exploration(&self) -> Option<f64> {
        let all = self.root().sample?.visits as f64;
        let below = self.root().children.iter().filter_map(|&child| self.visits[child].sample);
        let mut constants = below
            .filter(|sample| sample.term.is_finite() && 0.0 < sample.term)
            .map(|sample| sample.term / (libm::log(all) / sample.visits as f64).sqrt());
        let first = constants.next().filter(|first| first.is_finite())?;
        constants.all(|other| (other - first).abs() < 1e-6 * first).then_some(first)
    }
}

impl WalkMean {
    /// The mean, with four decimals at most.
    pub fn written(&self) -> String {
        plain((self.mean * 10_000.0).round() / 10_000.0)
    }
}

impl Walks {
    /// The number of the first iteration that came to a position, counted from zero.
    pub fn first(&self, index: usize) -> Option<usize> {
        self.seen[index].first().map(|&(number, _)| number as usize)
    }

    /// The statistics of a position after this many iterations; `None` before the first one through it.
    pub fn after(&self, search: &Search, index: usize, iterations: usize) -> Option<WalkMean> {
        let visits = self.visits(index, iterations);
        let (_, sum) = self.seen[index][visits.checked_sub(1)?];
        let above = search.visits[index].parent.filter(|&above| search.visits[above].node != Node::Chance);
        let term = above.zip(self.exploration).map(|(above, exploration)| {
            let all = self.visits(above, iterations) as f64;
            exploration * (libm::log(all) / visits as f64).sqrt()
        });
        Some(WalkMean { visits, mean: sum / visits as f64, term })
    }

    /// The number of the first `iterations` that went through a position.
    fn visits(&self, index: usize, iterations: usize) -> usize {
        self.seen[index].partition_point(|&(number, _)| (number as usize) < iterations)
    }
}
