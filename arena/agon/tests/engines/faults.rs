//! One engine for each way to misbehave: its game ends by that fault, with its last words, and the
//! games of the others are played as if it were not there.

use std::{
    collections::BTreeMap,
    process::Output,
    thread,
    time::{Duration, Instant},
};

use crate::table::{Outcome, Table, agon, command, mark, rogue};

type Test = (&'static str, fn());

pub(crate) const TESTS: &[Test] = &[
    ("an_engine_that_behaves_plays_to_the_end_by_every_protocol", behaves),
    ("chess_is_the_same_game_in_each_of_its_protocols", same_game),
    ("every_fault_is_told_by_its_word_and_its_last_lines", every_fault),
    ("an_engine_may_crash_at_any_line_that_it_hears", dies),
    ("what_is_odd_but_right_is_no_fault", odd_but_right),
    ("claims_of_the_other_side_are_judged_by_our_rules", claims),
    ("who_has_won_is_our_judgement_and_another_is_reported", verdicts),
    ("an_engine_out_of_time_is_too_late_and_results_say_so", late),
    ("the_margin_of_a_tournament_holds_for_engines_and_lateness_is_no_breakdown", margin),
    ("what_is_owed_to_a_clock_is_owed_until_it_is_paid", debt),
    ("a_clock_is_told_as_a_clock", clocked),
    ("who_is_excluded_and_when_is_for_the_tournament_to_say", exclusion),
    ("what_is_said_of_a_fault_is_the_same_in_every_run", alike),
    ("a_run_says_who_was_at_fault_and_which_games_count_for_nobody", remarks),
    ("a_conversation_is_kept_line_by_line", logged),
    ("a_program_that_speaks_something_else_is_refused_soon", refused_soon),
    ("a_fault_is_played_again_where_that_is_the_rule", replays),
    ("a_check_is_no_better_than_the_run_that_it_makes", checked),
    ("a_program_that_has_been_ready_before_may_start_slowly", tired),
    ("results_are_the_same_on_any_number_of_threads", any_threads),
    ("what_cannot_be_played_is_refused_before_the_first_game", refused),
    ("what_a_protocol_has_no_word_for_is_refused_before_the_first_game", wordless),
    ("a_program_runs_where_and_in_the_environment_that_it_is_given", surroundings),
];

fn behaves() {
    for (protocol, game) in [
        ("uci", "chess"),
        ("xboard", "chess"),
        ("gtp", "go(size=5)"),
        ("gomocup", "amoba(size=6)"),
        ("process", "chess"),
        ("process", "pig(target=10)"),
        ("process", "kalah"),
    ] {
        let player = rogue(protocol, "well", &mark(), "");
        let players = [&*player, "random"];
        let more = ["--openings", "2", "--max-plies", "60", "--thoughts"];
        let outcome = Table { game, players: &players, more: &more }.play();
        assert_eq!(outcome.games.len(), 4);
        for (ending, detail) in outcome.endings_of(&player) {
            assert!(["over", "too long"].contains(&&*ending), "{protocol}: {ending}: {detail}");
        }
        let thoughts = outcome.games[0]["thoughts"].to_string();
        let tells = ["uci", "xboard", "process"].contains(&protocol);
        assert_eq!(thoughts.contains("77"), tells, "{thoughts}");
    }
}

fn same_game() {
    let players = ["uci", "xboard", "process"].map(|protocol| rogue(protocol, "well", &mark(), ""));
    let more = ["--openings", "3", "--max-plies", "80"];
    let played = players.each_ref().map(|player| {
        let players = [player, "greedy"];
        let games = Table { game: "chess", players: &players, more: &more }.play().games;
        games.iter().map(|game| game["moves"].to_string()).collect::<Vec<_>>()
    });
    assert_eq!(played[0].len(), 6);
    assert_eq!(played[0], played[1]);
    assert_eq!(played[0], played[2]);
}

/// The protocol, what it does, the fault, and a part of what is said about it.
type Fault = (&'static str, &'static str, &'static str, &'static str);

const FAULTS: &[Fault] = &[
    ("uci", "crash", "crashed", "| info depth 3 score cp 25 nodes 77"),
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

/// Four tournaments at a time, which mostly wait.
fn every_fault() {
    thread::scope(|scope| {
        for faults in FAULTS.chunks(FAULTS.len().div_ceil(4)) {
            scope.spawn(|| faults.iter().for_each(is_told));
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
    // To read as much as nobody would takes a while.
    let patience = if how == "flood" { 30 } else { 2 };
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
        let mut refused = 0;
        for number in 1..=18 {
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
            let games = std::fs::read_to_string(&records).unwrap();
            std::fs::remove_file(records).unwrap();
            assert_eq!(games.lines().count(), 2);
            for game in games.lines() {
                assert!(game.contains("\"ended\":\"crashed\""), "{protocol} {number}: {game}");
            }
        }
        // It was greeted, and told that a game begins.
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
    for (protocol, how, more) in [
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
    ] {
        let player = rogue(protocol, how, &mark(), more);
        let players = [&*player, "random"];
        let more = ["--openings", "1", "--max-plies", "20", "--jobs", "1"];
        let game = if protocol == "gomocup" { "amoba(size=6)" } else { "chess" };
        let outcome = Table { game, players: &players, more: &more }.play();
        for (ending, detail) in outcome.endings_of(&player) {
            assert!(["over", "too long"].contains(&&*ending), "{how}: {ending}: {detail}");
        }
    }
}

fn margin() {
    thread::scope(|scope| {
        for (protocol, game) in
            [("uci", "chess"), ("gomocup", "amoba(size=6)"), ("process", "kalah")]
        {
            scope.spawn(move || {
                let own = command(protocol, "late", &mark());
                let player = format!("{protocol}(command=\"{own}\")");
                let player =
                    if protocol == "uci" { player.replace(')', ", depth=3)") } else { player };
                let players = [&*player, "random"];
                for (margin, expected) in
                    [("60000", &["over", "too long"][..]), ("0", &["over time"])]
                {
                    let more = [
                        "--openings",
                        "2",
                        "--max-plies",
                        "12",
                        "--move-time",
                        "300",
                        "--time-margin",
                        margin,
                    ];
                    let outcome = Table { game, players: &players, more: &more }.play();
                    let endings = outcome.endings_of(&player);
                    assert_eq!(endings.len(), 4);
                    for (ending, detail) in endings {
                        assert!(
                            expected.contains(&&*ending),
                            "{protocol} {margin}: {ending}: {detail}"
                        );
                    }
                }
            });
        }
    });
}

fn debt() {
    // Each move takes 50 ms more than it is given: all of the clock and of the margin is gone after some.
    for protocol in ["uci", "process"] {
        let own = command(protocol, "sluggish", &mark());
        let player = format!("{protocol}(command=\"{own}\", clock=0.3+0.1, margin=100)");
        let players = [&*player, "random"];
        let more = ["--openings", "1", "--max-plies", "60", "--random-plies", "0"];
        let outcome = Table { game: "chess", players: &players, more: &more }.play();
        for (ending, detail) in outcome.endings_of(&player) {
            assert_eq!(ending, "too late", "{protocol}: {detail}");
        }
    }
}

fn clocked() {
    let own = command("process", "clocked", &mark());
    let player = format!("process(command=\"{own}\", clock=5+1)");
    let players = [&*player, "random"];
    let more = ["--openings", "2", "--max-plies", "20"];
    let outcome = Table { game: "kalah", players: &players, more: &more }.play();
    for (ending, detail) in outcome.endings_of(&player) {
        assert!(["over", "too long"].contains(&&*ending), "{ending}: {detail}");
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
        // Results are told apart from games that nobody played.
        let said = format!("{} of its games were not played", 8 - played);
        assert_eq!(outcome.errors.contains(&said), played < 8, "{}", outcome.errors);
        fingerprints.push(outcome.fingerprint);
    }
    assert_eq!(fingerprints[0], fingerprints[1]);
    for wrong in ["0", "often", "-1"] {
        let mut run =
            agon(&["run", "-g", "nim", "-p", "random", "-p", "greedy", "--exclude-after"]);
        let Output { status, stderr, .. } = run.arg(wrong).output().unwrap();
        let text = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{text}");
        assert!(wrong == "-1" || text.contains("or never"), "{text}");
    }
}

/// Times and the places where reads fell would differ.
fn alike() {
    thread::scope(|scope| {
        for how in [
            "crash", "leaves", "half", "stuck", "hang", "garbage", "flood", "endless", "illegal",
            "murders",
        ] {
            scope.spawn(move || {
                let patience = if ["hang", "stuck"].contains(&how) { ", patience=2" } else { "" };
                let player = rogue("uci", how, "agon-rogue-alike", patience);
                let players = [&*player, "random"];
                let played = ["1", "2"].map(|jobs| {
                    let more = ["--openings", "1", "--max-plies", "20", "--jobs", jobs];
                    let outcome = Table { game: "chess", players: &players, more: &more }.play();
                    outcome.games.iter().map(ToString::to_string).collect::<Vec<_>>()
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
    for part in
        ["stopped at game 0, chess, by the fault of uci(", "crashed: it ended with exit code 3"]
    {
        assert!(text.contains(part), "{text}");
    }
}

fn logged() {
    let folder = std::env::temp_dir().join(mark());
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("said");
    for (protocol, game) in [("uci", "chess"), ("process", "kalah")] {
        let player = rogue(protocol, "crash", &mark(), &format!(", log=\"{}\"", file.display()));
        let players = [&*player, "random"];
        let more = ["--openings", "1", "--max-plies", "20", "--jobs", "2"];
        Table { game, players: &players, more: &more }.play();
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        // By process: when, who, and what.
        let mut told: BTreeMap<u64, Vec<(f64, &str, &str)>> = BTreeMap::new();
        for line in text.lines() {
            let [number, seconds, who, what] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let lines = told.entry(number.parse().unwrap()).or_default();
            lines.push((seconds.parse().unwrap(), who, what));
        }
        // It was tried out, and played two games.
        assert_eq!(told.len(), 3, "{text}");
        for lines in told.values() {
            assert!(lines.is_sorted_by(|one, other| one.0 <= other.0), "{text}");
            assert!(lines[0].1 == "#" && lines[0].2.ends_with("started"), "{text}");
            assert!(lines[1].1 == ">" && ["uci", "hello"].iter().any(|w| lines[1].2.contains(w)));
            assert!(lines.iter().any(|line| line.1 == "<"), "{text}");
            assert_eq!(lines.last().unwrap().1, "#", "{text}");
        }
        let errors = text.matches(" ! the seventh seal is broken").count();
        assert_eq!(errors, 2, "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Not after half a minute, which a program has to be ready that says nothing.
fn refused_soon() {
    let script = std::env::temp_dir().join(format!("{}.sh", mark()));
    let text = "#!/bin/sh\nwhile read line; do echo \"Unknown command: $line\"; done\n";
    std::fs::write(&script, text).unwrap();
    for protocol in ["uci", "xboard"] {
        let since = Instant::now();
        let player = format!("{protocol}(command=\"sh {}\", depth=1)", script.display());
        refuses("chess", &player, &[], "wrong protocol: ");
        assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
    }
    std::fs::remove_file(script).unwrap();
}

fn claims() {
    for (protocol, game, how, fault, said) in [
        ("xboard", "chess", "refuses", "disagreed", "by our rules it is legal"),
        ("xboard", "chess", "claims", "disagreed", "by our rules the game goes on"),
        ("xboard", "chess", "resigns", "resigned", ""),
        ("gtp", "go(size=5)", "refuses", "disagreed", "by our rules it is legal"),
    ] {
        let player = rogue(protocol, how, &mark(), "");
        let players = [&*player, "random"];
        let more = ["--openings", "2", "--max-plies", "40"];
        let outcome = Table { game, players: &players, more: &more }.play();
        let endings = outcome.endings_of(&player);
        assert_eq!(endings.len(), 4);
        for (ending, detail) in endings {
            assert_eq!(ending, fault, "{protocol} {how}: {detail}");
            assert!(detail.contains(said), "{protocol} {how}: {detail}");
        }
    }
}

fn verdicts() {
    // Whoever boasts says that Black has won by 99; sometimes White has.
    for (how, is_asked) in [("boasts", true), ("boasts", false)] {
        let player = rogue("gtp", how, &mark(), &format!(", verdict={is_asked}"));
        let players = [&*player, "random"];
        let table = Table { game: "go(size=5)", players: &players, more: &["--openings", "10"] };
        let outcome = table.play();
        let lost = |game: &&serde_json::Value| game["payoffs"][0].as_f64() != Some(1.0);
        let expected = outcome.games.iter().filter(lost).count();
        let told = outcome.errors.matches("says that seat 1 has won, and by our rules").count();
        let kept = outcome.endings_of(&player).into_iter().filter(|(ending, detail)| {
            ending == "over" && detail.contains("says that seat 1 has won, and by our rules")
        });
        assert_eq!(kept.count(), if is_asked { expected } else { 0 });
        assert!(0 < expected);
        assert_eq!(told, if is_asked { expected } else { 0 }, "{}", outcome.errors);
    }
}

fn late() {
    for limit in ["movetime=100", "clock=0.1"] {
        let own = command("uci", "late", &mark());
        let player = format!("uci(command=\"{own}\", {limit}, margin=50)");
        let players = [&*player, "random"];
        let more = ["--openings", "1", "--max-plies", "40"];
        let outcome = Table { game: "chess", players: &players, more: &more }.play();
        for (ending, detail) in outcome.endings_of(&player) {
            assert_eq!(ending, "too late", "{detail}");
        }
        let plan = agon(&["run", "--dry-run", "-g", "chess", "-p", &player, "-p", "random"]);
        let Output { stdout, .. } = { plan }.output().unwrap();
        let text = String::from_utf8(stdout).unwrap();
        assert!(text.contains("cannot be reproduced"), "{text}");
    }
}

fn replays() {
    let mark = mark();
    let player = rogue("uci", "once", &mark, "");
    let players = [&*player, "random"];
    let more = ["--openings", "1", "--max-plies", "20", "--faults", "replay", "--jobs", "1"];
    let outcome = Table { game: "chess", players: &players, more: &more }.play();
    std::fs::remove_file(std::env::temp_dir().join(&mark)).unwrap();
    for (ending, detail) in outcome.endings_of(&player) {
        assert!(["over", "too long"].contains(&&*ending), "{ending}: {detail}");
    }
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
        let arguments = ["check", "--statistical", "--baseline", "base.json", "t.toml"];
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
    assert!(
        code == Some(1)
            && said.contains("stopped at game 0, chess, by the fault of engine: crashed"),
        "{said}"
    );
    let (code, said) = check(&crashes, "replay");
    assert!(code == Some(3) && said.contains("not those of the baseline"), "{said}");
    let (code, said) = check("uci(command=\"agon-is-no-such-program\", depth=3)", "forfeit");
    assert!(code == Some(2) && said.contains("engine at chess"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}

fn tired() {
    let mark = mark();
    let player = rogue("uci", "tired", &mark, ", startup=3000");
    let players = [&*player, "random"];
    let more = ["--openings", "1", "--max-plies", "8", "--jobs", "1"];
    let outcome = Table { game: "chess", players: &players, more: &more }.play();
    std::fs::remove_file(std::env::temp_dir().join(&mark)).unwrap();
    for (ending, detail) in outcome.endings_of(&player) {
        assert!(["over", "too long"].contains(&&*ending), "{ending}: {detail}");
    }
}

fn any_threads() {
    for how in ["well", "crash"] {
        let played = ["1", "3"].map(|jobs| {
            // The same term, so the same tournament.
            let player = rogue("uci", how, "agon-rogue-any", "");
            let players = [&*player, "random", "greedy"];
            let more = ["--openings", "3", "--max-plies", "30", "--jobs", jobs];
            Table { game: "chess", players: &players, more: &more }.play().fingerprint
        });
        assert_eq!(played[0], played[1], "{how}");
    }
}

fn wordless() {
    let [xboard, plain, gtp, gomocup] =
        [("xboard", "well"), ("xboard", "plain"), ("gtp", "well"), ("gomocup", "well")]
            .map(|(protocol, how)| command(protocol, how, &mark()));
    let book = std::env::temp_dir().join(format!("{}.txt", mark()));
    let write = |text: &str| std::fs::write(&book, text).unwrap();
    let elsewhere = ["--opening-file", book.to_str().unwrap()];
    for (game, player, more, message) in [
        ("chess", format!("xboard(\"{xboard}\", depth=2)"), &["--nodes", "9"], "depth=6, movetime"),
        ("go(size=5)", format!("gtp(\"{gtp}\")"), &["--nodes", "9"], "gtp has no word for a limit"),
        (
            "amoba(size=6)",
            format!("gomocup(\"{gomocup}\")"),
            &["--nodes", "9"],
            "such as alpha-beta(nodes=1000)",
        ),
        (
            "chess",
            format!("xboard(\"{xboard}\", movetime=50)"),
            &["--seed", "9"],
            "no word for 50 ms for a move, but for 1000 ms and more",
        ),
        ("chess", format!("xboard(\"{xboard}\", depth=2)"), &["--move-time", "50"], "for 50 ms"),
        ("chess", format!("xboard(\"{xboard}\", clock=0.5)"), &["--seed", "9"], "for the game"),
        ("go(size=5)", format!("gtp(\"{gtp}\")"), &["--move-time", "50"], "for 50 ms for a move"),
        (
            "go(size=5)",
            format!("gtp(\"{gtp}\", movetime=2000)"),
            &["--seed", "9"],
            "no command `time_settings`",
        ),
        (
            "go(size=5)",
            format!("gtp(\"{gtp}\", clock=60)"),
            &["--seed", "9"],
            "no command `time_left`",
        ),
        ("chess", format!("xboard(\"{plain}\", depth=2)"), &elsewhere, "can't be given a position"),
        (
            "chess(fen=8/8/4k3/8/8/4K3/4R3/8 w - - 0 1)",
            format!("xboard(\"{plain}\", depth=2)"),
            &["--seed", "9"],
            "can't be given a position",
        ),
    ] {
        write("e4 e5\n8/8/4k3/8/8/4K3/4R3/8 w - - 0 1\n");
        refuses(game, &player, more, message);
    }
    write("d3\n-------------------X-------XX------XO--------------------------- O\n");
    let any = command("gtp", "any", &mark());
    let message = "no word for where this game begins";
    refuses("othello", &format!("gtp(\"{any}\")"), &elsewhere, message);
    std::fs::remove_file(book).unwrap();
}

/// Nothing is played, and the message says why.
fn refuses(game: &str, player: &str, more: &[&str], message: &str) {
    let mut run = agon(&["run", "-g", game, "-p", player, "-p", "random"]);
    let Output { status, stderr, stdout } = run.args(more).output().unwrap();
    let text = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{player}: {text}");
    assert!(text.contains(message), "{player}: {text}");
    assert!(stdout.is_empty());
}

fn surroundings() {
    let folder = std::env::temp_dir().join(mark());
    std::fs::create_dir(&folder).unwrap();
    let kept = folder.join("said it's");
    let options = format!(
        ", env=\"AGON_ONE='a b' AGON_TWO=\", folder=\"{}\", stderr=\"{}\"",
        folder.display(),
        kept.display()
    );
    let player = rogue("uci", "tells", &mark(), &options);
    let players = [&*player, "random"];
    let more = ["--openings", "1", "--max-plies", "8", "--jobs", "1"];
    let outcome = Table { game: "chess", players: &players, more: &more }.play();
    for (ending, detail) in outcome.endings_of(&player) {
        assert!(["over", "too long"].contains(&&*ending), "{ending}: {detail}");
    }
    let text = std::fs::read_to_string(&kept).unwrap();
    let place = folder.canonicalize().unwrap();
    let said = format!("in {} with Some(\"a b\") and Some(\"\")\n", place.display());
    // It is tried out first, and both times its output is added.
    assert_eq!(text, said.repeat(text.lines().count()), "{text}");
    assert!(2 <= text.lines().count(), "{text}");
    std::fs::remove_dir_all(folder).unwrap();
}

fn refused() {
    let [json, draws, newer] =
        ["declines", "draws", "newer"].map(|how| command("process", how, &mark()));
    let [uci, gtp, slow, banner, exits] =
        [("uci", "well"), ("gtp", "well"), ("uci", "slow"), ("uci", "banner"), ("uci", "exits")]
            .map(|(protocol, how)| command(protocol, how, &mark()));
    for (game, player, message) in [
        ("chess", "uci(command=stockfsh, depth=1)".to_owned(), "there is no program `stockfsh`"),
        ("chess", "uci(command=./nothing, depth=1)".to_owned(), "there is no program `./nothing`"),
        ("chess", format!("uci(command=\"{uci}\")"), "give it a limit: nodes=1000"),
        ("hex", format!("uci(command=\"{uci}\", depth=1)"), "engines for it speak gtp"),
        ("nim", format!("uci(command=\"{uci}\", depth=1)"), "uci is for chess"),
        ("go(size=9)", format!("gtp(\"{gtp}\")"), "`boardsize 9`: unacceptable size"),
        ("amoba(line=4)", format!("gomocup(\"{gtp}\")"), "lines of five only"),
        (
            "chess",
            format!("uci(command=\"{uci}\", depth=1, options=\"Hsah=4\")"),
            "no option `Hsah`; did you mean `Hash`?",
        ),
        (
            "chess",
            format!("uci(command=\"{uci}\", depth=1, options=\"Hash=400\")"),
            "option `Hash` cannot be `400`",
        ),
        (
            "chess",
            format!("uci(command=\"{slow}\", depth=1, startup=300)"),
            "slow start: no answer to `uci`",
        ),
        (
            "chess",
            format!("uci(command=\"{banner}\", depth=1, startup=1000)"),
            "slow start: no answer to `uci`",
        ),
        (
            "chess",
            format!("uci(command=\"{exits}\", depth=1)"),
            "crashed: it ended with exit code 3",
        ),
        ("chess", format!("uci(command=\"{gtp}\", depth=1, startup=1000)"), "wrong protocol: "),
        ("nim", format!("process(\"{json}\")"), "refused: not my game"),
        ("nim", format!("process(\"{draws}\")"), "add random=true to its options"),
        ("nim", format!("process(\"{newer}\")"), "number 2 of the protocol"),
        ("nim", format!("process(\"{uci}\", startup=1000)"), "slow start"),
        ("chess", "uci(command=\"'open\", depth=1)".to_owned(), "every quotation mark closed"),
        ("chess", format!("uci(command=\"{uci}\", clock=x)"), "such as 60+0.6"),
        ("chess", format!("uci(command=\"{uci}\", depth=1, env=\"A\")"), "NAME=VALUE"),
        ("chess", format!("uci(command=\"{uci}\", depth=1, folder=\"/no\")"), "does not exist"),
    ] {
        refuses(game, &player, &[], message);
    }
}
