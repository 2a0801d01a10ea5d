//! Makes one journal of many: the shards of a plan, played anywhere, in any order, even more than
//! once.
//!
//! Merging is idempotent: a game that several journals have, played alike, is one game. The
//! result is byte for byte the journal that one machine would have written, but where players are
//! excluded: their faults are counted within one journal, so each part asks them for longer.
//!
//! Where games are missing and may be, the result is [partial](crate::keep::Header::partial): a part like the others. So
//! merges form a tree, and its root has the same bytes whatever its shape.

use std::{
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    ask::words::io_words,
    keep::{
        extends::extends,
        header::split,
        joint::{Conflicts, Joint},
        journal::{Reader, is_journal},
        journal_error::{JournalError, io_error},
        journal_options::JournalOptions,
        merge_error::MergeError,
        unfinished::{OutputError, Protected, Unfinished},
        writer::Writer,
    },
};

/// Options for merging journals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Merging {
    /// Whether any other journal may be replaced, whatever its games.
    pub force: bool,
    /// Whether one journal may have games of several builds of agon.
    pub mixed_builds: bool,
    /// Whether games may be missing. The journal then says so, and is joined with others as the parts are.
    pub partial: bool,
    /// What is done where records of a game differ. A journal of which one was taken says so.
    pub conflicts: Conflicts,
}

/// The result of a merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The number of games in the new journal.
    pub games: u64,
    /// Whether these are all games of the tournament.
    pub is_over: bool,
    /// How many games there should be, and which are missing, in words.
    pub missing: Option<(u64, String)>,
    /// In how many games records differ.
    pub differing: u64,
}

/// What a journal says of itself in its header, before its games are read.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Kind {
    is_partial: bool,
    is_preferred: bool,
}

