//! The games of several tournaments, added up so that all their players are rated together.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{Accepted, key_of};

use crate::{
    ask::{rules::SeatingRule, spec_error::SpecError},
    plan::{
        schedule::Plan,
        tournament::{Section, Tournament},
    },
    play::played::Played,
    rating::{Online, Rater, RatingSystem},
    tally::{
        copies::Copies,
        deals::Deals,
        ratings::{FirstSeat, Ratings},
        section_manner::SectionManner,
        section_score::Unit,
    },
};

/// The games of one or several tournaments, from which all their players are rated.
///
/// Players of one name are one player. Games of one term are rated together if they were played under the same limits
/// of nodes and time; under other limits players have another strength. The games of one opening with the same players
/// are one unit of what errors are computed from, also where several tournaments have that opening from the same seed
/// or file. Copies are counted and left out: games that repeat earlier ones of players that always play alike, and games that
/// several journals have.
///
/// [`rating_pool`](crate::keep::rating_pool) reads one from journals.
#[derive(Default)]
pub struct RatingPool {
    system: RatingSystem,
    copies: Copies,
    tournaments: usize,
    /// The number of each source, and whether more than one section plays it.
    sources: BTreeMap<OpeningSource, (usize, bool)>,
    games: Vec<PooledGame>,
    /// The sections of the tournament whose games are being added; empty between two tournaments.
    sections: Vec<PooledSection>,
    /// The games added last, which are of one section.
    unit: Unit,
    section: PooledSection,
    /// The opening whose games were moved last, if no other section has games of it, and its game.
    last: Option<(usize, (usize, u64))>,
}

/// What decides the openings and dice of a section: its game, and a key of all else.
pub(super) type OpeningSource = (String, u64);

pub(super) fn source(tournament: &Tournament, section: &Section) -> OpeningSource {
    let book: Vec<_> = section.book.iter().map(|chosen| (&chosen.position, &chosen.moves)).collect();
    (section.game.term.clone(), key_of(&(tournament.seed_at(section).0, section.plies, book)))
}

/// The game of a section, by its place in the pool, and the source of its openings.
#[derive(Clone, Copy, Default)]
struct PooledSection {
    game: usize,
    source: usize,
    is_shared: bool,
}

/// All that is known of one game under the same limits.
struct PooledGame {
    manner: SectionManner,
    seats: usize,
    played: u64,
    copies: u64,
    /// The name of each player, and the terms of all that are called so.
    players: Vec<(String, BTreeSet<String>)>,
    indices: BTreeMap<String, usize>,
    rater: Rater,
    /// In its place, where the system is another.
    online: Option<Online>,
    deals: Option<Deals>,
    /// Whether somewhere everybody always has the same seat.
    has_one_seating: bool,
}

impl RatingPool {
    /// A pool without games.
    pub(crate) fn new(system: RatingSystem) -> RatingPool {
        RatingPool { system, ..RatingPool::default() }
    }

    /// Games of that tournament will follow. All tournaments are known before the first game, because they may share
    /// openings.
    pub(crate) fn expect(&mut self, tournament: &Tournament) {
        self.tournaments += 1;
        for section in &tournament.sections {
            let next = self.sources.len();
            let known = self.sources.entry(source(tournament, section));
            known.and_modify(|known| known.1 = true).or_insert((next, false));
        }
    }

    /// Adds the next game of a tournament, in the order of its plan.
    pub(crate) fn take(&mut self, game: &Played<'_>) {
        if self.sections.is_empty() {
            self.begin(game.plan);
        }
        let (fixture, record) = (game.fixture, game.record);
        let of = Some((fixture.block, fixture.opening, fixture.meeting));
        if self.unit.of != of {
            self.file();
            self.unit.of = of;
        }
        let has_result = !record.payoffs.is_empty();
        let is_copy = record.ending.is_played() && self.copies.is_copy(game);
        self.section = self.sections[fixture.section];
        let of = &mut self.games[self.section.game];
        of.played += u64::from(has_result);
        of.copies += u64::from(is_copy && has_result);
        if has_result && !is_copy {
            let entries = &game.plan.tournament().entries;
            let seated = fixture.seats.iter().map(|&entry| of.index(&entries[entry].name));
            self.unit.got.extend(seated.zip(record.payoffs.iter().copied()));
        }
    }

    /// No more games follow of the tournament of `plan`, whose players are known even if they have none.
    pub(crate) fn end(&mut self, plan: &Plan) {
        if self.sections.is_empty() {
            self.begin(plan);
        }
        self.file();
        (self.unit.of, self.last) = (None, None);
        let tournament = plan.tournament();
        for (section, pooled) in tournament.sections.iter().zip(self.sections.drain(..)) {
            let game = &mut self.games[pooled.game];
            for &entry in &section.entries {
                let entry = &tournament.entries[entry];
                let index = game.index(&entry.name);
                game.players[index].1.insert(entry.player.term.clone());
            }
        }
    }

