//! Maximum-likelihood ratings from games of more than two seats.
//!
//! The model of Plackett (*The analysis of permutations*, 1975) and Luce: of those still to be
//! ranked, each comes next with probability proportional to its strength. Entries that share a
//! rank come next one after the other with those below them still there (Breslow, 1974), and
//! the last rank is what is left.

use nalgebra::DVector;

use super::{
    ELO_PER_NAT, Rating, Z95,
    likelihood::{Slope, maximise},
};

/// Results of games of more than two seats.
#[derive(Clone, Debug)]
pub struct Ranking {
    entries: usize,
    /// Units, each of games that depend on each other; a game lists its entries with their ranks.
    units: Vec<Vec<Vec<(usize, u32)>>>,
}

impl Ranking {
    /// A field of `entries` that have not met yet.
    pub fn new(entries: usize) -> Ranking {
        Ranking { entries, units: Vec::new() }
    }

    /// Adds the games of one opening: in each, who took part and with which rank, the best rank
    /// being the lowest number.
    pub fn add(&mut self, games: Vec<Vec<(usize, u32)>>) {
        self.units.push(games);
    }

    /// The ratings, relative to their mean; `None` where some entries never came before, or never
    /// after, some others, so that no finite ratings fit best.
    pub fn rate(&self) -> Option<Vec<Rating>> {
        if !self.is_connected() {
            return None;
        }
        let (point, covariance) = maximise(self.entries, self.entries, |point| {
            let mut slope = Slope::flat(self.entries);
            for unit in &self.units {
                let mut score = DVector::zeros(self.entries);
                for game in unit {
                    add_game(&mut slope, &mut score, game, point);
                }
                slope.scatter.ger(1.0, &score, &score, 1.0);
                slope.gradient += score;
            }
            slope
        })?;
        let rating = |i: usize| Rating {
            elo: point[i] * ELO_PER_NAT,
            error: Z95 * ELO_PER_NAT * covariance[(i, i)].max(0.0).sqrt(),
        };
        Some((0..self.entries).map(rating).collect())
    }

    /// Whether everybody came before everybody else, at least by way of others.
    fn is_connected(&self) -> bool {
        let n = self.entries;
        let mut before = vec![vec![false; n]; n];
        for &(one, _) in self.units.iter().flatten().flatten() {
            before[one][one] = true;
        }
        for game in self.units.iter().flatten() {
            for &(one, rank) in game {
                for &(other, its) in game {
                    before[one][other] |= rank < its;
                }
            }
        }
        for via in 0..n {
            for from in 0..n {
                for to in 0..n {
                    before[from][to] |= before[from][via] && before[via][to];
                }
            }
        }
        before.iter().flatten().all(|&reached| reached)
    }
}

/// Adds what one game says: every rank but the last is a choice among those not yet ranked.
fn add_game(
    slope: &mut Slope,
    score: &mut DVector<f64>,
    game: &[(usize, u32)],
    point: &DVector<f64>,
) {
    let last = game.iter().map(|&(_, rank)| rank).max().unwrap_or(0);
    for &(chosen, rank) in game.iter().filter(|&&(_, rank)| rank < last) {
        let left = || game.iter().filter(|&&(_, its)| rank <= its).map(|&(entry, _)| entry);
        let total: f64 = left().map(|entry| libm::exp(point[entry])).sum();
        let share = |entry: usize| libm::exp(point[entry]) / total;
        score[chosen] += 1.0;
        for one in left() {
            score[one] -= share(one);
            slope.information[(one, one)] += share(one);
            for other in left() {
                slope.information[(one, other)] -= share(one) * share(other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;

    use super::Ranking;
    use crate::rating::ELO_PER_NAT;

    #[test]
    fn two_seats_are_bradley_and_terry() {
        let mut ranking = Ranking::new(2);
        for game in 0..100 {
            let first_won = game < 75;
            ranking.add(vec![vec![(0, u32::from(!first_won)), (1, u32::from(first_won))]]);
        }
        let ratings = ranking.rate().unwrap();
        // Three to one: ln 3 in natural log-odds.
        let difference = (ratings[0].elo - ratings[1].elo) / ELO_PER_NAT;
        assert_relative_eq!(difference, 3f64.ln(), epsilon = 1e-9);
    }

    #[test]
    fn winners_of_three_are_rated_by_how_often_they_win() {
        // Who wins is a choice among three with strengths 5 : 3 : 2; the others share a rank.
        let mut ranking = Ranking::new(3);
        for (winner, times) in [(0, 50), (1, 30), (2, 20)] {
            for _ in 0..times {
                ranking.add(vec![(0..3).map(|e| (e, u32::from(e != winner))).collect()]);
            }
        }
        let ratings = ranking.rate().unwrap();
        let difference = |i: usize, j: usize| (ratings[i].elo - ratings[j].elo) / ELO_PER_NAT;
        assert_relative_eq!(difference(0, 1), (5f64 / 3.0).ln(), epsilon = 1e-9);
        assert_relative_eq!(difference(1, 2), (3f64 / 2.0).ln(), epsilon = 1e-9);
    }

    #[test]
    fn who_never_loses_has_no_finite_rating() {
        let mut ranking = Ranking::new(3);
        ranking.add(vec![vec![(0, 0), (1, 1), (2, 2)]]);
        ranking.add(vec![vec![(0, 0), (2, 1), (1, 2)]]);
        assert_eq!(ranking.rate(), None);
    }
}
