//! Einstein würfelt nicht! against a slow twin that moves numbered stones on coordinates.

use std::collections::BTreeMap;

use agon_core::{Heuristic, Node, Position, Seat, after, all_moves, notation, registry};
use agon_laws::oracle::{Oracle, Walk};

use crate::Einstein;

fn start(options: &str) -> Einstein {
    registry::start(options).unwrap()
}

fn at(text: &str) -> Einstein {
    start("").parse(text).unwrap()
}

/// The slow twin: rows from the top, columns from the left, stones by seat and number.
#[derive(Clone, Debug)]
struct Slow {
    stones: BTreeMap<(u8, u8), (i8, i8)>,
    mover: u8,
    /// The die, if it has been rolled.
    die: Option<u8>,
}

impl Slow {
    fn start(first: &str, second: &str) -> Slow {
        let fields = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)];
        let mut stones = BTreeMap::new();
        for (digits, seat) in [(first, 0), (second, 1)] {
            for (digit, (row, column)) in digits.bytes().zip(fields) {
                let square = if seat == 0 { (row, column) } else { (4 - row, 4 - column) };
                stones.insert((seat, digit - b'0'), square);
            }
        }
        Slow { stones, mover: 0, die: None }
    }

    fn numbers(&self, seat: u8) -> Vec<u8> {
        self.stones.keys().filter(|key| key.0 == seat).map(|key| key.1).collect()
    }

    fn winner(&self) -> Option<u8> {
        let has = |seat, goal| self.stones.iter().any(|(key, &square)| key.0 == seat && square == goal);
        if has(0, (4, 4)) || self.numbers(1).is_empty() {
            return Some(0);
        }
        (has(1, (0, 0)) || self.numbers(0).is_empty()).then_some(1)
    }

    /// The value for the first seat under perfect play.
    fn value(&self) -> f64 {
        let moves = self.moves();
        let below = moves.iter().map(|text| self.after(text).value());
        match self.node() {
            Node::Terminal => self.payoff(Seat(0)),
            Node::Chance => below.sum::<f64>() / 6.0,
            Node::Decision(Seat(0)) => below.fold(-1.0, f64::max),
            Node::Decision(_) => below.fold(1.0, f64::min),
        }
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let must_roll = self.die.is_none() && self.numbers(self.mover).len() != 1;
        match self.winner() {
            Some(_) => Node::Terminal,
            None if must_roll => Node::Chance,
            None => Node::Decision(Seat(self.mover)),
        }
    }

    fn moves(&self) -> Vec<String> {
        let mine = self.numbers(self.mover);
        if self.winner().is_some() {
            return Vec::new();
        }
        let movable: Vec<u8> = match self.die {
            _ if mine.len() == 1 => mine,
            None => return (1..=6).map(|face: u8| face.to_string()).collect(),
            Some(die) if mine.contains(&die) => vec![die],
            Some(die) => {
                let lower = mine.iter().copied().filter(|&number| number < die).max();
                let higher = mine.iter().copied().filter(|&number| die < number).min();
                lower.into_iter().chain(higher).collect()
            }
        };
        let way = if self.mover == 0 { 1 } else { -1 };
        let mut moves = Vec::new();
        for number in movable {
            let (row, column) = self.stones[&(self.mover, number)];
            for (down, right) in [(0, way), (way, 0), (way, way)] {
                let (row, column) = (row + down, column + right);
                if (0..5).contains(&row) && (0..5).contains(&column) {
                    let letter = char::from(b'a' + column as u8);
                    moves.push(format!("{number}{letter}{}", 5 - row));
                }
            }
        }
        moves
    }

    fn after(&self, text: &str) -> Slow {
        let (mut after, bytes) = (self.clone(), text.as_bytes());
        if bytes.len() == 1 {
            after.die = Some(bytes[0] - b'0');
            return after;
        }
        let square = (5 - (bytes[2] - b'0') as i8, (bytes[1] - b'a') as i8);
        after.stones.retain(|_, &mut other| other != square);
        after.stones.insert((self.mover, bytes[0] - b'0'), square);
        (after.mover, after.die) = (1 - self.mover, None);
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        if self.winner() == Some(seat.0) { 1.0 } else { -1.0 }
    }
}

/// The value for the first seat under perfect play, by the game.
fn value(position: &Einstein) -> f64 {
    let all = all_moves(position);
    let below = all.iter().map(|&m| value(&after(position, m)));
    match position.node() {
        Node::Terminal => position.payoff(Seat(0)),
        Node::Chance => {
            let total: u32 = all.iter().map(|&m| position.weight(m)).sum();
            let weighed = all.iter().zip(below).map(|(&m, v)| f64::from(position.weight(m)) * v);
            weighed.sum::<f64>() / f64::from(total)
        }
        Node::Decision(Seat(0)) => below.fold(-1.0, f64::max),
        Node::Decision(_) => below.fold(1.0, f64::min),
    }
}

#[test]
fn plays_agree_with_the_slow_rules() {
    for (first, second, depth) in [("312645", "561423", 2), ("163524", "163524", 5)] {
        let fast = start(&format!("first={first}, second={second}"));
        let (mut ends, mut taken) = (0, 0);
        let count = |_: &Einstein, slow: &Slow| {
            let Some(winner) = slow.winner() else { return };
            ends += 1;
            taken += u32::from(slow.numbers(1 - winner).is_empty());
        };
        Walk { depth, plays: 300 }.compare(&fast, &Slow::start(first, second), count).unwrap();
        // Both ways to win were met.
        assert!(0 < taken && taken < ends, "{taken} of {ends}");
    }
}

