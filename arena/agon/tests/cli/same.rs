//! `agon same`.

use crate::command::agon;

/// The fingerprint of the rules of tic-tac-toe. It changes only if what is hashed does.
const TIC_TAC_TOE: &str = "4eb05f90a648155e72ff5439714f9823856545ee900b17444f2b33396b29a86f";

#[test]
fn a_game_alone_has_a_fingerprint_and_two_that_are_the_same_have_one() {
    let alone = agon(&["same", "tic-tac-toe"]);
    assert_eq!((alone.code, &*alone.out), (0, &*format!("rules {TIC_TAC_TOE}  tic-tac-toe\n")));
    let both = agon(&["same", "tic-tac-toe", "gdl"]);
    assert_eq!(both.code, 0, "{}", both.err);
    let lines: Vec<&str> = both.out.lines().collect();
    assert_eq!(lines[..2], ["the same game", "walked to their ends: 5,478 and 5,478 positions"]);
    assert_eq!(lines[2..], [format!("rules {TIC_TAC_TOE}  tic-tac-toe"), format!("rules {TIC_TAC_TOE}  gdl")]);
    let document = agon(&["same", "tic-tac-toe", "gdl", "--json"]).json();
    assert_eq!((&document["same"], &document["depth"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!(document["games"][1]["fingerprint"], TIC_TAC_TOE);
}

#[test]
fn a_difference_is_shown_by_a_play_of_each_and_ends_with_3() {
    let answer = agon(&["same", "nim(heaps=1+2)", "nim(heaps=1+2, misere=true)"]);
    assert_eq!(answer.code, 3);
    assert!(answer.err.contains("they are not the same game"), "{}", answer.err);
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines[0], "  nim(heaps=1+2)               a1 b2  →  0+0 1");
    assert_eq!(lines[1], "  nim(heaps=1+2, misere=true)  a1 b2  →  0+0 1");
    assert_eq!(lines[2], "the game is over: there the seats get -1, 1, here 1, -1");
    let answer = agon(&["same", "nim(heaps=1+2)", "nim(heaps=1+3)", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(document["difference"]["kind"], "moves");
    assert_eq!(document["difference"]["plays"], serde_json::json!([[], []]));
}

#[test]
fn what_was_not_walked_to_its_end_is_the_same_as_far_as_it_was() {
    let answer = agon(&["same", "chess", "chess", "--depth", "2"]);
    assert_eq!(answer.code, 0);
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(
        lines[..2],
        ["the same for 2 plies; --limit and --depth look further", "walked to 2 plies: 421 and 421 positions"]
    );
    assert!(lines[2] == lines[3] && lines[2].ends_with("  chess, 2 plies of it"), "{}", answer.out);
    // Whatever sets the limit.
    let alone = agon(&["same", "othello", "--limit", "100"]);
    assert!(alone.out.starts_with("rules ") && alone.out.ends_with("  othello, 3 plies of it\n"), "{}", alone.out);
    assert_eq!(agon(&["same", "othello", "--depth", "3"]).out, alone.out);
    // Enough for the first game, not for the other.
    let answer = agon(&["same", "nim(heaps=1+2)", "nim(heaps=9+9+9)", "--limit", "40"]);
    assert_eq!(answer.code, 3);
    assert!(answer.out.contains("there 3 moves"), "{}", answer.out);
}

#[test]
fn seats_and_payoffs_may_be_others_where_that_is_asked_for() {
    let tree = ["same", "tree([[1,2],[3,4]])", "tree([[-1,-2],[-3,-4]]@2)"];
    assert_eq!(agon(&tree).code, 3);
    let answer = agon(&[&tree[..], &["--seats"]].concat());
    assert_eq!(answer.code, 0, "{}", answer.out);
    assert!(answer.out.contains("with the seats 2, 1 of the second"), "{}", answer.out);
    // Twice as much at the end of every play, from 2 to 8 and from 4 to 16.
    let tree = ["same", "tree([(2,8),(8,2)])", "tree([(4,16),(16,4)])"];
    assert_eq!(agon(&tree).code, 3);
    assert_eq!(agon(&[&tree[..], &["--scale"]].concat()).code, 0);
    let answer = agon(&["same", "nim", "--seats"]);
    assert_eq!(answer.code, 2, "{}", answer.err);
}
