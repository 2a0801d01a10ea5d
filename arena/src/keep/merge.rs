//! Makes one journal of many: the shards of a plan, played anywhere, in any order, even more than
//! once.
//!
//! Merging is idempotent: a game that several journals have, played alike, is one game. The
//! result is byte for byte the journal that one machine would have written.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
    fs::File,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
    time::Duration,
};

use agon_core::key_of;

use crate::{
    keep::{
        journal::{Header, JournalError, Reader, is_journal, results},
        journal_options::JournalOptions,
        scrutiny::{Detail, Scrutiny},
        unfinished::{OutputError, Protected, Unfinished},
        writer::Writer,
    },
    plan::schedule::{Fixture, Plan, Shard},
    play::{played::Played, record::Record},
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
    /// Two of them have different records of one game.
    #[error(
        "conflict: {one} and {other} have different records of game {game}. Players that look at a \
         clock never play a game twice alike; for all others, agon verify says which record is \
         right"
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
    /// Its games follow other results of earlier rounds.
    #[error(
        "{other}: its games, from game {from} on, follow results of earlier rounds that differ \
         from those merged here; leave it out, and play that part again with --after"
    )]
    OtherResults {
        /// The journal.
        other: String,
        /// Its first game.
        from: u64,
    },
}

/// How journals are merged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Merging {
    /// Whether another journal may be replaced, whatever games it has.
    pub force: bool,
    /// Whether games of several builds of agon may stand in one journal.
    pub mixed_builds: bool,
}

/// The result of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// How many games the new journal has.
    pub games: u64,
    /// Whether these are all games of the tournament.
    pub is_over: bool,
}

/// A journal that is being merged.
struct MergeInput {
    name: String,
    reader: Reader,
    shard: Shard,
    /// The key of the rounds that its games follow.
    rounds: u64,
    taken: u64,
    games: u64,
    record: Record,
    bytes: Vec<u8>,
    /// How many of the bytes are the game itself.
    act: usize,
}

/// Up to so many journals stay open; if there are more, each is opened anew for every piece that is
/// read.
const MOST_OPEN: usize = 200;
/// So many bytes all pieces may take together, and one at least and at most.
const PIECES: usize = 64 << 20;
const PIECE: (usize, usize) = (1 << 12, 1 << 16);

/// Merges the journals at `inputs` into one at `out`, which is written when it is whole and not
/// before. Where later games depend on earlier ones, it ends with the last block of which there is a
/// part. A journal that is there already is replaced if the new one begins with all it has. `told`
/// hears how many games were read, and how many there are.
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
) -> Result<Merged, MergeError> {
    let paths: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    // Whether what is there may be replaced is seen when the new one is whole.
    let protected = Protected { inputs: &paths, force: true };
    let (mut joint, header) = Joint::open(inputs, how)?;
    let unfinished = Unfinished::of(out, protected)?;
    if !unfinished.is_beside() {
        return Err(JournalError::NotPlain(out.display().to_string()).into());
    }
    let journal_options =
        JournalOptions { durable_every: Duration::MAX, ..JournalOptions::default() };
    let mut writer = Writer::open(unfinished.path(), &header, &journal_options, &mut |_| Ok(()))?;
    let mut games = 0;
    joint.join(&mut |_, played, is_gapless| {
        told(played.record.number, played.plan.games());
        if is_gapless {
            writer.append(played.bytes).map_err(|error| unwritten(&error))?;
            if 1 << 20 <= writer.waiting() {
                writer.settle().map_err(|error| unwritten(&error))?;
            }
            games += 1;
        }
        Ok(())
    })?;
    let gaps = joint.gaps(joint.end());
    if gaps.count != 0 {
        let which = missing(&joint.sources, &gaps);
        return Err(MergeError::Missing { missing: gaps.count, all: joint.end(), which });
    }
    writer.sync().map_err(|error| unwritten(&error))?;
    let is_kept = || begins_with(unfinished.path(), unfinished.place());
    if is_journal(unfinished.place()) && !how.force && !is_kept() {
        return Err(OutputError::Journal(out.display().to_string()).into());
    }
    unfinished.publish()?;
    Ok(Merged { games, is_over: joint.is_over() })
}

/// Between the builds of a journal of several.
const BUILDS: &str = " + ";

/// Journals of one tournament, read together.
struct Joint {
    sources: Vec<MergeInput>,
    /// The plan, as far as it is known.
    plan: Plan,
    /// What the games add up to, where that decides about later ones, or somebody wants to know.
    score: Score,
    is_scored: bool,
    /// The first game that any of them could have, and the first after those that were read.
    first: u64,
    next: u64,
    /// Which are missing between these.
    gaps: Gaps,
    /// Whether the match has shown enough.
    is_enough: bool,
}

