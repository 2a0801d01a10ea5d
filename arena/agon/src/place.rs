//! The position a question is about: a game, and what stands or was played there.

use agon_table::GivenPosition;

use crate::failed::Failed;

/// The arguments that name a position.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// The game, with its options where they are not the usual ones: nim, 'nim(heaps=1+2)'. See
    /// `agon games`. Or a game from a file: FILE, the last that `save` wrote there, FILE#N, its Nth
    /// line, or game N of a journal.
    game: String,
    /// Moves played first, in the game's notation, separated by spaces or commas. Outcomes of chance
    /// are written like moves.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Begin at this position instead of the initial one; `agon show` writes it, and `agon games
    /// NAME` says how to read it.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

impl Place {
    /// The place that `text` names alone.
    pub(crate) fn of(text: &str) -> Place {
        Place { game: text.to_owned(), moves: None, position: None }
    }

    /// Finds the position.
    ///
    /// # Errors
    ///
    /// Where the game, the position or a move is wrong.
    pub(crate) fn find(&self) -> Result<GivenPosition, Failed> {
        Ok(GivenPosition::find(&self.game, self.position.as_deref(), self.moves.as_deref())?)
    }
}
