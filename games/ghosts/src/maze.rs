//! The walls, and what follows from them: neighbours, distances, symmetries.

use std::fmt;

/// The most squares of floor: each has a bit in a word.
const MOST_SQUARES: usize = 64;

/// The most rows and columns.
const MOST_LINES: usize = 26;

/// No square, beyond a wall.
const WALL: u8 = u8::MAX;

/// The mazes that have names.
pub(crate) const NAMED: [(&str, &str); 5] = [
    ("tiny", "P../.#./..G"),
    ("ring", "P.G/.#./.#./.#./..G"),
    ("court", "P..#..G/.#...#./...#.../.#.G.#./G..#..G"),
    ("chambers", "P...#..G/.##...#./....##../G#......"),
    ("corridor", "..G#.../.#.P.#./...#G.."),
];

/// A maze, with the numbers of its floor squares in reading order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Maze {
    width: usize,
    height: usize,
    /// Row and column of every square of floor.
    places: Vec<(u8, u8)>,
    /// The squares above, to the right, below, to the left, and itself.
    around: Vec<[u8; 5]>,
    /// The number of steps from one square to another, square by square.
    distances: Vec<u8>,
    pub(crate) symmetries: Vec<Symmetry>,
    pub(crate) runner: u8,
    pub(crate) ghosts: Vec<u8>,
    pub(crate) pellets: u64,
}

/// A way to turn or mirror the maze so that walls come on walls.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    /// The image of each square.
    pub(crate) squares: Vec<u8>,
    /// The image of each direction: up, right, down, left, and none.
    pub(crate) ways: [u8; 5],
}

impl Maze {
    /// Reads a maze by its name, or by its rows.
    ///
    /// # Errors
    ///
    /// If the rows are not a maze: the reason.
    pub(crate) fn read(text: &str) -> Result<Maze, String> {
        let named = NAMED.iter().find(|(name, _)| *name == text);
        let rows: Vec<&[u8]> = named.map_or(text, |(_, rows)| *rows).split('/').map(str::as_bytes).collect();
        let (width, height) = (rows[0].len(), rows.len());
        if MOST_LINES < width.max(height) {
            return Err(format!("at most {MOST_LINES} rows and columns"));
        }
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            return Err(format!("rows of one length; row {} has another length than row 1", row + 1));
        }
        let (mut places, mut runners, mut ghosts, mut pellets) = (vec![], vec![], vec![], 0);
        for (r, row) in rows.iter().enumerate() {
            for (c, &byte) in row.iter().enumerate() {
                let square = places.len() as u8;
                match byte {
                    b'#' => continue,
                    b'P' => runners.push(square),
                    b'G' => ghosts.push(square),
                    b'.' if places.len() < MOST_SQUARES => pellets |= 1 << square,
                    b'_' | b'.' => {}
                    _ => {
                        let what = "# (wall), . (pellet), _ (floor), P (runner) or G (ghost)";
                        return Err(format!("{what} in row {}, column {}", r + 1, c + 1));
                    }
                }
                places.push((r as u8, c as u8));
            }
        }
        if MOST_SQUARES < places.len() {
            return Err(format!("at most {MOST_SQUARES} squares that are no wall"));
        }
        let [runner] = runners[..] else {
            return Err(format!("one P, not {}", runners.len()));
        };
        if ghosts.is_empty() || pellets == 0 {
            return Err("at least one G and one pellet".to_owned());
        }
        let at = |r: usize, c: usize| number(&places, r, c);
        let around: Vec<[u8; 5]> = places
            .iter()
            .map(|&(r, c)| {
                let (r, c) = (usize::from(r), usize::from(c));
                let (above, left) = (r.wrapping_sub(1), c.wrapping_sub(1));
                [at(above, c), at(r, c + 1), at(r + 1, c), at(r, left), at(r, c)]
            })
            .collect();
        let distances = distances(&around);
        if let Some(square) = distances[..places.len()].iter().position(|&steps| steps == WALL) {
            let (r, c) = places[square];
            return Err(format!("a way from every square to every other; row {}, column {} has none", r + 1, c + 1));
        }
        let symmetries = symmetries(width, height, &places);
        Ok(Maze { width, height, places, around, distances, symmetries, runner, ghosts, pellets })
    }

    /// The square in a direction (up, right, down, left, none), if there is no wall.
    #[inline]
    pub(crate) fn next(&self, square: u8, way: u8) -> Option<u8> {
        Some(self.around[usize::from(square)][usize::from(way)]).filter(|&next| next != WALL)
    }

    /// The open directions from a square, a bit for each; not moving is none of them.
    #[inline]
    pub(crate) fn open(&self, square: u8) -> u8 {
        let [up, right, down, left, _] = self.around[usize::from(square)].map(|to| u8::from(to != WALL));
        up | right << 1 | down << 2 | left << 3
    }

    /// The number of steps from one square to another.
    #[inline]
    pub(crate) fn distance(&self, from: u8, to: u8) -> u8 {
        self.distances[usize::from(from) * self.places.len() + usize::from(to)]
    }

    /// The number of columns and rows.
    pub(crate) fn size(&self) -> (u8, u8) {
        (self.width as u8, self.height as u8)
    }

    /// The square in that row and column, if there is no wall.
    pub(crate) fn at(&self, row: u8, column: u8) -> Option<u8> {
        Some(number(&self.places, row.into(), column.into())).filter(|&square| square != WALL)
    }

    /// The name of a square: column and row, `c2`.
    pub(crate) fn name(&self, square: u8) -> Name {
        Name(self.places[usize::from(square)])
    }

    /// The square of that name.
    pub(crate) fn square(&self, name: &str) -> Option<u8> {
        (0..self.places.len() as u8).find(|&square| self.name(square).to_string() == name)
    }
}

