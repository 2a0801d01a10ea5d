//! One tournament: how far it is, and its games as its journal has them.

use std::{
    fs,
    io::{self, Read as _},
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32},
    },
    time::{Duration, Instant, SystemTime},
};

use agon_arena::{
    Plan, Played,
    keep::{Detail, JournalError},
    play::LiveGames,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::{
    games::{GameNow, GameRow, GamesAsked, Replay},
    journal_index::JournalIndex,
};
use crate::{
    pool::{Asker, Worker},
    problem::Problem,
    quota::{QuotaPortion, UsedUp},
    settings::MOST_ROWS,
    share::GuestShare,
    standing::LiveStanding,
    view::SCHEMA,
};

/// How often a journal is looked at that somebody else may write.
const LOOK: Duration = Duration::from_secs(2);
/// Games that are looked at for those of a list.
const MOST_LOOKED: usize = 20_000;

/// A tournament.
pub(crate) struct LiveTournament {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Who began it; nobody, where it is only read.
    pub(crate) guest: Option<GuestShare>,
    pub(crate) path: PathBuf,
    state: Mutex<TournamentState>,
    /// The journal as read so far; absent while somebody reads on.
    known: Mutex<Option<JournalIndex>>,
    pub(crate) changes: watch::Sender<u64>,
    /// Where it waits for its turn, or has it.
    place: Mutex<Option<Asker>>,
    /// Whether it is to stop.
    pub(super) stop: AtomicBool,
    /// How many turns in a row ended before any game did.
    pub(super) barren: AtomicU32,
    /// Of what plan games are played just now, and where they can be looked at.
    playing: Mutex<Option<(Arc<Plan>, Arc<LiveGames>)>>,
    /// What its journal takes of the room for those that are begun here.
    bytes: Mutex<Option<QuotaPortion>>,
}

struct TournamentState {
    stage: TournamentStage,
    failure: Option<Problem>,
    shown: Arc<LiveStanding>,
    /// The length and the time of the journal that was read last.
    read: Option<(u64, SystemTime)>,
    looked: Option<Instant>,
    is_busy: bool,
}

/// A journal is being read.
struct JournalLook {
    begun: Instant,
    /// What was shown before it.
    shown: Arc<LiveStanding>,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TournamentStage {
    /// Waiting: another tournament is played first.
    Waiting,
    /// It is played.
    Running,
    /// Stopped; it can be resumed.
    Stopped,
    /// All games have been played.
    Over,
    /// Only read: its journal was made elsewhere.
    Read,
}

impl TournamentStage {
    pub(crate) const ALL: [TournamentStage; 5] = [
        TournamentStage::Waiting,
        TournamentStage::Running,
        TournamentStage::Stopped,
        TournamentStage::Over,
        TournamentStage::Read,
    ];

    /// Its name in documents.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            TournamentStage::Waiting => "waiting",
            TournamentStage::Running => "running",
            TournamentStage::Stopped => "stopped",
            TournamentStage::Over => "over",
            TournamentStage::Read => "read",
        }
    }
}

/// A tournament as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TournamentView {
    schema: u32,
    id: String,
    name: String,
    stage: TournamentStage,
    failure: Option<String>,
    #[serde(flatten)]
    standing: Arc<LiveStanding>,
}

impl LiveTournament {
    pub(super) fn new(
        id: String,
        name: String,
        guest: Option<GuestShare>,
        path: PathBuf,
        stage: TournamentStage,
    ) -> LiveTournament {
        let state =
            TournamentState { stage, failure: None, shown: Arc::default(), read: None, looked: None, is_busy: false };
        LiveTournament {
            id,
            name,
            guest,
            path,
            state: Mutex::new(state),
            known: Mutex::default(),
            changes: watch::Sender::new(1),
            stop: AtomicBool::new(false),
            place: Mutex::default(),
            barren: AtomicU32::new(0),
            playing: Mutex::default(),
            bytes: Mutex::default(),
        }
    }

    /// The same, whose journal takes this of the room for all.
    pub(super) fn within(self, portion: QuotaPortion) -> LiveTournament {
        LiveTournament { bytes: Mutex::new(Some(portion)), ..self }
    }

    /// Its journal has grown: whose part of the room that exceeds, if one is.
    pub(super) fn grown(&self) -> Option<UsedUp> {
        let length = fs::metadata(&self.path).map_or(0, |about| about.len());
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.as_mut().and_then(|portion| portion.set(length))
    }

    /// Games of this plan are played from now on, and can be looked at there; or none any more.
    pub(super) fn follow(&self, playing: Option<(Arc<Plan>, Arc<LiveGames>)>) {
        *self.playing.lock().unwrap_or_else(PoisonError::into_inner) = playing;
    }

