//! Maximum-likelihood ratings from games of more than two seats.
//!
//! The model of Plackett (*The analysis of permutations*, 1975) and Luce: of the entries still to
//! be ranked, each comes next with probability proportional to its strength. Entries that share a
//! rank come next in turn, with those below them still present (Breslow, 1974), and the last rank
//! is the rest. A game in which all share one rank is a draw: half a win and half a loss for two
//! seats, and correspondingly for more.

use std::collections::BTreeMap;

use super::{
    cluster::{numbers, short},
    group::{Group, GroupErrors, RatingBound, RatingTable, Units, least, most},
    likelihood::{Maximum, Scatter, Slope, maximise},
    matrix::Matrix,
    reach::{Reach, ScoredAgainst},
};

/// The participants of a game with their ranks, by number.
type RankedGame = Box<[(u32, u32)]>;

/// Results of games of more than two seats.
///
/// Games and openings that are alike are counted, so the memory is a byte or two a game where few
/// meet, and about five where many do.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    entries: usize,
    /// Every kind of game, with its number.
    games: BTreeMap<RankedGame, u32>,
    /// The number of games, by that number.
    counts: Vec<u64>,
    /// From how many openings the same entries met.
    meetings: BTreeMap<Box<[u32]>, u64>,
    /// By a key of the caller's, openings of which games may follow: their games, and how many
    /// meetings these are.
    open: BTreeMap<(usize, u64), (Vec<u32>, u32)>,
    /// The number of openings by their meetings and their games, ascending, in a short form.
    clusters: BTreeMap<(u32, Box<[u8]>), u64>,
}

impl Ranking {
    /// A field of `entries` that have not met yet.
    pub(crate) fn new(entries: usize) -> Ranking {
        Ranking {
            entries,
            games: BTreeMap::new(),
            counts: Vec::new(),
            meetings: BTreeMap::new(),
            open: BTreeMap::new(),
            clusters: BTreeMap::new(),
        }
    }

    /// Another entry, which has the next number.
    pub(crate) fn join(&mut self) {
        self.entries += 1;
    }

    /// Adds the games that the same entries played from one opening: in each, the participants with
    /// their ranks, of which the lowest number is best. Openings are distinguished by the caller's
    /// key.
    pub(crate) fn add(&mut self, opening: (usize, u64), games: &[Vec<(usize, u32)>]) {
        let Some(first) = games.first() else { return };
        let mut members: Vec<u32> = first.iter().map(|&(entry, _)| entry as u32).collect();
        members.sort_unstable();
        *self.meetings.entry(members.into()).or_default() += 1;
        let (open, meetings) = self.open.entry(opening).or_default();
        *meetings += 1;
        for game in games {
            let mut key: Vec<(u32, u32)> = game.iter().map(|&(entry, rank)| (entry as u32, rank)).collect();
            key.sort_unstable();
            let next = self.counts.len() as u32;
            let number = *self.games.entry(key.into()).or_insert(next);
            if number == next {
                self.counts.push(0);
            }
            self.counts[number as usize] += 1;
            open.push(number);
        }
    }

    /// No more games of an opening will follow, and memory can be saved. Its key may be used again
    /// for another one.
    pub(crate) fn close(&mut self, opening: (usize, u64)) {
        if let Some((games, meetings)) = self.open.remove(&opening) {
            *self.clusters.entry((meetings, alike(games))).or_default() += 1;
        }
    }

    /// No more games of any opening will follow.
    pub(crate) fn finish(&mut self) {
        while let Some((&opening, _)) = self.open.first_key_value() {
            self.close(opening);
        }
    }

    /// The ratings. `anchor` fixes the rating of one entry in its group.
    pub(crate) fn rate(&self, anchor: Option<(usize, f64)>) -> RatingTable {
        let reach = self.scored().closure();
        let mut kinds: Vec<(&[(u32, u32)], u64)> = vec![(&[], 0); self.counts.len()];
        for (game, &number) in &self.games {
            kinds[number as usize] = (game, self.counts[number as usize]);
        }
        let groups: Vec<Group> =
            reach.components().into_iter().map(|entries| self.rate_group(entries, &kinds, anchor)).collect();
        let bounds = groups.iter().map(|group| self.bound(group, &groups, &reach)).collect();
        let beat = reach.between(&groups);
        RatingTable { groups, bounds, beat, ..RatingTable::default() }
    }

