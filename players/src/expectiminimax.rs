//! Minimax with the game's own chance nodes.

use agon_core::{
    Algorithm, AnyPosition, Decision, OptionSpec, Options, PlayerPlugin, Position, SetupError, Sum,
    Turn, inventory,
};

use crate::star::{Memory, Star};

/// See the module.
pub struct Expectiminimax {
    star: Star,
}

impl Algorithm for Expectiminimax {
    const NAME: &'static str = "expectiminimax";
    const SUMMARY: &'static str =
        "minimax with chance: expects the best play of both, and means of dice";
    const HELP: &'static str = "The value of an own decision is its best move's, of the \
        opponent's its worst, of a chance node the mean over its outcomes by weight. For two \
        seats whose payoffs add up to a constant, or one seat alone; without chance it is \
        minimax. The depth counts decisions: dice cost none, unless they follow other dice, and \
        the heuristic is asked after them. Star1 and Star2 leave out outcomes that cannot \
        matter, by the bounds of the payoffs (Star2 first tries a reply to each, and gives that up where it \
        shows little), and a table spares positions that were searched to \
        the same depth before; the move and its value are those of prune=none. \
        Sources: D. Michie, Game-playing and game-learning automata (1966); B. W. Ballard, The \
        *-minimax search procedure for trees containing chance nodes (1983).";
    const OPTIONS: &'static [OptionSpec] = Star::OPTIONS;
    type Memory<P: Position> = Memory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let facts = game.facts();
        let reason = match (facts.seats, facts.sum) {
            (1, _) | (2, Sum::Zero | Sum::Constant(_)) => {
                return Ok(Expectiminimax { star: Star::configure(options, game)? });
            }
            (2, Sum::General) => "what one seat wins the other need not lose".to_owned(),
            (seats, _) => format!("it has {seats} seats, and this search knows one opponent"),
        };
        Err(SetupError::refused(Self::NAME, reason, "use max-n, paranoid or expectimax"))
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
        self.star.choose(memory, position, turn)
    }
}

inventory::submit! { PlayerPlugin::of::<Expectiminimax>() }
