//! The laws of every registered game, because it is registered.

use agon_core::{laws, registry};

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
