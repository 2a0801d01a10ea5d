//! One table over all games of a tournament: each entry's result and rank at each game, and its mean rank.
//!
//! Entries that share places share their ranks: two that are second and third both have 2.5, so the ranks of a game
//! always have the same sum. Scores of different games are not comparable, but ranks are (M. Friedman, The use of ranks
//! to avoid the assumption of normality, 1937), if all play all games. Otherwise third of three is not third of ten, so
//! the table has the mean share of others that an entry came before, with ties halved.

use std::io::{self, Write};

use csv::Terminator;
use serde::{Deserialize, Serialize};

use crate::{
    plan::schedule::Plan,
    tally::{score::Score, section_manner::SectionManner},
    tell::{
        crosstable::{Crosstable, TableCell, thousandths},
        export::Export,
    },
};

/// How everybody did at every game, whoever was before others most often first.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Overall {
    /// The games' terms, and how they were played where several have one.
    pub(crate) games: Vec<String>,
    /// The players, those most often ahead of others first.
    pub(crate) players: Vec<OverallEntry>,
}

/// One player at all games.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct OverallEntry {
    #[serde(skip)]
    entry: usize,
    /// The name.
    pub(crate) name: String,
    /// What tables call it.
    #[serde(skip)]
    label: String,
    /// The mean of its ranks; nothing unless all played all games.
    pub(crate) mean_rank: Option<f64>,
    /// The mean over the games it played of the share of the others that came before it, 0 to 1.
    pub(crate) others_ahead: f64,
    /// The standard error of that, of two games and more.
    error: Option<f64>,
    /// In the order of the games; nothing for one it did not play.
    pub(crate) at: Vec<Option<GameRank>>,
}

/// One player at one game.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct GameRank {
    /// The place, from 1; equal for equals.
    pub(crate) place: usize,
    /// The same, equals sharing the mean of their places.
    rank: f64,
    /// The share of the others that came before it, 0 to 1.
    others_ahead: f64,
    /// The share of the points there were to be had; null where there are no opponents, or payoffs decide.
    share: Option<f64>,
    /// Its mean payoff per game.
    mean_payoff: Option<f64>,
}

impl Overall {
    /// The table, where there are several games and several players.
    pub(crate) fn of(plan: &Plan, score: &Score) -> Option<Overall> {
        let overall = Overall::of_any(plan, score);
        (1 < overall.games.len() && 1 < overall.players.len()).then_some(overall)
    }

    /// The table, whatever the number of games and players.
    fn of_any(plan: &Plan, score: &Score) -> Overall {
        let tournament = plan.tournament();
        let mut at = vec![Vec::new(); tournament.entries.len()];
        let names = SectionManner::names(
            &tournament.sections.iter().map(SectionManner::of).collect::<Vec<_>>(),
        );
        let mut games = Vec::new();
        for ((section, scored), name) in tournament.sections.iter().zip(&score.sections).zip(names)
        {
            if scored.games == 0 {
                continue;
            }
            games.push(name);
            let others = section.entries.len().max(2) as f64 - 1.0;
            for all in &mut at {
                all.push(None);
            }
            let places = scored.places();
            for &(place, i) in &places {
                let equals = places.iter().filter(|&&(other, _)| other == place).count();
                let total = &scored.totals[i];
                let rank = place as f64 + (equals - 1) as f64 / 2.0;
                at[scored.entries[i]][games.len() - 1] = Some(GameRank {
                    place,
                    rank,
                    others_ahead: (rank - 1.0) / others,
                    share: total.tally.share().filter(|_| !scored.is_by_payoff()),
                    mean_payoff: total.mean(),
                });
            }
        }
        at.iter_mut().filter(|at| at.iter().all(Option::is_none)).for_each(Vec::clear);
        let has_all = at.iter().flatten().all(Option::is_some);
        let (mut players, labels) = (Vec::new(), tournament.labels());
        for (entry, at) in at.into_iter().enumerate().filter(|(_, at)| !at.is_empty()) {
            let ahead: Vec<f64> = at.iter().flatten().map(|rank| rank.others_ahead).collect();
            let ranks = at.iter().flatten().map(|rank: &GameRank| rank.rank).sum::<f64>();
            let played = ahead.len() as f64;
            let others_ahead = ahead.iter().sum::<f64>() / played;
            let squares = ahead.iter().map(|own| (own - others_ahead) * (own - others_ahead));
            let error = (squares.sum::<f64>() / (played * (played - 1.0).max(1.0))).sqrt();
            players.push(OverallEntry {
                entry,
                name: tournament.entries[entry].name.clone(),
                label: labels[entry].clone(),
                mean_rank: has_all.then_some(ranks / played),
                others_ahead,
                error: (1.0 < played).then_some(error),
                at,
            });
        }
        let key = |entry: &OverallEntry| entry.mean_rank.unwrap_or(entry.others_ahead);
        players.sort_by(|one, other| key(one).total_cmp(&key(other)));
        Overall { games, players }
    }

