//! What minimax and its kin ask of a game: two seats, no chance, payoffs with a constant sum.

use agon_core::{AnyPosition, Estimator, OptionSpec, Options, Position, SetupError, Sum};

/// The deepest a search goes: it keeps a position for every ply, and its place on the stack.
pub(crate) const DEEPEST: u64 = 1000;

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
        OptionSpec::limit("depth", 1..=DEEPEST, default, meaning)
    }

    /// Reads the options `depth` and `heuristic` of `player`, and looks at the game. A search that
    /// a budget of its own will stop needs no end in sight.
    ///
    /// # Errors
    ///
    /// Where the game is no duel, or too long for the depth, or has no such heuristic.
    pub(crate) fn of(
        player: &'static str,
        options: &Options,
        game: &AnyPosition,
        is_budgeted: bool,
    ) -> Result<Duel, SetupError> {
        demand_duel(player, game)?;
        let estimator = Estimator::of(options, game)?;
        let plies = game.facts().max_plies;
        let depth = match options.limit("depth") {
            Some(depth) => plies.min(depth as u32),
            None if is_budgeted || u64::from(plies) <= DEEPEST => plies.min(DEEPEST as u32),
            None => {
                let reason = format!("a play can have {plies} plies, too many to see its end");
                return Err(SetupError::refused(player, reason, "give a depth, such as depth=4"));
            }
        };
        Ok(Duel { estimator, depth })
    }
}

/// Refuses a game that is no duel.
fn demand_duel(player: &'static str, game: &AnyPosition) -> Result<(), SetupError> {
    let facts = game.facts();
    if facts.seats != 2 {
        let seats = facts.seats;
        let reason = format!("it is for two seats, and this game has {seats}");
        return Err(SetupError::refused(player, reason, "use max-n or paranoid"));
    }
    if facts.chance {
        let reason = "it looks at no dice, and this game has chance";
        return Err(SetupError::refused(player, reason, "use expectiminimax"));
    }
    match facts.sum {
        Sum::Zero | Sum::Constant(_) => Ok(()),
        Sum::General => {
            let reason = "what one seat wins the other need not lose here";
            Err(SetupError::refused(player, reason, "use max-n"))
        }
    }
}
