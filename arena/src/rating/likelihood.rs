//! Newton's method for concave log-likelihoods, and the errors of what it finds.

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

/// Where a likelihood is greatest, and the inverse of the information there.
pub(super) struct Maximum {
    pub(super) point: Vec<f64>,
    pub(super) inverse: Matrix,
}

/// No parameter that results bear on has a greater variance: at a maximum every outcome is as
/// frequent as it was seen to be, and it was seen.
const FLAT: f64 = 1_000.0;

/// After a step as short as this the information is as good as the same.
const NEAR: f64 = 0.01;

/// Where the likelihood is greatest. Strengths are relative, so the first `strengths` parameters
/// are held to sum to zero.
///
/// `None` where the likelihood has no maximum.
pub(super) fn maximise(
    size: usize,
    strengths: usize,
    slope_at: impl Fn(&[f64]) -> Slope,
) -> Option<Maximum> {
    let mut point = vec![0.0; size];
    let mut factor: Option<Factor> = None;
    for _ in 0..200 {
        let slope = slope_at(&point);
        let gradient = slope.gradient.clone();
        let known = match factor.take() {
            Some(known) => known,
            None => held(slope, strengths)?.0,
        };
        let step = known.solve(&gradient);
        let longest = step.iter().fold(0.0, |longest: f64, by| longest.max(by.abs()));
        // A long step may overshoot; the likelihood is concave, so a shorter one will not.
        let share = 1.0 / longest.max(1.0);
        point.iter_mut().zip(&step).for_each(|(at, by)| *at += share * by);
        if longest < 1e-10 {
            let (factor, hold) = held(slope_at(&point), strengths)?;
            let mut inverse = factor.inverse();
            // What holds the sum is no information: none of it may be left in the errors.
            inverse.shift(strengths, -1.0 / (hold * (strengths * strengths) as f64));
            // Far out the likelihood is flat, and looks like a maximum: there is none.
            let is_flat = (0..size).any(|i| FLAT < inverse[(i, i)]);
            return (!is_flat).then_some(Maximum { point, inverse });
        }
        factor = (longest < NEAR).then_some(known);
    }
    None
}

/// The information with the sum of strengths held, by how much, without touching their
/// differences.
fn held(slope: Slope, strengths: usize) -> Option<(Factor, f64)> {
    let mut information = slope.information;
    let hold = information.trace() / (information.size() * strengths) as f64;
    information.shift(strengths, hold);
    Some((information.factor()?, hold))
}

/// The errors of an estimate, and of differences between its parameters.
///
/// They are those of the robust "sandwich" I⁻¹ S I⁻¹ (P. Huber, 1967; H. White, 1982), with whole
/// openings as clusters, the usual correction n/(n−1) for n of them, and the quantiles of Student's
/// t with n−1 degrees of freedom. An entry that took part in some openings more than in others counts
/// as if it had been in fewer (L. Kish, *Survey Sampling*, 1965). A sandwich of a single opening, or of
/// openings that are all alike, says that there is no error; there the model's own I⁻¹ is taken, as
/// if all games that two played from one opening said the same.
pub(super) struct Errors {
    model: Matrix,
    sandwich: Matrix,
    /// Of how many openings each parameter comes.
    clusters: Vec<f64>,
}

/// A standard error and its degrees of freedom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub(super) error: f64,
    freedom: f64,
}

impl Spread {
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
    /// Of a parameter, or of its difference from another one.
    pub(super) fn of(&self, i: usize, other: Option<usize>) -> Spread {
        let variance = |m: &Matrix| match other {
            Some(j) => (m[(i, i)] + m[(j, j)] - 2.0 * m[(i, j)]).max(0.0),
            None => m[(i, i)].max(0.0),
        };
        let clusters = other.map_or(self.clusters[i], |j| self.clusters[i].min(self.clusters[j]));
        let freedom = clusters - 1.0;
        let (model, sandwich) = (variance(&self.model), variance(&self.sandwich));
        if freedom < 1.0 - 1e-9 || sandwich < 1e-6 * model {
            return Spread { error: model.sqrt(), freedom: f64::INFINITY };
        }
        Spread { error: (sandwich * clusters / freedom).sqrt(), freedom }
    }
}

/// Adds up what openings say about the errors of an estimate.
pub(super) struct Scatter {
    /// The sum of the outer products of their scores.
    sum: Matrix,
    /// Scores that wait to be added, one after the other.
    waiting: Vec<f64>,
    /// By parameter, the sum of the games that bear on it over all openings, and of the squares.
    games: Vec<(f64, f64)>,
    /// All games, and the meetings that they are of.
    all: f64,
    meetings: f64,
}

/// So many scores are added at a time.
const BATCH: usize = 64;

impl Scatter {
    pub(super) fn new(size: usize) -> Scatter {
        Scatter {
            sum: Matrix::zeros(size),
            waiting: Vec::with_capacity(size * BATCH),
            games: vec![(0.0, 0.0); size],
            all: 0.0,
            meetings: 0.0,
        }
    }

    /// Adds `times` openings: the gradient of each one's likelihood; by parameter, how many of its
    /// games bear on it; how many meetings it has and how many games these have.
    pub(super) fn add(
        &mut self,
        score: &[f64],
        games: &[f64],
        (meetings, all): (f64, f64),
        times: u64,
    ) {
        let times = times as f64;
        for (sum, &count) in self.games.iter_mut().zip(games) {
            sum.0 += times * count;
            sum.1 += times * count * count;
        }
        self.all += times * all;
        self.meetings += times * meetings;
        let root = times.sqrt();
        self.waiting.extend(score.iter().map(|own| root * own));
        if self.waiting.len() == BATCH * self.sum.size() {
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.sum.add_squares(&self.waiting);
        self.waiting.clear();
    }

    /// The errors; `inverse` is that of the information.
    pub(super) fn errors(mut self, inverse: &Matrix) -> Errors {
        self.settle();
        let effective = |&(sum, squares): &(f64, f64)| match squares {
            0.0 => 0.0,
            _ => sum * sum / squares,
        };
        Errors {
            model: inverse.scaled(self.all / self.meetings.max(1.0)),
            sandwich: inverse.times(&self.sum).times(inverse),
            clusters: self.games.iter().map(effective).collect(),
        }
    }
}
