//! Which places are looked at together: n-tuples, made from where the places lie.
//!
//! The idea is that of W. W. Bledsoe and I. Browning, *Pattern Recognition and Reading by Machine*, 1959;
//! for games S. M. Lucas, *Learning to Play Othello with N-Tuple Systems*, 2007. Tuples that a symmetry carries to each
//! other share one table.

use std::collections::BTreeSet;

use agon_core::Stream;

use crate::layout::Board;

/// The longest tuple.
pub(crate) const LONGEST: usize = 10;

/// The most entries of a table, on a board of few places and on any other.
const LARGE_TABLE: usize = 1 << 24;
const TABLE: usize = 1 << 16;
/// The most places of a board for which tables are large.
const FEW: usize = 16;
/// The most states of a board for which one table has all places.
const WHOLE: usize = 1 << 21;

/// The number of tuples that suffices, and the most.
const ENOUGH: usize = 40;
const MOST: usize = 80;

/// The number of shapes that suffices.
const SHAPES: usize = 20;

/// Tuples that share a table: each the images of the first, in its order.
pub(crate) type Orbit = Vec<Vec<u16>>;

/// The tuples of a board whose bytes are below `states`. Walks are drawn from `stream`.
pub(crate) fn orbits(board: &Board, states: u8, stream: &mut Stream) -> Vec<Orbit> {
    let all: Vec<u16> = (0..board.at.len() as u16).collect();
    if all.len() <= LONGEST && entries(states, all.len()).is_some_and(|entries| entries <= WHOLE) {
        return vec![vec![all]];
    }
    let places = board.at.iter().flatten().count();
    // Symmetries leave few tables, which may be large.
    let is_even = places <= FEW && 8 <= board.carried.len();
    let most = if is_even { LARGE_TABLE } else { TABLE };
    let fits = |&length: &usize| entries(states, length).is_some_and(|size| size <= most);
    let longest = (1..=LONGEST).filter(fits).max().unwrap_or(1);
    let near = Near::of(board);
    let mut found = FoundTuples { board, seen: BTreeSet::new(), orbits: Vec::new(), tuples: 0 };
    // Shapes say more than walks where they are long enough for it.
    let is_plain = states <= 3 || places <= FEW;
    if is_plain {
        found.add_all(near.lines(longest.min(8)));
        for (width, height) in [(2, 3), (3, 3), (5, 2)] {
            // Of boxes in boxes the larger ones are enough.
            let is_inside = (width, height) == (2, 3) && 9 <= longest;
            if width * height <= longest && !is_inside {
                found.add_all(near.boxes(width, height));
                if width != height {
                    found.add_all(near.boxes(height, width));
                }
            }
        }
    }
    let length = longest.min(8).min(places);
    let enough = if SHAPES <= found.tuples { 0 } else { ENOUGH };
    for _ in 0..10 * MOST {
        if enough <= found.tuples || places == 0 {
            break;
        }
        let from = stream.below(places as u32) as usize;
        found.add(&near.walk(from, length, stream));
    }
    for place in 0..places {
        if !found.orbits.iter().flatten().flatten().any(|&at| usize::from(at) == place) {
            found.add(&near.walk(place, length, stream));
        }
    }
    // What lies beside the board counts by itself.
    let beside: Vec<u16> = (places as u16..board.at.len() as u16).collect();
    for &one in &beside {
        found.add(&[one]);
    }
    for pair in beside.windows(2).filter(|_| 2 <= longest && beside.len() <= FEW) {
        found.add(pair);
    }
    found.orbits
}

/// How many entries the table of a tuple has.
pub(crate) fn entries(states: u8, length: usize) -> Option<usize> {
    usize::from(states).checked_pow(u32::try_from(length).ok()?)
}

/// The tuples so far.
struct FoundTuples<'a> {
    board: &'a Board,
    /// Each as a set of places.
    seen: BTreeSet<Vec<u16>>,
    orbits: Vec<Orbit>,
    tuples: usize,
}

