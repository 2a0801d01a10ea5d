//! Maximum-likelihood ratings of all entries that met, for two seats: which can be compared, and
//! with what error.

use std::collections::BTreeMap;

use super::{
    bradley_terry::{GroupResults, PairPoints, SeatPoints},
    cluster::{Clusters, Made},
    evidence::Evidence,
    fit::Misfit,
    group::{Group, RatingBound, RatingTable, Units, least, most},
    reach::{Reach, ScoredAgainst},
    sample::Sample,
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
            (Some((true, first)), Some((false, second)), None) | (Some((false, second)), Some((true, first)), None) => {
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

    /// The results as one sample from the point of view of the lower number.
    pub(crate) fn sample(&self) -> Sample {
        let mut pairs = [0; 5];
        for (one, row) in self.pairs.iter().enumerate() {
            for (two, count) in row.iter().enumerate() {
                pairs[one + two] += count;
            }
        }
        match (pairs, [0, 1, 2].map(|o| self.first[o] + self.second[o])) {
            ([0, 0, 0, 0, 0], singles) => Sample::Games(singles),
            (pairs, [0, 0, 0]) => Sample::Pairs(pairs),
            (pairs, singles) => Sample::Mixed(pairs, singles),
        }
    }

    /// The games in which the lower number sat first, and second, and its points there.
    fn by_sitting(&self) -> [SeatPoints; 2] {
        let sum = |counts: [u64; 3]| counts.iter().sum::<u64>();
        let first = [0, 1, 2].map(|o| self.first[o] + sum(self.pairs[o]));
        let second = [0, 1, 2].map(|o| self.second[o] + sum(self.pairs.map(|row| row[o])));
        [first, second].map(|[lost, drawn, won]| SeatPoints {
            games: (lost + drawn + won) as f64,
            points: (drawn + 2 * won) as f64 / 2.0,
        })
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
        self.rate_by(anchor, Group::MOST_COMPARED)
    }

    /// The same, where groups of up to `most_dense` members are rated the way of small ones.
    fn rate_by(&self, anchor: Option<(usize, f64)>, most_dense: usize) -> RatingTable {
        let reach = self.scored().closure();
        let (mut expected, mut misfit) = (BTreeMap::new(), Misfit::default());
        let mut rate = |entries| self.rate_group(entries, anchor, (&reach, most_dense), &mut expected, &mut misfit);
        let groups: Vec<Group> = reach.components().into_iter().map(&mut rate).collect();
        let bounds = self.bounds(&groups, &reach);
        let beat = reach.between(&groups);
        RatingTable { groups, bounds, beat, expected, fit: misfit.fit() }
    }

    /// What the first seat made of every opening, whoever sat there.
    pub(crate) fn first_seat(&self) -> Evidence {
        let mut shares = Evidence::default();
        self.clusters.each(|bouts, made, times| {
            let games: u32 = bouts.iter().map(|bout| bout.games[0] + bout.games[1]).sum();
            let half_points: u32 = made.iter().map(|Made { first, .. }| first).sum();
            if games != 0 {
                shares.add_times(f64::from(half_points) / f64::from(2 * games), times);
            }
        });
        shares
    }

    /// For each entry, those it ever won or drew against.
    fn scored(&self) -> ScoredAgainst {
        let mut reach = ScoredAgainst::new(self.entries);
        for (&(low, high), counts) in &self.counts {
            let [first, second] = counts.by_sitting();
            let (games, points) = (first.games + second.games, first.points + second.points);
            if 0.0 < points {
                reach.add(low, high);
            }
            if points < games {
                reach.add(high, low);
            }
        }
        reach
    }

    /// Bounds for single members of groups, from their results against the largest rated group that
    /// each met; and for two that met nobody else, relative to their mean.
    fn bounds(&self, groups: &[Group], reach: &Reach) -> Vec<Option<RatingBound>> {
        let mut group_of = vec![(0, 0); self.entries];
        for (number, group) in groups.iter().enumerate() {
            for (at, &entry) in group.entries.iter().enumerate() {
                group_of[entry] = (number, at);
            }
        }
        let is_rated: Vec<bool> = groups.iter().map(Group::is_rated).collect();
        let alone = |entry: usize| groups[group_of[entry].0].entries.len() == 1;
        // How many opponents everybody has, and the last of them with the number of units.
        let mut met_last = vec![(0, 0, 0); self.entries];
        // The units played, by entry and rated group.
        let mut met: BTreeMap<(usize, usize), Vec<Units>> = BTreeMap::new();
        for (&(low, high), counts) in &self.counts {
            for (entry, other) in [(low, high), (high, low)] {
                met_last[entry] = (met_last[entry].0 + 1, other, counts.units());
                let (group, at) = group_of[other];
                if alone(entry) && is_rated[group] && group != group_of[entry].0 {
                    let unit = (vec![groups[group].ratings[at].elo], counts.units());
                    met.entry((entry, group)).or_default().push(unit);
                }
            }
        }
        // The only one that an entry met, and in how many units.
        let only =
            |entry: usize| Some(met_last[entry]).filter(|met| met.0 == 1).map(|(_, other, units)| (other, units));
        let bound = |(number, group): (usize, &Group)| {
            let &[entry] = group.entries.as_slice() else { return None };
            if is_rated[number] {
                return None;
            }
            if let Some((other, units)) = only(entry)
                && only(other).is_some()
                && !is_rated[group_of[other].0]
            {
                let is_least = reach.has(entry, other);
                let half = least(&[(vec![0.0], units)]) / 2.0;
                let group = group_of[entry].0.min(group_of[other].0);
                return Some(RatingBound { group, is_least, elo: if is_least { half } else { -half } });
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
            Some(RatingBound { group, is_least, elo: if is_least { least(units) } else { most(units) } })
        };
        groups.iter().enumerate().map(bound).collect()
    }

    /// Rates the members of a group, and notes what each of its pairs made and was to expect.
    fn rate_group(
        &self,
        entries: Vec<usize>,
        anchor: Option<(usize, f64)>,
        (reach, most_dense): (&Reach, usize),
        expected: &mut BTreeMap<(usize, usize), f64>,
        misfit: &mut Misfit,
    ) -> Group {
        let members = entries.len();
        if members < 2 {
            return Group::unrated(entries, anchor);
        }
        let mut index = vec![None; self.entries];
        for (at, &entry) in entries.iter().enumerate() {
            index[entry] = Some(at);
        }
        let within = |&(low, high): &(usize, usize)| Some((index[low]?, index[high]?));
        let known = || self.counts.iter().filter_map(|(pair, of)| Some((pair, of, within(pair)?)));
        let met: Vec<PairPoints> = known().map(|(_, counts, (low, high))| (low, high, counts.by_sitting())).collect();
        let (met, clusters, index) = (&*met, &self.clusters, &*index);
        let held = anchor.and_then(|(held, _)| index.get(held).copied().flatten());
        let Some(fitted) = (GroupResults { members, met, clusters, index, reach, most_dense }).fit(held) else {
            return Group::unrated(entries, anchor);
        };
        misfit.fitted(fitted.parameters);
        for ((&pair, counts, _), share) in known().zip(fitted.expected) {
            expected.insert(pair, share);
            misfit.add(counts.sample().evidence().unwrap_or_default(), share);
        }
        Group::rated(entries, &fitted.point, &fitted.errors, anchor)
    }
}

#[cfg(test)]
mod tests;
