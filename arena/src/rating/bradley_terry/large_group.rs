//! The same fit for groups so large that nothing may take the square of their size: sparse where the small ones are
//! dense. What is fitted, and what errors are made of, is the same.

use super::{Fitted, GroupResults, PairPoints, Parameters, SeatPoints, share};
use crate::rating::{
    cluster::{Bout, Made},
    group::GroupErrors,
    likelihood::{FLAT, Spread, effective},
    sparse::{LANES, Lanes, NEAR, SparseMatrix, add},
};

/// How near a step of Newton's method is worked out.
const STEP: f64 = 1e-16;

/// A maximum, and the information there.
struct SparseMaximum {
    point: Vec<f64>,
    information: SparseMatrix,
}

impl GroupResults<'_> {
    /// As [`GroupResults::fit`]; errors are relative to the member `held`, if there is one.
    pub(super) fn fit_large(&self, held: Option<usize>) -> Option<Fitted> {
        let found = |has_seat| {
            let model = Parameters { strengths: self.members, has_seat };
            Some((model, model.sparse_maximum(self.met)?))
        };
        let seated = if self.is_even() { None } else { found(true) };
        let (model, SparseMaximum { point, information }) = seated.or_else(|| found(false))?;
        let expected = self.met.iter().map(|pair| model.expected(pair, &point)).collect();
        let parameters = (model.size() - 1) as u64;
        let openings = model.openings(self, &point);
        let errors = Sandwich { model, met: self.met, point: &point, information: &information, told: None, held };
        if !model.has_seat {
            let errors = errors.spreads(&openings)?;
            return Some(Fitted { point, errors, expected, parameters });
        }
        let both = model.both_seats(self.met, &point);
        let told = Parameters { has_seat: false, ..model }.sparse_maximum(&both)?;
        let errors = Sandwich { told: Some(&told.information), ..errors }.spreads(&openings)?;
        Some(Fitted { point: told.point, errors, expected, parameters })
    }
}

impl Parameters {
    /// The likeliest point, by the steps of [`maximise`](crate::rating::likelihood::maximise).
    fn sparse_maximum(self, met: &[PairPoints]) -> Option<SparseMaximum> {
        let mut point = vec![0.0; self.size()];
        for _ in 0..200 {
            let (gradient, information) = self.sparse_slope(met, &point);
            let step = information.solve_one(&gradient, STEP)?;
            let longest = step.iter().fold(0.0, |longest: f64, by| longest.max(by.abs()));
            let share = 1.0 / longest.max(1.0);
            point.iter_mut().zip(&step).for_each(|(at, by)| *at += share * by);
            if longest < 1e-10 {
                let information = self.sparse_slope(met, &point).1;
                let is_flat = information.exceeds(FLAT)?;
                return (!is_flat).then_some(SparseMaximum { point, information });
            }
        }
        None
    }

    /// The gradient and the information of all games.
    fn sparse_slope(self, met: &[PairPoints], point: &[f64]) -> (Vec<f64>, SparseMatrix) {
        let (mut gradient, mut diagonal) = (vec![0.0; self.size()], vec![0.0; self.size()]);
        let (mut cross, mut above) = (vec![0.0; self.strengths], Vec::with_capacity(met.len()));
        for &(low, high, sittings) in met {
            let mut both = 0.0;
            for (sitting, SeatPoints { games, points }) in sittings.into_iter().enumerate() {
                let lead = self.lead(low, high, sitting);
                let share = share(lead.clone().map(|(at, by)| by * point[at]).sum());
                let known = games * share * (1.0 - share);
                for (at, by) in lead {
                    gradient[at] += by * (points - games * share);
                    diagonal[at] += known;
                    if at == self.strengths {
                        cross[low] += by * known;
                        cross[high] -= by * known;
                    }
                }
                both += known;
            }
            above.push((low as u32, high as u32, -both));
        }
        if self.has_seat {
            above.extend(cross.iter().zip(0..).map(|(&value, at)| (at, self.strengths as u32, value)));
        }
        (gradient, SparseMatrix::new(self.strengths, diagonal, &above))
    }

    /// The gradient of every kind of openings.
    fn openings(self, results: &GroupResults<'_>, point: &[f64]) -> Openings {
        let mut all = Openings::new(self.strengths);
        results.clusters.each(|bouts, made, times| all.add(self, results, point, (bouts, made), times));
        all
    }
}

