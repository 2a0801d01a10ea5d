//! The rules against a slow second implementation, and examples.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{
    Heuristic, Node, Position, Seat, Seed, Symmetric, after, all_moves, drawing, line::play_line, registry,
};
use agon_laws::perft::perft;

use crate::{ChineseCheckers, ChineseCheckersMove, star::Star};

fn game(options: &str) -> ChineseCheckers {
    registry::start(options).unwrap()
}

#[test]
fn stars_have_their_holes_and_points() {
    for (size, holes, pieces) in [(1, 13, 1), (2, 37, 3), (3, 73, 6), (4, 121, 10)] {
        let star = Star::of(size);
        assert_eq!(star.holes, holes);
        assert!(star.points.iter().all(|point| point.count_ones() == pieces));
        let apart = star.points.iter().fold(0, |all, point| all ^ point);
        assert_eq!(apart.count_ones(), 6 * pieces, "points share no hole");
        for point in 0..6 {
            let distances = &star.distance[point][..holes];
            assert_eq!(distances.iter().max(), Some(&(4 * size)));
            assert!(distances.iter().min() == Some(&0));
            // Around the star, the tips of other points are farther and farther away.
            let tip = distances.iter().position(|&d| d == 0).unwrap();
            let away = |other: usize| star.distance[(point + other) % 6][tip];
            assert_eq!([1, 2, 3, 4, 5].map(away), [2, 3, 4, 3, 2].map(|d| d * size));
        }
    }
}

type Hole = (i32, i32);

/// The rules by coordinates: pieces by hole, rows growing down and columns along the rows.
#[derive(Clone)]
struct Slow {
    size: i32,
    seats: u8,
    pieces: BTreeMap<Hole, u8>,
    mover: u8,
}

impl Slow {
    /// Counted from the middle: down the rows, and right along them.
    fn is_hole(&self, (z, x): Hole) -> bool {
        let (y, n) = (-x - z, self.size);
        [x, y, z].iter().all(|&c| -n <= c) || [x, y, z].iter().all(|&c| c <= n)
    }

    fn of(position: &ChineseCheckers) -> Slow {
        let size = i32::from(position.size);
        let mut slow = Slow { size, seats: position.seats, pieces: BTreeMap::new(), mover: position.mover.0 };
        // The drawing has every row, centred; two characters are one hole.
        for (row, line) in drawing(position).lines().enumerate() {
            let z = row as i32 - 2 * size;
            for (at, letter) in line.chars().enumerate().skip(2) {
                if letter.is_ascii_uppercase() {
                    // The middle of a row is at x + z / 2 = 0.
                    let right = at as i32 - 2 - 3 * size;
                    slow.pieces.insert((z, (right - z) / 2), letter as u8 - b'A');
                }
            }
        }
        slow
    }

    fn targets(&self, from: Hole) -> BTreeSet<Hole> {
        let mut board = self.clone();
        board.pieces.remove(&from);
        let ways = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
        let free = |hole: &Hole| board.is_hole(*hole) && !board.pieces.contains_key(hole);
        let steps = ways.iter().map(|way| (from.0 + way.0, from.1 + way.1)).filter(free);
        let mut all: BTreeSet<Hole> = steps.collect();
        let mut jumps = BTreeSet::from([from]);
        loop {
            let before = jumps.len();
            for at in jumps.clone() {
                for way in ways {
                    let to = (at.0 + 2 * way.0, at.1 + 2 * way.1);
                    if board.pieces.contains_key(&(at.0 + way.0, at.1 + way.1)) && free(&to) {
                        jumps.insert(to);
                    }
                }
            }
            if jumps.len() == before {
                break;
            }
        }
        all.extend(jumps);
        all.remove(&from);
        all
    }

    fn moves(&self) -> Vec<Slow> {
        let mut list = Vec::new();
        let own = self.pieces.iter().filter(|&(_, &seat)| seat == self.mover);
        for (&from, &seat) in own {
            for to in self.targets(from) {
                let mut next = self.clone();
                next.pieces.remove(&from);
                next.pieces.insert(to, seat);
                next.mover = (self.mover + 1) % self.seats;
                list.push(next);
            }
        }
        if list.is_empty() {
            list.push(Slow { mover: (self.mover + 1) % self.seats, ..self.clone() });
        }
        list
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|next| next.perft(depth - 1)).sum()
    }
}

#[test]
fn counts_agree_with_the_slow_rules() {
    for (arguments, depth) in
        [("size=1, seats=2", 5), ("size=2, seats=3", 4), ("size=3, seats=3", 3), ("size=4, seats=6", 3)]
    {
        let start = game(arguments);
        let fast = perft(&start, depth);
        assert_eq!(fast, Slow::of(&start).perft(depth), "{arguments}");
    }
}

