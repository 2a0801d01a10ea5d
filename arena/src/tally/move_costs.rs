//! What moves cost: by how much those that players chose were worse than the best, as a judge sees both.
//!
//! Sums are kept in whole numbers of the smallest part that is told apart, so that they depend neither on the order of
//! games nor on that of files.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{Facts, Seat};

use crate::{
    plan::schedule::Plan,
    play::played::Played,
    rating::{Evidence, t95},
    tally::{
        copies::Copies,
        cost_table::{FirstMistake, GameCosts, MoveCost, PhaseCost, PlayerCosts, SeatCost},
        rating_pool::{OpeningSource, source},
        section_manner::SectionManner,
    },
};

/// The parts of a game by plies, those of the opening left out: thirds.
const PHASES: usize = 3;

/// A move that a player chose among several, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// Who chose.
    pub seat: Seat,
    /// How many plies of the game came before, the opening's among them.
    pub ply: u32,
    /// The value of the best move minus that of this one, in the payoffs of `seat`; not negative.
    pub regret: f64,
    /// Whether it counts as a best one.
    pub is_best: bool,
}

/// What the moves of games cost, of one or several tournaments.
///
/// Players of one name are one player; games of one term and the same limits of nodes and time are one game, as in
/// [ratings](super::RatingPool). Games that repeat earlier ones are left out, and so are void ones.
#[derive(Default)]
pub struct MoveCosts {
    copies: Copies,
    games: Vec<CostedGame>,
    /// Of the tournament whose games are added: the game of each section, and where its openings come from.
    sections: Vec<(usize, OpeningSource)>,
}

/// A game whose moves are to be added.
pub struct CostlyGame {
    /// Its place among the games.
    pub game: usize,
    /// Which opening it has.
    unit: (OpeningSource, u64),
    /// The player on each seat.
    seats: Vec<usize>,
    opening: u32,
    plies: u32,
}

/// All that is known of one game.
struct CostedGame {
    manner: SectionManner,
    facts: Facts,
    /// The parts into which a payoff of one is divided: a power of two, so that fractions like ½ are whole.
    scale: f64,
    played: u64,
    copies: u64,
    players: BTreeMap<String, usize>,
    costs: Vec<PlayerSums>,
}

/// All that is known of one player at a game.
#[derive(Default)]
struct PlayerSums {
    terms: BTreeSet<String>,
    games: u64,
    forced: u64,
    /// By opening, for each seat and in it for each phase.
    units: BTreeMap<(OpeningSource, u64), Box<[CostSum]>>,
    /// The games with a choice that have no mistake, and of the others how many have the first at each ply.
    without: u64,
    first: BTreeMap<u32, u64>,
}

/// Moves added up.
#[derive(Clone, Copy, Default)]
struct CostSum {
    moves: u64,
    best: u64,
    regret: u128,
}

impl CostSum {
    fn and(self, other: CostSum) -> CostSum {
        let CostSum { moves, best, regret } = other;
        CostSum { moves: self.moves + moves, best: self.best + best, regret: self.regret + regret }
    }
}

impl MoveCosts {
    /// No games yet; they will be of this many tournaments.
    pub fn of(tournaments: usize) -> MoveCosts {
        let mut costs = MoveCosts::default();
        if 1 < tournaments {
            costs.copies.of_several();
        }
        costs
    }

    /// Games of that plan follow.
    pub fn begin(&mut self, plan: &Plan) {
        self.copies.begin(plan);
        self.sections.clear();
        let tournament = plan.tournament();
        for section in &tournament.sections {
            let manner = SectionManner::of(section).limits();
            let known = self.games.iter().position(|game| game.manner == manner);
            let game = known.unwrap_or_else(|| {
                self.games.push(CostedGame::new(manner, section.facts));
                self.games.len() - 1
            });
            self.sections.push((game, source(tournament, section)));
        }
    }

    /// The place of a game that was played; nothing where its moves don't count, as it is void, or repeats an earlier one.
    pub fn enter(&mut self, played: &Played<'_>) -> Option<CostlyGame> {
        let (fixture, record) = (played.fixture, played.record);
        if record.payoffs.is_empty() || !record.ending.is_played() {
            return None;
        }
        let (number, source) = &self.sections[fixture.section];
        let game = &mut self.games[*number];
        game.played += 1;
        if self.copies.is_copy(played) {
            game.copies += 1;
            return None;
        }
        let entries = &played.plan.tournament().entries;
        let seats = fixture.seats.iter().map(|&entry| game.seat(&entries[entry].name, &entries[entry].player.term));
        Some(CostlyGame {
            game: *number,
            seats: seats.collect(),
            unit: (source.clone(), fixture.opening),
            opening: record.opening,
            plies: record.moves.len() as u32,
        })
    }

