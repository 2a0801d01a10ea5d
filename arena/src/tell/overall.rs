//! One table over all games of a tournament: each entry's result and rank at each game, and its mean rank.
//!
//! Entries that share places share their ranks: two that are second and third both have 2.5, so the ranks of a game
//! always have the same sum. Scores of different games are not comparable, but ranks are (M. Friedman, The use of ranks
//! to avoid the assumption of normality, 1937), if all play all games. Otherwise third of three is not third of ten, so
//! the table has the mean share of others that an entry came before, with ties halved.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    tally::section_manner::SectionManner,
    tell::{
        crosstable::{Crosstable, PlayerLabels, TableCell, thousandths},
        section_entry::SectionEntry,
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
    /// The name.
    pub(crate) name: String,
    /// The mean of its ranks; nothing unless all played all games.
    pub(crate) mean_rank: Option<f64>,
    /// The mean over the games it played of the share of the others that came before it, 0 to 1.
    pub(crate) others_ahead: f64,
    /// The standard error of that, of two games and more.
    pub(super) error: Option<f64>,
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
    pub(super) rank: f64,
    /// The share of the others that came before it, 0 to 1.
    others_ahead: f64,
    /// The share of the points there were to be had; null where there are no opponents, or payoffs decide.
    pub(super) share: Option<f64>,
    /// Its mean payoff per game.
    pub(super) mean_payoff: Option<f64>,
}

impl Overall {
    /// The table of the players of these names at these games, where there are several of both.
    pub(super) fn of(players: &[&str], sections: &[SectionEntry]) -> Option<Overall> {
        let overall = Overall::of_any(players, sections);
        (1 < overall.games.len() && 1 < overall.players.len()).then_some(overall)
    }

    /// The table, whatever the number of games and players.
    pub(super) fn of_any(names: &[&str], sections: &[SectionEntry]) -> Overall {
        let manners: Vec<SectionManner> = sections.iter().map(SectionEntry::manner).collect();
        let mut at: BTreeMap<&str, Vec<Option<GameRank>>> = BTreeMap::new();
        let mut games = Vec::new();
        for (section, name) in sections.iter().zip(SectionManner::names(&manners)) {
            if section.games == 0 {
                continue;
            }
            let others = section.standings.len().max(2) as f64 - 1.0;
            let mut sharing: BTreeMap<usize, usize> = BTreeMap::new();
            for standing in &section.standings {
                *sharing.entry(standing.place).or_default() += 1;
            }
            for standing in &section.standings {
                let place = standing.place;
                let equals = sharing[&place];
                let rank = place as f64 + (equals - 1) as f64 / 2.0;
                let ranks = at.entry(&standing.name).or_default();
                ranks.resize(games.len(), None);
                ranks.push(Some(GameRank {
                    place,
                    rank,
                    others_ahead: (rank - 1.0) / others,
                    share: standing.tally().share().filter(|_| !section.is_by_payoff()),
                    mean_payoff: standing.mean_payoff,
                }));
            }
            games.push(name);
        }
        for at in at.values_mut() {
            at.resize(games.len(), None);
        }
        let has_all = at.values().flatten().all(Option::is_some);
        let mut players = Vec::new();
        for &name in names {
            let Some(at) = at.remove(name) else { continue };
            let ahead: Vec<f64> = at.iter().flatten().map(|rank| rank.others_ahead).collect();
            let ranks = at.iter().flatten().map(|rank: &GameRank| rank.rank).sum::<f64>();
            let played = ahead.len() as f64;
            let others_ahead = ahead.iter().sum::<f64>() / played;
            let squares = ahead.iter().map(|own| (own - others_ahead) * (own - others_ahead));
            let error = (squares.sum::<f64>() / (played * (played - 1.0).max(1.0))).sqrt();
            players.push(OverallEntry {
                name: name.to_owned(),
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
    /// payoffs decide). Players are called by `labels`.
    pub(crate) fn table(&self, labels: &PlayerLabels<'_>) -> Crosstable {
        let what = if self.is_complete() { "mean rank" } else { "others ahead" };
        let mut head = vec![TableCell::left("player"), TableCell::right(what)];
        let numbers = (1..=self.games.len()).map(|number| number.to_string());
        head.extend(numbers.map(|number| TableCell::briefly(&number, &number)));
        let mut rows = vec![head];
        for OverallEntry { name, mean_rank, others_ahead, error, at, .. } in &self.players {
            let error = error.map_or_else(String::new, |error| format!(" ± {:4.1}", 100.0 * error));
            let mean = match mean_rank {
                Some(rank) => format!("{rank:.2}"),
                None => format!("{:.1} %{error}", 100.0 * others_ahead),
            };
            let label = labels.get(&**name).copied().unwrap_or(name);
            let mut row = vec![TableCell::left(label), TableCell::right(&mean)];
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
        format!("Over all games: the share of the points in % and (the rank); {mean}. Games: {games}")
    }
}
