//! Estimates of relative strength from games with any number of seats.

use std::collections::BTreeMap;

use super::{
    difference::Difference,
    evidence::Evidence,
    field::{Field, PairCounts},
    group::RatingTable,
    ranking::Ranking,
};

/// Adds up games of one kind, of two seats or of more, and rates their players.
#[derive(Clone, Debug)]
pub struct Rater {
    /// Games of two seats.
    field: Field,
    /// Games of more.
    ranking: Ranking,
    /// For each pair, the lower number first: the lower one's share of the points between the two.
    shares: BTreeMap<(usize, usize), PairShares>,
}

/// One entry's share of the points between two, opening by opening and meeting by meeting.
#[derive(Clone, Copy, Debug, Default)]
struct PairShares {
    evidence: Evidence,
    /// How often it was less than half, half, and more.
    counts: [u64; 3],
}

/// The difference in strength of two entries, and its basis.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct KnownDifference {
    /// The two, the lower number first; the lower is meant.
    pub pair: (usize, usize),
    /// Whether its units are whole openings rather than single games.
    pub is_by_openings: bool,
    /// The number of units by the lower one's score, from none to all; with more than two seats by whether it got less,
    /// the same or more than the other.
    pub counts: Vec<u64>,
    /// The difference.
    pub difference: Difference,
}

impl Rater {
    /// For `entries` that have not met yet.
    pub fn new(entries: usize) -> Rater {
        Rater { field: Field::new(entries), ranking: Ranking::new(entries), shares: BTreeMap::new() }
    }

    /// Another entry, which has the next number.
    pub fn join(&mut self) {
        self.field.join();
        self.ranking.join();
    }

    /// Adds the games that the same entries played from one opening: in each, the participants, the first seat first,
    /// and how many of the others got more. Openings are distinguished by the caller's key.
    pub fn add(&mut self, opening: (usize, u64), games: &[Vec<(usize, u32)>]) {
        match games.first().map_or(&[][..], Vec::as_slice) {
            [] | [_] => {}
            &[(one, _), (other, _)] => {
                let low = one.min(other);
                let outcome = |game: &Vec<(usize, u32)>| {
                    let won = compared(game[0].1, game[1].1);
                    let is_first = game[0].0 == low;
                    (is_first, if is_first { won } else { 2 - won })
                };
                self.add_pair(opening, (low, one.max(other)), games.iter().map(outcome));
            }
            _ => self.add_ranked(opening, games),
        }
    }

    /// The same for two seats: of each game whether the lower of the two sat first, and whether it lost,
    /// drew or won, 0 to 2.
    pub(crate) fn add_pair(
        &mut self,
        opening: (usize, u64),
        pair: (usize, usize),
        games: impl Iterator<Item = (bool, usize)> + Clone,
    ) {
        self.field.add(opening, pair, games);
    }

    fn add_ranked(&mut self, opening: (usize, u64), games: &[Vec<(usize, u32)>]) {
        self.ranking.add(opening, games);
        let mut sums: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
        for game in games {
            for &(i, own) in game {
                for &(j, others) in game.iter().filter(|&&(j, _)| i < j) {
                    let sum = sums.entry((i, j)).or_default();
                    sum.0 += compared(own, others) as f64 / 2.0;
                    sum.1 += 1.0;
                }
            }
        }
        for (pair, (made, games)) in sums {
            let (share, known) = (made / games, self.shares.entry(pair).or_default());
            known.evidence.add(share);
            known.counts[usize::from(0.5 <= share) + usize::from(0.5 < share)] += 1;
        }
    }

    /// No more games of an opening will follow, and memory can be saved. Its key may be used again
    /// for another one.
    pub fn close(&mut self, opening: (usize, u64)) {
        self.field.close(opening);
        self.ranking.close(opening);
    }

    /// No more games of any opening will follow.
    pub fn finish(&mut self) {
        self.field.finish();
        self.ranking.finish();
    }

    /// The results of two seats between two entries, `low` less than `high`, if they met.
    pub(crate) fn between(&self, low: usize, high: usize) -> Option<&PairCounts> {
        self.field.between(low, high)
    }

    /// The lower one's share of the points between the two in games of more than two seats, if they met.
    pub fn shares(&self, low: usize, high: usize) -> Option<Evidence> {
        self.shares.get(&(low, high)).map(|shares| shares.evidence)
    }

    /// The differences of all pairs that met, games of two seats first.
    pub fn differences(&self) -> Vec<KnownDifference> {
        let of_two = self.field.pairs().filter_map(|(pair, counts)| {
            let sample = counts.sample();
            Some(KnownDifference {
                pair,
                is_by_openings: sample.games_per_unit() == 2,
                counts: sample.counts().to_vec(),
                difference: sample.difference()?,
            })
        });
        let of_more = self.shares.iter().map(|(&pair, shares)| KnownDifference {
            pair,
            is_by_openings: true,
            counts: shares.counts.to_vec(),
            difference: shares.evidence.difference(),
        });
        of_two.chain(of_more).collect()
    }

    /// What the first of two seats made of every opening, whoever sat there.
    pub(crate) fn first_seat(&self) -> Evidence {
        self.field.first_seat()
    }

    /// The ratings from games of this many seats; empty for fewer than two. `anchor` fixes the rating of one entry in
    /// its group.
    pub fn rate(&self, seats: usize, anchor: Option<(usize, f64)>) -> RatingTable {
        match seats {
            0 | 1 => RatingTable::default(),
            2 => self.field.rate(anchor),
            _ => self.ranking.rate(anchor),
        }
    }
}

/// Whether the entry with the first rank lost, drew or won against that with the second, 0 to 2.
fn compared(own: u32, other: u32) -> usize {
    usize::from(own <= other) + usize::from(own < other)
}
