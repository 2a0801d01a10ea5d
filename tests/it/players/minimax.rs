//! Greedy, minimax, averaging and selective search: the plain players.

use agon_core::{AnyPosition, Node, Position, Seat, Seed, after, all_moves};
use proptest::prelude::*;

use super::{SMALL_GAMES, ask, ask_within, choice, refusal, start, trees, value};

/// Minimax as it is defined, over boxed positions, to the end: the oracle of the oracle.
fn by_definition(position: &AnyPosition, depth: u32, max: Seat) -> f64 {
    let mover = match position.node() {
        Node::Terminal => return position.payoff(max),
        Node::Decision(_) if depth == 0 => {
            return position.estimate(agon_core::Heuristic(0), max);
        }
        Node::Decision(mover) => mover,
        Node::Chance => unreachable!("no chance here"),
    };
    let moves = all_moves(position).into_iter();
    let values = moves.map(|m| by_definition(&after(position, m), depth - 1, max));
    if mover == max { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn minimax_agrees_with_its_definition(tree in trees(), depth in 1u32..=7) {
        let tree = start(&tree);
        let Node::Decision(max) = tree.node() else { unreachable!("the root is a decision") };
        let decision = ask(&format!("minimax(depth={depth})"), &tree);
        let expected = by_definition(&tree, depth, max);
        prop_assert_eq!(decision.value, Some(expected));
        let best = decision.moves.iter().find(|m| m.value == expected).unwrap();
        prop_assert_eq!(best.m, decision.m, "the first of equals wins");
    }

    #[test]
    fn averaging_one_and_one_is_minimax(tree in trees(), depth in 1u32..=7) {
        let tree = start(&tree);
        let plain = ask(&format!("minimax(depth={depth})"), &tree);
        let averaged = ask(&format!("averaging(m=1, n=1, depth={depth})"), &tree);
        prop_assert_eq!(plain, averaged);
    }

    #[test]
    fn selecting_every_move_is_minimax(tree in trees(), depth in 1u32..=7) {
        let tree = start(&tree);
        let plain = ask(&format!("minimax(depth={depth})"), &tree);
        let wide = ask(&format!("selective(width=4, depth={depth})"), &tree);
        prop_assert_eq!(plain, wide);
    }

    #[test]
    fn the_mean_of_more_moves_than_there_are_is_the_mean_of_all(
        leaves in prop::collection::vec(-9..=9, 1..6),
    ) {
        let text: Vec<String> = leaves.iter().map(i32::to_string).collect();
        let tree = start(&format!("tree([{}])", text.join(",")));
        let mean = f64::from(leaves.iter().sum::<i32>()) / leaves.len() as f64;
        let averaged = value("averaging(m=9, n=9)", &tree);
        prop_assert!((averaged - mean).abs() < 1e-12, "{averaged}, not {mean}");
    }

    #[test]
    fn stopped_at_any_node_a_player_answers_with_the_last_depth_it_finished(
        tree in trees(), nodes in 0u64..150,
    ) {
        let tree = start(&tree);
        for player in ["minimax", "averaging", "selective", "alpha-beta"] {
            let stopped = ask_within(&format!("{player}(depth=8)"), &tree, Some(nodes), false);
            prop_assert!(tree.is_legal(stopped.m));
            prop_assert!(stopped.nodes <= nodes);
            if let Some(depth) = stopped.depth {
                let finished = ask(&format!("{player}(depth={depth})"), &tree);
                prop_assert_eq!(stopped.m, finished.m);
                prop_assert_eq!(stopped.value, finished.value);
            }
        }
    }
}

#[test]
fn minimax_proves_small_games() {
    for (game, expected) in [
        ("tic-tac-toe", 0.0),
        ("grundy(heap=5)", 1.0),
        ("grundy(heap=7)", -1.0),
        ("nim(heaps=1+2+3)", -1.0),
        ("nim(heaps=2+3, misere=true)", 1.0),
    ] {
        for player in ["minimax(depth=unlimited)", "alpha-beta(depth=unlimited)"] {
            assert_eq!(value(player, &start(game)), expected, "{player} at {game}");
        }
    }
}

#[test]
fn minimax_looks_at_all_of_tic_tac_toe() {
    let minimax = ask_within("minimax(depth=unlimited)", &start("tic-tac-toe"), None, false);
    assert_eq!(minimax.nodes, 549_946);
    assert!(minimax.pv.is_empty() && minimax.moves.is_empty());
}

#[test]
fn explaining_changes_neither_the_move_nor_the_count() {
    for game in SMALL_GAMES {
        for player in ["greedy", "minimax", "averaging", "selective", "alpha-beta"] {
            let silent = ask_within(player, &start(game), None, false);
            let explained = ask(player, &start(game));
            assert_eq!(silent.m, explained.m, "{player} at {game}");
            assert_eq!(silent.nodes, explained.nodes, "{player} at {game}");
            assert_eq!(silent.value, explained.value, "{player} at {game}");
            assert_eq!(explained.pv.first(), Some(&explained.m), "{player} at {game}");
        }
    }
}

#[test]
fn greedy_prefers_a_payoff_to_an_estimate() {
    assert_eq!(choice("greedy", &start("tree([[9,9]~2,[0,0]~3,4,[1]~4])")), "3");
    // For the second seat the least payoff is best.
    assert_eq!(choice("greedy", &start("tree([[9,9]~2,[0,0]~-3,4]@2)")), "2");
}

#[test]
fn greedy_expects_the_mean_of_the_dice() {
    let tree = start("tree([[5],{1/2:[9]~8,1/3:24,1/6:-12},9])");
    let decision = ask("greedy", &tree);
    let values: Vec<f64> = decision.moves.iter().map(|m| m.value).collect();
    assert_eq!(values, [0.0, 10.0, 9.0]);
    assert_eq!(decision.m, decision.moves[1].m);
    // The root, its three moves, and the three outcomes.
    assert_eq!(decision.nodes, 7);
}

#[test]
fn greedy_plays_for_any_number_of_seats() {
    let tree = "tree([[(1,6,6),(7,1,2)]~(3,3,3),(4,0,0),[(6,1,2)]~(9,9,9)]@1)";
    assert_eq!(choice("greedy", &start(tree)), "3");
}

#[test]
fn selective_search_searches_only_promising_moves() {
    // The second move looks bad and is best.
    let tree = "tree([[[1],[2]]~5,[[8],[9]]~-5,[[3],[4]]~4])";
    assert_eq!(choice("minimax", &start(tree)), "2");
    assert_eq!(choice("selective(width=3)", &start(tree)), "2");
    assert_eq!(choice("selective(width=2)", &start(tree)), "3");
    let narrow = ask("selective(width=1)", &start(tree));
    assert_eq!((narrow.value, narrow.moves.len()), (Some(1.0), 1));
}

#[test]
fn players_for_two_seats_suggest_players_for_more() {
    for player in ["minimax", "averaging", "selective", "alpha-beta"] {
        let three = refusal(player, "tree([(1,2,3),(3,2,1)])");
        assert!(three.contains("this game has 3") && three.contains("max-n"), "{three}");
        let dice = refusal(player, "tree([{1/2:1,1/2:2}])");
        assert!(dice.contains("chance") && dice.contains("expectiminimax"), "{dice}");
        let general = refusal(player, "tree([(1,1),(0,5)])");
        assert!(general.contains("max-n"), "{general}");
    }
    // A constant other than zero is as good as zero.
    let constant = start("tree([[(1,9),(8,2)]~(4,6),(0,10)])");
    assert_eq!(value("minimax", &constant), 1.0);
    assert_eq!(ask("alpha-beta", &constant), ask("alpha-beta(depth=unlimited)", &constant));
}

#[test]
fn a_player_chooses_the_same_after_other_games() {
    let mut stream = Seed(5).stream(0);
    for game in SMALL_GAMES {
        let mut position = start(game);
        let Node::Decision(_) = position.node() else { continue };
        let before = ask("alpha-beta", &position);
        let m = position.draw_move(&mut stream);
        position.play(m);
        assert_eq!(before, ask("alpha-beta", &start(game)));
    }
}
