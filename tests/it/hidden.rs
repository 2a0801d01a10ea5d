//! Games that hide something: refused players, and redeals.

use agon_core::{Node, Position, Seat, Seed, Stream, Turn, after, all_moves, registry};

/// Every game that hides something, with every sample.
fn hidden_games() -> Vec<registry::NamedGame> {
    let terms = registry::games().values().flat_map(|plugin| plugin.sample_terms());
    let games = terms.map(|term| registry::game(&term).unwrap());
    games.filter(|game| game.start.facts().hidden).collect()
}

#[test]
fn every_other_player_is_refused_with_the_names_of_those_that_can_play() {
    for game in hidden_games() {
        for (name, plugin) in registry::players() {
            let player = registry::player(name).ok().filter(|_| !plugin.plays.hidden);
            let Some(Err(refused)) = player.map(|player| player.seat(&game.start)) else {
                assert!(plugin.plays.hidden || registry::player(name).is_err(), "{name}");
                continue;
            };
            let refused = refused.to_string();
            assert!(refused.contains("ismcts") || refused.contains("seat"), "{refused}");
        }
    }
}

/// How often a game may draw all that is hidden anew before it counts what there is.
fn most_tries(name: &str) -> usize {
    match name {
        "battleship" => 48,
        "dark-hex" | "phantom-tic-tac-toe" => 32,
        _ => 0,
    }
}

/// No redeal is repeated until it fits: after any play it draws at most a few random words for each ply that the
/// game may have, once and in each of its tries.
#[test]
fn redeals_are_bounded_and_playable_everywhere() {
    const WORDS: usize = 4;
    for game in hidden_games() {
        let facts = game.start.facts();
        let bound = WORDS * facts.max_plies as usize * (1 + most_tries(game.plugin.name));
        let mut redeals = 0;
        for number in 0..12 {
            let mut stream = Seed(number).stream(0);
            let mut here = game.start.clone();
            while let Node::Decision(_) | Node::Chance = here.node() {
                for seat in Seat::all(facts.seats) {
                    let seed = Seed(stream.bits());
                    let mut drawn = seed.stream(0);
                    let mut redeal = here.redeal(seat, &mut drawn);
                    let words = words_drawn(seed, drawn, bound);
                    assert!(words.is_some(), "{}: {here} for {seat}", game.term);
                    redeal.playout(&mut stream);
                    assert_eq!(redeal.node(), Node::Terminal, "{}", game.term);
                    redeals += 1;
                }
                let moves = all_moves(&here);
                here = after(&here, moves[stream.below(moves.len() as u32) as usize]);
            }
        }
        assert!(24 <= redeals, "{}: {redeals} redeals", game.term);
    }
}

/// How many words were drawn from the first stream of `seed`, if no more than `most`.
fn words_drawn(seed: Seed, mut drawn: Stream, most: usize) -> Option<usize> {
    let (next, mut all) = (drawn.bits(), seed.stream(0));
    let words: Vec<u64> = (0..=most / 2 + 1).map(|_| all.bits()).collect();
    let words: Vec<u64> = words.iter().flat_map(|bits| [bits & 0xffff_ffff, bits >> 32]).collect();
    words[..most + 2].windows(2).position(|pair| pair[0] | pair[1] << 32 == next)
}

#[test]
fn words_that_were_drawn_are_counted() {
    for count in [0, 1, 2, 7, 64, 65, 200] {
        let mut drawn = Seed(4).stream(0);
        for _ in 0..count {
            drawn.below(1);
        }
        assert_eq!(words_drawn(Seed(4), drawn.clone(), 200), Some(count));
        assert_eq!(words_drawn(Seed(4), drawn, count.max(1) - 1), (count == 0).then_some(0));
    }
}

/// Whoever is spared the redeal chooses the same in the true position as in any redeal of it, and draws the same.
#[test]
fn who_decides_by_its_view_alone_does_not_look_at_what_is_hidden() {
    let mut declared = std::collections::BTreeSet::new();
    for game in hidden_games() {
        for (name, plugin) in registry::players().iter().filter(|(_, plugin)| plugin.is_inside) {
            let has = |wanted: &str| plugin.options.iter().any(|option| option.name == wanted);
            let term = match (has("limit"), has("iterations")) {
                (true, true) => format!("{name}(limit=2000, iterations=20)"),
                (true, false) => format!("{name}(limit=2000)"),
                _ => (*name).to_owned(),
            };
            let Ok(mut player) = registry::player(&term).unwrap().seat(&game.start) else {
                continue;
            };
            if !player.habits().by_view {
                continue;
            }
            declared.insert(*name);
            let (mut here, mut stream) = (game.start.clone(), Seed(5).stream(0));
            for ply in 0..30 {
                let seat = match here.node() {
                    Node::Terminal => break,
                    Node::Chance => {
                        here.play(here.draw_move(&mut stream));
                        continue;
                    }
                    Node::Decision(seat) => seat,
                };
                let redeal = here.redeal(seat, &mut stream);
                let [own, others] = [&here, &redeal].map(|shown| {
                    let mut own = Seed(6).stream(ply);
                    let mut turn = Turn::new(seat, &mut own).explained(true);
                    let decision = player.choose(shown, &mut turn).unwrap();
                    (decision, own.bits())
                });
                assert_eq!(own, others, "{term} at {}: {here}, {redeal}", game.term);
                here.play(here.draw_move(&mut stream));
            }
        }
    }
    let declared: Vec<&str> = declared.into_iter().collect();
    assert_eq!(declared, ["best-response", "equilibrium", "random"]);
}
