//! `agon compare` and `agon check`: results against results.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use agon_arena::{
    ask::{MOST_DATA, read_text},
    keep::{Detail, Mismatch, Reader, SideBySide, is_journal, read_journal},
    plan::{Met, Plan, Shard, fits_memory, is_reproducible},
    play::{Job, Played, Recorder},
    tally::{Comparison, Score, Summary, compare},
    tell::ResultDocument,
};
use serde::Serialize;

use crate::{
    failed::Failed, figure::chance, jobs::Jobs, output::answer, progress::Counting, run::load,
    tournament::ended,
};

/// Compares two results, move by move
///
/// Journals, or documents of agon run --json. Of two journals of one plan the first game and move that
/// differ are named. Points are compared opening by opening where both were played from the same openings
/// with the same dice. Exit code 0 if every move of every game is equal, 3 if not.
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
/// --statistical, no pair may have changed by more than chance. Exit code 0 if so, 3 if not, and as of agon
/// run where not all games are played. With a journal as the baseline the first game and move that differ are
/// named.
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
    #[command(flatten)]
    jobs: Jobs,
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
    let (now, differences) = if is_journal(&args.before) && is_journal(&args.now) {
        let tournament = Reader::open(&args.now)?.tournament()?;
        let plan = Plan::new(tournament).map_err(Failed::usage)?;
        let mut beside = SideBySide::new(&args.before, &plan)?;
        let (plan, score) =
            read_journal(&args.now, Detail::Figures, &mut |game| match &mut beside {
                Some(beside) => beside.take(game).map(ControlFlow::Continue),
                None => Ok(ControlFlow::Continue(())),
            })?;
        let now =
            Summary::read(&ResultDocument::new(&plan, &score).text()).map_err(Failed::trouble)?;
        (now, beside.map_or_else(Vec::new, SideBySide::finish))
    } else {
        (summary(&args.now)?, Vec::new())
    };
    let comparison = compare(&before, &now, args.how.level);
    print(&comparison, &differences, args.how.json)?;
    if comparison.is_equal { Ok(()) } else { Err(Failed::different("the results differ")) }
}

pub(crate) fn check(args: &CheckArgs) -> Result<(), Failed> {
    #[cfg(not(feature = "junit"))]
    if args.junit.is_some() {
        return Err(Failed::unbuilt("junit"));
    }
    let before = summary(&args.baseline)?;
    let tournament = load(&args.file)?.resolve()?;
    let plan = Arc::new(Plan::new(tournament).map_err(Failed::usage)?);
    let is_exact = is_reproducible(&plan) && !args.statistical;
    let jobs = args.jobs.count();
    fits_memory(plan.tournament(), jobs).map_err(Failed::usage)?;
    plan.tournament().try_out().map_err(Failed::usage)?;
    let beside =
        if is_journal(&args.baseline) { SideBySide::new(&args.baseline, &plan)? } else { None };
    let recorder =
        ComparingRecorder { score: Score::new(&plan), beside, counting: Counting::of("games") };
    let (recorder, plan, run) = Job::whole(Arc::clone(&plan), jobs).run(recorder);
    ended(run, &recorder.score, &plan, Shard::WHOLE, None)?;
    let now = Summary::read(&ResultDocument::new(&plan, &recorder.score).text())
        .map_err(Failed::trouble)?;
    let differences = recorder.beside.map_or_else(Vec::new, SideBySide::finish);
    let comparison = compare(&before, &now, args.how.level);
    #[cfg(feature = "junit")]
    if let Some(path) = &args.junit {
        let protected =
            agon_arena::keep::Protected { inputs: &[&args.file, &args.baseline], force: false };
        let report = crate::junit::report(&comparison, &differences, is_exact);
        agon_arena::keep::replace(path, report.as_bytes(), protected)?;
    }
    print(&comparison, &differences, args.how.json)?;
    comparison.failure(is_exact).map_or(Ok(()), |why| Err(Failed::different(why)))
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

/// The result in a file: a journal or a document.
fn summary(path: &Path) -> Result<Summary, Failed> {
    let name = path.display();
    let text = if is_journal(path) {
        let (plan, score) =
            read_journal(path, Detail::Figures, &mut |_| Ok(ControlFlow::Continue(())))?;
        ResultDocument::new(&plan, &score).text()
    } else {
        read_text(path, MOST_DATA).map_err(|error| Failed::trouble(format!("{name}: {error}")))?
    };
    Summary::read(&text).map_err(|error| {
        let what = format!("{name} is neither a journal nor a document of agon run --json");
        Failed::usage(if path.extension().is_some_and(|ending| ending == "toml") {
            format!("{what}, but a tournament file: agon run {name} plays it")
        } else {
            format!("{what}: {error}")
        })
    })
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
                let mark = if pair.is_significant { ", changed" } else { "" };
                writeln!(
                    out,
                    "{}: {} against {}: {before:.1} % before, {now:.1} % now, {}{how}{mark}",
                    pair.game,
                    pair.one,
                    pair.other,
                    chance(pair.probability)
                )?;
            }
        }
        for line in &comparison.unmatched {
            writeln!(out, "{}{}", line[..1].to_uppercase(), &line[1..])?;
        }
        let is_alone = |when: &str| comparison.unmatched.iter().any(|line| line.starts_with(when));
        if is_alone("only before") && is_alone("only now") {
            writeln!(
                out,
                "Renamed? Whoever has a name keeps it when options change: {{ name = …, player = … }}"
            )?;
        }
        if let Some(why) = &comparison.unpaired {
            writeln!(out, "Not compared opening by opening: {why}")?;
        }
        for which in &comparison.unfinished {
            writeln!(out, "Unfinished {which}")?;
        }
        Ok(())
    })
}
