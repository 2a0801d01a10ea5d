//! What change a comparison would have seen.

use super::student::{below, t95};

/// How often it would have.
const POWER: f64 = 0.8;

/// The least change that would have been called one with a probability of 80 %, where that takes less than the chance
/// `level` on either side, and the 95 % interval with so many degrees of freedom has this half-width (J. Cohen,
/// *Statistical power analysis for the behavioral sciences*, 1969). `None` where the interval has no width, or no end.
pub(crate) fn seen(half: f64, freedom: f64, level: f64) -> Option<f64> {
    if half <= 0.0 || !half.is_finite() {
        return None;
    }
    let least = quantile(level, freedom) + quantile(1.0 - POWER, freedom);
    Some(half / t95(freedom) * least)
}

/// What is exceeded with this probability, below one half.
fn quantile(tail: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while tail < below(-high, freedom) && high < 1e12 {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if tail < below(-middle, freedom) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;

    use super::{quantile, seen};

    #[test]
    fn quantiles_are_those_of_the_books() {
        for (tail, freedom, t) in
            [(0.025, 10.0, 2.2281), (0.2, 10.0, 0.8791), (0.005, 4.0, 4.6041), (0.005, 1e9, 2.5758)]
        {
            assert_relative_eq!(quantile(tail, freedom), t, epsilon = 1e-4);
        }
    }

    #[test]
    fn a_change_as_large_as_that_is_seen_four_times_of_five() {
        // Of a half-width of 1.96 standard errors: 2.5758 + 0.8416 of them.
        assert_relative_eq!(seen(1.959_964, 1e9, 0.005).unwrap(), 3.4174, epsilon = 1e-4);
        assert_eq!(seen(0.0, 9.0, 0.01), None);
        assert_eq!(seen(f64::INFINITY, 0.0, 0.01), None);
    }
}