    /// The games in progress, at most `most` of them, in the order of the plan.
    pub(crate) fn played_now(&self, _: &Worker, most: usize) -> Vec<GameNow> {
        let playing = self.playing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some((plan, live)) = playing else { return Vec::new() };
        // A later round may be played, which is not known yet.
        let games = live.now().into_iter().filter(|(number, _)| *number < plan.games());
        games.take(most).map(|(number, moves)| GameNow::of(&plan, number, moves)).collect()
    }

    /// Refuses any guest but the one who began it.
    pub(crate) fn owned(&self, guest: &str) -> Result<(), Problem> {
        if self.is_of(guest) {
            return Ok(());
        }
        Err(Problem::forbidden("not-owner", &[]))
    }

    /// Whether this guest began it.
    pub(crate) fn is_of(&self, guest: &str) -> bool {
        self.guest.as_ref().is_some_and(|own| own.name == guest)
    }

    pub(crate) fn stage(&self) -> TournamentStage {
        self.state().stage
    }

    pub(crate) fn failure(&self) -> Option<Problem> {
        self.state().failure.clone()
    }

    /// The latest standing that was read.
    pub(crate) fn standing(&self) -> Arc<LiveStanding> {
        Arc::clone(&self.state().shown)
    }

    /// Where it waits for its turn, or has it.
    pub(super) fn place(&self) -> MutexGuard<'_, Option<Asker>> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It waits for its turn no more; `false` where it did not.
    pub(super) fn leave(&self) -> bool {
        let place = self.place().take();
        place.is_some_and(|place| place.leave())
    }

    pub(super) fn set(&self, stage: TournamentStage, failure: Option<Problem>) {
        {
            let mut state = self.state();
            (state.stage, state.failure) = (stage, failure);
        }
        self.changes.send_modify(|version| *version += 1);
    }

    pub(super) fn show(&self, standing: LiveStanding) {
        self.state().shown = Arc::new(standing);
        self.changes.send_modify(|version| *version += 1);
    }

    /// Reads the journal, if nobody plays it here and it has changed.
    pub(crate) fn refresh(&self, worker: &Worker) {
        let Some(look) = self.begin_look() else { return };
        let read = self.catch_up(worker);
        self.end_look(&look, read);
    }

    /// What a look at the journal begins with, if one is due: nobody plays it here, and it has changed.
    fn begin_look(&self) -> Option<JournalLook> {
        let mut state = self.state();
        let is_recent = state.looked.is_some_and(|looked| looked.elapsed() < LOOK);
        if matches!(state.stage, TournamentStage::Running) || is_recent || state.is_busy {
            return None;
        }
        let now = fs::metadata(&self.path).and_then(|about| Ok((about.len(), about.modified()?)));
        state.looked = Some(Instant::now());
        match now {
            Ok(now) if state.read == Some(now) => return None,
            Ok(now) => state.read = Some(now),
            Err(error) => {
                state.failure = Some(match error.kind() {
                    io::ErrorKind::NotFound => Problem::missing("no-journal", &[]),
                    _ => Problem::trouble(error),
                });
                return None;
            }
        }
        state.is_busy = true;
        Some(JournalLook { begun: Instant::now(), shown: Arc::clone(&state.shown) })
    }

    /// Shows what was read, unless games have been played here in the meantime: then more is known already.
    fn end_look(&self, look: &JournalLook, read: Result<(LiveStanding, bool), JournalError>) {
        {
            let mut state = self.state();
            state.is_busy = false;
            if !Arc::ptr_eq(&state.shown, &look.shown) {
                // What it says of its length is as old as the rest.
                (state.read, state.looked) = (None, None);
                return;
            }
            // What takes long is not looked at all the time.
            state.looked = Some(Instant::now() + 4 * look.begun.elapsed());
            match read {
                Ok((standing, is_over)) => {
                    state.shown = Arc::new(standing);
                    state.failure = None;
                    if is_over && state.stage == TournamentStage::Stopped {
                        state.stage = TournamentStage::Over;
                    }
                }
                Err(error) => state.failure = Some(Problem::trouble(error)),
            }
        }
        self.changes.send_modify(|version| *version += 1);
    }

    /// Reads the new games of the journal: the standing, and whether all games are there.
    fn catch_up(&self, worker: &Worker) -> Result<(LiveStanding, bool), JournalError> {
        let journal_index = self.journal_index(worker)?;
        let found = (journal_index.standing(), journal_index.is_over());
        self.put_back(journal_index);
        Ok(found)
    }

    /// The journal as it is now.
    fn journal_index(&self, _: &Worker) -> Result<JournalIndex, JournalError> {
        let known = self.known().take();
        JournalIndex::read(&self.path, known)
    }

    fn put_back(&self, journal_index: JournalIndex) {
        *self.known() = Some(journal_index);
    }

