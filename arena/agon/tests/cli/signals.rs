//! Ctrl-C, SIGTERM and SIGHUP end every command at once, whatever it is doing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use rustix::process::Signal;
use serde_json::Value;

use crate::{
    command::{agon, command},
    terminal::{Place, Running},
};

/// A command ends within a second; on a machine that is busy with other things it may take this.
const SOON: Duration = Duration::from_secs(8);

const SIGNALS: [Signal; 3] = [Signal::INT, Signal::TERM, Signal::HUP];
const PLACES: [Place; 3] = [Place::Terminal, Place::Dumb, Place::Pipe];

/// What a command is doing when the signal comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    /// What takes it long: it thinks, plays, waits for an input, a file, a program.
    Works,
    /// It has done its work, and nobody reads its output.
    Writes,
    /// It may be over before the signal comes.
    Passes,
}

use Doing::{Passes, Works, Writes};

/// Every command, and how to keep it busy in a folder that [`scratch`] made. `FIFO` is a file that nobody
/// writes into.
const BUSY: &[(&str, Doing, &str)] = &[
    ("run", Works, "-g connect-four -p mcts(iterations=1000000000) -p random --no-journal"),
    ("run", Works, "-g nim -p random -p greedy -n 100000000 --journal long.journal"),
    ("verify", Writes, "begun.journal"),
    ("run", Works, "begun.journal"),
    ("compare", Works, "begun.journal league.toml"),
    ("compare", Writes, "begun.journal begun.journal"),
    ("merge", Passes, "-o whole.journal begun.journal"),
    ("report", Writes, "begun.journal"),
    ("report", Writes, "games begun.journal"),
    ("report", Writes, "progress begun.journal"),
    ("report", Writes, "ratings begun.journal"),
    ("tune", Works, "othello -p alpha-beta(depth=3) --iterations 1000000"),
    ("learn", Works, "othello --minutes 60 -o learnedTURN.agon"),
    ("submit", Writes, "league.toml --for slurm --shards 4"),
    ("class", Works, "class --sandbox none"),
    ("games", Writes, ""),
    ("players", Writes, "alpha-beta"),
    ("show", Works, "nim --batch FIFO"),
    ("show", Writes, "nim"),
    ("analyse", Works, "chess -p alpha-beta(depth=60)"),
    ("analyse", Works, "chess -p mcts(iterations=1000000000) --json"),
    ("tree", Works, "chess -p alpha-beta(depth=60)"),
    ("explain", Works, "chess -p alpha-beta(depth=60)"),
    ("play", Works, "nim --against random"),
    ("play", Works, "connect-four --against mcts(iterations=1000000000) --seat 2"),
    ("watch", Works, "nim -p random --delay 60"),
    ("watch", Works, "connect-four -p mcts(iterations=1000000000) --delay 0"),
    ("watch", Works, "begun.journal#0 --delay 60"),
    #[cfg(feature = "serve")]
    ("serve", Works, "--port 0 --folder served"),
    ("perft", Works, "chess --depth 12"),
    ("laws", Works, "chess go backgammon othello"),
    ("solve", Works, "connect-four --method graph"),
    ("solve", Works, "connect-four --method search --json"),
    ("solve", Works, "pig --method iteration"),
    ("equilibrium", Works, "leduc --iterations 1000000000000"),
    ("exploit", Works, "leduc -p ismcts(iterations=1000000000)"),
    ("new", Writes, "game writtenTURN"),
    #[cfg(feature = "engines")]
    ("engine", Works, "uci"),
    #[cfg(feature = "engines")]
    ("protocol", Writes, ""),
    #[cfg(feature = "engines")]
    ("protocol", Works, "--rules nim"),
    #[cfg(feature = "shell")]
    ("man", Writes, ""),
    #[cfg(not(feature = "shell"))]
    ("man", Writes, "--help"),
    ("help", Writes, ""),
];

/// A folder that is gone when the test is.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const LEAGUE: &str = "players = [\"random\", \"greedy\"]\ngames = [\"nim\"]\nopenings = 3000000\n";

