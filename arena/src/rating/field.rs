//! Maximum-likelihood ratings of all entries that met, for two seats: which can be compared, and
//! with what error.

use std::collections::BTreeMap;

use super::{
    bradley_terry::{PairOutcomes, Parameters, seat_outcomes},
    cluster::Clusters,
    group::{Group, Rating, RatingBound, RatingTable, ScoredAgainst, Units, least, most},
    likelihood::maximise,
    sample::Sample,
    scale::ELO_PER_NAT,
};

/// The results between two entries, by unit. Outcomes are indexed 0 lost, 1 drawn, 2 won, from
/// the point of view of the entry with the lower number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PairCounts {
    /// Pairs of games of one opening: by the outcome of the game where the lower number sat
    /// first, then by that of the game where it sat second.
    pub(crate) pairs: [[u64; 3]; 3],
    /// Single games in which the lower number sat first.
    pub(crate) first: [u64; 3],
    /// Single games in which it sat second.
    pub(crate) second: [u64; 3],
}

impl PairCounts {
    /// Adds the games of one opening: of each, whether the lower number sat first, and its
    /// outcome. Two games with seats exchanged are a pair; others stand alone.
    pub(crate) fn add_unit(&mut self, games: impl Iterator<Item = (bool, usize)> + Clone) {
        let mut two = games.clone();
        match (two.next(), two.next(), two.next()) {
            (Some((true, first)), Some((false, second)), None)
            | (Some((false, second)), Some((true, first)), None) => {
                self.pairs[first][second] += 1;
            }
            _ => {
                for (is_first, outcome) in games {
                    let singles = if is_first { &mut self.first } else { &mut self.second };
                    singles[outcome] += 1;
                }
            }
        }
    }

    /// The results as one sample from the point of view of the lower number: pairs where there
    /// are such, single games otherwise.
    pub(crate) fn sample(&self) -> Sample {
        let mut pairs = [0; 5];
        for (one, row) in self.pairs.iter().enumerate() {
            for (two, count) in row.iter().enumerate() {
                pairs[one + two] += count;
            }
        }
        match pairs {
            [0, 0, 0, 0, 0] => Sample::Games([0, 1, 2].map(|o| self.first[o] + self.second[o])),
            pairs => Sample::Pairs(pairs),
        }
    }

    /// Games lost, drawn and won by the lower number.
    pub(crate) fn outcomes(&self) -> [u64; 3] {
        let [first, second] = self.by_sitting();
        [0, 1, 2].map(|o| (first[o] + second[o]) as u64)
    }

    /// The games by whether the lower number sat first or second, and by its outcome.
    fn by_sitting(&self) -> [[f64; 3]; 2] {
        let sum = |counts: [u64; 3]| counts.iter().sum::<u64>();
        let first = [0, 1, 2].map(|o| self.first[o] + sum(self.pairs[o]));
        let second = [0, 1, 2].map(|o| self.second[o] + sum(self.pairs.map(|row| row[o])));
        [first, second].map(|outcomes| outcomes.map(|count| count as f64))
    }

    /// The number of units: pairs, and single games.
    pub(crate) fn units(&self) -> u64 {
        let singles = self.first.iter().chain(&self.second);
        self.pairs.iter().flatten().chain(singles).sum()
    }
}

/// Results of a field of entries, of two seats each.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    entries: usize,
    /// By pair of entries, the lower number first.
    counts: BTreeMap<(usize, usize), PairCounts>,
    clusters: Clusters,
}

impl Field {
    /// A field of `entries` that have not met yet.
    pub(crate) fn new(entries: usize) -> Field {
        Field { entries, counts: BTreeMap::new(), clusters: Clusters::default() }
    }

    /// Another entry, which has the next number.
    pub(crate) fn join(&mut self) {
        self.entries += 1;
    }

    /// Adds the games that two entries, `low` less than `high`, played from one opening: of each,
    /// whether the lower number had the first seat, and its outcome. Openings are distinguished by
    /// the caller's key.
    pub(crate) fn add(
        &mut self,
        opening: (usize, u64),
        (low, high): (usize, usize),
        games: impl Iterator<Item = (bool, usize)> + Clone,
    ) {
        assert!(low < high && high < self.entries, "{low} and {high} are no pair of this field");
        self.counts.entry((low, high)).or_default().add_unit(games.clone());
        self.clusters.add(opening, (low, high), games);
    }

    /// No more games of an opening will follow, and memory can be saved. Its key may be used again
    /// for another one.
    pub(crate) fn close(&mut self, opening: (usize, u64)) {
        self.clusters.close(opening);
    }

    /// No more games of any opening will follow.
    pub(crate) fn finish(&mut self) {
        self.clusters.finish();
    }

