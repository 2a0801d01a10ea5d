//! The score of one game of a tournament: the sums of its entries, of its seats and of each pair, and its rounds.

use std::collections::BTreeMap;

use crate::{
    ask::{format::Format, rules::SeatingRule},
    plan::{fixture::Fixture, half_points::HalfPoints, rounds::Met, schedule::Plan, tournament::Section},
    rating::{Advantage, Difference, Evidence, KnownDifference, PairCounts, Rater, RatingTable, Sample},
    tally::{
        deals::Deals,
        listed::Listed,
        totals::{Tally, Total},
    },
};

/// The score of one game of the tournament.
#[derive(Clone, Debug)]
pub struct SectionScore {
    /// The players: indices into the tournament's entries, ascending; the tables below have this
    /// order.
    pub entries: Vec<usize>,
    /// Games with a result.
    pub games: u64,
    /// Games that were void.
    pub void: u64,
    /// The number of games not played because a player was excluded.
    pub unplayed: u64,
    /// The number of games that repeat an earlier one move for move, by players that always play
    /// alike: they count in the tables, but not in errors, since they add no information.
    pub copies: u64,
    /// Games that were adjudicated for length.
    pub too_long: u64,
    /// Games that ended because the players' values agreed.
    pub agreed: u64,
    /// Games that a player gave up.
    pub resigned: u64,
    /// The totals of each entry.
    pub totals: Vec<Total>,
    /// For each pair that met, by indices into the tables, the lower first: the lower one's
    /// results.
    pub(super) pairs: BTreeMap<(u32, u32), Tally>,
    /// The estimates of strength, without copies.
    rater: Rater,
    /// The block and the opening of the games added last.
    opening: (usize, u64),
    /// The scores of the lower of two entries in each of their openings and meetings, in the plan's order.
    pub(super) listed: BTreeMap<(u32, u32), Listed>,
    /// Whether everybody always has the same seat.
    has_one_seating: bool,
    /// The format.
    pub(crate) format: Format,
    /// In formats of rounds, those of which a game has been played.
    pub(crate) rounds: Vec<Round>,
    /// The score of each seat, whoever sat there.
    pub seats: Vec<Total>,
    /// Whether any payoff was other than −1, 0 or 1.
    pub is_graded: bool,
    /// The payoffs by deal, if they show more than the winner.
    pub(crate) deals: Option<Deals>,
}

/// A round of which a game has been played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Round {
    pub(super) block: usize,
    /// Its meetings.
    pub(crate) met: Vec<Met>,
    /// The stage of each of them.
    pub(crate) stages: Vec<MeetingStage>,
}

/// The stage of a meeting of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MeetingStage {
    /// All its games are to come.
    #[default]
    ToCome,
    /// It has games, none of which was played: one of the two is excluded.
    WalkedOver,
    /// A game of it was played, be it void.
    Played,
}

/// The games of one meeting from one opening, so far: they depend on each other, and so are one
/// unit of all that errors are computed from.
#[derive(Clone, Debug, Default)]
pub(super) struct Unit {
    /// Block, opening and meeting.
    pub(super) of: Option<(usize, u64, u64)>,
    /// The payoffs of each game that adds information, by an index into the section's tables.
    pub(super) got: Vec<(usize, f64)>,
}

impl Unit {
    /// The payoffs in each game, of so many seats.
    pub(super) fn games(&self, seats: usize) -> impl Iterator<Item = &[(usize, f64)]> + Clone {
        self.got.chunks_exact(seats)
    }

    /// Who took part in each game, of so many seats, and how many of the others got more.
    pub(super) fn ranked(&self, seats: usize) -> Vec<Vec<(usize, u32)>> {
        let ranks = |game: &[(usize, f64)]| {
            let rank = |own: f64| game.iter().filter(|&&(_, other)| own < other).count() as u32;
            game.iter().map(|&(who, own)| (who, rank(own))).collect()
        };
        self.games(seats).map(ranks).collect()
    }
}

impl SectionScore {
    /// The score before the first game.
    pub(super) fn new(section: &Section, format: Format) -> SectionScore {
        let entries = section.entries.clone();
        let (n, seats) = (entries.len(), usize::from(section.facts.seats));
        SectionScore {
            entries,
            games: 0,
            void: 0,
            unplayed: 0,
            copies: 0,
            too_long: 0,
            agreed: 0,
            resigned: 0,
            totals: vec![Total::default(); n],
            pairs: BTreeMap::new(),
            rater: Rater::new(n),
            opening: (0, 0),
            has_one_seating: section.seating == SeatingRule::Fixed,
            listed: BTreeMap::new(),
            format,
            rounds: Vec::new(),
            seats: vec![Total::default(); seats],
            is_graded: false,
            deals: Deals::of(&section.facts, n),
        }
    }

    /// The index of an entry in the tables of this section.
    pub(crate) fn index(&self, entry: usize) -> usize {
        self.entries.binary_search(&entry).expect("who plays a section is in its list")
    }

