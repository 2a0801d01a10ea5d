//! Whist against a second telling, and redeals against all deals.

use std::collections::BTreeMap;

use agon_core::{Eye, Node, Position, Seat, Seed, registry, view};
use agon_laws::oracle::{Oracle, Walk};

use crate::Whist;

fn start(options: &str) -> Whist {
    registry::start(options).unwrap()
}

const RANKS: &str = "23456789TJQKA";

/// The game as lists of words.
#[derive(Clone)]
struct Slow {
    seats: usize,
    cards: usize,
    has_trumps: bool,
    pack: Vec<String>,
    dealt: Vec<String>,
    played: Vec<String>,
}

impl Slow {
    fn new(seats: usize, ranks: usize, cards: usize, has_trumps: bool) -> Slow {
        let pack = "cdhs".chars().flat_map(|suit| RANKS[13 - ranks..].chars().map(move |rank| format!("{rank}{suit}")));
        let (dealt, played) = (Vec::new(), Vec::new());
        Slow { seats, cards, has_trumps, pack: pack.collect(), dealt, played }
    }

    fn trump(&self) -> Option<&String> {
        self.dealt.last().filter(|_| self.has_trumps && self.dealt.len() == self.seats * self.cards)
    }

    /// The winner of each trick, and the seat to play.
    fn winners(&self) -> (Vec<usize>, usize) {
        let (mut winners, mut leader) = (Vec::new(), 0);
        for trick in self.played.chunks(self.seats) {
            if trick.len() < self.seats {
                return (winners, (leader + trick.len()) % self.seats);
            }
            let suit = |card: &str| card[1..].to_owned();
            let value = |card: &String| {
                let rank = 1 + RANKS.find(&card[..1]).unwrap();
                if self.trump().is_some_and(|trump| suit(trump) == suit(card)) {
                    100 + rank
                } else if suit(card) == suit(&trick[0]) {
                    rank
                } else {
                    0
                }
            };
            let best = (0..self.seats).max_by_key(|&index| value(&trick[index])).unwrap();
            leader = (leader + best) % self.seats;
            winners.push(leader);
        }
        (winners, leader)
    }

    /// A seat's hand, in the order of the pack.
    fn hand(&self, seat: usize) -> Vec<String> {
        let own: Vec<_> = self.dealt.iter().skip(seat).step_by(self.seats).collect();
        let has = |card: &&String| own.contains(card) && !self.played.contains(card);
        self.pack.iter().filter(has).cloned().collect()
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let all = self.seats * self.cards;
        if self.dealt.len() < all {
            Node::Chance
        } else if self.played.len() == all {
            Node::Terminal
        } else {
            Node::Decision(Seat(self.winners().1 as u8))
        }
    }
    fn moves(&self) -> Vec<String> {
        let Node::Decision(seat) = self.node() else {
            let is_left = |card: &&String| !self.dealt.contains(card);
            let left = self.pack.iter().filter(is_left).cloned();
            return if self.node() == Node::Chance { left.collect() } else { Vec::new() };
        };
        let hand = self.hand(seat.index());
        let trick = self.played.chunks(self.seats).last().filter(|trick| trick.len() < self.seats);
        let follows = |card: &&String| trick.is_none_or(|trick| trick[0][1..] == card[1..]);
        let may: Vec<String> = hand.iter().filter(follows).cloned().collect();
        if may.is_empty() { hand } else { may }
    }
    fn after(&self, m: &str) -> Slow {
        let mut next = self.clone();
        if self.node() == Node::Chance { &mut next.dealt } else { &mut next.played }.push(m.to_owned());
        next
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let winners = self.winners().0;
        let won = |seat: usize| winners.iter().filter(|&&winner| winner == seat).count() as f64;
        let own = won(seat.index());
        let all = winners.len() as f64;
        match self.seats {
            4 => 2.0 * (own + won((seat.index() + 2) % 4)) - all,
            seats => seats as f64 * own - all,
        }
    }
    fn view(&self, eye: Eye) -> Option<String> {
        let hands: Vec<String> = (0..self.seats)
            .map(|seat| {
                let hand = self.hand(seat);
                if eye == Eye::Seat(Seat(seat as u8)) {
                    return hand.concat();
                }
                let (open, closed): (Vec<String>, Vec<String>) =
                    hand.into_iter().partition(|card| Some(card) == self.trump());
                open.concat() + &"?".repeat(closed.len())
            })
            .collect();
        let trump = self.trump().map_or("-", |card| card);
        let tricks: Vec<String> = self.played.chunks(self.seats).map(<[String]>::concat).collect();
        Some(format!("{}/{trump}/{}", hands.join("|"), tricks.join(" ")))
    }
}

