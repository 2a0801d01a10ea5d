//! Expectimax: the textbook's figures, exact models, budgets, refusals.

use approx::assert_abs_diff_eq;
use proptest::{prop_assert, prop_assert_eq, proptest, test_runner::Config};

use agon_core::{
    Algorithm, AnyPosition, Decision, Habits, Node, Options, PlayerPlugin, Position, Seed, SetupError, Turn, inventory,
    registry,
};

use super::{
    forest::{self, DUEL, Kind},
    table::{Question, answer, refusal},
};

const CHOICE: &str = "tree([[10,10],[9,100]])";

#[test]
fn a_chance_node_is_worth_the_mean_by_weight() {
    let (m, value) = answer("expectimax", "tree([{1/2:8, 1/3:24, 1/6:-12}])");
    assert_eq!(m, "1");
    assert_abs_diff_eq!(value, 10.0);
}

#[test]
fn minimax_plays_safe_and_uniform_expectimax_plays_the_odds() {
    assert_eq!(answer("minimax(depth=2)", CHOICE), ("1".to_owned(), 10.0));
    assert_eq!(answer("expectimax(depth=2)", CHOICE), ("2".to_owned(), 54.5));
    // Not to believe in the model at all is to have none.
    let told = "expectimax(depth=2, opponent=minimax(depth=1), trust=0)";
    assert_eq!(answer(told, CHOICE), ("2".to_owned(), 54.5));
}

#[test]
fn a_model_believed_at_four_fifths_gives_two_moves_the_probabilities_nine_and_one_tenth() {
    for model in [
        "opponent=minimax(depth=2), trust=0.8",
        "opponent=epsilon(minimax(depth=2), 0.2)",
        "opponent=mix(minimax(depth=2)*0.8, random*0.2)",
        "opponent=mix(epsilon(minimax(depth=2), 0.3)*2, minimax(depth=2)), trust=1",
    ] {
        // The second seat prefers 9, which costs the first seat 91 against 100.
        let (m, value) = answer(&format!("expectimax(depth=2, {model})"), CHOICE);
        assert_eq!(m, "2", "{model}");
        assert_abs_diff_eq!(value, 0.9 * 9.0 + 0.1 * 100.0, epsilon = 1e-12);
    }
}

#[test]
fn a_model_with_probability_one_is_the_opponent() {
    // A greedy opponent takes the 5 that it sees, and misses the 9 below the other move.
    let game = "tree([[[1,2]~-5, [-9,-9]~5], [0,0]])";
    assert_eq!(answer("expectimax(depth=3, opponent=greedy)", game), ("1".to_owned(), 2.0));
    assert_eq!(answer("minimax(depth=3)", game).0, "2");
}

#[test]
fn dice_cost_no_depth_and_are_thrown_before_the_estimate() {
    // One decision ahead: after the dice the second seat is to move, and is estimated.
    let game = "tree([{1/2:[1,2]~7, 1/2:[3,4]~5}~100, [0,0]~3])";
    assert_eq!(answer("expectimax(depth=1)", game), ("1".to_owned(), 6.0));
    assert_eq!(answer("expectiminimax(depth=1)", game), ("1".to_owned(), 6.0));
    assert_eq!(answer("expectimax(depth=2)", game), ("1".to_owned(), 2.5));
    assert_eq!(answer("expectiminimax(depth=2)", game), ("1".to_owned(), 2.0));
}

#[test]
fn dice_that_follow_dice_cost_depth_or_there_would_be_no_end_of_them() {
    let game = "tree([{1/2:{1/2:[1,1],1/2:[9,9]}~7, 1/2:3}])";
    for player in ["expectimax", "expectiminimax", "max-n", "best-reply", "paranoid"] {
        // At depth 1 the second dice are estimated, at depth 2 what they show (0), then the end.
        for (depth, value) in [(1, 5.0), (2, 1.5), (3, 4.0)] {
            assert_eq!(answer(&format!("{player}(depth={depth})"), game).1, value, "{player}");
        }
    }
}

#[test]
fn a_turn_of_pig_that_is_lost_at_once_is_no_endless_search() {
    // A one at the start of a turn is followed by the other's first roll, and that may be a one.
    let mut position = registry::game("pig").unwrap().start;
    let start = position.clone();
    while position.node() == Node::Chance {
        position.play(position.nth(position.count() - 1));
    }
    let Node::Decision(seat) = position.node() else { panic!("the game is over") };
    for player in ["expectimax(depth=4)", "expectiminimax(depth=4)", "max-n(depth=4)"] {
        let mut player = registry::player(player).unwrap().seat(&start).unwrap();
        let mut stream = Seed(0).stream(0);
        let mut turn = Turn::new(seat, &mut stream);
        let decision = player.choose(&position, &mut turn).unwrap();
        assert!(decision.nodes < 100_000, "{} nodes", decision.nodes);
    }
}

