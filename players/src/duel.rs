//! What minimax and its kin ask of a game: two seats, no chance, payoffs with a constant sum.

use agon_core::{AnyPosition, Estimator, OptionSpec, Options, Plays, Position, SetupError};

use crate::depth::{self, DEEPEST};

/// What minimax and its kin can play.
pub(crate) const DUEL: Plays = Plays::ANYTHING
    .with_seats(2, 2)
    .without_chance()
    .with_constant_sum()
    .or(&["expectiminimax", "expectimax", "max-n", "paranoid"]);

/// A game that two seats play against each other, how far to look into it, and how to guess where
/// the look ends.
#[derive(Clone, Debug)]
pub(crate) struct Duel {
    /// Guesses the payoff at the horizon.
    pub(crate) estimator: Estimator,
    /// Plies to look ahead: never more than a play can have.
    pub(crate) depth: u32,
}

impl Duel {
    /// The option for the depth, called `depth`.
    pub(crate) const fn depth_option(default: &'static str) -> OptionSpec {
        let meaning = "plies to look ahead; 1 estimates the position after every move";
        depth::option(default, meaning)
    }

    /// Reads the options `depth` and `heuristic` of `player`. A search that a budget of its own will stop needs
    /// no end in sight.
    ///
    /// # Errors
    ///
    /// Where the game is too long for the depth, or has no such heuristic.
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
