//! Boards of stones as text: the rows from the top, separated by `/`, with the first seat's stones
//! as `X`, the second's as `O`, and runs of empty squares as numbers. `3/1X1/XO1` is a board of
//! three by three.
//!
//! ```
//! use agon_core::{Seat, rows};
//!
//! let stones = rows::read("3/1X1/XO1", 3, 3).ok_or("no board")?;
//! assert_eq!(stones, [(1, 1, Seat(0)), (2, 0, Seat(0)), (2, 1, Seat(1))]);
//! assert_eq!(rows::read("3/1X1/XO2", 3, 3), None);
//!
//! let mut text = String::new();
//! let stone = |row, column| stones.iter().find(|s| (s.0, s.1) == (row, column)).map(|s| s.2);
//! rows::write(&mut text, 3, 3, stone)?;
//! assert_eq!(text, "3/1X1/XO1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::{Seat, TextError};

/// Its row, counted from the top, its column, and its seat.
pub type Stone = (u8, u8, Seat);

/// Writes a board; `stone` returns the seat of the stone at a row, counted from the top, and a
/// column.
///
/// # Errors
///
/// Only those of `out`.
pub fn write(out: &mut dyn fmt::Write, height: u8, width: u8, stone: impl Fn(u8, u8) -> Option<Seat>) -> fmt::Result {
    for row in 0..height {
        if row != 0 {
            out.write_char('/')?;
        }
        let mut empty = 0;
        for column in 0..=width {
            let seat = if column < width { stone(row, column) } else { None };
            if 0 < empty && (seat.is_some() || column == width) {
                write!(out, "{empty}")?;
                empty = 0;
            }
            match seat {
                Some(seat) => out.write_str(seat.letter())?,
                None => empty += 1,
            }
        }
    }
    Ok(())
}

/// Reads a board and, after a space, the [letter](Seat::letter) of the seat to move.
///
/// # Errors
///
/// If the text is not that; the error shows `like`, a position of this size.
pub fn read_with_mover(
    text: &str,
    height: u8,
    width: u8,
    like: &dyn fmt::Display,
) -> Result<(Vec<Stone>, Seat), TextError> {
    let read = || {
        let (board, mover) = text.split_once(' ')?;
        Some((read(board, height, width)?, Seat::from_letter(mover)?))
    };
    read().ok_or_else(|| {
        let expected = format!("{height} rows of {width} from the top, and who moves, such as `{like}`");
        TextError::new(text, expected)
    })
}

/// The image of the square at `row` and `column` under symmetry number `symmetry` of a rectangle. Its bits, from the
/// lowest, swap left and right, top and bottom, and rows and columns; the last only for a square board.
///
/// ```
/// use agon_core::rows;
///
/// assert_eq!(rows::image(0, 1, [3, 3], 0b001), (0, 1));
/// assert_eq!(rows::image(0, 1, [3, 3], 0b110), (1, 2));
/// ```
pub fn image(row: u8, column: u8, [height, width]: [u8; 2], symmetry: usize) -> (u8, u8) {
    let column = if symmetry & 1 == 0 { column } else { width - 1 - column };
    let row = if symmetry & 2 == 0 { row } else { height - 1 - row };
    if symmetry & 4 == 0 { (row, column) } else { (column, row) }
}

/// The row and column, counted from 0, of a square written as its column's letter and its row's
/// number: `h8` is row 7 and column 7. Capital letters are read too.
///
/// ```
/// use agon_core::rows;
///
/// assert_eq!(rows::square("c10"), Some((9, 2)));
/// assert_eq!(rows::square("c0"), None);
/// ```
pub fn square(text: &str) -> Option<(u8, u8)> {
    let (column, row) = text.split_at_checked(1)?;
    let column = column.bytes().next()?.to_ascii_lowercase().checked_sub(b'a').filter(|&c| c < 26)?;
    Some((row.parse::<u8>().ok()?.checked_sub(1)?, column))
}

/// The stones of a board written as above; `None` if it is not a board of this size. Lower-case
/// letters are accepted too.
pub fn read(text: &str, height: u8, width: u8) -> Option<Vec<Stone>> {
    let (mut stones, mut rows) = (Vec::new(), text.split('/'));
    for row in 0..height {
        let mut left = rows.next()?;
        let mut column = 0u8;
        while let Some(letter) = left.chars().next() {
            let digits = left.bytes().take_while(u8::is_ascii_digit).count();
            let step = if digits == 0 { 1 } else { left[..digits].parse().ok()? };
            match letter {
                'X' | 'x' => stones.push((row, column, Seat(0))),
                'O' | 'o' => stones.push((row, column, Seat(1))),
                '0'..='9' => {}
                _ => return None,
            }
            column = column.checked_add(step).filter(|&column| column <= width)?;
            left = &left[digits.max(1)..];
        }
        if column != width {
            return None;
        }
    }
    rows.next().is_none().then_some(stones)
}
