//! Ctrl-C, SIGTERM and SIGHUP end every command at once, whatever it is doing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::Stdio,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use rustix::{
    fs::{CWD, Mode, mkfifoat},
    process::Signal,
};
use serde_json::Value;

use crate::{
    command::{agon, command},
    started::{Started, until},
    terminal::{PATIENCE, Place, Running},
};

/// A command ends within a second; beside five others it may take this.
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
    ("analyse", Works, "leduc --exploit ismcts(iterations=1000000000)"),
    ("tree", Works, "chess -p alpha-beta(depth=60)"),
    ("tree", Works, "chess -p alpha-beta(depth=60) --to words"),
    ("play", Works, "nim --against random"),
    ("play", Works, "connect-four --against mcts(iterations=1000000000) --seat 2"),
    ("watch", Works, "nim -p random --delay 60"),
    ("watch", Works, "connect-four -p mcts(iterations=1000000000) --delay 0"),
    ("watch", Works, "begun.journal#0 --delay 60"),
    #[cfg(feature = "serve")]
    ("serve", Works, "--port 0 --folder served"),
    #[cfg(feature = "serve")]
    ("site", Writes, "--help"),
    ("perft", Works, "chess --depth 12"),
    ("same", Works, "chess --limit 100000000"),
    ("laws", Works, "chess go backgammon othello"),
    ("solve", Works, "connect-four --method graph"),
    ("solve", Works, "connect-four --method search --json"),
    ("solve", Works, "pig --method iteration"),
    ("solve", Works, "leduc --method cfr --iterations 1000000000000"),
    ("new", Writes, "game writtenTURN"),
    #[cfg(feature = "engines")]
    ("engine", Works, "uci"),
    #[cfg(feature = "engines")]
    ("mcp", Works, ""),
    #[cfg(feature = "engines")]
    ("protocol", Writes, ""),
    #[cfg(feature = "engines")]
    ("protocol", Works, "--rules nim"),
    #[cfg(feature = "shell")]
    ("schema", Writes, ""),
    #[cfg(feature = "shell")]
    ("man", Writes, ""),
    #[cfg(not(feature = "shell"))]
    ("schema", Writes, "--help"),
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
    let here = scratch_plain();
    let at = |name: &str| here.0.join(name);
    fs::create_dir_all(at("class/submissions/anna")).unwrap();
    fs::write(at("league.toml"), LEAGUE).unwrap();
    fs::write(at("class/class.toml"), "games = [\"nim\"]\nplayers = [\"random\"]\n").unwrap();
    let player = at("class/submissions/anna/player");
    fs::write(&player, "#!/bin/sh\nexec sleep 1000\n").unwrap();
    fs::set_permissions(player, fs::Permissions::from_mode(0o755)).unwrap();
    mkfifoat(CWD, at("FIFO"), Mode::RUSR | Mode::WUSR).unwrap();
    let mut begun = command(&["run", "league.toml", "--journal", "begun.journal"]);
    begun.current_dir(&here.0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let begun = Started::new(&mut begun);
    until("games are written down", || fs::metadata(at("begun.journal")).is_ok_and(|about| 100_000 < about.len()));
    drop(begun);
    here
}

/// Sends `signal` to `agon NAME WORDS` in the middle of what it does at `place`; what is wrong with how it
/// ended, if anything is, and after how long.
fn trouble(
    here: &Scratch,
    (name, words): (&str, &str),
    place: Place,
    signal: Signal,
    soon: Duration,
) -> Option<String> {
    let arguments: Vec<&str> = [name].into_iter().chain(words.split_whitespace()).collect();
    let mut running = Running::start_in(&here.0, &arguments, place);
    // Into the middle of it.
    thread::sleep(Duration::from_millis(150));
    running.signal(signal);
    // At a terminal a first Ctrl-C makes a player answer.
    let is_hurried = name == "play" && words.contains("mcts") && place != Place::Pipe;
    if is_hurried && signal == Signal::INT {
        running.waits_for_end_or("seat 2> ");
        running.signal(signal);
    }
    let what = format!("agon {name} {words}, {place:?}, {signal:?}");
    let Some((status, time)) = running.ends() else {
        return Some(format!("{what}: it hangs: {}", running.said()));
    };
    // A server is meant to be closed so, once it is one.
    let is_closed = name == "serve" && status.code() == Some(0);
    let is_interrupted = status.code() == Some(130) && (name != "serve" || !running.said().contains("http://"));
    let is_well = (is_closed || is_interrupted) && time < soon;
    (!is_well).then(|| format!("{what}: {status} after {time:?}: {}", running.said()))
}

