//! Limits of search depth for all searches.

use agon_core::{AnyPosition, OptionSpec, Options, Position, SetupError};

/// The greatest depth: a search needs memory for every ply, and stack space.
pub(crate) const DEEPEST: u64 = 1000;

/// No search goes farther from its root than this, including moves that cost no depth: dice, and
/// the usual moves of best-reply search. There the horizon begins.
pub(crate) const FARTHEST: usize = 2 * DEEPEST as usize;

/// The option `depth`.
pub(crate) const fn option(default: &'static str, meaning: &'static str) -> OptionSpec {
    OptionSpec::limit("depth", 1..=DEEPEST, default, meaning)
}

/// The option `depth` of `player`; without it, to the end of every play, if that is within the
/// limits. A search with another budget may leave it out in any game.
///
/// # Errors
///
/// If no depth is given and a play can be too long to search to its end.
pub(crate) fn read(
    player: &'static str,
    options: &Options,
    game: &AnyPosition,
    is_budgeted: bool,
) -> Result<Option<u32>, SetupError> {
    let depth = options.limit("depth").map(|depth| depth as u32);
    let plies = game.facts().max_plies;
    if depth.is_none() && !is_budgeted && DEEPEST < u64::from(plies) {
        let reason = format!("a play can have {plies} plies, too many to see its end");
        let suggestion = "give a depth, such as depth=4";
        return Err(SetupError::refused(player, reason, suggestion));
    }
    Ok(depth)
}
