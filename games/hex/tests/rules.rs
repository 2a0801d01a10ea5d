//! Hex against a slow second set of rules, and solved on small boards.

use std::collections::{BTreeMap, VecDeque};

use agon_core::{
    Game, Heuristic, Node, Position, Seat, Seed, laws, line::play_line, perft::perft, registry,
};
use agon_hex::{Hex, Put};

fn hex(term: &str) -> Hex {
    let start = registry::game(term).expect("the game is registered").start;
    start.downcast::<Hex>().expect("it is hex").clone()
}

fn list(position: &Hex) -> Vec<Put> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

#[test]
fn the_laws_hold() {
    for sample in Hex::SAMPLES {
        let (positions, plays) = if sample.contains("19") { (40, 1) } else { (600, 10) };
        laws::check_with(&format!("hex({sample})"), positions, plays).unwrap();
    }
    laws::check_with("hex(size=3, swap=true)", 10_000, 30).unwrap();
}

/// The stones on a table of letters.
struct Slow {
    rows: Vec<Vec<char>>,
}

impl Slow {
    fn new(size: usize) -> Slow {
        Slow { rows: vec![vec!['.'; size]; size] }
    }

    fn size(&self) -> i32 {
        self.rows.len() as i32
    }

    fn neighbours(&self, (row, column): (i32, i32)) -> Vec<(i32, i32)> {
        let around = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];
        let inside =
            |&(r, c): &(i32, i32)| (0..self.size()).contains(&r.min(c)) && r.max(c) < self.size();
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
    /// Dijkstra's algorithm with costs of nought and one.
    fn distance(&self, side: char, bridges: bool) -> Option<u32> {
        let size = self.size();
        let all = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        // Rows of the board as `side` sees them.
        let row = |at: (i32, i32)| if side == 'X' { at.0 } else { at.1 };
        let meets = |at: (i32, i32), edge: i32| {
            let open =
                self.neighbours(at).into_iter().filter(|&n| row(n) == edge && self.is_empty(n));
            row(at) == edge || (bridges && (row(at) - edge).abs() == 1 && open.count() == 2)
        };
        let mut best: BTreeMap<(i32, i32), u32> = BTreeMap::new();
        let mut queue: VecDeque<((i32, i32), u32)> =
            all().filter(|&at| meets(at, 0)).map(|at| (at, 0)).collect();
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

#[test]
fn random_games_end_as_by_the_slow_rules() {
    for (size, games) in [(1, 3), (2, 20), (3, 40), (5, 15), (8, 3), (11, 1)] {
        let start = hex(&format!("hex({size})"));
        for number in 0..games {
            let mut stream = Seed(number).stream(size);
            let (mut fast, mut slow) = (start.clone(), Slow::new(size as usize));
            let mut won = None;
            while let Node::Decision(seat) = fast.node() {
                assert_eq!(won, None, "{fast} should be over");
                assert!(
                    list(&fast).iter().all(|m| slow.rows[m.row as usize][m.column as usize] == '.')
                );
                for (seat, side) in [(Seat(0), 'X'), (Seat(1), 'O')] {
                    assert_eq!(fast.distance(seat), slow.distance(side, false), "{side}: {fast}");
                    let bridged = fast.distance_by_bridges(seat);
                    assert_eq!(bridged, slow.distance(side, true), "{side}, bridges: {fast}");
                }
                let m = fast.draw_move(&mut stream);
                fast.play(m);
                let side = ['X', 'O'][seat.index()];
                slow.rows[m.row as usize][m.column as usize] = side;
                won = slow.has_won(side).then_some(seat);
            }
            let won = won.unwrap();
            assert_eq!((fast.payoff(won), fast.payoff(won.opponent())), (1.0, -1.0));
            assert_eq!(fast.distance(won.opponent()), None);
        }
    }
}

#[test]
fn perft_counts_are_those_of_the_slow_rules() {
    fn count(slow: &mut Slow, side: char, depth: u32) -> u64 {
        let other = if side == 'X' { 'O' } else { 'X' };
        if slow.has_won(other) {
            return u64::from(depth == 0);
        }
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        for row in 0..slow.rows.len() {
            for column in 0..slow.rows.len() {
                if slow.rows[row][column] == '.' {
                    slow.rows[row][column] = side;
                    sum += count(slow, other, depth - 1);
                    slow.rows[row][column] = '.';
                }
            }
        }
        sum
    }
    for (size, depth) in [(1, 2), (2, 4), (3, 7), (4, 4)] {
        for depth in 1..=depth {
            let expected = count(&mut Slow::new(size), 'X', depth);
            let found = perft(&hex(&format!("hex({size})")), depth, &mut Vec::new());
            assert_eq!(found, expected, "size {size}, depth {depth}");
        }
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
    let mut moves = list(position);
    moves.sort_by_key(|&m| -position.hint(m));
    let mut next = position.clone();
    let wins = moves.into_iter().any(|m| {
        next.play_from(position, m);
        !wins(&next.clone(), known)
    });
    known.insert(position.key(), wins);
    wins
}

#[test]
fn the_first_seat_wins_small_boards_unless_the_second_may_swap() {
    // By strategy stealing the first seat wins on every board (J. Nash, 1949). The game on one
    // square is over before anyone can swap.
    for size in 1..=4 {
        assert!(wins(&hex(&format!("hex({size})")), &mut BTreeMap::new()), "{size}");
    }
    assert!(wins(&hex("hex(1, swap=true)"), &mut BTreeMap::new()));
    for size in 2..=3 {
        assert!(!wins(&hex(&format!("hex({size}, swap=true)")), &mut BTreeMap::new()), "{size}");
    }
}

#[test]
fn a_swap_takes_the_stone_over_across_the_long_diagonal() {
    let mut position = hex("hex(size=4, swap=true)");
    play_line(&mut position, "c1 swap").unwrap();
    assert_eq!(position.to_string(), "4/4/O3/4 X");
    assert_eq!((position.count(), position.parse_move("swap")), (15, None));
    play_line(&mut position, "b2").unwrap();
    assert_eq!(position.parse_move("swap"), None);
    assert_eq!(hex("hex(4)").parse("2X1/4/4/4 O").unwrap().parse_move("swap"), None);
}

#[test]
fn a_straight_chain_wins_and_distances_count_what_is_missing() {
    let mut position = hex("hex(5)");
    play_line(&mut position, "c2 b1 c3 a1 c4 d1").unwrap();
    // X lacks one stone above and one below; O lacks one at least in each of five columns but
    // where it has stones.
    assert_eq!((position.distance(Seat(0)), position.distance(Seat(1))), (Some(2), Some(2)));
    assert_eq!(position.estimate(Heuristic(0), Seat(0)), 0.0);
    play_line(&mut position, "c5 e1 c1").unwrap();
    assert_eq!((position.node(), position.payoff(Seat(0))), (Node::Terminal, 1.0));
}

#[test]
fn what_is_no_position_is_refused() {
    let start = hex("hex(3)");
    for text in [
        "",
        "3/3/3",
        "3/3 X",
        "3/3/4 X",
        "3/3/3 Y",
        "XXXX/3/3 O",
        "X2/X2/X2 X",
        "3/3/99999999999 X",
    ] {
        assert!(start.parse(text).is_err(), "{text}");
    }
    assert_eq!(start.parse("X2/X2/X2 O").unwrap().node(), Node::Terminal);
}