type Take<'a> = dyn FnMut(&MergeInput, &Played<'_>, bool) -> Result<(), MergeError> + 'a;

impl Joint {
    /// Opens all of them, every one at its first game, and says the header of the whole.
    fn open(inputs: &[PathBuf], how: Merging) -> Result<(Joint, Header), MergeError> {
        let Some(first) = inputs.first() else {
            return Err(MergeError::Missing {
                missing: 0,
                all: 0,
                which: "no journal given".into(),
            });
        };
        let name = first.display().to_string();
        let (mut sources, mut builds) = (Vec::<MergeInput>::new(), BTreeSet::new());
        let mut plan = Reader::open(first)?.plan()?;
        let mut header = Reader::open(first)?.header().clone();
        let (mut from, first_build) = (header.shard().from, header.build.clone());
        let mut thoughts = header.thoughts;
        for path in inputs {
            let reader = if inputs.len() <= MOST_OPEN {
                Reader::open(path)?
            } else {
                Reader::ajar(path, (PIECES / inputs.len()).clamp(PIECE.0, PIECE.1))?
            };
            let other = path.display().to_string();
            let theirs = reader.header();
            if theirs.identity != header.identity {
                return Err(MergeError::Foreign { one: name, other });
            }
            if theirs.build != first_build && !how.mixed_builds {
                let builds = (header.build().to_owned(), theirs.build().to_owned());
                return Err(MergeError::Builds { one: name, other, builds });
            }
            if theirs.shard().from < from {
                (plan, from) = (reader.plan()?, theirs.shard().from);
            }
            thoughts |= theirs.thoughts;
            builds.extend(theirs.build().split(BUILDS).map(str::to_owned));
            sources.push(MergeInput::new(other, reader));
        }
        header = Header::new(&plan, Shard::WHOLE, "");
        (header.build, header.thoughts) = (first_build, thoughts);
        if 1 < builds.len() {
            header.build = Some(builds.into_iter().collect::<Vec<_>>().join(BUILDS));
        }
        let tournament = plan.tournament();
        let joint = Joint {
            is_scored: tournament.stop.is_some() || !tournament.format.is_static(),
            score: if from == 0 { Score::new(&plan) } else { Score::of_part(&plan) },
            sources,
            plan,
            first: from,
            next: from,
            gaps: Gaps::default(),
            is_enough: false,
        };
        Ok((joint, header))
    }

    /// Hands every game once, in the order of the plan, to `take`, with whether none is missing
    /// before it, until the match has shown enough.
    fn join(&mut self, take: &mut Take<'_>) -> Result<(), MergeError> {
        let (mut queue, mut holders) = (BinaryHeap::new(), Vec::new());
        let mut fixture = Fixture::default();
        self.wake(&mut queue)?;
        while let Some(Reverse((game, first))) = queue.pop() {
            holders.clear();
            holders.push(first);
            while let Some(&Reverse((same, index))) = queue.peek()
                && same == game
            {
                queue.pop();
                holders.push(index);
            }
            self.gaps.add(self.next, game);
            self.next = game + 1;
            let is_gapless = self.first == 0 && self.gaps.count == 0;
            let source = &self.sources[agree(&self.sources, &holders)?];
            let played = source.played(&self.plan, &mut fixture);
            take(source, &played, is_gapless)?;
            if self.is_scored {
                self.score.take(&played);
                if is_gapless && self.score.is_enough(&played) {
                    self.is_enough = true;
                    return Ok(());
                }
            }
            for &index in &holders {
                let next = self.sources[index].advance(&self.plan)?;
                queue.extend(next.map(|game| Reverse((game, index))));
            }
            // Who meets next is known when all games of a round are.
            if queue.is_empty()
                && self.gaps.count == 0
                && self.next == self.plan.games()
                && let Ok(Some(longer)) = self.plan.extend(self.score.last_round())
            {
                self.plan = longer;
                self.wake(&mut queue)?;
            }
        }
        let is_read = |source: &&mut MergeInput| source.shard.from < self.plan.games();
        self.sources.iter_mut().filter(is_read).try_for_each(MergeInput::end)?;
        Ok(())
    }

    /// Goes on with those that have games of the part of the plan that is known now.
    fn wake(&mut self, queue: &mut BinaryHeap<Reverse<(u64, usize)>>) -> Result<(), MergeError> {
        let rounds = key_of(&results(&self.plan));
        for (index, source) in self.sources.iter_mut().enumerate() {
            let Shard { from, .. } = source.shard;
            if source.shard.is_of_block() && source.taken == 0 && from < self.plan.games() {
                if source.rounds != rounds {
                    return Err(MergeError::OtherResults { other: source.name.clone(), from });
                }
                if !self.plan.has(source.shard) {
                    return Err(source.reader.without_part().into());
                }
            }
            source.games = self.plan.shard_games(source.shard);
            queue.extend(source.advance(&self.plan)?.map(|game| Reverse((game, index))));
        }
        Ok(())
    }

