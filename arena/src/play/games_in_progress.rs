//! Marks beside a journal record the games in progress, in case one of them ends the process.
//!
//! A player that aborts, or whose stack overflows, ends the process, and its game would be played
//! again at every resume, for ever. So games are marked before they are played, and the handler of
//! the abort signal flags the marks. After such an abort the games in progress are played one at a
//! time, so that no other is blamed, and a game that ends the process twice, the second time alone,
//! is void. A process that is killed, or loses power, dies without that signal, and its games are
//! not suspected. A player that exits the process in the regular way is not detected, because
//! others may have reason to exit it.
//!
//! The marks are a file of their own: if it is lost or cannot be written, only this protection is
//! missing.

use std::{
    collections::{BTreeMap, VecDeque},
    ffi::OsString,
    fmt::Write as _,
    fs::{self, File, OpenOptions},
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::ask::plain;

/// Why a game that ended the process is void.
pub(crate) const REASON: &str = "the process ended while it was played, twice";

/// Appended by the handler of the abort signal.
const CRASH: char = 'X';

/// How the next game must be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trial {
    /// In one run with the games after it, of which at most this many may follow.
    Free(u64),
    /// In a run of its own.
    Single,
    /// While nothing else is played.
    Alone,
    /// Not at all.
    Void,
}

/// Games that were tried before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tried {
    first: u64,
    games: u64,
    times: u32,
    /// Whether no other game was in progress when the process ended.
    was_alone: bool,
}

/// The marks beside a journal.
pub struct GamesInProgress {
    path: PathBuf,
    state: Mutex<MarksState>,
}

struct MarksState {
    file: Option<File>,
    /// Games tried before and not claimed again, in order.
    tried: VecDeque<Tried>,
    /// By the first game of a run, how many it has and how often they were tried before.
    playing: BTreeMap<u64, (u64, u32)>,
    identity: String,
    text: String,
    length: usize,
}

impl GamesInProgress {
    /// The marks beside `journal`, which is of the tournament of this identity and has the first
    /// `from` of its games.
    pub fn beside(journal: &Path, identity: &str, from: u64) -> GamesInProgress {
        let mut path = OsString::from(journal);
        path.push(".playing");
        let path = PathBuf::from(path);
        let text = plain::read_text(&path, 1 << 20).unwrap_or_default();
        let tried = read_journal(&text, identity, from);
        // The path may be a link; its target is not written to.
        let _ = fs::remove_file(&path);
        let file = OpenOptions::new().write(true).create_new(true).open(&path).ok();
        let (playing, identity) = (BTreeMap::new(), identity.to_owned());
        // A second handle: the signal's mark goes to the end, wherever this process writes.
        #[cfg(unix)]
        if let (Some(_), Ok(end)) = (&file, OpenOptions::new().append(true).open(&path)) {
            // Without it, an abort looks like a kill.
            let _ = signal_hook::low_level::pipe::register(signal_hook::consts::SIGABRT, end);
        }
        let mut state = MarksState { file, tried, playing, identity, text: String::new(), length: 0 };
        state.write();
        GamesInProgress { path, state: Mutex::new(state) }
    }

    /// How game `next` of the part that is played must be played.
    pub(crate) fn trial(&self, next: u64) -> Trial {
        let mut state = self.state();
        while state.tried.front().is_some_and(|tried| tried.first + tried.games <= next) {
            state.tried.pop_front();
        }
        match state.tried.front() {
            None => Trial::Free(u64::MAX),
            Some(tried) if next < tried.first => Trial::Free(tried.first - next),
            Some(Tried { times: 0 | 1, .. }) => Trial::Single,
            Some(Tried { was_alone: false, .. }) => Trial::Alone,
            Some(_) => Trial::Void,
        }
    }

    /// The games from `first` on, this many, are about to be played.
    pub(crate) fn begin(&self, first: u64, games: u64) {
        let mut state = self.state();
        let mut times = 0;
        if let Some(tried) = state.tried.front_mut()
            && tried.first <= first
        {
            times = tried.times;
            let end = tried.first + tried.games;
            tried.first = (first + games).min(end);
            tried.games = end - tried.first;
        }
        state.playing.insert(first, (games, times));
        state.write();
    }

