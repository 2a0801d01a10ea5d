//! Simultaneous perturbation stochastic approximation: a way uphill that needs two measurements a
//! step, however many dimensions there are.
//!
//! J. C. Spall, *Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
//! Approximation*, 1992; the gains as in his *Implementation of the Simultaneous Perturbation
//! Algorithm for Stochastic Optimization*, 1998; for the weights of game programs L. Kocsis and
//! C. Szepesvári, *Universal Parameter Optimisation in Games Based on SPSA*, 2006. The answer is
//! the mean of the second half of the way, which is closer than its end (B. T. Polyak and
//! A. B. Juditsky, *Acceleration of Stochastic Approximation by Averaging*, 1992).

use agon_core::Stream;

/// The rates at which steps and perturbations shrink: Spall's advice for finite runs.
const STEP_DECAY: f64 = 0.602;
const REACH_DECAY: f64 = 0.101;
/// The first step for a clear result, as a part of the first perturbation.
const FIRST_STEP: f64 = 0.5;
/// The part of the way before which steps don't shrink much.
const STABILITY: f64 = 0.1;

/// A way uphill, as far as it has been gone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spsa {
    /// The total number of steps.
    pub(super) steps: u64,
    /// The initial size of the perturbation, in every coordinate.
    pub(super) reach: f64,
    /// The number of steps made.
    pub(super) done: u64,
    /// The present point.
    pub(super) point: Vec<f64>,
    /// The sum of the points where it stood after each step of the second half.
    pub(super) sum: Vec<f64>,
}

/// Two points on either side of the one where it stands, to be compared.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Perturbation {
    /// Which way each coordinate was moved in `plus`: 1 or −1.
    pub(super) signs: Vec<f64>,
    /// The one.
    pub(super) plus: Vec<f64>,
    /// The other.
    pub(super) minus: Vec<f64>,
}

impl Spsa {
    /// A way of `steps` steps from `start`. It looks half as far as the root mean square of the
    /// start's coordinates, or one if all are zero.
    pub(super) fn new(start: Vec<f64>, steps: u64) -> Spsa {
        let squares: f64 = start.iter().map(|x| x * x).sum();
        let size = (squares / start.len().max(1) as f64).sqrt();
        let reach = if 0.0 < size { size / 2.0 } else { 1.0 };
        Spsa { steps, reach, done: 0, sum: vec![0.0; start.len()], point: start }
    }

    /// The pair to be compared in the next step, whose directions `stream` draws.
    pub(super) fn pair(&self, stream: &mut Stream) -> Perturbation {
        let sign = |_: &f64| if stream.below(2) == 0 { 1.0 } else { -1.0 };
        let signs: Vec<f64> = self.point.iter().map(sign).collect();
        let reach = self.reach_now();
        let beside = |side: f64| self.point.iter().zip(&signs).map(|(x, sign)| x + side * reach * sign).collect();
        Perturbation { plus: beside(1.0), minus: beside(-1.0), signs }
    }

    /// Makes a step: by so much, in −1..=1, the plus side of the pair was better than the minus
    /// side.
    pub(super) fn step(&mut self, pair: &Perturbation, result: f64) {
        let number = (self.done + 1) as f64;
        let stability = STABILITY * self.steps as f64;
        let first = FIRST_STEP * 2.0 * self.reach * self.reach;
        let gain = first * libm::pow((stability + 1.0) / (stability + number), STEP_DECAY);
        let slope = result / (2.0 * self.reach_now());
        for (x, sign) in self.point.iter_mut().zip(&pair.signs) {
            *x += gain * slope * sign;
        }
        self.done += 1;
        if self.steps < 2 * self.done {
            for (sum, x) in self.sum.iter_mut().zip(&self.point) {
                *sum += x;
            }
        }
    }

    /// The answer: the mean of the points of the second half, or where it stands if it is not
    /// there yet.
    pub(super) fn best(&self) -> Vec<f64> {
        let half = self.steps / 2;
        if self.done <= half {
            return self.point.clone();
        }
        self.sum.iter().map(|sum| sum / (self.done - half) as f64).collect()
    }

    fn reach_now(&self) -> f64 {
        self.reach / libm::pow((self.done + 1) as f64, REACH_DECAY)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;

    use super::Spsa;

    /// Climbs −Σ kᵢ(xᵢ − topᵢ)² by coin tosses that know only which of two points is higher, and
    /// that with an error, as a game between them would.
    fn climb(start: Vec<f64>, steps: u64, seed: u64) -> Spsa {
        let top = [3.0, -1.0, 0.5];
        let height = |x: &[f64]| {
            let terms = x.iter().zip(top).zip([1.0, 2.0, 0.5]);
            -terms.map(|((x, top), k)| k * (x - top) * (x - top)).sum::<f64>()
        };
        let mut spsa = Spsa::new(start, steps);
        let (mut signs, mut coins) = (Seed(seed).stream(0), Seed(seed).stream(1));
        while spsa.done < spsa.steps {
            let pair = spsa.pair(&mut signs);
            let chance = 1.0 / (1.0 + libm::exp(height(&pair.minus) - height(&pair.plus)));
            let won = (0..8).filter(|_| coins.unit() < chance).count();
            spsa.step(&pair, won as f64 / 4.0 - 1.0);
        }
        spsa
    }

    fn miss(x: &[f64]) -> f64 {
        x.iter().zip([3.0, -1.0, 0.5]).map(|(x, top)| (x - top) * (x - top)).sum::<f64>().sqrt()
    }

    #[test]
    fn it_climbs_a_hill_that_it_sees_through_noise_only() {
        for seed in 0..10 {
            let before = miss(&[0.0; 3]);
            let short = miss(&climb(vec![0.0; 3], 20, seed).best());
            let long = miss(&climb(vec![0.0; 3], 1000, seed).best());
            assert!(short < before, "seed {seed}: {short} from {before}");
            assert!(long < 0.15 * before, "seed {seed}: {long} from {before}");
        }
    }

    #[test]
    fn it_finds_back_from_the_wrong_side() {
        for seed in 0..10 {
            let start = vec![-6.0, 4.0, 5.0];
            let (before, now) = (miss(&start), miss(&climb(start.clone(), 1000, seed).best()));
            assert!(now < 0.15 * before, "seed {seed}: {now} from {before}");
        }
    }

    #[test]
    fn without_results_it_stays_where_it_is() {
        let mut spsa = Spsa::new(vec![2.0, -1.0], 7);
        while spsa.done < spsa.steps {
            let pair = spsa.pair(&mut Seed(1).stream(0));
            spsa.step(&pair, 0.0);
        }
        assert_eq!(spsa.best(), [2.0, -1.0]);
    }

    #[test]
    fn the_answer_is_the_mean_of_the_second_half() {
        let mut spsa = Spsa::new(vec![0.0], 5);
        let mut points = Vec::new();
        for _ in 0..5 {
            let pair = spsa.pair(&mut Seed(1).stream(0));
            spsa.step(&pair, pair.signs[0]);
            points.push(spsa.point[0]);
        }
        assert_eq!(points[0], 0.5, "the first step is half the reach");
        assert!(points.is_sorted());
        let mean = (points[2] + points[3] + points[4]) / 3.0;
        assert!((spsa.best()[0] - mean).abs() < 1e-12);
    }
}
