//! Hex against a slow second set of rules, and solved on small boards.

use std::collections::{BTreeMap, VecDeque};

use agon_core::{Heuristic, Node, Position, Seat, after, all_moves, line::play_line, registry};
use agon_hex::Hex;
use agon_laws::oracle::{Oracle, Walk};

fn hex(options: &str) -> Hex {
    registry::start(options).expect("the options are right")
}

#[test]
fn the_laws_hold_in_every_position_of_a_small_board() {
    agon_laws::check_with("hex(size=3, swap=true)", 10_000, 30).unwrap();
}

/// The stones on a table of letters.
#[derive(Clone)]
struct Slow {
    rows: Vec<Vec<char>>,
    mover: usize,
}

const SIDES: [char; 2] = ['X', 'O'];

impl Slow {
    fn new(size: usize) -> Slow {
        Slow { rows: vec![vec!['.'; size]; size], mover: 0 }
    }

    fn size(&self) -> i32 {
        self.rows.len() as i32
    }

    fn neighbours(&self, (row, column): (i32, i32)) -> Vec<(i32, i32)> {
        let around = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];
        let inside = |&(r, c): &(i32, i32)| (0..self.size()).contains(&r.min(c)) && r.max(c) < self.size();
        around.iter().map(|(down, right)| (row + down, column + right)).filter(inside).collect()
    }

    fn is_empty(&self, (row, column): (i32, i32)) -> bool {
        self.rows[row as usize][column as usize] == '.'
    }

    /// The squares two steps away that have two empty squares in common with this one.
    fn bridges(&self, at: (i32, i32)) -> Vec<(i32, i32)> {
        let two_away = self.neighbours(at).into_iter().flat_map(|next| self.neighbours(next));
        let common = |other: (i32, i32)| {
            let shared = self
                .neighbours(at)
                .into_iter()
                .filter(move |&next| self.is_empty(next) && self.neighbours(other).contains(&next));
            shared.count()
        };
        two_away
            .filter(|&other| other != at && !self.neighbours(at).contains(&other))
            .filter(|&other| common(other) == 2)
            .collect()
    }

    /// The fewest stones that `side` needs to join its edges, by touching stones or by bridges too:
    /// Dijkstra's algorithm with costs of zero and one.
    fn distance(&self, side: char, bridges: bool) -> Option<u32> {
        let size = self.size();
        let all = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        // Rows of the board as `side` sees them.
        let row = |at: (i32, i32)| if side == 'X' { at.0 } else { at.1 };
        let meets = |at: (i32, i32), edge: i32| {
            let open = self.neighbours(at).into_iter().filter(|&n| row(n) == edge && self.is_empty(n));
            row(at) == edge || (bridges && (row(at) - edge).abs() == 1 && open.count() == 2)
        };
        let mut best: BTreeMap<(i32, i32), u32> = BTreeMap::new();
        let mut queue: VecDeque<((i32, i32), u32)> = all().filter(|&at| meets(at, 0)).map(|at| (at, 0)).collect();
        while let Some((at, so_far)) = queue.pop_front() {
            let cost = match self.rows[at.0 as usize][at.1 as usize] {
                '.' => so_far + 1,
                stone if stone == side => so_far,
                _ => continue,
            };
            if best.get(&at).is_some_and(|&known| known <= cost) {
                continue;
            }
            best.insert(at, cost);
            queue.extend(self.neighbours(at).into_iter().map(|next| (next, cost)));
            if bridges {
                queue.extend(self.bridges(at).into_iter().map(|next| (next, cost)));
            }
        }
        best.iter().filter(|&(&at, _)| meets(at, size - 1)).map(|(_, &cost)| cost).min()
    }

    fn has_won(&self, side: char) -> bool {
        self.distance(side, false) == Some(0)
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let is_over = self.has_won(SIDES[1 - self.mover]);
        if is_over { Node::Terminal } else { Node::Decision(Seat(self.mover as u8)) }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.node() == Node::Terminal {
            return moves;
        }
        for (row, squares) in (1..).zip(&self.rows) {
            let empty = ('a'..).zip(squares).filter(|(_, square)| **square == '.');
            moves.extend(empty.map(|(column, _)| format!("{column}{row}")));
        }
        moves
    }

    fn after(&self, m: &str) -> Slow {
        let mut after = Slow { mover: 1 - self.mover, ..self.clone() };
        let row = m[1..].parse::<usize>().expect("a number follows the letter") - 1;
        after.rows[row][usize::from(m.as_bytes()[0] - b'a')] = SIDES[self.mover];
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        if seat.index() == self.mover { -1.0 } else { 1.0 }
    }
}

