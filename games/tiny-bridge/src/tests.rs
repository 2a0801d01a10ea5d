//! Tiny bridge against a second telling, and as large as it is known to be.

use std::collections::BTreeSet;

use agon_core::{Eye, Node, Position, Seat, after, all_moves, registry, view};
use agon_laws::oracle::{Oracle, Walk};

use crate::TinyBridge;

fn start() -> TinyBridge {
    registry::start("").unwrap()
}

const PACK: [&str; 8] = ["Jh", "Qh", "Kh", "Ah", "Js", "Qs", "Ks", "As"];
const BIDS: [&str; 6] = ["1h", "1s", "1n", "2h", "2s", "2n"];

/// The game as words: hands, then calls.
#[derive(Clone)]
struct Slow {
    hands: Vec<String>,
    calls: Vec<String>,
}

impl Slow {
    fn is_over(&self) -> bool {
        1 < self.calls.len() && self.calls.last().is_some_and(|call| call == "p")
    }
}

/// The tricks of west and east, of these hands in the order of the table, with best play.
fn tricks(hands: &[Vec<&str>; 4], trumps: char, trick: &[(usize, String)], lead: usize) -> i32 {
    if hands.iter().all(Vec::is_empty) && trick.len() < 4 {
        return 0;
    }
    if trick.len() == 4 {
        let suit = trick[0].1.chars().nth(1).unwrap();
        let rank = |card: &str| {
            let own = card.chars().nth(1).unwrap();
            let height = "JQKA".find(&card[..1]).unwrap();
            (own == trumps, own == suit, height)
        };
        let best = trick.iter().max_by_key(|(_, card)| rank(card)).unwrap().0;
        return i32::from(best.is_multiple_of(2)) + tricks(hands, trumps, &[], best);
    }
    let seat = (lead + trick.len()) % 4;
    let follows = |card: &&str| trick.first().is_none_or(|(_, led)| led[1..] == card[1..]);
    let mut may: Vec<&str> = hands[seat].iter().copied().filter(|card| follows(card)).collect();
    if may.is_empty() {
        may.clone_from(&hands[seat]);
    }
    let results = may.into_iter().map(|card| {
        let mut rest = hands.clone();
        rest[seat].retain(|other| *other != card);
        let mut trick = trick.to_owned();
        trick.push((seat, card.to_owned()));
        tricks(&rest, trumps, &trick, lead)
    });
    if seat.is_multiple_of(2) { results.max().unwrap() } else { results.min().unwrap() }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        if self.hands.len() < 2 {
            Node::Chance
        } else if self.is_over() {
            Node::Terminal
        } else {
            Node::Decision(Seat(self.calls.len() as u8 % 2))
        }
    }
    fn moves(&self) -> Vec<String> {
        match self.node() {
            Node::Terminal => Vec::new(),
            Node::Chance => {
                let dealt = self.hands.concat();
                let left: Vec<&str> = PACK.into_iter().filter(|c| !dealt.contains(c)).collect();
                let pairs = left.iter().enumerate();
                pairs
                    .flat_map(|(index, one)| left[index + 1..].iter().map(move |other| format!("{one}{other}")))
                    .collect()
            }
            Node::Decision(_) => {
                let last = self.calls.iter().rev().find(|call| *call != "p");
                let lowest = last.map_or(0, |last| BIDS.iter().position(|b| b == last).unwrap() + 1);
                ["p"].iter().chain(&BIDS[lowest..]).map(|&call| call.to_owned()).collect()
            }
        }
    }
    fn after(&self, m: &str) -> Slow {
        let mut next = self.clone();
        if self.hands.len() < 2 { &mut next.hands } else { &mut next.calls }.push(m.to_owned());
        next
    }
    fn payoff(&self, _: Seat) -> f64 {
        let bid = &self.calls[self.calls.len() - 2];
        if bid == "p" {
            return 0.0;
        }
        let declarer = 2 * (self.calls.len() % 2);
        let (level, trumps) = (bid[..1].parse::<i32>().unwrap(), bid.chars().nth(1).unwrap());
        let split = |hand: &'_ str| PACK.into_iter().filter(|card| hand.contains(card)).collect();
        let dealt = self.hands.concat();
        let left: Vec<&str> = PACK.into_iter().filter(|card| !dealt.contains(card)).collect();
        let mut sum = 0;
        for north in 0..16usize {
            if north.count_ones() != 2 {
                continue;
            }
            let of = |is_north: bool| -> Vec<&str> {
                (0..4).filter(|n| (north >> n & 1 == 1) == is_north).map(|n| left[n]).collect()
            };
            let hands = [split(&self.hands[0]), of(true), split(&self.hands[1]), of(false)];
            let made = tricks(&hands, trumps, &[], (declarer + 3) % 4);
            sum += match (made - level, &**bid) {
                (short @ ..0, _) => 20 * short,
                (_, "2n") => 35,
                (_, "2h" | "2s") => 30,
                _ => 10 * made,
            };
        }
        f64::from(sum) / 6.0
    }
    fn view(&self, eye: Eye) -> Option<String> {
        let hand = |index: usize| match self.hands.get(index) {
            None => "-",
            Some(hand) if eye == Eye::Seat(Seat(index as u8)) || self.is_over() => hand,
            Some(_) => "?",
        };
        Some(format!("{}:{}/{}", hand(0), hand(1), self.calls.join(" ")))
    }
}

#[test]
fn games_and_views_agree_with_the_slow_rules() {
    let slow = Slow { hands: Vec::new(), calls: Vec::new() };
    Walk { depth: 3, plays: 1_000 }.compare(&start(), &slow, |_, _| ()).unwrap();
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let slow = Slow { hands: Vec::new(), calls: Vec::new() };
    let walk = Walk { depth: 0, plays: 21_000 };
    walk.compare(&start(), &slow, |here, _| plies += u32::from(here.node() != Node::Terminal)).unwrap();
    assert!(100_000 <= plies, "{plies}");
}

/// The mean payoff if all moves are random; counts the positions of all plays, and collects the views of the seat to
/// act.
fn gather(here: &TinyBridge, count: &mut u32, sets: &mut [BTreeSet<u64>; 2]) -> f64 {
    *count += 1;
    match here.node() {
        Node::Terminal => return here.payoff(Seat(0)),
        Node::Decision(seat) => {
            sets[seat.index()].insert(here.view_key(Eye::Seat(seat)));
        }
        Node::Chance => {}
    }
    let moves = all_moves(here);
    moves.iter().map(|&m| gather(&after(here, m), count, sets)).sum::<f64>() / moves.len() as f64
}

#[test]
fn size_and_value_at_random_are_as_published() {
    let (mut sets, mut count) = ([BTreeSet::new(), BTreeSet::new()], 0);
    let value = gather(&start(), &mut count, &mut sets);
    assert_eq!(count, 107_129);
    assert_eq!(sets.map(|sets| sets.len()), [1_792; 2]);
    assert!((value + 12.3294).abs() < 5e-5, "{value}");
}

#[test]
fn hands_are_shown_when_the_auction_is_over() {
    let game = start();
    let here = game.parse("JhAs:KhQs/p 2s").unwrap();
    assert_eq!(view(&here, Eye::Seat(Seat(0))), "JhAs:?/p 2s");
    let end = game.parse("JhAs:KhQs/p 2s p").unwrap();
    assert_eq!(view(&end, Eye::Public), end.to_string());
    assert_eq!(game.parse("JhAs:KhQs/p p").unwrap().payoff(Seat(1)), 0.0);
    assert!(game.parse("AsJh:KhQs/").is_err());
}
