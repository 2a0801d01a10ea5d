//! Sparse symmetric matrices: the information of a large field, in which few have met each.
//!
//! A field of n in which everybody met d others has n·d cells that are not zero; its inverse has n² and takes n³ to work
//! out. So nothing is inverted here: what is needed of the inverse are its products with vectors, by conjugate gradients
//! (M. Hestenes and E. Stiefel, *Methods of conjugate gradients for solving linear systems*, 1952). Every sum is taken in
//! one order, as in [`super::matrix`].

use std::{array, cmp::Reverse, collections::BinaryHeap, mem};

/// The information of strengths, and of one parameter behind them where the first seat counts.
///
/// Strengths are relative: what is equal for all of them is mapped to nothing. By the inverse we mean that on vectors
/// whose strengths sum to zero.
#[derive(Clone, Debug)]
pub(super) struct SparseMatrix {
    strengths: usize,
    diagonal: Vec<f64>,
    /// Where the cells of each row begin, and, behind the last, end.
    start: Vec<usize>,
    /// The cells off the diagonal, row by row: the column and the value.
    cells: Vec<(u32, f64)>,
}

/// This many vectors are solved for at a time: a cell is read once for all of them.
pub(super) const LANES: usize = 8;

/// One number of every vector that is solved for.
pub(super) type Lanes<const N: usize> = [f64; N];

/// Adds multiples of some lanes to others, each by its own factor. A loop by hand: in builds for development, iterators
/// cost more than the sums.
#[inline]
pub(super) fn add<const N: usize>(to: &mut Lanes<N>, times: &Lanes<N>, from: &Lanes<N>) {
    let mut lane = 0;
    while lane < N {
        to[lane] += times[lane] * from[lane];
        lane += 1;
    }
}

impl SparseMatrix {
    /// The matrix with this diagonal and these cells above it.
    pub(super) fn new(strengths: usize, diagonal: Vec<f64>, above: &[(u32, u32, f64)]) -> SparseMatrix {
        let size = diagonal.len();
        let mut start = vec![0; size + 1];
        for &(one, other, _) in above {
            start[one as usize + 1] += 1;
            start[other as usize + 1] += 1;
        }
        for row in 0..size {
            start[row + 1] += start[row];
        }
        let (mut next, mut cells) = (start.clone(), vec![(0, 0.0); 2 * above.len()]);
        for &(one, other, value) in above {
            for (row, column) in [(one, other), (other, one)] {
                cells[next[row as usize]] = (column, value);
                next[row as usize] += 1;
            }
        }
        SparseMatrix { strengths, diagonal, start, cells }
    }

    pub(super) fn size(&self) -> usize {
        self.diagonal.len()
    }

    fn row(&self, row: usize) -> &[(u32, f64)] {
        &self.cells[self.start[row]..self.start[row + 1]]
    }

    fn apply<const N: usize>(&self, vectors: &[Lanes<N>], product: &mut [Lanes<N>]) {
        for (row, to) in product.iter_mut().enumerate() {
            let own = self.diagonal[row];
            let mut sum: Lanes<N> = vectors[row].map(|x| own * x);
            for &(column, value) in self.row(row) {
                add(&mut sum, &[value; N], &vectors[column as usize]);
            }
            *to = sum;
        }
    }

    /// Makes strengths sum to zero.
    fn level<const N: usize>(&self, vectors: &mut [Lanes<N>]) {
        let strengths = &mut vectors[..self.strengths];
        let mut mean = [0.0; N];
        for own in &*strengths {
            (0..N).for_each(|lane| mean[lane] += own[lane]);
        }
        let mean = mean.map(|sum| sum / self.strengths as f64);
        for own in strengths {
            (0..N).for_each(|lane| own[lane] -= mean[lane]);
        }
    }

