//! The games of a run: scored, written to a journal, and shown.

mod ending;
mod records;

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, atomic},
    time::{Duration, Instant},
};

use agon_arena::{
    keep::{Continued, Detail, JournalOptions, Protected},
    plan::{Met, Plan, Shard, fits_memory, threads},
    play::{GamesInProgress, Played, Recorder, Run},
    tally::Score,
    tell::ResultDocument,
};
use agon_core::Explained;
use indicatif::ProgressBar;

use self::{ending::way_on, records::RecordsFile};
#[cfg(feature = "serve")]
use crate::watched::Watched;
use crate::{
    built::build,
    failed::{Failed, printable},
    jobs::Jobs,
    output::{answer, style},
    progress::{detail, note, progress, progress_until_clear, stretch},
    seeding,
    signals::{self, LastWords},
};

pub(crate) use self::ending::{end_when_asked, ended};

/// The title of the options about files.
pub(crate) const KEPT: &str = "Journal and records";

/// How a run is carried out and what it prints; its result doesn't depend on any of these.
#[derive(clap::Args)]
pub(crate) struct Output {
    #[command(flatten)]
    jobs: Jobs,
    /// Print the result as one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// Print tables whole, even if wider than the terminal
    #[arg(long)]
    pub(crate) full: bool,
    /// Show the journal in a browser, game by game
    ///
    /// A page is opened that shows it until Ctrl-C.
    #[arg(long, hide = cfg!(not(feature = "serve")))]
    watch: bool,
}

/// How a journal is kept, and what beside it.
#[derive(clap::Args)]
pub(crate) struct Keeping {
    /// Write every game into this file, as one line of JSON each
    #[arg(long, value_name = "FILE", help_heading = KEPT, hide_short_help = true)]
    records: Option<PathBuf>,
    /// How many milliseconds a finished game may wait for the disk
    ///
    /// It is announced once it is on the disk.
    #[arg(long, value_name = "MS", help_heading = KEPT, default_value_t = 200, hide_short_help = true)]
    durable_every: u64,
    /// How long to wait for another run that writes the same journal
    #[arg(long, value_name = "SECONDS", default_value_t = 10, hide_short_help = true)]
    lock_wait: u32,
    /// End at once when the process that started this one ends (Linux)
    #[arg(long, hide_short_help = true)]
    with_parent: bool,
    /// Go on with a journal of another build of agon
    ///
    /// Or with what follows it.
    #[arg(long, hide_short_help = true)]
    pub(crate) mixed_builds: bool,
}

impl Keeping {
    fn options(&self) -> JournalOptions<'_> {
        JournalOptions {
            durable_every: Duration::from_millis(self.durable_every),
            lock_wait: Duration::from_secs(self.lock_wait.into()),
            mixed_builds: self.mixed_builds,
            rules: true,
            say: SAY,
        }
    }
}

/// Whoever types the command reads what there is to say of a journal.
const SAY: &(dyn Fn(&str) + Sync) = &|text| eprintln!("agon: {text}");

impl Output {
    /// Refuses what this build does without.
    ///
    /// # Errors
    ///
    /// The name of the feature.
    pub(crate) fn is_built(&self) -> Result<(), Failed> {
        let lacks = cfg!(not(feature = "serve")) && self.watch;
        if lacks { Err(Failed::unbuilt("serve")) } else { Ok(()) }
    }

    /// How many threads play this many games.
    pub(crate) fn jobs(&self, games: u64) -> usize {
        self.jobs.count().min(usize::try_from(games).unwrap_or(usize::MAX)).max(1)
    }
}

/// Plays the rest of `shard` of `plan`, writes the journal at `journal`, and prints the
/// result. The files of `read` are never overwritten.
pub(crate) fn play(
    plan: Plan,
    shard: Shard,
    journal: Option<&Path>,
    inputs: &[PathBuf],
    output: &Output,
    keeping: &Keeping,
) -> Result<(), Failed> {
    play_with(plan, shard, journal, inputs, output, Some(keeping))
}

/// Plays all of `plan` into a new journal, where every player was tried just before and is not again.
pub(crate) fn play_tried(plan: Plan, journal: &Path, inputs: &[PathBuf], output: &Output) -> Result<(), Failed> {
    play_with(plan, Shard::WHOLE, Some(journal), inputs, output, None)
}

