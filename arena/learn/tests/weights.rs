//! Weights of a game's features: learned from self-play and from games that exist, and worth it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use agon_arena::{
    Job, Plan, Score, Spec,
    tune::{Interrupted, Tuning, TuningSpec, Went},
};
use agon_core::{Featured, Node, Position, Seat, Seed, all_moves, registry};
use agon_learn::{Learning, LearningSpec, ModelKind};
use agon_roster as _;

fn learning(game: &str, kind: ModelKind) -> Learning {
    Learning::new(&LearningSpec::new(game, 3, kind)).unwrap()
}

/// The heuristic that these games use.
fn learned(game: &str, games: u64, threads: usize) -> String {
    let mut learning = learning(game, ModelKind::Weights);
    while learning.generation(threads, games, &|| false) {}
    assert_eq!(learning.games(), games);
    assert!(learning.model().is_none(), "there is no file of it");
    learning.weights_term().unwrap()
}

/// What share of the points `one` makes against `other`, over 60 openings in both seatings.
fn share(game: &str, one: &str, other: &str) -> f64 {
    let player = |heuristic: &str| format!("alpha-beta(depth=2, heuristic={heuristic})");
    let spec = Spec::default()
        .game(game)
        .player_named("one", player(one))
        .player_named("other", player(other))
        .openings(60, 6)
        .seed(5);
    let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
    let (score, _, _) = Job::whole(Arc::clone(&plan), 2).run(Score::new(&plan));
    score.sections[0].tally(0, 1).share().unwrap()
}

fn tuned(game: &str) -> String {
    let question = TuningSpec {
        game: game.to_owned(),
        player: "alpha-beta(depth=2)".to_owned(),
        start: None,
        iterations: 40,
        pairs: 8,
        plies: 4,
        seed: 1,
    };
    let mut tuning = Tuning::new(&question).unwrap();
    let never: Interrupted = Arc::new(|| false);
    for _ in 0..question.iterations {
        assert_eq!(tuning.step(2, &never), Ok(Went::Done(())));
    }
    tuning.tuned_heuristic()
}

#[test]
fn any_number_of_threads_learns_the_same_weights() {
    for (game, games) in [("othello(size=6)", 70), ("backgammon", 20), ("2048(goal=64)", 40)] {
        let one = learned(game, games, 1);
        for threads in [2, 3, 16] {
            assert_eq!(learned(game, games, threads), one, "{game} on {threads} threads");
        }
    }
}

/// At depth 2, with all weights zero and with those that tuning finds. At Kalah the result depends on the seed:
/// two players that hoard never see the value of a capture.
#[test]
fn learned_weights_beat_zero_weights_and_come_near_tuned_ones() {
    for (game, is_near) in [("othello(size=6)", true), ("breakthrough", true), ("kalah", false)] {
        let weights = learned(game, 2000, 2);
        let feature = registry::game(game).unwrap().start.features()[0].name;
        let begun = share(game, &weights, &format!("weights({feature}=0)"));
        assert!(0.6 < begun, "{game}: {weights} makes {begun} against none");
        if is_near {
            let beside = share(game, &weights, &tuned(game));
            assert!(0.4 < beside, "{game}: {weights} makes {beside} against what tuning finds");
        }
    }
}

/// Games in which a seat that is ahead wins say that being ahead is good, to both kinds.
#[test]
fn existing_games_teach_both_kinds_which_features_win() {
    let game = registry::game("othello(size=4)").unwrap();
    let (mut weights, mut tables) =
        (learning("othello(size=4)", ModelKind::Weights), learning("othello(size=4)", ModelKind::Tables));
    let (mut stream, mut played) = (Seed(1).stream(0), Vec::new());
    for _ in 0..300 {
        // The first seat plays greedily, the other at random.
        let (mut here, mut moves) = (game.start.clone(), Vec::new());
        while let Node::Decision(seat) = here.node() {
            let discs = |m| {
                let mut values = Vec::new();
                agon_core::after(&here, m).feature_values(seat, &mut values);
                values[2]
            };
            let all = all_moves(&here);
            let m = match seat {
                Seat(0) => all.into_iter().max_by(|&a, &b| discs(a).total_cmp(&discs(b))).unwrap(),
                _ => all[stream.below(all.len() as u32) as usize],
            };
            moves.push(m);
            here.play(m);
        }
        let paid = [0, 1].map(|seat| here.payoff(Seat(seat)));
        weights.take(&game.start, &moves, 0, &paid);
        tables.take(&game.start, &moves, 0, &paid);
        played = moves;
    }
    for learning in [&weights, &tables] {
        assert_eq!((learning.games(), learning.read_games()), (300, 300));
    }
    let found = weights.weights().unwrap();
    assert!(found.iter().all(|(_, weight)| *weight != 0.0), "{found:?}");
    assert!(0.0 < found.iter().find(|(name, _)| *name == "corners").unwrap().1, "{found:?}");
    // What nobody chose to play is passed over.
    let heaviest = tables.model().unwrap().0.heaviest(9);
    tables.take(&game.start, &played, played.len(), &[1.0, -1.0]);
    assert_eq!(tables.model().unwrap().0.heaviest(9), heaviest);
    tables.take(&game.start, &played, 0, &[-1.0, 1.0]);
    assert_ne!(tables.model().unwrap().0.heaviest(9), heaviest);
}

#[test]
fn games_without_features_are_refused_and_the_others_listed() {
    let spec = |game: &str| LearningSpec::new(game, 1, ModelKind::Weights);
    let error = Learning::new(&spec("tree")).err().unwrap().to_string();
    assert!(error.contains("declares no features to be weighed; those that do: 2048, "), "{error}");
    assert!(Learning::new(&spec("kuhn")).err().unwrap().to_string().contains("hides something"));
}
