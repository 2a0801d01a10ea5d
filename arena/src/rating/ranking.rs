//! Maximum-likelihood ratings from games of more than two seats.
//!
//! The model of Plackett (*The analysis of permutations*, 1975) and Luce: of those still to be
//! ranked, each comes next with probability proportional to its strength. Entries that share a
//! rank come next one after the other with those below them still there (Breslow, 1974), and
//! the last rank is what is left. A game in which all share one rank is a draw: half a win and half
//! a loss where two play, and the like where more do.

use nalgebra::DVector;

use super::{
    group::{Bound, Group, RatingTable, Units, closure, components, least, most},
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

    /// The ratings. `anchor` is the entry whose rating is to be the given number in its group.
    pub fn rate(&self, anchor: Option<(usize, f64)>) -> RatingTable {
        let reach = closure(self.scored());
        let groups: Vec<Group> = components(&reach)
            .into_iter()
            .map(|entries| self.rate_group(entries, anchor))
            .collect();
        let bounds = (0..groups.len()).map(|at| self.bound(at, &groups, &reach)).collect();
        let beat = |one: &Group| {
            groups.iter().map(|other| reach[one.entries[0]][other.entries[0]]).collect()
        };
        let beat = groups.iter().map(beat).collect();
        RatingTable { groups, bounds, beat, first_seat: None }
    }

    /// Rates those of a group by how they did among each other: what is left of such a ranking
    /// when others are taken out is a ranking by the same strengths.
    fn rate_group(&self, entries: Vec<usize>, anchor: Option<(usize, f64)>) -> Group {
        let n = entries.len();
        let mut index = vec![None; self.entries];
        for (at, &entry) in entries.iter().enumerate() {
            index[entry] = Some(at);
        }
        let found = if n < 2 {
            None
        } else {
            maximise(n, n, |point| {
                let mut slope = Slope::flat(n);
                for unit in &self.units {
                    let (mut score, mut games) = (DVector::zeros(n), 0.0);
                    for game in unit {
                        if add_game(&mut slope, &mut score, game, &index, point) {
                            games += 1.0;
                        }
                    }
                    if games != 0.0 {
                        slope.add_unit(&score, games, 1.0);
                    }
                }
                slope
            })
        };
        match found {
            Some((point, covariance)) => Group::rated(entries, &point, &covariance, anchor),
            None => Group::unrated(entries, anchor),
        }
    }

    /// What is known of the only member of a group that never came after, or never before, the
    /// members of the largest rated group that it met.
    fn bound(&self, at: usize, groups: &[Group], reach: &[Vec<bool>]) -> Option<Bound> {
        let &[entry] = groups[at].entries.as_slice() else { return None };
        if groups[at].is_rated() {
            return None;
        }
        let mut found: Option<(usize, Vec<Units>)> = None;
        for (index, group) in groups.iter().enumerate().filter(|(_, group)| group.is_rated()) {
            let of = |&(other, _): &(usize, u32)| {
                let at = group.entries.iter().position(|&member| member == other)?;
                Some(group.ratings[at].elo)
            };
            let met = |unit: &&Vec<Vec<(usize, u32)>>| {
                unit.first().is_some_and(|game| game.iter().any(|&(one, _)| one == entry))
            };
            let units = self.units.iter().filter(met);
            let units = units.map(|unit| unit[0].iter().filter_map(of).collect::<Vec<f64>>());
            let units: Vec<Units> =
                units.filter(|unit| !unit.is_empty()).map(|unit| (unit, 1)).collect();
            let is_larger = found.as_ref().is_none_or(|(_, before)| before.len() < units.len());
            if !units.is_empty() && is_larger {
                found = Some((index, units));
            }
        }
        let (group, units) = found?;
        let other = groups[group].entries[0];
        let (is_least, is_most) = (reach[entry][other], reach[other][entry]);
        // Who only ever shared the last rank with them is neither.
        if is_least == is_most {
            return None;
        }
        Some(Bound { group, is_least, elo: if is_least { least(&units) } else { most(&units) } })
    }

    /// Who came before whom, or shared a rank that somebody came after or that was everybody's.
    fn scored(&self) -> Vec<Vec<bool>> {
        let n = self.entries;
        let mut before: Vec<Vec<bool>> = (0..n).map(|i| (0..n).map(|j| i == j).collect()).collect();
        for game in self.units.iter().flatten() {
            let (is_drawn, last) = (is_drawn(game), last(game));
            for &(one, rank) in game {
                for &(other, its) in game {
                    before[one][other] |= rank < its || rank == its && (is_drawn || rank < last);
                }
            }
        }
        before
    }
}

fn last(game: &[(usize, u32)]) -> u32 {
    game.iter().map(|&(_, rank)| rank).max().unwrap_or(0)
}

fn is_drawn(game: &[(usize, u32)]) -> bool {
    game.iter().all(|&(_, rank)| rank == game[0].1)
}

