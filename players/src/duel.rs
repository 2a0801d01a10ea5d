//! The requirements of minimax and related searches: two seats, no chance, payoffs with a constant
//! sum.

use agon_core::{AnyPosition, Estimator, OptionSpec, Options, Plays, Position, SetupError};

use crate::depth::{self, DEEPEST};

/// The games that minimax and related searches play.
pub(crate) const DUEL: Plays = Plays::ANYTHING.with_seats(2, 2).without_chance().with_constant_sum().or(&[
    "expectiminimax",
    "expectimax",
    "max-n",
    "paranoid",
]);

/// A game of two opposed seats, the depth of the search, and the estimator at its horizon.
#[derive(Clone, Debug)]
pub(crate) struct Duel {
    /// Estimates the payoff at the horizon.
    pub(crate) estimator: Estimator,
    /// The depth in plies: at most the longest play.
    pub(crate) depth: u32,
}

impl Duel {
    /// The option for the depth, called `depth`.
    pub(crate) const fn depth_option(default: &'static str) -> OptionSpec {
        let meaning = "plies to look ahead; 1 estimates the position after every move";
        depth::option(default, meaning)
    }

    /// Reads the options `depth` and `heuristic` of `player`. With another budget the depth may be left out in any
    /// game.
    ///
    /// # Errors
    ///
    /// If the game is too long for a search without a depth, or has no such heuristic.
    pub(crate) fn of(
        player: &'static str,
        options: &Options,
        game: &AnyPosition,
        is_budgeted: bool,
    ) -> Result<Duel, SetupError> {
        let estimator = Estimator::of(options, game)?;
        let plies = game.facts().max_plies;
        let depth = match depth::read(player, options, game, is_budgeted)? {
            Some(depth) => plies.min(depth),
            None => plies.min(DEEPEST as u32),
        };
        Ok(Duel { estimator, depth })
    }
}
