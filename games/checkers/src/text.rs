//! Positions and moves of draughts as text: PDN.

use std::{
    fmt::{self, Display, Write},
    ops::ControlFlow,
};

use agon_core::{Position, Seat, TextError, bits::ones};

use crate::{
    Checkers, CheckersMove,
    board::{Board, LAST_ROWS, bit, square},
};

/// `B:W21,K22:B1,2:H0`: who moves, White's pieces, Black's, and the quiet plies.
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

/// Black moves first.
fn letter(seat: Seat) -> char {
    if seat.0 == 0 { 'B' } else { 'W' }
}

/// Reads the pieces of one seat: all, and the kings among them.
fn read_side(text: &str, seat: Seat) -> Option<(u64, u64)> {
    let (mut side, mut kings) = (0u64, 0u64);
    let list = text.strip_prefix(letter(seat))?;
    for piece in list.split(',').filter(|_| !list.is_empty()) {
        let (is_king, numbers) = match piece.strip_prefix('K') {
            Some(numbers) => (true, numbers),
            None => (false, piece),
        };
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let square = |text: &str| text.parse().ok().filter(|number| (1..=32).contains(number));
        let (first, last): (u32, u32) = (square(first)?, square(last)?);
        if last < first {
            return None;
        }
        for number in first..=last {
            let here = 1 << bit(number - 1);
            if side & here != 0 || (!is_king && here & LAST_ROWS[seat.index()] != 0) {
                return None;
            }
            side |= here;
            kings |= if is_king { here } else { 0 };
        }
    }
    (side.count_ones() <= 12).then_some((side, kings))
}

pub(crate) fn read(like: &Checkers, text: &str) -> Result<Checkers, TextError> {
    let wrong = || {
        TextError::new(
            text,
            "a PDN FEN, and quiet plies if there were any, such as B:W21,K22:B1,2:H0",
        )
    };
    let (mover, pieces) = text.trim_end_matches('.').split_once(':').ok_or_else(wrong)?;
    let (pieces, quiet) = pieces.split_once(":H").unwrap_or((pieces, "0"));
    let mover = match mover {
        "B" => Seat(0),
        "W" => Seat(1),
        _ => return Err(wrong()),
    };
    let (one, other) = pieces.split_once(':').ok_or_else(wrong)?;
    // Either side may stand first.
    let (white, black) = if one.starts_with('B') { (other, one) } else { (one, other) };
    let (black, black_kings) = read_side(black, Seat(0)).ok_or_else(wrong)?;
    let (white, white_kings) = read_side(white, Seat(1)).ok_or_else(wrong)?;
    let quiet: Option<u8> = quiet.parse().ok();
    let quiet = quiet.filter(|&quiet| quiet <= like.most_quiet).ok_or_else(wrong)?;
    if black & white != 0 {
        return Err(wrong());
    }
    let board = Board { sides: [black, white], kings: black_kings | white_kings };
    Ok(Checkers { board, mover, quiet, ..*like })
}

fn ends(m: CheckersMove) -> (u32, Option<u32>) {
    (m.from(), m.squares().last())
}

/// How many moves have the ends of `m`.
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

/// The move that `text` writes with all its squares, or with its ends if that is enough.
pub(crate) fn read_move(position: &Checkers, text: &str) -> Option<CheckersMove> {
    let mut found = None;
    let _ = position.each_move(|m| {
        let mut short = String::new();
        let is_short = write_move(position, m, &mut short).is_ok() && short == text;
        if is_short || m.to_string() == text {
            found = Some(m);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

pub(crate) fn drawing(board: &Board) -> String {
    let mut text = String::new();
    for row in 0..8 {
        for column in 0..8 {
            // Square 1 is on the second column of the first row.
            let is_dark = (row + column) % 2 == 1;
            let here = 1u64 << bit(row * 4 + column / 2);
            text.push(match () {
                () if !is_dark => ' ',
                () if board.sides[0] & here != 0 && board.kings & here != 0 => 'B',
                () if board.sides[0] & here != 0 => 'b',
                () if board.sides[1] & here != 0 && board.kings & here != 0 => 'W',
                () if board.sides[1] & here != 0 => 'w',
                () => '.',
            });
            text.push(' ');
        }
        let first = row * 4 + 1;
        text.push_str(&[" ", &first.to_string(), "-", &(first + 3).to_string(), "\n"].concat());
    }
    text.truncate(text.len() - 1);
    text
}
