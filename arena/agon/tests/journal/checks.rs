//! Results held against the rules, the players, and earlier results.

use crate::{
    agon::{Folder, forged},
    forged::{frames, journal_of},
};

const MIXED: &str = "\
seed = 5
openings = 6
random-plies = 2
players = ['random', 'minimax(depth=2)', 'alpha-beta(depth=3)']
games = ['tic-tac-toe', 'nim(2+3)']
";

#[test]
fn a_journal_is_verified_and_a_forged_one_is_not() {
    let folder = Folder::with("verify", MIXED);
    folder.done("run t.toml");
    let said = String::from_utf8(folder.done("verify t.journal")).unwrap();
    assert!(said.starts_with("72 games, all as recorded\nFingerprint  "), "{said}");
    assert_eq!(folder.done("verify t.journal --jobs 1"), said.as_bytes());

    let journal = folder.read("t.journal");
    folder.write("forged.journal", &forged(&journal));
    let message = folder.fails(3, "verify forged.journal");
    assert!(message.contains("game 71 ("), "{message}");
}

#[test]
fn a_journal_of_other_rules_is_told_from_one_of_these() {
    let folder = Folder::with("other-rules", MIXED);
    folder.done("run t.toml");
    let mut whole = frames(&folder.read("t.journal"));
    let header = String::from_utf8(whole[0].clone()).expect("JSON is text");
    let (before, rules) = header.split_once("\"1\":{\"rules\":\"").expect("the rules of the second game are kept");
    let kept = agon_arena::keep::checksum(rules.as_bytes());
    // As if nim had had other rules then.
    whole[0] = format!("{before}\"1\":{{\"rules\":\"{kept:08x}{}", &rules[8..]).into_bytes();
    folder.write("old.journal", &journal_of(&whole));
    let message = folder.fails(3, "verify old.journal");
    let expected = "all games are as recorded, and nim(heaps=2+3) has other rules than when they were played";
    assert!(message.contains(expected), "{message}");
    let document = folder.agon("verify old.journal --json").stdout;
    let document: serde_json::Value = serde_json::from_slice(&document).expect("one document");
    assert_eq!((&document["same"], &document["other_rules"]), (&false.into(), &"nim(heaps=2+3)".into()));
    // It is read as it is, and what it lacks is not played.
    folder.done("report old.journal");
    whole.truncate(20);
    folder.write("old.journal", &journal_of(&whole));
    let message = folder.fails(2, "run old.journal");
    assert!(message.contains("nim(heaps=2+3) has other rules") && message.contains("--journal"), "{message}");
}

/// What the report for CI says.
fn reports(folder: &Folder, expected: &str) {
    let junit = String::from_utf8(folder.read("j.xml")).expect("XML is text");
    assert!(junit.contains(expected), "{junit}");
}

#[test]
fn a_check_fails_when_and_only_when_a_move_changes() {
    let folder = Folder::with("check", MIXED);
    let result = folder.done("run t.toml --no-journal --json");
    folder.write("baseline.json", &result);
    // As some editors write it.
    folder.write("marked.json", &[b"\xef\xbb\xbf", result.as_slice()].concat());
    folder.done("run t.toml");
    for baseline in ["baseline.json", "marked.json", "t.journal"] {
        let arguments = format!("compare {baseline} t.toml --junit j.xml");
        let said = String::from_utf8(folder.done(&arguments)).unwrap();
        assert!(said.starts_with("Equal, move by move"), "{said}");
        reports(&folder, "tests=\"7\" failures=\"0\"");
    }
    folder.write("t.toml", MIXED.replace("seed = 5", "seed = 6").as_bytes());
    let message = folder.fails(3, "compare baseline.json t.toml --junit j.xml");
    assert!(message.contains("moves differ"), "{message}");
    reports(&folder, "failures=\"1\"");
    // Another seed is no other strength.
    folder.done("compare baseline.json t.toml --statistical");
    let worse = MIXED.replace("'alpha-beta(depth=3)'", "{ name = 'alpha-beta(depth=3)', player = 'random' }");
    folder.write("t.toml", worse.replace("openings = 6", "openings = 60").as_bytes());
    let message = folder.fails(3, "compare baseline.json t.toml --statistical");
    assert!(message.contains("pairs changed by more than chance"), "{message}");
}

