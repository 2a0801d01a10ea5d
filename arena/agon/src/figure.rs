//! Numbers as people read them.

/// A value with no more decimals than it needs, four at most: `4`, `54.5`, `-0.3333`.
pub(crate) fn plain(value: f64) -> String {
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

/// A count in groups of three digits: `549,946`.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (index, digit) in digits.chars().enumerate() {
        if 0 < index && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{grouped, plain};

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
    fn counts_are_grouped_in_threes() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (549946, "549,946")] {
            assert_eq!(grouped(count), text);
        }
    }
}
