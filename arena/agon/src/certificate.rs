//! Certificates of solved games: written by `agon solve`, checked by `agon verify`.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, Read as _, Write},
    path::Path,
};

use agon_arena::ask::io_words;
use agon_core::{AnyPosition, Position, Seat, notation, registry};
use agon_laws::{
    certificate::{Answer, Claim, check_claim},
    same::{RulesGraph, WalkLimits, fingerprint},
};
use agon_roster::solve::{Goal, Graph};
use agon_table::GivenPosition;
use serde::{Deserialize, Serialize};

use crate::{
    failed::Failed,
    figure::{grouped, plain},
    inputs,
    output::{answer, json},
};

/// How the first line of every certificate begins, and no other file.
const BEGIN: &str = "{\"schema\":\"agon.certificate/1\"";
/// The most positions that are walked for the fingerprint of the rules.
const WALKED: usize = 1_000_000;
/// The most answers of a seat, and the most positions that are checked.
const MOST: usize = 50_000_000;

/// The first line: of which position of which game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct CertificateDocument {
    /// `agon.certificate/1`.
    schema: String,
    /// The game's term.
    game: String,
    /// The position.
    position: String,
    /// The fingerprint of the rules from there on, as agon same has it; null where they are more than a million
    /// positions.
    rules: Option<String>,
}

/// A line before answers: what they are for.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct ClaimLine {
    /// The seat, counted from 1.
    seat: u8,
    /// What it gets at least, with chance on average.
    least: f64,
    /// How many answers follow, a line each.
    answers: usize,
}

/// A line: what the seat answers.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct AnswerLine {
    /// The position.
    position: String,
    /// The move.
    r#move: String,
}

/// What was checked, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct CheckedDocument {
    /// `agon.certificate.checked/1`.
    schema: &'static str,
    /// The game's term.
    game: String,
    /// The position.
    position: String,
    /// What was shown.
    claims: Vec<CheckedClaim>,
}

/// A claim that holds.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct CheckedClaim {
    /// The seat, counted from 1.
    seat: u8,
    /// What it gets at least.
    least: f64,
    /// How many answers show it.
    answers: usize,
    /// How many positions were walked.
    positions: usize,
}

fn rules_of(start: &AnyPosition) -> Option<String> {
    let limits = WalkLimits { positions: WALKED, depth: u32::MAX };
    fingerprint(&RulesGraph::of(start, limits, &|payoff| payoff))
}

