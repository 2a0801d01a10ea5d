//! Runs that end before they should.

use std::{
    collections::BTreeSet,
    fs,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::agon::{Folder, binary};

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
    for round in 0..200u32 {
        let jobs = [1, 2, 3][round as usize % 3];
        let sync = [0, 5, 200][round as usize / 3 % 3];
        let mut child =
            folder.start(&format!("run t.toml --json --jobs {jobs} --durable-every {sync}"));
        chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        thread::sleep(Duration::from_micros(2_000 + (chance >> 33) % 30_000));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
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
    let cuts = (0..whole.len()).filter(|cut| cut % 13 == 0 || whole.len() < cut + 60);
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
        for cut in (600..whole.len()).step_by(41) {
            folder.write("t.journal", &whole[..cut]);
            assert_eq!(
                folder.done("run t.toml --json --jobs 2"),
                expected,
                "{format} cut at {cut}"
            );
            assert_eq!(folder.read("t.journal"), whole);
        }
    }
}

#[test]
fn ctrl_c_drops_the_running_games_and_says_how_to_go_on() {
    let folder = Folder::with("ctrl-c", ENDLESS);
    for signal in ["-INT", "-TERM"] {
        let child = folder.start("run t.toml --journal 'my.journal'");
        let journal = folder.path("'my.journal'");
        let before = fs::metadata(&journal).map_or(0, |data| data.len());
        let patience = Instant::now() + Duration::from_secs(20);
        while fs::metadata(&journal).map_or(0, |data| data.len()) < before + 20_000 {
            assert!(Instant::now() < patience, "no game is written down");
            thread::sleep(Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{err}");
        // The name has quotes of its own; a shell takes this for it.
        assert!(err.contains("go on with: agon run \"'my.journal'\""), "{err}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn one_signal_ends_even_a_search_without_end() {
    let endless = "players = ['mcts(iterations=1000000000)', 'random']\ngames = ['connect-four']\n";
    let folder = Folder::with("thinker", endless);
    let child = folder.start("run t.toml --jobs 2");
    let patience = Instant::now() + Duration::from_secs(20);
    while fs::metadata(folder.path("t.journal")).map_or(0, |data| data.len()) == 0 {
        assert!(Instant::now() < patience, "no journal is begun");
        thread::sleep(Duration::from_millis(5));
    }
    // Both threads are thinking by then.
    thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    assert!(
        Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success()
    );
    let output = child.wait_with_output().unwrap();
    let waited = asked.elapsed();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(waited < Duration::from_secs(5), "{waited:?}");
    assert!(err.contains("go on with: agon run t.journal"), "{err}");
    assert!(folder.done("verify t.journal").starts_with(b"0 games"));
}

#[test]
fn a_second_run_on_one_journal_waits_for_the_first_and_then_refuses() {
    let folder = Folder::with("locked", ENDLESS);
    let grown = |most: u64| {
        let patience = Instant::now() + Duration::from_secs(20);
        while fs::metadata(folder.path("t.journal")).map_or(0, |data| data.len()) < most {
            assert!(Instant::now() < patience, "no game is written down");
            thread::sleep(Duration::from_millis(5));
        }
    };
    let mut child = folder.start("run t.toml");
    grown(1_000);
    let message = folder.fails(1, "run t.toml --lock-wait 0");
    assert!(message.contains("another run is writing this journal"), "{message}");
    let message = folder.fails(1, "run t.journal --lock-wait 1");
    assert!(message.contains("waiting for it, at most 1 s"), "{message}");
    // Whoever waits goes on as soon as the first is gone.
    let mut second = folder.start("run t.toml --lock-wait 60");
    thread::sleep(Duration::from_millis(300));
    assert!(second.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
    let left = fs::metadata(folder.path("t.journal")).unwrap().len();
    grown(left + 1_000);
    second.kill().unwrap();
    second.wait().unwrap();
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
        let mut child = folder.start("run t.toml --no-journal --records r.jsonl");
        let started = Instant::now();
        while left().is_subset(&before) {
            assert!(started.elapsed() < Duration::from_secs(60), "it is begun");
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(left().len(), 1, "{:?}", left());
    }
    folder.write("t.toml", LONG.replace("40000", "4").as_bytes());
    folder.done("run t.toml --no-journal --records r.jsonl");
    assert!(left().is_empty(), "{:?}", left());
}

#[test]
fn a_full_disk_stops_the_run_and_keeps_what_was_written() {
    let folder = Folder::with("full", LONG);
    // Files of this process may have 64 blocks, and it is told so by an error, not by a signal.
    let script = format!("trap '' XFSZ; ulimit -f 64; exec {} run t.toml", binary().display());
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path(""))
        .stdin(Stdio::null())
        .output()
        .unwrap();
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
    let agon = folder.command("").get_program().to_owned();
    let mut sh = Command::new("sh");
    // Two gigabytes of addresses are not enough for the stacks of a hundred threads.
    sh.args(["-c", "ulimit -v 2000000 && exec \"$0\" run t.toml --jobs 100"]).arg(agon);
    let output = sh.current_dir(folder.path(".")).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("of 100 could not be started, with a stack of 64 MiB"), "{err}");
    assert_eq!(folder.done("verify t.journal").first(), Some(&b'0'), "no game was played");
}

#[cfg(target_os = "linux")]
#[test]
fn threads_of_players_that_have_no_room_are_refused_by_every_command() {
    let folder = Folder::with("helpers", ENDLESS);
    let agon = folder.command("").get_program().to_owned();
    let player = "'mcts(iterations=1000, threads=256)'";
    for line in [
        format!("run -g nim -p {player} -p random --no-journal"),
        "run -g nim -p 'epsilon(mcts(iterations=9, threads=256), 0.5)' -p random --no-journal"
            .to_owned(),
        format!("analyse nim -p {player}"),
        format!("play nim --against {player}"),
        format!("watch nim -p {player}"),
        "solve nim --method search --threads 256 --table 1MB".to_owned(),
    ] {
        let mut sh = Command::new("sh");
        // Stacks of 64 MiB for 255 threads take sixteen.
        sh.args(["-c", &format!("ulimit -v 6000000 && exec \"$0\" {line}")]).arg(&agon);
        let output = sh.current_dir(folder.path(".")).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {err}");
        assert!(err.contains("for the stacks of their threads"), "{line}: {err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn with_parent_a_run_ends_when_whoever_started_it_is_killed() {
    use std::{io::Read, path::Path};
    let folder = Folder::with("parent", ENDLESS);
    let is_there = |pid: &str| {
        let state = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
        // A dead one that nobody has asked about is dead.
        state.is_ok_and(|state| !state.contains(") Z "))
    };
    for flag in ["", "--with-parent"] {
        let script = format!(
            "'{}' run t.toml --journal x{flag} {flag} > said 2>&1 & echo $!; wait",
            binary().display()
        );
        let mut shell = Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path(""))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // The first line, which is all that the shell says.
        let (mut pid, mut byte) = (String::new(), [0]);
        while shell.stdout.as_mut().unwrap().read(&mut byte).unwrap() == 1 && byte != *b"\n" {
            pid.push(char::from(byte[0]));
        }
        let began = Instant::now();
        while !fs::metadata(folder.path(&format!("x{flag}"))).is_ok_and(|j| 4000 < j.len()) {
            assert!(began.elapsed() < Duration::from_secs(60), "it plays");
            thread::sleep(Duration::from_millis(5));
        }
        shell.kill().unwrap();
        shell.wait().unwrap();
        let killed = Instant::now();
        while is_there(&pid) && killed.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(is_there(&pid), flag.is_empty(), "{flag}");
        if flag.is_empty() {
            Command::new("kill").args(["-9", &pid]).status().unwrap();
        }
    }
}