/// What is known of openings, as in `Scatter`; the gradients are lists of what is not zero.
struct Openings {
    /// Where the gradient of each begins, and, behind the last, ends.
    start: Vec<usize>,
    /// The parameter, and the gradient times the root of the number of openings of the kind.
    cells: Vec<(u32, f64)>,
    games: Vec<(f64, f64)>,
    all: f64,
    meetings: f64,
}

impl Openings {
    fn new(strengths: usize) -> Openings {
        Openings { start: vec![0], cells: Vec::new(), games: vec![(0.0, 0.0); strengths], all: 0.0, meetings: 0.0 }
    }

    fn kinds(&self) -> usize {
        self.start.len() - 1
    }

    fn gradient(&self, kind: usize) -> &[(u32, f64)] {
        &self.cells[self.start[kind]..self.start[kind + 1]]
    }

    /// Adds so many openings with these games, in which everybody made this.
    fn add(
        &mut self,
        model: Parameters,
        results: &GroupResults<'_>,
        point: &[f64],
        (bouts, made): (&[Bout], &[Made]),
        times: u64,
    ) {
        let GroupResults { index, reach, .. } = results;
        let place = |entry: u32| made.binary_search_by_key(&entry, |own| own.entry).expect("who played made something");
        let (mut expected, mut games) = (vec![0.0; made.len()], vec![0.0; made.len()]);
        let (mut by_seat, mut met, mut all) = (0.0, 0.0, 0.0);
        for &Bout { low, high, games: count } in bouts {
            let (i, j) = (index[low as usize], index[high as usize]);
            let (at_low, at_high) = (place(low), place(high));
            let count = count.map(f64::from);
            let (Some(i), Some(j)) = (i, j) else {
                // The entry outside this group won all games against the other, or lost them all.
                for (own, at, entry, other, first) in [(i, at_low, low, high, 0), (j, at_high, high, low, 1)] {
                    if own.is_some() && reach.has(entry as usize, other as usize) {
                        expected[at] += count[0] + count[1];
                        by_seat += count[first];
                    }
                }
                continue;
            };
            met += 1.0;
            all += count[0] + count[1];
            for (first, second, at_first, at_second, count) in
                [(i, j, at_low, at_high, count[0]), (j, i, at_high, at_low, count[1])]
            {
                let share = share(point[first] - point[second] + model.seat(point));
                expected[at_first] += count * share;
                expected[at_second] += count * (1.0 - share);
                games[at_first] += count;
                games[at_second] += count;
                by_seat += count * share;
            }
        }
        if met == 0.0 {
            return;
        }
        let (times, root) = (times as f64, (times as f64).sqrt());
        let mut seat = -by_seat;
        for ((own, expected), count) in made.iter().zip(expected).zip(games) {
            let Some(at) = index[own.entry as usize] else { continue };
            self.cells.push((at as u32, root * (f64::from(own.first + own.second) / 2.0 - expected)));
            seat += f64::from(own.first) / 2.0;
            self.games[at].0 += times * count;
            self.games[at].1 += times * count * count;
        }
        if model.has_seat {
            self.cells.push((model.strengths as u32, root * seat));
        }
        self.start.push(self.cells.len());
        self.all += times * all;
        self.meetings += times * met;
    }
}

/// What the errors of strengths are made of.
#[derive(Clone, Copy)]
struct Sandwich<'a> {
    model: Parameters,
    met: &'a [PairPoints],
    point: &'a [f64],
    information: &'a SparseMatrix,
    /// That of the strengths that are told, where the first seat has a parameter.
    told: Option<&'a SparseMatrix>,
    /// The strength from which all others are told.
    held: Option<usize>,
}

