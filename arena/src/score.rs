//! What a tournament adds up to: points, wins, payoffs, faults, seat by seat and pair by pair.
//!
//! Points of one game: one for every other seat that got less, half for every one that got the
//! same. With two seats that is 1, ½, 0. A void game counts for nobody.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::AddAssign,
};

use agon_core::key_of;

use crate::{
    fingerprint::Fingerprint,
    forecast::habits,
    plan::Plan,
    rating::PairCounts,
    record::{Ending, Fault},
    runner::Handed,
};

/// The score of a whole tournament.
#[derive(Clone)]
pub struct Score {
    /// Section by section.
    pub sections: Vec<SectionScore>,
    /// Of all games so far.
    pub fingerprint: Fingerprint,
    /// How many games were played.
    pub games: u64,
    /// The first games that ended by a fault or without a result, up to [`Score::MOST_FAULTS`].
    pub faults: Vec<FaultyGame>,
    /// In formats of rounds: the points, times two, that the first and the second of every
    /// meeting made, by block and meeting.
    pub meetings: BTreeMap<(usize, u64), (u64, u64)>,
    pair: Pair,
    /// By section and entry, who always plays alike.
    alike: Vec<BTreeSet<usize>>,
    /// The keys of games of such players.
    seen: BTreeSet<u64>,
}

/// A game that did not end as it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyGame {
    /// Its number.
    pub number: u64,
    /// Its section.
    pub section: usize,
    /// Whose fault it was: an entry; nobody's if the game was too long or void.
    pub entry: Option<usize>,
    /// How it ended.
    pub ending: Ending,
}

/// The score of one game of the tournament.
#[derive(Clone, Debug)]
pub struct SectionScore {
    /// Who plays: indices into the tournament's entries, ascending; the tables below are in this
    /// order.
    pub entries: Vec<usize>,
    /// Games with a result.
    pub games: u64,
    /// Games that were void.
    pub void: u64,
    /// Games that are move for move an earlier one, of players who always play alike: they are in
    /// the tables, but count for nothing in `counts`, as they tell nothing new.
    pub copies: u64,
    /// Games that were adjudicated for length.
    pub too_long: u64,
    /// What each entry has.
    pub totals: Vec<Total>,
    /// `pairs[i][j]` is how `i` did against `j`.
    pub pairs: Vec<Vec<Tally>>,
    /// `counts[i][j]`, for `i` less than `j` and games of two seats: their results by opening,
    /// the two games of one opening together, for ratings.
    pub counts: Vec<Vec<PairCounts>>,
    /// How each seat did, whoever sat there.
    pub seats: Vec<Total>,
    /// Whether any payoff was not −1, 0 or 1.
    pub is_graded: bool,
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

/// What an entry, or a seat, has gathered.
#[derive(Clone, Debug, Default, PartialEq)]
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
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// How many comparisons there were.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points per comparison, or `None` if there was none.
    pub fn share(&self) -> Option<f64> {
        (self.games() != 0).then(|| self.points() / self.games() as f64)
    }

