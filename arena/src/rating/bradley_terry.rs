//! The model behind the ratings of two seats: its expectations, and the derivatives of the
//! likelihood.
//!
//! The model is that of Bradley & Terry (1952) with Davidson's draws (*On extending the
//! Bradley–Terry model to accommodate ties*, 1970) and an advantage of the first seat (Davidson &
//! Beaver, 1977): with strengths a and b, advantage h and drawishness d, in natural log-odds, first
//! wins : draw : second wins = e^(a+h) : e^(d+(a+b+h)/2) : e^b, all divided by their sum.

use super::{
    cluster::{Bout, Clusters, Made},
    group::ScoredAgainst,
    likelihood::{Errors, Scatter, Slope},
    matrix::Matrix,
};

/// Two members of a group, and the games between them: by whether the lower number sat first or
/// second, and by its outcome.
pub(super) type PairOutcomes = (usize, usize, [[f64; 3]; 2]);

/// Games lost, drawn and won by the first seat.
pub(super) fn seat_outcomes(met: &[PairOutcomes]) -> [f64; 3] {
    let mut outcomes = [0.0; 3];
    for (_, _, [first, second]) in met {
        for o in 0..3 {
            outcomes[o] += first[o] + second[2 - o];
        }
    }
    outcomes
}

/// Which parameters there are besides the strengths, and how many in all.
pub(super) struct Parameters {
    pub(super) advantage: Option<usize>,
    pub(super) drawish: Option<usize>,
    pub(super) size: usize,
}

/// One game as the model has it: the chance of a draw, and the expected share of the first seat.
#[derive(Clone, Copy)]
struct Expected {
    drawn: f64,
    share: f64,
}

impl Parameters {
    fn expected(&self, point: &[f64], first: usize, second: usize) -> Expected {
        let lead = point[first] - point[second] + self.advantage.map_or(0.0, |at| point[at]);
        let won = libm::exp(lead / 2.0);
        let drawn = self.drawish.map_or(0.0, |at| libm::exp(point[at]));
        let total = won + drawn + 1.0 / won;
        Expected { drawn: drawn / total, share: (won + drawn / 2.0) / total }
    }

    /// The gradient and the information of all games. Those of a pair touch four parameters.
    pub(super) fn slope(&self, met: &[PairOutcomes], point: &[f64]) -> Slope {
        let mut slope = Slope::flat(self.size);
        for &(low, high, sittings) in met {
            for (sitting, outcomes) in sittings.into_iter().enumerate() {
                let games: f64 = outcomes.iter().sum();
                if games == 0.0 {
                    continue;
                }
                let (first, second) = if sitting == 0 { (low, high) } else { (high, low) };
                let won = if sitting == 0 { outcomes[2] } else { outcomes[0] };
                let Expected { drawn, share } = self.expected(point, first, second);
                let made = won + outcomes[1] / 2.0 - games * share;
                let own = games * (share - drawn / 4.0 - share * share);
                // By how much each parameter moves the lead of the first seat.
                let lead = [(Some(first), 1.0), (Some(second), -1.0), (self.advantage, 1.0)];
                for (one, by) in lead {
                    let Some(one) = one else { continue };
                    slope.gradient[one] += by * made;
                    for (other, its) in lead {
                        if let Some(other) = other {
                            slope.information[(one, other)] += by * its * own;
                        }
                    }
                    if let Some(at) = self.drawish {
                        let both = by * games * drawn * (0.5 - share);
                        slope.information[(one, at)] += both;
                        slope.information[(at, one)] += both;
                    }
                }
                if let Some(at) = self.drawish {
                    slope.gradient[at] += outcomes[1] - games * drawn;
                    slope.information[(at, at)] += games * drawn * (1.0 - drawn);
                }
            }
        }
        slope
    }

    /// The errors of the group whose members have an index, by whole openings.
    pub(super) fn errors(
        &self,
        clusters: &Clusters,
        index: &[Option<usize>],
        point: &[f64],
        reach: &ScoredAgainst,
        inverse: &Matrix,
    ) -> Errors {
        let mut scatter = Scatter::new(self.size);
        let mut of: Option<Schedule> = None;
        let mut score = Vec::new();
        clusters.each(|bouts, made, times| {
            let known = of.take().filter(|known| known.bouts == *bouts);
            let known = known.unwrap_or_else(|| self.schedule(bouts, index, point, reach));
            if 0.0 < known.met {
                known.score(made, index, self, &mut score);
                scatter.add(&score, &known.games, (known.met, known.all), times);
            }
            of = Some(known);
        });
        scatter.errors(inverse)
    }

    /// The expectations for openings from which these games are played.
    fn schedule(
        &self,
        bouts: &[Bout],
        index: &[Option<usize>],
        point: &[f64],
        reach: &ScoredAgainst,
    ) -> Schedule {
        let mut known = Schedule {
            bouts: bouts.to_vec(),
            expected: vec![0.0; self.size],
            games: vec![0.0; self.size],
            met: 0.0,
            all: 0.0,
        };
        for &Bout { low, high, games } in bouts {
            let (low, high) = (low as usize, high as usize);
            let (i, j) = (index[low], index[high]);
            let count = games.map(f64::from);
            let (Some(i), Some(j)) = (i, j) else {
                // The entry outside this group won all games against the other, or lost them all.
                for (own, entry, other, first) in [(i, low, high, 0), (j, high, low, 1)] {
                    if let (Some(own), true) = (own, reach.has(entry, other)) {
                        known.expected[own] += count[0] + count[1];
                        if let Some(at) = self.advantage {
                            known.expected[at] += count[first];
                        }
                    }
                }
                continue;
            };
            known.met += 1.0;
            known.all += count[0] + count[1];
            for (first, second, count) in [(i, j, count[0]), (j, i, count[1])] {
                let Expected { drawn, share } = self.expected(point, first, second);
                known.expected[first] += count * share;
                known.expected[second] += count * (1.0 - share);
                known.games[first] += count;
                known.games[second] += count;
                for (at, value) in [(self.advantage, share), (self.drawish, drawn)] {
                    if let Some(at) = at {
                        known.expected[at] += count * value;
                        known.games[at] += count;
                    }
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
    /// The number of games within the group that concern it.
    games: Vec<f64>,
    /// Meetings within the group.
    met: f64,
    /// Their games.
    all: f64,
}

impl Schedule {
    /// The gradient of the likelihood for one of these openings: observed minus expected scores. If
    /// draws are no parameter they count as half wins.
    fn score(
        &self,
        made: &[Made],
        index: &[Option<usize>],
        model: &Parameters,
        score: &mut Vec<f64>,
    ) {
        score.clear();
        score.extend(self.expected.iter().map(|expected| -expected));
        for own in made {
            let Some(at) = index[own.entry as usize] else { continue };
            score[at] += f64::from(own.first + own.second) / 2.0;
            if let Some(at) = model.advantage {
                score[at] += f64::from(own.first) / 2.0;
            }
            if let Some(at) = model.drawish {
                // Each of the two counts the game.
                score[at] += f64::from(own.drawn) / 2.0;
            }
        }
    }
}
