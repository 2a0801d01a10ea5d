//! Phantom tic-tac-toe compared with a second statement of its rules.

use agon_core::{
    Eye, Node, Position, Seat, drawing_for,
    line::play_line,
    oracle::{Oracle, Walk},
    perft, registry, view,
};

use crate::PhantomTicTacToe;

fn phantom(options: &str) -> PhantomTicTacToe {
    registry::start(options).unwrap()
}

/// A board of letters, each seat's own board, and each seat's notes.
#[derive(Clone)]
struct Slow {
    is_abrupt: bool,
    line: i32,
    board: Vec<Vec<char>>,
    own: [Vec<Vec<char>>; 2],
    notes: [Vec<String>; 2],
    all: Vec<String>,
    turns: usize,
}

impl Slow {
    fn new(is_abrupt: bool, size: usize, line: i32) -> Slow {
        let board = vec![vec!['.'; size]; size];
        let own = [board.clone(), board.clone()];
        Slow { is_abrupt, line, board, own, notes: Default::default(), all: vec![], turns: 0 }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        self.board.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn has_won(&self, letter: char) -> bool {
        let size = self.board.len() as i32;
        let all = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let mut rows = all.flat_map(|at| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|step| (at, step)));
        rows.any(|((row, column), (up, right))| {
            (0..self.line).all(|n| self.at(row + n * up, column + n * right) == Some(letter))
        })
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let is_full = self.board.iter().flatten().all(|&letter| letter != '.');
        if self.has_won('X') || self.has_won('O') || is_full {
            return Node::Terminal;
        }
        Node::Decision(Seat(self.turns as u8 % 2))
    }

    fn moves(&self) -> Vec<String> {
        let Node::Decision(seat) = self.node() else { return Vec::new() };
        let mut moves = Vec::new();
        for (row, squares) in (1..).zip(&self.own[seat.index()]) {
            let unknown = ('a'..).zip(squares).filter(|(_, square)| **square == '.');
            moves.extend(unknown.map(|(column, _)| format!("{column}{row}")));
        }
        moves
    }

    fn after(&self, m: &str) -> Slow {
        let mut after = self.clone();
        let row = m[1..].parse::<usize>().unwrap() - 1;
        let column = usize::from(m.as_bytes()[0] - b'a');
        let mover = self.turns % 2;
        let is_empty = self.board[row][column] == '.';
        if is_empty {
            after.board[row][column] = ['X', 'O'][mover];
        }
        after.own[mover][row][column] = after.board[row][column];
        let note = if is_empty { m.to_owned() } else { format!("{m}!") };
        after.notes[mover].push(note.clone());
        after.all.push(note);
        after.turns += usize::from(is_empty || self.is_abrupt);
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        match (self.has_won('X'), self.has_won('O')) {
            (false, false) => 0.0,
            (first, _) if first == (seat == Seat(0)) => 1.0,
            _ => -1.0,
        }
    }

    fn view(&self, eye: Eye) -> Option<String> {
        if self.node() == Node::Terminal {
            return Some(format!("/{} over", self.all.join(" ")));
        }
        let mover = ["X", "O"][self.turns % 2];
        Some(match eye {
            Eye::Public => format!("{} {mover}", self.turns),
            Eye::Seat(seat) => {
                let notes = self.notes[seat.index()].iter().map(|note| format!("{note} "));
                notes.collect::<String>() + mover
            }
        })
    }
}

#[test]
fn games_agree_with_the_slow_rules() {
    for (options, is_abrupt, size, line, depth) in [
        ("", false, 3, 3, 4),
        ("abrupt=true", true, 3, 3, 4),
        ("size=2, line=2", false, 2, 2, 9),
        ("abrupt=true, size=4, line=3", true, 4, 3, 2),
        ("size=5, line=4", false, 5, 4, 1),
    ] {
        let slow = Slow::new(is_abrupt, size, line);
        Walk { depth, plays: 200 }.compare(&phantom(options), &slow, |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let walk = Walk { depth: 0, plays: 11_000 };
    walk.compare(&phantom(""), &Slow::new(false, 3, 3), |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

#[test]
fn the_smallest_boards_are_counted_by_hand() {
    // The first seat chooses among 4 squares. The second finds an empty one at once, 3 of 4, or after the
    // mark, 3 more; it knows as much as before, or 4 squares it ran into. The first wins on any
    // empty square, 2 of 3, or runs into the mark and wins on the other 2.
    let histories = 1 + 4 + 4 * 4 + 4 * 3 + 4 * 6 * 3 + 4 * 6 * 2;
    let found = perft::histories(&phantom("size=2, line=2"));
    assert_eq!(found, (histories, vec![1 + 4 + 4 * 3, 1 + 4]));
}

#[test]
fn a_seat_sees_its_own_marks_and_those_it_ran_into() {
    let mut position = phantom("");
    play_line(&mut position, "b2 b2 a1 a1 c3").unwrap();
    assert_eq!(position.to_string(), "/b2 b2! a1 a1! c3");
    assert_eq!(view(&position, Eye::Seat(Seat(0))), "b2 a1! c3 O");
    assert_eq!(view(&position, Eye::Seat(Seat(1))), "b2! a1 O");
    let marks = |eye| {
        let drawing = drawing_for(&position, eye);
        ['X', 'O'].map(|letter| drawing.matches(letter).count())
    };
    assert_eq!(marks(Eye::Public), [0, 0]);
    assert_eq!(marks(Eye::Seat(Seat(0))), [2, 1]);
    assert_eq!(marks(Eye::Seat(Seat(1))), [1, 1]);
}

#[test]
fn a_failed_attempt_loses_the_turn_if_abrupt() {
    let mut position = phantom("abrupt=true");
    play_line(&mut position, "b2 b2 a1 a1 c3").unwrap();
    assert_eq!((position.node(), position.payoff(Seat(0))), (Node::Terminal, 1.0));
    assert_eq!(view(&position, Eye::Public), "/b2 b2! a1 a1! c3 over");
}