    /// A game of a round comes next.
    pub(super) fn come_to(&mut self, plan: &Plan, fixture: &Fixture, is_played: bool) {
        if self.rounds.last().is_none_or(|round| round.block != fixture.block) {
            let met = plan.round(fixture.block);
            let stages = vec![MeetingStage::ToCome; met.len()];
            self.rounds.push(Round { block: fixture.block, met, stages });
        }
        if let Some(round) = self.rounds.last_mut() {
            let stage = &mut round.stages[fixture.meeting as usize];
            if is_played {
                *stage = MeetingStage::Played;
            } else if *stage == MeetingStage::ToCome {
                *stage = MeetingStage::WalkedOver;
            }
        }
    }

    /// Adds the result of a game of a round to its meeting, which decides who goes on.
    pub(super) fn meet(&mut self, fixture: &Fixture, payoffs: &[f64]) {
        let first = usize::from(fixture.seats[0] != fixture.members[0]);
        let (own, others) = (payoffs[first], payoffs[1 - first]);
        let worth = if self.is_by_payoff() { HalfPoints::paid } else { HalfPoints::of };
        if let Some(round) = self.rounds.last_mut() {
            let points = &mut round.met[fixture.meeting as usize].points;
            points.0 += worth(own, others);
            points.1 += worth(others, own);
        }
    }

    /// Adds what entry `i`, on that seat, made of one other.
    pub(super) fn add_tally(&mut self, seat: usize, i: usize, tally: Tally) {
        self.totals[i].tally += tally;
        self.seats[seat].tally += tally;
    }

    /// Whether mean payoffs rather than points decide the places: with hidden information one deal is weak evidence.
    pub const fn is_by_payoff(&self) -> bool {
        matches!(&self.deals, Some(deals) if deals.decide())
    }

    /// Whether mean payoffs have errors: if payoffs may show more than the winner.
    pub const fn has_payoff_errors(&self) -> bool {
        self.deals.is_some()
    }

    /// The payoffs, where they decide.
    pub(crate) fn deciding(&self) -> Option<&Deals> {
        self.deals.as_ref().filter(|deals| deals.decide())
    }

    /// The half-width of the 95 % interval of the mean payoff of entry `i` of the tables, if payoffs show more than the
    /// winner and the interval exists.
    pub fn payoff_error(&self, i: usize) -> Option<f64> {
        self.deals.as_ref()?.error(i)
    }

    /// The payoff of `i` in a game minus the mean of `i` and `j`, if payoffs show more than the winner and some game
    /// between them counts.
    pub fn advantage(&self, i: usize, j: usize) -> Option<Advantage> {
        self.deals.as_ref()?.advantage(i, j)
    }

    /// The results of `i` against `j`, including copies.
    pub fn tally(&self, i: usize, j: usize) -> Tally {
        let key = (i.min(j) as u32, i.max(j) as u32);
        let of_low = self.pairs.get(&key).copied().unwrap_or_default();
        if i < j { of_low } else { of_low.mirrored() }
    }

    /// All pairs that met, by indices into the tables, the lower first, ascending.
    pub fn met(&self) -> impl Iterator<Item = (usize, usize)> {
        self.pairs.keys().map(|&(low, high)| (low as usize, high as usize))
    }

    /// Adds the games of one opening and meeting.
    pub(super) fn add(&mut self, unit: &Unit) {
        let n = self.seats.len();
        let games = || unit.games(n);
        let (Some(first), Some((block, opening, _))) = (games().next(), unit.of) else { return };
        if let Some(deals) = &mut self.deals {
            deals.meet(&games().collect::<Vec<_>>());
        }
        if self.opening != (block, opening) {
            self.rater.close(self.opening);
            self.opening = (block, opening);
        }
        if let &[(one, _), (other, _)] = first {
            let outcome = |game: &[(usize, f64)]| {
                let low = usize::from(game[1].0 < game[0].0);
                (low == 0, HalfPoints::of(game[low].1, game[1 - low].1).0 as usize)
            };
            let pair = (one.min(other), one.max(other));
            return self.rater.add_pair((block, opening), pair, games().map(outcome));
        }
        self.rater.add((block, opening), &unit.ranked(n));
    }

    /// Lists the scores of the members of a meeting in an opening of `group` games; returns the number of new results.
    pub(super) fn list(&mut self, unit: &Unit, members: &[usize], group: u64) -> usize {
        let n = self.seats.len();
        let is_by_payoff = self.is_by_payoff();
        if Listed::MOST_GAMES < group && !is_by_payoff {
            return 0;
        }
        let is_whole = unit.got.len() as u64 == group * n as u64;
        for (at, &one) in members.iter().enumerate() {
            for &other in &members[at + 1..] {
                let (one, other) = (self.index(one), self.index(other));
                let (low, high) = (one.min(other), one.max(other));
                let got = unit.games(n).map(|game| {
                    let got = |who| game.iter().find(|got| got.0 == who).map_or(0.0, |got| got.1);
                    (got(low), got(high))
                });
                let listed = self.listed.entry((low as u32, high as u32)).or_default();
                if is_by_payoff {
                    let sum: f64 = got.map(|(own, other)| (own - other) / 2.0).sum();
                    listed.push_paid(is_whole.then_some(sum / group as f64));
                } else {
                    let made = got.map(|(own, other)| HalfPoints::of(own, other)).sum();
                    listed.push(is_whole.then_some(made));
                }
            }
        }
        n * (n - 1) / 2
    }

