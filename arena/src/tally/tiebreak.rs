//! Tie-breaks, as chess federations compute them.
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
//! - Direct encounter (6): what those who are equal made against each other, the mean where two
//!   met more than once; those still equal are compared again, among themselves. Where not all of
//!   them have met, one goes before the others that stays alone on top whatever the games that
//!   were not played would have brought.

use std::cmp::Reverse;

use crate::plan::half_points::HalfPoints;

/// What an entry made of one meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// Against whom; nobody if it was a bye.
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
    /// What everybody made in all.
    made: Vec<HalfPoints>,
}

/// Which of its values a sum leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
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
        Meetings { made: made.collect(), of }
    }

    /// What an entry made in all.
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

    /// What the opponent of a meeting made in all, or a dummy.
    fn strength(&self, entry: usize, meeting: &Meeting) -> HalfPoints {
        if let Some(opponent) = meeting.opponent {
            return self.points(opponent);
        }
        let half = |m: &Meeting| HalfPoints(m.most.0 / 2);
        self.points(entry).min(self.of[entry].iter().map(half).sum())
    }

    /// Puts those who are equal in the order of their direct encounters, as far as these tell;
    /// those who stay equal share a group.
    pub(crate) fn direct_encounter(&self, equal: &[usize]) -> Vec<Vec<usize>> {
        let has_met = |&i: &usize, &j: &usize| i == j || self.mean(i, j).is_some();
        if equal.iter().all(|i| equal.iter().all(|j| has_met(i, j))) {
            let mut order = equal.to_vec();
            order.sort_by_key(|&i| Reverse(self.made(i, equal)));
            let groups: Vec<Vec<usize>> = order
                .chunk_by(|&i, &j| self.made(i, equal) == self.made(j, equal))
                .map(<[usize]>::to_vec)
                .collect();
            if groups.len() < 2 {
                return groups;
            }
            return groups.iter().flat_map(|group| self.direct_encounter(group)).collect();
        }
        // A point for every meeting there might have been.
        let missing = |i: usize| equal.iter().filter(|j| !has_met(&i, j)).count() as u64 * WHOLE;
        let is_alone = |&&i: &&usize| {
            let made = self.made(i, equal);
            equal.iter().all(|&j| i == j || self.made(j, equal) + missing(j) < made)
        };
        match equal.iter().find(is_alone) {
            Some(&first) => {
                let others: Vec<usize> = equal.iter().copied().filter(|&i| i != first).collect();
                let mut groups = vec![vec![first]];
                groups.extend(self.direct_encounter(&others));
                groups
            }
            None => vec![equal.to_vec()],
        }
    }

    /// What an entry made against those who are equal with it, two for a whole point; `None` if it
    /// met none of them.
    pub(crate) fn made_against(&self, entry: usize, equal: &[usize]) -> Option<f64> {
        let has_met = equal.iter().any(|&other| self.mean(entry, other).is_some());
        has_met.then(|| self.made(entry, equal) as f64 / WHOLE as f64)
    }

    fn made(&self, entry: usize, equal: &[usize]) -> u64 {
        let sum: f64 = equal.iter().filter_map(|&other| self.mean(entry, other)).sum();
        // Sums of thirds and the like are equal if they are so to nine decimals.
        (sum * WHOLE as f64).round() as u64
    }

    /// The share of the points that `one` made in its meetings with `other`.
    fn mean(&self, one: usize, other: usize) -> Option<f64> {
        if one == other {
            return None;
        }
        let met = self.of[one].iter().filter(|meeting| meeting.opponent == Some(other));
        let (made, most) = met.fold((0, 0), |(a, b), m| (a + m.points.0, b + m.most.0));
        (most != 0).then(|| made as f64 / most as f64)
    }
}

/// A whole point in the sums that direct encounters are compared by.
const WHOLE: u64 = 1_000_000_000;

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
        // Exercise 14: 9.25, 6.25, 6.25, 4.25, and Franck 3.25. Helene, one of whose two results
        // is a forfeit, is left out: here forfeits are games.
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
    /// forfeit is a round against nobody here, as are byes.
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
        // Exercise 9, times two. Three of those values are left out: of 4, who met one that had
        // withdrawn, and of 6 and 11, whose dummies (after a bye and a forfeit) had more than half
        // a point a round, which they no longer may.
        let buchholz: [u64; 16] = [25, 26, 31, 0, 17, 0, 29, 27, 18, 26, 0, 23, 28, 22, 24, 25];
        // Exercise 12, times four.
        let berger: [u64; 16] = [32, 38, 42, 0, 17, 0, 13, 21, 9, 6, 23, 16, 17, 18, 14, 29];
        for i in (0..16).filter(|i| ![3, 5, 10].contains(i)) {
            assert_eq!(table.buchholz(i, Cut::Nothing).0, buchholz[i], "player {}", i + 1);
            assert_eq!(table.sonneborn_berger(i), berger[i], "player {}", i + 1);
        }
        // By the older rule 12.0 and 6.5; with a dummy of 2½ instead of 3 points 11.5 and 6.
        assert_eq!((table.buchholz(5, Cut::Nothing).0, table.sonneborn_berger(5)), (23, 24));
        // Exercises 5 to 8, times two: of those who were not absent of their own will.
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
        // A circle tells nothing.
        let circle = meetings(3, &[(0, 1, 2, 0), (1, 2, 2, 0), (2, 0, 2, 0)]);
        assert_eq!(circle.direct_encounter(&[2, 1, 0]), [[2, 1, 0]]);
    }

    #[test]
    fn who_has_not_met_is_compared_only_where_it_makes_no_difference() {
        // 0 beat 1 and 2, who have not met: neither can catch up with it, nor tell from the other.
        let table = meetings(3, &[(0, 1, 2, 0), (0, 2, 2, 0)]);
        assert_eq!(table.direct_encounter(&[1, 2, 0]), [vec![0], vec![1, 2]]);
        // 0 beat 1, and 2 might have beaten both.
        let table = meetings(3, &[(0, 1, 2, 0)]);
        assert_eq!(table.direct_encounter(&[0, 1, 2]), [[0, 1, 2]]);
        assert_eq!(table.made_against(2, &[0, 1, 2]), None);
    }

    #[test]
    fn of_two_who_met_more_often_the_mean_counts() {
        // 0 beat 1 three times out of four, 1 beat 2 and 2 beat 0 once.
        let table = meetings(3, &[(0, 1, 6, 2), (1, 2, 2, 0), (2, 0, 2, 0)]);
        assert_eq!(table.direct_encounter(&[0, 1, 2]), [[1], [2], [0]]);
    }
}
