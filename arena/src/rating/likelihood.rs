//! Newton's method for concave log-likelihoods, and the errors of its results.

use super::{
    matrix::{Factor, Matrix},
    scale::Z95,
    student,
};

/// A log-likelihood's gradient and negated Hessian at one point.
pub(super) struct Slope {
    pub(super) gradient: Vec<f64>,
    pub(super) information: Matrix,
}

impl Slope {
    pub(super) fn flat(size: usize) -> Slope {
        Slope { gradient: vec![0.0; size], information: Matrix::zeros(size) }
    }
}

/// The maximum of a likelihood, and the inverse of the information there.
pub(super) struct Maximum {
    pub(super) point: Vec<f64>,
    pub(super) inverse: Matrix,
}

/// No parameter that results bear on has a greater variance: at a maximum every outcome is as
/// frequent as it was seen to be, and it was seen.
pub(super) const FLAT: f64 = 1_000.0;

/// After a step as short as this the information is as good as the same.
const NEAR: f64 = 0.01;

/// To factor a matrix takes the cube of its size. Above this one a step is found by conjugate gradients,
/// which take its square, with the factor of an earlier point to guide them.
const LARGE: usize = 200;

/// With fewer steps of conjugate gradients than this a factor is still a good guide.
const GUIDED: usize = 30;

/// The maximum of the likelihood. Strengths are relative, so the first `strengths` parameters are
/// constrained to sum to zero.
///
/// `None` if the likelihood has no maximum.
pub(super) fn maximise(size: usize, strengths: usize, slope_at: impl Fn(&[f64]) -> Slope) -> Option<Maximum> {
    maximise_by(size, strengths, slope_at, LARGE < size)
}

/// The same, by either way.
fn maximise_by(size: usize, strengths: usize, slope_at: impl Fn(&[f64]) -> Slope, is_guided: bool) -> Option<Maximum> {
    let mut point = vec![0.0; size];
    let (mut factor, mut is_near): (Option<Factor>, bool) = (None, false);
    for _ in 0..200 {
        let slope = slope_at(&point);
        let gradient = slope.gradient.clone();
        let (held, _) = hold(slope, strengths);
        let guided = match &factor {
            Some(known) if is_guided => conjugate(&held, known, &gradient),
            Some(known) if is_near => Some(known.solve(&gradient)),
            _ => None,
        };
        let step = match guided {
            Some(step) => step,
            None => factor.insert(held.factor()?).solve(&gradient),
        };
        let longest = step.iter().fold(0.0, |longest: f64, by| longest.max(by.abs()));
        // A long step may overshoot; the likelihood is concave, so a shorter one will not.
        let share = 1.0 / longest.max(1.0);
        point.iter_mut().zip(&step).for_each(|(at, by)| *at += share * by);
        if longest < 1e-10 {
            let (held, hold) = hold(slope_at(&point), strengths);
            let mut inverse = held.factor()?.inverse();
            // The constraint on the sum is no information, and must not remain in the errors.
            inverse.shift(strengths, -1.0 / (hold * (strengths * strengths) as f64));
            // Far out the likelihood is flat, and only seems to have a maximum.
            let is_flat = (0..size).any(|i| FLAT < inverse[(i, i)]);
            return (!is_flat).then_some(Maximum { point, inverse });
        }
        is_near = longest < NEAR;
    }
    None
}

/// The information with the sum of strengths held, and by how much, without touching their
/// differences.
fn hold(slope: Slope, strengths: usize) -> (Matrix, f64) {
    let mut information = slope.information;
    let hold = information.trace() / (information.size() * strengths) as f64;
    information.shift(strengths, hold);
    (information, hold)
}

/// The solution for this vector of a positive definite matrix, by conjugate gradients (M. Hestenes and E. Stiefel,
/// *Methods of conjugate gradients for solving linear systems*, 1952) preconditioned by the factor of a similar matrix;
/// `None` if that is not similar enough.
fn conjugate(matrix: &Matrix, guide: &Factor, vector: &[f64]) -> Option<Vec<f64>> {
    let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let (mut found, mut rest) = (vec![0.0; vector.len()], vector.to_vec());
    let mut way = guide.solve(&rest);
    let mut left = dot(&rest, &way);
    let goal = 1e-16 * left;
    for _ in 0..GUIDED {
        if left <= goal {
            return Some(found);
        }
        let led = matrix.apply(&way);
        let by = left / dot(&way, &led);
        found.iter_mut().zip(&way).for_each(|(at, way)| *at += by * way);
        rest.iter_mut().zip(&led).for_each(|(at, led)| *at -= by * led);
        let next = guide.solve(&rest);
        let before = left;
        left = dot(&rest, &next);
        way.iter_mut().zip(&next).for_each(|(way, next)| *way = next + left / before * *way);
    }
    None
}