/// A square by its row and column.
pub(crate) struct Name((u8, u8));

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = self.0;
        write!(f, "{}{}", char::from(b'a' + column), row + 1)
    }
}

/// The number of the floor square at a row and column, which may lie outside.
fn number(places: &[(u8, u8)], row: usize, column: usize) -> u8 {
    let found = places.iter().position(|&(r, c)| (r.into(), c.into()) == (row, column));
    found.map_or(WALL, |square| square as u8)
}

/// From every square to every other, by breadth-first search.
fn distances(around: &[[u8; 5]]) -> Vec<u8> {
    let mut all = Vec::with_capacity(around.len() * around.len());
    for from in 0..around.len() {
        let mut steps = vec![WALL; around.len()];
        steps[from] = 0;
        let (mut row, mut far) = (vec![from], 0);
        while !row.is_empty() {
            far += 1;
            let mut next = Vec::new();
            for to in row.into_iter().flat_map(|square| around[square]).filter(|&to| to != WALL) {
                if steps[usize::from(to)] == WALL {
                    steps[usize::from(to)] = far;
                    next.push(usize::from(to));
                }
            }
            row = next;
        }
        all.extend(steps);
    }
    all
}

/// Those of the eight turnings and mirrorings of the rectangle that carry the walls to the walls;
/// the identity first.
fn symmetries(width: usize, height: usize, places: &[(u8, u8)]) -> Vec<Symmetry> {
    let mut found = Vec::new();
    for number_of in 0..8u8 {
        let (swaps, flips_columns, flips_rows) = (number_of & 4 != 0, number_of & 1 != 0, number_of & 2 != 0);
        if swaps && width != height {
            continue;
        }
        let image = |&(r, c): &(u8, u8)| {
            let (r, c) = if swaps { (c, r) } else { (r, c) };
            let r = if flips_rows { height - 1 - usize::from(r) } else { r.into() };
            let c = if flips_columns { width - 1 - usize::from(c) } else { c.into() };
            number(places, r, c)
        };
        let squares: Vec<u8> = places.iter().map(image).collect();
        if squares.contains(&WALL) {
            continue;
        }
        let ways = [0u8, 1, 2, 3, 4].map(|way| {
            let mut way = if swaps { [3, 2, 1, 0, 4][usize::from(way)] } else { way };
            if flips_columns && way % 2 == 1 {
                way = 4 - way;
            }
            if flips_rows && way % 2 == 0 && way < 4 {
                way = 2 - way;
            }
            way
        });
        found.push(Symmetry { squares, ways });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Maze, NAMED};

    #[test]
    fn every_named_maze_is_valid() {
        for (name, rows) in NAMED {
            assert_eq!(Maze::read(name), Maze::read(rows));
            assert!(Maze::read(name).is_ok(), "{name}: {:?}", Maze::read(name));
        }
    }

    #[test]
    fn distances_go_around_walls() {
        let maze = Maze::read("P#./.#./..G").unwrap();
        let at = |name| maze.square(name).unwrap();
        assert_eq!(maze.distance(at("a1"), at("c1")), 6);
        assert_eq!(maze.distance(at("c3"), at("a2")), 3);
        assert_eq!(maze.open(at("a3")), 0b0011);
        assert_eq!(maze.square("b1"), None);
        assert_eq!(maze.symmetries.len(), 2);
        assert_eq!(Maze::read("tiny").unwrap().symmetries.len(), 8);
    }

    #[test]
    fn errors_about_mazes_name_the_mistake() {
        for (rows, message) in [
            ("P.G/..", "rows of one length; row 2 has another length than row 1"),
            ("P.Gx", "P (runner) or G (ghost) in row 1, column 4"),
            ("P.GP", "one P, not 2"),
            (".G", "one P, not 0"),
            ("P_G", "at least one G and one pellet"),
            ("P..", "at least one G and one pellet"),
            ("P.#G", "a way from every square to every other; row 1, column 4 has none"),
            ("P.G........................", "at most 26 rows and columns"),
            ("P.G......../.........../.........../.........../.........../...........", "at most 64"),
        ] {
            let error = Maze::read(rows).unwrap_err();
            assert!(error.contains(message), "{rows}: {error}");
        }
    }
}
