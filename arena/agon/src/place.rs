//! The position a question is about: a game, and what stands or was played there.

use agon_core::{AnyMove, AnyPosition, NamedGame, Position, line, registry};

use crate::failed::Failed;

/// The arguments that name a position.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// The game, with its options where they are not the usual ones: nim, 'nim(heaps=1+2)'. See
    /// `agon games`.
    game: String,
    /// Moves played first, in the game's notation, separated by spaces; by commas where a move
    /// has spaces itself. Outcomes of chance are written like moves.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Begin at this position instead of the initial one; `agon show` writes it, and `agon games
    /// NAME` says how to read it.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

/// A position, and how it came about.
pub(crate) struct GivenPosition {
    pub(crate) game: NamedGame,
    /// Where the moves begin: the initial position unless another was given.
    pub(crate) base: AnyPosition,
    /// The moves from there.
    pub(crate) line: Vec<AnyMove>,
    /// The position after them.
    pub(crate) here: AnyPosition,
}

impl Place {
    /// The game alone.
    ///
    /// # Errors
    ///
    /// Where its name or an option is wrong.
    pub(crate) fn game(&self) -> Result<NamedGame, Failed> {
        registry::game(&self.game).map_err(Failed::usage)
    }

    /// Finds the position.
    ///
    /// # Errors
    ///
    /// Where the game, the position or a move is wrong.
    pub(crate) fn find(&self) -> Result<GivenPosition, Failed> {
        let game = self.game()?;
        let wrong =
            |error: &dyn std::error::Error| Failed::usage(format!("{}: {error}", game.term));
        let base = match &self.position {
            None => game.start.clone(),
            Some(text) => game.start.parse(text.trim()).map_err(|error| wrong(&error))?,
        };
        let mut here = base.clone();
        let moves = self.moves.as_deref().unwrap_or_default();
        let line = line::play_line(&mut here, moves).map_err(|error| wrong(&error))?;
        Ok(GivenPosition { game, base, line, here })
    }
}
