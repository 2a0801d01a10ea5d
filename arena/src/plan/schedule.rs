//! Every game of a tournament by its number: the entries by seat, and the opening.
//!
//! The plan is a pure function of the tournament, so no game of it is stored: game number `n` is
//! computed when it is played. Numbers run block by block; a block is a game of the tournament, or
//! a round of it. Within a block they run opening by opening, within an opening meeting by meeting,
//! and the seatings of one meeting are neighbours: a *group*.
//!
//! If meetings depend on earlier results, the plan ends with the last known round, and
//! [`Plan::extend`] adds the next one.

use std::{collections::BTreeMap, sync::Arc};

use agon_core::StopSignal;

use crate::{
    ask::{format::Format, spec_error::SpecError},
    plan::{
        block::{Block, Pairings},
        fixture::Fixture,
        half_points::HalfPoints,
        opening::Openings,
        rounds::{Met, next_round},
        seating::{orders, subsets},
        tournament::{Section, Tournament},
    },
};

/// A tournament with every game numbered.
#[derive(Clone, Debug)]
pub struct Plan {
    tournament: Tournament,
    sections: Vec<SectionPlan>,
    blocks: Vec<Block>,
}

/// The data that all games of one section share.
#[derive(Clone, Debug)]
struct SectionPlan {
    /// The orders in which the entries of a meeting take their seats.
    orders: Vec<Vec<u8>>,
    openings: Openings,
}

/// A plan whose games are numbered, but whose openings are not drawn yet: its cost is known, and nothing has been
/// computed.
#[derive(Clone, Debug)]
pub struct Undrawn(Plan);

impl Undrawn {
    /// Numbers the games of `tournament`, as far as they are known in advance.
    ///
    /// # Errors
    ///
    /// If there are too many games, or the format does not fit.
    pub fn new(tournament: Tournament) -> Result<Undrawn, SpecError> {
        let mut sections = Vec::with_capacity(tournament.sections.len());
        for section in &tournament.sections {
            let seats = usize::from(section.facts.seats);
            let named = |message: String| SpecError::new(format!("{}: {message}", section.game.term));
            tournament.format.fits(seats, section.entries.len()).map_err(named)?;
            let rounds = tournament.format.rounds(section.entries.len());
            let count = section.openings.saturating_mul(rounds.into());
            let (start, book) = (&section.game.start, Arc::clone(&section.book));
            // Ties are played off from further openings.
            let most = count.saturating_mul(1 + tournament.format.replays());
            let counts = (count, most);
            let seed = tournament.seed_at(section);
            let openings = Openings::sought(start, book, section.plies, counts, seed);
            sections.push(SectionPlan { orders: orders(section.seating, seats), openings });
        }
        let mut plan = Plan { tournament, sections, blocks: Vec::new() };
        if plan.tournament.format.is_static() {
            for section in 0..plan.tournament.sections.len() {
                let entries = plan.tournament.sections[section].entries.len();
                let seats = plan.sections[section].orders[0].len();
                let meetings = match plan.tournament.format {
                    Format::Gauntlet => subsets(entries - 1, seats - 1).map(Pairings::First),
                    _ => subsets(entries, seats).map(Pairings::All),
                };
                plan.add(section, meetings)?;
            }
        } else {
            plan.add_round()?;
        }
        Ok(Undrawn(plan))
    }

    /// The greatest possible number of games, with later rounds and repeated ties.
    pub fn games(&self) -> u64 {
        let Undrawn(plan) = self;
        let format = plan.tournament.format;
        if format.is_static() {
            return plan.games();
        }
        let of = |(section, own): (&Section, &SectionPlan)| {
            let pairs = section.entries.len().div_ceil(2) as u64;
            let rounds = u64::from(format.rounds(section.entries.len()));
            let each = section.openings.saturating_mul(own.orders.len() as u64);
            let each = each.saturating_mul(1 + format.replays());
            each.saturating_mul(pairs).saturating_mul(rounds)
        };
        let all = plan.tournament.sections.iter().zip(&plan.sections).map(of);
        all.fold(0, u64::saturating_add)
    }

