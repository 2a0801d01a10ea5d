//! The worth of men on their squares, between the opening and the ending, kept from move to move.

use cozy_chess::{Board, Color, Piece, Square};

/// The contribution of each man to the opening phase; all of them together are [`OPENING`].
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const OPENING: i32 = 24;

/// The worth of each man of White's on each square, in the opening and in the ending.
pub(crate) type Worth = [[(i16, i16); Square::NUM]; 6];

/// The worth of men on their squares for White less Black, by `positional` or `tapered`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Balance {
    worth: &'static Worth,
    opening: i32,
    ending: i32,
    phase: i32,
}

impl Balance {
    pub(crate) fn of(board: &Board, worth: &'static Worth) -> Balance {
        let mut balance = Balance { worth, opening: 0, ending: 0, phase: 0 };
        for color in [Color::White, Color::Black] {
            for &piece in &Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    balance.add(color, piece, square, 1);
                }
            }
        }
        balance
    }

    /// Whether this is the worth that it sums up.
    #[inline]
    pub(crate) fn is_by(&self, worth: &'static Worth) -> bool {
        std::ptr::eq(self.worth, worth)
    }

    #[inline]
    fn add(&mut self, color: Color, piece: Piece, square: Square, sign: i32) {
        let own = if color == Color::White { square } else { square.flip_rank() };
        let (opening, ending) = self.worth[piece as usize][own as usize];
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

    /// With so much more for White, in the opening and in the ending.
    #[inline]
    pub(crate) fn plus(self, (opening, ending): (i32, i32)) -> Balance {
        Balance { opening: self.opening + opening, ending: self.ending + ending, ..self }
    }

    /// White's advantage in hundredths of a pawn.
    #[inline]
    pub(crate) fn taper(self) -> i32 {
        let phase = self.phase.min(OPENING);
        (self.opening * phase + self.ending * (OPENING - phase)) / OPENING
    }

    /// How much the worth in the opening counts, from 0 to 1.
    pub(crate) fn share(self) -> f64 {
        f64::from(self.phase.min(OPENING)) / f64::from(OPENING)
    }
}
