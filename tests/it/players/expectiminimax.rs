//! Expectiminimax: that pruning at chance nodes changes nothing but the work.

use agon_core::{AnyMove, AnyPosition, Bound, Heuristic, Node, Position, Seat, Seed, Turn, after, all_moves, registry};
use proptest::{prelude::prop, prop_assert, prop_assert_eq, proptest, test_runner::Config};

use super::{
    ask, ask_within,
    forest::{self, DUEL, Kind},
    start,
    table::{Question, answer, refusal},
};

/// The value of a position to `seat`, `depth` decisions ahead, by the definition of the search: dice cost
/// no depth unless they follow dice, and are thrown before anything is estimated.
pub(super) fn defined(here: &AnyPosition, seat: Seat, depth: u32, follows_dice: bool) -> f64 {
    let below = |depth, follows_dice| {
        let worth = move |m| defined(&after(here, m), seat, depth, follows_dice);
        all_moves(here).into_iter().map(move |m| (here.weight(m), worth(m)))
    };
    let values = || below(depth - 1, false).map(|(_, value)| value);
    match here.node() {
        Node::Terminal => here.payoff(seat),
        Node::Chance if !follows_dice || 0 < depth => {
            let outcomes = below(depth - u32::from(follows_dice), true);
            let (total, sum) = outcomes.fold((0.0, 0.0), |(total, sum), (weight, value)| {
                (total + f64::from(weight), sum + f64::from(weight) * value)
            });
            sum / total
        }
        Node::Decision(mover) if 0 < depth && mover == seat => values().reduce(f64::max).unwrap(),
        Node::Decision(_) if 0 < depth => values().reduce(f64::min).unwrap(),
        _ => here.estimate(Heuristic(0), seat),
    }
}

