//! Exact solving: published values, and that every way to solve finds the same.

use std::collections::HashSet;

use agon_core::{AnyPosition, Bound, Node, Position, after, all_moves, line, registry};
use agon_players::solve::{Goal, Graph, Quickest, Tree, solve_shortly};
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};

use crate::players::{SMALL_GAMES, ask, ask_within, refusal, start, trees, value};

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
fn tic_tac_toe_is_a_draw_with_the_published_numbers_of_positions_and_plays() {
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
    for (board, expected) in [("4, 4", 0.0), ("5, 4", 0.0), ("4, 5", 0.0), ("6, 4", -1.0), ("5, 5", 0.0), ("4, 6", 0.0)]
    {
        let game = format!("connect-four({board})");
        assert_eq!(value("solve(table=16MB)", &start(&game)), expected, "{game}");
    }
    assert_eq!(value("pns(table=16MB)", &start("connect-four(4, 4)")), 0.0);
    // J. Tromp, OEIS: 161,029 positions on 4 x 4.
    assert_eq!(solve("connect-four(4, 4)").positions(), 161_029);
}

#[test]
fn all_solvers_agree_on_small_games() {
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

/// The position after a line of moves.
fn late(game: &str, moves: &str) -> AnyPosition {
    let mut here = start(game);
    let _ = line::play_line(&mut here, moves).unwrap_or_else(|why| panic!("{game}: {why}"));
    here
}

/// Ten positions are in reach.
const KALAH: &str = "6 5 5 3 4 1 3 2 1 1 3 2 4 5 1 6 2 1 6 6 2 4 4 4 6 3 5 6 4 6 2 2 1 3 5 5 2 4 6 3";

/// Five squares are empty.
const OTHELLO: &str = "e6 d6 c4 d3 c6 f4 e2 c2 e3 c7 b1 e7 g5 b3 d7 c8 e8 d1 b4 f3 a2 f7 b8 d2 c5 \
                       b7 f5 h6 h5 h4 g3 a3 b5 h2 f1 e1 a4 b6 a7 a8 c1 f6 f8 b2 a5 a6 f2 g8 g7 g4 \
                       g6 h8 g2 h3 h7";

#[test]
fn solvers_judge_the_current_position() {
    for (game, moves) in [("kalah", KALAH), ("othello", OTHELLO)] {
        let here = late(game, moves);
        let graph = Graph::solve(&here, 1000, false).unwrap();
        let worth = graph.value_for(seat_of(&here), graph.find(&here).unwrap().value);
        for player in ["perfect", "solve", "pns"] {
            let named = registry::player(player).unwrap();
            let mut seated = named.seat(&start(game)).unwrap();
            let mut stream = agon_core::Seed(0).stream(0);
            let mut turn = agon_core::Turn::new(seat_of(&here), &mut stream);
            let found = seated.choose(&here, &mut turn).unwrap();
            assert_eq!((found.value, found.note), (Some(worth), None), "{player} at {game}");
        }
    }
}

fn seat_of(here: &AnyPosition) -> agon_core::Seat {
    let Node::Decision(seat) = here.node() else { panic!("{here} is no decision") };
    seat
}

#[test]
fn a_solver_that_fails_to_solve_reports_it() {
    for player in ["perfect(limit=5000)", "solve", "pns"] {
        let found = ask_within(player, &start("kalah"), Some(5000), true);
        assert_eq!((found.value, found.nodes), (None, 5000), "{player}");
        assert!(found.note.is_some(), "{player}");
    }
    let said = refusal("perfect", "pig(target=8, players=3, finish=reach)");
    assert!(said.contains("for one seat or two"), "{said}");
    let said = refusal("solve", "pig");
    assert!(said.contains("this game has chance; use perfect"), "{said}");
}

#[test]
fn a_stopped_proof_reports_its_bound() {
    // A win is refuted at once, and a draw found long after that.
    let root = start("connect-four(4, 4)");
    let all = ask("solve", &root);
    assert_eq!((all.value, all.bound), (Some(0.0), Bound::Exact));
    let bounds: HashSet<_> = (0..40)
        .map(|n| {
            let found = ask_within("solve", &root, Some(all.nodes * n / 40), true);
            if let (Some(value), bound) = (found.value, found.bound) {
                assert!(bound == Bound::Upper && 0.0 <= value, "{value} {bound:?}");
            }
            found.value.map(|_| found.bound)
        })
        .collect();
    assert_eq!(bounds, HashSet::from([None, Some(Bound::Upper)]));
}

#[test]
fn positions_near_the_end_of_long_plays_are_solved() {
    // Mate in one, at a game where no search goes to the end of every play.
    let here = start("chess").parse("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    assert_eq!(value("solve", &here), 1.0);
    assert_eq!(value("pns", &here), 1.0);
    let (proven, plies) = solve_shortly(&here, 100_000).unwrap();
    assert_eq!((proven.value, plies), (1.0, 1));
}

#[test]
fn a_search_finds_the_distance_of_the_graph() {
    for game in SMALL_GAMES.iter().filter(|game| **game != "othello") {
        let (root, graph) = (start(game), solve(game));
        let mut here = root.clone();
        // Along the first moves, and the last.
        for pick_last in [false, true] {
            here.clone_from(&root);
            while let Node::Decision(_) = here.node() {
                check_distance(&here, &graph).unwrap_or_else(|why| panic!("{game}: {why}"));
                here.play(here.nth(if pick_last { here.count() - 1 } else { 0 }));
            }
        }
    }
}

/// Whether a search finds the distance that the graph knows, and a move that keeps it.
fn check_distance(here: &AnyPosition, graph: &Graph) -> Result<(), String> {
    let solved = graph.find(here).unwrap();
    let Some(mut quickest) = Quickest::of(here, solved.value, 1 << 16) else {
        return if solved.distance.is_none() { Ok(()) } else { Err(format!("none at {here}")) };
    };
    let (plies, m) = quickest.plies(here, u64::MAX).ok_or("it was not stopped")?;
    let next = graph.find(&after(here, m)).unwrap();
    if solved.distance == Some(plies) && next.value == solved.value && next.distance == Some(plies - 1) {
        return Ok(());
    }
    Err(format!("{plies} plies by {m}, then {next:?}, not {solved:?} at {here}"))
}

#[test]
fn a_loser_does_not_delay_by_losing_more() {
    // The second seat loses 1 by ending the play, and 2 by going on.
    let root = start("tree([[[2]],1]@2)");
    check_distance(&root, &Graph::solve(&root, 10_000, false).unwrap()).unwrap();
}

#[test]
fn piglet_has_the_published_odds() {
    // T. W. Neller and C. G. M. Presser, Optimal play of the dice game Pig (2004): the seat
    // to flip wins 4 of 7 games to two points at the start, and so on.
    let game = start("pig(target=4, sides=2)");
    let graph = Graph::iterate(&game, 1000).unwrap();
    for (position, odds) in [
        ("0:0 1+0? 400", 4.0 / 7.0),
        ("0:0 1+2? 400", 5.0 / 7.0),
        ("0:2 1+0? 400", 2.0 / 5.0),
        ("0:2 1+2? 400", 3.0 / 5.0),
        ("2:0 1+0? 400", 4.0 / 5.0),
        ("2:2 1+0? 400", 2.0 / 3.0),
    ] {
        let value = graph.find(&game.parse(position).unwrap()).unwrap().value;
        assert!((f64::midpoint(value, 1.0) - odds).abs() < 1e-10, "{position}: {value}");
    }
}

#[test]
fn value_iteration_is_the_limit_of_longer_games() {
    let endless = start("pig(target=10)");
    let endless = Graph::iterate(&endless, 100_000).unwrap().find(&endless).unwrap().value;
    let game = start("pig(target=10, turns=40)");
    let bounded = Graph::solve(&game, 1_000_000, false).unwrap().find(&game).unwrap().value;
    assert!((endless - bounded).abs() < 1e-9, "{endless} and {bounded}");
    // And a player plays it.
    let here = endless_choice();
    let iterated = value("perfect(ignore-past=true)", &here);
    let by_turns = value("perfect(limit=1000000)", &here);
    assert!((iterated - by_turns).abs() < 1e-9, "{iterated} and {by_turns}");
}

/// A decision at pig to ten points.
fn endless_choice() -> AnyPosition {
    start("pig(target=10, turns=40)").parse("4:6 1+3 80").unwrap()
}

#[test]
fn mates_come_as_soon_as_endgame_tables_give() {
    // White mates with king and queen in three moves here, and no sooner.
    let root = start("chess").parse("8/8/8/8/8/1K6/7Q/k7 b - - 0 1").unwrap();
    let graph = Graph::iterate(&root, 1_000_000).unwrap();
    let solved = graph.find(&root).unwrap();
    let mut quickest = Quickest::of(&root, solved.value, 1 << 20).unwrap();
    let plies = quickest.plies(&root, u64::MAX).unwrap().0;
    assert_eq!((solved.value, solved.distance), (1.0, Some(plies)));
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
    fn all_solvers_find_the_minimax_value_of_random_trees(tree in trees()) {
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
    fn all_solvers_find_the_same_distance_to_the_end_of_random_trees(tree in trees()) {
        let root = start(&tree);
        let graph = Graph::solve(&root, 10_000, false).unwrap();
        check_distance(&root, &graph).map_err(proptest::test_runner::TestCaseError::fail)?;
        prop_assert_eq!(Graph::iterate(&root, 10_000).unwrap().find(&root), graph.find(&root));
        if let Some((proven, plies)) = solve_shortly(&root, u64::MAX) {
            let solved = graph.find(&root).unwrap();
            prop_assert_eq!((proven.value, Some(plies)), (solved.value, solved.distance));
        }
    }

    #[test]
    fn counting_strategies_agrees_with_listing_them(tree in trees()) {
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
