//! `agon laws GAME --mutants`: which of an author's checks would have found a fault.

use std::{
    io::{self, Write},
    panic,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use agon_arena::keep::{Detail, Reader, every_game, read};
use agon_core::{BrokenRules, NamedGame, STACK_SIZE, options::brief};
use agon_laws::{
    LawExtent, LawProgress,
    mutants::{BROKEN, FAULTS, FaultKind, MutantVerdict, PlantedFault, UNCHANGED, judged_by_laws, plant},
};
use serde::Serialize;

use super::crate_tests::{CrateTests, Tested};
use crate::{
    failed::Failed,
    output::{hanging, paragraph, width},
    progress::Meanwhile,
    signals::{self, LastWords},
};

/// Faults planted in a game, and who found them, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct MutantsDocument {
    /// The game's term.
    game: String,
    /// Every fault, in the order in which they were planted.
    faults: Vec<FaultDocument>,
    /// Those that make a difference and were found by nothing.
    unseen: Vec<&'static str>,
}

/// A fault, and who found it.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct FaultDocument {
    /// Its name.
    name: &'static str,
    /// What is wrong, in words.
    meaning: &'static str,
    /// `rules`: the game is another one, which no law can know; `promise`: a method breaks its promise.
    kind: &'static str,
    /// Whether it makes a difference in this game; nobody looks for one that does not.
    differs: bool,
    /// The law that finds it; null where every law holds.
    laws: Option<String>,
    /// The tests that find it; null without --tests, or where none does.
    tests: Option<Vec<String>>,
    /// What is wrong with the recorded plays; null without --records, or where nothing is.
    records: Option<String>,
}

impl FaultDocument {
    fn is_found(&self) -> bool {
        self.laws.is_some() || self.tests.is_some() || self.records.is_some()
    }
}

/// What is asked besides the laws.
pub(super) struct Checks<'a> {
    pub(super) extent: LawExtent,
    pub(super) jobs: usize,
    /// The folder of a crate with tests.
    pub(super) tests: Option<&'a Path>,
    /// Journals.
    pub(super) records: &'a [PathBuf],
}

/// Plants every fault in `game`, one at a time, and asks all checks.
///
/// # Errors
///
/// Where a check fails without a fault, or finds none even where nothing works; and if somebody asks to stop.
pub(super) fn examine(game: &NamedGame, checks: &Checks<'_>) -> Result<MutantsDocument, Failed> {
    // The tests of a crate are processes, which must not be left behind.
    signals::end_by_itself(Failed::INTERRUPTED, LastWords::default);
    let meanwhile = Meanwhile::new();
    let tests = checks.tests.map(|folder| CrateTests::build(folder, &meanwhile)).transpose()?;
    if !checks.records.is_empty() {
        can_be_read(&game.term, checks.records)?;
    }
    let mut faults = asked_laws(game, checks, &meanwhile)?;
    for fault in &mut faults {
        if !fault.differs {
            continue;
        }
        if signals::is_asked() {
            return Err(Failed::interrupted("interrupted"));
        }
        if let Some(tests) = &tests {
            meanwhile.say(|| format!("{}: the tests", fault.name));
            fault.tests = match tests.find(fault.name, fault.kind == "rules")? {
                Tested::Passed => None,
                Tested::Failed(names) => Some(names),
            };
        }
        if !checks.records.is_empty() {
            let planted = FAULTS.iter().find(|planted| planted.name == fault.name);
            fault.records = read_with(planted, checks.records).err();
        }
    }
    let unseen = faults.iter().filter(|fault| fault.differs && !fault.is_found());
    let unseen = unseen.map(|fault| fault.name).collect();
    Ok(MutantsDocument { game: game.term.clone(), faults, unseen })
}

/// What the laws say of every fault, several at a time.
fn asked_laws(game: &NamedGame, checks: &Checks<'_>, meanwhile: &Meanwhile) -> Result<Vec<FaultDocument>, Failed> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(fault) = FAULTS.get(next.fetch_add(1, Ordering::Relaxed)) {
            if signals::is_asked() {
                return;
            }
            let found = asked_of(fault, game, checks.extent, meanwhile);
            done.lock().unwrap_or_else(PoisonError::into_inner).push(found);
        }
    };
    quietly(|| {
        thread::scope(|scope| {
            for _ in 1..checks.jobs {
                // Where there is no room for another thread, those that are there do it all.
                let _ = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
            }
            work();
        });
    });
    let mut found = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    if signals::is_asked() {
        return Err(Failed::interrupted("interrupted"));
    }
    let place = |name: &str| FAULTS.iter().position(|fault| fault.name == name);
    found.sort_by_key(|fault: &FaultDocument| place(fault.name));
    Ok(found)
}

