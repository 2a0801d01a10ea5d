//! The law of pictures: a front end shows the position, and takes moves, without parsing any text.

use std::collections::BTreeSet;

use agon_core::{AnyMove, AnyPosition, Picture, Position, Seat, notation, picture::Piece};

use crate::site::demand;

/// Checks the picture of a position, and the places its moves point at.
pub(super) fn check_picture(here: &AnyPosition, moves: &[AnyMove]) -> Result<(), String> {
    let picture = here.picture();
    let names = names(&picture)?;
    let in_trays = picture.trays.iter().flat_map(|tray| &tray.pieces);
    for piece in picture.cells.iter().flat_map(|cell| &cell.pieces).chain(in_trays) {
        check_piece(piece, here.facts().seats)?;
    }
    let is_shown = !picture.cells.is_empty() || !picture.trays.is_empty();
    demand(is_shown || picture.text.is_some(), || "nothing to be seen".to_owned())?;
    if let Some(name) = picture.wins.iter().flatten().find(|name| !names.contains(name.as_str())) {
        return Err(format!("a line through {name}"));
    }
    for &m in moves {
        let aim = here.aim(m);
        if let Some(name) = aim.names().find(|name| !names.contains(name)) {
            return Err(format!("{} points at {name}", notation(here, m)));
        }
    }
    Ok(())
}

/// The names of all places, which must be distinct and without spaces.
fn names(picture: &Picture) -> Result<BTreeSet<&str>, String> {
    let mut names = BTreeSet::new();
    for cell in &picture.cells {
        let name = cell.name.as_str();
        let is_tidy = !name.is_empty() && !name.contains(char::is_whitespace);
        demand(is_tidy, || format!("a place called {name:?}"))?;
        demand(names.insert(name), || format!("two places called {name}"))?;
        demand(cell.x.is_finite() && cell.y.is_finite(), || format!("{name} is nowhere"))?;
    }
    Ok(names)
}

fn check_piece(piece: &Piece, seats: u8) -> Result<(), String> {
    let has_seat = piece.seat.is_none_or(|Seat(seat)| seat < seats);
    let is_told = ![&piece.text, &piece.letter, &piece.glyph].iter().any(|text| text.is_empty());
    demand(has_seat && is_told && piece.letter.is_ascii(), || format!("{piece:?}"))
}

#[cfg(test)]
mod tests {
    use super::{check_piece, names};
    use agon_core::{
        Picture, Seat,
        picture::{Cell, Grid, Look, Piece, Shape, Tint},
    };

    #[test]
    fn duplicate_names_and_names_with_spaces_are_refused() {
        let picture = Grid::new(3, 3).squares();
        assert_eq!(names(&picture).map(|names| names.len()), Ok(9));
        for name in ["a1", "", "b 4"] {
            let mut wrong = picture.clone();
            wrong.add(Cell::new(name, 9.0, 9.0, Shape::Square));
            assert!(names(&wrong).is_err(), "{name}");
        }
        let mut wrong = Picture::new();
        wrong.add(Cell::new("a1", f64::NAN, 0.0, Shape::Square));
        assert!(names(&wrong).is_err());
    }

    #[test]
    fn pieces_without_text_or_of_a_missing_seat_are_refused() {
        let piece = Piece::new(Look::Stone, Tint::Black).of(Seat(1));
        assert_eq!(check_piece(&piece, 2), Ok(()));
        assert!(check_piece(&piece, 1).is_err());
        assert!(check_piece(&piece.clone().text(""), 2).is_err());
        assert!(check_piece(&piece.letter("é"), 2).is_err());
    }
}
