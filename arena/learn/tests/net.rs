//! Nets, and learning by searches: one seed gives one file, which is read back or refused; and what is learned judges.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use agon_arena::{Job, Plan, Score, Spec};
use agon_core::{Evaluate, Heuristic, Learned, Node, Position, Seat, Seed, registry};
use agon_learn::{LearnedModel, Learning, LearningSpec, ModelKind};
use agon_roster as _;

const NET: ModelKind = ModelKind::Net { hidden: 16, residual: false };
const RESIDUAL: ModelKind = ModelKind::Net { hidden: 16, residual: true };

fn spec(game: &str, kind: ModelKind, depth: u8) -> LearningSpec {
    let mut spec = LearningSpec::new(game, 5, kind);
    spec.depth = depth;
    spec
}

fn learned(spec: &LearningSpec, games: u64, threads: usize) -> (LearnedModel, Vec<u8>) {
    let mut learning = Learning::new(spec).unwrap();
    while learning.generation(threads, games, &|| false) {}
    learning.model().unwrap()
}

#[test]
fn any_number_of_threads_learns_the_same_bytes_and_others_than_another_depth() {
    for (game, kind, games) in [
        ("tic-tac-toe", NET, 100),
        ("othello(size=6)", RESIDUAL, 40),
        ("dots-and-boxes(width=2, height=2)", NET, 60),
        ("tic-tac-toe", ModelKind::Tables, 100),
        ("connect-four(width=5, height=4)", ModelKind::Compact, 40),
    ] {
        let [one, two] = [1, 2].map(|depth| spec(game, kind, depth));
        let expected = learned(&two, games, 1).1;
        assert!(learned(&one, games, 1).1 != expected, "{game}");
        for threads in [2, 3, 16] {
            assert!(learned(&two, games, threads).1 == expected, "{game}, {threads} threads");
        }
    }
    let dice = spec("backgammon", NET, 1);
    assert!(learned(&dice, 20, 1).1 == learned(&dice, 20, 4).1);
}

/// Games that are not alike for both seats, or with several seats, too.
#[test]
fn every_kind_of_game_is_learned_and_read_back() {
    for game in [
        "tic-tac-toe",
        "chess",
        "kalah",
        "nim",
        "tic-tac-toe(width=4, height=4, line=3, players=3)",
        "chinese-checkers",
        "einstein",
    ] {
        let spec = spec(game, NET, 1);
        let (model, bytes) = learned(&spec, 3, 1);
        let read = LearnedModel::decode(&bytes).unwrap();
        assert_eq!(read.id(), model.id(), "{game}");
        assert_eq!(read.weights_hash(), model.weights_hash(), "{game}");
        assert_eq!(read.net(), Some((16, false)), "{game}");
        assert!(0.0 < read.step().unwrap(), "{game}");
        assert_eq!(read.heaviest(7), model.heaviest(7), "{game}");
        let start = registry::game(game).unwrap().start;
        let [model, read] = [model, read].map(|one| Learned::new(Arc::new(one), &start).unwrap());
        let facts = start.facts();
        let mut stream = Seed(3).stream(0);
        let (mut here, mut others) = (start.clone(), 0);
        for _ in 0..60 {
            if here.node() == Node::Terminal {
                break;
            }
            for seat in Seat::all(facts.seats) {
                let value = model.estimate(&here, seat);
                assert!((facts.min_payoff..=facts.max_payoff).contains(&value), "{game}: {value}");
                assert_eq!(value.to_bits(), read.estimate(&here, seat).to_bits(), "{game}");
                others += usize::from(value != 0.0);
            }
            let m = here.draw_move(&mut stream);
            here.play(m);
        }
        assert!(0 < others, "{game}: it says nothing");
    }
}

