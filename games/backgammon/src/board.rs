//! Men on points, and where they may go.

use agon_core::bits::ones;

use crate::turn::BAR;

/// The points outside one's home, and the bar.
const OUTSIDE: u32 = ((1 << 26) - 1) & !0b111_1111;

/// One seat's men, by its own count of the points: 0 is off, 25 the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Side {
    pub(crate) men: [u8; 26],
    /// The points, and the bar, with a man or more: a bit each.
    pub(crate) some: u32,
    /// Those with two or more.
    many: u32,
}

impl Side {
    /// Men on points, all others off.
    pub(crate) fn new(total: u8, points: impl IntoIterator<Item = (u8, u8)>) -> Option<Side> {
        let mut side = Side { men: [0; 26], some: 0, many: 0 };
        let mut left = total;
        for (point, men) in points {
            left = left.checked_sub(men)?;
            for _ in 0..men {
                side.add(point);
            }
        }
        side.men[0] = left;
        Some(side)
    }

    #[inline]
    pub(crate) fn add(&mut self, point: u8) {
        let men = &mut self.men[usize::from(point)];
        *men += 1;
        if point != 0 {
            self.some |= 1 << point;
            self.many |= u32::from(2 <= *men) << point;
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, point: u8) {
        let men = &mut self.men[usize::from(point)];
        *men -= 1;
        let left = *men;
        self.some &= !(u32::from(left == 0) << point);
        self.many &= !(u32::from(left == 1) << point);
    }

    /// Whether there is a single man on a point.
    #[inline]
    pub(crate) fn is_blot(&self, point: u8) -> bool {
        (self.some & !self.many) >> point & 1 == 1
    }

    /// The points with two men or more.
    #[inline]
    pub(crate) fn many(&self) -> u32 {
        self.many & !(1 << BAR)
    }

    /// The points with a single man.
    #[inline]
    pub(crate) fn blots(&self) -> u32 {
        self.some & !self.many & !(1 << BAR)
    }

    /// The point of the rearmost man; zero if all are off.
    #[inline]
    pub(crate) fn last(&self) -> u32 {
        (self.some | 1).ilog2()
    }

    /// The points, as the other seat counts them, where it may not land.
    #[inline]
    pub(crate) fn blocks(&self) -> u32 {
        across(self.many())
    }

    /// The pip count: the distance the men have to go in all.
    pub(crate) fn pips(&self) -> i32 {
        (0..).zip(self.men).map(|(point, men)| point * i32::from(men)).sum()
    }

    /// Whether two men or more are outside the home, so that one move cannot make bearing off
    /// legal.
    #[inline]
    pub(crate) fn is_far(&self) -> bool {
        let out = self.some & OUTSIDE;
        self.many & out != 0 || out & out.wrapping_sub(1) != 0
    }
}

/// The points of one seat as the other counts them.
#[inline]
fn across(points: u32) -> u32 {
    points.reverse_bits() >> 6
}

/// From which of the points in `some` a man may move by `die`, where `blocked` must not be
/// landed on.
#[inline]
pub(crate) fn sources(some: u32, blocked: u32, die: u8) -> u32 {
    let onto_board = some & !(blocked << die) & !((2 << die) - 1);
    if some >> BAR & 1 == 1 {
        return onto_board & 1 << BAR;
    }
    if some & OUTSIDE != 0 || some == 0 {
        return onto_board;
    }
    // All are home: off from the point of the die, or from the highest if that is lower.
    let highest = 31 - some.leading_zeros() as u8;
    onto_board | some & (1 << die) | if highest < die { 1 << highest } else { 0 }
}

/// The points in a set, ascending.
#[inline]
pub(crate) fn each(points: u32) -> impl Iterator<Item = u8> {
    ones(points).map(|point| point as u8)
}