impl Sandwich<'_> {
    fn spreads(&self, openings: &Openings) -> Option<GroupErrors> {
        let members = self.model.strengths;
        let told = self.told.unwrap_or(self.information);
        let by_games: Vec<f64> = openings.games.iter().map(effective).collect();
        let clusters = |at: usize| self.held.map_or(by_games[at], |held| by_games[at].min(by_games[held]));
        let scale = openings.all / openings.meetings.max(1.0);
        let (sandwich, model) = if openings.kinds() <= members {
            let sandwich = self.by_openings(openings)?;
            // No variance is above `FLAT`, that of a difference above four times as much: most errors need not know which.
            let most = 4.0 * FLAT * scale;
            let open: Vec<usize> = (0..members).filter(|&at| Spread::needs(clusters(at), most, sandwich[at])).collect();
            let mut model = vec![0.0; members];
            for (&at, variance) in open.iter().zip(told.variances(&open, self.held)?) {
                model[at] = variance;
            }
            (sandwich, model)
        } else {
            self.by_members(openings)?
        };
        let spread = |at: usize| Spread::of(clusters(at), scale * model[at], sandwich[at]);
        Some(GroupErrors::Each((0..members).map(spread).collect()))
    }

    /// The variances that the scatter of openings gives, where these are few: what each of them moves.
    fn by_openings(&self, openings: &Openings) -> Option<Vec<f64>> {
        let mut variances = vec![0.0; self.model.strengths];
        let all: Vec<usize> = (0..openings.kinds()).collect();
        for kinds in all.chunks(LANES) {
            let mut moved = vec![[0.0; LANES]; self.information.size()];
            for (lane, &kind) in kinds.iter().enumerate() {
                openings.gradient(kind).iter().for_each(|&(at, value)| moved[at as usize][lane] += value);
            }
            self.information.solve(&mut moved, STEP)?;
            if let Some(told) = self.told {
                moved = self.turned(&moved);
                told.solve(&mut moved, STEP)?;
            }
            let held = self.held.map_or([0.0; LANES], |held| moved[held]);
            for (variance, own) in variances.iter_mut().zip(&moved) {
                (0..LANES).for_each(|lane| *variance += (own[lane] - held[lane]) * (own[lane] - held[lane]));
            }
        }
        Some(variances)
    }

    /// The same where there are more openings than members: by what each strength is moved. And the variances that the
    /// model gives.
    fn by_members(&self, openings: &Openings) -> Option<(Vec<f64>, Vec<f64>)> {
        let told = self.told.unwrap_or(self.information);
        let (mut variances, mut models) = (Vec::new(), Vec::new());
        let all: Vec<usize> = (0..self.model.strengths).collect();
        for members in all.chunks(LANES) {
            let mut by = told.units(members, self.held);
            told.solve(&mut by, NEAR)?;
            let own = members.iter().enumerate().map(|(lane, &at)| {
                let from = self.held.map_or(0.0, |held| by[held][lane]);
                (by[at][lane] - from).max(0.0)
            });
            models.extend(own);
            if self.told.is_some() {
                by = self.turned_back(&by);
                self.information.solve(&mut by, NEAR)?;
            }
            let mut sums = [0.0; LANES];
            for kind in 0..openings.kinds() {
                let mut moved = [0.0; LANES];
                for &(at, value) in openings.gradient(kind) {
                    add(&mut moved, &[value; LANES], &by[at as usize]);
                }
                add(&mut sums, &moved, &moved);
            }
            variances.extend_from_slice(&sums[..members.len()]);
        }
        Some((variances, models))
    }

    /// As [`Parameters::turned`].
    fn turned<const N: usize>(&self, change: &[Lanes<N>]) -> Vec<Lanes<N>> {
        let mut moved = vec![[0.0; N]; self.model.strengths];
        for pair in self.met {
            let &(low, high, [first, second]) = pair;
            let (_, by_lead, by_seat) = self.model.over_both_seats(pair, self.point);
            let games = first.games + second.games;
            for lane in 0..N {
                let seat = change[self.model.strengths][lane];
                let by = games * (by_lead * (change[low][lane] - change[high][lane]) + by_seat * seat);
                moved[low][lane] += by;
                moved[high][lane] -= by;
            }
        }
        moved
    }

    /// The product with the transpose of what [`turned`](Sandwich::turned) is the product with.
    fn turned_back<const N: usize>(&self, moved: &[Lanes<N>]) -> Vec<Lanes<N>> {
        let mut change = vec![[0.0; N]; self.model.size()];
        for pair in self.met {
            let &(low, high, [first, second]) = pair;
            let (_, by_lead, by_seat) = self.model.over_both_seats(pair, self.point);
            let games = first.games + second.games;
            for lane in 0..N {
                let apart = games * (moved[low][lane] - moved[high][lane]);
                change[low][lane] += by_lead * apart;
                change[high][lane] -= by_lead * apart;
                change[self.model.strengths][lane] += by_seat * apart;
            }
        }
        change
    }
}
