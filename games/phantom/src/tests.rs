//! Both games compared with a second statement of their rules.

mod dark_hex;
mod tic_tac_toe;

use agon_core::{Eye, Game, Node, Position, Seat, registry};
use agon_laws::oracle::{Oracle, Walk};

use crate::{Ending, Phantom};

type Board = Vec<Vec<char>>;

/// A board of letters, each seat's own board, and each seat's notes.
#[derive(Clone)]
struct Slow {
    is_abrupt: bool,
    /// Whether the marks of this letter win, so many in a row where that is the rule.
    wins: fn(&Board, char, i32) -> bool,
    length: i32,
    board: Board,
    own: [Board; 2],
    notes: [Vec<String>; 2],
    all: Vec<String>,
    turns: usize,
}

impl Slow {
    fn new(board: Board, is_abrupt: bool, length: i32, wins: fn(&Board, char, i32) -> bool) -> Slow {
        let (own, notes) = ([board.clone(), board.clone()], Default::default());
        Slow { is_abrupt, wins, length, board, own, notes, all: Vec::new(), turns: 0 }
    }

    fn has_won(&self, letter: char) -> bool {
        (self.wins)(&self.board, letter, self.length)
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

fn phantom<E>(options: &str) -> Phantom<E>
where
    Phantom<E>: Game,
{
    registry::start(options).unwrap()
}

/// Compares a game with its slow rules, all lines of `depth` plies and `plays` random ones; the number of decisions seen.
fn decisions_compared<E: Ending>(start: &Phantom<E>, slow: &Slow, depth: u32, plays: u64) -> u32 {
    let mut decisions = 0;
    Walk { depth, plays }
        .compare(start, slow, |here, _| decisions += u32::from(here.node() != Node::Terminal))
        .unwrap();
    decisions
}
