//! Runs that end before they should.

use std::{
    collections::BTreeSet,
    fs,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};

use crate::{
    agon::{Folder, binary},
    lines::lines,
    started::{Started, in_any_shell, until},
};

/// Some tenths of a second of games.
const LONG: &str = "\
seed = 11
openings = 40000
random-plies = 1
players = ['random', { name = 'b', player = 'random' }]
games = ['tic-tac-toe', 'nim(1+2+3)']
";

/// Games that would go on for hours.
const ENDLESS: &str = "\
openings = 100000000000
players = ['random', { name = 'b', player = 'random' }]
games = ['tic-tac-toe']
";

#[test]
fn a_run_killed_again_and_again_ends_with_the_bytes_of_one_that_was_not() {
    let folder = Folder::with("kills", LONG);
    let expected = folder.done("run t.toml --json --records r.jsonl --journal whole.journal");
    let (records, whole) = (folder.read("r.jsonl"), folder.read("whole.journal"));
    let (mut kills, mut lengths) = (0, Vec::new());
    let mut chance = 12345u64;
    for round in 0..60u32 {
        let jobs = [1, 2, 3][round as usize % 3];
        let sync = [0, 5, 200][round as usize / 3 % 3];
        let mut child = folder.start(&format!("run t.toml --json --jobs {jobs} --durable-every {sync}"));
        chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        thread::sleep(Duration::from_micros(2_000 + (chance >> 33) % 30_000));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            if 3 <= kills {
                break;
            }
            // A machine that is as fast as that begins again.
            folder.remove("t.journal");
            (kills, lengths) = (0, Vec::new());
            continue;
        }
        drop(child);
        kills += 1;
        let journal = fs::read(folder.path("t.journal")).unwrap_or_default();
        assert!(whole.starts_with(&journal), "a journal is a beginning of the whole one");
        lengths.push(journal.len());
    }
    assert!(3 <= kills, "killed {kills} times only");
    assert!(lengths.is_sorted(), "nothing that was written is lost: {lengths:?}");
    assert_eq!(folder.done("run t.toml --json --records again.jsonl"), expected);
    assert_eq!(folder.read("again.jsonl"), records);
    assert_eq!(folder.read("t.journal"), whole);
    assert_eq!(folder.done("run t.journal --json --jobs 1"), expected);
}

#[test]
fn every_beginning_of_a_journal_is_resumed_to_the_same_end() {
    let few = "openings = 5\nplayers = ['random', { name = 'b', player = 'random' }]\n\
               games = ['nim', 'tree([[{1/2:1, 1/2:-1},2],[3,4]])']\nrandom-plies = 1\n";
    let folder = Folder::with("beginnings", few);
    let expected = folder.done("run t.toml --json");
    let whole = folder.read("t.journal");
    let cuts = (0..whole.len()).filter(|cut| cut % 31 == 0 || whole.len() < cut + 60);
    for cut in cuts {
        folder.write("t.journal", &whole[..cut]);
        assert_eq!(folder.done("run t.toml --json"), expected, "cut at byte {cut}");
        assert_eq!(folder.read("t.journal"), whole, "cut at byte {cut}");
    }
}

#[test]
fn formats_of_rounds_are_resumed_in_the_middle_of_a_round() {
    for format in ["swiss", "knockout", "ladder"] {
        let few = format!(
            "format = '{format}'\nopenings = 2\nrandom-plies = 1\n\
             players = ['random', {{ name = 'b', player = 'random' }}, {{ name = 'c', player = \
             'random' }}, {{ name = 'd', player = 'random' }}, {{ name = 'e', player = 'random' }}]\n\
             games = ['nim', 'nim(2+3)']\n"
        );
        let folder = Folder::with(&format!("rounds-{format}"), &few);
        let expected = folder.done("run t.toml --json --jobs 2");
        let whole = folder.read("t.journal");
        for cut in (600..whole.len()).step_by(97) {
            folder.write("t.journal", &whole[..cut]);
            assert_eq!(folder.done("run t.toml --json --jobs 2"), expected, "{format} cut at {cut}");
            assert_eq!(folder.read("t.journal"), whole);
        }
    }
}

