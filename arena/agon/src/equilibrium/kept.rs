//! What was learnt of an equilibrium, in a file to go on from: lines of words, numbers bit by bit.
//!
//! The last line is a key of all before it, so that half a file, or another, is never gone on from.

use std::{fmt::Write as _, io::Write as _, path::Path};

use agon_arena::{
    ask::{io_words, read_text},
    keep::{Protected, Unfinished},
};
use agon_core::{AnyPosition, Position, Seat, key_of};
use agon_roster::extensive::{CfrState, SampledState};

use super::{
    document::{CourseStage, MoveStage, SetStage},
    learner::Learnt,
};
use crate::failed::Failed;

/// The first line of such a file.
const HEAD: &str = "agon.equilibrium.state/2";

/// The most bytes of such a file.
const MOST: u64 = 1 << 34;

/// The task: a run that continues must ask for the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LearningSubject {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) rule: String,
    pub(super) seed: u64,
    /// What the seat of the information set that is watched sees.
    pub(super) set: Option<String>,
}

/// What was learnt so far.
pub(super) struct KeptLearning {
    pub(super) course: Vec<CourseStage>,
    pub(super) stages: Vec<SetStage>,
    pub(super) learnt: Learnt,
}

impl LearningSubject {
    /// The lines that say what a file is of.
    fn lines(&self) -> String {
        let LearningSubject { game, position, rule, seed, set } = self;
        let set = set.as_ref().map_or_else(|| "no set".to_owned(), |set| format!("set {set}"));
        format!("{HEAD}\ngame {game}\nposition {position}\nrule {rule}\nseed {seed}\n{set}\n")
    }

    /// Writes the file, whole or not at all.
    pub(super) fn write(&self, place: &Path, kept: &KeptLearning) -> Result<(), Failed> {
        let mut text = self.lines();
        let KeptLearning { course, stages, learnt } = kept;
        for CourseStage { iterations, nash_conv } in course {
            let _ = writeln!(text, "course {iterations} {}", Bits(*nash_conv));
        }
        for SetStage { iterations, moves } in stages {
            let _ = write!(text, "stage {iterations}");
            for MoveStage { regret, probability, .. } in moves {
                let regret = regret.map_or("-".to_owned(), |regret| Bits(regret).to_string());
                let _ = write!(text, " {regret} {}", Bits(*probability));
            }
            text.push('\n');
        }
        match learnt {
            Learnt::Whole(state) => {
                let _ = writeln!(text, "iterations {}", state.iterations);
                for added in &state.added {
                    let _ = writeln!(text, "added {}", Bits(*added));
                }
                for ((regret, sum), current) in state.regrets.iter().zip(&state.sums).zip(&state.current) {
                    let _ = writeln!(text, "move {} {} {}", Bits(*regret), Bits(*sum), Bits(*current));
                }
            }
            Learnt::Sampled(state) => {
                let _ = writeln!(text, "iterations {}", state.iterations);
                let sets = state.sets.iter().zip(&state.added);
                for (number, ((seat, key, count), added)) in sets.enumerate() {
                    let seat = seat.0 + 1;
                    let _ = write!(text, "set {seat} {key:016x} {count} {}", Bits(*added));
                    if let Some(position) = state.positions.get(number) {
                        let _ = write!(text, " {position}");
                    }
                    text.push('\n');
                }
                for ((regret, sum), (paid, tried)) in state.regrets.iter().zip(&state.sums).zip(&state.paid) {
                    let _ = writeln!(text, "move {} {} {} {tried}", Bits(*regret), Bits(*sum), Bits(*paid));
                }
            }
        }
        let end = key_of(&text);
        let _ = writeln!(text, "end {end:016x}");
        let trouble = |error: std::io::Error| Failed::trouble(format!("{}: {}", place.display(), io_words(&error)));
        let mut unfinished = Unfinished::of(place, Protected { inputs: &[], force: false })?;
        unfinished.file().write_all(text.as_bytes()).map_err(trouble)?;
        Ok(unfinished.publish()?)
    }

