//! One engine for each way to misbehave: its game ends by that fault, with its last words, and the
//! games of the others are played as if it were not there.

use std::{process::Output, thread};

use crate::table::{Outcome, Table, Test, agon, mark, rogue};

pub(crate) const TESTS: &[Test] = &[
    ("every_fault_is_told_by_its_word_and_its_last_lines", every_fault),
    ("an_engine_may_crash_at_any_line_that_it_hears", dies),
    ("what_is_odd_but_right_is_no_fault", odd_but_right),
    ("what_is_said_of_a_fault_is_the_same_in_every_run", alike),
    ("a_run_says_who_was_at_fault_and_which_games_count_for_nobody", remarks),
    ("who_is_excluded_and_when_is_for_the_tournament_to_say", exclusion),
    ("a_fault_is_played_again_where_that_is_the_rule", replays),
    ("a_check_is_no_better_than_the_run_that_it_makes", checked),
];

/// The protocol, the behaviour, the fault, and a part of its message.
type Fault = (&'static str, &'static str, &'static str, &'static str);

const FAULTS: &[Fault] = &[
    ("uci", "crash", "crashed", "last it printed: info depth 3 score cp 25 nodes 77"),
    ("uci", "crash", "crashed", "on its error output: the seventh seal is broken"),
    ("xboard", "crash", "crashed", "exit code 3"),
    ("gtp", "crash", "crashed", "exit code 3"),
    ("gomocup", "crash", "crashed", "exit code 3"),
    ("uci", "abort", "crashed", "signal 6 ended it"),
    ("uci", "leaves", "crashed", "exit code 0"),
    ("uci", "half", "crashed", "last it printed"),
    ("uci", "hang", "hung", "no answer to `go depth 3`"),
    ("uci", "stuck", "hung", "last it printed: "),
    ("gtp", "hang", "hung", "no answer to"),
    ("gomocup", "hang", "hung", "no answer to `TURN"),
    ("uci", "garbage", "unreadable", "lines that mean nothing"),
    ("xboard", "garbage", "unreadable", "lines that mean nothing"),
    ("gtp", "garbage", "unreadable", "lines that mean nothing"),
    ("gomocup", "garbage", "unreadable", "lines that mean nothing"),
    ("uci", "flood", "flood", "64 MiB for one answer"),
    ("uci", "endless", "flood", "a line without an end"),
    ("uci", "illegal", "no such move", "`e2e5` is no legal move in "),
    ("uci", "resigns-wrongly", "disagreed", "it sees no move"),
    ("process", "crash", "crashed", "exit code 3"),
    ("process", "hang", "hung", "no answer to `{\"type\":\"choose\""),
    ("process", "garbage", "unreadable", "no message: "),
    ("process", "cheats", "no such move", "index 9999 is not legal"),
    ("process", "endless", "flood", "a line without an end"),
    ("uci", "eats", "crashed", "(its memory is limited to 256 MiB)"),
];

/// All tournaments at once, since they mostly wait.
fn every_fault() {
    thread::scope(|scope| {
        for fault in FAULTS {
            scope.spawn(|| is_told(fault));
        }
    });
}

fn is_told(&(protocol, how, fault, said): &Fault) {
    let game = match protocol {
        "gtp" => "go(size=5)",
        "gomocup" => "amoba(size=6)",
        "process" => "backgammon",
        _ => "chess",
    };
    // Silent engines are waited for, and reading an endless output takes a while.
    let patience = if ["hang", "stuck"].contains(&how) { 3 } else { 600 };
    let player = rogue(protocol, how, &mark(), &format!(", memory=256, patience={patience}"));
    let players = [&*player, "random", "greedy"];
    let more = ["--openings", "2", "--max-plies", "40"];
    let outcome = Table { game, players: &players, more: &more }.play();
    assert_eq!(outcome.games.len(), 12);
    let faults = outcome.endings_of(&player);
    assert_eq!(faults.len(), 8, "{protocol} {how}");
    let is_breakdown = !["no such move", "disagreed"].contains(&fault);
    for (number, (ending, detail)) in faults.iter().enumerate() {
        let is_out = is_breakdown && 3 <= number;
        let expected = if is_out { "excluded" } else { fault };
        assert_eq!(ending, expected, "{protocol} {how}: {detail}");
        let said = if is_out { "a breakdown, in 3 earlier games" } else { said };
        assert!(detail.contains(said), "{protocol} {how}: {detail}");
    }
    for (ending, detail) in others(&outcome, &player) {
        assert!(["over", "too long"].contains(&&*ending), "{how}: {ending}: {detail}");
    }
}

