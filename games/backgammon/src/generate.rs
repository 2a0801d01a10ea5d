//! All turns of a roll, each result once.

use std::ops::ControlFlow;

use crate::{
    board::{Side, each, sources},
    turn::{BackgammonMove, pair_code},
};

/// The turns with two different dice. Fifteen men stand on fifteen points at most, so there are
/// fewer than 2 · 15² ways to play both dice.
pub(crate) struct Pairs {
    codes: [u32; 512],
    len: usize,
}

impl Pairs {
    pub(crate) fn new() -> Pairs {
        Pairs { codes: [0; 512], len: 0 }
    }

    /// The turns, in the order they were found.
    #[inline]
    pub(crate) fn codes(&self) -> &[u32] {
        &self.codes[..self.len]
    }

    /// Puts the turns in ascending order.
    pub(crate) fn sort(&mut self) {
        self.codes[..self.len].sort_unstable();
    }

    #[inline]
    fn add(&mut self, code: u32, is_new: bool) {
        if is_new || !self.codes().contains(&code) {
            self.codes[self.len] = code;
            self.len += 1;
        }
    }

    /// Finds the turns of `own` against `other` with the dice `high` and `low`: both dice where
    /// possible, else the higher, else the lower.
    pub(crate) fn find(&mut self, own: &Side, other: &Side, [high, low]: [u8; 2]) {
        self.len = 0;
        let blocked = other.blocks();
        let on_board = own.men[usize::from(crate::turn::BAR)] == 0;
        // While men are far from home and none is on the bar, the moves of two men are independent.
        let is_free = on_board && own.is_far();
        self.both(own, other, blocked, [high, low], is_free, false);
        self.both(own, other, blocked, [low, high], is_free, true);
        if self.len != 0 {
            return;
        }
        for die in [high, low] {
            for from in each(sources(own.some, blocked, die)) {
                self.add(pair_code([from, 0], [from.saturating_sub(die), 0], 0), true);
            }
            if self.len != 0 {
                return;
            }
        }
        self.add(0, true);
    }

    /// Adds the turns that use `first` and then `second`.
    #[inline]
    fn both(&mut self, own: &Side, other: &Side, blocked: u32, [first, second]: [u8; 2], is_free: bool, again: bool) {
        for a in each(sources(own.some, blocked, first)) {
            let to = a.saturating_sub(first);
            let left = if own.men[usize::from(a)] == 1 { own.some & !(1 << a) } else { own.some };
            let arrived = if to == 0 { 0 } else { 1 << to };
            let mut next = sources(left | arrived, blocked, second);
            if is_free && again {
                // Two different men were found in the other order.
                next &= arrived & !own.some;
            }
            for b in each(next) {
                let end = b.saturating_sub(second);
                if b == to {
                    let via = if other.is_blot(25 - to) { to } else { 0 };
                    self.add(pair_code([a, 0], [end, 0], via), false);
                } else if a == end {
                    // The second man takes the place of the first: as if it went all the way.
                    self.add(pair_code([b, 0], [to, 0], 0), false);
                } else {
                    let from = [a.max(b), a.min(b)];
                    self.add(pair_code(from, [to.max(end), to.min(end)], 0), is_free);
                }
            }
        }
    }
}

/// The turns with a double: up to four men, those farthest back first. Any order of play can be
/// brought into that one, and then different points mean different results.
pub(crate) struct Doubles {
    men: [u8; 26],
    some: u32,
    blocked: u32,
    die: u8,
    /// The number of dice that can be played.
    count: u32,
}

impl Doubles {
    pub(crate) fn new(own: &Side, other: &Side, die: u8) -> Doubles {
        let mut doubles = Doubles { men: own.men, some: own.some, blocked: other.blocks(), die, count: 0 };
        doubles.count = doubles.deepest(u32::MAX, 4);
        doubles
    }

    /// Visits the turns in ascending order.
    pub(crate) fn each_move(&mut self, mut visit: impl FnMut(BackgammonMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.count == 0 {
            return visit(BackgammonMove::PASS);
        }
        let (die, shift) = (self.die, 5 * (4 - self.count));
        self.walk(u32::MAX, self.count, 0, &mut |before, last| {
            each(last).try_for_each(|p| visit(BackgammonMove::double(die, (before << 5 | u32::from(p)) << shift)))
        })
    }

    pub(crate) fn count(&mut self) -> usize {
        let mut total = 0;
        if self.count == 0 {
            return 1;
        }
        let _ = self.walk(u32::MAX, self.count, 0, &mut |_, last| {
            total += last.count_ones() as usize;
            ControlFlow::Continue(())
        });
        total
    }

    /// The turn number `n`; there are more than `n`.
    pub(crate) fn nth(&mut self, mut n: usize) -> BackgammonMove {
        if self.count == 0 {
            return BackgammonMove::PASS;
        }
        let (die, shift) = (self.die, 5 * (4 - self.count));
        let mut found = BackgammonMove::PASS;
        let _ = self.walk(u32::MAX, self.count, 0, &mut |before, last| {
            let here = last.count_ones() as usize;
            if here <= n {
                n -= here;
                return ControlFlow::Continue(());
            }
            let p = each(last).nth(n).expect("`n` is less than the number of points");
            found = BackgammonMove::double(die, (before << 5 | u32::from(p)) << shift);
            ControlFlow::Break(())
        });
        found
    }

    /// Moves a man; returns the points that were occupied before.
    #[inline]
    fn step(&mut self, from: u8) -> u32 {
        let before = self.some;
        self.men[usize::from(from)] -= 1;
        self.some &= !(u32::from(self.men[usize::from(from)] == 0) << from);
        let to = from.saturating_sub(self.die);
        self.men[usize::from(to)] += 1;
        self.some |= u32::from(to != 0) << to;
        before
    }

    #[inline]
    fn step_back(&mut self, from: u8, before: u32) {
        self.men[usize::from(from)] += 1;
        self.men[usize::from(from.saturating_sub(self.die))] -= 1;
        self.some = before;
    }

    /// The number of `left` dice that can be played from the points in `within`.
    fn deepest(&mut self, within: u32, left: u32) -> u32 {
        let mut deepest = 0;
        if left == 0 {
            return 0;
        }
        for from in each(sources(self.some, self.blocked, self.die) & within) {
            let before = self.step(from);
            deepest = deepest.max(1 + self.deepest(not_above(from), left - 1));
            self.step_back(from, before);
            if deepest == left {
                break;
            }
        }
        deepest
    }

    /// Visits every way to play all but the last of `left` dice, with the points from which the
    /// last can be played.
    fn walk(
        &mut self,
        within: u32,
        left: u32,
        before: u32,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let here = sources(self.some, self.blocked, self.die) & within;
        if left == 1 {
            return if here == 0 { ControlFlow::Continue(()) } else { visit(before, here) };
        }
        for from in each(here) {
            let some = self.step(from);
            let flow = self.walk(not_above(from), left - 1, before << 5 | u32::from(from), visit);
            self.step_back(from, some);
            flow?;
        }
        ControlFlow::Continue(())
    }
}

#[inline]
fn not_above(point: u8) -> u32 {
    (2 << point) - 1
}
