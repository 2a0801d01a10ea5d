//! One tournament: how far it is, and its games as its journal has them.

use std::{
    fs,
    io::Read as _,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
    time::{Duration, Instant, SystemTime},
};

use agon_arena::{
    Ending, Fixture, Played, Record,
    keep::{Detail, JournalError},
    tell::ResultDocument,
};
use agon_core::{AnyMove, AnyPosition};
use serde::Serialize;
use tokio::sync::watch;

use super::{
    ledger::Ledger,
    standing::{RatedEntry, RatingMoment, Standing},
};
use crate::{apart::may_wait, problem::Problem, settings::MOST_ROWS, table::Thought, view::SCHEMA};

/// How often a journal is looked at that somebody else may write.
const LOOK: Duration = Duration::from_secs(2);

/// A tournament.
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Who began it; nobody, where it is only read.
    pub(crate) guest: Option<String>,
    pub(crate) path: PathBuf,
    state: Mutex<EventState>,
    /// What is known of the journal, unless somebody reads on in it just now.
    known: Mutex<Option<Ledger>>,
    pub(crate) changes: watch::Sender<u64>,
    /// Whether it is to stop.
    pub(super) stop: AtomicBool,
}

struct EventState {
    stage: Stage,
    failure: Option<String>,
    shown: Arc<Standing>,
    /// The length and the time of the journal that was read last.
    read: Option<(u64, SystemTime)>,
    looked: Option<Instant>,
    is_busy: bool,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    /// Another is played before it.
    Waiting,
    /// It is played.
    Running,
    /// It can go on.
    Stopped,
    /// All games are played.
    Over,
    /// It was made elsewhere: it is only read.
    Read,
}

/// A tournament as data.
#[derive(Serialize)]
pub(crate) struct EventView<'a> {
    schema: u32,
    id: &'a str,
    name: &'a str,
    stage: Stage,
    failure: Option<String>,
    games: u64,
    planned: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a ResultDocument>,
    ratings: &'a [Vec<RatedEntry>],
    history: &'a [Vec<RatingMoment>],
}

/// A game of a tournament in short.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameRow {
    pub(crate) number: u64,
    pub(crate) game: String,
    /// The names of those who play, in seat order.
    pub(crate) seats: Vec<String>,
    pub(crate) payoffs: Vec<f64>,
    pub(crate) ended: &'static str,
    pub(crate) plies: usize,
}

/// A game of a tournament, to be played again.
pub(crate) struct Replay {
    pub(crate) row: GameRow,
    pub(crate) term: String,
    pub(crate) base: AnyPosition,
    pub(crate) moves: Vec<AnyMove>,
    /// What was thought of each move, where that is kept.
    pub(crate) thoughts: Vec<Option<Thought>>,
}

impl Event {
    pub(super) fn new(
        id: String,
        name: String,
        guest: Option<String>,
        path: PathBuf,
        stage: Stage,
    ) -> Event {
        let state = EventState {
            stage,
            failure: None,
            shown: Arc::default(),
            read: None,
            looked: None,
            is_busy: false,
        };
        Event {
            id,
            name,
            guest,
            path,
            state: Mutex::new(state),
            known: Mutex::default(),
            changes: watch::Sender::new(1),
            stop: AtomicBool::new(false),
        }
    }

    /// Refuses whoever did not begin it.
    pub(super) fn owned(&self, guest: &str) -> Result<(), Problem> {
        if self.guest.as_deref() == Some(guest) {
            return Ok(());
        }
        Err(Problem::forbidden("only who began a tournament stops it or has it go on"))
    }

    pub(crate) fn stage(&self) -> Stage {
        self.state().stage
    }

    pub(crate) fn failure(&self) -> Option<String> {
        self.state().failure.clone()
    }

    /// How it stands, as far as that was looked at.
    pub(crate) fn standing(&self) -> Arc<Standing> {
        Arc::clone(&self.state().shown)
    }

    pub(super) fn set(&self, stage: Stage, failure: Option<String>) {
        {
            let mut state = self.state();
            (state.stage, state.failure) = (stage, failure);
        }
        self.changes.send_modify(|version| *version += 1);
    }

    pub(super) fn show(&self, standing: Standing) {
        self.state().shown = Arc::new(standing);
        self.changes.send_modify(|version| *version += 1);
    }

    /// Reads the journal, if nobody plays it here and it is another than it was.
    pub(crate) fn refresh(&self) {
        {
            let mut state = self.state();
            let is_recent = state.looked.is_some_and(|looked| looked.elapsed() < LOOK);
            if matches!(state.stage, Stage::Running) || is_recent || state.is_busy {
                return;
            }
            let now =
                fs::metadata(&self.path).and_then(|about| Ok((about.len(), about.modified()?)));
            state.looked = Some(Instant::now());
            match now {
                Ok(now) if state.read == Some(now) => return,
                Ok(now) => state.read = Some(now),
                Err(error) => {
                    state.failure = Some(error.to_string());
                    return;
                }
            }
            state.is_busy = true;
        }
        let begun = Instant::now();
        let read = self.catch_up();
        {
            let mut state = self.state();
            state.is_busy = false;
            // What takes long is not looked at all the time.
            state.looked = Some(Instant::now() + 4 * begun.elapsed());
            match read {
                Ok((standing, is_over)) => {
                    state.shown = Arc::new(standing);
                    state.failure = None;
                    if is_over && state.stage == Stage::Stopped {
                        state.stage = Stage::Over;
                    }
                }
                Err(error) => state.failure = Some(error.to_string()),
            }
        }
        self.changes.send_modify(|version| *version += 1);
    }

