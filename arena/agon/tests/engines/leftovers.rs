//! Nothing of an engine outlives the arena, and none makes it grow.

use std::{
    fs,
    path::PathBuf,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{
    started::{HANGS, Started, until},
    table::{Table, Test, mark, rogue},
};

pub(crate) const TESTS: &[Test] = &[
    ("nothing_of_an_engine_is_left_when_the_arena_ends", ends),
    ("nothing_of_an_engine_is_left_when_the_arena_is_killed", killed),
    ("nothing_of_an_engine_is_left_when_its_warden_is_killed", warden_killed),
    ("nothing_of_an_engine_is_left_that_kills_its_own_warden", warden_murdered),
    ("eight_engines_that_print_without_end_cost_little", eight),
];

/// The measurement, on a quiet machine.
pub(crate) const BY_THE_CLOCK: &[Test] = &[("a_move_of_an_engine_costs_a_twentieth_of_a_millisecond", cost)];

/// The processes that have `mark` among their arguments, but for this one and the arena: all of an
/// engine's, its warden too.
fn marked(mark: &str) -> Vec<i32> {
    let pids = fs::read_dir("/proc").unwrap();
    let pids = pids.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse::<i32>().ok());
    let has_mark = |pid: &i32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words: Vec<&[u8]> = line.split(|&byte| byte == 0).collect();
        words.contains(&mark.as_bytes())
    };
    pids.filter(has_mark).collect()
}

/// How many processes are dead, and waited for by nobody, below `parent`.
fn zombies(parent: u32) -> usize {
    let pids = fs::read_dir("/proc").unwrap();
    let pids = pids.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse::<i32>().ok());
    let is_one = |pid: &i32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let rest = stat.rsplit(") ").next().unwrap_or_default();
        rest.starts_with(&format!("Z {parent} "))
    };
    pids.filter(is_one).count()
}

/// Starts a tournament in which the engine hangs after it has had children.
fn started(how: &str, mark: &str) -> (Started, PathBuf) {
    let player = rogue("uci", how, mark, "");
    let records = std::env::temp_dir().join(format!("{mark}.jsonl"));
    let table = Table { game: "chess", players: &[&player, "random"], more: &["--openings", "100", "--jobs", "1"] };
    (start(&table, &records), records)
}

/// Starts a tournament that says nothing.
fn start(table: &Table<'_>, records: &PathBuf) -> Started {
    let mut command = table.command(records);
    Started::new(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()))
}

fn ends() {
    for how in ["well", "family", "stubborn", "leaves", "crash"] {
        let mark = mark();
        let player = rogue("uci", how, &mark, "");
        let players = [&*player, "random"];
        let more = ["--openings", "1", "--max-plies", "12"];
        Table { game: "chess", players: &players, more: &more }.play();
        until(how, || marked(&mark).is_empty());
    }
}

fn killed() {
    let mark = mark();
    let (mut arena, records) = started("family", &mark);
    // The engine, its warden, and children that have left its session.
    until("children", || 5 <= marked(&mark).len());
    until("the dead are waited for", || zombies(arena.id()) == 0);
    kill_process(Pid::from_child(&arena), Signal::KILL).unwrap();
    until("nothing left", || marked(&mark).is_empty());
    arena.ended();
    let _ = fs::remove_file(records);
}

fn warden_killed() {
    let mark = mark();
    let (mut arena, records) = started("hang", &mark);
    let is_warden = |pid: &i32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.split(|&byte| byte == 0).any(|word| word == b"--agon-warden")
    };
    // Once it hangs they stay the same; before, it is tried out.
    let mut pair = None;
    until("it hangs", || {
        let found = marked(&mark);
        thread::sleep(Duration::from_millis(300));
        if let ([one, other], true) = (&found[..], found == marked(&mark)) {
            pair = Some(if is_warden(one) { (*one, *other) } else { (*other, *one) });
        }
        pair.is_some()
    });
    let (warden, engine) = pair.unwrap();
    kill_process(Pid::from_raw(warden).unwrap(), Signal::KILL).unwrap();
    until("the engine ends with it", || !marked(&mark).contains(&engine));
    kill_process(Pid::from_child(&arena), Signal::KILL).unwrap();
    arena.ended();
    until("nothing left", || marked(&mark).is_empty());
    let _ = fs::remove_file(records);
}

