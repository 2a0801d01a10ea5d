//! A seat's pieces, in words.

use agon_core::{AnyPosition, Node, Position, Seat, after};

/// A description of the seat's pieces: those on the board, or else the first that will be placed.
pub fn stones(start: &AnyPosition, seat: Seat) -> Option<String> {
    /// Pieces that appear later than this are not looked for.
    const PLIES: usize = 12;
    let mut here = start.clone();
    for _ in 0..PLIES {
        let picture = here.picture();
        let on_board = picture.cells.iter().flat_map(|cell| &cell.pieces);
        // With hidden information the trays contain a seat's cards, which are not its pieces.
        let trays = picture.trays.iter().filter(|_| !here.facts().hidden);
        let beside = trays.flat_map(|tray| &tray.pieces);
        let mut own: Vec<&str> =
            on_board.chain(beside).filter(|p| p.seat == Some(seat)).map(|p| p.text.as_str()).collect();
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
    fn pieces_are_called_by_the_words_they_share() {
        assert_eq!(common_words(&["white king", "white pawn"]), Some("white".to_owned()));
        assert_eq!(common_words(&["red disc"]), Some("red disc".to_owned()));
        assert_eq!(common_words(&["one", "two"]), None);
        assert_eq!(common_words(&[]), None);
    }
}
