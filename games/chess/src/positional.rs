//! The heuristic `positional`: what it counts, each at its weight.
//!
//! Every term is counted for either side as that side sees the board, so colours swapped give the
//! negative. One walk over the board ([`count`]) serves the estimate, its parts for people, and the
//! learning of the weights. Each weight is a pair, for the opening and for the ending.

use agon_core::{Contribution, Seat};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

use crate::{
    balance::{Balance, Worth},
    weights::WEIGHTS,
};

/// Weights of one kind: of a man by its square, of a bishop by its mobility.
#[derive(Clone, Copy, Debug)]
pub struct WeightRow {
    /// What they weigh.
    pub name: &'static str,
    /// The term under which people see it.
    part: &'static str,
    /// How many there are.
    pub count: usize,
    /// Which of them are near each other.
    pub shape: RowShape,
}

/// Which weights of a row are near each other, and so hardly differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowShape {
    /// Those of squares side by side, on a board four files wide.
    Board,
    /// Those of one more and one less.
    Scale,
    /// None.
    Apart,
}

/// The rows after those of men by square, in the order of [`ROWS`].
#[derive(Clone, Copy)]
enum Row {
    Mobility = 6,
    Passed = 10,
    Blocked,
    OwnKing,
    OtherKing,
    Phalanx,
    Defended,
    Doubled,
    Isolated,
    Backward,
    Pair,
    OwnColour,
    Outpost,
    OpenFile,
    Shelter,
    Storm,
    Ring,
    Pressure,
    Check,
    ByPawn,
    ByMinor,
    ByRook,
    Hanging,
    Tempo,
}

const fn row(name: &'static str, part: &'static str, count: usize) -> WeightRow {
    let shape = match count {
        32 => RowShape::Board,
        6 | 9..=31 => RowShape::Scale,
        _ => RowShape::Apart,
    };
    WeightRow { name, part, count, shape }
}

/// The rows of weights. Squares are those of the files a to d, from the first rank up, as the files e to h mirror them.
/// Ranks are from the second to the seventh.
pub const ROWS: [WeightRow; 33] = [
    row("pawns by square", "square", 32),
    row("knights by square", "square", 32),
    row("bishops by square", "square", 32),
    row("rooks by square", "square", 32),
    row("queens by square", "square", 32),
    row("the king by square", "square", 32),
    row("knights by squares they attack and no pawn guards", "mobility", 9),
    row("bishops by these squares", "mobility", 14),
    row("rooks by these squares", "mobility", 15),
    row("queens by these squares", "mobility", 28),
    row("passed pawns by rank", "pawns", 6),
    row("passed pawns with a man before them, by rank", "pawns", 6),
    row("passed pawns by rank, for each step of the own king to the square before them", "pawns", 6),
    row("passed pawns by rank, for each step of the other king to that square", "pawns", 6),
    row("pawns beside another, by rank", "pawns", 6),
    row("pawns that a pawn guards, by rank", "pawns", 6),
    row("doubled pawns", "pawns", 1),
    row("isolated pawns", "pawns", 1),
    row("backward pawns", "pawns", 1),
    row("two bishops", "pieces", 1),
    row("pawns on the colour of an own bishop", "pieces", 1),
    row("knights and bishops that a pawn guards and none can drive away", "pieces", 2),
    row("rooks on open files, and on those without own pawns", "pieces", 2),
    row("the nearest pawn before the king, none or by distance; and on the files beside it", "king", 8),
    row("the nearest pawn of the other side before the king, none or by distance", "king", 4),
    row("squares around the other king that knights, bishops, rooks and queens attack", "king", 4),
    row("all these attacks together, those of queens twice", "king", 20),
    row("safe checks by knights, bishops, rooks and queens", "king", 4),
    row("pawns that attack knights, bishops, rooks and queens", "threats", 4),
    row("knights and bishops that attack rooks and queens", "threats", 2),
    row("rooks that attack queens", "threats", 1),
    row("attacked and unguarded men, and pawns", "threats", 2),
    row("to be on the move", "turn", 1),
];

