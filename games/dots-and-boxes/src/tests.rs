//! The game against published values and a slow oracle.

use std::{collections::BTreeMap, ops::ControlFlow};

use agon_core::{Heuristic, Move, Node, Position, Seat, after, all_moves, drawing, line::play_line, registry};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft,
};

use super::DotsAndBoxes;

fn start(options: &str) -> DotsAndBoxes {
    registry::start(options).unwrap()
}

type Dot = (u8, u8);

/// The lines not drawn yet as pairs of dots, the boxes with their owners.
#[derive(Clone)]
struct Slow {
    width: u8,
    height: u8,
    margin: bool,
    free: Vec<(Dot, Dot)>,
    boxes: BTreeMap<Dot, Seat>,
    mover: Seat,
}

impl Slow {
    fn new(width: u8, height: u8, margin: bool) -> Slow {
        let mut free = Vec::new();
        for row in 0..=height {
            free.extend((0..width).map(|column| ((column, row), (column + 1, row))));
        }
        for row in 0..height {
            free.extend((0..=width).map(|column| ((column, row), (column, row + 1))));
        }
        Slow { width, height, margin, free, boxes: BTreeMap::new(), mover: Seat(0) }
    }

    fn missing(&self, (column, row): Dot) -> usize {
        let corner = |right, up| (column + right, row + up);
        let sides = [
            (corner(0, 0), corner(1, 0)),
            (corner(0, 1), corner(1, 1)),
            (corner(0, 0), corner(0, 1)),
            (corner(1, 0), corner(1, 1)),
        ];
        sides.iter().filter(|side| self.free.contains(side)).count()
    }

    fn all_boxes(&self) -> Vec<Dot> {
        (0..self.height).flat_map(|row| (0..self.width).map(move |column| (column, row))).collect()
    }

    fn lead(&self, seat: Seat) -> f64 {
        self.boxes.values().map(|&owner| if owner == seat { 1.0 } else { -1.0 }).sum()
    }

    /// The number of boxes that lack one line.
    fn open(&self) -> i32 {
        self.all_boxes().iter().filter(|&&place| self.missing(place) == 1).count() as i32
    }

    fn compare(&self, position: &DotsAndBoxes) {
        let count = |seat| self.boxes.values().filter(|&&owner| owner == seat).count();
        let end = format!(" {}:{} ", count(Seat(0)), count(Seat(1)));
        assert!(position.to_string().contains(&end), "{position}, not {end}");
        if self.free.is_empty() {
            return;
        }
        let scale = if self.margin { 1.0 } else { f64::from(self.width) * f64::from(self.height) };
        let open = f64::from(self.open());
        for (seat, takes) in [(self.mover, open), (self.mover.opponent(), -open)] {
            let found = [0, 1].map(|index| position.estimate(Heuristic(index), seat));
            assert!((found[0] - self.lead(seat) / scale).abs() < 1e-12, "{position}");
            assert!((found[1] - (self.lead(seat) + takes) / scale).abs() < 1e-12, "{position}");
        }
        for m in all_moves(position) {
            let after = self.after(&m.to_string());
            let closes = (after.boxes.len() - self.boxes.len()) as i32;
            let gives = after.open() - self.open() + closes;
            assert_eq!(position.hint(m), 4 * closes - gives, "{position} {m}");
            assert_eq!(position.is_forcing(m), closes + gives != 0, "{position} {m}");
        }
    }
}

fn name((start, end): (Dot, Dot)) -> String {
    let dot = |(column, row): Dot| format!("{}{}", char::from(b'a' + column), row + 1);
    format!("{}{}", dot(start), dot(end))
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        if self.free.is_empty() { Node::Terminal } else { Node::Decision(self.mover) }
    }

    fn moves(&self) -> Vec<String> {
        self.free.iter().map(|&line| name(line)).collect()
    }

    fn after(&self, m: &str) -> Slow {
        let mut after = self.clone();
        after.free.retain(|&free| name(free) != m);
        for place in self.all_boxes() {
            if after.missing(place) == 0 {
                after.boxes.entry(place).or_insert(self.mover);
            }
        }
        if after.boxes.len() == self.boxes.len() {
            after.mover = self.mover.opponent();
        }
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let lead = self.lead(seat);
        if self.margin || lead == 0.0 { lead } else { lead.signum() }
    }
}

#[test]
fn plays_agree_with_the_slow_referee() {
    for (width, height, payoff, depth) in [
        (1, 1, "win", 4),
        (2, 1, "win", 6),
        (2, 2, "win", 4),
        (3, 3, "win", 2),
        (2, 5, "margin", 0),
        (7, 7, "win", 0),
        (7, 1, "margin", 0),
        (4, 4, "win", 0),
    ] {
        let start = start(&format!("{width}, {height}, {payoff}"));
        let slow = Slow::new(width, height, payoff == "margin");
        let plays = if 40 < width * height { 2 } else { 30 };
        Walk { depth, plays }.compare(&start, &slow, |fast, slow| slow.compare(fast)).unwrap();
    }
}

