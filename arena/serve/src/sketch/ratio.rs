//! A probability as it is written, `1/3` or `0.25`, and what becomes of it when branches come and go.

/// Numbers of more digits are not read: so sums and products of two of them are exact.
const MOST_DIGITS: usize = 9;

/// A probability as two whole numbers; the one below is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenRatio {
    above: u64,
    below: u64,
}

impl WrittenRatio {
    /// What stands there, if it is one.
    pub(super) fn of(text: &str) -> Option<WrittenRatio> {
        let digits = |text: &str| {
            let is_whole = (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u64>().ok().filter(|_| is_whole)
        };
        let (above, below) = if let Some((above, below)) = text.split_once('/') {
            (digits(above)?, digits(below)?)
        } else if let Some((whole, part)) = text.split_once('.') {
            let (_, _) = (digits(whole)?, digits(part)?);
            (digits(&format!("{whole}{part}"))?, 10u64.pow(part.len() as u32))
        } else {
            (digits(text)?, 1)
        };
        (0 < below).then_some(WrittenRatio { above, below })
    }

    /// One of so many that are as likely as each other.
    pub(super) fn even(count: usize) -> String {
        if count == 1 { "1".to_owned() } else { format!("1/{count}") }
    }

    /// Half of it, if that can be written.
    pub(super) fn half(self) -> Option<String> {
        WrittenRatio { below: 2 * self.below, ..self }.written()
    }

    /// Both together, if that can be written.
    pub(super) fn plus(self, other: WrittenRatio) -> Option<String> {
        let above = self.above * other.below + other.above * self.below;
        WrittenRatio { above, below: self.below * other.below }.written()
    }

    fn written(self) -> Option<String> {
        let common = gcd(self.above, self.below);
        let (above, below) = (self.above / common, self.below / common);
        let text = if below == 1 { above.to_string() } else { format!("{above}/{below}") };
        WrittenRatio::of(&text).map(|_| text)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::WrittenRatio;

    #[test]
    fn probabilities_are_read_halved_and_added_exactly() {
        let of = |text| WrittenRatio::of(text).unwrap();
        for (text, half) in [("1", "1/2"), ("2/3", "1/3"), ("0.25", "1/8"), ("0", "0"), ("1.5", "3/4")] {
            assert_eq!(of(text).half().as_deref(), Some(half));
        }
        assert_eq!(of("1/3").plus(of("1/6")).as_deref(), Some("1/2"));
        assert_eq!(of("0.25").plus(of("3/4")).as_deref(), Some("1"));
        // What could not be read again is not written.
        assert_eq!(of("1/999999999").half(), None);
        assert_eq!(of("1/999999999").plus(of("1/999999998")), None);
    }

    #[test]
    fn what_is_no_probability_is_not_read() {
        for text in ["", "-1/2", "1/0", "1/", "/2", ".5", "1.", "0.5/2", "1e3", "1/3/4", "1234567890", "½"] {
            assert_eq!(WrittenRatio::of(text), None, "{text}");
        }
    }
}
