//! Tournaments: played here one after the other, each with its journal, or read from journals that were
//! made elsewhere.

mod event;
mod games;
mod journal_index;
mod live;
mod note;
mod room;
mod tournament_queue;

use std::{
    fs, io,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

use agon_arena::{
    Shard,
    keep::{Header, Writer, is_journal},
};

pub(crate) use self::{
    event::{LiveTournament, TournamentStage, TournamentView},
    games::{GameNow, GameRow, GamesAsked, Replay},
};
use self::{
    note::{NOTE, TournamentNote},
    room::no_room,
    tournament_queue::TournamentQueue,
};
use crate::{
    draft, files,
    pool::{PoolThinker, Worker},
    problem::Problem,
    quota::Quota,
    secret::{is_name, random},
    settings::JOURNAL_BYTES,
    share::GuestShare,
    store::Beginner,
};

/// The most tournaments that are stored.
pub(crate) const MOST_EVENTS: usize = 500;
/// The most tournaments that are stored for one address.
pub(crate) const MOST_EVENTS_OF_ADDRESS: usize = 250;
/// The most tournaments that are stored for one guest.
pub(crate) const MOST_EVENTS_OF_ONE: usize = 100;
/// How the names of a class's nights begin.
const NIGHT: &str = "night-";

/// All tournaments.
pub(crate) struct Tournaments {
    folder: PathBuf,
    /// Where journals of a class appear.
    nights: Option<PathBuf>,
    /// In the order in which they were begun.
    all: Mutex<Vec<Arc<LiveTournament>>>,
    /// Where they are played.
    queue: Arc<TournamentQueue>,
    /// The bytes of their journals.
    journals: Arc<Quota>,
}

impl Tournaments {
    /// Those in the folder, and the journals that are named; who was playing goes on.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used, or a named file is no journal.
    pub(crate) fn open(
        folder: &Path,
        journals: &[PathBuf],
        class: Option<&Path>,
        build: &str,
        jobs: usize,
    ) -> Result<Tournaments, String> {
        let folder = folder.join("tournaments");
        files::folder(&folder)
            .and_then(|()| files::mend(&folder, &[NOTE, "journal", "new"]))
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        let nights = class.map(|class| class.join("nights"));
        if let Some(class) = class.filter(|class| !class.is_dir()) {
            return Err(format!("{}: there is no such folder", class.display()));
        }
        let queue = TournamentQueue::new(build, jobs).map_err(|error| error.to_string())?;
        let events = Tournaments { folder, nights, all: Mutex::default(), queue, journals: Quota::of(JOURNAL_BYTES) };
        for (number, path) in (1..).zip(journals) {
            if let Err(error) = fs::metadata(path) {
                return Err(format!("{}: {error}", path.display()));
            }
            if !is_journal(path) {
                return Err(format!("{}: not a journal of this version of agon", path.display()));
            }
            let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            let id = format!("journal-{number}");
            events.insert(LiveTournament::new(id, name, None, path.clone(), TournamentStage::Read));
        }
        for (id, about) in events.kept()? {
            let path = events.folder.join(format!("{id}.journal"));
            let stage = match about {
                TournamentNote { wanted: true, .. } => TournamentStage::Waiting,
                TournamentNote { over: true, .. } => TournamentStage::Over,
                _ => TournamentStage::Stopped,
            };
            let own = GuestShare { address: about.address, name: about.guest };
            let event = LiveTournament::new(id, about.name, Some(own.clone()), path, stage);
            let event = events.insert(event.within(events.journals.count(&own, 0)));
            event.grown();
            if about.wanted {
                events.queue.join(&event);
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
            if !is_name(id) || path.extension().is_none_or(|extension| extension != NOTE) {
                continue;
            }
            if let Some(about) = TournamentNote::read(&path) {
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
    pub(crate) fn list(&self, worker: &Worker) -> Vec<Arc<LiveTournament>> {
        self.find_nights(worker);
        self.all().clone()
    }

    /// What stands on the wall: the latest night of the class, or without one the latest tournament.
    pub(crate) fn latest(&self, worker: &Worker) -> Option<Arc<LiveTournament>> {
        let all = self.list(worker);
        let nights = all.iter().filter(|event| event.id.starts_with(NIGHT));
        nights.max_by(|one, other| one.id.cmp(&other.id)).or(all.last()).map(Arc::clone)
    }

    /// Takes in the nights that the class has played since.
    fn find_nights(&self, _: &Worker) {
        let found = self.nights.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let mut paths: Vec<PathBuf> =
            found.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths.into_iter().rev().take(MOST_EVENTS) {
            let is_night = path.extension().is_some_and(|extension| extension == "journal");
            let name = path
                .file_stem()
                .and_then(|stem| stem.to_str())
                .filter(|name| is_night && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'));
            let Some(name) = name.map(str::to_owned) else { continue };
            let id = format!("{NIGHT}{name}");
            // Only whole headers: the journal may be just begun. Another may find the same night just now.
            let is_known = self.all().iter().any(|event| event.id == id);
            if !is_known && is_journal(&path) {
                self.insert(LiveTournament::new(id, name, None, path, TournamentStage::Read));
            }
        }
    }

    /// The tournament of that name.
    pub(crate) fn get(&self, worker: &Worker, id: &str) -> Result<Arc<LiveTournament>, Problem> {
        if id.starts_with(NIGHT) {
            self.find_nights(worker);
        }
        let found = self.all().iter().find(|event| event.id == id).map(Arc::clone);
        found.ok_or_else(|| Problem::missing("no-tournament", &[]))
    }

    /// Begins a tournament: `text` is what a file of `agon run` says. Unless it is stopped before that is laid out.
    ///
    /// # Errors
    ///
    /// If the file has a mistake, or asks for something that this server does not allow.
    pub(crate) fn begin(
        &self,
        thinker: &PoolThinker,
        name: &str,
        text: &str,
        own: &GuestShare,
        now: i64,
    ) -> Result<Arc<LiveTournament>, Problem> {
        let name = readable(name)?;
        let plan = draft::lay_out(thinker, text, self.queue.jobs)?;
        self.make_room(own)?;
        let portion = self.journals.take(own, 0).map_err(no_room)?;
        let id = random().map_err(Problem::trouble)?;
        let path = self.folder.join(format!("{id}.journal"));
        let games = plan.tournament().sections.iter().map(|section| &*section.game.term);
        let name = match name {
            "" => games.collect::<Vec<_>>().join(", "),
            name => name.to_owned(),
        };
        let name = name.chars().take(100).collect();
        // The journal is begun, so that whatever comes next finds the tournament there.
        files::file(&path).map_err(Problem::trouble)?;
        let header = Header::new(&plan, Shard::WHOLE, &self.queue.build);
        Writer::open(&path, &header, &live::options(), &mut |_| Ok(())).map_err(Problem::trouble)?;
        let event = LiveTournament::new(id, name, Some(own.clone()), path, TournamentStage::Waiting);
        let event = event.within(portion);
        TournamentNote::put(thinker, &event, true, now)?;
        let event = self.insert(event);
        self.queue.join(&event);
        Ok(event)
    }

    /// Has the oldest tournament make room that is over, where there are too many: of all, of this address, or of
    /// this guest. One that can go on never does.
    fn make_room(&self, own: &GuestShare) -> Result<(), Problem> {
        let mut begun = self.all().clone();
        begun.retain(|event| event.guest.is_some());
        for (whose, most) in [
            (Beginner::Guest(&own.name), MOST_EVENTS_OF_ONE),
            (Beginner::Address(&own.address), MOST_EVENTS_OF_ADDRESS),
            (Beginner::Anybody, MOST_EVENTS),
        ] {
            let is_meant = |own: &GuestShare| match whose {
                Beginner::Guest(name) => own.name == name,
                Beginner::Address(address) => own.address == address,
                Beginner::Anybody => true,
            };
            let meant = begun.iter().filter(|event| event.guest.as_ref().is_some_and(is_meant));
            let count = meant.clone().count();
            if count < most {
                continue;
            }
            let gone = meant.clone().find(|event| event.stage() == TournamentStage::Over).map(Arc::clone);
            let gone = gone.ok_or_else(|| match whose {
                Beginner::Guest(_) => Problem::full("tournaments-own", &[("count", &count)]),
                Beginner::Address(_) => Problem::full("tournaments-address", &[("count", &count)]),
                Beginner::Anybody => Problem::full("tournaments-full", &[("count", &count)]),
            })?;
            self.drop_event(&gone);
            begun.retain(|event| !Arc::ptr_eq(event, &gone));
        }
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
    pub(crate) fn remove(&self, _: &Worker, event: &Arc<LiveTournament>, guest: &str) -> Result<(), Problem> {
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
        for path in [&event.path.with_extension(NOTE), &event.path] {
            let _ = fs::remove_file(path);
        }
    }

    /// The bytes of each guest's journals.
    pub(crate) fn bytes_by_guest(&self) -> Vec<(GuestShare, u64)> {
        self.journals.by_guest()
    }

    /// Whose the tournaments are that are played or wait.
    pub(crate) fn in_progress(&self) -> Vec<GuestShare> {
        let all = self.all();
        let played = all.iter().filter(|event| !event.is_resting());
        played.filter_map(|event| event.guest.clone()).collect()
    }

    /// Has all tournaments of a guest stop that are played or wait.
    ///
    /// # Errors
    ///
    /// Where that cannot be put on record.
    pub(crate) fn end(&self, worker: &Worker, share: &GuestShare) -> Result<(), Problem> {
        let mut own = self.all().clone();
        own.retain(|event| event.guest.as_ref() == Some(share) && !event.is_resting());
        own.iter().try_for_each(|event| stop(worker, event))
    }

    /// Has a tournament go on.
    ///
    /// # Errors
    ///
    /// Where it is another's, or is only read.
    pub(crate) fn resume(&self, worker: &Worker, event: &Arc<LiveTournament>, guest: &str) -> Result<(), Problem> {
        event.owned(guest)?;
        if event.stage() != TournamentStage::Stopped {
            return Err(Problem::conflict("not-stopped", &[]));
        }
        event.stop.store(false, Ordering::Relaxed);
        event.set(TournamentStage::Waiting, None);
        TournamentNote::put(worker, event, true, 0)?;
        self.queue.join(event);
        Ok(())
    }

    /// Has all that is played stop: it goes on when the server does.
    pub(crate) fn hurry(&self) {
        self.queue.close();
    }

    /// The same, and waits for it until then.
    pub(crate) fn close(&self, until: Instant) {
        self.hurry();
        // A player that does not answer is not waited for: the journal has all finished games.
        while !self.queue.is_idle() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Arc<LiveTournament>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Signs that nobody sees, but that change what is seen beside them: marks of direction, and letters without width.
const UNSEEN: [RangeInclusive<char>; 8] = [
    '\u{ad}'..='\u{ad}',
    '\u{61c}'..='\u{61c}',
    '\u{200b}'..='\u{200b}',
    '\u{200e}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{feff}'..='\u{feff}',
    '\u{fff9}'..='\u{fffb}',
];
/// What joins letters, and is nothing by itself.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// A name that stands beside others as it was written, without room around it.
///
/// # Errors
///
/// Where it has signs that nobody sees.
fn readable(name: &str) -> Result<&str, Problem> {
    let name = name.trim();
    let is_unseen = |c: char| c.is_control() || UNSEEN.iter().any(|range| range.contains(&c));
    let is_nothing = !name.is_empty() && name.chars().all(|c| JOINERS.contains(&c));
    if is_nothing || name.contains(is_unseen) {
        return Err(Problem::wrong("name-unseen", &[]).at("name"));
    }
    Ok(name)
}

impl Drop for Tournaments {
    fn drop(&mut self) {
        self.hurry();
    }
}

/// Has a tournament stop, which can go on.
///
/// # Errors
///
/// Where it is only read, or where that cannot be put on record.
pub(crate) fn stop(worker: &Worker, event: &LiveTournament) -> Result<(), Problem> {
    event.stop.store(true, Ordering::Relaxed);
    // One that waits for its turn waits no more.
    if event.leave() {
        event.set(TournamentStage::Stopped, None);
    }
    TournamentNote::put(worker, event, false, 0)
}

#[cfg(test)]
mod tests {
    use std::{
        env, fs, process,
        sync::Barrier,
        thread,
        time::{Duration, Instant},
    };

    use agon_arena::{Plan, Shard, Spec, keep::Header};
    // Naming it links every game and player.
    use agon_roster as _;

    use super::{GuestShare, JOURNAL_BYTES, PoolThinker, TournamentStage, Tournaments, Worker, readable};
    use crate::words::Language;

    #[test]
    fn a_name_is_refused_that_nobody_sees_or_that_turns_what_stands_beside_it() {
        for name in ["", "night 3", "Ősz · jesen", "לילה", "👩‍🏫 class", "a\u{200c}b"] {
            assert_eq!(readable(&format!("  {name}\n")).ok(), Some(name));
        }
        for name in [
            "\0",
            "a\u{1}b",
            "a\nb",
            "\u{7f}",
            "\u{202e}gnp.exe",
            "\u{2066}a",
            "\u{200b}",
            "\u{feff}",
            "\u{200d}",
            "a\u{200f}b",
            "\u{ad}",
        ] {
            let problem = readable(name).unwrap_err();
            assert_eq!(problem.field.as_deref(), Some("name"), "{name:?}");
        }
    }

    #[test]
    fn a_night_that_two_find_at_once_is_listed_once() {
        let folder = env::temp_dir().join(format!("agon-nights-{}", process::id()));
        let nights = folder.join("class").join("nights");
        fs::create_dir_all(&nights).expect("a folder can be made");
        let class = Some(folder.join("class"));
        let spec = Spec::default().game("nim").player("random").player("minimax");
        let plan = Plan::new(spec.resolve().expect("it is a tournament"));
        let plan = plan.expect("it can be laid out");
        let header = Header::new(&plan, Shard::WHOLE, "test").bytes();
        for night in 0..20 {
            let events = Tournaments::open(&folder, &[], class.as_deref(), "test", 1);
            let events = events.expect("the folder can be used");
            let before = events.list(&Worker::of_test()).len();
            fs::write(nights.join(format!("{night}.journal")), &header).expect("there is room");
            let start = Barrier::new(4);
            thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        start.wait();
                        events.list(&Worker::of_test());
                    });
                }
            });
            assert_eq!(events.list(&Worker::of_test()).len(), before + 1);
        }
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_tournament_stops_where_its_journal_has_no_room_and_goes_on_where_it_has() {
        let folder = env::temp_dir().join(format!("agon-journals-{}", process::id()));
        let own = GuestShare { address: "one".to_owned(), name: "ann".to_owned() };
        let (worker, thinker) = (&Worker::of_test(), &PoolThinker::of_test());
        let file = "openings = 200\nplayers = [\"random\", \"greedy\"]\ngames = [\"nim\"]\n";
        let until = |event: &super::LiveTournament, stage: TournamentStage| {
            let begun = Instant::now();
            while event.stage() != stage {
                assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", event.stage());
                thread::sleep(Duration::from_millis(1));
            }
        };
        let games = |event: &super::LiveTournament| event.standing().games;
        let events = Tournaments::open(&folder, &[], None, "test", 1).unwrap();
        let taken = events.journals.count(&own, JOURNAL_BYTES.of_one - 6_000);
        let event = events.begin(thinker, "", file, &own, 0).unwrap();
        until(&event, TournamentStage::Stopped);
        let told = event.failure().unwrap();
        assert!(told.message.contains("journals of your tournaments have 512 MB"), "{told:?}");
        let told = told.words(Language::Hungarian).unwrap();
        assert!(told.contains("versenyeinek naplói 512 MB"), "{told}");
        let played = games(&event);
        assert!((1..400).contains(&played), "{played} games are kept");
        let refused = events.begin(thinker, "", file, &own, 0).err().unwrap();
        assert!(refused.message.contains("journals of your"), "{refused:?}");
        // After a restart it is counted again.
        drop((events, event));
        let events = Tournaments::open(&folder, &[], None, "test", 1).unwrap();
        drop(taken);
        let event = events.list(worker).remove(0);
        let taken = events.journals.count(&own, JOURNAL_BYTES.of_one - 5_000);
        assert!(events.begin(thinker, "", file, &own, 0).is_err(), "what it has had counts");
        drop(taken);
        events.resume(worker, &event, "ann").unwrap();
        until(&event, TournamentStage::Over);
        assert_eq!(games(&event), 400);
        // What is deleted is given back.
        let taken = events.journals.count(&own, JOURNAL_BYTES.of_one - 5_000);
        assert!(events.begin(thinker, "", file, &own, 0).is_err());
        events.remove(worker, &event, "ann").unwrap();
        drop(event);
        events.begin(thinker, "", file, &own, 0).unwrap();
        drop((events, taken));
        let _ = fs::remove_dir_all(&folder);
    }
}
