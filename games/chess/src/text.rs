//! Positions and moves of chess as text: FEN with its past, EPD, and UCI.
//!
//! - FEN, its six fields as in S. J. Edwards' PGN standard (1994), 16.1.3.1 to 16.1.3.6. A move number 0 is read as
//!   1, and moves that led to the position may stand behind `after`, which is a form of our own.
//! - Castling rights as in X-FEN (R. Scharnagl, 2003): `K` and `Q` are the outermost rooks; letters of files, as Shredder
//!   writes them, are read for any rook.
//! - EPD, 16.2: four fields and operations, of which `hmvc` and `fmvn` (16.2.5) are read, and all have to be operations; the
//!   semicolon behind the last may be missing. Counts may stand before operations, as many programs write.
//! - Moves in UCI's long algebraic notation (R. Huber and S. Meyer-Kahlen, 2000), promotions also as `e7e8Q` and
//!   `e7e8=Q`; all others are read as on score sheets (`san`).
//!
//! A position is accepted if play might have led there as far as the board shows: one king a side, no pawn on the last
//! ranks, the side that just moved not in check, castling rights with kings and rooks at home, a pawn behind an en
//! passant square.

use std::fmt::{self, Display, Write};

use agon_core::{Position, TextError};
use cozy_chess::{
    Board, BoardBuilder, Color, FenParseError, File, Piece, Rank, Square, get_king_moves,
};

use crate::{
    Chess, ChessMove, Past, QUIET_PLIES, castles_as_usual,
    moves::{is_castling, landing},
    name_of,
    objection::{rook_of, to_men, to_passing, to_rights},
    san,
};

/// Separates the FEN from the quiet moves before it.
const AFTER: &str = " after ";

impl Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let any_file = self.now.any_file;
        let fen = fen_with(&self.now.board, |_, rook, usual| {
            if any_file { char::from(rook).to_ascii_uppercase() } else { usual }
        });
        f.write_str(fen.text())?;
        if self.past().is_empty() {
            return Ok(());
        }
        f.write_str(AFTER)?;
        let mut line = Short::<{ 5 * QUIET_PLIES }>::new();
        for Past { m, .. } in self.past() {
            // A quiet move is no promotion.
            let ([file, rank], [to_file, to_rank]) = (name(m.step().from), name(m.step().to));
            line.add([file, rank, to_file, to_rank, b' ']);
        }
        line.length -= 1;
        f.write_str(line.text())
    }
}

/// The FEN of the board in the form that other programs read most widely: X-FEN, where a castling
/// right is `K` or `Q` unless another rook stands further out (R. Scharnagl, 2003).
pub(crate) fn fen(board: &Board) -> String {
    let fen = fen_with(board, |color, file, usual| {
        let (king, back) = (board.king(color), Rank::First.relative_to(color));
        let rooks = board.colored_pieces(color, Piece::Rook) & back.bitboard();
        let is_short = usual == 'K';
        let is_further = |other: Square| {
            if is_short { file < other.file() } else { other.file() < file }
        };
        let is_outermost = !rooks.iter().any(|r| is_further(r) && (king < r) == is_short);
        if is_outermost { usual } else { char::from(file).to_ascii_uppercase() }
    });
    fen.text().to_owned()
}

/// The FEN with an en passant square only where the capture is legal, and castling rights by the letters that `letter`
/// returns for White, from the file of a rook and the usual letter.
fn fen_with(board: &Board, letter: impl Fn(Color, File, char) -> char) -> Short<LONGEST_FEN> {
    let mut text = Short::new();
    write_men(board, &mut text);
    text.add([b' ', if board.side_to_move() == Color::White { b'w' } else { b'b' }, b' ']);
    let before = text.length;
    for color in Color::ALL {
        let castle = board.castle_rights(color);
        for (rook, usual) in [(castle.short, 'K'), (castle.long, 'Q')] {
            let Some(file) = rook else { continue };
            let letter = letter(color, file, usual) as u8;
            text.add([if color == Color::White { letter } else { letter.to_ascii_lowercase() }]);
        }
    }
    if text.length == before {
        text.add([b'-']);
    }
    text.add([b' ']);
    match board.en_passant().filter(|_| name_of(board).1) {
        Some(file) => {
            text.add(name(Square::new(file, Rank::Sixth.relative_to(board.side_to_move()))));
        }
        None => text.add([b'-']),
    }
    text.add([b' ']);
    text.number(board.halfmove_clock().into());
    text.add([b' ']);
    text.number(board.fullmove_number());
    text
}

