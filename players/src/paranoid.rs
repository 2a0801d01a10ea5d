//! Paranoid search: all other seats are treated as one opponent.

use agon_core::{Algorithm, AnyPosition, OptionSpec, Options, PlayerPlugin, Position, SetupError, inventory};

use crate::{
    search_frame::chooses_by_search,
    star::{Star, StarMemory},
};

/// Minimax for more than two seats: all the others form one opponent, which minimises the seat's
/// payoff.
pub struct Paranoid {
    star: Star,
}

impl Algorithm for Paranoid {
    const NAME: &'static str = "paranoid";
    const SUMMARY: &'static str = "all the others play against me, whatever they get";
    const HELP: &'static str = "Every other seat is believed to choose what is worst for this \
        player, however bad for itself; so the game has one opponent, alpha-beta prunes, and the \
        value is what is safe against all of them together. Any number of seats, any payoffs; a \
        chance node is worth the mean over its outcomes.\n\nWith two seats whose payoffs add up to a \
        constant it is expectiminimax. The depth counts decisions: dice cost none, unless they \
        follow other dice, and the heuristic is asked after them. Source: N. Sturtevant and R. Korf, On \
        pruning techniques for multi-player games (2000).";
    const OPTIONS: &'static [OptionSpec] = Star::OPTIONS;
    type Memory<P: Position> = StarMemory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Paranoid { star: Star::configure(Self::NAME, options, game)? })
    }

    fn begin<P: Position>(&self, memory: &mut StarMemory<P>) {
        memory.begin();
    }

    chooses_by_search!(|player, memory, position, turn, watch| player.star.choose(memory, position, turn, watch));

    fn memory(&self) -> u64 {
        self.star.memory()
    }
}

inventory::submit! { PlayerPlugin::of::<Paranoid>() }
