//! Numbers as people read them.

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

#[cfg(test)]
mod tests {
    use super::plain;

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
}