/// Where it dies before it is ready it is refused; later every game is lost by it, and nothing else.
fn dies() {
    for (protocol, game) in [
        ("uci", "chess"),
        ("xboard", "chess"),
        ("gtp", "go(size=5)"),
        ("gomocup", "amoba(size=6)"),
        ("process", "chess"),
    ] {
        let (mut refused, mut played) = (0, 0);
        for number in 1..=18 {
            // What comes after the game has begun is alike.
            if played == 3 {
                break;
            }
            let player = rogue(protocol, &format!("dies-{number}"), &mark(), "");
            let records = std::env::temp_dir().join(format!("{}.jsonl", mark()));
            let more = ["--openings", "1", "--max-plies", "40", "--jobs", "1"];
            let players = [&*player, "random"];
            let table = Table { game, players: &players, more: &more };
            let Output { status, stderr, .. } = table.command(&records).output().unwrap();
            let said = String::from_utf8(stderr).unwrap();
            if !status.success() {
                assert_eq!(refused + 1, number, "{protocol}: {said}");
                assert_eq!(status.code(), Some(2), "{said}");
                assert!(said.contains("crashed: it ended with exit code 3"), "{protocol}: {said}");
                refused = number;
                continue;
            }
            played += 1;
            let games = std::fs::read_to_string(&records).unwrap();
            std::fs::remove_file(records).unwrap();
            assert_eq!(games.lines().count(), 2);
            for game in games.lines() {
                assert!(game.contains("\"ended\":\"crashed\""), "{protocol} {number}: {game}");
            }
        }
        // It received the greeting and the beginning of a game.
        assert!((1..14).contains(&refused), "{protocol}: {refused}");
    }
}

/// How the games ended in which the engine did not sit.
fn others(outcome: &Outcome, player: &str) -> Vec<(String, String)> {
    let all = outcome.endings_of("greedy").len();
    let mine = outcome.endings_of(player);
    let mut rest = outcome.endings_of("random");
    rest.retain(|ending| !mine.contains(ending));
    assert!(4 <= all && 4 <= rest.len());
    rest
}

fn odd_but_right() {
    let all = [
        ("uci", "bytes", ""),
        ("uci", "pieces", ""),
        ("uci", "shouts", ""),
        ("uci", "family", ""),
        ("uci", "chatty", ""),
        ("xboard", "gossip", ""),
        ("xboard", "once-only", ", clock=60+0.6"),
        ("xboard", "ignorant", ""),
        ("gomocup", "returns", ", movetime=10000"),
        ("gomocup", "complains", ", clock=60"),
    ];
    let is_right = |&(protocol, how, more): &(&str, &str, &str)| {
        let player = rogue(protocol, how, &mark(), more);
        let players = [&*player, "random"];
        let more = ["--openings", "1", "--max-plies", "20", "--jobs", "1"];
        let game = if protocol == "gomocup" { "amoba(size=6)" } else { "chess" };
        let outcome = Table { game, players: &players, more: &more }.play();
        outcome.is_lawful_for(&player, how);
    };
    // They mostly wait.
    thread::scope(|scope| {
        for one in &all {
            scope.spawn(move || is_right(one));
        }
    });
}

/// Times and the places where reads fell would differ.
fn alike() {
    thread::scope(|scope| {
        for how in ["crash", "leaves", "half", "stuck", "hang", "garbage", "flood", "endless", "illegal", "murders"] {
            scope.spawn(move || {
                let patience = if ["hang", "stuck"].contains(&how) { 4 } else { 600 };
                let player = rogue("uci", how, "agon-rogue-alike", &format!(", patience={patience}"));
                let players = [&*player, "random"];
                let play = |jobs| {
                    let more = ["--openings", "1", "--max-plies", "20", "--jobs", jobs];
                    let outcome = Table { game: "chess", players: &players, more: &more }.play();
                    outcome.games.iter().map(ToString::to_string).collect::<Vec<_>>()
                };
                let played = thread::scope(|scope| {
                    let both = ["1", "2"].map(|jobs| scope.spawn(move || play(jobs)));
                    both.map(|one| one.join().unwrap())
                });
                assert_eq!(played[0], played[1], "{how}");
            });
        }
    });
}

