//! The games of a class: each has a sheet, and nothing of one stops the others.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{
    command::{Answer, agon, command},
    python,
};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A folder of games, made anew: names of files, and their bytes.
fn class(name: &str, files: &[(&str, Vec<u8>)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("there is room for it");
    for (file, bytes) in files {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("there is room");
        fs::write(file, bytes).expect("there is room for it");
    }
    folder
}

fn source(file: &str) -> Vec<u8> {
    fs::read(Path::new(ROOT).join(file)).expect("it is there")
}

/// A game of one turn, as a sheet.
const TURN: &str = "(role white) (init begun) (legal white (take 1)) (legal white (take 2)) \
    (<= (next (has ?n)) (does white (take ?n))) (<= terminal (true (has ?n))) \
    (<= (goal white 100) (true (has 2))) (<= (goal white 0) (not (true (has 2))))";

/// The report on a game: its verdict, the reason, and the whole document.
fn found<'a>(document: &'a Value, name: &str) -> (&'a str, &'a str, &'a Value) {
    let games = document["games"].as_array().expect("a list");
    let game = games.iter().find(|game| game["name"] == name).expect(name);
    (game["verdict"].as_str().expect("a word"), game["why"].as_str().unwrap_or_default(), game)
}

/// Sheets and modules, a folder without a game, and one with two.
fn sheets() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("bela/rules.kif", TURN.into()),
        ("cili.kif", TURN.replace("(role white)", "(role white").into()),
        ("dora.wasm", source("../../games/module/src/modules/tic-tac-toe.wasm")),
        ("fia/notes.txt", b"nothing yet".to_vec()),
        ("jana/a.kif", TURN.into()),
        ("jana/b.kif", TURN.into()),
        ("kati.kif", TURN.replace("(<= terminal (true (has ?n)))", "").into()),
    ]
}

/// The reports on [`sheets`] and on a link beside them.
const OF_SHEETS: [(&str, &str, &str); 6] = [
    ("bela", "kept", ""),
    ("cili", "refused", "line 1, column 1"),
    ("dora", "kept", ""),
    ("fia", "refused", "no game is there"),
    ("jana", "refused", "which of a.kif, b.kif is the game?"),
    ("link", "refused", "it is a link"),
];

/// What is said of the games of a class, of which these have sheets with these verdicts and reasons, and what is printed.
fn judged(name: &str, files: &[(&str, Vec<u8>)], sheets: &[(&str, &str, &str)]) -> (Value, Answer) {
    let folder = class(name, files);
    // A link may lead to private files: it is not followed.
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", folder.join("link.kif")).expect("it can be linked");
    let folder = folder.to_str().expect("its name is text");
    let line = ["class", "--games", folder, "--sandbox", "none", "--plays", "60", "--patience", "20"];
    let answer = agon(&[&line[..], &["--json"]].concat());
    assert_eq!(answer.code, 3, "{}", answer.err);
    let document: Value = serde_json::from_str(&answer.out).expect("one document");
    for (name, verdict, why) in sheets {
        let (is, because, whole) = found(&document, name);
        assert!(is == *verdict && because.contains(why), "{name}: {whole}");
        assert!((is == "kept") == because.is_empty(), "{name}: {whole}");
        assert!(!because.contains("agon-games-"), "{name}: {whole}");
    }
    (document, agon(&line))
}

#[test]
fn every_game_of_a_class_has_a_sheet_and_none_stops_the_others() {
    let (document, told) = judged("class-games", &sheets(), &OF_SHEETS);
    let (_, _, dora) = found(&document, "dora");
    assert_eq!(dora["positions"], 5478);
    assert_eq!(found(&document, "bela").2["plays"]["first_seat"], Value::Null);
    assert_eq!(told.code, 3);
    assert!(told.out.contains("cili: "), "{}", told.out);
    assert!(told.err.contains("of 7 games"), "{}", told.err);
    // No copy remains.
    let room = Path::new(env!("CARGO_TARGET_TMPDIR")).join("class-games-room");
    let _ = fs::remove_dir_all(&room);
    fs::create_dir_all(&room).expect("there is room for it");
    let bela = class("class-games-one", &[("bela.kif", TURN.into())]);
    let line = ["class", "--games", bela.to_str().expect("its name is text"), "--plays", "20"];
    let done = command(&line).env("TMPDIR", &room).output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(fs::read_dir(&room).expect("it is there").count(), 0, "copies are left behind");
}

#[test]
#[ignore = "needs python3"]
fn games_of_a_class_that_are_programs_have_sheets_and_none_stops_the_others() {
    python::needed();
    let ours = String::from_utf8(source("src/new/game.py.txt")).expect("Python is text");
    let greedy = ours.replace("over(-1, seat=to_move)", "over(-2, seat=to_move)");
    let ends = ours
        .replace("    def moves(self, position):", "    def moves(self, position):\n        import os; os._exit(3)");
    let programs = vec![
        ("anna.py", ours.into_bytes()),
        ("emil.py", greedy.into_bytes()),
        ("gabor.py", b"import time; time.sleep(600)".to_vec()),
        ("hanna/game.py", source("src/new/cards.py.txt")),
        ("ivan.py", ends.into_bytes()),
        ("lili.py", b"import no_such_module".to_vec()),
    ];
    let of_programs = [
        ("anna", "kept", ""),
        ("emil", "broken", "is outside what the game declared, -1 to 1"),
        ("gabor", "refused", "slow start"),
        ("hanna", "kept", ""),
        ("ivan", "refused", "crashed"),
        ("lili", "refused", "No module named 'no_such_module'"),
    ];
    let files = [sheets(), programs].concat();
    let sheets = [&OF_SHEETS[..], &of_programs].concat();
    let (document, told) = judged("class-games-programs", &files, &sheets);
    let (_, _, anna) = found(&document, "anna");
    assert_eq!((&anna["positions"], &anna["has_more_positions"]), (&5478.into(), &false.into()));
    assert_eq!(anna["plays"]["most_moves"], 9);
    // At random the first seat wins 0.585 of the games and loses 0.288 of them.
    let lead = |key: &str| anna["plays"][key].as_f64().expect("a number");
    let (lead, error) = (lead("first_seat"), lead("first_seat_error"));
    assert!((lead / 2.0 - 0.297).abs() < 1.5 * error / 2.0 && error < 0.6, "{anna}");
    let (_, _, hanna) = found(&document, "hanna");
    assert_eq!(hanna["facts"]["hidden"], true);
    assert_eq!(told.code, 3);
    for what in ["anna   program  kept", "cili: ", "moves: of the seat to act"] {
        assert!(told.out.contains(what), "{what}: {}", told.out);
    }
    assert!(told.err.contains("of 13 games"), "{}", told.err);
}

#[test]
fn where_all_games_keep_every_law_the_exit_code_is_zero() {
    let folder = class("class-games-kept", &[("bela.kif", TURN.into())]);
    let folder = folder.to_str().expect("its name is text");
    let answer = agon(&["class", "--games", folder, "--plays", "20", "--player", "mcts(iterations=20)"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{}", answer.out);
    let none = class("class-games-none", &[("readme.md", b"# none".to_vec())]);
    let none = agon(&["class", "--games", none.to_str().expect("its name is text")]);
    assert!(none.code == 2 && none.err.contains("no game is there"), "{}", none.err);
    let lost = agon(&["class", "--games", "no-such-folder"]);
    assert!(lost.code == 1 && lost.err.contains("no-such-folder"), "{}", lost.err);
}
