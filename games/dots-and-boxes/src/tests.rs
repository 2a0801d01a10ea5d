//! The game against published values and a slow referee.

use std::{collections::BTreeMap, ops::ControlFlow};

use agon_core::{
    Game, Heuristic, Move, Node, Options, Position, Seat, Seed, laws, line::play_line, perft,
    term::Term,
};

use super::{DotsAndBoxes, Line};

fn start(options: &str) -> DotsAndBoxes {
    let term = Term::parse(&format!("dots-and-boxes({options})")).unwrap();
    let options = Options::read("dots-and-boxes", DotsAndBoxes::OPTIONS, &term).unwrap();
    DotsAndBoxes::start(&options).unwrap()
}

fn moves(position: &DotsAndBoxes) -> Vec<Line> {
    let mut list = Vec::new();
    position.moves(&mut list);
    list
}

type Dot = (u8, u8);

/// The lines not drawn yet as pairs of dots, the boxes with their owners.
#[derive(Clone)]
struct Referee {
    width: u8,
    height: u8,
    free: Vec<(Dot, Dot)>,
    boxes: BTreeMap<Dot, Seat>,
    mover: Seat,
}

fn dots(line: Line) -> (Dot, Dot) {
    let (column, row) = (line.column(), line.row());
    let end = if line.is_upward() { (column, row + 1) } else { (column + 1, row) };
    ((column, row), end)
}

