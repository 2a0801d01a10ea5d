//! Exact solving: published values, and that every way to solve finds the same.

use agon_core::{AnyPosition, Node, Position, after, all_moves, registry};
use agon_players::solve::{Goal, Graph, Tree};
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};

use crate::players::{SMALL_GAMES, ask, refusal, start, trees, value};

fn solve(game: &str) -> Graph {
    Graph::solve(&start(game), 2_000_000, false).unwrap_or_else(|why| panic!("{game}: {why}"))
}

fn first_value(game: &str) -> f64 {
    solve(game).find(&start(game)).unwrap().value
}

#[test]
fn grundys_game_has_the_figures_of_the_textbook() {
    let (root, graph) = (start("grundy"), solve("grundy"));
    assert_eq!((graph.positions(), graph.edges, graph.terminals), (14, 17, 3));
    let tree = Tree::count(&root, 100).unwrap();
    assert_eq!((tree.nodes(), tree.leaves), (24, 7));
    assert_eq!(tree.levels, [1, 3, 6, 7, 6, 1]);
    let [goal] = Goal::at(&graph, &root)[..] else { panic!("one seat wins") };
    assert_eq!((goal.seat.0, goal.is_win, goal.count(&graph, &root)), (1, true, 2));
}

#[test]
fn tic_tac_toe_is_a_draw_of_as_many_positions_and_plays_as_published() {
    let (root, graph) = (start("tic-tac-toe"), solve("tic-tac-toe"));
    assert_eq!(graph.positions(), 5_478);
    assert_eq!(graph.find(&root).unwrap().value, 0.0);
    let tree = Tree::count(&root, 10_000).unwrap();
    assert_eq!((tree.nodes(), tree.leaves), (549_946, 255_168));
    let goals = Goal::at(&graph, &root);
    assert!(goals.len() == 2 && goals.iter().all(|goal| !goal.is_win));
    let merged = Graph::solve(&root, 10_000, true).unwrap();
    // 765 essentially different positions, a well known count.
    assert_eq!((merged.positions(), merged.find(&root).unwrap().value), (765, 0.0));
}

#[test]
fn lines_on_small_boards_have_their_known_values() {
    // m,n,k games: J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative
    // (2000): three in a row is won on every board of 3 x 4 or more, four are not on 4 x 4.
    for (options, expected) in [("3, 3, 3", 0.0), ("4, 3, 3", 1.0), ("4, 4, 3", 1.0)] {
        assert_eq!(value("solve", &start(&format!("tic-tac-toe({options})"))), expected);
    }
    assert_eq!(value("solve", &start("tic-tac-toe(4, 4, 4)")), 0.0);
}

#[test]
fn nim_is_won_as_bouton_proved() {
    // C. L. Bouton, Nim, a game with a complete mathematical theory (1901).
    for a in 0..=3u32 {
        for b in 0..=4u32 {
            for c in 1..=5u32 {
                let game = format!("nim(heaps={a}+{b}+{c})");
                let expected = if a ^ b ^ c == 0 { -1.0 } else { 1.0 };
                assert_eq!(first_value(&game), expected, "{game}");
            }
        }
    }
}

#[test]
fn connect_four_on_small_boards_has_its_known_values() {
    // J. Tromp, John's Connect Four Playground: a table of values by width and height.
    for (board, expected) in
        [("4, 4", 0.0), ("5, 4", 0.0), ("4, 5", 0.0), ("6, 4", -1.0), ("5, 5", 0.0), ("4, 6", 0.0)]
    {
        let game = format!("connect-four({board})");
        assert_eq!(value("solve(table=16MB)", &start(&game)), expected, "{game}");
    }
    assert_eq!(value("pns(table=16MB)", &start("connect-four(4, 4)")), 0.0);
    // J. Tromp, OEIS: 161,029 positions on 4 x 4.
    assert_eq!(solve("connect-four(4, 4)").positions(), 161_029);
}

#[test]
fn small_games_have_one_value_however_solved() {
    for game in SMALL_GAMES.iter().filter(|game| **game != "othello") {
        let root = start(game);
        let expected = first_value(game);
        for player in ["solve", "solve(table=none)", "pns", "perfect(limit=1000000)"] {
            if player == "solve(table=none)" && game.contains("connect-four") {
                continue;
            }
            let found = ask(player, &root);
            assert_eq!(found.value, Some(expected), "{player} at {game}");
            let mut after = root.clone();
            after.play(found.m);
            let graph = solve(game);
            assert_eq!(graph.find(&after).unwrap().value, expected, "{player} at {game}");
        }
    }
}

#[test]
fn perfect_says_where_it_cannot_play() {
    let said = refusal("perfect(limit=5000)", "tic-tac-toe");
    assert!(said.contains("more than 5000 positions are in reach; raise the limit"), "{said}");
    let said = refusal("perfect", "pig(target=8, players=3, finish=reach)");
    assert!(said.contains("for one seat or two"), "{said}");
    let said = refusal("solve", "pig");
    assert!(said.contains("this game has chance; use perfect"), "{said}");
}

#[test]
fn chance_has_the_expectation_of_expectiminimax() {
    // The first roll is no decision.
    let mut game = start("pig(target=4, sides=2, turns=3)");
    game.play(game.nth(game.count() - 1));
    let one = value("perfect(limit=1000000)", &game);
    let other = value("expectiminimax(depth=unlimited)", &game);
    assert!((one - other).abs() < 1e-12, "{one}, not {other}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_trees_have_the_value_of_minimax_however_solved(tree in trees()) {
        let root = start(&tree);
        let minimax = ask("minimax(depth=unlimited)", &root);
        for player in ["solve", "solve(table=none)", "pns", "pns(table=none)", "perfect"] {
            let found = ask(player, &root);
            prop_assert_eq!(found.value, minimax.value, "{}", player);
            let worth = minimax.moves.iter().find(|root| root.m == found.m).unwrap().value;
            prop_assert_eq!(Some(worth), minimax.value, "{}", player);
        }
    }

    #[test]
    fn strategies_are_counted_as_by_listing_them(tree in trees()) {
        let root = start(&tree);
        let graph = Graph::solve(&root, 10_000, false).unwrap();
        for goal in Goal::at(&graph, &root) {
            let counted = goal.count(&graph, &root);
            prop_assert_eq!(counted, list(goal, &root), "{:?}", goal);
            prop_assert!(0 < counted);
        }
    }
}

/// The number of strategies of `goal` by definition, from the leaves up.
fn list(goal: Goal, here: &AnyPosition) -> u128 {
    let Node::Decision(mover) = here.node() else {
        return u128::from(goal.least <= here.payoff(goal.seat));
    };
    let below = all_moves(here).into_iter().map(|m| list(goal, &after(here, m)));
    if mover == goal.seat { below.sum() } else { below.product() }
}

#[test]
fn all_three_are_registered() {
    for player in ["perfect", "pns", "solve"] {
        assert!(registry::players().contains_key(player), "{player}");
    }
}
