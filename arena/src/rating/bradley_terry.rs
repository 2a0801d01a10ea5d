//! The model behind the ratings of two seats: its expectations, and how they are fitted to points.
//!
//! The model is that of Bradley & Terry (1952): of two with strengths a and b, in natural log-odds, the one expects the
//! share 1 / (1 + e^(b−a)) of the points, and a draw is half a point for each. Points alone are modelled, not how they come
//! about (R. Wedderburn, *Quasi-likelihood functions*, 1974), and errors come from whole openings. So draws need no
//! parameter, nor does what the first seat is worth where everybody has both seats equally often: they change the
//! spread of points, not their mean. Where somebody has one seat more often, that worth is a parameter, added to a − b, and
//! the strengths that are told are those of the shares that it makes one expect over both seats alike.

mod large_group;

use super::{
    cluster::{Bout, Clusters, Made},
    group::GroupErrors,
    likelihood::{Maximum, Scatter, Slope, maximise},
    reach::Reach,
};

/// Games of two, and the points of the one with the lower number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeatPoints {
    pub(super) games: f64,
    pub(super) points: f64,
}

/// Two members of a group, the lower number first; the games in which it sat first, and second.
pub(super) type PairPoints = (usize, usize, [SeatPoints; 2]);

/// What everybody made, and the openings it was made from.
pub(super) struct GroupResults<'a> {
    /// The number of members.
    pub(super) members: usize,
    pub(super) met: &'a [PairPoints],
    pub(super) clusters: &'a Clusters,
    /// The number of each entry among the members.
    pub(super) index: &'a [Option<usize>],
    pub(super) reach: &'a Reach,
    /// Above this many members nothing may take the square of their number.
    pub(super) most_dense: usize,
}

/// The strengths that fit best.
pub(super) struct Fitted {
    pub(super) point: Vec<f64>,
    pub(super) errors: GroupErrors,
    /// By pair that met: the share that the lower number was to expect, on the seats that it had.
    pub(super) expected: Vec<f64>,
    pub(super) parameters: u64,
}

/// Which parameters there are: the strengths, and behind them what the first seat is worth.
#[derive(Clone, Copy)]
struct Parameters {
    strengths: usize,
    has_seat: bool,
}

/// The share of one that leads by so much.
fn share(lead: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-lead))
}

impl GroupResults<'_> {
    /// `None` if there is no best fit. Anchored at the member `held`, if there is one.
    pub(super) fn fit(&self, held: Option<usize>) -> Option<Fitted> {
        if self.members <= self.most_dense { self.fit_small() } else { self.fit_large(held) }
    }

    /// Whether everybody had both seats equally often.
    fn is_even(&self) -> bool {
        self.met.iter().all(|(_, _, [first, second])| first.games == second.games)
    }

    fn fit_small(&self) -> Option<Fitted> {
        let found = |has_seat| {
            let model = Parameters { strengths: self.members, has_seat };
            Some((model, model.maximum(self.met)?))
        };
        // What the seat is worth is unknown where it has no end, or strengths explain as much.
        let seated = if self.is_even() { None } else { found(true) };
        let (model, Maximum { point, inverse }) = seated.or_else(|| found(false))?;
        let expected = self.met.iter().map(|pair| model.expected(pair, &point)).collect();
        let parameters = (model.size() - 1) as u64;
        if !model.has_seat {
            let errors = model.errors(self, &point, &mut |score| score.to_vec()).errors(&inverse);
            return Some(Fitted { point, errors: GroupErrors::Between(errors), expected, parameters });
        }
        let both = model.both_seats(self.met, &point);
        let told = Parameters { has_seat: false, ..model }.maximum(&both)?;
        let mut told_by = |score: &[f64]| model.turned(self.met, &point, &inverse.apply(score));
        let errors = model.errors(self, &point, &mut told_by).errors(&told.inverse);
        Some(Fitted { point: told.point, errors: GroupErrors::Between(errors), expected, parameters })
    }
}

impl Parameters {
    fn size(self) -> usize {
        self.strengths + usize::from(self.has_seat)
    }

    /// What the first seat is worth at a point.
    fn seat(self, point: &[f64]) -> f64 {
        if self.has_seat { point[self.strengths] } else { 0.0 }
    }

    fn maximum(self, met: &[PairPoints]) -> Option<Maximum> {
        maximise(self.size(), self.strengths, |point| self.slope(met, point))
    }

    /// By which parameters, and how, the lead of the lower number moves where it sits first, or second.
    fn lead(self, low: usize, high: usize, sitting: usize) -> impl Iterator<Item = (usize, f64)> + Clone {
        let seat = self.has_seat.then_some((self.strengths, 1.0 - 2.0 * sitting as f64));
        [(low, 1.0), (high, -1.0)].into_iter().chain(seat)
    }

    /// The gradient and the information of all games.
    fn slope(self, met: &[PairPoints], point: &[f64]) -> Slope {
        let mut slope = Slope::flat(self.size());
        for &(low, high, sittings) in met {
            for (sitting, SeatPoints { games, points }) in sittings.into_iter().enumerate() {
                let lead = self.lead(low, high, sitting);
                let share = share(lead.clone().map(|(at, by)| by * point[at]).sum());
                for (one, by) in lead.clone() {
                    slope.gradient[one] += by * (points - games * share);
                    for (other, its) in lead.clone() {
                        slope.information[(one, other)] += by * its * games * share * (1.0 - share);
                    }
                }
            }
        }
        slope
    }