#[test]
fn games_agree_with_the_slow_rules() {
    for (size, depth, plays) in [(1, 1, 1), (2, 4, 0), (3, 5, 40), (4, 3, 0), (5, 0, 15), (8, 0, 3), (11, 0, 1)] {
        let compare = |fast: &Hex, slow: &Slow| {
            for (seat, side) in Seat::all(2).zip(SIDES) {
                assert_eq!(fast.distance(seat), slow.distance(side, false), "{side}: {fast}");
                if fast.node() != Node::Terminal {
                    let bridged = fast.distance_by_bridges(seat);
                    assert_eq!(bridged, slow.distance(side, true), "{side}, bridges: {fast}");
                }
            }
        };
        let start = hex(&size.to_string());
        Walk { depth, plays }.compare(&start, &Slow::new(size), compare).unwrap();
    }
}

/// Whether the seat to move wins, by searching everything, promising moves first.
fn wins(position: &Hex, known: &mut BTreeMap<u64, bool>) -> bool {
    if position.node() == Node::Terminal {
        return false;
    }
    if let Some(&wins) = known.get(&position.key()) {
        return wins;
    }
    let mut moves = all_moves(position);
    moves.sort_by_key(|&m| -position.hint(m));
    let wins = moves.into_iter().any(|m| !wins(&after(position, m), known));
    known.insert(position.key(), wins);
    wins
}

#[test]
fn the_first_seat_wins_small_boards_unless_the_second_may_swap() {
    // By strategy stealing the first seat wins on every board (J. Nash, 1949). The game on one
    // square is over before anyone can swap.
    for size in 1..=4 {
        assert!(wins(&hex(&format!("{size}")), &mut BTreeMap::new()), "{size}");
    }
    assert!(wins(&hex("1, swap=true"), &mut BTreeMap::new()));
    for size in 2..=3 {
        assert!(!wins(&hex(&format!("{size}, swap=true")), &mut BTreeMap::new()), "{size}");
    }
}

#[test]
fn a_swap_mirrors_the_stone_across_the_long_diagonal() {
    let mut position = hex("size=4, swap=true");
    play_line(&mut position, "c1 swap").unwrap();
    assert_eq!(position.to_string(), "4/4/O3/4 X");
    assert_eq!((position.count(), position.parse_move("swap")), (15, None));
    play_line(&mut position, "b2").unwrap();
    assert_eq!(position.parse_move("swap"), None);
    assert_eq!(hex("4").parse("2X1/4/4/4 O").unwrap().parse_move("swap"), None);
}

#[test]
fn a_straight_chain_wins_and_distances_count_missing_stones() {
    let mut position = hex("5");
    play_line(&mut position, "c2 b1 c3 a1 c4 d1").unwrap();
    // X lacks one stone above and one below; O lacks one at least in each of five columns but
    // where it has stones.
    assert_eq!((position.distance(Seat(0)), position.distance(Seat(1))), (Some(2), Some(2)));
    assert_eq!(position.estimate(Heuristic(0), Seat(0)), 0.0);
    play_line(&mut position, "c5 e1 c1").unwrap();
    assert_eq!((position.node(), position.payoff(Seat(0))), (Node::Terminal, 1.0));
}

#[test]
fn invalid_positions_are_refused() {
    let start = hex("3");
    for text in ["", "3/3/3", "3/3 X", "3/3/4 X", "3/3/3 Y", "XXXX/3/3 O", "X2/X2/X2 X", "3/3/99999999999 X"] {
        assert!(start.parse(text).is_err(), "{text}");
    }
    for text in ["X2/X2/X2 O", "3/3/3 O", "X2/3/3 X", "O2/3/3 X", "XO1/3/3 O"] {
        assert!(start.parse(text).is_err(), "{text}");
    }
    assert_eq!(start.parse("XO1/X1O/X2 O").unwrap().node(), Node::Terminal);
}
