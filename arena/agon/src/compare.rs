//! `agon compare`: results against results, be they played first.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use agon_arena::{
    ask::{MOST_DATA, io_words, read_text},
    keep::{Detail, Mismatch, Reader, SideBySide, every_game, is_journal, read},
    plan::{Met, Plan, fits_memory, is_reproducible},
    play::{Job, Played, Recorder},
    tally::Score,
    tell::{Comparison, PayoffChange, ResultDocument, compare},
};
use serde::Serialize;

use crate::{
    failed::Failed, figure::chance, inputs::is_document, jobs::Jobs, output::answer, progress::Counting, run::load,
    tournament::ended,
};

/// Compares two results, or plays a tournament file and compares
///
/// Every move must be equal; with --statistical, or where players go by a clock, no pair may have changed by more
/// than chance. Of two journals, or a journal and a file of one tournament, the first game and move that differ are
/// named. Points are compared opening by opening where both were played from the same openings with the same dice.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon compare old.journal new.journal
  agon compare old.json league.toml --statistical --junit result.xml

Exit codes: 0 the results agree; 3 they differ; 4 they differ, but the player that changed has only gained, by more than \
chance; where not all games are played, that of agon run.")]
pub(crate) struct Args {
    /// A result: a journal, or a document of agon run --json
    before: PathBuf,
    /// Another, or the tournament file that is played
    now: PathBuf,
    /// Look at points instead of moves
    #[arg(long)]
    statistical: bool,
    /// How improbable a change must be to count, over all pairs
    #[arg(long, value_name = "CHANCE", default_value_t = 0.01, value_parser = read_significance)]
    significance: f64,
    /// Whose change it is
    ///
    /// Its gains are told from its losses. Unless given, the only player whose options are not what they were.
    #[arg(long, value_name = "NAME")]
    of: Option<String>,
    /// Look for losses of that player only; a gain is no difference
    #[arg(long, requires = "statistical")]
    one_sided: bool,
    #[command(flatten)]
    jobs: Jobs,
    /// Print the comparison as one JSON document
    #[arg(long)]
    json: bool,
    /// Write a report for CI here, in the form of `JUnit`
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// A result that is held against an earlier one.
struct HeldResult {
    result: ResultDocument,
    /// The first game of every section that differs, where both are at hand game by game.
    differences: Vec<Mismatch>,
    /// Whether every move can be expected to be the same.
    is_exact: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let before = result(&args.before)?;
    let now = if is_journal(&args.now) {
        of_journal(args)?
    } else if is_document(&args.now) {
        HeldResult { result: result(&args.now)?, differences: Vec::new(), is_exact: true }
    } else {
        played(args, &before)?
    };
    let mut comparison = compare(&before, &now.result, args.significance);
    if let Some(name) = &args.of {
        comparison.about(name).map_err(|error| Failed::usage(format!("--of: {error}")))?;
    }
    if args.one_sided && comparison.changed.is_none() {
        return Err(Failed::usage("--one-sided: say whose losses count: --of NAME"));
    }
    if args.one_sided {
        comparison.look_for_losses(args.significance);
    }
    let is_exact = now.is_exact && !args.statistical;
    if let Some(path) = &args.junit {
        let mut unfinished = crate::inputs::output(path, false)?;
        let report = crate::junit::report(&comparison, &now.differences, is_exact);
        let trouble = |error: io::Error| Failed::trouble(format!("{}: {}", path.display(), io_words(&error)));
        unfinished.file().write_all(report.as_bytes()).map_err(trouble)?;
        unfinished.publish()?;
    }
    print(&comparison, &now.differences, args.json)?;
    match comparison.failure(is_exact) {
        None => Ok(()),
        Some(why) if !is_exact && comparison.is_gain() => Err(Failed::gained(why)),
        Some(why) => Err(Failed::different(why)),
    }
}

/// The journal, read beside the earlier one.
fn of_journal(args: &Args) -> Result<HeldResult, Failed> {
    let mut beside = None;
    if is_journal(&args.before) {
        let plan = Plan::new(Reader::open(&args.now)?.tournament()?).map_err(Failed::usage)?;
        beside = SideBySide::new(&args.before, &plan)?;
    }
    let reading = read(&[&args.now], Detail::Figures, &mut |game| match &mut beside {
        Some(beside) => beside.take(game).map(ControlFlow::Continue),
        None => Ok(ControlFlow::Continue(())),
    })?;
    Ok(HeldResult::of(&reading.plan, &reading.score, beside, true))
}

/// The tournament, played and held beside the earlier journal.
fn played(args: &Args, before: &ResultDocument) -> Result<HeldResult, Failed> {
    let tournament = load(&args.now)?.resolve()?;
    let secret = tournament.secret.or(before.secret());
    let plan = Plan::new(tournament).and_then(|plan| plan.with_secret(secret));
    let plan = Arc::new(plan.map_err(Failed::usage)?);
    let jobs = args.jobs.count();
    fits_memory(plan.tournament(), jobs).map_err(Failed::usage)?;
    plan.tournament().try_out().map_err(Failed::usage)?;
    let beside = if is_journal(&args.before) { SideBySide::new(&args.before, &plan)? } else { None };
    let recorder = ComparingRecorder { score: Score::new(&plan), beside, counting: Counting::of("games") };
    let is_exact = is_reproducible(&plan);
    let (recorder, plan, run) = Job::whole(plan, jobs).run(recorder);
    let held = HeldResult::of(&plan, &recorder.score, recorder.beside, is_exact);
    ended(run, &held.result, plan.games(), None)?;
    Ok(held)
}

impl HeldResult {
    fn of(plan: &Plan, score: &Score, beside: Option<SideBySide>, is_exact: bool) -> HeldResult {
        let differences = beside.map_or_else(Vec::new, SideBySide::finish);
        HeldResult { result: ResultDocument::new(plan, score), differences, is_exact }
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

/// The result in a file: a journal or a document.
fn result(path: &Path) -> Result<ResultDocument, Failed> {
    let name = path.display();
    if is_journal(path) {
        let reading = read(&[path], Detail::Figures, &mut every_game)?;
        return Ok(ResultDocument::new(&reading.plan, &reading.score));
    }
    let text = read_text(path, MOST_DATA).map_err(|error| Failed::trouble(format!("{name}: {}", io_words(&error))))?;
    ResultDocument::read(&text).map_err(|error| {
        let what = format!("{name} is neither a journal nor a document of agon run --json");
        Failed::usage(if path.extension().is_some_and(|ending| ending == "toml") {
            format!("{what}, but a tournament file: agon run {name} plays it")
        } else {
            format!("{what}: {error}")
        })
    })
}

fn read_significance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(chance) if 0.0 < chance && chance < 1.0 => Ok(chance),
        _ => Err("a number between 0 and 1".to_owned()),
    }
}

/// The document of a comparison.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct Compared<'a> {
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
                let made = if let Some(payoff) = &pair.payoff {
                    let PayoffChange { before, now, change, error } = payoff;
                    let error = error.map_or_else(String::new, |e| format!(" ± {e:.3}"));
                    format!("{before:+.3} a game before, {now:+.3} now, change {change:+.3}{error} (95 %)")
                } else {
                    let (before, now) = (100.0 * pair.before, 100.0 * pair.now);
                    format!("{before:.1} % before, {now:.1} % now")
                };
                let how = match pair.paired {
                    Some(units) => format!(" over {units} openings of both"),
                    None => String::new(),
                };
                let mark = if pair.is_significant { ", changed" } else { "" };
                writeln!(
                    out,
                    "{}: {} against {}: {made}, {}{how}{mark}",
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
                "Renamed? A named player keeps its name when its options change: {{ name = …, player = … }}"
            )?;
        }
        if let Some(why) = &comparison.unpaired {
            writeln!(out, "Not compared opening by opening: {why}")?;
        }
        if let Some(seen) = comparison.seen().filter(|_| !comparison.is_equal) {
            let points = 100.0 * seen;
            writeln!(
                out,
                "A change of {points:.1} points in 100 would have been seen in any pair with a probability of 80 %"
            )?;
        }
        for which in &comparison.unfinished {
            writeln!(out, "Unfinished {which}")?;
        }
        Ok(())
    })
}
