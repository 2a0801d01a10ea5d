//! Ratings as they are shown: the JSON document, and the words and columns for a terminal.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    io::Write,
};

use agon_arena::{
    rating::tenths,
    tally::{RatedBound, RatedPair, RatedPayoff, Ratings},
};
use agon_core::options::brief;
use serde::{Deserialize, Serialize};

/// The schema of the document.
pub(super) const SCHEMA: &str = "agon.ratings/3";

/// The ratings at every game.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct RatingsDocument {
    /// `agon.ratings/3`.
    pub(super) schema: String,
    /// Game by game.
    pub(super) games: Vec<Ratings>,
}

/// Prints the ratings of one game; everything, or what fits a terminal.
pub(super) fn print(game: &Ratings, full: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let games = if game.played == 1 { "game" } else { "games" };
    write!(out, "{}  {} {games}", brief(&game.game), game.played)?;
    if game.copies != 0 {
        write!(out, ", {} of them copies of earlier ones, which are not counted", game.copies)?;
    }
    writeln!(out)?;
    if game.is_by_payoff() {
        writeln!(out, "  Mean payoff ± 95 % over deals; no Elo, which knows only who won a deal")?;
        paid(game, "deal", out)?;
    } else if game.seats < 2 {
        writeln!(out, "  One seat: there are no opponents")?;
    } else if game.groups.is_empty() {
        writeln!(out, "  Glicko-2 is for two seats; try --system weng-lin")?;
    }
    for (number, group) in game.groups.iter().enumerate() {
        if 1 < game.groups.len() {
            writeln!(out, "  Group {}{}", number + 1, relation(game, number))?;
        }
        let width = group.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
        let has_matrix = 1 < group.len() && group.iter().all(|p| p.superiority.len() == group.len());
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
                    let _ =
                        if other == row { write!(line, "      ·") } else { write!(line, "  {:4.1}%", 100.0 * chance) };
                }
            }
            if let Some(bound) = &player.bound {
                let _ = write!(line, "  {}", told_bound(game, bound));
            }
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    if !game.is_by_payoff() && !game.payoffs.is_empty() {
        writeln!(out, "  Mean payoff ± 95 % over openings")?;
        paid(game, "opening", out)?;
    }
    let rated = game.groups.iter().flatten().map(|player| (&player.name, &player.players));
    let paid = game.payoffs.iter().map(|player| (&player.name, &player.players));
    let named: BTreeMap<_, _> = rated.chain(paid).filter(|(_, players)| 1 < players.len()).collect();
    for (name, players) in named {
        writeln!(out, "  Different players are called {name}: {}", players.join(", "))?;
    }
    if let Some(seat) = &game.first_seat {
        writeln!(out, "  First seat: {}", seat.in_words())?;
    }
    if let Some(fit) = &game.fit {
        writeln!(out, "  Fit: {}", fit.in_words())?;
    }
    let shown = shown(game, full);
    for pair in &shown {
        writeln!(out, "  {}", told(pair))?;
    }
    match game.pairs.len() - shown.len() {
        0 => {}
        others => writeln!(out, "  Pairs not shown: {others}; --full shows all")?,
    }
    writeln!(out)
}

/// What is known of one with a perfect score.
fn told_bound(game: &Ratings, bound: &RatedBound) -> String {
    let (word, elo) = match (bound.at_least, bound.at_most) {
        (Some(elo), _) => ("at least", elo),
        (None, elo) => ("at most", elo.unwrap_or_default()),
    };
    let group = bound.on_the_scale_of;
    let is_rated = game.groups[group].iter().any(|player| player.elo.is_some());
    let scale =
        if is_rated { format!("scale of group {}", group + 1) } else { "relative to the mean of the two".to_owned() };
    format!("{word} {:+.1} (95 %, one-sided; {scale})", tenths(elo))
}

/// How one did against another.
fn told(pair: &RatedPair) -> String {
    let RatedPair { one, other, counts, score, superiority, .. } = pair;
    let (words, chance) = (pair.in_words(), 100.0 * superiority);
    if pair.is_by_payoff() {
        let deals: u64 = counts.iter().sum();
        return format!("{one} against {other}: {words}, over {deals} deals, better with a chance of {chance:.1} %");
    }
    let (share, counted) = (100.0 * score, counted(pair));
    let expected = pair.expected.map_or_else(String::new, |expected| {
        format!(", expected {:.1} % ({:+.1})", 100.0 * expected, tenths(share - 100.0 * expected))
    });
    let payoff = pair.payoff_in_words().map_or(String::new(), |words| format!("; payoff {words}"));
    format!(
        "{one} against {other}: {share:.1} % ({counted}){expected}, {words}, stronger with a chance of {chance:.1} %{payoff}"
    )
}

/// What everybody gets a game, and of how many units that is known.
fn paid(game: &Ratings, unit: &str, out: &mut dyn Write) -> std::io::Result<()> {
    let width = game.payoffs.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    for (row, player) in (1..).zip(&game.payoffs) {
        let error = player.error.map_or_else(String::new, |error| format!(" ± {error:.3}"));
        let RatedPayoff { name, mean, deals, .. } = player;
        let s = if *deals == 1 { "" } else { "s" };
        writeln!(out, "  {row:>2}  {name:width$}  {mean:+.3}{error}  {deals} {unit}{s}")?;
    }
    Ok(())
}

/// The units of a pair, from the least that one made of them to the most.
fn counted(pair: &RatedPair) -> String {
    let counts: Vec<String> = pair.counts.iter().map(u64::to_string).collect();
    let kinds = match (&*pair.units, pair.counts.len()) {
        (_, 1) => return format!("{} {}", counts[0], pair.units),
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
fn shown(game: &Ratings, full: bool) -> Vec<&RatedPair> {
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
fn relation(game: &Ratings, number: usize) -> String {
    if game.above.len() != game.groups.len() {
        return String::new();
    }
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
    for (word, groups) in [("above", above), ("below", below), ("cannot be compared with", strange)] {
        if !groups.is_empty() {
            let mark = if text.is_empty() { ": " } else { "; " };
            let _ = write!(text, "{mark}{word} {}", groups.join(", "));
        }
    }
    text
}
