//! Colonel Blotto compared with a second statement of its rules.

use agon_core::{Eye, Node, Position, Seat, registry};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft,
};

use crate::Blotto;

fn blotto(options: &str) -> Blotto {
    registry::start(options).unwrap()
}

/// The choices so far, in order.
#[derive(Clone)]
struct Slow {
    coins: usize,
    fields: usize,
    said: Vec<String>,
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        match self.said.len() {
            2 => Node::Terminal,
            said => Node::Decision(Seat(said as u8)),
        }
    }

    fn moves(&self) -> Vec<String> {
        // Every list of numbers, of which those remain that add up.
        let mut lists = vec![Vec::new()];
        for _ in 0..self.fields {
            let longer = |list: Vec<usize>| (0..=self.coins).map(move |coins| [&list[..], &[coins]].concat());
            lists = lists.into_iter().flat_map(longer).collect();
        }
        lists.retain(|list| list.iter().sum::<usize>() == self.coins && self.said.len() < 2);
        let written = |list: &Vec<usize>| list.iter().map(usize::to_string).collect::<Vec<_>>().join("+");
        lists.iter().map(written).collect()
    }

    fn after(&self, m: &str) -> Slow {
        let mut after = self.clone();
        after.said.push(m.to_owned());
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let read = |said: &str| said.split('+').map(|n| n.parse().unwrap()).collect::<Vec<u32>>();
        let (own, other) = (&self.said[seat.index()], &self.said[seat.opponent().index()]);
        let (own, other) = (read(own), read(other));
        let won = (0..self.fields).filter(|&field| own[field] > other[field]).count();
        let lost = (0..self.fields).filter(|&field| own[field] < other[field]).count();
        f64::from(i8::from(won > lost) - i8::from(won < lost))
    }

    fn view(&self, eye: Eye) -> Option<String> {
        Some(match (&self.said[..], eye) {
            ([], _) => "-:-".to_owned(),
            ([first], Eye::Seat(Seat(0))) => format!("{first}:-"),
            ([_], _) => "?:-".to_owned(),
            _ => self.said.join(":"),
        })
    }
}

#[test]
fn games_agree_with_the_slow_rules() {
    for (coins, fields, depth, plays) in
        [(1, 1, 2, 0), (3, 2, 2, 0), (3, 3, 2, 0), (6, 3, 1, 20), (2, 5, 2, 0), (10, 3, 0, 9)]
    {
        let slow = Slow { coins, fields, said: Vec::new() };
        let start = blotto(&format!("{coins}, {fields}"));
        Walk { depth, plays }.compare(&start, &slow, |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let slow = Slow { coins: 6, fields: 3, said: Vec::new() };
    let walk = Walk { depth: 0, plays: 50_000 };
    walk.compare(&blotto("6, 3"), &slow, |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

#[test]
fn each_seat_has_one_information_set_with_every_split() {
    for (options, moves) in [("", 66), ("3, 2", 4), ("5, 4", 56), ("20, 5", 10_626)] {
        let start = blotto(options);
        assert_eq!(start.count(), moves);
        if moves < 1_000 {
            let histories = 1 + moves + moves * moves;
            assert_eq!(perft::histories(&start), (histories as u64, vec![1, 1]), "{options}");
        }
    }
}
