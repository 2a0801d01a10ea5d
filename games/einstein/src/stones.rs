//! The stones and their possible moves.

use std::fmt::{self, Write};

use agon_core::Seat;

/// The fields on which each seat begins, in the order of an arrangement.
pub(crate) const FIELDS: [[Square; 6]; 2] = {
    let [a, b, c, d, e, f] = [0, 1, 2, 5, 6, 10];
    [
        [Square(a), Square(b), Square(c), Square(d), Square(e), Square(f)],
        [Square(24 - a), Square(24 - b), Square(24 - c), Square(24 - d), Square(24 - e), Square(24 - f)],
    ]
};

/// The targets of each seat from each square.
static AHEAD: [[Ahead; 25]; 2] = ahead();

/// The square of a stone that is gone.
const GONE: Square = Square(25);

/// A square, by rows from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

impl Square {
    /// The corner that `seat` must reach.
    #[inline]
    pub(crate) fn goal(seat: Seat) -> Square {
        if seat == Seat(0) { Square(24) } else { Square(0) }
    }

    /// The squares to which a stone of `seat` goes from here, ascending.
    #[inline]
    pub(crate) fn ahead(self, seat: Seat) -> &'static [Square] {
        let Ahead { squares, len } = &AHEAD[seat.index()][usize::from(self.0)];
        &squares[..usize::from(*len)]
    }

    /// The number of moves from here to the goal of `seat`: the greater of rows and columns.
    fn distance(self, seat: Seat) -> u8 {
        let far = |at: u8| if seat == Seat(0) { 4 - at } else { at };
        far(self.0 / 5).max(far(self.0 % 5))
    }

    /// Symmetry bit 0 swaps rows and columns.
    pub(crate) fn image(self, symmetry: usize) -> Square {
        if symmetry & 1 == 0 || self == GONE { self } else { Square(self.0 % 5 * 5 + self.0 / 5) }
    }
}

/// The column and the row: `c4`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 5), 5 - self.0 / 5)
    }
}

struct Ahead {
    squares: [Square; 3],
    len: u8,
}

const fn ahead() -> [[Ahead; 25]; 2] {
    let mut all = [const { [const { Ahead { squares: [GONE; 3], len: 0 } }; 25] }; 2];
    let mut from = 0;
    while from < 25 {
        let (row, column) = (from / 5, from % 5);
        // The second seat's steps are the first's, backwards, from the square opposite.
        let steps = [(column < 4, 1), (row < 4, 5), (row < 4 && column < 4, 6)];
        let (mut step, mut len) = (0, 0);
        while step < 3 {
            if steps[step].0 {
                all[0][from].squares[len] = Square((from + steps[step].1) as u8);
                len += 1;
            }
            step += 1;
        }
        all[0][from].len = len as u8;
        all[1][24 - from].len = len as u8;
        let mut index = 0;
        while index < len {
            let opposite = 24 - all[0][from].squares[index].0;
            all[1][24 - from].squares[len - 1 - index] = Square(opposite);
            index += 1;
        }
        from += 1;
    }
    all
}

/// The squares of all stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stones {
    squares: [[Square; 6]; 2],
    /// A bit for each stone on the board.
    alive: [u8; 2],
}

impl Stones {
    /// An empty board.
    pub(crate) fn none() -> Stones {
        Stones { squares: [[GONE; 6]; 2], alive: [0; 2] }
    }

    /// The stones of `seat` on the board, a bit for each.
    #[inline]
    pub(crate) fn alive(&self, seat: Seat) -> u8 {
        self.alive[seat.index()]
    }

    /// The square of a stone that is on the board.
    #[inline]
    pub(crate) fn square(&self, seat: Seat, stone: u8) -> Square {
        self.squares[seat.index()][usize::from(stone)]
    }

    /// The stone on a square.
    pub(crate) fn at(&self, square: Square) -> Option<(Seat, u8)> {
        let all = Seat::all(2).flat_map(|seat| (0..6).map(move |stone| (seat, stone)));
        all.into_iter().find(|&(seat, stone)| self.square(seat, stone) == square)
    }

    /// Whether a stone of `seat` is on a square.
    #[inline]
    pub(crate) fn is_of(&self, seat: Seat, square: Square) -> bool {
        self.squares[seat.index()].contains(&square)
    }

    /// Whether all stones of `seat` are on these squares.
    pub(crate) fn all_on(&self, seat: Seat, squares: &[Square]) -> bool {
        self.squares[seat.index()].iter().all(|at| *at == GONE || squares.contains(at))
    }

    /// Moves a stone to a square, and takes the stone there.
    #[inline]
    pub(crate) fn put(&mut self, seat: Seat, stone: u8, to: Square) {
        for (squares, alive) in self.squares.iter_mut().zip(&mut self.alive) {
            for (number, square) in squares.iter_mut().enumerate() {
                if *square == to {
                    *square = GONE;
                    *alive &= !(1 << number);
                }
            }
        }
        self.squares[seat.index()][usize::from(stone)] = to;
        self.alive[seat.index()] |= 1 << stone;
    }

