//! Othello against published counts, against a slow second set of rules, and solved at 4×4.

use std::{collections::BTreeMap, ops::ControlFlow};

use agon_core::{Featured, Heuristic, Node, Position, Seat, registry};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft::perft,
};
use agon_othello::{Othello, OthelloMove};

fn othello(options: &str) -> Othello {
    registry::start(options).expect("the options are right")
}

/// The leaves at `depth`, where a finished game stays one leaf at every greater depth.
fn leaves(position: &Othello, depth: u32) -> u64 {
    if depth == 0 || position.node() == Node::Terminal {
        return 1;
    }
    if depth == 1 {
        return position.count() as u64;
    }
    let (mut sum, mut next) = (0, position.clone());
    let _ = position.each_move(|m| {
        next.play_from(position, m);
        sum += leaves(&next, depth - 1);
        ControlFlow::Continue(())
    });
    sum
}

/// Aart Bik, "Perft for Reversi" (2009), aartbik.blogspot.com/2009/02/perft-for-reversi.html. There
/// a pass is a ply, as here, and a finished game stays a leaf, which matters from depth 10 on.
const PUBLISHED: [u64; 11] = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800];

#[test]
fn perft_is_as_published() {
    for (depth, expected) in (1..).zip(PUBLISHED) {
        if depth < 10 {
            assert_eq!(perft(&othello(""), depth), expected, "depth {depth}");
        }
        assert_eq!(leaves(&othello(""), depth), expected, "depth {depth}");
    }
}

#[test]
fn games_finished_before_the_last_ply_are_not_counted() {
    // The shortest games have nine plies: there are 228 of them, as the next test finds too.
    assert_eq!(perft(&othello(""), 10), 24571284 - 228);
}

/// Othello once more, square by square on a table of letters: slow and plain.
#[derive(Clone, PartialEq)]
struct Slow {
    rows: Vec<Vec<char>>,
    mover: char,
}

impl Slow {
    fn new(size: usize) -> Slow {
        let mut rows = vec![vec!['-'; size]; size];
        let half = size / 2;
        (rows[half - 1][half - 1], rows[half][half]) = ('O', 'O');
        (rows[half - 1][half], rows[half][half - 1]) = ('X', 'X');
        Slow { rows, mover: 'X' }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// What a disc of `mover` on the square catches.
    fn caught(&self, mover: char, row: i32, column: i32) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.at(row, column) != Some('-') {
            return all;
        }
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let mut line = Vec::new();
            let (mut r, mut c) = (row + down, column + right);
            while self.at(r, c).is_some_and(|disc| disc != '-' && disc != mover) {
                line.push((r, c));
                (r, c) = (r + down, c + right);
            }
            if self.at(r, c) == Some(mover) {
                all.extend(line);
            }
        }
        all
    }

    fn puts(&self, mover: char) -> Vec<(i32, i32)> {
        let size = self.rows.len() as i32;
        let squares = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        squares.filter(|&(row, column)| !self.caught(mover, row, column).is_empty()).collect()
    }

    fn opponent(&self) -> char {
        if self.mover == 'X' { 'O' } else { 'X' }
    }

    fn text(&self) -> String {
        format!("{} {}", self.rows.iter().flatten().collect::<String>(), self.mover)
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let seat = Seat(u8::from(self.mover == 'O'));
        if self.moves().is_empty() { Node::Terminal } else { Node::Decision(seat) }
    }

    fn moves(&self) -> Vec<String> {
        let written = |(row, column): (i32, i32)| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        let puts = self.puts(self.mover);
        if puts.is_empty() && !self.puts(self.opponent()).is_empty() {
            return vec!["pass".to_owned()];
        }
        puts.into_iter().map(written).collect()
    }

    fn after(&self, m: &str) -> Slow {
        let mut after = Slow { mover: self.opponent(), ..self.clone() };
        if m != "pass" {
            let (row, column) = (i32::from(m.as_bytes()[1] - b'1'), i32::from(m.as_bytes()[0] - b'a'));
            for (r, c) in self.caught(self.mover, row, column).into_iter().chain([(row, column)]) {
                after.rows[r as usize][c as usize] = self.mover;
            }
        }
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let discs = |side| self.rows.iter().flatten().filter(|&&disc| disc == side).count() as f64;
        let lead = discs('X') - discs('O');
        let sign = if seat == Seat(0) { 1.0 } else { -1.0 };
        if lead == 0.0 { 0.0 } else { sign * lead.signum() }
    }
}