#[test]
fn every_command_ends_when_it_is_asked_to() {
    all_end(PATIENCE);
}

#[test]
#[ignore = "by the clock"]
fn every_command_ends_at_once_when_it_is_asked_to() {
    all_end(SOON);
}

/// Every command ends as soon as that.
fn all_end(soon: Duration) {
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
                let found = trouble(&here, (name, &words), place, signal, soon);
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

/// Sends a request to a server, whose answer is still to be read.
#[cfg(feature = "serve")]
fn sent(port: u16, request: &str) -> std::net::TcpStream {
    use std::io::Write as _;
    let mut stream = std::net::TcpStream::connect((std::net::Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// All that a server answers.
#[cfg(feature = "serve")]
fn answered(mut stream: std::net::TcpStream) -> String {
    use std::io::Read as _;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[cfg(feature = "serve")]
#[test]
fn a_server_that_is_stopped_answers_pending_requests_and_exits_with_success() {
    use std::io::{BufRead as _, BufReader};

    use crate::terminal;

    const HEAD: &str = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
    for signal in SIGNALS {
        let here = scratch_plain();
        let words = ["serve", "--port", "0", "--folder", "served", "--jobs", "1"];
        let mut server = terminal::heedful(&command(&words));
        server.current_dir(&here.0).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut server = Started::new(server.stderr(Stdio::null()));
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        let get = |path: &str| answered(sent(port, &format!("GET {path} {HEAD}\r\n")));
        let token = get("/api/v1/token");
        let cookie = token.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap();
        let token = token.split("\"token\":\"").nth(1).unwrap().split('"').next().unwrap();
        let body = "{\"game\":\"chess\",\"player\":\"alpha-beta(depth=unlimited, nodes=1000000000000)\"}";
        let asked = sent(
            port,
            &format!(
                "POST /api/v1/trees {HEAD}Cookie: {cookie}\r\nX-Agon-Token: {token}\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            ),
        );
        until("it is thought about", || get("/api/v1/status").contains("\"thinking\":1"));
        let process = rustix::process::Pid::from_child(&server);
        rustix::process::kill_process(process, signal).unwrap();
        let answer = answered(asked);
        // What was found until then, or in words that it closes.
        let is_told = ["HTTP/1.1 201", "HTTP/1.1 503"].iter().any(|begin| answer.starts_with(begin));
        assert!(is_told && answer.ends_with('}'), "{signal:?}: {answer}");
        assert_eq!(server.ended().code(), Some(0), "{signal:?}");
    }
}

#[test]
fn no_command_is_left_out() {
    let help = agon(&["--help"]).out;
    let listed = help.split("Examples:").next().unwrap().lines().filter_map(|line| {
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
                let line = words.split_once(' ').unwrap();
                assert_eq!(trouble(&here, line, place, signal, PATIENCE), None);
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

/// Leaves a game by a signal. Whether it says how it goes on: once, or, where the machine is too busy for what it has
/// for its last words, not at all.
fn is_told_how_to_go_on(place: Place) -> bool {
    let here = scratch_plain();
    let arguments = ["play", "nim", "--against", "random", "--seed", "5"];
    let mut running = Running::start_in(&here.0, &arguments, place);
    running.waits_for("seat 1> ");
    running.signal(Signal::INT);
    let (status, _) = running.ends().unwrap();
    let said = running.said();
    assert_eq!(status.code(), Some(130), "{place:?}: {said}");
    assert!(said.matches("To go on:").count() <= 1, "{place:?}: {said}");
    println!("{place:?}: {said}");
    said.contains("agon play nim --moves '' --seat 1 --against random --seed 5")
}

#[test]
fn a_game_that_is_left_says_once_how_it_goes_on() {
    for place in PLACES {
        until("it says how it goes on", || is_told_how_to_go_on(place));
    }
}

/// Leaves a game where a line is edited, by what is typed. Whether it says how it goes on.
fn says_how_the_game_goes_on_after_leaving() -> bool {
    let here = scratch_plain();
    let arguments = ["play", "nim", "--against", "random"];
    let mut running = Running::start_in(&here.0, &arguments, Place::Terminal);
    // It asks once the line is edited.
    running.waits_for("seat 1> ");
    if cfg!(feature = "editor") {
        running.types("\x03");
    } else {
        running.signal(Signal::INT);
    }
    let (status, _) = running.ends().expect("it ends");
    let said = running.said();
    assert_eq!(status.code(), Some(130), "{said}");
    assert!(said.matches("To go on:").count() <= 1, "{said}");
    println!("{said}");
    said.contains("To go on:")
}

#[test]
fn ctrl_c_typed_where_a_line_is_edited_leaves_the_game() {
    until("it says how it goes on", says_how_the_game_goes_on_after_leaving);
}

#[test]
fn ctrl_c_makes_a_player_answer_before_it_leaves_the_game() {
    let here = scratch_plain();
    let arguments = ["play", "connect-four", "--against", "mcts(iterations=1000000000)", "--seat", "2"];
    let mut running = Running::start_in(&here.0, &arguments, Place::Dumb);
    running.waits_for("positions");
    running.signal(Signal::INT);
    running.waits_for("seat 2> ");
    running.signal(Signal::INT);
    let (status, _) = running.ends().expect("it ends");
    assert_eq!(status.code(), Some(130), "{}", running.said());
}

/// Interrupts a search of `agon analyse`. Whether it gives the best so far: where the machine is too busy for that, it
/// is left without.
fn is_best_so_far_given(player: &str, json: bool) -> bool {
    let here = scratch_plain();
    let mut arguments = vec!["analyse", "othello", "-p", player];
    arguments.extend(json.then_some("--json"));
    let mut running = Running::start_in(&here.0, &arguments, Place::Pipe);
    // How far it is is seen.
    running.waits_for(" positions");
    running.signal(Signal::TERM);
    let (status, _) = running.ends().expect("it ends");
    let said = running.said();
    assert_eq!(status.code(), Some(130), "{said}");
    println!("{player}: {said}");
    if !json {
        return said.contains("interrupted: the best so far\n  move   ");
    }
    let Some(answer) = answer_in(&said) else { return false };
    assert_eq!(answer["unfinished"], true, "{said}");
    assert!(answer["move"].is_string(), "{said}");
    true
}

/// The same of `agon solve`.
fn is_unfinished_solution_given(method: &str) -> bool {
    let here = scratch_plain();
    let arguments = ["solve", "connect-four", "--method", method, "--json"];
    let mut running = Running::start_in(&here.0, &arguments, Place::Pipe);
    running.waits_for(" positions, ");
    running.signal(Signal::INT);
    let (status, _) = running.ends().expect("it ends");
    let said = running.said();
    assert_eq!(status.code(), Some(130), "{said}");
    println!("{method}: {said}");
    let Some(answer) = answer_in(&said) else { return false };
    assert_eq!((&answer["unfinished"], &answer["method"]), (&true.into(), &method.into()));
    assert!(answer["nodes"].as_u64().is_some_and(|nodes| 0 < nodes), "{said}");
    true
}

/// The line that is a document, if there is one.
fn answer_in(said: &str) -> Option<Value> {
    let line = said.lines().find(|line| line.starts_with('{'))?;
    Some(serde_json::from_str(line).unwrap())
}

const SEARCHES: [&str; 3] =
    ["alpha-beta(depth=60, deepening=true)", "mcts(iterations=1000000000)", "alpha-beta(depth=30)"];
const METHODS: [&str; 3] = ["graph", "search", "iteration"];

#[test]
fn an_interrupted_search_prints_its_best_so_far() {
    for player in SEARCHES {
        for json in [false, true] {
            until("the best so far is given", || is_best_so_far_given(player, json));
        }
    }
    for method in METHODS {
        until("what is solved is given", || is_unfinished_solution_given(method));
    }
}

/// How a tournament prints its result.
const RESULTS: [&str; 4] = ["", "--json", "--journal kept.journal", "--json --journal kept.journal"];

/// Interrupts a tournament. Whether it gives its result so far, which is that of its journal if it has one.
fn is_result_so_far_given(form: &str, signal: Signal) -> bool {
    let here = scratch_plain();
    let words = format!("run -g nim -p random -p greedy -n 100000000 {form}");
    let arguments: Vec<&str> = words.split_whitespace().collect();
    let mut running = Running::start_in(&here.0, &arguments, Place::Pipe);
    running.waits_for(" of 200,000,000 games");
    running.signal(signal);
    let (status, _) = running.ends().expect("it ends");
    let said = running.said();
    assert_eq!(status.code(), Some(130), "{said}");
    println!("{form}: {said}");
    if !said.contains("interrupted after ") {
        return false;
    }
    let own: String = said.lines().filter(|line| !line.starts_with("agon: ")).flat_map(|l| [l, "\n"]).collect();
    if form.contains("--json") {
        let answer: Value = serde_json::from_str(&own).unwrap();
        assert!(answer["games"].as_u64().is_some_and(|games| 0 < games), "{own}");
        assert_eq!(answer["planned"], 200_000_000);
    } else {
        assert!(own.contains("Fingerprint  ") && own.contains(" of 200000000\n"), "{own}");
    }
    if form.contains("kept") {
        let json = form.contains("--json").then_some("--json");
        let arguments = ["report", "kept.journal"].into_iter().chain(json).collect::<Vec<_>>();
        let report = command(&arguments).current_dir(&here.0).output().unwrap();
        let report = String::from_utf8(report.stdout).unwrap();
        // It says besides what is missing.
        if json.is_some() {
            let [own, mut report] = [&own, &report].map(|text| serde_json::from_str::<Value>(text).unwrap());
            assert!(report.as_object_mut().unwrap().remove("missing").is_some(), "{report}");
            assert_eq!(report, own);
        } else {
            assert!(report.starts_with(&own), "{report}");
        }
    }
    true
}

#[test]
fn an_interrupted_tournament_prints_its_result_so_far() {
    for (form, signal) in RESULTS.into_iter().zip(SIGNALS.into_iter().cycle()) {
        until("the result so far is given", || is_result_so_far_given(form, signal));
    }
}

#[test]
#[ignore = "by the clock"]
fn what_is_left_or_interrupted_has_its_last_words_every_time() {
    for _ in 0..3 {
        assert!(PLACES.into_iter().all(is_told_how_to_go_on));
        assert!(says_how_the_game_goes_on_after_leaving());
        for player in SEARCHES {
            assert!([false, true].into_iter().all(|json| is_best_so_far_given(player, json)));
        }
        assert!(METHODS.into_iter().all(is_unfinished_solution_given));
        for signal in SIGNALS {
            assert!(RESULTS.into_iter().all(|form| is_result_so_far_given(form, signal)));
        }
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
fn a_session_started_with_nohup_outlives_its_terminal() {
    let here = scratch_plain();
    let arguments = ["play", "nim", "--against", "random"];
    let mut running = Running::start_to_stay_in(&here.0, &arguments, Place::Pipe);
    running.waits_for("seat 1> ");
    running.signal(Signal::HUP);
    running.types("help\n");
    running.waits_for("leave the game");
    running.types("quit\n");
    let (status, _) = running.ends().expect("it ends");
    assert_eq!(status.code(), Some(0), "{}", running.said());
}