    /// Rates the members of a group by their results among each other: a ranking without some of
    /// its entries is a ranking by the same strengths.
    fn rate_group(&self, entries: Vec<usize>, kinds: &[(&[(u32, u32)], u64)], anchor: Option<(usize, f64)>) -> Group {
        let n = entries.len();
        if n < 2 {
            return Group::unrated(entries, anchor);
        }
        let mut index = vec![None; self.entries];
        for (at, &entry) in entries.iter().enumerate() {
            index[entry] = Some(at);
        }
        let found = maximise(n, n, |point| {
            let mut slope = Slope::flat(n);
            let Slope { gradient, information } = &mut slope;
            for &(game, count) in kinds {
                add_game(gradient, information, game, &index, point, count as f64);
            }
            slope
        });
        let Some(Maximum { point, inverse }) = found else {
            return Group::unrated(entries, anchor);
        };
        let (mut scatter, mut none) = (Scatter::new(n), Matrix::zeros(0));
        let (mut score, mut bears) = (vec![0.0; n], vec![0.0; n]);
        let mut add = |meetings: u32, games: &mut dyn Iterator<Item = u32>, times: u64| {
            score.fill(0.0);
            bears.fill(0.0);
            let mut all = 0.0;
            for number in games {
                let game = kinds[number as usize].0;
                if add_game(&mut score, &mut none, game, &index, &point, 1.0) {
                    all += 1.0;
                    let members = game.iter().filter_map(|&(entry, _)| index[entry as usize]);
                    members.for_each(|at| bears[at] += 1.0);
                }
            }
            if 0.0 < all {
                scatter.add(&score, &bears, (f64::from(meetings), all), times);
            }
        };
        for ((meetings, bytes), &times) in &self.clusters {
            let mut number = 0;
            let mut games = numbers(bytes).map(|step| {
                number += step;
                number
            });
            add(*meetings, &mut games, times);
        }
        for (games, meetings) in self.open.values() {
            add(*meetings, &mut games.iter().copied(), 1);
        }
        let errors = scatter.errors(&inverse);
        Group::rated(entries, &point, &GroupErrors::Between(errors), anchor)
    }

    /// The bound for the only member of a group that never came after, or never before, the members
    /// of the largest rated group that it met.
    fn bound(&self, alone: &Group, groups: &[Group], reach: &Reach) -> Option<RatingBound> {
        let &[entry] = alone.entries.as_slice() else { return None };
        if alone.is_rated() {
            return None;
        }
        let mut found: Option<(usize, Vec<Units>)> = None;
        let size = |units: &[Units]| units.iter().map(|(_, count)| count).sum::<u64>();
        for (index, group) in groups.iter().enumerate().filter(|(_, group)| group.is_rated()) {
            let of = |&other: &u32| {
                let at = group.entries.binary_search(&(other as usize)).ok()?;
                Some(group.ratings[at].elo)
            };
            let met = self.meetings.iter().filter(|(members, _)| members.contains(&(entry as u32)));
            let units: Vec<Units> = met
                .map(|(members, &count)| (members.iter().filter_map(of).collect(), count))
                .filter(|(opponents, _): &Units| !opponents.is_empty())
                .collect();
            if found.as_ref().map_or(0, |(_, before)| size(before)) < size(&units) {
                found = Some((index, units));
            }
        }
        let (group, units) = found?;
        let other = groups[group].entries[0];
        let (is_least, is_most) = (reach.has(entry, other), reach.has(other, entry));
        // An entry that only ever shared the last rank with them is neither.
        if is_least == is_most {
            return None;
        }
        Some(RatingBound { group, is_least, elo: if is_least { least(&units) } else { most(&units) } })
    }

    /// For each entry, those it came before, or shared a rank with that was not the last or was
    /// everybody's.
    fn scored(&self) -> ScoredAgainst {
        let mut before = ScoredAgainst::new(self.entries);
        for game in self.games.keys() {
            let (is_drawn, last) = (is_drawn(game), last(game));
            for &(one, rank) in game {
                for &(other, its) in game {
                    if rank < its || rank == its && (is_drawn || rank < last) {
                        before.add(one as usize, other as usize);
                    }
                }
            }
        }
        before
    }
}

/// Games in ascending order, each as the step from the one before.
fn alike(mut games: Vec<u32>) -> Box<[u8]> {
    games.sort_unstable();
    let mut before = 0;
    let steps = games.into_iter().map(|number| {
        let step = number - before;
        before = number;
        step
    });
    short(steps).into()
}

fn last(game: &[(u32, u32)]) -> u32 {
    game.iter().map(|&(_, rank)| rank).max().unwrap_or(0)
}

fn is_drawn(game: &[(u32, u32)]) -> bool {
    game.iter().all(|&(_, rank)| rank == game[0].1)
}

