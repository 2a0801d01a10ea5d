//! How deep a search may go, whatever its options and the game.

use agon_core::{AnyPosition, OptionSpec, Options, Position, SetupError};

/// The greatest depth: a search keeps a position for every ply, and its place on the stack.
pub(crate) const DEEPEST: u64 = 1000;

/// No search goes farther from its root than this, moves that cost no depth counted: dice, and
/// what best-reply takes for granted. Beyond it is the horizon.
pub(crate) const FARTHEST: usize = 2 * DEEPEST as usize;

/// The option `depth`.
pub(crate) const fn option(default: &'static str, meaning: &'static str) -> OptionSpec {
    OptionSpec::limit("depth", 1..=DEEPEST, default, meaning)
}

/// The option `depth` of `player`; none is to the end of every play, if that is near enough. A
/// search that a budget of its own will stop needs no end in sight.
///
/// # Errors
///
/// Where no depth is given and a play can be too long to see its end.
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