fn warden_murdered() {
    let mark = mark();
    let player = rogue("uci", "murders", &mark, ", patience=600");
    let players = [&*player, "random"];
    let since = Instant::now();
    let more = ["--openings", "1", "--max-plies", "12"];
    let outcome = Table { game: "chess", players: &players, more: &more }.play();
    for (ending, detail) in outcome.endings_of(&player) {
        assert_eq!(ending, "crashed", "{detail}");
        assert!(detail.contains("signal 9 ended it"), "{detail}");
    }
    // Its game does not wait for what it has left behind, which would take ten minutes.
    assert!(since.elapsed() < HANGS / 2, "{:?}", since.elapsed());
    until("nothing left", || marked(&mark).is_empty());
}

fn eight() {
    let players: Vec<String> = (0..8).map(|_| rogue("uci", "chatty", &mark(), "")).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let records = std::env::temp_dir().join(format!("{}.jsonl", mark()));
    let more = ["--openings", "1", "--max-plies", "8", "--jobs", "1"];
    let mut arena = start(&Table { game: "chess", players: &players, more: &more }, &records);
    let (mut memory, mut files, since) = (0, 0, Instant::now());
    while arena.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < HANGS, "it hangs");
        let own = format!("/proc/{}", arena.id());
        let status = fs::read_to_string(format!("{own}/status")).unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = resident.and_then(|r| r.split_whitespace().next()?.parse::<u64>().ok());
        memory = memory.max(kilobytes.unwrap_or_default());
        files = files.max(fs::read_dir(format!("{own}/fd")).map_or(0, Iterator::count));
        // One may be seen in the moment before it is waited for.
        until("the dead are waited for", || zombies(arena.id()) <= 1);
        thread::sleep(Duration::from_millis(20));
    }
    let lines = fs::read_to_string(&records).unwrap().lines().count();
    fs::remove_file(records).unwrap();
    assert_eq!(lines, 56, "every pair plays from both seats");
    assert!(0 < memory && memory < 96 << 10, "{memory} kB");
    assert!(8 < files && files < 64, "{files} open files");
}

/// The seconds of a processor that `openings` cost the arena itself, and the moves that were played.
fn time_of(openings: u32) -> (f64, usize) {
    let players = ["one", "other"].map(|how| rogue("uci", how, &mark(), ""));
    let records = std::env::temp_dir().join(format!("{}.jsonl", mark()));
    let openings = openings.to_string();
    let more = ["--openings", &openings, "--max-plies", "100", "--jobs", "1"];
    let table = Table { game: "chess", players: &[&players[0], &players[1]], more: &more };
    let mut arena = start(&table, &records);
    let (mut ticks, since) = (0, Instant::now());
    while arena.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < HANGS, "it hangs");
        let stat = fs::read_to_string(format!("/proc/{}/stat", arena.id())).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
        let time = |field: usize| fields.get(field).and_then(|text| text.parse::<u64>().ok());
        // Of a process that has ended there is nothing to be seen.
        ticks = ticks.max(time(11).unwrap_or_default() + time(12).unwrap_or_default());
        thread::sleep(Duration::from_millis(5));
    }
    let text = fs::read_to_string(&records).unwrap();
    fs::remove_file(records).unwrap();
    let moves = |line: &str| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(["over", "too long"].contains(&game["ended"].as_str().unwrap()), "{game}");
        game["moves"].as_str().unwrap().split(' ').count()
    };
    // A hundred ticks a second, on every Linux.
    (ticks as f64 / 100.0, text.lines().map(moves).sum())
}

fn cost() {
    // The least of some: other work on the machine makes caches cold.
    let costs = (0..3).map(|_| {
        let ((few_seconds, few), (seconds, many)) = (time_of(2), time_of(80));
        assert!(few + 5000 < many, "{few} and {many} moves");
        (seconds - few_seconds) * 1000.0 / (many - few) as f64
    });
    let costs: Vec<f64> = costs.collect();
    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
    println!("{costs:?} ms a move");
    assert!(least < 0.05, "{costs:?} ms a move");
}