    /// The ratings at every game, in the order of their terms. The rating of the player named by `anchor`, spaces around
    /// the name aside, is the given one, and those of others are relative to it.
    ///
    /// # Errors
    ///
    /// If no player has the name of the anchor.
    pub fn ratings(mut self, anchor: Option<(&str, f64)>) -> Result<Vec<Ratings>, SpecError> {
        let anchor = anchor.map(|(name, elo)| Ok((self.find(name)?, elo))).transpose()?;
        self.games.sort_by(|one, other| one.manner.cmp(&other.manner));
        let manners: Vec<_> = self.games.iter().map(|game| game.manner.clone()).collect();
        let games = SectionManner::names(&manners).into_iter().zip(self.games);
        Ok(games.map(|(name, game)| game.rate(name, anchor, self.system)).collect())
    }

    /// The name of a player; spaces around it matter only if the player's name has them.
    fn find<'a>(&self, name: &'a str) -> Result<&'a str, SpecError> {
        let known = [name, name.trim()].into_iter();
        let mut known = known.filter(|name| self.games.iter().any(|game| game.indices.contains_key(*name)));
        known.next().ok_or_else(|| {
            let all: BTreeSet<&str> =
                self.games.iter().flat_map(|game| game.indices.keys().map(String::as_str)).collect();
            let accepted = Accepted::new(name, all.into_iter());
            SpecError::new(format!("no player is called `{name}`{accepted}"))
        })
    }

    fn begin(&mut self, plan: &Plan) {
        self.copies.begin(plan);
        if 1 < self.tournaments {
            self.copies.of_several();
        }
        let tournament = plan.tournament();
        for section in &tournament.sections {
            let manner = SectionManner::of(section).limits();
            let known = self.games.iter().position(|game| game.manner == manner);
            let game = known.unwrap_or_else(|| {
                self.games.push(PooledGame::new(manner, section, self.system));
                self.games.len() - 1
            });
            self.games[game].has_one_seating |= section.seating == SeatingRule::Fixed;
            let (source, is_shared) = self.sources[&source(tournament, section)];
            self.sections.push(PooledSection { game, source, is_shared });
        }
    }

    /// Moves the games of the last opening and meeting to those of their game.
    fn file(&mut self) {
        let Some((_, opening, _)) = self.unit.of.filter(|_| !self.unit.got.is_empty()) else {
            return;
        };
        let PooledSection { game, source, is_shared } = self.section;
        let opening = (source, opening);
        if let Some((game, last)) = self.last.take_if(|(_, last)| *last != opening) {
            self.games[game].rater.close(last);
        }
        if !is_shared && self.last.is_none() {
            self.last = Some((game, opening));
        }
        self.games[game].add(opening, &self.unit);
        self.unit.got.clear();
    }
}

impl PooledGame {
    fn new(manner: SectionManner, section: &Section, system: RatingSystem) -> PooledGame {
        PooledGame {
            manner,
            seats: usize::from(section.facts.seats),
            played: 0,
            copies: 0,
            players: Vec::new(),
            indices: BTreeMap::new(),
            rater: Rater::new(0),
            online: match system {
                RatingSystem::Likelihood => None,
                RatingSystem::Online(system) => Some(Online::new(system, 0)),
            },
            deals: Deals::of(&section.facts, 0),
            has_one_seating: false,
        }
    }

    /// The number of the player of that name, who may be new.
    fn index(&mut self, name: &str) -> usize {
        if let Some(&known) = self.indices.get(name) {
            return known;
        }
        let next = self.players.len();
        self.players.push((name.to_owned(), BTreeSet::new()));
        self.indices.insert(name.to_owned(), next);
        self.rater.join();
        self.online.iter_mut().for_each(Online::join);
        self.deals.iter_mut().for_each(Deals::join);
        next
    }

    fn add(&mut self, opening: (usize, u64), unit: &Unit) {
        if let Some(deals) = &mut self.deals {
            for &(who, payoff) in &unit.got {
                deals.add(opening, who, payoff);
            }
            deals.meet(&unit.games(self.seats).collect::<Vec<_>>());
            if deals.decide() {
                return;
            }
        }
        let games = unit.ranked(self.seats);
        match &mut self.online {
            Some(online) => online.add(&games),
            None => self.rater.add(opening, &games),
        }
    }

    fn rate(mut self, game: String, anchor: Option<(&str, f64)>, system: RatingSystem) -> Ratings {
        let anchor = anchor.and_then(|(name, elo)| Some((*self.indices.get(name)?, elo)));
        self.rater.finish();
        let named = |index: usize| {
            let (name, terms) = &self.players[index];
            (name.clone(), terms.iter().cloned().collect())
        };
        let rated = || match &self.online {
            None => (self.rater.rate(self.seats, anchor), self.rater.differences()),
            Some(online) => (online.rate(self.seats, anchor), Vec::new()),
        };
        let (seats, system) = (self.seats, system.word().to_owned());
        let (played, copies) = (self.played, self.copies);
        let decide = self.deals.as_ref().is_some_and(Deals::decide);
        let seat = Some(self.rater.first_seat()).filter(|seat| seat.units != 0);
        let seat = seat.filter(|_| !self.has_one_seating && !decide && self.online.is_none());
        let first_seat = seat.map(FirstSeat::from);
        let ratings = Ratings { game, seats, played, copies, system, first_seat, ..Ratings::default() };
        ratings.filled(self.deals.as_ref(), rated, &named, anchor.is_some())
    }
}
