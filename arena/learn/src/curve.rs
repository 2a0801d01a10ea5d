//! The strength of an evaluation during learning: a document beside its file.
//!
//! Measuring depends on the clock, and learning does not: so the measurements have their own file, which only people
//! and their plots read.

use std::path::{Path, PathBuf};

use agon_arena::{
    ask::{MOST_SETTINGS, json_words, read_text},
    keep::{Protected, StateError, replace},
};
use serde::{Deserialize, Serialize};

use crate::{learning::Learning, strength::Strength};

/// The schema that the file names.
const SCHEMA: &str = "agon.learning-curve/1";

/// The kind of the file, for messages.
const WORK: &str = "learning's curve";

/// All that was measured of one learning, in the order of its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearningCurve {
    /// `agon.learning-curve/1`.
    schema: String,
    /// The game's term.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// What was learned, but for the game and the seed: `tables`, or `net(hidden=32, depth=2)`; nothing in files from before it was
    /// written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// A measurement, and the number of games before it.
    pub points: Vec<Strength>,
}

impl LearningCurve {
    /// That of a learning of which nothing has been measured.
    pub fn of(learning: &Learning) -> LearningCurve {
        LearningCurve {
            schema: SCHEMA.to_owned(),
            game: learning.game.term.clone(),
            seed: learning.about.seed,
            model: Some(learning.settings()),
            points: Vec::new(),
        }
    }

    /// Its file: beside that of the evaluation.
    pub fn place(model: &Path) -> PathBuf {
        let mut name = model.as_os_str().to_owned();
        name.push(".curve.json");
        PathBuf::from(name)
    }

    /// Continues with the earlier measurements of this learning, up to `games` games: as many as its evaluation has
    /// learned from. Begins empty if the file at `path` is missing or belongs to another learning.
    pub fn resumed(learning: &Learning, games: u64, path: &Path) -> LearningCurve {
        let own = LearningCurve::of(learning);
        match LearningCurve::read(path) {
            Ok(mut kept) if (&kept.game, kept.seed) == (&own.game, own.seed) => {
                kept.model = own.model;
                kept.points.retain(|point| point.games <= games);
                kept
            }
            _ => own,
        }
    }

    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is something else.
    pub fn read(path: &Path) -> Result<LearningCurve, StateError> {
        let read = read_text(path, MOST_SETTINGS);
        let text = read.map_err(|error| StateError::unread(path, WORK, error))?;
        let not_one = |why| StateError::NotOne { path: path.display().to_string(), work: WORK, why };
        let curve: LearningCurve = serde_json::from_str(&text).map_err(|error| not_one(json_words(&error)))?;
        if curve.schema != SCHEMA {
            return Err(not_one(format!("its schema is {}, not {SCHEMA}", curve.schema)));
        }
        Ok(curve)
    }

    /// Replaces the file at `path` by this.
    ///
    /// # Errors
    ///
    /// Those of the file system; the file is then as it was.
    pub fn save(&self, path: &Path) -> Result<(), StateError> {
        let mut text = serde_json::to_string(self).expect("numbers and names are JSON");
        text.push('\n');
        Ok(replace(path, text.as_bytes(), Protected::default())?)
    }
}
