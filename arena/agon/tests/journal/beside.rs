//! Runs and those who look at their journals: neither is in the way of the other.

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use crate::{
    agon::Folder,
    forged::{frames, journal_of},
    started::until,
};

/// Games that would go on for hours, not so short that a journal of millions has to be read again and again.
const ENDLESS: &str = "\
openings = 100000000000
random-plies = 4
players = ['mcts(iterations=30)', { name = 'b', player = 'random' }]
games = ['othello']
";

const SMALL: &str = "\
openings = 2
random-plies = 1
players = ['random', 'greedy', { name = 'c', player = 'random' }]
games = ['nim']
";

/// Waits until there is something in a journal.
fn begun(folder: &Folder, journal: &str) {
    until("games are written down", || fs::metadata(folder.path(journal)).is_ok_and(|about| 4000 < about.len()));
}

#[test]
fn a_reader_beside_a_run_sees_games_and_never_damage() {
    let folder = Folder::with("beside", ENDLESS);
    let mut child = folder.start("run t.toml --jobs 1 --durable-every 0");
    begun(&folder, "t.journal");
    let mut seen = 0;
    for look in 0..4 {
        let journals = "t.journal";
        let status = folder.done(&format!("report progress {journals} --json"));
        let status: serde_json::Value = serde_json::from_slice(&status).unwrap();
        let done = status["done"].as_u64().unwrap();
        assert!(seen <= done, "{done} after {seen}");
        seen = done;
        match look {
            0 => drop(folder.done("report t.journal")),
            1 => drop(folder.done("report games t.journal --to csv --out games.csv")),
            2 => drop(folder.done("report ratings t.journal")),
            _ => {
                let message = folder.fails(1, "merge t.journal --out m.journal");
                assert!(message.contains("games are missing"), "{message}");
            }
        }
    }
    assert!(child.try_wait().unwrap().is_none(), "the run goes on");
    assert!(0 < seen);
}

/// Signals the end when it is dropped, after a failure too.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn to_look_at_a_journal_never_refuses_a_run() {
    let folder = Folder::with("looked-at", SMALL);
    folder.done("run t.toml");
    folder.write("other.toml", SMALL.as_bytes());
    let whole = folder.read("t.journal");
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    // Refused once its lock was looked at: a journal is there, and the run may be writing it.
                    let message = folder.fails(2, "run other.toml --no-journal --records t.journal");
                    let why = ["a journal is there", "a run is writing this journal"];
                    assert!(why.iter().any(|why| message.contains(why)), "{message}");
                }
            });
        }
        let _over = Over(&is_over);
        for _ in 0..15 {
            folder.done("run t.toml --lock-wait 60");
        }
    });
    assert_eq!(folder.read("t.journal"), whole);
}

#[test]
fn a_run_that_ended_with_a_round_goes_on_as_one_that_ended_within() {
    for format in ["swiss", "knockout", "ladder", "round-robin"] {
        let file = format!("format = '{format}'\n{SMALL}").replace("openings = 2", "openings = 1");
        let folder = Folder::with("rounds", &file);
        folder.done("run t.toml");
        let whole = folder.read("t.journal");
        let all = frames(&whole);
        let header = String::from_utf8(all[0].clone()).unwrap();
        let (before, rest) = header.split_once("\"build\":\"").expect("builds are named");
        let (_, rest) = rest.split_once('"').unwrap();
        let foreign = format!("{before}\"build\":\"agon 0.0.1\"{rest}").into_bytes();
        for games in 1..all.len() {
            folder.write("t.journal", &journal_of(&all[..games]));
            folder.done("run t.journal");
            assert_eq!(folder.read("t.journal"), whole, "{format} after {} games", games - 1);
            let mut theirs = all[..games].to_vec();
            theirs[0].clone_from(&foreign);
            folder.write("f.journal", &journal_of(&theirs));
            let message = folder.fails(2, "run f.journal");
            assert!(message.contains("might play otherwise"), "{format}, {games}: {message}");
            assert_eq!(folder.read("f.journal"), journal_of(&theirs));
        }
    }
}

