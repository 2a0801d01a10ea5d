//! The figures of the textbooks, on explicit trees.

use approx::assert_relative_eq;

use crate::players::{ask, choice, start, value};

/// A tree of Russell and Norvig's textbook: MAX at the root.
const THREE: &str = "tree([[3,12,8],[2,4,6],[14,5,2]])";
/// Three levels: MAX, MIN, MAX.
const FOUR: &str = "tree([[[8,7],[4,2]],[[3,9],[-1,-5]],[[-2,-3],[9,7]]])";
/// Where averaging and minimax choose differently.
const AVERAGED: &str = "tree([[[8,0,5,6],[7,4,8],[8,4,-1]],[[9,-1,-2]]])";

/// The values that a player gives to the moves of a position.
fn values(player: &str, game: &str) -> Vec<f64> {
    ask(player, &start(game)).moves.iter().map(|m| m.value).collect()
}

#[test]
fn minimax_values_the_first_tree_at_three_by_its_first_move() {
    for player in ["minimax(depth=unlimited)", "alpha-beta(depth=unlimited)", "averaging(m=1, n=1)"] {
        let tree = start(THREE);
        assert_relative_eq!(value(player, &tree), 3.0);
        assert_eq!(choice(player, &tree), "1", "{player}");
        assert_eq!(values(player, THREE), [3.0, 2.0, 2.0], "{player}");
    }
}

#[test]
fn minimax_values_the_second_tree_at_four() {
    for player in ["minimax", "alpha-beta", "averaging(m=1, n=1)"] {
        let tree = start(FOUR);
        assert_relative_eq!(value(player, &tree), 4.0);
        assert_eq!(choice(player, &tree), "1", "{player}");
        // The MIN level.
        assert_eq!(values(player, FOUR), [4.0, -1.0, -2.0], "{player}");
    }
    // The MAX level, seen from the nodes of MIN.
    let mut maxima = Vec::new();
    for first in ["1", "2", "3"] {
        let mut tree = start(FOUR);
        agon_core::line::play_line(&mut tree, first).unwrap();
        // The root's other seat asks, so the signs change.
        maxima.extend(ask("minimax", &tree).moves.iter().map(|m| -m.value));
    }
    assert_eq!(maxima, [8.0, 4.0, 9.0, -1.0, -2.0, 9.0]);
}

#[test]
fn averaging_two_and_two_plays_the_first_move_where_minimax_plays_the_second() {
    let tree = start(AVERAGED);
    let averaging = "averaging(m=2, n=2)";
    assert_relative_eq!(value(averaging, &tree), 5.25);
    assert_eq!(choice(averaging, &tree), "1");
    assert_eq!(values(averaging, AVERAGED), [6.5, 4.0]);
    assert_relative_eq!(value("minimax", &tree), 9.0);
    assert_eq!(choice("minimax", &tree), "2");
    assert_eq!(values("minimax", AVERAGED), [8.0, 9.0]);
}

#[test]
fn alpha_beta_looks_at_seven_leaves_and_at_five_in_a_better_order() {
    // Root and three inner nodes besides the leaves.
    assert_eq!(ask("alpha-beta", &start(THREE)).nodes, 1 + 3 + 7);
    let better = "tree([[3,12,8],[2,4,6],[2,5,14]])";
    assert_eq!(ask("alpha-beta", &start(better)).nodes, 1 + 3 + 5);
    assert_eq!(ask("minimax", &start(THREE)).nodes, 1 + 3 + 9);
}

#[test]
fn the_line_leads_to_the_leaf_that_decides() {
    for player in ["minimax", "alpha-beta", "averaging(m=1, n=1)", "selective"] {
        let tree = start(FOUR);
        let line = ask(player, &tree).pv;
        assert_eq!(agon_core::line::write_line(&tree, &line), "1 2 1", "{player}");
    }
}
