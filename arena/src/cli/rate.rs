//! `agon rate`: what journals say about strength.

use std::{collections::BTreeMap, io::Write, path::PathBuf};

use agon_core::Accepted;
use serde::Serialize;

use super::{
    Failed,
    output::{answer, json},
};
use crate::{
    journal,
    plan::Plan,
    rating::{Field, Online, PairCounts, Ranking, Sample, System},
    runner::Handed,
};

/// Rates the players of one or more journals, game by game: maximum-likelihood Elo with 95 %
/// intervals that mind which games share an opening, the likelihood of superiority of each over
/// each, and the differences of pairs. Players who never met, even by way of others, are kept
/// apart. Games of more than two seats are rated by the order in which they end.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The journals; players of the same name are the same player
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// A player whose rating is to be this: NAME=ELO
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<String>,
    /// How to rate: by the likeliest ratings of all games at once, or game by game in the order of
    /// the plan, as Glicko-2 (two seats) or Weng and Lin (any number) do
    #[arg(long, value_enum, default_value = "likelihood")]
    system: By,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum By {
    Likelihood,
    #[value(name = "glicko-2")]
    Glicko2,
    WengLin,
}

/// Everything about one game, from all journals.
#[derive(Default)]
struct Results {
    names: Vec<String>,
    counts: BTreeMap<(usize, usize), PairCounts>,
    /// Of games with more than two seats: those of one opening and meeting together.
    units: Vec<Vec<Vec<(usize, u32)>>>,
}

#[derive(Serialize)]
struct Rated {
    schema: &'static str,
    games: Vec<RatedGame>,
}

#[derive(Serialize)]
struct RatedGame {
    game: String,
    /// Ratings in one group can be compared, in different ones they cannot.
    groups: Vec<Vec<RatedPlayer>>,
    first_seat: Option<(f64, f64)>,
    pairs: Vec<RatedPair>,
}

#[derive(Serialize)]
struct RatedPlayer {
    name: String,
    /// `None` where nothing can be compared with it.
    elo: Option<f64>,
    error: Option<f64>,
    /// The probability of being stronger than each of the group, in its order.
    superiority: Vec<f64>,
}

#[derive(Serialize)]
struct RatedPair {
    one: String,
    other: String,
    units: &'static str,
    counts: Vec<u64>,
    score: f64,
    /// `None` for a perfect score, of which only the bound is known.
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    superiority: f64,
}

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let mut results: BTreeMap<String, Results> = BTreeMap::new();
    for path in &args.journals {
        let (mut unit, mut of) = (Vec::new(), None);
        let (plan, score) = journal::read(path, &mut |game| {
            let is_pair = game.fixture.members.len() == 2;
            if (!is_pair || args.system != By::Likelihood) && !game.record.payoffs.is_empty() {
                let here = (game.fixture.block, game.fixture.opening, game.fixture.meeting);
                if of != Some(here) {
                    of = Some(here);
                    file(&mut results, game.plan, std::mem::take(&mut unit));
                }
                unit.push((game.fixture.section, ranks(game)));
            }
            Ok(())
        })?;
        file(&mut results, &plan, unit);
        for (section, scored) in plan.tournament().sections.iter().zip(&score.sections) {
            let of = results.entry(section.game.term.clone()).or_default();
            let index: Vec<usize> = scored
                .entries
                .iter()
                .map(|&entry| of.index(&plan.tournament().entries[entry].name))
                .collect();
            for (i, row) in scored.counts.iter().enumerate() {
                for (j, counts) in row.iter().enumerate().skip(i + 1) {
                    of.add(index[i], index[j], *counts);
                }
            }
        }
    }
    let anchor = args.anchor.as_deref().map(read_anchor).transpose()?;
    if let Some((name, _)) = &anchor {
        let all: Vec<&str> = results.values().flat_map(|r| &r.names).map(String::as_str).collect();
        if !all.contains(&name.as_str()) {
            let accepted = Accepted::new(name, all.into_iter());
            return Err(Failed::usage(format!("--anchor: nobody is called `{name}`{accepted}")));
        }
    }
    let games =
        results.into_iter().map(|(game, results)| results.rate(game, anchor.as_ref(), args.system));
    let rated = Rated { schema: "agon.ratings/1", games: games.collect() };
    answer(|out| {
        if args.json {
            return Ok(json(out, &rated)?);
        }
        rated.games.iter().try_for_each(|game| Ok(print(game, out)?))
    })
}

