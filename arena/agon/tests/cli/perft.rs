//! `agon perft`.

use serde_json::json;

use crate::command::agon;

#[test]
fn the_count_goes_to_standard_output_and_the_time_to_standard_error() {
    // Othello from its first position: 4, 12, 56, 244, 1396 (as in every published table).
    for (depth, leaves) in [("1", "4\n"), ("2", "12\n"), ("3", "56\n"), ("5", "1396\n")] {
        let answer = agon(&["perft", "othello", "--depth", depth]);
        assert_eq!(answer.code, 0);
        assert_eq!(answer.out, leaves);
        assert!(answer.err.contains(" s, ") && answer.err.contains(" nodes/s"), "{}", answer.err);
    }
}

#[test]
fn dividing_counts_below_every_move_and_adds_up() {
    let arguments = ["perft", "nim(heaps=1+2)", "--depth", "2", "--divide"];
    assert_eq!(agon(&arguments).out, "a1  2\nb1  2\nb2  1\n5\n");
    let document = agon(&[&arguments[..], &["--json"]].concat()).json();
    let expected = json!({
        "game": "nim(heaps=1+2)",
        "position": "1+2 1",
        "depth": 2,
        "leaves": 5,
        "divide": [
            {"move": "a1", "leaves": 2}, {"move": "b1", "leaves": 2}, {"move": "b2", "leaves": 1},
        ],
    });
    assert_eq!(document, expected);
}

#[test]
fn perft_starts_from_the_given_position_and_moves() {
    let whole = agon(&["perft", "nim", "--depth", "2", "--position", "0+1+2 1"]).out;
    let played = agon(&["perft", "nim", "--depth", "2", "--moves", "a3 b4 c5 a9"]);
    assert_eq!(whole, "5\n");
    assert_eq!(played.code, 2);
    assert_eq!(agon(&["perft", "nim", "--depth", "2", "--moves", "b5 c6 a1 a1"]).out, "2\n");
}

#[test]
fn depth_zero_is_one_leaf_that_cannot_be_divided() {
    assert_eq!(agon(&["perft", "nim", "--depth", "0"]).out, "1\n");
    let answer = agon(&["perft", "nim", "--depth", "0", "--divide"]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("--depth cannot be `0`; accepted: 1 to 1000"), "{}", answer.err);
}