    /// Whether `seat` is in the opposite corner, or the other has no stone.
    #[inline]
    pub(crate) fn has_won(&self, seat: Seat) -> bool {
        self.alive(seat.opponent()) == 0 || self.is_of(seat, Square::goal(seat))
    }

    /// The number of moves from the nearest stone of `seat` to its goal.
    pub(crate) fn nearest(&self, seat: Seat) -> u8 {
        self.fewest(seat, self.alive(seat))
    }

    /// The number of moves of the best stone that a roll allows to move, averaged over the die.
    pub(crate) fn race(&self, seat: Seat) -> f64 {
        let each = (0..6).map(|face| self.fewest(seat, movable(self.alive(seat), face)));
        f64::from(each.sum::<u8>()) / 6.0
    }

    /// The same for the nearest of some stones; the greatest distance if there are none.
    fn fewest(&self, seat: Seat, stones: u8) -> u8 {
        let some = (0..6).filter(|stone| stones >> stone & 1 != 0);
        some.map(|stone| self.square(seat, stone).distance(seat)).min().unwrap_or(4)
    }

    pub(crate) fn image(&self, symmetry: usize) -> Stones {
        let mut image = Stones::none();
        for (seat, stone) in Seat::all(2).flat_map(|seat| (0..6).map(move |stone| (seat, stone))) {
            let to = self.square(seat, stone).image(symmetry);
            if to != GONE {
                image.put(seat, image_of_stone(stone, symmetry), to);
            }
        }
        image
    }

    /// Reads the rows that `Display` writes.
    pub(crate) fn parse(text: &str) -> Option<Stones> {
        let (mut stones, mut rows) = (Stones::none(), text.split('/'));
        for row in 0..5 {
            let row_text = rows.next().filter(|row| row.len() == 5)?;
            for (column, byte) in (0..).zip(row_text.bytes()) {
                let (seat, first) = match byte {
                    b'.' => continue,
                    b'A'..=b'F' => (Seat(0), b'A'),
                    b'a'..=b'f' => (Seat(1), b'a'),
                    _ => return None,
                };
                let stone = byte - first;
                if stones.alive(seat) >> stone & 1 != 0 {
                    return None;
                }
                stones.put(seat, stone, Square(5 * row + column));
            }
        }
        rows.next().is_none().then_some(stones)
    }
}

/// The rows from the top: `A` to `F` are the first seat's stones, `a` to `f` the second's.
impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in (0..25).map(Square) {
            if square.0 != 0 && square.0 % 5 == 0 {
                f.write_str("/")?;
            }
            f.write_char(match self.at(square) {
                None => '.',
                Some((Seat(0), stone)) => char::from(b'A' + stone),
                Some((_, stone)) => char::from(b'a' + stone),
            })?;
        }
        Ok(())
    }
}

/// Which of the stones that are alive may move when the die shows the number of `face`: that one,
/// else its neighbours by number.
#[inline]
pub(crate) fn movable(alive: u8, face: u8) -> u8 {
    let (low, high) = (alive & ((1 << face) - 1), alive >> face << face);
    if alive >> face & 1 != 0 {
        return 1 << face;
    }
    let next_lower = if low == 0 { 0 } else { 1 << low.ilog2() };
    next_lower | (high & high.wrapping_neg())
}

/// Symmetry bit 1 turns the numbers around.
pub(crate) fn image_of_stone(stone: u8, symmetry: usize) -> u8 {
    if symmetry & 2 == 0 { stone } else { 5 - stone }
}

#[cfg(test)]
mod tests {
    use agon_core::Seat;

    use super::{Square, movable};

    #[test]
    fn the_die_moves_its_stone_or_the_neighbours_by_number() {
        // Stones 2, 5 and 6, the example of the rules.
        let alive = 0b11_0010;
        for (face, expected) in
            [(1, 0b00_0010), (2, 0b00_0010), (3, 0b01_0010), (4, 0b01_0010), (5, 0b01_0000), (6, 0b10_0000)]
        {
            assert_eq!(movable(alive, face - 1), expected, "{face}");
        }
        assert_eq!(movable(0, 3), 0);
    }

    #[test]
    fn stones_step_towards_the_opposite_corner() {
        let ahead = |square, seat| Square(square).ahead(Seat(seat)).to_vec();
        assert_eq!(ahead(12, 0), [Square(13), Square(17), Square(18)]);
        assert_eq!(ahead(12, 1), [Square(6), Square(7), Square(11)]);
        assert_eq!(ahead(4, 0), [Square(9)]);
        assert_eq!(ahead(4, 1), [Square(3)]);
        assert_eq!(ahead(24, 0), []);
        assert_eq!(Square(4).distance(Seat(0)), 4);
        assert_eq!(Square(18).distance(Seat(0)), 1);
        assert_eq!(Square(1).distance(Seat(1)), 1);
    }
}
