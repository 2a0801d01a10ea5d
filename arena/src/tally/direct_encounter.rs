//! Direct encounters of entries that are equal.
//!
//! After FIDE's *Play-off and Tie-Break Regulations* (Handbook C.07, article 6, as of 2024): what those
//! who are equal made against each other, the mean where two met more than once; those still equal are
//! compared again, among themselves. Where not all of them have met, one goes before the others that
//! stays alone on top whatever the games that were not played would have brought.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::tally::meeting::Meeting;

/// What every entry made against every other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DirectEncounters {
    /// For each entry, its share of the points in all meetings with each opponent, ascending by
    /// opponent; [`FINE`] is a whole point.
    shares: Vec<Vec<(usize, u128)>>,
}

impl DirectEncounters {
    /// Those in the meetings of every entry.
    pub(super) fn of(meetings: &[Vec<Meeting>]) -> DirectEncounters {
        let shares = |(entry, own): (usize, &Vec<Meeting>)| {
            let mut met: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
            for meeting in own {
                if let Some(opponent) = meeting.opponent.filter(|&opponent| opponent != entry) {
                    let (points, most) = met.entry(opponent).or_default();
                    *points += meeting.points.0;
                    *most += meeting.most.0;
                }
            }
            let met = met.into_iter().filter(|(_, (_, most))| *most != 0);
            met.map(|(other, (points, most))| (other, u128::from(points) * FINE / u128::from(most))).collect()
        };
        DirectEncounters { shares: meetings.iter().enumerate().map(shares).collect() }
    }

    /// Orders equal entries as far as their encounters decide; entries that stay equal share a group.
    pub(crate) fn order(&self, equal: &[usize]) -> Vec<Vec<usize>> {
        let encounter = |(i, (made, met))| Encounter { i, made, missing: equal.len() - 1 - met };
        let sums = equal.iter().copied().zip(self.sums(equal));
        let mut left: Vec<Encounter> = sums.map(encounter).collect();
        let mut groups = Vec::new();
        while left.iter().any(|encounter| encounter.missing != 0) {
            // The entry alone on top has the highest score, whatever the missing meetings had
            // brought others.
            let most = (0..left.len()).rev().max_by_key(|&at| left[at].made).unwrap_or_default();
            let first = &left[most];
            let is_behind = |(at, other): (usize, &Encounter)| {
                at == most || in_nines(other.made + other.missing as u128 * FINE) < in_nines(first.made)
            };
            if !left.iter().enumerate().all(is_behind) {
                groups.push(left.iter().map(|encounter| encounter.i).collect());
                return groups;
            }
            let first = left.remove(most).i;
            groups.push(vec![first]);
            for encounter in &mut left {
                match self.share(encounter.i, first) {
                    Some(share) => encounter.made -= share,
                    None => encounter.missing -= 1,
                }
            }
        }
        left.sort_by_key(|encounter| Reverse(in_nines(encounter.made)));
        let alike = left.chunk_by(|one, other| in_nines(one.made) == in_nines(other.made));
        let alike: Vec<Vec<usize>> = alike.map(|group| group.iter().map(|encounter| encounter.i).collect()).collect();
        if alike.len() < 2 {
            groups.extend(alike);
        } else {
            groups.extend(alike.iter().flat_map(|group| self.order(group)));
        }
        groups
    }

    /// An entry's score against its equals, two for a whole point; `None` if it met none of them.
    pub(crate) fn made_against(&self, entry: usize, is_equal: impl Fn(usize) -> bool) -> Option<f64> {
        let shares = self.shares[entry].iter().filter(|(other, _)| is_equal(*other));
        let (made, met) = shares.fold((0, 0), |(made, met), (_, share)| (made + share, met + 1));
        (met != 0).then(|| in_nines(made) as f64 / WHOLE as f64)
    }

    /// The score of each member of `group` against the others, and the number of them it met.
    fn sums(&self, group: &[usize]) -> Vec<(u128, usize)> {
        let mut is_in = vec![false; self.shares.len()];
        for &i in group {
            is_in[i] = true;
        }
        let sum = |&i: &usize| {
            let within = self.shares[i].iter().filter(|(other, _)| is_in[*other]);
            within.fold((0, 0), |(made, met), (_, share)| (made + share, met + 1))
        };
        group.iter().map(sum).collect()
    }

    /// The share of the points that `one` made in its meetings with `other`.
    fn share(&self, one: usize, other: usize) -> Option<u128> {
        let shares = &self.shares[one];
        let at = shares.binary_search_by_key(&other, |&(opponent, _)| opponent).ok()?;
        Some(shares[at].1)
    }
}

/// One of several equal entries: its score against the others, and the number of them it has not
/// met.
struct Encounter {
    i: usize,
    made: u128,
    missing: usize,
}

/// A whole point in the shares that direct encounters are added up from.
const FINE: u128 = WHOLE as u128 * WHOLE as u128;
/// A whole point in the sums that are compared: sums of thirds and the like are equal if they are so
/// to nine decimals.
const WHOLE: u64 = 1_000_000_000;

fn in_nines(sum: u128) -> u128 {
    let nine = u128::from(WHOLE);
    (sum + nine / 2) / nine
}

#[cfg(test)]
mod tests {
    use super::DirectEncounters;
    use crate::tally::meeting::tests::met;