/// Where the weights of each row begin, and at the end where they all end.
const STARTS: [usize; ROWS.len() + 1] = {
    let mut starts = [0; ROWS.len() + 1];
    let mut at = 0;
    while at < ROWS.len() {
        starts[at + 1] = starts[at] + ROWS[at].count;
        at += 1;
    }
    starts
};

/// The number of weights.
const COUNT: usize = STARTS[ROWS.len()];

const _: () = assert!(WEIGHTS.len() == COUNT, "make the weights again: the rows are others");

/// Both weights in one number, so that one addition adds both.
static PACKED: [i32; COUNT] = {
    let mut packed = [0; COUNT];
    let mut at = 0;
    while at < COUNT {
        let (opening, ending) = WEIGHTS[at];
        packed[at] = opening as i32 + ((ending as i32) << 16);
        at += 1;
    }
    packed
};

/// The weights of men by square, where squares are counted from the own side.
pub(crate) static SQUARES: Worth = {
    let mut worth = [[(0, 0); Square::NUM]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < Square::NUM {
            worth[piece][square] = WEIGHTS[of_square(piece, square)];
            square += 1;
        }
        piece += 1;
    }
    worth
};

/// The weight of a man on a square, counted from the own side.
const fn of_square(piece: usize, square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    let file = if file < 4 { file } else { 7 - file };
    STARTS[piece] + 4 * rank + file
}

#[inline]
fn weight(row: Row, index: usize) -> usize {
    STARTS[row as usize] + index
}

/// Takes down what is counted.
pub(crate) trait TermLedger {
    /// Notes for the side of `color`, at `square`, `count` times the weight of this number.
    fn note(&mut self, color: Color, square: Square, weight: usize, count: i32);
}

/// The sum for White less Black, of both weights in one number.
struct PackedSum(i32);

impl TermLedger for PackedSum {
    #[inline]
    fn note(&mut self, color: Color, _: Square, weight: usize, count: i32) {
        let worth = PACKED[weight] * count;
        self.0 += if color == Color::White { worth } else { -worth };
    }
}

/// What is counted beside men and squares, for White less Black: for the opening and the ending.
#[inline]
pub(crate) fn beside_squares(board: &Board) -> (i32, i32) {
    let mut sum = PackedSum(0);
    count(board, &mut sum);
    let opening = i32::from(sum.0 as i16);
    (opening, (sum.0 - opening) >> 16)
}

/// One side, with its squares as they are.
struct Camp {
    color: Color,
    pawns: BitBoard,
    king: Square,
    /// The king and the squares around it, and those before them.
    ring: BitBoard,
    /// What pawns, knights, bishops, rooks, queens and the king attack.
    attacks: [BitBoard; 6],
}

impl Camp {
    #[inline]
    fn of(board: &Board, color: Color) -> Camp {
        let (pawns, king) = (board.colored_pieces(color, Piece::Pawn), board.king(color));
        let around = get_king_moves(king);
        let near = around | king.bitboard();
        let before = if color == Color::White { near.0 << 8 } else { near.0 >> 8 };
        let mut attacks = [BitBoard::EMPTY; 6];
        attacks[Piece::Pawn as usize] = BitBoard(turned(guarded(turned(pawns.0, color)), color));
        attacks[Piece::King as usize] = around;
        Camp { color, pawns, king, ring: near | BitBoard(before), attacks }
    }

