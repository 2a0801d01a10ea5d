//! Oshi-Zumo compared with a second statement of its rules.

use agon_core::{Eye, Node, Position, Seat, drawing, drawing_for, line::play_line};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft,
};

use crate::OshiZumo;

/// The places as a row with the wrestler in it, and the purses.
#[derive(Clone)]
struct Slow {
    row: Vec<char>,
    purses: [u32; 2],
    bids: Vec<[u32; 2]>,
    first: Option<u32>,
}

impl Slow {
    fn new(coins: u32, size: usize) -> Slow {
        let mut row = vec!['.'; 2 * size + 3];
        row[size + 1] = 'W';
        Slow { row, purses: [coins; 2], bids: Vec::new(), first: None }
    }

    fn wrestler(&self) -> usize {
        self.row.iter().position(|&place| place == 'W').unwrap()
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let is_out = self.row.first() == Some(&'W') || self.row.last() == Some(&'W');
        match self.first {
            Some(_) => Node::Decision(Seat(1)),
            None if is_out || self.purses == [0, 0] => Node::Terminal,
            None => Node::Decision(Seat(0)),
        }
    }

    fn moves(&self) -> Vec<String> {
        let Node::Decision(seat) = self.node() else { return Vec::new() };
        match self.purses[seat.index()] {
            0 => vec!["0".to_owned()],
            purse => (1..=purse).map(|bid| bid.to_string()).collect(),
        }
    }

    fn after(&self, m: &str) -> Slow {
        let bid = m.parse().unwrap();
        let mut after = self.clone();
        let Some(first) = self.first else {
            after.first = Some(bid);
            return after;
        };
        after.first = None;
        after.bids.push([first, bid]);
        after.purses = [self.purses[0] - first, self.purses[1] - bid];
        let place = self.wrestler();
        if first > bid {
            after.row.swap(place, place + 1);
        }
        if first < bid {
            after.row.swap(place, place - 1);
        }
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let middle = self.row.len() / 2;
        let first = match self.wrestler() {
            place if middle < place => 1.0,
            place if place < middle => -1.0,
            _ => 0.0,
        };
        if seat == Seat(0) { first } else { 0.0 - first }
    }

    fn view(&self, eye: Eye) -> Option<String> {
        let mut rounds: Vec<String> = self.bids.iter().map(|[first, second]| format!("{first},{second}")).collect();
        match self.first {
            Some(bid) if eye == Eye::Seat(Seat(0)) => rounds.push(format!("{bid},-")),
            Some(_) => rounds.push("?,-".to_owned()),
            None if self.node() == Node::Terminal => {}
            None => rounds.push("-,-".to_owned()),
        }
        Some(rounds.join(" "))
    }
}

#[test]
fn games_agree_with_the_slow_rules() {
    for (coins, size, depth, plays) in [(1, 1, 9, 0), (4, 1, 9, 0), (5, 3, 9, 0), (50, 3, 1, 40)] {
        let slow = Slow::new(coins.into(), size.into());
        let walk = Walk { depth, plays };
        walk.compare(&OshiZumo::start_of(coins, size), &slow, |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let walk = Walk { depth: 0, plays: 20_000 };
    walk.compare(&OshiZumo::start_of(50, 3), &Slow::new(50, 3), |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

#[test]
fn histories_and_information_sets_are_as_many_as_published() {
    // Counted by OpenSpiel 2.0.2 too, with bids of at least one coin.
    for (coins, size, histories, own_sets) in [(3, 1, 53, 16), (4, 2, 214, 64), (6, 1, 2_612, 748)] {
        let found = perft::histories(&OshiZumo::start_of(coins, size));
        assert_eq!(found, (histories, vec![own_sets; 2]));
    }
}

#[test]
fn the_picture_of_a_bid_is_for_its_seat_alone() {
    let mut position = OshiZumo::start_of(9, 2);
    play_line(&mut position, "3 1 4").unwrap();
    assert_eq!(position.to_string(), "3,1 4,-");
    let eyes: Vec<String> = Eye::all(2).map(|eye| drawing_for(&position, eye)).collect();
    assert_eq!(eyes[0], eyes[2]);
    assert!(eyes[1].contains("6, bids 4") && eyes[0].contains("6, has bid"), "{eyes:?}");
    play_line(&mut position, "8").unwrap();
    assert!(drawing(&position).contains('2'), "{}", drawing(&position));
    assert_eq!(position.to_string(), "3,1 4,8 -,-");
}
