//! Certificates of solved games: written by `agon solve`, checked by `agon verify`.

pub(crate) mod equilibrium;
mod lines;
pub(crate) mod rounds;
mod written;

use std::{
    fs::File,
    io::{Read as _, Write},
    path::Path,
};

use agon_core::{AnyMove, AnyPosition, Position, Seat, StopSignal, notation, registry};
use agon_roster::{
    extensive::ExtensiveForm,
    solve::{Goal, Graph, Kept, Proof, Unanswered},
};
use agon_rules::{
    certificate::{Answer, Claim, check_claim, rounds::endless},
    same::{SameSpec, WalkedRules},
};
use agon_table::GivenPosition;
use serde::{Deserialize, Serialize};

pub(crate) use self::written::WrittenStrategies;
use self::{equilibrium::CheckedEquilibrium, lines::CertificateLines, rounds::RoundClaimLine};
use crate::{
    failed::Failed,
    figure::{grouped, plain},
    inputs,
    output::{answer, json},
    progress, signals,
};

/// How the first line of every certificate begins, and no other file.
const BEGIN: &str = "{\"schema\":\"agon.certificate/1\"";
/// The positions that are walked for the fingerprint of the rules, of a larger game of its first plies.
const WALKED: usize = 20_000;
/// The most that are walked for one that somebody else has written.
const MOST_WALKED: usize = 1_000_000;
/// The bytes of the table of a proof that is asked again.
const PROOFS: usize = 256 << 20;
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
    /// The fingerprint of the rules from there on, as agon same has it.
    rules: String,
    /// Of how many plies that is, where they are more than 20,000 positions; absent where it is of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
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
    /// What was shown of single seats.
    claims: Vec<CheckedClaim>,
    /// What was shown of strategies of all seats; null where it is no certificate of an equilibrium.
    equilibrium: Option<CheckedEquilibrium>,
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
    /// What a play without an end counts as, where plays may go round; null where all plays end.
    endless: Option<f64>,
}

/// What is said of the rules from `start` on: so many plies of them at most, as far as so many positions go.
fn rules_of(start: &AnyPosition, depth: Option<u32>, positions: usize) -> WalkedRules {
    let spec = SameSpec { depth, positions: Some(positions), ..SameSpec::default() };
    spec.walk(start, &StopSignal::new()).expect("nobody stops it")
}

/// What a seat is sure of.
pub(crate) struct SureSeat {
    seat: Seat,
    least: f64,
    shown: Shown,
}

impl SureSeat {
    /// Whose it is.
    pub(crate) fn seat(&self) -> Seat {
        self.seat
    }

    /// What it answers to each position that it can meet.
    pub(crate) fn answers(&self) -> Vec<(AnyPosition, AnyMove)> {
        match &self.shown {
            Shown::Answers(answers) => answers.clone(),
            Shown::Worths(kept) => kept.iter().filter_map(|kept| Some((kept.here.clone(), kept.m?))).collect(),
        }
    }

    /// What tells positions apart that it answers to.
    pub(crate) fn key(&self) -> fn(&AnyPosition) -> u64 {
        match self.shown {
            Shown::Answers(_) => AnyPosition::key,
            Shown::Worths(_) => AnyPosition::present_key,
        }
    }
}

/// What shows it.
enum Shown {
    /// The answers that suffice.
    Answers(Vec<(AnyPosition, AnyMove)>),
    /// What each position is worth.
    Worths(Vec<Kept<AnyPosition>>),
}

/// What the seats of a solved position are sure of, if it is more than the least payoff.
///
/// # Errors
///
/// Where there are too many answers.
pub(crate) fn by_graph(site: &GivenPosition, graph: &Graph) -> Result<Vec<SureSeat>, Failed> {
    let (here, facts) = (&site.here, site.here.facts());
    let game = &site.game.term;
    let solved = graph.find(here).expect("it was solved");
    let mut sure = Vec::new();
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
        sure.push(SureSeat { seat, least, shown: Shown::Answers(answers.ok_or_else(too_many)?) });
    }
    Ok(sure)
}

