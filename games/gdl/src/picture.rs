//! Draws a position whose facts make a board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Look, Piece, Tint},
};

use crate::{
    Gdl,
    board::{Board, words},
    sheet::{Model, Sheet},
};

/// The position drawn as a board, with all other facts beside it. Choices of this round are not on it.
pub(crate) fn of(position: &Gdl, board: &Board) -> Picture {
    let sheet = position.sheet();
    let mut picture = board.grid().squares();
    let mut others = Vec::new();
    for fact in position.fact_texts() {
        match words(fact).as_deref() {
            Some(&[functor, column, row, value]) if functor == board.functor => {
                let place = board.place(column, row);
                if let Some(place) = place.filter(|_| board.empty.as_deref() != Some(value)) {
                    picture.put(&place, piece(sheet, value));
                }
            }
            _ => others.push(fact),
        }
    }
    if !others.is_empty() {
        picture.tray("facts", others.join(" "));
    }
    picture
}

fn piece(sheet: &Sheet, value: &str) -> Piece {
    let seat = sheet.seats.iter().position(|&role| sheet.roles[role].name == value);
    let letter = value.chars().next().filter(char::is_ascii_graphic).unwrap_or('?');
    match seat {
        Some(seat) => {
            const TINTS: [Tint; 6] = [Tint::Black, Tint::White, Tint::Red, Tint::Yellow, Tint::Blue, Tint::Green];
            let piece = Piece::new(Look::Stone, TINTS[seat % TINTS.len()]);
            piece.of(Seat(seat as u8)).text(value).letter(letter)
        }
        None => Piece::writing(value).letter(letter),
    }
}

/// The places of a move: one, or the path from one to another.
pub(crate) fn aim(sheet: &Sheet, text: &str) -> Aim {
    let mut aim = Aim::word();
    if let (Some(board), Model::Net(_)) = (&sheet.board, &sheet.model) {
        let words: Vec<&str> = text.split(' ').skip(1).collect();
        let places: Option<Vec<String>> = words.chunks(2).map(|pair| board.place(pair[0], pair.get(1)?)).collect();
        if let Some(places) = places.filter(|places| (1..=2).contains(&places.len())) {
            aim.paths = vec![places];
        }
    }
    aim
}
