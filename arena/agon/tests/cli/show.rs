//! `agon show`.

use std::{fmt::Write as _, io::Write as _, process::Stdio};

use serde_json::json;

use crate::{
    command::{agon, agon_told, command},
    lines::lines,
    started::Started,
};

const CHANCE: &str = "tree({1/2:8, 1/3:24, 1/6:-12})";

#[test]
fn a_decision_is_shown_under_the_documented_keys() {
    let mut shown = agon(&["show", "nim", "--moves", "a3 c6", "--json"]).json();
    let (cells, aims) = (shown["cells"].take(), shown["aims"].take());
    assert_eq!(cells[1]["name"], "b");
    assert_eq!(cells[1]["text"], "b: 5 × stick");
    assert_eq!(aims[3], json!({"paths": [["b"]], "takes": [], "number": 4}));
    let expected = json!({
        "game": "nim",
        "position": "0+5+1 1",
        "board": "a        0\nb |||||  5\nc |      1",
        "node": "decision",
        "seat": 1,
        "moves": ["b1", "b2", "b3", "b4", "b5", "c1"],
        "chance": [],
        "payoffs": [],
        "aims": null,
        "cells": null,
        "trays": [],
        "last": {"paths": [["c"]], "takes": [], "number": 6},
        "winning": [],
    });
    assert_eq!(shown, expected);
}

#[test]
fn chance_is_shown_with_its_weights() {
    let shown = agon(&["show", CHANCE, "--json"]).json();
    assert_eq!(shown["node"], "chance");
    assert_eq!(shown["seat"], json!(null));
    assert_eq!(shown["moves"], json!([]));
    let expected = json!([
        {"move": "1", "weight": 3}, {"move": "2", "weight": 2}, {"move": "3", "weight": 1},
    ]);
    assert_eq!(shown["chance"], expected);
    assert!(agon(&["show", CHANCE]).out.contains("1 (1/2), 2 (1/3), 3 (1/6)"));
}

#[test]
fn the_end_is_shown_with_a_payoff_for_every_seat() {
    let shown = agon(&["show", CHANCE, "--moves", "2", "--json"]).json();
    assert_eq!(shown["node"], "terminal");
    assert_eq!(shown["payoffs"], json!([24.0, -24.0]));
    let text = agon(&["show", CHANCE, "--moves", "2"]).out;
    assert!(text.contains("seat 1: 24, seat 2: -24"), "{text}");
    assert_eq!(shown.get("ending"), None);
}

#[test]
fn the_end_is_called_what_the_game_calls_it() {
    let mated = ["show", "chess", "--moves", "f3 e5 g4 Qh4"];
    assert!(agon(&mated).out.contains("nobody: the game is over, checkmate\n"));
    assert_eq!(agon(&[&mated[..], &["--json"]].concat()).json()["ending"], "checkmate");
    // Whoever does not see everything is not told more than the payoff.
    let folded = agon(&["show", "kuhn", "--moves", "3 1 b p", "--seat", "2", "--json"]).json();
    assert_eq!((folded["node"].as_str(), folded.get("ending")), (Some("terminal"), None));
}

#[test]
fn a_position_reads_back_as_it_was_written() {
    for (game, moves) in [("nim", "a3 c6"), ("othello", "d3 c3"), ("tree", "2")] {
        let mut shown = agon(&["show", game, "--moves", moves, "--json"]).json();
        // A position does not know how it came about.
        shown["last"].take();
        let position = shown["position"].as_str().unwrap();
        let again = agon(&["show", game, "--position", position, "--json"]).json();
        assert_eq!(again, shown);
    }
}

#[test]
fn moves_are_read_as_they_are_written_down() {
    for (game, plain, others) in [
        ("chess", "e2e4 e7e5 g1f3", &["1. e4 e5 2. Nf3", "1.e4 e5 2.Nf3", "e2e4e7e5g1f3"][..]),
        ("othello", "f5 d6 c3 d3 c4", &["f5d6c3d3c4", "1. f5 d6 2. c3 d3 3. c4"]),
    ] {
        let plain = agon(&["show", game, "--moves", plain, "--json"]).json();
        for moves in others {
            assert_eq!(agon(&["show", game, "--moves", moves, "--json"]).json(), plain, "{moves}");
        }
    }
}