    /// Reads what the journal has beyond what is known of it: how it stands, and whether that is all.
    fn catch_up(&self) -> Result<(Standing, bool), JournalError> {
        let ledger = self.ledger()?;
        let found = (ledger.standing(), ledger.is_over());
        self.put_back(ledger);
        Ok(found)
    }

    /// What is known of the journal, as it is now.
    fn ledger(&self) -> Result<Ledger, JournalError> {
        debug_assert!(may_wait(), "a journal is read where nobody may wait");
        let known = self.known().take();
        Ledger::read(&self.path, known)
    }

    fn put_back(&self, ledger: Ledger) {
        *self.known() = Some(ledger);
    }

    fn known(&self) -> MutexGuard<'_, Option<Ledger>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody plays it here.
    pub(super) fn is_resting(&self) -> bool {
        matches!(self.stage(), Stage::Over | Stage::Stopped)
    }

    /// Whether nobody is likely to miss it: it is over, or was stopped so long ago.
    pub(super) fn is_idle(&self, long_ago: Duration) -> bool {
        match self.stage() {
            Stage::Over => true,
            Stage::Stopped => long_ago <= self.age(),
            Stage::Waiting | Stage::Running | Stage::Read => false,
        }
    }

    /// For how long its journal has not changed.
    pub(super) fn age(&self) -> Duration {
        let changed = fs::metadata(&self.path).and_then(|about| about.modified());
        changed.ok().and_then(|changed| changed.elapsed().ok()).unwrap_or_default()
    }

    /// As data.
    pub(crate) fn with_view<T>(&self, told: impl FnOnce(&EventView<'_>) -> T) -> T {
        let (stage, failure, shown) = {
            let state = self.state();
            (state.stage, state.failure.clone(), Arc::clone(&state.shown))
        };
        told(&EventView {
            schema: SCHEMA,
            id: &self.id,
            name: &self.name,
            stage,
            failure,
            games: shown.games,
            planned: shown.planned,
            result: shown.result.as_ref(),
            ratings: &shown.ratings,
            history: &shown.history,
        })
    }

    /// Who could not take part, and why, where `agon class` has written that down.
    pub(crate) fn left_out(&self) -> Vec<String> {
        /// Bytes of the list that are read.
        const MOST: u64 = 64 << 10;
        let mut text = String::new();
        let list = fs::File::open(self.path.with_extension("left-out"));
        // Without a list nobody was left out.
        let _ = list.and_then(|list| list.take(MOST).read_to_string(&mut text));
        text.lines().map(str::to_owned).collect()
    }

    /// Some games, from a number on.
    ///
    /// # Errors
    ///
    /// Where the journal cannot be read.
    pub(crate) fn games(&self, from: u64, most: usize) -> Result<Vec<GameRow>, Problem> {
        let mut rows = Vec::new();
        self.each(from, Detail::Figures, &mut |game| {
            rows.push(GameRow::of(game));
            rows.len() < most
        })?;
        Ok(rows)
    }

    /// A game, to be played again.
    ///
    /// # Errors
    ///
    /// Where it is not there, or the journal cannot be read.
    pub(crate) fn replay(&self, number: u64) -> Result<Replay, Problem> {
        let mut found = None;
        self.each(number, Detail::Moves, &mut |game| {
            found = (game.record.number == number).then(|| Replay::of(game));
            false
        })?;
        found.ok_or_else(|| Problem::missing(format!("there is no game {number} yet")))
    }

    /// Hands games over from a number on, for as long as more are wanted.
    fn each(
        &self,
        from: u64,
        detail: Detail,
        wants_more: &mut dyn FnMut(&Played<'_>) -> bool,
    ) -> Result<(), Problem> {
        let known = self.known().as_ref().map(Ledger::pages);
        let is_known =
            known.as_ref().is_some_and(|pages| pages.has(from.saturating_add(MOST_ROWS as u64)));
        let pages = match known {
            // Games that are there do not change.
            Some(pages) if is_known => pages,
            _ => {
                let ledger = self.ledger().map_err(Problem::trouble)?;
                let pages = ledger.pages();
                self.put_back(ledger);
                pages
            }
        };
        pages.each(&self.path, from, detail, wants_more).map_err(Problem::trouble)
    }

    fn state(&self) -> MutexGuard<'_, EventState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameRow {
    fn of(game: &Played<'_>) -> GameRow {
        let tournament = game.plan.tournament();
        let Fixture { seats, .. } = game.fixture;
        let Record { number, moves, payoffs, ending, .. } = game.record;
        GameRow {
            number: *number,
            game: game.plan.section(game.fixture).game.term.clone(),
            seats: seats.iter().map(|&entry| tournament.entries[entry].name.clone()).collect(),
            payoffs: payoffs.clone(),
            ended: if *ending == Ending::Over { "over" } else { ending.word() },
            plies: moves.len(),
        }
    }
}

impl Replay {
    fn of(game: &Played<'_>) -> Replay {
        let mut thoughts = vec![None; game.record.moves.len()];
        for thought in &game.record.thoughts {
            thoughts[thought.ply as usize] = Some(Thought {
                value: thought.value,
                bound: thought.bound,
                depth: thought.depth,
                nodes: thought.nodes,
                line: String::new(),
                note: thought.note.clone(),
            });
        }
        Replay {
            row: GameRow::of(game),
            term: game.plan.section(game.fixture).game.term.clone(),
            base: game.base(),
            moves: game.record.moves.clone(),
            thoughts,
        }
    }
}
