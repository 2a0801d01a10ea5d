//! Changes between two runs of the same units.

use super::student;

/// The change of units that were played twice, from the same openings with the same dice: by the
/// differences of their shares, so that common effects cancel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Paired {
    /// The number of units.
    pub(crate) units: u64,
    sum: f64,
    squares: f64,
}

impl Paired {
    /// Adds a unit: its share then and now, 0 to 1.
    pub(crate) fn add(&mut self, before: f64, now: f64) {
        self.units += 1;
        self.sum += now - before;
        self.squares += (now - before) * (now - before);
    }

    /// The mean change, and the half-width of its 95 % interval by Student's t; infinite of fewer than two
    /// units, and nothing where all changed alike.
    pub(crate) fn change(&self) -> (f64, f64) {
        let number = self.units as f64;
        let mean = if self.units == 0 { 0.0 } else { self.sum / number };
        if self.units < 2 {
            return (mean, f64::INFINITY);
        }
        let variance = (self.squares / number - mean * mean).max(0.0);
        (mean, student::t95(number - 1.0) * (variance / (number - 1.0)).sqrt())
    }

    /// The probability of a change at least as large if there is none (two-sided): by Student's t,
    /// or by signs if all units changed equally. With one unit it is 1.
    pub(crate) fn probability(&self) -> f64 {
        let number = self.units as f64;
        if self.units == 0 || self.sum == 0.0 {
            return 1.0;
        }
        let mean = self.sum / number;
        let variance = self.squares / number - mean * mean;
        if variance < 1e-12 {
            return libm::pow(0.5, number - 1.0);
        }
        let error = (variance / (number - 1.0)).sqrt();
        2.0 * student::below(-(mean / error).abs(), number - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;
    use approx::assert_relative_eq;

    use super::Paired;
    use crate::rating::{Evidence, Sample};

    /// A hundred openings, each of which decides its games before and after a change that wins one
    /// game of two more from every fifth of them; and no change but noise in every fifth.
    #[test]
    fn pairing_by_opening_sees_a_change_that_two_results_apart_do_not() {
        let mut stream = Seed(11).stream(1);
        let mut draw = || stream.unit();
        let (mut paired, mut apart, mut false_alarms, trials) = (0, 0, 0, 1_000);
        for trial in 0..2 * trials {
            let is_change = trial < trials;
            let (mut both, mut then, mut now) = (Paired::default(), [0; 5], [0; 5]);
            for _ in 0..100 {
                let before = [0, 1, 2, 2, 2, 3, 4][(draw() * 7.0) as usize];
                let after = match draw() {
                    x if 0.25 < x => before,
                    _ if is_change => (before + 2).min(4),
                    x if x < 0.125 => (before + 2).min(4),
                    _ => 4 - (4 - before + 2).min(4),
                };
                both.add(before as f64 / 4.0, after as f64 / 4.0);
                then[before] += 1;
                now[after] += 1;
            }
            let [then, now] = [then, now].map(|counts| Sample::Pairs(counts).evidence().unwrap());
            let is_seen = both.probability() < 0.01;
            if is_change {
                paired += i32::from(is_seen);
                apart += i32::from(then.probability_of_change(now) < 0.01);
            } else {
                false_alarms += i32::from(is_seen);
            }
        }
        println!("of {trials}: paired {paired}, apart {apart}, false alarms {false_alarms}");
        assert!(900 < paired && apart < 500, "paired {paired}, apart {apart}");
        // 10 expected, with a standard deviation of 3.2.
        assert!(false_alarms < 20, "{false_alarms}");
    }

    #[test]
    fn units_that_all_changed_alike_are_judged_by_their_signs() {
        let mut paired = Paired::default();
        assert_eq!(paired.probability(), 1.0);
        for units in 1..10 {
            paired.add(0.25, 0.75);
            assert_relative_eq!(paired.probability(), 0.5f64.powi(units - 1));
        }
        let mut none = Paired::default();
        none.add(0.5, 0.5);
        none.add(1.0, 1.0);
        assert_eq!(none.probability(), 1.0);
    }

    /// Student's and Welch's intervals, worked out by hand.
    #[test]
    fn changes_have_the_intervals_of_the_books() {
        let mut paired = Paired::default();
        assert_eq!(paired.change(), (0.0, f64::INFINITY));
        for (before, now) in [(0.25, 0.5), (0.5, 0.5), (0.5, 1.0)] {
            paired.add(before, now);
        }
        // From 1/4, 0 and 1/2: the mean 1/4, its error (1/4)/√3, and t with two degrees of freedom.
        let (mean, error) = paired.change();
        assert_relative_eq!(mean, 0.25, epsilon = 1e-12);
        assert_relative_eq!(error, 4.302_652_7 * 0.25 / 3f64.sqrt(), max_relative = 1e-6);
        let of = |shares: &[f64]| {
            let mut evidence = Evidence::default();
            for &share in shares {
                evidence.add(share);
            }
            evidence
        };
        // Equally many units of equal variance: 2(n − 1) degrees of freedom.
        let (before, now) = (of(&[0.25, 0.5, 0.75]), of(&[0.0, 0.25, 0.5]));
        let (mean, error) = before.change(now);
        assert_relative_eq!(mean, -0.25, epsilon = 1e-12);
        assert_relative_eq!(error, 2.776_445_1 * (2.0 * 0.0625 / 3.0f64).sqrt(), max_relative = 1e-6);
        assert_eq!(before.change(of(&[0.5])), (0.0, f64::INFINITY));
    }
}
