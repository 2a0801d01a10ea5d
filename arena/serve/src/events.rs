//! Tournaments: played here one after the other, each with its journal, or read from journals that were
//! made elsewhere.

mod event;
mod ledger;
mod live;
mod standing;
mod turns;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use agon_arena::{
    Plan, Shard,
    ask::{Rules, read_spec},
    keep::{Header, Writer, is_journal},
    plan::fits_memory,
};
use agon_core::{STACK_SIZE, registry};
use serde::Serialize;

use self::turns::Turns;
pub(crate) use self::{
    event::{Event, GameRow, Replay, Stage},
    standing::{Gauge, PairShare, SectionTable, Standing, TableRow},
};
use crate::{
    allowed::Allowed,
    apart::may_wait,
    problem::Problem,
    secret::{is_name, random},
    settings::LONGEST_THOUGHT,
    store::private_folder,
};

/// Games of one tournament, at most.
const MOST_GAMES: u64 = 200_000;
/// Tournaments that are kept.
const MOST_EVENTS: usize = 500;
/// Tournaments that are kept of one guest.
const MOST_EVENTS_OF_ONE: usize = 100;
/// A tournament that was stopped and not touched for so long makes room for others.
const LONG_AGO: Duration = Duration::from_secs(28 * 86_400);
/// So many positions a move are few enough to need no limit of time.
const FEW_NODES: u64 = 1_000_000;
/// How long a tournament is played while others wait, before it gives way to the next.
const TURN: Duration = Duration::from_secs(600);
/// How the names of a class's nights begin.
const NIGHT: &str = "night-";

/// All tournaments.
pub(crate) struct Events {
    folder: PathBuf,
    /// Where journals of a class appear.
    nights: Option<PathBuf>,
    build: String,
    jobs: usize,
    /// In the order in which they were begun.
    all: Mutex<Vec<Arc<Event>>>,
    /// Which of them is played.
    turns: Arc<Turns>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
    is_closing: Arc<AtomicBool>,
}

impl Events {
    /// Those in the folder, and the journals that are named; who was playing goes on.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be used, or what is named is no journal.
    pub(crate) fn open(
        folder: &Path,
        journals: &[PathBuf],
        class: Option<&Path>,
        build: &str,
        jobs: usize,
    ) -> Result<Events, String> {
        let folder = folder.join("tournaments");
        private_folder(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let nights = class.map(|class| class.join("nights"));
        if let Some(class) = class.filter(|class| !class.is_dir()) {
            return Err(format!("{}: there is no such folder", class.display()));
        }
        let events = Events {
            folder,
            nights,
            build: build.to_owned(),
            jobs,
            all: Mutex::default(),
            turns: Arc::new(Turns::of(TURN)),
            threads: Mutex::default(),
            is_closing: Arc::default(),
        };
        for (number, path) in (1..).zip(journals) {
            if let Err(error) = fs::metadata(path) {
                return Err(format!("{}: {error}", path.display()));
            }
            if !is_journal(path) {
                return Err(format!("{}: not a journal of this version of agon", path.display()));
            }
            let name =
                path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            let id = format!("journal-{number}");
            events.insert(Event::new(id, name, None, path.clone(), Stage::Read));
        }
        for (id, about) in events.kept()? {
            let path = events.folder.join(format!("{id}.journal"));
            let stage = match about {
                About { wanted: true, .. } => Stage::Waiting,
                About { over: true, .. } => Stage::Over,
                _ => Stage::Stopped,
            };
            let event = events.insert(Event::new(id, about.name, Some(about.guest), path, stage));
            if about.wanted {
                events.play(&event);
            }
        }
        Ok(events)
    }

    /// The tournaments that were begun here.
    fn kept(&self) -> Result<Vec<(String, About)>, String> {
        let said = |error: io::Error| format!("{}: {error}", self.folder.display());
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(said)? {
            let path = entry.map_err(said)?.path();
            let id = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if !is_name(id) || path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            if let Some(about) =
                fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok())
            {
                found.push((id.to_owned(), about));
            }
        }
        found.sort_by_key(|(_, about): &(String, About)| about.begun);
        Ok(found)
    }

    /// Takes a tournament in, unless it is there already.
    fn insert(&self, event: Event) -> Arc<Event> {
        let mut all = self.all();
        if let Some(known) = all.iter().find(|known| known.id == event.id) {
            return Arc::clone(known);
        }
        let event = Arc::new(event);
        all.push(Arc::clone(&event));
        event
    }

    /// All of them, the latest last.
    pub(crate) fn list(&self) -> Vec<Arc<Event>> {
        self.find_nights();
        self.all().clone()
    }

    /// What stands on the wall: the latest night of the class, or without one the latest tournament.
    pub(crate) fn latest(&self) -> Option<Arc<Event>> {
        let all = self.list();
        let nights = all.iter().filter(|event| event.id.starts_with(NIGHT));
        nights.max_by(|one, other| one.id.cmp(&other.id)).or(all.last()).map(Arc::clone)
    }

