//! Axes: where a value stands, and which values are written.

use crate::plain;

/// From the one value to the other, with round values between them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<f64>,
}

impl Axis {
    /// An axis over all of `values`, with about `count` ticks, at steps of 1, 2 or 5 times a power of ten.
    pub(super) fn over(values: impl Iterator<Item = f64>, count: u32) -> Axis {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) =
            values.filter(|value| value.is_finite()).fold(ends, |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = match high - low {
            room if room.is_nan() || room < 0.0 => (-1.0, 1.0),
            room if room < 1e-9 => (low - 1.0, high + 1.0),
            _ => (low, high),
        };
        let step = step((high - low) / f64::from(count.max(1)));
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let ticks: Vec<f64> = (0..=(last - first) as u32).map(|n| (first + f64::from(n)) * step).collect();
        Axis { low: first * step, high: last * step, ticks }
    }

    /// An axis of powers of ten that holds all of these exponents; of many powers every few are ticks.
    pub(super) fn of_powers(exponents: impl Iterator<Item = f64>) -> Axis {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = exponents.fold(ends, |(low, high), exponent| (low.min(exponent), high.max(exponent)));
        let (first, last) = match (low.floor(), high.ceil()) {
            (first, last) if first < last => (first as i32, last as i32),
            (first, _) => (first as i32, first as i32 + 1),
        };
        let apart = (last - first).div_euclid(8) + 1;
        let ticks = (first..=last).filter(|power| power.rem_euclid(apart) == 0).map(f64::from);
        Axis { low: first.into(), high: last.into(), ticks: ticks.collect() }
    }

    /// The text of a power of ten.
    pub(super) fn power(exponent: f64) -> String {
        match exponent as i32 {
            plain @ -4..=4 => Axis::text(10.0_f64.powi(plain)),
            power => format!("1e{power}"),
        }
    }

    /// The place of a value, from 0 to 1.
    pub(super) fn part(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The text of a tick.
    pub(super) fn text(value: f64) -> String {
        plain(value)
    }
}

/// The least of 1, 2 and 5 times a power of ten that is at least `wanted`.
fn step(wanted: f64) -> f64 {
    let mut power = 1.0;
    while power < wanted {
        power *= 10.0;
    }
    while wanted <= power / 10.0 {
        power /= 10.0;
    }
    [0.1, 0.2, 0.5, 1.0].into_iter().map(|part| part * power).find(|&step| wanted <= step).unwrap_or(power)
}

/// The places of an option's values: by size; by logarithm if the greatest is at least ten times the least; in order if
/// some are words.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    /// The values and their places, from 0 to 1.
    pub(super) places: Vec<(String, f64)>,
    /// A note on the scale, or empty.
    pub(super) note: &'static str,
}

impl Scale {
    pub(super) fn of<'a>(values: impl Iterator<Item = &'a str>) -> Scale {
        let mut all: Vec<&str> = Vec::new();
        for value in values {
            if !all.contains(&value) {
                all.push(value);
            }
        }
        let numbers: Option<Vec<f64>> = all.iter().map(|text| text.parse().ok()).collect();
        let Some(mut numbers) = numbers.filter(|all| !all.is_empty() && all.iter().all(|n: &f64| n.is_finite())) else {
            let last = all.len().saturating_sub(1).max(1) as f64;
            let places = all.iter().enumerate().map(|(n, &text)| (text.to_owned(), n as f64 / last));
            return Scale { places: places.collect(), note: "" };
        };
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
        let (least, most) = (numbers[order[0]], numbers[order[order.len() - 1]]);
        let is_log = 0.0 < least && 10.0 * least <= most;
        if is_log {
            numbers = numbers.into_iter().map(libm::log).collect();
        }
        let (low, high) = (numbers[order[0]], numbers[order[order.len() - 1]]);
        let room = if low < high { high - low } else { 1.0 };
        let place = |&at: &usize| (all[at].to_owned(), (numbers[at] - low) / room);
        Scale { places: order.iter().map(place).collect(), note: if is_log { ", logarithmic" } else { "" } }
    }

    pub(super) fn place(&self, value: &str) -> f64 {
        self.places.iter().find(|(text, _)| text == value).map_or(0.0, |&(_, place)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Scale, step};

    #[test]
    fn ticks_are_round_and_hold_every_value() {
        for (low, high) in [(-213.0, 188.0), (0.0, 1.0), (3.0, 3.0), (-1e-3, 2e-3), (1e6, 3e6), (-5.0, -4.9)] {
            let axis = Axis::over([low, high].into_iter(), 5);
            assert!(axis.low <= low && high <= axis.high, "{axis:?}");
            assert!((3..=8).contains(&axis.ticks.len()), "{axis:?}");
            assert!((axis.ticks[0], axis.ticks[axis.ticks.len() - 1]) == (axis.low, axis.high), "{axis:?}");
        }
        assert_eq!(Axis::over([-213.0, 188.0].into_iter(), 5).ticks, [-300.0, -200.0, -100.0, 0.0, 100.0, 200.0]);
        assert_eq!(Axis::over(std::iter::empty(), 5).low, -1.0);
        assert_eq!([0.3, 1.0, 1.1, 2.1, 5.1, 80.0].map(step), [0.5, 1.0, 2.0, 5.0, 10.0, 100.0]);
    }

    #[test]
    fn options_are_placed_linearly_logarithmically_or_in_order() {
        let scale = |values: &[&str]| Scale::of(values.iter().copied());
        assert_eq!(scale(&["4", "2", "3", "2"]).places.iter().map(|(_, x)| *x).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
        let log = scale(&["100", "1000", "10000"]);
        assert!((log.place("1000") - 0.5).abs() < 1e-12, "{log:?}");
        assert_eq!(log.note, ", logarithmic");
        assert_eq!(scale(&["lines", "centre"]).place("centre"), 1.0);
        assert_eq!(scale(&["unlimited", "4"]).place("unlimited"), 0.0);
        assert_eq!(scale(&["7"]).place("7"), 0.0);
        assert!(scale(&[]).places.is_empty());
    }
}
