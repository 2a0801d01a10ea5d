//! `agon compare` and `agon check`: results against results.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use agon_arena::{
    ask::{MOST_DATA, read_text},
    cores,
    keep::{Detail, Mismatch, Reader, SideBySide, is_journal, read_journal},
    plan::{Met, Plan, is_reproducible},
    play::{Job, Played, Recorder, Run},
    rating::Paired,
    tally::{Comparison, Key, Score, Summary, compare},
    tell::ResultDocument,
};
use serde::Serialize;

use crate::{failed::Failed, output::answer, progress::Counting, run::load};

/// Compares two results, move by move
///
/// Journals, or documents of agon run --json. Exit code 0 if every move of every game is equal, 3
/// if not.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A result
    before: PathBuf,
    /// Another
    now: PathBuf,
    #[command(flatten)]
    how: CompareOptions,
}

/// Plays a tournament file; compares the result with an earlier one
///
/// Where everything is reproducible every move must be equal; where a clock is involved, or with
/// --statistical, no pair may have changed by more than chance. Exit code 0 if so, 3 if not.
#[derive(clap::Args)]
pub(crate) struct CheckArgs {
    /// The tournament file
    file: PathBuf,
    /// The earlier result: a journal, or a document of agon run --json
    #[arg(long, value_name = "RESULT")]
    baseline: PathBuf,
    /// Look at points instead of moves
    #[arg(long)]
    statistical: bool,
    /// How many threads play; all cores unless given
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Write a report for CI here, in the form of `JUnit`
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    #[command(flatten)]
    how: CompareOptions,
}

#[derive(clap::Args)]
struct CompareOptions {
    /// Print the comparison as one JSON document
    #[arg(long)]
    json: bool,
    /// How improbable a change must be to count: the level of significance over all pairs
    #[arg(long, default_value_t = 0.01, value_parser = read_level)]
    level: f64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let before = summary(&args.before)?;
    let (now, beside) = if is_journal(&args.before) && is_journal(&args.now) {
        let tournament = Reader::open(&args.now)?.tournament()?;
        let plan = Plan::new(tournament).map_err(Failed::usage)?;
        let mut beside = SideBySide::new(&args.before, &plan)?;
        let (plan, score) =
            read_journal(&args.now, Detail::Figures, &mut |game| match &mut beside {
                Some(beside) => beside.take(game),
                None => Ok(()),
            })?;
        let now =
            Summary::read(&ResultDocument::new(&plan, &score).text()).map_err(Failed::trouble)?;
        (now, Differences::of(beside, &plan))
    } else {
        (summary(&args.now)?, Differences::default())
    };
    let comparison = compare(&before, &now, &beside.paired, args.how.level);
    print(&comparison, &beside.differences, args.how.json)?;
    if comparison.is_equal { Ok(()) } else { Err(Failed::different("the results differ")) }
}

pub(crate) fn check(args: &CheckArgs) -> Result<(), Failed> {
    #[cfg(not(feature = "junit"))]
    if args.junit.is_some() {
        return Err(Failed::unbuilt("junit"));
    }
    let before = summary(&args.baseline)?;
    let tournament = load(&args.file)?.resolve().map_err(Failed::usage)?;
    let plan = Arc::new(Plan::new(tournament).map_err(Failed::usage)?);
    let is_exact = is_reproducible(&plan) && !args.statistical;
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let beside =
        if is_journal(&args.baseline) { SideBySide::new(&args.baseline, &plan)? } else { None };
    let recorder =
        ComparingRecorder { score: Score::new(&plan), beside, counting: Counting::of("games") };
    let (recorder, plan, run) = Job::whole(Arc::clone(&plan), jobs).run(recorder);
    if let Run::Failed(error) = run {
        return Err(Failed::trouble(error));
    }
    let now = Summary::read(&ResultDocument::new(&plan, &recorder.score).text())
        .map_err(Failed::trouble)?;
    let beside = Differences::of(recorder.beside, &plan);
    let comparison = compare(&before, &now, &beside.paired, args.how.level);
    #[cfg(feature = "junit")]
    if let Some(path) = &args.junit {
        let protected =
            agon_arena::keep::Protected { inputs: &[&args.file, &args.baseline], force: false };
        let report = crate::junit::report(&comparison, &beside.differences, is_exact);
        agon_arena::keep::replace(path, report.as_bytes(), protected)?;
    }
    print(&comparison, &beside.differences, args.how.json)?;
    let changed = comparison.pairs.iter().filter(|pair| pair.is_significant).count();
    match (is_exact, comparison.is_equal) {
        (_, true) => Ok(()),
        (true, false) => Err(Failed::different("moves differ from the baseline")),
        (false, _) if !comparison.unmatched.is_empty() => {
            Err(Failed::different("the pairs that met are not those of the baseline"))
        }
        (false, _) if changed == 0 => Ok(()),
        (false, _) => Err(Failed::different(format!(
            "{changed} of {} pairs changed by more than chance",
            comparison.pairs.len()
        ))),
    }
}