/// How long a journal is, which may not be there yet.
fn length(folder: &Folder, journal: &str) -> u64 {
    fs::metadata(folder.path(journal)).map_or(0, |data| data.len())
}

/// Waits until the journal has this many bytes of games.
fn grown(folder: &Folder, journal: &str, length_then: u64) {
    until("games are written down", || length_then <= length(folder, journal));
}

#[cfg(unix)]
#[test]
fn ctrl_c_drops_the_running_games_and_says_how_to_go_on() {
    let folder = Folder::with("ctrl-c", ENDLESS);
    for signal in [Signal::INT, Signal::TERM] {
        let before = length(&folder, "'my.journal'");
        let child = folder.start("run t.toml --journal 'my.journal'");
        grown(&folder, "'my.journal'", before + 20_000);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.output();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{err}");
        // The name has quotes of its own; a shell takes this for it.
        assert!(err.contains("go on with: agon run \"'my.journal'\""), "{err}");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains("Fingerprint  "), "the result so far is told: {told}");
    }
}

#[cfg(unix)]
#[test]
fn one_signal_ends_even_a_search_without_end() {
    let endless = "players = ['mcts(iterations=1000000000)', 'random']\ngames = ['connect-four']\n";
    let folder = Folder::with("thinker", endless);
    let child = folder.start("run t.toml --jobs 2");
    grown(&folder, "t.journal", 1);
    // Both threads are thinking by then.
    thread::sleep(Duration::from_millis(500));
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let output = child.output();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("go on with: agon run t.journal"), "{err}");
    assert!(folder.done("verify t.journal").starts_with(b"0 games"));
}

#[test]
fn a_second_run_on_one_journal_waits_for_the_first_and_then_refuses() {
    let folder = Folder::with("locked", ENDLESS);
    let child = folder.start("run t.toml --jobs 1");
    grown(&folder, "t.journal", 1_000);
    let message = folder.fails(1, "run t.toml --lock-wait 0");
    assert!(message.contains("another run is writing this journal"), "{message}");
    let message = folder.fails(1, "run t.journal --lock-wait 1");
    assert!(message.contains("waiting for it, at most 1 s"), "{message}");
    // A waiting process goes on as soon as the first is gone.
    let mut second = folder.start("run t.toml --jobs 1 --lock-wait 600");
    let mut told = lines(second.stderr.take().unwrap());
    assert!(told.any(|line| line.contains("waiting for it, at most 600 s")), "it waits");
    drop(child);
    let left = length(&folder, "t.journal");
    grown(&folder, "t.journal", left + 1_000);
}

#[test]
fn what_a_killed_run_leaves_of_an_output_is_removed_by_the_next() {
    let folder = Folder::with("unfinished", ENDLESS);
    let left = || -> BTreeSet<_> {
        let names = fs::read_dir(folder.path("")).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().ends_with(".unfinished")).collect()
    };
    for _ in 0..4 {
        let before = left();
        let child = folder.start("run t.toml --no-journal --records r.jsonl");
        until("it is begun", || !left().is_subset(&before));
        drop(child);
        assert_eq!(left().len(), 1, "{:?}", left());
    }
    folder.write("t.toml", LONG.replace("40000", "4").as_bytes());
    folder.done("run t.toml --no-journal --records r.jsonl");
    assert!(left().is_empty(), "{:?}", left());
}