    /// As a table: the rank, and the share of the points in percent (the mean payoff if there are no opponents, or
    /// payoffs decide).
    pub(crate) fn table(&self) -> Crosstable {
        let what = if self.is_complete() { "mean rank" } else { "others ahead" };
        let mut head = vec![TableCell::left("player"), TableCell::right(what)];
        let numbers = (1..=self.games.len()).map(|number| number.to_string());
        head.extend(numbers.map(|number| TableCell::briefly(&number, &number)));
        let mut rows = vec![head];
        for OverallEntry { label: name, mean_rank, others_ahead, error, at, .. } in &self.players {
            let error = error.map_or_else(String::new, |error| format!(" ± {:4.1}", 100.0 * error));
            let mean = match mean_rank {
                Some(rank) => format!("{rank:.2}"),
                None => format!("{:.1} %{error}", 100.0 * others_ahead),
            };
            let mut row = vec![TableCell::left(name), TableCell::right(&mean)];
            row.extend(at.iter().map(|at| match at {
                None => TableCell::briefly("–", "–"),
                Some(GameRank { rank, share, mean_payoff, .. }) => {
                    let rank = rank.to_string();
                    let score = match (share, mean_payoff) {
                        (Some(share), _) => format!("{:.1}", 100.0 * share),
                        (None, Some(payoff)) => thousandths(*payoff),
                        (None, None) => "–".to_owned(),
                    };
                    TableCell::briefly(&format!("{score} ({rank})"), &rank)
                }
            }));
            rows.push(row);
        }
        Crosstable::over_games(rows)
    }

    /// Whether all played all games, so that ranks are comparable.
    fn is_complete(&self) -> bool {
        self.players.iter().all(|player| player.mean_rank.is_some())
    }

    /// An explanation of the table, with the numbers of the games.
    pub(crate) fn note(&self) -> String {
        let games = (1..).zip(&self.games).map(|(number, game)| format!("{number} {game}"));
        let games = games.collect::<Vec<_>>().join("; ");
        let mean = if self.is_complete() {
            "mean rank"
        } else {
            "at the games that each played, what share of the others came before it, in the mean ± its \
             standard error"
        };
        format!(
            "Over all games: the share of the points in % and (the rank); {mean}. Games: {games}"
        )
    }
}

/// Places, ranks and scores as comma-separated values (RFC 4180): one line for every player at every game.
#[derive(Default)]
pub struct Ranks;

const COLUMNS: [&str; 11] = [
    "name",
    "player",
    "game",
    "place",
    "rank",
    "share",
    "mean_payoff",
    "mean_rank",
    "games",
    "others_ahead",
    "error",
];

impl Export for Ranks {
    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        let mut out = csv::WriterBuilder::new().terminator(Terminator::CRLF).from_writer(out);
        out.write_record(COLUMNS)?;
        let overall = Overall::of_any(plan, score);
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        for OverallEntry { entry, name, mean_rank, others_ahead, error, at, .. } in &overall.players
        {
            let played = at.iter().flatten().count();
            for (game, at) in overall.games.iter().zip(at) {
                let Some(GameRank { place, rank, share, mean_payoff, .. }) = at else { continue };
                out.write_record([
                    name,
                    &plan.tournament().entries[*entry].player.term,
                    game,
                    &place.to_string(),
                    &rank.to_string(),
                    &number(*share),
                    &number(*mean_payoff),
                    &number(*mean_rank),
                    &played.to_string(),
                    &others_ahead.to_string(),
                    &number(*error),
                ])?;
            }
        }
        out.flush()
    }
}
