//! Symmetric matrices: as much of them as likelihoods and their errors need.
//!
//! Every sum is taken in one order, whatever the processor offers, so ratings are equal to the last bit
//! on any machine. Loops run along rows.

use std::ops::{Index, IndexMut};

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

/// The number of rows processed together: they stay in the cache.
const BLOCK: usize = 64;

/// Adds a multiple of one row to another.
fn add(to: &mut [f64], times: f64, row: &[f64]) {
    if times != 0.0 {
        for (to, from) in to.iter_mut().zip(row) {
            *to += times * from;
        }
    }
}

fn divide(row: &mut [f64], by: f64) {
    for cell in row {
        *cell /= by;
    }
}

impl Matrix {
    pub(super) fn zeros(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn trace(&self) -> f64 {
        (0..self.size).map(|i| self[(i, i)]).sum()
    }

    /// Adds a number to every cell of the first this many rows and columns.
    pub(super) fn shift(&mut self, corner: usize, by: f64) {
        for i in 0..corner {
            for cell in &mut self.cells[i * self.size..][..corner] {
                *cell += by;
            }
        }
    }

    pub(super) fn scaled(&self, by: f64) -> Matrix {
        Matrix { size: self.size, cells: self.cells.iter().map(|cell| by * cell).collect() }
    }

    /// Adds the outer product of each of these vectors, which stand one after the other, with itself.
    pub(super) fn add_squares(&mut self, vectors: &[f64]) {
        let size = self.size.max(1);
        for (i, row) in self.cells.chunks_exact_mut(size).enumerate() {
            for vector in vectors.chunks_exact(size) {
                add(row, vector[i], vector);
            }
        }
    }

    /// The product of a symmetric matrix with this vector.
    pub(super) fn apply(&self, vector: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.size];
        for (i, by) in vector.iter().enumerate() {
            add(&mut product, *by, self.row(i));
        }
        product
    }

    pub(super) fn times(&self, other: &Matrix) -> Matrix {
        let size = self.size;
        let mut product = Matrix::zeros(size);
        for block in (0..size).step_by(BLOCK) {
            for (i, row) in product.cells.chunks_exact_mut(size).enumerate() {
                for k in block..size.min(block + BLOCK) {
                    add(row, self[(i, k)], other.row(k));
                }
            }
        }
        product
    }

    /// A. Cholesky's factor; `None` where the matrix is not positive definite.
    pub(super) fn factor(mut self) -> Option<Factor> {
        let size = self.size;
        for k in 0..size {
            let pivot = self[(k, k)];
            if !(0.0 < pivot && pivot.is_finite()) {
                return None;
            }
            let root = pivot.sqrt();
            let (above, below) = self.cells.split_at_mut((k + 1) * size);
            let row = &mut above[k * size + k..];
            divide(row, root);
            for (rest, i) in below.chunks_exact_mut(size).zip(k + 1..) {
                add(&mut rest[i..], -row[i - k], &row[i - k..]);
            }
        }
        Some(Factor(self))
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.size..][..self.size]
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

/// A triangular matrix U, above the diagonal and on it, with `UᵀU` the one that it was made of.
pub(super) struct Factor(Matrix);

impl Factor {
    /// The vector that the matrix maps to this one.
    pub(super) fn solve(&self, vector: &[f64]) -> Vec<f64> {
        let Factor(upper) = self;
        let mut x = vector.to_vec();
        for k in 0..upper.size {
            let row = &upper.row(k)[k..];
            let (first, rest) = x[k..].split_first_mut().expect("k is below the size");
            *first /= row[0];
            add(rest, -*first, &row[1..]);
        }
        for k in (0..upper.size).rev() {
            let row = &upper.row(k)[k..];
            let known: f64 = row[1..].iter().zip(&x[k + 1..]).map(|(u, x)| u * x).sum();
            x[k] = (x[k] - known) / row[0];
        }
        x
    }

