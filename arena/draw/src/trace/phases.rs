//! The phases of an iteration in sentences.

use agon_core::{Reason, Seat};

use super::{
    Search,
    iterations::{Phase, TracedIteration},
    means::payoffs,
    walks::Walks,
};
use crate::phrase::{Phrase, PhrasePart, figure, number_of, text};

/// The moves of a path that a sentence has, at most: half of them from each end.
const MOST_STEPS: usize = 12;
/// The moves of a simulation that a sentence has, at most.
const MOST_NAMED: usize = 40;

/// `UCB 0.70 + 0.78 = 1.48`: the mean on the scale 0 to 1, and the exploration term.
pub fn ucb(summands: [f64; 2]) -> String {
    format!("UCB {}", sum(summands))
}

fn sum([share, term]: [f64; 2]) -> String {
    format!("{share:.2} + {term:.2} = {:.2}", share + term)
}

impl Search {
    /// The events of a phase of the iteration with this number, counted from zero, in sentences.
    pub(super) fn phase(&self, walks: &Walks, number: usize, phase: Phase) -> Vec<Phrase> {
        match phase {
            Phase::Selection => vec![self.selection(number)],
            Phase::Expansion => vec![self.expansion(number)],
            Phase::Simulation => self.simulation(number),
            Phase::BackUp => vec![self.back_up(walks, number)],
        }
    }

    /// Which moves were selected, and why.
    fn selection(&self, number: usize) -> Phrase {
        let iteration = &self.iterations[number];
        let moves = self.named(iteration);
        let known = moves.iter().zip(&iteration.selected).take(iteration.known());
        let steps = known.map(|((name, mover), selected)| taken(name, *mover, selected.bound).into());
        let steps: Vec<PhrasePart> = steps.collect();
        let what = if steps.is_empty() { Phrase::of("search-stays").into() } else { listed(steps) };
        of_iteration("search-selection", number).with(what)
    }

    /// What is added to the tree.
    fn expansion(&self, number: usize) -> Phrase {
        let iteration = &self.iterations[number];
        match &self.named(iteration)[iteration.known()..] {
            [(name, mover)] => of_iteration("search-expansion", number).with(taken(name, *mover, None)),
            _ => of_iteration("search-expansion-none", number),
        }
    }

    /// How an iteration came to its payoffs below the tree.
    fn simulation(&self, number: usize) -> Vec<Phrase> {
        let iteration = &self.iterations[number];
        let id = match iteration.end {
            Reason::Terminal => "search-simulated-over",
            Reason::Solved => "search-simulated-proven",
            Reason::Horizon => "search-simulated-guess",
            _ => "search-simulated",
        };
        let mut told = vec![of_iteration(id, number).with(self.got(iteration))];
        let all = iteration.simulated.len();
        let moves: Vec<String> = self.simulated(number).take(MOST_NAMED).map(|(name, _)| name).collect();
        if !moves.is_empty() {
            let more = if moves.len() < all { format!(" … ({all})") } else { String::new() };
            let named = text(moves.join(" ") + &more);
            told.push(Phrase::around("search-simulated-moves", named));
        }
        told
    }

    /// The visits and the means of the positions on the path once the payoffs are added, from the last one up.
    fn back_up(&self, walks: &Walks, number: usize) -> Phrase {
        let iteration = &self.iterations[number];
        let (moves, passed) = (self.named(iteration), self.passed(number));
        let root: PhrasePart = Phrase::of("search-the-root").into();
        let names = [root].into_iter().chain(moves.iter().map(|(name, _)| text(name)));
        let before = iteration.selected.iter().map(|selected| selected.visits);
        let counted = names.zip([iteration.visits].into_iter().chain(before)).enumerate();
        let counts = counted.map(|(ply, (name, before))| {
            let visits = figure(before + 1);
            let known = passed.get(ply).and_then(|&index| {
                let known = walks.after(self, index, number + 1)?;
                Some(self.to_whom(&self.visits[index], known.written()))
            });
            match known {
                Some(mean) => Phrase::around("search-count", name).with(visits).with(mean),
                None => Phrase::around("search-count-alone", name).with(visits),
            }
        });
        let mut counts: Vec<PhrasePart> = counts.map(PhrasePart::from).collect();
        counts.reverse();
        let told = of_iteration("search-back-up", number).with(self.got(iteration));
        told.with(listed(counts))
    }

    /// The payoffs of an iteration, in the form of values.
    fn got(&self, iteration: &TracedIteration) -> Phrase {
        let seat = self.root().entered.seat;
        let figures = figure(payoffs(&iteration.payoffs, seat.index()));
        if iteration.payoffs.len() == 2 {
            Phrase::around("search-gets", number_of(seat)).with(figures)
        } else {
            Phrase::around("search-payoffs", figures)
        }
    }

    /// The number of iterations not listed one by one in a story, in a sentence.
    pub(super) fn rest(&self) -> Option<Phrase> {
        let more = self.iterated - self.iterations.len().min(self.listed) as u64;
        (0 < more).then(|| Phrase::around("search-more-iterations", figure(more)))
    }
}

/// A phrase about the iteration with this number, counted from zero.
fn of_iteration(id: &'static str, number: usize) -> Phrase {
    Phrase::around(id, figure(number + 1))
}

/// Who takes a move, and by which mean and exploration term, if by such.
fn taken(name: &str, mover: Option<Seat>, bound: Option<[f64; 2]>) -> Phrase {
    match (mover, bound) {
        (Some(seat), Some(bound)) => {
            let takes = Phrase::around("search-takes-ucb", number_of(seat)).with(text(name));
            takes.with(figure(sum(bound)))
        }
        (Some(seat), None) => Phrase::around("search-takes", number_of(seat)).with(text(name)),
        (None, _) => Phrase::around("search-draws", text(name)),
    }
}

/// The steps of a path, in a row: of many the first and the last.
fn listed(mut steps: Vec<PhrasePart>) -> PhrasePart {
    if let Some(more) = steps.len().checked_sub(MOST_STEPS).filter(|&more| 0 < more) {
        let half = MOST_STEPS / 2;
        let between = Phrase::around("search-more-steps", figure(more));
        steps.splice(half..steps.len() - half, [between.into()]);
    }
    PhrasePart::Row(steps, "; ")
}