/// Who took part in a game, and how many got more.
fn ranks(game: &Handed<'_>) -> Vec<(usize, u32)> {
    let payoffs = &game.record.payoffs;
    let rank = |own: f64| payoffs.iter().filter(|&&other| own < other).count() as u32;
    game.fixture.seats.iter().zip(payoffs).map(|(&entry, &own)| (entry, rank(own))).collect()
}

/// Adds the games of one opening to the results of their game.
fn file(
    results: &mut BTreeMap<String, Results>,
    plan: &Plan,
    unit: Vec<(usize, Vec<(usize, u32)>)>,
) {
    let Some(&(section, _)) = unit.first() else { return };
    let of = results.entry(plan.tournament().sections[section].game.term.clone()).or_default();
    let named =
        |(entry, rank): (usize, u32)| (of.index(&plan.tournament().entries[entry].name), rank);
    let mut named = named;
    let games: Vec<Vec<(usize, u32)>> =
        unit.into_iter().map(|(_, game)| game.into_iter().map(&mut named).collect()).collect();
    of.units.push(games);
}

fn read_anchor(text: &str) -> Result<(String, f64), Failed> {
    let parts = text.rsplit_once('=');
    let parts = parts.and_then(|(name, elo)| Some((name.trim(), elo.trim().parse::<f64>().ok()?)));
    match parts {
        Some((name, elo)) if elo.is_finite() => Ok((name.to_owned(), elo)),
        _ => Err(Failed::usage(format!("--anchor {text}: a name, `=` and a number are needed"))),
    }
}

impl Results {
    fn index(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// Adds results of `i` against `j`, told from the side of `i`.
    fn add(&mut self, i: usize, j: usize, counts: PairCounts) {
        let sum = self.counts.entry((i.min(j), i.max(j))).or_default();
        for a in 0..3 {
            let (own, other) = if i < j { (a, counts.first) } else { (2 - a, counts.second) };
            sum.first[own] += other[a];
            let (own, other) = if i < j { (a, counts.second) } else { (2 - a, counts.first) };
            sum.second[own] += other[a];
            for b in 0..3 {
                // Told from the other side, its game as first is the one's game as second.
                let (x, y) = if i < j { (a, b) } else { (2 - b, 2 - a) };
                sum.pairs[x][y] += counts.pairs[a][b];
            }
        }
    }

    fn rate(self, game: String, anchor: Option<&(String, f64)>, system: By) -> RatedGame {
        let anchor = anchor.and_then(|(name, elo)| {
            self.names.iter().position(|known| known == name).map(|index| (index, *elo))
        });
        match system {
            By::Likelihood if self.units.is_empty() => {}
            By::Likelihood => return self.rank(game, anchor),
            By::Glicko2 => return self.keep_up(game, System::Glicko2, anchor),
            By::WengLin => return self.keep_up(game, System::WengLin, anchor),
        }
        let mut field = Field::new(self.names.len());
        for (&(i, j), counts) in &self.counts {
            *field.between(i, j) = *counts;
        }
        let table = field.rate(anchor);
        let groups = table.groups.iter().map(|group| {
            let mut order: Vec<usize> = (0..group.entries.len()).collect();
            order.sort_by(|&a, &b| group.ratings[b].elo.total_cmp(&group.ratings[a].elo));
            let player = |&at: &usize| RatedPlayer {
                name: self.names[group.entries[at]].clone(),
                elo: finite(group.ratings[at].elo).filter(|_| 1 < order.len()),
                error: finite(group.ratings[at].error).filter(|_| 1 < order.len()),
                superiority: order.iter().map(|&other| group.superiority[at][other]).collect(),
            };
            order.iter().map(player).collect()
        });
        RatedGame {
            game,
            groups: groups.collect(),
            first_seat: table.first_seat.map(|rating| (rating.elo, rating.error)),
            pairs: self.counts.iter().filter_map(|(&pair, c)| self.pair(pair, c)).collect(),
        }
    }

    /// Rates game by game.
    fn keep_up(self, game: String, system: System, anchor: Option<(usize, f64)>) -> RatedGame {
        let mut online = Online::new(system, self.names.len());
        for unit in &self.units {
            online.add(unit);
        }
        let ratings = online.standings().into_iter().map(|s| (s.rating, s.error)).collect();
        self.ordered(game, Some(ratings), anchor)
    }

    /// Rates games of more than two seats.
    fn rank(mut self, game: String, anchor: Option<(usize, f64)>) -> RatedGame {
        let mut ranking = Ranking::new(self.names.len());
        for unit in self.units.drain(..) {
            ranking.add(unit);
        }
        let ratings = ranking.rate();
        let ratings = ratings.map(|all| all.into_iter().map(|r| (r.elo, r.error)).collect());
        self.ordered(game, ratings, anchor)
    }

    /// Everybody by rating, with its error; each alone where there are none.
    fn ordered(
        &self,
        game: String,
        ratings: Option<Vec<(f64, f64)>>,
        anchor: Option<(usize, f64)>,
    ) -> RatedGame {
        let player = |name: &String, elo, error| RatedPlayer {
            name: name.clone(),
            elo,
            error,
            superiority: Vec::new(),
        };
        let groups = match ratings {
            None => self.names.iter().map(|name| vec![player(name, None, None)]).collect(),
            Some(ratings) => {
                let shift = anchor.map_or(0.0, |(index, elo)| elo - ratings[index].0);
                let mut order: Vec<usize> = (0..ratings.len()).collect();
                order.sort_by(|&a, &b| ratings[b].0.total_cmp(&ratings[a].0));
                let rated = |i: usize| {
                    player(&self.names[i], finite(ratings[i].0 + shift), finite(ratings[i].1))
                };
                vec![order.into_iter().map(rated).collect()]
            }
        };
        RatedGame { game, groups, first_seat: None, pairs: Vec::new() }
    }

    fn pair(&self, (i, j): (usize, usize), counts: &PairCounts) -> Option<RatedPair> {
        let mut pairs = [0; 5];
        let mut games = [0; 3];
        for (a, row) in counts.pairs.iter().enumerate() {
            games[a] += counts.first[a] + counts.second[a];
            for (b, count) in row.iter().enumerate() {
                pairs[a + b] += count;
            }
        }
        let (units, sample) = match pairs {
            [0, 0, 0, 0, 0] => ("games", Sample::Games(games)),
            pairs => ("openings", Sample::Pairs(pairs)),
        };
        let difference = sample.difference()?;
        Some(RatedPair {
            one: self.names[i].clone(),
            other: self.names[j].clone(),
            units,
            counts: sample.counts().to_vec(),
            score: difference.score,
            elo: finite(difference.elo),
            low: finite(difference.interval.0),
            high: finite(difference.interval.1),
            superiority: difference.superiority,
        })
    }
}

/// JSON has no infinity; and nobody wants a negative zero.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number + 0.0)
}