    /// The inverse of the matrix. Only its cells on the diagonal and below are worked out.
    pub(super) fn inverse(&self) -> Matrix {
        let Factor(upper) = self;
        let size = upper.size;
        let mut inverse = Matrix::zeros(size);
        for k in 0..size {
            inverse[(k, k)] = 1.0;
            let (above, below) = inverse.cells.split_at_mut((k + 1) * size);
            let row = &mut above[k * size..][..=k];
            divide(row, upper[(k, k)]);
            for (rest, i) in below.chunks_exact_mut(size).zip(k + 1..) {
                add(rest, -upper[(k, i)], row);
            }
        }
        for k in (0..size).rev() {
            let (above, below) = inverse.cells.split_at_mut((k + 1) * size);
            let row = &mut above[k * size..][..=k];
            for (known, j) in below.chunks_exact(size).zip(k + 1..) {
                add(row, -upper[(k, j)], known);
            }
            divide(row, upper[(k, k)]);
        }
        for i in 0..size {
            for j in i + 1..size {
                inverse[(i, j)] = inverse[(j, i)];
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Matrix;

    fn of(rows: &[Vec<f64>]) -> Matrix {
        let mut matrix = Matrix::zeros(rows.len());
        matrix.cells = rows.concat();
        matrix
    }

    /// Positive definite: squares of vectors, and something on the diagonal. Larger than a block.
    fn definite() -> impl Strategy<Value = Matrix> {
        (1usize..90).prop_flat_map(|size| {
            let vector = prop::collection::vec(-3.0..3.0f64, size);
            prop::collection::vec(vector, 1..8).prop_map(move |vectors| {
                let mut matrix = Matrix::zeros(size);
                matrix.add_squares(&vectors.concat());
                (0..size).for_each(|i| matrix[(i, i)] += 0.5);
                matrix
            })
        })
    }

    proptest! {
        #[test]
        fn a_matrix_times_its_inverse_is_one(matrix in definite()) {
            let factor = matrix.clone().factor().unwrap();
            let inverse = factor.inverse();
            let one = matrix.times(&inverse);
            for i in 0..matrix.size() {
                let mut unit = vec![0.0; matrix.size()];
                unit[i] = 1.0;
                let column = factor.solve(&unit);
                for j in 0..matrix.size() {
                    prop_assert!((one[(j, i)] - unit[j]).abs() < 1e-9);
                    prop_assert!((column[j] - inverse[(j, i)]).abs() < 1e-9);
                    prop_assert!(inverse[(i, j)].to_bits() == inverse[(j, i)].to_bits());
                }
            }
        }

        #[test]
        fn squares_and_products_are_sums_over_cells(vectors in prop::collection::vec(
            prop::collection::vec(-3.0..3.0f64, 70), 2..5)) {
            let mut sum = Matrix::zeros(70);
            sum.add_squares(&vectors.concat());
            let product = sum.times(&sum);
            let applied = sum.apply(&vectors[0]);
            for (i, found) in applied.iter().enumerate() {
                let cell: f64 = (0..70).map(|j| sum[(i, j)] * vectors[0][j]).sum();
                prop_assert!((found - cell).abs() < 1e-7 * cell.abs().max(1.0));
            }
            for (i, j) in [(0, 0), (3, 69), (69, 3), (64, 65)] {
                let cell: f64 = vectors.iter().map(|v| v[i] * v[j]).sum();
                prop_assert!((sum[(i, j)] - cell).abs() < 1e-9);
                let cell: f64 = (0..70).map(|k| sum[(i, k)] * sum[(k, j)]).sum();
                prop_assert!((product[(i, j)] - cell).abs() < 1e-7 * cell.abs().max(1.0));
            }
        }
    }

    #[test]
    fn only_positive_definite_matrices_have_a_factor() {
        assert!(of(&[vec![1.0, 2.0], vec![2.0, 1.0]]).factor().is_none());
        assert!(of(&[vec![0.0]]).factor().is_none());
        assert!(of(&[vec![f64::NAN]]).factor().is_none());
        assert!(Matrix::zeros(0).factor().is_some());
    }

    #[test]
    fn a_corner_is_shifted_and_a_trace_is_taken() {
        let mut matrix = Matrix::zeros(3);
        matrix.shift(2, 1.5);
        assert!(matrix.cells == [1.5, 1.5, 0.0, 1.5, 1.5, 0.0, 0.0, 0.0, 0.0]);
        assert!(matrix.scaled(2.0).trace() == 6.0);
    }
}