    /// Replaces vectors by their products with the inverse. The squares of the errors, in the norm of the matrix, are
    /// about `goal` of those of the results. `None` where the matrix has no inverse.
    pub(super) fn solve<const N: usize>(&self, vectors: &mut [Lanes<N>], goal: f64) -> Option<()> {
        if !self.diagonal.iter().all(|&cell| 0.0 < cell && cell.is_finite()) {
            return None;
        }
        let dot = |one: &[Lanes<N>], other: &[Lanes<N>]| {
            let mut sum = [0.0; N];
            for (one, other) in one.iter().zip(other) {
                add(&mut sum, one, other);
            }
            sum
        };
        self.level(vectors);
        let guided = |rest: &[Lanes<N>], next: &mut [Lanes<N>]| {
            for ((to, from), own) in next.iter_mut().zip(rest).zip(&self.diagonal) {
                *to = from.map(|x| x / own);
            }
        };
        let size = self.size();
        let (mut rest, mut found) = (vectors.to_vec(), vec![[0.0; N]; size]);
        let (mut next, mut led) = (found.clone(), found.clone());
        guided(&rest, &mut next);
        let mut way = next.clone();
        let mut left = dot(&rest, &next);
        let goals = left.map(|left| goal * left);
        // In exact numbers as many steps as there are parameters are enough.
        for _ in 0..MOST_STEPS.max(4 * size) {
            let is_open: [bool; N] = array::from_fn(|lane| goals[lane] < left[lane]);
            if is_open == [false; N] {
                self.level(&mut found);
                vectors.copy_from_slice(&found);
                return vectors.iter().flatten().all(|x| x.is_finite()).then_some(());
            }
            self.apply(&way, &mut led);
            let along = dot(&way, &led);
            let by: Lanes<N> = array::from_fn(|lane| if is_open[lane] { left[lane] / along[lane] } else { 0.0 });
            let back = by.map(|by| -by);
            for row in 0..size {
                add(&mut found[row], &by, &way[row]);
                add(&mut rest[row], &back, &led[row]);
            }
            guided(&rest, &mut next);
            let before = left;
            left = dot(&rest, &next);
            let turn: Lanes<N> = array::from_fn(|lane| if is_open[lane] { left[lane] / before[lane] } else { 0.0 });
            for row in 0..size {
                let before = mem::replace(&mut way[row], next[row]);
                add(&mut way[row], &turn, &before);
            }
        }
        None
    }

    /// The product of one vector with the inverse.
    pub(super) fn solve_one(&self, vector: &[f64], goal: f64) -> Option<Vec<f64>> {
        let mut vectors: Vec<Lanes<1>> = vector.iter().map(|&x| [x]).collect();
        self.solve(&mut vectors, goal)?;
        Some(vectors.into_iter().map(|[x]| x).collect())
    }

    /// For up to [`LANES`] parameters, the vectors that are one there, and minus one at `held`.
    pub(super) fn units(&self, of: &[usize], held: Option<usize>) -> Vec<Lanes<LANES>> {
        let mut vectors = vec![[0.0; LANES]; self.size()];
        for (lane, &at) in of.iter().enumerate() {
            vectors[at][lane] += 1.0;
            if let Some(held) = held {
                vectors[held][lane] -= 1.0;
            }
        }
        vectors
    }

    /// The cells on the diagonal of the inverse at these parameters: the variances of what they stand for. With `held`
    /// those of their differences from that one.
    pub(super) fn variances(&self, of: &[usize], held: Option<usize>) -> Option<Vec<f64>> {
        let mut variances = Vec::with_capacity(of.len());
        for of in of.chunks(LANES) {
            let mut vectors = self.units(of, held);
            self.solve(&mut vectors, NEAR)?;
            let own = of.iter().enumerate().map(|(lane, &at)| {
                let from = held.map_or(0.0, |held| vectors[held][lane]);
                (vectors[at][lane] - from).max(0.0)
            });
            variances.extend(own);
        }
        Some(variances)
    }

