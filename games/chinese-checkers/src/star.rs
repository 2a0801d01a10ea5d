//! The star-shaped board: holes, neighbours, points and distances, computed once per size.
//!
//! A hole is three coordinates that add up to zero. The star of size n is the union of two
//! triangles: no coordinate below −n, or none above n. The holes with one coordinate beyond n or
//! −n are its six points.

/// The greatest size, with ten holes to a point.
pub(crate) const MOST_SIZE: usize = 4;
/// The holes of the largest star.
pub(crate) const MOST_HOLES: usize = 121;
/// No hole, where something is looked for that isn't there.
pub(crate) const NONE: u8 = 127;
/// No hole, where something is looked for that must not be there.
pub(crate) const WALL: u8 = 126;

/// A board of one size. Holes are numbered by rows from the top, and in a row from the left.
pub(crate) struct Star {
    /// The number of holes.
    pub(crate) holes: usize,
    /// The holes around each hole as bits.
    pub(crate) around: [u128; MOST_HOLES],
    /// For each hole and direction, the next hole, or [`NONE`], and the one behind, or [`WALL`].
    pub(crate) jumps: [[(u8, u8); 6]; MOST_HOLES],
    /// The holes of each point as bits, around the star from the top.
    pub(crate) points: [u128; 6],
    /// The distance of each hole from the tip of each point.
    pub(crate) distance: [[u8; MOST_HOLES]; 6],
    /// The hole across the line from the top to the bottom.
    pub(crate) mirror: [u8; MOST_HOLES],
    /// The row of each hole, and its place there, both counted from zero.
    pub(crate) place: [(u8, u8); MOST_HOLES],
}

static STARS: [Star; MOST_SIZE] = [star(1), star(2), star(3), star(4)];

impl Star {
    /// The board with points of `size` rows.
    #[inline]
    pub(crate) fn of(size: u8) -> &'static Star {
        &STARS[usize::from(size) - 1]
    }
}

/// The six directions, around the hole.
const DIRECTIONS: [[i8; 3]; 6] = [[1, -1, 0], [1, 0, -1], [0, 1, -1], [-1, 1, 0], [-1, 0, 1], [0, -1, 1]];

/// Each point: which coordinate leaves the middle, and to which side. The last coordinate grows
/// down the rows, the first grows to the right.
const POINTS: [(usize, i8); 6] = [(2, -1), (0, 1), (1, -1), (2, 1), (0, -1), (1, 1)];

const fn is_hole(at: [i8; 3], size: i8) -> bool {
    let [x, y, z] = at;
    let up = -size <= x && -size <= y && -size <= z;
    let down = x <= size && y <= size && z <= size;
    up || down
}

const fn number_of(at: [i8; 3], list: &[[i8; 3]; MOST_HOLES], holes: usize) -> u8 {
    let mut index = 0;
    while index < holes {
        let hole = list[index];
        if hole[0] == at[0] && hole[1] == at[1] && hole[2] == at[2] {
            return index as u8;
        }
        index += 1;
    }
    NONE
}

const fn larger(a: u8, b: u8) -> u8 {
    if a < b { b } else { a }
}

const fn star(size: i8) -> Star {
    let mut star = Star {
        holes: 0,
        around: [0; MOST_HOLES],
        jumps: [[(NONE, WALL); 6]; MOST_HOLES],
        points: [0; 6],
        distance: [[0; MOST_HOLES]; 6],
        mirror: [0; MOST_HOLES],
        place: [(0, 0); MOST_HOLES],
    };
    let mut list = [[0; 3]; MOST_HOLES];
    let mut row = 0;
    while row <= 4 * size {
        let (z, mut x, mut along) = (row - 2 * size, -2 * size, 0);
        while x <= 2 * size {
            if is_hole([x, -x - z, z], size) {
                list[star.holes] = [x, -x - z, z];
                star.place[star.holes] = (row as u8, along);
                star.holes += 1;
                along += 1;
            }
            x += 1;
        }
        row += 1;
    }
    let mut hole = 0;
    while hole < star.holes {
        let [x, y, z] = list[hole];
        star.mirror[hole] = number_of([y, x, z], &list, star.holes);
        let mut index = 0;
        while index < 6 {
            let [dx, dy, dz] = DIRECTIONS[index];
            let over = number_of([x + dx, y + dy, z + dz], &list, star.holes);
            let to = number_of([x + 2 * dx, y + 2 * dy, z + 2 * dz], &list, star.holes);
            star.jumps[hole][index] = (over, if to == NONE { WALL } else { to });
            if over != NONE {
                star.around[hole] |= 1 << over;
            }
            let (coordinate, side) = POINTS[index];
            if size < list[hole][coordinate] * side {
                star.points[index] |= 1 << hole;
            }
            let mut tip = [-side * size; 3];
            tip[coordinate] = 2 * side * size;
            star.distance[index][hole] = larger(x.abs_diff(tip[0]), larger(y.abs_diff(tip[1]), z.abs_diff(tip[2])));
            index += 1;
        }
        hole += 1;
    }
    star
}
