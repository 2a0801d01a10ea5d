//! More than two seats: max^n, paranoid and best reply.

use proptest::{prop_assert, prop_assert_eq, proptest, test_runner::Config};

use super::{
    forest::{self, DUEL, Kind},
    table::{Question, answer},
};

const THREE: &str = "tree([[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]],[[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]]])";

#[test]
fn every_seat_maximises_its_own_payoff() {
    let decision = Question { explain: true, ..Question::new("max-n(depth=unlimited, prune=false)", THREE) }.ask();
    assert_eq!((decision.m.0, decision.value), (2, Some(5.0)));
    // To the leaf (5,2,5).
    assert_eq!(decision.pv.iter().map(|m| m.0).collect::<Vec<_>>(), [2, 2, 2]);
    assert_eq!(decision.moves.iter().map(|m| m.value).collect::<Vec<_>>(), [1.0, 5.0]);
    assert_eq!((decision.nodes, decision.depth), (15, Some(3)));
    assert_eq!(answer("max-n(depth=unlimited)", THREE), ("2".to_owned(), 5.0));
}

#[test]
fn the_paranoid_expect_the_worst_of_everyone() {
    // Against all of them together no move is worth more than 1, and the first is taken.
    assert_eq!(answer("paranoid(depth=unlimited)", THREE), ("1".to_owned(), 1.0));
}

#[test]
fn only_one_opponent_replies_at_its_best() {
    // After the second move a leaf of 0 lies where both others would have to play for it: the
    // third seat would give up 1 for 0 there. One of them alone holds the first seat to 5.
    let game = "tree([[[(3,0,0)]],[[(5,1,7),(9,5,2)],[(7,7,1),(0,2,0)]]])";
    assert_eq!(answer("paranoid(depth=unlimited)", game), ("1".to_owned(), 3.0));
    assert_eq!(answer("best-reply(depth=unlimited)", game), ("2".to_owned(), 5.0));
    // Two plies that count, and the third seat's usual move after the second's reply.
    assert_eq!(answer("best-reply(depth=2)", game), ("2".to_owned(), 5.0));
}

#[test]
fn a_seat_stops_searching_at_the_greatest_payoff() {
    // The second seat finds its 9 at once, and the first one its own after that.
    let game = "tree([[(2,9),(5,5)],[(9,1),(8,0)],[(1,1),(0,0)]])";
    let nodes = |player| Question::new(player, game).ask().nodes;
    assert_eq!(nodes("max-n(prune=false)"), 10);
    assert_eq!(nodes("max-n"), 8 - 2);
}

#[test]
fn the_remainder_for_the_seat_before_decides_whether_a_move_is_searched() {
    // Korf's shallow pruning: payoffs add up to 9. The first seat has 3; once the second seat has
    // 7 for itself, 2 at most are left for the first.
    let game = "tree([[(3,3,3)],[(1,7,1),(0,8,1),(2,6,1)]])";
    let nodes = |player| Question::new(player, game).ask().nodes;
    assert_eq!(nodes("max-n(prune=false)"), 7);
    assert_eq!(nodes("max-n"), 5);
    assert_eq!(answer("max-n", game), ("1".to_owned(), 3.0));
}

/// Three seats, any payoffs.
const ANY: Kind = Kind { seats: 3, sum: None, ..DUEL };

proptest! {
    #![proptest_config(Config::with_cases(300))]

    #[test]
    fn pruning_never_changes_the_move_or_its_value(
        any in forest::trees(ANY),
        zero in forest::trees(Kind { sum: Some(0.0), ..ANY }),
        plain in forest::trees(Kind { sum: Some(0.0), chance: false, seats: 4, ..ANY }),
        depth in 1u32..6,
    ) {
        for game in [&any, &zero, &plain] {
            for heuristic in ["usual", "none"] {
                let slow = format!("max-n(depth={depth}, heuristic={heuristic}, prune=false)");
                let fast = format!("max-n(depth={depth}, heuristic={heuristic})");
                let (slow, fast) = (Question::new(&slow, game).ask(), Question::new(&fast, game).ask());
                prop_assert_eq!((slow.m, slow.value), (fast.m, fast.value));
                prop_assert!(fast.nodes <= slow.nodes);
            }
        }
    }

    #[test]
    fn with_two_seats_all_of_them_are_expectiminimax(
        game in forest::trees(DUEL),
        depth in 1u32..6,
    ) {
        let expected = answer(&format!("expectiminimax(depth={depth}, prune=none)"), &game);
        for player in ["paranoid", "best-reply", "max-n"] {
            let found = answer(&format!("{player}(depth={depth})"), &game);
            // A seat of max-n looks at its own number alone: where two moves are equal to it, they
            // are so to the other, up to rounding.
            prop_assert!((found.1 - expected.1).abs() < 1e-9, "{}", player);
            if player != "max-n" {
                prop_assert_eq!(&found.0, &expected.0, "{}", player);
            }
        }
    }

    #[test]
    fn less_paranoid_players_expect_no_less(game in forest::trees(ANY)) {
        let value = |player: &str| answer(&format!("{player}(depth=unlimited)"), &game).1;
        let paranoid = value("paranoid");
        prop_assert!(paranoid <= value("best-reply") + 1e-9);
        prop_assert!(paranoid <= value("max-n") + 1e-9);
        prop_assert!(paranoid <= value("expectimax") + 1e-9);
    }

    #[test]
    fn budgets_are_kept_and_explanations_change_no_move(
        game in forest::trees(ANY),
        nodes in proptest::option::of(0u64..150),
    ) {
        for player in ["paranoid(depth=4)", "best-reply(depth=4)", "max-n(depth=4)"] {
            let question = Question { nodes, ..Question::new(player, &game) };
            let silent = question.ask();
            let told = Question { explain: true, ..question }.ask();
            prop_assert_eq!((told.m, told.value), (silent.m, silent.value), "{}", player);
            prop_assert!(nodes.is_none_or(|most| silent.nodes <= most && told.nodes <= most));
            let ample = Question { nodes: Some(1_000_000), ..Question::new(player, &game) }.ask();
            if nodes.is_none() {
                prop_assert_eq!((ample.m, ample.value), (silent.m, silent.value), "{}", player);
            }
            for root_move in &told.moves {
                prop_assert!(root_move.value <= told.value.unwrap() + 1e-9 || nodes.is_some());
            }
        }
    }
}
