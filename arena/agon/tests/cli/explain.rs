//! `agon explain`.

use crate::command::{agon, agon_told};

const TREE: &str = "tree([[3,12,8],[2,4,6],[14,5,2]])";
const QUIZ: &[&str] = &["explain", TREE, "-p", "alpha-beta", "--quiz"];

#[test]
fn a_search_is_told_in_sentences() {
    let mut told = String::new();
    for (game, player) in [
        (TREE, "alpha-beta"),
        (TREE, "alpha-beta(pvs=true)"),
        ("tree([{1/2:8, 1/3:24, 1/6:-12},[3,4]])", "expectimax"),
        ("tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])", "max-n"),
        ("nim(heaps=1+2)", "mcts(iterations=5)"),
        ("tic-tac-toe(width=2, height=2, line=2)", "selective(width=2, depth=2)"),
    ] {
        told.push_str(&agon(&["explain", game, "-p", player]).out);
        told.push('\n');
    }
    insta::assert_snapshot!("explain", told);
}

#[test]
fn the_document_has_the_documented_keys() {
    let document = agon(&["explain", TREE, "-p", "alpha-beta", "--json"]).json();
    assert_eq!((&document["game"], &document["player"]), (&"tree".into(), &"alpha-beta".into()));
    assert_eq!(document["search"], 1);
    assert_eq!(document["sentences"].as_array().unwrap().len(), 15);
    assert_eq!(document.as_object().unwrap().len(), 4);
}

#[test]
fn a_quiz_judges_every_answer() {
    let right = "3\nnone\n≤ 2\n2, 3\n2\nnone\n3\n-\n";
    let told = agon_told(QUIZ, right);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.out.contains("8 of 8 right"), "{}", told.out);
    insta::assert_snapshot!("quiz", told.out);

    let told = agon_told(QUIZ, "3\nnone\n4\n3 2\n2\n1\n3\n\n");
    assert_eq!(told.code, 3, "{}", told.err);
    assert!(told.out.contains("6 of 8 right"), "{}", told.out);
    let why = "   no: ≤ 2 (cut: 2 ≤ α = 3, seat 1 already has 3 by 1)";
    assert!(told.out.contains(why), "{}", told.out);

    let told = agon_told(QUIZ, "3\nnone\n");
    assert_eq!(told.code, 1);
    assert!(told.err.contains("the answers ended 6 too soon"), "{}", told.err);
}

#[test]
fn what_is_asked_is_not_given_away() {
    let told = agon_told(QUIZ, "");
    let drawn = told.out.split("1. ").next().unwrap();
    for given in ["cut", "✗", "≤", "window", "▲ A 3"] {
        assert!(!drawn.contains(given), "{given} in {drawn}");
    }
    // Leaves that were cut look like those that were not.
    assert!(drawn.contains("├─ 2  4") && drawn.contains("└─ 3  6"), "{drawn}");
}
