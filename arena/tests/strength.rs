//! A tournament as a test, to be copied: it fails if a player has become weaker.
//!
//! `before` is the player as it was, by its options or as a crate of an older version; `now` is the player as it is.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use agon_arena::{Pair, Spec, play};
// Naming the crates of the game and the players links them; nothing else is compiled.
use {agon_connect_four as _, agon_players as _};

/// The games of two players, the same on every machine: all depends on the seed.
fn meeting(now: &str, before: &str) -> Pair {
    let spec = Spec::default().game("connect-four").player_named("now", now);
    let spec = spec.player_named("before", before).openings(20, 4).seed(1);
    let score = play(&spec).unwrap_or_else(|error| panic!("{error}"));
    assert!(score.faults.is_empty(), "{:?}", score.faults);
    score.pair("now", "before").unwrap()
}

/// Whether the games show with 95 % that `now` is the weaker one.
fn is_weaker(pair: &Pair) -> bool {
    pair.superiority() < 0.05
}

#[test]
fn the_player_is_not_weaker_than_it_was() {
    let pair = meeting("alpha-beta(depth=3)", "alpha-beta(depth=2)");
    assert!(!is_weaker(&pair), "{}", pair.difference().in_words());
}

/// The test above can fail.
#[test]
fn a_player_that_sees_less_is_weaker_and_one_that_sees_as_much_is_not() {
    assert!(is_weaker(&meeting("alpha-beta(depth=1)", "alpha-beta(depth=4)")));
    assert!(!is_weaker(&meeting("alpha-beta(depth=2)", "alpha-beta(depth=2)")));
}
