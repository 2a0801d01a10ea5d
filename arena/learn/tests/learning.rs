//! One seed gives one file; a file is read back or refused; and learning is better than no learning.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use agon_core::{Evaluate, Learnable, Learned, Node, Position, Seed, ShippedModel, after, all_moves, models, registry};
use agon_learn::{LearnedModel, Learning, LearningSpec, ModelError, ModelKind, with_models};
use agon_roster as _;

fn learning(game: &str) -> Learning {
    Learning::new(&LearningSpec::new(game, 7, ModelKind::Tables)).unwrap()
}

fn learned(game: &str, games: u64, threads: usize) -> (LearnedModel, Vec<u8>) {
    let mut learning = learning(game);
    while learning.generation(threads, games, &|| false) {}
    assert_eq!(learning.games(), games);
    learning.model().unwrap()
}

/// A path for a file that is deleted at the end of the test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        Place(std::env::temp_dir().join(format!("agon-learn-{}-{name}", std::process::id())))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn any_number_of_threads_learns_the_same_bytes() {
    for (game, games) in [
        ("tic-tac-toe", 200),
        ("othello(size=6)", 70),
        ("pig", 50),
        ("2048(goal=64)", 40),
        ("tic-tac-toe(width=4, height=4, line=3, players=3)", 60),
    ] {
        let one = learned(game, games, 1).1;
        for threads in [2, 3, 16] {
            assert!(learned(game, games, threads).1 == one, "{game} on {threads} threads");
        }
    }
}

#[test]
fn interrupted_learning_resumes_to_the_same_bytes() {
    let place = Place::new("broken-off");
    let whole = learned("connect-four", 100, 1).1;
    let mut first = learning("connect-four");
    for _ in 0..3 {
        assert!(first.generation(2, 100, &|| false));
    }
    // In the middle of a generation: nothing of it counts.
    let asked = std::sync::atomic::AtomicU32::new(0);
    let stop = || 4 < asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    assert!(!first.generation(2, 100, &stop));
    assert_eq!(first.games(), 48);
    first.save(&place.0).unwrap();
    let mut second = learning("connect-four");
    second.load(&place.0).unwrap();
    assert_eq!(second.games(), 48);
    while second.generation(1, 100, &|| false) {}
    assert!(second.model().unwrap().1 == whole);
}

#[test]
fn a_finished_learning_goes_on_to_the_same_bytes() {
    let place = Place::new("finished");
    for (game, kind) in
        [("connect-four", ModelKind::Tables), ("tic-tac-toe", ModelKind::Compact), ("2048(goal=64)", ModelKind::Tables)]
    {
        let new = || {
            let spec = LearningSpec::new(game, 7, kind);
            Learning::new(&spec).unwrap()
        };
        let mut all = new();
        while all.generation(1, 84, &|| false) {}
        let whole = all.model().unwrap().1;
        // Over after a generation, in the midst of one, and within the first.
        for over in [32, 45, 5] {
            let mut first = new();
            while first.games() < over {
                if first.is_between_generations() {
                    first.save(&place.0).unwrap();
                }
                assert!(first.generation(1, over, &|| false));
            }
            assert_eq!(first.is_between_generations(), over == 32);
            let (model, bytes) = first.model().unwrap();
            assert_eq!(model.games(), over);
            let mut second = new();
            second.load(&place.0).unwrap();
            assert!(second.passes(over) != (over == 32 && second.games() < 32), "{game} {over}");
            assert!(!second.passes(second.games() + 16));
            while second.generation(2, 84, &|| false) {}
            assert!(second.model().unwrap().1 == whole, "{game} after {over} games");
            // From the state after it, games would be played with other weights.
            if over == 45 {
                first.save(&place.0).unwrap();
                let mut other = new();
                other.load(&place.0).unwrap();
                while other.generation(2, 84, &|| false) {}
                assert!(other.model().unwrap().1 != whole, "{game}");
            }
            assert!(bytes != whole);
        }
    }
}

