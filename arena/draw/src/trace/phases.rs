//! The phases of an iteration in sentences.

use agon_core::{Reason, Seat};

use super::{
    Search,
    iterations::{Phase, TracedIteration},
    means::payoffs,
    walks::Walks,
};

/// The moves of a path that a sentence has, at most: half of them from each end.
const MOST_STEPS: usize = 12;
/// The moves of a simulation that a sentence has, at most.
const MOST_NAMED: usize = 40;

/// `UCB 0.70 + 0.78 = 1.48`: the mean on the scale 0 to 1, and the exploration term.
pub fn ucb([share, term]: [f64; 2]) -> String {
    format!("UCB {share:.2} + {term:.2} = {:.2}", share + term)
}

impl Search {
    /// The events of a phase of the iteration with this number, counted from zero, in sentences.
    pub(super) fn phase(&self, walks: &Walks, number: usize, phase: Phase) -> String {
        let iteration = &self.iterations[number];
        let what = match phase {
            Phase::Selection => format!("selection: {}", self.selection(iteration)),
            Phase::Expansion => format!("expansion: {}", self.expansion(iteration)),
            Phase::Simulation => self.simulation(number),
            Phase::BackUp => self.back_up(walks, number),
        };
        format!("Iteration {}, {what}.", number + 1)
    }

    /// Which moves were selected, and why.
    fn selection(&self, iteration: &TracedIteration) -> String {
        let moves = self.named(iteration);
        let known = moves.iter().zip(&iteration.selected).take(iteration.known());
        let steps = known.map(|((name, mover), selected)| match selected.bound {
            Some(bound) if mover.is_some() => format!("{}, {}", taken(name, *mover), ucb(bound)),
            _ => taken(name, *mover),
        });
        let steps: Vec<String> = steps.collect();
        if steps.is_empty() { "stays at the root".to_owned() } else { listed(&steps) }
    }

    /// What is added to the tree.
    fn expansion(&self, iteration: &TracedIteration) -> String {
        let moves = self.named(iteration);
        match &moves[iteration.known()..] {
            [(name, mover)] => {
                let taken = taken(name, *mover);
                format!("{taken} for the first time, and its position is added to the tree")
            }
            _ => "nothing is added to the tree".to_owned(),
        }
    }

    /// How an iteration came to its payoffs below the tree.
    fn simulation(&self, number: usize) -> String {
        let iteration = &self.iterations[number];
        let got = self.got(iteration);
        let mut told = match iteration.end {
            Reason::Terminal => format!("no simulation: the game is over, {got}"),
            Reason::Solved => format!("no simulation: the value is proven, {got}"),
            Reason::Horizon => format!("simulation: the heuristic's estimate counts, {got}"),
            _ => format!("simulation: played to the end, {got}"),
        };
        let moves: Vec<String> =
            self.simulated(number).take(MOST_NAMED).map(|(name, _)| name).collect();
        if !moves.is_empty() {
            told = format!("{told}. Moves of the simulation: {}", moves.join(" "));
        }
        match iteration.simulated.len() {
            all if moves.len() < all => format!("{told} … ({all})"),
            _ => told,
        }
    }

    /// The visits and the means of the positions on the path once the payoffs are added, from the last one up.
    fn back_up(&self, walks: &Walks, number: usize) -> String {
        let iteration = &self.iterations[number];
        let (moves, passed) = (self.named(iteration), self.passed(number));
        let names = ["the root"].into_iter().chain(moves.iter().map(|(name, _)| name.as_str()));
        let before = iteration.selected.iter().map(|selected| selected.visits);
        let counted = names.zip([iteration.visits].into_iter().chain(before)).enumerate();
        let mut counts: Vec<String> = counted
            .map(|(ply, (name, before))| {
                let count = format!("{name}: n = {}", before + 1);
                let Some(&index) = passed.get(ply) else { return count };
                let Some(known) = walks.after(self, index, number + 1) else { return count };
                format!("{count}, mean {}{}", known.written(), self.whose(&self.visits[index]))
            })
            .collect();
        counts.reverse();
        let got = self.got(iteration);
        format!("back-up: {got}, counts for each position on the way ({})", listed(&counts))
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

    /// The number of iterations not listed one by one in a story, in a sentence.
    pub(super) fn rest(&self) -> Option<String> {
        let more = self.iterated - self.iterations.len().min(self.listed) as u64;
        (0 < more).then(|| format!("… and {more} more iterations, not listed."))
    }
}

/// Who takes a move.
fn taken(name: &str, mover: Option<Seat>) -> String {
    match mover {
        Some(seat) => format!("{seat} takes {name}"),
        None => format!("chance draws {name}"),
    }
}

/// The steps of a path, in a row: of many the first and the last.
fn listed(steps: &[String]) -> String {
    if steps.len() <= MOST_STEPS {
        return steps.join("; ");
    }
    let half = MOST_STEPS / 2;
    let (first, last) = (&steps[..half], &steps[steps.len() - half..]);
    format!("{}; … {} more; {}", first.join("; "), steps.len() - MOST_STEPS, last.join("; "))
}
