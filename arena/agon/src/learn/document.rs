//! What was learned, for people and for programs.

use std::io::Write;

use agon_learn::{BestMatch, BestSoFar, ExactStrength, Learning, Measured, Strength};
use serde::Serialize;

use super::games::UnfitGames;
use crate::figure::{grouped, plain};

/// What was learned, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct LearnedDocument {
    /// `agon.learned/1`.
    schema: &'static str,
    /// The game's term.
    game: String,
    /// The file; null with --model weights.
    pub(super) file: Option<String>,
    /// Its SHA-256, which terms name; null with --model weights.
    pub(super) sha256: Option<String>,
    /// The heuristic that goes by it.
    heuristic: String,
    /// How many games it learned from.
    games: u64,
    /// How many there were in all: more where an earlier evaluation is the best.
    pub(super) played: u64,
    /// How it became the best; null without --keep best.
    best: Option<BestSoFar>,
    /// How many of them were read from files.
    read: u64,
    /// Which games of these files it did not learn from.
    left_out: Vec<UnfitGames>,
    /// The seed.
    seed: u64,
    /// How many weights it has.
    weights: usize,
    /// How many of them a position has to do with.
    active: usize,
    /// Feature by feature, with --model weights; empty otherwise.
    features: Vec<LearnedWeight>,
    /// How strong it is; null with --unmeasured.
    strength: Option<Strength>,
    /// The file that has how strong it was on the way; null where nothing was measured.
    pub(super) curve: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct LearnedWeight {
    /// The name of the feature.
    feature: &'static str,
    /// Its weight, to four digits.
    weight: f64,
}

impl LearnedDocument {
    /// What `learning` has learned by now, but for its file.
    pub(super) fn of(
        learning: &Learning,
        heuristic: String,
        left_out: Vec<UnfitGames>,
        strength: Option<Strength>,
    ) -> LearnedDocument {
        let (weights, active) = learning.size();
        let features = learning.weights().unwrap_or_default().into_iter();
        LearnedDocument {
            schema: "agon.learned/1",
            game: learning.game().term.clone(),
            file: None,
            sha256: None,
            heuristic,
            games: learning.games(),
            played: learning.games(),
            best: learning.best().cloned(),
            read: learning.read_games(),
            left_out,
            seed: learning.seed(),
            weights,
            active,
            features: features.map(|(feature, weight)| LearnedWeight { feature, weight }).collect(),
            strength,
            curve: None,
        }
    }

    pub(super) fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let read = match self.read {
            0 => String::new(),
            read => format!(" ({} read)", grouped(read)),
        };
        writeln!(out, "{}: {} games{read}, seed {}", self.game, grouped(self.games), self.seed)?;
        if let Some(file) = &self.file {
            let (weights, active) = (grouped(self.weights as u64), self.active);
            writeln!(out, "{file}: {weights} weights, {active} of them for each position")?;
        }
        if let Some(best) = &self.best {
            writeln!(out, "  {}", best_words(best, self.played))?;
        }
        let width = self.features.iter().map(|one| one.feature.len()).max().unwrap_or(0);
        for LearnedWeight { feature, weight } in &self.features {
            writeln!(out, "  {feature:width$}  {:>10}", plain(*weight))?;
        }
        if let Some(strength) = &self.strength {
            for each in sentences(strength) {
                writeln!(out, "  {each}")?;
            }
        }
        writeln!(out, "Players go by it with heuristic={}", self.heuristic)
    }
}

/// How an evaluation became the best, in words.
fn best_words(best: &BestSoFar, played: u64) -> String {
    let of = format!("the best of {} games", grouped(played));
    match (&best.won, &best.last) {
        (_, None) => format!("{of}: there was no match"),
        (Some(won), Some(last)) if won == last => {
            format!("{of}, by the last of {} matches: {}", best.matches, match_words(won))
        }
        (_, Some(last)) => format!("{of}, by {} matches; the last: {}", best.matches, match_words(last)),
    }
}

/// A match against the best before it, in words.
pub(super) fn match_words(found: &BestMatch) -> String {
    let BestMatch { games, against, played, shares, value, low, high, taken } = found;
    let [games, against, played] = [games, against, played].map(|count| grouped(*count));
    let result = if *shares {
        let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
        format!("makes {value:.1} % (95 % from {low:.1} to {high:.1}, {played} games)")
    } else {
        format!("gets {value:.4} more (95 % from {low:.4} to {high:.4}, {played} games of each)")
    };
    let taken = if *taken { "is the best now" } else { "does not take its place" };
    format!("the evaluation after {games} games {result} against that after {against}, and {taken}")
}

/// How strong it is, in words.
pub(super) fn words(strength: &Strength) -> String {
    sentences(strength).join("; ")
}

/// The same, measurement by measurement.
fn sentences(strength: &Strength) -> Vec<String> {
    let each = strength.measured.iter().map(|measured| {
        let Measured { player, against, games, value, low, high } = measured;
        let games = grouped(*games);
        match against {
            Some(against) => format!(
                "{player} makes {:.1} % against {against} (95 % from {:.1} to {:.1}, {games} games)",
                100.0 * value,
                100.0 * low,
                100.0 * high
            ),
            None => format!("{player} gets {value:.4} (95 % from {low:.4} to {high:.4}, {games} games)"),
        }
    });
    let exact = strength.exact.iter().map(|exact| {
        let ExactStrength { positions, optimal, regret } = exact;
        let positions = grouped(*positions);
        format!(
            "greedy chooses a best move in {:.2} % of all {positions} positions, and loses {regret:.4} by a choice \
             on average (exact)",
            100.0 * optimal
        )
    });
    each.chain(exact).collect()
}
