//! Positions and moves of draughts as text: PDN 3.0 (W. Wesselink and others, 2011, pdn.fmjd.org).
//!
//! - Its tag FEN (chapter *FEN tag*): who moves, and in either order the pieces of both sides, with `K` before kings, and
//!   ranges (`21-32`); a full stop may end it. Behind that, as servers write it, in any order `H` with the quiet plies and
//!   `F` with the number of the move, which the standard does not have.
//! - Moves by the numbers of squares: `11-15`, `15x24`, `15x24x31`; captures by their ends alone where those are enough
//!   (*PDN 3.0 Restrictions*, 8). Read is what *PDN Reading Grammar* has beside: all squares of any capture, a nought before
//!   a number, `:` for `x`, and two squares of two figures with nothing between them.

use std::{
    fmt::{self, Display, Write},
    ops::{ControlFlow, RangeInclusive},
};

use agon_core::{Position, Seat, TextError, after, bits::ones};

use crate::{
    Checkers, CheckersMove,
    board::{Board, LAST_ROWS, bit, square},
};

/// `B:W21,K22:B1,2:H0`: the seat to move, White's pieces, Black's, and the quiet plies.
impl Display for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(letter(self.mover))?;
        for seat in [Seat(1), Seat(0)] {
            write!(f, ":{}", letter(seat))?;
            for (index, at) in ones(self.board.sides[seat.index()]).enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let king = if self.board.kings >> at & 1 == 1 { "K" } else { "" };
                write!(f, "{comma}{king}{}", square(at) + 1)?;
            }
        }
        write!(f, ":H{}", self.quiet)
    }
}

/// The position in the form of the standard, which has no count of quiet plies.
pub(crate) fn fen(position: &Checkers) -> String {
    position.to_string().trim_end_matches(":H0").to_owned()
}

/// Black moves first.
fn letter(seat: Seat) -> char {
    if seat.0 == 0 { 'B' } else { 'W' }
}

/// A mistake in a text: the index of a byte, and the text expected there.
type Wrong = (usize, String);

/// The parts of `text`, which stands at `from`, between separators, each with its place.
fn parts(text: &str, from: usize, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut next = from;
    text.split(separator).map(move |part| {
        let at = next;
        next += part.len() + separator.len_utf8();
        (at, part)
    })
}

/// The whole number that `text`, which stands at `at`, is.
fn number(at: usize, text: &str, range: RangeInclusive<u32>) -> Result<u32, Wrong> {
    let is_whole = text.bytes().all(|b| b.is_ascii_digit());
    let read = text.parse::<u32>().ok().filter(|number| is_whole && range.contains(number));
    read.ok_or_else(|| {
        let (from, to) = range.into_inner();
        (at, format!("a whole number from {from} to {to}, found `{text}`"))
    })
}

/// Reads the pieces of one seat, a list that stands at `at`: all, and the kings among them.
fn read_side(at: usize, list: &str, seat: Seat) -> Result<(u64, u64), Wrong> {
    let (mut side, mut kings) = (0u64, 0u64);
    for (at, piece) in parts(list, at, ',').filter(|_| !list.is_empty()) {
        let is_king = piece.starts_with('K');
        let (at, numbers) = (at + usize::from(is_king), &piece[usize::from(is_king)..]);
        let (first, last) = if let Some((first, last)) = numbers.split_once('-') {
            (number(at, first, 1..=32)?, number(at + first.len() + 1, last, 1..=32)?)
        } else {
            let one = number(at, numbers, 1..=32)?;
            (one, one)
        };
        if last < first {
            return Err((at, format!("squares from the lower to the higher, found `{numbers}`")));
        }
        for number in first..=last {
            let here = 1 << bit(number - 1);
            if side & here != 0 {
                return Err((at, format!("each square once, found {number} again")));
            }
            if !is_king && here & LAST_ROWS[seat.index()] != 0 {
                return Err((at, format!("a king on square {number}, where men become kings")));
            }
            side |= here;
            kings |= if is_king { here } else { 0 };
        }
    }
    match side.count_ones() {
        0..=12 => Ok((side, kings)),
        count => Err((at, format!("at most 12 pieces, found {count}"))),
    }
}

pub(crate) fn read(like: &Checkers, text: &str) -> Result<Checkers, TextError> {
    read_parts(like, text.strip_suffix('.').unwrap_or(text)).map_err(|(at, expected)| {
        let column = text[..at].chars().count() + 1;
        TextError::new(
            text,
            format!(
                "a PDN FEN, and quiet plies if there were any, such as B:W21,K22:B1,2:H0 (column \
                 {column}: expected {expected})"
            ),
        )
    })
}