    /// The scores of the lower of two entries, by indices into the tables, in each of their openings and meetings, in
    /// the plan's order. `None` if unknown: in formats whose meetings depend on results, if games are missing, if a
    /// meeting has more than [`Listed::MOST_GAMES`], or if there would be too many.
    pub(crate) fn by_opening(&self, low: usize, high: usize) -> Option<&Listed> {
        self.listed.get(&(low as u32, high as u32))
    }

    /// The evidence of the games between two entries, in independent units and without copies: the openings of a
    /// meeting, or single games if there is one seating. `None` without a unit.
    ///
    /// If payoffs [decide](SectionScore::is_by_payoff), shares are of the possible payoff instead of points: one half,
    /// plus half the difference of the two payoffs relative to the greatest possible difference.
    pub(crate) fn evidence(&self, i: usize, j: usize) -> Option<Evidence> {
        if let Some(deals) = self.deciding() {
            return deals.evidence(i, j);
        }
        if self.seats.len() == 2 {
            return self.sample(i, j).evidence();
        }
        let of_low = self.rater.shares(i.min(j), i.max(j));
        of_low.map(|evidence| if i < j { evidence } else { evidence.mirrored() })
    }

    /// The strength of `i` minus that of `j`, with its interval and the probability that it is
    /// positive, by the same units. `None` without a unit.
    pub fn difference(&self, i: usize, j: usize) -> Option<Difference> {
        match self.seats.len() {
            2 if !self.is_by_payoff() => self.sample(i, j).difference(),
            _ => self.evidence(i, j).map(Evidence::difference),
        }
    }

    /// The results of two entries where games have two seats: pairs of games where there are such.
    pub fn sample(&self, i: usize, j: usize) -> Sample {
        let counts = self.counts(i, j);
        if i < j { counts.sample() } else { counts.sample().mirrored() }
    }

    fn counts(&self, i: usize, j: usize) -> PairCounts {
        self.rater.between(i.min(j), i.max(j)).copied().unwrap_or_default()
    }

    /// The maximum-likelihood ratings of the entries that met, by whole openings; `None` if the game has one seat, no
    /// game was played, or payoffs [decide](SectionScore::is_by_payoff), for which Elo is not defined.
    pub fn ratings(&self) -> Option<RatingTable> {
        let seats = self.seats.len();
        let is_rated = 1 < seats && self.games != 0 && !self.is_by_payoff();
        is_rated.then(|| self.rater.rate(seats, None))
    }

    /// The differences of all pairs that met.
    pub(crate) fn differences(&self) -> Vec<KnownDifference> {
        self.rater.differences()
    }

    /// The first seat's share of the points, whoever sat there, without copies. The unit is the
    /// opening, whose advantage for the first seat is shared by all meetings. `None` without a unit, with one seating, in
    /// which the effects of seats and entries cannot be separated, and if payoffs [decide](SectionScore::is_by_payoff).
    pub fn first_seat(&self) -> Option<Evidence> {
        let is_told = !self.has_one_seating && !self.is_by_payoff();
        Some(self.rater.first_seat()).filter(|shares| is_told && shares.units != 0)
    }

    /// The meetings of a knockout that stayed tied to the last, as entries, before the other the one that signed up
    /// first and so went on; in the last round only where that `is_over`.
    pub(crate) fn tied(&self, is_over: bool) -> Vec<(usize, usize)> {
        if !matches!(self.format, Format::Knockout) {
            return Vec::new();
        }
        let over = self.rounds.len() - usize::from(!is_over && !self.rounds.is_empty());
        let mut ties: BTreeMap<(usize, usize), u64> = BTreeMap::new();
        for met in self.rounds[..over].iter().flat_map(|round| &round.met) {
            if met.points.0 == met.points.1 {
                *ties.entry(met.entries).or_default() += 1;
            }
        }
        ties.retain(|_, times| self.format.replays() < *times);
        ties.into_keys().map(|(one, other)| (one.min(other), one.max(other))).collect()
    }

    /// The numbers of openings from which `i` scored 0, ½, 1, 1½ and 2 points in its two games
    /// against `j`.
    pub fn openings(&self, i: usize, j: usize) -> [u64; 5] {
        let mut openings = [0; 5];
        let counts = self.counts(i, j);
        for (first, row) in counts.pairs.iter().enumerate() {
            for (second, count) in row.iter().enumerate() {
                let half_points = first + second;
                openings[if i < j { half_points } else { 4 - half_points }] += count;
            }
        }
        openings
    }
}
