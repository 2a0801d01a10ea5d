//! The files of a learning: the evaluation, the state beside it, from which it goes on, and its curve.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use agon_arena::keep::{Protected, replace};
use agon_learn::{LearnedModel, Learning, LearningCurve, Strength};

use crate::{failed::Failed, figure::grouped, inputs};

/// Where a learning is kept.
pub(super) struct LearningFiles {
    /// The evaluation.
    pub(super) model: PathBuf,
    /// Whatever is needed to go on, some times as large. It stays when learning is over.
    pub(super) state: PathBuf,
    /// How many games the evaluation in the file has learned from; 0 while there is none of this learning.
    pub(super) had: u64,
    /// Whether the evaluation is a plain file: with a device or a pipe nothing goes on.
    is_plain: bool,
    /// Whether the evaluation may replace a file that it does not continue.
    force: bool,
}

impl LearningFiles {
    /// Those of the evaluation at `model`.
    pub(super) fn of(model: PathBuf, force: bool) -> LearningFiles {
        let state = LearningFiles::state_of(&model);
        let is_plain = model.is_file() || !model.exists();
        LearningFiles { model, state, had: 0, is_plain, force }
    }

    /// Where the state of the learning of the evaluation at `model` is.
    pub(super) fn state_of(model: &Path) -> PathBuf {
        let mut state = OsString::from(model);
        state.push(".learning");
        PathBuf::from(state)
    }

    /// Finds out before the first game whether `learning` can be written here.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or something would be lost that nobody said may be.
    pub(super) fn begin(&self, learning: &Learning) -> Result<(), Failed> {
        inputs::output(&self.model, self.force)?;
        if self.force || !self.is_plain {
            return Ok(());
        }
        let model = self.model.display();
        if !self.model.is_file() {
            if !self.state.exists() {
                return Ok(());
            }
            return Err(Failed::usage(format!(
                "{}: the state of a learning is here; go on with --resume {model}, name another file with \
                 -o, or say --force",
                self.state.display()
            )));
        }
        let Ok(earlier) = LearnedModel::read(&self.model) else {
            return Err(Failed::usage(format!(
                "{model}: another file is there, and would be lost; name another with -o, or say --force"
            )));
        };
        let goes_on = self.state.exists() && is_of(&earlier, learning);
        let resume = if goes_on { format!("go on with --resume {model}, ") } else { String::new() };
        Err(Failed::usage(format!(
            "{model}: an evaluation is there ({}), and would be lost; {resume}name another file with -o, or \
             say --force",
            about(&earlier)
        )))
    }

    /// Brings `learning` to where the state was kept, to go on up to `most` games in all.
    ///
    /// # Errors
    ///
    /// If there is no such state, the evaluation does not belong to it, or it has as many games already.
    pub(super) fn resume(&mut self, learning: &mut Learning, most: Option<u64>) -> Result<(), Failed> {
        let (model, state) = (self.model.display().to_string(), self.state.display().to_string());
        let is_there = self.model.exists();
        if is_there && !self.state.exists() {
            return Err(Failed::trouble(format!(
                "{model}: it cannot go on without the state of its learning, and there is no file {state}; \
                 accepted: an evaluation with that file beside it, as agon learn leaves them. Learn anew with \
                 -o and another file"
            )));
        }
        learning.load(&self.state)?;
        if is_there {
            let earlier = LearnedModel::read(&self.model).ok();
            let own = earlier.as_ref().filter(|earlier| is_of(earlier, learning));
            match own.filter(|earlier| learning.passes(earlier.games())) {
                Some(earlier) => self.had = earlier.games(),
                None if self.force => {}
                None => {
                    let what = earlier.map_or_else(|| "no evaluation".to_owned(), |it| about(&it));
                    let games = grouped(learning.games());
                    return Err(Failed::usage(format!(
                        "{model}: this file ({what}) does not belong to the state in {state} ({games} games), \
                         and would be lost; move it away, or say --force"
                    )));
                }
            }
        }
        match most {
            Some(most) if most <= self.had || most < learning.games() => {
                let has = grouped(self.had.max(learning.games()));
                Err(Failed::usage(format!(
                    "--games {most}: {model} has learned from {has} games already; accepted: more than \
                     these, in all, or --minutes"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Keeps the state of `learning`, if it can go on from there to the bytes of a learning without a pause.
    ///
    /// # Errors
    ///
    /// Those of the file system, or if a weight is no number; the file is then as it was.
    pub(super) fn keep(&self, learning: &Learning) -> Result<(), Failed> {
        if self.is_plain && learning.is_between_generations() {
            learning.check().map_err(Failed::trouble)?;
            learning.save(&self.state)?;
        }
        Ok(())
    }

    /// Writes the evaluation of a learning of `played` games, unless the one in the file has learned from more of them.
    ///
    /// # Errors
    ///
    /// Those of the file system, or if a weight is no number; the file is then as it was.
    pub(super) fn publish(&self, learning: &Learning, played: u64, bytes: &[u8]) -> Result<(), Failed> {
        if played < self.had {
            return Ok(());
        }
        learning.check().map_err(Failed::trouble)?;
        Ok(replace(&self.model, bytes, Protected { inputs: &[], force: self.force })?)
    }
}

/// Whether `model` was learned with the settings of `learning`.
fn is_of(model: &LearnedModel, learning: &Learning) -> bool {
    (model.game(), model.seed()) == (learning.game().term.as_str(), learning.seed())
}

/// What an evaluation is of, in words.
fn about(model: &LearnedModel) -> String {
    format!("{}, {} games, seed {}", model.game(), grouped(model.games()), model.seed())
}

/// The curve of a learning, and the file that has it.
pub(super) struct KeptCurve {
    pub(super) curve: LearningCurve,
    pub(super) place: PathBuf,
}

impl KeptCurve {
    /// The curve beside `model`: with its former points up to `games`, if learning continues.
    pub(super) fn of(learning: &Learning, model: &Path, resumed: Option<u64>) -> KeptCurve {
        let place = LearningCurve::place(model);
        if let Some(games) = resumed {
            return KeptCurve { curve: LearningCurve::resumed(learning, games, &place), place };
        }
        // One of before is of another file.
        let _ = fs::remove_file(&place);
        KeptCurve { curve: LearningCurve::of(learning), place }
    }

    /// Keeps what was measured now, in its order; in the place of what was measured after as many games.
    pub(super) fn add(&mut self, strength: &Strength) -> Result<(), Failed> {
        // Somebody asked to stop before anything was measured.
        if strength.measured.is_empty() && strength.exact.is_none() {
            return Ok(());
        }
        let points = &mut self.curve.points;
        points.retain(|point| point.games != strength.games);
        let at = points.partition_point(|point| point.games < strength.games);
        points.insert(at, strength.clone());
        Ok(self.curve.save(&self.place)?)
    }
}
