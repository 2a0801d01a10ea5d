//! Rates everybody in journals.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    path::PathBuf,
};

use agon_arena::{
    keep::{Detail, Reader, read},
    plan::{Plan, Section, Shard, Tournament},
    play::Played,
    rating::{Group, Online, Rater, RatingTable, System},
    tally::{Copies, Deals, Ratings, SectionManner},
};
use agon_core::{Accepted, Facts, key_of};

use crate::{failed::Failed, progress::Counting};

/// How players are rated.
#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
pub(super) enum SystemChoice {
    Likelihood,
    #[value(name = "glicko-2")]
    Glicko2,
    WengLin,
}

impl SystemChoice {
    const fn word(self) -> &'static str {
        match self {
            SystemChoice::Likelihood => "likelihood",
            SystemChoice::Glicko2 => "glicko-2",
            SystemChoice::WengLin => "weng-lin",
        }
    }
}

/// Everything about one game, from all journals.
struct Results {
    names: Vec<String>,
    indices: BTreeMap<String, usize>,
    /// The terms of all players of each name.
    players: BTreeMap<String, BTreeSet<String>>,
    seats: usize,
    played: u64,
    copies: u64,
    /// For the likelihood.
    rater: Rater,
    /// For the other systems.
    online: Option<Online>,
    /// In the place of both, where payoffs decide.
    deals: Option<Deals>,
}

