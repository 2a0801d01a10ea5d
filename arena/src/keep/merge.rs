//! One journal of many: shards of a plan, played anywhere, in any order, more than once.
//!
//! Merging is idempotent: a game that several journals have, played alike, is one game. The
//! result is byte for byte the journal that one machine would have written.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
    fs::File,
    io::{self, BufRead, BufReader},
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    keep::{
        journal::{Header, JournalError, Reader, is_journal, read_journal},
        journal_options::JournalOptions,
        scrutiny::{Detail, Scrutiny},
        unfinished::{OutputError, Protected, Unfinished},
        writer::Writer,
    },
    plan::schedule::{Fixture, Plan, Shard},
    play::{played::Played, record::Record},
    rating::Verdict,
    tally::score::Score,
};

/// Why journals can't be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One of them can't be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// They are of different tournaments.
    #[error("{one} and {other} are journals of different tournaments")]
    Foreign {
        /// A journal.
        one: String,
        /// Another.
        other: String,
    },
    /// Different builds of agon have played them.
    #[error(
        "{one} was played by {}, and {other} by {}, which might play otherwise. Play one of them \
         again, or say --mixed-builds",
        builds.0,
        builds.1
    )]
    Builds {
        /// A journal.
        one: String,
        /// Another.
        other: String,
        /// What played them.
        builds: (String, String),
    },
    /// The place of the new one is taken.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Two of them tell a game differently.
    #[error(
        "conflict: {one} and {other} tell game {game} differently. A player that minds a clock is \
         played once only; otherwise agon verify says which of them is right"
    )]
    Conflict {
        /// The game.
        game: u64,
        /// A journal.
        one: String,
        /// Another.
        other: String,
    },
    /// Games are missing.
    #[error("{missing} of {all} games are missing: {which}")]
    Missing {
        /// How many.
        missing: u64,
        /// How many there should be.
        all: u64,
        /// Which, in words.
        which: String,
    },
    /// Rounds that depend on results are not shared out.
    #[error("a {0} is played in one journal: there is nothing to merge")]
    Rounds(&'static str),
}

/// How journals are merged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Merging {
    /// Whether another journal may be replaced, whatever games it has.
    pub force: bool,
    /// Whether games of several builds of agon may stand in one journal.
    pub mixed_builds: bool,
}

/// A journal that is being merged.
struct MergeInput {
    name: String,
    reader: Reader,
    shard: Shard,
    taken: u64,
    games: u64,
    record: Record,
    bytes: Vec<u8>,
    /// How many of the bytes are the game itself.
    act: usize,
}

/// So many journals are kept open; of more, all are opened for every piece that is read.
const MOST_OPEN: usize = 200;
/// So many bytes all pieces may take together, and one at least and at most.
const PIECES: usize = 64 << 20;
const PIECE: (usize, usize) = (1 << 12, 1 << 16);

