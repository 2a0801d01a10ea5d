//! A net with one hidden layer, as the other kind of evaluation.
//!
//! Every state of every place but the first, which is that of an empty place, has a column of weights, one for each hidden unit.
//! The columns of a board are added up, each unit bends its sum by x / (1 + |x|), and the value is a weighted sum of the units. It is
//! the raw encoding of G. Tesauro, *TD-Gammon, a Self-Teaching Backgammon Program*, 1994, for any board; that a search
//! updates the sums of the hidden units from board to board is by Y. Nasu, *Efficiently Updatable Neural-Network-based Evaluation
//! Functions for Computer Shogi*, 2018.
//!
//! A set of weights has the columns, place by place and state by state, the constants of the hidden units, the weights of the
//! units, and a constant.

use agon_core::Stream;

use crate::layout::BoardLayout;

/// The most hidden units, and what their number is a multiple of.
pub(crate) const MOST_HIDDEN: usize = 256;
pub(crate) const LANES: usize = 8;

/// The most bytes of a board: sums of so many whole numbers of two bytes are exact.
const MOST_PLACES: usize = 500;

/// Marks a place whose state has no column.
pub(crate) const EMPTY: u32 = u32::MAX;

/// The hidden units of a board, or their sums.
#[derive(Clone, Debug)]
pub(crate) struct UnitSums(pub(crate) [f32; MOST_HIDDEN]);

impl Default for UnitSums {
    fn default() -> UnitSums {
        UnitSums([0.0; MOST_HIDDEN])
    }
}

/// How the weights of a net lie in their set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NetShape {
    /// The number of hidden units.
    pub(crate) hidden: usize,
    /// The number of bytes of a board.
    pub(crate) places: usize,
    /// The number of states of each.
    pub(crate) states: usize,
    /// Whether it corrects the game's usual heuristic, of which one more weight says how much it counts.
    pub(crate) residual: bool,
}

impl NetShape {
    /// A net of this size for a board; `None` if it is too large or too small.
    pub(crate) fn new(layout: &BoardLayout, hidden: usize, residual: bool) -> Option<NetShape> {
        let (places, states) = (usize::from(layout.bytes), usize::from(layout.states));
        let is_sound = (LANES..=MOST_HIDDEN).contains(&hidden)
            && hidden.is_multiple_of(LANES)
            && (1..=MOST_PLACES).contains(&places)
            && 2 <= states;
        is_sound.then_some(NetShape { hidden, places, states, residual })
    }

    /// Where the constants of the hidden units begin; the columns are before.
    pub(crate) fn constants(&self) -> usize {
        self.places * (self.states - 1) * self.hidden
    }

    /// Where the weights of the hidden units begin.
    pub(crate) fn output(&self) -> usize {
        self.constants() + self.hidden
    }

    /// The number of weights of a set.
    pub(crate) fn size(&self) -> usize {
        self.output() + self.hidden + 1 + usize::from(self.residual)
    }

    /// Where the column of a state begins; [`EMPTY`] for the first. A state that is too large is taken for the largest.
    #[inline]
    pub(crate) fn column(&self, place: usize, state: u8) -> u32 {
        match usize::from(state).min(self.states - 1) {
            0 => EMPTY,
            state => ((place * (self.states - 1) + state - 1) * self.hidden) as u32,
        }
    }

    /// Weights to begin with.
    pub(crate) fn draw(&self, set: &mut [f32], stream: &mut Stream) {
        let mut draw = |weights: &mut [f32], size: f64| {
            for weight in weights {
                *weight = ((2.0 * stream.unit() - 1.0) * size) as f32;
            }
        };
        let (sums, rest) = set.split_at_mut(self.output());
        draw(sums, 0.25);
        let (units, constant) = rest.split_at_mut(self.hidden);
        draw(units, 0.1);
        constant.fill(0.0);
        if self.residual {
            constant[1] = 1.0;
        }
    }

    /// The sums of the hidden units for a board.
    pub(crate) fn sums(&self, set: &[f32], states: &[u8], sums: &mut UnitSums) {
        let hidden = &mut sums.0[..self.hidden];
        hidden.copy_from_slice(&set[self.constants()..][..self.hidden]);
        for (place, &state) in states.iter().enumerate().take(self.places) {
            let column = self.column(place, state);
            if column != EMPTY {
                add(hidden, &set[column as usize..]);
            }
        }
    }

    /// The sums of the hidden units for these columns.
    pub(crate) fn sums_of(&self, set: &[f32], columns: &[u32], sums: &mut UnitSums) {
        let hidden = &mut sums.0[..self.hidden];
        hidden.copy_from_slice(&set[self.constants()..][..self.hidden]);
        for &column in columns.iter().filter(|&&column| column != EMPTY) {
            add(hidden, &set[column as usize..]);
        }
    }

    /// The value of these sums, before it is kept within bounds, where the usual heuristic says `usual` on that scale.
    #[inline]
    pub(crate) fn output_of(&self, set: &[f32], sums: &UnitSums, usual: f32) -> f32 {
        let weights = &set[self.output()..self.size()];
        let sums = sums.0[..self.hidden].as_chunks::<LANES>().0;
        let mut lanes = [0.0f32; LANES];
        let eights = weights.as_chunks::<LANES>().0;
        for (at, sums) in sums.iter().enumerate() {
            let weights = &eights[at];
            for (at, lane) in lanes.iter_mut().enumerate() {
                *lane += bent(sums[at]) * weights[at];
            }
        }
        let [a, b, c, d, e, f, g, h] = lanes;
        let units = ((a + e) + (b + f)) + ((c + g) + (d + h));
        match &set[self.output() + self.hidden..] {
            [constant, counts, ..] if self.residual => (units + constant) + counts * usual,
            [constant, ..] => units + constant,
            [] => units,
        }
    }

