//! How a game is shown while it is played: each board in the place of the last one on a terminal.

use std::{
    env,
    io::{self, IsTerminal},
};

use agon_draw::{Drawing, Letters};
use agon_table::ShownPosition;
use anstream::{AutoStream, ColorChoice};

/// How positions are shown.
#[derive(Clone, Copy)]
pub(crate) struct View {
    letters: Letters,
    /// Whether a board takes the place of the one before.
    is_in_place: bool,
    is_terminal: bool,
}

impl View {
    /// As standard output can show them.
    pub(crate) fn of_this_terminal() -> View {
        let out = io::stdout();
        let colour = AutoStream::choice(&out) != ColorChoice::Never;
        let is_terminal = out.is_terminal();
        let unicode = (is_terminal || colour) && speaks_unicode();
        View { letters: Letters { unicode, colour }, is_in_place: is_terminal && colour, is_terminal }
    }

    /// What clears the screen for the next board, or sets it apart.
    pub(crate) fn fresh(self) -> &'static str {
        if self.is_in_place { "\x1b[H\x1b[2J\x1b[3J" } else { "\n" }
    }

    /// What takes all that was shown out of sight, for the next person at this screen.
    pub(crate) fn cleared(self) -> String {
        /// No screen has more lines.
        const LINES: usize = 200;
        if self.is_terminal && !self.is_in_place {
            return "\n".repeat(LINES);
        }
        self.fresh().to_owned()
    }

    /// Whether a board takes the place of the one before.
    pub(crate) fn is_in_place(self) -> bool {
        self.is_in_place
    }

    /// The board as it is shown, the last move and a line that won marked; where not all of it is shown, with
    /// all that was seen since the play began.
    pub(crate) fn board(self, shown: &ShownPosition<'_>) -> String {
        let picture = shown.picture();
        let board = Drawing::of(&picture).letters(self.letters);
        let text = shown.text();
        if shown.is_whole() || board == text { board } else { format!("{board}\nview  {text}") }
    }

    /// The board where it is shown for itself: drawn as while a game is played, or where plain letters are all that
    /// can be shown, without marks of the last move.
    pub(crate) fn shown(self, shown: &ShownPosition<'_>) -> String {
        if self.letters == Letters::PLAIN {
            return shown.drawing();
        }
        let picture = shown.picture();
        Drawing::of(&picture).letters(self.letters)
    }

    /// Emphasised text, such as who has won: bold where that is possible.
    pub(crate) fn strong(self, text: &str) -> String {
        if self.letters.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Whether the locale has more letters than ASCII.
fn speaks_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8") || cfg!(windows)
}
