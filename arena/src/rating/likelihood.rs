//! Newton's method for concave log-likelihoods, and the errors of what it finds.

use nalgebra::{DMatrix, DVector};

/// A log-likelihood's gradient and negated Hessian at one point, and the sum of the outer products
/// of the gradients of its independent units.
pub(super) struct Slope {
    pub(super) gradient: DVector<f64>,
    pub(super) information: DMatrix<f64>,
    pub(super) scatter: DMatrix<f64>,
}

impl Slope {
    pub(super) fn flat(size: usize) -> Slope {
        Slope {
            gradient: DVector::zeros(size),
            information: DMatrix::zeros(size, size),
            scatter: DMatrix::zeros(size, size),
        }
    }
}

/// Where the likelihood is greatest, and the covariance of that estimate: the robust "sandwich"
/// I⁻¹ S I⁻¹ (P. Huber, 1967; H. White, 1982), with units as clusters. Strengths are relative, so
/// the first `strengths` parameters are held to sum to zero.
///
/// `None` where the likelihood has no maximum, which the caller is to have excluded.
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
            return Some((point, &inverse * slope.scatter * &inverse));
        }
    }
    None
}
