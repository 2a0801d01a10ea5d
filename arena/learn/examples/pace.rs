//! The pace of learning a game, and the strength reached: for developers of this crate.

use std::{
    env,
    sync::Arc,
    time::{Duration, Instant},
};

use agon_core::{AnyPosition, Heuristic, Learned, Node, Position, Seat, Seed};
use agon_learn::{Learning, LearningSpec, ModelKind};
use agon_roster as _;

fn main() {
    let mut words = env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "othello".to_owned());
    let seconds: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(10);
    let hidden = words.next().and_then(|word| word.parse().ok());
    let kind = hidden.map_or(ModelKind::Tables, |hidden| ModelKind::Net { hidden, residual: false });
    let mut learning = Learning::new(&LearningSpec::new(game, 1, kind)).expect("a game to be learned");
    println!("{:?} weights and active", learning.size());
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(seconds) {
        learning.generation(1, u64::MAX, &|| false);
    }
    let games = learning.games();
    println!("{games} games, {:.0} games/s", games as f64 / begun.elapsed().as_secs_f64());
    evaluations(&learning);
    let until = Instant::now() + Duration::from_secs(60);
    let stop: Arc<dyn Fn() -> bool + Send + Sync> = Arc::new(|| false);
    println!("{:?}", learning.strength(2, until, &stop));
}

/// Prints the time of an evaluation, and of the game's usual estimate, at positions of random games.
fn evaluations(learning: &Learning) {
    let start = &learning.game().start;
    let (model, _) = learning.model().expect("tables have a file");
    let learned = Learned::new(Arc::new(model), start).expect("it is of this game");
    let mut positions = Vec::new();
    let mut stream = Seed(1).stream(0);
    while positions.len() < 1000 {
        let mut here = start.clone();
        while here.node() != Node::Terminal {
            if let Node::Decision(seat) = here.node() {
                positions.push((here.clone(), seat));
            }
            let m = here.draw_move(&mut stream);
            here.play(m);
        }
    }
    let cost = |value: &dyn Fn(&AnyPosition, Seat) -> f64| {
        let (begun, mut sum) = (Instant::now(), 0.0);
        for _ in 0..200 {
            for (here, seat) in &positions {
                sum += value(here, *seat);
            }
        }
        let each = begun.elapsed().as_nanos() as f64 / (200 * positions.len()) as f64;
        assert!(sum.is_finite(), "estimates are numbers");
        each
    };
    // The best of several: the machine may be busy.
    let best = |value: &dyn Fn(&AnyPosition, Seat) -> f64| (0..5).map(|_| cost(value)).fold(f64::INFINITY, f64::min);
    let usual = best(&|here, seat| here.estimate(Heuristic(0), seat));
    let own = best(&|here, seat| learned.estimate(here, seat));
    println!("an evaluation {own:.0} ns, the usual estimate {usual:.0} ns, {:.1} times", own / usual);
}
