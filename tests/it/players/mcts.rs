//! Monte Carlo tree search: that it converges to the solved value, with every option.

use agon_core::{Bound, Budget, Node, Position, Seed, Turn, all_moves, notation, registry};
use proptest::{prop_assert, prop_assert_eq, proptest, test_runner::Config};

use super::{
    ask,
    exact::{FAR_APART, PARTS, is_true},
    forest::{self, DUEL, Kind},
    start,
    table::{Question, answer},
};

#[test]
fn small_games_are_proven_with_the_value_of_minimax() {
    for game in [
        "nim(heaps=1+2+3)",
        "nim(heaps=1+2+4, misere=true)",
        "grundy(heap=7)",
        "grundy(heap=9)",
        "tic-tac-toe(width=4, height=3)",
        "tree([[[8,7],[4,2]],[[3,9],[-1,-5]],[[-2,-3],[9,7]]])",
    ] {
        let (_, expected) = answer("alpha-beta(depth=unlimited)", game);
        let (_, value) = answer("mcts(iterations=400000)", game);
        assert_eq!(value, expected, "{game}");
    }
}

#[test]
fn a_draw_that_is_too_long_to_prove_is_approached() {
    let (_, value) = answer("mcts(iterations=200000)", "tic-tac-toe");
    assert!(value.abs() < 0.05, "{value}");
}

#[test]
fn without_proofs_it_converges_to_the_same_moves() {
    // The only winning move, from 1+2+4, takes one of the last heap; in the trees the third is best.
    for (game, best) in [
        ("nim(heaps=1+2+4)", "c1"),
        ("tree([[3,12,8],[2,4,6],[5,7,9]])", "3"),
        ("tree([4,{1/2:10,1/4:8,1/4:-10},{1/2:10,1/2:0}])", "3"),
    ] {
        for options in [
            "",
            ", choice=value",
            ", exploration=0.5",
            ", playout=greedy, epsilon=0.3",
            ", grams=2, epsilon=0.3",
            ", replies=2",
            ", plies=1",
            ", plies=0, heuristic=none",
            ", rave=50",
            ", fpu=0.5",
            ", priors=2",
            ", estimate=0.5, heuristic=none",
            ", widening=2",
            ", relevant=true",
            ", priors=2, fpu=0.1, widening=3, relevant=true, rave=20",
            ", priors=2, promise=estimates, widening=3, rave=20, estimate=0.2, heuristic=none",
            ", tree=30",
        ] {
            let player = format!("mcts(iterations=20000, proofs=false{options})");
            assert_eq!(answer(&player, game).0, best, "{player} at {game}");
        }
    }
}

#[test]
fn proven_values_equal_payoffs_to_the_last_bit() {
    // No sum less the one payoff is the other: 3.3 - 2.2 is 1.0999999999999996.
    let pair = |n: u32| format!("({},{})", f64::from(n) * 1.1, f64::from(30 - n) * 1.1);
    for n in 1..=13 {
        let [a, b, c, d] = [pair(n), pair(2 * n), pair(29 - n), pair(30 - 2 * n)];
        let tree = format!("tree([[{a},{b}],[{c},[{d},{a}]],[{d},{b}]])");
        let (m, value) = answer("minimax(depth=9)", &tree);
        let found = Question::new("mcts(iterations=5000)", &tree).ask();
        assert_eq!((found.value, found.bound), (Some(value), Bound::Exact), "{tree}: {m}");
    }
}

#[test]
fn payoffs_that_scale_to_the_same_value_stay_different() {
    // Bounds of ±1e12 leave of 0.00001, 0.00003 and their negatives nothing but a half.
    for tree in [
        "tree([(-3,0.2),(0.2,-3)])",
        "tree([[0.1,1e12],[-3.3,2]])",
        "tree([[0.00001,1e12],[0.00003,1e12]])",
        "tree([[-0.00001,-0.00003,1e12],[0.00003,-0.00001,1e12]@1])",
        // The greatest number below a win is none.
        "tree([999999999999.9999,1e12])",
        "tree([[-999999999999.9999,-1e12],[-1e12,-999999999999.9999]@1])",
    ] {
        for threads in [1, 3] {
            let (m, value) = answer("minimax(depth=9)", tree);
            let found = Question::new(&format!("mcts(threads={threads})"), tree).ask();
            let told = (found.value, found.bound, notation(&start(tree), found.m));
            assert_eq!(told, (Some(value), Bound::Exact, m), "{tree}");
        }
    }
}

