//! A move of chess, and the list of them in ascending order.

use std::{fmt, ops::ControlFlow};

use agon_core::Move;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square, get_pawn_attacks};

/// A move as the rules crate represents it: from, to, and the promotion. Castling is the king to
/// its own rook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove(u16);

/// The promotions, in ascending order of moves; index 0 is none.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl ChessMove {
    /// The move of the rules crate with this number.
    pub(crate) fn new(step: cozy_chess::Move) -> ChessMove {
        let promotion = step.promotion.and_then(|piece| PROMOTIONS.iter().position(|&p| p == piece));
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

impl ChessMove {
    /// Two squares; and for each side's underpromotions a file, a direction and a piece.
    pub(crate) const NUMBERS: u32 = 64 * 64 + 3 * 2 * 8 * 3;

    /// Its number below [`NUMBERS`](ChessMove::NUMBERS): a pawn that reaches the last rank becomes a queen unless another
    /// piece is named.
    pub(crate) fn number(self) -> u32 {
        let (from, to, piece) = (self.0 >> 9, self.0 >> 3 & 63, self.0 & 7);
        let is_less = (1..=3).contains(&piece);
        if !is_less {
            return u32::from(from << 6 | to);
        }
        let side = u16::from(to < 8);
        let way = (8 + to % 8 - from % 8) % 8;
        // Files apart by one or none: 7, 0 or 1.
        u32::from(64 * 64 + (((piece - 1) * 2 + side) * 8 + from % 8) * 3 + (way + 1) % 8 % 3)
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

const LAST_RANKS: u64 = Rank::First.bitboard().0 | Rank::Eighth.bitboard().0;

/// The most lists of moves that the rules crate makes of a position, rounded up to a power of two.
const LISTS: usize = 32;

/// Adds up how many squares are in sets, 31 at most. A machine of which the compiler knows nothing
/// more has no instruction to count bits, so the second half of the count is done for all sets at
/// once.
#[derive(Clone, Copy, Default)]
struct Sum(u64);

impl Sum {
    #[inline]
    fn add(&mut self, BitBoard(set): BitBoard) {
        let pairs = set - ((set >> 1) & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        self.0 += (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    }

    #[inline]
    fn get(self) -> usize {
        let rows = (self.0 & 0x00ff_00ff_00ff_00ff) + ((self.0 >> 8) & 0x00ff_00ff_00ff_00ff);
        (rows.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }
}

/// The number of legal moves, ignoring draws. Unhindered pawns are counted all at once, other men
/// one by one.
#[inline]
pub(crate) fn count(board: &Board) -> usize {
    let mover = board.side_to_move();
    let (mut sum, mut promotions) = (Sum::default(), 0);
    let mut add = |to: BitBoard, is_pawn: bool| {
        sum.add(to);
        if is_pawn && to.0 & LAST_RANKS != 0 {
            promotions += (to.0 & LAST_RANKS).count_ones() as usize;
        }
    };
    let mut pawns = BitBoard::EMPTY;
    if board.checkers().is_empty() {
        pawns = board.colored_pieces(mover, Piece::Pawn) & !board.pinned();
        if let Some(to) = passing(board) {
            pawns &= !get_pawn_attacks(to, !mover);
        }
        let (empty, others) = (!board.occupied(), board.colors(!mover));
        let ahead = |men: BitBoard, by: u32| BitBoard(if mover == Color::White { men.0 << by } else { men.0 >> by });
        let once = ahead(pawns, 8) & empty;
        let third = Rank::Third.relative_to(mover).bitboard();
        // Towards either side of the board: from the white side, left is one step less than ahead.
        let (first, last) = (File::A.bitboard(), File::H.bitboard());
        let (left, right) = if mover == Color::White { (first, last) } else { (last, first) };
        add(once, true);
        add(ahead(once & third, 8) & empty, false);
        add(ahead(pawns & !left, 7) & others, true);
        add(ahead(pawns & !right, 9) & others, true);
    }
    board.generate_moves_for(!pawns, |moves| {
        add(moves.to, moves.piece == Piece::Pawn);
        false
    });
    sum.get() + 3 * promotions
}

/// All legal moves of a board, ignoring draws: for each square, where its man may go.
///
/// The rules crate visits men in an order that depends on pins; this puts them in order by square
/// without sorting.
pub(crate) struct Table {
    froms: BitBoard,
    /// The pawns that promote: each has four moves for every square.
    promoting: BitBoard,
    /// The place of a man's squares in the list.
    places: [u8; Square::NUM],
    to: [BitBoard; LISTS],
    count: usize,
}

impl Table {
    #[inline]
    pub(crate) fn of(board: &Board) -> Table {
        Table::within(board, |_| BitBoard::FULL)
    }

    /// The moves that may capture or promote, and few others.
    #[inline]
    pub(crate) fn sharp(board: &Board) -> Table {
        let others = board.colors(!board.side_to_move());
        let passing = passing(board).map_or(BitBoard::EMPTY, Square::bitboard);
        let pawns = others | passing | BitBoard(LAST_RANKS);
        Table::within(board, |man| if man == Piece::Pawn { pawns } else { others })
    }

    /// The moves of each man to the squares that `wanted` returns for it.
    #[inline]
    fn within(board: &Board, wanted: impl Fn(Piece) -> BitBoard) -> Table {
        let mut table = Table {
            froms: BitBoard::EMPTY,
            promoting: BitBoard::EMPTY,
            places: [0; Square::NUM],
            to: [BitBoard::EMPTY; LISTS],
            count: 0,
        };
        let (mut used, mut sum, mut promotions) = (0, Sum::default(), 0);
        board.generate_moves(|moves| {
            let (from, to) = (moves.from, moves.to & wanted(moves.piece));
            if to.is_empty() {
                return false;
            }
            sum.add(to);
            if moves.piece == Piece::Pawn && to.0 & LAST_RANKS != 0 {
                table.promoting |= from.bitboard();
                promotions += to.0.count_ones() as usize;
            }
            // A pawn that may capture in passing is visited once more for that.
            if !table.froms.has(from) {
                table.froms |= from.bitboard();
                table.places[from as usize] = used;
                used += 1;
            }
            table.to[usize::from(table.places[from as usize]) % LISTS] |= to;
            false
        });
        table.count = sum.get() + 3 * promotions;
        table
    }

    /// The targets of the man on `from`.
    #[inline]
    fn to(&self, from: Square) -> u64 {
        self.to[usize::from(self.places[from as usize]) % LISTS].0
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The move number `n` in ascending order; there are more than `n`.
    #[inline]
    pub(crate) fn nth(&self, mut n: usize) -> ChessMove {
        for from in self.froms {
            let (mut to, promotes) = (self.to(from), self.promoting.has(from));
            let squares = to.count_ones() as usize;
            let len = if promotes { 4 * squares } else { squares };
            if n < len {
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
    pub(crate) fn each(&self, mut visit: impl FnMut(ChessMove) -> ControlFlow<()>) -> ControlFlow<()> {
        for from in self.froms {
            let to = self.to(from);
            if self.promoting.has(from) {
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

/// The other end of castling: where the king lands, for the square of its rook.
pub(crate) fn landing(from: Square, rook: Square) -> Square {
    Square::new(if from < rook { File::G } else { File::C }, from.rank())
}

/// Whether `step` is a king's move to its own rook.
pub(crate) fn is_castling(board: &Board, step: cozy_chess::Move) -> bool {
    board.colors(board.side_to_move()).has(step.to)
}
