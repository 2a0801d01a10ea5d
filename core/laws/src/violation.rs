//! The error for a game that breaks a law.

use agon_core::{AnyMove, AnyPosition, NameError, line::write_line};

use crate::calm::calm;

/// A law that a game breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{game} breaks the law: {law}\n  after: {path}\n  position: {position}\n  in full: {debug}\n  \
     found: {found}"
)]
#[non_exhaustive]
pub struct Violation {
    /// The game's term.
    pub game: String,
    /// The law, as a sentence.
    pub law: String,
    /// The moves from the initial position, in the game's notation.
    pub path: String,
    /// The position's text.
    pub position: String,
    /// The position's `Debug` text, which shows fields that its text may omit.
    pub debug: String,
    /// The finding.
    pub found: String,
}

impl Violation {
    /// The error for `here`, which is reached by `path`. Texts that cannot be written are left out.
    pub(super) fn at(
        (game, law): (&str, &str),
        [start, here]: [&AnyPosition; 2],
        path: &[AnyMove],
        found: String,
    ) -> Box<Violation> {
        let text = |write: &dyn Fn() -> String| calm(write).unwrap_or_else(|panic| panic);
        Box::new(Violation {
            game: game.to_owned(),
            law: law.to_owned(),
            path: text(&|| write_line(start, path)),
            position: text(&|| here.to_string()),
            debug: cut(text(&|| format!("{here:?}"))),
            found,
        })
    }
}

/// The beginning of a text, which may be a whole board bit by bit.
fn cut(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(1_000) {
        text.truncate(at);
        text.push('…');
    }
    text
}

/// Why a game was not found to keep the laws.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LawError {
    /// There is no such game.
    #[error(transparent)]
    Name(#[from] NameError),
    /// It breaks a law.
    #[error(transparent)]
    Broken(#[from] Box<Violation>),
}
