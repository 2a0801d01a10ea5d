//! What becomes of the games of a run: scored, kept in a journal, and shown.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use agon_arena::{
    Ending, Fault,
    ask::quoted,
    keep::{
        CaughtUp, Detail, Header, JournalError, JournalOptions, Protected, Reader, Unfinished,
        Writer, catch_up,
    },
    plan::{Met, Plan, Shard, fits_memory, threads},
    play::{Job, Marks, Played, Recorder, Run, Silence},
    tally::{FaultyGame, Score},
    tell::{ResultDocument, line, report},
};
use agon_table::TableError;
use indicatif::ProgressBar;

#[cfg(feature = "serve")]
use crate::watched::Watched;
use crate::{
    built::build,
    failed::Failed,
    jobs::Jobs,
    output::{answer, style},
    progress::{detail, note, progress},
    signals::{self, LastWords},
};

/// The options about what is kept.
pub(crate) const KEPT: &str = "What is kept, and where";

/// How a run is carried out and what is kept of it; its result doesn't depend on any of these.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Output {
    #[command(flatten)]
    jobs: Jobs,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Print tables whole, even where they are wider than the terminal
    #[arg(long)]
    full: bool,
    /// Write every game into this file, as one line of JSON each
    #[arg(long, value_name = "FILE", help_heading = KEPT)]
    records: Option<PathBuf>,
    /// Write finished games to the disk at least every so many milliseconds; only then are they
    /// announced
    #[arg(long, value_name = "MS", help_heading = KEPT, default_value_t = 200)]
    durable_every: u64,
    /// Where another run is writing the journal, wait for it so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    lock_wait: u32,
    /// End at once when the process that started this one ends: for schedulers that restart and
    /// would otherwise leave it running (Linux)
    #[arg(long)]
    with_parent: bool,
    /// Go on with a journal, or after one, whose games another build of agon has played
    #[arg(long)]
    pub(crate) mixed_builds: bool,
    /// Open a page in the browser on which the tournament is watched, game by game; it needs a
    /// journal, and stays open at the end until Ctrl-C
    #[arg(long, help_heading = KEPT, hide = cfg!(not(feature = "serve")))]
    watch: bool,
    /// Let --records replace a journal, whose games are then lost; never this run's own
    #[arg(long)]
    force: bool,
}

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

    /// How many threads play so many games.
    pub(crate) fn jobs(&self, games: u64) -> usize {
        self.jobs.count().min(usize::try_from(games).unwrap_or(usize::MAX)).max(1)
    }
}

/// Plays what is left of `shard` of `plan`, keeping the journal at `journal`, and prints the
/// result. The files of `read` are never overwritten.
pub(crate) fn play(
    plan: Plan,
    shard: Shard,
    journal: Option<&Path>,
    inputs: &[PathBuf],
    output: &Output,
) -> Result<(), Failed> {
    play_with(plan, shard, journal, inputs, output, false)
}

/// Plays all of `plan` into a new journal, where every player was tried just before and is not again.
pub(crate) fn play_tried(
    plan: Plan,
    journal: &Path,
    inputs: &[PathBuf],
    output: &Output,
) -> Result<(), Failed> {
    play_with(plan, Shard::WHOLE, Some(journal), inputs, output, true)
}

