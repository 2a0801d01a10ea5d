//! Tournaments: played here one after the other, each with its journal, or read from journals that were
//! made elsewhere.

use std::{
    fs,
    io::{self, Read as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

use agon_arena::{
    Ending, Fixture, Job, Met, Plan, Played, Record, Recorder, Run, Score, Shard,
    ask::read_spec,
    keep::{
        CaughtUp, Detail, Header, JournalError, JournalOptions, Reader, Writer, catch_up,
        is_journal, read_journal,
    },
    plan::fits_memory,
    play::Silence,
    rating::Verdict,
    tally::Tally,
    tell::ResultDocument,
};
use agon_core::{AnyMove, AnyPosition, STACK_SIZE, registry};
use serde::Serialize;
use tokio::sync::watch;

use crate::{
    allowed::Allowed,
    problem::Problem,
    secret::{is_name, random},
    table::Thought,
    view::SCHEMA,
};

/// Games of one tournament, at most.
const MOST_GAMES: u64 = 200_000;
/// Tournaments that are kept.
const MOST_EVENTS: usize = 500;
/// How the names of a class's nights begin.
const NIGHT: &str = "night-";
/// Points of a curve.
const MOST_POINTS: usize = 48;
/// The least time between two looks at a tournament that is played.
const PACE: Duration = Duration::from_millis(400);
/// How often a journal is looked at that somebody else may write.
const LOOK: Duration = Duration::from_secs(2);

/// All tournaments.
pub(crate) struct Events {
    folder: PathBuf,
    /// Where journals of a class appear.
    nights: Option<PathBuf>,
    build: String,
    jobs: usize,
    /// In the order in which they were begun.
    all: Mutex<Vec<Arc<Event>>>,
    /// Held by the one that is played.
    turn: Arc<Mutex<()>>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
    is_closing: Arc<AtomicBool>,
}

/// A tournament.
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Who began it; nobody, where it is only read.
    pub(crate) guest: Option<String>,
    pub(crate) path: PathBuf,
    state: Mutex<EventState>,
    pub(crate) changes: watch::Sender<u64>,
    /// Whether it is to stop.
    stop: AtomicBool,
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

/// How a tournament stands.
#[derive(Default)]
pub(crate) struct Standing {
    pub(crate) result: Option<ResultDocument>,
    /// For each section, the ratings of its entries.
    pub(crate) ratings: Vec<Vec<RatedEntry>>,
    /// For each section, how the ratings came about.
    pub(crate) history: Vec<Vec<RatingMoment>>,
    /// For each section, what share everybody had against everybody.
    pub(crate) shares: Vec<Vec<Vec<Option<PairShare>>>>,
    /// For each section, its places.
    pub(crate) tables: Vec<SectionTable>,
    /// What the stopping rule says.
    pub(crate) gauge: Option<Gauge>,
    /// The first games that did not end by their rules, in words.
    pub(crate) faults: Vec<String>,
    /// The names of each section's entries, in the order of the ratings.
    pub(crate) names: Vec<Vec<String>>,
    pub(crate) games: u64,
    pub(crate) planned: u64,
}

/// The places of a section.
pub(crate) struct SectionTable {
    pub(crate) game: String,
    pub(crate) rows: Vec<TableRow>,
}

/// An entry in its place.
pub(crate) struct TableRow {
    pub(crate) place: usize,
    pub(crate) name: String,
    pub(crate) points: f64,
    pub(crate) games: u64,
    pub(crate) tally: Tally,
    pub(crate) faults: u64,
}

/// How sure a match is that may end early.
pub(crate) struct Gauge {
    pub(crate) rule: String,
    pub(crate) ratio: f64,
    pub(crate) bounds: (f64, f64),
    pub(crate) verdict: Verdict,
}

/// A share of the points, and of how many games.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct PairShare {
    pub(crate) share: f64,
    pub(crate) games: u64,
}

/// An entry with its rating, where there is one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RatedEntry {
    pub(crate) name: String,
    pub(crate) elo: Option<f64>,
    /// Half of its 95 % interval.
    pub(crate) error: Option<f64>,
}

