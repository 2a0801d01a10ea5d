//! The budget for one move.

use std::time::Duration;

/// Longer times count as this one: a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// A time in milliseconds, as the other program writes it; a negative one is zero.
pub(crate) fn milliseconds(text: &str) -> Option<Duration> {
    seconds(text, 0.001)
}

/// A time in a unit of `unit` seconds, as the other program writes it.
pub(crate) fn seconds(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    // NaN counts as zero.
    let seconds = (number * unit).max(0.0).min(LONGEST.as_secs_f64());
    number.is_finite().then(|| Duration::from_secs_f64(seconds))
}

/// The player's budget for one move, besides its own limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Allowance {
    /// Positions.
    pub(crate) nodes: Option<u64>,
    /// Plies. A deepening search is stopped after this depth.
    pub(crate) depth: Option<u32>,
    /// Time.
    pub(crate) time: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{LONGEST, milliseconds, seconds};

    #[test]
    fn any_number_is_a_time_that_can_be_reckoned_with() {
        for (text, time) in [
            ("1500", Some(Duration::from_millis(1500))),
            ("-7", Some(Duration::ZERO)),
            ("10000000000000000000", Some(LONGEST)),
            ("1e300", Some(LONGEST)),
            ("inf", None),
            ("NaN", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(milliseconds(text), time, "{text}");
        }
        assert_eq!(seconds("2000000000000000000", 0.01), Some(LONGEST));
    }
}