#[test]
fn the_state_of_another_version_is_refused_with_both_versions() {
    let place = Place::new("version");
    learning("tic-tac-toe").save(&place.0).unwrap();
    let state = fs::read(&place.0).unwrap();
    let end = state.iter().position(|&byte| byte == b'\n').unwrap();
    let head = String::from_utf8(state[..end].to_vec()).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let other = head.replace(&format!("\"version\":\"{version}\""), "\"version\":\"0.0.1\"");
    assert_ne!(head, other);
    fs::write(&place.0, [other.as_bytes(), &state[end..]].concat()).unwrap();
    let error = learning("tic-tac-toe").load(&place.0).unwrap_err().to_string();
    assert!(error.contains("version 0.0.1") && error.contains(version), "{error}");
    assert!(error.contains("accepted: "), "{error}");
}

#[test]
fn states_of_other_settings_and_damaged_ones_are_refused() {
    let place = Place::new("state");
    let mut one = learning("tic-tac-toe");
    one.generation(1, 16, &|| false);
    one.save(&place.0).unwrap();
    let error = learning("tic-tac-toe(width=4)").load(&place.0).unwrap_err().to_string();
    assert!(error.contains("another learning; its game is tic-tac-toe, not tic-tac-toe(width=4)"), "{error}");
    let mut bytes = fs::read(&place.0).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&place.0, &bytes).unwrap();
    let error = learning("tic-tac-toe").load(&place.0).unwrap_err().to_string();
    assert!(error.contains("damaged"), "{error}");
    fs::write(&place.0, "{}\n").unwrap();
    assert!(learning("tic-tac-toe").load(&place.0).is_err());
}