fn asked_of(fault: &'static PlantedFault, game: &NamedGame, extent: LawExtent, meanwhile: &Meanwhile) -> FaultDocument {
    let mut tell = |now: LawProgress<'_>| {
        if signals::is_asked() {
            BrokenRules::give_up("interrupted");
        }
        meanwhile.say(|| format!("{}: {:.0} %: {}", fault.name, 100.0 * now.share, now.law));
    };
    let said = judged_by_laws(fault, (&game.term, &game.start), extent, &mut tell);
    FaultDocument {
        name: fault.name,
        meaning: fault.meaning,
        kind: if fault.kind() == FaultKind::Rules { "rules" } else { "promise" },
        differs: said != MutantVerdict::NoDifference,
        laws: match said {
            MutantVerdict::Broken(broken) => Some(broken.law),
            MutantVerdict::Unseen | MutantVerdict::NoDifference => None,
        },
        tests: None,
        records: None,
    }
}

/// Does something whose panics are findings, which nobody needs to read.
fn quietly<T>(act: impl FnOnce() -> T) -> T {
    let loud = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let done = act();
    panic::set_hook(loud);
    done
}

/// That the journals are of this game, and can be read where nothing is wrong, and not where nothing works.
fn can_be_read(game: &str, journals: &[PathBuf]) -> Result<(), Failed> {
    for journal in journals {
        let tournament = Reader::open(journal)?.tournament()?;
        let other = tournament.sections.iter().find(|section| section.game.term != game);
        if let Some(other) = other {
            let (journal, other) = (journal.display(), &other.game.term);
            return Err(Failed::usage(format!(
                "--records: {journal} has games of {}; accepted: of {} alone",
                brief(other),
                brief(game)
            )));
        }
    }
    read_with(Some(UNCHANGED), journals).map_err(Failed::trouble)?;
    match read_with(Some(BROKEN), journals) {
        Err(_) => Ok(()),
        Ok(()) => Err(Failed::usage("--records: none of these plays needs the rules")),
    }
}

/// Plays all recorded moves by the rules with this fault: what is wrong with them.
fn read_with(fault: Option<&'static PlantedFault>, journals: &[PathBuf]) -> Result<(), String> {
    plant(fault);
    let found = quietly(|| {
        panic::catch_unwind(|| {
            let mut each = journals.iter().map(|journal| read(&[journal], Detail::Moves, &mut every_game));
            each.try_for_each(|read| read.map(drop).map_err(|error| error.to_string()))
        })
    });
    plant(None);
    found.unwrap_or_else(|_| Err("the rules panic".to_owned()))
}

impl MutantsDocument {
    /// That every fault that makes a difference was found by something.
    pub(super) fn is_complete(&self) -> bool {
        self.unseen.is_empty()
    }

    pub(super) fn write(&self, out: &mut dyn Write, checks: &Checks<'_>) -> io::Result<()> {
        let differ: Vec<_> = self.faults.iter().filter(|fault| fault.differs).collect();
        writeln!(out, "{}: {} faults, one at a time", brief(&self.game), differ.len())?;
        writeln!(out)?;
        let has = [true, checks.tests.is_some(), !checks.records.is_empty()];
        let row = |cells: [&str; 4]| {
            let shown = cells[1..].iter().zip(has).filter(|(_, has)| *has);
            let line = shown.fold(format!("{:26}", cells[0]), |line, (cell, _)| format!("{line}{cell:8}"));
            line.trim_end().to_owned()
        };
        writeln!(out, "{}", row(["fault", "laws", "tests", "records"]))?;
        let mark = |is_found: bool| if is_found { "found" } else { "-" };
        for fault in &differ {
            let found = [fault.laws.is_some(), fault.tests.is_some(), fault.records.is_some()];
            let [laws, tests, records] = found.map(mark);
            writeln!(out, "{}", row([fault.name, laws, tests, records]))?;
        }
        let same: Vec<&str> = self.faults.iter().filter(|fault| !fault.differs).map(|fault| fault.name).collect();
        if !same.is_empty() {
            writeln!(out)?;
            hanging(out, "no difference: ", &same.join(", "), width())?;
        }
        writeln!(out)?;
        if self.is_complete() {
            return writeln!(out, "every fault was found");
        }
        writeln!(out, "found by nothing:")?;
        for fault in differ.iter().filter(|fault| !fault.is_found()) {
            hanging(out, &format!("  {}: ", fault.name), fault.meaning, width())?;
        }
        let are_rules = self.faults.iter().any(|fault| fault.differs && !fault.is_found() && fault.kind == "rules");
        if are_rules && checks.tests.is_none() {
            writeln!(out)?;
            paragraph(
                out,
                0,
                "No law can know the rules: --tests FOLDER asks the tests of a crate as well, --records JOURNAL \
                 recorded plays.",
            )?;
        }
        Ok(())
    }
}
