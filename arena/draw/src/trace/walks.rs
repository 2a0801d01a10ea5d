//! The plays of a search by plays, one by one: their paths through the tree, their payoffs, and the statistics of every
//! position after a number of them.

use std::fmt::Write as _;

use agon_core::{Node, Reason, Seat};

use super::Search;
use crate::figure::plain;

/// The moves of a simulation that a sentence has, at most.
const MOST_NAMED: usize = 40;

/// The plays of a search, in their order.
#[derive(Clone, Debug)]
pub struct Walks {
    /// The path of each: the indices of positions from the root on, as far as they are stored.
    paths: Vec<Box<[u32]>>,
    /// Whether all positions of its path are stored.
    whole: Vec<bool>,
    /// The payoffs of each, by seat.
    payoffs: Vec<Box<[f64]>>,
    /// For each position, the numbers of the plays through it, with the running sum of their payoffs for the seat whose
    /// values are shown there.
    seen: Vec<Vec<(u32, f64)>>,
    /// C, where the terms of selection are `C √(ln t / n)`.
    exploration: Option<f64>,
}

/// The statistics of a position after some plays.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WalkMean {
    /// The number of plays through it.
    pub visits: usize,
    /// The mean of what came of them.
    pub mean: f64,
    /// The exploration term at the next selection, on the scale 0 to 1, if that is `C √(ln t / n)`.
    pub term: Option<f64>,
}

impl Search {
    /// Its plays, if it is a search by plays and all of them are stored.
    pub fn plays(&self) -> Option<Walks> {
        if self.played.is_empty() {
            return None;
        }
        let mut plays = Walks {
            paths: Vec::with_capacity(self.played.len()),
            whole: Vec::with_capacity(self.played.len()),
            payoffs: self.played.iter().map(|play| play.payoffs.clone()).collect(),
            seen: vec![Vec::new(); self.visits.len()],
            exploration: self.exploration(),
        };
        for (number, play) in (0u32..).zip(&self.played) {
            let path = self.follow(&play.moves);
            for &index in &path {
                let seat = self.visits[index].entered.seat;
                let own = play.payoffs.get(seat.index()).copied().unwrap_or(0.0);
                let before = plays.seen[index].last().map_or(0.0, |&(_, sum)| sum);
                plays.seen[index].push((number, before + own));
            }
            plays.whole.push(path.len() == 1 + play.moves.len());
            plays.paths.push(path.into_iter().map(|index| index as u32).collect());
        }
        Some(plays)
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
    /// The number of plays, at least one.
    pub fn count(&self) -> usize {
        self.paths.len()
    }

    /// The numbers of the positions that a play passed, from the root on; plays are counted from zero.
    pub fn path(
        &self,
        play: usize,
    ) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
        self.paths[play].iter().map(|&index| index as usize)
    }

    /// The number of the first play that came to a position.
    pub fn first(&self, index: usize) -> Option<usize> {
        self.seen[index].first().map(|&(play, _)| play as usize)
    }

    /// The statistics of a position after this many plays; `None` before the first one through it.
    pub fn after(&self, search: &Search, index: usize, plays: usize) -> Option<WalkMean> {
        let seen = &self.seen[index];
        let visits = self.visits(index, plays);
        let (_, sum) = seen[visits.checked_sub(1)?];
        let above =
            search.visits[index].parent.filter(|&above| search.visits[above].node != Node::Chance);
        let term = above.zip(self.exploration).map(|(above, exploration)| {
            let all = self.visits(above, plays) as f64;
            exploration * (libm::log(all) / visits as f64).sqrt()
        });
        Some(WalkMean { visits, mean: sum / visits as f64, term })
    }

    /// The number of the first `plays` plays that went through a position.
    fn visits(&self, index: usize, plays: usize) -> usize {
        self.seen[index].partition_point(|&(play, _)| (play as usize) < plays)
    }

    /// A play in sentences, one for each of its steps: selection, expansion, simulation and back-up.
    pub fn sentence(&self, search: &Search, play: usize) -> String {
        let path: Vec<usize> = self.path(play).collect();
        let name = |index: usize| search.visits[index].name.as_str();
        let (last, way) = (path[path.len() - 1], &path[1..]);
        let is_new = !way.is_empty() && self.first(last) == Some(play);
        let known = if is_new { &way[..way.len() - 1] } else { way };
        let chosen: Vec<&str> = known.iter().map(|&index| name(index)).collect();
        let mut text = format!("Iteration {}: ", play + 1);
        if chosen.is_empty() {
            text.push_str("selection stays at the root");
        } else {
            let _ = write!(text, "selection takes {}", chosen.join(" "));
        }
        if !self.whole[play] {
            text.push_str(" (deeper than the recorded tree)");
        }
        if is_new {
            let _ = write!(text, ". Expansion: {} is tried for the first time", name(last));
        }
        let payoffs: Vec<String> = Seat::all(self.payoffs[play].len() as u8)
            .zip(&self.payoffs[play])
            .map(|(seat, &payoff)| format!("{} to {seat}", plain(payoff)))
            .collect();
        let _ = write!(text, ". {}: {}.", self.simulation(search, play, last), payoffs.join(", "));
        let moves: Vec<String> =
            search.simulated(play).take(MOST_NAMED).map(|(name, _)| name).collect();
        if !moves.is_empty() {
            let _ = write!(text, " Moves of the simulation: {}", moves.join(" "));
            let all = search.simulated_count(play);
            if moves.len() < all {
                let _ = write!(text, " … ({all})");
            }
            text.push('.');
        }
        let back: Vec<String> = path
            .iter()
            .rev()
            .filter_map(|&index| {
                let known = self.after(search, index, play + 1)?;
                let name = if index == 0 { "the root" } else { name(index) };
                Some(format!("{name} {} ({})", known.written(), known.visits))
            })
            .collect();
        let _ = write!(
            text,
            " Back-up of means and visits, for the seat that chose: {}.",
            back.join(", ")
        );
        text
    }

    /// How a play that left the tree at `last` came to its payoffs.
    fn simulation(&self, search: &Search, play: usize, last: usize) -> &'static str {
        match search.iteration(play).map(|one| one.end) {
            Some(Reason::Horizon) => "No simulation, the heuristic's estimate counts",
            Some(Reason::Solved) => "No simulation, the value is proven",
            _ if self.whole[play] && search.visits[last].node == Node::Terminal => {
                "No simulation, the game is over"
            }
            _ => "Simulation",
        }
    }
}
