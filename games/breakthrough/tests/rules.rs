//! Breakthrough against a slow second set of rules.

use std::collections::BTreeMap;

use agon_breakthrough::Breakthrough;
use agon_core::{Heuristic, Node, Position, Seat, Seed, after, all_moves, line::play_line, registry};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft::perft,
};

fn breakthrough(width: usize, height: usize) -> Breakthrough {
    registry::start(&format!("width={width}, height={height}")).expect("the size is in range")
}

/// The game once more on a table of letters, row 1 first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Slow {
    rows: Vec<Vec<char>>,
    mover: char,
}

impl Slow {
    fn new(width: usize, height: usize) -> Slow {
        let mut rows = vec![vec!['.'; width]; height];
        for near in 0..2 {
            rows[near] = vec!['X'; width];
            rows[height - 1 - near] = vec!['O'; width];
        }
        Slow { rows, mover: 'X' }
    }

    fn other(&self) -> char {
        if self.mover == 'X' { 'O' } else { 'X' }
    }

    /// The position as it is written: rows from the top, empty squares counted.
    fn text(&self) -> String {
        let row = |row: &Vec<char>| {
            let empty = |men: &str| {
                if men.starts_with('.') { men.len().to_string() } else { men.to_owned() }
            };
            row.chunk_by(|a, b| a == b).map(|men| empty(&men.iter().collect::<String>())).collect()
        };
        let rows: Vec<String> = self.rows.iter().rev().map(row).collect();
        format!("{} {}", rows.join("/"), self.mover)
    }

    /// The seat that has won.
    fn winner(&self) -> Option<char> {
        let has_men = |man| self.rows.iter().flatten().any(|&square| square == man);
        if self.rows[self.rows.len() - 1].contains(&'X') || !has_men('O') {
            return Some('X');
        }
        if self.rows[0].contains(&'O') || !has_men('X') { Some('O') } else { None }
    }

    /// The moves as they are written, and what becomes of the board.
    fn steps(&self) -> BTreeMap<String, Slow> {
        let mut moves = BTreeMap::new();
        if self.winner().is_some() {
            return moves;
        }
        let up = if self.mover == 'X' { 1 } else { -1 };
        for (row, line) in self.rows.iter().enumerate() {
            for (column, &man) in line.iter().enumerate() {
                if man != self.mover {
                    continue;
                }
                for right in [-1, 0, 1] {
                    let (r, c) = (row as i32 + up, column as i32 + right);
                    if !(0..self.rows.len() as i32).contains(&r) || !(0..line.len() as i32).contains(&c) {
                        continue;
                    }
                    let (r, c) = (r as usize, c as usize);
                    let target = self.rows[r][c];
                    if target == self.mover || (target == self.other() && right == 0) {
                        continue;
                    }
                    let name = |row: usize, column: usize| format!("{}{}", char::from(b'a' + column as u8), row + 1);
                    let sign = if target == '.' { "-" } else { "x" };
                    let mut next = self.clone();
                    next.rows[row][column] = '.';
                    next.rows[r][c] = self.mover;
                    next.mover = self.other();
                    moves.insert(format!("{}{sign}{}", name(row, column), name(r, c)), next);
                }
            }
        }
        moves
    }

    /// Whether the seat to move wins, by searching everything.
    fn wins(&self, known: &mut BTreeMap<Slow, bool>) -> bool {
        if self.winner().is_some() {
            return false;
        }
        if let Some(&wins) = known.get(self) {
            return wins;
        }
        let wins = self.steps().values().any(|next| !next.wins(known));
        known.insert(self.clone(), wins);
        wins
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let seat = Seat(u8::from(self.mover == 'O'));
        if self.winner().is_some() { Node::Terminal } else { Node::Decision(seat) }
    }

    fn moves(&self) -> Vec<String> {
        self.steps().into_keys().collect()
    }

    fn after(&self, m: &str) -> Slow {
        self.steps().remove(m).expect("it is one of the moves")
    }

    fn payoff(&self, seat: Seat) -> f64 {
        if self.winner() == Some(['X', 'O'][seat.index()]) { 1.0 } else { -1.0 }
    }
}

#[test]
fn games_agree_with_the_slow_rules() {
    for (width, height, depth) in [(8, 8, 3), (2, 4, 7), (3, 5, 6), (5, 6, 4), (8, 4, 0)] {
        let (start, slow) = (breakthrough(width, height), Slow::new(width, height));
        Walk { depth, plays: 60 }.compare(&start, &slow, |_, _| ()).unwrap();
    }
}

#[test]
fn perft_of_the_usual_board_is_pinned() {
    // Depths 1 to 4 are walked with the slow rules above; no published table is known.
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&breakthrough(8, 8), depth)).collect();
    assert_eq!(counts, [22, 484, 11132, 256036, 6182818]);
}

