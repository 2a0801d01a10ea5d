//! Opponents by how strong they are.

#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

use agon_core::{Node, Position, Seed, Turn, registry};
use agon_roster as _;
use agon_table::Level;
use serde_json::Value;

use crate::command::agon;

fn described(game: &str) -> Value {
    serde_json::from_str(&agon(&["games", game, "--json"]).out).unwrap()
}

/// The term of each level at a game, the weakest first.
fn levels(game: &str) -> Vec<(String, String)> {
    let all = described(game)["levels"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    all.iter().map(|level| (text(&level["name"]), text(&level["player"]))).collect()
}

/// The share of the points that `stronger` takes from the others, and the games.
fn share(game: &str, stronger: &str, weaker: &str, openings: u64) -> (f64, u64) {
    let openings = openings.to_string();
    let run = ["run", "-g", game, "--openings", &openings, "--json"];
    // Further seats of a game play at random, against both alike.
    let others = ["-p", stronger, "-p", weaker, "-p", "random"];
    let seats = described(game)["facts"]["seats"].as_u64().unwrap();
    let others = if seats <= 2 { &others[..4] } else { &others[..] };
    let answer = agon(&[&run[..], others].concat());
    assert_eq!(answer.code, 0, "{}", answer.err);
    let result: Value = serde_json::from_str(&answer.out).unwrap();
    let standings = result["sections"][0]["standings"].as_array().unwrap().clone();
    // Players are listed as they were named.
    let mean = |index: usize| {
        let name = &result["players"][index]["name"];
        let row = standings.iter().find(|row| row["name"] == *name).unwrap();
        row["mean_payoff"].as_f64().unwrap()
    };
    let facts = &described(game)["facts"];
    let (least, most) = (facts["min_payoff"].as_f64().unwrap(), facts["max_payoff"].as_f64().unwrap());
    let games = result["sections"][0]["games"].as_u64().unwrap();
    (0.5 + (mean(0) - mean(1)) / (most - least) / 2.0, games)
}

#[test]
fn every_game_has_four_levels_that_can_play_it() {
    for (name, plugin) in registry::games() {
        let mut stream = Seed(3).stream(0);
        for sample in plugin.sample_terms() {
            let mut here = registry::game(&sample).unwrap().start;
            let seated = Level::ALL.map(|level| {
                let player = registry::player(&level.term(&here)).unwrap();
                player.seat(&here).unwrap_or_else(|why| panic!("{sample}, {level:?}: {why}"))
            });
            while here.node() == Node::Chance {
                let m = here.draw_move(&mut stream);
                here.play(m);
            }
            let Node::Decision(seat) = here.node() else { continue };
            // The stronger ones think longer.
            for mut player in seated.into_iter().take(2) {
                let m = player.choose(&here, &mut Turn::new(seat, &mut stream)).unwrap().m;
                assert!(here.is_legal(m), "{sample}");
            }
        }
        if registry::game(name).is_err() {
            continue;
        }
        let names: Vec<String> = levels(name).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["easy", "medium", "hard", "strongest"]);
        let answer = agon(&["play", name, "--level", "medium"]);
        assert_eq!(answer.code, 0, "{name}: {}", answer.err);
    }
}

#[test]
fn a_higher_level_wins() {
    for game in ["tic-tac-toe", "connect-four", "pig(target=20)", "chinese-checkers(seats=3)"] {
        let levels = levels(game);
        let (share, games) = share(game, &levels[1].1, &levels[0].1, 4);
        assert!(0.5 < share, "{game}: {share} of {games} games");
    }
}
