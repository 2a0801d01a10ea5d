//! The purpose of each stream of the master seed. These numbers are fixed for ever: every result
//! depends on them.
//!
//! A stream's number is an index times 256 plus a purpose:
//!
//! | purpose | serves | index |
//! |---|---|---|
//! | 0 | drawing an opening | the number of the opening |
//! | 1 | nature: dice, cards | the number of the opening |
//! | 2 + i | the player on seat i, counted from 0 | the number of the game, plus 2⁴⁸ times how often it was played before |
//! | 66 + i | redeals for the seat i, where something is hidden | as above |
//! | 252 | learning an evaluation: the moves and the dice of a game | the number of the game; 2⁴⁸ finds patterns |
//! | 253 | the order of openings from a file | 0 |
//! | 254 | tuning: signs and the seeds of its matches | the number of the step, counted from 1; 0 measures features, 2⁴⁸ is the match at the end |
//!
//! Openings are counted within one game of the tournament, so opening 7 of a game is the same for
//! all players, and all seatings of it have the same dice. Games are counted over the whole
//! tournament, so no two games share a player's stream.

use agon_core::{Seat, Seed, Stream};

/// The most seats a game may have in the arena; their streams must not meet those of other purposes.
pub(crate) const MOST_SEATS: u8 = 64;

/// The purpose of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Drawing the moves of an opening.
    Opening,
    /// Outcomes of chance after the opening.
    Nature,
    /// The choices of the player on this seat.
    Seat(Seat),
    /// The redeals that the player on this seat is handed.
    Deal(Seat),
    /// The games that an evaluation is learned from.
    Learn,
    /// The order of the openings of a file.
    Book,
    /// The steps of a tuning.
    Tuning,
}

/// The stream of `seed` for `purpose`, with the index that the table of this module gives it.
pub(crate) fn stream(seed: Seed, purpose: Purpose, index: u64) -> Stream {
    seed.stream(number(purpose, index))
}

/// The stream from which game number `index` of a learning is played.
pub fn learning_stream(seed: Seed, index: u64) -> Stream {
    stream(seed, Purpose::Learn, index)
}

/// The number of that stream.
pub(crate) const fn number(purpose: Purpose, index: u64) -> u64 {
    let purpose = match purpose {
        Purpose::Opening => 0,
        Purpose::Nature => 1,
        Purpose::Seat(seat) => 2 + seat.0 as u64,
        Purpose::Deal(seat) => 2 + MOST_SEATS as u64 + seat.0 as u64,
        Purpose::Learn => 252,
        Purpose::Book => 253,
        Purpose::Tuning => 254,
    };
    index << 8 | purpose
}

#[cfg(test)]
mod tests {
    use super::{MOST_SEATS, Purpose, number};
    use agon_core::Seat;

    #[test]
    fn purposes_never_share_a_stream() {
        let mut all: Vec<u64> = (0..3)
            .flat_map(|index| {
                let seats = Seat::all(MOST_SEATS).map(Purpose::Seat);
                let others = [Purpose::Opening, Purpose::Nature, Purpose::Learn, Purpose::Book, Purpose::Tuning];
                let deals = Seat::all(MOST_SEATS).map(Purpose::Deal);
                others.into_iter().chain(seats).chain(deals).map(move |purpose| number(purpose, index))
            })
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn numbers_of_streams_never_change() {
        assert_eq!(number(Purpose::Opening, 3), 768);
        assert_eq!(number(Purpose::Nature, 3), 769);
        assert_eq!(number(Purpose::Seat(Seat(1)), 5), 1283);
        assert_eq!(number(Purpose::Deal(Seat(1)), 5), 1347);
        assert_eq!(number(Purpose::Learn, 3), 1020);
        assert_eq!(number(Purpose::Book, 0), 253);
        assert_eq!(number(Purpose::Tuning, 1), 510);
    }
}
