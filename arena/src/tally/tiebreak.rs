//! Tie-breaks of chess federations.
//!
//! After FIDE's *Play-off and Tie-Break Regulations* (Handbook C.07; articles as of 2024, the
//! bound on dummies as of 2026). A *meeting* is what FIDE calls a round of one player: all that
//! two have played where everybody meets everybody, or what they played in one round of a Swiss.
//! Points are [halves](HalfPoints), so that they are whole numbers; products of two of them are
//! quarters.
//!
//! - Sonneborn–Berger (9.1; with meetings of several games the same as 13.2): over all meetings,
//!   what was made there times what the opponent made in all.
//! - Buchholz (8.1): over all rounds, what the opponent made in all. *Cut 1* (14.1) leaves out the
//!   least of these, *median 1* (14.3) the greatest as well.
//! - A round without an opponent is a round against a dummy (16.4) that has made in all what the
//!   entry itself has, but no more than half a point a round. Nobody is absent of his own will
//!   here, so the rules for that (16.3, 16.5) have nothing to say.
//! - A meeting that was not played because one of the two is excluded is in no tie-break.
//! - Direct encounter (6): what those who are equal made against each other, the mean where two
//!   met more than once; those still equal are compared again, among themselves. Where not all of
//!   them have met, one goes before the others that stays alone on top whatever the games that
//!   were not played would have brought.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::plan::half_points::HalfPoints;

/// The score of an entry in one meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// The opponent; `None` for a bye.
    pub opponent: Option<usize>,
    /// The points.
    pub points: HalfPoints,
    /// The points there were to be made.
    pub most: HalfPoints,
}

/// All meetings of everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meetings {
    of: Vec<Vec<Meeting>>,
    /// The total scores.
    made: Vec<HalfPoints>,
    /// Points given for meetings that were not played, which no tie-break counts.
    given: Vec<HalfPoints>,
    /// For each entry, its share of the points in all meetings with each opponent, ascending by
    /// opponent; [`FINE`] is a whole point.
    shares: Vec<Vec<(usize, u128)>>,
}

/// Which of its values a sum leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// None.
    Nothing,
    /// The least.
    Least,
    /// The least and the greatest.
    Both,
}

