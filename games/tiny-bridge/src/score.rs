//! The value of a contract: the mean over all hands of the opponents, each under perfect play.

use crate::Contract;

/// The holder of each of the eight cards: 0 and 2 are the partners, 1 and 3 the others.
type Holders = [u8; 8];

/// A card, and its player.
type Played = (u8, u8);

/// The mean score of the partners, of which `declarer` (0 or 2) made the last bid. The cards of both are given.
pub(crate) fn mean(hands: [[u8; 2]; 2], contract: Contract, declarer: u8) -> f64 {
    let mut holders = [3; 8];
    for (hand, cards) in hands.iter().enumerate() {
        for &card in cards {
            holders[usize::from(card)] = 2 * hand as u8;
        }
    }
    let rest: Vec<usize> = (0..8).filter(|&card| holders[card] == 3).collect();
    let (mut sum, mut deals) = (0, 0);
    for (index, &one) in rest.iter().enumerate() {
        for &other in &rest[index + 1..] {
            let mut holders = holders;
            (holders[one], holders[other]) = (1, 1);
            sum += points(contract, tricks(holders, contract.trumps, (declarer + 3) % 4));
            deals += 1;
        }
    }
    f64::from(sum) / f64::from(deals)
}

/// The points for this many tricks.
fn points(contract: Contract, tricks: i32) -> i32 {
    let level = i32::from(contract.level);
    match (tricks < level, level, contract.trumps) {
        (true, ..) => 20 * (tricks - level),
        (false, 1, _) => 10 * tricks,
        (false, _, Some(_)) => 10 * tricks + 10,
        (false, _, None) => 10 * tricks + 15,
    }
}

/// The tricks of the partners, with best play of all four hands, all cards being visible.
fn tricks(holders: Holders, trumps: Option<u8>, leader: u8) -> i32 {
    first_trick(holders, trumps, leader, &mut Vec::new())
}

/// The tricks that the partners still make after the cards `trick` of the first one.
fn first_trick(holders: Holders, trumps: Option<u8>, leader: u8, trick: &mut Vec<Played>) -> i32 {
    if trick.len() == 4 {
        let winner = winner(trick, trumps);
        let left = |seat: u8| {
            let mut cards = (0..8).filter(|&card| holders[usize::from(card)] == seat);
            cards.find(|card| !trick.iter().any(|(_, played)| played == card))
        };
        let second = (0..4).map(|step| (winner + step) % 4);
        let second: Vec<Played> = second.map(|seat| (seat, left(seat).expect("a card is left"))).collect();
        let last = self::winner(&second, trumps);
        return i32::from(winner.is_multiple_of(2)) + i32::from(last.is_multiple_of(2));
    }
    let seat = (leader + trick.len() as u8) % 4;
    let mut cards: Vec<u8> = (0..8).filter(|&card| holders[usize::from(card)] == seat).collect();
    if let Some(&(_, led)) = trick.first()
        && cards.iter().any(|card| card / 4 == led / 4)
    {
        cards.retain(|card| card / 4 == led / 4);
    }
    let mut best = None;
    for card in cards {
        trick.push((seat, card));
        let value = first_trick(holders, trumps, leader, trick);
        trick.pop();
        let is_partner = seat.is_multiple_of(2);
        best = Some(best.map_or(value, |best: i32| if is_partner { best.max(value) } else { best.min(value) }));
    }
    best.expect("everybody has a card")
}

fn winner(trick: &[Played], trumps: Option<u8>) -> u8 {
    let led = trick[0].1 / 4;
    let strength = |card: u8| match card / 4 {
        suit if Some(suit) == trumps => 20 + card % 4,
        suit if suit == led => 10 + card % 4,
        _ => 0,
    };
    let mut best = trick[0];
    for &played in trick {
        if strength(best.1) < strength(played.1) {
            best = played;
        }
    }
    best.0
}
