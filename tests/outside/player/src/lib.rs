//! A player from outside the house: it leaves the others as few moves as it can.

use agon_core::{
    Algorithm, AnyPosition, Decision, OptionSpec, Options, PlayerPlugin, Position, SetupError,
    Turn, inventory,
};

/// Leaves the others as few moves as it can.
#[derive(Clone, Copy, Debug)]
pub struct Narrow {
    widest: bool,
}

impl Algorithm for Narrow {
    const NAME: &'static str = "narrow";
    const SUMMARY: &'static str = "leaves the others as few moves as it can";
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec::flag("widest", "false", "leave as many as it can instead")];
    /// The list of moves it works with, kept so that no turn allocates a new one.
    type Memory<P: Position> = Vec<P::Move>;

    fn configure(options: &Options, _game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Narrow { widest: options.flag("widest") })
    }

    fn choose<P: Position>(
        &self,
        moves: &mut Vec<P::Move>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        position.moves(moves);
        let mut after = position.clone();
        // The position itself is the first that is looked at.
        let (mut nodes, most) = (1, turn.budget.nodes.unwrap_or(u64::MAX));
        let mut best = (usize::MAX, moves[0]);
        for &m in moves.iter() {
            if most <= nodes {
                break;
            }
            nodes += 1;
            after.play_from(position, m);
            let width = if self.widest { usize::MAX - after.count() } else { after.count() };
            // Strictly better only: the first of equal moves wins.
            if width < best.0 {
                best = (width, m);
            }
        }
        Decision::just(best.1).with_nodes(nodes)
    }
}

inventory::submit! { PlayerPlugin::of::<Narrow>() }