    /// The games from `first` on are handed in.
    pub(crate) fn end(&self, first: u64) {
        self.state().playing.remove(&first);
    }

    /// Removes the marks, as a run does that ends by itself.
    pub fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }

    fn state(&self) -> MutexGuard<'_, MarksState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MarksState {
    /// Writes all marks at once, over the old ones.
    fn write(&mut self) {
        let MarksState { file, tried, playing, identity, text, length } = self;
        let Some(open) = file else { return };
        text.clear();
        let _ = writeln!(text, "agon playing {identity}");
        for (first, (games, times)) in playing {
            let _ = writeln!(text, "playing {first} {games} {times}");
        }
        for Tried { first, games, times, was_alone } in tried.iter().filter(|t| t.games != 0) {
            let alone = u8::from(*was_alone);
            let _ = writeln!(text, "waiting {first} {games} {times} {alone}");
        }
        text.push_str("end\n");
        let now = text.len();
        while text.len() < *length {
            text.push('\n');
        }
        *length = now;
        let done = open.seek(SeekFrom::Start(0)).and_then(|_| open.write_all(text.as_bytes()));
        if done.is_err() {
            *file = None;
        }
    }
}

/// The marks of an earlier run; empty if they are of another journal or incomplete.
fn read_journal(text: &str, identity: &str, from: u64) -> VecDeque<Tried> {
    let mut lines = text.lines();
    let mut tried = Vec::new();
    if lines.next() != Some(&format!("agon playing {identity}")) {
        return VecDeque::new();
    }
    let is_crash = text.ends_with(CRASH);
    let marked = lines.clone().filter(|line| line.starts_with("playing ")).count();
    for line in lines {
        let (word, numbers) = line.split_once(' ').unwrap_or((line, ""));
        let numbers: Vec<u64> = numbers.split(' ').filter_map(|n| n.parse().ok()).collect();
        match (word, numbers.as_slice()) {
            ("playing", &[first, games, times]) => {
                let was_alone = is_crash && marked == 1 && games == 1;
                let times = times as u32 + u32::from(is_crash);
                tried.push(Tried { first, games, times, was_alone });
            }
            ("waiting", &[first, games, times, alone]) => {
                let was_alone = alone == 1;
                tried.push(Tried { first, games, times: times as u32, was_alone });
            }
            ("end", _) => break,
            _ => return VecDeque::new(),
        }
    }
    // Games in the journal are finished.
    for tried in &mut tried {
        let end = tried.first.saturating_add(tried.games);
        tried.first = tried.first.max(from);
        tried.games = end.saturating_sub(tried.first);
    }
    tried.retain(|tried| tried.games != 0 && tried.times != 0);
    tried.sort_by_key(|tried| tried.first);
    tried.into()
}

#[cfg(test)]
mod tests {
    use super::{CRASH, GamesInProgress, Trial};
    use crate::{
        Ending, Job, Plan, Played, Recorder, Run, Score, Shard, Spec,
        keep::{
            header::Header,
            journal::replay,
            journal_options::JournalOptions,
            read::read,
            record_check::Detail,
            verify::{Unproved, Verification, verify},
            writer::Writer,
        },
        plan::rounds::Met,
    };
    use agon_core::{AnyMove, AnyPosition, Decision, Failure, Habits, Player, PlayerPlugin, Position, Turn, inventory};
    use std::{
        env,
        fs::OpenOptions,
        io::{self, Write},
        ops::ControlFlow,
        path::PathBuf,
        process::Command,
        sync::Arc,
    };

    /// Runs on one journal, each of which is ended without a word.
    struct Runs(tempfile::TempDir);

    impl Runs {
        /// The next one, after an abort.
        fn next(&self, from: u64) -> GamesInProgress {
            let path = self.0.path().join("j.playing");
            if let Ok(mut file) = OpenOptions::new().append(true).open(path) {
                write!(file, "{CRASH}").unwrap();
            }
            self.after_a_kill(from)
        }