#[test]
fn every_order_of_lines_is_a_play() {
    for (options, depth) in [("1, 1", 4), ("2, 1", 7), ("2, 2", 5), ("3, 3", 3)] {
        // n (n - 1) … of n lines.
        let all = start(options).count() as u64;
        let counted = perft::perft(&start(options), depth);
        assert_eq!(counted, (0..u64::from(depth)).map(|ply| all - ply).product(), "{options}");
    }
}

/// A number for every line, by its code.
type Numbers = [u8; 128];

/// The margin that the seat to move adds from here on; it depends on nothing but the lines that
/// are left. `known` has room for all sets of lines.
fn solve(position: &DotsAndBoxes, set: usize, numbers: &Numbers, known: &mut [i8]) -> i8 {
    const UNKNOWN: i8 = i8::MIN;
    let Node::Decision(mover) = position.node() else { return 0 };
    if known[set] != UNKNOWN {
        return known[set];
    }
    let lead = |position: &DotsAndBoxes| {
        let [own, other] = [mover, mover.opponent()].map(|seat| position.boxes[seat.index()] as i8);
        own - other
    };
    let mut best = i8::MIN;
    let _ = position.each_move(|m| {
        let next = after(position, m);
        let rest = set & !(1 << numbers[m.code() as usize]);
        let value = solve(&next, rest, numbers, known);
        let value = if next.mover == mover { value } else { -value };
        best = best.max(lead(&next) - lead(position) + value);
        ControlFlow::Continue(())
    });
    known[set] = best;
    best
}

fn value(width: u8, height: u8) -> i8 {
    let position = start(&format!("{width}, {height}, margin"));
    let mut numbers = [0; 128];
    for (number, m) in (0..).zip(all_moves(&position)) {
        numbers[m.code() as usize] = number;
    }
    let sets = 1 << position.count();
    solve(&position, sets - 1, &numbers, &mut vec![i8::MIN; sets])
}

#[test]
#[ignore = "takes long"]
fn the_second_seat_wins_three_by_three_by_three_boxes() {
    // D. Wilson, Dots-and-Boxes Analysis Results (wilson.engr.wisc.edu/boxes): 3 x 3 boxes, every
    // opening line loses by 3 with best play.
    assert_eq!(value(3, 3), -3);
}

#[test]
fn smaller_boards_have_their_values_in_both_orientations() {
    // A single box goes to the seat that draws the fourth line; the other values agree with an
    // independent search in another language.
    for (width, height, margin) in [(1, 1, -1), (2, 1, 0), (3, 1, -1), (2, 2, 2), (3, 2, -2)] {
        assert_eq!(value(width, height), margin, "{width} x {height}");
        assert_eq!(value(height, width), margin, "{height} x {width}");
    }
}

#[test]
fn a_seat_that_closes_a_box_draws_again() {
    let mut position = start("2, 2");
    let _ = play_line(&mut position, "a1b1 a1a2 a2b2 b1b2").unwrap();
    assert_eq!(position.to_string(), "../.../-./||./-. 0:1 2");
    assert_eq!(
        drawing(&position),
        "3 +   +   +\n\n2 +---+   +\n  | # |\n1 +---+   +\n  a   b   c\nseat 1: boxes 0\nseat 2: boxes 1"
    );
    // One line can close two boxes.
    let mut position = start("2, 1").parse("--/|.|/-- 0:0 1").unwrap();
    position.play(position.parse_move("b1b2").unwrap());
    assert_eq!(position.to_string(), "--/|||/-- 2:0 1");
    assert_eq!((position.node(), position.payoff(Seat(1))), (Node::Terminal, -1.0));
}

#[test]
fn invalid_positions_are_refused() {
    let position = start("2, 1");
    for text in [
        "",
        "../.../..",
        "../.../.. 0:0",
        "../.../.. 0:0 3",
        "../.../.. 0:0 1 ",
        "../.../.. 1:0 1",
        "../.../../.. 0:0 1",
        "../.../... 0:0 1",
        "../..-/.. 0:0 1",
        "../.../.| 0:0 1",
        "../.../.. +0:0 1",
        "--/|||/-- 1:0 1",
        "--/|||/-- 1:1 2",
        "-./||./-. 0:0 1",
    ] {
        assert!(position.parse(text).is_err(), "{text}");
    }
    let going = position.parse("-./||./-. 0:1 2").unwrap();
    assert_eq!(going.node(), Node::Decision(Seat(1)));
}

#[test]
fn lines_are_named_by_their_dots() {
    let position = start("7, 7");
    for m in all_moves(&position) {
        assert_eq!(position.parse_move(&m.to_string()), Some(m));
    }
    for text in ["a1a1", "b1a1", "a1b2", "a1c1", "h1i1", "a8a9", "a1", "a1b1c1", "A1B1", "i1j1", "a0a1"] {
        assert_eq!(position.parse_move(text), None, "{text}");
    }
    assert_eq!(start("1, 1").parse_move("b1c1"), None);
}