#[test]
fn whole_games_agree_with_the_slow_rules() {
    for (arguments, games) in [("size=2, seats=2", 6), ("size=1, seats=6", 10), ("size=3", 3), ("size=4, seats=6", 1)] {
        for seed in 0..games {
            let mut position = game(arguments);
            let (mut stream, mut plies) = (Seed(seed).stream(0), 0);
            while position.node() != Node::Terminal {
                let m = position.draw_move(&mut stream);
                plies += 1;
                // A game is long, and a position much like the one before.
                if plies % 5 != 0 {
                    position.play(m);
                    continue;
                }
                let moves = all_moves(&position);
                let pieces = |&m: &ChineseCheckersMove| Slow::of(&after(&position, m)).pieces;
                let found: BTreeSet<_> = moves.iter().map(pieces).collect();
                let expected = Slow::of(&position).moves();
                let expected: BTreeSet<_> = expected.into_iter().map(|slow| slow.pieces).collect();
                assert_eq!(found, expected, "{position}");
                assert_eq!(found.len(), moves.len(), "{position}");
                position.play(m);
            }
        }
    }
}

#[test]
fn the_first_to_fill_its_goal_wins() {
    // Two seats with a piece each: A from the top, B from the bottom.
    let mut position = game("size=1, seats=2");
    assert_eq!(position.to_string(), "A/4/3/4/B A 0");
    play_line(&mut position, "a1-b2 e1-d2 b2-c2").unwrap();
    assert_eq!(position.to_string(), "1/4/1A1/1B2/1 B 3");
    // B jumps over A, and is one step from its goal.
    play_line(&mut position, "d2-b3 c2-d3 b3-a1").unwrap();
    assert_eq!(position.node(), Node::Terminal);
    assert_eq!([0, 1].map(|seat| position.payoff(Seat(seat))), [-1.0, 1.0]);
    let start = game("size=2, seats=3");
    // A's goal at the bottom is full with a piece of B's left behind, and one of A's.
    let position = start.parse("1/2/7/6/5/6/7/AB/A B 9");
    assert!(position.is_err(), "a piece is missing for A, and more for the others");
    let position = start.parse("2/1/2B4/6/5/C5/7/AB/A A 9");
    assert!(position.is_err(), "rows are too long");
    let position = start.parse("1/2/BA5/6/B4/C5/C5C/AB/A B 9").unwrap();
    assert_eq!(position.node(), Node::Terminal);
    assert_eq!([0, 1, 2].map(|seat| position.payoff(Seat(seat))), [1.0, -0.5, -0.5]);
}

#[test]
fn a_goal_full_of_opposing_pieces_alone_is_no_win() {
    let start = game("size=2, seats=2");
    assert_eq!(start.node(), Node::Decision(Seat(0)));
    assert_eq!(start.winner(), None);
}

#[test]
fn a_seat_that_cannot_move_passes() {
    // A's piece in the corner a1; every neighbour and every hole behind is taken.
    let start = game("size=1, seats=6");
    let position = start.parse("A/1BC1/DE1/1F2/1 A 0");
    let position = position.unwrap();
    assert!(!position.is_legal(ChineseCheckersMove::PASS), "{}", drawing(&position));
    let position = start.parse("A/1BC1/DEF/4/1 A 0").unwrap();
    assert_eq!(all_moves(&position), [ChineseCheckersMove::PASS], "{}", drawing(&position));
    assert!(position.is_legal(ChineseCheckersMove::PASS) && !start.is_legal(ChineseCheckersMove::PASS));
}

#[test]
fn two_seats_can_turn_the_board_over() {
    let mut position = game("size=2, seats=2");
    play_line(&mut position, "b1-c3").unwrap();
    assert_eq!(position.to_string(), "A/1A/2A4/6/5/6/7/BB/B B 1");
    let image = position.image(1);
    assert_eq!(image.to_string(), "A/A1/4A2/6/5/6/7/BB/B B 1");
    let m = position.parse_move("h1-g4").unwrap();
    assert_eq!(image.parse_move("h2-g4"), Some(position.image_of_move(m, 1)));
    assert_eq!(game("seats=3").symmetries(), 1);
}

#[test]
fn the_distance_shrinks_towards_the_goal() {
    let mut position = game("");
    let before = position.estimate(Heuristic(0), Seat(0));
    assert_eq!(before, 0.0);
    let mut stream = Seed(1).stream(0);
    let mut last = before;
    for _ in 0..3 {
        let mut best = position.draw_move(&mut stream);
        let _ = position.each_relevant(|m| {
            if position.gain(best) < position.gain(m) {
                best = m;
            }
            std::ops::ControlFlow::Continue(())
        });
        let next = after(&position, best);
        let value = next.estimate(Heuristic(0), position.mover);
        assert!(position.estimate(Heuristic(0), position.mover) < value);
        position = next;
        last = last.max(value);
    }
    assert!(0.0 < last);
}
