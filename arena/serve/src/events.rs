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
    event::{GameNow, GameRow, GamesAsked, LiveTournament, Replay, Stage, TournamentView},
    standing::{Gauge, LiveStanding, PairShare, PlaceRow, SectionTable, commands},
};
use crate::{
    allowed,
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
/// With at most this many positions a move, no limit of time is needed.
const FEW_NODES: u64 = 1_000_000;
/// How long a tournament is played while others wait, before it gives way to the next.
const TURN: Duration = Duration::from_secs(600);
/// How the names of a class's nights begin.
const NIGHT: &str = "night-";

/// All tournaments.
pub(crate) struct Tournaments {
    folder: PathBuf,
    /// Where journals of a class appear.
    nights: Option<PathBuf>,
    build: String,
    jobs: usize,
    /// In the order in which they were begun.
    all: Mutex<Vec<Arc<LiveTournament>>>,
    /// Which of them is played.
    turns: Arc<Turns>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
    is_closing: Arc<AtomicBool>,
}

impl Tournaments {
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
    ) -> Result<Tournaments, String> {
        let folder = folder.join("tournaments");
        private_folder(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let nights = class.map(|class| class.join("nights"));
        if let Some(class) = class.filter(|class| !class.is_dir()) {
            return Err(format!("{}: there is no such folder", class.display()));
        }
        let events = Tournaments {
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
            events.insert(LiveTournament::new(id, name, None, path.clone(), Stage::Read));
        }
        for (id, about) in events.kept()? {
            let path = events.folder.join(format!("{id}.journal"));
            let stage = match about {
                TournamentNote { wanted: true, .. } => Stage::Waiting,
                TournamentNote { over: true, .. } => Stage::Over,
                _ => Stage::Stopped,
            };
            let event =
                events.insert(LiveTournament::new(id, about.name, Some(about.guest), path, stage));
            if about.wanted {
                events.play(&event);
            }
        }
        Ok(events)
    }

    /// The tournaments that were begun here.
    fn kept(&self) -> Result<Vec<(String, TournamentNote)>, String> {
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
        found.sort_by_key(|(_, about): &(String, TournamentNote)| about.begun);
        Ok(found)
    }

    /// Takes a tournament in, unless it is there already.
    fn insert(&self, event: LiveTournament) -> Arc<LiveTournament> {
        let mut all = self.all();
        if let Some(known) = all.iter().find(|known| known.id == event.id) {
            return Arc::clone(known);
        }
        let event = Arc::new(event);
        all.push(Arc::clone(&event));
        event
    }

    /// All of them, the latest last.
    pub(crate) fn list(&self) -> Vec<Arc<LiveTournament>> {
        self.find_nights();
        self.all().clone()
    }

    /// What stands on the wall: the latest night of the class, or without one the latest tournament.
    pub(crate) fn latest(&self) -> Option<Arc<LiveTournament>> {
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
                self.insert(LiveTournament::new(id, name, None, path, Stage::Read));
            }
        }
    }

    /// The tournament of that name.
    ///
    /// # Errors
    ///
    /// Where there is none.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<LiveTournament>, Problem> {
        if id.starts_with(NIGHT) {
            self.find_nights();
        }
        let found = self.all().iter().find(|event| event.id == id).map(Arc::clone);
        found.ok_or_else(|| Problem::missing("no-tournament", &[]))
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
    ) -> Result<Arc<LiveTournament>, Problem> {
        let mut spec = read_spec("tournament", text).map_err(Problem::refused)?;
        if let Some(file) = spec.opening_files().next() {
            return Err(Problem::forbidden("opening-file", &[("file", &file)]));
        }
        for game in &spec.games {
            allowed::game(&game.game.text).map_err(|problem| problem.at("games"))?;
        }
        for player in &spec.players {
            let named = registry::player(&player.player.text).map_err(Problem::refused);
            let admitted = named.and_then(|named| allowed::admit(&named));
            admitted.map_err(|problem| problem.at("players"))?;
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
        let tournament = spec.resolve().map_err(Problem::refused)?;
        for section in &tournament.sections {
            for &entry in &section.entries {
                let seated = allowed::player(&tournament.entries[entry].player.term, &section.game);
                seated.map_err(|problem| problem.at("players"))?;
            }
        }
        fits_memory(&tournament, self.jobs).map_err(Problem::unreadable)?;
        let plan = Plan::new(tournament).map_err(Problem::refused)?;
        if MOST_GAMES < plan.games() {
            return Err(Problem::wrong(
                "games-many",
                &[("games", &plan.games()), ("most", &MOST_GAMES)],
            ));
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
        let event = LiveTournament::new(id, name, Some(guest.to_owned()), path, Stage::Waiting);
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
        let gone =
            gone.ok_or_else(|| Problem::full("tournaments-full", &[("count", &begun.len())]))?;
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

    /// Forgets a tournament that this guest has begun and that nobody plays.
    ///
    /// # Errors
    ///
    /// Where it is another's, or is only read, or is played.
    pub(crate) fn remove(&self, event: &Arc<LiveTournament>, guest: &str) -> Result<(), Problem> {
        event.owned(guest)?;
        if !event.is_resting() {
            return Err(Problem::conflict("not-resting", &[]));
        }
        self.drop_event(event);
        Ok(())
    }

    /// Forgets a tournament, with all its files.
    fn drop_event(&self, event: &Arc<LiveTournament>) {
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
    pub(crate) fn stop(&self, event: &LiveTournament, guest: &str) -> Result<(), Problem> {
        event.owned(guest)?;
        event.stop.store(true, Ordering::Relaxed);
        self.note(event, false, 0)
    }

    /// Has a tournament go on.
    ///
    /// # Errors
    ///
    /// Where it is another's, or is only read.
    pub(crate) fn resume(&self, event: &Arc<LiveTournament>, guest: &str) -> Result<(), Problem> {
        event.owned(guest)?;
        if event.stage() != Stage::Stopped {
            return Err(Problem::conflict("not-stopped", &[]));
        }
        event.stop.store(false, Ordering::Relaxed);
        event.set(Stage::Waiting, None);
        self.note(event, true, 0)?;
        self.play(event);
        Ok(())
    }

    /// Writes down whether a tournament is to be played.
    fn note(&self, event: &LiveTournament, wanted: bool, now: i64) -> Result<(), Problem> {
        let path = self.folder.join(format!("{}.json", event.id));
        let begun = fs::read_to_string(&path).ok();
        let begun = begun.and_then(|text| serde_json::from_str::<TournamentNote>(&text).ok());
        let about = TournamentNote {
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
    fn play(&self, event: &Arc<LiveTournament>) {
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
                        Err(message) => break (Stage::Stopped, Some(Problem::trouble(message))),
                    }
                };
                // What is over is not begun again after a restart.
                if !closing.load(Ordering::Relaxed)
                    && let Ok(text) = fs::read_to_string(&about)
                    && let Ok(known) = serde_json::from_str::<TournamentNote>(&text)
                    && let over = stage == Stage::Over
                    && let Ok(text) =
                        serde_json::to_string(&TournamentNote { wanted: false, over, ..known })
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
            Err(error) => event.set(Stage::Stopped, Some(Problem::trouble(error))),
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

    fn all(&self) -> MutexGuard<'_, Vec<Arc<LiveTournament>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is written down of a tournament beside its journal.
#[derive(Serialize, serde::Deserialize)]
struct TournamentNote {
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

#[cfg(test)]
mod tests {
    use std::{env, fs, process, sync::Barrier, thread};

    use agon_arena::{Plan, Shard, Spec, keep::Header};
    // Naming them links every game and player.
    use agon_engines as _;
    use agon_roster as _;

    use super::{Tournaments, standing::commands};

    fn plan() -> Plan {
        let spec =
            Spec::default().game("nim").player("random").player_named("ann", "process(\"ann\")");
        Plan::new(spec.resolve().expect("it is a tournament")).expect("it can be laid out")
    }

    #[test]
    fn a_night_that_two_find_at_once_is_listed_once() {
        let folder = env::temp_dir().join(format!("agon-nights-{}", process::id()));
        let nights = folder.join("class").join("nights");
        fs::create_dir_all(&nights).expect("a folder can be made");
        let class = Some(folder.join("class"));
        let header = Header::new(&plan(), Shard::WHOLE, "test").bytes();
        for night in 0..20 {
            let events = Tournaments::open(&folder, &[], class.as_deref(), "test", 1);
            let events = events.expect("the folder can be used");
            let before = events.list().len();
            fs::write(nights.join(format!("{night}.journal")), &header).expect("there is room");
            let start = Barrier::new(4);
            thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        start.wait();
                        events.list();
                    });
                }
            });
            assert_eq!(events.list().len(), before + 1);
        }
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn whoever_is_outside_is_told_by_name() {
        assert_eq!(commands(&plan()).collect::<Vec<_>>(), [("process(command=\"ann\")", "ann")]);
    }
}