    fn known(&self) -> MutexGuard<'_, Option<JournalIndex>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody plays it here.
    pub(crate) fn is_resting(&self) -> bool {
        matches!(self.stage(), TournamentStage::Over | TournamentStage::Stopped)
    }

    /// For how long its journal has not changed.
    pub(super) fn age(&self) -> Duration {
        let changed = fs::metadata(&self.path).and_then(|about| about.modified());
        changed.ok().and_then(|changed| changed.elapsed().ok()).unwrap_or_default()
    }

    /// As data.
    pub(crate) fn view(&self) -> TournamentView {
        let state = self.state();
        TournamentView {
            schema: SCHEMA,
            id: self.id.clone(),
            name: self.name.clone(),
            stage: state.stage,
            failure: state.failure.as_ref().map(|problem| problem.message.clone()),
            standing: Arc::clone(&state.shown),
        }
    }

    /// Who could not take part, and why, where `agon class` has written that down.
    pub(crate) fn left_out(&self, _: &Worker) -> Vec<String> {
        /// Bytes of the list that are read.
        const MOST: u64 = 64 << 10;
        let mut text = String::new();
        let list = fs::File::open(self.path.with_extension("left-out"));
        // Without a list nobody was left out.
        let _ = list.and_then(|list| list.take(MOST).read_to_string(&mut text));
        text.lines().map(str::to_owned).collect()
    }

    /// The games that were asked for, from a number on, and the number from which on there may be more of them.
    ///
    /// # Errors
    ///
    /// Where the journal cannot be read.
    pub(crate) fn games(&self, worker: &Worker, asked: &GamesAsked) -> Result<(Vec<GameRow>, Option<u64>), Problem> {
        let (mut rows, mut next, mut looked) = (Vec::new(), None, 0);
        self.each(worker, asked.from, Detail::Figures, &mut |game| {
            if rows.len() == MOST_ROWS || looked == MOST_LOOKED {
                next = Some(game.record.number);
                return false;
            }
            looked += 1;
            if asked.has(game) {
                rows.push(GameRow::of(game));
            }
            true
        })?;
        Ok((rows, next))
    }

    /// A game, to be played again.
    ///
    /// # Errors
    ///
    /// Where it is not there, or the journal cannot be read.
    pub(crate) fn replay(&self, worker: &Worker, number: u64) -> Result<Replay, Problem> {
        let mut found = None;
        self.each(worker, number, Detail::Moves, &mut |game| {
            found = (game.record.number == number).then(|| Replay::of(game));
            false
        })?;
        found.ok_or_else(|| Problem::missing("no-game", &[("number", &number)]))
    }

    /// Hands games over from a number on, for as long as more are wanted.
    fn each(
        &self,
        worker: &Worker,
        from: u64,
        detail: Detail,
        wants_more: &mut dyn FnMut(&Played<'_>) -> bool,
    ) -> Result<(), Problem> {
        let known = self.known().as_ref().map(JournalIndex::pages);
        let is_known = known.as_ref().is_some_and(|pages| pages.has(from.saturating_add(MOST_ROWS as u64)));
        let pages = match known {
            // Games that are there do not change.
            Some(pages) if is_known => pages,
            _ => {
                let journal_index = self.journal_index(worker).map_err(Problem::trouble)?;
                let pages = journal_index.pages();
                self.put_back(journal_index);
                pages
            }
        };
        pages.each(&self.path, from, detail, wants_more).map_err(Problem::trouble)
    }

    fn state(&self) -> MutexGuard<'_, TournamentState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{LiveStanding, LiveTournament, TournamentStage};

    /// Whoever asks while a tournament waits may be answered when it is over: the answer must not be what was there.
    #[test]
    fn what_was_read_before_games_were_played_is_not_shown_after_them() {
        let path = std::env::temp_dir().join(format!("agon-look-{}", std::process::id()));
        std::fs::write(&path, "a journal").expect("a file can be written");
        let event = LiveTournament::new("a".to_owned(), "a".to_owned(), None, path.clone(), TournamentStage::Waiting);
        let of = |games| LiveStanding { games, ..LiveStanding::default() };
        let look = event.begin_look().expect("nobody has looked yet");
        assert!(event.begin_look().is_none(), "one look at a time");
        event.set(TournamentStage::Running, None);
        event.show(of(200));
        event.set(TournamentStage::Over, None);
        event.end_look(&look, Ok((of(3), false)));
        assert_eq!((event.standing().games, event.stage()), (200, TournamentStage::Over));
        // It is read again, for that reading said nothing of the journal as it is now.
        let look = event.begin_look().expect("a look is due");
        event.end_look(&look, Ok((of(201), true)));
        assert_eq!(event.standing().games, 201);
        assert!(event.begin_look().is_none(), "nothing has changed");
        std::fs::remove_file(&path).expect("the file is there");
    }
}