fn play_with(
    plan: Plan,
    shard: Shard,
    journal: Option<&Path>,
    inputs: &[PathBuf],
    output: &Output,
    is_tried: bool,
) -> Result<(), Failed> {
    prepare(journal, output)?;
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).chain(journal).collect();
    let protected = Protected { inputs: &inputs, force: output.force };
    let mut recorder = RunRecorder {
        score: if shard.is_of_block() { Score::of_part(&plan) } else { Score::new(&plan) },
        lines: records_file(output, protected)?,
        progress: ProgressBar::hidden(),
        journal: None,
    };
    // What has no room leaves no journal behind either.
    if journal.is_none_or(|path| !path.exists()) {
        let jobs = output.jobs(plan.shard_games(shard));
        fits_memory(plan.tournament(), jobs).map_err(Failed::usage)?;
        if !is_tried {
            plan.tournament().try_out().map_err(Failed::usage)?;
        }
    }
    let mut caught = CaughtUp { plan, games: 0, ended: None, is_whole: false };
    let mut silence = Silence::default();
    if let Some(path) = journal {
        let header = Header::new(&caught.plan, shard, build());
        let journal_options = JournalOptions {
            durable_every: Duration::from_millis(output.durable_every),
            lock_wait: Duration::from_secs(output.lock_wait.into()),
            mixed_builds: output.mixed_builds,
            say: &|text| eprintln!("agon: {text}"),
        };
        let writer = Writer::open(path, &header, &journal_options, &mut |reader| {
            caught = recorder.catch_up(reader, &caught.plan, &mut silence)?;
            Ok(())
        })?;
        // A journal that has all its games is only looked at.
        if let (Some(refusal), false) = (writer.refusal(), caught.is_whole) {
            return Err(Failed::usage(refusal));
        }
        recorder.journal = Some(writer);
    }
    note_complete(&caught, journal);
    let CaughtUp { plan, games: from, ended: stopped, is_whole } = caught;
    #[cfg(feature = "serve")]
    let page = output.watch.then(|| Watched::open(journal, build())).transpose()?;
    let jobs = output.jobs(plan.shard_games(shard) - from);
    if !is_whole {
        fits_memory(plan.tournament(), jobs).map_err(Failed::usage)?;
        if 0 < from {
            plan.tournament().try_out().map_err(Failed::usage)?;
        }
    }
    let marks = recorder.journal.as_ref().zip(journal).map(|(_, path)| {
        let of =
            format!("{} {}/{} {}", plan.tournament().identity(), shard.index, shard.of, shard.from);
        Arc::new(Marks::beside(path, &of, from))
    });
    let marked = marks.clone();
    let unmark = move || marked.iter().for_each(|marks| marks.remove());
    let is_played = Arc::new(AtomicBool::new(false));
    let (at_once, way_on) = (unmark.clone(), way_on(journal));
    end_when_asked(Arc::clone(&is_played), move || {
        at_once();
        format!("interrupted; {way_on}")
    });
    let games = plan.shard_games(shard);
    detail(|| format!("{} of {games} games to play, on {}", games - from, threads(jobs)));
    recorder.progress = progress("games", games, from);
    let job = Job {
        plan: Arc::new(plan),
        shard,
        from,
        jobs,
        interrupted: Arc::new(signals::is_asked),
        marks,
        silence,
    };
    let (mut recorder, plan, run) = match stopped {
        // It stopped at this game already, and would again.
        Some(run) => (recorder, Arc::clone(&job.plan), run),
        None => job.run(recorder),
    };
    unmark();
    recorder.progress.finish_and_clear();
    if let Some(journal) = &mut recorder.journal {
        journal.sync().map_err(Failed::trouble)?;
    }
    ended(run, &recorder.score, &plan, shard, journal)?;
    for remark in remarks(&recorder.score, &plan) {
        note(&remark);
    }
    if let Some(lines) = recorder.lines.take() {
        lines.publish()?;
    }
    let text = if output.json {
        ResultDocument::new(&plan, &recorder.score).text()
    } else {
        report(&plan, &recorder.score, style(output.full))
    };
    answer(|out| Ok(out.write_all(text.as_bytes())?))?;
    #[cfg(feature = "serve")]
    if let Some(page) = page {
        is_played.store(true, Ordering::Relaxed);
        page.stay();
    }
    Ok(())
}

/// Says that a journal has all its games, so that nobody takes its result for one that was played now.
fn note_complete(caught: &CaughtUp, journal: Option<&Path>) {
    let is_complete = caught.is_whole && !matches!(caught.ended, Some(Run::Fault(_)));
    if let (true, Some(path)) = (is_complete && 0 < caught.games, journal) {
        let name = path.display();
        note(&format!("{name} is complete; nothing was played (--no-journal plays again)"));
    }
}