    /// Where the whole of what they have should end.
    fn end(&self) -> u64 {
        let ends = self.sources.iter().filter(|source| source.shard.is_of_block());
        match ends.map(|source| source.shard.to).max() {
            _ if self.is_enough => self.next,
            Some(end) => self.next.max(end),
            None if self.plan.tournament().format.is_static() => self.plan.games(),
            None => self.next,
        }
    }

    /// Which games before `end` nobody has.
    fn gaps(&self, end: u64) -> Gaps {
        let mut gaps = Gaps::default();
        gaps.add(0, self.first);
        gaps.count += self.gaps.count;
        gaps.ranges.extend_from_slice(&self.gaps.ranges);
        gaps.add(self.next, end);
        gaps
    }

    /// Whether the tournament has no other games than those that were read.
    fn is_over(&self) -> bool {
        self.is_enough || self.gaps(self.plan.games()).count == 0
    }
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
/// that writes one of them is not disturbed. Every game is handed to `take`, once, in the order of
/// the plan.
///
/// # Errors
///
/// Where one can't be read, or they contradict each other or are of different tournaments, and what
/// `take` finds wrong.
pub fn gather(
    inputs: &[PathBuf],
    how: Merging,
    detail: Detail,
    take: &mut dyn FnMut(&Played<'_>) -> Result<(), JournalError>,
) -> Result<Gathered, MergeError> {
    let (mut joint, _) = Joint::open(inputs, how)?;
    joint.is_scored = true;
    let mut scrutiny = Scrutiny::default();
    joint.join(&mut |source, played, _| {
        scrutiny
            .look(played.plan, played.fixture, played.record, detail)
            .map_err(|what| source.reader.impossible(what))?;
        Ok(take(played)?)
    })?;
    let is_over = joint.is_over();
    let missing = (!is_over).then(|| missing(&joint.sources, &joint.gaps(joint.plan.games())));
    let Joint { plan, score, sources, .. } = joint;
    let part = |(source, path): (&MergeInput, &PathBuf)| Part {
        path: path.clone(),
        shard: source.shard,
        games: source.taken,
        of: source.games,
    };
    let parts = sources.iter().zip(inputs).map(part).collect();
    Ok(Gathered { plan, score, parts, missing })
}

/// Which of the `holders` of one game has the record that is kept.
///
/// # Errors
///
/// Where two records differ in more than the wording of a message, or what players thought. A record with
/// thoughts is kept rather than one without; which wording is kept depends on nothing but the wordings.
fn agree(sources: &[MergeInput], holders: &[usize]) -> Result<usize, MergeError> {
    let mut best = holders[0];
    for &index in &holders[1..] {
        let (one, other) = (&sources[best], &sources[index]);
        if one.bytes[..one.act] != other.bytes[..other.act]
            || one.record.payoffs != other.record.payoffs
            || one.record.opening != other.record.opening
        {
            let first = sources[holders[0]].name.clone();
            let (game, other) = (one.record.number, other.name.clone());
            return Err(MergeError::Conflict { game, one: first, other });
        }
        let [one, other] =
            [one, other].map(|source| (source.record.thoughts.is_empty(), &source.bytes));
        if other < one {
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

    fn new(name: String, mut reader: Reader) -> MergeInput {
        let shard = reader.header().shard();
        let rounds = key_of(&reader.header().rounds);
        reader.forget();
        let (record, bytes) = (Record::default(), Vec::new());
        MergeInput { name, reader, shard, rounds, taken: 0, games: 0, record, bytes, act: 0 }
    }

    /// Reads the next record, if it should have another, and says which game it is of.
    fn advance(&mut self, plan: &Plan) -> Result<Option<u64>, JournalError> {
        if self.taken == self.games {
            return Ok(None);
        }
        let Some((bytes, act)) = self.reader.next(&mut self.record)? else { return Ok(None) };
        self.act = act;
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        let expected = plan.shard_number(self.shard, self.taken);
        if self.record.number != expected {
            return Err(self.reader.misplaced(expected, &self.record));
        }
        self.taken += 1;
        Ok(Some(expected))
    }

    /// Nothing may follow when all has been read.
    fn end(&mut self) -> Result<(), JournalError> {
        match self.reader.next(&mut self.record)? {
            None => Ok(()),
            Some(_) => Err(self.reader.misplaced(u64::MAX, &self.record)),
        }
    }
}

/// Missing games, as ranges; only the first few are kept.
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

/// What is missing, by shard where all journals that could have it are shards of one division.
fn missing(sources: &[MergeInput], gaps: &Gaps) -> String {
    let first = gaps.ranges.first().map_or(0, |&(first, _)| first);
    let is_of_blocks = sources.iter().any(|source| source.shard.is_of_block());
    let could = |source: &&MergeInput| {
        let Shard { from, to, .. } = source.shard;
        (from..to).contains(&first) && source.shard.is_of_block() == is_of_blocks
    };
    let sources: Vec<&MergeInput> = sources.iter().filter(could).collect();
    let one = sources.first().map_or(Shard::WHOLE, |source| source.shard);
    let (of, block) = (one.of, (one.from, one.to));
    if sources.iter().all(|s| (s.shard.of, (s.shard.from, s.shard.to)) == (of, block))
        && (2..=10_000).contains(&of)
    {
        let mut best: BTreeMap<u64, &MergeInput> = BTreeMap::new();
        for source in sources {
            let known = best.entry(source.shard.index).or_insert(source);
            if known.taken <= source.taken {
                *known = source;
            }
        }
        let games = if is_of_blocks {
            format!(" of games {} to {}", block.0, block.1 - 1)
        } else {
            String::new()
        };
        let shard = |index: u64| match best.get(&index) {
            None => Some(format!("shard {}/{of}{games}", index + 1)),
            Some(source) if source.taken < source.games => Some(format!(
                "shard {}/{of}{games} after {} of {} games ({})",
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
    use super::{MergeError, Merged, Merging, merge};
    use crate::{
        Job, Played, Recorder, Run, Score, Spec,
        keep::{journal::Header, journal_options::JournalOptions, writer::Writer},
        plan::{
            half_points::HalfPoints,
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
        let header = Header::new(plan, shard, build);
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
            write(path, &plan, Shard::part(index, of), &games, "a");
        }
        let started = Instant::now();
        let merged = merge(&paths, &at("merged"), Merging::default(), &mut |_, _| ()).unwrap();
        println!("{of} shards of {merged:?} merged in {:?}", started.elapsed());
        assert_eq!(merged, Merged { games: games.len() as u64, is_over: true });
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
    fn a_round_that_follows_other_results_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["base", "next"].map(|name| folder.path().join(name));
        let spec = Spec::default().player("minimax").player("random").game("nim(1+2)");
        let mut spec = spec.player_named("b", "random").player_named("c", "random").openings(1, 0);
        spec.format = Some("swiss".parse().unwrap());
        let first = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
        let recorder = Kept(Score::new(&first), Vec::new());
        let (Kept(_, games), _, run) = Job::whole(Arc::clone(&first), 1).run(recorder);
        assert!(matches!(run, Run::Done));
        write(&paths[0], &first, Shard::WHOLE, &games, "a");
        let results = |(a, b): (u64, u64)| {
            let points = (HalfPoints(a), HalfPoints(b));
            let met = first.round(0).into_iter();
            met.map(|met| Met { points, ..met }).collect::<Vec<Met>>()
        };
        let mut refused = 0;
        let all = [(4, 0), (3, 1), (2, 2), (1, 3), (0, 4)];
        for points in all {
            let other = first.extend(&results(points)).unwrap().unwrap();
            let block = Shard::WHOLE.within((first.games(), other.games()));
            let _ = fs::remove_file(&paths[1]);
            write(&paths[1], &other, block, &games, "a");
            let out = folder.path().join("out");
            match merge(&paths, &out, Merging::default(), &mut |_, _| ()) {
                Err(MergeError::OtherResults { from, .. }) if from == first.games() => refused += 1,
                other => assert_eq!(other.unwrap().games, 2 * first.games()),
            }
        }
        // Both meetings can't have ended alike in more than one of these ways.
        assert!(all.len() - 1 <= refused, "{refused}");
    }

    #[test]
    fn shards_of_two_builds_merge_only_where_that_is_asked_for_and_say_so() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["1", "2"].map(|name| folder.path().join(name));
        let (plan, games) = played(4);
        for (index, (path, build)) in (0..).zip(paths.iter().zip(["new", "old"])) {
            write(path, &plan, Shard::part(index, 2), &games, build);
        }
        let out = folder.path().join("out");
        let error = merge(&paths, &out, Merging::default(), &mut |_, _| ()).unwrap_err();
        assert!(error.to_string().contains("played by new") && !out.exists(), "{error}");
        let mixed = Merging { mixed_builds: true, ..Merging::default() };
        assert_eq!(merge(&paths, &out, mixed, &mut |_, _| ()).unwrap().games, games.len() as u64);
        let build = crate::keep::journal::Reader::open(&out).unwrap().header().build.clone();
        assert_eq!(build.as_deref(), Some("new + old"));
    }
}