    /// Whether some variance is greater than `most`.
    ///
    /// Between two strengths it is no greater than along any way from one to the other, like the resistance of a network
    /// (Rayleigh's law); so the shortest ways to the first strength are looked at, and only what these leave open is worked
    /// out.
    pub(super) fn exceeds(&self, most: f64) -> Option<bool> {
        let far = self.far();
        let mean = far.iter().sum::<f64>() / self.strengths as f64;
        let mut bound: Vec<f64> = far.iter().map(|far| far + mean).collect();
        if self.strengths < self.size() {
            let mut seat = vec![0.0; self.size()];
            seat[self.strengths] = 1.0;
            let seat = self.solve_one(&seat, NEAR)?;
            let own = seat[self.strengths];
            if most < own {
                return Some(true);
            }
            bound.iter_mut().zip(&seat).for_each(|(bound, by)| *bound += by * by / own);
        }
        let open: Vec<usize> = (0..self.strengths).filter(|&at| most < bound[at]).collect();
        for of in open.chunks(LANES) {
            if self.variances(of, None)?.iter().any(|&variance| most < variance) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// How far each strength is from the first one, where a step is as long as what the two know of each other is little
    /// (E. Dijkstra, 1959).
    fn far(&self) -> Vec<f64> {
        let mut far = vec![f64::INFINITY; self.strengths];
        // Lengths are not negative, so they are in the order of their bits.
        let mut open = BinaryHeap::from([Reverse((0u64, 0usize))]);
        while let Some(Reverse((bits, at))) = open.pop() {
            let own = f64::from_bits(bits);
            if far[at] <= own {
                continue;
            }
            far[at] = own;
            for &(other, value) in self.row(at).iter().filter(|cell| (cell.0 as usize) < self.strengths) {
                let next = own + 1.0 / value.abs();
                if next < far[other as usize] {
                    open.push(Reverse((next.to_bits(), other as usize)));
                }
            }
        }
        far
    }
}

/// Whatever the size, no fewer steps of conjugate gradients are tried than this.
const MOST_STEPS: usize = 1_000;

/// How near variances are worked out: to about six digits, where three are told.
pub(super) const NEAR: f64 = 1e-12;

#[cfg(test)]
mod tests {
    use agon_core::Seed;

    use super::{LANES, SparseMatrix};
    use crate::rating::matrix::Matrix;

    /// A connected network with and without a parameter behind it, and the same as a dense matrix, of which what is equal
    /// for all strengths is held.
    fn network(strengths: usize, has_seat: bool, seed: u64) -> (SparseMatrix, Matrix) {
        let mut stream = Seed(seed).stream(2);
        let size = strengths + usize::from(has_seat);
        let (mut diagonal, mut dense, mut above) = (vec![0.0; size], Matrix::zeros(size), Vec::new());
        let mut cross = vec![0.0; strengths];
        for one in 0..strengths {
            for step in [1, 2 + stream.below(strengths as u32 - 3) as usize] {
                let other = (one + step) % strengths;
                let (weight, lean) = (0.1 + stream.unit(), stream.unit() - 0.5);
                diagonal[one] += weight;
                diagonal[other] += weight;
                above.push((one as u32, other as u32, -weight));
                if has_seat {
                    cross[one] += weight * lean;
                    cross[other] -= weight * lean;
                    diagonal[strengths] += weight;
                }
            }
        }
        if has_seat {
            above.extend(cross.iter().zip(0..).map(|(&value, at)| (at, strengths as u32, value)));
        }
        for &(one, other, value) in &above {
            dense[(one as usize, other as usize)] += value;
            dense[(other as usize, one as usize)] += value;
        }
        (0..size).for_each(|at| dense[(at, at)] += diagonal[at]);
        dense.shift(strengths, 1.0);
        (SparseMatrix::new(strengths, diagonal, &above), dense)
    }

    /// The inverse of the dense matrix is the oracle.
    #[test]
    fn products_with_the_inverse_are_those_of_the_dense_one() {
        for (strengths, has_seat) in [(5, false), (5, true), (60, false), (61, true)] {
            let (sparse, dense) = network(strengths, has_seat, 3);
            let mut inverse = dense.factor().unwrap().inverse();
            inverse.shift(strengths, -1.0 / (strengths * strengths) as f64);
            let all: Vec<usize> = (0..sparse.size()).collect();
            let found = sparse.variances(&all, None).unwrap();
            let apart = sparse.variances(&all[..strengths], Some(2)).unwrap();
            for &i in &all {
                assert!((found[i] - inverse[(i, i)]).abs() < 1e-6 * inverse[(i, i)], "{strengths} {i}");
                if i < strengths {
                    let differs = inverse[(i, i)] + inverse[(2, 2)] - 2.0 * inverse[(i, 2)];
                    assert!((apart[i] - differs).abs() < 1e-6 * differs.max(1e-3), "{strengths} {i}");
                }
            }
            let greatest = found.iter().copied().fold(0.0, f64::max);
            assert_eq!(sparse.exceeds(0.999 * greatest), Some(true));
            assert_eq!(sparse.exceeds(1.001 * greatest), Some(false));
            assert_eq!(sparse.exceeds(1_000.0 * greatest), Some(false));
            // Lanes do not know of each other.
            let mut stream = Seed(4).stream(1);
            let mut right: Vec<[f64; LANES]> =
                all.iter().map(|_| std::array::from_fn(|_| stream.unit() - 0.5)).collect();
            for row in &mut right {
                row[3] = 0.0;
            }
            let alone: Vec<f64> = right.iter().map(|row| row[5]).collect();
            let alone = sparse.solve_one(&alone, 1e-20).unwrap();
            sparse.solve(&mut right, 1e-20).unwrap();
            assert!(right.iter().zip(&alone).all(|(row, alone)| row[5].to_bits() == alone.to_bits() && row[3] == 0.0));
        }
    }

    #[test]
    fn who_met_nobody_has_no_variance() {
        let sparse = SparseMatrix::new(3, vec![1.0, 1.0, 0.0], &[(0, 1, -1.0)]);
        assert_eq!(sparse.variances(&[0], None), None);
    }
}