    /// The share that the lower number of a pair was to expect of its games.
    fn expected(self, &(low, high, [first, second]): &PairPoints, point: &[f64]) -> f64 {
        let (lead, seat) = (point[low] - point[high], self.seat(point));
        let points = first.games * share(lead + seat) + second.games * share(lead - seat);
        points / (first.games + second.games)
    }

    /// The same over both seats alike; and by how much it moves with the difference in strength and with what the first
    /// seat is worth.
    fn over_both_seats(self, &(low, high, _): &PairPoints, point: &[f64]) -> (f64, f64, f64) {
        let (lead, seat) = (point[low] - point[high], self.seat(point));
        let (first, second) = (share(lead + seat), share(lead - seat));
        let [by_first, by_second] = [first, second].map(|share| share * (1.0 - share) / 2.0);
        (f64::midpoint(first, second), by_first + by_second, by_first - by_second)
    }

    /// What everybody was to expect, had all games been shared by both seats alike.
    fn both_seats(self, met: &[PairPoints], point: &[f64]) -> Vec<PairPoints> {
        let both = met.iter().map(|&pair| {
            let games = pair.2[0].games + pair.2[1].games;
            let points = games * self.over_both_seats(&pair, point).0;
            (pair.0, pair.1, [SeatPoints { games, points }, SeatPoints::default()])
        });
        both.collect()
    }

    /// By how much the points of everybody over both seats alike move with a change of the parameters.
    fn turned(self, met: &[PairPoints], point: &[f64], change: &[f64]) -> Vec<f64> {
        let mut moved = vec![0.0; self.strengths];
        for pair in met {
            let &(low, high, [first, second]) = pair;
            let (_, by_lead, by_seat) = self.over_both_seats(pair, point);
            let by = by_lead * (change[low] - change[high]) + by_seat * self.seat(change);
            moved[low] += (first.games + second.games) * by;
            moved[high] -= (first.games + second.games) * by;
        }
        moved
    }

    /// What openings say of the errors of the strengths; `told` is by how much an opening's gradient moves the points of
    /// everybody.
    fn errors(self, results: &GroupResults<'_>, point: &[f64], told: &mut dyn FnMut(&[f64]) -> Vec<f64>) -> Scatter {
        let mut scatter = Scatter::new(self.strengths);
        let mut of: Option<Schedule> = None;
        results.clusters.each(|bouts, made, times| {
            let known = of.take().filter(|known| known.bouts == *bouts);
            let known = known.unwrap_or_else(|| self.schedule(bouts, results, point));
            if 0.0 < known.met {
                let score = told(&known.score(made, results.index, self));
                scatter.add(&score, &known.games, (known.met, known.all), times);
            }
            of = Some(known);
        });
        scatter
    }

    /// The expectations for openings from which these games are played.
    fn schedule(self, bouts: &[Bout], results: &GroupResults<'_>, point: &[f64]) -> Schedule {
        let mut known = Schedule {
            bouts: bouts.to_vec(),
            expected: vec![0.0; self.size()],
            games: vec![0.0; self.strengths],
            met: 0.0,
            all: 0.0,
        };
        for &Bout { low, high, games } in bouts {
            let (low, high) = (low as usize, high as usize);
            let (i, j) = (results.index[low], results.index[high]);
            let count = games.map(f64::from);
            let (Some(i), Some(j)) = (i, j) else {
                // The entry outside this group won all games against the other, or lost them all.
                for (own, entry, other, first) in [(i, low, high, 0), (j, high, low, 1)] {
                    if let (Some(own), true) = (own, results.reach.has(entry, other)) {
                        known.expected[own] += count[0] + count[1];
                        if self.has_seat {
                            known.expected[self.strengths] += count[first];
                        }
                    }
                }
                continue;
            };
            known.met += 1.0;
            known.all += count[0] + count[1];
            for (first, second, count) in [(i, j, count[0]), (j, i, count[1])] {
                let share = share(point[first] - point[second] + self.seat(point));
                known.expected[first] += count * share;
                known.expected[second] += count * (1.0 - share);
                known.games[first] += count;
                known.games[second] += count;
                if self.has_seat {
                    known.expected[self.strengths] += count * share;
                }
            }
        }
        known
    }
}

/// Openings from which the same games are played.
struct Schedule {
    bouts: Vec<Bout>,
    /// By parameter: what members of the group are expected to make, from all games of theirs.
    expected: Vec<f64>,
    /// By member, the number of games within the group.
    games: Vec<f64>,
    /// Meetings within the group.
    met: f64,
    /// Their games.
    all: f64,
}

impl Schedule {
    /// The gradient of one of these openings: made minus expected points.
    fn score(&self, made: &[Made], index: &[Option<usize>], model: Parameters) -> Vec<f64> {
        let mut score: Vec<f64> = self.expected.iter().map(|expected| -expected).collect();
        for own in made {
            let Some(at) = index[own.entry as usize] else { continue };
            score[at] += f64::from(own.first + own.second) / 2.0;
            if model.has_seat {
                score[model.strengths] += f64::from(own.first) / 2.0;
            }
        }
        score
    }
}