/// Adds what one game says of those who have an index: every rank but the last is a choice among
/// those not yet ranked. Where all share one rank everybody is chosen as often as the others.
/// Whether two of them took part.
fn add_game(
    slope: &mut Slope,
    score: &mut DVector<f64>,
    game: &[(usize, u32)],
    index: &[Option<usize>],
    point: &DVector<f64>,
) -> bool {
    let members: Vec<(usize, u32)> =
        game.iter().filter_map(|&(entry, rank)| Some((index[entry]?, rank))).collect();
    if members.len() < 2 {
        return false;
    }
    let (is_drawn, last) = (is_drawn(game), last(game));
    let weight = if is_drawn { 1.0 - 1.0 / members.len() as f64 } else { 1.0 };
    for &(chosen, rank) in members.iter().filter(|&&(_, rank)| is_drawn || rank < last) {
        let left = || members.iter().filter(|&&(_, its)| rank <= its).map(|&(entry, _)| entry);
        let total: f64 = left().map(|entry| libm::exp(point[entry])).sum();
        let share = |entry: usize| libm::exp(point[entry]) / total;
        score[chosen] += weight;
        for one in left() {
            score[one] -= weight * share(one);
            slope.information[(one, one)] += weight * share(one);
            for other in left() {
                slope.information[(one, other)] -= weight * share(one) * share(other);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;

    use super::Ranking;
    use crate::rating::scale::ELO_PER_NAT;

    #[test]
    fn two_seats_are_bradley_and_terry() {
        let mut ranking = Ranking::new(2);
        for game in 0..100 {
            let first_won = game < 75;
            ranking.add(vec![vec![(0, u32::from(!first_won)), (1, u32::from(first_won))]]);
        }
        let ratings = &ranking.rate(None).groups[0].ratings;
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
        let ratings = &ranking.rate(None).groups[0].ratings;
        let difference = |i: usize, j: usize| (ratings[i].elo - ratings[j].elo) / ELO_PER_NAT;
        assert_relative_eq!(difference(0, 1), (5f64 / 3.0).ln(), epsilon = 1e-9);
        assert_relative_eq!(difference(1, 2), (3f64 / 2.0).ln(), epsilon = 1e-9);
    }

    #[test]
    fn who_never_loses_has_no_finite_rating_but_a_bound() {
        let mut ranking = Ranking::new(3);
        ranking.add(vec![vec![(0, 0), (1, 1), (2, 2)]]);
        ranking.add(vec![vec![(0, 0), (2, 1), (1, 2)]]);
        let table = ranking.rate(None);
        let groups: Vec<&[usize]> = table.groups.iter().map(|g| g.entries.as_slice()).collect();
        assert_eq!(groups, [&[0][..], &[1, 2]]);
        assert!(!table.groups[0].is_rated() && table.groups[1].is_rated());
        // Twice first of three, the others equal: a chance of 1 in 20 where each is √0.05.
        let bound = table.bounds[0].unwrap();
        assert!(bound.is_least && bound.group == 1);
        let chance = 1.0 / (1.0 + 2.0 * 10f64.powf(-bound.elo / 400.0));
        assert_relative_eq!(chance, 0.05f64.sqrt(), epsilon = 1e-6);
        assert!(table.beat[0][1] && !table.beat[1][0]);
    }

    #[test]
    fn games_that_nobody_wins_say_that_all_are_equal() {
        let mut ranking = Ranking::new(4);
        for _ in 0..10 {
            ranking.add(vec![vec![(0, 0), (1, 0), (2, 0)]]);
        }
        let table = ranking.rate(None);
        let group = &table.groups[0];
        assert_eq!(group.entries, [0, 1, 2]);
        for rating in &group.ratings {
            assert_relative_eq!(rating.elo, 0.0, epsilon = 1e-9);
            assert!(50.0 < rating.error && rating.error.is_finite(), "{rating:?}");
        }
        assert!(!table.beat[0][1] && !table.beat[1][0], "3 met nobody");
        // Two seats: half a win and half a loss each.
        let mut ranking = Ranking::new(2);
        for game in 0..8 {
            ranking.add(vec![vec![(0, 0), (1, u32::from(game < 4))]]);
        }
        let ratings = &ranking.rate(None).groups[0].ratings;
        let difference = (ratings[0].elo - ratings[1].elo) / ELO_PER_NAT;
        assert_relative_eq!(difference, 3f64.ln(), epsilon = 1e-9);
    }

    #[test]
    fn one_unit_has_an_error() {
        let mut ranking = Ranking::new(2);
        ranking.add(vec![vec![(0, 0), (1, 1)], vec![(1, 0), (0, 1)]]);
        let group = &ranking.rate(None).groups[0];
        assert!(200.0 < group.ratings[0].error, "{group:?}");
        assert_relative_eq!(group.superiority[0][1], 0.5, epsilon = 1e-9);
    }
}
