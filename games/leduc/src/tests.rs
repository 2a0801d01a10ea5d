//! Leduc poker against a second telling, and as large as it is known to be.

use std::collections::BTreeSet;

use agon_core::{
    Eye, Node, Position, Seat, all_moves,
    oracle::{Oracle, Walk},
    perft, registry,
};

use crate::Leduc;

fn start(options: &str) -> Leduc {
    registry::start(options).unwrap()
}

/// The game as the remaining pack, the cards dealt, and the acts in words.
#[derive(Clone)]
struct Slow {
    pack: Vec<String>,
    cards: Vec<String>,
    said: Vec<String>,
    raises: usize,
}

impl Slow {
    fn new(options: &str) -> Slow {
        let has = |what: &str| options.contains(what);
        let ranks = if has("ranks=2") { "JQ" } else { "JQK" };
        let suits = if has("suits") { ["h", "s"] } else { ["", ""] };
        let pack = ranks.chars().flat_map(|rank| suits.map(|suit| format!("{rank}{suit}")));
        let raises = if has("raises=1") { 1 } else { 2 };
        Slow { pack: pack.collect(), cards: Vec::new(), said: vec![String::new()], raises }
    }

    /// The chips of each seat in the pot.
    fn chips(&self) -> [i32; 2] {
        let mut chips = [1, 1];
        for (said, raise) in self.said.iter().zip([2, 4]) {
            for (index, word) in said.chars().enumerate() {
                let (own, other) = (index % 2, 1 - index % 2);
                match word {
                    'c' => chips[own] = chips[other],
                    'r' => chips[own] = chips[other] + raise,
                    _ => {}
                }
            }
        }
        chips
    }

    fn last(&self) -> &str {
        self.said.last().unwrap()
    }

    fn is_called(&self) -> bool {
        1 < self.last().len() && self.last().ends_with('c')
    }

    fn is_shown(&self) -> bool {
        self.said.len() == 2 && self.is_called()
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        if self.last().ends_with('f') || self.is_shown() {
            Node::Terminal
        } else if self.cards.len() < 2 || self.is_called() {
            Node::Chance
        } else {
            Node::Decision(Seat(self.last().len() as u8 % 2))
        }
    }
    fn moves(&self) -> Vec<String> {
        match self.node() {
            Node::Chance => {
                self.pack.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect()
            }
            Node::Terminal => Vec::new(),
            Node::Decision(_) => {
                let mut moves = vec!["c".to_owned()];
                if self.last().matches('r').count() < self.raises {
                    moves.push("r".to_owned());
                }
                if self.last().ends_with('r') {
                    moves.push("f".to_owned());
                }
                moves
            }
        }
    }
    fn after(&self, m: &str) -> Slow {
        let mut next = self.clone();
        if self.node() == Node::Chance {
            let at = next.pack.iter().position(|card| card == m).unwrap();
            next.cards.push(next.pack.remove(at));
            if next.cards.len() == 3 {
                next.said.push(String::new());
            }
        } else {
            *next.said.last_mut().unwrap() += m;
        }
        next
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let chips = self.chips();
        let strength = |seat: usize| {
            let (own, board) = (&self.cards[seat][..1], &self.cards[2][..1]);
            "JQK".find(own).unwrap() + if own == board { 10 } else { 0 }
        };
        let first = if self.last().ends_with('f') {
            // The last seat to act folded.
            if self.last().len() % 2 == 1 { -chips[0] } else { chips[1] }
        } else {
            (strength(0).cmp(&strength(1)) as i32) * chips[0]
        };
        f64::from(if seat == Seat(0) { first } else { -first })
    }
    fn view(&self, eye: Eye) -> Option<String> {
        let mut seen = String::new();
        for index in 0..3 {
            let is_seen = index == 2 || eye == Eye::Seat(Seat(index as u8)) || self.is_shown();
            seen += match self.cards.get(index) {
                None => "-",
                Some(card) if is_seen => card,
                Some(_) => "?",
            };
        }
        Some(format!("{seen}/{}", self.said.join("/")))
    }
}

#[test]
fn games_and_views_agree_with_the_slow_rules() {
    for options in ["", "suits=true", "ranks=2, raises=1", "suits=true, ranks=2, raises=1"] {
        let walk = Walk { depth: 20, plays: 0 };
        walk.compare(&start(options), &Slow::new(options), |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let walk = Walk { depth: 0, plays: 20_000 };
    walk.compare(&start("suits=true"), &Slow::new("suits=true"), |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

#[test]
fn the_size_of_the_game_is_as_published() {
    for (options, histories, each) in [("suits=true", 9_457, 468), ("", 1_939, 144)] {
        assert_eq!(perft::histories(&start(options)), (histories, vec![each; 2]));
    }
}

#[test]
fn the_second_card_of_a_rank_is_half_as_likely_as_the_first_of_another() {
    let position = start("").parse("J--/").unwrap();
    let weights: Vec<u32> = all_moves(&position).iter().map(|&m| position.weight(m)).collect();
    assert_eq!(weights, [1, 2, 2]);
    assert!(start("").parse("JJJ/cc/").is_err());
    let closed = start("").parse("JJQ/cc/rrf").unwrap();
    assert_eq!([Seat(0), Seat(1)].map(|seat| closed.payoff(seat)), [-5.0, 5.0]);
}
