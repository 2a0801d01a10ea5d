//! A search by plays, step by step: selection, expansion, simulation, and back-up.

use agon_core::{AnyPosition, Iteration, Node, Position, Reason, Seat, Selected, notation};

use super::{Search, means::payoffs};

/// One iteration of a search by plays.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedIteration {
    /// Its number, counted from one.
    pub number: u64,
    /// The selected moves in notation, with the seats that chose them; `None` for chance.
    pub moves: Vec<(String, Option<Seat>)>,
    /// The same moves, each with its statistics at that time.
    pub selected: Vec<Selected>,
    /// The earlier visits of the root.
    pub visits: u64,
    /// Whether the last position was visited for the first time.
    pub is_new: bool,
    /// Why it ended there.
    pub end: Reason,
    /// The payoff of each seat.
    pub payoffs: Vec<f64>,
}

/// A phase of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Down the tree, by the largest bound.
    Selection,
    /// A position is added.
    Expansion,
    /// A play from there to the end.
    Simulation,
    /// The payoffs are added to every position on the path.
    BackUp,
}

/// The number of iterations stored, for this limit of positions.
pub(super) fn kept(limit: usize) -> usize {
    (limit / 5).clamp(1, 1000)
}

impl TracedIteration {
    pub(super) fn of(root: &AnyPosition, iteration: Iteration<'_>) -> TracedIteration {
        let mut here = root.clone();
        let moves = iteration.path.iter().map(|selected| {
            let mover = match here.node() {
                Node::Decision(seat) => Some(seat),
                Node::Chance | Node::Terminal => None,
            };
            let name = notation(&here, selected.m);
            here.play(selected.m);
            (name, mover)
        });
        TracedIteration {
            number: iteration.number,
            moves: moves.collect(),
            selected: iteration.path.to_vec(),
            visits: iteration.visits,
            is_new: iteration.is_new,
            end: iteration.end,
            payoffs: iteration.payoffs.to_vec(),
        }
    }

    /// Its phases, in order.
    pub fn phases(&self) -> Vec<Phase> {
        let all = [Phase::Selection, Phase::Expansion, Phase::Simulation, Phase::BackUp];
        let is_part = |phase: &Phase| match phase {
            Phase::Selection => !self.moves.is_empty(),
            Phase::Expansion => self.is_new,
            Phase::Simulation | Phase::BackUp => true,
        };
        all.into_iter().filter(is_part).collect()
    }

    fn path(&self) -> String {
        let names: Vec<&str> = self.moves.iter().map(|(name, _)| name.as_str()).collect();
        names.join(" ")
    }
}

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
