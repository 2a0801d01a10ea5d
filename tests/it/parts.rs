//! What heuristics count place by place: it adds up to what they say.

use std::collections::BTreeSet;

use agon_core::{AnyPosition, Explained, Heuristic, Node, Position, Seat, Seed, all_moves, registry};

/// Positions of random plays of a game, the first included.
fn positions(start: &AnyPosition, seed: u64) -> Vec<AnyPosition> {
    let mut stream = Seed(seed).stream(0);
    let mut here = start.clone();
    let mut found = Vec::new();
    while here.node() != Node::Terminal && found.len() < 80 {
        found.push(here.clone());
        let moves = all_moves(&here);
        here.play(moves[stream.below(moves.len() as u32) as usize]);
    }
    found
}

/// For each seat, what it counts less what the others do.
fn sums(here: &AnyPosition, heuristic: Heuristic) -> Vec<f64> {
    let parts = here.parts(heuristic);
    let of = |seat: usize| -> f64 { parts.iter().map(|part| part.values[seat]).sum() };
    let seats = usize::from(here.facts().seats);
    let all: f64 = (0..seats).map(of).sum();
    (0..seats).map(|seat| of(seat) - (all - of(seat))).collect()
}

#[test]
fn the_seat_with_the_larger_count_is_estimated_higher_and_places_are_on_the_board() {
    let mut counted = BTreeSet::new();
    for (name, plugin) in registry::games() {
        for sample in plugin.samples {
            let game = registry::game(&format!("{name}({sample})")).unwrap();
            for here in positions(&game.start, 7) {
                let cells: BTreeSet<String> = here.picture().cells.iter().map(|cell| cell.name.clone()).collect();
                for index in 0..here.heuristics().len() {
                    let heuristic = Heuristic(index as u8);
                    let parts = here.parts(heuristic);
                    if parts.is_empty() {
                        continue;
                    }
                    counted.insert((*name, here.heuristics()[index].name));
                    for part in &parts {
                        assert!(cells.contains(&part.name), "{}: {}", game.term, part.name);
                    }
                    for (seat, sum) in Seat::all(here.facts().seats).zip(sums(&here, heuristic)) {
                        let estimate = here.estimate(heuristic, seat);
                        // An estimate may be rounded to whole units before it is scaled.
                        let agrees = if sum.abs() < 1.0 {
                            estimate.abs() < 0.01
                        } else {
                            estimate != 0.0 && (0.0 < sum) == (0.0 < estimate)
                        };
                        let which = here.heuristics()[index].name;
                        assert!(agrees, "{} {which}: {here}: {seat} {sum} {estimate}", game.term);
                    }
                }
            }
        }
    }
    for wanted in [
        ("amoba", "patterns"),
        ("breakthrough", "safety"),
        ("breakthrough", "material"),
        ("breakthrough", "advance"),
        ("checkers", "advance"),
        ("chess", "positional"),
        ("chess", "tapered"),
        ("connect-four", "centre"),
        ("othello", "mobility"),
    ] {
        assert!(counted.contains(&wanted), "{wanted:?} of {counted:?}");
    }
}
