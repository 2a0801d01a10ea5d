//! Random hands with their probabilities given the cards played.
//!
//! The probability of a hand depends only on the number of cards of each suit: a seat that followed suit chose among
//! its cards of that suit, and a seat that did not has none left. So the ways to distribute the cards are counted suit
//! by suit, and no draw is rejected.

use agon_core::{Seat, Stream};

use crate::{Card, MOST_RANKS, MOST_SEATS, Seen, Whist, cards_of};

/// The most hands that an observer does not see.
const OTHERS: usize = MOST_SEATS - 1;

/// In how many ways cards can be ordered, up to a whole suit.
const FACTORIALS: [f64; MOST_RANKS as usize + 1] = {
    let mut factorials = [1.0; MOST_RANKS as usize + 1];
    let (mut count, mut factor) = (1, 1.0);
    while count < factorials.len() {
        factorials[count] = factorials[count - 1] * factor;
        count += 1;
        factor += 1.0;
    }
    factorials
};

/// The number of cards of each unseen hand.
type Room = [usize; OTHERS];

/// The sharing out of the cards that are not seen.
struct Share {
    seats: [Option<Seat>; OTHERS],
    /// The number of cards each hand lacks.
    room: Room,
    /// The cards of each suit that are not seen.
    cards: [Vec<Card>; 4],
    /// For each suit and hand, by its number of cards of the suit, the probability of the cards played, divided by the
    /// number of orders.
    odds: [[Vec<f64>; OTHERS]; 4],
    /// For each suit and the room before it, the sum over all ways to share out that suit and the rest.
    sums: Vec<Vec<f64>>,
}

/// A position with the same view.
pub(crate) fn draw(seen: Seen, stream: &mut Stream) -> Whist {
    if seen.position.len <= 1 {
        return deal(seen, stream);
    }
    let share = Share::of(&seen);
    let mut position = seen.position;
    let mut room = share.room;
    for (suit, mut cards) in share.cards.clone().into_iter().enumerate() {
        let given = share.draw(suit, room, stream);
        stream.shuffle(&mut cards);
        let mut cards = cards.into_iter();
        for (index, &count) in given.iter().enumerate() {
            room[index] -= count;
            if let Some(seat) = share.seats[index] {
                let mask = cards.by_ref().take(count).fold(0, |mask, card| mask | card.bit());
                position.hands[seat.index()] |= mask;
            }
        }
    }
    position
}

/// The same while no card has been played to a lead, when all hands are equally likely.
fn deal(seen: Seen, stream: &mut Stream) -> Whist {
    let mut cards: Vec<Card> = cards_of(unseen(&seen.position)).collect();
    let mut position = seen.position;
    stream.shuffle(&mut cards);
    let mut cards = cards.into_iter();
    for (hand, &count) in position.hands.iter_mut().zip(&seen.hidden) {
        *hand |= cards.by_ref().take(count.into()).fold(0, |mask, card| mask | card.bit());
    }
    position
}

/// The cards that are not known to be anywhere, a bit each.
fn unseen(position: &Whist) -> u64 {
    let known = position.hands.iter().fold(0, |mask, hand| mask | hand);
    let known = position.plays().iter().fold(known, |mask, card| mask | card.bit());
    position.rules.pack() & !known
}

impl Share {
    fn of(seen: &Seen) -> Share {
        let position = &seen.position;
        let (mut seats, mut room) = ([None; OTHERS], [0; OTHERS]);
        let lacking = Seat::all(position.rules.seats).filter(|s| seen.hidden[s.index()] != 0);
        for (index, seat) in lacking.enumerate() {
            seats[index] = Some(seat);
            room[index] = seen.hidden[seat.index()].into();
        }
        let rest = unseen(position);
        let cards =
            [0, 1, 2, 3].map(|suit| cards_of(rest).filter(|card| usize::from(card.suit()) == suit).collect::<Vec<_>>());
        let choices = Choices::of(position);
        let odds = [0, 1, 2, 3].map(|suit| {
            let of = |index: usize| {
                let most = room[index].min(cards[suit].len());
                let odds = (0..=most).map(|count| match seats[index] {
                    Some(seat) => choices.odds(seat, suit, count) / FACTORIALS[count],
                    None => 1.0,
                });
                odds.collect::<Vec<_>>()
            };
            [0, 1, 2].map(of)
        });
        let mut share = Share { seats, room, cards, odds, sums: Vec::new() };
        share.sums = vec![vec![0.0; share.index(room) + 1]; 5];
        share.sums[4][0] = 1.0;
        for suit in (0..4).rev() {
            for room in share.rooms(suit) {
                let mut sum = 0.0;
                share.each(suit, room, |_, odds| {
                    sum += odds;
                    false
                });
                let index = share.index(room);
                share.sums[suit][index] = sum;
            }
        }
        share
    }

