//! Plays the games of a journal again and compares them with their records.
//!
//! Every game is played again: openings and dice are drawn anew, moves are checked against the
//! rules, and every player whose moves can be reproduced is asked for each of them again. Players
//! that look at a clock, and games under a time limit, are only checked against the rules. What
//! players thought, where that is kept, is compared too, but for the time it took. A game that is
//! void because it ended the process is not played again.

use std::{fmt, path::Path, sync::Arc, thread};

use agon_core::{AnyMove, Position, STACK_SIZE, notation};
use serde::Serialize;

use crate::{
    keep::{journal::read_journal, journal_error::JournalError, scrutiny::Detail},
    plan::{guard, schedule::Plan},
    play::{
        marks::REASON,
        record::{Ending, Record},
        referee::Referee,
        thought::MoveThought,
    },
};

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verification {
    /// All of so many games come out as recorded; their fingerprint.
    Same {
        /// How many.
        games: u64,
        /// Of all of them.
        fingerprint: String,
    },
    /// The first game that doesn't.
    Different(Mismatch),
}

/// The first difference between two plays of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The number of the game.
    pub game: u64,
    /// What is played.
    pub term: String,
    /// After how many plies.
    pub ply: usize,
    /// What the record says.
    pub expected: String,
    /// What came out.
    pub got: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { game, term, ply, expected, got } = self;
        write!(f, "game {game} ({term}), ply {}: expected {expected}, got {got}", ply + 1)
    }
}

/// So many games are read before they are played, for each thread.
const RUN: usize = 128;

/// Verifies the journal at `path` on `jobs` threads; `told` hears now and then how many games were
/// read, and how many there are in the plan.
///
/// # Errors
///
/// Where it is damaged or can't be read.
pub fn verify(
    path: &Path,
    jobs: usize,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Verification, JournalError> {
    let (mut waiting, mut found, mut read) = (Vec::new(), None, 0);
    let (plan, score) = read_journal(path, Detail::Figures, &mut |game| {
        told(read, game.plan.games());
        read += 1;
        waiting.push(game.record.clone());
        if found.is_none() && waiting.len() == RUN * jobs.max(1) {
            found = play_again(&Arc::new(game.plan.clone()), &waiting, jobs);
            waiting.clear();
        }
        Ok(())
    })?;
    let found = found.or_else(|| play_again(&Arc::new(plan), &waiting, jobs));
    let (games, fingerprint) = (score.games, score.fingerprint.text());
    Ok(match found {
        Some(difference) => Verification::Different(difference),
        None => Verification::Same { games, fingerprint },
    })
}

/// The first of `records` that comes out otherwise.
fn play_again(plan: &Plan, records: &[Record], jobs: usize) -> Option<Mismatch> {
    let share = records.len().div_ceil(jobs.max(1)).max(1);
    let first_of = |records: &[Record]| {
        let mut referee = Referee::new(plan);
        // What ended the process once would do it again.
        let ended = Ending::Void(REASON.to_owned());
        records.iter().filter(|record| record.ending != ended).find_map(|record| {
            let got = referee.replay(record);
            // Forged moves lead where the rules never were.
            let differ =
                || difference(plan, record, got).or_else(|| otherwise_thought(plan, record, got));
            guard::catch(differ).unwrap_or_else(|panic| {
                let (game, got) = (record.number, format!("the rules panic: {panic}"));
                let term = plan.section(&plan.fixture(game)).game.term.clone();
                let expected = record.ending.word().to_owned();
                Some(Mismatch { game, term, ply: record.moves.len(), expected, got })
            })
        })
    };
    thread::scope(|scope| {
        let parts: Vec<_> = records
            .chunks(share)
            .map(|part| {
                // A search that a run had room for has room here.
                let thread = thread::Builder::new().stack_size(STACK_SIZE);
                thread.spawn_scoped(scope, move || first_of(part)).expect("a thread can be had")
            })
            .collect();
        let found = parts.into_iter().map(|part| part.join().expect("players' panics are caught"));
        // All of them are joined, and the first counts.
        found.collect::<Vec<_>>().into_iter().flatten().next()
    })
}

/// Where `got` differs from `expected`, two records of one game; wording of messages aside.
pub(crate) fn difference(plan: &Plan, expected: &Record, got: &Record) -> Option<Mismatch> {
    let plies = expected.moves.len().max(got.moves.len());
    let ply = (0..plies).find(|&ply| expected.moves.get(ply) != got.moves.get(ply));
    let is_same = kind(&expected.ending) == kind(&got.ending)
        && expected.payoffs == got.payoffs
        && expected.opening == got.opening;
    let ply = match ply {
        None if is_same => return None,
        None => plies,
        Some(ply) => ply,
    };
    let fixture = plan.fixture(expected.number);
    let mut position = plan.openings(fixture.section).base(fixture.opening);
    for &m in &expected.moves[..ply] {
        if !position.is_legal(m) {
            break;
        }
        position.play(m);
    }
    let say = |record: &Record| match record.moves.get(ply) {
        Some(&m) if position.is_legal(m) => notation(&position, m),
        Some(AnyMove(code)) => format!("#{code}, which is not legal"),
        None => format!("{}, {:?}", record.ending.word(), record.payoffs),
    };
    Some(Mismatch {
        game: expected.number,
        term: plan.section(&fixture).game.term.clone(),
        ply,
        expected: say(expected),
        got: say(got),
    })
}

/// Where the thoughts of `got` differ from those of `expected`, if that has any; time aside.
fn otherwise_thought(plan: &Plan, expected: &Record, got: &Record) -> Option<Mismatch> {
    if expected.thoughts.is_empty() {
        return None;
    }
    // Notes were not kept once.
    let has_notes = expected.thoughts.iter().any(|thought| thought.note.is_some());
    let at = |record: &Record, ply: u32| {
        let thought = record.thoughts.iter().find(|thought| thought.ply == ply)?;
        let note = thought.note.clone().filter(|_| has_notes);
        let thought = MoveThought { time: None, note, ..thought.clone() };
        (!thought.is_empty()).then_some(thought)
    };
    let plies = 0..expected.moves.len() as u32;
    let ply = plies.into_iter().find(|&ply| at(expected, ply) != at(got, ply))?;
    let say = |record: &Record| match at(record, ply) {
        None => "no thought".to_owned(),
        Some(MoveThought { value, bound, depth, nodes, note, .. }) => {
            let (bound, note) = (bound.name(), note.unwrap_or_default());
            format!("value {value:?} ({bound}), depth {depth:?}, {nodes} nodes {note}")
                .trim_end()
                .to_owned()
        }
    };
    Some(Mismatch {
        game: expected.number,
        term: plan.section(&plan.fixture(expected.number)).game.term.clone(),
        ply: ply as usize,
        expected: say(expected),
        got: say(got),
    })
}

/// An ending without the wording of its message.
fn kind(ending: &Ending) -> (&'static str, Option<u8>) {
    match ending {
        Ending::Forfeit(seat, fault) => (fault.word(), Some(seat.0)),
        Ending::Agreed(Some(seat)) => (ending.word(), Some(seat.0)),
        other => (other.word(), None),
    }
}
