//! Coins on fields.

use std::fmt;

use agon_core::Move;

/// The most coins a seat can have.
pub(crate) const MOST_COINS: usize = 20;

/// The most fields there can be.
pub(crate) const MOST_FIELDS: usize = 5;

/// The bits for the coins of a field.
const BITS: usize = 5;

/// The number of coins on each field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Split {
    fields: u8,
    /// The rest are zero.
    coins: [u8; MOST_FIELDS],
}

/// In how many ways `coins` can be spread over `fields`.
pub(crate) fn count(coins: u8, fields: u8) -> usize {
    // Binomial coefficients, each a whole number on the way.
    (1..usize::from(fields)).fold(1, |ways, field| ways * (usize::from(coins) + field) / field)
}

impl Split {
    /// All coins on the last field: the first in ascending order.
    pub(crate) fn first(coins: u8, fields: u8) -> Split {
        let mut first = Split { fields, coins: [0; MOST_FIELDS] };
        first.coins[usize::from(fields) - 1] = coins;
        first
    }

    /// The coins on each field.
    pub fn coins(&self) -> &[u8] {
        &self.coins[..self.fields.into()]
    }

    /// The next in ascending order, with as many coins.
    pub(crate) fn next(self) -> Option<Split> {
        let last = usize::from(self.fields) - 1;
        let right = (1..=last).rev().find(|&field| self.coins[field] != 0)?;
        let mut next = self;
        next.coins[right] = 0;
        next.coins[right - 1] += 1;
        next.coins[last] = self.coins[right] - 1;
        Some(next)
    }

    /// Number `n` in ascending order.
    pub(crate) fn nth(coins: u8, fields: u8, n: usize) -> Split {
        let (mut before, mut left) = (n, coins);
        let mut split = Split::first(coins, fields);
        for field in 0..usize::from(fields) - 1 {
            let rest = fields - 1 - field as u8;
            let mut here = 0;
            while count(left - here, rest) <= before {
                before -= count(left - here, rest);
                here += 1;
            }
            split.coins[field] = here;
            left -= here;
        }
        split.coins[usize::from(fields) - 1] = left;
        split
    }

    /// Its rank in ascending order.
    pub(crate) fn number(self) -> u32 {
        let mut left: u8 = self.coins().iter().sum();
        let mut before = 0;
        for (rest, &coins) in (1..self.fields).rev().zip(self.coins()) {
            before += (0..coins).map(|fewer| count(left - fewer, rest)).sum::<usize>();
            left -= coins;
        }
        before as u32
    }

    /// Reads `3+3+4`.
    pub(crate) fn read(text: &str) -> Option<Split> {
        let mut split = Split { fields: 0, coins: [0; MOST_FIELDS] };
        for word in text.split('+') {
            let coins = word.parse().ok().filter(|&coins| usize::from(coins) <= MOST_COINS)?;
            *split.coins.get_mut(usize::from(split.fields))? = coins;
            split.fields += 1;
        }
        Some(split)
    }
}

impl Move for Split {
    fn code(self) -> u64 {
        let digits = |code, coins: &u8| code << BITS | u64::from(*coins);
        self.coins.iter().fold(self.fields.into(), digits)
    }
    fn from_code(code: u64) -> Option<Self> {
        let fields = code >> (BITS * MOST_FIELDS);
        if !(1..=MOST_FIELDS as u64).contains(&fields) {
            return None;
        }
        let digit = |field| (code >> (BITS * (MOST_FIELDS - 1 - field))) as u8 & ((1 << BITS) - 1);
        let split = Split { fields: fields as u8, coins: std::array::from_fn(digit) };
        let is_whole = split.coins().iter().all(|&coins| usize::from(coins) <= MOST_COINS);
        (is_whole && split.code() == code && split.coins[fields as usize..].iter().all(|&c| c == 0)).then_some(split)
    }
}

/// The coins field by field: `3+3+4`.
impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, coins) in self.coins().iter().enumerate() {
            write!(f, "{}{coins}", if index == 0 { "" } else { "+" })?;
        }
        Ok(())
    }
}
