//! The sums of a tournament: points, wins, payoffs, faults, by seat and by pair.
//!
//! The points of one game: one for every other seat that got less, half for every one that got the same. With two seats
//! that is 1, ½, 0. A void game does not count, and neither does one that was not played because a player is excluded;
//! but in formats with rounds that player has lost the meeting.

use std::{
    collections::BTreeMap,
    io,
    ops::{AddAssign, ControlFlow},
};

use crate::{
    ask::{format::Format, rules::FaultRule},
    plan::{
        half_points::HalfPoints,
        rounds::Met,
        schedule::{Fixture, Plan},
        stop::StopState,
        tournament::Section,
    },
    play::{
        forfeit,
        played::Played,
        record::{Ending, Fault},
        recorder::Recorder,
    },
    rating::{
        Advantage, Difference, Evidence, KnownDifference, PairCounts, Rater, RatingTable, Sample,
        Shares, Verdict,
    },
    tally::{
        copies::Copies, deals::Deals, fingerprint::Fingerprint, first_seat::FirstSeat,
        listed::Listed,
    },
};

/// The score of a whole tournament.
#[derive(Clone)]
pub struct Score {
    /// Section by section.
    pub sections: Vec<SectionScore>,
    /// The fingerprint of all games so far.
    pub fingerprint: Fingerprint,
    /// The number of games played.
    pub games: u64,
    /// The first games that were forfeited or void, up to [`Score::MOST_FAULTS`], and beyond that the
    /// first of each kind of fault of each player.
    pub faults: Vec<FaultyGame>,
    /// The names of the tournament's entries.
    pub(crate) names: Vec<String>,
    /// The terms of the games, section by section.
    pub(crate) terms: Vec<String>,
    copies: Copies,
    unit: Unit,
    /// The payoffs of the last game, seat by seat: an index into its section's tables, and the payoff. Empty if it was
    /// void or not played.
    got: Vec<(usize, f64)>,
    /// Whether earlier games are missing, so that stopping rules cannot be applied.
    is_of_part: bool,
    /// The number of results listed opening by opening; `None` when they no longer are.
    listed: Option<usize>,
}

/// A game that did not end as it should.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FaultyGame {
    /// Its number.
    pub number: u64,
    /// Its section.
    pub section: usize,
    /// The entry at fault; `None` for a void game.
    pub entry: Option<usize>,
    /// How the game ended.
    pub ending: Ending,
}

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
    /// The totals of each entry.
    pub totals: Vec<Total>,
    /// For each pair that met, by indices into the tables, the lower first: the lower one's
    /// results.
    pairs: BTreeMap<(u32, u32), Tally>,
    /// The estimates of strength, without copies.
    rater: Rater,
    /// The block and the opening of the games added last.
    opening: (usize, u64),
    /// The share of the first of two seats, opening by opening, without copies.
    first: FirstSeat,
    /// The scores of the lower of two entries in each of their openings and meetings, in the plan's order.
    listed: BTreeMap<(u32, u32), Listed>,
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

/// Wins, draws, losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games in which it got more than the other.
    pub wins: u64,
    /// Games in which both got the same.
    pub draws: u64,
    /// Games in which it got less.
    pub losses: u64,
}

/// The sums of an entry, or of a seat.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Total {
    /// Games with a result.
    pub games: u64,
    /// Against every other seat of every game.
    pub tally: Tally,
    /// The sum of its payoffs.
    pub payoff: f64,
    /// Faults by kind, in the order of [`Fault::KINDS`].
    pub faults: [u64; Fault::KINDS.len()],
}