    fn encounters(entries: usize, results: &[(usize, usize, u64, u64)]) -> DirectEncounters {
        DirectEncounters::of(&met(entries, results))
    }

    #[test]
    fn those_still_equal_are_compared_again_among_themselves() {
        // 0 beat 1 and 2 each of them by more; 1 and 2 made equally much, but 1 beat 2.
        let table = encounters(4, &[(0, 1, 2, 0), (0, 2, 2, 0), (1, 2, 2, 0), (1, 3, 0, 2)]);
        assert_eq!(table.order(&[0, 1, 2]), [[0], [1], [2]]);
        // A circle decides nothing.
        let circle = encounters(3, &[(0, 1, 2, 0), (1, 2, 2, 0), (2, 0, 2, 0)]);
        assert_eq!(circle.order(&[2, 1, 0]), [[2, 1, 0]]);
    }

    #[test]
    fn players_that_have_not_met_are_compared_only_where_it_makes_no_difference() {
        // 0 beat 1 and 2, who have not met: neither can catch up with it or be put before the
        // other.
        let table = encounters(3, &[(0, 1, 2, 0), (0, 2, 2, 0)]);
        assert_eq!(table.order(&[1, 2, 0]), [vec![0], vec![1, 2]]);
        // 0 beat 1, and 2 might have beaten both.
        let table = encounters(3, &[(0, 1, 2, 0)]);
        assert_eq!(table.order(&[0, 1, 2]), [[0, 1, 2]]);
        assert_eq!(table.made_against(2, |_| true), None);
    }

    /// Direct encounters by their words, in cubic time.
    fn slowly(table: &DirectEncounters, equal: &[usize]) -> Vec<Vec<usize>> {
        let made = |i: usize, among: &[usize]| {
            let shares = among.iter().filter_map(|&j| table.share(i, j));
            super::in_nines(shares.sum())
        };
        let missing = |i: usize| {
            let unmet = |&&j: &&usize| i != j && table.share(i, j).is_none();
            equal.iter().filter(unmet).count() as u128 * u128::from(super::WHOLE)
        };
        if equal.iter().all(|&i| missing(i) == 0) {
            let mut order = equal.to_vec();
            order.sort_by_key(|&i| std::cmp::Reverse(made(i, equal)));
            let alike = |i: &usize, j: &usize| made(*i, equal) == made(*j, equal);
            let groups: Vec<&[usize]> = order.chunk_by(alike).collect();
            return match groups.as_slice() {
                [_] => vec![order],
                _ => groups.into_iter().flat_map(|group| slowly(table, group)).collect(),
            };
        }
        let is_alone = |&&i: &&usize| equal.iter().all(|&j| i == j || made(j, equal) + missing(j) < made(i, equal));
        match equal.iter().find(is_alone) {
            None => vec![equal.to_vec()],
            Some(&first) => {
                let others: Vec<usize> = equal.iter().copied().filter(|&i| i != first).collect();
                [vec![vec![first]], slowly(table, &others)].concat()
            }
        }
    }

    #[test]
    fn direct_encounters_follow_their_definition() {
        let mut number = 1u64;
        let mut next = |below: u64| {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (number >> 33) % below
        };
        let mut sizes = std::collections::BTreeSet::new();
        for _ in 0..4000 {
            let (n, density, strong) = (2 + next(7) as usize, 1 + next(6), next(3));
            let mut results = Vec::new();
            for i in 0..n {
                for j in 0..i {
                    if next(6) < density {
                        let most = 2 * (1 + next(3));
                        let half_points = if strong == 0 { most } else { next(most + 1) };
                        results.push((i, j, half_points, most - half_points));
                    }
                }
            }
            let table = encounters(n, &results);
            let equal: Vec<usize> = (0..n).filter(|_| next(5) != 0).collect();
            let found = table.order(&equal);
            assert_eq!(found, slowly(&table, &equal), "{results:?}, {equal:?}");
            sizes.insert(found.len());
        }
        assert!(5 <= sizes.len(), "{sizes:?}");
    }

    #[test]
    fn a_thousand_equal_players_are_compared_fast() {
        let all: Vec<usize> = (0..1000).collect();
        let mut results = Vec::new();
        for i in 0..1000 {
            results.extend((0..i).map(|j| (i, j, 1, 1)));
        }
        let started = std::time::Instant::now();
        let found = encounters(1000, &results).order(&all);
        assert_eq!(found, std::slice::from_ref(&all));
        // One entry won against all others, the next against all but one, and so on: the slowest
        // case.
        let ladder: Vec<_> = results.iter().map(|&(i, j, ..)| (i, j, 2, 0)).collect();
        let some = ladder.into_iter().filter(|&(i, j, ..)| i + j != 1).collect::<Vec<_>>();
        assert!(990 < encounters(1000, &some).order(&all).len());
        // Cubic, it takes many minutes.
        assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    }

    #[test]
    fn of_two_who_met_more_often_the_mean_counts() {
        // 0 beat 1 three times out of four, 1 beat 2 and 2 beat 0 once.
        let table = encounters(3, &[(0, 1, 6, 2), (1, 2, 2, 0), (2, 0, 2, 0)]);
        assert_eq!(table.order(&[0, 1, 2]), [[1], [2], [0]]);
    }
}
