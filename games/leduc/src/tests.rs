//! Leduc poker against a second telling, and as large as it is known to be.

use std::collections::BTreeSet;

use agon_core::{AnyPosition, Eye, Node, Position, Seat, Seed, all_moves, registry, view};
use agon_laws::{
    oracle::{Oracle, Walk, twins},
    perft,
};

use crate::{Many, Two};

fn two(options: &str) -> Two {
    registry::start(options).unwrap()
}

fn many(options: &str) -> Many {
    registry::start(options).unwrap()
}

/// The game as the remaining pack, the cards dealt, and the acts in words.
#[derive(Clone)]
struct Slow {
    seats: usize,
    pack: Vec<String>,
    cards: Vec<String>,
    said: Vec<String>,
    raises: usize,
}

/// What the acts come to.
struct Table {
    /// The chips of each seat in the pot.
    chips: Vec<i32>,
    folded: Vec<bool>,
    /// The seats that have still to act, in order.
    queue: Vec<usize>,
}

impl Slow {
    fn new(options: &str) -> Slow {
        let number = |name: &str| {
            let (_, rest) = options.split_once(name)?;
            rest.split(',').next()?.parse::<usize>().ok()
        };
        let seats = number("seats=").unwrap_or(2);
        let ranks = match number("ranks=").unwrap_or(seats + 1) {
            2 => "JQ",
            3 => "JQK",
            ranks => &"456789TJQKA"[11 - ranks..],
        };
        let suits = if options.contains("suits") { ["h", "s"] } else { ["", ""] };
        let pack = ranks.chars().flat_map(|rank| suits.map(|suit| format!("{rank}{suit}")));
        let said = vec![String::new()];
        let raises = number("raises=").unwrap_or(2);
        Slow { seats, pack: pack.collect(), cards: Vec::new(), said, raises }
    }

    fn table(&self) -> Table {
        let (mut chips, mut folded) = (vec![1; self.seats], vec![false; self.seats]);
        let mut queue = Vec::new();
        for (said, raise) in self.said.iter().zip([2, 4]) {
            queue = (0..self.seats).filter(|&seat| !folded[seat]).collect();
            for word in said.chars() {
                let seat = queue.remove(0);
                let most = *chips.iter().max().unwrap();
                match word {
                    'f' => folded[seat] = true,
                    'c' => chips[seat] = most,
                    _ => {
                        chips[seat] = most + raise;
                        let others = (1..self.seats).map(|step| (seat + step) % self.seats);
                        queue = others.filter(|&other| !folded[other]).collect();
                    }
                }
            }
        }
        Table { chips, folded, queue }
    }

    fn last(&self) -> &str {
        self.said.last().unwrap()
    }

    fn has_one_left(&self) -> bool {
        self.table().folded.iter().filter(|folded| !**folded).count() == 1
    }