/// The ratings after so many games.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RatingMoment {
    pub(crate) games: u64,
    pub(crate) elo: Vec<Option<f64>>,
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
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
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
            turn: Arc::default(),
            threads: Mutex::default(),
            is_closing: Arc::default(),
        };
        for (number, path) in (1..).zip(journals) {
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
            let stage = if about.wanted { Stage::Waiting } else { Stage::Stopped };
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

    fn insert(&self, event: Event) -> Arc<Event> {
        let event = Arc::new(event);
        self.all().push(Arc::clone(&event));
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
            // Only whole headers: the journal may be just begun.
            if self.all().iter().all(|event| event.id != id) && is_journal(&path) {
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
        if MOST_EVENTS <= self.all().iter().filter(|event| event.guest.is_some()).count() {
            return Err(Problem::full(format!("{MOST_EVENTS} tournaments are kept here already")));
        }
        let spec = read_spec("tournament", text).map_err(Problem::wrong)?;
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
        let id = random().map_err(Problem::trouble)?;
        let path = self.folder.join(format!("{id}.journal"));
        let name = match name.trim() {
            "" => plan.tournament().sections[0].game.term.clone(),
            name => name.chars().take(100).collect(),
        };
        // The journal is begun, so that whatever comes next finds the tournament there.
        let header = Header::new(&plan, Shard::WHOLE, &self.build);
        Writer::open(&path, &header, &options(), &mut |_| Ok(())).map_err(Problem::trouble)?;
        let event = Event::new(id, name, Some(guest.to_owned()), path, Stage::Waiting);
        self.note(&event, true, now)?;
        let event = self.insert(event);
        self.play(&event);
        Ok(event)
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
        };
        let text = serde_json::to_string(&about).map_err(Problem::trouble)?;
        let beside = path.with_extension("new");
        fs::write(&beside, text).and_then(|()| fs::rename(&beside, &path)).map_err(Problem::trouble)
    }

    /// Plays a tournament when its turn comes.
    fn play(&self, event: &Arc<Event>) {
        let (event, turn) = (Arc::clone(event), Arc::clone(&self.turn));
        let (build, jobs, closing) = (self.build.clone(), self.jobs, Arc::clone(&self.is_closing));
        let about = self.folder.join(format!("{}.json", event.id));
        let begun = thread::Builder::new().name("tournament".to_owned()).stack_size(STACK_SIZE);
        let begun = begun.spawn({
            let event = Arc::clone(&event);
            move || {
                let _mine = turn.lock().unwrap_or_else(PoisonError::into_inner);
                let (stage, failure) = match run(&event, &build, jobs, &closing) {
                    Ok(true) => (Stage::Over, None),
                    Ok(false) => (Stage::Stopped, None),
                    Err(message) => (Stage::Stopped, Some(message)),
                };
                // What is over is not begun again after a restart.
                if !closing.load(Ordering::Relaxed)
                    && let Ok(text) = fs::read_to_string(&about)
                    && let Ok(known) = serde_json::from_str::<About>(&text)
                    && let Ok(text) = serde_json::to_string(&About { wanted: false, ..known })
                {
                    let _ = fs::write(&about, text);
                }
                event.set(stage, failure);
            }
        });
        match begun {
            Ok(thread) => self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread),
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
}

fn options() -> JournalOptions<'static> {
    JournalOptions {
        durable_every: Duration::from_millis(200),
        lock_wait: Duration::from_secs(2),
        mixed_builds: false,
        say: &|_| {},
    }
}

