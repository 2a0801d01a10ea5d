//! The order of a section's entries, and which of them are equal.
//!
//! Criteria are applied in turn, each only among entries equal by all before. Entries equal by all
//! of them share a place; no place is decided by lot, or by the order of signing up, but where that decides who goes on in
//! a knockout.

use agon_core::{Accepted, registry};

use crate::{
    ask::{format::Format, spec_error::SpecError},
    plan::half_points::HalfPoints,
    plan::rounds::{Met, final_places},
    tally::{
        meeting::Meeting,
        score::Score,
        section_score::{MeetingStage, SectionScore},
        tiebreak::{Cut, Meetings},
    },
};

/// A criterion of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The place that the format itself leaves an entry: the round in which it fell, or its rung.
    Format,
    /// In a Swiss: one point for every meeting won and every bye, half a point for a tie. The opponent of an excluded
    /// player goes on as after a bye; such a meeting counts in these points only.
    MeetingPoints,
    /// Points per game: points alone don't compare entries that played differently many games.
    Points,
    /// The mean payoff.
    Payoff,
    /// The score of equal entries against each other: in a Swiss by meetings, elsewhere by games.
    /// If some of them never met, it decides only what the missing meetings could not change.
    DirectEncounter,
    /// The sum of the scores of all opponents, without the lowest. A bye counts as an opponent with
    /// the same score as the entry itself, but at most half of the possible points.
    BuchholzCut1,
    /// The sum of what all opponents scored.
    Buchholz,
    /// The sum of what all opponents scored, each weighed by the points made against it; in a
    /// Swiss by meetings, elsewhere by games, and then per game of the entry.
    SonnebornBerger,
    /// Games won, per game.
    Wins,
}

impl Criterion {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Criterion::Format => "format",
            Criterion::MeetingPoints => "meeting-points",
            Criterion::Points => "points",
            Criterion::Payoff => "payoff",
            Criterion::DirectEncounter => "direct-encounter",
            Criterion::BuchholzCut1 => "buchholz-cut1",
            Criterion::Buchholz => "buchholz",
            Criterion::SonnebornBerger => "sonneborn-berger",
            Criterion::Wins => "wins",
        }
    }
}

/// The values by which one entry is compared with others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TieBreaks {
    /// Sonneborn–Berger.
    pub sonneborn_berger: f64,
    /// The score against entries with the same points, per meeting with each; `None` if there are
    /// none, or none of them was met.
    pub direct_encounter: Option<f64>,
    /// The criteria that only a Swiss has.
    pub swiss: Option<SwissBreaks>,
}

/// The values by which one entry of a Swiss is compared with others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SwissBreaks {
    /// A point for every meeting won and every bye, half a one for a tie.
    pub meeting_points: f64,
    /// Buchholz.
    pub buchholz: f64,
    /// Buchholz without the least value.
    pub buchholz_cut1: f64,
    /// Buchholz without the least and the greatest value.
    pub buchholz_median: f64,
}

/// The standing of an entry at a game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Its place, counted from 1; entries that are equal by all criteria share one.
    pub place: usize,
    /// Its points: one for a win, a half for a draw.
    pub points: f64,
    /// Its games with a result.
    pub games: u64,
}

impl Score {
    /// The standings at a game, the first place first. If the game is played in several ways, those of the first one.
    ///
    /// # Errors
    ///
    /// If no such game is played.
    pub fn standings(&self, game: &str) -> Result<Vec<Standing>, SpecError> {
        let term = registry::game(game).map_or_else(|_| game.to_owned(), |named| named.term);
        let at = self.terms.iter().position(|known| *known == term).ok_or_else(|| {
            let accepted = Accepted::new(game, self.terms.iter().map(String::as_str));
            SpecError::new(format!("`{game}` is not played{accepted}"))
        })?;
        let section = &self.sections[at];
        let standing = |(place, i): (usize, usize)| Standing {
            name: self.names[section.entries[i]].clone(),
            place,
            points: section.totals[i].tally.points(),
            games: section.totals[i].games,
        };
        Ok(section.places().into_iter().map(standing).collect())
    }
}