fn print(game: &RatedGame, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}", game.game)?;
    for (number, group) in game.groups.iter().enumerate() {
        if 1 < game.groups.len() {
            let said = "cannot be compared with the others";
            writeln!(out, "  Group {}, which {said}", number + 1)?;
        }
        let width = group.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
        for player in group {
            write!(out, "  {:width$}", player.name)?;
            if let (Some(elo), Some(error)) = (player.elo, player.error) {
                write!(out, "  {elo:+7.1} ± {error:5.1}")?;
            }
            if 1 < player.superiority.len() {
                write!(out, "   stronger with")?;
                for (other, chance) in player.superiority.iter().enumerate() {
                    if group[other].name == player.name {
                        write!(out, "      ·")?;
                    } else {
                        write!(out, "  {:4.1}%", 100.0 * chance)?;
                    }
                }
            }
            writeln!(out)?;
        }
    }
    if let Some((elo, error)) = game.first_seat {
        writeln!(out, "  The first seat is worth {elo:+.1} ± {error:.1} Elo")?;
    }
    for pair in &game.pairs {
        let elo = match (pair.elo, pair.low, pair.high) {
            (Some(elo), Some(low), Some(high)) => {
                format!("{elo:+.1} Elo, 95 % from {low:+.1} to {high:+.1}")
            }
            (Some(elo), _, _) => format!("{elo:+.1} Elo, without a bound on one side"),
            (None, Some(low), _) => format!("at least {low:+.1} Elo (95 %, one-sided)"),
            (None, _, Some(high)) => format!("at most {high:+.1} Elo (95 %, one-sided)"),
            (None, None, None) => "no difference can be told".to_owned(),
        };
        writeln!(
            out,
            "  {} against {}: {:.1} % over {:?} {}, {elo}, stronger with {:.1} %",
            pair.one,
            pair.other,
            100.0 * pair.score,
            pair.counts,
            pair.units,
            100.0 * pair.superiority
        )?;
    }
    writeln!(out)
}