/// Writes the certificate of a solved position.
///
/// # Errors
///
/// Where there are too many answers, nothing to show, or the file cannot be written.
pub(crate) fn write(path: &Path, site: &GivenPosition, graph: &Graph) -> Result<(), Failed> {
    let (here, facts) = (&site.here, site.here.facts());
    let game = &site.game.term;
    let solved = graph.find(here).expect("it was solved");
    let mut claims = Vec::new();
    for seat in Seat::all(facts.seats) {
        let value = graph.value_for(seat, solved.value);
        // What chance draws is added up with rounding, so a little less is claimed.
        let least = if facts.chance { (value * 1e9 - 1.0).floor() / 1e9 } else { value };
        if least <= facts.min_payoff {
            continue;
        }
        let goal = Goal { seat, least, is_win: false };
        let answers = goal.answers(graph, here, MOST);
        let too_many = || Failed::trouble(format!("{game}: more than {} answers", grouped(MOST as u64)));
        claims.push((seat, least, answers.ok_or_else(too_many)?));
    }
    if claims.is_empty() {
        return Err(Failed::trouble(format!("{game}: no seat is sure of more than the least payoff")));
    }
    let begin = CertificateDocument {
        schema: "agon.certificate/1".to_owned(),
        game: game.clone(),
        position: here.to_string(),
        rules: rules_of(here),
    };
    let mut bytes = Vec::new();
    json(&mut bytes, &begin)?;
    for (seat, least, answers) in claims {
        json(&mut bytes, &ClaimLine { seat: seat.0 + 1, least, answers: answers.len() })?;
        for (position, m) in answers {
            json(&mut bytes, &AnswerLine { r#move: notation(&position, m), position: position.to_string() })?;
        }
    }
    let mut unfinished = inputs::output(path, false)?;
    unfinished.file().write_all(&bytes).map_err(Failed::trouble)?;
    Ok(unfinished.publish()?)
}

/// Whether a file is a certificate; one that cannot be read is none, nor is a pipe, which would be waited for.
pub(crate) fn is_one(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut begin = [0; BEGIN.len()];
    File::open(path).is_ok_and(|mut file| file.read_exact(&mut begin).is_ok()) && begin == *BEGIN.as_bytes()
}

/// Checks the certificate in a file against the rules of its game.
///
/// # Errors
///
/// Where it is damaged, does not hold, or is of other rules; with the line.
pub(crate) fn check(path: &Path, is_json: bool) -> Result<(), Failed> {
    let name = path.display();
    let read = |error| Failed::trouble(format!("{name}: {}", io_words(&error)));
    let file = BufReader::new(File::open(path).map_err(read)?);
    let mut lines = (1..).zip(file.lines());
    let at = |line: usize, why: &dyn std::fmt::Display| Failed::different(format!("{name}, line {line}: {why}"));
    let (_, first) = lines.next().expect("it has a first line");
    let begin: CertificateDocument = serde_json::from_str(&first.map_err(read)?).map_err(|error| at(1, &error))?;
    let game = registry::game(&begin.game).map_err(|error| at(1, &error))?;
    let start = game.start.parse(&begin.position).map_err(|error| at(1, &error))?;
    if let Some(rules) = begin.rules.as_ref().filter(|rules| rules_of(&start).as_ref() != Some(rules)) {
        return Err(at(1, &format!("the rules of {} are not those of the certificate, {rules}", begin.game)));
    }
    let mut claims = Vec::new();
    while let Some((number, line)) = lines.next() {
        let claim: ClaimLine = serde_json::from_str(&line.map_err(read)?).map_err(|error| at(number, &error))?;
        if claim.seat == 0 || start.facts().seats < claim.seat {
            return Err(at(number, &format!("seat: {} has no seat {}", begin.game, claim.seat)));
        }
        let mut answers = Vec::new();
        for _ in 0..claim.answers {
            let Some((line, text)) = lines.next() else {
                return Err(at(
                    number,
                    &format!("answers: {} are said to follow, and {} do", claim.answers, answers.len()),
                ));
            };
            let AnswerLine { position, r#move } =
                serde_json::from_str(&text.map_err(read)?).map_err(|error| at(line, &error))?;
            answers.push(Answer { position, r#move });
        }
        let given = Claim { seat: Seat(claim.seat - 1), least: claim.least, answers };
        let positions = check_claim(&start, &given, MOST).map_err(|refused| {
            let line = refused.answer().map_or(number, |answer| number + 1 + answer);
            at(line, &refused)
        })?;
        claims.push(CheckedClaim { seat: claim.seat, least: claim.least, answers: claim.answers, positions });
    }
    if claims.is_empty() {
        return Err(at(1, &"nothing is claimed"));
    }
    let (game, position) = (begin.game, begin.position);
    let checked = CheckedDocument { schema: "agon.certificate.checked/1", game, position, claims };
    answer(|out| {
        if is_json {
            return Ok(json(out, &checked)?);
        }
        writeln!(out, "{}: `{}`, by its rules alone", checked.game, checked.position)?;
        for CheckedClaim { seat, least, answers, positions } in &checked.claims {
            let [answers, positions] = [*answers, *positions].map(|count| grouped(count as u64));
            writeln!(out, "  seat {seat} gets at least {}: {answers} answers, {positions} positions", plain(*least))?;
        }
        Ok(())
    })
}
