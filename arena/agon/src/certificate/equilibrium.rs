//! Certificates of equilibria: strategies in exact fractions, what each seat gets, and what nobody can gain more than.

use std::io::Write;

use agon_core::{AnyPosition, Position as _, Seat, notation};
use agon_roster::extensive::{ExtensiveForm, InformationSet};
use agon_rules::certificate::equilibrium::{
    EquilibriumClaim, NoEquilibrium, SharedMoves, check_equilibrium, decimal, measure,
};
use agon_table::GivenPosition;
use serde::{Deserialize, Serialize};

use super::lines::CertificateLines;
use crate::{failed::Failed, figure::grouped, output::json};

/// The largest denominator that is tried before all are `FINE`.
const COARSE: u64 = 1_000;
/// The denominator where no small one will do.
const FINE: u64 = 1_000_000_000;
/// How far a fraction may be from the probability that was learned.
const NEAR: f64 = 1e-9;
/// The most positions of all plays that are checked.
const MOST: usize = 50_000_000;

/// A line before strategies: what they are worth.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct EquilibriumLine {
    /// What each seat gets, as a fraction: `-1/18`.
    values: Vec<String>,
    /// What the seats gain at most, added up, if each alone turns to its best response, as a fraction.
    nash_conv: String,
    /// How many information sets follow, a line each.
    pub(super) sets: usize,
}

/// A line: what a seat does where it sees something.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct SharesLine {
    /// The seat, counted from 1.
    pub(super) seat: u8,
    /// What it sees.
    pub(super) view: String,
    /// The common denominator of its moves.
    pub(super) of: u64,
    /// Its moves; those that it never makes are left out.
    pub(super) moves: Vec<MoveShare>,
}

/// How likely a move is.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(super) struct MoveShare {
    /// The move.
    pub(super) r#move: String,
    /// Its numerator.
    pub(super) parts: u64,
}

/// Strategies that were checked.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(super) struct CheckedEquilibrium {
    /// What each seat gets, as a fraction.
    values: Vec<String>,
    /// What the seats gain at most by their best responses, added up, as a fraction.
    nash_conv: String,
    /// What they gain, as a fraction.
    gained: String,
    /// How many information sets there are.
    sets: usize,
    /// The positions of all plays, each as often as it is reached.
    positions: usize,
    /// The same as numbers.
    #[serde(skip)]
    near: (Vec<f64>, f64),
}