/// The lines of records that are asked for, in a file that is not there before all are.
fn records_file(output: &Output, protected: Protected) -> Result<Option<RecordsFile>, Failed> {
    output.records.as_deref().map(|path| RecordsFile::create(path, protected)).transpose()
}

/// Says how a run goes on that is interrupted before its first game, and does what has to be done by then.
fn prepare(journal: Option<&Path>, output: &Output) -> Result<(), Failed> {
    let early = way_on(journal);
    signals::leave_with(move || LastWords {
        err: format!("interrupted before the first game; {early}"),
        ..LastWords::default()
    });
    output.is_built()?;
    if output.with_parent {
        end_with_parent()?;
    }
    Ok(())
}

/// Whether the run of a shard has come to its end; why not, otherwise.
pub(crate) fn ended(
    run: Run,
    score: &Score,
    plan: &Plan,
    shard: Shard,
    journal: Option<&Path>,
) -> Result<(), Failed> {
    match run {
        Run::Fault(number) => {
            let faulty = score.faults.iter().find(|fault| fault.number == number);
            let how = match faulty.and_then(|faulty| told(faulty, plan)) {
                Some(how) => format!("{how}; faults = \"stop\""),
                None => "where a player was at fault (faults = \"stop\")".to_owned(),
            };
            Err(Failed::trouble(format!("stopped at game {number}, {how}")))
        }
        Run::Interrupted => Err(interrupted_at(score.games, plan.shard_games(shard), journal)),
        Run::Failed(error) => Err(Failed::trouble(error)),
        Run::Done | Run::Enough => Ok(()),
    }
}

/// Whose fault a game was, at which game, and how.
fn told(faulty: &FaultyGame, plan: &Plan) -> Option<String> {
    let tournament = plan.tournament();
    let who = &tournament.entries[faulty.entry?].name;
    let game = &tournament.sections[faulty.section].game.term;
    let how = match &faulty.ending {
        Ending::Forfeit(_, fault) => fault.to_string(),
        ending => ending.word().to_owned(),
    };
    Some(format!("{game}, by the fault of {who}: {how}"))
}

/// What people should know of the games that tables do not show at a glance: those that count for
/// nobody, and those that were lost without being played.
fn remarks(score: &Score, plan: &Plan) -> Vec<String> {
    let tournament = plan.tournament();
    let mut remarks = Vec::new();
    for (number, section) in score.sections.iter().enumerate().filter(|(_, s)| s.void != 0) {
        let game = &tournament.sections[number].game.term;
        let all = section.void + section.games;
        let why = score.faults.iter().find_map(|faulty| match &faulty.ending {
            _ if faulty.section != number => None,
            Ending::Void(why) => Some(format!(": game {}: {why}", faulty.number)),
            Ending::Forfeit(..) => {
                Some(format!(": game {}, {}", faulty.number, told(faulty, plan)?))
            }
            _ => None,
        });
        let why = why.unwrap_or_default();
        remarks.push(format!("{game}: {} of {all} games count for nobody{why}", section.void));
    }
    for (entry, signed_up) in tournament.entries.iter().enumerate() {
        let excluded = score.sections.iter().filter_map(|section| {
            let at = section.entries.binary_search(&entry).ok()?;
            Some(section.totals[at].faults[Fault::Excluded(0).kind()])
        });
        let (excluded, name) = (excluded.sum::<u64>(), &signed_up.name);
        if excluded != 0 {
            remarks.push(format!(
                "{name} was excluded, for it gave no answer or broke down too often: {excluded} of \
                 its games were not played, and count as lost by it (see exclude-after)"
            ));
        }
    }
    remarks
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

fn interrupted_at(played: u64, all: u64, journal: Option<&Path>) -> Failed {
    let way_on = way_on(journal);
    Failed::interrupted(format!("interrupted after {played} of {all} games; {way_on}"))
}

/// How a tournament that was interrupted goes on.
fn way_on(journal: Option<&Path>) -> String {
    match journal {
        Some(path) => {
            format!("go on with: agon resume {}", quoted(&path.display().to_string()))
        }
        None => "no journal was kept".to_owned(),
    }
}

impl From<JournalError> for Failed {
    fn from(error: JournalError) -> Failed {
        TableError::from(error).into()
    }
}

/// Where the games of this run are handed in.
struct RunRecorder {
    score: Score,
    lines: Option<RecordsFile>,
    progress: ProgressBar,
    journal: Option<Writer>,
}

impl RunRecorder {
    /// Takes in what a journal has already.
    fn catch_up(
        &mut self,
        reader: &mut Reader,
        plan: &Plan,
        silence: &mut Silence,
    ) -> Result<CaughtUp, JournalError> {
        let RunRecorder { score, lines, .. } = self;
        let detail = if lines.is_some() { Detail::Moves } else { Detail::Figures };
        let take = &mut |game: &Played<'_>, _: &Score| {
            lines.as_mut().map_or(Ok(()), |lines| lines.keep(game))
        };
        catch_up(reader, plan.clone(), detail, score, silence, take)
    }
}

