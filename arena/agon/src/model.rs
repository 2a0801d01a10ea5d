//! The contents of the file of a learned evaluation.

use std::{io::Write, path::Path, sync::Arc};

use agon_core::{Evaluate, models::MODEL, options::brief};
use agon_learn::{LearnedModel, ModelWeight};
use serde::Serialize;

use crate::{
    failed::Failed,
    figure::{grouped, plain},
    models,
    output::{answer, json},
};

/// The most weights and patterns that are shown.
const SHOWN: usize = 10;

/// A learned evaluation, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct ModelDocument {
    /// `agon.model/1`.
    schema: &'static str,
    /// The game's term.
    game: String,
    /// The SHA-256 of the file.
    sha256: String,
    /// How many games it was learned from.
    games: u64,
    /// How many of these others had played.
    read: u64,
    /// The seed of the rest.
    seed: u64,
    /// The version of the program that learned it.
    version: String,
    /// The unit of the weights, if each is stored in a byte; null otherwise.
    step: Option<f32>,
    /// How many weights it has.
    weights: usize,
    /// How many of them are not zero.
    used: usize,
    /// The SHA-256 of the weights alone, whatever version of the program learned them.
    weights_sha256: String,
    /// The number of hidden units, if it is a net; null otherwise.
    hidden: Option<usize>,
    /// Whether a net corrects the game's usual heuristic.
    residual: bool,
    /// How many moves ahead self-play looked.
    depth: u8,
    /// The places that are looked at together: tables, the tuples that share one, the places of each.
    patterns: Vec<Vec<Vec<String>>>,
    /// The weights farthest from zero.
    heaviest: Vec<ModelWeight>,
}

/// Shows the contents of the file at `path`; or, where that is `learned`, in the model that comes with `game`.
///
/// # Errors
///
/// Where it can't be read, or is no learned evaluation.
pub(crate) fn show(path: &Path, game: Option<&str>, is_json: bool) -> Result<(), Failed> {
    let model = match game {
        Some(game) if path == Path::new(MODEL) => models::shipped(game)?,
        Some(_) => {
            let why = "a file is shown without a game: leave the game out; accepted with one: --model learned";
            return Err(Failed::usage(why));
        }
        None => Arc::new(LearnedModel::read(path)?),
    };
    let (weights, used) = model.weights();
    let document = ModelDocument {
        schema: "agon.model/1",
        game: model.game().to_owned(),
        sha256: model.id().to_owned(),
        games: model.games(),
        read: model.read_games(),
        seed: model.seed(),
        version: model.version().to_owned(),
        step: model.step(),
        weights,
        used,
        weights_sha256: model.weights_hash().to_owned(),
        hidden: model.net().map(|(hidden, _)| hidden),
        residual: model.net().is_some_and(|(_, residual)| residual),
        depth: model.depth(),
        patterns: model.patterns(),
        heaviest: model.heaviest(SHOWN),
    };
    answer(|out| Ok(if is_json { json(out, &document) } else { document.print(out) }?))
}

impl ModelDocument {
    fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "game      {}", brief(&self.game))?;
        let read = match self.read {
            0 => String::new(),
            read => format!(" ({} of others)", grouped(read)),
        };
        writeln!(out, "learned   {} games{read}, seed {}", grouped(self.games), self.seed)?;
        let (all, used) = (grouped(self.weights as u64), grouped(self.used as u64));
        let rounded = self.step.map_or(String::new(), |step| format!("; whole multiples of {step}"));
        writeln!(out, "weights   {all}, of which {used} are not zero{rounded}")?;
        writeln!(out, "sha256    {}, of the weights {}", self.sha256, self.weights_sha256)?;
        if let Some(hidden) = self.hidden {
            let upon = if self.residual { ", upon the usual heuristic" } else { "" };
            let places = self.patterns.len();
            writeln!(out, "net       {hidden} hidden units that see {places} places{upon}")?;
            return self.print_heaviest(out, "What changes the value of an empty board most:");
        }
        let tuples: usize = self.patterns.iter().map(Vec::len).sum();
        writeln!(out, "patterns  {tuples}, in {} tables", self.patterns.len())?;
        for orbit in self.patterns.iter().take(SHOWN) {
            let more = match orbit.len() {
                1 => String::new(),
                all => format!(", and {} like it", all - 1),
            };
            writeln!(out, "  {}{more}", orbit.first().map_or(String::new(), |one| one.join(" ")))?;
        }
        if SHOWN < self.patterns.len() {
            let more = self.patterns.len() - SHOWN;
            writeln!(out, "  and {more} tables more (--json has all)")?;
        }
        self.print_heaviest(out, "The weights that are farthest from zero:")
    }

    fn print_heaviest(&self, out: &mut dyn Write, title: &str) -> std::io::Result<()> {
        writeln!(out, "\n{title}")?;
        for weight in &self.heaviest {
            let states = weight.states.iter().map(u8::to_string).collect::<Vec<_>>();
            let on = if states.is_empty() {
                weight.places.join(" ")
            } else {
                let pairs = weight.places.iter().zip(&states);
                pairs.map(|(place, state)| format!("{place}={state}")).collect::<Vec<_>>().join(" ")
            };
            writeln!(out, "  {:>10}  {on}", plain((f64::from(weight.weight) * 1e4).round() / 1e4))?;
        }
        Ok(())
    }
}