    /// Reads the file: nothing where there is none.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, is damaged, or is of something else.
    pub(super) fn read(&self, place: &Path, here: &AnyPosition) -> Result<Option<KeptLearning>, Failed> {
        if !place.exists() {
            return Ok(None);
        }
        let named = |what: String| Failed::usage(format!("{}: {what}", place.display()));
        let text = read_text(place, MOST).map_err(|error| named(io_words(&error)))?;
        if text.lines().next() != Some(HEAD) {
            return Err(named(format!("it is no state of agon solve --method cfr, which begins with {HEAD}")));
        }
        let body = text.rfind("end ").map_or("", |end| &text[..end]);
        if text != format!("{body}end {:016x}\n", key_of(&body.to_owned())) {
            return Err(named("it is damaged; learn anew with another file".to_owned()));
        }
        let lines = self.lines();
        let mut rest = body.lines();
        for (ours, theirs) in lines.lines().zip(rest.by_ref()) {
            if ours != theirs {
                return Err(named(format!("it was saved with `{theirs}`, and this is `{ours}`")));
            }
        }
        let whole = !["external", "outcome"].contains(&self.rule.as_str());
        let kept = parsed(rest, whole, here);
        kept.map(Some).ok_or_else(|| named("it is of another version of agon".to_owned()))
    }
}

/// A number as its sixty-four bits.
struct Bits(f64);

impl std::fmt::Display for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0.to_bits())
    }
}

fn bits(word: &str) -> Option<f64> {
    u64::from_str_radix(word, 16).ok().map(f64::from_bits)
}

/// What the lines after those of the subject say.
fn parsed<'a>(lines: impl Iterator<Item = &'a str>, whole: bool, here: &AnyPosition) -> Option<KeptLearning> {
    let (mut course, mut stages) = (Vec::new(), Vec::new());
    let (mut cfr, mut sampled) = (CfrState::default(), SampledState::default());
    for line in lines {
        let (kind, rest) = line.split_once(' ')?;
        let words: Vec<&str> = rest.split(' ').collect();
        match (kind, &words[..]) {
            ("course", [iterations, nash_conv]) => {
                let iterations = iterations.parse().ok()?;
                course.push(CourseStage { iterations, nash_conv: bits(nash_conv)? });
            }
            ("stage", [iterations, moves @ ..]) => {
                let stage = |pair: &[&str]| {
                    let regret = (pair[0] != "-").then(|| bits(pair[0]));
                    Some(MoveStage {
                        r#move: String::new(),
                        regret: regret.map_or(Some(None), |bits| bits.map(Some))?,
                        probability: bits(pair.get(1)?)?,
                    })
                };
                let moves = moves.chunks(2).map(stage).collect::<Option<_>>()?;
                stages.push(SetStage { iterations: iterations.parse().ok()?, moves });
            }
            ("iterations", [number]) => {
                cfr.iterations = number.parse().ok()?;
                sampled.iterations = cfr.iterations;
            }
            ("added", [added]) if whole => cfr.added.push(bits(added)?),
            ("set", [seat, key, count, added, ..]) => {
                let seat = Seat(seat.parse::<u8>().ok()?.checked_sub(1)?);
                let key = u64::from_str_radix(key, 16).ok()?;
                sampled.sets.push((seat, key, count.parse().ok()?));
                sampled.added.push(bits(added)?);
                if let Some(text) = rest.splitn(5, ' ').nth(4) {
                    sampled.positions.push(here.parse(text).ok()?);
                }
            }
            ("move", [regret, sum, current]) if whole => {
                cfr.regrets.push(bits(regret)?);
                cfr.sums.push(bits(sum)?);
                cfr.current.push(bits(current)?);
            }
            ("move", [regret, sum, paid, tried]) if !whole => {
                sampled.regrets.push(bits(regret)?);
                sampled.sums.push(bits(sum)?);
                sampled.paid.push((bits(paid)?, tried.parse().ok()?));
            }
            _ => return None,
        }
    }
    let learnt = if whole { Learnt::Whole(cfr) } else { Learnt::Sampled(sampled) };
    Some(KeptLearning { course, stages, learnt })
}
