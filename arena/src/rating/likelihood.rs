//! Newton's method for concave log-likelihoods, and the errors of what it finds.

use nalgebra::{DMatrix, DVector};

/// A log-likelihood's gradient and negated Hessian at one point, the sum of the outer products of
/// the gradients of its independent units, and how many of these and of their games there are.
pub(super) struct Slope {
    pub(super) gradient: DVector<f64>,
    pub(super) information: DMatrix<f64>,
    pub(super) scatter: DMatrix<f64>,
    pub(super) units: f64,
    pub(super) games: f64,
}

impl Slope {
    pub(super) fn flat(size: usize) -> Slope {
        Slope {
            gradient: DVector::zeros(size),
            information: DMatrix::zeros(size, size),
            scatter: DMatrix::zeros(size, size),
            units: 0.0,
            games: 0.0,
        }
    }

    /// Adds one unit, `times` times: its gradient, and how many games it has.
    pub(super) fn add_unit(&mut self, score: &DVector<f64>, games: f64, times: f64) {
        self.gradient.axpy(times, score, 1.0);
        self.scatter.ger(times, score, score, 1.0);
        self.units += times;
        self.games += games * times;
    }

    /// The covariance of the estimate where the gradient is zero; `inverse` is that of the
    /// information.
    ///
    /// It is the robust "sandwich" I⁻¹ S I⁻¹ (P. Huber, 1967; H. White, 1982), with units as
    /// clusters and the usual correction n/(n−1) for n of them. A sandwich of no more units than
    /// parameters, or of units that are all alike, says that there is hardly any error, or none.
    /// There the model's own I⁻¹ is taken, as if all games of one unit said the same.
    fn covariance(&self, inverse: &DMatrix<f64>) -> DMatrix<f64> {
        let of_model = inverse * (self.games / self.units.max(1.0));
        let size = inverse.nrows();
        if self.units <= size as f64 {
            return of_model;
        }
        let sandwich = inverse * &self.scatter * inverse * (self.units / (self.units - 1.0));
        let is_none = (0..size).any(|i| sandwich[(i, i)] < 1e-6 * of_model[(i, i)]);
        if is_none { of_model } else { sandwich }
    }
}

/// No parameter that results bear on has a greater variance: at a maximum every outcome is as
/// frequent as it was seen to be, and it was seen.
const FLAT: f64 = 1_000.0;

/// Where the likelihood is greatest, and the covariance of that estimate. Strengths are relative,
/// so the first `strengths` parameters are held to sum to zero.
///
/// `None` where the likelihood has no maximum.
pub(super) fn maximise(
    size: usize,
    strengths: usize,
    slope_at: impl Fn(&DVector<f64>) -> Slope,
) -> Option<(DVector<f64>, DMatrix<f64>)> {
    let mut point = DVector::zeros(size);
    // Fixes the sum of strengths without touching their differences.
    let anchor = DMatrix::from_fn(size, size, |row, column| {
        f64::from(u8::from(row < strengths && column < strengths))
    });
    for _ in 0..200 {
        let slope = slope_at(&point);
        let step = (&slope.information + &anchor).cholesky()?.solve(&slope.gradient);
        let longest = step.amax();
        // A long step may overshoot; the likelihood is concave, so a shorter one will not.
        point += &step * (1.0 / longest.max(1.0));
        if longest < 1e-10 {
            let slope = slope_at(&point);
            let inverse = (&slope.information + &anchor).cholesky()?.inverse();
            // What holds the sum is no information: none of it may be left in the errors.
            let ours = DMatrix::from_fn(size, size, |row, column| {
                let held = row < strengths && column < strengths;
                let mean = if held { 1.0 / strengths as f64 } else { 0.0 };
                f64::from(u8::from(row == column)) - mean
            });
            let inverse = &ours * inverse * &ours;
            // Far out the likelihood is flat, and looks like a maximum: there is none.
            let is_flat = (0..size).any(|i| FLAT < inverse[(i, i)]);
            return (!is_flat).then(|| (point, slope.covariance(&inverse)));
        }
    }
    None
}