    /// Adds what the choices of a game cost, in the order in which they were made, and the seats of those who had no
    /// choice.
    pub fn add(&mut self, entered: &CostlyGame, choices: &[JudgedMove], forced: &[Seat]) {
        let game = &mut self.games[entered.game];
        let cells = usize::from(game.facts.seats) * PHASES;
        for (seat, &player) in Seat::all(game.facts.seats).zip(&entered.seats) {
            let sums = &mut game.costs[player];
            sums.games += 1;
            sums.forced += forced.iter().filter(|&&other| other == seat).count() as u64;
            let mut own = choices.iter().filter(|choice| choice.seat == seat).peekable();
            if own.peek().is_none() {
                continue;
            }
            let unit = sums.units.entry(entered.unit.clone());
            let unit = unit.or_insert_with(|| vec![CostSum::default(); cells].into());
            let mut first = None;
            for choice in own {
                let regret = (choice.regret * game.scale).round() as u128;
                let cell = &mut unit[seat.index() * PHASES + entered.phase(choice.ply)];
                *cell = cell.and(CostSum { moves: 1, best: choice.is_best.into(), regret });
                if !choice.is_best && first.is_none() {
                    first = Some(choice.ply + 1);
                }
            }
            match first {
                Some(ply) => *sums.first.entry(ply).or_default() += 1,
                None => sums.without += 1,
            }
        }
    }

    /// What everybody's moves cost, by game, those with the least regret first.
    pub fn costs(mut self) -> Vec<GameCosts> {
        self.games.sort_by(|one, other| one.manner.cmp(&other.manner));
        let manners: Vec<_> = self.games.iter().map(|game| game.manner.clone()).collect();
        let games = SectionManner::names(&manners).into_iter().zip(&self.games);
        games.filter(|(_, game)| game.played != 0).map(|(name, game)| game.costs(name)).collect()
    }
}

impl CostlyGame {
    /// The phase of a ply.
    fn phase(&self, ply: u32) -> usize {
        let (past, all) = (u64::from(ply - self.opening), u64::from(self.plies - self.opening));
        (PHASES as u64 * past / all) as usize
    }
}

impl CostedGame {
    fn new(manner: SectionManner, facts: Facts) -> CostedGame {
        let width = facts.max_payoff - facts.min_payoff;
        let mut scale = 1.0;
        while width * scale < (1u64 << 51) as f64 && scale < (1u64 << 62) as f64 {
            scale *= 2.0;
        }
        CostedGame { manner, facts, scale, played: 0, copies: 0, players: BTreeMap::new(), costs: Vec::new() }
    }

    /// The number of a player.
    fn seat(&mut self, name: &str, term: &str) -> usize {
        let number = if let Some(&number) = self.players.get(name) {
            number
        } else {
            self.players.insert(name.to_owned(), self.costs.len());
            self.costs.push(PlayerSums::default());
            self.costs.len() - 1
        };
        let terms = &mut self.costs[number].terms;
        if !terms.contains(term) {
            terms.insert(term.to_owned());
        }
        number
    }

    fn costs(&self, name: String) -> GameCosts {
        let mut players: Vec<PlayerCosts> =
            self.players.iter().map(|(name, &number)| self.player(name, &self.costs[number])).collect();
        let regret = |player: &PlayerCosts| player.all.regret.unwrap_or(f64::INFINITY);
        // Equals stay in the order of their names.
        players.sort_by(|one, other| regret(one).total_cmp(&regret(other)));
        GameCosts { game: name, seats: self.facts.seats.into(), played: self.played, copies: self.copies, players }
    }

    fn player(&self, name: &str, sums: &PlayerSums) -> PlayerCosts {
        let seats = usize::from(self.facts.seats);
        let seat = |seat: usize| SeatCost { seat: seat + 1, cost: self.cost(sums, |place| place / PHASES == seat) };
        let phase =
            |phase: usize| PhaseCost { third: phase + 1, cost: self.cost(sums, |place| place % PHASES == phase) };
        PlayerCosts {
            name: name.to_owned(),
            players: sums.terms.iter().cloned().collect(),
            games: sums.games,
            forced: sums.forced,
            all: self.cost(sums, |_| true),
            first_mistake: sums.first_mistake(),
            seats: (0..seats).map(seat).collect(),
            phases: (0..PHASES).map(phase).collect(),
        }
    }

    /// The sum over the places that are wanted. The errors are those of a ratio of sums over openings, as each opening has
    /// as many moves as it has: W. Cochran, *Sampling Techniques* (1977), 6.3; of them the house's interval.
    fn cost(&self, sums: &PlayerSums, is_wanted: impl Fn(usize) -> bool) -> MoveCost {
        let unit = |cells: &[CostSum]| {
            let wanted = cells.iter().enumerate().filter(|&(place, _)| is_wanted(place));
            wanted.fold(CostSum::default(), |sum, (_, &cell)| sum.and(cell))
        };
        let units: Vec<CostSum> = sums.units.values().map(|cells| unit(cells)).filter(|sum| sum.moves != 0).collect();
        let all = units.iter().fold(CostSum::default(), |sum, &unit| sum.and(unit));
        if all.moves == 0 {
            return MoveCost::default();
        }
        let (number, moves) = (units.len() as f64, all.moves as f64);
        let width = match self.facts.max_payoff - self.facts.min_payoff {
            0.0 => 1.0,
            width => width,
        };
        let error = |mean: f64, width: f64, sum: &dyn Fn(&CostSum) -> f64| {
            let freedom = units.len().checked_sub(1).filter(|&freedom| freedom != 0)?;
            let mut evidence = Evidence::default();
            for unit in &units {
                let beyond = (sum(unit) - mean * unit.moves as f64) * number / moves;
                evidence.add((mean + beyond) / width);
            }
            // Nothing is further from the mean than the game allows.
            Some((t95(freedom as f64) * evidence.error()).min(1.0) * width)
        };
        let (regret_of, best_of) = (|sum: &CostSum| sum.regret as f64 / self.scale, |sum: &CostSum| sum.best as f64);
        let (regret, best) = (regret_of(&all) / moves, best_of(&all) / moves);
        MoveCost {
            moves: all.moves,
            openings: units.len() as u64,
            regret: Some(regret),
            error: error(regret, width, &regret_of),
            best: Some(best),
            best_error: error(best, 1.0, &best_of),
        }
    }
}

