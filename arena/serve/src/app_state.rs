//! The state of the server: settings, stored and open games, tournaments, searches.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tokio::{
    runtime::Handle,
    sync::{Mutex as TurnMutex, watch},
};

use crate::{
    class::ClassRooms,
    door::Door,
    downloads::Downloads,
    events::{LiveTournament, Tournaments},
    files,
    folder_lock::FolderLock,
    kept_out::KeptOut,
    open_table::OpenTable,
    player_cache::PlayerCache,
    pool::{AskedFor, Pool, QuickPool, Urgency, Worker},
    problem::Problem,
    quota::{Quota, QuotaSize, UsedUp},
    secret::{is_name, random},
    settings::{GAMES_KEPT, GamesKept, MOST_OPEN, OPEN_BYTES, Settings, quick, thinking},
    share::GuestShare,
    store::{Beginner, Store, Unmissed},
    study::Study,
    table::TableState,
    words::Language,
};

/// Pages that are kept of tournaments.
const MOST_PAGES: usize = 1_000;
/// How long is waited for room.
const ROOM: Duration = Duration::from_millis(250);
/// Games that make room at a time.
const FEW: usize = 50;

/// A tournament, and a language.
type PageKey = (String, &'static str);
/// Where such a page is made, by one at a time: what was made last, and of which version.
type PageSlot = Arc<TurnMutex<Option<(u64, Arc<ShownPage>)>>>;

/// What everybody sees of a tournament.
pub(crate) struct ShownPage {
    /// A part of a page.
    pub(crate) html: String,
    /// The same as JSON, for an event.
    pub(crate) json: String,
}

/// All that the server knows.
pub(crate) struct AppState {
    pub(crate) settings: Settings,
    pub(crate) door: Door,
    /// Who is not let in for a while.
    pub(crate) kept_out: KeptOut,
    pub(crate) store: Store,
    /// Keeps other servers out of the folder.
    pub(crate) lock: FolderLock,
    /// The downloads in progress.
    pub(crate) downloads: Downloads,
    /// Where players think.
    pub(crate) pool: Arc<Pool>,
    /// Where pages are made, and all else is done that takes a while.
    pub(crate) quick: Arc<QuickPool>,
    /// What answers about games and searches.
    pub(crate) study: Arc<Study>,
    /// Where requests are answered.
    pub(crate) runtime: Handle,
    pub(crate) player_cache: PlayerCache,
    pub(crate) events: Tournaments,
    /// Rooms for a lecture.
    pub(crate) class_rooms: ClassRooms,
    /// What was last shown of each tournament, in each language.
    pages: Mutex<HashMap<PageKey, PageSlot>>,
    open: Mutex<HashMap<String, Arc<OpenTable>>>,
    /// What they take of the memory for games.
    pub(crate) memory: Arc<Quota>,
    /// Becomes true when the server closes.
    pub(crate) closing: watch::Sender<bool>,
    /// How many games and tournaments were forgotten as it opened.
    pub(crate) forgotten: (usize, usize),
}

impl AppState {
    /// Opens it.
    ///
    /// # Errors
    ///
    /// Where its folder cannot be used, or no thread can be started.
    pub(crate) fn open(
        worker: &Worker,
        settings: Settings,
        hosts: Vec<String>,
        runtime: Handle,
    ) -> Result<AppState, String> {
        let place = &settings.folder;
        files::folder(place).map_err(|error| format!("{}: {error}", place.display()))?;
        let lock = FolderLock::take(place)?;
        let store = Store::open(place)?;
        let downloads = Downloads::of(place);
        let said = |problem: Problem| problem.message;
        let secret = store.secret(worker, "token", &random()?).map_err(said)?;
        let is_open = !settings.address.is_loopback() || settings.proxy.is_some();
        let key = if is_open { Some(store.secret(worker, "key", &random()?).map_err(said)?) } else { None };
        let threads = |error: std::io::Error| error.to_string();
        let owner = store.secret(worker, "owner", &random()?).map_err(said)?;
        let pool =
            Arc::new(Pool::new("thinker", Urgency::Thought, thinking(settings.thinkers, is_open)).map_err(threads)?);
        let quick = Arc::new(QuickPool::new(quick(agon_arena::cores())).map_err(threads)?);
        let Settings { folder, journals, class, build, thinkers, .. } = &settings;
        let events = Tournaments::open(folder, journals, class.as_deref(), build, *thinkers)?;
        let forgotten = match settings.forget {
            Some(age) => {
                let before = now() - i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
                let of = Beginner::Anybody;
                let which = Unmissed { of, over_before: before, any_before: before };
                let games = store.forget(worker, &which, usize::MAX).map_err(said)?;
                store.shrink(worker).map_err(said)?;
                (games.len(), events.forget(age))
            }
            None => (0, 0),
        };
        Ok(AppState {
            forgotten,
            door: Door { hosts, proxy: settings.proxy.clone(), key, owner, secret },
            kept_out: KeptOut::default(),
            store,
            lock,
            downloads,
            study: Arc::new(Study::of(Arc::clone(&pool), Arc::clone(&quick))),
            pool,
            quick,
            runtime,
            player_cache: PlayerCache::default(),
            events,
            class_rooms: ClassRooms::default(),
            pages: Mutex::default(),
            settings,
            open: Mutex::default(),
            memory: Quota::of(OPEN_BYTES),
            closing: watch::Sender::new(false),
        })
    }

    /// Has this done in the share of the asker, on a thread that may wait.
    ///
    /// # Errors
    ///
    /// What `work` says, or that it broke down: where the rules of a game did that somebody brought, what is wrong with
    /// them. That too much waits already.
    pub(crate) async fn on_worker<T: Send + 'static>(
        self: &Arc<AppState>,
        share: GuestShare,
        work: impl FnOnce(&Arc<AppState>, &Worker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let own = Arc::clone(self);
        self.quick.work((share, AskedFor::Game), move |worker| work(&own, worker)).await
    }

    /// The same for what is told of games: for a moment it comes after what is done in them, so that several changes are
    /// told as one where much is done.
    ///
    /// # Errors
    ///
    /// As with [`on_worker`](AppState::on_worker).
    pub(crate) async fn tell<T: Send + 'static>(
        &self,
        share: GuestShare,
        work: impl FnOnce(&Worker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.quick.work((share, AskedFor::Study), work).await
    }

    /// A new game, which is stored. If there are too many games in all, of this address or of this guest, finished games
    /// make room; an unfinished one never does.
    ///
    /// # Errors
    ///
    /// Where there is no room, or it cannot be kept.
    pub(crate) fn begin(&self, worker: &Worker, state: TableState) -> Result<Arc<OpenTable>, Problem> {
        self.make_room(worker, &state.share(), &GAMES_KEPT)?;
        let id = random().map_err(Problem::trouble)?;
        let table = Arc::new(self.opened(id, state)?);
        self.keep(worker, &table, &table.state(worker))?;
        self.insert(&table);
        Ok(table)
    }

    fn make_room(&self, worker: &Worker, own: &GuestShare, room: &GamesKept) -> Result<(), Problem> {
        const HOUR: i64 = 3_600_000;
        let now = now();
        for (of, most, over_before) in [
            (Beginner::Guest(&own.name), room.of_one, now + 1),
            (Beginner::Address(&own.address), room.at_address, now - HOUR),
            (Beginner::Anybody, room.all, now - HOUR),
        ] {
            let over = Unmissed { of, over_before, any_before: i64::MIN };
            if self.store.count(worker, of)? < most || 0 < self.forget(worker, &over)? {
                continue;
            }
            return Err(match of {
                Beginner::Guest(_) => Problem::full("games-own", &[("most", &most)]),
                Beginner::Address(_) => Problem::full("games-address", &[("most", &most)]),
                Beginner::Anybody => Problem::full("games-full", &[("most", &most)]),
            });
        }
        Ok(())
    }

    /// Forgets a few such games, also here where nobody looks at them.
    fn forget(&self, worker: &Worker, which: &Unmissed<'_>) -> Result<usize, Problem> {
        let gone = self.store.forget(worker, which, FEW)?;
        let mut open = self.tables();
        for id in &gone {
            if open.get(id).is_some_and(|table| Arc::strong_count(table) == 1) {
                open.remove(id);
            }
        }
        Ok(gone.len())
    }

    /// The game of that name.
    pub(crate) fn table(&self, worker: &Worker, id: &str) -> Result<Arc<OpenTable>, Problem> {
        if let Some(table) = self.held(id) {
            return Ok(table);
        }
        let missing = || Problem::missing("no-table", &[]);
        if !is_name(id) {
            return Err(missing());
        }
        let row = self.store.get(worker, id)?.ok_or_else(missing)?;
        let table = Arc::new(self.opened(id.to_owned(), TableState::read(worker, &row)?)?);
        Ok(self.insert(&table))
    }

    /// The game of that name, where it is in memory.
    pub(crate) fn held(&self, id: &str) -> Option<Arc<OpenTable>> {
        self.tables().get(id).cloned()
    }

    /// A game whose clock, if it has one, goes by that of this server from now on. Where there is no memory for it, games
    /// at which nobody looks make room.
    ///
    /// # Errors
    ///
    /// Where they do not suffice.
    fn opened(&self, id: String, mut state: TableState) -> Result<OpenTable, Problem> {
        let (share, weight) = (state.share(), state.weight());
        let memory = loop {
            let whose = match self.memory.take(&share, weight) {
                Ok(memory) => break memory,
                Err(whose) => whose,
            };
            if !self.free(&share, whose) {
                let QuotaSize { all, at_address, of_one } = OPEN_BYTES;
                let problem = match whose {
                    UsedUp::Guest => Problem::full("open-own", &[("most", &(of_one >> 20))]),
                    UsedUp::Address => Problem::full("open-address", &[("most", &(at_address >> 20))]),
                    UsedUp::All => Problem::full("open-full", &[("most", &(all >> 20))]),
                };
                return Err(problem.later(whose));
            }
        };
        state.wind(&self.settings.clocks);
        Ok(OpenTable::new(id, state, memory))
    }

    /// Has the game leave memory at which nobody has looked for longest, of those in this part; `false` where there is
    /// none. It is read again when somebody looks.
    fn free(&self, share: &GuestShare, whose: UsedUp) -> bool {
        let mut open = self.tables();
        let is_meant = |own: &GuestShare| match whose {
            UsedUp::Guest => own == share,
            UsedUp::Address => own.address == share.address,
            UsedUp::All => true,
        };
        let idle = open
            .values()
            .filter(|table| is_meant(&table.share) && Arc::strong_count(table) == 1 && !table.is_attended());
        let first = idle.max_by_key(|table| (table.attention.idle(), &table.id)).map(|table| table.id.clone());
        // What it holds may be large, and is given back when the others can go on.
        let gone = first.and_then(|id| open.remove(&id));
        drop(open);
        gone.is_some()
    }

    /// Forgets a game that this guest has begun.
    ///
    /// # Errors
    ///
    /// Where there is none, or somebody else began it.
    pub(crate) fn remove(&self, worker: &Worker, id: &str, guest: &str) -> Result<(), Problem> {
        let table = self.table(worker, id)?;
        {
            let state = table.state(worker);
            if !state.is_owned(guest) {
                return Err(Problem::forbidden("not-beginner", &[]));
            }
            table.position_version.hurry();
            self.store.remove(worker, id)?;
            table.forget(&state);
        }
        self.tables().remove(id);
        self.player_cache.leave(id);
        Ok(())
    }

    /// Puts a game on record, before anybody hears of it. Where it is over, its players leave.
    ///
    /// # Errors
    ///
    /// Where that fails.
    pub(crate) fn keep(&self, worker: &Worker, table: &OpenTable, state: &TableState) -> Result<(), Problem> {
        if table.is_gone() {
            return Err(Problem::missing("no-table", &[]));
        }
        let plies = state.site().line.len();
        let owner = (state.owner.as_str(), state.address.as_str());
        self.store.put(worker, (&table.id, now()), plies, &state.row(), &state.guests(), owner)?;
        table.weigh(state);
        if state.ended().is_some() {
            self.player_cache.leave(&table.id);
        }
        Ok(())
    }

    /// Puts a change at a table on record, and then tells all who watch. What cannot be kept is taken back: the table
    /// stands again as it is on record.
    ///
    /// # Errors
    ///
    /// Where it cannot be kept.
    pub(crate) fn settle(
        &self,
        worker: &Worker,
        table: &OpenTable,
        state: &mut MutexGuard<'_, TableState>,
    ) -> Result<(), Problem> {
        let kept = self.keep(worker, table, state);
        if kept.is_err()
            && let Ok(Some(row)) = self.store.get(worker, &table.id)
            && let Ok(mut known) = TableState::read(worker, &row)
        {
            known.wind(&self.settings.clocks);
            known.position_version = Arc::clone(&table.position_version);
            known.position_version.pass();
            **state = known;
        }
        table.changed(state);
        kept
    }

    /// Holds a game in memory; if another was quicker, that one. What nobody looks at makes room.
    fn insert(&self, table: &Arc<OpenTable>) -> Arc<OpenTable> {
        let mut open = self.tables();
        if MOST_OPEN <= open.len() {
            let quiet = Duration::from_secs(10).as_millis() as u64;
            let mut idle: Vec<(u64, String)> = open
                .values()
                .filter(|other| Arc::strong_count(other) == 1 && quiet < other.attention.idle())
                .map(|other| (other.attention.idle(), other.id.clone()))
                .collect();
            idle.sort_unstable_by(|one, other| other.cmp(one));
            for (_, id) in idle.into_iter().take(MOST_OPEN / 4) {
                open.remove(&id);
            }
        }
        Arc::clone(open.entry(table.id.clone()).or_insert_with(|| Arc::clone(table)))
    }

    /// What everybody sees of a tournament in a language: made once for each change, in nobody's share. Others who
    /// come meanwhile wait for it, and take no thread for that.
    ///
    /// # Errors
    ///
    /// Where it cannot be made.
    pub(crate) async fn shown(
        self: &Arc<AppState>,
        event: &Arc<LiveTournament>,
        language: Language,
        make: impl FnOnce(&LiveTournament) -> String + Send + 'static,
    ) -> Result<Arc<ShownPage>, Problem> {
        let slot = self.page_slot((event.id.clone(), language.code()));
        let mut last = slot.lock().await;
        let version = *event.changes.borrow();
        if let Some((made, page)) = &*last
            && *made == version
        {
            return Ok(Arc::clone(page));
        }
        let own = Arc::clone(event);
        let made = self.on_worker(GuestShare::default(), move |_, _| {
            let html = make(&own);
            let json = serde_json::to_string(&html).map_err(Problem::trouble)?;
            Ok(Arc::new(ShownPage { html, json }))
        });
        let page = made.await?;
        *last = Some((version, Arc::clone(&page)));
        Ok(page)
    }

    fn page_slot(&self, key: PageKey) -> PageSlot {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST_PAGES <= pages.len() {
            pages.clear();
        }
        Arc::clone(pages.entry(key).or_default())
    }

    /// How many games are in memory.
    pub(crate) fn open_tables(&self) -> usize {
        self.tables().len()
    }

    /// Waits until the server closes.
    pub(crate) async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        // The sender lives as long as the server.
        let _ = closing.wait_for(|is_closing| *is_closing).await;
    }

    /// Whether that failed because too much waited already, and is to be tried again: now, after a little while. Nothing where the
    /// server closes meanwhile.
    pub(crate) async fn comes_again<T>(&self, done: &Result<T, Problem>) -> Option<bool> {
        if !done.as_ref().is_err_and(Problem::is_of_queue) {
            return Some(false);
        }
        tokio::select! {
            () = self.closed() => None,
            () = tokio::time::sleep(ROOM) => Some(true),
        }
    }

    pub(crate) fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<OpenTable>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
impl AppState {
    /// A server in a folder of its own, and that folder: it listens at this address, with this number of threads.
    pub(crate) fn of_test(
        name: &str,
        address: std::net::Ipv4Addr,
        thinkers: usize,
        runtime: Handle,
    ) -> (Arc<AppState>, std::path::PathBuf) {
        let folder = std::env::temp_dir().join(format!("agon-{name}-{}", std::process::id()));
        let settings = Settings {
            address: address.into(),
            port: 0,
            hosts: Vec::new(),
            proxy: None,
            folder: folder.clone(),
            journals: Vec::new(),
            class: None,
            build: "test".to_owned(),
            forget: None,
            thinkers,
            clocks: agon_arena::play::Clocks::default(),
            log: crate::server_log::ServerLog::default(),
        };
        let app = AppState::open(&Worker::of_test(), settings, Vec::new(), runtime).unwrap();
        (Arc::new(app), folder)
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        net::Ipv4Addr,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
        thread,
        time::{Duration, Instant},
    };

    use agon_core::Seat;
    use agon_roster as _;
    use agon_table::GameAction;
    use tokio::runtime::Runtime;

    use super::{AppState, GamesKept, OPEN_BYTES, Worker};
    use crate::{
        allowed,
        events::{LiveTournament, TournamentStage},
        player_cache::TablePlace,
        pool::PoolThinker,
        share::GuestShare,
        table::{NewTable, TableState},
        words::Language,
    };

    fn share(address: &str, name: &str) -> GuestShare {
        GuestShare { address: address.to_owned(), name: name.to_owned() }
    }

    #[test]
    fn room_is_made_by_games_that_are_over_and_by_no_other() {
        let (worker, runtime) = (&Worker::of_test(), Runtime::new().unwrap());
        let (app, folder) = AppState::of_test("house", Ipv4Addr::LOCALHOST, 1, runtime.handle().clone());
        let room = GamesKept { all: 6, at_address: 4, of_one: 2 };
        let begin = |own: &GuestShare| {
            app.make_room(worker, own, &room).map_err(|problem| problem.message)?;
            let new = NewTable { game: "nim".to_owned(), ..NewTable::default() };
            app.begin(worker, TableState::of(worker, &new, own, (1, 1)).unwrap()).map_err(|problem| problem.message)
        };
        let refused = |own: &GuestShare, words: &str| {
            let said = begin(own).err().unwrap();
            assert!(said.contains(words), "{own:?}: {said}");
        };
        let (ann, ben, cleo) = (share("one", "ann"), share("one", "ben"), share("one", "cleo"));
        let mut games = Vec::new();
        for own in [&ann, &ann, &ben, &ben] {
            games.push(begin(own).unwrap());
        }
        refused(&ann, "you have 2 unfinished games");
        // Another name at the same address shares the limit of the address.
        refused(&cleo, "4 unfinished games");
        let (dora, eli, fay) = (share("two", "dora"), share("three", "eli"), share("four", "fay"));
        for own in [&dora, &eli] {
            games.push(begin(own).unwrap());
        }
        refused(&fay, "the server is full: it has 6 unfinished games");
        for table in &games {
            assert!(app.store.get(worker, &table.id).unwrap().is_some(), "nobody has lost a game");
        }
        // A finished game makes room for its owner at once, and for others later.
        let resigned = |index: usize, own: &GuestShare| {
            let mut state = games[index].state(worker);
            let now = state.now();
            state.act(&own.name, GameAction::Resign, now).unwrap();
            app.keep(worker, &games[index], &state).unwrap();
        };
        for table in &games[..2] {
            let (table, term) = (table.id.clone(), "greedy".to_owned());
            let place = TablePlace { table, seat: Seat(0), term };
            let thinker = &PoolThinker::of_test();
            let player = app.player_cache.take(thinker, &place, &allowed::game(worker, "nim").unwrap()).unwrap();
            app.player_cache.put_back(place, player);
        }
        resigned(0, &ann);
        assert_eq!(app.player_cache.seated(), 1, "the players of a game that is over leave");
        refused(&fay, "6 unfinished games");
        let next = begin(&ann).unwrap();
        assert!(app.store.get(worker, &games[0].id).unwrap().is_none());
        for table in games[1..].iter().chain([&next]) {
            assert!(app.store.get(worker, &table.id).unwrap().is_some());
        }
        drop(app);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn games_at_which_nobody_looks_make_room_in_memory_and_others_keep_theirs() {
        let (worker, runtime) = (&Worker::of_test(), Runtime::new().unwrap());
        let (app, folder) = AppState::of_test("memory", Ipv4Addr::LOCALHOST, 1, runtime.handle().clone());
        let (ann, ben) = (share("one", "ann"), share("one", "ben"));
        let begin = |own: &GuestShare| {
            let new = NewTable { game: "nim".to_owned(), ..NewTable::default() };
            app.begin(worker, TableState::of(worker, &new, own, (1, 1)).unwrap())
        };
        let first = begin(&ann).unwrap();
        let weight = first.state(worker).weight();
        // There is room for three more of Ann's.
        let _taken = app.memory.take(&ann, OPEN_BYTES.of_one - 4 * weight).unwrap();
        let mut own: Vec<_> = (0..3).map(|_| begin(&ann).unwrap()).collect();
        let refused = begin(&ann).err().unwrap();
        assert_eq!((refused.status.as_u16(), refused.is_for_now), (429, true), "{refused:?}");
        begin(&ben).unwrap();
        // Ben's is looked at by nobody, and stays: it is in another's part.
        let count = app.open_tables();
        own.truncate(1);
        begin(&ann).unwrap();
        assert_eq!(app.open_tables(), count);
        let ids: Vec<String> = own.iter().chain([&first]).map(|table| table.id.clone()).collect();
        let is_there = |id: &String| app.tables().contains_key(id);
        assert!(ids.iter().all(is_there), "somebody holds these");
        // None is lost: it is read again.
        drop((own, first));
        for id in &ids {
            assert_eq!(app.table(worker, id).unwrap().state(worker).weight(), weight);
        }
        // A sheet of many facts weighs what it takes.
        let sheet = |count: usize| {
            let names = (0..count).map(|n| format!("(n {n})")).collect::<Vec<_>>().join(" ");
            let text = format!(
                "(role r){names}(<= (init (f ?a ?b)) (n ?a) (n ?b))(<= (next (f ?a ?b)) (true (f ?a \
                 ?b)))(legal r x)(goal r 50)(<= terminal (true (f a a)))"
            );
            let new = NewTable { game: format!("gdl(sheet=\"{text}\")"), ..NewTable::default() };
            TableState::of(worker, &new, &ann, (1, 1)).unwrap().weight()
        };
        let (few, many, most) = (sheet(2), sheet(100), sheet(316));
        assert!(4 << 20 < few && few + (1 << 20) < many, "{few}, {many}");
        // A hundred thousand take about 100 MB.
        assert!(40 << 20 < most, "{most}");
        drop(app);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_move_that_cannot_be_kept_is_made_nowhere() {
        let (worker, runtime) = (&Worker::of_test(), Runtime::new().unwrap());
        let (app, folder) = AppState::of_test("full", Ipv4Addr::LOCALHOST, 1, runtime.handle().clone());
        let ann = share("one", "ann");
        let seats = ["me", "me"].map(str::to_owned).to_vec();
        let new = NewTable { game: "nim".to_owned(), seats, ..NewTable::default() };
        let table = app.begin(worker, TableState::of(worker, &new, &ann, (1, 1)).unwrap()).unwrap();
        let play = || {
            let mut state = table.state(worker);
            let m = agon_core::notation(&state.site().here, first_move(&state));
            let now = state.now();
            state.play("ann", &m, now).unwrap();
            app.settle(worker, &table, &mut state)
        };
        play().unwrap();
        let (position_version, version) = (table.position_version.number(), table.scene().version);
        // As on a full disk, nothing can be changed.
        let base = rusqlite::Connection::open(folder.join("agon.db")).unwrap();
        let full = "CREATE TRIGGER full BEFORE UPDATE ON tables BEGIN SELECT RAISE(FAIL, 'disk is full'); END";
        base.execute_batch(full).unwrap();
        let problem = play().err().unwrap();
        assert!(problem.status.as_u16() == 500 && problem.message.contains("disk is full"));
        assert_eq!(table.state(worker).site().line.len(), 1, "it stands as it is on record");
        assert!(
            position_version < table.position_version.number() && version < table.scene().version,
            "all are told so"
        );
        base.execute_batch("DROP TRIGGER full").unwrap();
        play().unwrap();
        assert_eq!(table.state(worker).site().line.len(), 2);
        let row = app.store.get(worker, &table.id).unwrap().unwrap();
        assert_eq!(TableState::read(worker, &row).unwrap().site().line.len(), 2);
        drop((app, base));
        fs::remove_dir_all(&folder).unwrap();
    }

    fn first_move(state: &TableState) -> agon_core::AnyMove {
        let mut moves = Vec::new();
        agon_core::Position::moves(&state.site().here, &mut moves);
        moves[0]
    }

    #[test]
    fn what_everybody_sees_of_a_tournament_is_made_once_for_all_who_look() {
        let runtime = Runtime::new().unwrap();
        let (app, folder) = AppState::of_test("shown", Ipv4Addr::LOCALHOST, 1, runtime.handle().clone());
        let file = "players = [\"random\", \"greedy\"]\ngames = [\"nim\"]\n";
        let (thinker, own) = (&PoolThinker::of_test(), share("one", "ann"));
        let event = app.events.begin(thinker, "", file, &own, 0).unwrap();
        while event.stage() != TournamentStage::Over {
            thread::sleep(Duration::from_millis(1));
        }
        // Nothing changes any more once its thread has ended.
        app.events.close(Instant::now() + Duration::from_secs(60));
        let made = Arc::new(AtomicUsize::new(0));
        let looks: Vec<_> = (0..200)
            .map(|number| {
                let (app, event, made) = (Arc::clone(&app), Arc::clone(&event), Arc::clone(&made));
                let language = [Language::English, Language::Hungarian][number % 2];
                runtime.spawn(async move {
                    let make = move |event: &LiveTournament| {
                        made.fetch_add(1, Ordering::Relaxed);
                        format!("<p>{}</p>", event.stage().word())
                    };
                    app.shown(&event, language, make).await.map(|page| page.json.clone())
                })
            })
            .collect();
        for look in looks {
            assert_eq!(runtime.block_on(look).unwrap().unwrap(), "\"<p>over</p>\"");
        }
        assert_eq!(made.load(Ordering::Relaxed), 2, "once for each language");
        drop((app, runtime));
        let _ = fs::remove_dir_all(&folder);
    }
}
