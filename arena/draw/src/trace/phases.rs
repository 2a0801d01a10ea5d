//! The phases of an iteration in sentences, and its simulation.

use agon_core::{AnyPosition, Position, Reason, notation};

use super::{
    Search,
    iterations::{Phase, TracedIteration},
    means::payoffs,
};

/// `UCB 0.70 + 0.78 = 1.48`: the mean on the scale 0 to 1, and the exploration term.
pub fn ucb([share, term]: [f64; 2]) -> String {
    format!("UCB {share:.2} + {term:.2} = {:.2}", share + term)
}

impl Search {
    /// The index of the deepest stored position on the path of an iteration.
    pub(super) fn end_of(&self, iteration: &TracedIteration) -> usize {
        let line: Vec<_> = iteration.selected.iter().map(|selected| selected.m).collect();
        self.follow(&line).last().copied().unwrap_or(0)
    }

    /// The simulation of the iteration with this number, counted from zero: each move as it is written, with the position
    /// after it. Nothing where its moves are not stored.
    pub fn simulated(&self, number: usize) -> impl Iterator<Item = (String, AnyPosition)> + '_ {
        let mut here = self.from.clone();
        let iteration = self.iteration(number);
        if let Some(iteration) = iteration {
            for selected in &iteration.selected {
                here.play(selected.m);
            }
        }
        iteration.into_iter().flat_map(|one| &one.simulated).map(move |&m| {
            let name = notation(&here, m);
            here.play(m);
            (name, here.clone())
        })
    }

    /// The number of moves of that simulation.
    pub fn simulated_count(&self, number: usize) -> usize {
        self.iteration(number).map_or(0, |one| one.simulated.len())
    }

    /// The iteration with this number, counted from zero, if it is stored.
    pub(super) fn iteration(&self, number: usize) -> Option<&TracedIteration> {
        self.iterations.get(number).filter(|one| one.number == number as u64 + 1)
    }

    /// The events of a phase of an iteration, in a sentence.
    pub(super) fn phase(&self, iteration: &TracedIteration, phase: Phase) -> String {
        let TracedIteration { number, moves, selected, end, .. } = iteration;
        let what = match phase {
            Phase::Selection => format!("selection: {}", selection(iteration)),
            Phase::Expansion => format!("expansion: {} is added to the tree", iteration.path()),
            Phase::Simulation => {
                let got = self.got(iteration);
                match end {
                    Reason::Terminal => format!("no simulation: the game is over, {got}"),
                    Reason::Solved => format!("no simulation: the value is proven, {got}"),
                    Reason::Horizon => {
                        format!("simulation: the heuristic's estimate counts, {got}")
                    }
                    _ => format!("simulation: played on at random to the end, {got}"),
                }
            }
            Phase::BackUp => {
                let got = self.got(iteration);
                let mut counts: Vec<String> = (moves.iter().zip(selected))
                    .rev()
                    .map(|((name, _), selected)| format!("{name}: n = {}", selected.visits + 1))
                    .collect();
                counts.push(format!("the root: n = {}", iteration.visits + 1));
                let counts = counts.join(", ");
                format!("back-up: {got}, counts for each position on the way ({counts})")
            }
        };
        format!("Iteration {number}, {what}.")
    }

    /// The payoffs of an iteration, in the form of values.
    fn got(&self, iteration: &TracedIteration) -> String {
        let seat = self.root().entered.seat;
        let figures = payoffs(&iteration.payoffs, seat.index());
        if iteration.payoffs.len() == 2 {
            format!("{seat} gets {figures}")
        } else {
            format!("payoffs {figures}")
        }
    }
}

/// Which moves were selected, and why.
fn selection(iteration: &TracedIteration) -> String {
    let steps = iteration.moves.iter().zip(&iteration.selected).map(|((name, mover), selected)| {
        match (mover, selected.bound) {
            (None, _) => format!("chance draws {name}"),
            (Some(seat), Some(bound)) => format!("{seat} takes {name}, {}", ucb(bound)),
            (Some(seat), None) if selected.visits == 0 => {
                format!("{seat} takes {name}, which was never tried")
            }
            (Some(seat), None) => format!("{seat} takes {name}"),
        }
    });
    let steps: Vec<String> = steps.collect();
    steps.join("; ")
}

/// The number of iterations not listed one by one, in a sentence.
pub(super) fn rest(search: &Search) -> Option<String> {
    let more = search.iterated - search.iterations.len() as u64;
    (0 < more).then(|| format!("… and {more} more iterations, not listed."))
}
