//! Heuristics for chess boards.
//!
//! The numbers of `tapered` come from a few sentences about good squares for each man, not from a
//! table; see [`worth`].

use agon_core::{Contribution, Heuristic, Named, Seat};
use cozy_chess::{Board, Color, Piece, Rank, Square};

use crate::exchange;

pub(crate) const HEURISTICS: &[Named] = &[
    Named::new("tapered", "men by their squares, from the opening's worth to the ending's"),
    Named::new("material", "pawns 1, knights 3, bishops 3, rooks 5, queens 9 (Shannon 1950)"),
];

pub(crate) const TAPERED: Heuristic = Heuristic(0);
pub(crate) const MATERIAL: Heuristic = Heuristic(1);

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

/// The contribution of each man to the opening phase; all of them together are [`OPENING`].
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const OPENING: i32 = 24;

fn difference(board: &Board, color: Color, piece: Piece) -> i32 {
    let own = board.colored_pieces(color, piece).len() as i32;
    own - board.colored_pieces(!color, piece).len() as i32
}

/// White's men less Black's, in hundredths of a pawn.
#[inline]
pub(crate) fn material(board: &Board) -> i32 {
    MEN.iter().map(|&man| MATERIAL_WORTH[man as usize] * difference(board, Color::White, man)).sum()
}

pub(crate) fn features(board: &Board, color: Color, values: &mut Vec<f64>) {
    values.clear();
    values.extend(MEN.iter().map(|&man| f64::from(difference(board, color, man))));
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

/// The sums of `tapered` for White less Black.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Balance {
    opening: i32,
    ending: i32,
    phase: i32,
}

impl Balance {
    pub(crate) fn of(board: &Board) -> Balance {
        let mut balance = Balance { opening: 0, ending: 0, phase: 0 };
        for color in [Color::White, Color::Black] {
            for &piece in &Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    balance.add(color, piece, square, 1);
                }
            }
        }
        balance
    }

    #[inline]
    fn add(&mut self, color: Color, piece: Piece, square: Square, sign: i32) {
        let own = if color == Color::White { square } else { square.flip_rank() };
        let (opening, ending) = WORTH[piece as usize][own as usize];
        let side = if color == Color::White { sign } else { -sign };
        self.opening += side * i32::from(opening);
        self.ending += side * i32::from(ending);
        self.phase += sign * PHASE[piece as usize];
    }

    /// Follows a move that is about to be played on `board`.
    pub(crate) fn follow(&mut self, board: &Board, step: cozy_chess::Move) {
        let cozy_chess::Move { from, to, promotion } = step;
        let mover = board.side_to_move();
        let man = board.piece_on(from).expect("a legal move has a man to move");
        self.add(mover, man, from, -1);
        if board.colors(mover).has(to) {
            // Castling: the king lands beside its rook, on the files g and f or c and d.
            let (king, rook) = if from < to { (6, 5) } else { (2, 3) };
            let on = |file: usize| Square::new(cozy_chess::File::ALL[file], from.rank());
            self.add(mover, Piece::Rook, to, -1);
            self.add(mover, Piece::Rook, on(rook), 1);
            self.add(mover, Piece::King, on(king), 1);
            return;
        }
        self.add(mover, promotion.unwrap_or(man), to, 1);
        match board.piece_on(to) {
            Some(victim) => self.add(!mover, victim, to, -1),
            None if man == Piece::Pawn && from.file() != to.file() => {
                let passed = Square::new(to.file(), from.rank());
                self.add(!mover, Piece::Pawn, passed, -1);
            }
            None => {}
        }
    }

    /// White's advantage in hundredths of a pawn.
    pub(crate) fn taper(self) -> i32 {
        let phase = self.phase.min(OPENING);
        (self.opening * phase + self.ending * (OPENING - phase)) / OPENING
    }
}

/// The contribution of each man on its square, in hundredths of a pawn.
pub(crate) fn parts(board: &Board, heuristic: Heuristic) -> Vec<Contribution> {
    let phase = f64::from(Balance::of(board).phase.min(OPENING)) / f64::from(OPENING);
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

/// The worth of each of White's men on each square, in the opening and in the ending.
static WORTH: [[(i16, i16); Square::NUM]; 6] = {
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
