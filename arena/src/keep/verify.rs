//! Plays the games of a journal again and compares them with their records.
//!
//! Every game is played again: openings and dice are drawn anew, moves are checked against the rules, and every player
//! whose moves can be reproduced is asked for each of them. Players that use a clock, and games under a time limit, are
//! only checked against the rules. Recorded thoughts are compared too, except for the time they took; what players with
//! second tries said in vain is not. A game that is void because it ended the process is not played again. Facts that only
//! the record can prove are checked for plausibility and counted.

use std::{
    collections::BTreeMap,
    fmt,
    ops::{AddAssign, ControlFlow},
    path::Path,
    thread,
};

use agon_core::{AnyMove, Position, STACK_SIZE, notation};
use serde::Serialize;

use crate::{
    keep::{
        journal::Reader,
        journal_error::JournalError,
        read::{Reading, read},
        record_check::Detail,
    },
    plan::{guard, schedule::Plan, tournament::Unready},
    play::{
        ending::{Ending, Fault},
        games_in_progress::REASON,
        record::Record,
        referee::{OnTrust, Referee},
        thought::MoveThought,
        watch::is_too_long,
    },
};

/// The result of a verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verification {
    /// All games come out as recorded.
    Same {
        /// The number of games.
        games: u64,
        /// Their fingerprint.
        fingerprint: String,
        /// The part that playing again cannot prove.
        on_trust: Unproved,
        /// The programs that are not ready on this machine, each with its game and why: their moves are
        /// checked against the rules, and are among those on trust.
        not_here: Vec<String>,
    },
    /// The first game that doesn't.
    Different(Mismatch),
    /// All do, and yet a game has other rules than when it was played.
    OtherRules {
        /// The game's term.
        game: String,
        /// Which part of the game its fingerprint is of, in words.
        extent: String,
    },
}

/// What of recorded games no second play can tell: it may be so, and is taken on trust.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unproved {
    /// How many games are void because they ended the process, or because a move or the game took longer than the
    /// machine allowed that played them; they are not played again.
    pub void: u64,
    /// How many end by what does not come again when asked for: a program that broke down, a player that
    /// gave no answer or whose games are not played for that, a fault or a verdict of players by the clock.
    pub endings: u64,
    /// In how many games there are moves of players that go by a clock, by several threads, or are persons,
    /// or of programs that are not on this machine.
    pub games: u64,
    /// How many moves these are.
    pub moves: u64,
}

impl Unproved {
    /// Whether everything was proved.
    pub fn is_nothing(self) -> bool {
        self == Unproved::default()
    }

    fn take(&mut self, of_game: OnTrust) {
        self.endings += u64::from(of_game.ending);
        self.games += u64::from(of_game.moves != 0);
        self.moves += of_game.moves;
    }
}

impl AddAssign for Unproved {
    fn add_assign(&mut self, other: Unproved) {
        let Unproved { void, endings, games, moves } = other;
        self.void += void;
        self.endings += endings;
        self.games += games;
        self.moves += moves;
    }
}

/// The first difference between two plays of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Mismatch {
    /// The number of the game.
    pub game: u64,
    /// The term of the game.
    pub term: String,
    /// After how many plies.
    pub ply: usize,
    /// The record's value.
    pub expected: String,
    /// The value found.
    pub got: String,
    /// Whether the game has other rules than when the journal was begun.
    pub other_rules: bool,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { game, term, ply, expected, got, other_rules } = self;
        write!(f, "game {game} ({term}), ply {}: expected {expected}, got {got}", ply + 1)?;
        if *other_rules {
            write!(f, ". {term} has other rules than when this was played")?;
        }
        Ok(())
    }
}

/// The number of games read before they are played, for each thread.
const RUN: usize = 128;

