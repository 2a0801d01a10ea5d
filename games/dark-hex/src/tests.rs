//! Dark Hex compared with a second statement of its rules.

use std::collections::BTreeSet;

use agon_core::{
    Eye, Node, Position, Seat, Seed, after, all_moves, drawing_for,
    line::play_line,
    oracle::{Oracle, Walk},
    registry, view,
};

use crate::DarkHex;

fn dark_hex(options: &str) -> DarkHex {
    registry::start(options).unwrap()
}

/// A board of letters, each seat's own board, and each seat's notes.
#[derive(Clone)]
struct Slow {
    is_abrupt: bool,
    board: Vec<Vec<char>>,
    own: [Vec<Vec<char>>; 2],
    notes: [Vec<String>; 2],
    all: Vec<String>,
    turns: usize,
}

impl Slow {
    fn new(width: usize, height: usize, is_abrupt: bool) -> Slow {
        let board = vec![vec!['.'; width]; height];
        let own = [board.clone(), board.clone()];
        Slow { is_abrupt, board, own, notes: Default::default(), all: Vec::new(), turns: 0 }
    }

    fn has_won(&self, letter: char) -> bool {
        let (height, width) = (self.board.len() as i32, self.board[0].len() as i32);
        let all = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let own: Vec<(i32, i32)> = all
            .filter(|&(row, column)| self.board[row as usize][column as usize] == letter)
            .collect();
        let along = |&(row, column): &(i32, i32)| if letter == 'X' { row } else { column };
        let last = if letter == 'X' { height } else { width } - 1;
        let mut chain: Vec<_> = own.iter().copied().filter(|at| along(at) == 0).collect();
        let mut next = 0;
        while next < chain.len() {
            let (row, column) = chain[next];
            for (down, right) in [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)] {
                let at = (row + down, column + right);
                if own.contains(&at) && !chain.contains(&at) {
                    chain.push(at);
                }
            }
            next += 1;
        }
        chain.iter().any(|at| along(at) == last)
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        if self.has_won('X') || self.has_won('O') {
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
        if self.has_won(['X', 'O'][seat.index()]) { 1.0 } else { -1.0 }
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
    for (width, height, is_abrupt, depth, plays) in [
        (2, 2, false, 9, 0),
        (2, 2, true, 9, 0),
        (3, 2, true, 4, 100),
        (2, 5, false, 3, 100),
        (3, 3, false, 3, 100),
        (5, 5, true, 1, 100),
        (12, 2, false, 1, 50),
    ] {
        let start = dark_hex(&format!("{width}, {height}, abrupt={is_abrupt}"));
        let walk = Walk { depth, plays };
        walk.compare(&start, &Slow::new(width, height, is_abrupt), |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let walk = Walk { depth: 0, plays: 4_000 };
    walk.compare(&dark_hex("5, 5, abrupt=false"), &Slow::new(5, 5, false), |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

/// Views of each seat at its decisions.
type Sets = [BTreeSet<String>; 2];

/// The number of histories, and the information sets: the true ones, and those that would exist if
/// a seat knew how often the other had tried.
fn sizes(here: &DarkHex, sets: &mut Sets, leaky: &mut Sets, tried: [u8; 2]) -> usize {
    let mut after_this = tried;
    if let Node::Decision(seat) = here.node() {
        let seen = view(here, Eye::Seat(seat));
        leaky[seat.index()].insert(format!("{seen} {}", tried[seat.opponent().index()]));
        sets[seat.index()].insert(seen);
        after_this[seat.index()] += 1;
    }
    let moves = all_moves(here).into_iter();
    moves.map(|m| sizes(&after(here, m), sets, leaky, after_this)).sum::<usize>() + 1
}

#[test]
fn histories_and_information_sets_are_as_many_as_published() {
    // Counted by OpenSpiel 2.0.2 too; its views show how often the other has tried.
    for (options, histories, own_sets, leaky_sets) in [
        ("2, 2", 441, [17, 53], [33, 101]),
        ("2, 2, abrupt=true", 471, [59, 35], [59, 35]),
        ("3, 2", 104_229, [697, 1_811], [2_053, 5_193]),
    ] {
        let (mut sets, mut leaky) = Default::default();
        let found = sizes(&dark_hex(options), &mut sets, &mut leaky, [0, 0]);
        assert_eq!(
            (found, sets.map(|sets| sets.len()), leaky.map(|sets| sets.len())),
            (histories, own_sets, leaky_sets),
            "{options}"
        );
    }
}

#[test]
fn redeals_of_large_boards_look_the_same() {
    for (options, plays) in [("5, 5", 20), ("5, 5, abrupt=true", 20), ("12, 2", 20)] {
        let start = dark_hex(options);
        for play in 0..plays {
            let mut stream = Seed(play).stream(0);
            let mut position = start.clone();
            while position.node() != Node::Terminal {
                for seat in Seat::all(2) {
                    let redeal = position.redeal(seat, &mut stream);
                    let eye = Eye::Seat(seat);
                    assert_eq!(view(&redeal, eye), view(&position, eye), "{position}: {redeal}");
                    assert_ne!(redeal.node(), Node::Terminal, "{position}: {redeal}");
                }
                position.play(position.draw_move(&mut stream));
            }
        }
    }
}

#[test]
fn a_seat_sees_its_own_stones_and_those_it_ran_into() {
    let mut position = dark_hex("");
    play_line(&mut position, "b2 b2 a1 a1 c3").unwrap();
    assert_eq!(position.to_string(), "/b2 b2! a1 a1! c3");
    let drawings: Vec<String> = Eye::all(2).map(|eye| drawing_for(&position, eye)).collect();
    assert_eq!(drawings[0], drawing_for(&dark_hex(""), Eye::Public));
    assert_ne!(drawings[1], drawings[2]);
    let seen = |eye| position.picture_for(eye).cells.iter().map(|c| c.pieces.len()).sum::<usize>();
    assert_eq!(Eye::all(2).map(seen).collect::<Vec<_>>(), [0, 3, 2]);
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let message = registry::start::<DarkHex>("5, 6").unwrap_err().to_string();
    assert!(message.contains("at most 25 squares"), "{message}");
}
