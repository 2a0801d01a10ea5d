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
//! - [Direct encounter](DirectEncounters) (6).

use crate::{
    plan::half_points::HalfPoints,
    tally::{direct_encounter::DirectEncounters, meeting::Meeting},
};

/// All meetings of everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meetings {
    of: Vec<Vec<Meeting>>,
    /// The total scores.
    made: Vec<HalfPoints>,
    /// Points given for meetings that were not played, which no tie-break counts.
    given: Vec<HalfPoints>,
    encounters: DirectEncounters,
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
        Meetings {
            made: made.collect(),
            given: vec![HalfPoints::ZERO; of.len()],
            encounters: DirectEncounters::of(&of),
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

    /// What equal entries made against each other.
    pub(crate) fn encounters(&self) -> &DirectEncounters {
        &self.encounters
    }

    /// The total score of the opponent in a meeting, or of a dummy.
    fn strength(&self, entry: usize, meeting: &Meeting) -> HalfPoints {
        if let Some(opponent) = meeting.opponent {
            return self.points(opponent);
        }
        let half = |m: &Meeting| HalfPoints(m.most.0 / 2);
        self.points(entry).min(self.of[entry].iter().map(half).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::{Cut, Meetings};
    use crate::tally::meeting::tests::{BYE, met};

    fn meetings(entries: usize, results: &[(usize, usize, u64, u64)]) -> Meetings {
        Meetings::new(met(entries, results))
    }

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
        let equals = table.encounters();
        let made = |i: usize, equal: &[usize]| equals.made_against(i, |other| equal.contains(&other)).unwrap();
        assert_eq!([0, 1, 2].map(|i| made(i, &[0, 1, 2])), [2.0, 0.5, 0.5]);
        assert_eq!([3, 4, 5].map(|i| made(i, &[3, 4, 5])), [0.5, 1.5, 1.0]);
        assert_eq!(equals.order(&[2, 1, 0]), [vec![0], vec![2, 1]]);
        assert_eq!(equals.order(&[3, 4, 5]), [[4], [5], [3]]);
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
        let results = results.map(|(one, other, a, b)| (one - 1, if other == BYE { BYE } else { other - 1 }, a, b));
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
        for (player, cut) in [(5, 15), (8, 24), (7, 25), (13, 24), (1, 22), (3, 26), (16, 22), (15, 22)] {
            assert_eq!(table.buchholz(player - 1, Cut::Least).0, cut, "player {player}");
        }
        // Opponents of 2: 1, 1½, 3½, 3½, 3½.
        assert_eq!(table.buchholz(1, Cut::Both).0, 17);
    }

    /// The example of *Sensei's Library*, Sonneborn–Berger (2003): everybody meets everybody
    /// twice, A and B make 4 points each; by 11 to 9 A goes before B.
    #[test]
    fn meetings_of_two_games_count_what_was_made_in_both() {
        let results = [(0, 1, 2, 2), (0, 2, 4, 0), (0, 3, 2, 2), (1, 2, 2, 2), (1, 3, 4, 0), (2, 3, 4, 0)];
        let table = meetings(4, &results);
        let made: Vec<u64> = (0..4).map(|i| table.points(i).0).collect();
        assert_eq!(made, [8, 8, 6, 2]);
        let found: Vec<u64> = (0..4).map(|i| table.sonneborn_berger(i)).collect();
        assert_eq!(found, [11 * 4, 9 * 4, 6 * 4, 4 * 4]);
    }
}