/// Writes the lines of an equilibrium: its probabilities as fractions, and what these are worth.
///
/// # Errors
///
/// Where the checker would refuse it.
pub(super) fn write(
    out: &mut Vec<u8>,
    site: &GivenPosition,
    (form, average): (&ExtensiveForm, &[f64]),
) -> Result<(), Failed> {
    let set = |set: &InformationSet| {
        let (of, parts) = fractions(&average[set.range()]);
        let moves = set.moves().into_iter().zip(parts).filter(|(_, parts)| *parts != 0);
        let moves = moves.map(|(m, parts)| (notation(&set.position, m), parts)).collect();
        SharedMoves { seat: set.seat, view: set.view(), of, moves }
    };
    let sets: Vec<SharedMoves> = form.sets().iter().map(set).collect();
    let no_claim = |why: NoEquilibrium| Failed::trouble(format!("{}: {why}", site.game.term));
    let found = measure(&site.here, &sets, MOST).map_err(no_claim)?;
    let line = EquilibriumLine {
        values: found.values.iter().map(ToString::to_string).collect(),
        nash_conv: found.nash_conv().to_string(),
        sets: sets.len(),
    };
    json(out, &line)?;
    for SharedMoves { seat, view, of, moves } in sets {
        let moves = moves.into_iter().map(|(m, parts)| MoveShare { r#move: m, parts }).collect();
        json(out, &SharesLine { seat: seat.0 + 1, view, of, moves })?;
    }
    Ok(())
}

/// Probabilities as fractions that add up to one: the common denominator, and the numerators. By the least denominator
/// that is near enough, so that what is meant to be a third is one.
fn fractions(probabilities: &[f64]) -> (u64, Vec<u64>) {
    let total: f64 = probabilities.iter().sum();
    let rounded = |of: u64| {
        let of = of as f64;
        let parts = probabilities.iter().map(|share| (share / total * of).round());
        let is_near = |(share, parts): (&f64, f64)| (share / total - parts / of).abs() <= NEAR;
        probabilities.iter().zip(parts.clone()).all(is_near).then(|| parts.map(|part| part as u64).collect::<Vec<_>>())
    };
    let small =
        (1..=COARSE).find_map(|of| Some((of, rounded(of)?)).filter(|(of, parts)| parts.iter().sum::<u64>() == *of));
    small.unwrap_or_else(|| {
        // What comes before a move is rounded, so that all together are one.
        let (mut before, mut sum) = (0, 0.0);
        let parts = probabilities.iter().map(|share| {
            sum += share;
            let until = (sum / total * FINE as f64).round() as u64;
            let parts = until - before;
            before = until;
            parts
        });
        (FINE, parts.collect())
    })
}

/// Checks the lines of an equilibrium, of which the first was read just now.
///
/// # Errors
///
/// Where it is damaged or does not hold; with the line.
pub(super) fn check(lines: &mut CertificateLines, here: &AnyPosition) -> Result<CheckedEquilibrium, Failed> {
    let head = lines.number;
    let claimed: EquilibriumLine = lines.read()?;
    let exact = |name: &str, text: &str| {
        text.parse().map_err(|_| lines.wrong(head, &format!("{name}: `{text}` is no fraction; accepted: -1/18")))
    };
    let values = claimed.values.iter().map(|text| exact("values", text)).collect::<Result<_, _>>()?;
    let nash_conv = exact("nash_conv", &claimed.nash_conv)?;
    let sets: Vec<SharesLine> = lines.following("sets", claimed.sets)?;
    let seats = here.facts().seats;
    let mut shared = Vec::new();
    for (number, SharesLine { seat, view, of, moves }) in sets.into_iter().enumerate() {
        if seat == 0 || seats < seat {
            return Err(lines.wrong(head + 1 + number, &format!("seat: there is no seat {seat}")));
        }
        let moves = moves.into_iter().map(|MoveShare { r#move, parts }| (r#move, parts)).collect();
        shared.push(SharedMoves { seat: Seat(seat - 1), view, of, moves });
    }
    if lines.step()? {
        return Err(lines.wrong(lines.number, &"nothing may follow an equilibrium"));
    }
    let claim = EquilibriumClaim { values, nash_conv, sets: shared };
    let found = check_equilibrium(here, &claim, MOST).map_err(|refused| {
        let line = refused.set().map_or(head, |set| head + 1 + set);
        lines.wrong(line, &refused)
    })?;
    Ok(CheckedEquilibrium {
        near: (found.values.iter().map(decimal).collect(), decimal(&claim.nash_conv)),
        gained: found.nash_conv().to_string(),
        values: claimed.values,
        nash_conv: claimed.nash_conv,
        sets: claimed.sets,
        positions: found.positions,
    })
}

impl CheckedEquilibrium {
    pub(super) fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let (values, gain) = &self.near;
        for ((seat, exact), near) in (1..).zip(&self.values).zip(values) {
            writeln!(out, "  seat {seat} gets {}", told(exact, *near))?;
        }
        let [sets, positions] = [self.sets, self.positions].map(|count| grouped(count as u64));
        // No less than it is.
        let gain = told(&self.nash_conv, (*gain * 1e10).ceil() / 1e10);
        writeln!(
            out,
            "  best responses gain at most {gain}: {sets} information sets, {positions} positions of all plays"
        )
    }
}

/// A fraction for people: as it is where it is short.
fn told(exact: &str, near: f64) -> String {
    if exact.len() <= 16 { exact.to_owned() } else { format!("{near:.10}") }
}

#[cfg(test)]
mod tests {
    use super::{COARSE, FINE, fractions};

    #[test]
    fn fractions_add_up_to_one_and_are_as_simple_as_may_be() {
        assert_eq!(fractions(&[1.0 / 3.0, 2.0 / 3.0 - 4e-10]), (3, vec![1, 2]));
        assert_eq!(fractions(&[1e-12, 1.0]), (1, vec![0, 1]));
        assert_eq!(fractions(&[0.25, 0.125, 0.625]), (8, vec![2, 1, 5]));
        // Half of one part each.
        assert_eq!(fractions(&[0.333_333_1, 0.333_333_2, 0.333_333_7]).0, FINE);
        for probabilities in [vec![0.1 + 1e-7; 9], vec![1.0 / 7.0 + 3e-8, 6.0 / 7.0], vec![0.123_456_789_4; 8]] {
            let (of, parts) = fractions(&probabilities);
            let total: f64 = probabilities.iter().sum();
            assert!(parts.iter().sum::<u64>() == of && (of == FINE || of <= COARSE), "{of}: {parts:?}");
            for (share, parts) in probabilities.iter().zip(parts) {
                assert!((share / total - parts as f64 / of as f64).abs() <= 2.0 / FINE as f64);
            }
        }
    }
}
