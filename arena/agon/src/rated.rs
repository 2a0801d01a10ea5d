//! Ratings as they are shown: the JSON document, and the words and columns for a terminal.

use std::{borrow::Cow, collections::BTreeSet, fmt::Write as _, io::Write};

use agon_arena::rating::tenths;
use serde::{Deserialize, Serialize};

/// The schema of the document.
pub(crate) const SCHEMA: &str = "agon.ratings/1";

#[derive(Serialize, Deserialize)]
pub(crate) struct Rated {
    pub(crate) schema: Cow<'static, str>,
    pub(crate) games: Vec<RatedGame>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct RatedGame {
    pub(crate) game: String,
    pub(crate) seats: usize,
    pub(crate) played: u64,
    pub(crate) copies: u64,
    pub(crate) system: Cow<'static, str>,
    /// Ratings in one group can be compared, in different ones they cannot.
    pub(crate) groups: Vec<Vec<RatedPlayer>>,
    pub(crate) above: Vec<Vec<usize>>,
    pub(crate) first_seat: Option<(f64, f64)>,
    pub(crate) pairs: Vec<RatedPair>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct RatedPlayer {
    pub(crate) name: String,
    pub(crate) players: Vec<String>,
    /// `None` where nothing can be compared with it.
    pub(crate) elo: Option<f64>,
    pub(crate) error: Option<f64>,
    /// The probability of being stronger than each of the group, in its order.
    pub(crate) superiority: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bound: Option<RatedBound>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct RatedBound {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at_least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at_most: Option<f64>,
    pub(crate) on_the_scale_of: usize,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct RatedPair {
    pub(crate) one: String,
    pub(crate) other: String,
    pub(crate) units: Cow<'static, str>,
    pub(crate) counts: Vec<u64>,
    pub(crate) score: f64,
    /// `None` for a perfect score, of which only the bound is known.
    pub(crate) elo: Option<f64>,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
    pub(crate) superiority: f64,
    #[serde(skip)]
    pub(crate) words: String,
}

/// Prints the ratings of one game; everything, or what fits a terminal.
pub(crate) fn print(game: &RatedGame, full: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let games = if game.played == 1 { "game" } else { "games" };
    write!(out, "{}  {} {games}", game.game, game.played)?;
    if game.copies != 0 {
        write!(out, ", {} of them copies of earlier ones, which are not counted", game.copies)?;
    }
    writeln!(out)?;
    if game.seats < 2 {
        writeln!(out, "  One seat: there are no opponents; agon run shows mean payoffs")?;
    } else if game.groups.is_empty() {
        writeln!(out, "  Glicko-2 is for two seats; try --system weng-lin")?;
    }
    for (number, group) in game.groups.iter().enumerate() {
        if 1 < game.groups.len() {
            writeln!(out, "  Group {}{}", number + 1, relation(game, number))?;
        }
        let width = group.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
        let has_matrix =
            1 < group.len() && group.iter().all(|p| p.superiority.len() == group.len());
        let is_wide = !full && WIDEST < group.len();
        if has_matrix {
            let whom = if is_wide { "next" } else { "column" };
            writeln!(out, "  Elo ± 95 %, and the chance that the row is stronger than the {whom}")?;
            write!(out, "  {:width$}   {:>17}", "", "")?;
            if !is_wide {
                for number in 1..=group.len() {
                    write!(out, "  {number:>5}")?;
                }
            }
            writeln!(out)?;
        }
        for (row, player) in group.iter().enumerate() {
            let mut line = match group.len() {
                1 => format!("      {}", player.name),
                _ => format!("  {:>2}  {:width$}", row + 1, player.name),
            };
            let _ = match (player.elo, player.error) {
                (Some(elo), Some(0.0)) => write!(line, "  {:+7.1}        ", tenths(elo)),
                (Some(elo), Some(error)) => write!(line, "  {:+7.1} ± {error:5.1}", tenths(elo)),
                _ => Ok(()),
            };
            if has_matrix {
                let gap = width + 22;
                line = format!("{line:gap$}");
                for (other, chance) in player.superiority.iter().enumerate() {
                    if is_wide && other != row + 1 {
                        continue;
                    }
                    let _ = if other == row {
                        write!(line, "      ·")
                    } else {
                        write!(line, "  {:4.1}%", 100.0 * chance)
                    };
                }
            }
            if let Some(bound) = &player.bound {
                let (word, elo) = match (bound.at_least, bound.at_most) {
                    (Some(elo), _) => ("at least", elo),
                    (None, elo) => ("at most", elo.unwrap_or_default()),
                };
                let group = bound.on_the_scale_of + 1;
                let _ =
                    write!(line, "  {word} {elo:+.1} (95 %, one-sided; scale of group {group})");
            }
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    for player in game.groups.iter().flatten().filter(|player| 1 < player.players.len()) {
        writeln!(
            out,
            "  Different players are called {}: {}",
            player.name,
            player.players.join(", ")
        )?;
    }
    if let Some((elo, error)) = game.first_seat {
        writeln!(
            out,
            "  The first seat is worth {:+.1} ± {error:.1} Elo by the model of these ratings",
            tenths(elo)
        )?;
    }
    let shown = shown(game, full);
    for pair in &shown {
        writeln!(
            out,
            "  {} against {}: {:.1} % ({}), {}, stronger with a chance of {:.1} %",
            pair.one,
            pair.other,
            100.0 * pair.score,
            counted(pair),
            pair.words,
            100.0 * pair.superiority
        )?;
    }
    match game.pairs.len() - shown.len() {
        0 => {}
        others => writeln!(out, "  Pairs not shown: {others}; --full shows all")?,
    }
    writeln!(out)
}

/// The units of a pair, from the least that one made of them to the most.
fn counted(pair: &RatedPair) -> String {
    let counts: Vec<String> = pair.counts.iter().map(u64::to_string).collect();
    let kinds = match (&*pair.units, pair.counts.len()) {
        (_, 5) => " by points 0 ½ 1 1½ 2",
        ("games", _) => " lost, drawn, won",
        _ => " with less, as much, more",
    };
    format!("{}{kinds}: {}", pair.units, counts.join(" "))
}

/// The most columns of chances of being stronger, and the most pairs that are printed unless asked.
const WIDEST: usize = 12;
const LONGEST: usize = 45;

/// The pairs to print: all of them, or where these are many those of neighbours.
fn shown(game: &RatedGame, full: bool) -> Vec<&RatedPair> {
    if full || game.pairs.len() <= LONGEST {
        return game.pairs.iter().collect();
    }
    let mut neighbours = BTreeSet::new();
    for group in &game.groups {
        for two in group.windows(2) {
            let (one, other) = (two[0].name.as_str(), two[1].name.as_str());
            neighbours.extend([(one, other), (other, one)]);
        }
    }
    let is_near = |pair: &&RatedPair| neighbours.contains(&(&*pair.one, &*pair.other));
    game.pairs.iter().filter(is_near).take(LONGEST).collect()
}

/// How a group stands to the others.
fn relation(game: &RatedGame, number: usize) -> String {
    let others = (0..game.groups.len()).filter(|&other| other != number);
    let (mut above, mut below, mut strange) = (Vec::new(), Vec::new(), Vec::new());
    for other in others {
        let name = (other + 1).to_string();
        match (game.above[number].contains(&other), game.above[other].contains(&number)) {
            (true, _) => above.push(name),
            (false, true) => below.push(name),
            (false, false) => strange.push(name),
        }
    }
    let mut text = String::new();
    for (word, groups) in [("above", above), ("below", below), ("cannot be compared with", strange)]
    {
        if !groups.is_empty() {
            let mark = if text.is_empty() { ": " } else { "; " };
            let _ = write!(text, "{mark}{word} {}", groups.join(", "));
        }
    }
    text
}