/// Adds games up, and compares each with the same game of an earlier journal.
struct ComparingRecorder {
    score: Score,
    beside: Option<SideBySide>,
    counting: Counting,
}

impl Recorder for ComparingRecorder {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        self.counting.tick(self.score.games, game.plan.games());
        if let Some(beside) = &mut self.beside {
            beside.take(game).map_err(io::Error::other)?;
        }
        Recorder::take(&mut self.score, game)
    }

    fn last_round(&self) -> &[Met] {
        self.score.last_round()
    }
}

/// How two plays of one plan differ, besides in their results.
#[derive(Default)]
struct Differences {
    /// The first difference of every section.
    differences: Vec<Mismatch>,
    paired: BTreeMap<Key, Paired>,
}

impl Differences {
    fn of(found: Option<SideBySide>, plan: &Plan) -> Differences {
        let (differences, changes) = found.map_or_else(Default::default, SideBySide::finish);
        let tournament = plan.tournament();
        let key = |(section, i, j): (usize, usize, usize)| {
            let game = tournament.sections[section].game.term.clone();
            let name = |entry: usize| tournament.entries[entry].name.clone();
            (game, name(i).min(name(j)), name(i).max(name(j)))
        };
        let paired = changes.into_iter().map(|(of, paired)| (key(of), paired)).collect();
        Differences { differences, paired }
    }
}

/// The result in a file: a journal or a document.
fn summary(path: &Path) -> Result<Summary, Failed> {
    let name = path.display();
    let text = if is_journal(path) {
        let (plan, score) = read_journal(path, Detail::Figures, &mut |_| Ok(()))?;
        ResultDocument::new(&plan, &score).text()
    } else {
        read_text(path, MOST_DATA).map_err(|error| Failed::trouble(format!("{name}: {error}")))?
    };
    Summary::read(&text).map_err(|error| Failed::usage(format!("{name}: no result: {error}")))
}

fn read_level(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(level) if 0.0 < level && level < 1.0 => Ok(level),
        _ => Err("a number between 0 and 1".to_owned()),
    }
}

/// The document of a comparison.
#[derive(Serialize)]
struct Compared<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    /// The first game of every section that differs, where both are at hand game by game.
    differences: &'a [Mismatch],
}

fn print(comparison: &Comparison, differences: &[Mismatch], as_json: bool) -> Result<(), Failed> {
    answer(|out| {
        if as_json {
            return Ok(crate::output::json(out, &Compared { comparison, differences })?);
        }
        let (before, now) = &comparison.fingerprints;
        if comparison.is_equal {
            writeln!(out, "Equal, move by move: {before}")?;
        } else {
            writeln!(out, "Fingerprint before  {before}\nFingerprint now     {now}")?;
        }
        for difference in differences {
            writeln!(out, "First different {difference}")?;
        }
        for pair in &comparison.pairs {
            if pair.before != pair.now || !comparison.is_equal {
                let (before, now) = (100.0 * pair.before, 100.0 * pair.now);
                let how = match pair.paired {
                    Some(units) => format!(" over {units} openings of both"),
                    None => String::new(),
                };
                let mark = if pair.is_significant { "  changed" } else { "" };
                writeln!(
                    out,
                    "{}: {} against {}: {before:.1} % before, {now:.1} % now, p = {:.3}{how}{mark}",
                    pair.game, pair.one, pair.other, pair.probability
                )?;
            }
        }
        for line in &comparison.unmatched {
            writeln!(out, "{line}")?;
        }
        Ok(())
    })
}
