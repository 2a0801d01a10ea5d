//! Certificates where plays may go round: what each position is worth.

use agon_core::{AnyPosition, Seat, notation};
use agon_roster::solve::Kept;
use agon_rules::certificate::rounds::{RoundClaim, Worth, check_rounds};
use serde::{Deserialize, Serialize};

use super::lines::CertificateLines;
use crate::{failed::Failed, output::json};

/// A line before worths of positions: what they are for. Positions that differ in their past only are one there, so rules
/// that end long plays are none.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct RoundClaimLine {
    /// The seat, counted from 1.
    pub(super) seat: u8,
    /// What it gets at least, with chance on average. A play without an end counts as no gain for either of two seats, and
    /// for a single seat as the least payoff.
    pub(super) least: f64,
    /// How many positions follow, a line each.
    pub(super) worths: usize,
}

/// A line: what a position is worth to the seat.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct WorthLine {
    /// The position, with any past.
    pub(super) position: String,
    /// The seat's answer; none where others act, or chance draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) r#move: Option<String>,
    /// What it is worth at least, with chance on average.
    least: f64,
}

/// Writes what a seat is sure of.
pub(super) fn write(bytes: &mut Vec<u8>, (seat, least): (Seat, f64), kept: &[Kept<AnyPosition>]) -> Result<(), Failed> {
    json(bytes, &RoundClaimLine { seat: seat.0 + 1, least, worths: kept.len() })?;
    for Kept { here, m, least } in kept {
        let r#move = m.map(|m| notation(here, m));
        json(bytes, &WorthLine { position: here.to_string(), r#move, least: *least })?;
    }
    Ok(())
}

/// Checks what a seat is sure of: a claim, whose line was read just now, and its worths. Has the claim, and how many of
/// these are answers.
pub(super) fn check(lines: &mut CertificateLines, start: &AnyPosition) -> Result<(RoundClaimLine, usize), Failed> {
    let number = lines.number;
    let line: RoundClaimLine = lines.read()?;
    let (seat, least) = (lines.seat(line.seat, start)?, line.least);
    let worths = lines.following("worths", line.worths)?.into_iter();
    let worths = worths.map(|WorthLine { position, r#move, least }| Worth { position, r#move, least });
    let claim = RoundClaim { seat, least, worths: worths.collect() };
    check_rounds(start, &claim).map_err(|refused| {
        let line = refused.answer().map_or(number, |answer| number + 1 + answer);
        lines.wrong(line, &refused)
    })?;
    let answers = claim.worths.iter().filter(|worth| worth.r#move.is_some()).count();
    Ok((line, answers))
}