#[test]
fn games_and_views_agree_with_the_slow_rules() {
    for (seats, ranks, cards, trumps, depth, plays) in [
        (2, 2, 2, true, 8, 0),
        (2, 2, 2, false, 8, 0),
        (2, 13, 13, true, 0, 60),
        (3, 5, 4, true, 2, 60),
        (4, 13, 13, true, 1, 60),
        (4, 6, 6, false, 2, 60),
    ] {
        let options = format!("seats={seats}, ranks={ranks}, cards={cards}, trumps={trumps}");
        let slow = Slow::new(seats, ranks, cards, trumps);
        Walk { depth, plays }.compare(&start(&options), &slow, |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let game = start("seats=4, ranks=13, cards=13, trumps=true");
    let walk = Walk { depth: 0, plays: 1_000 };
    walk.compare(&game, &Slow::new(4, 13, 13, true), |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

/// By the definition: over all ways to distribute the cards, weighted by the probability of the
/// plays.
#[test]
fn redeals_of_two_hands_and_a_stock_have_the_probabilities_of_their_plays() {
    let game = start("seats=3, ranks=4, cards=4, trumps=false");
    // The second follows clubs and diamonds, the third diamonds alone. Four cards are left over.
    let here = game.parse("QhQs|KcAh|KsAs/-/AcQcKh AdQdKd").unwrap();
    let unseen = ["Jc", "Kc", "Jd", "Jh", "Ah", "Js", "Ks", "As"];
    let (mut shares, mut total) = (BTreeMap::new(), 0.0);
    for code in 0..3usize.pow(unseen.len() as u32) {
        let of = |hand: usize| -> String {
            let has = |index: &usize| code / 3usize.pow(*index as u32) % 3 == hand;
            (0..unseen.len()).filter(has).map(|index| unseen[index]).collect()
        };
        let text = format!("QhQs|{}|{}/-/AcQcKh AdQdKd", of(0), of(1));
        let Ok(one) = game.parse(&text) else { continue };
        // Played again from the beginning.
        let mut again = Whist { hands: one.hands, ..Whist::start_of(one.rules) };
        for (seat, card, _) in one.by_whom() {
            again.hands[seat.index()] |= card.bit();
        }
        let mut share = 1.0;
        for (seat, card, _) in one.by_whom() {
            if seat != Seat(0) {
                share /= again.count() as f64;
            }
            again.play(card);
        }
        total += share;
        shares.insert(text, share);
    }
    assert!(100 < shares.len(), "{}", shares.len());
    let mut stream = Seed(1).stream(0);
    let (mut counts, draws) = (BTreeMap::new(), 100_000);
    for _ in 0..draws {
        *counts.entry(here.redeal(Seat(0), &mut stream).to_string()).or_insert(0) += 1;
    }
    assert!(counts.keys().all(|text| shares.contains_key(text)));
    for (text, share) in shares {
        let (wanted, found) = (share / total, f64::from(counts.get(&text).copied().unwrap_or(0)));
        let error = (wanted * (1.0 - wanted) / f64::from(draws)).sqrt();
        assert!((found / f64::from(draws) - wanted).abs() < 5.0 * error + 1e-9, "{text}: {wanted} {found}");
    }
}

#[test]
fn a_redeal_of_the_whole_pack_respects_suits_not_followed() {
    let mut position = start("ranks=13, cards=13");
    let mut stream = Seed(3).stream(0);
    while position.node() != Node::Terminal {
        for seat in Seat::all(4) {
            let redeal = position.redeal(seat, &mut stream);
            assert_eq!(view(&redeal, Eye::Seat(seat)), view(&position, Eye::Seat(seat)));
            assert_eq!(position.parse(&redeal.to_string()).as_ref(), Ok(&redeal));
        }
        let m = position.draw_move(&mut stream);
        position.play(m);
    }
}