#[test]
fn a_position_for_people_has_the_board_the_seat_and_the_moves() {
    let expected = "\
a |   1
b ||  2

game      nim(heaps=1+2)
position  1+2 1
to act    seat 1
moves     a1 b1 b2
";
    assert_eq!(agon(&["show", "nim(heaps=1+2)"]).out, expected);
}

#[test]
fn many_moves_stand_in_columns_and_fifty_of_them_unless_all_are_asked_for() {
    let listed = |more: &[&str]| {
        let told = agon(&[&["show", "hex(size=9)"][..], more].concat());
        assert_eq!(told.code, 0, "{}", told.err);
        told.out[told.out.find("moves ").unwrap()..].to_owned()
    };
    let some = listed(&[]);
    assert!(some.lines().all(|line| line.chars().count() <= 80), "{some}");
    assert!(some.ends_with("\n          … and 31 more (--full lists them)\n"), "{some}");
    let words = |text: &str| text.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (all, full) = (agon(&["show", "hex(size=9)", "--json"]).json(), listed(&["--full"]));
    let all: Vec<&str> = all["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    assert_eq!(all.len(), 81);
    assert_eq!(words(&full), all);
    assert_eq!(words(&some)[..50], all[..50]);
    // Every column begins where it does in the line above.
    let begins = |line: &str| line.char_indices().skip(10).step_by(4).all(|(_, c)| c != ' ');
    assert!(full.lines().all(begins), "{full}");
}

#[test]
fn a_batch_is_answered_line_by_line_as_if_each_were_asked_alone() {
    let lines = ["", "a1", "b2", "a1 b2", "a1, b1"];
    let batch = agon_told(
        &["show", "nim(heaps=1+2)", "--batch", "-"],
        &lines.iter().fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{line}");
            text
        }),
    );
    assert_eq!(batch.code, 0, "{}", batch.err);
    let answers = batch.json_lines();
    assert_eq!(answers.len(), lines.len());
    for (line, answer) in lines.iter().zip(answers) {
        let alone = agon(&["show", "nim(heaps=1+2)", "--moves", line, "--json"]).json();
        assert_eq!(answer, alone, "{line}");
    }
}

#[test]
fn a_batch_may_come_from_a_file_and_begin_anywhere() {
    let file = std::env::temp_dir().join(format!("agon-batch-{}.txt", std::process::id()));
    std::fs::write(&file, "b1\r\nb2").unwrap();
    let path = file.to_str().unwrap();
    let batch = agon(&["show", "nim", "--position", "1+2+0 2", "--moves", "a1", "--batch", path]);
    std::fs::remove_file(&file).unwrap();
    let positions: Vec<_> = batch.json_lines().iter().map(|answer| answer["position"].clone()).collect();
    assert_eq!(positions, ["0+1+0 2", "0+0+0 2"]);
}

#[test]
fn a_bad_line_of_a_batch_is_an_error_of_its_own_and_the_rest_is_answered() {
    let batch = agon_told(&["show", "nim", "--batch", "-"], "a1\na1 b9\na2\n");
    assert_eq!(batch.code, 2);
    let answers = batch.json_lines();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["position"], "2+5+7 2");
    assert_eq!(answers[1]["line"], 2);
    let error = answers[1]["error"].as_str().unwrap();
    assert!(error.contains("move 2 of the line, `b9`, is not legal in `2+5+7 2`"), "{error}");
    assert_eq!(answers[2]["position"], "1+5+7 2");
    assert_eq!(batch.err.lines().count(), 1);
    assert!(batch.err.contains("1 of 3 lines"), "{}", batch.err);
}