/// Merges the journals at `inputs` into one at `out`, which appears only when it is complete. If later games depend on
/// earlier ones, it ends with the last block that has a part among the inputs. An existing journal is replaced if the new
/// one has all its games. `told` receives the number of games read, and the total.
///
/// # Errors
///
/// If the inputs contradict each other, games are missing, `out` is an input or another journal, or
/// a file cannot be read or written.
pub fn merge(
    inputs: &[PathBuf],
    out: &Path,
    how: Merging,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Merged, MergeError> {
    let mut begun = Vec::new();
    if how.partial {
        // A part whose header is being written has no game yet.
        let has_begun = |path: &&PathBuf| !matches!(Reader::open(path), Err(JournalError::Unbegun(_)));
        begun.extend(inputs.iter().filter(has_begun).cloned());
    }
    let parts = if begun.is_empty() { inputs } else { &begun };
    // The header comes first, and what it says of the games is known last: written again where that was otherwise.
    let mut kind = Kind::default();
    loop {
        let (unfinished, merged) = write(inputs, parts, out, how, kind, told)?;
        let found = Kind { is_partial: merged.missing.is_some(), is_preferred: merged.differing != 0 };
        if found == kind {
            publish(unfinished, out, how)?;
            return Ok(merged);
        }
        kind = found;
    }
}

/// Writes the journal of `parts`, of this kind, where it does not appear yet.
fn write(
    inputs: &[PathBuf],
    parts: &[PathBuf],
    out: &Path,
    how: Merging,
    kind: Kind,
    told: &mut dyn FnMut(u64, u64),
) -> Result<(Unfinished, Merged), MergeError> {
    let paths: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    // Whether the existing file may be replaced is checked when the new one is complete.
    let protected = Protected { inputs: &paths, force: true };
    let (mut joint, mut header) = Joint::open(parts, how.mixed_builds, Reader::plan)?;
    joint.conflicts = how.conflicts;
    let of_blocks = joint.partial_header(&header);
    if kind.is_partial
        && let Ok(partial) = &of_blocks
    {
        header = partial.clone();
    }
    header.preferred |= kind.is_preferred;
    // Opening a pipe would wait for its reader.
    if !Unfinished::is_plain(out) {
        return Err(JournalError::NotPlain(out.display().to_string()).into());
    }
    let mut unfinished = Unfinished::of(out, protected)?;
    let journal_options = JournalOptions { durable_every: Duration::MAX, ..JournalOptions::default() };
    let file = unfinished.file().try_clone().map_err(|error| io_error(out, error))?;
    let mut writer = Writer::begin(file, out, &header, &journal_options)?;
    let mut games = 0;
    // Builds that went on with a journal are found where they did: the one that is named, if not all are
    // that the header names.
    let mut named = None;
    joint.join(&mut |source, played, is_gapless| {
        if source.reader.is_mixed() || named.is_some() {
            let build = source.reader.build();
            let is_new = split(build).any(|build| split(header.build()).all(|known| known != build));
            let now = is_new.then(|| build.to_owned());
            if is_new && !how.mixed_builds {
                let (one, other) = (source.name.clone(), source.name.clone());
                let builds = (source.reader.header().build().to_owned(), build.to_owned());
                return Err(JournalError::Builds { one, other, builds });
            }
            if now != named {
                writer.name_build(build);
                named = now;
            }
        }
        told(played.record.number, played.plan.games());
        if is_gapless || kind.is_partial {
            writer.append(played.bytes).map_err(|error| unwritten(&error))?;
            if 1 << 20 <= writer.waiting() {
                writer.settle().map_err(|error| unwritten(&error))?;
            }
            games += 1;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let (all, gaps) = (joint.end(), joint.gaps(joint.end()));
    let mut missing = None;
    if gaps.count != 0 {
        let which = joint.missing(&gaps);
        match of_blocks {
            _ if !how.partial => return Err(MergeError::Missing { missing: gaps.count, all, which }),
            Err((one, other)) => {
                return Err(MergeError::Blocks { one, other, missing: gaps.count, all, which });
            }
            Ok(_) => missing = Some(missing_words(&joint, (all, which))),
        }
    }
    writer.sync().map_err(|error| unwritten(&error))?;
    let is_over = missing.is_none() && joint.is_over();
    Ok((unfinished, Merged { games, is_over, missing, differing: joint.differing }))
}

/// How many games there should be, and which are missing: of the block alone, unless that is complete.
fn missing_words(joint: &Joint, whole: (u64, String)) -> (u64, String) {
    let gaps = joint.gaps_of_block(joint.end());
    if gaps.count == 0 { whole } else { (joint.end() - joint.first(), joint.missing(&gaps)) }
}

/// Puts the journal in its place, if that is free or has no other games.
fn publish(mut unfinished: Unfinished, out: &Path, how: Merging) -> Result<(), MergeError> {
    unfinished.hold()?;
    let is_kept = || extends(unfinished.path(), unfinished.place());
    if is_journal(unfinished.place()) && !how.force && !is_kept() {
        return Err(OutputError::Journal(out.display().to_string()).into());
    }
    unfinished.publish()?;
    Ok(())
}

fn unwritten(error: &io::Error) -> JournalError {
    JournalError::Written(io_words(error))
}

#[cfg(test)]
mod tests {
    use super::{MergeError, Merged, Merging, merge};
    use crate::{
        Job, Played, Recorder, Run, Score, Spec,
        keep::{
            header::Header,
            journal::Reader,
            journal_error::JournalError,
            journal_options::JournalOptions,
            read::{Reading, read},
            record_check::Detail,
            writer::Writer,
        },
        plan::{half_points::HalfPoints, rounds::Met, schedule::Plan, shard::Shard},
        play::{
            ending::{Ending, Fault},
            record::Record,
        },
    };
    use agon_core::Seat;
    use std::{
        env, fs,
        io::{self, Write},
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
        let mut writer = Writer::open(path, &header, &JournalOptions::default(), &mut |_| Ok(())).unwrap();
        for index in 0..plan.shard_games(shard) {
            writer.append(&games[plan.shard_number(shard, index) as usize]).unwrap();
        }
        writer.sync().unwrap();
    }

    #[test]
    fn more_shards_than_files_may_be_open_merge_to_the_bytes_of_one_machine() {
        let asked = |name: &str, least: u64| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(least);
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
        assert_eq!(merged, Merged { games: games.len() as u64, is_over: true, ..Merged::default() });
        assert!(fs::read(at("merged")).unwrap() == fs::read(at("whole")).unwrap());
        let error = merge(&paths[1..], &at("less"), Merging::default(), &mut |_, _| ()).unwrap_err();
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
        assert!(matches!(error, MergeError::Journal(JournalError::Conflict { game: 2, .. })), "{error}");
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
                Err(MergeError::Journal(JournalError::OtherResults { from, .. })) if from == first.games() => {
                    refused += 1;
                }
                other => assert_eq!(other.unwrap().games, 2 * first.games()),
            }
        }
        // Both meetings can't have ended alike in more than one of these ways.
        assert!(all.len() - 1 <= refused, "{refused}");
    }

    #[test]
    fn a_shard_that_is_written_while_others_are_read_is_not_called_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["1", "2"].map(|name| folder.path().join(name));
        let (plan, games) = played(4);
        for (index, path) in (0..).zip(&paths) {
            write(path, &plan, Shard::part(index, 2), &games, "a");
        }
        let whole = fs::read(&paths[0]).unwrap();
        let begun = Header::new(&plan, Shard::part(0, 2), "a").bytes().len();
        let last = plan.shard_number(Shard::part(1, 2), plan.shard_games(Shard::part(1, 2)) - 1);
        // The first shard is incomplete at first; the rest comes with the last game of the other.
        for there in (0..=whole.len()).rev() {
            fs::write(&paths[0], &whole[..there]).unwrap();
            let reading = read(&paths, Detail::Figures, &mut |game| {
                if game.record.number == last {
                    let mut file = fs::File::options().append(true).open(&paths[0]).unwrap();
                    file.write_all(&whole[there..]).unwrap();
                }
                Ok(ControlFlow::Continue(()))
            });
            match reading {
                Ok(Reading { parts, .. }) => assert!(parts[0].games <= parts[0].of, "{there}"),
                Err(error) => {
                    let is_begun = begun <= there;
                    assert!(!is_begun && !error.to_string().contains("damaged"), "{there}: {error}");
                }
            }
        }
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
        let build = Reader::open(&out).unwrap().header().build.clone();
        assert_eq!(build.as_deref(), Some("new + old"));
    }

    #[test]
    fn a_journal_remembers_every_build_that_went_on_with_it_wherever_it_is_merged() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (plan, games) = played(4);
        let add = |path: &Path, build: &str, mixed_builds: bool, some: &[Vec<u8>]| {
            let header = Header::new(&plan, Shard::WHOLE, build);
            let options = JournalOptions { mixed_builds, ..JournalOptions::default() };
            let mut read = 0;
            let mut writer = Writer::open(path, &header, &options, &mut |reader| {
                let mut record = Record::default();
                while reader.next(&mut record)?.is_some() {
                    read += 1;
                }
                Ok(())
            })
            .unwrap();
            if let Some(builds) = writer.other_builds() {
                return Err(builds.to_owned());
            }
            some[read..].iter().for_each(|game| writer.append(game).unwrap());
            writer.sync().map_err(|error| error.to_string())
        };
        let builds = |path: &Path| {
            let (mut reader, mut record) = (Reader::open(path).unwrap(), Record::default());
            let mut builds = Vec::new();
            while reader.next(&mut record).unwrap().is_some() {
                builds.push(reader.build().to_owned());
            }
            (builds, reader.builds())
        };
        let j = at("j");
        add(&j, "a", false, &games[..3]).unwrap();
        let alone = fs::read(&j).unwrap();
        assert!(add(&j, "b", false, &games[..5]).is_err());
        // Reading adds nothing, and games of a single build need no note.
        add(&j, "b", true, &games[..3]).unwrap();
        assert_eq!(fs::read(&j).unwrap(), alone);
        add(&j, "b", true, &games[..5]).unwrap();
        for build in ["a", "b", "c"] {
            let refusal = add(&j, build, false, &games).unwrap_err();
            assert!(refusal == "a + b", "{refusal}");
        }
        add(&j, "b", true, &games[..6]).unwrap();
        add(&j, "a", true, &games[..7]).unwrap();
        add(&j, "c", true, &games).unwrap();
        let expected = ["a", "a", "a", "b", "b", "b", "a", "c"];
        assert_eq!(builds(&j), (expected.map(str::to_owned).to_vec(), "a + b + c".to_owned()));
        // With a part that the first build alone has played.
        add(&at("a"), "a", false, &games[..2]).unwrap();
        let paths = [at("a"), j.clone()];
        let out = at("out");
        let refused = merge(&paths, &out, Merging::default(), &mut |_, _| ()).unwrap_err();
        assert!(refused.to_string().contains("might play otherwise"), "{refused}");
        let mixed = Merging { mixed_builds: true, ..Merging::default() };
        merge(&paths, &out, mixed, &mut |_, _| ()).unwrap();
        assert_eq!(builds(&out).1, "a + b + c");
        assert!(add(&out, "a", false, &games).is_err());
        merge(std::slice::from_ref(&j), &at("copy"), mixed, &mut |_, _| ()).unwrap();
        assert_eq!(fs::read(at("copy")).unwrap(), fs::read(&j).unwrap());
        // Every cut of it is read, and gone on with.
        let whole = fs::read(&j).unwrap();
        for length in alone.len()..whole.len() {
            fs::write(at("cut"), &whole[..length]).unwrap();
            add(&at("cut"), "d", true, &games).unwrap();
            assert_eq!(builds(&at("cut")).0.len(), games.len());
        }
    }
}