    /// The least number of random plies played to draw all openings.
    pub fn plies(&self) -> u64 {
        self.0.sections.iter().map(|own| own.openings.price()).fold(0, u64::saturating_add)
    }

    /// Draws the openings, unless `stop` is given first.
    ///
    /// # Errors
    ///
    /// If an opening ends the game, or drawing was stopped.
    pub fn draw(self, stop: &StopSignal) -> Result<Plan, SpecError> {
        let Undrawn(mut plan) = self;
        for (own, section) in plan.sections.iter_mut().zip(&plan.tournament.sections) {
            if section.without_rules.is_some() {
                own.openings.leave_unknown();
                continue;
            }
            own.openings.find(stop).map_err(|error| SpecError::new(format!("{}: {error}", section.game.term)))?;
        }
        Ok(plan)
    }
}

impl Plan {
    /// The most games a plan may have, limited by the numbering of streams.
    pub(crate) const MOST_GAMES: u64 = 1 << 48;

    /// Numbers the games of `tournament`, as far as they are known in advance.
    ///
    /// # Errors
    ///
    /// If there are too many games, an opening ends the game, or the format does not fit.
    pub fn new(tournament: Tournament) -> Result<Plan, SpecError> {
        Undrawn::new(tournament)?.draw(&StopSignal::new())
    }

    /// The plan with the next round, after the last one is over: `met` has its meetings with their
    /// scores. `None` if there is no further round.
    ///
    /// # Errors
    ///
    /// If there are too many games.
    pub fn extend(&self, met: &[Met]) -> Result<Option<Plan>, SpecError> {
        if self.tournament.format.is_static() {
            return Ok(None);
        }
        let mut plan = self.clone();
        if let Some(Block { meetings: Pairings::Listed(last), .. }) = plan.blocks.last_mut() {
            let mut scored: BTreeMap<(usize, usize), (HalfPoints, HalfPoints)> = BTreeMap::new();
            for met in met {
                scored.entry(met.entries).or_insert(met.points);
            }
            for pair in last {
                pair.points = scored.get(&pair.entries).copied().unwrap_or_default();
            }
        }
        Ok(plan.add_round()?.then_some(plan))
    }

    /// The plan of a tournament with these results of its rounds so far.
    ///
    /// # Errors
    ///
    /// If there are too many games, or the tournament cannot have such rounds.
    pub(crate) fn after(tournament: Tournament, rounds: &[Vec<Met>]) -> Result<Plan, SpecError> {
        let mut plan = Plan::new(tournament)?;
        for (number, round) in (1..).zip(rounds) {
            let is_of = |met: Vec<Met>| {
                let pairs = |met: &[Met]| met.iter().map(|met| met.entries).collect::<Vec<_>>();
                !met.is_empty() && pairs(&met) == pairs(round)
            };
            let longer = if is_of(plan.round(number - 1)) { plan.extend(round)? } else { None };
            plan =
                longer.ok_or_else(|| SpecError::new(format!("no such round {number} belongs to this tournament")))?;
        }
        Ok(plan)
    }

    /// The meetings of each round but the last, with their scores; empty if there are no rounds.
    pub fn rounds(&self) -> Vec<Vec<Met>> {
        let before = self.blocks.split_last().map_or(&[][..], |(_, before)| before);
        before.iter().filter_map(Block::listed).collect()
    }