impl Tally {
    /// One for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.half_points().points()
    }

    pub(crate) fn half_points(&self) -> HalfPoints {
        HalfPoints(2 * self.wins + self.draws)
    }

    /// The number of comparisons.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same from the other's point of view.
    #[must_use]
    pub fn mirrored(self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Points per comparison; `None` without a comparison.
    pub fn share(&self) -> Option<f64> {
        (self.games() != 0).then(|| self.points() / self.games() as f64)
    }

    /// That of one game between two, of which this one got `own`.
    pub(crate) fn of(own: f64, other: f64) -> Tally {
        // Without a branch, because a processor cannot predict results.
        let (is_won, is_lost) = (other < own, own < other);
        let is_drawn = is_won == is_lost;
        Tally { wins: is_won.into(), draws: is_drawn.into(), losses: is_lost.into() }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Total {
    /// The mean payoff, or `None` without a game.
    pub fn mean(&self) -> Option<f64> {
        (self.games != 0).then(|| self.payoff / self.games as f64)
    }

    /// The number of faults.
    pub fn all_faults(&self) -> u64 {
        self.faults.iter().sum()
    }
}

/// A round of which a game has been played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Round {
    block: usize,
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
struct Unit {
    /// Block, opening and meeting.
    of: Option<(usize, u64, u64)>,
    /// The payoffs of each game that adds information, as in [`Score::got`].
    got: Vec<(usize, f64)>,
}

impl Score {
    /// No more faulty games than this are listed, but for the first of each kind; all are counted.
    pub const MOST_FAULTS: usize = 100;
    /// Results [by opening](SectionScore::by_opening) are given up beyond this number.
    pub(crate) const MOST_LISTED: usize = 1 << 20;

    /// The score before the first game.
    pub fn new(plan: &Plan) -> Score {
        let tournament = plan.tournament();
        let format = tournament.format;
        let section = |section: &Section| {
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
                totals: vec![Total::default(); n],
                pairs: BTreeMap::new(),
                rater: Rater::new(n),
                opening: (0, 0),
                first: FirstSeat::default(),
                listed: BTreeMap::new(),
                format,
                rounds: Vec::new(),
                seats: vec![Total::default(); seats],
                is_graded: false,
                deals: Deals::of(&section.facts, n),
            }
        };
        Score {
            sections: tournament.sections.iter().map(section).collect(),
            fingerprint: Fingerprint::default(),
            games: 0,
            faults: Vec::new(),
            names: tournament.entries.iter().map(|entry| entry.name.clone()).collect(),
            terms: tournament.sections.iter().map(|section| section.game.term.clone()).collect(),
            copies: Copies::new(plan),
            unit: Unit::default(),
            got: Vec::new(),
            is_of_part: false,
            listed: format.is_static().then_some(0),
        }
    }

    /// The score of a part of `plan`, other games of which are not known here: no match ends
    /// because of it.
    pub(crate) fn of_part(plan: &Plan) -> Score {
        Score { is_of_part: true, ..Score::new(plan) }
    }

    /// Declares that games before the next one are missing.
    pub(crate) fn lacks_games(&mut self) {
        self.is_of_part = true;
    }

    /// Adds the next game.
    pub fn take(&mut self, game: &Played<'_>) {
        self.fingerprint.take(game);
        self.games += 1;
        let (fixture, record) = (game.fixture, game.record);
        // Without the missing games, later ones have no place in the lists.
        let is_too_many = self.listed.is_some_and(|listed| Score::MOST_LISTED < listed);
        if self.listed.is_some() && (is_too_many || record.number + 1 != self.games) {
            self.listed = None;
            self.sections.iter_mut().for_each(|section| section.listed.clear());
        }
        let section = &mut self.sections[fixture.section];
        let at_fault = match &record.ending {
            Ending::Forfeit(seat, fault) => Some((seat.index(), fault.kind())),
            _ => None,
        };
        let mut is_first = false;
        if let Some((seat, kind)) = at_fault {
            let i = section.index(fixture.seats[seat]);
            section.totals[i].faults[kind] += 1;
            section.seats[seat].faults[kind] += 1;
            is_first = section.totals[i].faults[kind] == 1;
        }
        let is_void = matches!(record.ending, Ending::Void(_));
        let is_room_left = self.faults.len() < Score::MOST_FAULTS;
        if is_first || is_room_left && (is_void || at_fault.is_some()) {
            self.faults.push(FaultyGame {
                number: record.number,
                section: fixture.section,
                entry: at_fault.map(|(seat, _)| fixture.seats[seat]),
                ending: record.ending.clone(),
            });
        }
        let is_played = record.ending.is_played();
        let payoffs = if is_played { record.payoffs.as_slice() } else { &[] };
        self.got.clear();
        let seated = fixture.seats.iter().map(|&entry| section.index(entry));
        self.got.extend(seated.zip(payoffs.iter().copied()));
        let is_copy = is_played && self.copies.is_copy(game);
        section.copies += u64::from(is_copy);
        let of = Some((fixture.block, fixture.opening, fixture.meeting));
        if self.unit.of != of {
            self.unit.of = of;
            self.unit.got.clear();
        }
        if !is_copy {
            self.unit.got.extend_from_slice(&self.got);
            if let &[(_, own), (_, other)] = self.got.as_slice() {
                section.first.add((fixture.block, fixture.opening), HalfPoints::of(own, other));
            }
        }
        let group = game.plan.group(fixture.section);
        if fixture.order as u64 + 1 == group {
            section.add(&self.unit);
            if let Some(listed) = &mut self.listed {
                *listed += section.list(&self.unit, &fixture.members, group);
            }
        }
        let is_of_round = game.plan.is_round(fixture);
        if is_of_round {
            section.come_to(game.plan, fixture, is_played);
        }
        if let Ending::Forfeit(seat, Fault::Excluded(_)) = record.ending {
            section.unplayed += 1;
            // One entry has to go on. If faults are replayed, none is a loss.
            if is_of_round && game.plan.tournament().faults != FaultRule::Replay {
                let mut payoffs = Vec::new();
                forfeit(&game.plan.section(fixture).facts, seat, &mut payoffs);
                section.meet(fixture, &payoffs);
            }
            return;
        }
        if payoffs.is_empty() {
            section.void += 1;
            return;
        }
        section.too_long += u64::from(matches!(record.ending, Ending::TooLong));
        section.agreed += u64::from(matches!(record.ending, Ending::Agreed(_)));
        section.games += 1;
        for (seat, &(i, payoff)) in self.got.iter().enumerate() {
            for (other, &(j, others)) in self.got.iter().enumerate().skip(seat + 1) {
                let tally = Tally::of(payoff, others);
                let of_low = if i < j { tally } else { tally.mirrored() };
                *section.pairs.entry((i.min(j) as u32, i.max(j) as u32)).or_default() += of_low;
                section.add_tally(seat, i, tally);
                section.add_tally(other, j, tally.mirrored());
            }
            section.is_graded |= (payoff != 0.0) & (payoff.abs() != 1.0);
            if let Some(deals) = section.deals.as_mut().filter(|_| !is_copy) {
                deals.add((fixture.block, fixture.opening), i, payoff);
            }
            for total in [&mut section.totals[i], &mut section.seats[seat]] {
                total.games += 1;
                total.payoff += payoff;
            }
        }
        if is_of_round {
            section.meet(fixture, payoffs);
        }
    }

    /// The meetings of the last round of which a game was taken, with their scores; empty if the
    /// format has no rounds.
    pub fn last_round(&self) -> &[Met] {
        let rounds = self.sections.iter().filter_map(|section| section.rounds.last());
        rounds.max_by_key(|round| round.block).map_or(&[], |round| &round.met)
    }

    /// Whether the tournament's stopping rule ends it after `game`, the last one taken.
    pub(crate) fn is_enough(&self, game: &Played<'_>) -> bool {
        let is_last = game.fixture.order as u64 + 1 == game.plan.group(game.fixture.section);
        is_last && self.state(game.plan).is_some_and(|state| state.verdict != Verdict::Continue)
    }

    /// The state of the stopping rule, if there is one and all earlier games are known.
    pub fn state(&self, plan: &Plan) -> Option<StopState> {
        let stop = plan.tournament().stop.as_ref().filter(|_| !self.is_of_part)?;
        let scored = &self.sections[0];
        Some(match scored.deciding() {
            None => stop.state(&scored.sample(0, 1)),
            Some(deals) => stop.state_by_payoff(deals.shares(0, 1).unwrap_or(&Shares::default())),
        })
    }
}

impl Recorder for Score {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        Score::take(self, game);
        let is_enough = self.is_enough(game);
        Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn last_round(&self) -> &[Met] {
        Score::last_round(self)
    }
}

impl SectionScore {
    /// The index of an entry in the tables of this section.
    pub(crate) fn index(&self, entry: usize) -> usize {
        self.entries.binary_search(&entry).expect("who plays a section is in its list")
    }

    /// A game of a round comes next.
    fn come_to(&mut self, plan: &Plan, fixture: &Fixture, is_played: bool) {
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
    fn meet(&mut self, fixture: &Fixture, payoffs: &[f64]) {
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
    fn add_tally(&mut self, seat: usize, i: usize, tally: Tally) {
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
    fn add(&mut self, unit: &Unit) {
        let n = self.seats.len();
        let games = || unit.got.chunks_exact(n);
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
        let ranked = |game: &[(usize, f64)]| {
            let rank = |own: f64| game.iter().filter(|&&(_, other)| own < other).count() as u32;
            game.iter().map(|&(who, own)| (who, rank(own))).collect()
        };
        self.rater.add((block, opening), &games().map(ranked).collect::<Vec<_>>());
    }

    /// Lists the scores of the members of a meeting in an opening of `group` games; returns the number of new results.
    fn list(&mut self, unit: &Unit, members: &[usize], group: u64) -> usize {
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
                let got = unit.got.chunks_exact(n).map(|game| {
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
    /// meeting has more than [`Listed::MOST_GAMES`], or if there would be more than [`Score::MOST_LISTED`].
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
    /// opening, whose advantage for the first seat is shared by all meetings.
    pub fn first_seat(&self) -> Option<Evidence> {
        Some(self.first.closed()).filter(|shares| shares.units != 0)
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