const DICE: &[&str] =
    &["backgammon", "einstein", "pig(target=20)", "2048(size=2, goal=32)", "ghosts(maze=tiny, number=1)"];

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
fn it_makes_the_cuts_of_alpha_beta() {
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
fn the_best_reply_to_an_outcome_is_tried_first_next_time() {
    // The other's third reply is the best to each outcome of the first move. To the first outcome of the
    // second move it shows at once that even 5 from the other outcome would not make 1.
    let game = "tree([{1/2:[5,5,1]@2,1/2:[5,5,1]@2},{1/2:[5,5,-9]@2,1/2:[5,5,-9]@2}])";
    let nodes = |options: &str| {
        let player = format!("expectiminimax({options})");
        Question::new(&player, game).ask().nodes
    };
    assert_eq!(nodes("depth=unlimited, prune=none"), 1 + 2 * (1 + 2 * 4));
    assert_eq!(nodes("depth=unlimited, prune=star1"), 1 + (1 + 2 * 4) + (1 + 1 + 1));
    // A search of two plies learns nothing: right above the horizon no moves are put in order.
    assert_eq!(nodes("depth=2, prune=star1"), 1 + (1 + 2 * 4) + (1 + 1 + 3));
}

#[test]
fn probing_costs_no_more_than_it_saves_where_the_dice_leave_few_replies() {
    // With three replies to most throws a probe that shows nothing costs much.
    for die in [0, 2, 5] {
        let mut position = start("einstein");
        position.play(position.nth(die));
        let nodes = |prune: &str| {
            let player = format!("expectiminimax(depth=5, prune={prune})");
            ask_within(&player, &position, None, false).nodes
        };
        let (star2, none) = (nodes("star2"), nodes("none"));
        assert!(star2 < none, "die {die}: {star2} nodes, {none} without pruning");
    }
}

#[test]
fn an_explanation_is_not_counted() {
    let game = "tree([3, {1/2:-8, 1/2:[10,9]}, -10])";
    for player in ["expectiminimax(depth=3)", "max-n(depth=3)", "paranoid(depth=3)", "best-reply"] {
        let silent = Question::new(player, game).ask();
        let told = Question { explain: true, ..Question::new(player, game) }.ask();
        assert_eq!(told.nodes, silent.nodes, "{player}");
        assert!(told.moves.len() == 3 && !told.pv.is_empty(), "{player}");
    }
}

#[test]
fn a_table_changes_nothing_but_the_work() {
    for (game, depth) in [("pig(target=20)", 5), ("tic-tac-toe", 6), ("nim(heaps=2+3+4)", 7), ("grundy(heap=9)", 9)] {
        let game = registry::game(game).unwrap();
        let ask = |options: &str, position: &AnyPosition, seat| {
            let term = format!("expectiminimax(depth={depth}, {options})");
            let mut player = registry::player(&term).unwrap().seat(&game.start).unwrap();
            let mut stream = Seed(0).stream(0);
            let mut turn = Turn::new(seat, &mut stream);
            player.choose(position, &mut turn).unwrap()
        };
        let (mut position, mut dice) = (game.start.clone(), Seed(5).stream(0));
        let (mut with, mut without) = (0, 0);
        for _ in 0..12 {
            if let Node::Decision(seat) = position.node() {
                let expected = ask("prune=none", &position, seat);
                without += ask("prune=star1", &position, seat).nodes;
                for options in ["table=1kB", "table=1MB", "prune=star2, table=1MB"] {
                    let found = ask(options, &position, seat);
                    let same = (found.m, found.value) == (expected.m, expected.value);
                    assert!(same, "{options} in {position}: {found:?}, not {expected:?}");
                    with += if options == "table=1MB" { found.nodes } else { 0 };
                }
            }
            if position.node() == Node::Terminal {
                break;
            }
            position.play(position.draw_move(&mut dice));
        }
        assert!(with < without, "{}: {with} nodes with a table, {without} without", game.term);
    }
}

#[test]
fn games_of_more_than_two_seats_or_of_a_general_sum_are_refused() {
    let text = refusal("expectiminimax", "tree([(1,2,3),(4,5,6)])");
    assert!(text.contains("has 3") && text.contains("max-n"), "{text}");
    let text = refusal("expectiminimax", "tree([(1,2),(4,5)])");
    assert!(text.contains("need not lose") && text.contains("max-n"), "{text}");
}

/// One seat that plays with dice alone.
const ALONE: Kind = Kind { seats: 1, sum: None, any_turns: false, ..DUEL };

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
            for prune in ["star1", "star2", "star2, table=64kB"] {
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
    fn an_explanation_is_true_and_changes_no_move(
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
            for (root, whole) in told.moves.iter().zip(plain.ask().moves) {
                prop_assert_eq!((root.m, Bound::Exact), (whole.m, whole.bound));
                match root.bound {
                    Bound::Exact => prop_assert_eq!(root.value, whole.value),
                    _ => prop_assert!(whole.value <= root.value + 1e-9, "{:?}", root),
                }
            }
        }
    }

    /// A budget that ends one position too soon: the move that looked worst is not seen to its end.
    #[test]
    fn a_stopped_search_answers_with_the_best_move_so_far(
        game in forest::trees(DUEL),
        depth in 2u32..=3,
    ) {
        let player = |depth| format!("expectiminimax(depth={depth}, prune=none)");
        let told = |depth| {
            Question { explain: true, ..Question::new(&player(depth), &game) }.ask()
        };
        let within = |nodes| {
            let player = player(depth);
            let question = Question::new(&player, &game);
            Question { nodes: Some(nodes), explain: true, ..question }.ask()
        };
        let ample = within(1_000_000);
        if ample.depth != Some(depth) {
            return Ok(());
        }
        let after = told(depth);
        let mut order: Vec<AnyMove> = after.moves.iter().map(|root| root.m).collect();
        for depth in 1..depth {
            let before = told(depth);
            let value = |m| before.moves.iter().find(|root| root.m == m).expect("it is told").value;
            order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
            order.sort_by_key(|&m| m != before.m);
        }
        let (first, unseen) = (order[0], order[order.len() - 1]);
        let seen = after.moves.iter().filter(|root| root.m != unseen);
        // The last of the maxima: the first of equal moves.
        let best = seen.rev().max_by(|a, b| a.value.total_cmp(&b.value));
        let expected = best.map_or(first, |root| root.m);
        let found = within(ample.nodes - 1);
        prop_assert_eq!(found.m, expected, "{}", &game);
        prop_assert_eq!(found.pv.first(), Some(&expected), "{}", &game);
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

proptest! {
    #![proptest_config(Config { cases: 60, failure_persistence: None, ..Config::default() })]

    #[test]
    fn at_games_of_chance_it_agrees_with_its_definition(
        game in prop::sample::select(DICE),
        plies in 0u32..40,
        seed in 0u64..1000,
        depth in 1u32..=2,
    ) {
        let (mut position, mut stream) = (start(game), Seed(seed).stream(0));
        for ply in 0.. {
            match position.node() {
                Node::Terminal => return Ok(()),
                Node::Decision(_) if plies <= ply => break,
                _ => position.play(position.draw_move(&mut stream)),
            }
        }
        let Node::Decision(seat) = position.node() else { unreachable!("somebody is to act") };
        let expected = defined(&position, seat, depth, false);
        for player in [
            format!("expectiminimax(depth={depth}, prune=none)"),
            format!("expectiminimax(depth={depth})"),
            format!("max-n(depth={depth})"),
        ] {
            let value = ask(&player, &position).value.expect("it is a search");
            prop_assert!((value - expected).abs() < 1e-9, "{player} at {position}: {value}, {expected}");
        }
    }
}