/// The errors of an estimate, and of differences between its parameters.
///
/// They are those of the robust "sandwich" I⁻¹ S I⁻¹ (P. Huber, 1967; H. White, 1982), with whole openings as clusters,
/// the usual correction n/(n−1) for n of them, and the quantiles of Student's t with n−1 degrees of freedom. An entry
/// that played more in some openings than in others counts as if it had been in fewer (L. Kish, *Survey Sampling*,
/// 1965). The sandwich of a single opening, or of equal openings, is zero; then the model's own I⁻¹ is used, as if all
/// games of two entries from one opening had the same result.
pub(super) struct Errors {
    model: Matrix,
    sandwich: Matrix,
    /// The number of openings behind each parameter.
    clusters: Vec<f64>,
}

/// A standard error and its degrees of freedom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub(super) error: f64,
    freedom: f64,
}

impl Spread {
    /// The error of so many openings, from the variance that the model gives and that of the scatter of openings.
    pub(super) fn of(clusters: f64, model: f64, sandwich: f64) -> Spread {
        if Spread::needs(clusters, model, sandwich) {
            return Spread { error: model.sqrt(), freedom: f64::INFINITY };
        }
        let freedom = clusters - 1.0;
        Spread { error: (sandwich * clusters / freedom).sqrt(), freedom }
    }

    /// Whether the openings do not say enough by their scatter, so that the model has to.
    pub(super) fn needs(clusters: f64, model: f64, sandwich: f64) -> bool {
        clusters - 1.0 < 1.0 - 1e-9 || sandwich < 1e-6 * model
    }

    /// The half-width of the 95 % interval.
    pub(super) fn half_width(self) -> f64 {
        let quantile = if self.freedom.is_finite() { student::t95(self.freedom) } else { Z95 };
        quantile * self.error
    }

    /// The probability that the truth is above zero where `difference` was found.
    pub(super) fn above_zero(self, difference: f64) -> f64 {
        student::below(difference / self.error, self.freedom)
    }
}

impl Errors {
    /// The error of a parameter, or of its difference from another one.
    pub(super) fn of(&self, i: usize, other: Option<usize>) -> Spread {
        let variance = |m: &Matrix| match other {
            Some(j) => (m[(i, i)] + m[(j, j)] - 2.0 * m[(i, j)]).max(0.0),
            None => m[(i, i)].max(0.0),
        };
        let clusters = other.map_or(self.clusters[i], |j| self.clusters[i].min(self.clusters[j]));
        Spread::of(clusters, variance(&self.model), variance(&self.sandwich))
    }
}

/// Accumulates the contributions of openings to the errors of an estimate.
pub(super) struct Scatter {
    size: usize,
    /// The sum of the outer products of their scores, once there are more of these than parameters.
    sum: Option<Matrix>,
    /// Scores that wait to be added, one after the other.
    waiting: Vec<f64>,
    /// By parameter, the sum of the games that bear on it over all openings, and of the squares.
    games: Vec<(f64, f64)>,
    /// All games, and the meetings that they are of.
    all: f64,
    meetings: f64,
}

/// The number of scores added at a time.
const BATCH: usize = 64;

impl Scatter {
    pub(super) fn new(size: usize) -> Scatter {
        Scatter { size, sum: None, waiting: Vec::new(), games: vec![(0.0, 0.0); size], all: 0.0, meetings: 0.0 }
    }

    /// Adds `times` openings: the gradient of each one's likelihood; by parameter, how many of its
    /// games bear on it; how many meetings it has and how many games these have.
    pub(super) fn add(&mut self, score: &[f64], games: &[f64], (meetings, all): (f64, f64), times: u64) {
        let times = times as f64;
        for (sum, &count) in self.games.iter_mut().zip(games) {
            sum.0 += times * count;
            sum.1 += times * count * count;
        }
        self.all += times * all;
        self.meetings += times * meetings;
        let root = times.sqrt();
        self.waiting.extend(score.iter().map(|own| root * own));
        let most = if self.sum.is_some() { BATCH } else { BATCH.max(self.size) };
        if most * self.size <= self.waiting.len() {
            self.settle();
        }
    }

    fn settle(&mut self) {
        let sum = self.sum.get_or_insert_with(|| Matrix::zeros(self.size));
        self.waiting.chunks(BATCH * self.size).for_each(|scores| sum.add_squares(scores));
        self.waiting.clear();
    }

