//! All that the server knows: its settings, what is kept, what is open, who thinks.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tokio::sync::watch;

use crate::{
    door::Door,
    events::{LiveTournament, Tournaments},
    open_table::OpenTable,
    pool::Pool,
    problem::Problem,
    secret::{is_name, random},
    settings::{LONGEST_THOUGHT, MOST_OPEN, MOST_TABLES, MOST_TABLES_OF_ONE, Settings},
    store::{Store, Unmissed},
    table::TableState,
    trees::Trees,
    words::Language,
};

/// Pages that are kept of tournaments.
const MOST_PAGES: usize = 1_000;
/// Games that make room at a time.
const FEW: usize = 50;

/// A tournament, and a language.
type PageKey = (String, &'static str);

/// All that the server knows.
pub(crate) struct House {
    pub(crate) settings: Settings,
    pub(crate) door: Door,
    pub(crate) store: Store,
    pub(crate) pool: Pool,
    pub(crate) trees: Trees,
    pub(crate) events: Tournaments,
    /// What was last shown of each tournament, in each language.
    pages: Mutex<HashMap<PageKey, (u64, Arc<str>)>>,
    open: Mutex<HashMap<String, Arc<OpenTable>>>,
    /// Becomes true when the server closes.
    pub(crate) closing: watch::Sender<bool>,
    /// How many games and tournaments were forgotten as it opened.
    pub(crate) forgotten: (usize, usize),
}

impl House {
    /// Opens it.
    ///
    /// # Errors
    ///
    /// Where its folder cannot be used, or no thread can be started.
    pub(crate) fn open(settings: Settings, hosts: Vec<String>) -> Result<House, String> {
        let store = Store::open(&settings.folder)?;
        let said = |problem: Problem| problem.message;
        let secret = store.secret("token", &random()?).map_err(said)?;
        let key = if settings.address.is_loopback() {
            None
        } else {
            Some(store.secret("key", &random()?).map_err(said)?)
        };
        let pool =
            Pool::new(settings.thinkers, LONGEST_THOUGHT).map_err(|error| error.to_string())?;
        let Settings { folder, journals, class, build, thinkers, .. } = &settings;
        let events = Tournaments::open(folder, journals, class.as_deref(), build, *thinkers)?;
        let forgotten = match settings.forget {
            Some(age) => {
                let before = now() - i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
                let which = Unmissed { owner: None, over_before: before, any_before: before };
                let games = store.forget(&which, usize::MAX).map_err(said)?;
                store.shrink().map_err(said)?;
                (games.len(), events.forget(age))
            }
            None => (0, 0),
        };
        Ok(House {
            forgotten,
            door: Door { hosts, key, secret },
            store,
            pool,
            trees: Trees::default(),
            events,
            pages: Mutex::default(),
            settings,
            open: Mutex::default(),
            closing: watch::Sender::new(false),
        })
    }

    /// A new game, which is kept. Where there are too many, of all or of whoever begins it, those make room
    /// that nobody is likely to miss.
    ///
    /// # Errors
    ///
    /// Where there is no room, or it cannot be kept.
    pub(crate) fn begin(&self, state: TableState) -> Result<Arc<OpenTable>, Problem> {
        const HOUR: i64 = 3_600_000;
        const DAY: i64 = 24 * HOUR;
        let (now, owner) = (now(), state.owner.as_str());
        if MOST_TABLES_OF_ONE <= self.store.count_of(owner)? {
            let own = Unmissed { owner: Some(owner), over_before: now + 1, any_before: now - DAY };
            if self.forget(&own)? == 0 {
                return Err(Problem::full("games-own", &[("most", &MOST_TABLES_OF_ONE)]));
            }
        }
        if MOST_TABLES <= self.store.count()? {
            let old = Unmissed { owner: None, over_before: now - HOUR, any_before: now - 28 * DAY };
            let greediest = self.store.greediest()?;
            let own = Unmissed {
                owner: Some(&greediest),
                over_before: now - HOUR,
                any_before: now - HOUR,
            };
            if self.forget(&old)? == 0 && self.forget(&own)? == 0 {
                return Err(Problem::full("games-full", &[("most", &MOST_TABLES)]));
            }
        }
        let id = random().map_err(Problem::trouble)?;
        let table = Arc::new(OpenTable::new(id.clone(), state));
        self.keep(&table, &table.state())?;
        self.insert(&table);
        Ok(table)
    }

    /// Forgets a few such games, also here where nobody looks at them.
    fn forget(&self, which: &Unmissed<'_>) -> Result<usize, Problem> {
        let gone = self.store.forget(which, FEW)?;
        let mut open = self.tables();
        for id in &gone {
            if open.get(id).is_some_and(|table| Arc::strong_count(table) == 1) {
                open.remove(id);
            }
        }
        Ok(gone.len())
    }

    /// The game of that name.
    ///
    /// # Errors
    ///
    /// Where there is none.
    pub(crate) fn table(&self, id: &str) -> Result<Arc<OpenTable>, Problem> {
        if let Some(table) = self.tables().get(id) {
            return Ok(Arc::clone(table));
        }
        let missing = || Problem::missing("no-table", &[]);
        if !is_name(id) {
            return Err(missing());
        }
        let row = self.store.get(id)?.ok_or_else(missing)?;
        let table = Arc::new(OpenTable::new(id.to_owned(), TableState::read(&row)?));
        Ok(self.insert(&table))
    }

    /// Forgets a game that this guest has begun.
    ///
    /// # Errors
    ///
    /// Where there is none, or somebody else began it.
    pub(crate) fn remove(&self, id: &str, guest: &str) -> Result<(), Problem> {
        let table = self.table(id)?;
        {
            let mut state = table.state();
            if !state.is_owned(guest) {
                return Err(Problem::forbidden("not-beginner", &[]));
            }
            if let Some(stop) = state.stop.take() {
                stop.give();
            }
            self.store.remove(id)?;
            table.forget(&state);
        }
        self.tables().remove(id);
        Ok(())
    }

    /// Puts a game on record, before anybody hears of it.
    ///
    /// # Errors
    ///
    /// Where that fails.
    pub(crate) fn keep(&self, table: &OpenTable, state: &TableState) -> Result<(), Problem> {
        if table.is_gone() {
            return Err(Problem::missing("no-table", &[]));
        }
        let plies = state.site.line.len();
        self.store.put(&table.id, now(), plies, &state.row(), &state.guests(), &state.owner)
    }

    /// Holds a game in memory; if another was quicker, that one. What nobody looks at makes room.
    fn insert(&self, table: &Arc<OpenTable>) -> Arc<OpenTable> {
        let mut open = self.tables();
        if MOST_OPEN <= open.len() {
            let quiet = Duration::from_secs(10).as_millis() as u64;
            let mut idle: Vec<(u64, String)> = open
                .values()
                .filter(|other| Arc::strong_count(other) == 1 && quiet < other.idle())
                .map(|other| (other.idle(), other.id.clone()))
                .collect();
            idle.sort_unstable_by(|one, other| other.cmp(one));
            for (_, id) in idle.into_iter().take(MOST_OPEN / 4) {
                open.remove(&id);
            }
        }
        Arc::clone(open.entry(table.id.clone()).or_insert_with(|| Arc::clone(table)))
    }

    /// What everybody sees of a tournament in a language: made once for each change.
    pub(crate) fn shown(
        &self,
        event: &LiveTournament,
        language: Language,
        make: impl FnOnce() -> String,
    ) -> Arc<str> {
        let version = *event.changes.borrow();
        let key = (event.id.clone(), language.code());
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((made, page)) = pages.get(&key)
            && *made == version
        {
            return Arc::clone(page);
        }
        let page: Arc<str> = make().into();
        if MOST_PAGES <= pages.len() {
            pages.clear();
        }
        pages.insert(key, (version, Arc::clone(&page)));
        page
    }

    /// How many games are in memory.
    pub(crate) fn open_tables(&self) -> usize {
        self.tables().len()
    }

    /// Waits until the server closes.
    pub(crate) async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        // The sender lives as long as the house.
        let _ = closing.wait_for(|is_closing| *is_closing).await;
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<OpenTable>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}
