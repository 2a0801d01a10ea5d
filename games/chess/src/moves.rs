//! A move of chess, and the list of them in ascending order.

use std::{fmt, ops::ControlFlow};

use agon_core::Move;
use cozy_chess::{BitBoard, Board, Piece, Rank, Square};

/// A move as the rules crate has it: from, to, and what a pawn becomes. Castling is the king to
/// its own rook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove(u16);

/// What a pawn can become, in ascending order of moves; place 0 is no promotion.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl ChessMove {
    /// The move of the rules crate with this number.
    pub fn new(step: cozy_chess::Move) -> ChessMove {
        let promotion =
            step.promotion.and_then(|piece| PROMOTIONS.iter().position(|&p| p == piece));
        ChessMove::of(step.from, step.to, promotion.map_or(0, |index| index as u16 + 1))
    }

    #[inline]
    fn of(from: Square, to: Square, promotion: u16) -> ChessMove {
        ChessMove((from as u16) << 9 | (to as u16) << 3 | promotion)
    }

    /// The move as the rules crate has it.
    #[inline]
    pub fn step(self) -> cozy_chess::Move {
        let promotion = match self.0 & 7 {
            0 => None,
            index => Some(PROMOTIONS[usize::from(index - 1) & 3]),
        };
        cozy_chess::Move {
            from: Square::ALL[usize::from(self.0 >> 9) & 63],
            to: Square::ALL[usize::from(self.0 >> 3) & 63],
            promotion,
        }
    }
}

impl Move for ChessMove {
    #[inline]
    fn code(self) -> u64 {
        self.0.into()
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        (code < 1 << 15 && code & 7 <= 4).then_some(ChessMove(code as u16))
    }
}

impl fmt::Display for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.step())
    }
}

/// The square where a pawn may be taken in passing.
#[inline]
pub(crate) fn passing(board: &Board) -> Option<Square> {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map(|file| Square::new(file, rank))
}

/// All legal moves of a board, ignoring draws: for each square, where its man may go.
///
/// The rules crate visits men in an order that depends on pins; this puts them in order by square
/// without sorting.
pub(crate) struct Table {
    froms: BitBoard,
    pawns: BitBoard,
    to: [u64; Square::NUM],
}

const LAST_RANKS: u64 = Rank::First.bitboard().0 | Rank::Eighth.bitboard().0;

impl Table {
    #[inline]
    pub(crate) fn of(board: &Board) -> Table {
        Table::within(board, |_| BitBoard::FULL)
    }

    /// Those that may capture or promote, and few others.
    #[inline]
    pub(crate) fn sharp(board: &Board) -> Table {
        let others = board.colors(!board.side_to_move());
        let passing = passing(board).map_or(BitBoard::EMPTY, Square::bitboard);
        let pawns = others | passing | BitBoard(LAST_RANKS);
        Table::within(board, |man| if man == Piece::Pawn { pawns } else { others })
    }

    /// The moves of each man to the squares that `wanted` says for it.
    #[inline]
    fn within(board: &Board, wanted: impl Fn(Piece) -> BitBoard) -> Table {
        let mut table = Table {
            froms: BitBoard::EMPTY,
            pawns: board.pieces(Piece::Pawn),
            to: [0; Square::NUM],
        };
        board.generate_moves(|moves| {
            let to = moves.to & wanted(moves.piece);
            if !to.is_empty() {
                table.froms |= moves.from.bitboard();
                table.to[moves.from as usize] |= to.0;
            }
            false
        });
        table
    }

    /// How many moves the man on `from` has.
    #[inline]
    fn len(&self, from: Square) -> usize {
        let to = self.to[from as usize];
        let promoting = if self.pawns.has(from) { to & LAST_RANKS } else { 0 };
        (to.count_ones() + 3 * promoting.count_ones()) as usize
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.froms.iter().map(|from| self.len(from)).sum()
    }

    /// The move number `n` in ascending order; there are more than `n`.
    #[inline]
    pub(crate) fn nth(&self, mut n: usize) -> ChessMove {
        for from in self.froms {
            let len = self.len(from);
            if n < len {
                let mut to = self.to[from as usize];
                let promotes = self.pawns.has(from) && to & LAST_RANKS != 0;
                let (skip, promotion) = if promotes { (n / 4, n % 4 + 1) } else { (n, 0) };
                for _ in 0..skip {
                    to &= to - 1;
                }
                let to = Square::ALL[to.trailing_zeros() as usize & 63];
                return ChessMove::of(from, to, promotion as u16);
            }
            n -= len;
        }
        unreachable!("`n` is less than the number of moves")
    }

    /// Visits every move in ascending order.
    #[inline]
    pub(crate) fn each(
        &self,
        mut visit: impl FnMut(ChessMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.froms {
            let to = self.to[from as usize];
            if self.pawns.has(from) && to & LAST_RANKS != 0 {
                for to in BitBoard(to) {
                    for promotion in 1..=4 {
                        visit(ChessMove::of(from, to, promotion))?;
                    }
                }
            } else {
                for to in BitBoard(to) {
                    visit(ChessMove::of(from, to, 0))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
