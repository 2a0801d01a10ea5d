//! Numbers as people read them.

use agon_core::Bound;

/// A value with no more decimals than it needs, four at most: `4`, `54.5`, `-0.3333`.
pub fn plain(value: f64) -> String {
    if value != 0.0 && value.abs() < 0.0001 {
        return format!("{value:.1e}");
    }
    let text = format!("{value:.4}");
    let text = match text.split_once('.') {
        Some((whole, decimals)) if decimals.trim_end_matches('0').is_empty() => whole,
        _ => text.trim_end_matches('0'),
    };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A value that a search found as it is: what two decimals do not write out, as a reduced fraction, if it is one
/// of small parts, as a lecture writes it: `4`, `54.5`, `1/8`, `10/3`, `-1/18`.
pub fn exact(value: f64) -> String {
    let text = plain(value);
    let is_written = text.parse().is_ok_and(|written: f64| is_near(written, value));
    let is_short = is_written && is_near((100.0 * value).round() / 100.0, value);
    if is_short || !value.is_finite() {
        return text;
    }
    fraction(value, if is_written { DICE } else { LARGEST }).unwrap_or(text)
}

/// A value as exactly as it is known: a mean of samples is no fraction, however it looks.
pub fn known(value: f64, bound: Bound) -> String {
    if bound == Bound::Sample { plain(value) } else { exact(value) }
}

/// A probability as a fraction, if it is one of small parts: `1/2`, `3/10`, `9/140`.
pub fn share(probability: f64) -> String {
    fraction(probability, DICE).unwrap_or_else(|| exact(probability))
}

/// The greatest denominators of probabilities with two dice and with three: with larger ones, fractions are less
/// readable than decimals.
const DICE: u32 = 36;
const LARGEST: u32 = 216;

/// A number as a reduced fraction with a denominator of at most `largest`, or as the whole number it is.
fn fraction(value: f64, largest: u32) -> Option<String> {
    let parts = (1..=largest).map(|under| ((value * f64::from(under)).round(), under));
    let is_it = |&(over, under): &(f64, u32)| over != 0.0 && is_near(over / f64::from(under), value);
    match parts.into_iter().find(is_it)? {
        (over, 1) => Some(over.to_string()),
        (over, under) => Some(format!("{over}/{under}")),
    }
}

/// Whether two numbers are equal up to rounding in sums.
fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-11 * other.abs().max(1.0)
}

#[cfg(test)]
mod tests {
    use agon_core::Bound;

    use super::{exact, known, plain, share};

    #[test]
    fn values_have_no_more_decimals_than_they_need() {
        for (value, text) in [
            (4.0, "4"),
            (54.5, "54.5"),
            (-1.0 / 3.0, "-0.3333"),
            (-0.0, "0"),
            (100.0, "100"),
            (0.1 + 0.2, "0.3"),
            (1e-9, "1.0e-9"),
            (-0.99996, "-1"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(plain(value), text);
        }
    }

    #[test]
    fn numbers_without_a_short_decimal_are_reduced_fractions() {
        for (value, text) in [
            (4.0, "4"),
            (54.5, "54.5"),
            (0.125, "1/8"),
            (0.375, "3/8"),
            (0.25, "0.25"),
            (0.005, "0.005"),
            (18.1, "18.1"),
            (10.0 / 3.0, "10/3"),
            (-1.0 / 18.0, "-1/18"),
            (1.0 / 32.0, "1/32"),
            (6.0 / 9.0, "2/3"),
            (0.1 + 0.2, "0.3"),
            (1.0 / 3.0 + 1.0 / 3.0 + 1.0 / 3.0, "1"),
            (7.0 / 216.0, "7/216"),
            (5.0 / 217.0, "0.023"),
            (std::f64::consts::PI, "3.1416"),
            (f64::INFINITY, "inf"),
            (0.0, "0"),
            (1e-9, "1.0e-9"),
        ] {
            assert_eq!(exact(value), text);
        }
        assert_eq!(known(1.0 / 3.0, Bound::Upper), "1/3");
        assert_eq!(known(1.0 / 3.0, Bound::Sample), "0.3333");
    }

    #[test]
    fn a_probability_is_a_fraction_of_small_parts() {
        for (probability, text) in [
            (1.0, "1"),
            (0.5, "1/2"),
            (0.3, "3/10"),
            (1.0 / 36.0, "1/36"),
            (9.0 / 140.0, "9/140"),
            (0.01, "0.01"),
            (0.123456, "0.1235"),
        ] {
            assert_eq!(share(probability), text);
        }
    }
}
