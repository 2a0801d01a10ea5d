//! How a game is shown while it is played: each board in the place of the last one on a terminal.

use std::{
    env,
    io::{self, IsTerminal},
};

use agon_core::{AnyPosition, Node, Position, Seat, after};
use agon_draw::{Drawing, Letters};
use anstream::{AutoStream, ColorChoice};

use crate::{place::GivenPosition, screen::pictured};

/// How positions are shown.
#[derive(Clone, Copy)]
pub(crate) struct View {
    letters: Letters,
    /// Whether a board takes the place of the one before.
    is_in_place: bool,
}

impl View {
    /// As standard output can show them.
    pub(crate) fn of_this_terminal() -> View {
        let out = io::stdout();
        let colour = AutoStream::choice(&out) != ColorChoice::Never;
        let is_terminal = out.is_terminal();
        let unicode = (is_terminal || colour) && speaks_unicode();
        View { letters: Letters { unicode, colour }, is_in_place: is_terminal && colour }
    }

    /// What clears the screen for the next board, or sets it apart.
    pub(crate) fn fresh(self) -> &'static str {
        if self.is_in_place { "\x1b[H\x1b[2J\x1b[3J" } else { "\n" }
    }

    /// Whether a board takes the place of the one before.
    pub(crate) fn is_in_place(self) -> bool {
        self.is_in_place
    }

    /// The board, the last move and a line that won marked.
    pub(crate) fn board(self, site: &GivenPosition) -> String {
        let picture = pictured(&site.base, &site.line, &site.here);
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

/// What the seat's pieces look like, in words: those on the board, or else the first that come there.
pub(crate) fn stones(start: &AnyPosition, seat: Seat) -> Option<String> {
    /// Pieces that appear later than this are not looked for.
    const PLIES: usize = 12;
    let mut here = start.clone();
    for _ in 0..PLIES {
        let picture = here.picture();
        let on_board = picture.cells.iter().flat_map(|cell| &cell.pieces);
        let beside = picture.trays.iter().flat_map(|tray| &tray.pieces);
        let mut own: Vec<&str> = on_board
            .chain(beside)
            .filter(|p| p.seat == Some(seat))
            .map(|p| p.text.as_str())
            .collect();
        own.sort_unstable();
        own.dedup();
        // Many kinds of pieces, as in chess, have one colour: the word they share.
        if let Some(words) = common_words(&own) {
            return Some(words);
        }
        if here.node() == Node::Terminal {
            return None;
        }
        here = after(&here, here.nth(0));
    }
    None
}

/// The words that all of `texts` have.
fn common_words(texts: &[&str]) -> Option<String> {
    let (first, rest) = texts.split_first()?;
    let shared = |word: &&str| rest.iter().all(|text| text.split(' ').any(|other| other == *word));
    let words: Vec<&str> = first.split(' ').filter(shared).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::common_words;

    #[test]
    fn what_all_pieces_share_is_what_they_are_called() {
        assert_eq!(common_words(&["white king", "white pawn"]), Some("white".to_owned()));
        assert_eq!(common_words(&["red disc"]), Some("red disc".to_owned()));
        assert_eq!(common_words(&["one", "two"]), None);
        assert_eq!(common_words(&[]), None);
    }
}
