//! The file from which a tuning resumes: its question and its progress.
//!
//! It is one JSON document, [`SCHEMA`], replaced as a whole: a reader sees the state of one step or
//! another, never a mixture. Numbers of the method are stored as text, which reads back to the same
//! bits.

use std::{io, path::Path};

use serde::{Deserialize, Serialize};

use super::Tuning;
use crate::{
    ask::{plain, words::json_words},
    keep::{
        state_error::StateError,
        unfinished::{Protected, replace},
    },
};

/// The schema named in the file.
pub(crate) const SCHEMA: &str = "agon.tuning-state/1";

/// The kind of work.
const WORK: &str = "tuning";

#[derive(Serialize, Deserialize)]
struct SavedTuning {
    schema: String,
    asked: Asked,
    /// Steps made.
    done: u64,
    /// The present point, and the sum for its mean, in units.
    point: Vec<String>,
    sum: Vec<String>,
}

/// All that a tuning depends on.
#[derive(PartialEq, Serialize, Deserialize)]
struct Asked {
    game: String,
    player: String,
    start: Vec<String>,
    iterations: u64,
    pairs: u64,
    random_plies: u32,
    seed: u64,
}

impl Tuning {
    /// Resumes from the file at `path`, if there is one.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is something else, or belongs to another question.
    pub fn load(&mut self, path: &Path) -> Result<(), StateError> {
        let text = match plain::read_text(path, plain::MOST_SETTINGS) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            read => read.map_err(|error| StateError::unread(path, WORK, error))?,
        };
        let name = || path.display().to_string();
        let not_one = |why: String| StateError::NotOne { path: name(), work: WORK, why };
        let state: SavedTuning = serde_json::from_str(&text).map_err(|error| not_one(json_words(&error)))?;
        if state.schema != SCHEMA {
            return Err(not_one(format!("its schema is {}, not {SCHEMA}", state.schema)));
        }
        if let Some((what, theirs, ours)) = state.asked.differs(&self.asked()) {
            return Err(StateError::Foreign { path: name(), work: WORK, what, theirs, ours });
        }
        let [point, sum] = [&state.point, &state.sum].map(|texts| self.numbers(texts));
        match (point, sum) {
            (Some(point), Some(sum)) if state.done <= self.iterations => {
                (self.spsa.point, self.spsa.sum, self.spsa.done) = (point, sum, state.done);
                Ok(())
            }
            _ => Err(not_one("its numbers make no sense".to_owned())),
        }
    }

    /// Replaces the file at `path` by one with the present state.
    ///
    /// # Errors
    ///
    /// If the file system refuses; the file is then unchanged.
    pub fn save(&self, path: &Path) -> Result<(), StateError> {
        let state = SavedTuning {
            schema: SCHEMA.to_owned(),
            asked: self.asked(),
            done: self.spsa.done,
            point: texts(&self.spsa.point),
            sum: texts(&self.spsa.sum),
        };
        let mut text = serde_json::to_string_pretty(&state).expect("numbers and names are JSON");
        text.push('\n');
        Ok(replace(path, text.as_bytes(), Protected::default())?)
    }

    fn asked(&self) -> Asked {
        Asked {
            game: self.game.term.clone(),
            player: self.player.term.clone(),
            start: texts(&self.start),
            iterations: self.iterations,
            pairs: self.pairs,
            random_plies: self.plies,
            seed: self.seed.0,
        }
    }

    /// The numbers, if they are finite and as many as the features.
    fn numbers(&self, texts: &[String]) -> Option<Vec<f64>> {
        let number = |text: &String| text.parse::<f64>().ok().filter(|x| x.is_finite());
        let all = texts.iter().map(number).collect::<Option<Vec<f64>>>()?;
        (all.len() == self.features.len()).then_some(all)
    }
}

impl Asked {
    /// The first thing that is not the same: what, here, and in the other.
    fn differs(&self, other: &Asked) -> Option<(&'static str, String, String)> {
        let rows = |asked: &Asked| {
            [
                ("game", asked.game.clone()),
                ("player", asked.player.clone()),
                ("start", asked.start.join(", ")),
                ("number of iterations", asked.iterations.to_string()),
                ("number of pairs", asked.pairs.to_string()),
                ("number of random plies", asked.random_plies.to_string()),
                ("seed", asked.seed.to_string()),
            ]
        };
        let mut both = rows(self).into_iter().zip(rows(other));
        both.find(|((_, a), (_, b))| a != b).map(|((what, a), (_, b))| (what, a, b))
    }
}

fn texts(numbers: &[f64]) -> Vec<String> {
    numbers.iter().map(f64::to_string).collect()
}
