//! Heuristics for chess boards.
//!
//! The numbers of `positional` were learned from games. Those of `tapered` come from a few sentences
//! about good squares for each man, not from a table; see [`worth`].

use agon_core::{Contribution, Heuristic, Named, Seat};
use cozy_chess::{Board, Color, Piece, Rank, Square};

use crate::{
    balance::{Balance, Worth},
    exchange, positional,
};

pub(crate) const HEURISTICS: &[Named] = &[
    Named::new("positional", "men, squares, mobility, pawns, kings and threats, weighed by what won games"),
    Named::new("tapered", "men by their squares, from the opening's worth to the ending's"),
    Named::new("material", "pawns 1, knights 3, bishops 3, rooks 5, queens 9 (Shannon 1950)"),
];

pub(crate) const POSITIONAL: Heuristic = Heuristic(0);
pub(crate) const TAPERED: Heuristic = Heuristic(1);
pub(crate) const MATERIAL: Heuristic = Heuristic(2);

pub(crate) const FEATURES: &[Named] = &[
    Named::new("pawns", "own pawns less the other's"),
    Named::new("knights", "own knights less the other's"),
    Named::new("bishops", "own bishops less the other's"),
    Named::new("rooks", "own rooks less the other's"),
    Named::new("queens", "own queens less the other's"),
];

/// The men that have a worth, in the order of the rules crate.
const MEN: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Hundredths of a pawn.
const MATERIAL_WORTH: [i32; 6] = [100, 300, 300, 500, 900, 0];

fn difference(board: &Board, color: Color, piece: Piece) -> i32 {
    let own = board.colored_pieces(color, piece).len() as i32;
    own - board.colored_pieces(!color, piece).len() as i32
}

/// White's men less Black's, in hundredths of a pawn.
#[inline]
fn material(board: &Board) -> i32 {
    MEN.iter().map(|&man| MATERIAL_WORTH[man as usize] * difference(board, Color::White, man)).sum()
}

pub(crate) fn features(board: &Board, color: Color, values: &mut Vec<f64>) {
    values.clear();
    values.extend(MEN.iter().map(|&man| f64::from(difference(board, color, man))));
}

/// The worth of men on their squares by a heuristic that has one.
fn worth_by(heuristic: Heuristic) -> Option<&'static Worth> {
    match heuristic {
        MATERIAL => None,
        TAPERED => Some(&WORTH),
        _ => Some(&positional::SQUARES),
    }
}

/// What is kept from move to move for a heuristic, if anything is.
pub(crate) fn keep(board: &Board, heuristic: Heuristic) -> Option<Balance> {
    worth_by(heuristic).map(|worth| Balance::of(board, worth))
}

/// White's advantage in hundredths of a pawn, with what is kept for this heuristic or another.
#[inline]
pub(crate) fn advantage(board: &Board, kept: Option<Balance>, heuristic: Heuristic) -> i32 {
    let Some(worth) = worth_by(heuristic) else { return material(board) };
    let balance = kept.filter(|kept| kept.is_by(worth)).unwrap_or_else(|| Balance::of(board, worth));
    if heuristic == TAPERED { balance.taper() } else { balance.plus(positional::beside_squares(board)).taper() }
}

/// Brings hundredths of a pawn between −1 and 1: a pawn up is worth 1/6, a queen 9/14.
#[inline]
pub(crate) fn squash(hundredths: i32) -> f64 {
    f64::from(hundredths) / f64::from(500 + hundredths.abs())
}

/// Captures first, the greatest victim by the least man; promotions among them. Captures that lose
/// material last.
#[inline]
pub(crate) fn hint(board: &Board, step: cozy_chess::Move) -> i32 {
    let promotion = step.promotion.map_or(0, |piece| MATERIAL_WORTH[piece as usize]);
    if !board.colors(!board.side_to_move()).has(step.to) {
        return promotion;
    }
    let worth = |square| board.piece_on(square).map_or(0, |man| MATERIAL_WORTH[man as usize]);
    let gain = 1000 + promotion + worth(step.to) - worth(step.from) / 100;
    if exchange::holds(board, step) { gain } else { gain - 4000 }
}

/// The contribution of each man on its square, in hundredths of a pawn.
pub(crate) fn parts(board: &Board, heuristic: Heuristic) -> Vec<Contribution> {
    if heuristic == POSITIONAL {
        return positional::parts(board);
    }
    let phase = Balance::of(board, &WORTH).share();
    let mut parts = Vec::new();
    for (seat, color) in Seat::all(2).zip([Color::White, Color::Black]) {
        for square in board.colors(color) {
            let Some(piece) = board.piece_on(square) else { continue };
            let name = square.to_string();
            if heuristic == MATERIAL {
                let worth = f64::from(MATERIAL_WORTH[piece as usize]);
                if 0.0 < worth {
                    parts.push(Contribution::own(name, seat, 2, &[("man", worth)]));
                }
                continue;
            }
            let own = if color == Color::White { square } else { square.flip_rank() };
            let (opening, ending) = WORTH[piece as usize][own as usize];
            let opening = phase * f64::from(opening);
            let ending = (1.0 - phase) * f64::from(ending);
            let terms = [("opening", opening), ("ending", ending)];
            parts.push(Contribution::own(name, seat, 2, &terms));
        }
    }
    parts
}

/// By a few sentences about good squares.
static WORTH: Worth = {
    let mut table = [[(0, 0); Square::NUM]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < Square::NUM {
            table[piece][square] = worth(piece, (square / 8) as i16, (square % 8) as i16);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Pawns gain as they advance, in the opening those of the centre. Knights, bishops and queens like
/// the centre; rooks like the seventh rank and the middle files. Kings stay home in the opening,
/// towards a corner, and like the centre in the ending.
const fn worth(piece: usize, rank: i16, file: i16) -> (i16, i16) {
    // From 0 on the edge to 3 in the middle.
    let across = if file < 4 { file } else { 7 - file };
    let along = if rank < 4 { rank } else { 7 - rank };
    let centre = across + along;
    match piece {
        0 => {
            let steps = rank - 1;
            (80 + 4 * steps + 3 * across * (1 + steps / 2), 105 + 4 * steps * steps)
        }
        1 => (290 + 10 * centre, 270 + 8 * centre),
        2 => (310 + 6 * centre, 305 + 5 * centre),
        3 => {
            let seventh = if rank == 6 { 20 } else { 0 };
            (480 + 4 * across + seventh, 515 + seventh / 2)
        }
        4 => (940 + 2 * centre, 950 + 6 * centre),
        _ => (if across < 3 { 20 } else { 0 } - 15 * rank - 4 * across, 8 * centre),
    }
}

/// Ranks of the rules crate count from White's side, as [`worth`] does.
const _: () = assert!(Square::A1 as usize == 0 && Rank::First as usize == 0);

#[cfg(test)]
mod tests;