#[test]
fn a_complete_journal_is_reported_as_such_and_not_as_just_played() {
    let folder = Folder::with("complete", SMALL);
    let said = |command: &str| {
        let output = folder.agon(command);
        assert!(output.status.success(), "{output:?}");
        (String::from_utf8(output.stderr).unwrap(), output.stdout)
    };
    let (first, result) = said("run t.toml --json");
    assert_eq!(first, "");
    for command in ["run t.toml --json", "run t.journal --json"] {
        let (again, same) = said(command);
        assert!(again.contains("t.journal is complete; nothing was played"), "{again}");
        assert_eq!(same, result);
    }
    assert_eq!(said("run t.toml --json --quiet"), (String::new(), result.clone()));
    assert_eq!(said("run t.toml --json --no-journal"), (String::new(), result));
}

#[test]
fn the_version_is_the_build_that_journals_name() {
    let folder = Folder::with("version", SMALL);
    folder.done("run t.toml");
    let version = String::from_utf8(folder.done("--version")).unwrap();
    let header = String::from_utf8(frames(&folder.read("t.journal"))[0].clone()).unwrap();
    assert!(header.contains(&format!("\"build\":\"{}\"", version.trim())), "{version}{header}");
    assert_eq!(String::from_utf8(folder.done("-V")).unwrap(), version);
}

#[test]
fn of_a_copy_nobody_says_how_fast_it_was_played() {
    let folder = Folder::with("copied", SMALL);
    folder.done("run t.toml");
    fs::copy(folder.path("t.journal"), folder.path("copy.journal")).unwrap();
    let said = String::from_utf8(folder.done("report progress copy.journal")).unwrap();
    assert!(said.contains("12 of 12 games") && !said.contains("/s"), "{said}");
}

#[test]
fn a_part_has_the_name_of_one_be_it_all() {
    let folder = Folder::with("one-part", SMALL);
    folder.done("run t.toml --shard 1/1");
    assert!(folder.path("t.1-of-1.journal").exists() && !folder.path("t.journal").exists());
    folder.done("merge --out t.journal t.1-of-1.journal");
    let merged = folder.read("t.journal");
    folder.remove("t.journal");
    folder.done("run t.toml");
    assert_eq!(folder.read("t.journal"), merged);
}

#[test]
fn every_command_that_takes_jobs_takes_them_from_the_environment() {
    let folder = Folder::with("jobs", SMALL);
    folder.done("run t.toml");
    let mut commands = vec![
        "run t.toml --no-journal",
        "run t.journal",
        "verify t.journal",
        "compare t.journal t.toml",
        "tune othello(size=4) --player greedy --iterations 1 --pairs 1 --match-pairs 0",
        "learn tic-tac-toe --games 16 --unmeasured --force -o t.agon",
        "laws nim(heaps=1) --mutants",
    ];
    if cfg!(feature = "serve") {
        commands.push("serve --address 203.0.113.1 --port 1 --folder served");
    }
    for command in &commands {
        let with = |jobs: &str| folder.command(command).env("AGON_JOBS", jobs).output().unwrap();
        for wrong in ["none", "0", "-1", "5000"] {
            let output = with(wrong);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "agon {command}: {message}");
            assert!(message.contains("1 to 4096"), "agon {command}: {message}");
        }
        // Set to nothing it is not set.
        for right in ["", "1", "3"] {
            let output = with(right);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let is_served = command.starts_with("serve");
            // Faults in the rules are found by no law.
            let is_unseen = command.starts_with("laws") && output.status.code() == Some(3);
            assert!(output.status.success() || is_served || is_unseen, "agon {command}: {message}");
            assert!(!message.contains("jobs"), "agon {command}: {message}");
        }
    }
    let help = String::from_utf8(folder.done("--help")).unwrap();
    let names = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for name in names.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase())) {
        let said = String::from_utf8(folder.agon(&format!("{name} --help")).stdout).unwrap();
        let is_known = commands.iter().any(|command| command.split(' ').next() == Some(name));
        // Those of a submission are of machines elsewhere; a class is run as a tournament; the help of help is
        // the page of all commands.
        let is_other = ["submit", "class", "help"].contains(&name);
        assert!(is_known || is_other || !said.contains("--jobs"), "agon {name} takes --jobs");
    }
}
