//! What a person does in a game.

use agon_core::AnyMove;

/// What a person does in a game, for the seats where they sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameAction {
    /// Makes a move, for which all time is counted since the position stands.
    Move(AnyMove),
    /// Goes back to the last choice of a person, also from the end of the game. Times are those of that position, and what
    /// was thought of the moves that are taken back is forgotten.
    Undo,
    /// Goes forward again, to the next choice of a person. That takes nobody time.
    Redo,
    /// Offers a draw, or agrees to one. It is drawn once everybody does: people who offer it too, and players by
    /// [their thoughts](crate::PlayedGame::agrees). An offer stands until the position changes.
    Draw,
    /// Declines a draw: what was offered stands no more.
    Decline,
    /// Gives the game up.
    Resign,
    /// Looks at what the seat to act sees, where people share one screen. It stays uncovered until another of them is to
    /// act.
    Uncover,
}
