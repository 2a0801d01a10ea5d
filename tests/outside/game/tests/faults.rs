//! Faults that are planted in this game: what a second telling of its rules finds, for positions of its own type too.
//! In a process of its own, because a fault is planted in all of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use agon_core::{Node, Seat, registry};
use agon_laws::{
    check_game, check_position,
    mutants::{FAULTS, FaultKind, UNCHANGED, find, plant},
    oracle::{Oracle, Walk},
    perft::perft,
};
use outside_game::Squares;

/// The squares taken so far, of this many.
struct Taken(u32, Vec<u32>);

impl Taken {
    fn left(&self) -> u32 {
        self.0 - self.1.iter().sum::<u32>()
    }
}

impl Oracle for Taken {
    fn node(&self) -> Node {
        let mover = Seat((self.1.len() % 2) as u8);
        if self.left() == 0 { Node::Terminal } else { Node::Decision(mover) }
    }
    fn moves(&self) -> Vec<String> {
        (1..=100)
            .map(|root| root * root)
            .filter(|&n| n <= self.left())
            .map(|n| n.to_string())
            .collect()
    }
    fn after(&self, m: &str) -> Taken {
        Taken(self.0, [&self.1[..], &[m.parse().unwrap()]].concat())
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if self.1.len() % 2 == seat.index() { -1.0 } else { 1.0 }
    }
}

#[test]
fn a_second_telling_of_the_rules_finds_every_fault_in_them() {
    let start: Squares = registry::start("heap=900").unwrap();
    let told = perft(&start, 3);
    let walk = Walk { depth: 2, plays: 300 };
    let is_found = || walk.compare(&start, &Taken(900, Vec::new()), |_, _| ()).is_err();
    let laws = || [check_position(&start).is_err(), check_game("squares").is_err()];
    plant(Some(UNCHANGED));
    assert!(!is_found() && perft(&start, 3) == told);
    for fault in FAULTS.iter().filter(|fault| fault.kind() == FaultKind::Rules) {
        plant(Some(fault));
        // There is no chance here, no draw, and only two ends; and who never plays a move never learns what it does.
        let is_met = !matches!(
            fault.name,
            "outcome-left-out"
                | "outcomes-even"
                | "draw-won"
                | "payoffs-exchanged-rarely"
                | "wrong-effect-rarely"
        );
        assert_eq!(is_found(), is_met, "{}", fault.name);
    }
    plant(find("move-left-out").ok());
    assert!(perft(&start, 3) < told);
    assert_eq!(laws(), [false, false]);
    // The laws find the others, both ways.
    plant(find("words-unread").ok());
    assert_eq!((perft(&start, 3), laws()), (told, [true, true]));
    plant(None);
    assert!(!is_found() && perft(&start, 3) == told);
    assert_eq!(laws(), [false, false]);
}
