//! Learned evaluations that players of this command line go by: their files are read where a term names one.
//!
//! What people type, and the tournament files they name, pass this way; what comes over a network never does.

use std::sync::Arc;

use agon_arena::{Spec, Tournament};
use agon_core::{NamedPlayer, ShippedModel, registry};
use agon_learn::{LearnedModel, ModelError, with_models};

use crate::failed::Failed;

impl From<ModelError> for Failed {
    fn from(error: ModelError) -> Failed {
        match error {
            ModelError::Io { .. } => Failed::trouble(error),
            _ => Failed::usage(error),
        }
    }
}

/// The player that `text` names, which may go by a learned evaluation.
///
/// # Errors
///
/// Where there is none, or an evaluation can't be read.
pub(crate) fn player(text: &str) -> Result<NamedPlayer, Failed> {
    registry::player(&with_models(text)?).map_err(Failed::usage)
}

/// The evaluation that comes with `game`.
///
/// # Errors
///
/// Where there is no such game, or none comes with it.
pub(crate) fn shipped(game: &str) -> Result<Arc<LearnedModel>, Failed> {
    let game = registry::game(game).map_err(Failed::usage)?;
    #[cfg(feature = "models")]
    if let Some(model) = agon_models::model(game.plugin.name) {
        return Ok(model);
    }
    if cfg!(not(feature = "models")) {
        return Err(Failed::unbuilt("models"));
    }
    let all: Vec<&str> = ShippedModel::all().keys().copied().collect();
    Err(Failed::usage(format!(
        "{}: no model comes with it; games that --model learned accepts: {}; a file of `agon learn` is shown by \
         --model FILE, without a game",
        game.plugin.name,
        all.join(", ")
    )))
}

/// Reads the evaluations that players of `spec` go by, and by what programs that are games are told from others.
pub(crate) fn read_for(spec: &mut Spec) -> Result<(), Failed> {
    let own = spec.games.iter_mut().filter_map(|game| game.players.as_mut()).flatten();
    for located in spec.players.iter_mut().map(|player| &mut player.player).chain(own) {
        located.text = with_models(&located.text)?;
    }
    #[cfg(all(unix, feature = "engines"))]
    for game in &mut spec.games {
        game.game.text = agon_engines::sealed(&game.game.text);
    }
    Ok(())
}

/// Reads the evaluations that players of a journal went by, so that they can be asked again.
///
/// # Errors
///
/// Where one can't be read, or is not the one that they went by, be it one that comes with a game.
pub(crate) fn read_again(tournament: &Tournament) -> Result<(), Failed> {
    for entry in &tournament.entries {
        with_models(&entry.player.term).map_err(|error| {
            let failed = Failed::from(error);
            let why = format!("{} went by it, and cannot be asked again without it", entry.name);
            failed.because(&why)
        })?;
    }
    tournament.same_models().map_err(Failed::usage)
}