/// The same where a search has proven what each seat gets: it is asked again wherever a seat has to answer, and may
/// look at so many positions for each seat.
///
/// # Errors
///
/// Where that is not enough.
pub(crate) fn by_proof(site: &GivenPosition, values: &[f64], nodes: u64) -> Result<Vec<SureSeat>, Failed> {
    let (here, game) = (&site.here, &site.game.term);
    // One table for both seats: what it lacks is proven again.
    let mut proof = Proof::new(PROOFS);
    let mut sure = Vec::new();
    for (seat, &least) in Seat::all(here.facts().seats).zip(values) {
        if least <= here.facts().min_payoff {
            continue;
        }
        let answers = proof.answers(here, (seat, values[0]), (MOST, nodes), signals::stop());
        let answers = answers.map_err(|why| match why {
            Unanswered::Unproven(_) if signals::is_asked() => Failed::interrupted("interrupted"),
            Unanswered::Unproven(_) => Failed::trouble(format!("{game}: {why}; raise --nodes")),
            _ => Failed::trouble(format!("{game}: {why}")),
        })?;
        sure.push(SureSeat { seat, least, shown: Shown::Answers(answers) });
    }
    Ok(sure)
}

/// The same where plays may go round, and positions that differ in their past are one.
///
/// # Errors
///
/// Where there are too many positions, or plays need not end by the best moves of any seat that is sure of something.
pub(crate) fn by_iteration(site: &GivenPosition, graph: &Graph) -> Result<Vec<SureSeat>, Failed> {
    let (here, game) = (&site.here, &site.game.term);
    let (facts, solved) = (here.facts(), graph.find(here).expect("it was solved"));
    let trouble = |why: Unanswered| Failed::trouble(format!("{game}: {why}"));
    let (mut sure, mut endless) = (Vec::new(), None);
    for seat in Seat::all(facts.seats) {
        if graph.value_for(seat, solved.value) <= facts.min_payoff {
            continue;
        }
        match graph.kept(here, seat, MOST, signals::stop()) {
            Ok(kept) => {
                let least = kept.first().map(|first| first.least).filter(|&least| facts.min_payoff < least);
                sure.extend(least.map(|least| SureSeat { seat, least, shown: Shown::Worths(kept) }));
            }
            Err(Unanswered::Unproven(_)) => return Err(Failed::interrupted("interrupted")),
            // What another seat is sure of stands all the same.
            Err(why @ Unanswered::Endless) => endless = Some((seat, why)),
            Err(why) => return Err(trouble(why)),
        }
    }
    match endless {
        Some((_, why)) if sure.is_empty() => return Err(trouble(why)),
        Some((seat, why)) => progress::note(&format!("nothing is claimed for seat {}: {why}", seat.0 + 1)),
        None => {}
    }
    Ok(sure)
}

