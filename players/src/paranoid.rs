//! All the others are one opponent.

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Decision, Observer, OptionSpec, Options, PlayerPlugin,
    Position, SetupError, Turn, inventory,
};

use crate::{
    spine::{Unwatched, Watched},
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

    fn choose<P: Position>(
        &self,
        memory: &mut Memory<P>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        self.star.choose(memory, position, turn, Unwatched)
    }

    fn choose_watched(
        &self,
        memory: &mut Memory<AnyPosition>,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Decision<AnyMove> {
        self.star.choose(memory, position, turn, Watched::by(observer, turn.seat))
    }

    fn memory(&self) -> u64 {
        self.star.memory()
    }
}

inventory::submit! { PlayerPlugin::of::<Paranoid>() }
