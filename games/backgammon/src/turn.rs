//! A turn at backgammon, or a roll of the dice, as one number.

use std::fmt;

use agon_core::Move;

/// The bar, as a point of one's own; points count down to 1, and 0 is off the board.
pub(crate) const BAR: u8 = 25;

/// A roll of the dice, or a seat's play of it.
///
/// A play lists the points that men leave and where they arrive, not their order, so that plays
/// with the same result are the same move. Points are the mover's own, from 24 down to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BackgammonMove(u64);

const FIVE: u64 = 31;
const DOUBLE: u64 = 1 << 40;
const ROLL: u64 = 1 << 41;

/// A [`BackgammonMove`], taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    /// The dice, the higher first.
    Roll(u8, u8),
    /// One or two men (the second `from` is 0 if there is one) go to points in descending order;
    /// `via` is a point where a single man hits on the way, or 0. All 0 is a pass.
    Pair { from: [u8; 2], to: [u8; 2], via: u8 },
    /// Up to four men advance by the same die, each from the given point, or 0.
    Double { die: u8, from: [u8; 4] },
}

impl BackgammonMove {
    pub(crate) const PASS: BackgammonMove = BackgammonMove(0);

    pub(crate) fn roll(one: u8, other: u8) -> BackgammonMove {
        BackgammonMove(ROLL | u64::from(one.max(other)) << 3 | u64::from(one.min(other)))
    }

    /// The turn with this number among those of two different dice; see [`pair_code`].
    #[inline]
    pub(crate) fn pair(code: u32) -> BackgammonMove {
        BackgammonMove(code.into())
    }

    /// The turn with a double where men leave the four points in `from`, five bits each.
    #[inline]
    pub(crate) fn double(die: u8, from: u32) -> BackgammonMove {
        BackgammonMove(DOUBLE | u64::from(die) << 20 | u64::from(from))
    }

    #[inline]
    pub(crate) fn parts(self) -> Parts {
        let five = |shift: u32| (self.0 >> shift & FIVE) as u8;
        if self.0 & ROLL != 0 {
            Parts::Roll((self.0 >> 3 & 7) as u8, (self.0 & 7) as u8)
        } else if self.0 & DOUBLE != 0 {
            Parts::Double { die: five(20), from: [five(15), five(10), five(5), five(0)] }
        } else {
            Parts::Pair { from: [five(20), five(15)], to: [five(10), five(5)], via: five(0) }
        }
    }
}

/// The number of a turn with two different dice.
#[inline]
pub(crate) fn pair_code(from: [u8; 2], to: [u8; 2], via: u8) -> u32 {
    let five = |point: u8, shift: u32| u32::from(point) << shift;
    five(from[0], 20) | five(from[1], 15) | five(to[0], 10) | five(to[1], 5) | five(via, 0)
}

/// The numbers of plays with one man; those with two men, and with four, follow.
const SINGLE: u32 = 26 * 26 * 7;
const TWO: u32 = 26 * 26 * 7 * 7;
const FOUR: u32 = 23_751;

impl BackgammonMove {
    pub(crate) const NUMBERS: u32 = 1 + SINGLE + TWO + FOUR;

    /// Its number below [`NUMBERS`](BackgammonMove::NUMBERS), for learning: of the dice, which are public, it
    /// distinguishes only which man goes how far.
    pub(crate) fn number(self) -> u32 {
        match self.parts() {
            Parts::Roll(..) => 0,
            _ if self == BackgammonMove::PASS => 0,
            Parts::Pair { from: [from, 0], to: [to, _], via } => {
                let hit = if via == 0 { 0 } else { from.saturating_sub(via) };
                1 + (u32::from(from) * 26 + u32::from(from.saturating_sub(to))) * 7 + u32::from(hit)
            }
            Parts::Pair { from, to, .. } => {
                let men = u32::from(from[0]) * 26 + u32::from(from[1]);
                let far = [0, 1].map(|man: usize| u32::from(from[man].saturating_sub(to[man])));
                1 + SINGLE + (men * 7 + far[0]) * 7 + far[1]
            }
            Parts::Double { from, .. } => {
                // Men in descending order: the combinatorial number system, with repetition.
                let mut men = from.map(u32::from);
                men.sort_unstable();
                let [a, b, c, d] = [men[0], men[1] + 1, men[2] + 2, men[3] + 3];
                let pairs = b * (b - 1) / 2;
                let triples = c * (c - 1) * (c.max(2) - 2) / 6;
                let quads = d * (d - 1) * (d - 2) * (d.max(3) - 3) / 24;
                1 + SINGLE + TWO + a + pairs + triples + quads
            }
        }
    }
}

impl Move for BackgammonMove {
    #[inline]
    fn code(self) -> u64 {
        self.0
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let m = BackgammonMove(code);
        let sound = match m.parts() {
            Parts::Roll(high, low) => {
                code == ROLL | u64::from(high) << 3 | u64::from(low)
                    && (1..=6).contains(&low)
                    && (low..=6).contains(&high)
            }
            Parts::Pair { from, to, via } => {
                code < 1 << 25
                    && from.iter().all(|&p| p <= BAR)
                    && to.iter().all(|&p| p < BAR)
                    && via < BAR
                    && (from[0] != 0 || code == 0)
            }
            Parts::Double { die, from } => {
                code < DOUBLE | 7 << 20 && (1..=6).contains(&die) && from[0] != 0 && from.iter().all(|&p| p <= BAR)
            }
        };
        sound.then_some(m)
    }
}

/// Writes the part that needs no board: no hits, and the men in the order of their points.
impl fmt::Display for BackgammonMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            Parts::Roll(high, low) => write!(f, "{high}{low}"),
            _ if *self == BackgammonMove::PASS => f.write_str("pass"),
            Parts::Pair { from: [one, 0], to, .. } => write!(f, "{one}/{}", to[0]),
            Parts::Pair { from, to, .. } => {
                write!(f, "{}/{} {}/{}", from[0], to[0], from[1], to[1])
            }
            Parts::Double { die, from } => {
                for (index, p) in from.into_iter().filter(|&p| p != 0).enumerate() {
                    let space = if index == 0 { "" } else { " " };
                    write!(f, "{space}{p}/{}", p.saturating_sub(die))?;
                }
                Ok(())
            }
        }
    }
}