#[test]
fn differences_are_named_by_game_ply_and_move_in_every_section() {
    let folder = Folder::with("differs", MIXED);
    folder.done("run t.toml --journal before.journal");
    let worse = MIXED.replace("'alpha-beta(depth=3)'", "{ name = 'alpha-beta(depth=3)', player = 'random' }");
    folder.write("t.toml", worse.as_bytes());
    folder.done("run t.toml --journal now.journal");
    for command in ["compare before.journal now.journal", "compare before.journal t.toml"] {
        let said = folder.agon(command);
        assert_eq!(said.status.code(), Some(3));
        let text = String::from_utf8(said.stdout).unwrap();
        let first: Vec<&str> = text.lines().filter(|l| l.starts_with("First diff")).collect();
        assert_eq!(first.len(), 2, "{text}");
        assert!(first.iter().all(|line| line.contains(", ply ") && line.contains(": expected ")));
        assert!(text.contains(" over 6 openings of both"), "{text}");
        let said = folder.agon(&format!("{command} --json"));
        let json: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
        let game = json["differences"][0]["game"].as_u64().unwrap();
        assert!(first[0].starts_with(&format!("First different game {game} (")), "{text}");
        assert_eq!(json["pairs"][0]["paired"], 6);
    }
    // A document pairs as its journal does, and says nothing of moves.
    folder.write("before.json", &folder.done("report before.journal --json"));
    let json = |command: &str| -> serde_json::Value {
        let said = folder.agon(command);
        assert_eq!(said.status.code(), Some(3), "{command}");
        serde_json::from_slice(&said.stdout).unwrap()
    };
    let by_journal = json("compare before.journal now.journal --json");
    for by_document in [json("compare before.json now.journal --json"), json("compare before.json t.toml --json")] {
        assert_eq!(by_document["pairs"], by_journal["pairs"]);
        assert!(by_document["unpaired"].is_null(), "{by_document}");
        assert_eq!(by_document["differences"].as_array().unwrap().len(), 0);
    }
    // Other dice, other openings: nothing can be held beside anything.
    folder.done("run t.toml --seed 9 --journal other.journal");
    let said = folder.agon("compare before.journal other.journal --json");
    let json: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    assert_eq!(json["differences"].as_array().unwrap().len(), 0);
    assert!(json["pairs"][0]["paired"].is_null(), "{json}");
    let text = String::from_utf8(folder.agon("compare before.journal other.journal").stdout).unwrap();
    assert!(text.contains("Not compared opening by opening: seeds, names, openings"), "{text}");
}

/// Sections of one game that differ in anything: whichever of them is forged in a baseline, it is that one
/// that has changed, and nothing of one is taken for the other's.
#[test]
fn sections_of_one_game_are_held_apart_by_every_verdict() {
    let rules = ["nodes = 200", "nodes = 3000", "openings = 15", "random-plies = 3", "seatings = 'fixed'"];
    let sections = rules.map(|rule| format!("[[games]]\ngame = 'nim(3+4+5)'\n{rule}\n"));
    let head = "openings = 30\nrandom-plies = 1\nplayers = ['random', 'alpha-beta(depth=4)']\n";
    let folder = Folder::with("sections", &format!("{head}{}", sections.concat()));
    let result = folder.done("run t.toml --json");
    let json = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).unwrap();
    let all = json(&result);
    for (number, rule) in rules.iter().enumerate().take(3) {
        let mut forged = all.clone();
        forged["fingerprint"] = "forged".into();
        let pair = &mut forged["sections"][number]["pairs"][0];
        let made = pair["by_opening"].as_str().unwrap();
        // As if the strong had been the weak.
        let turned = |letter| char::from_digit(4 - char::to_digit(letter, 10).unwrap(), 10).unwrap();
        pair["by_opening"] = made.chars().map(turned).collect::<String>().into();
        pair["share"] = (1.0 - pair["share"].as_f64().unwrap()).into();
        folder.write("forged.json", forged.to_string().as_bytes());
        for command in ["compare forged.json t.journal", "compare forged.json t.toml --statistical"] {
            let said = folder.agon(&format!("{command} --json"));
            assert_eq!(said.status.code(), Some(3), "{rule}: {command}");
            let pairs = json(&said.stdout)["pairs"].as_array().unwrap().clone();
            assert_eq!(pairs.len(), rules.len(), "{rule}: {command}");
            for (at, pair) in pairs.iter().enumerate() {
                assert_eq!(pair["is_significant"], at == number, "{rule}: {command}: {pair}");
                assert_eq!(pair["before"] != pair["now"], at == number, "{rule}: {command}: {pair}");
            }
        }
    }
    // Ratings are of one strength each: another limit is another strength, another opening is not.
    let rated = json(&folder.done("report ratings t.journal --json"));
    let games: Vec<(&str, u64)> = rated["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| (game["game"].as_str().unwrap(), game["played"].as_u64().unwrap()))
        .collect();
    let expected = [
        ("nim(heaps=3+4+5), any number of nodes", 30 + 60 + 30),
        ("nim(heaps=3+4+5), 200 nodes a move", 60),
        ("nim(heaps=3+4+5), 3000 nodes a move", 60),
    ];
    assert_eq!(games, expected);
    // The table over all games has a name for each.
    let report = String::from_utf8(folder.done("report t.journal")).unwrap();
    assert!(report.contains("1 nim(heaps=3+4+5), 200 nodes a move"), "{report}");
}