    /// The results between two entries, `low` less than `high`, if they met.
    pub(crate) fn between(&self, low: usize, high: usize) -> Option<&PairCounts> {
        self.counts.get(&(low, high))
    }

    /// The results of all pairs that met, the lower number first.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = ((usize, usize), &PairCounts)> {
        self.counts.iter().map(|(&pair, counts)| (pair, counts))
    }

    /// The ratings. `anchor` fixes the rating of one entry in its group.
    pub(crate) fn rate(&self, anchor: Option<(usize, f64)>) -> RatingTable {
        let reach = self.scored().closure();
        let mut first_seat = None;
        let groups = reach.components().into_iter().map(|entries| {
            let (group, advantage) = self.rate_group(entries, anchor, &reach);
            let better = |old: Rating, new: Rating| if new.error < old.error { new } else { old };
            first_seat = match (first_seat, advantage) {
                (Some(old), Some(new)) => Some(better(old, new)),
                (old, new) => old.or(new),
            };
            group
        });
        let groups: Vec<Group> = groups.collect();
        let bounds = self.bounds(&groups, &reach);
        let beat = reach.between(&groups);
        RatingTable { groups, bounds, beat, first_seat }
    }

    /// For each entry, those it ever won or drew against.
    fn scored(&self) -> ScoredAgainst {
        let mut reach = ScoredAgainst::new(self.entries);
        for (&(low, high), counts) in &self.counts {
            let [lost, drawn, won] = counts.outcomes();
            if 0 < drawn + won {
                reach.add(low, high);
            }
            if 0 < drawn + lost {
                reach.add(high, low);
            }
        }
        reach
    }

    /// Bounds for single members of groups, from their results against the largest rated group that
    /// each met.
    fn bounds(&self, groups: &[Group], reach: &ScoredAgainst) -> Vec<Option<RatingBound>> {
        let mut group_of = vec![(0, 0); self.entries];
        for (number, group) in groups.iter().enumerate() {
            for (at, &entry) in group.entries.iter().enumerate() {
                group_of[entry] = (number, at);
            }
        }
        let alone = |entry: usize| groups[group_of[entry].0].entries.len() == 1;
        // The units played, by entry and rated group.
        let mut met: BTreeMap<(usize, usize), Vec<Units>> = BTreeMap::new();
        for (&(low, high), counts) in &self.counts {
            for (entry, other) in [(low, high), (high, low)] {
                let (group, at) = group_of[other];
                if alone(entry) && groups[group].is_rated() && group != group_of[entry].0 {
                    let unit = (vec![groups[group].ratings[at].elo], counts.units());
                    met.entry((entry, group)).or_default().push(unit);
                }
            }
        }
        let bound = |group: &Group| {
            let &[entry] = group.entries.as_slice() else { return None };
            if group.is_rated() {
                return None;
            }
            let size = |units: &[Units]| units.iter().map(|(_, count)| count).sum::<u64>();
            let mut found: Option<(usize, &Vec<Units>)> = None;
            for (&(_, index), units) in met.range((entry, 0)..(entry + 1, 0)) {
                if found.is_none_or(|(_, before)| size(before) < size(units)) {
                    found = Some((index, units));
                }
            }
            let (group, units) = found?;
            let is_least = reach.has(entry, groups[group].entries[0]);
            Some(RatingBound {
                group,
                is_least,
                elo: if is_least { least(units) } else { most(units) },
            })
        };
        groups.iter().map(bound).collect()
    }

    fn rate_group(
        &self,
        entries: Vec<usize>,
        anchor: Option<(usize, f64)>,
        reach: &ScoredAgainst,
    ) -> (Group, Option<Rating>) {
        let n = entries.len();
        if n < 2 {
            return (Group::unrated(entries, anchor), None);
        }
        let mut index = vec![None; self.entries];
        for (at, &entry) in entries.iter().enumerate() {
            index[entry] = Some(at);
        }
        let met = self.counts.iter().filter_map(|(&(low, high), counts)| {
            Some((index[low]?, index[high]?, counts.by_sitting()))
        });
        let met: Vec<PairOutcomes> = met.collect();
        // Seat advantage and drawishness are estimated only where the results carry them. Where
        // nothing was ever decided a draw is half a win and half a loss.
        let outcomes = seat_outcomes(&met);
        let has_draws = 0.0 < outcomes[1] && 0.0 < outcomes[0] + outcomes[2];
        let has_seats = 0.0 < outcomes[0] && 0.0 < outcomes[2];
        // The advantage may be infinite all the same: where it explains every result.
        for (has_seats, has_draws) in [(has_seats, has_draws), (false, has_draws), (false, false)] {
            let drawish = n + usize::from(has_seats);
            let model = Parameters {
                advantage: has_seats.then_some(n),
                drawish: has_draws.then_some(drawish),
                size: drawish + usize::from(has_draws),
            };
            let Some(found) = maximise(model.size, n, |point| model.slope(&met, point)) else {
                continue;
            };
            let errors = model.errors(&self.clusters, &index, &found.point, reach, &found.inverse);
            let first_seat = model.advantage.map(|at| Rating {
                elo: found.point[at] * ELO_PER_NAT,
                error: ELO_PER_NAT * errors.of(at, None).half_width(),
            });
            return (Group::rated(entries, &found.point, &errors, anchor), first_seat);
        }
        (Group::unrated(entries, anchor), None)
    }
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;

    use super::{Field, PairCounts};
    use crate::rating::{Sample, scale::elo_of_score};

    /// Adds results, every unit from an opening of its own.
    fn put(field: &mut Field, pair: (usize, usize), counts: PairCounts) {
        let mut opening = 0;
        let mut add = |games: &[(bool, usize)], times: u64| {
            for _ in 0..times {
                field.add((100 * pair.0 + pair.1, opening), pair, games.iter().copied());
                opening += 1;
            }
        };
        for one in 0..3 {
            for two in 0..3 {
                add(&[(true, one), (false, two)], counts.pairs[one][two]);
            }
            add(&[(true, one)], counts.first[one]);
            add(&[(false, one)], counts.second[one]);
        }
    }

    /// As [`put`], for single games by the entry on the first seat.
    fn singles(field: &mut Field, pair: (usize, usize), first: [u64; 3], second: [u64; 3]) {
        put(field, pair, PairCounts { first, second, ..PairCounts::default() });
    }

    fn pairs(field: &mut Field, pair: (usize, usize), pairs: [[u64; 3]; 3]) {
        put(field, pair, PairCounts { pairs, ..PairCounts::default() });
    }

    #[test]
    fn two_entries_are_rated_as_their_score_says() {
        // Without draws and with balanced seats the model is the logistic one, and the robust
        // error is that of the pairs.
        let mut field = Field::new(2);
        pairs(&mut field, (0, 1), [[30, 0, 20], [0, 0, 0], [25, 0, 65]]);
        let table = field.rate(None);
        let group = &table.groups[0];
        let sample = Sample::Pairs([30, 0, 45, 0, 65]).difference().unwrap();
        let found = group.ratings[0].elo - group.ratings[1].elo;
        // The first seat's advantage is close to nothing here, so the two nearly agree.
        assert_relative_eq!(found, elo_of_score(sample.score), max_relative = 0.002);
        let half = (sample.interval.1 - sample.interval.0) / 2.0;
        assert_relative_eq!(2.0 * group.ratings[0].error, half, max_relative = 0.03);
        assert_relative_eq!(group.superiority[0][1], sample.superiority, epsilon = 0.002);
    }

    /// The American League of baseball in 1987 (A. Agresti, *Categorical Data Analysis*, 2nd edition,
    /// 2002, table 10.10) with a home advantage, as rated in H. Turner and D. Firth, *Bradley–Terry
    /// Models in R: The BradleyTerry2 Package* (2012), section 3.3: relative to Baltimore Milwaukee
    /// 1.6196, Detroit 1.4754, Toronto 1.3271, New York 1.2813, Boston 1.1438, Cleveland 0.7047, and
    /// home 0.3023.
    #[test]
    fn the_league_of_agrestis_textbook_is_rated_as_there() {
        // Home wins and losses of the row's team against the column's.
        let names = ["MIL", "DET", "TOR", "NY", "BOS", "CLE", "BAL"];
        let home = [
            [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
            [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
            [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
            [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
            [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
            [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
            [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
        ];
        let mut field = Field::new(names.len());
        for low in 0..names.len() {
            for high in low + 1..names.len() {
                let (won, lost) = home[low][high];
                let (others, ours) = home[high][low];
                singles(&mut field, (low, high), [lost, 0, won], [others, 0, ours]);
            }
        }
        let table = field.rate(Some((6, 0.0)));
        let expected = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0];
        for (rating, nats) in table.groups[0].ratings.iter().zip(expected) {
            assert_relative_eq!(
                rating.elo / crate::rating::scale::ELO_PER_NAT,
                nats,
                epsilon = 1e-4
            );
        }
        let home = table.first_seat.unwrap();
        assert_relative_eq!(home.elo / crate::rating::scale::ELO_PER_NAT, 0.3023, epsilon = 1e-4);
    }

    #[test]
    fn the_robust_error_knows_that_paired_games_are_not_independent() {
        // Every pair is decided by the opening: one win each. As single games that is 50 wins
        // and 50 losses, and a wide interval; as pairs there is no doubt at all.
        let mut paired = Field::new(2);
        pairs(&mut paired, (0, 1), [[1, 0, 50], [0, 0, 0], [50, 0, 1]]);
        let mut single = Field::new(2);
        singles(&mut single, (0, 1), [51, 0, 51], [51, 0, 51]);
        let error = |field: &Field| field.rate(None).groups[0].ratings[0].error;
        assert!(error(&paired) * 4.0 < error(&single));
    }

    /// Four pairs lost, and of the fifth the game as second won: an advantage of the second seat
    /// without end would explain that best.
    #[test]
    fn an_advantage_that_explains_everything_is_left_out() {
        let mut field = Field::new(2);
        pairs(&mut field, (0, 1), [[4, 0, 1], [0; 3], [0; 3]]);
        let table = field.rate(None);
        assert_eq!(table.first_seat, None);
        let ratings = &table.groups[0].ratings;
        // One point of ten.
        let found = ratings[1].elo - ratings[0].elo;
        assert_relative_eq!(found, elo_of_score(0.9), max_relative = 1e-6);
        assert!(50.0 < ratings[0].error && ratings[0].error < 400.0, "{ratings:?}");
    }

    #[test]
    fn players_that_only_drew_are_equal_with_an_error() {
        let mut field = Field::new(2);
        pairs(&mut field, (0, 1), [[0; 3], [0, 20, 0], [0; 3]]);
        let group = &field.rate(None).groups[0];
        assert_eq!((group.ratings[0].elo, group.superiority[0][1]), (0.0, 0.5));
        // Twenty openings as if each were one game at even odds, halved: 2·√(4/20) nats of difference.
        assert_relative_eq!(group.ratings[0].error, 76.13, max_relative = 0.001);
    }

    #[test]
    fn perfect_scores_are_bounded_on_the_scale_of_those_they_met() {
        let mut field = Field::new(4);
        singles(&mut field, (1, 2), [10, 0, 10], [0; 3]);
        // Entry 0 won ten pairs of each; entry 3 lost one game.
        pairs(&mut field, (0, 1), [[0; 3], [0; 3], [0, 0, 10]]);
        pairs(&mut field, (0, 2), [[0; 3], [0; 3], [0, 0, 10]]);
        singles(&mut field, (1, 3), [0, 0, 1], [0; 3]);
        let table = field.rate(Some((1, 500.0)));
        let groups: Vec<&[usize]> = table.groups.iter().map(|g| g.entries.as_slice()).collect();
        assert_eq!(groups, [&[0][..], &[1, 2], &[3]]);
        let [above, _, below] = table.bounds[..] else { panic!("{table:?}") };
        let (above, below) = (above.unwrap(), below.unwrap());
        let expected = 500.0 + elo_of_score(0.05f64.powf(1.0 / 20.0));
        assert!(above.is_least && above.group == 1);
        assert_relative_eq!(above.elo, expected, epsilon = 1e-3);
        assert!(!below.is_least);
        assert_relative_eq!(below.elo, 500.0 - elo_of_score(0.05), epsilon = 1e-3);
        assert_eq!(table.beat[0], [true, true, true]);
        assert!(!table.beat[1][0] && table.beat[1][2]);
    }

    #[test]
    fn draws_do_not_bias_and_narrow_the_interval() {
        let mut field = Field::new(2);
        singles(&mut field, (0, 1), [10, 60, 30], [10, 60, 30]);
        let table = field.rate(None);
        let ratings = &table.groups[0].ratings;
        assert!(ratings[1].elo < ratings[0].elo);
        assert_relative_eq!(ratings[0].elo, -ratings[1].elo, epsilon = 1e-6);
    }

    #[test]
    fn players_that_never_lost_or_never_met_are_rated_apart() {
        let mut field = Field::new(5);
        for (low, high) in [(1, 2), (2, 3), (1, 3)] {
            singles(&mut field, (low, high), [3, 1, 4], [0; 3]);
        }
        // Entry 0 won all its games; entry 4 played none.
        singles(&mut field, (0, 1), [0, 0, 5], [0; 3]);
        singles(&mut field, (0, 2), [0, 0, 5], [0; 3]);
        let table = field.rate(None);
        let groups: Vec<&[usize]> = table.groups.iter().map(|g| g.entries.as_slice()).collect();
        assert_eq!(groups, [&[0][..], &[1, 2, 3], &[4]]);
        assert_eq!(table.groups[0].ratings[0].error, f64::INFINITY);
    }
}