#[test]
fn a_file_that_is_changed_or_cut_is_refused() {
    let (_, bytes) = learned(&spec("tic-tac-toe", NET, 1), 20, 1);
    for end in [0, 7, 8, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(LearnedModel::decode(&bytes[..end]).is_err(), "{end}");
    }
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(LearnedModel::decode(&damaged).err().unwrap().contains("another SHA-256"));
    // A head that says something else of the same numbers.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let begin = text.find('{').unwrap();
    for (old, new, why) in [
        (r#"\"hidden\":16"#, r#"\"hidden\":24"#, "do not fit each other"),
        (r#"\"hidden\":16"#, r#"\"hidden\":17"#, "do not fit each other"),
        (r#"\"hidden\":16"#, r#"\"hidden\":00"#, "JSON"),
        (r#"\"format\":2"#, r#"\"format\":3"#, "its format is 3, and this program reads 1 and 2"),
    ] {
        let at = bytes.windows(old.len()).position(|part| part == old.as_bytes()).unwrap();
        let mut other = bytes.clone();
        other[at..at + old.len()].copy_from_slice(new.as_bytes());
        assert!(begin < at);
        let error = LearnedModel::decode(&other).err().unwrap();
        assert!(error.contains(why) || why == "JSON", "{new}: {error}");
    }
}

#[test]
fn what_cannot_be_learned_so_is_refused_with_the_reason() {
    for (game, kind, depth, why) in [
        ("tree", NET, 1, "does not say what lies on its places, which a net looks at"),
        ("nim", RESIDUAL, 1, "no usual heuristic that could be corrected"),
        ("2048", NET, 1, "a sum of points; accepted: tables, compact"),
        ("2048", ModelKind::Tables, 2, "looks one move ahead"),
        ("tic-tac-toe(width=4, height=4, line=3, players=3)", NET, 2, "looks one move ahead"),
        ("othello", ModelKind::Weights, 2, "looks one move ahead"),
        ("othello", ModelKind::Net { hidden: 12, residual: false }, 1, "too large for a net of this size"),
    ] {
        let made = Learning::new(&spec(game, kind, depth));
        let error = made.err().unwrap_or_else(|| panic!("{game} is learned")).to_string();
        assert!(error.contains(why), "{game}: {error}");
    }
}

/// Before the first game a net that corrects the usual heuristic is nearly that; and after few games it is better.
#[test]
fn a_net_begins_with_the_usual_heuristic_that_it_corrects() {
    let start = registry::game("othello").unwrap().start;
    let (model, _) = learned(&spec("othello", RESIDUAL, 1), 1, 1);
    let model = Learned::new(Arc::new(model), &start).unwrap();
    let mut stream = Seed(9).stream(0);
    let mut here = start.clone();
    while here.node() != Node::Terminal {
        let Node::Decision(seat) = here.node() else { unreachable!("there is no chance") };
        let [own, usual] = [model.estimate(&here, seat), here.estimate(Heuristic(0), seat)];
        assert!((own - usual).abs() < 0.35, "{own}, {usual}: {here}");
        let m = here.draw_move(&mut stream);
        here.play(m);
    }
}

/// The share of the points of the first player, from 60 openings.
fn share(game: &str, one: &str, other: &str) -> f64 {
    let spec = Spec::default().game(game).player(one).player(other).openings(60, 4).seed(3);
    let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
    let (score, _, _) = Job::whole(Arc::clone(&plan), 2).run(Score::new(&plan));
    score.sections[0].difference(0, 1).unwrap().score
}

#[test]
fn a_model_of_few_games_beats_random_play_and_one_of_more_beats_it() {
    for (game, kind, depth, games) in [
        ("othello(size=6)", NET, 1, 600),
        ("connect-four", NET, 2, 500),
        ("connect-four", ModelKind::Tables, 2, 500),
        ("backgammon", NET, 1, 800),
    ] {
        let spec = spec(game, kind, depth);
        let [few, more] = [games / 10, games].map(|games| {
            let (model, _) = learned(&spec, games, 2);
            let name = format!("learned(\"net.agon\",sha256={})", model.id());
            let term = match depth {
                1 => format!("greedy(heuristic={name})"),
                _ => format!("alpha-beta(depth={depth}, heuristic={name})"),
            };
            model.register();
            term
        });
        let random = share(game, &more, "random");
        assert!(0.8 < random, "{game}: {random}");
        let better = share(game, &more, &few);
        assert!(0.52 < better, "{game}: {better}");
    }
}