/// Eight rows with their ends, the side to move, four rights, a square, and two numbers.
const LONGEST_FEN: usize = 72 + 2 + 5 + 3 + 4 + 5;

/// The men by their numbers: three bits for the piece, one for the colour.
const MEN: [u8; 16] = *b"PNBRQK..pnbrqk..";

/// The bits of a row, each as a byte that is 0 or 1.
fn spread(row: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let apart = row.wrapping_mul(EACH) & 0x8040_2010_0804_0201;
    // Any bit set in a byte carries into its highest bit.
    (apart + 0x7f * EACH) >> 7 & EACH
}

/// Writes the rows from the eighth, with gaps as numbers, visiting only the men: a gap of zero is written like others,
/// and then overwritten by the man behind it.
fn write_men(board: &Board, text: &mut Short<LONGEST_FEN>) {
    let [knights, bishops, rooks, queens, kings] =
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King]
            .map(|piece| board.pieces(piece).0);
    // The bits of the numbers, for all squares at once.
    let bits =
        [knights | rooks | kings, bishops | rooks, queens | kings, board.colors(Color::Black).0];
    let occupied = board.occupied().0;
    // Both are the loop's own, and no index can be out of range: there are many boards to be written.
    let (mut rows, mut at) = ([0; 128], 0);
    let mut push = |letter: u8, is_there: bool| {
        rows[at & 0x7f] = letter;
        at += usize::from(is_there);
    };
    for row in (0..64).step_by(8).rev() {
        let of_row = |bits: u64| bits >> row & 0xff;
        let numbers = (0..4).fold(0, |sum, place| sum | spread(of_row(bits[place])) << place);
        let mut men = of_row(occupied);
        let mut file = 0;
        while men != 0 {
            let next = men.trailing_zeros();
            men &= men - 1;
            push(b'0' + (next - file) as u8, file < next);
            push(MEN[(numbers >> (8 * next) & 0xf) as usize], true);
            file = next + 1;
        }
        push(b'0' + (8 - file) as u8, file < 8);
        push(b'/', row != 0);
    }
    text.bytes[..at].copy_from_slice(&rows[..at]);
    text.length = at;
}

/// A short text without an allocation, since many are written.
struct Short<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Short<N> {
    fn new() -> Self {
        Short { bytes: [0; N], length: 0 }
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).expect("these are letters")
    }

    #[inline]
    fn add<const K: usize>(&mut self, letters: [u8; K]) {
        let end = self.length + K;
        self.bytes[self.length..end].copy_from_slice(&letters);
        self.length = end;
    }

    fn number(&mut self, number: u16) {
        let digit = |number: u16| b'0' + (number % 10) as u8;
        match number {
            0..10 => self.add([digit(number)]),
            10..100 => self.add([digit(number / 10), digit(number)]),
            _ => {
                self.number(number / 100);
                self.add([digit(number / 10), digit(number)]);
            }
        }
    }
}

/// A square's file and rank.
fn name(square: Square) -> [u8; 2] {
    [b'a' + square.file() as u8, b'1' + square.rank() as u8]
}

/// The step as programs write it: `e7e8q`.
fn step_of(step: cozy_chess::Move) -> Short<5> {
    let mut text = Short::new();
    text.add(name(step.from));
    text.add(name(step.to));
    if let Some(piece) = step.promotion {
        text.add([char::from(piece) as u8]);
    }
    text
}

