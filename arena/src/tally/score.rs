//! The sums of a tournament: points, wins, payoffs, faults, by seat and by pair.
//!
//! The points of one game: one for every other seat that got less, half for every one that got the same. With two seats
//! that is 1, ½, 0. A void game does not count, and neither does one that was not played because a player is excluded;
//! but in formats with rounds that player has lost the meeting.

use std::{io, ops::ControlFlow};

use agon_core::Trouble;

use crate::{
    ask::rules::FaultRule,
    plan::{rounds::Met, schedule::Plan, stop::StopState},
    play::{
        ending::{Ending, Fault},
        forfeit,
        played::Played,
        recorder::Recorder,
        tries::SeatTries,
    },
    rating::{Shares, Verdict},
    tally::{
        copies::Copies,
        fingerprint::Fingerprint,
        memory_gap::{MemoryGap, MemoryGaps},
        section_score::{SectionScore, Unit},
        totals::Tally,
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
    /// Whether journals had different records of a game, of which that of the first one counts.
    pub(crate) is_preferred: bool,
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
    memory: MemoryGaps,
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

impl Score {
    /// No more faulty games than this are listed, but for the first of each kind; all are counted.
    pub const MOST_FAULTS: usize = 100;
    /// Results [by opening](SectionScore::by_opening) are given up beyond this number.
    pub(crate) const MOST_LISTED: usize = 1 << 20;

    /// The score before the first game.
    pub fn new(plan: &Plan) -> Score {
        let tournament = plan.tournament();
        let format = tournament.format;
        Score {
            sections: tournament.sections.iter().map(|section| SectionScore::new(section, format)).collect(),
            fingerprint: Fingerprint::default(),
            games: 0,
            faults: Vec::new(),
            is_preferred: false,
            names: tournament.entries.iter().map(|entry| entry.name.clone()).collect(),
            terms: tournament.sections.iter().map(|section| section.game.term.clone()).collect(),
            copies: Copies::new(plan),
            unit: Unit::default(),
            got: Vec::new(),
            is_of_part: false,
            listed: format.is_static().then_some(0),
            memory: MemoryGaps::of(tournament),
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
        let at_fault = record.ending.fault().map(|(seat, fault)| (seat.index(), fault.kind()));
        let mut is_first = false;
        if let Some((seat, kind)) = at_fault {
            let i = section.index(fixture.seats[seat]);
            section.totals[i].faults[kind] += 1;
            section.seats[seat].faults[kind] += 1;
            is_first = section.totals[i].faults[kind] == 1;
        }
        for &SeatTries { seat, moves, tries } in &record.tries.seats {
            let i = section.index(fixture.seats[seat.index()]);
            let total = &mut section.totals[i].tries;
            total.moves += u64::from(moves);
            total.tries += tries;
            let is_lost = matches!(record.ending, Ending::Forfeit(loser, Fault::Outside(Trouble::NoSuchMove, _)) if loser == seat);
            total.games_lost += u64::from(is_lost);
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
        section.resigned += u64::from(matches!(record.ending, Ending::Forfeit(_, Fault::Resigned)));
        section.agreed += u64::from(matches!(record.ending, Ending::Agreed(_)));
        section.games += 1;
        self.memory.add(fixture, payoffs);
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

    /// What each made of games of which the tournament has a disguise too, and what of that.
    pub fn memory_gaps(&self) -> Vec<MemoryGap> {
        self.memory.found(&self.names)
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
