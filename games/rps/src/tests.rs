//! Rock, paper, scissors compared with a second statement of its rules.

use agon_core::{Eye, Node, Position as _, Seat, registry};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft,
};

use crate::Rps;

fn rps(rounds: u8) -> Rps {
    registry::start(&rounds.to_string()).unwrap()
}

/// The choices of both seats so far.
struct Slow {
    rounds: usize,
    chosen: [String; 2],
}

impl Slow {
    fn complete(&self) -> usize {
        self.chosen[1].len()
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        match [self.chosen[0].len(), self.chosen[1].len()] {
            [_, second] if second == self.rounds => Node::Terminal,
            [first, second] => Node::Decision(Seat(u8::from(second < first))),
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.node() == Node::Terminal {
            return Vec::new();
        }
        ["rock", "paper", "scissors"].map(str::to_owned).into()
    }

    fn after(&self, m: &str) -> Slow {
        let mut chosen = self.chosen.clone();
        let Node::Decision(Seat(mover)) = self.node() else { unreachable!() };
        chosen[usize::from(mover)].push_str(&m[..1]);
        Slow { chosen, ..*self }
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let rounds = self.chosen[0].chars().zip(self.chosen[1].chars());
        let points = rounds.map(|round| match round {
            ('r', 's') | ('s', 'p') | ('p', 'r') => 1.0,
            (one, other) if one == other => 0.0,
            _ => -1.0,
        });
        let points: f64 = points.sum();
        if seat == Seat(0) { points } else { 0.0 - points }
    }

    fn view(&self, eye: Eye) -> Option<String> {
        let rounds = self.chosen[0].chars().zip(self.chosen[1].chars());
        let mut seen: Vec<String> = rounds.map(|(one, other)| format!("{one}{other}")).collect();
        match &self.chosen[0][self.complete()..] {
            _ if self.complete() == self.rounds => {}
            "" => seen.push("--".to_owned()),
            own if eye == Eye::Seat(Seat(0)) => seen.push(format!("{own}-")),
            _ => seen.push("?-".to_owned()),
        }
        Some(seen.join(" "))
    }
}

#[test]
fn games_agree_with_the_slow_rules() {
    for (rounds, plays) in [(1, 0), (2, 0), (20, 20)] {
        let slow = Slow { rounds: rounds.into(), chosen: Default::default() };
        Walk { depth: 4, plays }.compare(&rps(rounds), &slow, |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let walk = Walk { depth: 0, plays: 2_600 };
    walk.compare(&rps(20), &Slow { rounds: 20, chosen: Default::default() }, |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

#[test]
fn one_round_has_thirteen_histories_and_one_information_set_a_seat() {
    assert_eq!(perft::histories(&rps(1)), (13, vec![1, 1]));
    assert_eq!(perft::histories(&rps(2)), (1 + 3 + 9 * 13, vec![10, 10]));
}
