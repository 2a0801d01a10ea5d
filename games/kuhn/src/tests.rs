//! Kuhn poker against a second telling, and as large as it is known to be.

use std::collections::BTreeSet;

use agon_core::{Eye, Node, Position, Seat, Seed, registry, view};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft,
};

use crate::Kuhn;

fn start(options: &str) -> Kuhn {
    registry::start(options).unwrap()
}

/// A card as a hexadecimal digit.
fn written(card: u32) -> String {
    format!("{card:X}")
}

/// The game as a list of what happened: cards and acts as they are written.
struct Slow {
    seats: usize,
    cards: Vec<u32>,
    acts: String,
}

impl Slow {
    /// For each seat, whether it folded, and the chips it put in, computed act by act; then the seat to act.
    fn table(&self) -> (Vec<bool>, Vec<i32>, Option<usize>) {
        let (mut folded, mut chips) = (vec![false; self.seats], vec![1; self.seats]);
        let mut waiting: Vec<usize> = (0..self.seats).collect();
        let mut is_bet = false;
        for act in self.acts.chars() {
            let seat = waiting.remove(0);
            match (act, is_bet) {
                ('b', false) => {
                    is_bet = true;
                    chips[seat] += 1;
                    waiting = (1..self.seats).map(|step| (seat + step) % self.seats).collect();
                }
                ('b', true) => chips[seat] += 1,
                _ => folded[seat] = is_bet,
            }
        }
        (folded, chips, waiting.first().copied())
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        match self.table().2 {
            _ if self.cards.len() < self.seats => Node::Chance,
            Some(seat) => Node::Decision(Seat(seat as u8)),
            None => Node::Terminal,
        }
    }
    fn moves(&self) -> Vec<String> {
        let cards = 1..=self.seats as u32 + 1;
        match self.node() {
            Node::Chance => cards.filter(|c| !self.cards.contains(c)).map(written).collect(),
            Node::Decision(_) => vec!["b".to_owned(), "p".to_owned()],
            Node::Terminal => Vec::new(),
        }
    }
    fn after(&self, m: &str) -> Slow {
        let mut next = Slow { cards: self.cards.clone(), acts: self.acts.clone(), ..*self };
        match (1..=11).find(|&card| written(card) == m) {
            Some(card) => next.cards.push(card),
            None => next.acts += m,
        }
        next
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let (folded, chips, _) = self.table();
        let best = (0..self.seats).filter(|&s| !folded[s]).map(|s| self.cards[s]).max().unwrap();
        let mine = f64::from(chips[seat.index()]);
        if best == self.cards[seat.index()] { f64::from(chips.iter().sum::<i32>()) - mine } else { -mine }
    }
    fn view(&self, eye: Eye) -> Option<String> {
        let (folded, ..) = self.table();
        let is_open = self.node() == Node::Terminal && 1 < folded.iter().filter(|f| !**f).count();
        let mut seen = String::new();
        for index in 0..self.seats {
            let is_own = eye == Eye::Seat(Seat(index as u8));
            seen += &match self.cards.get(index) {
                None => "-".to_owned(),
                Some(card) if is_own || is_open && !folded[index] => written(*card),
                Some(_) => "?".to_owned(),
            };
        }
        Some(format!("{seen}/{}", self.acts))
    }
}

#[test]
fn games_and_views_agree_with_the_slow_rules() {
    for seats in 2..=4 {
        let slow = Slow { seats, cards: Vec::new(), acts: String::new() };
        let walk = Walk { depth: 20, plays: 0 };
        walk.compare(&start(&format!("seats={seats}")), &slow, |_, _| ()).unwrap();
    }
    for seats in 5..=10 {
        let slow = Slow { seats, cards: Vec::new(), acts: String::new() };
        let walk = Walk { depth: 2, plays: 1_000 };
        walk.compare(&start(&format!("seats={seats}")), &slow, |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let slow = Slow { seats: 4, cards: Vec::new(), acts: String::new() };
    let walk = Walk { depth: 0, plays: 12_500 };
    walk.compare(&start("seats=4"), &slow, |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

#[test]
fn the_size_of_the_game_is_as_published() {
    for (seats, histories, each) in [(2, 58, 6), (3, 617, 16), (4, 7_886, 40)] {
        let found = perft::histories(&start(&format!("seats={seats}")));
        assert_eq!(found, (histories, vec![each; seats]));
    }
}

#[test]
fn cards_are_shown_after_a_call_and_not_after_a_fold() {
    let game = start("seats=3");
    for (text, seat, seen) in [
        ("412/pbp", 1, "?1?/pbp"),
        ("412/pbpp", 1, "?1?/pbpp"),
        ("412/pbbp", 0, "412/pbbp"),
        ("412/pbpb", 0, "41?/pbpb"),
        ("412/ppp", 0, "412/ppp"),
        ("41-/", 2, "??-/"),
    ] {
        let position = game.parse(text).unwrap();
        assert_eq!(view(&position, Eye::Seat(Seat(seat))), seen, "{text}");
    }
}

#[test]
fn a_redeal_keeps_the_seats_own_card_and_deals_no_card_twice() {
    let position = start("seats=4").parse("3152/pp").unwrap();
    let mut seen = BTreeSet::new();
    for seed in 0..400 {
        let redeal = position.redeal(Seat(2), &mut Seed(seed).stream(0));
        assert!(redeal.cards().iter().collect::<BTreeSet<_>>().len() == 4 && redeal.cards[2] == 5);
        seen.insert(redeal.to_string());
    }
    assert_eq!(seen.len(), 24);
}