/// Verifies a journal, or the parts of one tournament, on `jobs` threads; `told` receives, at intervals, the number of
/// games read, and the number in the plan.
///
/// # Errors
///
/// If a journal is damaged or cannot be read.
pub fn verify<P: AsRef<Path>>(
    paths: &[P],
    jobs: usize,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Verification, JournalError> {
    let (mut waiting, mut on_trust, mut found, mut games) = (Vec::new(), Unproved::default(), None, 0);
    let mut unready: Option<Vec<Unready>> = None;
    let Reading { plan, score, .. } = read(paths, Detail::Figures, &mut |game| {
        told(games, game.plan.games());
        games += 1;
        waiting.push(game.record.clone());
        if waiting.len() == RUN * jobs.max(1) {
            let unready = unready.get_or_insert_with(|| not_here(game.plan));
            match play_again(game.plan, unready, &waiting, jobs) {
                Ok(more) => on_trust += more,
                Err(difference) => {
                    found = Some(difference);
                    return Ok(ControlFlow::Break(()));
                }
            }
            waiting.clear();
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let different = |mismatch: Mismatch, plan: &Plan| {
        let other_rules = changed(paths, plan)?.iter().any(|(game, _)| *game == mismatch.term);
        Ok(Verification::Different(Mismatch { other_rules, ..mismatch }))
    };
    if let Some(difference) = found {
        return different(difference, &plan);
    }
    let unready = unready.unwrap_or_else(|| not_here(&plan));
    match play_again(&plan, &unready, &waiting, jobs) {
        Ok(more) => on_trust += more,
        Err(difference) => return different(difference, &plan),
    }
    if let Some((game, extent)) = changed(paths, &plan)?.into_iter().next() {
        return Ok(Verification::OtherRules { game, extent });
    }
    let (games, fingerprint) = (score.games, score.fingerprint.text());
    let not_here = unready.into_iter().map(|program| program.why.to_string()).collect();
    Ok(Verification::Same { games, fingerprint, on_trust, not_here })
}

/// The games of `plan` that have other rules than when one of these journals was begun, and what they are known of.
fn changed<P: AsRef<Path>>(paths: &[P], plan: &Plan) -> Result<Vec<(String, String)>, JournalError> {
    let (mut held, mut changed) = (BTreeMap::new(), Vec::new());
    for path in paths {
        let reader = Reader::open(path.as_ref())?;
        let header = reader.header();
        // Those of all parts are the same, and walked once.
        if header.rules != held {
            changed.extend(header.other_rules(plan));
            held.clone_from(&header.rules);
        }
    }
    Ok(changed)
}

/// The programs of `plan` that are not ready on this machine.
fn not_here(plan: &Plan) -> Vec<Unready> {
    plan.tournament().unready().collect()
}

/// The part of `records` that is taken on trust, or the first game that comes out differently.
fn play_again(plan: &Plan, unready: &[Unready], records: &[Record], jobs: usize) -> Result<Unproved, Mismatch> {
    let share = records.len().div_ceil(jobs.max(1)).max(1);
    let some = |records: &[Record]| -> Result<Unproved, Mismatch> {
        let (mut referee, mut on_trust) = (Referee::new(plan).without(unready), Unproved::default());
        for record in records {
            // A game that ended the process would do so again, and one that took too long might.
            let is_on_trust = |why: &str| why == REASON || is_too_long(why);
            if matches!(&record.ending, Ending::Void(why) if is_on_trust(why)) {
                on_trust.void += 1;
            } else {
                on_trust.take(one_again(plan, &mut referee, record)?);
            }
        }
        Ok(on_trust)
    };
    thread::scope(|scope| {
        let parts: Vec<_> = records
            .chunks(share)
            .map(|part| {
                // A search that a run had room for has room here.
                let thread = thread::Builder::new().stack_size(STACK_SIZE);
                thread.spawn_scoped(scope, move || some(part)).expect("a thread can be had")
            })
            .collect();
        let parts = parts.into_iter().map(|part| part.join().expect("players' panics are caught"));
        // All of them are joined, and the first difference counts.
        let mut all = Unproved::default();
        for part in parts.collect::<Vec<_>>() {
            all += part?;
        }
        Ok(all)
    })
}

/// The part of `record` that is taken on trust, or the difference.
fn one_again(plan: &Plan, referee: &mut Referee<'_>, record: &Record) -> Result<OnTrust, Mismatch> {
    let differ = |got: &Record| {
        // Forged moves lead where the rules never were.
        let differ = || {
            difference(plan, record, got)
                .or_else(|| otherwise_at_fault(plan, record, got))
                .or_else(|| otherwise_thought(plan, record, got))
        };
        guard::catch(differ).unwrap_or_else(|panic| {
            let (game, got) = (record.number, format!("the rules panic: {panic}"));
            let term = plan.section(&plan.fixture(game)).game.term.clone();
            let expected = record.ending.word().to_owned();
            Some(Mismatch { game, term, ply: record.moves.len(), expected, got, other_rules: false })
        })
    };
    let Some(attempts) = referee.attempts(record.number) else {
        let found = differ(referee.replay(record));
        return found.map_or(Ok(referee.on_trust()), Err);
    };
    let mut first = None;
    for attempt in 0..attempts {
        match differ(referee.replay_attempt(record, attempt)) {
            None => return Ok(referee.on_trust()),
            Some(found) => drop(first.get_or_insert(found)),
        }
    }
    Err(first.expect("a game is tried at least once"))
}

/// The difference between `expected` and `got`, two records of one game, apart from the wording of
/// messages.
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
        other_rules: false,
    })
}

/// The difference between faults of one kind beyond the wording of messages: in the illegal move, or in the nodes
/// spent.
fn otherwise_at_fault(plan: &Plan, expected: &Record, got: &Record) -> Option<Mismatch> {
    let plain = |record: &Record| match &record.ending {
        Ending::Forfeit(
            _,
            fault @ (Fault::Illegal(_)
            | Fault::Overspent { .. }
            | Fault::OverTime(_)
            | Fault::Silent(_)
            | Fault::Excluded(_)),
        ) => Some(fault.to_string()),
        _ => None,
    };
    let (expected_fault, got_fault) = (plain(expected), plain(got));
    (expected_fault != got_fault).then(|| Mismatch {
        game: expected.number,
        term: plan.section(&plan.fixture(expected.number)).game.term.clone(),
        ply: expected.moves.len(),
        expected: expected_fault.unwrap_or_default(),
        got: got_fault.unwrap_or_default(),
        other_rules: false,
    })
}

/// The difference between thoughts, if `expected` has any, apart from the time taken.
fn otherwise_thought(plan: &Plan, expected: &Record, got: &Record) -> Option<Mismatch> {
    if expected.thoughts.is_empty() {
        return None;
    }
    // Older records have no notes.
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
            format!("value {value:?} ({bound}), depth {depth:?}, {nodes} nodes {note}").trim_end().to_owned()
        }
    };
    Some(Mismatch {
        game: expected.number,
        term: plan.section(&plan.fixture(expected.number)).game.term.clone(),
        ply: ply as usize,
        expected: say(expected),
        got: say(got),
        other_rules: false,
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

#[cfg(test)]
mod tests {
    use super::{RUN, Verification, verify};
    use crate::{
        Plan, Shard, Spec,
        keep::{header::Header, journal_options::JournalOptions, writer::Writer},
        play::referee::Referee,
    };

    #[test]
    fn behind_a_difference_nothing_more_is_read() {
        let spec = Spec::default().game("nim").player("random").player_named("b", "random");
        let spec = spec.openings(2 * RUN as u64, 1);
        let plan = Plan::new(spec.resolve().unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for is_forged in [true, false] {
            let path = folder.path().join(is_forged.to_string());
            let header = Header::new(&plan, Shard::WHOLE, "test");
            let options = JournalOptions::default();
            let mut writer = Writer::open(&path, &header, &options, &mut |_| Ok(())).unwrap();
            let mut referee = Referee::new(&plan);
            for number in 0..plan.games() {
                // A record that claims that the first game went like the third.
                let mut record = referee.play(if is_forged && number == 0 { 2 } else { number }).clone();
                record.number = number;
                let mut bytes = Vec::new();
                record.encode(&mut bytes);
                writer.append(&bytes).unwrap();
            }
            writer.sync().unwrap();
            let mut most = 0;
            let verified = verify(&[&path], 1, &mut |games, _| most = games).unwrap();
            assert_eq!(matches!(verified, Verification::Different(_)), is_forged, "{verified:?}");
            let expected = if is_forged { RUN as u64 } else { plan.games() };
            assert_eq!(most + 1, expected);
        }
    }
}