    /// The possible numbers of lacking cards before a suit is distributed.
    fn rooms(&self, suit: usize) -> Vec<Room> {
        if suit == 0 {
            return vec![self.room];
        }
        let mut rooms = Vec::new();
        let left: usize = self.cards[suit..].iter().map(Vec::len).sum();
        for first in 0..=self.room[0] {
            for second in 0..=self.room[1] {
                let most = self.room[2].min(left.saturating_sub(first + second));
                if first + second <= left {
                    rooms.extend((0..=most).map(|third| [first, second, third]));
                }
            }
        }
        rooms
    }

    fn index(&self, [first, second, third]: Room) -> usize {
        (third * (self.room[1] + 1) + second) * (self.room[0] + 1) + first
    }

    /// Visits all ways to distribute a suit, each with its own probability and that of all that follow, until `visit`
    /// returns true.
    fn each(&self, suit: usize, room: Room, mut visit: impl FnMut(Room, f64) -> bool) {
        let cards = self.cards[suit].len();
        let later: usize = self.cards[suit + 1..].iter().map(Vec::len).sum();
        let least = room.map(|room| room.saturating_sub(later));
        let [one, two, three] = &self.odds[suit];
        for first in least[0]..=room[0].min(cards) {
            for second in least[1]..=room[1].min(cards - first) {
                let both = one[first] * two[second];
                let left = cards - first - second;
                if both == 0.0 {
                    continue;
                }
                for third in least[2]..=room[2].min(left) {
                    let rest = [room[0] - first, room[1] - second, room[2] - third];
                    let here = both * three[third] / FACTORIALS[left - third];
                    let odds = here * self.sums[suit + 1][self.index(rest)];
                    if odds != 0.0 && visit([first, second, third], odds) {
                        return;
                    }
                }
            }
        }
    }

    /// The number of cards of a suit for each hand that lacks this many.
    fn draw(&self, suit: usize, room: Room, stream: &mut Stream) -> Room {
        let mut left = stream.unit() * self.sums[suit][self.index(room)];
        let mut drawn = [0; OTHERS];
        self.each(suit, room, |given, odds| {
            drawn = given;
            left -= odds;
            left < 0.0
        });
        drawn
    }
}

/// Among how many cards of the suit that was led each seat chose when it followed.
struct Choices {
    /// For each suit and seat, the number of cards of the suit that it is known to have had each time.
    followed: [[Vec<usize>; MOST_SEATS]; 4],
    /// The suits of which a seat has nothing left.
    is_void: [[bool; MOST_SEATS]; 4],
}

impl Choices {
    fn of(position: &Whist) -> Choices {
        let mut choices = Choices { followed: Default::default(), is_void: [[false; MOST_SEATS]; 4] };
        // Backwards: a seat had its present cards, and those it played later.
        let mut had = [[0; MOST_SEATS]; 4];
        for (seat, hand) in position.hands.iter().enumerate() {
            for card in cards_of(*hand) {
                had[usize::from(card.suit())][seat] += 1;
            }
        }
        for (seat, card, led) in position.by_whom().into_iter().rev() {
            let (suit, seat) = (usize::from(card.suit()), seat.index());
            had[suit][seat] += 1;
            match led.map(Card::suit) {
                Some(led) if led == card.suit() => {
                    choices.followed[suit][seat].push(had[suit][seat]);
                }
                Some(led) => choices.is_void[usize::from(led)][seat] = true,
                None => {}
            }
        }
        choices
    }

    /// The probability of the seat's plays if it has this many further cards of the suit.
    fn odds(&self, seat: Seat, suit: usize, more: usize) -> f64 {
        if self.is_void[suit][seat.index()] && more != 0 {
            return 0.0;
        }
        let chosen = &self.followed[suit][seat.index()];
        chosen.iter().map(|known| 1.0 / (known + more) as f64).product()
    }
}
