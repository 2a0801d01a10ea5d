//! The figures of `docs/levels.md`: what each level scores against the one below it, at every game.
//!
//! `cargo bench -p agon-benches --features native --bench levels > docs/data/levels.csv` writes them. It takes half an
//! hour.

use agon_arena::{Spec, play};
use agon_core::{NamedGame, Position, registry};
use agon_models as _;
use agon_roster as _;
use agon_table::Level;

/// The number of openings, for medium over easy, hard over medium and strongest over hard.
const OPENINGS: [u64; 3] = [10, 6, 3];

fn main() {
    // Cargo asks benches for their list, and runs them as tests, with flags of its own.
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    println!(
        "game,medium over easy %,games of medium,hard over medium %,games of hard,strongest over hard %,games of strongest"
    );
    for name in registry::games().keys() {
        let Ok(game) = registry::game(name) else { continue };
        // Trees, and the squares of a lecture, are no games to be good at.
        if ["tree", "squares"].contains(name) {
            continue;
        }
        print!("{name}");
        for (rung, openings) in Level::ALL.windows(2).zip(OPENINGS) {
            let [weaker, stronger] = [rung[0], rung[1]].map(|level| level.term(&game.start));
            let (share, games) = share(&game, &stronger, &weaker, openings);
            print!(",{:.0},{games}", 100.0 * share);
        }
        println!();
    }
}

/// The share of the points that `stronger` takes from the others, and the games.
fn share(game: &NamedGame, stronger: &str, weaker: &str, openings: u64) -> (f64, u64) {
    let facts = game.start.facts();
    let mut spec = Spec::default()
        .game(&game.term)
        .player_named("stronger", stronger)
        .player_named("weaker", weaker)
        .openings(openings, Spec::PLIES);
    // Further seats of a game play at random, against both alike.
    if 2 < facts.seats {
        spec = spec.player("random");
    }
    let score = play(&spec).unwrap_or_else(|error| panic!("{error}"));
    let section = &score.sections[0];
    let mean = |entry: usize| {
        let row = section.entries.iter().position(|&listed| listed == entry);
        section.totals[row.expect("everybody plays")].mean().expect("there are games")
    };
    let range = facts.max_payoff - facts.min_payoff;
    (0.5 + (mean(0) - mean(1)) / range / 2.0, section.games)
}
