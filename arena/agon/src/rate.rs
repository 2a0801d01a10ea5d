//! `agon rate`: what journals say about strength.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use agon_arena::{
    keep::{Detail, Merging, Reader, gather},
    plan::{Plan, Section, Shard, Tournament},
    play::Played,
    rating::{Difference, Evidence, Field, Group, Online, Ranking, RatingTable, System, finite},
    tally::{Copies, SectionManner},
};
use agon_core::{Accepted, key_of};

use crate::{
    failed::Failed,
    output::{answer, json},
    progress::Counting,
    rated::{Rated, RatedBound, RatedGame, RatedPair, RatedPlayer, SCHEMA, print},
};

/// Rates the players of journals: Elo with 95 % intervals
///
/// Maximum-likelihood Elo, with intervals that allow for games sharing an opening; for any two
/// players the probability that one is stronger, and the difference of those who met. Players who
/// are not connected by games, even through others, are kept apart, and so are games under different
/// limits of nodes and time. Games of more than two seats are rated by the order in which they end.
#[derive(clap::Args)]
#[command(after_help = "\
Games that are copies of earlier ones, of the same journal or another, are counted and left out: they \
tell nothing new. All games of one opening share it and its dice, so errors are computed from whole \
openings: those of ratings from the opening with all its meetings, those of a pair from the opening with \
all seatings of that meeting. Of shards of one tournament all openings are held in memory until the end; \
agon merge first takes less.

The players of a group scored against each other, directly or through others; ratings of different \
groups cannot be compared. A group is above another if nobody in the other ever scored against it. \
A player who always won, or always lost, gets a one-sided bound on the scale of those it met. \
Intervals are those of Student's t; where all openings ended alike, an interval ends where that \
would happen in 1 of 40 matches.

JSON: one object with the keys schema and games, a list of objects with the keys
  game        the game's term, and the limits of a move where it was played under several
  seats       of the game
  played      games with a result, copies included
  copies      games that repeat earlier ones and are not counted
  system      likelihood, glicko-2 or weng-lin
  groups      lists of players, the best first; none where the system cannot rate so many \
seats: objects with name, players (the terms of all that journals call so), elo and error (the half-width of \
the 95 % interval; null where there is none), superiority (the chance of being stronger than each \
of the group, in its order), and bound, if there is one: at_least or at_most, and on_the_scale_of, a group \
counted from 0
  above       for every group, the groups that it is above
  first_seat  Elo points that the first seat is worth by the model of the ratings, and its error, or null
  pairs       objects with one, other, units (openings or games), counts (of units, by what one made \
of them, from nothing to all; with more than two seats less, the same and more than the other), score, \
elo, low and high (null where infinite: of a perfect score there is one bound), superiority

