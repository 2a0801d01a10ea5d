//! Matching pennies compared with a second statement of its rules.

use agon_core::{Eye, Node, Position as _, Seat};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft,
};

use crate::Pennies;

/// The choices so far, in order.
struct Slow(Vec<String>);

impl Oracle for Slow {
    fn node(&self) -> Node {
        match self.0.len() {
            2 => Node::Terminal,
            said => Node::Decision(Seat(said as u8)),
        }
    }

    fn moves(&self) -> Vec<String> {
        let moves = if self.0.len() == 2 { &[][..] } else { &["heads", "tails"] };
        moves.iter().map(|&m| m.to_owned()).collect()
    }

    fn after(&self, m: &str) -> Slow {
        Slow(self.0.iter().cloned().chain([m.to_owned()]).collect())
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let first = if self.0[0] == self.0[1] { 1.0 } else { -1.0 };
        [first, -first][seat.index()]
    }

    fn view(&self, eye: Eye) -> Option<String> {
        let seen = match (&self.0[..], eye) {
            ([], _) => "--".to_owned(),
            ([first], Eye::Seat(Seat(0))) => format!("{}-", &first[..1]),
            ([_], _) => "?-".to_owned(),
            ([first, second, ..], _) => format!("{}{}", &first[..1], &second[..1]),
        };
        Some(seen)
    }
}

#[test]
fn the_game_agrees_with_the_slow_rules() {
    Walk { depth: 2, plays: 0 }.compare(&Pennies::START, &Slow(Vec::new()), |_, _| ()).unwrap();
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let walk = Walk { depth: 0, plays: 50_000 };
    walk.compare(&Pennies::START, &Slow(Vec::new()), |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

#[test]
fn there_are_seven_histories_and_one_information_set_a_seat() {
    assert_eq!(perft::histories(&Pennies::START), (7, vec![1, 1]));
}
