//! Minimax with the game's own chance nodes.

use agon_core::{Algorithm, AnyPosition, OptionSpec, Options, PlayerPlugin, Plays, Position, SetupError, inventory};

use crate::{
    search_frame::chooses_by_search,
    star::{Star, StarMemory},
};

/// Expectiminimax: minimax for two seats, with expected values at the game's chance nodes.
pub struct Expectiminimax {
    star: Star,
}

impl Algorithm for Expectiminimax {
    const NAME: &'static str = "expectiminimax";
    const SUMMARY: &'static str = "minimax with chance: expects the best play of both, and means of dice";
    const HELP: &'static str = "The value of an own decision is its best move's, of the \
        opponent's its worst, of a chance node the mean over its outcomes by weight. For two \
        seats whose payoffs add up to a constant, or one seat alone; without chance it is \
        minimax. The depth counts decisions: dice cost none, unless they follow other dice, and \
        the heuristic is asked after them.\n\nStar1 and Star2 leave out outcomes that cannot matter, \
        by the bounds of the payoffs; Star2 first tries a reply to each, and gives that up where \
        it shows little. A table spares positions that were searched to the same depth before. With \
        a depth of more than two the replies that were best lately are tried first: to the same throw, \
        or anywhere. The move and its value are those of prune=none. Within a budget or a clock it looks one, \
        two, three decisions ahead and so on, and answers with the best of what it saw. \
        Sources: D. Michie, Game-playing and game-learning automata (1966); B. W. Ballard, The \
        *-minimax search procedure for trees containing chance nodes (1983).";
    const PLAYS: Plays = Plays::ANYTHING.with_seats(1, 2).with_constant_sum().or(&["max-n", "paranoid", "expectimax"]);
    const OPTIONS: &'static [OptionSpec] = Star::OPTIONS;
    type Memory<P: Position> = StarMemory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Expectiminimax { star: Star::configure(Self::NAME, options, game)? })
    }

    fn begin<P: Position>(&self, memory: &mut StarMemory<P>) {
        memory.begin();
    }

    chooses_by_search!(|player, memory, position, turn, watch| player.star.choose(memory, position, turn, watch));

    fn memory(&self) -> u64 {
        self.star.memory()
    }
}

inventory::submit! { PlayerPlugin::of::<Expectiminimax>() }