Exit codes: 0 done; 1 a journal cannot be read; 2 no player has the name of the anchor.")]
pub(crate) struct Args {
    /// The journals; players of the same name are the same player
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// Give this player this rating, and rate the others relative to it: NAME=ELO
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<String>,
    /// How to rate: by maximum likelihood over all games at once, or game by game in the order of
    /// the plan, as Glicko-2 (two seats) or Weng and Lin (any number) do
    #[arg(long, value_enum, default_value = "likelihood")]
    system: SystemChoice,
    /// Print every pair and every probability; otherwise, where there are many, only those of
    /// neighbours
    #[arg(long)]
    full: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// How players are rated.
#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
pub(crate) enum SystemChoice {
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
    /// For the likelihood: games of two seats.
    field: Field,
    /// Games of more.
    ranking: Ranking,
    /// In these, by pair: what share the lower number had of the points between the two.
    shares: BTreeMap<(usize, usize), PairShares>,
    /// For the other systems.
    online: Option<Online>,
}

/// One entry's share of the points between two, opening by opening and meeting by meeting.
#[derive(Default)]
struct PairShares {
    sum: f64,
    squares: f64,
    /// How often it was less than half, half, and more.
    counts: [u64; 3],
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let anchor = args.anchor.as_deref().map(read_anchor).transpose()?;
    let rated = rated(&args.journals, anchor, args.system)?;
    answer(|out| {
        if args.json {
            return Ok(json(out, &rated)?);
        }
        rated.games.iter().try_for_each(|game| Ok(print(game, args.full, out)?))
    })
}

/// What journals say about strength.
///
/// # Errors
///
/// Where one cannot be read, or the anchor is not among their players.
pub(crate) fn rated(
    journals: &[PathBuf],
    anchor: Option<(String, f64)>,
    system: SystemChoice,
) -> Result<Rated, Failed> {
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
        let how = Merging { mixed_builds: true, ..Merging::default() };
        let gathered = gather(paths, how, Detail::Figures, &mut |game| {
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
            let (is_copy, has_result) = (copies.is_copy(game), !game.record.payoffs.is_empty());
            let section = game.fixture.section;
            if unit.limits.is_empty() {
                unit.limits = limits(game.plan);
            }
            let result = results.entry(unit.limits[section].clone()).or_insert_with(new);
            result.played += u64::from(has_result);
            result.copies += u64::from(is_copy && has_result);
            if has_result && !is_copy {
                unit.games.push((section, ranks(game)));
            }
            Ok(())
        })?;
        let plan = gathered.plan;
        unit.file(&mut results, &plan, system);
        for (section, limits) in plan.tournament().sections.iter().zip(limits(&plan)) {
            let of = results.entry(limits).or_insert_with(new);
            of.seats = usize::from(section.facts.seats);
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
    Ok(Rated { schema: SCHEMA.into(), games: games.collect() })
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

/// What is rated together, section by section: the games of one term under the same limits.
fn limits(plan: &Plan) -> Vec<SectionManner> {
    plan.tournament().sections.iter().map(|section| SectionManner::of(section).limits()).collect()
}

/// Who took part in a game, and how many of the others got more.
fn ranks(game: &Played<'_>) -> Vec<(usize, u32)> {
    let payoffs = &game.record.payoffs;
    let rank = |own: f64| payoffs.iter().filter(|&&other| own < other).count() as u32;
    game.fixture.seats.iter().zip(payoffs).map(|(&entry, &own)| (entry, rank(own))).collect()
}

/// What decides the openings and dice of a section: its game, and a key of all else.
type OpeningSource = (String, u64);

/// What is read together, in the order of the plan: the parts of one tournament, or one journal that
/// has it from the beginning.
fn readings(journals: &[PathBuf]) -> Result<Vec<Vec<PathBuf>>, Failed> {
    let mut readings: Vec<(Option<String>, Vec<PathBuf>)> = Vec::new();
    for path in journals {
        let reader = Reader::open(path)?;
        let is_part = reader.header().shard() != Shard::WHOLE;
        let of = is_part.then(|| reader.header().identity.clone());
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
    /// Their section, and who took part and with which rank.
    games: Vec<(usize, Vec<(usize, u32)>)>,
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
            of.field.close(last);
            of.ranking.close(last);
        }
        if !is_shared && self.last.is_none() {
            self.last = Some((of_game.clone(), opening));
        }
        let of = results.entry(of_game).or_insert_with(|| Results::new(system));
        let mut named =
            |(entry, rank): (usize, u32)| (of.index(&plan.tournament().entries[entry].name), rank);
        let games: Vec<Vec<(usize, u32)>> = self
            .games
            .drain(..)
            .map(|(_, game)| game.into_iter().map(&mut named).collect())
            .collect();
        of.add(opening, &games);
    }
}

fn read_anchor(text: &str) -> Result<(String, f64), Failed> {
    let parts = text.rsplit_once('=');
    let parts = parts.and_then(|(name, elo)| Some((name, elo.trim().parse::<f64>().ok()?)));
    match parts {
        Some((name, elo)) if elo.is_finite() => Ok((name.to_owned(), elo)),
        _ => Err(Failed::usage(format!("--anchor {text}: a name, `=` and a number are needed"))),
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
            field: Field::new(0),
            ranking: Ranking::new(0),
            shares: BTreeMap::new(),
            online: match system {
                SystemChoice::Likelihood => None,
                SystemChoice::Glicko2 => Some(Online::new(System::Glicko2, 0)),
                SystemChoice::WengLin => Some(Online::new(System::WengLin, 0)),
            },
        }
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(&known) = self.indices.get(name) {
            return known;
        }
        self.names.push(name.to_owned());
        self.indices.insert(name.to_owned(), self.names.len() - 1);
        self.field.join();
        self.ranking.join();
        if let Some(online) = &mut self.online {
            online.join();
        }
        self.names.len() - 1
    }

    /// Adds the games of one opening and meeting: in each, who took part, and how many got more.
    fn add(&mut self, opening: (usize, u64), games: &[Vec<(usize, u32)>]) {
        if let Some(online) = &mut self.online {
            return online.add(games);
        }
        if let &[(one, _), (other, _)] = games[0].as_slice() {
            let low = one.min(other);
            let outcome = |game: &Vec<(usize, u32)>| {
                let ((first, own), (_, others)) = (game[0], game[1]);
                let won = usize::from(own <= others) + usize::from(own < others);
                (first == low, if first == low { won } else { 2 - won })
            };
            return self.field.add(opening, (low, one.max(other)), games.iter().map(outcome));
        }
        self.ranking.add(opening, games);
        let mut sums: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
        for game in games {
            for &(i, own) in game {
                for &(j, others) in game.iter().filter(|&&(j, _)| i < j) {
                    let sum = sums.entry((i, j)).or_default();
                    let won = usize::from(own <= others) + usize::from(own < others);
                    sum.0 += won as f64 / 2.0;
                    sum.1 += 1.0;
                }
            }
        }
        for (pair, (made, games)) in sums {
            let (share, known) = (made / games, self.shares.entry(pair).or_default());
            known.sum += share;
            known.squares += share * share;
            known.counts[usize::from(0.5 <= share) + usize::from(0.5 < share)] += 1;
        }
    }

    fn rate(
        mut self,
        game: String,
        anchor: Option<&(String, f64)>,
        system: SystemChoice,
    ) -> RatedGame {
        let anchor = anchor.and_then(|(name, elo)| {
            self.names.iter().position(|known| known == name).map(|index| (index, *elo))
        });
        self.field.finish();
        self.ranking.finish();
        let table = match system {
            _ if self.seats < 2 => RatingTable::default(),
            SystemChoice::Likelihood if self.seats == 2 => self.field.rate(anchor),
            SystemChoice::Likelihood => self.ranking.rate(anchor),
            SystemChoice::Glicko2 if self.seats != 2 => RatingTable::default(),
            SystemChoice::Glicko2 | SystemChoice::WengLin => self.kept_up(anchor),
        };
        let place = |index: usize| {
            let group = &table.groups[index];
            let is_rated = group.is_rated() && (1 < group.entries.len() || anchor.is_some());
            let mut order: Vec<usize> = (0..group.entries.len()).collect();
            order.sort_by(|&a, &b| group.ratings[b].elo.total_cmp(&group.ratings[a].elo));
            let bound = || {
                let bound = table.bounds[index]?;
                let at = |is_wanted: bool| is_wanted.then_some(bound.elo + 0.0);
                let (at_least, at_most) = (at(bound.is_least), at(!bound.is_least));
                Some(RatedBound { at_least, at_most, on_the_scale_of: bound.group })
            };
            let player = |&at: &usize| RatedPlayer {
                name: self.names[group.entries[at]].clone(),
                players: self.players[&self.names[group.entries[at]]].iter().cloned().collect(),
                elo: finite(group.ratings[at].elo).filter(|_| is_rated),
                error: finite(group.ratings[at].error).filter(|_| is_rated),
                superiority: match group.superiority.get(at) {
                    Some(row) if is_rated => order.iter().map(|&other| row[other]).collect(),
                    _ => Vec::new(),
                },
                bound: bound(),
            };
            order.iter().map(player).collect()
        };
        let above = table.beat.iter().enumerate().map(|(one, row)| {
            let below = row.iter().enumerate().filter(|&(other, beat)| *beat && other != one);
            below.map(|(other, _)| other).collect()
        });
        let pairs = match system {
            SystemChoice::Likelihood => self.pairs(),
            _ => Vec::new(),
        };
        RatedGame {
            game,
            seats: self.seats,
            played: self.played,
            copies: self.copies,
            system: system.word().into(),
            groups: (0..table.groups.len()).map(place).collect(),
            above: above.collect(),
            first_seat: table.first_seat.map(|rating| (rating.elo, rating.error)),
            pairs,
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

    /// The differences of those who met.
    fn pairs(&self) -> Vec<RatedPair> {
        let mut pairs = Vec::new();
        for ((i, j), counts) in self.field.pairs() {
            let sample = counts.sample();
            let units = if sample.games_per_unit() == 2 { "openings" } else { "games" };
            if let Some(difference) = sample.difference() {
                pairs.push(self.pair((i, j), units, sample.counts().to_vec(), difference));
            }
        }
        for (&pair, PairShares { sum, squares, counts }) in &self.shares {
            let units = counts.iter().sum();
            if let Some(evidence) = Evidence::of_moments(units, *sum, *squares) {
                pairs.push(self.pair(pair, "openings", counts.to_vec(), evidence.difference()));
            }
        }
        pairs
    }

    fn pair(
        &self,
        (i, j): (usize, usize),
        units: &'static str,
        counts: Vec<u64>,
        difference: Difference,
    ) -> RatedPair {
        RatedPair {
            one: self.names[i].clone(),
            other: self.names[j].clone(),
            units: units.into(),
            counts,
            score: difference.score,
            elo: finite(difference.elo),
            low: finite(difference.interval.0),
            high: finite(difference.interval.1),
            superiority: difference.superiority,
            words: difference.in_words(),
        }
    }
}
