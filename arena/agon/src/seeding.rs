//! Seeds as they are given, and the secret of a tournament of programs.

use std::{
    hash::{BuildHasher as _, Hasher as _, RandomState},
    path::Path,
};

use agon_arena::{
    ask::Secret,
    keep::Reader,
    plan::{Plan, Shard},
};

use crate::failed::Failed;

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

/// `plan` with the secret that its journal has or, where there is none yet, with a new one; as it is, where a secret is
/// given or nothing is drawn with one.
///
/// # Errors
///
/// Where parts of one tournament would have secrets of their own.
pub(crate) fn with_secret(plan: Plan, shard: Shard, journal: Option<&Path>) -> Result<Plan, Failed> {
    if let Some(reader) = journal.and_then(|path| Reader::open(path).ok()) {
        return with_that_of(plan, &reader);
    }
    let is_settled = plan.tournament().secret.is_some() || !plan.tournament().has_secret();
    if is_settled {
        return Ok(plan);
    }
    if shard != Shard::WHOLE {
        return Err(no_secret());
    }
    plan.with_secret(Some(Secret::drawn())).map_err(Failed::usage)
}

/// `plan` with the secret of a journal, or without one if that has none; as it is, where a secret is given.
///
/// # Errors
///
/// If there is no such plan.
pub(crate) fn with_that_of(plan: Plan, journal: &Reader) -> Result<Plan, Failed> {
    if plan.tournament().secret.is_some() {
        return Ok(plan);
    }
    plan.with_secret(journal.header().secret()).map_err(Failed::usage)
}

/// That the parts of a tournament have no secret in common.
pub(crate) fn no_secret() -> Failed {
    Failed::usage(format!(
        "programs play here at dice or cards, or draw themselves, and all parts need one secret for that: \
         --secret with each, or in the file, such as secret = \"{}\"",
        Secret::drawn()
    ))
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
        assert!(drawn.iter().any(|&seed| seed != drawn[0] && 1 << 40 <= seed), "{drawn:?}");
    }
}