/// Plays what is left; whether all is played then.
fn run(
    event: &Arc<Event>,
    build: &str,
    jobs: usize,
    closing: &Arc<AtomicBool>,
) -> Result<bool, String> {
    let is_stopped = {
        let (event, closing) = (Arc::clone(event), Arc::clone(closing));
        move || event.stop.load(Ordering::Relaxed) || closing.load(Ordering::Relaxed)
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
    };
    let header = Header::new(&plan, Shard::WHOLE, build);
    let mut silence = Silence::default();
    let mut caught = CaughtUp { plan, games: 0, ended: None };
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
    let is_whole = caught.ended.is_some() || caught.games == caught.plan.games();
    if is_whole
        && caught.plan.extend(recorder.score.last_round()).map_err(|e| e.to_string())?.is_none()
    {
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

/// How ratings came about: some points of each curve.
#[derive(Clone, Debug, Default)]
struct History {
    sections: Vec<Vec<RatingMoment>>,
    next: u64,
}

impl History {
    fn take(&mut self, plan: &Plan, score: &Score) {
        if score.games < self.next {
            return;
        }
        self.sections.resize(score.sections.len(), Vec::new());
        for (points, section) in self.sections.iter_mut().zip(&score.sections) {
            if points.last().is_some_and(|last| last.games == section.games) {
                continue;
            }
            if let Some(table) = section.ratings() {
                let mut elo = vec![None; section.entries.len()];
                for group in table.groups.iter().filter(|group| group.is_rated()) {
                    for (&entry, rating) in group.entries.iter().zip(&group.ratings) {
                        elo[entry] = Some(rating.elo);
                    }
                }
                points.push(RatingMoment { games: section.games, elo });
            }
        }
        let step = (plan.games() / MOST_POINTS as u64).max(1);
        self.next = score.games + step.max(score.games / MOST_POINTS as u64);
    }
}

impl Standing {
    fn of(plan: &Plan, score: &Score, history: &History) -> Standing {
        let tournament = plan.tournament();
        let name = |entry: usize| tournament.entries[entry].name.clone();
        let mut standing = Standing {
            result: Some(ResultDocument::new(plan, score)),
            history: history.sections.clone(),
            games: score.games,
            planned: plan.games(),
            ..Standing::default()
        };
        let state = tournament.stop.as_ref().zip(score.state(plan));
        standing.gauge = state.map(|(stop, state)| Gauge {
            rule: stop.term.clone(),
            ratio: state.ratio,
            bounds: state.bounds,
            verdict: state.verdict,
        });
        standing.faults = score
            .faults
            .iter()
            .map(|fault| {
                let who =
                    fault.entry.map_or_else(String::new, |entry| format!(" · {}", name(entry)));
                let game = &tournament.sections[fault.section].game.term;
                format!("#{} {game} · {}{who}", fault.number, fault.ending.word())
            })
            .collect();
        for (section, asked) in score.sections.iter().zip(&tournament.sections) {
            let n = section.entries.len();
            let row = |(place, i): (usize, usize)| {
                let total = &section.totals[i];
                TableRow {
                    place,
                    name: name(section.entries[i]),
                    points: total.tally.points(),
                    games: total.games,
                    tally: total.tally,
                    faults: total.all_faults(),
                }
            };
            standing.tables.push(SectionTable {
                game: asked.game.term.clone(),
                rows: section.places().into_iter().map(row).collect(),
            });
            let names: Vec<String> = section.entries.iter().map(|&entry| name(entry)).collect();
            let mut rated: Vec<RatedEntry> = names
                .iter()
                .map(|name| RatedEntry { name: name.clone(), elo: None, error: None })
                .collect();
            let table = section.ratings();
            for group in table.iter().flat_map(|table| &table.groups).filter(|g| g.is_rated()) {
                for (&entry, rating) in group.entries.iter().zip(&group.ratings) {
                    rated[entry].elo = Some(rating.elo).filter(|elo| elo.is_finite());
                    rated[entry].error = Some(rating.error).filter(|error| error.is_finite());
                }
            }
            let share = |i: usize, j: usize| {
                let tally = section.tally(i, j);
                let share = (i != j).then(|| tally.share()).flatten()?;
                Some(PairShare { share, games: tally.games() })
            };
            standing.shares.push((0..n).map(|i| (0..n).map(|j| share(i, j)).collect()).collect());
            standing.names.push(names);
            standing.ratings.push(rated);
        }
        standing
    }
}

impl Event {
    fn new(id: String, name: String, guest: Option<String>, path: PathBuf, stage: Stage) -> Event {
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
            changes: watch::Sender::new(1),
            stop: AtomicBool::new(false),
        }
    }

    /// Refuses whoever did not begin it.
    fn owned(&self, guest: &str) -> Result<(), Problem> {
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

    fn set(&self, stage: Stage, failure: Option<String>) {
        {
            let mut state = self.state();
            (state.stage, state.failure) = (stage, failure);
        }
        self.changes.send_modify(|version| *version += 1);
    }

    fn show(&self, standing: Standing) {
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
        let read = self.read();
        {
            let mut state = self.state();
            state.is_busy = false;
            // The next look comes no sooner than a multiple of what this one took.
            state.looked = Some(Instant::now());
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

    fn read(&self) -> Result<(Standing, bool), JournalError> {
        let mut reader = Reader::open(&self.path)?;
        let plan = reader.plan()?;
        let (mut score, mut silence) = (Score::new(&plan), Silence::default());
        let mut history = History::default();
        let caught = catch_up(
            &mut reader,
            plan,
            Detail::Figures,
            &mut score,
            &mut silence,
            &mut |game, score| {
                history.take(game.plan, score);
                Ok(())
            },
        )?;
        let is_over = caught.ended.is_some() || caught.games == caught.plan.games();
        Ok((Standing::of(&caught.plan, &score, &history), is_over))
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
        self.each(Detail::Figures, &mut |game| {
            if from <= game.record.number {
                rows.push(GameRow::of(game));
            }
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
        self.each(Detail::Moves, &mut |game| {
            if game.record.number == number {
                found = Some(Replay::of(game));
            }
            found.is_none()
        })?;
        found.ok_or_else(|| Problem::missing(format!("there is no game {number} yet")))
    }

    /// Hands games over for as long as more are wanted.
    fn each(
        &self,
        detail: Detail,
        wants_more: &mut dyn FnMut(&Played<'_>) -> bool,
    ) -> Result<(), Problem> {
        let mut is_enough = false;
        let read = read_journal(&self.path, detail, &mut |game| {
            is_enough = !wants_more(game);
            // What is found ends the reading, by an error that nobody hears.
            if is_enough { Err(JournalError::NotOne(String::new())) } else { Ok(()) }
        });
        match read {
            Err(error) if !is_enough => Err(Problem::trouble(error)),
            _ => Ok(()),
        }
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
                depth: thought.depth,
                nodes: thought.nodes,
                line: String::new(),
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