#[test]
fn a_move_that_is_proven_where_others_are_open_is_a_lower_bound() {
    // A draw that is certain, beside a move that is worth a win only after many plies.
    let long = (0..40).fold("1".to_owned(), |below, _| format!("[{below},0]@1"));
    let found = Question::new("mcts(iterations=6)", &format!("tree([0,{long}])")).ask();
    assert_eq!((found.value, found.bound), (Some(0.0), Bound::Lower), "{found:?}");
    // Moves that are left out may be better, though all others are known to lose.
    let mut position = start("amoba(size=8, line=4)");
    for text in ["c4", "a1", "d4", "h8", "e4"] {
        let is_it = |&m: &_| notation(&position, m) == text;
        let m = all_moves(&position).into_iter().find(is_it).expect("it is a move");
        position.play(m);
    }
    let found = ask("mcts(iterations=20000, relevant=true)", &position);
    assert!(found.moves.len() < position.count());
    assert!(found.moves.iter().all(|root| (root.value, root.bound) == (-1.0, Bound::Exact)));
    assert_eq!((found.value, found.bound), (Some(-1.0), Bound::Lower), "{found:?}");
    let found = ask("mcts(iterations=20000)", &position);
    assert_eq!((found.value, found.bound), (Some(-1.0), Bound::Exact), "{found:?}");
}

#[test]
fn a_win_of_any_payoff_is_proven() {
    // Whole numbers and parts of them that no number holds exactly, for either seat.
    for n in 1..=300 {
        for win in [f64::from(n), f64::from(n) / 7.0, f64::from(n) * 1e9, 1.0 / f64::from(n)] {
            for (tree, value) in [
                (format!("tree([{win},-{win},0])"), win),
                (format!("tree([-{win},{win},0]@2)"), win),
                (format!("tree([-{win},[{win},{win}],[0,{win}]])"), win),
            ] {
                let found = Question::new("mcts(iterations=500)", &tree).ask();
                assert_eq!((found.value, found.bound), (Some(value), Bound::Exact), "{tree}");
                assert!(found.nodes < 20, "{tree}: {}", found.nodes);
            }
        }
    }
}

#[test]
fn a_full_tree_is_walked_and_grows_no_further() {
    // However few nodes there may be, those of the root's moves are there.
    for game in ["othello", "tree([{1/2:[1,[2,0]],1/2:[4,[3,5]]},[{1/3:8,2/3:[2,1]},[4,[3,2]]]])"] {
        let ask = |tree| {
            let player = format!("mcts(iterations=300, proofs=false, tree={tree})");
            Question { explain: true, ..Question::new(&player, game) }.ask()
        };
        let (small, large) = (ask(1), ask(100_000));
        assert_eq!(small.depth, Some(1), "{game}");
        assert!(small.depth < large.depth, "{game}");
        let plays: u64 = small.moves.iter().map(|root| root.visits).sum();
        assert_eq!((small.nodes, plays), (301, 300), "{game}");
    }
}

#[test]
fn samples_report_their_exploration_term() {
    let question = Question::new("mcts(iterations=500)", "connect-four");
    let found = Question { explain: true, ..question }.ask();
    assert_eq!(found.bound, Bound::Sample);
    // w/n + C √(ln t / n), both on the scale 0 to 1: payoffs are −1 to 1.
    for root in &found.moves {
        let term = (2.0 * 500f64.ln() / root.visits as f64).sqrt();
        assert!((root.term.unwrap() - term).abs() < 1e-9, "{root:?}");
        assert!((2.0 * root.share.unwrap() - 1.0 - root.value).abs() < 1e-9, "{root:?}");
    }
}

#[test]
fn moves_with_good_hints_are_looked_at_first() {
    // Of 49 moves ten at most: three times the root of ten visits.
    for (options, most) in [("widening=3, fpu=0", 9), ("widening=1", 3), ("fpu=1000", 10)] {
        let player = format!("mcts(iterations=10, {options})");
        let question = Question::new(&player, "hex(size=7)");
        let moves = Question { explain: true, ..question }.ask().moves;
        assert!(!moves.is_empty() && moves.len() <= most, "{options}: {}", moves.len());
        assert!(moves.is_sorted_by_key(|root| root.m), "{options}");
    }
}

#[test]
fn each_of_several_seats_maximises_its_own_payoff() {
    let game = "tree([[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]],[[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]]])";
    // What max^n finds: the second move, to the leaf (5,2,5). The mean comes near it, as every
    // seat still tries its worse moves now and then.
    let (m, value) = answer("mcts(iterations=50000)", game);
    assert_eq!(m, "2");
    assert!((value - 5.0).abs() < 0.1, "{value}");
}

#[test]
fn the_tree_is_reused_between_turns_only_on_request() {
    for (reuse, is_informed) in [("true", true), ("false", false)] {
        let game = registry::game("tic-tac-toe").unwrap();
        let player = format!("mcts(iterations=3000, proofs=false, reuse={reuse})");
        let mut player = registry::player(&player).unwrap().seat(&game.start).unwrap();
        let mut position = game.start.clone();
        let mut ask = |position: &_, nodes| {
            let mut stream = Seed(3).stream(0);
            let (budget, seat) = (Budget::of(nodes), agon_core::Seat(0));
            let mut turn = Turn::new(seat, &mut stream).within(budget).explained(true);
            player.choose(position, &mut turn).unwrap()
        };
        let first = ask(&position, None);
        position.play(first.m);
        // The reply that the player expects most has its own node in the tree.
        position.play(first.pv[1]);
        assert_eq!(position.node(), Node::Decision(agon_core::Seat(0)));
        let second = ask(&position, Some(1));
        assert_eq!(second.value.is_some(), is_informed, "reuse={reuse}");
        if is_informed {
            assert_eq!(second.m, first.pv[2]);
        }
        assert!(position.is_legal(second.m));
    }
}

