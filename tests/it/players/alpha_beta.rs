//! Alpha-beta: whatever it leaves out, it says what minimax says.

use agon_core::{Node, Position, Seed};
use proptest::prelude::*;

use super::{SMALL_GAMES, ask, ask_within, start, trees};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pruning_never_changes_the_value_nor_the_move(tree in trees(), depth in 1u32..=7) {
        let tree = start(&tree);
        let plain = ask(&format!("minimax(depth={depth})"), &tree);
        let pruned = ask(&format!("alpha-beta(depth={depth})"), &tree);
        prop_assert!(pruned.nodes <= plain.nodes);
        prop_assert_eq!(agon_core::Decision { nodes: plain.nodes, ..pruned }, plain);
    }
}

#[test]
fn pruning_agrees_with_minimax_along_plays_of_every_small_game() {
    for game in SMALL_GAMES {
        for seed in 0..4 {
            let mut stream = Seed(seed).stream(0);
            let mut position = start(game);
            while let Node::Decision(_) = position.node() {
                let plain = ask("minimax(depth=4)", &position);
                let pruned = ask("alpha-beta(depth=4)", &position);
                assert_eq!(plain.m, pruned.m, "{game}: {position}");
                assert_eq!(plain.value, pruned.value, "{game}: {position}");
                assert_eq!(plain.moves, pruned.moves, "{game}: {position}");
                let m = position.draw_move(&mut stream);
                position.play(m);
            }
        }
    }
}

#[test]
fn full_alpha_beta_of_tic_tac_toe_in_row_order_looks_at_18297_positions() {
    let decision = ask_within("alpha-beta(depth=unlimited)", &start("tic-tac-toe"), None, false);
    assert_eq!((decision.nodes, decision.value), (18_297, Some(0.0)));
}

/// A uniform tree whose first child is always best, so that pruning finds the perfect order; or,
/// with `worst`, always the last.
fn uniform(branching: u32, depth: u32, worst: bool) -> String {
    // The value of a node for whoever moves there is larger the better its place in the order.
    fn below(branching: u32, depth: u32, worst: bool, sign: i64, value: i64) -> String {
        if depth == 0 {
            return value.to_string();
        }
        let step = i64::from(branching).pow(depth - 1);
        let children = (0..branching).map(|index| {
            let rank = if worst { branching - 1 - index } else { index };
            below(branching, depth - 1, worst, -sign, value - sign * i64::from(rank) * step)
        });
        format!("[{}]", children.collect::<Vec<_>>().join(","))
    }
    format!("tree({})", below(branching, depth, worst, 1, 0))
}

#[test]
fn a_perfectly_ordered_uniform_tree_costs_what_knuth_and_moore_say() {
    for (branching, depth) in [(2, 1), (2, 6), (3, 3), (3, 4), (4, 4), (5, 3), (7, 2), (2, 9)] {
        let tree = start(&uniform(branching, depth, false));
        let depth_text = format!("alpha-beta(depth={depth})");
        let nodes = ask_within(&depth_text, &tree, None, false).nodes;
        // The leaves looked at, at this depth and, as horizon, at every smaller one: the same
        // tree cut off there is perfectly ordered too.
        let leaves = |d: u32| u64::from(branching.pow(d.div_ceil(2)) + branching.pow(d / 2)) - 1;
        let expected: u64 = (0..=depth).map(leaves).sum();
        assert_eq!(nodes, expected, "branching {branching}, depth {depth}");
    }
}
