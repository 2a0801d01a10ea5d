//! A tournament that is played here, with its journal.

use std::{
    io,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use agon_arena::{
    Met, Plan, Played, Recorder, Run, Score, Shard,
    keep::{Continued, Detail, JournalError, JournalOptions, Reader},
    plan::{Section, threads_of},
    play::{LiveGames, LongestTimes},
};

use crate::{
    pool::{PoolTurn, Worker},
    problem::Problem,
    settings::LONGEST_THOUGHT,
    standing::{History, LiveStanding},
};

use super::{
    event::{LiveTournament, TournamentStage},
    room::no_room,
};

/// The least time between two looks at a tournament that is played.
const PACE: Duration = Duration::from_millis(400);

/// How long games in progress may go on after a turn in which others wait.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long a game may take here: one that never ends would never let the next tournament begin.
const LONGEST_GAME: Duration = Duration::from_secs(3600);

/// With at most this many positions a move, no limit of time is needed.
const FEW_NODES: u64 = 1_000_000;

/// The time for the rest is estimated once this many games have been played.
const ENOUGH: u64 = 10;

/// Its journal is measured once in so many games.
const FEW_GAMES: u64 = 16;

/// The options of its journal.
pub(super) fn options() -> JournalOptions<'static> {
    JournalOptions {
        durable_every: Duration::from_millis(200),
        lock_wait: Duration::from_secs(2),
        mixed_builds: false,
        rules: false,
        say: &|_| {},
    }
}

/// Plays the rest of the tournament, or as much as one turn allows; true if all is played.
pub(super) fn run(
    _: &Worker,
    event: &Arc<LiveTournament>,
    (build, jobs): (&str, usize),
    closing: &Arc<AtomicBool>,
    turn: &Arc<PoolTurn>,
) -> Result<bool, Problem> {
    let is_stopped = {
        let (event, closing) = (Arc::clone(event), Arc::clone(closing));
        move || event.stop.load(Ordering::Relaxed) || closing.load(Ordering::Relaxed)
    };
    if is_stopped() {
        return Ok(false);
    }
    // A game that is given up is played from its beginning in the next turn: it has longer and longer then.
    let barren = event.barren.load(Ordering::Relaxed);
    let patience = PATIENCE.saturating_mul(1 << barren.min(8)).min(LONGEST_GAME);
    event.set(TournamentStage::Running, None);
    let said = |error: JournalError| Problem::trouble(error);
    let reader = Reader::open(&event.path).map_err(said)?;
    let plan = reader.plan().map_err(said)?;
    drop(reader);
    let mut history = History::default();
    let take = &mut |game: &Played<'_>, score: &Score| {
        history.take(game.plan, score);
        Ok(())
    };
    let opened = (plan, Shard::WHOLE);
    let continued = Continued::open(&event.path, opened, build, &options(), Detail::Figures, take);
    let mut recorder = LiveRecorder {
        continued: continued.map_err(said)?,
        history,
        event: Arc::clone(event),
        begun: Instant::now(),
        last: Instant::now(),
        played: 0,
        refused: None,
    };
    recorder.show(&recorder.continued.plan().clone());
    if recorder.continued.is_whole() {
        return Ok(true);
    }
    let mut job = recorder.continued.job(games_at_once(recorder.continued.plan(), jobs));
    let own = Arc::clone(turn);
    job.interrupted = Arc::new(move || is_stopped() || own.is_up_since(patience));
    let turn = Arc::clone(turn);
    job.enough = Arc::new(move || turn.is_up());
    job.longest = LongestTimes { of_move: longest(&job.plan), of_game: Some(LONGEST_GAME) };
    let live = Arc::new(LiveGames::default());
    job.live = Some(Arc::clone(&live));
    event.follow(Some((Arc::clone(&job.plan), live)));
    let (mut recorder, plan, run) = job.run(recorder);
    event.follow(None);
    recorder.continued.sync().map_err(Problem::trouble)?;
    recorder.show(&plan);
    event.barren.store(if recorder.played == 0 { barren + 1 } else { 0 }, Ordering::Relaxed);
    match run {
        Run::Done | Run::Enough => Ok(true),
        Run::Interrupted => Ok(false),
        Run::Fault(number) => {
            let said = format!("stopped at game {number}, where a player was at fault");
            Err(Problem::trouble(said))
        }
        Run::Failed(error) => Err(recorder.refused.take().unwrap_or_else(|| Problem::trouble(error))),
    }
}

/// How long a move may take here. A move that never ends would never let the next tournament begin. That is no part of
/// the tournament, which is the same wherever it is played.
fn longest(plan: &Plan) -> Option<Duration> {
    let is_short = |section: &Section| {
        let few = section.budget.nodes.is_some_and(|nodes| nodes <= FEW_NODES);
        few || section.move_time.is_some_and(|time| time <= LONGEST_THOUGHT.as_millis() as u64)
    };
    (!plan.tournament().sections.iter().all(is_short)).then_some(LONGEST_THOUGHT)
}

/// How many games are played at a time, so that players with threads of their own take no more than there are.
fn games_at_once(plan: &Plan, jobs: usize) -> usize {
    let entries = plan.tournament().entries.iter();
    let most = entries.map(|entry| threads_of(&entry.player)).max().unwrap_or(1);
    (jobs / usize::try_from(most).unwrap_or(usize::MAX)).max(1)
}

/// Where the games of a tournament are handed in.
struct LiveRecorder {
    continued: Continued,
    history: History,
    event: Arc<LiveTournament>,
    /// When this turn began.
    begun: Instant,
    last: Instant,
    /// How many games were played in this turn.
    played: u64,
    /// Why no more games are kept.
    refused: Option<Problem>,
}

impl LiveRecorder {
    /// Shows how it stands.
    fn show(&mut self, plan: &Plan) {
        self.last = Instant::now();
        let mut standing = LiveStanding::of(plan, &self.continued.score, &self.history);
        let played = self.played;
        let rest = standing.planned.saturating_sub(standing.games);
        // Before some were played nobody knows.
        if ENOUGH <= played && 0 < rest {
            standing.left = Some(self.begun.elapsed().mul_f64(rest as f64 / played as f64));
        }
        self.event.show(standing);
    }
}

impl Recorder for LiveRecorder {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        self.played += 1;
        let flow = self.continued.take(game)?;
        self.history.take(game.plan, &self.continued.score);
        // The game is kept; no more are played.
        if self.played % FEW_GAMES == 1
            && let Some(whose) = self.event.grown()
        {
            let problem = no_room(whose);
            let error = io::Error::other(problem.message.clone());
            self.refused = Some(problem);
            return Err(error);
        }
        if PACE <= self.last.elapsed() {
            self.show(game.plan);
        }
        Ok(flow)
    }

    fn settle(&mut self) -> io::Result<()> {
        self.continued.settle()
    }

    fn last_round(&self) -> &[Met] {
        self.continued.last_round()
    }
}