#[test]
fn who_met_in_one_result_only_is_named_and_so_is_a_result_that_is_not_finished() {
    let folder = Folder::with("renamed", MIXED);
    folder.write("before.json", &folder.done("run t.toml --json"));
    folder.write("t.toml", MIXED.replace("depth=3", "depth=2, table=1MB").as_bytes());
    let said = folder.agon("compare before.json t.toml --statistical");
    assert_eq!(said.status.code(), Some(3));
    let text = String::from_utf8(said.stdout).unwrap();
    assert!(text.contains("\nOnly before: tic-tac-toe: alpha-beta(depth=3) – random\n"), "{text}");
    assert!(text.contains("\nOnly now: nim(heaps=2+3): "), "{text}");
    assert!(text.contains("Renamed? ") && text.contains("{ name = …, player = … }"), "{text}");
    // A part of a journal is less than it.
    let whole = folder.read("t.journal");
    folder.write("part.journal", &whole[..whole.len() * 2 / 3]);
    let text = String::from_utf8(folder.agon("compare t.journal part.journal").stdout).unwrap();
    assert!(text.contains("\nUnfinished now: ") && text.contains(" of 72 games\n"), "{text}");
}

/// Eight players, 28 pairs, eight openings: with other dice nothing has changed, and nothing is reported as changed.
#[test]
fn other_dice_are_no_change() {
    let players = (1..=8).map(|n| format!("{{ name = 'p{n}', player = 'epsilon(minimax, 0.{n})' }}"));
    let players = players.collect::<Vec<_>>().join(", ");
    let file = format!("openings = 8\nrandom-plies = 1\nplayers = [{players}]\ngames = ['nim(2+3+4)']\n");
    let folder = Folder::with("dice", &file);
    folder.write("before.json", &folder.done("run t.toml --json --no-journal"));
    for seed in 3..9 {
        folder.write("t.toml", format!("seed = {seed}\n{file}").as_bytes());
        let said = folder.done("compare before.json t.toml --statistical --json");
        let found: serde_json::Value = serde_json::from_slice(&said).unwrap();
        assert_eq!(found["pairs"].as_array().unwrap().len(), 28);
        assert!(found["unpaired"].as_str().unwrap().contains("seeds"), "{found}");
    }
}

/// One seat, where nobody meets anybody: points say nothing, so they pass nothing.
#[test]
fn a_check_by_points_of_a_game_without_opponents_says_that_it_sees_nothing() {
    let folder =
        Folder::with("alone", "openings = 3\nplayers = ['random', 'greedy']\ngames = ['2048']\nmax-plies = 30\n");
    folder.write("before.json", &folder.done("run t.toml --json --no-journal"));
    folder.done("compare before.json t.toml --statistical");
    let before = String::from_utf8(folder.read("before.json")).unwrap();
    let forged = before.replacen("\"fingerprint\": \"", "\"fingerprint\": \"x", 1);
    folder.write("before.json", forged.as_bytes());
    let message = folder.fails(3, "compare before.json t.toml --statistical --junit j.xml");
    assert!(message.contains("no points to compare"), "{message}");
    reports(&folder, "failures=\"1\"");
}