/// A line of a shell in the folder, with the binary as `$0`, not yet started.
fn shell(folder: &Folder, line: &str) -> Command {
    let mut shell = in_any_shell(Command::new("sh"));
    shell.args(["-c", line]).arg(binary()).current_dir(folder.path(""));
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

#[test]
fn a_full_disk_stops_the_run_and_keeps_what_was_written() {
    let folder = Folder::with("full", LONG);
    // Files of this process may have 64 blocks, and exceeding that is an error, not a signal.
    let line = "trap '' XFSZ; ulimit -f 64; exec \"$0\" run t.toml";
    let output = Started::new(&mut shell(&folder, line)).output();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("t.journal: "), "{err}");
    assert!(output.stdout.is_empty());
    let kept = folder.read("t.journal").len();
    assert!(20_000 < kept, "{kept} bytes were kept");
    let resumed = folder.done("run t.toml --json");
    folder.remove("t.journal");
    assert_eq!(folder.done("run t.toml --json"), resumed);
}

#[test]
fn threads_that_cannot_be_had_are_refused_before_the_first_game() {
    let folder = Folder::with("threads", ENDLESS);
    // Two gigabytes of addresses are not enough for the stacks of a hundred threads.
    let line = "ulimit -v 2000000 && exec \"$0\" run t.toml --jobs 100";
    let output = Started::new(&mut shell(&folder, line)).output();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("of 100 could not be started, with a stack of 64 MiB"), "{err}");
    assert_eq!(folder.done("verify t.journal").first(), Some(&b'0'), "no game was played");
}

#[cfg(target_os = "linux")]
#[test]
fn threads_of_players_that_have_no_room_are_refused_by_every_command() {
    let folder = Folder::with("helpers", ENDLESS);
    let player = "'mcts(iterations=1000, threads=256)'";
    for line in [
        format!("run -g nim -p {player} -p random --no-journal"),
        "run -g nim -p 'epsilon(mcts(iterations=9, threads=256), 0.5)' -p random --no-journal".to_owned(),
        format!("analyse nim -p {player}"),
        format!("play nim --against {player}"),
        format!("watch nim -p {player}"),
        "solve nim --method search --threads 256 --table 1MB".to_owned(),
    ] {
        // Stacks of 64 MiB for 255 threads take sixteen.
        let limited = format!("ulimit -v 6000000 && exec \"$0\" {line}");
        let output = Started::new(&mut shell(&folder, &limited)).output();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {err}");
        assert!(err.contains("for the stacks of their threads"), "{line}: {err}");
    }
}

/// What a shell has started, which may outlive it: killed when the test is over.
#[cfg(target_os = "linux")]
struct Orphan(Pid);

#[cfg(target_os = "linux")]
impl Orphan {
    /// Whether it runs. A dead one that nobody has asked about is dead.
    fn is_there(&self) -> bool {
        let state = fs::read_to_string(format!("/proc/{}/stat", self.0.as_raw_nonzero()));
        state.is_ok_and(|state| !state.contains(") Z "))
    }
}

#[cfg(target_os = "linux")]
impl Drop for Orphan {
    fn drop(&mut self) {
        // Once it is gone somebody else may have its number.
        if self.is_there() {
            let _ = kill_process(self.0, Signal::KILL);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn with_parent_a_run_ends_when_its_parent_is_killed() {
    let folder = Folder::with("parent", ENDLESS);
    for flag in ["", "--with-parent"] {
        let journal = format!("x{flag}");
        let run = format!("run t.toml --journal {journal} {flag}");
        let line = format!("\"$0\" {run} > said 2>&1 & echo $!; wait");
        let mut parent = Started::new(&mut shell(&folder, &line));
        // All that the shell says.
        let pid = lines(parent.stdout.take().unwrap()).next().unwrap().parse().unwrap();
        let run = Orphan(Pid::from_raw(pid).unwrap());
        grown(&folder, &journal, 4_000);
        drop(parent);
        if flag.is_empty() {
            let left = length(&folder, &journal);
            grown(&folder, &journal, left + 100_000);
            assert!(run.is_there(), "it goes on");
        } else {
            until("it ends", || !run.is_there());
        }
    }
}