/// Merges the journals at `inputs` into one at `out`, which is written when it is whole and not
/// before; returns the number of games. A journal that is there already is replaced if the new one
/// begins with all it has. `told` hears how many games were read, and how many there are.
///
/// # Errors
///
/// Where they contradict each other, something is missing, `out` is an input or another journal,
/// or a file can't be read or written.
pub fn merge(
    inputs: &[PathBuf],
    out: &Path,
    how: Merging,
    told: &mut dyn FnMut(u64, u64),
) -> Result<u64, MergeError> {
    let paths: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    // Whether what is there may be replaced is seen when the new one is whole.
    let protected = Protected { inputs: &paths, force: true };
    let (plan, header, mut sources) = open(inputs, how)?;
    let unfinished = Unfinished::of(out, protected)?;
    if !unfinished.is_beside() {
        return Err(JournalError::NotPlain(out.display().to_string()).into());
    }
    let journal_options =
        JournalOptions { durable_every: Duration::MAX, ..JournalOptions::default() };
    let mut writer = Writer::open(unfinished.path(), &header, &journal_options, &mut |_| Ok(()))?;
    let mut score = Score::new(&plan);
    let (mut games, mut fixture) = (0, Fixture::default());
    let gaps = join(&plan, &mut sources, &mut |source, is_gapless| {
        told(source.record.number, plan.games());
        if !is_gapless {
            return Ok(ControlFlow::Continue(()));
        }
        writer.append(&source.bytes).map_err(|error| unwritten(&error))?;
        if 1 << 20 <= writer.waiting() {
            writer.settle().map_err(|error| unwritten(&error))?;
        }
        games += 1;
        // A match that has shown enough has no more games, whatever the plan says.
        if plan.tournament().stop.is_some() {
            let played = source.played(&plan, &mut fixture);
            score.take(&played);
            if score.is_enough(&played) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    if gaps.count != 0 {
        let which = missing(&sources, &gaps);
        return Err(MergeError::Missing { missing: gaps.count, all: plan.games(), which });
    }
    writer.sync().map_err(|error| unwritten(&error))?;
    let is_kept = || begins_with(unfinished.path(), unfinished.place());
    if is_journal(unfinished.place()) && !how.force && !is_kept() {
        return Err(OutputError::Journal(out.display().to_string()).into());
    }
    unfinished.publish()?;
    Ok(games)
}

/// Opens all of them: the plan they are of, the header of the whole, and every one at its first
/// game.
fn open(inputs: &[PathBuf], how: Merging) -> Result<(Plan, Header, Vec<MergeInput>), MergeError> {
    let Some(first) = inputs.first() else {
        return Err(MergeError::Missing { missing: 0, all: 0, which: "no journal given".into() });
    };
    let name = first.display().to_string();
    let reader = Reader::open(first)?;
    let tournament = reader.tournament()?;
    let identity = tournament.identity();
    if !tournament.format.is_static() {
        return Err(MergeError::Rounds(tournament.format.word()));
    }
    let mut header = Header::new(&tournament, Shard::WHOLE, "");
    header.build.clone_from(&reader.header().build);
    let first_build = reader.header().build.clone();
    let plan = Plan::new(tournament)
        .map_err(|error| JournalError::Tournament { path: name.clone(), error })?;
    let mut sources: Vec<MergeInput> = Vec::new();
    let mut builds = BTreeSet::new();
    for path in inputs {
        let reader = if inputs.len() <= MOST_OPEN {
            Reader::open(path)?
        } else {
            Reader::ajar(path, (PIECES / inputs.len()).clamp(PIECE.0, PIECE.1))?
        };
        let other = path.display().to_string();
        let theirs = reader.header();
        if theirs.identity != identity {
            return Err(MergeError::Foreign { one: name, other });
        }
        if theirs.build != first_build && !how.mixed_builds {
            let builds = (header.build().to_owned(), theirs.build().to_owned());
            return Err(MergeError::Builds { one: name, other, builds });
        }
        builds.extend(theirs.build().split(BUILDS).map(str::to_owned));
        sources.push(MergeInput::new(other, reader, &plan));
    }
    if 1 < builds.len() {
        header.build = Some(builds.into_iter().collect::<Vec<_>>().join(BUILDS));
    }
    Ok((plan, header, sources))
}

/// Between the builds of a journal of several.
const BUILDS: &str = " + ";

type Take<'a> = dyn FnMut(&MergeInput, bool) -> Result<ControlFlow<()>, MergeError> + 'a;

/// Hands every game once, in the order of the plan, to `take`, with whether none is missing before
/// it, until that breaks; says which are missing.
fn join(plan: &Plan, sources: &mut [MergeInput], take: &mut Take<'_>) -> Result<Gaps, MergeError> {
    let (mut queue, mut gaps, mut next) = (BinaryHeap::new(), Gaps::default(), 0);
    for (index, source) in sources.iter_mut().enumerate() {
        queue.extend(source.advance(plan)?.map(|game| Reverse((game, index))));
    }
    let mut tellers = Vec::new();
    while let Some(Reverse((game, first))) = queue.pop() {
        tellers.clear();
        tellers.push(first);
        while let Some(&Reverse((same, index))) = queue.peek()
            && same == game
        {
            queue.pop();
            tellers.push(index);
        }
        gaps.add(next, game);
        next = game + 1;
        let teller = agree(sources, &tellers)?;
        if take(&sources[teller], gaps.count == 0)?.is_break() {
            return Ok(gaps);
        }
        for &index in &tellers {
            queue.extend(sources[index].advance(plan)?.map(|game| Reverse((game, index))));
        }
    }
    gaps.add(next, plan.games());
    Ok(gaps)
}

/// What journals of one tournament have together, whole or in parts.
pub struct Gathered {
    /// The plan, as far as it is known.
    pub plan: Plan,
    /// What the games add up to.
    pub score: Score,
    /// The journals, in the order in which they were named.
    pub parts: Vec<Part>,
    /// Which games no journal has, in words; none if it is finished.
    pub missing: Option<String>,
}

/// One journal of several.
pub struct Part {
    /// Its file.
    pub path: PathBuf,
    /// Which part of the plan it is of.
    pub shard: Shard,
    /// How many games it has.
    pub games: u64,
    /// How many it will have, as far as is known.
    pub of: u64,
}

/// Adds up what journals of one tournament have, finished or not; nothing is written, and a run
/// that writes one of them is not disturbed.
///
/// # Errors
///
/// Where one can't be read, or they contradict each other or are of different tournaments.
pub fn gather(inputs: &[PathBuf], how: Merging) -> Result<Gathered, MergeError> {
    if let [path] = inputs
        && Reader::open(path)?.header().shard() == Shard::WHOLE
    {
        return Ok(gather_one(path)?);
    }
    let (plan, _, mut sources) = open(inputs, how)?;
    let (mut score, mut fixture, mut is_enough) = (Score::new(&plan), Fixture::default(), false);
    let mut scrutiny = Scrutiny::default();
    let gaps = join(&plan, &mut sources, &mut |source, is_gapless| {
        let played = source.played(&plan, &mut fixture);
        scrutiny
            .look(&plan, played.fixture, played.record, Detail::Figures)
            .map_err(|what| source.reader.impossible(what))?;
        score.take(&played);
        is_enough = is_gapless && score.is_enough(&played);
        Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let is_whole = is_enough || gaps.count == 0;
    let missing = (!is_whole).then(|| missing(&sources, &gaps));
    let part = |(source, path): (&MergeInput, &PathBuf)| Part {
        path: path.clone(),
        shard: source.shard,
        games: source.taken,
        of: source.games,
    };
    let parts = sources.iter().zip(inputs).map(part).collect();
    Ok(Gathered { plan, score, parts, missing })
}

/// The same of one journal, whose rounds may depend on results.
fn gather_one(path: &Path) -> Result<Gathered, JournalError> {
    let (plan, score) = read_journal(path, Detail::Figures, &mut |_| Ok(()))?;
    let is_over = plan.tournament().stop.as_ref().is_some_and(|stop| {
        stop.state(&score.sections[0].sample(0, 1)).verdict != Verdict::Continue
    });
    let (games, of) = (score.games, plan.games());
    let missing = (games < of && !is_over).then(|| format!("games {games} to {}", of - 1));
    let part = Part { path: path.to_owned(), shard: Shard::WHOLE, games, of };
    Ok(Gathered { plan, score, parts: vec![part], missing })
}

/// Which of `tellers` tells the game best, whose records are of one game.
///
/// # Errors
///
/// Where two of them tell it differently. How a message is worded is no difference; which wording
/// is kept depends on nothing but the wordings.
fn agree(sources: &[MergeInput], tellers: &[usize]) -> Result<usize, MergeError> {
    let mut best = tellers[0];
    for &index in &tellers[1..] {
        let (one, other) = (&sources[best], &sources[index]);
        if one.bytes[..one.act] != other.bytes[..other.act]
            || one.record.payoffs != other.record.payoffs
            || one.record.opening != other.record.opening
        {
            let first = sources[tellers[0]].name.clone();
            let (game, other) = (one.record.number, other.name.clone());
            return Err(MergeError::Conflict { game, one: first, other });
        }
        if other.bytes < one.bytes {
            best = index;
        }
    }
    Ok(best)
}

/// Whether the file at `whole` begins with all that the one at `part` has.
fn begins_with(whole: &Path, part: &Path) -> bool {
    let compare = || -> io::Result<bool> {
        let open = |path| io::Result::Ok(BufReader::with_capacity(1 << 16, File::open(path)?));
        let (mut whole, mut part) = (open(whole)?, open(part)?);
        loop {
            let (all, piece) = (whole.fill_buf()?, part.fill_buf()?);
            let length = all.len().min(piece.len());
            if piece.is_empty() || length == 0 || all[..length] != piece[..length] {
                return Ok(piece.is_empty());
            }
            whole.consume(length);
            part.consume(length);
        }
    };
    compare().unwrap_or(false)
}

fn unwritten(error: &io::Error) -> MergeError {
    JournalError::Written(error.to_string()).into()
}

impl MergeInput {
    /// The game that was read last.
    fn played<'a>(&'a self, plan: &'a Plan, fixture: &'a mut Fixture) -> Played<'a> {
        plan.fill(self.record.number, fixture);
        Played { plan, fixture, record: &self.record, bytes: &self.bytes, act: self.act }
    }

    fn new(name: String, reader: Reader, plan: &Plan) -> MergeInput {
        let shard = reader.header().shard();
        let (games, record, bytes) = (plan.shard_games(shard), Record::default(), Vec::new());
        MergeInput { name, reader, shard, taken: 0, games, record, bytes, act: 0 }
    }

    /// Reads the next record, and says which game it is of.
    fn advance(&mut self, plan: &Plan) -> Result<Option<u64>, JournalError> {
        let Some((bytes, act)) = self.reader.next(&mut self.record)? else { return Ok(None) };
        self.act = act;
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        let is_expected = self.taken < self.games;
        let expected =
            if is_expected { plan.shard_number(self.shard, self.taken) } else { u64::MAX };
        if self.record.number != expected {
            return Err(self.reader.misplaced(expected, &self.record));
        }
        self.taken += 1;
        Ok(Some(expected))
    }
}

/// Games nobody tells, as ranges; the first of them only.
#[derive(Default)]
struct Gaps {
    count: u64,
    ranges: Vec<(u64, u64)>,
}

impl Gaps {
    const MOST: usize = 8;

    /// The games from `from` on and before `to` are missing.
    fn add(&mut self, from: u64, to: u64) {
        if from < to {
            self.count += to - from;
            if self.ranges.len() < Gaps::MOST {
                self.ranges.push((from, to - 1));
            }
        }
    }
}

/// What is missing, by shard where all journals are shards of one sharing-out.
fn missing(sources: &[MergeInput], gaps: &Gaps) -> String {
    let of = sources[0].shard.of;
    if sources.iter().all(|source| source.shard.of == of) && of <= 10_000 {
        let mut best: BTreeMap<u64, &MergeInput> = BTreeMap::new();
        for source in sources {
            let known = best.entry(source.shard.index).or_insert(source);
            if known.taken <= source.taken {
                *known = source;
            }
        }
        let shard = |index: u64| match best.get(&index) {
            None => Some(format!("shard {}/{of}", index + 1)),
            Some(source) if source.taken < source.games => Some(format!(
                "shard {}/{of} after {} of {} games ({})",
                index + 1,
                source.taken,
                source.games,
                source.name
            )),
            Some(_) => None,
        };
        return (0..of).filter_map(shard).collect::<Vec<_>>().join(", ");
    }
    let range = |&(first, last): &(u64, u64)| {
        if first == last { format!("game {first}") } else { format!("games {first} to {last}") }
    };
    let ranges: Vec<String> = gaps.ranges.iter().map(range).collect();
    let more = if ranges.len() == Gaps::MOST { ", …" } else { "" };
    format!("{}{more}", ranges.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{MergeError, Merging, merge};
    use crate::{
        Job, Played, Recorder, Run, Score, Spec,
        keep::{journal::Header, journal_options::JournalOptions, writer::Writer},
        plan::{
            rounds::Met,
            schedule::{Plan, Shard},
        },
        play::record::{Ending, Fault, Record},
    };
    use agon_core::Seat;
    use std::{
        env, fs, io,
        ops::ControlFlow,
        path::{Path, PathBuf},
        sync::Arc,
        time::Instant,
    };

    /// A recorder that keeps the bytes of every game.
    struct Kept(Score, Vec<Vec<u8>>);

    impl Recorder for Kept {
        fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
            self.1.push(game.bytes.to_vec());
            Recorder::take(&mut self.0, game)
        }

        fn last_round(&self) -> &[Met] {
            self.0.last_round()
        }
    }

    fn played(openings: u64) -> (Arc<Plan>, Vec<Vec<u8>>) {
        let spec = Spec::default().player("random").player_named("b", "random").game("nim");
        let spec = spec.openings(openings, 1);
        let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
        let recorder = Kept(Score::new(&plan), Vec::new());
        let (Kept(_, games), plan, run) = Job::whole(plan, 1).run(recorder);
        assert!(matches!(run, Run::Done));
        (plan, games)
    }

    fn write(path: &Path, plan: &Plan, shard: Shard, games: &[Vec<u8>], build: &str) {
        let header = Header::new(plan.tournament(), shard, build);
        let mut writer =
            Writer::open(path, &header, &JournalOptions::default(), &mut |_| Ok(())).unwrap();
        for index in 0..plan.shard_games(shard) {
            writer.append(&games[plan.shard_number(shard, index) as usize]).unwrap();
        }
        writer.sync().unwrap();
    }

    #[test]
    fn more_shards_than_files_may_be_open_merge_to_the_bytes_of_one_machine() {
        let asked = |name: &str, least: u64| {
            env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(least)
        };
        let (of, openings) = (asked("AGON_SHARDS", 250), asked("AGON_OPENINGS", 600));
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (plan, games) = played(openings);
        write(&at("whole"), &plan, Shard::WHOLE, &games, "a");
        let paths: Vec<PathBuf> = (0..of).map(|index| at(&format!("{index}.j"))).collect();
        for (index, path) in (0..of).zip(&paths) {
            write(path, &plan, Shard { index, of }, &games, "a");
        }
        let started = Instant::now();
        let merged = merge(&paths, &at("merged"), Merging::default(), &mut |_, _| ()).unwrap();
        println!("{of} shards of {merged} games merged in {:?}", started.elapsed());
        assert_eq!(merged, games.len() as u64);
        assert!(fs::read(at("merged")).unwrap() == fs::read(at("whole")).unwrap());
        let error =
            merge(&paths[1..], &at("less"), Merging::default(), &mut |_, _| ()).unwrap_err();
        assert!(error.to_string().contains(&format!("missing: shard 1/{of}")), "{error}");
        assert!(!at("less").exists());
    }

    #[test]
    fn how_a_fault_is_worded_is_no_conflict_and_any_order_gives_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (plan, games) = played(3);
        let told = |message: &str, payoff: f64| {
            let (mut record, mut games) = (Record::default(), games.clone());
            record.decode(&games[2]).unwrap();
            record.ending = Ending::Forfeit(Seat(0), Fault::Panic(message.to_owned()));
            record.payoffs = vec![-payoff, payoff];
            games[2].clear();
            record.encode(&mut games[2]);
            games
        };
        write(&at("one"), &plan, Shard::WHOLE, &told("oh", 1.0), "a");
        write(&at("other"), &plan, Shard::WHOLE, &told("dear", 1.0), "a");
        write(&at("else"), &plan, Shard::WHOLE, &told("oh", 2.0), "a");
        let join = |inputs: &[&str], out: &str| {
            let paths: Vec<PathBuf> = inputs.iter().map(|name| at(name)).collect();
            merge(&paths, &at(out), Merging::default(), &mut |_, _| ())
        };
        join(&["one", "other"], "first").unwrap();
        join(&["other", "one", "other"], "second").unwrap();
        assert_eq!(fs::read(at("first")).unwrap(), fs::read(at("second")).unwrap());
        let error = join(&["one", "else"], "third").unwrap_err();
        assert!(matches!(error, MergeError::Conflict { game: 2, .. }), "{error}");
        assert!(!at("third").exists());
    }

    #[test]
    fn shards_of_two_builds_merge_only_where_that_is_asked_for_and_say_so() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["1", "2"].map(|name| folder.path().join(name));
        let (plan, games) = played(4);
        for (index, (path, build)) in (0..).zip(paths.iter().zip(["new", "old"])) {
            write(path, &plan, Shard { index, of: 2 }, &games, build);
        }
        let out = folder.path().join("out");
        let error = merge(&paths, &out, Merging::default(), &mut |_, _| ()).unwrap_err();
        assert!(error.to_string().contains("played by new") && !out.exists(), "{error}");
        let mixed = Merging { mixed_builds: true, ..Merging::default() };
        assert_eq!(merge(&paths, &out, mixed, &mut |_, _| ()).unwrap(), games.len() as u64);
        let build = crate::keep::journal::Reader::open(&out).unwrap().header().build.clone();
        assert_eq!(build.as_deref(), Some("new + old"));
    }
}