#[test]
fn a_node_of_the_budget_is_an_iteration_or_the_root() {
    let nodes = |player, nodes| Question { nodes, ..Question::new(player, "connect-four") }.ask().nodes;
    assert_eq!(nodes("mcts(iterations=50)", None), 51);
    assert_eq!(nodes("mcts(iterations=50)", Some(20)), 20);
    assert_eq!(nodes("mcts(iterations=50)", Some(1)), 1);
    assert_eq!(nodes("mcts(iterations=50)", Some(0)), 0);
}

#[test]
fn it_draws_from_its_own_stream_alone() {
    let ask = |seed| Question { seed, explain: true, ..Question::new("mcts(iterations=200)", "connect-four") }.ask();
    assert_eq!(ask(1), ask(1));
    assert_ne!(ask(1).moves, ask(2).moves);
}

proptest! {
    #![proptest_config(Config::with_cases(60))]

    #[test]
    fn proven_values_are_those_of_minimax(game in forest::trees(Kind { chance: false, ..DUEL })) {
        let expected = answer("expectiminimax(depth=unlimited)", &game);
        for options in [
            "",
            ", choice=value",
            ", rave=30",
            ", grams=3, replies=2, rave=30",
            ", playout=greedy",
            ", plies=0",
            ", fpu=0.2",
            ", priors=1",
            ", widening=1, relevant=true",
            ", estimate=0.5",
            ", estimate=1, priors=1, promise=estimates, temperature=1",
            ", estimate=0.1, widening=1, promise=estimates",
        ] {
            let player = format!("mcts(iterations=30000{options})");
            let found = Question { explain: true, ..Question::new(&player, &game) }.ask();
            is_true(&player, &found, &start(&game))?;
            // It stops before its time only when the root is proven.
            if found.nodes <= 30_000 {
                prop_assert_eq!((found.value, found.bound), (Some(expected.1), Bound::Exact), "{}", player);
            } else {
                prop_assert!((found.value.unwrap() - expected.1).abs() < 0.5, "{}", player);
            }
        }
    }

    #[test]
    fn with_chance_the_mean_comes_near_expectiminimax(game in forest::trees(DUEL)) {
        let expected = answer("expectiminimax(depth=unlimited)", &game);
        let found = answer("mcts(iterations=30000)", &game);
        prop_assert!((found.1 - expected.1).abs() < 0.5, "{} for {}", found.1, expected.1);
    }

    #[test]
    fn several_seats_with_chance_get_legal_moves_and_finite_values(
        game in forest::trees(Kind { seats: 3, sum: None, ..DUEL }),
        seed in 0u64..1000,
    ) {
        for player in [
            "mcts(iterations=100)",
            "mcts(iterations=100, rave=10, plies=2, choice=value)",
            "mcts(iterations=100, grams=3, replies=2)",
        ] {
            let question = Question { seed, explain: true, ..Question::new(player, &game) };
            let found = question.ask();
            prop_assert!(found.value.is_some_and(|value| (-4.0..=4.0).contains(&value)));
            prop_assert_eq!(found.pv.first(), Some(&found.m));
        }
    }
}

proptest! {
    #![proptest_config(Config { cases: 20, failure_persistence: None, ..Config::default() })]

    #[test]
    fn values_reported_as_exact_are_minimax_to_the_last_bit(
        apart in forest::trees(Kind { pays: FAR_APART, ..DUEL }),
        plain in forest::trees(Kind { pays: FAR_APART, chance: false, ..DUEL }),
        constant in forest::trees(Kind { pays: PARTS, sum: Some(3.3), chance: false, ..DUEL }),
        crowd in forest::trees(Kind { pays: PARTS, seats: 3, sum: None, ..DUEL }),
    ) {
        // Nothing ends a search early where chance draws, or there are more than two.
        for (game, is_duel, most) in [
            (&apart, true, 1000),
            (&plain, true, 30_000),
            (&constant, true, 30_000),
            (&crowd, false, 1000),
        ] {
            // Either seat may be the one to move first.
            for game in [game.clone(), game.replace("@1)", "@2)")] {
                let position = start(&game);
                for iterations in [5, 20, 100, most] {
                    for options in ["", ", threads=3", ", choice=value, rave=30"] {
                        let player = format!("mcts(iterations={iterations}{options})");
                        let found = Question { explain: true, ..Question::new(&player, &game) }.ask();
                        prop_assert!(is_duel || found.bound == Bound::Sample, "{:?}", found);
                        is_true(&player, &found, &position)?;
                        if found.nodes <= iterations && 1 < found.nodes {
                            prop_assert_eq!(found.bound, Bound::Exact, "{}: {:?}", player, found);
                        }
                    }
                }
            }
        }
    }
}