/// Adds the contribution of this many games of a kind for entries with an index: every rank but the
/// last is a choice among those not yet ranked. If all share one rank each is chosen equally often.
/// Information without rows is left unchanged. Returns whether two of them took part.
fn add_game(
    score: &mut [f64],
    information: &mut Matrix,
    game: &[(u32, u32)],
    index: &[Option<usize>],
    point: &[f64],
    times: f64,
) -> bool {
    let members: Vec<(usize, u32)> =
        game.iter().filter_map(|&(entry, rank)| Some((index[entry as usize]?, rank))).collect();
    if members.len() < 2 {
        return false;
    }
    let (is_drawn, last) = (is_drawn(game), last(game));
    let weight = if is_drawn { 1.0 - 1.0 / members.len() as f64 } else { 1.0 };
    let weight = weight * times;
    let has_rows = information.size() != 0;
    for &(chosen, rank) in members.iter().filter(|&&(_, rank)| is_drawn || rank < last) {
        let left = || members.iter().filter(|&&(_, its)| rank <= its).map(|&(entry, _)| entry);
        let total: f64 = left().map(|entry| libm::exp(point[entry])).sum();
        let share = |entry: usize| libm::exp(point[entry]) / total;
        score[chosen] += weight;
        for one in left() {
            score[one] -= weight * share(one);
            if has_rows {
                information[(one, one)] += weight * share(one);
                for other in left() {
                    information[(one, other)] -= weight * share(one) * share(other);
                }
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
    use std::cell::Cell;

    thread_local!(static OPENING: Cell<u64> = const { Cell::new(0) });

    /// Another opening.
    fn next() -> (usize, u64) {
        (0, OPENING.replace(OPENING.get() + 1))
    }

    #[test]
    fn two_seats_are_bradley_and_terry() {
        let mut ranking = Ranking::new(2);
        for game in 0..100 {
            let first_won = game < 75;
            ranking.add(next(), &[vec![(0, u32::from(!first_won)), (1, u32::from(first_won))]]);
        }
        let ratings = &ranking.rate(None).groups[0].ratings;
        // Three to one: ln 3 in natural log-odds.
        let difference = (ratings[0].elo - ratings[1].elo) / ELO_PER_NAT;
        assert_relative_eq!(difference, 3f64.ln(), epsilon = 1e-9);
    }

    #[test]
    fn winners_of_three_are_rated_by_how_often_they_win() {
        // The winner is a choice among three with strengths 5 : 3 : 2; the others share a rank.
        let mut ranking = Ranking::new(3);
        for (winner, times) in [(0, 50), (1, 30), (2, 20)] {
            for _ in 0..times {
                ranking.add(next(), &[(0..3).map(|e| (e, u32::from(e != winner))).collect()]);
            }
        }
        let ratings = &ranking.rate(None).groups[0].ratings;
        let difference = |i: usize, j: usize| (ratings[i].elo - ratings[j].elo) / ELO_PER_NAT;
        assert_relative_eq!(difference(0, 1), (5f64 / 3.0).ln(), epsilon = 1e-9);
        assert_relative_eq!(difference(1, 2), (3f64 / 2.0).ln(), epsilon = 1e-9);
    }

    #[test]
    fn a_player_that_never_loses_has_only_a_bound() {
        let mut ranking = Ranking::new(3);
        ranking.add(next(), &[vec![(0, 0), (1, 1), (2, 2)]]);
        ranking.add(next(), &[vec![(0, 0), (2, 1), (1, 2)]]);
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
    fn drawn_games_make_all_equal() {
        let mut ranking = Ranking::new(4);
        for _ in 0..10 {
            ranking.add(next(), &[vec![(0, 0), (1, 0), (2, 0)]]);
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
            ranking.add(next(), &[vec![(0, 0), (1, u32::from(game < 4))]]);
        }
        let ratings = &ranking.rate(None).groups[0].ratings;
        let difference = (ratings[0].elo - ratings[1].elo) / ELO_PER_NAT;
        assert_relative_eq!(difference, 3f64.ln(), epsilon = 1e-9);
    }

    #[test]
    fn one_unit_has_an_error() {
        let mut ranking = Ranking::new(2);
        ranking.add(next(), &[vec![(0, 0), (1, 1)], vec![(1, 0), (0, 1)]]);
        let group = &ranking.rate(None).groups[0];
        assert!(200.0 < group.ratings[0].error, "{group:?}");
        assert_relative_eq!(group.superiority[0][1], 0.5, epsilon = 1e-9);
    }
}
