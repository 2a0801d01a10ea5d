//! Any legal move, each equally likely.

use agon_core::{
    Algorithm, AnyPosition, Decision, Habits, Options, PlayerPlugin, Plays, Position, SetupError, Turn, inventory,
};

/// Plays any legal move, each equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Algorithm for Random {
    const NAME: &'static str = "random";
    const SUMMARY: &'static str = "any legal move, each equally likely";
    const PLAYS: Plays = Plays::ANYTHING.with_hidden();
    type Memory<P: Position> = ();

    fn configure(_options: &Options, _game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Random)
    }

    #[expect(clippy::inline_always, reason = "measured: what nobody asks of its answer is not written")]
    #[inline(always)]
    fn choose<P: Position>(&self, _memory: &mut (), position: &P, turn: &mut Turn<'_>) -> Decision<P::Move> {
        Decision::just(position.draw_move(turn.stream))
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_random(true).with_by_view(true)
    }
}

inventory::submit! { PlayerPlugin::of::<Random>() }