fn scratch() -> Scratch {
    let folder = std::env::temp_dir().join(format!("agon-signals-{}", std::process::id()));
    let here = Scratch(folder.clone());
    fs::create_dir_all(folder.join("class/submissions/anna")).unwrap();
    fs::write(folder.join("league.toml"), LEAGUE).unwrap();
    fs::write(folder.join("class/class.toml"), "games = [\"nim\"]\nplayers = [\"random\"]\n")
        .unwrap();
    let player = folder.join("class/submissions/anna/player");
    fs::write(&player, "#!/bin/sh\nexec sleep 1000\n").unwrap();
    assert!(Command::new("chmod").arg("+x").arg(player).status().unwrap().success());
    assert!(Command::new("mkfifo").arg(folder.join("FIFO")).status().unwrap().success());
    let mut begun = command(&["run", "league.toml", "--journal", "begun.journal"]);
    let mut begun = begun.current_dir(&folder).spawn().unwrap();
    let journal = folder.join("begun.journal");
    while fs::metadata(&journal).map_or(0, |about| about.len()) < 100_000 {
        thread::sleep(Duration::from_millis(5));
    }
    begun.kill().unwrap();
    begun.wait().unwrap();
    here
}

/// Sends `signal` to `agon NAME WORDS` in the middle of what it does at `place`; what is wrong with how it
/// ended, if anything is.
fn trouble(
    here: &Scratch,
    name: &str,
    words: &str,
    place: Place,
    signal: Signal,
) -> Option<String> {
    let arguments: Vec<&str> = [name].into_iter().chain(words.split_whitespace()).collect();
    let mut running = Running::start_in(&here.0, &arguments, place);
    // Into the middle of it.
    thread::sleep(Duration::from_millis(150));
    running.signal(signal);
    // At a terminal a first Ctrl-C makes a player answer.
    let is_hurried = name == "play" && words.contains("mcts") && place != Place::Pipe;
    if is_hurried && signal == Signal::INT {
        thread::sleep(Duration::from_millis(100));
        running.signal(signal);
    }
    let what = format!("agon {name} {words}, {place:?}, {signal:?}");
    let Some((status, time)) = running.ends() else {
        return Some(format!("{what}: it hangs: {}", running.said()));
    };
    // A server is meant to be closed so, once it is one.
    let is_closed = name == "serve" && status.code() == Some(0);
    let is_interrupted =
        status.code() == Some(130) && (name != "serve" || !running.said().contains("http://"));
    let is_well = (is_closed || is_interrupted) && time < SOON;
    (!is_well).then(|| format!("{what}: {status} after {time:?}: {}", running.said()))
}

#[test]
fn every_command_ends_at_once_when_it_is_asked_to() {
    let here = scratch();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(name, doing, words)) = BUSY.get(number) else { return wrong };
            for turn in 0..3 {
                let signal = SIGNALS[turn];
                // Each command meets each signal and each place.
                let place = match doing {
                    Writes => Place::Full,
                    Works | Passes => PLACES[(turn + number) % 3],
                };
                let words = words.replace("TURN", &turn.to_string());
                let found = trouble(&here, name, &words, place, signal);
                let is_passed = |found: &String| doing == Passes && found.contains("exit status: ");
                wrong.extend(found.filter(|found| !is_passed(found)));
            }
        }
    };
    let wrong: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..6).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn no_command_is_left_out() {
    let help = agon(&["--help"]).out;
    let listed = help.split("Options:").next().unwrap().lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?.split_whitespace().next()?;
        (!line.starts_with("   ")).then_some(name)
    });
    let listed: BTreeSet<&str> = listed.collect();
    let tested: BTreeSet<&str> = BUSY.iter().map(|(name, _, _)| *name).collect();
    assert_eq!(listed, tested);
}

#[test]
fn what_waits_for_somebody_ends_wherever_it_waits() {
    let here = scratch_plain();
    for place in PLACES {
        for signal in SIGNALS {
            for words in ["play nim --against random", "watch nim -p random --delay 60"] {
                let (name, words) = words.split_once(' ').unwrap();
                assert_eq!(trouble(&here, name, words, place, signal), None);
            }
        }
    }
}

