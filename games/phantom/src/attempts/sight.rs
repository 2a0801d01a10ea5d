//! A seat's knowledge in a phantom game, and random attempts of the other that agree with it.
//!
//! A seat that has tried `k` of `n` squares chooses among `n − k`, so every sequence of `k` attempts is equally likely,
//! and it suffices to count sequences. Of the attempts that ran into marks only the number matters. The other's own
//! marks are those that the seat ran into, which had to be placed in time, and the rest: any squares unknown to the
//! seat that do not end the game.

use std::ops::ControlFlow;

use agon_core::{Seat, Stream};

/// The most squares of a board.
pub(crate) const MOST_SQUARES: usize = 25;

/// After this many draws in which the game would be over, such draws are excluded beforehand.
const TRIES: u32 = 32;

/// A seat's knowledge.
#[derive(Debug)]
pub(super) struct Sight {
    squares: usize,
    is_abrupt: bool,
    /// The number of turns the other has had.
    turns: usize,
    /// The seat's own marks, each with the other's first turn in which it was on the board.
    marks: Vec<(usize, u8)>,
    /// The other's marks that the seat ran into, each with the other's first turn after that.
    found: Vec<(usize, u8)>,
    /// The squares unknown to the seat.
    free: Vec<u8>,
}

/// For each of the other's turns and the marks it ran into before, the number of ways to continue.
type Ways = Vec<[f64; MOST_SQUARES + 1]>;

impl Sight {
    /// The knowledge of `seat` from its own attempts, each with whether it ran into a mark.
    pub(super) fn new(squares: u8, is_abrupt: bool, seat: Seat, own: &[(u8, bool)], is_own_turn: bool) -> Sight {
        let (mut marks, mut found) = (Vec::new(), Vec::new());
        let mut free: Vec<u8> = (0..squares).collect();
        let (mut turn, late) = (0, seat.index());
        for &(square, ran_into) in own {
            if ran_into {
                found.push((turn + late, square));
            } else {
                marks.push((turn + late, square));
            }
            turn += usize::from(is_abrupt || !ran_into);
            free.retain(|&other| other != square);
        }
        let turns = turn + late - usize::from(!is_own_turn);
        Sight { squares: squares.into(), is_abrupt, turns, marks, found, free }
    }

