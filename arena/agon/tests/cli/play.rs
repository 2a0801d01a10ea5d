//! `agon play`.

use serde_json::{Value, json};

use crate::command::{agon, agon_told};

const DICE: &str = "tree({1/2:[8,1], 1/2:[-12,-13]})";

#[test]
fn a_game_is_played_to_its_result() {
    let answer = agon_told(&["play", "nim(heaps=2)", "--against", "random"], "a2\n");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains("The game is over. seat 1: 1, seat 2: -1\n"), "{}", answer.out);
    assert!(answer.out.ends_with("agon show 'nim(heaps=2)' --moves a2\n"), "{}", answer.out);
}

#[test]
fn the_other_player_moves_when_it_is_its_turn() {
    let arguments = ["play", "nim(heaps=1+1)", "--against", "minimax", "--seat", "2"];
    let answer = agon_told(&arguments, "b1\n");
    assert!(answer.out.starts_with("seat 1, minimax: a1\n"), "{}", answer.out);
    assert!(answer.out.contains("seat 1: -1, seat 2: 1"), "{}", answer.out);
}

#[test]
fn the_end_of_the_input_leaves_the_game() {
    let answer = agon_told(&["play", "nim", "--against", "random"], "a1");
    assert_eq!(answer.code, 0);
    assert!(answer.out.contains("The game is not over. No result."), "{}", answer.out);
    assert!(answer.out.contains("agon show nim --moves 'a1 "), "{}", answer.out);
}

#[test]
fn a_wrong_move_is_told_the_nearest_and_asked_again() {
    let answer = agon_told(&["play", "nim(heaps=2)", "--against", "random"], "a3\nhelpp\na2\n");
    assert!(answer.out.contains("`a3` is neither a move here nor a command; did you mean `a1`?"));
    assert!(
        answer.out.contains("`helpp` is neither a move here nor a command; did you mean `help`?")
    );
    assert!(answer.out.contains("The game is over. seat 1: 1"), "{}", answer.out);
}

#[test]
fn moves_help_and_hints_are_told() {
    let arguments = ["play", "nim(heaps=1+2)", "--against", "minimax(depth=9)"];
    let answer = agon_told(&arguments, "moves\nhelp\nhint\nquit\n");
    assert!(answer.out.contains("a1 b1 b2\n"), "{}", answer.out);
    assert!(answer.out.contains("save FILE"), "{}", answer.out);
    // Taking one from b leaves two equal heaps.
    assert!(answer.out.contains("move   b1\n  value  1\n"), "{}", answer.out);
    assert!(answer.out.ends_with("agon show 'nim(heaps=1+2)' --moves ''\n"), "{}", answer.out);
}

#[test]
fn undo_goes_back_to_the_last_choice() {
    let arguments = ["play", "nim(heaps=9)", "--against", "random", "--seed", "1"];
    let once = agon_told(&arguments, "a1\n").out;
    let twice = agon_told(&arguments, "undo\na1\nundo\na1\n").out;
    assert!(twice.contains("there is no earlier choice of yours"), "{twice}");
    // The same ply, the same dice: the game goes on as it did the first time.
    assert_eq!(once.lines().last(), twice.lines().last());
}

#[test]
fn two_people_can_play_at_one_terminal() {
    let answer = agon_told(&["play", "nim(heaps=2)", "--against", "human"], "a1\nundo\na1\na1\n");
    assert!(answer.out.contains("seat 2> "), "{}", answer.out);
    assert!(answer.out.contains("seat 1: -1, seat 2: 1"), "{}", answer.out);
    let hint = agon_told(&["play", "nim", "--against", "human"], "hint\n");
    assert!(hint.out.contains("start with --hints PLAYER"), "{}", hint.out);
    let arguments = ["play", "nim", "--against", "human", "--hints", "random"];
    assert!(agon_told(&arguments, "hint\n").out.contains("  move   "));
}

#[test]
fn chance_draws_from_the_seed() {
    let drawn = |seed: u32| {
        let seed = seed.to_string();
        let answer = agon_told(&["play", DICE, "--against", "random", "--seed", &seed], "1\n");
        answer.out.lines().next().unwrap().to_owned()
    };
    assert!(drawn(1).starts_with("chance: "), "{}", drawn(1));
    assert_eq!(drawn(1), drawn(1));
    assert!((0..16).any(|seed| drawn(seed) != drawn(1)));
}

#[test]
fn a_table_of_three_is_filled_with_the_other_player() {
    let tree =
        "tree([[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]],[[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]]])";
    let answer = agon_told(&["play", tree, "--against", "random", "--seat", "2"], "1\n");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.starts_with("seat 1, random: "), "{}", answer.out);
    assert!(answer.out.contains("seat 3, random: "), "{}", answer.out);
    assert!(answer.out.contains("The game is over. seat 1: "), "{}", answer.out);
}

#[test]
fn a_game_is_saved_as_a_line_of_json_that_grows_with_the_file() {
    let file = std::env::temp_dir().join(format!("agon-save-{}.jsonl", std::process::id()));
    let path = file.to_str().unwrap();
    let arguments =
        ["play", "nim(heaps=3)", "--against", "random", "--seed", "4", "--position", "2 1"];
    let input = format!("save {path}\nsave {path}\nsave\nsave /nowhere/at/all\n");
    let answer = agon_told(&arguments, &input);
    let saved = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(saved.lines().count(), 2);
    let record: Value = serde_json::from_str(saved.lines().next().unwrap()).unwrap();
    let expected = json!({
        "schema": "agon.play/1", "game": "nim(heaps=3)", "position": "2 1", "seed": 4, "seats": ["human", "random"],
        "moves": "", "payoffs": [], "ended": "unfinished",
    });
    assert_eq!(record, expected);
    assert!(answer.out.contains("where to?"), "{}", answer.out);
    assert!(answer.out.contains("cannot be written"), "{}", answer.out);
}

#[test]
fn a_player_for_another_game_is_refused_before_the_first_move() {
    let answer = agon(&["play", DICE, "--against", "minimax"]);
    assert_eq!(answer.code, 2);
    assert_eq!(answer.out, "");
    assert!(answer.err.contains("minimax cannot play this game"), "{}", answer.err);
}
