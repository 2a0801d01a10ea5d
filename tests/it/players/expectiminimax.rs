//! Expectiminimax: that pruning at chance nodes changes nothing but the work.

use proptest::{prop_assert, prop_assert_eq, proptest, test_runner::Config};

use super::{
    forest::{self, DUEL, Kind},
    table::{Question, answer, refusal},
};

#[test]
fn without_chance_it_is_minimax() {
    for game in [
        "tree([[3,12,8],[2,4,6],[14,5,2]])",
        "tree([[[8,7],[4,2]],[[3,9],[-1,-5]],[[-2,-3],[9,7]]])",
        "nim(heaps=1+2+3)",
        "nim(heaps=2+4, misere=true)",
    ] {
        let expected = answer("minimax(depth=unlimited)", game);
        for prune in ["none", "star1", "star2"] {
            let player = format!("expectiminimax(depth=unlimited, prune={prune})");
            assert_eq!(answer(&player, game), expected, "{player} at {game}");
        }
    }
}

#[test]
fn it_cuts_what_alpha_beta_cuts() {
    let nodes = |prune: &str| {
        let player = format!("expectiminimax(depth=2, prune={prune})");
        Question::new(&player, "tree([[3,12,8],[2,4,6],[14,5,2]])").ask().nodes
    };
    assert_eq!((nodes("none"), nodes("star1"), nodes("star2")), (1 + 3 + 9, 1 + 3 + 7, 1 + 3 + 7));
}

#[test]
fn star1_stops_when_the_rest_cannot_help_any_more() {
    // Payoffs lie between -10 and 10. After -8 even a 10 would leave the second chance node below
    // the 3 that the first move is worth; the outcome of 10 is not looked at.
    let game = "tree([3, {1/2:-8, 1/2:[10,9]}, -10])";
    let nodes = |prune: &str| {
        let player = format!("expectiminimax(depth=unlimited, prune={prune})");
        Question::new(&player, game).ask().nodes
    };
    assert_eq!(nodes("none"), 8);
    assert_eq!(nodes("star1"), 5);
}

#[test]
fn star2_tries_one_reply_to_every_outcome_before_it_searches_any() {
    // The first reply to each outcome is bad, so the probes alone show that 3 is not reached.
    let game = "tree([3, {1/2:[0,10,10], 1/2:[0,10,10]}, [10,-10]])";
    let nodes = |prune: &str| {
        let player = format!("expectiminimax(depth=unlimited, prune={prune})");
        Question::new(&player, game).ask().nodes
    };
    // The root, 3, the chance node, two replies with their leaves, then -10 after 10.
    assert_eq!(nodes("star2"), 1 + 1 + 1 + 2 * 2 + 3);
    assert!(nodes("star2") < nodes("star1"), "{} against {}", nodes("star2"), nodes("star1"));
}

#[test]
fn games_of_more_than_two_seats_or_of_a_general_sum_are_refused() {
    let text = refusal("expectiminimax", "tree([(1,2,3),(4,5,6)])");
    assert!(text.contains("3 seats") && text.contains("max-n"), "{text}");
    let text = refusal("expectiminimax", "tree([(1,2),(4,5)])");
    assert!(text.contains("need not lose") && text.contains("max-n"), "{text}");
}

/// One seat that plays with dice alone.
const ALONE: Kind = Kind { seats: 1, chance: true, zero_sum: false, any_turns: false };

proptest! {
    #![proptest_config(Config::with_cases(400))]

    #[test]
    fn pruning_never_changes_the_move_or_its_value(
        duel in forest::trees(DUEL),
        alone in forest::trees(ALONE),
        depth in 1u32..6,
    ) {
        for game in [&duel, &alone] {
            let plain = format!("expectiminimax(depth={depth}, prune=none)");
            let expected = Question::new(&plain, game).ask();
            for prune in ["star1", "star2"] {
                let player = format!("expectiminimax(depth={depth}, prune={prune})");
                let found = Question::new(&player, game).ask();
                prop_assert_eq!((found.m, found.value), (expected.m, expected.value), "{}", prune);
                if prune == "star1" {
                    prop_assert!(found.nodes <= expected.nodes);
                }
            }
        }
    }

    #[test]
    fn an_explanation_shows_exact_values_and_changes_no_move(
        game in forest::trees(DUEL),
        nodes in proptest::option::of(0u64..150),
    ) {
        let player = "expectiminimax(depth=4)";
        let question = Question { nodes, ..Question::new(player, &game) };
        let silent = question.ask();
        let told = Question { explain: true, ..question }.ask();
        prop_assert_eq!((told.m, told.value), (silent.m, silent.value));
        if nodes.is_none() {
            let plain = Question { explain: true, ..Question::new("expectiminimax(depth=4, prune=none)", &game) };
            prop_assert_eq!(told.moves, plain.ask().moves);
        }
    }

    #[test]
    fn a_budget_is_never_overspent_and_enough_of_it_changes_nothing(
        game in forest::trees(DUEL),
        nodes in 0u64..150,
    ) {
        for player in ["expectiminimax(depth=4)", "expectiminimax(depth=unlimited, prune=star1)"] {
            let free = Question::new(player, &game).ask();
            let tight = Question { nodes: Some(nodes), ..Question::new(player, &game) }.ask();
            prop_assert!(tight.nodes <= nodes);
            let ample = Question { nodes: Some(1_000_000), ..Question::new(player, &game) }.ask();
            prop_assert_eq!((ample.m, ample.value), (free.m, free.value));
        }
    }
}