/// The parts of `text` between ends that stand outside quotation marks, each with its place.
fn split(text: &str, is_end: impl Fn(char) -> bool) -> Vec<Part<'_>> {
    let (mut parts, mut from, mut is_quoted) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        is_quoted ^= c == '"';
        if !is_quoted && is_end(c) {
            parts.push((from, &text[from..at]));
            from = at + c.len_utf8();
        }
    }
    parts.push((from, &text[from..]));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// A part of a text behind the place of its first byte.
type Part<'a> = (usize, &'a str);

/// The error for a text, with its column.
fn wrong_at(text: &str, at: usize, why: &str) -> String {
    format!("column {}: {why}", text[..at].chars().count() + 1)
}

/// Checks that `men` are eight ranks of eight squares as in the PGN standard (16.1.3.1), where one digit stands for a
/// whole run of empty squares: so every board has one text, and no other text is accepted. The error is the place of
/// the mistake, and the reason.
fn ranks(men: &str) -> Result<(), (usize, String)> {
    let (mut rank, mut files, mut is_gap) = (1, 0, false);
    for (at, c) in men.char_indices() {
        let wrong = |why: String| Err((at, why));
        let squares = match c {
            '/' if files < 8 => {
                return wrong(format!(
                    "expected eight squares in rank {}, found {files}",
                    9 - rank
                ));
            }
            '/' if rank == 8 => return wrong("expected eight ranks, found a ninth".to_owned()),
            '/' => {
                (rank, files, is_gap) = (rank + 1, 0, false);
                continue;
            }
            '1'..='8' if is_gap => {
                return wrong(
                    "expected one digit for a run of empty squares, found two".to_owned(),
                );
            }
            '1'..='8' => c as usize - '0' as usize,
            'P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'p' | 'n' | 'b' | 'r' | 'q' | 'k' => 1,
            _ => {
                return wrong(format!(
                    "expected a man (PNBRQK, pnbrqk), a digit from 1 to 8, or `/`, found `{c}`"
                ));
            }
        };
        files += squares;
        is_gap = c.is_ascii_digit();
        if 8 < files {
            return wrong(format!("expected eight squares in rank {}, found more", 9 - rank));
        }
    }
    if files < 8 {
        let why = format!("expected eight squares in rank {}, found {files}", 9 - rank);
        return Err((men.len(), why));
    }
    if rank < 8 { Err((men.len(), format!("expected eight ranks, found {rank}"))) } else { Ok(()) }
}