    /// For each column, by how much it changes the value of the sums on an empty board, to a first approximation.
    pub(crate) fn effects(&self, set: &[f32]) -> Vec<f32> {
        let constants = &set[self.constants()..][..self.hidden];
        let units = constants.iter().zip(&set[self.output()..]);
        let slopes: Vec<f32> =
            units.map(|(constant, weight)| weight / ((1.0 + constant.abs()) * (1.0 + constant.abs()))).collect();
        let effect = |column: &[f32]| column.iter().zip(&slopes).fold(0.0, |sum, (weight, slope)| sum + weight * slope);
        set[..self.constants()].chunks(self.hidden).map(effect).collect()
    }

    /// Moves the weights of one set for a board with these columns and sums, so that the value changes by something like `change`
    /// times `rate`.
    pub(crate) fn correct(
        &self,
        set: &mut [f32],
        columns: &[u32],
        (sums, usual): (&UnitSums, f32),
        rates: [f32; 2],
        change: f32,
    ) {
        let [inner, outer] = rates.map(|rate| rate * change);
        let (below, weights) = set.split_at_mut(self.output());
        let mut steps = [0.0; MOST_HIDDEN];
        let all = steps.iter_mut().zip(&sums.0[..self.hidden]).zip(weights.iter_mut());
        for ((step, &sum), weight) in all {
            let flat = 1.0 / (1.0 + sum.abs());
            *step = inner * *weight * flat * flat;
            *weight += outer * sum * flat;
        }
        weights[self.hidden] += outer;
        if self.residual {
            weights[self.hidden + 1] += outer * usual;
        }
        let steps = &steps[..self.hidden];
        for &column in columns.iter().filter(|&&column| column != EMPTY) {
            add(&mut below[column as usize..][..self.hidden], steps);
        }
        add(&mut below[self.constants()..], steps);
    }
}

/// The value of a hidden unit.
#[inline]
fn bent(sum: f32) -> f32 {
    sum / (1.0 + sum.abs())
}

// By index: without optimising across files `zip` is a call for every pair, and these loops are most of what a net costs.

/// Adds a column.
#[inline]
pub(crate) fn add(sums: &mut [f32], column: &[f32]) {
    let column = &column[..sums.len()];
    for (at, sum) in sums.iter_mut().enumerate() {
        *sum += column[at];
    }
}

/// Takes a column away again.
#[inline]
pub(crate) fn take(sums: &mut [f32], column: &[f32]) {
    let column = &column[..sums.len()];
    for (at, sum) in sums.iter_mut().enumerate() {
        *sum -= column[at];
    }
}

/// Takes a column away again, and adds another in its place.
#[inline]
pub(crate) fn exchange(sums: &mut [f32], old: &[f32], new: &[f32]) {
    let (old, new) = (&old[..sums.len()], &new[..sums.len()]);
    for (at, sum) in sums.iter_mut().enumerate() {
        *sum += new[at] - old[at];
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;

    use super::{EMPTY, NetShape, UnitSums};

    const SHAPE: NetShape = NetShape { hidden: 8, places: 6, states: 4, residual: true };

    /// The value by the definition, in the precision of the host.
    fn slow(set: &[f32], states: &[u8], usual: f64) -> f64 {
        let set: Vec<f64> = set.iter().map(|&weight| weight.into()).collect();
        let mut value = set[SHAPE.output() + 8] + set[SHAPE.output() + 9] * usual;
        for unit in 0..8 {
            let mut sum = set[SHAPE.constants() + unit];
            for (place, &state) in states.iter().enumerate().filter(|(_, state)| **state != 0) {
                sum += set[(place * 3 + usize::from(state) - 1) * 8 + unit];
            }
            value += set[SHAPE.output() + unit] * sum / (1.0 + sum.abs());
        }
        value
    }

    /// A step moves every weight in the direction of the value's derivative by it, which is found by differences.
    #[test]
    fn values_are_those_of_the_definition_and_steps_go_along_its_derivative() {
        let mut stream = Seed(4).stream(0);
        for _ in 0..50 {
            let mut set = vec![0.0; SHAPE.size()];
            SHAPE.draw(&mut set, &mut stream);
            set[SHAPE.output()..].iter_mut().for_each(|weight| *weight = stream.unit() as f32 - 0.5);
            let states: Vec<u8> = (0..6).map(|_| stream.below(4) as u8).collect();
            let usual = stream.unit() as f32;
            let columns: Vec<u32> =
                states.iter().enumerate().map(|(place, &state)| SHAPE.column(place, state)).collect();
            for (&state, &column) in states.iter().zip(&columns) {
                assert_eq!(state == 0, column == EMPTY);
            }
            let mut units = UnitSums::default();
            SHAPE.sums_of(&set, &columns, &mut units);
            let value = SHAPE.output_of(&set, &units, usual);
            let expected = slow(&set, &states, usual.into());
            assert!((f64::from(value) - expected).abs() < 1e-5, "{value} {expected}");
            let mut moved = set.clone();
            SHAPE.correct(&mut moved, &columns, (&units, usual), [0.5, 0.25], 0.125);
            for at in 0..set.len() {
                let by = |more: f32| {
                    let mut other = set.clone();
                    other[at] += more;
                    slow(&other, &states, usual.into())
                };
                let derivative = (by(0.001) - by(-0.001)) / 0.002;
                let rate = if at < SHAPE.output() { 0.5 } else { 0.25 };
                let found = f64::from(moved[at] - set[at]);
                assert!((found - 0.125 * rate * derivative).abs() < 1e-4, "{at}: {found} {derivative}");
            }
        }
    }
}
