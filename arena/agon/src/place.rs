//! The position a question is about: a game, and what stands or was played there.

use agon_table::GivenPosition;

use crate::failed::Failed;

/// The arguments that name a position.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// The game: nim, 'nim(heaps=1+2)', or a saved one: FILE or FILE#N
    ///
    /// FILE is the last that `save` wrote there, FILE#N its Nth line, or game N of a journal.
    game: String,
    /// Moves played first, with spaces or commas between
    ///
    /// Outcomes of chance are written like moves. A game in PGN, or of draughts in PDN, is its main line.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Begin at this position, as `agon show` writes it
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

impl Place {
    /// The one that these texts name.
    pub(crate) fn of(game: String, moves: Option<String>, position: Option<String>) -> Place {
        Place { game, moves, position }
    }

    /// Whether it is this name of a game and nothing more.
    pub(crate) fn is_only(&self, name: &str) -> bool {
        self.game == name && self.moves.is_none() && self.position.is_none()
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