/// Writes the certificate of what seats are sure of.
///
/// # Errors
///
/// Where that is nothing, or the file cannot be written.
pub(crate) fn write(path: &Path, site: &GivenPosition, sure: &[SureSeat]) -> Result<(), Failed> {
    if sure.is_empty() {
        let game = &site.game.term;
        return Err(Failed::trouble(format!("{game}: no seat is sure of more than the least payoff")));
    }
    let mut bytes = begun(site)?;
    for SureSeat { seat, least, shown } in sure {
        let answers = match shown {
            Shown::Answers(answers) => answers,
            Shown::Worths(kept) => {
                rounds::write(&mut bytes, (*seat, *least), kept)?;
                continue;
            }
        };
        json(&mut bytes, &ClaimLine { seat: seat.0 + 1, least: *least, answers: answers.len() })?;
        for (position, m) in answers {
            json(&mut bytes, &AnswerLine { r#move: notation(position, *m), position: position.to_string() })?;
        }
    }
    publish(path, &bytes)
}

/// Writes the certificate of strategies of all seats, by the probabilities of each move.
///
/// # Errors
///
/// Where they cannot be measured, or the file cannot be written.
pub(crate) fn write_equilibrium(
    path: &Path,
    site: &GivenPosition,
    strategies: (&ExtensiveForm, &[f64]),
) -> Result<(), Failed> {
    let mut bytes = begun(site)?;
    equilibrium::write(&mut bytes, site, strategies)?;
    publish(path, &bytes)
}

/// The first line.
fn begun(site: &GivenPosition) -> Result<Vec<u8>, Failed> {
    let WalkedRules { depth: plies, fingerprint, .. } = rules_of(&site.here, None, WALKED);
    let begin = CertificateDocument {
        schema: "agon.certificate/1".to_owned(),
        game: site.game.term.clone(),
        position: site.here.to_string(),
        rules: fingerprint,
        plies,
    };
    let mut bytes = Vec::new();
    json(&mut bytes, &begin)?;
    Ok(bytes)
}

fn publish(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    let mut unfinished = inputs::output(path, false)?;
    unfinished.file().write_all(bytes).map_err(Failed::trouble)?;
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
    let mut lines = CertificateLines::of(path)?;
    lines.step()?;
    let CertificateDocument { game, position, rules, plies, .. } = lines.read()?;
    let start = registry::game(&game).map_err(|error| lines.wrong(1, &error))?.start;
    let start = start.parse(&position).map_err(|error| lines.wrong(1, &error))?;
    let found = rules_of(&start, plies, MOST_WALKED);
    if found.fingerprint != rules || found.depth != plies {
        return Err(lines.wrong(1, &format!("the rules of {game} are not those of the certificate, {rules}")));
    }
    let (mut claims, mut equilibrium) = (Vec::new(), None);
    while lines.step()? {
        if claims.is_empty() && lines.has("nash_conv") {
            equilibrium = Some(equilibrium::check(&mut lines, &start)?);
            break;
        }
        claims.push(if lines.has("worths") {
            let (RoundClaimLine { seat, least, worths }, answers) = rounds::check(&mut lines, &start)?;
            CheckedClaim { seat, least, answers, positions: worths, endless: Some(endless(&start.facts())) }
        } else {
            check_answers(&mut lines, &start)?
        });
    }
    if claims.is_empty() && equilibrium.is_none() {
        return Err(lines.wrong(1, &"nothing is claimed"));
    }
    let checked = CheckedDocument { schema: "agon.certificate.checked/1", game, position, claims, equilibrium };
    answer(|out| {
        if is_json {
            return Ok(json(out, &checked)?);
        }
        writeln!(out, "{}: `{}`, by its rules alone", checked.game, checked.position)?;
        for CheckedClaim { seat, least, answers, positions, endless } in &checked.claims {
            let [answers, positions] = [*answers, *positions].map(|count| grouped(count as u64));
            write!(out, "  seat {seat} gets at least {}: {answers} answers, {positions} positions", plain(*least))?;
            match endless {
                Some(endless) => writeln!(out, ", whatever came before; without an end {}", plain(*endless))?,
                None => writeln!(out)?,
            }
        }
        match &checked.equilibrium {
            Some(equilibrium) => Ok(equilibrium.write(out)?),
            None => Ok(()),
        }
    })
}

/// Checks what a seat is sure of: a claim, whose line was read just now, and its answers.
fn check_answers(lines: &mut CertificateLines, start: &AnyPosition) -> Result<CheckedClaim, Failed> {
    let number = lines.number;
    let ClaimLine { seat, least, answers: count } = lines.read()?;
    let at = lines.seat(seat, start)?;
    let answers = lines.following("answers", count)?.into_iter();
    let answers = answers.map(|AnswerLine { position, r#move }| Answer { position, r#move }).collect();
    let positions = check_claim(start, &Claim { seat: at, least, answers }, MOST).map_err(|refused| {
        let line = refused.answer().map_or(number, |answer| number + 1 + answer);
        lines.wrong(line, &refused)
    })?;
    Ok(CheckedClaim { seat, least, answers: count, positions, endless: None })
}