    /// Draws all attempts of the other, in order.
    pub(super) fn draw(&self, ends: impl Fn(u32) -> bool, stream: &mut Stream) -> Vec<u8> {
        let found = self.found.iter().fold(0, |marks, (_, square)| marks | 1 << square);
        let ways = self.ways(|rest| choose(self.free.len(), rest));
        for _ in 0..TRIES {
            let pattern = self.draw_pattern(&ways, stream);
            let mut rest = self.free.clone();
            stream.shuffle(&mut rest);
            rest.truncate(self.marks_in(&pattern) - self.found.len());
            if !ends(rest.iter().fold(found, |marks, square| marks | 1 << square)) {
                return self.attempts(&pattern, &rest, stream);
            }
        }
        let lasts: Vec<u32> = (0..=self.turns)
            .map(|rest| {
                let (put, mut count) = (rest + self.found.len(), 0);
                if self.turns < put || (put < self.turns && !self.is_abrupt) {
                    return 0;
                }
                each_subset(&self.free, rest, |marks| {
                    count += u32::from(!ends(found | marks));
                    ControlFlow::Continue(())
                });
                count
            })
            .collect();
        let pattern = self.draw_pattern(&self.ways(|rest| lasts[rest].into()), stream);
        let number = self.marks_in(&pattern) - self.found.len();
        let (mut left, mut drawn) = (stream.below(lasts[number].max(1)), 0);
        each_subset(&self.free, number, |marks| {
            if ends(found | marks) {
                return ControlFlow::Continue(());
            }
            drawn = marks;
            left = left.wrapping_sub(1);
            if left == u32::MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let mut rest: Vec<u8> = self.free.iter().copied().filter(|square| drawn >> square & 1 != 0).collect();
        stream.shuffle(&mut rest);
        self.attempts(&pattern, &rest, stream)
    }

    /// The number of the seat's marks that the other could run into in a turn.
    fn marks_at(&self, turn: usize) -> usize {
        self.marks.iter().filter(|(there, _)| *there <= turn).count()
    }

    /// The number of marks the other placed before a turn, if it ran into `met` of the seat's.
    fn put_before(&self, turn: usize, met: usize) -> usize {
        if self.is_abrupt { turn.saturating_sub(met) } else { turn }
    }

    /// The number of marks the other placed, if it ran into this many of the seat's in each turn.
    fn marks_in(&self, pattern: &[usize]) -> usize {
        self.put_before(self.turns, pattern.iter().sum())
    }

    /// The possibilities of a turn before which the other ran into `met` marks: the number of
    /// further marks it runs into, and the number of ways.
    fn choices(&self, turn: usize, met: usize) -> impl Iterator<Item = (usize, f64)> {
        let left = self.marks_at(turn).saturating_sub(met);
        let most = if self.is_abrupt { left.min(1) } else { left };
        (0..=most).map(move |more| {
            let ways = (0..more).map(|done| (left - done) as f64).product();
            (more, ways)
        })
    }

    /// Counts ways, where `rests` gives the number of sets of unknown marks, by their size.
    fn ways(&self, rests: impl Fn(usize) -> f64) -> Ways {
        let mut ways: Ways = vec![[0.0; MOST_SQUARES + 1]; self.turns + 1];
        for turn in (0..=self.turns).rev() {
            for met in 0..=self.marks.len() {
                let put = self.put_before(turn, met);
                // Each mark the seat ran into was placed in some earlier turn, no two in one.
                let in_time = self.found.iter().enumerate().filter(|(_, (by, _))| *by == turn);
                let in_time: f64 = in_time.map(|(index, _)| put.saturating_sub(index) as f64).product();
                let after: f64 = if turn < self.turns {
                    let choices = self.choices(turn, met);
                    choices.map(|(more, ways_so)| ways_so * ways[turn + 1][met + more]).sum()
                } else if let Some(rest) = put.checked_sub(self.found.len()) {
                    let order = factorial(rest) * rests(rest);
                    let tried = self.squares.saturating_sub(self.turns + met);
                    if self.is_abrupt { order } else { order * factorial(tried) }
                } else {
                    0.0
                };
                ways[turn][met] = in_time * after;
            }
        }
        ways
    }

    /// Draws the number of marks the other ran into in each turn.
    fn draw_pattern(&self, ways: &Ways, stream: &mut Stream) -> Vec<usize> {
        let mut met = 0;
        let draw = |turn: usize| {
            let weight = |(more, ways_so): (usize, f64)| (more, ways_so * ways[turn + 1][met + more]);
            let total: f64 = self.choices(turn, met).map(|choice| weight(choice).1).sum();
            let mut left = stream.unit() * total;
            let mut drawn = 0;
            for (more, weight) in self.choices(turn, met).map(weight) {
                if weight <= 0.0 {
                    continue;
                }
                drawn = more;
                left -= weight;
                if left < 0.0 {
                    break;
                }
            }
            met += drawn;
            drawn
        };
        (0..self.turns).map(draw).collect()
    }

    /// The attempts with that pattern, and these marks besides those that the seat ran into.
    fn attempts(&self, pattern: &[usize], rest: &[u8], stream: &mut Stream) -> Vec<u8> {
        let puts = |turn: usize| !self.is_abrupt || pattern[turn] == 0;
        let mut put: Vec<Option<u8>> = vec![None; self.turns];
        for &(by, square) in &self.found {
            let open: Vec<usize> = (0..by).filter(|&turn| puts(turn) && put[turn].is_none()).collect();
            put[open[stream.below(open.len() as u32) as usize]] = Some(square);
        }
        let (mut rest, mut all, mut met) = (rest.iter(), Vec::new(), 0u32);
        for turn in 0..self.turns {
            for _ in 0..pattern[turn] {
                let there = self.marks.iter().filter(|(from, _)| *from <= turn);
                let left: Vec<u8> = there.map(|mark| mark.1).filter(|square| met >> square & 1 == 0).collect();
                let square = left[stream.below(left.len() as u32) as usize];
                met |= 1 << square;
                all.push(square);
            }
            if puts(turn) {
                all.extend(put[turn].or_else(|| rest.next().copied()));
            }
        }
        all
    }
}

fn factorial(number: usize) -> f64 {
    (1..=number).map(|factor| factor as f64).product()
}

/// The number of sets of `some` things among `all`.
fn choose(all: usize, some: usize) -> f64 {
    if all < some {
        return 0.0;
    }
    (0..some).fold(1.0, |ways, done| ways * (all - done) as f64 / (done + 1) as f64)
}

/// Visits every set of `some` squares among `all`, as bits, until `visit` breaks.
fn each_subset(all: &[u8], some: usize, mut visit: impl FnMut(u32) -> ControlFlow<()>) {
    if all.len() < some {
        return;
    }
    let mut places: Vec<usize> = (0..some).collect();
    loop {
        if visit(places.iter().fold(0, |bits, &place| bits | 1 << all[place])).is_break() {
            return;
        }
        // The last position that can advance does, and those behind it follow closely.
        let end = all.len();
        let Some(moving) = (0..some).rev().find(|&index| places[index] + some < end + index) else {
            return;
        };
        places[moving] += 1;
        for index in moving + 1..some {
            places[index] = places[index - 1] + 1;
        }
    }
}