#[test]
fn games_agree_with_the_slow_rules() {
    let mut passes = 0;
    for (size, depth) in [(4, 8), (6, 5), (8, 5)] {
        let compare = |fast: &Othello, slow: &Slow| {
            assert_eq!(fast.to_string(), slow.text());
            passes += u32::from(fast.is_legal(OthelloMove::PASS));
        };
        let start = othello(&format!("size={size}"));
        Walk { depth, plays: 100 }.compare(&start, &Slow::new(size), compare).unwrap();
    }
    assert!(100 < passes, "only {passes} passes");
}

/// The value for the seat to move, by searching everything.
fn solve(position: &Othello, known: &mut BTreeMap<String, f64>) -> f64 {
    let Node::Decision(mover) = position.node() else { return position.payoff(Seat(0)) };
    let text = position.to_string();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let sign = if mover == Seat(0) { 1.0 } else { -1.0 };
    let (mut best, mut next) = (f64::NEG_INFINITY, position.clone());
    let _ = position.each_move(|m| {
        next.play_from(position, m);
        best = best.max(sign * solve(&next, known));
        ControlFlow::Continue(())
    });
    known.insert(text, sign * best);
    sign * best
}

#[test]
fn the_second_seat_wins_on_four_by_four_by_eight_discs() {
    // 11 to 3, as is well known (MathWorld, "Reversi"); on 6×6 it wins 20 to 16, which J. Feinstein
    // found in 1993 and which is too much to search here.
    assert_eq!(solve(&othello("size=4"), &mut BTreeMap::new()), -1.0);
    assert_eq!(solve(&othello("size=4, payoff=discs"), &mut BTreeMap::new()), -8.0);
}

#[test]
fn passing_is_legal_only_without_another_move() {
    let text = "-XO------------- O";
    let mut position = othello("size=4").parse(text).unwrap();
    assert_eq!(position.parse_move("a1"), Some(OthelloMove(0)));
    position = position.parse("XXO---O--------- O").unwrap();
    assert_eq!((position.count(), position.parse_move("--")), (1, Some(OthelloMove::PASS)));
    assert_eq!(position.parse_move("pass"), Some(OthelloMove::PASS));
    position.play(OthelloMove::PASS);
    assert_eq!(position.node(), Node::Decision(Seat(0)));
    let over = position.parse("XXX------------- O").unwrap();
    assert_eq!((over.node(), over.payoff(Seat(0))), (Node::Terminal, 1.0));
}

#[test]
fn the_key_of_a_board_depends_on_the_seat_to_move() {
    let start = othello("size=4");
    let board = "-----XO--OX-----";
    let [first, second] = ["X", "O"].map(|mover| start.parse(&format!("{board} {mover}")).unwrap());
    assert_ne!(first.key(), second.key());
    // The same discs as the seat to move sees them, the colours exchanged.
    let exchanged = start.parse("-----OX--XO----- O").unwrap();
    assert_ne!(first.key(), exchanged.key());
}

#[test]
fn heuristics_agree_with_their_descriptions() {
    let start = othello("payoff=discs");
    let mut position = start.clone();
    for word in ["f5", "d6", "c3"] {
        let m = position.parse_move(word).unwrap();
        position.play(m);
    }
    let mut values = Vec::new();
    position.feature_values(Seat(0), &mut values);
    // X has c3 d4 e4 e5 f5 and may go to d7 c5 c6 c7; O has d5 d6 and may go to d3 f3 f4 g5.
    assert_eq!(values, [0.0, 0.0, 3.0 / 7.0]);
    assert_eq!(position.estimate(Heuristic(2), Seat(1)), -64.0 * 3.0 / 7.0);
    let cornered = start.parse(&format!("XO{}XO{} X", "-".repeat(54), "-".repeat(6))).unwrap();
    cornered.feature_values(Seat(1), &mut values);
    assert_eq!(values, [-1.0, -0.5, 0.0]);
    assert_eq!(start.parse("x").unwrap_err().text, "x");
}
