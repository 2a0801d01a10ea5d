//! An equilibrium, for people and for programs.

use std::io::Write;

use agon_core::{AnyPosition, Eye, Seat, all_moves, notation, options::brief, view};
use agon_roster::extensive::{ExtensiveForm, InformationSet};
use serde::Serialize;

/// The moves of a position, as the game writes them.
pub(crate) fn names(position: &AnyPosition) -> Vec<String> {
    all_moves(position).into_iter().map(|m| notation(position, m)).collect()
}

/// What a seat does where it sees `position`.
pub(crate) fn line((seat, position): (Seat, &AnyPosition), probabilities: &[f64]) -> SetLine {
    let moves = names(position).into_iter().zip(probabilities);
    SetLine {
        seat: seat.0 + 1,
        view: view(position, Eye::Seat(seat)),
        moves: moves.map(|(m, &probability)| Likely { r#move: m, probability }).collect(),
    }
}

/// A strategy, set by set.
pub(crate) fn strategy(form: &ExtensiveForm, probabilities: &[f64]) -> Vec<SetLine> {
    let of = |set: &InformationSet| line((set.seat, &set.position), &probabilities[set.range()]);
    form.sets().iter().map(of).collect()
}

/// Writes a strategy, the sets of each seat together.
pub(crate) fn write_strategy(lines: &[SetLine], out: &mut dyn Write) -> std::io::Result<()> {
    let width = lines.iter().map(|line| line.view.chars().count()).max().unwrap_or(0);
    let seats = lines.iter().map(|line| line.seat).max().unwrap_or(0);
    for seat in 1..=seats {
        writeln!(out, "\nseat {seat}")?;
        for SetLine { view, moves, .. } in lines.iter().filter(|line| line.seat == seat) {
            write!(out, "  {view:<width$} ")?;
            for Likely { r#move, probability } in moves {
                write!(out, "  {move} {probability:.4}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// An equilibrium, or how near it is, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct EquilibriumDocument {
    /// `agon.equilibrium/1`.
    pub(crate) schema: &'static str,
    /// The game's term.
    pub(crate) game: String,
    /// The position.
    pub(crate) position: String,
    /// The rule for regrets.
    pub(crate) rule: String,
    /// How many iterations were made.
    pub(crate) iterations: u64,
    /// Whether it was interrupted.
    pub(crate) unfinished: bool,
    /// The positions of all plays, each as often as it is reached; null where they are too many to be walked.
    pub(crate) positions: Option<usize>,
    /// How many information sets each seat has; where not all plays were walked, how many were met.
    pub(crate) sets: Vec<usize>,
    /// The mean payoff of each seat.
    pub(crate) values: Vec<f64>,
    /// The standard errors of these values, where they were found by playing; empty where they are exact.
    pub(crate) errors: Vec<f64>,
    /// The sum of the gains of each seat's best response; null if not all plays can be walked.
    pub(crate) nash_conv: Option<f64>,
    /// The same after 1, 10, 100, … iterations; empty where not all plays can be walked.
    pub(crate) course: Vec<CourseStage>,
    /// The information set of --set after 1, 2, 5, 10, … iterations; empty without --set.
    pub(crate) set: Vec<SetStage>,
    /// The strategy; empty without --strategy.
    pub(crate) strategy: Vec<SetLine>,
}

/// What was known of an information set at some time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct SetStage {
    /// After how many iterations.
    pub(crate) iterations: u64,
    /// Of its moves.
    pub(crate) moves: Vec<MoveStage>,
}

/// What was known of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct MoveStage {
    /// The move.
    pub(crate) r#move: String,
    /// By how much it would have been better in all iterations together; nothing where plays are sampled.
    pub(crate) regret: Option<f64>,
    /// Its probability by the average strategy.
    pub(crate) probability: f64,
}

/// How near it was at some time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct CourseStage {
    /// After how many iterations.
    pub(crate) iterations: u64,
    /// The sum of the seats' possible gains then.
    pub(crate) nash_conv: f64,
}

/// What a seat does where it sees something.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct SetLine {
    /// The seat, from one.
    seat: u8,
    /// Its view.
    view: String,
    /// Its moves.
    moves: Vec<Likely>,
}

/// How likely a move is.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct Likely {
    /// The move.
    r#move: String,
    /// Its probability.
    probability: f64,
}

impl EquilibriumDocument {
    /// Writes it for people.
    pub(crate) fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let sets: Vec<String> = self.sets.iter().map(usize::to_string).collect();
        let sets = sets.join(" + ");
        let game = brief(&self.game);
        match self.positions {
            Some(positions) => writeln!(out, "{game}: {positions} positions of all plays, {sets} information sets")?,
            None => writeln!(out, "{game}: too many positions to walk all plays; {sets} information sets were met")?,
        }
        if !self.course.is_empty() {
            writeln!(out, "\n{:>12}  NashConv", "iterations")?;
        }
        for CourseStage { iterations, nash_conv } in &self.course {
            writeln!(out, "{iterations:>12}  {nash_conv:.9}")?;
        }
        writeln!(out, "\nby the average strategy after {} iterations ({}):", self.iterations, self.rule)?;
        for (index, value) in self.values.iter().enumerate() {
            let seat = index + 1;
            match self.errors.get(index) {
                Some(error) => writeln!(out, "  seat {seat} gets {value:+.4} ± {error:.4}")?,
                None => writeln!(out, "  seat {seat} gets {value:+.10}")?,
            }
        }
        let seats = self.values.len() as f64;
        match self.nash_conv {
            Some(nash_conv) => {
                writeln!(out, "  exploitability {:.9} (NashConv {nash_conv:.9} by {seats} seats)", nash_conv / seats)?;
            }
            None => writeln!(out, "  exploitability unknown: not all plays were walked")?,
        }
        for (index, SetStage { iterations, moves }) in self.set.iter().enumerate() {
            if index == 0 {
                let heads = moves.iter().map(|m| format!("{:>12} regret  average", m.r#move));
                writeln!(out, "\n{:>12}{}", "iterations", heads.collect::<String>())?;
            }
            write!(out, "{iterations:>12}")?;
            for MoveStage { regret, probability, .. } in moves {
                let regret = regret.map_or("–".to_owned(), |regret| format!("{regret:.4}"));
                write!(out, "{regret:>19}  {probability:>7.4}")?;
            }
            writeln!(out)?;
        }
        write_strategy(&self.strategy, out)
    }
}