        fn after_a_kill(&self, from: u64) -> GamesInProgress {
            GamesInProgress::beside(&self.0.path().join("j"), "id", from)
        }
    }

    #[test]
    fn a_game_that_ends_the_process_twice_is_void_and_no_other() {
        let runs = Runs(tempfile::tempdir().unwrap());
        let marks = runs.next(0);
        assert_eq!(marks.trial(0), Trial::Free(u64::MAX));
        marks.begin(0, 4);
        marks.begin(4, 4);
        marks.end(0);
        marks.begin(8, 1);
        // Ended by one of 4 to 8; the journal has those before.
        let marks = runs.next(4);
        assert_eq!(marks.trial(4), Trial::Single);
        marks.begin(4, 1);
        marks.end(4);
        assert_eq!(marks.trial(5), Trial::Single);
        marks.begin(5, 1);
        marks.begin(6, 1);
        // Ended by 5 or 6: each is tried with nothing beside it.
        let marks = runs.next(5);
        assert_eq!(marks.trial(5), Trial::Alone);
        marks.begin(5, 1);
        marks.end(5);
        assert_eq!(marks.trial(6), Trial::Alone);
        marks.begin(6, 1);
        // It was 6.
        let marks = runs.next(6);
        assert_eq!(marks.trial(6), Trial::Void);
        marks.begin(6, 1);
        marks.end(6);
        assert_eq!(marks.trial(7), Trial::Single, "it was tried once, with others");
        marks.begin(7, 1);
        marks.end(7);
        assert_eq!(marks.trial(8), Trial::Single);
        marks.begin(8, 1);
        marks.end(8);
        assert_eq!(marks.trial(9), Trial::Free(u64::MAX));
        marks.remove();
        assert_eq!(runs.next(9).trial(9), Trial::Free(u64::MAX));
    }

    #[test]
    fn on_one_thread_the_second_time_is_the_last() {
        let runs = Runs(tempfile::tempdir().unwrap());
        runs.next(0).begin(0, 1);
        let marks = runs.next(0);
        assert_eq!(marks.trial(0), Trial::Single);
        marks.begin(0, 1);
        assert_eq!(runs.next(0).trial(0), Trial::Void);
        assert_eq!(runs.next(0).trial(0), Trial::Void, "a run that plays nothing forgets nothing");
        assert_eq!(runs.next(1).trial(1), Trial::Free(u64::MAX));
    }

    #[test]
    fn a_killed_process_is_not_at_fault() {
        let runs = Runs(tempfile::tempdir().unwrap());
        for _ in 0..5 {
            let marks = runs.after_a_kill(3);
            assert_eq!(marks.trial(3), Trial::Free(u64::MAX));
            marks.begin(3, 1);
        }
        // An abort, and then kills: the knowledge stays as it is.
        assert_eq!(runs.next(3).trial(3), Trial::Single);
        for _ in 0..5 {
            let marks = runs.after_a_kill(3);
            assert_eq!(marks.trial(3), Trial::Single);
            marks.begin(3, 1);
        }
        assert_eq!(runs.next(3).trial(3), Trial::Void);
    }

    /// Ends the process, at one game of six.
    struct Aborts;

    impl Player for Aborts {
        fn begin(&mut self) {}

        fn habits(&self) -> Habits {
            Habits::NONE.with_random(true)
        }

        fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
            if turn.stream.below(12) == 0 {
                std::process::abort();
            }
            Ok(Decision::just(position.nth(0)))
        }
    }

    inventory::submit! {
        PlayerPlugin::new("aborts", "ends the process now and then", "", &[], |_, _| {
            Ok(Box::new(Aborts))
        })
    }

    /// What the processes below do: continue the journal that the environment names.
    #[test]
    fn a_process_of_its_own() {
        let Some(path) = env::var_os("AGON_MARKED_JOURNAL").map(PathBuf::from) else { return };
        let jobs: usize = env::var("AGON_MARKED_JOBS").unwrap().parse().unwrap();
        let spec = Spec::default().player("aborts").player("random").game("nim").openings(40, 1);
        let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
        let header = Header::new(&plan, Shard::WHOLE, "test");
        let mut kept = Kept { writer: None, score: Score::new(&plan), from: 0 };
        let journal_options = JournalOptions::default();
        let writer = Writer::open(&path, &header, &journal_options, &mut |reader| {
            let (of, from) = ((*plan).clone(), &mut kept.from);
            replay(reader, of, Detail::Moves, &mut |_| None, &mut |_| {
                *from += 1;
                Ok(ControlFlow::Continue(()))
            })?;
            Ok(())
        });
        kept.writer = Some(writer.unwrap());
        let from = kept.from;
        let marks = Arc::new(GamesInProgress::beside(&path, "id", from));
        let job = Job { from, marks: Some(Arc::clone(&marks)), ..Job::whole(plan, jobs) };
        let (mut kept, _, run) = job.run(kept);
        assert!(matches!(run, Run::Done));
        kept.writer.as_mut().unwrap().sync().unwrap();
        marks.remove();
    }

    /// Receives the games of the processes.
    struct Kept {
        writer: Option<Writer>,
        score: Score,
        from: u64,
    }

    impl Recorder for Kept {
        fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
            self.writer.as_mut().expect("it is opened first").append(game.bytes)?;
            Ok(ControlFlow::Continue(()))
        }

        fn settle(&mut self) -> io::Result<()> {
            self.writer.as_mut().expect("it is opened first").settle().map(drop)
        }

        fn last_round(&self) -> &[Met] {
            self.score.last_round()
        }
    }

    #[test]
    fn games_that_abort_the_process_are_void_in_the_end_and_all_others_are_played() {
        let mut all = Vec::new();
        for jobs in ["1", "3"] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("j");
            let mut processes = 0;
            loop {
                processes += 1;
                assert!(processes < 300, "it never ends");
                let child = Command::new(env::current_exe().unwrap())
                    .args(["--exact", "play::games_in_progress::tests::a_process_of_its_own"])
                    .env("AGON_MARKED_JOURNAL", &path)
                    .env("AGON_MARKED_JOBS", jobs)
                    .output()
                    .unwrap();
                if child.status.success() {
                    break;
                }
                assert_eq!(child.status.code(), None, "{child:?}");
            }
            let mut endings = Vec::new();
            read(&[&path], Detail::Moves, &mut |game| {
                endings.push(game.record.ending.clone());
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
            assert_eq!(endings.len(), 80);
            let void = endings.iter().filter(|ending| **ending != Ending::Over).count();
            println!("{jobs} threads: {void} of 80 games void after {processes} processes");
            assert!((3..40).contains(&void), "{endings:?}");
            assert!(!folder.path().join("j.playing").exists());
            let Ok(Verification::Same { on_trust, .. }) = verify(&[&path], 1, &mut |_, _| ()) else {
                panic!("every game that can be played again is as recorded");
            };
            let unproved = Unproved { void: void as u64, ..Unproved::default() };
            assert_eq!(on_trust, unproved, "a void game is taken on trust, and said to be");
            all.push(endings);
        }
        assert_eq!(all[0], all[1], "which games are void depends on no number of threads");
    }

    #[test]
    fn marks_of_others_and_links_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j.playing");
        for text in ["", "agon playing other\nplaying 0 1 5\nend\nX", "agon playing id\nplaying x\nX"] {
            std::fs::write(&path, text).unwrap();
            let marks = GamesInProgress::beside(&folder.path().join("j"), "id", 0);
            assert_eq!(marks.trial(0), Trial::Free(u64::MAX), "{text}");
        }
        #[cfg(unix)]
        {
            let target = folder.path().join("target");
            std::fs::write(&target, "mine").unwrap();
            std::fs::remove_file(&path).unwrap();
            std::os::unix::fs::symlink(&target, &path).unwrap();
            GamesInProgress::beside(&folder.path().join("j"), "id", 0).begin(0, 1);
            assert_eq!(std::fs::read(&target).unwrap(), b"mine");
        }
    }
}
