//! A choice of a recorded game that is repeated: for which the player is asked by somebody else's question.

use agon_core::{AnyPosition, Player, PlayerReply, Seat, Turn};

/// How a player is asked for a choice that is repeated: in the position that it was shown then, with the stream that it
/// had then, and with all that it remembered of the game.
pub type AskAgain<'p> = dyn FnMut(&mut dyn Player, &AnyPosition, &mut Turn<'_>) -> PlayerReply + Send + 'p;

/// A choice that is repeated.
pub(super) struct RepeatedChoice<'p> {
    pub(super) seat: Seat,
    /// The number of moves before it.
    pub(super) ply: usize,
    pub(super) ask: Box<AskAgain<'p>>,
}