    /// The errors; `inverse` is that of the information.
    pub(super) fn errors(mut self, inverse: &Matrix) -> Errors {
        let sandwich = if self.sum.is_none() {
            // With few openings, the products of their scores are everything between the two inverses.
            let mut sandwich = Matrix::zeros(self.size);
            let spread = self.waiting.chunks_exact(self.size).flat_map(|own| inverse.apply(own));
            let spread: Vec<f64> = spread.collect();
            spread.chunks(BATCH * self.size).for_each(|vectors| sandwich.add_squares(vectors));
            sandwich
        } else {
            self.settle();
            let sum = self.sum.as_ref().expect("it is there");
            inverse.times(sum).times(inverse)
        };
        Errors {
            model: inverse.scaled(self.all / self.meetings.max(1.0)),
            sandwich,
            clusters: self.games.iter().map(effective).collect(),
        }
    }
}

/// As how many openings with equally many games those with these sums of games, and of their squares, count.
pub(super) fn effective(&(sum, squares): &(f64, f64)) -> f64 {
    match squares {
        0.0 => 0.0,
        _ => sum * sum / squares,
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;

    use super::{BATCH, Maximum, Scatter, Slope, conjugate, maximise_by};
    use crate::rating::matrix::Matrix;

    /// Two entries, their number of games, and the number the first won.
    type Met = (usize, usize, f64, f64);

    /// A field in which everybody meets this many neighbours, on a ring.
    fn field(size: usize, neighbours: usize, seed: u64) -> Vec<Met> {
        let mut stream = Seed(seed).stream(1);
        let mut met = Vec::new();
        for one in 0..size {
            for step in 1..=neighbours {
                let games = 4.0;
                let won = 0.5 + (stream.unit() * 7.0).floor() / 2.0;
                met.push((one, (one + step * step) % size, games, won.min(3.5)));
            }
        }
        met
    }

    fn slope(size: usize, met: &[Met], point: &[f64]) -> Slope {
        let mut slope = Slope::flat(size);
        for &(one, other, games, won) in met {
            let share = 1.0 / (1.0 + libm::exp(point[other] - point[one]));
            let (made, own) = (won - games * share, games * share * (1.0 - share));
            slope.gradient[one] += made;
            slope.gradient[other] -= made;
            for (i, j, sign) in [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)] {
                slope.information[(i, j)] += sign * own;
            }
        }
        slope
    }

    /// The way of small fields is the oracle of that of large ones: the same point, the same inverse, the
    /// same errors, whether few meet each or many, and where the guide is of no use.
    #[test]
    fn large_fields_are_rated_as_by_factors_alone() {
        for (size, neighbours) in [(40, 1), (60, 2), (150, 5), (90, 9)] {
            let met = field(size, neighbours, 3);
            let by = |is_guided| maximise_by(size, size, |point| slope(size, &met, point), is_guided).unwrap();
            let (dense, guided): (Maximum, Maximum) = (by(false), by(true));
            let mut stream = Seed(4).stream(1);
            // Fewer openings than players, and more than are stored separately.
            for openings in [1, 30, size.max(BATCH) + 10] {
                let (mut few, mut many) = (Scatter::new(size), Scatter::new(size));
                many.settle();
                for _ in 0..openings {
                    let score: Vec<f64> = (0..size).map(|_| stream.unit() - 0.5).collect();
                    few.add(&score, &vec![2.0; size], (5.0, 10.0), 3);
                    many.add(&score, &vec![2.0; size], (5.0, 10.0), 3);
                }
                assert_eq!(few.sum.is_none(), openings < size.max(BATCH));
                let (few, many) = (few.errors(&guided.inverse), many.errors(&dense.inverse));
                for i in 0..size {
                    assert!((dense.point[i] - guided.point[i]).abs() < 1e-9, "{size} {i}");
                    for j in (0..size).filter(|&j| j != i).map(Some).chain([None]) {
                        let (one, other) = (few.of(i, j).error, many.of(i, j).error);
                        assert!((one - other).abs() < 1e-9 * other.max(1.0), "{size} {i} {j:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_guide_that_is_too_far_says_so() {
        let diagonal = |cell: &dyn Fn(usize) -> f64| {
            let mut matrix = Matrix::zeros(100);
            (0..100).for_each(|i| matrix[(i, i)] = cell(i));
            matrix
        };
        let vector = vec![1.0; 100];
        let near = diagonal(&|i| 1.0 + i as f64 / 1_000.0);
        let guide = diagonal(&|_| 1.0).factor().unwrap();
        let found = conjugate(&near, &guide, &vector).unwrap();
        for (i, x) in found.iter().enumerate() {
            assert!((x * (1.0 + i as f64 / 1_000.0) - 1.0).abs() < 1e-7);
        }
        let far = diagonal(&|i| 10f64.powi(i as i32 / 5));
        assert!(conjugate(&far, &guide, &vector).is_none());
        assert!(conjugate(&near, &guide, &vec![0.0; 100]).is_some());
    }
}