#[test]
fn every_position_looked_at_is_counted_and_the_root_too() {
    let nodes = |player, game| Question::new(player, game).ask().nodes;
    assert_eq!(nodes("expectimax(depth=1)", CHOICE), 3);
    assert_eq!(nodes("expectimax(depth=unlimited)", CHOICE), 7);
    assert_eq!(nodes("expectimax", "tree([{1/2:8, 1/3:24, 1/6:-12}])"), 5);
    // A model that is sure looks at three positions for each of two questions, and spares two.
    assert_eq!(nodes("expectimax(depth=2, opponent=minimax(depth=1))", CHOICE), 5 + 2 * 3);
}

#[test]
fn it_explains_itself() {
    let game = "tree([{1/2:[8,9], 1/3:24, 1/6:-12}, [1,{1/2:0,1/2:4}]])";
    let decision = Question {
        explain: true,
        ..Question::new("expectimax(depth=unlimited, opponent=expectiminimax(depth=unlimited))", game)
    }
    .ask();
    let values: Vec<f64> = decision.moves.iter().map(|m| m.value).collect();
    assert_eq!(values, [10.0, 1.0]);
    assert_eq!(decision.pv.iter().map(|m| m.0).collect::<Vec<_>>(), [1, 1, 1]);
    assert_eq!(decision.depth, Some(2));
}

#[test]
fn any_number_of_seats_may_be_expected_to_err() {
    let game = "tree([[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]],[[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]]])";
    let (m, value) = answer("expectimax(depth=unlimited)", game);
    assert_eq!((m.as_str(), value), ("1", 5.25));
}

#[test]
fn unpredictable_models_are_refused() {
    let text = refusal("expectimax(opponent=gambler)", "nim");
    assert!(text.contains("with probabilities that it does not tell"), "{text}");
    let text = refusal("expectimax(opponent=minimax)", "tree([(1,2,3),(4,5,6)])");
    assert!(text.starts_with("minimax cannot play this game"), "{text}");
}

#[test]
fn an_unfinished_search_has_legal_beliefs_and_the_value_of_its_depth() {
    for (game, player, most) in [
        ("tic-tac-toe", "expectimax(depth=3, opponent=greedy)", 260),
        ("tic-tac-toe", "expectimax(depth=3)", 260),
        ("othello", "expectimax(depth=4, opponent=greedy, trust=0.8)", 400),
        ("othello", "expectimax(depth=3, opponent=minimax(depth=2))", 400),
    ] {
        let start = registry::game(game).unwrap().start;
        for nodes in 1..most {
            let found = Question { nodes: Some(nodes), explain: true, ..Question::new(player, game) }.ask();
            let after = agon_core::after(&start, found.m);
            let total: f64 = found.beliefs.iter().map(|belief| belief.probability).sum();
            assert!(found.beliefs.iter().all(|belief| after.is_legal(belief.m)), "{player} {nodes}");
            assert!(found.beliefs.is_empty() || (total - 1.0).abs() < 1e-9, "{player} {nodes}");
            let Some(depth) = found.depth else { continue };
            let to = |depth: u32| {
                let (_, rest) = player.split_once(['=']).unwrap();
                format!("expectimax(depth={depth}{}", &rest[1..])
            };
            let whole = Question { explain: true, ..Question::new(&to(depth), game) }.ask();
            assert_eq!(found.value, whole.value, "{player} within {nodes}");
            assert_eq!(found.moves.len(), whole.moves.len(), "{player} within {nodes}");
        }
    }
}

/// Draws its moves, and nobody knows how.
struct Gambler;

impl Algorithm for Gambler {
    const NAME: &'static str = "gambler";
    const SUMMARY: &'static str = "draws, and nobody knows how";
    type Memory<P: Position> = ();

    fn configure(_: &Options, _: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Gambler)
    }
    fn choose<P: Position>(&self, (): &mut (), position: &P, turn: &mut Turn<'_>) -> Decision<P::Move> {
        Decision::just(position.draw_move(turn.stream))
    }
    fn habits(&self) -> Habits {
        Habits::NONE.with_random(true)
    }
}

inventory::submit! { PlayerPlugin::of::<Gambler>() }

proptest! {
    #![proptest_config(Config::with_cases(200))]

    /// Against someone who plays perfectly, expectimax with that model is expectiminimax.
    #[test]
    fn a_perfect_model_makes_it_expectiminimax(game in forest::trees(DUEL)) {
        let model = "expectimax(depth=unlimited, opponent=expectiminimax(depth=unlimited))";
        let (one, other) = (answer(model, &game), answer("expectiminimax(depth=unlimited)", &game));
        prop_assert_eq!(&one.0, &other.0);
        prop_assert!((one.1 - other.1).abs() < 1e-9);
    }

    #[test]
    fn a_budget_is_never_overspent_and_enough_of_it_changes_nothing(
        game in forest::trees(Kind { seats: 3, sum: None, ..DUEL }),
        nodes in 0u64..200,
    ) {
        let player = "expectimax(depth=3, opponent=epsilon(expectimax(depth=2), 0.25), trust=0.9)";
        let free = Question::new(player, &game).ask();
        let tight = Question { nodes: Some(nodes), ..Question::new(player, &game) }.ask();
        prop_assert!(tight.nodes <= nodes);
        let ample = Question { nodes: Some(1_000_000), ..Question::new(player, &game) }.ask();
        prop_assert_eq!((ample.m, ample.value), (free.m, free.value));
    }
}
