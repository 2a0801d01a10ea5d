//! Counts as people read them.

/// A count in groups of three digits: `549,946`.
pub fn grouped(count: u64) -> String {
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
    use super::grouped;

    #[test]
    fn counts_are_grouped_in_threes() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (549946, "549,946")] {
            assert_eq!(grouped(count), text);
        }
    }
}
