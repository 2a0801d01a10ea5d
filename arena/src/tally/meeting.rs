//! What an entry made in one meeting.

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

#[cfg(test)]
pub(super) mod tests {
    use super::{HalfPoints, Meeting};

    /// In place of an opponent, where there is none.
    pub(in crate::tally) const BYE: usize = usize::MAX;

    /// Meetings from results: one, other, the points of both times two.
    pub(in crate::tally) fn met(entries: usize, results: &[(usize, usize, u64, u64)]) -> Vec<Vec<Meeting>> {
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
        of
    }
}
