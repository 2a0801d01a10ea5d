//! One table over all games of a tournament: how each did at each, its rank there, and the mean of its
//! ranks.
//!
//! Who shares places shares their ranks: two that are second and third both have 2.5, so that the ranks of
//! a game always add up to the same. Scores of different games are not comparable, ranks are (M. Friedman,
//! The use of ranks to avoid the assumption of normality, 1937).

use std::io::{self, Write};

use csv::Terminator;
use serde::Serialize;

use crate::{
    plan::schedule::Plan,
    play::played::Played,
    tally::score::Score,
    tell::{
        crosstable::{Crosstable, TableCell, thousandths},
        export::Export,
    },
};

/// How everybody did at every game, the least mean rank first.
#[derive(Debug, Serialize)]
pub(crate) struct Overall {
    /// The games' terms.
    pub(crate) games: Vec<String>,
    pub(crate) players: Vec<OverallEntry>,
}

/// One player at all games.
#[derive(Debug, Serialize)]
pub(crate) struct OverallEntry {
    #[serde(skip)]
    entry: usize,
    pub(crate) name: String,
    /// The mean of the ranks at the games it played.
    pub(crate) mean_rank: f64,
    /// In the order of the games; nothing for one it did not play.
    pub(crate) at: Vec<Option<GameRank>>,
}

/// One player at one game.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct GameRank {
    pub(crate) place: usize,
    rank: f64,
    /// Of the points there were to be had; nothing where there are no opponents.
    share: Option<f64>,
    mean_payoff: Option<f64>,
}

impl Overall {
    /// The table, where there are several games and several players.
    pub(crate) fn of(plan: &Plan, score: &Score) -> Option<Overall> {
        let tournament = plan.tournament();
        let mut at = vec![Vec::new(); tournament.entries.len()];
        let mut games = Vec::new();
        for (section, scored) in tournament.sections.iter().zip(&score.sections) {
            if scored.games == 0 {
                continue;
            }
            games.push(section.game.term.clone());
            for all in &mut at {
                all.push(None);
            }
            let places = scored.places();
            for &(place, i) in &places {
                let equals = places.iter().filter(|&&(other, _)| other == place).count();
                let total = &scored.totals[i];
                at[scored.entries[i]][games.len() - 1] = Some(GameRank {
                    place,
                    rank: place as f64 + (equals - 1) as f64 / 2.0,
                    share: total.tally.share(),
                    mean_payoff: total.mean(),
                });
            }
        }
        let mut players = Vec::new();
        for (entry, at) in at.into_iter().enumerate() {
            let ranks: Vec<f64> = at.iter().flatten().map(|rank: &GameRank| rank.rank).collect();
            if !ranks.is_empty() {
                let mean_rank = ranks.iter().sum::<f64>() / ranks.len() as f64;
                let name = tournament.entries[entry].name.clone();
                players.push(OverallEntry { entry, name, mean_rank, at });
            }
        }
        players.sort_by(|one, other| one.mean_rank.total_cmp(&other.mean_rank));
        (1 < games.len() && 1 < players.len()).then_some(Overall { games, players })
    }

    /// As a table: the share of the points in percent (the mean payoff where nobody is against one) and the
    /// rank.
    pub(crate) fn table(&self) -> Crosstable {
        let mut head = vec![TableCell::left("player"), TableCell::right("mean rank")];
        head.extend(self.games.iter().map(|game| TableCell::briefly(game, game)));
        let mut rows = vec![head];
        for OverallEntry { name, mean_rank, at, .. } in &self.players {
            let mut row = vec![TableCell::left(name), TableCell::right(&format!("{mean_rank:.2}"))];
            row.extend(at.iter().map(|at| match at {
                None => TableCell::briefly("–", "–"),
                Some(GameRank { rank, share, mean_payoff, .. }) => {
                    let score = match (share, mean_payoff) {
                        (Some(share), _) => format!("{:.1}", 100.0 * share),
                        (None, Some(payoff)) => thousandths(*payoff),
                        (None, None) => "–".to_owned(),
                    };
                    TableCell::briefly(&format!("{score} ({rank})"), &rank.to_string())
                }
            }));
            rows.push(row);
        }
        Crosstable::over_games(rows)
    }

    /// What the table says, for those who read it.
    pub(crate) fn note(&self) -> String {
        let missing = self.players.iter().any(|player| player.at.iter().any(Option::is_none));
        let only = if missing { ", of the games that each played" } else { "" };
        format!("Over all games: the share of the points in % and (the rank); mean rank{only}")
    }
}

/// The table over all games as comma-separated values (RFC 4180): one line for every player at every game.
#[derive(Default)]
pub struct Ranks;

const COLUMNS: [&str; 9] =
    ["name", "player", "game", "place", "rank", "share", "mean_payoff", "mean_rank", "games"];

impl Export for Ranks {
    fn game(&mut self, _game: &Played<'_>, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        let mut out = csv::WriterBuilder::new().terminator(Terminator::CRLF).from_writer(out);
        out.write_record(COLUMNS)?;
        let Some(overall) = Overall::of(plan, score) else { return out.flush() };
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        for OverallEntry { entry, name, mean_rank, at } in &overall.players {
            let played = at.iter().flatten().count();
            for (game, at) in overall.games.iter().zip(at) {
                let Some(GameRank { place, rank, share, mean_payoff }) = at else { continue };
                out.write_record([
                    name,
                    &plan.tournament().entries[*entry].player.term,
                    game,
                    &place.to_string(),
                    &rank.to_string(),
                    &number(*share),
                    &number(*mean_payoff),
                    &mean_rank.to_string(),
                    &played.to_string(),
                ])?;
            }
        }
        out.flush()
    }
}
