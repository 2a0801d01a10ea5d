//! Where the best evaluation is kept, it is the same on any number of threads and after any interruption.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use agon_learn::{BestSoFar, Learning, LearningSpec, ModelKind};
use agon_roster as _;

type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

fn never() -> Stop {
    Arc::new(|| false)
}

/// After so many calls.
fn after(calls: u32) -> Stop {
    let asked = AtomicU32::new(0);
    Arc::new(move || calls < asked.fetch_add(1, Ordering::Relaxed))
}

fn learning(game: &str, kind: ModelKind, depth: u8) -> Learning {
    Learning::new(&LearningSpec { keeps_best: true, depth, ..LearningSpec::new(game, 7, kind) }).unwrap()
}

/// Learns up to `games` games, with all matches on the way.
fn go_on(learning: &mut Learning, games: u64, threads: usize) {
    loop {
        learning.compare(threads, &never()).unwrap();
        if !learning.generation(threads, games, &|| false) {
            break;
        }
    }
}

/// The result: its file, and how it became that.
fn result(learning: Learning, threads: usize) -> (Vec<u8>, BestSoFar) {
    let learning = learning.settle(threads, &never()).unwrap();
    (learning.model().unwrap().1, learning.best().unwrap().clone())
}

/// A path for a file that is deleted at the end of the test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        Place(std::env::temp_dir().join(format!("agon-best-{}-{name}", std::process::id())))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn it_resumes_to_the_same_bytes_and_the_same_matches() {
    let (place, other) = (Place::new("resumed"), Place::new("whole"));
    let net = ModelKind::Net { hidden: 8, residual: false };
    for (game, kind, depth) in [
        ("tic-tac-toe", ModelKind::Tables, 1),
        ("tic-tac-toe", ModelKind::Compact, 1),
        ("tic-tac-toe(width=3, height=2)", net, 2),
        ("2048(size=2, goal=16)", ModelKind::Tables, 1),
    ] {
        let mut whole = learning(game, kind, depth);
        go_on(&mut whole, 2080, 1);
        whole.save(&other.0).unwrap();
        let (bytes, best) = result(whole, 1);
        assert_eq!((best.matches, best.compared), (2, 2080), "{game}");
        // Before a match, in the midst of one, after it, and somewhere else.
        let mut parts = learning(game, kind, depth);
        for (to, stop) in [(1024, None), (2048, Some(after(1))), (2048, None), (2064, Some(never()))] {
            while parts.games() < to {
                parts.compare(2, &never()).unwrap();
                assert!(parts.generation(3, to, &|| false));
            }
            if let Some(stop) = stop {
                parts.compare(3, &stop).unwrap();
            }
            parts.save(&place.0).unwrap();
            // The result of now is no part of it.
            result(parts, 2);
            let spec = LearningSpec::new(game, 1, kind).resuming(&place.0);
            assert_eq!((spec.seed, spec.depth, spec.keeps_best), (7, depth, true));
            parts = Learning::new(&spec).unwrap();
            parts.load(&place.0).unwrap();
        }
        go_on(&mut parts, 2080, 2);
        parts.save(&place.0).unwrap();
        assert!(fs::read(&place.0).unwrap() == fs::read(&other.0).unwrap(), "{game}: the state");
        let resumed = result(parts, 3);
        assert_eq!(resumed.1, best, "{game}");
        assert!(resumed.0 == bytes, "{game}");
    }
}

#[test]
fn a_match_that_is_stopped_has_no_result() {
    let mut learning = learning("othello(size=6)", ModelKind::Tables, 1);
    go_on(&mut learning, 1040, 1);
    let before = learning.best().cloned();
    let settled = learning.settle(1, &after(3)).unwrap();
    assert_eq!(settled.best(), before.as_ref());
    assert_eq!((settled.games(), settled.model().unwrap().0.games()), (1024, 1024));
}

#[test]
fn without_a_match_the_first_evaluation_is_the_best() {
    let mut learning = learning("tic-tac-toe", ModelKind::Tables, 1);
    go_on(&mut learning, 40, 1);
    assert_eq!(learning.best().map(|best| (best.games, best.compared)), Some((0, 0)));
    let (_, best) = result(learning, 1);
    assert_eq!((best.games, best.matches, best.won, best.last), (40, 0, None, None));
}

#[test]
fn a_state_without_the_best_and_one_that_is_damaged_are_refused() {
    let place = Place::new("refused");
    let mut learning = learning("tic-tac-toe", ModelKind::Tables, 1);
    go_on(&mut learning, 1040, 1);
    learning.save(&place.0).unwrap();
    let refused = |spec: &LearningSpec| {
        let mut learning = Learning::new(spec).unwrap();
        learning.load(&place.0).unwrap_err().to_string()
    };
    let plain = LearningSpec::new("tic-tac-toe", 7, ModelKind::Tables);
    let keeping = LearningSpec { keeps_best: true, ..plain.clone() };
    assert!(refused(&plain).contains("keeps the best"), "{}", refused(&plain));
    let whole = fs::read(&place.0).unwrap();
    for cut in [whole.len() - 1, whole.len() / 2] {
        fs::write(&place.0, &whole[..cut]).unwrap();
        assert!(refused(&keeping).contains("it is damaged"), "{}", refused(&keeping));
    }
    fs::write(&place.0, [&whole[..], b"x"].concat()).unwrap();
    assert!(refused(&keeping).contains("it is damaged"), "{}", refused(&keeping));
    let named = LearningSpec { keeps_best: true, ..LearningSpec::new("othello", 7, ModelKind::Weights) };
    assert!(Learning::new(&named).err().unwrap().to_string().contains("within seconds"));
}