#[test]
fn results_compare_equal_to_themselves_only() {
    let folder = Folder::with("compare", MIXED);
    folder.write("a.json", &folder.done("run t.toml --json"));
    folder.write("b.json", &folder.done("run t.toml --seed 6 --no-journal --json"));
    folder.done("compare a.json t.journal");
    assert!(folder.fails(3, "compare t.journal b.json").contains("moves differ"));
    let message = folder.fails(2, "compare t.toml b.json");
    assert!(message.contains("t.toml is neither a journal nor a document of agon run --json"));
    assert!(message.contains("agon run t.toml plays it"), "{message}");
    let message = folder.fails(2, "report t.toml");
    assert!(message.contains("t.toml: a tournament file, not a journal; agon run t.toml"), "{message}");
}

#[test]
fn a_dry_run_counts_and_warns_and_plays_nothing() {
    let folder = Folder::with("dry", MIXED);
    let said = String::from_utf8(folder.done("run t.toml --dry-run --random-plies 0")).unwrap();
    assert!(said.contains("72 games in all"), "{said}");
    assert!(said.contains("Warning: nim(heaps=2+3): 5 of 6 openings repeat earlier ones"), "{said}");
    assert!(said.contains("minimax(depth=2), alpha-beta(depth=3) always play alike"), "{said}");
    assert!(!folder.path("t.journal").exists());
    folder.write("fixed.toml", format!("seatings = 'fixed'\n{MIXED}").as_bytes());
    let said = String::from_utf8(folder.done("run fixed.toml --dry-run")).unwrap();
    assert!(said.contains("Warning: tic-tac-toe: one seating only"), "{said}");
    let swiss = "-g nim -p random -p greedy -p mcts --format swiss --openings 1 --random-plies 1";
    let said = String::from_utf8(folder.done(&format!("run {swiss} --dry-run"))).unwrap();
    let line = "  nim: 3 players, 1 opening of 1 random ply, 2 seatings of each meeting, 2 games\n  \
                These are the games of the first round, of 2 rounds; later ones depend on results.\n\
                2 games in the first round\n";
    assert!(said.contains(line), "{said}");
}

#[test]
fn unused_and_repeated_keys_of_a_file_are_reported() {
    let folder = Folder::with("vain", &format!("{MIXED}rounds = 3\n"));
    let message = folder.fails(2, "run t.toml --dry-run");
    assert!(message.contains("rounds: only for a swiss or a ladder, not for a round-robin"), "{message}");
    let both = "players = ['random']\ngames = ['nim']\n[[games]]\ngame = 'pig'\n";
    folder.write("t.toml", both.as_bytes());
    let message = folder.fails(2, "run t.toml");
    assert!(message.contains("line 3: duplicate key `games`: already set above"), "{message}");
    let message = folder.fails(2, "run -g nim -p random");
    assert!(message.contains("nim has 2 seats, but only 1 player for them"), "{message}");
}

#[test]
fn what_becomes_of_faults_is_asked_on_the_command_line_and_kept() {
    let folder = Folder::with("stop", MIXED);
    let kept = |flag: &str| {
        folder.remove("t.journal");
        let said = folder.done(&format!("run t.toml {flag}"));
        (String::from_utf8_lossy(&folder.read("t.journal")).into_owned(), said)
    };
    let (_, expected) = kept("");
    for (flag, rule) in [("", "forfeit"), ("--faults stop", "stop"), ("--faults replay", "replay")] {
        let (journal, said) = kept(flag);
        assert!(journal.contains(&format!("\\\"faults\\\":\\\"{rule}\\\"")), "{flag}: {journal}");
        // Where nobody is at fault, nothing else changes.
        assert_eq!(said, expected, "{flag}");
    }
}

#[test]
fn a_result_under_a_clock_says_that_it_cannot_be_had_again() {
    let folder = Folder::with(
        "clock",
        "openings = 1\nplayers = ['minimax', 'random']\ngames = ['nim(1+2)']\ntime-margin = 7000\n",
    );
    let run = |flags: &str| {
        let text = folder.done(&format!("run t.toml --no-journal {flags}"));
        String::from_utf8(text).unwrap()
    };
    let (line, key) = ("\nNot reproducible: ", "\"reproducible\": false");
    assert!(!run("").contains(line) && !run("--json").contains(key));
    assert!(run("--move-time 9000").contains(line));
    let json = run("--move-time 9000 --json");
    assert!(json.contains(key) && json.contains("\"time_margin\": 7000"), "{json}");
}

