//! Whether one number for each entry predicts what every pair made.

use super::{evidence::Evidence, student};

/// How well ratings predict the shares of all pairs: the test of lack of fit against the scatter of the units of each
/// pair (G. Box and N. Draper, *Empirical Model-Building and Response Surfaces*, 1987, 3.13), with variances relative to
/// those of single games at the expected share.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RatingFit {
    /// The mean square of made minus expected shares, relative to that which the scatter within pairs lets one expect:
    /// about 1 if ratings predict everything but chance.
    pub statistic: f64,
    /// The degrees of freedom of the two: pairs beyond parameters, and units beyond pairs.
    pub freedom: (u64, u64),
    /// The probability of as large a statistic by chance alone, by the F distribution.
    pub probability: f64,
}

/// Made and expected shares of pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Misfit {
    pairs: u64,
    units: u64,
    parameters: u64,
    between: f64,
    within: f64,
}

/// No share is taken as nearer to 0 or to 1 than this: there one unit would outweigh all others.
const NEAREST: f64 = 0.05;

impl Misfit {
    /// Adds a pair: what one made of the other, and what it was to expect.
    pub(super) fn add(&mut self, made: Evidence, expected: f64) {
        let share = expected.clamp(NEAREST, 1.0 - NEAREST);
        let spread = share * (1.0 - share);
        self.pairs += 1;
        self.units += made.units;
        let off = made.share() - expected;
        self.between += made.units as f64 * off * off / spread;
        self.within += made.scatter() / spread;
    }

    /// The pairs were predicted by this many fitted numbers more.
    pub(super) fn fitted(&mut self, parameters: u64) {
        self.parameters += parameters;
    }

    /// `None` where there is nothing to be predicted beyond what was fitted, or units of a pair do not differ.
    pub(super) fn fit(self) -> Option<RatingFit> {
        let beyond = self.pairs.checked_sub(self.parameters).filter(|&beyond| beyond != 0)?;
        let rest = self.units.saturating_sub(self.pairs);
        if rest == 0 || self.within < 1e-9 {
            return None;
        }
        let (one, other) = (beyond as f64, rest as f64);
        let statistic = (self.between / one) / (self.within / other);
        let probability = student::beta(other / 2.0, one / 2.0, other / (other + one * statistic));
        Some(RatingFit { statistic, freedom: (beyond, rest), probability })
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;
    use approx::assert_relative_eq;

    use super::Misfit;
    use crate::rating::{Evidence, field::Field};

    /// Of two shares that vary alike F is the square of Student's t: with 8 degrees of freedom 2.306² is exceeded by 5 %.
    #[test]
    fn the_probability_is_that_of_the_tables() {
        let of = |shares: &[f64]| {
            let mut evidence = Evidence::default();
            for &share in shares {
                evidence.add(share);
            }
            evidence
        };
        let mut misfit = Misfit::default();
        let (one, other) = (of(&[0.3, 0.4, 0.5, 0.6, 0.7]), of(&[0.2, 0.4, 0.5, 0.6, 0.8]));
        misfit.add(one, 0.5 + 0.106_21);
        misfit.add(other, 0.5);
        misfit.fitted(1);
        let fit = misfit.fit().unwrap();
        assert_eq!(fit.freedom, (1, 8));
        // 5·d² over the mean of 0.02500 and 0.05000, both relative to their expected spread.
        let spread = 0.606_21 * (1.0 - 0.606_21);
        let within = (0.1 / spread + 0.2 / 0.25) / 8.0;
        assert_relative_eq!(fit.statistic, 5.0 * 0.106_21f64.powi(2) / spread / within, epsilon = 1e-9);
        let t = fit.statistic.sqrt();
        let both = 2.0 * crate::rating::student::below(-t, 8.0);
        assert_relative_eq!(fit.probability, both, epsilon = 1e-9);
        // Three degrees against ten: 3.708 is exceeded by 5 % (NIST/SEMATECH, 1.3.6.7.3).
        let tail = |f: f64| crate::rating::student::beta(5.0, 1.5, 10.0 / (10.0 + 3.0 * f));
        assert_relative_eq!(tail(3.708), 0.05, epsilon = 1e-4);
        assert_eq!(Misfit::default().fit(), None);
    }

    /// A field of six, whose pairs meet from openings that favour one seat.
    fn field(seed: u64, openings: u64, lead: &dyn Fn(usize, usize) -> f64, drawn: f64, favour: f64) -> Field {
        let (mut field, mut stream) = (Field::new(6), Seed(seed).stream(3));
        for opening in 0..openings {
            let favour = if stream.unit() < 0.5 { favour } else { -favour };
            for low in 0..6 {
                for high in low + 1..6 {
                    let mut game = |lead: f64| match stream.unit() {
                        rest if rest < drawn => 1,
                        _ => 2 * usize::from(stream.unit() < 1.0 / (1.0 + (-lead).exp())),
                    };
                    let lead = lead(low, high);
                    let games = [(true, game(lead + favour)), (false, game(lead - favour))];
                    field.add((0, opening), (low, high), games.into_iter());
                }
            }
        }
        field
    }

    #[test]
    fn a_line_of_numbers_is_seldom_doubted_and_a_circle_is_found() {
        for (drawn, favour, apart) in [(0.0, 0.0, 0.2), (0.6, 0.0, 0.5), (0.2, 1.5, 0.3)] {
            let line = |low: usize, high: usize| apart * (low as f64 - high as f64);
            // Everybody beats the next of three and loses to the one after.
            let circle = |low: usize, high: usize| [0.0, 1.2, -1.2][(high + 3 - low) % 3];
            let (mut doubted, mut found) = (0, 0);
            for seed in 0..400 {
                let of = |lead: &dyn Fn(usize, usize) -> f64| {
                    field(seed, 15, lead, drawn, favour).rate(None).fit.unwrap().probability
                };
                doubted += u32::from(of(&line) < 0.05);
                if seed < 20 {
                    found += u32::from(of(&circle) < 0.05);
                }
            }
            println!("{drawn} {favour} {apart}: {doubted} of 400, {found} of 20");
            // Twenty expected, with a standard deviation of 4.4.
            assert!((6..=36).contains(&doubted), "{drawn}, {favour}: {doubted}");
            assert!(18 <= found, "{drawn}, {favour}: {found}");
        }
    }
}
