//! A seat's knowledge of the bids, and random bids of the others that agree with it.
//!
//! All sequences of bids are equally likely, because a seat always has as many cards to bid as every other. So the ways
//! to reach each set of cards already bid are counted, round by round, and one is drawn backwards.

use agon_core::{Seat, Stream};

use crate::{Goofspiel, rules::MOST_SEATS};

/// The most cards in a set of the hands of all other seats, stored as bits.
pub(crate) const MOST_UNSEEN: usize = 16;

/// The knowledge of a seat.
pub(crate) struct Seen {
    pub(crate) seat: Seat,
    /// The winners of all complete rounds.
    pub(crate) winners: Vec<Option<Seat>>,
    /// The position without the bids hidden from it.
    pub(crate) shown: Goofspiel,
}

/// The bids of the other seats in one round: by seat, zero for none.
type Bids = [u8; MOST_SEATS];

impl Seen {
    /// A position that looks like this, in which `pending` seats have bid in the current round.
    pub(crate) fn redeal(&self, pending: u8, stream: &mut Stream) -> Goofspiel {
        let mut redeal = self.shown.clone();
        if !self.shown.rules.is_open {
            self.draw_complete(&mut redeal, stream);
        }
        for other in Seat::all(pending).filter(|&other| other != self.seat) {
            let hand: Vec<u8> = redeal.hand(other).collect();
            let card = hand[stream.below(hand.len() as u32) as usize];
            redeal.bids[redeal.round()][other.index()] = card;
        }
        redeal
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        let own = self.seat;
        Seat::all(self.shown.rules.seats).filter(move |&other| other != own)
    }

    /// Draws the bids of the complete rounds.
    fn draw_complete(&self, redeal: &mut Goofspiel, stream: &mut Stream) {
        let cards = self.shown.rules.cards;
        let rounds = self.winners.len();
        let all_bids: Vec<Vec<(usize, Bids)>> = (0..rounds).map(|r| self.bids_of(r)).collect();
        // The number of ways to come to a set of cards that are gone.
        let mut ways = vec![0u64; 1 << (usize::from(cards) * self.others().count())];
        let mut sets = vec![vec![0]];
        ways[0] = 1;
        for bids in &all_bids {
            let mut next = Vec::new();
            for &gone in &sets[sets.len() - 1] {
                for &(bits, _) in bids.iter().filter(|(bits, _)| gone & bits == 0) {
                    let after = gone | bits;
                    if ways[after] == 0 {
                        next.push(after);
                    }
                    ways[after] += ways[gone];
                }
            }
            sets.push(next);
        }
        let ends = sets.pop().unwrap_or_default();
        let mut gone = pick(&ends, |&end| ways[end], stream);
        for (round, bids) in all_bids.iter().enumerate().rev() {
            let before = |bits: usize| if gone & bits == bits { ways[gone & !bits] } else { 0 };
            let (bits, drawn) = pick(bids, |&(bits, _)| before(bits), stream);
            for other in self.others() {
                redeal.bids[round][other.index()] = drawn[other.index()];
            }
            gone &= !bits;
        }
    }

    /// All bids of the others in a round that agree with its winner, each with its cards as bits.
    fn bids_of(&self, round: usize) -> Vec<(usize, Bids)> {
        let cards = self.shown.rules.cards;
        let mut bids = self.shown.bids[round];
        for other in self.others() {
            bids[other.index()] = 1;
        }
        let mut all = Vec::new();
        loop {
            let mut told = self.shown.clone();
            told.bids[round] = bids;
            if told.winner(round) == self.winners[round] {
                let places = self.others().enumerate();
                let bits = places
                    .map(|(place, other)| 1 << (place * usize::from(cards) + usize::from(bids[other.index()]) - 1));
                all.push((bits.sum(), bids));
            }
            // Counts on, the first seat fastest.
            let Some(next) = self.others().find(|other| bids[other.index()] < cards) else {
                return all;
            };
            for other in self.others().take_while(|&other| other != next) {
                bids[other.index()] = 1;
            }
            bids[next.index()] += 1;
        }
    }
}

/// One of `items`, by weight; the weights are not all zero.
fn pick<T: Copy>(items: &[T], weight: impl Fn(&T) -> u64, stream: &mut Stream) -> T {
    let total: u64 = items.iter().map(&weight).sum();
    let mut left = ((u128::from(stream.bits()) * u128::from(total)) >> 64) as u64;
    for item in items {
        let weight = weight(item);
        if left < weight {
            return *item;
        }
        left -= weight;
    }
    unreachable!("what is left is below the total")
}