impl SectionScore {
    /// The criteria of the standings, in order.
    pub(crate) const fn criteria(&self) -> &'static [Criterion] {
        use Criterion::{
            Buchholz, BuchholzCut1, DirectEncounter, Format as ByFormat, MeetingPoints, Payoff, Points,
            SonnebornBerger, Wins,
        };
        match self.format {
            Format::RoundRobin | Format::Match | Format::Gauntlet if self.is_by_payoff() => {
                &[Payoff, Points, DirectEncounter, Wins]
            }
            Format::RoundRobin | Format::Match => &[Points, Payoff, DirectEncounter, SonnebornBerger, Wins],
            // An entry that met all and entries that met one only have no comparable
            // Sonneborn–Berger.
            Format::Gauntlet => &[Points, Payoff, DirectEncounter, Wins],
            Format::Swiss { .. } if self.is_by_payoff() => {
                &[MeetingPoints, BuchholzCut1, Buchholz, SonnebornBerger, DirectEncounter, Payoff, Points]
            }
            Format::Swiss { .. } => {
                &[MeetingPoints, BuchholzCut1, Buchholz, SonnebornBerger, DirectEncounter, Points, Payoff]
            }
            Format::Knockout | Format::Ladder { .. } => &[ByFormat],
        }
    }

    /// The standing with places, counted from one; entries are indices into the tables. Equals
    /// share a place, and stand as they signed up.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let mut groups = vec![(0..self.entries.len()).collect::<Vec<usize>>()];
        let meetings = self.meetings();
        for &criterion in self.criteria() {
            groups = groups.iter().flat_map(|g| self.split(criterion, g, &meetings)).collect();
        }
        let mut places = Vec::new();
        for mut group in groups {
            group.sort_unstable();
            let place = places.len() + 1;
            places.extend(group.into_iter().map(|i| (place, i)));
        }
        places
    }

    /// The tie-breaks of every entry, in the order of the tables.
    pub fn tie_breaks(&self) -> Vec<TieBreaks> {
        if self.criteria() == [Criterion::Format] {
            return vec![TieBreaks::default(); self.entries.len()];
        }
        let meetings = self.meetings();
        let is_swiss = matches!(self.format, Format::Swiss { .. });
        let first = if is_swiss { &self.criteria()[..1] } else { &self.criteria()[..2] };
        // The number of the group of equals that each belongs to.
        let mut equals = vec![0; self.entries.len()];
        let mut groups = vec![(0..self.entries.len()).collect::<Vec<usize>>()];
        for &criterion in first {
            groups = groups.iter().flat_map(|group| self.split(criterion, group, &meetings)).collect();
        }
        for (number, group) in groups.iter().enumerate() {
            for &i in group {
                equals[i] = number;
            }
        }
        let of = |i: usize| TieBreaks {
            sonneborn_berger: meetings.sonneborn_berger(i) as f64 / 4.0,
            direct_encounter: meetings.encounters().made_against(i, |other| equals[i] == equals[other]),
            swiss: is_swiss.then(|| SwissBreaks {
                meeting_points: meetings.all_points(i).points(),
                buchholz: meetings.buchholz(i, Cut::Nothing).points(),
                buchholz_cut1: meetings.buchholz(i, Cut::Least).points(),
                buchholz_median: meetings.buchholz(i, Cut::Both).points(),
            }),
        };
        (0..self.entries.len()).map(of).collect()
    }

    /// Splits equal entries by one criterion, the best first.
    fn split(&self, by: Criterion, equal: &[usize], meetings: &Meetings) -> Vec<Vec<usize>> {
        match by {
            _ if equal.len() < 2 => vec![equal.to_vec()],
            Criterion::DirectEncounter => meetings.encounters().order(equal),
            Criterion::Format => self.by_format(),
            _ => {
                let mut order: Vec<(usize, f64)> = equal.iter().map(|&i| (i, self.value(by, i, meetings))).collect();
                order.sort_by(|(_, one), (_, other)| other.total_cmp(one));
                let alike = order.chunk_by(|(_, one), (_, other)| one == other);
                alike.map(|group| group.iter().map(|&(i, _)| i).collect()).collect()
            }
        }
    }

    /// A number that is greater for the better one; entries without games come last.
    fn value(&self, by: Criterion, i: usize, meetings: &Meetings) -> f64 {
        let total = &self.totals[i];
        // Quotients of whole numbers that are equal are equal as floating-point numbers too.
        let per_game = |number: f64| match total.games {
            0 => f64::NEG_INFINITY,
            games => number / games as f64,
        };
        match by {
            Criterion::Points => per_game(total.tally.points()),
            Criterion::Payoff => per_game(total.payoff),
            Criterion::Wins => per_game(total.tally.wins as f64),
            Criterion::SonnebornBerger if self.rounds.is_empty() => per_game(meetings.sonneborn_berger(i) as f64),
            Criterion::SonnebornBerger => meetings.sonneborn_berger(i) as f64,
            Criterion::MeetingPoints => meetings.all_points(i).points(),
            Criterion::Buchholz => meetings.buchholz(i, Cut::Nothing).points(),
            Criterion::BuchholzCut1 => meetings.buchholz(i, Cut::Least).points(),
            Criterion::DirectEncounter | Criterion::Format => 0.0,
        }
    }

    /// All meetings with their scores: of a Swiss in meetings, round by round, of other formats in
    /// games.
    fn meetings(&self) -> Meetings {
        let n = self.entries.len();
        if !matches!(self.format, Format::Swiss { .. }) {
            let mut of = vec![Vec::new(); n];
            for (low, high) in self.met() {
                for (i, j) in [(low, high), (high, low)] {
                    let tally = self.tally(i, j);
                    of[i].push(Meeting {
                        opponent: Some(j),
                        points: tally.half_points(),
                        most: HalfPoints(2 * tally.games()),
                    });
                }
            }
            return Meetings::new(of);
        }
        let (mut of, mut given) = (vec![Vec::new(); n], vec![HalfPoints::ZERO; n]);
        for round in &self.rounds {
            let mut is_left = vec![true; n];
            for (Met { entries, points }, stage) in round.met.iter().zip(&round.stages) {
                let (i, j) = (self.index(entries.0), self.index(entries.1));
                (is_left[i], is_left[j]) = (false, false);
                let (one, other) = points;
                match stage {
                    // A meeting still to come is not a tie; a void one is.
                    MeetingStage::ToCome => {}
                    MeetingStage::WalkedOver => {
                        given[i] += HalfPoints::of(one, other);
                        given[j] += HalfPoints::of(other, one);
                    }
                    MeetingStage::Played => {
                        let meeting = |opponent, own, others| Meeting {
                            opponent: Some(opponent),
                            points: HalfPoints::of(own, others),
                            most: HalfPoints::WIN,
                        };
                        of[i].push(meeting(j, one, other));
                        of[j].push(meeting(i, other, one));
                    }
                }
            }
            for (i, _) in is_left.iter().enumerate().filter(|(_, left)| **left) {
                of[i].push(Meeting { opponent: None, points: HalfPoints::WIN, most: HalfPoints::WIN });
            }
        }
        Meetings::new(of).with_given(given)
    }

    /// The places that a knockout or a ladder leaves.
    fn by_format(&self) -> Vec<Vec<usize>> {
        let history: Vec<Vec<Met>> = self.rounds.iter().map(|round| round.met.clone()).collect();
        let groups = final_places(self.format, &self.entries, &history);
        let groups = groups.unwrap_or_else(|| vec![self.entries.clone()]);
        let index = |group: Vec<usize>| group.into_iter().map(|e| self.index(e)).collect();
        groups.into_iter().map(index).collect()
    }
}