    /// The games, from one number up to another, that may be played once `games` of the plan are
    /// known: the rest of the last round, or, of a match that may end early, those of this many
    /// openings. Begins where a meeting does.
    pub fn block(&self, games: u64, openings: u64) -> (u64, u64) {
        let at = self.blocks.partition_point(|block| block.first <= games).saturating_sub(1);
        let block = &self.blocks[at];
        let orders = self.sections[block.section].orders.len() as u64;
        let from = games - (games - block.first) % orders;
        let to = if self.tournament.format.is_static() {
            from.saturating_add(openings.saturating_mul(orders)).min(self.games())
        } else {
            block.first + block.games
        };
        (from, to)
    }

    fn add_round(&mut self) -> Result<bool, SpecError> {
        let mut section = self.blocks.last().map_or(0, |block| block.section);
        while section < self.tournament.sections.len() {
            let entries = &self.tournament.sections[section].entries;
            match next_round(self.tournament.format, entries, &self.history(section)) {
                Some(pairs) => {
                    let met = |entries| Met { entries, points: Default::default() };
                    let listed = pairs.into_iter().map(met).collect();
                    self.add(section, Some(Pairings::Listed(listed)))?;
                    return Ok(true);
                }
                None => section += 1,
            }
        }
        Ok(false)
    }

    /// The rounds of a section so far.
    fn history(&self, section: usize) -> Vec<Vec<Met>> {
        let blocks = self.blocks.iter().filter(|block| block.section == section);
        blocks.filter_map(Block::listed).collect()
    }

    fn add(&mut self, section: usize, meetings: Option<Pairings>) -> Result<(), SpecError> {
        let of = &self.tournament.sections[section];
        let orders = self.sections[section].orders.len() as u64;
        let first = self.games();
        let games = meetings.as_ref().and_then(|meetings| {
            let games = meetings.count().checked_mul(of.openings)?.checked_mul(orders)?;
            let end = games.checked_add(first)?;
            (end <= Plan::MOST_GAMES).then_some(games)
        });
        let (Some(games), Some(meetings)) = (games, meetings) else {
            return Err(SpecError::new(format!(
                "{}: more than {} games; ask for fewer openings or players",
                of.game.term,
                Plan::MOST_GAMES
            )));
        };
        let before = self.blocks.iter().filter(|block| block.section == section).count() as u64;
        let opening = before * of.openings;
        self.blocks.push(Block { section, first, games, opening, meetings });
        Ok(())
    }

    /// The tournament.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The number of games, as far as it is known.
    pub fn games(&self) -> u64 {
        self.blocks.last().map_or(0, |block| block.first + block.games)
    }