impl Referee {
    fn new(width: u8, height: u8) -> Referee {
        let mut free = Vec::new();
        for row in 0..=height {
            free.extend((0..width).map(|column| ((column, row), (column + 1, row))));
        }
        for row in 0..height {
            free.extend((0..=width).map(|column| ((column, row), (column, row + 1))));
        }
        Referee { width, height, free, boxes: BTreeMap::new(), mover: Seat(0) }
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

    fn play(&mut self, line: Line) {
        let before = self.free.len();
        self.free.retain(|&free| free != dots(line));
        assert_eq!(self.free.len() + 1, before);
        let mut closed = false;
        for place in self.all_boxes() {
            if self.missing(place) == 0 && !self.boxes.contains_key(&place) {
                self.boxes.insert(place, self.mover);
                closed = true;
            }
        }
        if !closed {
            self.mover = self.mover.opponent();
        }
    }

    fn lead(&self, seat: Seat) -> f64 {
        self.boxes.values().map(|&owner| if owner == seat { 1.0 } else { -1.0 }).sum()
    }

    fn agrees_with(&self, position: &DotsAndBoxes) {
        let legal: Vec<_> = moves(position).into_iter().map(dots).collect();
        assert_eq!(legal, self.free, "{position}");
        let count = |seat| self.boxes.values().filter(|&&owner| owner == seat).count();
        let end = format!(" {}:{} ", count(Seat(0)), count(Seat(1)));
        assert!(position.to_string().contains(&end), "{position}, not {end}");
        let boxes = f64::from(self.width) * f64::from(self.height);
        let scale = if position.margin { 1.0 } else { boxes };
        if self.free.is_empty() {
            assert_eq!(position.node(), Node::Terminal);
            let lead = self.lead(Seat(0));
            let payoff = if position.margin || lead == 0.0 { lead } else { lead.signum() };
            assert_eq!(position.payoff(Seat(0)), payoff, "{position}");
            assert_eq!(position.payoff(Seat(1)), -payoff, "{position}");
            return;
        }
        assert_eq!(position.node(), Node::Decision(self.mover), "{position}");
        let takes = self.all_boxes().iter().filter(|&&place| self.missing(place) == 1).count();
        for (seat, takes) in [(self.mover, takes as f64), (self.mover.opponent(), -(takes as f64))]
        {
            let found = [0, 1].map(|index| position.estimate(Heuristic(index), seat));
            assert!((found[0] - self.lead(seat) / scale).abs() < 1e-12, "{position}");
            assert!((found[1] - (self.lead(seat) + takes) / scale).abs() < 1e-12, "{position}");
        }
        for m in moves(position) {
            let mut after = self.clone();
            after.play(m);
            let closes = (after.boxes.len() - self.boxes.len()) as i32;
            let open = |referee: &Referee| {
                let places = referee.all_boxes();
                places.iter().filter(|&&place| referee.missing(place) == 1).count() as i32
            };
            let gives = open(&after) - open(self) + closes;
            assert_eq!(position.hint(m), 4 * closes - gives, "{position} {m}");
            assert_eq!(position.is_forcing(m), closes + gives != 0, "{position} {m}");
        }
    }
}

#[test]
fn the_laws_hold() {
    for sample in DotsAndBoxes::SAMPLES {
        laws::check(&format!("dots-and-boxes({sample})")).unwrap();
    }
}

#[test]
fn random_plays_agree_with_the_slow_referee() {
    let mut stream = Seed(5).stream(0);
    for (width, height, payoff) in [
        (1, 1, "win"),
        (3, 3, "win"),
        (2, 5, "margin"),
        (7, 7, "win"),
        (7, 1, "margin"),
        (4, 4, "win"),
    ] {
        for _ in 0..if 40 < width * height { 2 } else { 30 } {
            let mut position = start(&format!("{width}, {height}, {payoff}"));
            let mut referee = Referee::new(width, height);
            loop {
                referee.agrees_with(&position);
                if position.node() == Node::Terminal {
                    break;
                }
                let m = position.draw_move(&mut stream);
                position.play(m);
                referee.play(m);
            }
        }
    }
}

fn slow_perft(referee: &Referee, depth: u32, lines: &[Line]) -> u64 {
    if depth == 0 {
        return 1;
    }
    let free = lines.iter().filter(|&&line| referee.free.contains(&dots(line)));
    let after = free.map(|&line| {
        let mut next = referee.clone();
        next.play(line);
        slow_perft(&next, depth - 1, lines)
    });
    after.sum()
}

#[test]
fn move_sequences_are_counted_as_the_slow_referee_counts_them() {
    for (width, height, depth) in [(1, 1, 4), (2, 1, 7), (2, 2, 5), (3, 3, 3)] {
        let position = start(&format!("{width}, {height}"));
        let lines = moves(&position);
        for depth in 0..=depth {
            let counted = perft::perft(&position, depth, &mut Vec::new());
            let slow = slow_perft(&Referee::new(width, height), depth, &lines);
            assert_eq!(counted, slow, "{width} x {height}, {depth} plies");
            // Any order of lines is a play: n (n - 1) … of n lines.
            let all = lines.len() as u64;
            assert_eq!(counted, (0..u64::from(depth)).map(|ply| all - ply).product());
        }
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
        let mut next = position.clone();
        next.play(m);
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
    for (number, m) in (0..).zip(moves(&position)) {
        numbers[m.code() as usize] = number;
    }
    let sets = 1 << position.count();
    solve(&position, sets - 1, &numbers, &mut vec![i8::MIN; sets])
}

#[test]
fn the_second_seat_wins_three_by_three_by_three_boxes() {
    // D. Wilson, Dots-and-Boxes Analysis Results (wilson.engr.wisc.edu/boxes): 3 x 3 boxes, every
    // opening line loses by 3 with best play.
    assert_eq!(value(3, 3), -3);
}

#[test]
fn smaller_boards_have_their_values_either_way_round() {
    // A single box goes to whoever draws the fourth line; the rest agrees with a search written
    // apart, in another language.
    for (width, height, margin) in [(1, 1, -1), (2, 1, 0), (3, 1, -1), (2, 2, 2), (3, 2, -2)] {
        assert_eq!(value(width, height), margin, "{width} x {height}");
        assert_eq!(value(height, width), margin, "{height} x {width}");
    }
}

#[test]
fn every_place_in_the_order_holds_the_move_of_that_number() {
    let mut stream = Seed(6).stream(0);
    for options in ["", "7, 7", "1, 4"] {
        let mut position = start(options);
        while position.node() != Node::Terminal {
            let list = moves(&position);
            assert_eq!(position.count(), list.len());
            assert!(list.iter().enumerate().all(|(n, &m)| position.nth(n) == m));
            position.play(position.draw_move(&mut stream));
        }
    }
}

#[test]
fn who_closes_a_box_draws_again() {
    let mut position = start("2, 2");
    let _ = play_line(&mut position, "a1b1 a1a2 a2b2 b1b2").unwrap();
    assert_eq!(position.to_string(), "../.../-./||./-. 0:1 2");
    assert_eq!(
        position.drawing(),
        "3 +   +   +\n\n2 +---+   +\n  | # |\n1 +---+   +\n  a   b   c\nboxes 0:1"
    );
    // One line can close two boxes.
    let mut position = start("2, 1").parse("--/|.|/-- 0:0 1").unwrap();
    position.play(position.parse_move("b1b2").unwrap());
    assert_eq!(position.to_string(), "--/|||/-- 2:0 1");
    assert_eq!((position.node(), position.payoff(Seat(1))), (Node::Terminal, -1.0));
}

#[test]
fn only_positions_of_the_game_are_read() {
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
    for m in moves(&position) {
        assert_eq!(position.parse_move(&m.to_string()), Some(m));
    }
    for text in
        ["a1a1", "b1a1", "a1b2", "a1c1", "h1i1", "a8a9", "a1", "a1b1c1", "A1B1", "i1j1", "a0a1"]
    {
        assert_eq!(position.parse_move(text), None, "{text}");
    }
    assert_eq!(start("1, 1").parse_move("b1c1"), None);
}
