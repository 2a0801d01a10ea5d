//! The pack, and where its cards lie.

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
};

/// The ranks, ascending. A pack has the highest of them, or up to the queen or king if it has two or three.
const RANKS: [char; MOST_RANKS] = ['4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

/// The most ranks: one more than there may be seats.
pub(crate) const MOST_RANKS: usize = 11;

/// The index of the jack, which is in every pack.
const JACK: usize = 7;

/// The suits, if they are distinguished.
const SUITS: [char; 2] = ['h', 's'];

/// The bound of the codes of acts and cards.
pub(crate) const MOST_CODES: u64 = 3 + 2 * MOST_RANKS as u64;

/// The options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// Whether two cards of one rank are distinguished.
    pub(crate) has_suits: bool,
    /// The number of ranks.
    pub(crate) ranks: u8,
    /// The most raises in a round.
    pub(crate) raises: u8,
    pub(crate) seats: u8,
}

/// Keys of games of two seats are those from when there were no others.
impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.has_suits, self.ranks, self.raises).hash(state);
        if self.seats != 2 {
            self.seats.hash(state);
        }
    }
}

/// A place to which a card is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Empty,
    /// A card that is not seen.
    FaceDown,
    /// This card: its rank, or with suits twice the rank and the suit.
    Card(u8),
}

impl Rules {
    /// The number of distinguishable cards.
    pub(crate) fn kinds(self) -> u8 {
        if self.has_suits { 2 * self.ranks } else { self.ranks }
    }

    /// The number of cards of each kind.
    pub(crate) fn copies(self) -> u32 {
        if self.has_suits { 1 } else { 2 }
    }

    /// The rank of a card, from zero on.
    pub(crate) fn rank(self, card: u8) -> u8 {
        if self.has_suits { card / 2 } else { card }
    }

    /// The letters of the ranks in the pack, ascending.
    fn letters(self) -> &'static [char] {
        let ranks = usize::from(self.ranks);
        let lowest = JACK.min(MOST_RANKS - ranks);
        &RANKS[lowest..lowest + ranks]
    }

    pub(crate) fn write_card(self, card: u8, out: &mut dyn Write) -> fmt::Result {
        out.write_char(self.letters()[usize::from(self.rank(card))])?;
        if self.has_suits { out.write_char(SUITS[usize::from(card % 2)]) } else { Ok(()) }
    }

    /// Reads what [`write_card`](Rules::write_card) writes.
    pub(crate) fn read_card(self, letters: &mut impl Iterator<Item = char>) -> Option<u8> {
        let index = |all: &[char], letter| all.iter().position(|one| *one == letter);
        let rank = index(self.letters(), letters.next()?)? as u8;
        if self.has_suits { Some(2 * rank + index(&SUITS, letters.next()?)? as u8) } else { Some(rank) }
    }
}
