//! Shapes around an empty point that ask for a stone, by its eight neighbours.

use std::sync::OnceLock;

/// What may be at a neighbour.
pub(crate) const OWN: u16 = 0;
pub(crate) const OTHER: u16 = 1;
pub(crate) const FREE: u16 = 2;
pub(crate) const EDGE: u16 = 3;

/// The neighbours of a point in rows, without itself. X and O are stones of two sides, either of which may be to move; `x`
/// and `o` are anything but those, `.` is empty, `-` is beyond the edge, and `?` may be anything.
///
/// Hane, cuts, and moves along the edge, after figures 2 to 5 of Gelly and others (2006).
const SHAPES: [&str; 12] = [
    "XOX..???", "XO...?.?", "XO?X.x.?", ".O.X....", "XO?O.?o?", "XO?OX???", "?X?OOooo", "X.?O?---", "OX?XO---",
    "?X?xO---", "?XOxx---", "?OXXO---",
];

/// Whether a stone in the middle of these neighbours is one of the shapes: two bits for each, in rows, the first lowest.
pub(crate) fn is_shape(around: u16) -> bool {
    static TABLE: OnceLock<Vec<u64>> = OnceLock::new();
    let table = TABLE.get_or_init(table);
    table[usize::from(around >> 6)] >> (around & 63) & 1 == 1
}

fn table() -> Vec<u64> {
    let mut table = vec![0; 1 << 10];
    for shape in SHAPES {
        let mut signs: [u8; 8] = shape.as_bytes().try_into().expect("a point has eight neighbours");
        for mirror in 0..2 {
            for _ in 0..4 {
                fill(signs, 0, 0, &mut table);
                fill(signs.map(other_side), 0, 0, &mut table);
                signs = turned(signs);
            }
            if mirror == 0 {
                signs = mirrored(signs);
            }
        }
    }
    table
}

/// Marks everything that `signs` may be, from neighbour `n` on.
fn fill(signs: [u8; 8], n: usize, around: u16, table: &mut [u64]) {
    let Some(sign) = signs.get(n) else {
        table[usize::from(around >> 6)] |= 1 << (around & 63);
        return;
    };
    let may: &[u16] = match sign {
        b'X' => &[OWN],
        b'O' => &[OTHER],
        b'x' => &[OTHER, FREE, EDGE],
        b'o' => &[OWN, FREE, EDGE],
        b'.' => &[FREE],
        b'-' => &[EDGE],
        _ => &[OWN, OTHER, FREE, EDGE],
    };
    for what in may {
        fill(signs, n + 1, around | what << (2 * n), table);
    }
}

fn other_side(sign: u8) -> u8 {
    match sign {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    }
}

/// A quarter turn.
fn turned([a, b, c, d, e, f, g, h]: [u8; 8]) -> [u8; 8] {
    [f, d, a, g, b, h, e, c]
}

/// Left and right exchanged.
fn mirrored([a, b, c, d, e, f, g, h]: [u8; 8]) -> [u8; 8] {
    [c, b, a, e, d, h, g, f]
}

#[cfg(test)]
mod tests {
    use super::{EDGE, FREE, OTHER, OWN, is_shape};

    fn around(text: &str) -> u16 {
        let sign = |sign| match sign {
            'X' => OWN,
            'O' => OTHER,
            '.' => FREE,
            _ => EDGE,
        };
        text.chars().enumerate().map(|(n, s)| sign(s) << (2 * n)).sum()
    }

    #[test]
    fn shapes_are_known_in_all_their_turns_and_for_both_sides() {
        // A hane, as it is, turned, mirrored and with the sides exchanged.
        for shape in ["XOX.....", "X..O.X..", ".....XOX", "OXO.....", "..X.O..X", "XO.X...."] {
            assert!(is_shape(around(shape)), "{shape}");
        }
        for quiet in ["........", "X.......", "XX.X....", ".....---", "XXXXXXXX"] {
            assert!(!is_shape(around(quiet)), "{quiet}");
        }
    }
}