fn remarks() {
    let player = rogue("uci", "crash", &mark(), "");
    let players = [&*player, "random"];
    let more = ["--openings", "1", "--max-plies", "20", "--faults", "replay"];
    let outcome = Table { game: "chess", players: &players, more: &more }.play();
    assert!(outcome.errors.contains("chess: 2 of 2 games count for nobody"), "{}", outcome.errors);
    let mut run = agon(&["run", "-g", "chess", "-p", &player, "-p", "random", "--faults", "stop"]);
    let Output { status, stderr, .. } = run.output().unwrap();
    let text = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(1), "{text}");
    for part in ["stopped at game 0, chess, by the fault of uci(", "crashed: it ended with exit code 3"] {
        assert!(text.contains(part), "{text}");
    }
}

fn exclusion() {
    // The same term each time, so the same tournament but for the rule.
    let player = rogue("uci", "crash", "agon-rogue-excluded", "");
    let players = [&*player, "random"];
    let mut fingerprints = Vec::new();
    for (rule, played) in [(None, 3), (Some("3"), 3), (Some("1"), 1), (Some("never"), 8)] {
        let mut more = vec!["--openings", "4", "--max-plies", "30"];
        more.extend(rule.iter().flat_map(|rule| ["--exclude-after", rule]));
        let outcome = Table { game: "chess", players: &players, more: &more }.play();
        let endings = outcome.endings_of(&player);
        let crashed = endings.iter().filter(|(ending, _)| ending == "crashed").count();
        let excluded = endings.iter().filter(|(ending, _)| ending == "excluded").count();
        assert_eq!((crashed, excluded), (played, 8 - played), "{rule:?}");
        // Results differ from games that were not played.
        let said = format!("{} of its games were not played", 8 - played);
        assert_eq!(outcome.errors.contains(&said), played < 8, "{}", outcome.errors);
        fingerprints.push(outcome.fingerprint);
    }
    assert_eq!(fingerprints[0], fingerprints[1]);
    for wrong in ["0", "often", "-1"] {
        let mut run = agon(&["run", "-g", "nim", "-p", "random", "-p", "greedy", "--exclude-after"]);
        let Output { status, stderr, .. } = run.arg(wrong).output().unwrap();
        let text = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{text}");
        assert!(wrong == "-1" || text.contains("or never"), "{text}");
    }
}

fn replays() {
    let mark = mark();
    let player = rogue("uci", "once", &mark, "");
    let players = [&*player, "random"];
    let more = ["--openings", "1", "--max-plies", "20", "--faults", "replay", "--jobs", "1"];
    let outcome = Table { game: "chess", players: &players, more: &more }.play();
    std::fs::remove_file(std::env::temp_dir().join(&mark)).unwrap();
    outcome.is_lawful_for(&player, "");
}

/// What a check plays may break off, count for nobody, or never begin: it passes none of them.
fn checked() {
    let folder = std::env::temp_dir().join(mark());
    std::fs::create_dir(&folder).unwrap();
    let check = |player: &str, faults: &str| {
        let file = folder.join("t.toml");
        let text = format!(
            "openings = 2\nmax-plies = 20\nfaults = '{faults}'\ngames = ['chess']\n\
             players = ['random', {{ name = 'engine', player = {player:?} }}]\n"
        );
        std::fs::write(&file, text).unwrap();
        let arguments = ["compare", "--statistical", "base.json", "t.toml"];
        let Output { status, stderr, .. } = agon(&arguments).current_dir(&folder).output().unwrap();
        (status.code(), String::from_utf8(stderr).unwrap())
    };
    let well = rogue("uci", "well", &mark(), "");
    check(&well, "forfeit");
    let arguments = ["run", "t.toml", "--no-journal", "--json"];
    let base = agon(&arguments).current_dir(&folder).output().unwrap();
    std::fs::write(folder.join("base.json"), base.stdout).unwrap();
    for faults in ["forfeit", "replay", "stop"] {
        assert_eq!(check(&well, faults).0, Some(0), "{faults}");
    }
    let crashes = rogue("uci", "crash", &mark(), "");
    let (code, said) = check(&crashes, "stop");
    assert!(code == Some(1) && said.contains("stopped at game 0, chess, by the fault of engine: crashed"), "{said}");
    let (code, said) = check(&crashes, "replay");
    assert!(code == Some(3) && said.contains("not those of the baseline"), "{said}");
    let (code, said) = check("uci(command=\"agon-is-no-such-program\", depth=3)", "forfeit");
    assert!(code == Some(2) && said.contains("engine at chess"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}