/// The board of a FEN, or of an EPD: a FEN without its counts, followed by operations of which
/// `hmvc` and `fmvn` are those counts, and others are ignored. `words` are those of `text`.
fn read_board(text: &str, words: &[Part<'_>]) -> Result<Board, String> {
    let wrong = |at: usize, why: &str| wrong_at(text, at, why);
    let &[men, mover, rights, passing, ref rest @ ..] = words else {
        return Err("a FEN has six fields, an EPD four".to_owned());
    };
    if let Err((at, why)) = ranks(men.1) {
        return Err(wrong(men.0 + at, &why) + "; PGN standard 16.1.3.1");
    }
    let is_count =
        |word: &Part<'_>| !word.1.is_empty() && word.1.bytes().all(|b| b.is_ascii_digit());
    let (mut quiet, mut number, operations) = match rest {
        [quiet, (at, number), rest @ ..] if is_count(quiet) => {
            // A semicolon ends the line in many a file.
            let number = (*at, number.strip_suffix(';').unwrap_or(number));
            if !is_count(&number) {
                let why = format!("expected the number of the move, found `{}`", number.1);
                return Err(wrong(*at, &why));
            }
            (*quiet, number, rest)
        }
        [quiet] if is_count(quiet) => {
            let why = "expected two counts, found one: quiet plies, and the number of the move";
            return Err(wrong(quiet.0, why));
        }
        rest => ((0, "0"), (0, "1"), rest),
    };
    // A letter, and letters, figures and strokes behind it; a text may follow at once.
    let is_other = |word: &str| {
        let code = word.split('"').next().unwrap_or_default();
        let is_name = code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        is_name
            && code.starts_with(|c: char| c.is_ascii_alphabetic())
            && !["hmvc", "fmvn"].contains(&code)
    };
    let mut told = Vec::new();
    if let (Some((from, _)), Some((last, word))) = (operations.first(), operations.last()) {
        for (at, operation) in split(&text[*from..last + word.len()], |c| c == ';') {
            let mut words = split(operation, char::is_whitespace);
            for word in &mut words {
                word.0 += from + at;
            }
            match words[..] {
                [] => {}
                [(at, code @ ("hmvc" | "fmvn")), ..] if told.contains(&code) => {
                    return Err(wrong(at, &format!("expected `{code}` once, found it again")));
                }
                [(_, code @ ("hmvc" | "fmvn")), count] => {
                    told.push(code);
                    if code == "hmvc" {
                        quiet = count;
                    } else {
                        number = count;
                    }
                }
                [(at, code @ ("hmvc" | "fmvn")), ..] => {
                    return Err(wrong(at, &format!("expected one number behind `{code}`")));
                }
                [(_, code), ..] if is_other(code) => {}
                [(at, code), ..] => {
                    return Err(wrong(at, &format!("`{code}` is no operation of an EPD")));
                }
            }
        }
    }
    let count = |(at, word): Part<'_>, most: u16| {
        let read = word.parse::<u16>().ok().filter(|count| is_count(&(at, word)) && *count <= most);
        let why = || format!("expected a whole number of at most {most}, found `{word}`");
        read.ok_or_else(|| wrong(at, &why()))
    };
    // The first move is number one; many programs write nought where they do not count.
    let (quiet, number) = (count(quiet, QUIET_PLIES as u16)?, count(number, u16::MAX)?.max(1));
    let by_files = by_files(men.1, rights.1);
    let letters = by_files.as_deref().unwrap_or(rights.1);
    let fen = format!("{} {} {letters} {} {quiet} {number}", men.1, mover.1, passing.1);
    let board = if by_files.is_some() { Board::from_fen(&fen, true) } else { fen.parse() };
    let board = board.map_err(|error| {
        let (field, (at, why)) = match error {
            FenParseError::InvalidSideToMove => {
                (mover, (0, format!("expected `w` or `b`, found `{}`", mover.1)))
            }
            FenParseError::InvalidCastlingRights => (rights, to_rights(men.1, rights.1)),
            FenParseError::InvalidEnPassant => (passing, to_passing(mover.1, passing.1)),
            _ => (men, to_men(men.1, mover.1)),
        };
        wrong(field.0 + at, &why)
    })?;
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err("the kings stand side by side".to_owned());
    }
    Ok(board)
}

/// The step that `word` writes as programs do, and nothing behind it. Some of them write the piece of
/// a promotion as score sheets have it: `e7d8Q`, `e7d8=Q`.
fn read_step(word: &str) -> Option<cozy_chess::Move> {
    let (squares, promotion) = word.split_at_checked(4)?;
    let mut step: cozy_chess::Move = squares.parse().ok()?;
    step.promotion = match promotion.strip_prefix('=').unwrap_or(promotion) {
        "" if promotion.is_empty() => None,
        "q" | "Q" => Some(Piece::Queen),
        "r" | "R" => Some(Piece::Rook),
        "b" | "B" => Some(Piece::Bishop),
        "n" | "N" => Some(Piece::Knight),
        _ => return None,
    };
    Some(step)
}

/// Castling rights of an X-FEN by the files of the rooks; `None` where they are so already, or
/// where there is no such king or rook.
fn by_files(men: &str, rights: &str) -> Option<String> {
    if rights == "-" {
        return None;
    }
    let mut files = String::new();
    for right in rights.chars() {
        let file = rook_of(men, right)?;
        let letter = b'a' + u8::try_from(file).ok()?;
        let letter = char::from(letter);
        files.push(if right.is_ascii_uppercase() { letter.to_ascii_uppercase() } else { letter });
    }
    (!files.is_empty()).then_some(files)
}