impl FoundTuples<'_> {
    /// All of a kind, unless they are too many.
    fn add_all(&mut self, tuples: Vec<Vec<u16>>) {
        if self.tuples + tuples.len() <= MOST {
            for tuple in tuples {
                self.add(&tuple);
            }
        }
    }

    fn add(&mut self, tuple: &[u16]) {
        let mut orbit = Vec::new();
        for carried in &self.board.carried {
            let image: Vec<u16> = tuple.iter().map(|&at| carried[usize::from(at)]).collect();
            let mut set = image.clone();
            set.sort_unstable();
            if self.seen.insert(set) {
                orbit.push(image);
            }
        }
        if !orbit.is_empty() {
            self.tuples += orbit.len();
            self.orbits.push(orbit);
        }
    }
}

/// Which places are near each other.
struct Near<'a> {
    at: &'a [Option<(f64, f64)>],
    /// Of each place, those next to it.
    next: Vec<Vec<usize>>,
    /// The least distance of two places along an axis.
    step: f64,
}

impl<'a> Near<'a> {
    fn of(board: &'a Board) -> Near<'a> {
        let at = &board.at[..];
        let places: Vec<(usize, (f64, f64))> =
            at.iter().enumerate().filter_map(|(place, &at)| Some((place, at?))).collect();
        let square = |(x, y): (f64, f64), (u, v): (f64, f64)| (x - u) * (x - u) + (y - v) * (y - v);
        let mut step = f64::INFINITY;
        let mut next = Vec::with_capacity(places.len());
        for &(place, here) in &places {
            let others = || places.iter().filter(|&&(other, _)| other != place);
            let nearest = others().map(|&(_, at)| square(here, at)).fold(f64::INFINITY, f64::min);
            step = step.min(nearest);
            // Those at a corner of a square are near too.
            let is_near = |at| square(here, at) < 2.2 * nearest;
            next.push(others().filter(|&&(_, at)| is_near(at)).map(|&(other, _)| other).collect());
        }
        Near { at, next, step: step.sqrt() }
    }

    /// The place there, if there is one.
    fn place(&self, x: f64, y: f64) -> Option<usize> {
        let is_there = |&(u, v): &(f64, f64)| (x - u).abs() < 0.05 && (y - v).abs() < 0.05;
        self.at.iter().position(|at| at.as_ref().is_some_and(is_there))
    }

    /// All straight lines of at least four places from edge to edge; of longer ones than `most`, all
    /// parts of that length.
    fn lines(&self, most: usize) -> Vec<Vec<u16>> {
        let mut lines = Vec::new();
        for (from, next) in self.next.iter().enumerate() {
            let Some((x, y)) = self.at[from] else { continue };
            for &to in next.iter().filter(|&&to| from < to) {
                let Some((u, v)) = self.at[to] else { continue };
                let (dx, dy) = (u - x, v - y);
                // Another place lies on the line before this one.
                if self.place(x - dx, y - dy).is_some() {
                    continue;
                }
                let along = (0..)
                    .map_while(|n: u16| self.place(x + dx * f64::from(n), y + dy * f64::from(n)).map(|at| at as u16));
                let line: Vec<u16> = along.collect();
                if 4 <= line.len() && 4 <= most {
                    lines.extend(line.windows(line.len().min(most)).map(<[u16]>::to_vec));
                }
            }
        }
        lines
    }

    /// All boxes of that width and height.
    fn boxes(&self, width: usize, height: usize) -> Vec<Vec<u16>> {
        let corner = |&(x, y): &(f64, f64)| {
            let steps = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
            let places = steps.map(|(column, row)| {
                let place = self.place(x + self.step * column as f64, y + self.step * row as f64)?;
                Some(place as u16)
            });
            places.collect::<Option<Vec<u16>>>()
        };
        self.at.iter().flatten().filter_map(corner).collect()
    }

    /// A walk of `length` different places, each next to the one before; fewer if it reaches a dead
    /// end.
    fn walk(&self, from: usize, length: usize, stream: &mut Stream) -> Vec<u16> {
        let mut walk = vec![from as u16];
        let mut here = from;
        while walk.len() < length {
            let open: Vec<usize> = self.next[here].iter().copied().filter(|&to| !walk.contains(&(to as u16))).collect();
            if open.is_empty() {
                break;
            }
            here = open[stream.below(open.len() as u32) as usize];
            walk.push(here as u16);
        }
        walk
    }
}