    /// Takes in the nights that the class has played since.
    fn find_nights(&self) {
        debug_assert!(may_wait(), "a folder is read where nobody may wait");
        let found = self.nights.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let mut paths: Vec<PathBuf> =
            found.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths.into_iter().rev().take(MOST_EVENTS) {
            let is_night = path.extension().is_some_and(|extension| extension == "journal");
            let name = path.file_stem().and_then(|stem| stem.to_str()).filter(|name| {
                is_night && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            });
            let Some(name) = name.map(str::to_owned) else { continue };
            let id = format!("{NIGHT}{name}");
            // Only whole headers: the journal may be just begun. Another may find the same night just now.
            let is_known = self.all().iter().any(|event| event.id == id);
            if !is_known && is_journal(&path) {
                self.insert(Event::new(id, name, None, path, Stage::Read));
            }
        }
    }

    /// The tournament of that name.
    ///
    /// # Errors
    ///
    /// Where there is none.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Event>, Problem> {
        if id.starts_with(NIGHT) {
            self.find_nights();
        }
        let found = self.all().iter().find(|event| event.id == id).map(Arc::clone);
        found.ok_or_else(|| Problem::missing("there is no tournament of that name"))
    }

    /// Begins a tournament: `text` is what a file of `agon run` says.
    ///
    /// # Errors
    ///
    /// Where something in it is wrong, or must not be done here.
    pub(crate) fn begin(
        &self,
        name: &str,
        text: &str,
        guest: &str,
        now: i64,
    ) -> Result<Arc<Event>, Problem> {
        let mut spec = read_spec("tournament", text).map_err(Problem::wrong)?;
        if let Some(file) = spec.opening_files().next() {
            return Err(Problem::forbidden(format!(
                "opening-file = \"{file}\": no file of this machine is read because of a request"
            )));
        }
        for game in &spec.games {
            Allowed::game(&game.game.text)?;
        }
        for player in &spec.players {
            let named = registry::player(&player.player.text).map_err(Problem::wrong)?;
            Allowed::admit(&named)?;
        }
        // A move that never ends would never let the next tournament begin.
        let is_short = |rules: &Rules| rules.nodes.is_some_and(|nodes| nodes <= FEW_NODES);
        let longest = u64::try_from(LONGEST_THOUGHT.as_millis()).ok();
        for game in &mut spec.games {
            let all = game.rules.or(&spec.rules);
            if !is_short(&all) && all.move_time.is_none_or(|time| longest < Some(time)) {
                game.rules.move_time = longest;
            }
        }
        let tournament = spec.resolve().map_err(Problem::wrong)?;
        for section in &tournament.sections {
            for &entry in &section.entries {
                Allowed::player(&tournament.entries[entry].player.term, &section.game)?;
            }
        }
        fits_memory(&tournament, self.jobs).map_err(Problem::wrong)?;
        let plan = Plan::new(tournament).map_err(Problem::wrong)?;
        if MOST_GAMES < plan.games() {
            return Err(Problem::wrong(format!(
                "{} games are too many here; accepted: up to {MOST_GAMES}",
                plan.games()
            )));
        }
        self.make_room(guest)?;
        let id = random().map_err(Problem::trouble)?;
        let path = self.folder.join(format!("{id}.journal"));
        let name = match name.trim() {
            "" => plan.tournament().sections[0].game.term.clone(),
            name => name.chars().take(100).collect(),
        };
        // The journal is begun, so that whatever comes next finds the tournament there.
        let header = Header::new(&plan, Shard::WHOLE, &self.build);
        Writer::open(&path, &header, &live::options(), &mut |_| Ok(()))
            .map_err(Problem::trouble)?;
        let event = Event::new(id, name, Some(guest.to_owned()), path, Stage::Waiting);
        self.note(&event, true, now)?;
        let event = self.insert(event);
        self.play(&event);
        Ok(event)
    }

    /// Has the oldest tournament make room that nobody is likely to miss, where there are too many: of all, or
    /// of this guest.
    fn make_room(&self, guest: &str) -> Result<(), Problem> {
        let mut begun = self.all().clone();
        begun.retain(|event| event.guest.is_some());
        let own = begun.iter().filter(|event| event.guest.as_deref() == Some(guest));
        let gone = if MOST_EVENTS_OF_ONE <= own.clone().count() {
            own.clone().find(|event| event.is_idle(LONG_AGO))
        } else if MOST_EVENTS <= begun.len() {
            begun.iter().find(|event| event.is_idle(LONG_AGO))
        } else {
            return Ok(());
        };
        let gone = gone.ok_or_else(|| {
            Problem::full(format!(
                "{} tournaments are kept here already, and none of them is over",
                begun.len()
            ))
        })?;
        self.drop_event(gone);
        Ok(())
    }

    /// Forgets the tournaments that nobody plays and nobody has touched for so long, and says how many.
    pub(crate) fn forget(&self, age: Duration) -> usize {
        let mut old = self.all().clone();
        old.retain(|event| event.guest.is_some() && event.is_resting() && age <= event.age());
        for event in &old {
            self.drop_event(event);
        }
        old.len()
    }

    /// Forgets a tournament, with all its files.
    fn drop_event(&self, event: &Arc<Event>) {
        self.all().retain(|other| !Arc::ptr_eq(other, event));
        // First what says that it is there. What cannot be removed is found again after a restart.
        for end in ["json", "journal"] {
            let _ = fs::remove_file(self.folder.join(format!("{}.{end}", event.id)));
        }
    }

    /// Has a tournament stop, which can go on.
    ///
    /// # Errors
    ///
    /// Where it is another's, or is only read.
    pub(crate) fn stop(&self, event: &Event, guest: &str) -> Result<(), Problem> {
        event.owned(guest)?;
        event.stop.store(true, Ordering::Relaxed);
        self.note(event, false, 0)
    }

    /// Has a tournament go on.
    ///
    /// # Errors
    ///
    /// Where it is another's, or is only read.
    pub(crate) fn resume(&self, event: &Arc<Event>, guest: &str) -> Result<(), Problem> {
        event.owned(guest)?;
        if event.stage() != Stage::Stopped {
            return Err(Problem::conflict("this tournament has not stopped"));
        }
        event.stop.store(false, Ordering::Relaxed);
        event.set(Stage::Waiting, None);
        self.note(event, true, 0)?;
        self.play(event);
        Ok(())
    }

    /// Writes down whether a tournament is to be played.
    fn note(&self, event: &Event, wanted: bool, now: i64) -> Result<(), Problem> {
        let path = self.folder.join(format!("{}.json", event.id));
        let begun = fs::read_to_string(&path).ok();
        let begun = begun.and_then(|text| serde_json::from_str::<About>(&text).ok());
        let about = About {
            name: event.name.clone(),
            guest: event.guest.clone().unwrap_or_default(),
            begun: begun.map_or(now, |about| about.begun),
            wanted,
            over: false,
        };
        let text = serde_json::to_string(&about).map_err(Problem::trouble)?;
        let beside = path.with_extension("new");
        fs::write(&beside, text).and_then(|()| fs::rename(&beside, &path)).map_err(Problem::trouble)
    }

    /// Plays a tournament when its turn comes; where others wait, a while each.
    fn play(&self, event: &Arc<Event>) {
        let (event, turns) = (Arc::clone(event), Arc::clone(&self.turns));
        let (build, jobs, closing) = (self.build.clone(), self.jobs, Arc::clone(&self.is_closing));
        let about = self.folder.join(format!("{}.json", event.id));
        let begun = thread::Builder::new().name("tournament".to_owned()).stack_size(STACK_SIZE);
        let begun = begun.spawn({
            let event = Arc::clone(&event);
            move || {
                let (stage, failure) = loop {
                    let turn = turns.take();
                    let ended = live::run(&event, &build, jobs, &closing, &turn);
                    drop(turn);
                    let is_wanted =
                        !event.stop.load(Ordering::Relaxed) && !closing.load(Ordering::Relaxed);
                    match ended {
                        Ok(true) => break (Stage::Over, None),
                        // It gave way to the next.
                        Ok(false) if is_wanted => event.set(Stage::Waiting, None),
                        Ok(false) => break (Stage::Stopped, None),
                        Err(message) => break (Stage::Stopped, Some(message)),
                    }
                };
                // What is over is not begun again after a restart.
                if !closing.load(Ordering::Relaxed)
                    && let Ok(text) = fs::read_to_string(&about)
                    && let Ok(known) = serde_json::from_str::<About>(&text)
                    && let over = stage == Stage::Over
                    && let Ok(text) = serde_json::to_string(&About { wanted: false, over, ..known })
                {
                    let _ = fs::write(&about, text);
                }
                event.set(stage, failure);
            }
        });
        match begun {
            Ok(thread) => {
                let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
                threads.retain(|thread| !thread.is_finished());
                threads.push(thread);
            }
            Err(error) => event.set(Stage::Stopped, Some(error.to_string())),
        }
    }

    /// Has all that is played stop, and waits for it: it goes on when the server does.
    pub(crate) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let begun = Instant::now();
        for thread in threads {
            // A player that does not answer is not waited for: what was played is on record.
            while !thread.is_finished() && begun.elapsed() < Duration::from_secs(3) {
                thread::sleep(Duration::from_millis(20));
            }
        }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Arc<Event>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is written down of a tournament beside its journal.
#[derive(Serialize, serde::Deserialize)]
struct About {
    name: String,
    guest: String,
    /// Milliseconds since 1970.
    begun: i64,
    /// Whether it is to be played.
    wanted: bool,
    /// Whether all of it is played.
    #[serde(default)]
    over: bool,
}
