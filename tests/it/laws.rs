//! The laws of every registered game, because it is registered.

use agon_core::{AnyPosition, Node, Position, Seed, Stream, all_moves, laws, registry};

use crate::house;

#[test]
fn every_game_keeps_every_law_with_every_sample_of_its_options() {
    house::for_each(&house::samples(), |term| laws::check(term).map_err(|e| e.to_string()));
}

#[test]
fn every_game_has_at_least_three_samples_and_all_are_different_games() {
    for game in registry::games().values() {
        let mut terms: Vec<String> =
            game.sample_terms().map(|term| registry::game(&term).unwrap().term).collect();
        terms.sort();
        terms.dedup();
        assert!(3 <= terms.len(), "{} has only {terms:?}", game.name);
        assert!(terms.contains(&game.name.to_owned()), "{} is not tried as it is", game.name);
    }
}

#[test]
fn games_and_players_are_found_as_people_type_them() {
    for (typed, printed) in [
        ("gomoku", "amoba"),
        ("amőba", "amoba"),
        ("connect4", "connect-four"),
        ("connect four", "connect-four"),
        ("C4", "connect-four"),
        ("tictactoe", "tic-tac-toe"),
        ("ttt", "tic-tac-toe"),
        ("Reversi", "othello"),
        ("draughts", "checkers"),
        ("mancala", "kalah"),
        ("Connect Four(width=8)", "connect-four(width=8)"),
        ("kalah(Empty_Capture=no)", "kalah(empty-capture=false)"),
    ] {
        assert_eq!(registry::game(typed).unwrap().term, printed, "{typed}");
    }
    for name in registry::games().values().flat_map(|game| [&[game.name], game.aliases].concat()) {
        assert!(registry::game(name).is_ok(), "{name}");
    }
    let player = registry::player("epsilon(Player=AlphaBeta(Depth=3))").unwrap();
    assert_eq!(player.term, "epsilon(player=alpha-beta(depth=3))");
    let nested = format!("{}random{}", "epsilon(".repeat(10_000), ")".repeat(10_000));
    let error = registry::player(&nested).unwrap_err().to_string();
    assert!(error.contains("more than 32 `(` inside each other"), "{error:.300}");
}

#[test]
fn canonical_terms_name_the_same_game() {
    for sample in house::samples() {
        let game = registry::game(&sample).unwrap();
        let again = registry::game(&game.term).unwrap();
        assert_eq!(again.term, game.term);
        assert!(again.start == game.start, "{sample} and {} differ", game.term);
    }
}

#[test]
fn every_default_is_accepted_and_every_option_has_a_meaning() {
    for player in registry::players().values() {
        assert!(registry::player(player.name).is_ok(), "{}", player.name);
    }
    let games = registry::games().values().map(|game| (game.name, game.summary, game.options));
    let players = registry::players().values().map(|p| (p.name, p.summary, p.options));
    for (name, summary, options) in games.chain(players) {
        assert!(!summary.is_empty(), "{name} has no summary");
        for option in options {
            assert!(!option.meaning.is_empty(), "{name}: {} has no meaning", option.name);
            let lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(option.name.chars().all(lower), "{name}: {}", option.name);
        }
    }
}

#[test]
fn outcomes_of_chance_are_drawn_by_their_weights() {
    let with_chance = house::samples()
        .into_iter()
        .filter(|sample| registry::game(sample).unwrap().start.facts().chance);
    let samples: Vec<String> = with_chance.collect();
    assert!(5 <= samples.len());
    house::for_each(&samples, |sample| {
        let game = registry::game(sample).map_err(|e| e.to_string())?;
        let mut stream = Seed(3).stream(0);
        let mut position = game.start.clone();
        let mut tried = 0;
        while position.node() != Node::Terminal && tried < 3 {
            if position.node() == Node::Chance && 1 < position.count() {
                tried += 1;
                drawn_by_weight(&position, &mut stream)?;
            }
            position.play(position.draw_move(&mut stream));
        }
        Ok(())
    });
}

/// Draws from a chance node 20,000 times, and compares with the weights by Pearson's chi-square.
fn drawn_by_weight(position: &AnyPosition, stream: &mut Stream) -> Result<(), String> {
    let draws = 20_000;
    let outcomes = all_moves(position);
    let mut counts = vec![0u32; outcomes.len()];
    for _ in 0..draws {
        let drawn = position.draw_move(stream);
        counts[outcomes.binary_search(&drawn).map_err(|_| format!("drew {drawn}"))?] += 1;
    }
    let total: u32 = outcomes.iter().map(|&m| position.weight(m)).sum();
    let expected = |m| f64::from(draws) * f64::from(position.weight(m)) / f64::from(total);
    let off = |(&m, &count)| (f64::from(count) - expected(m)).powi(2) / expected(m);
    let chi: f64 = outcomes.iter().zip(&counts).map(off).sum();
    // Wilson and Hilferty's approximation (1931): 4.26 standard deviations, 1 in 100,000.
    let freedom = (outcomes.len() - 1) as f64;
    let normal =
        ((chi / freedom).cbrt() - (1.0 - 2.0 / (9.0 * freedom))) / (2.0 / (9.0 * freedom)).sqrt();
    if normal < 4.26 { Ok(()) } else { Err(format!("chi-square {chi} in {position}: {counts:?}")) }
}