/// A journal is kept as it is asked for; or, of players that were tried just before, as usual.
fn play_with(
    plan: Plan,
    shard: Shard,
    journal: Option<&Path>,
    inputs: &[PathBuf],
    output: &Output,
    keeping: Option<&Keeping>,
) -> Result<(), Failed> {
    prepare(journal, output, keeping.is_some_and(|keeping| keeping.with_parent))?;
    let plan = seeding::with_secret(plan, shard, journal)?;
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).chain(journal).collect();
    let protected = Protected { inputs: &inputs, force: false };
    // In a file that is not there before all of them are.
    let records = keeping.and_then(|keeping| keeping.records.as_deref());
    let mut lines = records.map(|path| RecordsFile::create(path, protected)).transpose()?;
    // What has no room leaves no journal behind either.
    if journal.is_none_or(|path| !path.exists()) {
        let jobs = output.jobs(plan.shard_games(shard));
        fits_memory(plan.tournament(), jobs).map_err(Failed::usage)?;
        if keeping.is_some() {
            plan.tournament().try_out().map_err(Failed::usage)?;
        }
        for section in &plan.tournament().sections {
            // What is only odd is said where a game is shown.
            for doubt in section.game.start.remarks().doubts {
                note(&printable(&format!("{}: {doubt}", section.game.term)));
            }
        }
    }
    let mut continued = open(plan, shard, journal, lines.as_mut(), keeping)?;
    let (from, is_whole, stopped) = (continued.games(), continued.is_whole(), continued.ended());
    note_complete(&continued, stopped.as_ref(), journal);
    let plan = continued.plan().clone();
    #[cfg(feature = "serve")]
    let page = output.watch.then(|| Watched::open(journal, build())).transpose()?;
    let jobs = output.jobs(plan.shard_games(shard) - from);
    if !is_whole {
        fits_memory(plan.tournament(), jobs).map_err(Failed::usage)?;
        if 0 < from {
            plan.tournament().try_out().map_err(Failed::usage)?;
        }
    }
    let marks = journal.map(|path| {
        let of = format!("{} {}/{} {}", plan.tournament().key(), shard.index, shard.of, shard.from);
        Arc::new(GamesInProgress::beside(path, &of, from))
    });
    let marked = marks.clone();
    let unmark = move || marked.iter().for_each(|marks| marks.remove());
    let is_played = Arc::new(atomic::AtomicBool::new(false));
    let (at_once, way_on) = (unmark.clone(), way_on(journal));
    end_when_asked(Arc::clone(&is_played), move || {
        at_once();
        format!("interrupted; {way_on}")
    });
    let games = plan.shard_games(shard);
    detail(|| format!("{} of {games} games to play, on {}", games - from, threads(jobs)));
    let mut job = continued.job(jobs);
    job.interrupted = Arc::new(signals::is_asked);
    job.marks = marks;
    let progress = match plan.tournament().stop {
        Some(_) => progress_until_clear("games", from),
        None => progress("games", games, from),
    };
    let recorder = RunRecorder { continued, lines, shard, progress, told: None };
    let (mut recorder, plan, run) = match stopped {
        // It stopped at this game already, and would again.
        Some(run) => (recorder, Arc::clone(&job.plan), run),
        None => job.run(recorder),
    };
    unmark();
    recorder.progress.finish_and_clear();
    recorder.continued.sync().map_err(Failed::trouble)?;
    let result = ResultDocument::new(&plan, &recorder.continued.score);
    let is_interrupted = matches!(run, Run::Interrupted);
    let end = ended(run, &result, plan.shard_games(shard), journal);
    // What was played until an interruption is a result.
    if end.is_err() && (!is_interrupted || result.games == 0) {
        return end;
    }
    for remark in result.remarks() {
        note(&remark);
    }
    if let Some(lines) = recorder.lines.take().filter(|_| end.is_ok()) {
        lines.publish()?;
    }
    let text = if output.json { result.text() } else { result.report(style(output.full)) };
    answer(|out| Ok(out.write_all(text.as_bytes())?))?;
    #[cfg(feature = "serve")]
    if let Some(page) = page.filter(|_| end.is_ok()) {
        is_played.store(true, atomic::Ordering::Relaxed);
        page.stay();
    }
    end
}

