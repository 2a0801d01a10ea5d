//! A tournament that is played here, with its journal.

use std::{
    io,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use agon_arena::{
    Job, Met, Plan, Played, Recorder, Run, Score, Shard,
    keep::{CaughtUp, Detail, Header, JournalError, JournalOptions, Reader, Writer, catch_up},
    play::Silence,
};

use super::{
    event::{Event, Stage},
    standing::{History, Standing},
    turns::Turn,
};

/// The least time between two looks at a tournament that is played.
const PACE: Duration = Duration::from_millis(400);

/// How its journal is kept.
pub(super) fn options() -> JournalOptions<'static> {
    JournalOptions {
        durable_every: Duration::from_millis(200),
        lock_wait: Duration::from_secs(2),
        mixed_builds: false,
        say: &|_| {},
    }
}

/// Plays what is left, or as much of it as may be played in this turn; whether all is played then.
pub(super) fn run(
    event: &Arc<Event>,
    build: &str,
    jobs: usize,
    closing: &Arc<AtomicBool>,
    turn: &Turn,
) -> Result<bool, String> {
    let played = Arc::new(AtomicU64::new(0));
    let is_stopped = {
        let (event, closing, glass) = (Arc::clone(event), Arc::clone(closing), turn.glass());
        let played = Arc::clone(&played);
        move || {
            event.stop.load(Ordering::Relaxed)
                || closing.load(Ordering::Relaxed)
                || glass.is_up(played.load(Ordering::Relaxed))
        }
    };
    if is_stopped() {
        return Ok(false);
    }
    event.set(Stage::Running, None);
    let said = |error: JournalError| error.to_string();
    let reader = Reader::open(&event.path).map_err(said)?;
    let plan = reader.plan().map_err(said)?;
    drop(reader);
    let mut recorder = LiveRecorder {
        score: Score::new(&plan),
        history: History::default(),
        event: Arc::clone(event),
        journal: None,
        last: Instant::now(),
        plan: None,
        played,
    };
    let header = Header::new(&plan, Shard::WHOLE, build);
    let mut silence = Silence::default();
    let mut caught = CaughtUp { plan, games: 0, ended: None, is_whole: false };
    let writer = Writer::open(&event.path, &header, &options(), &mut |reader| {
        let LiveRecorder { score, history, .. } = &mut recorder;
        let take = &mut |game: &Played<'_>, score: &Score| {
            history.take(game.plan, score);
            Ok(())
        };
        caught = catch_up(reader, caught.plan.clone(), Detail::Figures, score, &mut silence, take)?;
        Ok(())
    });
    recorder.journal = Some(writer.map_err(said)?);
    if let Some(refusal) = recorder.journal.as_ref().and_then(Writer::refusal) {
        return Err(refusal.to_owned());
    }
    recorder.plan = Some(Arc::new(caught.plan.clone()));
    recorder.show();
    if caught.is_whole {
        return Ok(true);
    }
    let job = Job {
        plan: Arc::new(caught.plan),
        shard: Shard::WHOLE,
        from: caught.games,
        jobs,
        interrupted: Arc::new(is_stopped),
        marks: None,
        silence,
    };
    let (mut recorder, plan, run) = job.run(recorder);
    if let Some(journal) = &mut recorder.journal {
        journal.sync().map_err(|error| error.to_string())?;
    }
    recorder.plan = Some(plan);
    recorder.show();
    match run {
        Run::Done | Run::Enough => Ok(true),
        Run::Interrupted => Ok(false),
        Run::Fault(number) => Err(format!("stopped at game {number}, where a player was at fault")),
        Run::Failed(error) => Err(error.to_string()),
    }
}

/// Where the games of a tournament are handed in.
struct LiveRecorder {
    score: Score,
    history: History,
    event: Arc<Event>,
    journal: Option<Writer>,
    last: Instant,
    plan: Option<Arc<Plan>>,
    /// How many games were played in this turn.
    played: Arc<AtomicU64>,
}

impl LiveRecorder {
    /// Shows how it stands.
    fn show(&mut self) {
        let Some(plan) = &self.plan else { return };
        self.last = Instant::now();
        self.event.show(Standing::of(plan, &self.score, &self.history));
    }
}

impl Recorder for LiveRecorder {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        if let Some(journal) = &mut self.journal {
            journal.append(game.bytes)?;
        }
        self.played.fetch_add(1, Ordering::Relaxed);
        let flow = Recorder::take(&mut self.score, game)?;
        self.history.take(game.plan, &self.score);
        if PACE <= self.last.elapsed() {
            self.last = Instant::now();
            self.event.show(Standing::of(game.plan, &self.score, &self.history));
        }
        Ok(flow)
    }

    fn settle(&mut self) -> io::Result<()> {
        match &mut self.journal {
            Some(journal) => journal.settle().map(|_| ()),
            None => Ok(()),
        }
    }

    fn last_round(&self) -> &[Met] {
        self.score.last_round()
    }
}