#[test]
fn every_line_of_a_batch_is_answered_at_once() {
    let mut command = command(&["show", "nim", "--batch", "-"]);
    let mut child = Started::new(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut input = child.stdin.take().unwrap();
    let mut answers = lines(child.stdout.take().unwrap());
    for (line, position) in [("a1\n", "2+5+7 2"), ("\n", "3+5+7 1")] {
        input.write_all(line.as_bytes()).unwrap();
        let answer = answers.next().unwrap();
        assert!(answer.contains(position), "{answer}");
    }
    drop(input);
    assert!(child.ended().success());
}

#[test]
fn a_board_is_drawn_for_every_screen_with_its_last_move_and_what_won() {
    let won = ["show", "tic-tac-toe", "--moves", "a1 b1 a2 b2 a3", "--to"];
    let drawn = |form: &str| agon(&[&won[..], &[form]].concat()).out;
    assert_eq!(drawn("text"), "3 *X*. .\n2 *X*O .\n1 *X*O .\n   a b c\n");
    assert!(drawn("ansi").contains('\u{1b}'));
    let svg = drawn("svg");
    assert!(svg.starts_with("<svg ") && svg.contains("the game is over"), "{svg}");
    assert!(svg.contains("data-cell=\"a3\" data-last=\"\" data-win=\"\""), "{svg}");
}

#[test]
fn a_drawing_goes_to_a_file_whose_name_says_its_form() {
    let folder = std::env::temp_dir().join(format!("agon-drawing-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, begins) in [("a.svg", &b"<svg"[..]), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF-1.4"), ("a.txt", b" 3")] {
        let file = folder.join(name);
        if cfg!(not(feature = "png")) && ["a.png", "a.pdf"].contains(&name) {
            continue;
        }
        let answer = agon(&["show", "tic-tac-toe", "--out", file.to_str().unwrap()]);
        assert_eq!((answer.code, answer.out.as_str()), (0, ""), "{}", answer.err);
        let written = std::fs::read(&file).unwrap();
        assert!(written.starts_with(begins.trim_ascii_start()), "{name}");
    }
    let answer = agon(&["show", "nim", "--out", folder.join("a.jpeg").to_str().unwrap()]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(answer.code, 2);
    assert!(
        answer.err.contains("unknown file type .jpeg; accepted: .svg, .png, .pdf, .ansi or .txt"),
        "{}",
        answer.err
    );
}

#[test]
fn boards_on_a_terminal_look_as_they_did() {
    for (name, game, moves) in [
        ("ansi-connect-four", "connect-four", "d d c c e e b"),
        ("ansi-chess", "chess", "e4 e5 Nf3"),
        ("ansi-hex", "hex(size=5)", "c3 b2"),
    ] {
        let told = agon(&["--color", "always", "show", game, "--moves", moves, "--to", "ansi"]);
        assert_eq!(told.code, 0, "{}", told.err);
        insta::assert_snapshot!(name, told.out.replace('\x1b', "␛"));
    }
}

#[test]
fn a_board_has_colours_where_a_terminal_shows_them_or_somebody_asks() {
    let shown = |more: &[&str], set: &[(&str, &str)]| {
        let moves = ["show", "connect-four", "--moves", "a b"];
        let mut asked = command(&[&moves[..], more].concat());
        asked.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("LC_ALL", "C.UTF-8");
        let output = asked.envs(set.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = shown(&[], &[]);
    assert!(!plain.contains('\x1b'), "{plain:?}");
    let coloured = shown(&["--color", "always"], &[]);
    assert!(coloured.contains("\x1b["), "{coloured:?}");
    // The same board as `--to ansi` draws, and below it the lines that a pipe gets too.
    let ansi = shown(&["--to", "ansi"], &[]);
    assert!(coloured.starts_with(ansi.trim_end()), "{coloured:?}");
    let below = |text: &str| text[text.find("game  ").unwrap()..].to_owned();
    assert_eq!(below(&coloured), below(&plain));
    assert_eq!(shown(&[], &[("CLICOLOR_FORCE", "1")]), coloured);
    assert_eq!(shown(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]), plain);
    assert_eq!(shown(&[], &[("NO_COLOR", "1")]), plain);
}

#[test]
fn a_byte_order_mark_before_a_batch_is_no_part_of_it() {
    let batch = |lines: &str| agon_told(&["show", "nim", "--batch", "-"], lines);
    let marked = batch("\u{feff}a3\na3 b5\n");
    assert_eq!((marked.code, marked.out), (0, batch("a3\na3 b5\n").out), "{}", marked.err);
}
