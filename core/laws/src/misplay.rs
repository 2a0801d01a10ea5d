//! The error for a player that breaks a law.

use agon_core::{AnyMove, AnyPosition, NamedGame, NamedPlayer, line::write_line};

/// A law that a player breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{player} at {game} breaks the law: {law}\n  after: {path}\n  position: {position}\n  found: \
     {found}"
)]
#[non_exhaustive]
pub struct Misplay {
    /// The player's term.
    pub player: String,
    /// The game's term.
    pub game: String,
    /// The law, as a sentence.
    pub law: String,
    /// The moves from the initial position, in the game's notation.
    pub path: String,
    /// The position's text.
    pub position: String,
    /// The finding.
    pub found: String,
}

impl Misplay {
    /// The error for `position`, which is reached by `path`.
    pub(super) fn of(
        (player, game): (&NamedPlayer, &NamedGame),
        (law, found): (&'static str, String),
        budget: u64,
        path: &[AnyMove],
        position: &AnyPosition,
    ) -> Box<Misplay> {
        Box::new(Misplay {
            player: player.term.clone(),
            game: game.term.clone(),
            law: law.to_owned(),
            path: write_line(&game.start, path),
            position: position.to_string(),
            found: format!("with {budget} nodes: {found}"),
        })
    }
}