    fn add(&mut self, own: f64, other: f64) {
        if other < own {
            self.wins += 1;
        } else if own < other {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
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

    /// How many faults there were.
    pub fn all_faults(&self) -> u64 {
        self.faults.iter().sum()
    }
}

/// The first game of a pair from one opening, while the second is awaited.
#[derive(Clone, Debug, Default)]
struct Pair {
    /// Block, opening and meeting, and how the game ended; `None` if it was void.
    first: Option<((usize, u64, u64), Option<Half>)>,
}

/// Whether the lower of the two sat first, and what it got: 0 lost, 1 drawn, 2 won.
type Half = (bool, usize);

impl Score {
    /// No more faulty games than this are listed; all are counted.
    pub const MOST_FAULTS: usize = 100;

    /// The score before the first game.
    pub fn new(plan: &Plan) -> Score {
        let tournament = plan.tournament();
        let section = |section: &crate::tournament::Section| {
            let entries = section.entries.clone();
            let (n, seats) = (entries.len(), usize::from(section.facts.seats));
            SectionScore {
                entries,
                games: 0,
                void: 0,
                copies: 0,
                too_long: 0,
                totals: vec![Total::default(); n],
                pairs: vec![vec![Tally::default(); n]; n],
                counts: vec![vec![PairCounts::default(); n]; n],
                seats: vec![Total::default(); seats],
                is_graded: false,
            }
        };
        let alike = (0..tournament.sections.len()).map(|number| {
            // What chance does differs from opening to opening.
            let is_chancy = tournament.sections[number].facts.chance;
            let habits = if is_chancy { Vec::new() } else { habits(plan, number) };
            habits.into_iter().filter(|(_, h)| !h.random && !h.clock).map(|(e, _)| e).collect()
        });
        let alike = alike.collect();
        Score {
            sections: tournament.sections.iter().map(section).collect(),
            fingerprint: Fingerprint::default(),
            games: 0,
            faults: Vec::new(),
            meetings: BTreeMap::new(),
            pair: Pair::default(),
            alike,
            seen: BTreeSet::new(),
        }
    }

    /// Adds the next game.
    pub fn take(&mut self, game: &Handed<'_>) {
        self.fingerprint.take(game);
        self.games += 1;
        let (fixture, record) = (game.fixture, game.record);
        let section = &mut self.sections[fixture.section];
        let at_fault = match &record.ending {
            Ending::Forfeit(seat, fault) => Some((seat.index(), fault.kind())),
            _ => None,
        };
        if record.ending != Ending::Over && self.faults.len() < Score::MOST_FAULTS {
            self.faults.push(FaultyGame {
                number: record.number,
                section: fixture.section,
                entry: at_fault.map(|(seat, _)| fixture.seats[seat]),
                ending: record.ending.clone(),
            });
        }
        if let Some((seat, kind)) = at_fault {
            let i = section.index(fixture.seats[seat]);
            section.totals[i].faults[kind] += 1;
            section.seats[seat].faults[kind] += 1;
        }
        let alike = &self.alike[fixture.section];
        let is_copy = !alike.is_empty()
            && fixture.seats.iter().all(|entry| alike.contains(entry))
            && !self.seen.insert(key_of(&(
                fixture.section,
                &fixture.seats,
                game.position(),
                &record.moves,
            )));
        section.copies += u64::from(is_copy);
        if section.seats.len() == 2 {
            self.pair.take(game, section, is_copy);
        }
        if record.payoffs.is_empty() {
            section.void += 1;
            return;
        }
        section.too_long += u64::from(record.ending == Ending::TooLong);
        section.games += 1;
        for (seat, &payoff) in record.payoffs.iter().enumerate() {
            let i = section.index(fixture.seats[seat]);
            let mut tally = Tally::default();
            for (other_seat, &other) in record.payoffs.iter().enumerate() {
                if other_seat != seat {
                    let j = section.index(fixture.seats[other_seat]);
                    section.pairs[i][j].add(payoff, other);
                    tally.add(payoff, other);
                }
            }
            section.is_graded |= payoff != 0.0 && payoff.abs() != 1.0;
            for total in [&mut section.totals[i], &mut section.seats[seat]] {
                total.games += 1;
                total.tally += tally;
                total.payoff += payoff;
            }
        }
        if game.plan.is_round(fixture) {
            let points = self.meetings.entry((fixture.block, fixture.meeting)).or_default();
            let first = usize::from(fixture.seats[0] != fixture.members[0]);
            let (own, others) = (record.payoffs[first], record.payoffs[1 - first]);
            points.0 += u64::from(others <= own) + u64::from(others < own);
            points.1 += u64::from(own <= others) + u64::from(own < others);
        }
    }
}

impl SectionScore {
    /// Where an entry stands in the tables of this section.
    fn index(&self, entry: usize) -> usize {
        self.entries.binary_search(&entry).expect("who plays a section is in its list")
    }

    /// How many openings brought `i` 0, ½, 1, 1½ and 2 points from its two games against `j`.
    pub fn openings(&self, i: usize, j: usize) -> [u64; 5] {
        let mut openings = [0; 5];
        for (first, row) in self.counts[i.min(j)][i.max(j)].pairs.iter().enumerate() {
            for (second, count) in row.iter().enumerate() {
                let half_points = first + second;
                openings[if i < j { half_points } else { 4 - half_points }] += count;
            }
        }
        openings
    }

    /// The entries in order of standing, as indices into the tables: by points per game, then by
    /// mean payoff, then as they signed up. Points alone don't compare entries that played
    /// differently many games.
    pub fn standing(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by(|&i, &j| {
            let ((a, b), (c, d)) = (self.rate(i), self.rate(j));
            c.total_cmp(&a).then(d.total_cmp(&b))
        });
        order
    }

    /// The standing with places, counted from one: equals share a place.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (index, i) in self.standing().into_iter().enumerate() {
            let place = match places.last() {
                Some(&(place, before)) if self.rate(before) == self.rate(i) => place,
                _ => index + 1,
            };
            places.push((place, i));
        }
        places
    }

    /// Points per game and mean payoff; below everything for who has not played.
    fn rate(&self, i: usize) -> (f64, f64) {
        let total = &self.totals[i];
        match total.mean() {
            Some(mean) => (total.tally.points() / total.games as f64, mean),
            None => (-1.0, f64::NEG_INFINITY),
        }
    }
}

impl Pair {
    fn take(&mut self, game: &Handed<'_>, section: &mut SectionScore, is_copy: bool) {
        let fixture = game.fixture;
        let low = fixture.members[0].min(fixture.members[1]);
        let high = fixture.members[0].max(fixture.members[1]);
        let (i, j) = (section.index(low), section.index(high));
        let counts = &mut section.counts[i][j];
        let seat = usize::from(fixture.seats[0] != low);
        let result = match game.record.payoffs[..] {
            [one, other] if !is_copy => {
                let (own, others) = if seat == 0 { (one, other) } else { (other, one) };
                Some((seat == 0, usize::from(others <= own) + usize::from(others < own)))
            }
            _ => None,
        };
        let of = (fixture.block, fixture.opening, fixture.meeting);
        if game.plan.group(fixture.section) == 2 && fixture.order == 0 {
            self.first = Some((of, result));
            return;
        }
        let before = self.first.take().filter(|(pair, _)| *pair == of).and_then(|(_, r)| r);
        match (before, result) {
            (Some((true, first)), Some((false, second)))
            | (Some((false, second)), Some((true, first))) => counts.pairs[first][second] += 1,
            (one, other) => {
                // Without its other half a game stands alone.
                for (is_first, outcome) in [one, other].into_iter().flatten() {
                    let singles = if is_first { &mut counts.first } else { &mut counts.second };
                    singles[outcome] += 1;
                }
            }
        }
    }
}
