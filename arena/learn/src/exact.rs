//! How often an evaluation leads to a best move, over all positions of a small game.
//!
//! A match shows how an evaluation does against one opponent, on the lines that these two play, with an interval.
//! Where best play is known everywhere no match is needed: every decision in reach is looked at once, and one
//! evaluation has one result. Who knows best play hands its values in.

use std::collections::BTreeSet;

use agon_arena::SpecError;
use agon_core::{AnyPosition, Node, Position, Seat, Seed, Turn, all_moves, registry};
use serde::{Deserialize, Serialize};

use crate::learning::Learning;

/// A smaller loss than this is one of rounding.
const ROUNDING: f64 = 1e-9;

/// How often the positions ask whether to stop.
const PATIENCE: usize = 64;

/// How the choices of `greedy` compare with best play, over every position in reach in which a seat chooses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExactStrength {
    /// How many positions there are.
    pub positions: u64,
    /// The share of them in which the choice is a best move, from 0 to 1. Of moves with equal estimates each counts
    /// alike: with half of them best, the position counts half.
    pub optimal: f64,
    /// What a choice loses against best play, in payoffs: the mean over the positions, and over moves with equal
    /// estimates.
    pub regret: f64,
}

/// Every position in reach in which a seat chooses, and what each of its moves loses.
#[derive(Clone, Debug)]
pub struct SolvedDecisions {
    decisions: Vec<SolvedDecision>,
}

#[derive(Clone, Debug)]
struct SolvedDecision {
    position: AnyPosition,
    seat: Seat,
    /// By the order of the moves: what the seat loses by it against best play, at least zero.
    losses: Vec<f64>,
}

impl SolvedDecisions {
    /// Those in reach of `start`. `value` says what a position in reach is worth to a seat at best play of all seats, in
    /// payoffs: for each position that a move or an outcome of chance leads to.
    pub fn of(start: &AnyPosition, value: &dyn Fn(&AnyPosition, Seat) -> f64) -> SolvedDecisions {
        let mut known = BTreeSet::from([start.key()]);
        let mut ahead = vec![start.clone()];
        let mut decisions = Vec::new();
        while let Some(position) = ahead.pop() {
            let mover = match position.node() {
                Node::Terminal => continue,
                Node::Decision(seat) => Some(seat),
                Node::Chance => None,
            };
            let mut values = Vec::new();
            for m in all_moves(&position) {
                let mut after = position.clone();
                after.play(m);
                values.extend(mover.map(|seat| value(&after, seat)));
                if known.insert(after.key()) {
                    ahead.push(after);
                }
            }
            if let Some(seat) = mover {
                let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let losses = values.into_iter().map(|value| best - value).collect();
                decisions.push(SolvedDecision { position, seat, losses });
            }
        }
        SolvedDecisions { decisions }
    }
}

impl SolvedDecision {
    /// The share of best moves among the `estimates` that are the highest, and the mean loss.
    fn judge(&self, estimates: &[f64]) -> (f64, f64) {
        let highest = estimates.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (mut chosen, mut best, mut lost) = (0.0, 0.0, 0.0);
        for (&estimate, &loss) in estimates.iter().zip(&self.losses) {
            if estimate == highest {
                chosen += 1.0;
                best += f64::from(u8::from(loss <= ROUNDING));
                lost += loss;
            }
        }
        (best / chosen, lost / chosen)
    }
}

impl Learning {
    /// How its choices compare with best play in all `decisions` of its game; nothing if `stop` says so before the end. The
    /// same evaluation has the same result.
    ///
    /// # Errors
    ///
    /// If the player `greedy` cannot play this game, or gives no move.
    pub fn exact(
        &self,
        decisions: &SolvedDecisions,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<ExactStrength>, SpecError> {
        let own = self.greedy();
        let player = registry::player(&own.term).map_err(SpecError::new)?;
        let mut player = player.seat(&self.game.start).map_err(SpecError::new)?;
        // It draws nothing.
        let mut stream = Seed(0).stream(0);
        let (mut optimal, mut regret) = (0.0, 0.0);
        player.begin();
        for (number, decision) in decisions.decisions.iter().enumerate() {
            if number % PATIENCE == 0 && stop() {
                return Ok(None);
            }
            let mut turn = Turn::new(decision.seat, &mut stream).explained(true);
            let chosen = player.choose(&decision.position, &mut turn).map_err(SpecError::new)?;
            let estimates: Vec<f64> = chosen.moves.iter().map(|judged| judged.value).collect();
            let (best, lost) = decision.judge(&estimates);
            optimal += best;
            regret += lost;
        }
        let positions = decisions.decisions.len();
        let mean = |sum: f64| sum / positions.max(1) as f64;
        let (optimal, regret) = (mean(optimal), mean(regret));
        Ok(Some(ExactStrength { positions: positions as u64, optimal, regret }))
    }
}
