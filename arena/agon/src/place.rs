//! The position a question is about: a game, and what stands or was played there.

use std::path::Path;

use agon_core::{AnyMove, AnyPosition, NamedGame, Position, line, registry};

use crate::{
    failed::Failed,
    saved::{self, SavedGame},
};

/// The arguments that name a position.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// The game, with its options where they are not the usual ones: nim, 'nim(heaps=1+2)'. See
    /// `agon games`. Or a game from a file: FILE, the last that `save` wrote there, FILE#N, its Nth
    /// line, or game N of a journal.
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
    /// The file's game, if it comes from one.
    pub(crate) saved: Option<SavedGame>,
}

impl Place {
    /// The place that `text` names alone.
    pub(crate) fn of(text: &str) -> Place {
        Place { game: text.to_owned(), moves: None, position: None }
    }

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
        let (game, saved) = match self.game() {
            Ok(game) => (game, None),
            Err(unknown) => match saved::find(&self.game)? {
                Some(saved) => (registry::game(&saved.game).map_err(Failed::usage)?, Some(saved)),
                // What has an ending was meant to be a file.
                None if Path::new(&self.game).extension().is_some() && !self.game.contains('(') => {
                    return Err(Failed::usage(format!("there is no file `{}`", self.game)));
                }
                None => return Err(unknown),
            },
        };
        let wrong =
            |error: &dyn std::error::Error| Failed::usage(format!("{}: {error}", game.term));
        if saved.is_some() && self.position.is_some() {
            let what = "a saved game begins where it began; --position is for games by name";
            return Err(Failed::usage(format!("{}: {what}", self.game)));
        }
        let position = self.position.as_ref().or(saved.as_ref().and_then(|s| s.position.as_ref()));
        let base = match position {
            None => game.start.clone(),
            Some(text) => game.start.parse(text.trim()).map_err(|error| wrong(&error))?,
        };
        let (mut here, mut line) = (base.clone(), Vec::new());
        let played = saved.as_ref().map(|saved| saved.moves.as_str());
        for moves in [played, self.moves.as_deref()].into_iter().flatten() {
            line.extend(line::play_line(&mut here, moves).map_err(|error| wrong(&error))?);
        }
        Ok(GivenPosition { game, base, line, here, saved })
    }
}

impl GivenPosition {
    /// The text of the position where the moves begin, unless it is the initial one.
    pub(crate) fn other_base(&self) -> Option<String> {
        (self.base != self.game.start).then(|| self.base.to_string())
    }

    /// The words of a command line that name this position.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = vec![self.game.term.clone()];
        if let Some(base) = self.other_base() {
            words.extend(["--position".to_owned(), base]);
        }
        words.extend(["--moves".to_owned(), line::write_line(&self.base, &self.line)]);
        words
    }
}