    /// The games of every block, from one number up to another: those of a section, or of a round.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (u64, u64)> {
        self.blocks.iter().map(|block| (block.first, block.first + block.games))
    }

    /// The number of games of one section, as far as it is known.
    pub fn section_games(&self, section: usize) -> u64 {
        self.blocks.iter().filter(|b| b.section == section).map(|b| b.games).sum()
    }

    /// The number of seatings of a meeting in a section: this many neighbouring games of the plan
    /// are one meeting from one opening.
    pub fn group(&self, section: usize) -> u64 {
        self.sections[section].orders.len() as u64
    }

    /// The same for every block.
    pub(super) fn groups(&self) -> impl Iterator<Item = u64> {
        self.blocks.iter().map(|block| self.group(block.section))
    }

    /// The openings of one section.
    pub fn openings(&self, section: usize) -> &Openings {
        &self.sections[section].openings
    }

    /// The section of a fixture.
    pub fn section(&self, fixture: &Fixture) -> &Section {
        &self.tournament.sections[fixture.section]
    }

    /// Whether the meetings of a fixture's block are listed one by one.
    pub(crate) fn is_round(&self, fixture: &Fixture) -> bool {
        matches!(self.blocks[fixture.block].meetings, Pairings::Listed(_))
    }

    /// The meetings of a block that is a round, without scores; empty for other blocks.
    pub fn round(&self, block: usize) -> Vec<Met> {
        match &self.blocks[block].meetings {
            Pairings::Listed(met) => met.iter().map(|met| Met { points: Default::default(), ..*met }).collect(),
            Pairings::All(_) | Pairings::First(_) => Vec::new(),
        }
    }

    /// Game number `number`, which is less than [`games`](Plan::games).
    pub fn fixture(&self, number: u64) -> Fixture {
        let mut fixture = Fixture::default();
        self.fill(number, &mut fixture);
        fixture
    }

    /// Makes `fixture` that of game `number`. The same as [`fixture`](Plan::fixture), without
    /// taking memory.
    #[inline]
    pub fn fill(&self, number: u64, fixture: &mut Fixture) {
        let orders = &self.sections[fixture.section].orders;
        let block = &self.blocks[fixture.block];
        let is_next = number == fixture.number + 1 && number < block.first + block.games;
        if !is_next || fixture.members.is_empty() {
            return self.find(number, fixture);
        }
        (fixture.number, fixture.order) = (number, fixture.order + 1);
        if fixture.order == orders.len() {
            // The first game of the next meeting, or of the next opening.
            let meetings = block.meetings.count();
            (fixture.order, fixture.meeting) = (0, fixture.meeting + 1);
            if fixture.meeting == meetings {
                (fixture.meeting, fixture.opening) = (0, fixture.opening + 1);
            }
            if meetings != 1 {
                self.meet(block, fixture);
            }
        }
        fixture.sit(&orders[fixture.order]);
    }

    /// Finds the entries of the fixture's meeting.
    fn meet(&self, block: &Block, fixture: &mut Fixture) {
        let entries = &self.tournament.sections[block.section].entries;
        let seats = self.sections[block.section].orders[0].len();
        block.meetings.fill(fixture.meeting, entries, seats, &mut fixture.members);
    }

    /// The same from any game to any other.
    fn find(&self, number: u64, fixture: &mut Fixture) {
        let at = self.blocks.partition_point(|block| block.first <= number) - 1;
        let block = &self.blocks[at];
        let orders = &self.sections[block.section].orders;
        let within = number - block.first;
        let (group, order) = (within / orders.len() as u64, (within % orders.len() as u64) as usize);
        let meetings = block.meetings.count();
        let (opening, meeting) = (group / meetings, group % meetings);
        let is_same = at == fixture.block && meeting == fixture.meeting;
        fixture.number = number;
        fixture.block = at;
        fixture.section = block.section;
        fixture.opening = block.opening + opening;
        fixture.meeting = meeting;
        fixture.order = order;
        if !is_same || fixture.members.is_empty() {
            self.meet(block, fixture);
        }
        fixture.sit(&orders[order]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Fixture, Plan, Undrawn};
    use crate::{
        ask::spec::Spec,
        plan::{half_points::HalfPoints, rounds::Met, shard::Shard},
    };
    use agon_core::StopSignal;
    use std::collections::BTreeMap;

    fn plan(spec: &Spec) -> Plan {
        Plan::new(spec.resolve().unwrap()).unwrap()
    }

    fn three_at_two_games() -> Spec {
        let spec = Spec::default().player("random").player("random").player("random");
        spec.game("nim").game("nim(2+2+2)").openings(5, 1)
    }

    #[test]
    fn every_pair_meets_in_both_seatings_from_every_opening() {
        let plan = plan(&three_at_two_games());
        assert_eq!(plan.games(), 2 * 3 * 2 * 5);
        let mut met = BTreeMap::new();
        for number in 0..plan.games() {
            let game = plan.fixture(number);
            assert_eq!(game.number, number);
            *met.entry((game.section, game.opening, game.seats.clone())).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 60);
        for section in 0..2 {
            for opening in 0..5 {
                for (one, other) in [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)] {
                    assert_eq!(met[&(section, opening, vec![one, other])], 1);
                }
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let mut spec = three_at_two_games();
        spec.format = Some("gauntlet".parse().unwrap());
        let plan = plan(&spec);
        assert_eq!(plan.games(), 2 * 2 * 2 * 5);
        let mut met: Vec<_> = (0..plan.games()).map(|n| plan.fixture(n).members).collect();
        met.sort();
        met.dedup();
        assert_eq!(met, [[0, 1], [0, 2]]);
    }

    #[test]
    fn a_game_is_the_same_whichever_was_looked_at_before() {
        let plan = plan(&three_at_two_games());
        let mut reused = Fixture::default();
        for number in (0..60).chain([59, 0, 1, 2, 3, 30, 29, 2, 31, 58, 58]) {
            plan.fill(number, &mut reused);
            assert_eq!(reused, plan.fixture(number));
        }
    }

    #[test]
    fn a_plan_with_rounds_follows_from_its_results() {
        let mut spec = three_at_two_games().player("random").openings(2, 1);
        spec.format = Some("swiss".parse().unwrap());
        let first = plan(&spec);
        let rounds = |plan: &Plan| {
            let scored = |met: Met| Met { points: (HalfPoints(3), HalfPoints(1)), ..met };
            plan.round(plan.rounds().len()).into_iter().map(scored).collect::<Vec<Met>>()
        };
        let mut longer = first.clone();
        let mut history = Vec::new();
        while let Some(next) = longer.extend(&rounds(&longer)).unwrap() {
            history.push(rounds(&longer));
            longer = next;
            let again = Plan::after(first.tournament().clone(), &history).unwrap();
            assert_eq!((again.games(), again.rounds()), (longer.games(), history.clone()));
            assert_eq!(again.fixture(again.games() - 1), longer.fixture(longer.games() - 1));
            assert_eq!(longer.block(longer.games() - 1, 1).1, longer.games());
        }
        assert_eq!(history.len(), 3);
        history[1][0].entries = (3, 3);
        let error = Plan::after(first.tournament().clone(), &history).unwrap_err().to_string();
        assert!(error.contains("no such round 2"), "{error}");
        history.truncate(1);
        let late = Plan::after(first.tournament().clone(), &history).unwrap();
        assert!(late.has(Shard::WHOLE.within((8, 16))) && !late.has(Shard::WHOLE.within((4, 8))));
    }

    #[test]
    fn the_cost_of_a_plan_is_known_before_it_is_drawn() {
        for (format, players) in [("round-robin", 5), ("gauntlet", 5), ("swiss", 5), ("knockout", 6), ("ladder", 3)] {
            let mut spec = Spec { format: Some(format.parse().unwrap()), ..Spec::default() };
            for _ in 0..players {
                spec = spec.player("random");
            }
            let spec = spec.game("nim").game("nim(9+9)").openings(3, 2);
            let size = spec.size();
            assert_eq!((size.players, size.games, size.seats), (players, 2, 2 * players));
            let undrawn = Undrawn::new(spec.resolve().unwrap()).unwrap();
            let (games, plies) = (undrawn.games(), undrawn.plies());
            let mut plan = undrawn.draw(&StopSignal::new()).unwrap();
            // Every meeting is tied: whatever is played off is.
            while let Some(longer) = plan.extend(&plan.round(plan.rounds().len())).unwrap() {
                plan = longer;
            }
            assert!(plan.games() <= games && games <= 8 * plan.games(), "{format}: {games}");
            assert!((12..=144).contains(&plies), "{format}: {plies}");
        }
    }

    #[test]
    fn a_huge_plan_takes_no_memory() {
        let spec = Spec::default().player("random").player("random").game("nim");
        let huge = plan(&spec.clone().openings(1 << 40, 0));
        let last = huge.fixture(huge.games() - 1);
        assert_eq!((last.opening, last.seats), ((1 << 40) - 1, vec![1, 0]));
        let error = Plan::new(spec.openings(1 << 48, 0).resolve().unwrap()).unwrap_err();
        assert!(error.to_string().contains("fewer openings"), "{error}");
    }
}
