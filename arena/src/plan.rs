//! Every game of a tournament by its number: who sits where, from which opening.
//!
//! The plan is a pure function of the tournament, so nothing of it is stored: game number `n` is
//! worked out when it is played. Numbers run game by game; within one game opening by opening,
//! within an opening meeting by meeting, and the seatings of one meeting are neighbours.

use crate::{
    opening::Openings,
    seating::{orders, subset, subsets},
    spec::SpecError,
    tournament::{Section, Tournament},
};

/// A tournament with every game numbered.
#[derive(Clone, Debug)]
pub struct Plan {
    tournament: Tournament,
    blocks: Vec<Block>,
}

/// The games of one section.
#[derive(Clone, Debug)]
struct Block {
    /// The number of its first game.
    first: u64,
    /// How many sets of entries meet from each opening.
    meetings: u64,
    /// The orders in which those who meet sit down.
    orders: Vec<Vec<u8>>,
    openings: Openings,
}

/// One game of the plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixture {
    /// Its number.
    pub number: u64,
    /// Which game is played: an index into the tournament's sections.
    pub section: usize,
    /// Which of the section's openings it begins with.
    pub opening: u64,
    /// Which of the section's sets of entries meet.
    pub meeting: u64,
    /// Those who meet: indices into the tournament's entries, ascending.
    pub members: Vec<usize>,
    /// Which of the section's seatings it is.
    pub order: usize,
    /// Who sits on which seat: indices into the tournament's entries.
    pub seats: Vec<usize>,
}

impl Plan {
    /// The most games a plan may have: what the numbers of streams leave room for.
    pub const MOST_GAMES: u64 = 1 << 48;

    /// Numbers the games of `tournament`.
    ///
    /// # Errors
    ///
    /// Where there are too many games, or an opening ends the game.
    pub fn new(tournament: Tournament) -> Result<Plan, SpecError> {
        let mut blocks = Vec::with_capacity(tournament.sections.len());
        let mut first = 0u64;
        for section in &tournament.sections {
            let seats = usize::from(section.facts.seats);
            let orders = orders(section.seating, seats);
            let meetings = subsets(section.entries.len(), seats);
            let block_end = meetings
                .and_then(|meetings| meetings.checked_mul(section.openings))
                .and_then(|groups| groups.checked_mul(orders.len() as u64))
                .and_then(|games| games.checked_add(first))
                .filter(|&end| end <= Plan::MOST_GAMES);
            let (Some(meetings), Some(end)) = (meetings, block_end) else {
                let message = format!(
                    "{}: more than {} games; ask for fewer openings or players",
                    section.game.term,
                    Plan::MOST_GAMES
                );
                return Err(SpecError::new(message));
            };
            let start = &section.game.start;
            let openings =
                Openings::prepare(start, section.plies, section.openings, tournament.seed)
                    .map_err(|error| SpecError::new(format!("{}: {error}", section.game.term)))?;
            blocks.push(Block { first, meetings, orders, openings });
            first = end;
        }
        Ok(Plan { tournament, blocks })
    }

    /// The tournament.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        (0..self.blocks.len()).map(|section| self.section_games(section)).sum()
    }

    /// How many games there are of one section.
    pub fn section_games(&self, section: usize) -> u64 {
        let block = &self.blocks[section];
        self.tournament.sections[section].openings * self.group(section) * block.meetings
    }

    /// In how many orders those who meet in a section sit down: so many neighbours in the plan
    /// are one meeting from one opening.
    pub fn group(&self, section: usize) -> u64 {
        self.blocks[section].orders.len() as u64
    }

    /// The openings of one section.
    pub fn openings(&self, section: usize) -> &Openings {
        &self.blocks[section].openings
    }

    /// The section of a fixture.
    pub fn section(&self, fixture: &Fixture) -> &Section {
        &self.tournament.sections[fixture.section]
    }

    /// Game number `number`, which is less than [`games`](Plan::games).
    pub fn fixture(&self, number: u64) -> Fixture {
        let mut fixture = Fixture::default();
        self.fill(number, &mut fixture);
        fixture
    }

    /// Makes `fixture` that of game `number`. The same as [`fixture`](Plan::fixture), without
    /// taking memory.
    pub fn fill(&self, number: u64, fixture: &mut Fixture) {
        let section = self.blocks.partition_point(|block| block.first <= number) - 1;
        let block = &self.blocks[section];
        let entries = &self.tournament.sections[section].entries;
        let within = number - block.first;
        let orders = block.orders.len() as u64;
        let (group, order) = (within / orders, (within % orders) as usize);
        let (opening, meeting) = (group / block.meetings, group % block.meetings);
        let same = section == fixture.section && meeting == fixture.meeting;
        if !same || fixture.members.is_empty() {
            let seats = block.orders[0].len();
            subset(entries.len(), seats, meeting, &mut fixture.members);
            fixture.members.iter_mut().for_each(|member| *member = entries[*member]);
        }
        fixture.number = number;
        fixture.section = section;
        fixture.opening = opening;
        fixture.meeting = meeting;
        fixture.order = order;
        fixture.seats.clear();
        let who = block.orders[order].iter().map(|&who| fixture.members[usize::from(who)]);
        fixture.seats.extend(who);
    }
}

#[cfg(test)]
mod tests {
    use super::{Fixture, Plan};
    use crate::spec::Spec;
    use std::collections::BTreeMap;

    fn plan(spec: &Spec) -> Plan {
        Plan::new(spec.resolve().unwrap()).unwrap()
    }

    fn three_at_two_games() -> Plan {
        let spec = Spec::default().player("random").player("random").player("random");
        plan(&spec.game("nim").game("nim(2+2+2)").openings(5, 1))
    }

    #[test]
    fn every_pair_meets_in_both_seatings_from_every_opening() {
        let plan = three_at_two_games();
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
    fn a_game_is_the_same_whichever_was_looked_at_before() {
        let plan = three_at_two_games();
        let mut reused = Fixture::default();
        for number in [59, 0, 1, 30, 29, 2, 31, 58, 58] {
            plan.fill(number, &mut reused);
            assert_eq!(reused, plan.fixture(number));
        }
    }

    #[test]
    fn a_huge_plan_takes_no_memory() {
        let spec = Spec::default().player("random").player("random").game("nim");
        let plan = plan(&spec.openings(1 << 40, 0));
        let last = plan.fixture(plan.games() - 1);
        assert_eq!((last.opening, last.seats), ((1 << 40) - 1, vec![1, 0]));
        let spec = Spec::default().player("random").player("random").game("nim");
        let error = Plan::new(spec.openings(1 << 48, 0).resolve().unwrap()).unwrap_err();
        assert!(error.to_string().contains("fewer openings"), "{error}");
    }
}