/// The games played before, and where the rest is written.
fn open(
    plan: Plan,
    shard: Shard,
    journal: Option<&Path>,
    mut lines: Option<&mut RecordsFile>,
    keeping: Option<&Keeping>,
) -> Result<Continued, Failed> {
    let Some(path) = journal else { return Ok(Continued::new(plan, shard)) };
    let journal_options =
        keeping.map_or_else(|| JournalOptions { say: SAY, ..JournalOptions::default() }, Keeping::options);
    let detail = if lines.is_some() { Detail::Moves } else { Detail::Figures };
    let take = &mut |game: &Played<'_>, _: &Score| lines.as_mut().map_or(Ok(()), |lines| lines.keep(game));
    Ok(Continued::open(path, (plan, shard), build(), &journal_options, detail, take)?)
}

/// Says that a journal has all its games, so that nobody takes its result for one that was played now.
fn note_complete(continued: &Continued, ended: Option<&Run>, journal: Option<&Path>) {
    let is_complete = continued.is_whole() && !matches!(ended, Some(Run::Fault(_)));
    if let (true, Some(path)) = (is_complete && 0 < continued.games(), journal) {
        let name = path.display();
        note(&format!("{name} is complete; nothing was played (--no-journal plays again)"));
    }
}

/// Says how a run goes on that is interrupted before its first game, and does what has to be done by then.
fn prepare(journal: Option<&Path>, output: &Output, with_parent: bool) -> Result<(), Failed> {
    let early = way_on(journal);
    signals::leave_with(move || LastWords {
        err: format!("interrupted before the first game; {early}"),
        ..LastWords::default()
    });
    output.is_built()?;
    if with_parent {
        end_with_parent()?;
    }
    Ok(())
}

/// Has the system kill this process when its parent ends. A journal survives that.
#[cfg(target_os = "linux")]
fn end_with_parent() -> Result<(), Failed> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    let parent = getppid();
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(Failed::trouble)?;
    // It may have ended just before.
    if getppid() == parent { Ok(()) } else { Err(Failed::trouble("its parent has ended")) }
}

#[cfg(not(target_os = "linux"))]
fn end_with_parent() -> Result<(), Failed> {
    note("--with-parent: this system cannot end a process with its parent; going on without");
    Ok(())
}

/// Where the games of this run are handed in.
struct RunRecorder {
    continued: Continued,
    lines: Option<RecordsFile>,
    shard: Shard,
    progress: ProgressBar,
    /// When the score of a match that may stop was last shown.
    told: Option<Instant>,
}

/// How often it is.
const TOLD_EVERY: Duration = Duration::from_millis(100);

impl Recorder for RunRecorder {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        let flow = self.continued.take(game)?;
        let played = self.continued.score.games;
        stretch(&self.progress, played, || game.plan.shard_games(self.shard));
        if let Some(lines) = &mut self.lines {
            lines.write(game)?;
        }
        Ok(flow)
    }

    fn settle(&mut self) -> io::Result<()> {
        if self.continued.settled()? {
            self.progress.set_position(self.continued.score.games);
        }
        if self.progress.length().is_none() && self.told.is_none_or(|told| TOLD_EVERY < told.elapsed()) {
            self.told = Some(Instant::now());
            self.progress.set_message(standing(&self.continued));
        }
        Ok(())
    }

    fn last_round(&self) -> &[Met] {
        self.continued.last_round()
    }
}

/// How a match stands that may stop.
fn standing(continued: &Continued) -> String {
    let (plan, score) = (continued.plan(), &continued.score);
    let scored = &score.sections[0];
    let (Some(state), Some(share)) = (score.state(plan), scored.totals[0].tally.share()) else {
        return String::new();
    };
    let (name, (low, high)) = (&plan.tournament().entries[scored.entries[0]].name, state.bounds);
    format!(
        ", {:.1} % for {name}, log-likelihood ratio {:.2} between {low:.2} and {high:.2}",
        100.0 * share,
        state.ratio
    )
}