#[test]
fn values_of_endgames_agree_with_the_slow_rules() {
    let mut values = Vec::new();
    for text in
        ["...../...../..A../.a.../..... 1 -", "...../...../.A.b./...../...a. 2 ?", "...../...../.aA../...B./..... 1 ?"]
    {
        let position = at(text);
        let mut slow = Slow { stones: BTreeMap::new(), mover: position.mover.0, die: None };
        for (row, line) in (0..).zip(text.split(' ').next().unwrap().split('/')) {
            for (column, byte) in (0..).zip(line.bytes()) {
                match byte {
                    b'A'..=b'F' => slow.stones.insert((0, byte - b'A' + 1), (row, column)),
                    b'a'..=b'f' => slow.stones.insert((1, byte - b'a' + 1), (row, column)),
                    _ => None,
                };
            }
        }
        let (found, expected) = (value(&position), slow.value());
        assert!((found - expected).abs() < 1e-12, "{text}: {found}, not {expected}");
        values.push(found);
    }
    // One move from the corner, and a race that is lost by one move.
    assert_eq!(value(&at("...../...../...../...A./..a.. 1 -")), 1.0);
    assert_eq!(value(&at("...../...a./...../.A.../..... 2 -")), -1.0);
    assert!(values.iter().any(|value| -1.0 < *value && *value < 1.0), "{values:?}");
}

#[test]
fn a_move_may_take_a_stone_of_either_seat() {
    let mut position = at("AFC../EB.../D...d/...be/..cfa 1 1");
    position.play(position.parse_move("1b5").unwrap());
    assert_eq!(position.to_string(), ".AC../EB.../D...d/...be/..cfa 2 ?");
    let mut position = at("A.C../E..../D...d/....B/..cfa 1 2");
    position.play(position.parse_move("2e1").unwrap());
    assert_eq!(position.node(), Node::Terminal);
    assert_eq!(position.payoff(Seat(0)), 1.0);
}

#[test]
fn every_random_arrangement_is_equally_likely() {
    let mut position = start("setup=random");
    let mut ways = 1;
    while position.phase == crate::Phase::Set {
        assert_eq!(position.node(), Node::Chance);
        let all = all_moves(&position);
        assert!(all.iter().all(|&m| position.weight(m) == 1));
        ways *= all.len();
        position.play(*all.last().unwrap());
    }
    assert_eq!(ways, 720 * 720);
    assert_eq!(position.node(), Node::Chance);
    assert_eq!(start("setup=chosen").node(), Node::Decision(Seat(0)));
}

#[test]
fn estimates_prefer_the_seat_that_is_nearer() {
    let near = at("...../..A../...B./a..../...b. 1 ?");
    for heuristic in [0, 1].map(Heuristic) {
        assert!(0.0 < near.estimate(heuristic, Seat(0)));
    }
    // Two moves against three.
    assert_eq!(near.estimate(Heuristic(1), Seat(0)), 0.25);
    // Stone 1, three moves away, on a one only; stone 2, two moves away, on all the others.
    assert_eq!(near.stones.race(Seat(0)), (3.0 + 5.0 * 2.0) / 6.0);
}

#[test]
fn captures_and_the_corner_are_forcing() {
    let position = at("...../...../...b./..A../...a. 1 -");
    let forcing: Vec<String> =
        all_moves(&position).into_iter().filter(|&m| position.is_forcing(m)).map(|m| notation(&position, m)).collect();
    assert_eq!(forcing, ["1d1"]);
    let position = at("...../...../...../...A./..ab. 1 -");
    let hints: Vec<i32> = all_moves(&position).into_iter().map(|m| position.hint(m)).collect();
    assert_eq!(hints, [0, 1, 2]);
}

#[test]
fn invalid_arrangements_are_refused() {
    for first in ["12345", "1234567", "123455", "023456", "12345x"] {
        let error = registry::game(&format!("einstein(first={first})")).unwrap_err();
        assert!(error.to_string().contains("each once, such as 163524"), "{error}");
    }
}

#[test]
fn invalid_positions_are_refused() {
    for text in [
        "",
        "AFC../EB.../D...d/...be/..cfa",
        "AFC../EB.../D...d/...be/..cfa 3 ?",
        "AFC../EB.../D...d/...be/..cfa 1 -",
        "AFC../EB.../D...d/...be/..cfa 1 7",
        "AFC../EB.../D...d/...be/..cfa 1 1-2",
        "AFC../EB.../D...d/...be/..cfa over",
        "AFC../EB.../D...d/...be/..cfa 1 set",
        "AFC../EB.../A...d/...be/..cfa 1 ?",
        "AFC../EB.../D...d/...be 1 ?",
        "AFC../EB.../D...d/...be/..cfag 1 ?",
        "a.C../E..../D...d/....B/..cfA over",
        "a.C../E..../D...d/....B/..cf. 1 ?",
        "A..../...../...../...../..... 1 -",
        "...../...../...../...../..... over",
        "A..../...../...../...../....a 1 1",
    ] {
        assert!(start("").parse(text).is_err(), "{text}");
    }
    assert!(start("setup=chosen").parse("AB.../C..../...../...../..... 1 set").is_ok());
    assert!(start("setup=chosen").parse("AC.../...../...../...../..... 1 set").is_err());
    assert!(start("setup=chosen").parse("ABC../...../..D../...../..... 1 set").is_err());
}