    #[inline]
    fn all(&self) -> BitBoard {
        self.attacks.iter().fold(BitBoard::EMPTY, |all, &attacks| all | attacks)
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// A board as the side of `color` sees it, or back.
#[inline]
fn turned(squares: u64, color: Color) -> u64 {
    if color == Color::White { squares } else { squares.swap_bytes() }
}

#[inline]
fn beside(squares: u64) -> u64 {
    ((squares & !FILE_A) >> 1) | ((squares & !FILE_H) << 1)
}

/// The squares that pawns guard which move up.
#[inline]
fn guarded(pawns: u64) -> u64 {
    beside(pawns) << 8
}

/// These squares and all above them.
#[inline]
fn upwards(mut squares: u64) -> u64 {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

/// These squares and all below them.
#[inline]
fn downwards(mut squares: u64) -> u64 {
    squares |= squares >> 8;
    squares |= squares >> 16;
    squares | squares >> 32
}

/// Notes everything but men and squares.
#[inline]
fn count(board: &Board, ledger: &mut impl TermLedger) {
    let mut white = Camp::of(board, Color::White);
    let mut black = Camp::of(board, Color::Black);
    pieces(board, &mut white, &black, ledger);
    pieces(board, &mut black, &white, ledger);
    for (own, other) in [(&white, &black), (&black, &white)] {
        pawns(board, own, other, ledger);
        shelter(own, other, ledger);
        checks(board, own, other, ledger);
        threats(board, own, other, ledger);
    }
    let mover = board.side_to_move();
    ledger.note(mover, board.king(mover), weight(Row::Tempo, 0), 1);
}

/// Notes the mobility of pieces, where they stand well, and how they press the other king.
#[inline]
fn pieces(board: &Board, own: &mut Camp, other: &Camp, ledger: &mut impl TermLedger) {
    let (color, occupied) = (own.color, board.occupied());
    let free = !(own.pawns | own.king.bitboard() | other.attacks[Piece::Pawn as usize]);
    let (seen, theirs) = (turned(own.pawns.0, color), turned(other.pawns.0, !color));
    // Where a pawn guards, and no pawn of the other side can ever attack: in the other half, but for its last ranks.
    let driven = turned(turned(upwards(guarded(theirs)), !color), color);
    let outposts = BitBoard(turned(guarded(seen) & !driven & 0x0000_ffff_ff00_0000, color));
    let mut pressure = 0;
    for (index, piece) in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate() {
        let mut attacked = BitBoard::EMPTY;
        for square in board.colored_pieces(color, piece) {
            let attacks = match piece {
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, occupied),
                Piece::Rook => get_rook_moves(square, occupied),
                _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            };
            attacked |= attacks;
            let mobility = STARTS[Row::Mobility as usize + index] + (attacks & free).len() as usize;
            ledger.note(color, square, mobility, 1);
            let pressed = (attacks & other.ring).len();
            if pressed != 0 {
                ledger.note(color, square, weight(Row::Ring, index), pressed as i32);
                pressure += if piece == Piece::Queen { 2 * pressed } else { pressed };
            }
            match piece {
                Piece::Knight | Piece::Bishop if outposts.has(square) => {
                    ledger.note(color, square, weight(Row::Outpost, index), 1);
                }
                Piece::Rook => {
                    let file = square.file().bitboard();
                    if file.is_disjoint(own.pawns) {
                        let half = usize::from(!file.is_disjoint(other.pawns));
                        ledger.note(color, square, weight(Row::OpenFile, half), 1);
                    }
                }
                _ => {}
            }
            if piece == Piece::Bishop {
                let is_dark = BitBoard::DARK_SQUARES.has(square);
                let alike = if is_dark { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
                ledger.note(color, square, weight(Row::OwnColour, 0), (own.pawns & alike).len() as i32);
            }
        }
        own.attacks[piece as usize] = attacked;
    }
    ledger.note(color, other.king, weight(Row::Pressure, pressure.min(19) as usize), 1);
    let bishops = board.colored_pieces(color, Piece::Bishop);
    if 2 <= bishops.len() {
        let square = bishops.next_square().expect("there are two");
        ledger.note(color, square, weight(Row::Pair, 0), 1);
    }
}

/// The steps of a king from one square to another.
#[inline]
fn steps(from: usize, to: usize) -> i32 {
    (from / 8).abs_diff(to / 8).max((from % 8).abs_diff(to % 8)) as i32
}

/// Notes for each of these squares, on the board as the side sees it, a weight and its count.
#[inline]
fn each(ledger: &mut impl TermLedger, color: Color, seen: u64, note: impl Fn(usize) -> (usize, i32)) {
    for square in BitBoard(seen) {
        let (weight, count) = note(square as usize);
        ledger.note(color, square.relative_to(color), weight, count);
    }
}

/// Notes the structure of pawns, on the board as their side sees it.
#[inline]
fn pawns(board: &Board, own: &Camp, other: &Camp, ledger: &mut impl TermLedger) {
    let color = own.color;
    let [seen, theirs, occupied] = [own.pawns.0, other.pawns.0, board.occupied().0].map(|bits| turned(bits, color));
    // The squares that pawns of the other side pass or guard on their way down.
    let barred = downwards(theirs >> 8);
    let passed = seen & !(barred | beside(barred)) & !downwards(seen >> 8);
    let guards = guarded(seen);
    let (phalanx, defended) = (seen & beside(seen), seen & guards);
    each(ledger, color, phalanx, |square| (weight(Row::Phalanx, square / 8 - 1), 1));
    each(ledger, color, defended, |square| (weight(Row::Defended, square / 8 - 1), 1));
    each(ledger, color, seen & upwards(seen << 8), |_| (weight(Row::Doubled, 0), 1));
    let isolated = seen & !beside(upwards(seen) | downwards(seen));
    each(ledger, color, isolated, |_| (weight(Row::Isolated, 0), 1));
    let attacked = beside(theirs) >> 8;
    let backward = seen & !isolated & ((attacked & !upwards(guards)) >> 8);
    each(ledger, color, backward, |_| (weight(Row::Backward, 0), 1));
    if passed != 0 {
        let [king, theirs] = [own.king, other.king].map(|king| king.relative_to(color) as usize);
        each(ledger, color, passed, |square| (weight(Row::Passed, square / 8 - 1), 1));
        each(ledger, color, passed & occupied >> 8, |square| (weight(Row::Blocked, square / 8 - 1), 1));
        each(ledger, color, passed, |square| (weight(Row::OwnKing, square / 8 - 1), steps(king, square + 8)));
        each(ledger, color, passed, |square| (weight(Row::OtherKing, square / 8 - 1), steps(theirs, square + 8)));
    }
}

/// Notes the pawns before the king, on the board as its side sees it.
#[inline]
fn shelter(own: &Camp, other: &Camp, ledger: &mut impl TermLedger) {
    let color = own.color;
    let king = own.king.relative_to(color) as usize;
    let (rank, file) = (king / 8, king % 8);
    let [seen, theirs] = [own.pawns.0, other.pawns.0].map(|bits| turned(bits, color) & !0 << (8 * rank));
    let middle = file.clamp(1, 6);
    for near in middle - 1..=middle + 1 {
        let distance = |pawns: u64| match pawns & FILE_A << near {
            0 => None,
            before => Some((before.trailing_zeros() / 8) as usize - rank),
        };
        let own = distance(seen).map_or(0, |steps| steps.clamp(1, 3));
        let kind = if near == file { 0 } else { 4 };
        ledger.note(color, own_square(color, king), weight(Row::Shelter, kind + own), 1);
        let storm = distance(theirs).filter(|&steps| steps <= 3).map_or(0, |steps| steps.max(1));
        ledger.note(color, own_square(color, king), weight(Row::Storm, storm), 1);
    }
}

#[inline]
fn own_square(color: Color, seen: usize) -> Square {
    Square::ALL[seen].relative_to(color)
}

/// Notes the squares from which pieces can give check, and are not taken.
#[inline]
fn checks(board: &Board, own: &Camp, other: &Camp, ledger: &mut impl TermLedger) {
    let free = !(other.all() | board.colors(own.color));
    let occupied = board.occupied();
    let (straight, oblique) = (get_rook_moves(other.king, occupied), get_bishop_moves(other.king, occupied));
    let from = [get_knight_moves(other.king), oblique, straight, straight | oblique];
    for (index, from) in from.into_iter().enumerate() {
        let safe = own.attacks[index + 1] & from & free;
        if !safe.is_empty() {
            ledger.note(own.color, other.king, weight(Row::Check, index), safe.len().min(3) as i32);
        }
    }
}

/// Notes attacks on men by less, and on men without a guard.
#[inline]
fn threats(board: &Board, own: &Camp, other: &Camp, ledger: &mut impl TermLedger) {
    let color = own.color;
    let men = board.colors(!color);
    let mut each = |squares: BitBoard, weight: usize| {
        for square in squares {
            ledger.note(color, square, weight, 1);
        }
    };
    let [by_pawn, by_knight, by_bishop, by_rook, ..] = own.attacks;
    for (index, piece) in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate() {
        each(board.pieces(piece) & men & by_pawn, weight(Row::ByPawn, index));
    }
    let by_minor = by_knight | by_bishop;
    each(board.pieces(Piece::Rook) & men & by_minor, weight(Row::ByMinor, 0));
    each(board.pieces(Piece::Queen) & men & by_minor, weight(Row::ByMinor, 1));
    each(board.pieces(Piece::Queen) & men & by_rook, weight(Row::ByRook, 0));
    let hanging = men & own.all() & !(other.all() | other.king.bitboard());
    each(hanging - other.pawns, weight(Row::Hanging, 0));
    each(hanging & other.pawns, weight(Row::Hanging, 1));
}

/// Notes everything: men and squares too.
fn count_all(board: &Board, ledger: &mut impl TermLedger) {
    for color in [Color::White, Color::Black] {
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                ledger.note(color, square, of_square(piece as usize, square.relative_to(color) as usize), 1);
            }
        }
    }
    count(board, ledger);
}

/// How often each weight counts for White less Black.
struct Counts([i32; COUNT]);

impl TermLedger for Counts {
    fn note(&mut self, color: Color, _: Square, weight: usize, count: i32) {
        self.0[weight] += if color == Color::White { count } else { -count };
    }
}

/// The weights that count on `board`, each with how often it counts for White less Black, ascending; and the share of the
/// weights for the opening, from 0 to 1.
pub(crate) fn counts(board: &Board) -> (Vec<(u16, i8)>, f64) {
    let mut counts = Counts([0; COUNT]);
    count_all(board, &mut counts);
    let counted = (0..).zip(counts.0).filter(|&(_, count)| count != 0);
    (counted.map(|(weight, count)| (weight, count as i8)).collect(), Balance::of(board, &SQUARES).share())
}

/// What counts at each square, for either side and under each term.
struct PartsBySquare {
    /// The share of the weights for the opening.
    share: f64,
    /// By square: each term with its worth to White and to Black.
    terms: Vec<Vec<(&'static str, Vec<f64>)>>,
}

impl TermLedger for PartsBySquare {
    fn note(&mut self, color: Color, square: Square, weight: usize, count: i32) {
        let (opening, ending) = WEIGHTS[weight];
        let worth = self.share * f64::from(opening) + (1.0 - self.share) * f64::from(ending);
        let row = STARTS.partition_point(|&start| start <= weight) - 1;
        let (part, terms) = (ROWS[row].part, &mut self.terms[square as usize]);
        let at = terms.iter().position(|(name, _)| *name == part).unwrap_or_else(|| {
            terms.push((part, vec![0.0; 2]));
            terms.len() - 1
        });
        terms[at].1[color as usize] += worth * f64::from(count);
    }
}

/// The contribution of each square, in hundredths of a pawn.
pub(crate) fn parts(board: &Board) -> Vec<Contribution> {
    let share = Balance::of(board, &SQUARES).share();
    let mut parts = PartsBySquare { share, terms: vec![Vec::new(); Square::NUM] };
    count_all(board, &mut parts);
    let squares = Square::ALL.into_iter().zip(parts.terms).filter(|(_, terms)| !terms.is_empty());
    squares.map(|(square, terms)| Contribution::new(square.to_string(), Seat::all(2).count() as u8, terms)).collect()
}
