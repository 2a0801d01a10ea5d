//! Liar's dice against a second telling, and as large as it is known to be.

use std::collections::BTreeSet;

use agon_core::{Eye, Node, Position, Seat, after, all_moves, registry, view};
use agon_laws::oracle::{Oracle, Walk};

use crate::LiarsDice;

fn start(options: &str) -> LiarsDice {
    registry::start(options).unwrap()
}

/// The game as all rolls and calls, in words.
#[derive(Clone)]
struct Slow {
    dice: usize,
    sides: usize,
    is_wild: bool,
    rolls: Vec<usize>,
    said: Vec<String>,
}

impl Slow {
    fn new(dice: usize, sides: usize, is_wild: bool) -> Slow {
        Slow { dice, sides, is_wild, rolls: Vec::new(), said: Vec::new() }
    }

    fn is_called(&self) -> bool {
        self.said.last().is_some_and(|word| word == "liar")
    }
}

fn number_and_face(bid: &str) -> (usize, usize) {
    let (number, face) = bid.split_once('-').unwrap();
    (number.parse().unwrap(), face.parse().unwrap())
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        if self.rolls.len() < 2 * self.dice {
            Node::Chance
        } else if self.is_called() {
            Node::Terminal
        } else {
            Node::Decision(Seat(self.said.len() as u8 % 2))
        }
    }
    fn moves(&self) -> Vec<String> {
        match self.node() {
            Node::Terminal => Vec::new(),
            Node::Chance => (1..=self.sides).map(|face| face.to_string()).collect(),
            Node::Decision(_) => {
                let mut moves = Vec::new();
                for number in 1..=2 * self.dice {
                    for face in 1..=self.sides {
                        let is_higher = |last: &String| number_and_face(last) < (number, face);
                        if self.said.last().is_none_or(is_higher) {
                            moves.push(format!("{number}-{face}"));
                        }
                    }
                }
                if !self.said.is_empty() {
                    moves.push("liar".to_owned());
                }
                moves
            }
        }
    }
    fn after(&self, m: &str) -> Slow {
        let mut next = self.clone();
        match m.parse() {
            Ok(face) => next.rolls.push(face),
            Err(_) => next.said.push(m.to_owned()),
        }
        next
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let (number, face) = number_and_face(&self.said[self.said.len() - 2]);
        let wild = if self.is_wild { self.sides } else { face };
        let found = self.rolls.iter().filter(|&&roll| roll == face || roll == wild).count();
        let caller = (self.said.len() - 1) % 2;
        let winner = if found < number { caller } else { 1 - caller };
        if winner == seat.index() { 1.0 } else { -1.0 }
    }
    fn view(&self, eye: Eye) -> Option<String> {
        let mut seats = Vec::new();
        for (index, seat) in Seat::all(2).enumerate() {
            let from = (index * self.dice).min(self.rolls.len());
            let to = (from + self.dice).min(self.rolls.len());
            let mut own = self.rolls[from..to].to_vec();
            own.sort_unstable();
            let is_seen = eye == Eye::Seat(seat) || self.is_called();
            let mut text: String =
                own.iter().map(|face| if is_seen { face.to_string() } else { "?".to_owned() }).collect();
            text += &"-".repeat(self.dice - own.len());
            seats.push(text);
        }
        Some(format!("{}/{}", seats.join(":"), self.said.join(" ")))
    }
}

#[test]
fn games_and_views_agree_with_the_slow_rules() {
    for (dice, sides, is_wild, depth, plays) in [
        (1, 2, true, 20, 0),
        (1, 3, false, 20, 0),
        (2, 2, true, 20, 0),
        (1, 6, true, 4, 200),
        (5, 6, true, 2, 50),
        (5, 6, false, 2, 50),
    ] {
        let game = start(&format!("dice={dice}, sides={sides}, wild={is_wild}"));
        let walk = Walk { depth, plays };
        walk.compare(&game, &Slow::new(dice, sides, is_wild), |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let game = start("dice=5, sides=6, wild=true");
    let walk = Walk { depth: 0, plays: 8_000 };
    walk.compare(&game, &Slow::new(5, 6, true), |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

/// Counts the positions of all plays, and collects the views of the seat to act.
fn gather(here: &LiarsDice, count: &mut u32, sets: &mut [BTreeSet<u64>; 2]) {
    *count += 1;
    if let Node::Decision(seat) = here.node() {
        sets[seat.index()].insert(here.view_key(Eye::Seat(seat)));
    }
    for m in all_moves(here) {
        gather(&after(here, m), count, sets);
    }
}

#[test]
fn the_size_of_the_game_is_as_published() {
    for (options, histories, each) in [
        ("sides=2", 127, 16),
        ("sides=3", 1_147, 96),
        ("sides=4", 8_181, 512),
        ("sides=5", 51_181, 2_560),
        ("sides=6", 294_883, 12_288),
        ("dice=2, sides=2", 8_191, 384),
    ] {
        let mut sets = [BTreeSet::new(), BTreeSet::new()];
        let mut count = 0;
        gather(&start(options), &mut count, &mut sets);
        assert_eq!(count, histories, "{options}");
        assert_eq!(sets.map(|sets| sets.len()), [each; 2], "{options}");
    }
}

#[test]
fn dice_are_shown_after_a_challenge() {
    let game = start("dice=2");
    let before = game.parse("13:26/1-3 2-3").unwrap();
    assert_eq!(view(&before, Eye::Seat(Seat(1))), "??:26/1-3 2-3");
    assert_eq!(view(&before, Eye::Public), "??:??/1-3 2-3");
    let end = game.parse("13:26/1-3 2-3 liar").unwrap();
    assert_eq!(view(&end, Eye::Public), "13:26/1-3 2-3 liar");
    // A three and a six, which counts as one.
    assert_eq!([Seat(0), Seat(1)].map(|seat| end.payoff(seat)), [-1.0, 1.0]);
    let plain = start("dice=2, wild=false").parse("13:26/1-3 2-3 liar").unwrap();
    assert_eq!([Seat(0), Seat(1)].map(|seat| plain.payoff(seat)), [1.0, -1.0]);
    // Dice out of order are no position.
    assert!(game.parse("31:26/").is_err());
}