#[test]
fn a_model_is_read_back_whole() {
    let (model, bytes) = learned("tic-tac-toe", 100, 1);
    let read = LearnedModel::decode(&bytes).unwrap();
    assert_eq!(read.id(), model.id());
    assert_eq!((read.games(), read.seed(), read.game()), (100, 7, "tic-tac-toe"));
    assert_eq!(read.heaviest(5), model.heaviest(5));
    // As a reader of safetensors finds it.
    let length = u64::from_le_bytes(*bytes.first_chunk().unwrap()) as usize;
    let head: serde_json::Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    let table = &head["table000"];
    assert_eq!(table["dtype"], "F32");
    let shape: Vec<u64> = serde_json::from_value(table["shape"].clone()).unwrap();
    let offsets: [usize; 2] = serde_json::from_value(table["data_offsets"].clone()).unwrap();
    assert_eq!(shape, [1, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    assert_eq!(offsets, [0, 4 * 19_683]);
    assert_eq!(bytes.len(), 8 + length + offsets[1]);
}

/// The weights of a model that are not zero, by the names of their features.
fn weights(model: &LearnedModel) -> BTreeMap<(usize, Vec<String>, Vec<u8>), f32> {
    let all = model.heaviest(model.weights().0);
    all.into_iter().map(|one| ((one.set, one.places, one.states), one.weight)).collect()
}

#[test]
fn a_compact_file_has_the_same_weights_rounded_to_bytes() {
    for game in ["tic-tac-toe", "nim(heaps=1+2+3)", "pig"] {
        let (exact, larger) = learned(game, 200, 1);
        let kind = ModelKind::Compact;
        let spec = LearningSpec::new(game, 7, kind);
        let mut learning = Learning::new(&spec).unwrap();
        while learning.generation(2, 200, &|| false) {}
        let (compact, bytes) = learning.model().unwrap();
        let step = compact.step().unwrap();
        assert_eq!(step.log2().fract(), 0.0, "{game}");
        let rounded = |weight: f32, step: f32| (weight / step).round_ties_even().clamp(-127.0, 127.0) * step;
        let (before, after) = (weights(&exact), weights(&compact));
        assert!(after.len() <= before.len() && !after.is_empty(), "{game}");
        for (name, weight) in &before {
            let kept = after.get(name).copied().unwrap_or(0.0);
            assert_eq!(kept, rounded(*weight, step), "{game}: {name:?} {weight}");
        }
        let error = |step: f32| -> f64 {
            before.values().map(|&weight| f64::from(weight - rounded(weight, step)).powi(2)).sum()
        };
        assert!(error(step) <= error(2.0 * step) && error(step) <= error(step / 2.0), "{game}");

        let read = LearnedModel::decode(&bytes).unwrap();
        assert_eq!((read.id(), read.step()), (compact.id(), Some(step)));
        assert_eq!(weights(&read), after);
        let numbers = |bytes: &[u8]| {
            let length = u64::from_le_bytes(*bytes.first_chunk().unwrap()) as usize;
            let head = String::from_utf8_lossy(&bytes[8..8 + length]).into_owned();
            (bytes.len() - 8 - length, head.contains("\"I8\""))
        };
        assert_eq!(numbers(&bytes), (numbers(&larger).0 / 4, true), "{game}");
        assert!(!numbers(&larger).1);

        // Learning that continues writes it the same way.
        let place = Place::new("compact");
        learning.save(&place.0).unwrap();
        let mut further = self::learning(game);
        further.load(&place.0).unwrap();
        assert!(further.model().unwrap().1 == bytes, "{game}");
    }
}

/// Damaged files are refused by their hash; forged ones with a correct hash are refused or read, and
/// never panic or hang.
#[test]
fn ten_thousand_damaged_files_are_refused_without_a_panic() {
    let (_, whole) = learned("nim(heaps=1+2+3)", 40, 1);
    let length = u64::from_le_bytes(*whole.first_chunk().unwrap()) as usize;
    let mut stream = Seed(3).stream(0);
    let mut refused = 0;
    for _ in 0..12_000 {
        let mut bytes = whole.clone();
        match stream.below(4) {
            0 => bytes.truncate(stream.below(whole.len() as u32) as usize),
            1 => bytes[stream.below(8) as usize] = stream.below(256) as u8,
            _ => {
                // Digits of the head make other sizes.
                for _ in 0..=stream.below(3) {
                    let at = 8 + stream.below(length as u32) as usize;
                    let digit = b"0123456789[],\"x"[stream.below(15) as usize];
                    bytes[at] = digit;
                }
            }
        }
        refused += u32::from(LearnedModel::decode(&bytes).is_err());
    }
    assert!(9_000 < refused, "{refused}");
    for (bytes, why) in [
        (&b""[..], "too short"),
        (&b"hello, world, this is text"[..], "does not begin as safetensors"),
        (&b"\x02\0\0\0\0\0\0\0{}"[..], "nothing under the key"),
    ] {
        let error = LearnedModel::decode(bytes).err().unwrap();
        assert!(error.contains(why), "{error}");
    }
    let text = String::from_utf8_lossy(&whole[8..8 + length]).replace("format\\\":1", "format\\\":3");
    let newer = [&whole[..8], text.as_bytes(), &whole[8 + length..]].concat();
    let error = LearnedModel::decode(&newer).err().unwrap();
    assert!(error.contains("its format is 3"), "{error}");
}

/// A damaged weight is a weight like any other: only the hash tells.
#[test]
fn a_file_with_a_changed_byte_among_its_weights_is_refused_by_its_hash() {
    let (_, whole) = learned("nim(heaps=1+2+3)", 40, 1);
    let length = u64::from_le_bytes(*whole.first_chunk().unwrap()) as usize;
    let weights = 8 + length..whole.len();
    assert!(100 < weights.len() && LearnedModel::decode(&whole).is_ok());
    for at in weights.step_by(7).chain([8 + length, whole.len() - 1]) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        let error = LearnedModel::decode(&bytes).err().expect("a byte was changed");
        assert!(error.contains("another SHA-256"), "byte {at}: {error}");
    }
}

#[test]
fn a_term_names_one_file_and_no_other() {
    let (place, other) = (Place::new("one.agon"), Place::new("other.agon"));
    let (model, bytes) = learned("tic-tac-toe", 32, 1);
    fs::write(&place.0, &bytes).unwrap();
    let file = place.0.display().to_string();
    let text = format!("greedy(heuristic=learned(\"{file}\"))");
    // Without a reader of files its content is unknown.
    let game = registry::game("tic-tac-toe").unwrap();
    let unread = registry::player(&text).unwrap().seat(&game.start).err().unwrap().to_string();
    assert!(unread.contains("a file that was read before"), "{unread}");
    let term = with_models(&text).unwrap();
    assert_eq!(term, format!("greedy(heuristic=learned(\"{file}\",sha256={}))", model.id()));
    let player = registry::player(&term).unwrap();
    assert_eq!(player.term, term);
    assert!(player.seat(&game.start).is_ok());
    // Once known it is not read again.
    assert_eq!(with_models(&term).unwrap(), term);
    let wrong = registry::game("tic-tac-toe(width=4)").unwrap();
    let error = player.seat(&wrong.start).err().unwrap().to_string();
    assert!(error.contains("is for tic-tac-toe"), "{error}");
    fs::write(&other.0, learned("tic-tac-toe", 48, 1).1).unwrap();
    let renamed = term.replace(&file, &other.0.display().to_string());
    models::forget(model.id());
    assert!(matches!(with_models(&renamed), Err(ModelError::Another { .. })));
    assert!(matches!(with_models("x(learned(\"nowhere.agon\"))"), Err(ModelError::Io { .. })));
    assert!(matches!(with_models("x(learned(1, 2))"), Err(ModelError::Term(_))));
}

/// The value is the sum of the entries of the tables, each found place by place.
#[test]
fn a_value_is_the_sum_of_the_entries_in_the_file() {
    let (model, bytes) = learned("othello(size=6)", 64, 1);
    let length = u64::from_le_bytes(*bytes.first_chunk().unwrap()) as usize;
    let head: serde_json::Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    let about: serde_json::Value = serde_json::from_str(head["__metadata__"]["agon"].as_str().unwrap()).unwrap();
    let tuples: Vec<Vec<Vec<usize>>> = serde_json::from_value(about["tuples"].clone()).unwrap();
    let mut here = registry::game("othello(size=6)").unwrap().start;
    let evaluation = Learned::new(Arc::new(model), &here).unwrap();
    let (mut stream, mut states) = (Seed(1).stream(0), Vec::new());
    while let Node::Decision(seat) = here.node() {
        here.states(seat, &mut states);
        let mut sum = 0.0f64;
        for (table, orbit) in tuples.iter().enumerate() {
            let offsets = &head[format!("table{table:03}")]["data_offsets"];
            let begin = 8 + length + offsets[0].as_u64().unwrap() as usize;
            for tuple in orbit {
                let index = tuple.iter().fold(0, |index, &at| 3 * index + usize::from(states[at]));
                let four = bytes[begin + 4 * index..].first_chunk().unwrap();
                sum += f64::from(f32::from_le_bytes(*four));
            }
        }
        let value = evaluation.estimate(&here, seat);
        assert!((value - libm::tanh(sum)).abs() < 1e-5, "{value} and {sum}");
        assert_eq!(value, -evaluation.estimate(&here, seat.opponent()));
        let m = here.draw_move(&mut stream);
        here.play(m);
    }
}

#[test]
fn values_learned_of_tic_tac_toe_are_true() {
    let mut here = registry::game("tic-tac-toe").unwrap().start;
    let (model, _) = learned("tic-tac-toe", 20_000, 2);
    let evaluation = Learned::new(Arc::new(model), &here).unwrap();
    // The best play of both is a draw: from everywhere on it the best move is found by a look at the next
    // position.
    while let Node::Decision(seat) = here.node() {
        let worth = |m| {
            let next = after(&here, m);
            let is_over = next.node() == Node::Terminal;
            if is_over { next.payoff(seat) } else { evaluation.estimate(&next, seat) }
        };
        let moves = all_moves(&here);
        let best = moves.into_iter().max_by(|&one, &other| worth(one).total_cmp(&worth(other)));
        here.play(best.unwrap());
    }
    assert_eq!(here.payoff(agon_core::Seat(0)), 0.0);
}

#[test]
fn games_that_cannot_be_learned_are_refused_with_a_reason() {
    let refused = |game: &str| {
        let spec = LearningSpec::new(game, 1, ModelKind::Tables);
        Learning::new(&spec).err().unwrap().to_string()
    };
    assert!(refused("kuhn").contains("hides something"));
    assert!(refused("nimm").contains("did you mean `nim`?"));
}

#[test]
fn measuring_strength_leaves_no_model_registered() {
    let mut learning = learning("connect-four(width=5, height=4)");
    for _ in 0..20 {
        learning.generation(1, u64::MAX, &|| false);
    }
    let stop: Arc<dyn Fn() -> bool + Send + Sync> = Arc::new(|| false);
    // It is over long before.
    let until = Instant::now() + Duration::from_secs(3600);
    let strength = learning.strength(2, until, &stop).unwrap();
    assert_eq!(strength.games, 320);
    let random = &strength.measured[0];
    assert_eq!((random.player.as_str(), random.against.as_deref()), ("greedy", Some("random")));
    assert!(random.low <= random.value && random.value <= random.high);
    assert!(!models::is_known(learning.model().unwrap().0.id()));
}

/// Every game here in which everybody sees everything, but for trees, sheets and modules, which say neither what lies where nor what
/// their features are.
#[test]
fn every_open_game_is_learned() {
    for (&name, plugin) in registry::games() {
        for term in plugin.sample_terms() {
            let game = registry::game(&term).unwrap();
            let spec = LearningSpec::new(&term, 1, ModelKind::Tables);
            let made = Learning::new(&spec);
            if game.start.facts().hidden || ["gdl", "module", "tree"].contains(&name) {
                assert!(made.is_err(), "{term}");
                continue;
            }
            let learning = made.unwrap_or_else(|error| panic!("{error}"));
            let (weights, active) = learning.size();
            assert!(weights <= 40_000_000 && active <= 400, "{term}: {weights}, {active}");
        }
        let spec = LearningSpec::new(name, 1, ModelKind::Tables);
        let Ok(mut learning) = Learning::new(&spec) else { continue };
        assert!(learning.generation(1, 1, &|| false), "{name}");
        let (model, bytes) = learning.model().unwrap();
        assert_eq!(LearnedModel::decode(&bytes).unwrap().id(), model.id(), "{name}");
        assert!(Learned::new(Arc::new(model), &learning.game().start).is_ok(), "{name}");
    }
}

/// Models come with some games, and nothing links them here.
#[test]
fn a_strong_player_without_models_says_that_this_build_has_none() {
    assert!(ShippedModel::all().is_empty());
    let said = "; the game's own heuristic judges positions, because this build has no models";
    for (game, is_judged) in [
        ("othello", true),
        ("connect-four", true),
        ("kalah", true),
        ("backgammon", true),
        ("chinese-checkers", true),
        ("go", false),
        ("kuhn", false),
    ] {
        let start = registry::game(game).unwrap().start;
        let [strong, usual] = ["strong", "strong(heuristic=usual)"]
            .map(|player| registry::player(player).unwrap().choice(&start).unwrap());
        assert_eq!(strong.term, usual.term, "{game}");
        assert_eq!(strong.why.contains(said), is_judged, "{game}: {}", strong.why);
        assert!(!usual.why.contains("models"), "{game}: {}", usual.why);
        assert!(!registry::player("strong").unwrap().asks_for_shipped(&start), "{game}");
    }
}