/// Reads a FEN, and the quiet moves that led there, if any. `any_file` is whether kings castle from
/// any file; `None` leaves that to the text.
pub(crate) fn read(text: &str, any_file: Option<bool>) -> Result<Chess, TextError> {
    let wrong = |expected: &str| TextError::new(text, expected);
    let no_fen = |error: String| wrong(&format!("a FEN ({error})"));
    if let (Some(at), 1) = (text.rfind('"'), text.matches('"').count() % 2) {
        return Err(no_fen(wrong_at(text, at, "the quotation mark is never closed")));
    }
    let words = split(text, char::is_whitespace);
    let (fen, after) = match words.iter().position(|(_, word)| *word == AFTER.trim()) {
        Some(at) => (&words[..at], Some(&words[at + 1..])),
        None => (&words[..], None),
    };
    let board = read_board(text, fen).map_err(no_fen)?;
    let usual = castles_as_usual(&board);
    let any_file = any_file.unwrap_or(!usual);
    if !any_file && !usual {
        return Err(wrong("kings and rooks with castling rights where they start"));
    }
    let Some(after) = after else { return Ok(Chess::new(board, any_file)) };
    let line: Vec<ChessMove> = after
        .iter()
        .map(|(_, word)| read_step(word).map(ChessMove::new))
        .collect::<Option<_>>()
        .filter(|line: &Vec<ChessMove>| !line.is_empty())
        .ok_or_else(|| wrong("moves such as g1f3 behind `after`"))?;
    let refuse = || wrong("quiet moves behind `after` that lead to the position");
    let mut position = Chess::new(unplay(&board, &line).ok_or_else(refuse)?, any_file);
    for &m in &line {
        if !position.is_legal(m) {
            return Err(refuse());
        }
        position.play(m);
    }
    position.now.board.set_fullmove_number(board.fullmove_number());
    let same = position.now.board == board && position.past().len() == line.len();
    if same { Ok(position) } else { Err(refuse()) }
}

/// The board before the quiet moves `line`.
fn unplay(board: &Board, line: &[ChessMove]) -> Option<Board> {
    let mut before = BoardBuilder::from_board(board);
    before.en_passant = None;
    before.halfmove_clock = board.halfmove_clock().checked_sub(u8::try_from(line.len()).ok()?)?;
    for m in line.iter().rev() {
        let step = m.step();
        let man = before.square_mut(step.to).take()?;
        if before.square_mut(step.from).replace(man).is_some() {
            return None;
        }
        before.side_to_move = !before.side_to_move;
    }
    before.build().ok()
}

pub(crate) fn write_move(
    board: &Board,
    any_file: bool,
    m: ChessMove,
    out: &mut dyn Write,
) -> fmt::Result {
    let mut step = m.step();
    if !any_file && is_castling(board, step) {
        step.to = landing(step.from, step.to);
    }
    out.write_str(step_of(step).text())
}

/// The move that `text` writes as programs or as score sheets do, if it writes one; it may be
/// illegal.
pub(crate) fn read_move(board: &Board, any_file: bool, text: &str) -> Option<ChessMove> {
    let Some(mut step) = read_step(text) else {
        return san::read(board, text).map(ChessMove::new);
    };
    let king = board.king(board.side_to_move());
    if !any_file && step.from == king && !is_castling(board, step) {
        let rights = board.castle_rights(board.side_to_move());
        for rook in [rights.short, rights.long].into_iter().flatten() {
            let rook = Square::new(rook, king.rank());
            let far = (king.file() as i8 - step.to.file() as i8).abs() == 2;
            if far && step.to == landing(king, rook) {
                step.to = rook;
                break;
            }
        }
    }
    Some(ChessMove::new(step)).filter(|m| m.step() == step)
}