impl Recorder for RunRecorder {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        if let Some(journal) = &mut self.journal {
            journal.append(game.bytes)?;
        }
        let flow = Recorder::take(&mut self.score, game)?;
        if let Some(lines) = &mut self.lines {
            lines.write(game)?;
        }
        Ok(flow)
    }

    fn settle(&mut self) -> io::Result<()> {
        let is_durable = match &mut self.journal {
            Some(journal) => journal.settle()?,
            None => true,
        };
        if is_durable {
            self.progress.set_position(self.score.games);
        }
        Ok(())
    }

    fn last_round(&self) -> &[Met] {
        self.score.last_round()
    }
}

/// The file of `--records`: written beside its place, and put there when it is whole.
struct RecordsFile {
    unfinished: Unfinished,
    out: BufWriter<File>,
}

impl RecordsFile {
    fn create(path: &Path, protected: Protected<'_>) -> Result<RecordsFile, Failed> {
        let mut unfinished = Unfinished::of(path, protected)?;
        let file = unfinished.file().try_clone().map_err(Failed::trouble)?;
        Ok(RecordsFile { unfinished, out: BufWriter::new(file) })
    }

    fn write(&mut self, game: &Played<'_>) -> io::Result<()> {
        let written = self.out.write_all(line(game).as_bytes());
        written.map_err(|error| self.named(&error))
    }

    /// Writes a game that a journal has already.
    fn keep(&mut self, game: &Played<'_>) -> Result<(), JournalError> {
        let path = self.unfinished.place().display().to_string();
        self.write(game).map_err(|error| JournalError::Io { path, error })
    }

    fn publish(mut self) -> Result<(), Failed> {
        self.out.flush().map_err(|error| Failed::trouble(self.named(&error)))?;
        Ok(self.unfinished.publish()?)
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.unfinished.place().display()))
    }
}

/// Has a run end by itself when it is asked to, and say how it goes on if it cannot in time. Once all
/// `is_played` there is nothing to be said of games.
pub(crate) fn end_when_asked(
    is_played: Arc<AtomicBool>,
    farewell: impl Fn() -> String + Send + Sync + 'static,
) {
    signals::leave_with(move || LastWords { err: farewell(), ..LastWords::default() });
    signals::end_by_itself(Failed::INTERRUPTED, move || {
        let words = if is_played.load(Ordering::Relaxed) {
            "closing the page"
        } else {
            "stopping; games that are not over will be played again. Once more to stop at once"
        };
        LastWords { err: words.to_owned(), ..LastWords::default() }
    });
}
