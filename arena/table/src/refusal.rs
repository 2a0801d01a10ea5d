//! Why something is not done in a game.

use agon_core::Seat;

/// Why something is not done in a game, which stands as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Whoever asks sits at no seat.
    #[error("whoever asks does not sit at this table")]
    NotSeated,
    /// Somebody else acts.
    #[error("it is not the turn of whoever asks")]
    NotYourMove,
    /// Several people share one screen, and what this seat sees is covered.
    #[error("the view of {0} is still covered")]
    Covered(Seat),
    /// The move is not legal.
    #[error("the move is not legal")]
    Illegal,
    /// No move is taken back against another person.
    #[error("another person plays here: no move is taken back")]
    OthersPlay,
    /// No move is taken back where something is hidden.
    #[error("no move is taken back in a game that hides something")]
    HiddenBack,
    /// No person has chosen a move yet.
    #[error("there is no earlier choice of a person")]
    NoEarlier,
    /// No move was taken back.
    #[error("no move was taken back")]
    NoRedo,
    /// A game of one seat has nobody who could agree to a draw.
    #[error("a game of one seat has no opponent who could agree")]
    Alone,
    /// There is no such seat.
    #[error("there is no such seat")]
    NoSeat,
    /// Somebody sits there.
    #[error("the seat is taken")]
    SeatTaken,
    /// Whoever would sit down sees another hand already.
    #[error("the game hides something: nobody sits down at a second seat")]
    HiddenSeats,
}