impl PlayerSums {
    fn first_mistake(&self) -> FirstMistake {
        let with: u64 = self.first.values().sum();
        let games = with + self.without;
        let plies: u64 = self.first.iter().map(|(&ply, &games)| u64::from(ply) * games).sum();
        // The ply of the game of that place, if they stand in the order of their plies.
        let nth = |place: u64| {
            let mut before = 0;
            let found = self.first.iter().find(|&(_, &games)| {
                before += games;
                place < before
            });
            found.map_or(0.0, |(&ply, _)| f64::from(ply))
        };
        let of = |value: f64| (with != 0).then_some(value);
        FirstMistake {
            games,
            without: (games != 0).then(|| self.without as f64 / games as f64),
            mean: of(plies as f64 / with.max(1) as f64),
            median: of(f64::midpoint(nth(with.saturating_sub(1) / 2), nth(with / 2))),
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Facts;

    use super::{CostSum, CostedGame, PlayerSums};
    use crate::tally::section_manner::SectionManner;

    fn game() -> CostedGame {
        CostedGame::new(SectionManner::default(), Facts::new(1, 9).with_payoffs(0.0, 3.0))
    }

    /// Openings with that many moves each, best ones, and what they cost together.
    fn sums(game: &CostedGame, units: &[(u64, u64, f64)]) -> PlayerSums {
        let mut sums = PlayerSums::default();
        for (number, &(moves, best, regret)) in (0..).zip(units) {
            let sum = CostSum { moves, best, regret: (regret * game.scale) as u128 };
            let cells = vec![CostSum::default(), sum, CostSum::default()];
            sums.units.insert(((String::new(), 0), number), cells.into());
        }
        sums
    }

    #[test]
    fn openings_are_the_units_and_moves_what_is_counted() {
        let game = game();
        // 6 in 8 moves. What is beyond 3/4 a move: 1 − 3/2, 5 − 3, 0 − 3/2; squares 1/4, 4, 9/4, together 13/2.
        let found = game.cost(&sums(&game, &[(2, 1, 1.0), (4, 2, 5.0), (2, 2, 0.0)]), |_| true);
        assert_eq!((found.moves, found.openings, found.regret, found.best), (8, 3, Some(0.75), Some(0.625)));
        // t of 2 degrees of freedom is 4.3027 at 97.5 %; the mean over 3 units of 8/3 moves.
        let wanted = 4.302_652_7 * (6.5f64 / 2.0 / 3.0).sqrt() * 3.0 / 8.0;
        assert!((found.error.unwrap() - wanted).abs() < 1e-6, "{found:?}, not {wanted}");
        let one = game.cost(&sums(&game, &[(2, 1, 1.0)]), |_| true);
        assert_eq!((one.regret, one.error, one.best_error), (Some(0.5), None, None));
        let none = game.cost(&sums(&game, &[(2, 1, 1.0)]), |place| place == 0);
        assert_eq!((none.moves, none.regret, none.best), (0, None, None));
    }

    #[test]
    fn units_of_as_many_moves_have_the_interval_of_their_means() {
        let game = game();
        let found = game.cost(&sums(&game, &[(4, 0, 4.0), (4, 1, 0.0), (4, 4, 8.0)]), |_| true);
        // Means 1, 0 and 2: variance 1, of the mean 1/3.
        let wanted = 4.302_652_7 / 3f64.sqrt();
        assert!((found.error.unwrap() - wanted).abs() < 1e-6, "{found:?}, not {wanted}");
    }

    #[test]
    fn the_first_mistake_has_a_mean_and_a_median() {
        let with = |first: &[(u32, u64)], without| {
            let sums = PlayerSums { first: first.iter().copied().collect(), without, ..PlayerSums::default() };
            let found = sums.first_mistake();
            (found.games, found.without, found.mean, found.median)
        };
        assert_eq!(with(&[(2, 1), (3, 1), (10, 2)], 4), (8, Some(0.5), Some(6.25), Some(6.5)));
        assert_eq!(with(&[(2, 1), (3, 2)], 0), (3, Some(0.0), Some(8.0 / 3.0), Some(3.0)));
        assert_eq!(with(&[], 2), (2, Some(1.0), None, None));
        assert_eq!(with(&[], 0), (0, None, None, None));
    }
}
