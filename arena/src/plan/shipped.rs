//! Evaluations that come with games, as a tournament depends on them: by their hashes, game by game.

use agon_core::ShippedModel;

use crate::{
    ask::spec_error::SpecError,
    plan::tournament::{Entry, Section, Tournament},
};

impl Section {
    /// The SHA-256 of the evaluation that this build includes for its game, if a player of it among `everybody` uses
    /// that evaluation.
    pub(super) fn model_asked(&self, everybody: &[Entry]) -> Option<String> {
        let start = &self.game.start;
        let model = ShippedModel::of(start)?;
        let mut players = self.entries.iter().filter_map(|&entry| everybody.get(entry));
        let is_asked = players.any(|entry| entry.player.asks_for_shipped(start));
        is_asked.then(|| model.sha256.to_owned())
    }
}

impl Tournament {
    /// Checks that this build includes the same shipped evaluations that the players use.
    ///
    /// # Errors
    ///
    /// The first game whose evaluation differs or is missing.
    pub fn same_models(&self) -> Result<(), SpecError> {
        for section in &self.sections {
            let (had, found) = (&section.model, section.model_asked(&self.entries));
            if *had == found {
                continue;
            }
            let shown = |model: &Option<String>| {
                let digits = |model: &String| format!("one whose SHA-256 is {model}");
                model.as_ref().map_or_else(|| "none".to_owned(), digits)
            };
            return Err(SpecError::new(format!(
                "{}: the players went by the model that came with the game, {}; this build has {}",
                section.game.term,
                shown(had),
                shown(&found)
            )));
        }
        Ok(())
    }
}