/// Reads the seat to move, the pieces of both seats in either order, and then the counts, in either order too: quiet
/// plies after `H`, and after `F` the move number, which is not part of the position.
fn read_parts(like: &Checkers, text: &str) -> Result<Checkers, Wrong> {
    let mut parts = parts(text, 0, ':').peekable();
    let mover = match parts.next() {
        Some((_, "B")) => Seat(0),
        Some((_, "W")) => Seat(1),
        _ => return Err((0, "who moves, B or W, and a colon".to_owned())),
    };
    let (mut sides, mut last) = ([None; 2], text.len());
    while let Some((at, part)) = parts.next_if(|(_, part)| part.starts_with(['B', 'W'])) {
        let seat = Seat(u8::from(part.starts_with('W')));
        if sides[seat.index()].replace(read_side(at + 1, &part[1..], seat)?).is_some() {
            return Err((at, "the pieces of each side once".to_owned()));
        }
        last = at;
    }
    let [Some((black, black_kings)), Some((white, white_kings))] = sides else {
        let at = parts.next().map_or(text.len(), |(at, _)| at);
        return Err((at, "the pieces of both sides, behind B and W".to_owned()));
    };
    if let Some(at) = ones(black & white).next() {
        return Err((last, format!("one piece on each square, found two on {}", square(at) + 1)));
    }
    let (mut quiet, mut turn) = (None, None);
    for (at, part) in parts {
        let (count, most) = match part.chars().next() {
            Some('H') => (&mut quiet, u32::from(like.most_quiet)),
            Some('F') => (&mut turn, u32::MAX),
            _ => return Err((at, format!("H and quiet plies, or F and a number, found `{part}`"))),
        };
        if count.replace(number(at + 1, &part[1..], 0..=most)?).is_some() {
            return Err((at, "each count once".to_owned()));
        }
    }
    let quiet = quiet.and_then(|quiet| u8::try_from(quiet).ok()).unwrap_or(0);
    let board = Board { sides: [black, white], kings: black_kings | white_kings };
    Ok(Checkers { board, mover, quiet, ..*like })
}

fn ends(m: CheckersMove) -> (u32, Option<u32>) {
    (m.from(), m.squares().last())
}

/// The number of moves with the ends of `m`.
fn alike(position: &Checkers, m: CheckersMove) -> usize {
    let mut alike = 0;
    let _ = position.each_move(|other| {
        alike += usize::from(ends(other) == ends(m));
        ControlFlow::Continue(())
    });
    alike
}

pub(crate) fn write_move(position: &Checkers, m: CheckersMove, out: &mut dyn Write) -> fmt::Result {
    let (from, Some(to)) = ends(m) else { return Err(fmt::Error) };
    if m.ways().count() < 2 || alike(position, m) != 1 {
        return write!(out, "{m}");
    }
    write!(out, "{}x{to}", square(from) + 1)
}

/// The move that `text` writes with all its squares; or with its ends, if no other move has them, or all that do lead to
/// the same position.
pub(crate) fn read_move(position: &Checkers, text: &str) -> Option<CheckersMove> {
    let written = written_squares(text)?;
    let (mut whole, mut short, mut is_clear) = (None, None, true);
    let _ = position.each_move(|m| {
        if m.squares().eq(written.iter().copied()) {
            whole = Some(m);
            return ControlFlow::Break(());
        }
        let (from, to) = ends(m);
        if written.len() == 2 && (square(from) + 1, to) == (written[0], Some(written[1])) {
            let first = *short.get_or_insert(m);
            is_clear &= first == m || after(position, first) == after(position, m);
        }
        ControlFlow::Continue(())
    });
    whole.or(short.filter(|_| is_clear))
}

/// The numbers of the squares that `text` names, in its order.
fn written_squares(text: &str) -> Option<Vec<u32>> {
    let number = |figures: &str| {
        let is_one = (1..=2).contains(&figures.len()) && figures.bytes().all(|b| b.is_ascii_digit());
        figures.parse::<u32>().ok().filter(|number| is_one && (1..=32).contains(number))
    };
    let parts: Vec<&str> = text.split(['-', 'x', 'X', '×', ':', '–']).map(str::trim).collect();
    match parts[..] {
        [both] if both.len() == 4 && both.is_ascii() => Some(vec![number(&both[..2])?, number(&both[2..])?]),
        [_] => None,
        _ => parts.into_iter().map(number).collect(),
    }
}
