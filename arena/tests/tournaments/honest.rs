//! Journals of honest leagues of all formats, also with players that fail: however they are divided,
//! cut, gone on with, looked up and merged, every reader takes them.

use std::{
    fs::{self, OpenOptions},
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use agon_arena::{
    Ending, Plan, Played, Record, Run, Score, Shard, Spec,
    ask::{Exclusion, FaultRule},
    keep::{
        Continued, Detail, Header, JournalOptions, Merging, Reader, Verification, catch_up, merge, read, replay, verify,
    },
    tell::{Csv, Export, Html, JsonLines, PageStyle, Pgn, ResultDocument, Style},
};
use agon_core::{Seed, Stream};

use crate::planned;

/// So many leagues are drawn.
const LEAGUES: u64 = 24;

/// One of these.
fn one<T: Clone>(chance: &mut Stream, of: &[T]) -> T {
    of[chance.below(of.len() as u32) as usize].clone()
}

/// A league of a few entries, of whom some fail in some of their games.
fn league(chance: &mut Stream) -> Spec {
    let format = one(chance, &["round-robin", "gauntlet", "swiss", "knockout", "ladder"]);
    let mut games = vec!["nim(1+2+3)", "tic-tac-toe", "pig(target=5)"];
    if format == "round-robin" {
        games.push("tic-tac-toe(players=3)");
    }
    let seed = chance.bits() >> 1;
    let mut spec = Spec::default().game(one(chance, &games)).seed(seed);
    spec = spec.openings(1 + u64::from(chance.below(4)), chance.below(2));
    if format == "round-robin" && chance.below(3) == 0 {
        spec = spec.game("nim(3+4)");
    }
    for number in 0..3 + chance.below(4) {
        let shares = ["unsteady(share=15)", "unsteady(share=60)", "unsteady(share=100)"];
        let player = if chance.below(2) == 0 { "random" } else { one(chance, &shares) };
        spec = spec.player_named(format!("p{number}"), player);
    }
    spec.format = Some(format.parse().unwrap());
    spec.rounds = ["swiss", "ladder"].contains(&format).then_some(3);
    spec.exclusion = one(chance, &[None, Some(Exclusion::After(1)), Some(Exclusion::After(2))]);
    spec.faults = one(chance, &[None, None, Some(FaultRule::Replay)]);
    spec.thoughts = Some(chance.below(4) == 0);
    spec
}

/// Plays `shard` of the plan, or the rest of it, on `jobs` threads.
fn keep(plan: &Plan, shard: Shard, path: &Path, jobs: usize) {
    let opened = (plan.clone(), shard);
    let (options, none) = (JournalOptions::default(), &mut |_: &Played<'_>, _: &Score| Ok(()));
    let mut continued =
        Continued::open(path, opened, "test", &options, Detail::Moves, none).unwrap_or_else(|error| panic!("{error}"));
    if continued.is_whole() {
        return;
    }
    let (mut continued, _, run) = continued.job(jobs).run(continued);
    assert!(matches!(run, Run::Done), "{run:?}");
    continued.sync().unwrap();
}

/// A result in every form.
fn told(result: &ResultDocument) -> [String; 5] {
    [result.text(), result.report(Style::default()), result.markdown(), result.latex(), result.ranks()]
}

/// All records of these journals, and what they are of; by everybody who reads journals.
fn read_by_all(paths: &[PathBuf], of: &str) -> (Plan, Vec<Record>) {
    let mut records = Vec::new();
    for detail in [Detail::Figures, Detail::Moves] {
        records.clear();
        let reading = read(paths, detail, &mut |game| {
            records.push(game.record.clone());
            Ok(ControlFlow::Continue(()))
        });
        reading.unwrap_or_else(|error| panic!("{of}: {error}"));
    }
    let verification = verify(paths, 1, &mut |_, _| ()).unwrap_or_else(|e| panic!("{of}: {e}"));
    assert!(matches!(verification, Verification::Same { .. }), "{of}: {verification:?}");
    let style = PageStyle { draw: |_| "<path/>\n".to_owned(), ratings: |_| String::new(), sheet: String::new() };
    let mut exports: [Box<dyn Export>; 4] =
        [Box::new(JsonLines), Box::new(Csv::default()), Box::new(Pgn::default()), Box::new(Html::new(20, style))];
    let mut out = Vec::new();
    let reading = read(paths, Detail::Moves, &mut |game| {
        for export in &mut exports {
            export.game(game, &mut out).unwrap();
        }
        Ok(ControlFlow::Continue(()))
    });
    let reading = reading.unwrap_or_else(|error| panic!("{of}: {error}"));
    for export in &mut exports {
        export.end(&reading.plan, &reading.score, &mut out).unwrap();
    }
    assert!(!out.is_empty());
    let (plan, score) = (reading.plan, reading.score);
    let result = ResultDocument::new(&plan, &score);
    let read = ResultDocument::read(&result.text()).unwrap_or_else(|error| panic!("{of}: {error}"));
    assert_eq!(told(&read), told(&result), "{of}");
    for section in &score.sections {
        let _ = (section.ratings(), section.tie_breaks());
        assert_eq!(section.places().len(), section.entries.len(), "{of}");
    }
    let counted: u64 = score.sections.iter().map(|s| s.games + s.void + s.unplayed).sum();
    assert_eq!(counted, records.len() as u64, "{of}");
    (plan, records)
}

/// Reads on from every place of the journal at `path`, in pieces.
fn looked_up(path: &Path, records: &[Record], chance: &mut Stream, of: &str) {
    let plan = || Reader::open(path).and_then(|reader| reader.plan()).unwrap();
    let (mut score, mut known) = (Score::new(&plan()), plan());
    let mut here = Reader::open(path).unwrap().bookmark();
    while here.games() < records.len() as u64 {
        let step = 1 + u64::from(chance.below(5));
        let detail = one(chance, &[Detail::Figures, Detail::Moves]);
        // From here to the end, whatever was read before.
        let mut reader = Reader::open(path).unwrap();
        reader.go_on(&here).unwrap();
        let mut rest = Score::new(&known);
        for record in &records[..here.games() as usize] {
            rest.take(&Played { plan: &known, fixture: &known.fixture(record.number), record, bytes: &[], act: 0 });
        }
        let caught = catch_up(&mut reader, known.clone(), detail, &mut rest, &mut |_, _| Ok(()))
            .unwrap_or_else(|error| panic!("{of}, from {}: {error}", here.games()));
        assert_eq!(caught.games, records.len() as u64, "{of}");
        // And a few games on.
        let mut reader = Reader::open(path).unwrap();
        reader.go_on(&here).unwrap();
        let (mut left, mut after) = (step, here.clone());
        let score = std::cell::RefCell::new(&mut score);
        let (longer, _) = replay(
            &mut reader,
            known.clone(),
            detail,
            &mut |plan: &Plan| plan.extend(score.borrow().last_round()).unwrap(),
            &mut |game| {
                assert_eq!(*game.record, records[after.games() as usize], "{of}");
                score.borrow_mut().take(game);
                after = after.after(game);
                left -= 1;
                Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )
        .unwrap_or_else(|error| panic!("{of}, from {}: {error}", here.games()));
        assert_eq!(reader.bookmark(), after, "{of}");
        (known, here) = (longer, after);
    }
}

/// Cuts the journal anywhere and goes on with it: it is what it was, byte for byte.
fn cut(path: &Path, plan: &Plan, chance: &mut Stream, of: &str) {
    let whole = fs::read(path).unwrap();
    let least = Header::new(plan, Shard::WHOLE, "test").bytes().len() as u64;
    let copy = path.with_extension("cut");
    for jobs in [1, 3] {
        fs::write(&copy, &whole).unwrap();
        let length = least + u64::from(chance.below((whole.len() as u64 - least) as u32 + 1));
        OpenOptions::new().write(true).open(&copy).unwrap().set_len(length).unwrap();
        read_by_all(std::slice::from_ref(&copy), &format!("{of}, cut at {length}"));
        keep(plan, Shard::WHOLE, &copy, jobs);
        assert_eq!(fs::read(&copy).unwrap(), whole, "{of}, cut at {length}");
    }
}

/// Plays the league in shards, block by block where results decide who meets, some of them twice, and merges
/// them in any order.
fn shared_out(folder: &Path, plan: &Plan, chance: &mut Stream, of: &str) {
    let (mut plan, mut from, mut parts) = (plan.clone(), 0, Vec::<PathBuf>::new());
    let merged = folder.join("merged.journal");
    loop {
        let shards = 1 + u64::from(chance.below(5));
        let is_static = plan.tournament().format.is_static();
        for index in 0..shards {
            let part = Shard::part(index, shards);
            let part = if is_static { part } else { part.within((from, plan.games())) };
            for copy in 0..=chance.below(2) {
                let path = folder.join(format!("{from}-{index}-{copy}.journal"));
                keep(&plan, part, &path, 1 + copy as usize);
                parts.push(path);
            }
        }
        chance.shuffle(&mut parts);
        let name = format!("{of}, {shards} shards from game {from}");
        merge(&parts, &merged, Merging::default(), &mut |_, _| ()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (_, records) = read_by_all(std::slice::from_ref(&merged), &name);
        assert_eq!(records.len() as u64, plan.games(), "{name}");
        let (known, of_parts) = read_by_all(&parts, &name);
        assert_eq!(of_parts, records, "{name}");
        looked_up(&merged, &records, chance, &name);
        // Merged again, or with its parts, it is what it was.
        let (before, again) = (fs::read(&merged).unwrap(), folder.join("again.journal"));
        let mut all = parts.clone();
        all.push(merged.clone());
        merge(&all, &again, Merging { force: true, ..Merging::default() }, &mut |_, _| ())
            .unwrap_or_else(|error| panic!("{name}, with its parts: {error}"));
        assert_eq!(fs::read(&again).unwrap(), before, "{name}");
        if known.games() == plan.games() {
            return;
        }
        (plan, from) = (known, plan.games());
    }
}

#[test]
fn every_reader_accepts_journals_of_honest_leagues_in_which_players_fail() -> io::Result<()> {
    let (mut unplayed, mut failed) = (0, 0);
    for number in 0..LEAGUES {
        let mut chance = Seed(2024).stream(number);
        let spec = league(&mut chance);
        let (plan, folder) = (planned(&spec), tempfile::tempdir()?);
        let of = format!("league {number}: {}", plan.tournament().canonical());
        let path = folder.path().join("whole.journal");
        keep(&plan, Shard::WHOLE, &path, 1);
        let (_, records) = read_by_all(std::slice::from_ref(&path), &of);
        unplayed += records.iter().filter(|record| !record.ending.is_played()).count();
        failed += records.iter().filter(|r| matches!(r.ending, Ending::Forfeit(..))).count();
        looked_up(&path, &records, &mut chance, &of);
        cut(&path, &plan, &mut chance, &of);
        shared_out(folder.path(), &plan, &mut chance, &of);
    }
    assert!(50 < unplayed && unplayed < failed, "{unplayed} of {failed}");
    Ok(())
}