impl Meetings {
    /// The meetings of every entry.
    pub(crate) fn new(of: Vec<Vec<Meeting>>) -> Meetings {
        let made = of.iter().map(|own| own.iter().map(|meeting| meeting.points).sum());
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
            met.map(|(other, (points, most))| (other, u128::from(points) * FINE / u128::from(most)))
                .collect()
        };
        Meetings {
            made: made.collect(),
            given: vec![HalfPoints::ZERO; of.len()],
            shares: of.iter().enumerate().map(shares).collect(),
            of,
        }
    }

    /// The same with what everybody was given for meetings that were not played.
    pub(crate) fn with_given(self, given: Vec<HalfPoints>) -> Meetings {
        Meetings { given, ..self }
    }

    /// An entry's total score, with the points it was given.
    pub(crate) fn all_points(&self, entry: usize) -> HalfPoints {
        [self.made[entry], self.given[entry]].into_iter().sum()
    }

    /// An entry's total score.
    pub(crate) fn points(&self, entry: usize) -> HalfPoints {
        self.made[entry]
    }

    /// Sonneborn–Berger, in quarters.
    pub(crate) fn sonneborn_berger(&self, entry: usize) -> u64 {
        let weighed = |m: &Meeting| m.points.0 * self.strength(entry, m).0;
        self.of[entry].iter().map(weighed).sum()
    }

    /// Buchholz.
    pub(crate) fn buchholz(&self, entry: usize, cut: Cut) -> HalfPoints {
        let strengths = self.of[entry].iter().map(|m| self.strength(entry, m));
        let mut values: Vec<HalfPoints> = strengths.collect();
        values.sort_unstable();
        let least = usize::from(cut != Cut::Nothing);
        let greatest = usize::from(cut == Cut::Both);
        let end = values.len().saturating_sub(greatest);
        values.get(least..end).unwrap_or_default().iter().copied().sum()
    }

    /// The total score of the opponent in a meeting, or of a dummy.
    fn strength(&self, entry: usize, meeting: &Meeting) -> HalfPoints {
        if let Some(opponent) = meeting.opponent {
            return self.points(opponent);
        }
        let half = |m: &Meeting| HalfPoints(m.most.0 / 2);
        self.points(entry).min(self.of[entry].iter().map(half).sum())
    }

    /// Orders equal entries by direct encounter, as far as that decides; entries that stay equal
    /// share a group.
    pub(crate) fn direct_encounter(&self, equal: &[usize]) -> Vec<Vec<usize>> {
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
                at == most
                    || in_nines(other.made + other.missing as u128 * FINE) < in_nines(first.made)
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
        let alike: Vec<Vec<usize>> =
            alike.map(|group| group.iter().map(|encounter| encounter.i).collect()).collect();
        if alike.len() < 2 {
            groups.extend(alike);
        } else {
            groups.extend(alike.iter().flat_map(|group| self.direct_encounter(group)));
        }
        groups
    }

    /// An entry's score against its equals, two for a whole point; `None` if it met none of them.
    pub(crate) fn made_against(&self, entry: usize, equal: &[usize]) -> Option<f64> {
        let shares = equal.iter().filter_map(|&other| self.share(entry, other));
        let (made, met) = shares.fold((0, 0), |(made, met), share| (made + share, met + 1));
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
    use super::{Cut, HalfPoints, Meeting, Meetings};

    /// Meetings from results: one, other, the points of both times two. Byes have `usize::MAX`.
    fn meetings(entries: usize, results: &[(usize, usize, u64, u64)]) -> Meetings {
        let mut of = vec![Vec::new(); entries];
        for &(one, other, own, others) in results {
            let most = HalfPoints(if other == BYE { 2 } else { own + others });
            let (points, others) = (HalfPoints(own), HalfPoints(others));
            let opponent = (other != BYE).then_some(other);
            of[one].push(Meeting { opponent, points, most });
            if let Some(other) = opponent {
                of[other].push(Meeting { opponent: Some(one), points: others, most });
            }
        }
        Meetings::new(of)
    }

    const BYE: usize = usize::MAX;

    /// The round robin of M. Held, *Exercises in Tie-Breaking* (FIDE, 2024), section 2.2: Alyx,
    /// Bruno, Charline, David, Helene, Franck.
    fn round_robin() -> Meetings {
        let results = [
            (0, 5, 1, 1),
            (1, 4, 2, 0),
            (2, 3, 2, 0),
            (0, 1, 2, 0),
            (4, 2, 0, 2),
            (5, 3, 2, 0),
            (2, 0, 0, 2),
            (1, 5, 2, 0),
            (3, 4, 1, 1),
            (1, 2, 1, 1),
            (0, 3, 0, 2),
            (5, 4, 0, 2),
            (4, 0, 0, 2),
            (3, 1, 0, 2),
            (2, 5, 2, 0),
        ];
        meetings(6, &results)
    }

    #[test]
    fn a_round_robin_has_the_tie_breaks_that_fide_publishes() {
        let table = round_robin();
        let made: Vec<u64> = (0..6).map(|i| table.points(i).0).collect();
        assert_eq!(made, [7, 7, 7, 3, 3, 3]);
        // Exercise 14: 9.25, 6.25, 6.25, 4.25, and Franck 3.25. Helene, one of whose two results is
        // a forfeit, is left out, because here forfeits are games.
        let found = [0, 1, 2, 3, 5].map(|i| table.sonneborn_berger(i));
        assert_eq!(found, [37, 25, 25, 17, 13]);
        // Exercise 26: 2, ½, ½ among the first three; ½, 1½, 1 among the others.
        let made = |i: usize, equal: &[usize]| table.made_against(i, equal).unwrap();
        assert_eq!([0, 1, 2].map(|i| made(i, &[0, 1, 2])), [2.0, 0.5, 0.5]);
        assert_eq!([3, 4, 5].map(|i| made(i, &[3, 4, 5])), [0.5, 1.5, 1.0]);
        assert_eq!(table.direct_encounter(&[2, 1, 0]), [vec![0], vec![2, 1]]);
        assert_eq!(table.direct_encounter(&[3, 4, 5]), [[4], [5], [3]]);
    }

    /// The Swiss tournament of the same exercises, section 2.1: players 1 to 16, five rounds. A
    /// forfeit is a round without an opponent here, like a bye.
    #[test]
    fn a_swiss_has_the_tie_breaks_that_fide_publishes() {
        let results = [
            // Round 1.
            (10, 2, 0, 2),
            (1, 9, 2, 0),
            (3, 11, 1, 1),
            (12, 4, 0, 2),
            (16, 8, 1, 1),
            (14, 6, 2, 0),
            (5, 13, 0, 2),
            (7, 15, 2, 0),
            // Round 2.
            (2, 7, 2, 0),
            (13, 1, 1, 1),
            (6, 3, 0, 2),
            (11, 16, 0, 2),
            (15, 5, 2, 0),
            (8, 14, 2, 0),
            (9, 10, 0, 2),
            (4, BYE, 1, 0),
            (12, BYE, 2, 0),
            // Round 3.
            (1, 2, 1, 1),
            (3, 8, 2, 0),
            (4, 13, 2, 0),
            (16, 7, 2, 0),
            (5, 11, 2, 0),
            (12, BYE, 2, 0),
            (14, BYE, 0, 0),
            (10, 15, 0, 2),
            (6, BYE, 2, 0),
            (9, BYE, 1, 0),
            // Round 4.
            (2, 16, 2, 0),
            (15, 1, 0, 2),
            (4, 3, 1, 1),
            (6, 10, 2, 0),
            (7, 5, 1, 1),
            (8, 13, 2, 0),
            (11, BYE, 2, 0),
            (9, BYE, 0, 0),
            (14, BYE, 0, 0),
            (12, BYE, 0, 0),
            // Round 5.
            (3, 2, 1, 1),
            (1, 4, 1, 1),
            (16, 15, 2, 0),
            (8, 6, 0, 2),
            (5, 10, 2, 0),
            (11, 7, 2, 0),
            (13, 14, 0, 2),
            (9, BYE, 2, 0),
            (12, BYE, 0, 0),
        ];
        let results = results
            .map(|(one, other, a, b)| (one - 1, if other == BYE { BYE } else { other - 1 }, a, b));
        let table = meetings(16, &results);
        let made: Vec<u64> = (0..16).map(|i| table.points(i).0).collect();
        assert_eq!(made, [7, 8, 7, 7, 5, 6, 3, 5, 3, 2, 5, 4, 3, 4, 4, 7]);
        // Exercise 9, times two. Three of those values are left out: of 4, who met a player that
        // had withdrawn, and of 6 and 11, whose dummies (after a bye and a forfeit) had more than
        // half a point a round, which the rules no longer allow.
        let buchholz: [u64; 16] = [25, 26, 31, 0, 17, 0, 29, 27, 18, 26, 0, 23, 28, 22, 24, 25];
        // Exercise 12, times four.
        let berger: [u64; 16] = [32, 38, 42, 0, 17, 0, 13, 21, 9, 6, 23, 16, 17, 18, 14, 29];
        for i in (0..16).filter(|i| ![3, 5, 10].contains(i)) {
            assert_eq!(table.buchholz(i, Cut::Nothing).0, buchholz[i], "player {}", i + 1);
            assert_eq!(table.sonneborn_berger(i), berger[i], "player {}", i + 1);
        }
        // By the older rule 12.0 and 6.5; with a dummy of 2½ instead of 3 points 11.5 and 6.
        assert_eq!((table.buchholz(5, Cut::Nothing).0, table.sonneborn_berger(5)), (23, 24));
        // Exercises 5 to 8, times two: of players not absent voluntarily.
        for (player, cut) in
            [(5, 15), (8, 24), (7, 25), (13, 24), (1, 22), (3, 26), (16, 22), (15, 22)]
        {
            assert_eq!(table.buchholz(player - 1, Cut::Least).0, cut, "player {player}");
        }
        // Opponents of 2: 1, 1½, 3½, 3½, 3½.
        assert_eq!(table.buchholz(1, Cut::Both).0, 17);
    }

    /// The example of *Sensei's Library*, Sonneborn–Berger (2003): everybody meets everybody
    /// twice, A and B make 4 points each; by 11 to 9 A goes before B.
    #[test]
    fn meetings_of_two_games_count_what_was_made_in_both() {
        let results =
            [(0, 1, 2, 2), (0, 2, 4, 0), (0, 3, 2, 2), (1, 2, 2, 2), (1, 3, 4, 0), (2, 3, 4, 0)];
        let table = meetings(4, &results);
        let made: Vec<u64> = (0..4).map(|i| table.points(i).0).collect();
        assert_eq!(made, [8, 8, 6, 2]);
        let found: Vec<u64> = (0..4).map(|i| table.sonneborn_berger(i)).collect();
        assert_eq!(found, [11 * 4, 9 * 4, 6 * 4, 4 * 4]);
    }

    #[test]
    fn those_still_equal_are_compared_again_among_themselves() {
        // 0 beat 1 and 2 each of them by more; 1 and 2 made equally much, but 1 beat 2.
        let table = meetings(4, &[(0, 1, 2, 0), (0, 2, 2, 0), (1, 2, 2, 0), (1, 3, 0, 2)]);
        assert_eq!(table.direct_encounter(&[0, 1, 2]), [[0], [1], [2]]);
        // A circle decides nothing.
        let circle = meetings(3, &[(0, 1, 2, 0), (1, 2, 2, 0), (2, 0, 2, 0)]);
        assert_eq!(circle.direct_encounter(&[2, 1, 0]), [[2, 1, 0]]);
    }

    #[test]
    fn players_that_have_not_met_are_compared_only_where_it_makes_no_difference() {
        // 0 beat 1 and 2, who have not met: neither can catch up with it or be put before the
        // other.
        let table = meetings(3, &[(0, 1, 2, 0), (0, 2, 2, 0)]);
        assert_eq!(table.direct_encounter(&[1, 2, 0]), [vec![0], vec![1, 2]]);
        // 0 beat 1, and 2 might have beaten both.
        let table = meetings(3, &[(0, 1, 2, 0)]);
        assert_eq!(table.direct_encounter(&[0, 1, 2]), [[0, 1, 2]]);
        assert_eq!(table.made_against(2, &[0, 1, 2]), None);
    }

    /// Direct encounters by their words, in cubic time.
    fn slowly(table: &Meetings, equal: &[usize]) -> Vec<Vec<usize>> {
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
        let is_alone = |&&i: &&usize| {
            equal.iter().all(|&j| i == j || made(j, equal) + missing(j) < made(i, equal))
        };
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
            let table = meetings(n, &results);
            let equal: Vec<usize> = (0..n).filter(|_| next(5) != 0).collect();
            let found = table.direct_encounter(&equal);
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
        let found = meetings(1000, &results).direct_encounter(&all);
        assert_eq!(found, std::slice::from_ref(&all));
        // One entry won against all others, the next against all but one, and so on: the slowest
        // case.
        let ladder: Vec<_> = results.iter().map(|&(i, j, ..)| (i, j, 2, 0)).collect();
        let some = ladder.into_iter().filter(|&(i, j, ..)| i + j != 1).collect::<Vec<_>>();
        assert!(990 < meetings(1000, &some).direct_encounter(&all).len());
        // Cubic, it takes many minutes.
        assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    }

    #[test]
    fn of_two_who_met_more_often_the_mean_counts() {
        // 0 beat 1 three times out of four, 1 beat 2 and 2 beat 0 once.
        let table = meetings(3, &[(0, 1, 6, 2), (1, 2, 2, 0), (2, 0, 2, 0)]);
        assert_eq!(table.direct_encounter(&[0, 1, 2]), [[1], [2], [0]]);
    }
}