#[test]
fn tables_that_no_machine_holds_are_refused_before_the_first_game() {
    let folder = Folder::with(
        "memory",
        "openings = 1000\nplayers = ['alpha-beta(depth=2, table=64GB)', 'random']\n\
         games = ['nim(1+2)']\n",
    );
    let said = String::from_utf8(folder.done("run t.toml --dry-run --jobs 1000")).unwrap();
    assert!(said.contains("on 1000 threads") && said.contains("Memory: too little"), "{said}");
    let message = folder.fails(2, "run t.toml --jobs 1000");
    assert!(!folder.path("t.journal").exists(), "nothing is left behind");
    assert!(message.contains("the players may take up to 6") && message.contains("fewer threads"), "{message}");
    let small = "-p alpha-beta(depth=2,table=1MB) -p random --no-journal --jobs 2";
    folder.done(&format!("run t.toml {small}"));
    let said = String::from_utf8(folder.done(&format!("run t.toml {small} --dry-run"))).unwrap();
    assert!(said.contains("\nMemory: up to ") && said.contains("\nTime: about "), "{said}");
    assert!(said.contains(" of the 2,000 games\n"), "{said}");
    assert!(said.ends_with("\n1980 more; all of them with --full\n"), "{said}");
}

#[test]
fn no_number_of_threads_brings_a_run_down() {
    let folder = Folder::with("threads", MIXED);
    for jobs in ["0", "65535", "4097", "-1", "99999999999999999999"] {
        let message = folder.fails(2, &format!("run t.toml --jobs {jobs}"));
        assert!(message.starts_with("agon: "), "{message}");
        assert!(!folder.path("t.journal").exists());
    }
    let expected = folder.done("run t.toml --no-journal --jobs 1");
    assert_eq!(folder.done("run t.toml --jobs 64"), expected);
    // So many are accepted, though not every machine has them.
    let most = folder.agon("run t.toml --no-journal --jobs 4096");
    let message = String::from_utf8(most.stderr).unwrap();
    if most.status.success() {
        assert_eq!(most.stdout, expected);
    } else {
        assert_eq!(most.status.code(), Some(1), "{message}");
        assert!(message.contains("of 4096 could not be started"), "{message}");
    }
}

#[test]
fn each_rule_about_faults_does_what_it_says_when_there_are_some() {
    // Nobody looks at hundreds of thousands of positions within a millisecond.
    let file = "openings = 20\nrandom-plies = 1\nplayers = ['minimax(depth=3)', 'random']\n\
                games = ['nim(20+21+22+23)']\nmove-time = 1\ntime-margin = 0\n";
    let folder = Folder::with("at-fault", file);
    let run = |rule: &str| folder.agon(&format!("run t.toml --journal {rule} --faults {rule}"));
    let games = |rule: &str| {
        folder.done(&format!("report games {rule} --to jsonl -o {rule}.jsonl"));
        let lines = String::from_utf8(folder.read(&format!("{rule}.jsonl"))).unwrap();
        folder.remove(&format!("{rule}.jsonl"));
        let game = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        lines.lines().map(game).collect::<Vec<_>>()
    };
    for rule in ["forfeit", "replay"] {
        assert!(run(rule).status.success(), "{rule}");
        assert_eq!(games(rule).len(), 40);
    }
    let at_fault = |game: &&serde_json::Value| game["ended"] == "over time";
    let forfeited = games("forfeit");
    assert!(forfeited.iter().any(|game| at_fault(&game)));
    for game in forfeited.iter().filter(at_fault) {
        let expected = if game["at_fault"] == 1 { [-1.0, 1.0] } else { [1.0, -1.0] };
        assert_eq!(game["payoffs"], serde_json::json!(expected));
    }
    // A player that fails every time makes the game void, which then counts for nobody.
    for game in games("replay").iter().filter(at_fault) {
        assert_eq!(game["payoffs"], serde_json::json!([]), "{game}");
    }
    let stopped = run("stop");
    let message = String::from_utf8(stopped.stderr).unwrap();
    assert_eq!(stopped.status.code(), Some(1), "{message}");
    assert!(message.contains(", by the fault of ") && message.contains(": over time: "), "{message}");
    // The game is recorded with its fault, and the same command stops at the same place.
    let kept = games("stop");
    assert!(at_fault(&kept.last().unwrap()) && kept.iter().filter(at_fault).count() == 1);
    assert_eq!(String::from_utf8(run("stop").stderr).unwrap(), message);
    assert_eq!(games("stop"), kept);
}
