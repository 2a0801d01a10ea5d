//! Seeds as they are given, and whether they keep a secret.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use agon_arena::plan::Tournament;

/// Seeds below this can be found by trying: a program that sees its own cards of a few deals needs minutes.
const GUESSED: u64 = 1 << 40;
/// Drawn seeds are below this: every reader of JSON has such numbers whole.
const LARGEST: u64 = 1 << 53;

/// A seed: a whole number, or `random` for one that the system draws.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    if text == "random" {
        return Ok(drawn() % LARGEST);
    }
    text.parse().map_err(|_| "a whole number from 0 to 2^64-1, or `random`".to_owned())
}

/// A seed where none is given: another each time, of no more digits than people like to type.
pub(crate) fn some() -> u64 {
    drawn() % 1_000_000_000
}

/// Random bits of the system.
fn drawn() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// That the seed of a tournament gives its deals or its dice away, if it does: something is hidden from a program or up to
/// chance, and the seed is small.
pub(crate) fn gives_deals_away(tournament: &Tournament) -> Option<String> {
    let drawn = tournament.sections.iter().find(|section| {
        let is_drawn = section.facts.hidden || section.facts.chance;
        is_drawn && section.habits.iter().any(|habits| habits.outside)
    })?;
    let (seed, what) = (tournament.seed.0, if drawn.facts.hidden { "deals" } else { "dice" });
    (seed < GUESSED).then(|| {
        format!(
            "the {what} of {} follow from the seed {seed}, which a program can find by trying small numbers; \
             --seed random draws one that it cannot",
            drawn.game.term
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_numbers_or_drawn() {
        assert_eq!((seed("0"), seed("18446744073709551615")), (Ok(0), Ok(u64::MAX)));
        for wrong in ["", "-1", "Random", "1e3", "18446744073709551616", " 1"] {
            assert!(seed(wrong).unwrap_err().contains("`random`"), "{wrong}");
        }
        let drawn: Vec<u64> = (0..4).map(|_| seed("random").unwrap()).collect();
        assert!(drawn.iter().all(|&seed| seed < LARGEST), "{drawn:?}");
        // Four of 2^53 that are equal, or all small, are no draws.
        assert!(drawn.iter().any(|&seed| seed != drawn[0] && GUESSED <= seed), "{drawn:?}");
    }
}