#[test]
fn winners_of_tiny_boards_agree_with_the_slow_rules() {
    fn wins(position: &Breakthrough, known: &mut BTreeMap<String, bool>) -> bool {
        if position.node() == Node::Terminal {
            return false;
        }
        if let Some(&wins) = known.get(&position.to_string()) {
            return wins;
        }
        let wins = all_moves(position).into_iter().any(|m| !wins(&after(position, m), known));
        known.insert(position.to_string(), wins);
        wins
    }
    for (width, height) in [(2, 4), (2, 5), (2, 6), (3, 4), (3, 5)] {
        let expected = Slow::new(width, height).wins(&mut BTreeMap::new());
        let found = wins(&breakthrough(width, height), &mut BTreeMap::new());
        assert_eq!(found, expected, "{width}x{height}");
    }
}

#[test]
fn heuristics_agree_with_their_descriptions() {
    let mut position = breakthrough(8, 8);
    play_line(&mut position, "b2-b3 c7-c6 b3-b4 c6-c5 b4xc5").unwrap();
    // X is a man up and has stepped three rows and its first two men rows; O has lost the two.
    assert_eq!(position.estimate(Heuristic(1), Seat(0)), 1.0 / 16.0);
    assert_eq!(position.estimate(Heuristic(2), Seat(0)), (8.0 + 3.0 - 7.0) / 112.0);
    assert_eq!(position.estimate(Heuristic(2), Seat(1)), -4.0 / 112.0);
    // The man at c5 cannot be taken.
    assert_eq!(position.estimate(Heuristic(0), Seat(0)), 1.0 / 16.0);
    // At b6 two could, and none would take back.
    play_line(&mut position, "h7-h6 c5-b6").unwrap();
    assert_eq!(position.estimate(Heuristic(0), Seat(0)), 0.75 / 16.0);
    assert_eq!(position.estimate(Heuristic(0), Seat(1)), -0.75 / 16.0);
}

/// Whether the first heuristic calls the race of a position of few men; if so, the slow rules agree.
fn is_called_rightly(slow: &Slow, known: &mut BTreeMap<Slow, bool>) -> bool {
    let (text, start) = (slow.text(), breakthrough(slow.rows[0].len(), slow.rows.len()));
    let mover = Seat(u8::from(slow.mover == 'O'));
    let estimate = start.parse(&text).expect("it is written as it is read").estimate(Heuristic(0), mover);
    // So few men are worth less than a race.
    let is_called = 0.9 < estimate.abs();
    assert!(!is_called || (0.0 < estimate) == slow.wins(known), "{text}: {estimate}");
    is_called
}

#[test]
fn a_race_reported_as_won_is_won() {
    let mut known = BTreeMap::new();
    let (mut called, mut of) = (0, 0);
    for (width, height, men) in [(3, 5, 3), (4, 5, 2), (6, 5, 2), (8, 6, 2), (2, 8, 2)] {
        let mut stream = Seed(7).stream(width as u64 * 10 + height as u64);
        for _ in 0..400 {
            let mut slow = Slow::new(width, height);
            slow.rows.iter_mut().flatten().for_each(|square| *square = '.');
            for (man, first_row) in [('X', 0), ('O', 1)] {
                for _ in 0..=stream.below(men) {
                    // Not yet on the far row.
                    let row = first_row + stream.below(height as u32 - 1) as usize;
                    slow.rows[row][stream.below(width as u32) as usize] = man;
                }
            }
            slow.mover = if stream.below(2) == 0 { 'X' } else { 'O' };
            if slow.winner().is_none() {
                (called, of) = (called + u32::from(is_called_rightly(&slow, &mut known)), of + 1);
            }
        }
    }
    assert!(of < 2 * called && called < of, "{called} of {of}");
    // The foremost man is met, and the runner behind it comes a step too late; or comes first.
    for (rows, is_called) in [
        (["O.......", "........", "X.......", "....X..O", "........", "........"], false),
        (["........", "........", "..O.....", "X......O", "........", "......XX"], false),
        (["........", "........", "..O.....", "X.......", "........", "......XX"], true),
    ] {
        let rows = rows.iter().rev().map(|row| row.chars().collect()).collect();
        assert_eq!(is_called_rightly(&Slow { rows, mover: 'X' }, &mut known), is_called);
    }
}

#[test]
fn invalid_positions_are_refused() {
    let start = breakthrough(3, 5);
    for text in ["", "3/3/3/3 X", "OOO/3/3/3/XX X", "OOO/3/3/3/XXXX X", "OOO/3/3/3/9 X", "1X1/3/O2/3/3 X"] {
        assert!(start.parse(text).is_err(), "{text}");
    }
    let over = start.parse("1X1/3/O2/3/3 O").unwrap();
    assert_eq!((over.node(), over.payoff(Seat(0))), (Node::Terminal, 1.0));
}