/// What journals say about strength.
///
/// # Errors
///
/// Where one cannot be read, or the anchor is not among their players.
pub(super) fn rated(
    journals: &[PathBuf],
    anchor: Option<(String, f64)>,
    system: SystemChoice,
) -> Result<Vec<Ratings>, Failed> {
    let mut results: BTreeMap<SectionManner, Results> = BTreeMap::new();
    let new = || Results::new(system);
    let mut copies = Copies::default();
    let readings = readings(journals)?;
    let sources = sources(&readings)?;
    for paths in &readings {
        let mut unit = OpeningGames {
            of: None,
            games: Vec::new(),
            sources: &sources,
            sections: Vec::new(),
            limits: Vec::new(),
            last: None,
        };
        let mut is_begun = false;
        let mut counting = Counting::of("games");
        let reading = read(paths, Detail::Figures, &mut |game| {
            counting.tick(game.record.number, game.plan.games());
            if !is_begun {
                copies.begin(game.plan);
                if 1 < readings.len() {
                    copies.of_tournament(game.plan);
                }
                is_begun = true;
            }
            let of = Some((game.fixture.block, game.fixture.opening, game.fixture.meeting));
            if unit.of != of {
                unit.file(&mut results, game.plan, system);
                unit.of = of;
            }
            let (has_result, is_played) =
                (!game.record.payoffs.is_empty(), game.record.ending.is_played());
            let is_copy = is_played && copies.is_copy(game);
            let section = game.fixture.section;
            if unit.limits.is_empty() {
                unit.limits = limits(game.plan);
            }
            let result = results.entry(unit.limits[section].clone()).or_insert_with(new);
            result.played += u64::from(has_result);
            result.copies += u64::from(is_copy && has_result);
            if has_result && !is_copy {
                unit.games.push((section, paid(game)));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let plan = reading.plan;
        unit.file(&mut results, &plan, system);
        for (section, limits) in plan.tournament().sections.iter().zip(limits(&plan)) {
            let of = results.entry(limits).or_insert_with(new);
            of.seats = usize::from(section.facts.seats);
            of.is_of(&section.facts);
            for &entry in &section.entries {
                let entry = &plan.tournament().entries[entry];
                of.index(&entry.name);
                let players = of.players.entry(entry.name.clone()).or_default();
                players.insert(entry.player.term.clone());
            }
        }
    }
    let anchor = match anchor {
        Some((name, elo)) => Some((find(&name, &results)?, elo)),
        None => None,
    };
    let names = SectionManner::names(&results.keys().cloned().collect::<Vec<_>>());
    let games = names.into_iter().zip(results.into_values());
    let games = games.map(|(game, results)| results.rate(game, anchor.as_ref(), system));
    Ok(games.collect())
}

/// The player of that name; spaces around it matter only if a player's name has them.
fn find(name: &str, results: &BTreeMap<SectionManner, Results>) -> Result<String, Failed> {
    let all: BTreeSet<&str> = results.values().flat_map(|r| &r.names).map(String::as_str).collect();
    let known = [name, name.trim()].into_iter().find(|name| all.contains(name));
    known.map(str::to_owned).ok_or_else(|| {
        let accepted = Accepted::new(name, all.into_iter());
        Failed::usage(format!("--anchor: no player is called `{name}`{accepted}"))
    })
}

/// The games that are rated together, section by section: the games of one term under the same limits.
fn limits(plan: &Plan) -> Vec<SectionManner> {
    plan.tournament().sections.iter().map(|section| SectionManner::of(section).limits()).collect()
}

/// Who took part in a game, and what each got.
fn paid(game: &Played<'_>) -> Vec<(usize, f64)> {
    game.fixture.seats.iter().copied().zip(game.record.payoffs.iter().copied()).collect()
}

/// Who took part in a game, and how many of the others got more.
fn ranks(game: &[(usize, f64)]) -> Vec<(usize, u32)> {
    let rank = |own: f64| game.iter().filter(|&&(_, other)| own < other).count() as u32;
    game.iter().map(|&(who, own)| (who, rank(own))).collect()
}

/// What decides the openings and dice of a section: its game, and a key of all else.
type OpeningSource = (String, u64);

/// The journals that are read together, in the order of the plan: the parts of one tournament, or one journal that
/// has it from the beginning.
pub(super) fn readings(journals: &[PathBuf]) -> Result<Vec<Vec<PathBuf>>, Failed> {
    let mut readings: Vec<(Option<String>, Vec<PathBuf>)> = Vec::new();
    for path in journals {
        let reader = Reader::open(path)?;
        let is_part = reader.header().shard() != Shard::WHOLE;
        let of = is_part.then(|| reader.header().key());
        match readings.iter_mut().find(|(known, _)| is_part && *known == of) {
            Some((_, paths)) => paths.push(path.clone()),
            None => readings.push((of, vec![path.clone()])),
        }
    }
    Ok(readings.into_iter().map(|(_, paths)| paths).collect())
}

/// The number of each source, and whether more than one section plays it.
fn sources(readings: &[Vec<PathBuf>]) -> Result<BTreeMap<OpeningSource, (usize, bool)>, Failed> {
    let mut sources: BTreeMap<OpeningSource, (usize, bool)> = BTreeMap::new();
    for paths in readings {
        let tournament = Reader::open(&paths[0])?.tournament()?;
        for section in &tournament.sections {
            let next = sources.len();
            let known = sources.entry(source(&tournament, section));
            known.and_modify(|known| known.1 = true).or_insert((next, false));
        }
    }
    Ok(sources)
}

fn source(tournament: &Tournament, section: &Section) -> OpeningSource {
    let book: Vec<_> =
        section.book.iter().map(|chosen| (&chosen.position, &chosen.moves)).collect();
    (section.game.term.clone(), key_of(&(tournament.seed.0, section.plies, book)))
}

/// The games of one opening and meeting, as they are read.
struct OpeningGames<'a> {
    /// Block, opening and meeting.
    of: Option<(usize, u64, u64)>,
    /// Their section, and who took part and with which payoff.
    games: Vec<(usize, Vec<(usize, f64)>)>,
    sources: &'a BTreeMap<OpeningSource, (usize, bool)>,
    /// The sources of the plan's sections, and with what they are rated together.
    sections: Vec<(usize, bool)>,
    limits: Vec<SectionManner>,
    /// The opening whose games were moved last, if no other section has games of it, and its game.
    last: Option<(SectionManner, (usize, u64))>,
}

impl OpeningGames<'_> {
    /// Moves the games to the results of their game.
    fn file(
        &mut self,
        results: &mut BTreeMap<SectionManner, Results>,
        plan: &Plan,
        system: SystemChoice,
    ) {
        let (Some(&(section, _)), Some((_, opening, _))) = (self.games.first(), self.of) else {
            return;
        };
        if self.sections.is_empty() {
            let of = |section| self.sources[&source(plan.tournament(), section)];
            self.sections = plan.tournament().sections.iter().map(of).collect();
        }
        let (number, is_shared) = self.sections[section];
        let of_game = self.limits[section].clone();
        let opening = (number, opening);
        if let Some((game, last)) = self.last.take_if(|(_, last)| *last != opening)
            && let Some(of) = results.get_mut(&game)
        {
            of.rater.close(last);
        }
        if !is_shared && self.last.is_none() {
            self.last = Some((of_game.clone(), opening));
        }
        let of = results.entry(of_game).or_insert_with(|| Results::new(system));
        of.is_of(&plan.tournament().sections[section].facts);
        let mut named =
            |(entry, paid): (usize, f64)| (of.index(&plan.tournament().entries[entry].name), paid);
        let games: Vec<Vec<(usize, f64)>> = self
            .games
            .drain(..)
            .map(|(_, game)| game.into_iter().map(&mut named).collect())
            .collect();
        if let Some(deals) = &mut of.deals {
            for &(who, paid) in games.iter().flatten() {
                deals.add(opening, who, paid);
            }
            deals.meet(&games.iter().map(Vec::as_slice).collect::<Vec<_>>());
            if deals.decide() {
                return;
            }
        }
        let games: Vec<Vec<(usize, u32)>> = games.iter().map(|game| ranks(game)).collect();
        match &mut of.online {
            Some(online) => online.add(&games),
            None => of.rater.add(opening, &games),
        }
    }
}

impl Results {
    fn new(system: SystemChoice) -> Results {
        Results {
            names: Vec::new(),
            indices: BTreeMap::new(),
            players: BTreeMap::new(),
            seats: 0,
            played: 0,
            copies: 0,
            rater: Rater::new(0),
            deals: None,
            online: match system {
                SystemChoice::Likelihood => None,
                SystemChoice::Glicko2 => Some(Online::new(System::Glicko2, 0)),
                SystemChoice::WengLin => Some(Online::new(System::WengLin, 0)),
            },
        }
    }

    /// Says of what game they are.
    fn is_of(&mut self, facts: &Facts) {
        if self.deals.is_none() {
            self.deals = Deals::of(facts, self.names.len());
        }
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(&known) = self.indices.get(name) {
            return known;
        }
        self.names.push(name.to_owned());
        self.indices.insert(name.to_owned(), self.names.len() - 1);
        self.rater.join();
        if let Some(deals) = &mut self.deals {
            deals.join();
        }
        if let Some(online) = &mut self.online {
            online.join();
        }
        self.names.len() - 1
    }

    fn rate(
        mut self,
        game: String,
        anchor: Option<&(String, f64)>,
        system: SystemChoice,
    ) -> Ratings {
        let anchor = anchor.and_then(|(name, elo)| {
            self.names.iter().position(|known| known == name).map(|index| (index, *elo))
        });
        self.rater.finish();
        let named = |index: usize| {
            let name = &self.names[index];
            (name.clone(), self.players[name].iter().cloned().collect())
        };
        let mut ratings = Ratings::default();
        (ratings.game, ratings.seats, ratings.system) = (game, self.seats, system.word().into());
        (ratings.played, ratings.copies) = (self.played, self.copies);
        if let Some(deals) = self.deals.as_ref().filter(|deals| deals.decide()) {
            "payoff".clone_into(&mut ratings.system);
            return ratings.with_payoffs(deals, &named);
        }
        let (table, differences) = match system {
            SystemChoice::Likelihood => {
                (self.rater.rate(self.seats, anchor), self.rater.differences())
            }
            SystemChoice::Glicko2 if self.seats != 2 => (RatingTable::default(), Vec::new()),
            _ if self.seats < 2 => (RatingTable::default(), Vec::new()),
            SystemChoice::Glicko2 | SystemChoice::WengLin => (self.kept_up(anchor), Vec::new()),
        };
        let ratings = ratings.with(&table, differences, &named, anchor.is_some());
        match &self.deals {
            None => ratings,
            Some(deals) => ratings.beside_payoffs(deals, &named),
        }
    }

    /// Rated game by game: everybody on one scale.
    fn kept_up(&self, anchor: Option<(usize, f64)>) -> RatingTable {
        let mut ratings = self.online.as_ref().map_or_else(Vec::new, Online::ratings);
        let shift = anchor.map_or(0.0, |(index, elo)| elo - ratings[index].elo);
        for rating in &mut ratings {
            rating.elo += shift;
        }
        let entries = (0..self.names.len()).collect();
        let group = Group { entries, ratings, superiority: Vec::new() };
        RatingTable {
            groups: vec![group],
            bounds: vec![None],
            beat: vec![vec![true]],
            first_seat: None,
        }
    }
}