fn scratch_plain() -> Scratch {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = format!("agon-signals-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    fs::create_dir_all(&folder).unwrap();
    Scratch(folder)
}

#[test]
fn a_game_that_is_left_says_once_how_it_goes_on() {
    let here = scratch_plain();
    for place in [Place::Dumb, Place::Pipe, Place::Terminal] {
        let arguments = ["play", "nim", "--against", "random", "--seed", "5"];
        let mut running = Running::start_in(&here.0, &arguments, place);
        running.waits_for("seat 1> ");
        running.signal(Signal::INT);
        let (status, _) = running.ends().unwrap();
        assert_eq!(status.code(), Some(130), "{place:?}: {}", running.said());
        let said = running.said();
        assert_eq!(said.matches("To go on:").count(), 1, "{place:?}: {said}");
        let way = "agon play nim --moves '' --seat 1 --against random --seed 5";
        assert!(said.contains(way), "{place:?}: {said}");
    }
}

#[test]
fn ctrl_c_typed_where_a_line_is_edited_leaves_the_game() {
    let here = scratch_plain();
    let arguments = ["play", "nim", "--against", "random"];
    let mut running = Running::start_in(&here.0, &arguments, Place::Terminal);
    running.waits_for("seat 1> ");
    thread::sleep(Duration::from_millis(300));
    if cfg!(feature = "editor") {
        running.types("\x03");
    } else {
        running.signal(Signal::INT);
    }
    let (status, _) = running.ends().expect("it ends");
    assert_eq!(status.code(), Some(130), "{}", running.said());
    assert_eq!(running.said().matches("To go on:").count(), 1, "{}", running.said());
}

#[test]
fn ctrl_c_makes_a_player_answer_before_it_leaves_the_game() {
    let here = scratch_plain();
    let arguments =
        ["play", "connect-four", "--against", "mcts(iterations=1000000000)", "--seat", "2"];
    let mut running = Running::start_in(&here.0, &arguments, Place::Dumb);
    running.waits_for("positions");
    running.signal(Signal::INT);
    running.waits_for("seat 2> ");
    running.signal(Signal::INT);
    let (status, _) = running.ends().expect("it ends");
    assert_eq!(status.code(), Some(130), "{}", running.said());
}

#[test]
fn what_is_interrupted_gives_the_best_so_far() {
    let here = scratch_plain();
    for player in [
        "alpha-beta(depth=60, deepening=true)",
        "mcts(iterations=1000000000)",
        "alpha-beta(depth=30)",
    ] {
        for json in [false, true] {
            let mut arguments = vec!["analyse", "othello", "-p", player];
            arguments.extend(json.then_some("--json"));
            let mut running = Running::start_in(&here.0, &arguments, Place::Pipe);
            // How far it is is seen.
            running.waits_for(" positions");
            running.signal(Signal::TERM);
            let (status, _) = running.ends().expect("it ends");
            let said = running.said();
            assert_eq!(status.code(), Some(130), "{said}");
            if json {
                let line = said.lines().find(|line| line.starts_with('{')).expect("an answer");
                let answer: Value = serde_json::from_str(line).unwrap();
                assert_eq!(answer["unfinished"], true, "{said}");
                assert!(answer["move"].is_string(), "{said}");
            } else {
                assert!(said.contains("interrupted: the best so far\n  move   "), "{said}");
            }
        }
    }
    for method in ["graph", "search", "iteration"] {
        let arguments = ["solve", "connect-four", "--method", method, "--json"];
        let mut running = Running::start_in(&here.0, &arguments, Place::Pipe);
        running.waits_for(" positions, ");
        running.signal(Signal::INT);
        let (status, _) = running.ends().expect("it ends");
        let said = running.said();
        assert_eq!(status.code(), Some(130), "{said}");
        let line = said.lines().find(|line| line.starts_with('{')).expect("an answer");
        let answer: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&answer["unfinished"], &answer["method"]), (&true.into(), &method.into()));
        assert!(answer["nodes"].as_u64().is_some_and(|nodes| 0 < nodes), "{said}");
    }
}

#[test]
fn to_be_interruptible_changes_no_answer() {
    let arguments = ["analyse", "connect-four", "-p", "alpha-beta(depth=5)", "--json"];
    let answer = agon(&arguments).json();
    // One search of that depth, not one of each.
    assert_eq!(answer["depth"], 5);
    assert!(answer.get("unfinished").is_none());
    assert_eq!(agon(&arguments).json(), answer);
}

#[test]
fn whoever_is_started_to_outlive_its_terminal_does() {
    let here = scratch_plain();
    let mut sh = Command::new("sh");
    let script = "trap '' HUP; exec \"$0\" watch nim -p random --delay 60";
    let mut child =
        sh.args(["-c", script, env!("CARGO_BIN_EXE_agon")]).current_dir(&here.0).spawn().unwrap();
    thread::sleep(Duration::from_millis(500));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, Signal::HUP).unwrap();
    thread::sleep(Duration::from_millis(1500));
    assert_eq!(child.try_wait().unwrap(), None);
    child.kill().unwrap();
    child.wait().unwrap();
}
