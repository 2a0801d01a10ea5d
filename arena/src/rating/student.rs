//! Student's t distribution: what an error that was itself estimated is worth.

use super::scale::{Z95, normal_below};

/// Above this many degrees of freedom it is the normal distribution, to eight digits.
const NORMAL: f64 = 1e8;

/// The probability that a variable of this distribution is less than `t`; `freedom` is the number
/// of its degrees of freedom, above zero, and may be a fraction.
pub(crate) fn below(t: f64, freedom: f64) -> f64 {
    if NORMAL < freedom || t.is_nan() {
        return normal_below(t);
    }
    // Both tails together.
    let square = t * t;
    let outside = if square <= freedom {
        1.0 - beta(0.5, freedom / 2.0, square / (freedom + square))
    } else {
        beta(freedom / 2.0, 0.5, freedom / (freedom + square))
    };
    if t < 0.0 { outside / 2.0 } else { 1.0 - outside / 2.0 }
}

/// The half-width of a 95 % interval, in standard errors.
pub(crate) fn t95(freedom: f64) -> f64 {
    if NORMAL < freedom {
        return Z95;
    }
    // It falls with the degrees of freedom; of one half it is 1,000 or so.
    let (mut low, mut high) = (Z95 - 1e-9, 4.0);
    while below(high, freedom) < 0.975 {
        (low, high) = (high, high * 4.0);
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if below(middle, freedom) < 0.975 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The regularised incomplete beta function, by its continued fraction (M. Abramowitz and I. Stegun,
/// *Handbook of Mathematical Functions*, 1964, 26.5.8) evaluated as W. Lentz does (1976).
pub(super) fn beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || 1.0 <= x {
        return x.clamp(0.0, 1.0);
    }
    // On the other side of its mean the fraction converges slowly.
    if (a + 1.0) / (a + b + 2.0) < x {
        return 1.0 - beta(b, a, 1.0 - x);
    }
    let scale = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(scale + a * libm::log(x) + b * libm::log1p(-x)) / a;
    let tiny = 1e-300;
    let away = |y: f64| if y.abs() < tiny { tiny } else { y };
    let (mut c, mut d) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for step in 1..10_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for part in [even, odd] {
            d = 1.0 / away(1.0 + part * d);
            c = away(1.0 + part / c);
            change = c * d;
            fraction *= change;
        }
        if (change - 1.0).abs() < 1e-14 {
            break;
        }
    }
    front * fraction
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;

    use super::{below, t95};
    use crate::rating::scale::Z95;

    /// The last column but two of every printed table, here from NIST/SEMATECH, *e-Handbook of
    /// Statistical Methods*, 1.3.6.7.2.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        let table = [
            (1.0, 12.706),
            (2.0, 4.303),
            (3.0, 3.182),
            (4.0, 2.776),
            (5.0, 2.571),
            (9.0, 2.262),
            (19.0, 2.093),
            (29.0, 2.045),
            (60.0, 2.000),
            (100.0, 1.984),
        ];
        for (freedom, t) in table {
            assert!((t95(freedom) - t).abs() < 0.0005, "{freedom}: {}", t95(freedom));
        }
        assert_relative_eq!(t95(1e7), Z95, epsilon = 1e-6);
        assert_relative_eq!(t95(1e12), Z95);
    }

    /// One degree is Cauchy's distribution, two have a closed form, and so have four.
    #[test]
    fn probabilities_are_those_of_the_closed_forms() {
        for step in -400..=400 {
            let t = f64::from(step) / 20.0;
            let one = 0.5 + t.atan() / std::f64::consts::PI;
            let two = 0.5 + t / (2.0 * (2.0 + t * t).sqrt());
            let s = t / (4.0 + t * t).sqrt();
            let four = 0.5 + 0.75 * s - 0.25 * s * s * s;
            assert_relative_eq!(below(t, 1.0), one, epsilon = 1e-12);
            assert_relative_eq!(below(t, 2.0), two, epsilon = 1e-12);
            assert_relative_eq!(below(t, 4.0), four, epsilon = 1e-12);
            assert_relative_eq!(below(t, 7.5) + below(-t, 7.5), 1.0, epsilon = 1e-12);
        }
    }
}
