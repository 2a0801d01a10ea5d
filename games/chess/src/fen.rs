//! Boards as text: FEN and EPD.
//!
//! - FEN, its six fields as in S. J. Edwards' PGN standard (1994), 16.1.3.1 to 16.1.3.6. A move number 0 is read as 1.
//! - Castling rights as in X-FEN (R. Scharnagl, 2003): `K` and `Q` are the outermost rooks; letters of files, as Shredder
//!   writes them, are read for any rook.
//! - EPD, 16.2: four fields and operations, of which `hmvc` and `fmvn` (16.2.5) are read, and all have to be operations; the
//!   semicolon behind the last may be missing. Counts may stand before operations, as many programs write.
//!
//! A board is accepted if play might have led there as far as it shows: one king a side, no pawn on the last ranks, the
//! side that just moved not in check, castling rights with kings and rooks at home, a pawn behind an en passant square.

use cozy_chess::{Board, Color, FenParseError, File, Piece, Rank, Square, get_king_moves};

use crate::{
    QUIET_PLIES, name_of,
    objection::{rook_of, to_men, to_passing, to_rights},
    short::Short,
    uci::name,
};

/// The FEN of the board in the form that other programs read most widely: X-FEN, where a castling
/// right is `K` or `Q` unless another rook stands further out (R. Scharnagl, 2003).
pub(crate) fn of(board: &Board) -> String {
    let fen = with_letters(board, |color, file, usual| {
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
pub(crate) fn with_letters(board: &Board, letter: impl Fn(Color, File, char) -> char) -> Short<LONGEST> {
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
const LONGEST: usize = 72 + 2 + 5 + 3 + 4 + 5;

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
fn write_men(board: &Board, text: &mut Short<LONGEST>) {
    let [knights, bishops, rooks, queens, kings] =
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King].map(|piece| board.pieces(piece).0);
    // The bits of the numbers, for all squares at once.
    let bits = [knights | rooks | kings, bishops | rooks, queens | kings, board.colors(Color::Black).0];
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
    text.add_all(&rows[..at]);
}

/// The board of a FEN, or of an EPD: a FEN without its counts, followed by operations of which
/// `hmvc` and `fmvn` are those counts, and others are ignored. `words` are those of `text`.
pub(crate) fn read(text: &str, words: &[Part<'_>]) -> Result<Board, String> {
    let wrong = |at: usize, why: &str| wrong_at(text, at, why);
    let &[men, mover, rights, passing, ref rest @ ..] = words else {
        return Err("a FEN has six fields, an EPD four".to_owned());
    };
    if let Err((at, why)) = ranks(men.1) {
        return Err(wrong(men.0 + at, &why) + "; PGN standard 16.1.3.1");
    }
    let is_count = |word: &Part<'_>| !word.1.is_empty() && word.1.bytes().all(|b| b.is_ascii_digit());
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
        is_name && code.starts_with(|c: char| c.is_ascii_alphabetic()) && !["hmvc", "fmvn"].contains(&code)
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
            FenParseError::InvalidSideToMove => (mover, (0, format!("expected `w` or `b`, found `{}`", mover.1))),
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

/// Checks that `men` are eight ranks of eight squares as in the PGN standard (16.1.3.1), where one digit stands for a
/// whole run of empty squares: so every board has one text, and no other text is accepted. The error is the place of
/// the mistake, and the reason.
fn ranks(men: &str) -> Result<(), (usize, String)> {
    let (mut rank, mut files, mut is_gap) = (1, 0, false);
    for (at, c) in men.char_indices() {
        let wrong = |why: String| Err((at, why));
        let squares = match c {
            '/' if files < 8 => {
                return wrong(format!("expected eight squares in rank {}, found {files}", 9 - rank));
            }
            '/' if rank == 8 => return wrong("expected eight ranks, found a ninth".to_owned()),
            '/' => {
                (rank, files, is_gap) = (rank + 1, 0, false);
                continue;
            }
            '1'..='8' if is_gap => {
                return wrong("expected one digit for a run of empty squares, found two".to_owned());
            }
            '1'..='8' => c as usize - '0' as usize,
            'P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'p' | 'n' | 'b' | 'r' | 'q' | 'k' => 1,
            _ => {
                return wrong(format!("expected a man (PNBRQK, pnbrqk), a digit from 1 to 8, or `/`, found `{c}`"));
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

/// The parts of `text` between ends that stand outside quotation marks, each with its place.
pub(crate) fn split(text: &str, is_end: impl Fn(char) -> bool) -> Vec<Part<'_>> {
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
pub(crate) type Part<'a> = (usize, &'a str);

/// The error for a text, with its column.
pub(crate) fn wrong_at(text: &str, at: usize, why: &str) -> String {
    format!("column {}: {why}", text[..at].chars().count() + 1)
}