    fn is_shown(&self) -> bool {
        self.said.len() == 2 && self.table().queue.is_empty() && !self.has_one_left()
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        if self.has_one_left() || self.is_shown() {
            return Node::Terminal;
        }
        match self.table().queue.first() {
            Some(&seat) if self.seats <= self.cards.len() => Node::Decision(Seat(seat as u8)),
            _ => Node::Chance,
        }
    }
    fn moves(&self) -> Vec<String> {
        match self.node() {
            Node::Chance => self.pack.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect(),
            Node::Terminal => Vec::new(),
            Node::Decision(_) => {
                let mut moves = vec!["c".to_owned()];
                if self.last().matches('r').count() < self.raises {
                    moves.push("r".to_owned());
                }
                if self.last().contains('r') {
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
            if self.seats < next.cards.len() {
                next.said.push(String::new());
            }
        } else {
            *next.said.last_mut().unwrap() += m;
        }
        next
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let Table { chips, folded, .. } = self.table();
        let strength = |seat: usize| {
            if !self.is_shown() {
                return 0;
            }
            let (own, board) = (&self.cards[seat][..1], &self.cards[self.seats][..1]);
            "456789TJQKA".find(own).unwrap() + if own == board { 20 } else { 0 }
        };
        let left = (0..self.seats).filter(|&seat| !folded[seat]);
        let best = left.clone().map(strength).max().unwrap();
        let winners: Vec<usize> = left.filter(|&seat| strength(seat) == best).collect();
        let pot: i32 = chips.iter().sum();
        let won = if winners.contains(&seat.index()) { f64::from(pot) / winners.len() as f64 } else { 0.0 };
        won - f64::from(chips[seat.index()])
    }
    fn view(&self, eye: Eye) -> Option<String> {
        let folded = self.table().folded;
        let mut seen = String::new();
        for index in 0..=self.seats {
            let is_seen =
                index == self.seats || eye == Eye::Seat(Seat(index as u8)) || self.is_shown() && !folded[index];
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
        walk.compare(&two(options), &Slow::new(options), |_, _| ()).unwrap();
    }
    for (options, depth, plays) in [
        ("seats=3, ranks=2, raises=1", 20, 0),
        ("seats=3", 5, 2_000),
        ("seats=3, suits=true", 3, 1_000),
        ("seats=4, raises=4", 3, 1_000),
        ("seats=10, raises=4", 1, 500),
    ] {
        let walk = Walk { depth, plays };
        walk.compare(&many(options), &Slow::new(options), |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let (mut plies, options) = (0, "suits=true");
    let walk = Walk { depth: 0, plays: 20_000 };
    walk.compare(&two(options), &Slow::new(options), |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
    let mut plies = 0;
    for options in ["seats=3", "seats=5, raises=3", "seats=10, raises=4"] {
        let walk = Walk { depth: 0, plays: 3_000 };
        walk.compare(&many(options), &Slow::new(options), |here, _| {
            plies += u32::from(here.node() != Node::Terminal);
        })
        .unwrap();
    }
    assert!(100_000 <= plies, "{plies}");
}

#[test]
fn both_bodies_have_the_same_rules() {
    for options in ["", "suits=true", "ranks=4, raises=4"] {
        let [one, other] = [AnyPosition::new(two(options)), AnyPosition::new(many(options))];
        twins(&one, &other, 500).unwrap();
    }
}

#[test]
fn the_size_of_the_game_is_as_published() {
    for (options, histories, each) in [("suits=true", 9_457, 468), ("", 1_939, 144)] {
        assert_eq!(perft::histories(&two(options)), (histories, vec![each; 2]));
    }
}

#[test]
fn the_second_card_of_a_rank_is_half_as_likely_as_the_first_of_another() {
    let position = two("").parse("J--/").unwrap();
    let weights: Vec<u32> = all_moves(&position).iter().map(|&m| position.weight(m)).collect();
    assert_eq!(weights, [1, 2, 2]);
    assert!(two("").parse("JJJ/cc/").is_err());
    let closed = two("").parse("JJQ/cc/rrf").unwrap();
    assert_eq!([Seat(0), Seat(1)].map(|seat| closed.payoff(seat)), [-5.0, 5.0]);
}

#[test]
fn two_seats_may_share_the_pot_of_a_third() {
    let start = many("seats=3");
    let payoffs = |text: &str| {
        let end = start.parse(text).unwrap();
        assert_eq!(end.node(), Node::Terminal, "{text}");
        [0, 1, 2].map(|seat| end.payoff(Seat(seat)))
    };
    // All put in three; then the third folds, after a raise of four.
    assert_eq!(payoffs("KKAJ/ccrcc/rcf"), [1.5, 1.5, -3.0]);
    // The pair with the board wins, and nothing is shared.
    assert_eq!(payoffs("KKAA/ccrcc/rcc"), [-7.0, -7.0, 14.0]);
    // Whoever is left last wins, whatever the cards.
    assert_eq!(payoffs("JAA-/rff"), [2.0, -1.0, -1.0]);
}

#[test]
fn cards_of_seats_that_folded_are_never_shown() {
    let start = many("seats=3");
    for (text, seat, seen) in [
        ("KQAJ/ccrcc/rcf", 0, "KQ?J/ccrcc/rcf"),
        ("KQAJ/ccrcc/rcf", 2, "KQAJ/ccrcc/rcf"),
        ("KQA-/rff", 0, "K??-/rff"),
        ("KQAJ/rfc/r", 1, "?Q?J/rfc/r"),
        ("KQAJ/rfc/rc", 0, "K?AJ/rfc/rc"),
    ] {
        let position = start.parse(text).unwrap();
        assert_eq!(view(&position, Eye::Seat(Seat(seat))), seen, "{text}");
    }
}

#[test]
fn a_pack_too_small_for_the_seats_is_refused() {
    let refused = registry::start::<Many>("seats=5, ranks=2").unwrap_err().to_string();
    assert!(refused.contains("at least 3, for 5 seats and the board"), "{refused}");
    assert!(registry::start::<Two>("seats=3").is_err());
    assert_eq!(many("seats=10").to_string(), "-----------/");
    let mut stream = Seed(1).stream(0);
    let dealt = many("seats=10").parse("445566778A-/").unwrap();
    let redeal = dealt.redeal(Seat(9), &mut stream);
    assert_eq!(view(&redeal, Eye::Seat(Seat(9))), "?????????A-/");
}
