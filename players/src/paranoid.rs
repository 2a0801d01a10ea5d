//! All the others are one opponent.

use agon_core::{
    Algorithm, AnyPosition, Decision, OptionSpec, Options, PlayerPlugin, Position, SetupError,
    Turn, inventory,
};

use crate::{
    spine::{Watch, chooses_by_search},
    star::{Memory, Star},
};

/// Minimax for three and more seats: all the others are one opponent, who wants the seat to lose.
pub struct Paranoid {
    star: Star,
}

impl Algorithm for Paranoid {
    const NAME: &'static str = "paranoid";
    const SUMMARY: &'static str = "all the others play against me, whatever they get";
    const HELP: &'static str = "Every other seat is believed to choose what is worst for this \
        player, however bad for itself; so the game has one opponent, alpha-beta prunes, and the \
        value is what is safe against all of them together. Any number of seats, any payoffs; a \
        chance node is worth the mean over its outcomes. With two seats whose payoffs add up to a \
        constant it is expectiminimax. The depth counts decisions: dice cost none, unless they \
        follow other dice, and the heuristic is asked after them. Source: N. Sturtevant and R. Korf, On \
        pruning techniques for multi-player games (2000).";
    const OPTIONS: &'static [OptionSpec] = Star::OPTIONS;
    type Memory<P: Position> = Memory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Paranoid { star: Star::configure(Self::NAME, options, game)? })
    }

    fn begin<P: Position>(&self, memory: &mut Memory<P>) {
        memory.begin();
    }

    chooses_by_search!();

    fn memory(&self) -> u64 {
        self.star.memory()
    }
}

impl Paranoid {
    fn search<P: Position>(
        &self,
        memory: &mut Memory<P>,
        position: &P,
        turn: &Turn<'_>,
        watch: impl Watch,
    ) -> Decision<P::Move> {
        self.star.choose(memory, position, turn, watch)
    }
}

inventory::submit! { PlayerPlugin::of::<Paranoid>() }
