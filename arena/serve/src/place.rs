//! A position that a request is about.

use agon_arena::plan::{play_written, sheet_position};
use agon_core::{NamedGame, Position as _};
use agon_table::GivenPosition;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    allowed::{self, short},
    pool::Worker,
    problem::Problem,
};

/// A position in the query of a request.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct PlaceQuery {
    /// The game's term.
    pub(crate) game: String,
    /// Where the moves begin.
    pub(crate) position: Option<String>,
    /// The moves played from there, or a game in PGN or PDN.
    pub(crate) moves: Option<String>,
}

impl PlaceQuery {
    /// The position.
    ///
    /// # Errors
    ///
    /// Where the game, the position or a move is wrong.
    pub(crate) fn find(&self, worker: &Worker) -> Result<GivenPosition, Problem> {
        let moves = self.moves.as_deref().unwrap_or("");
        for text in [Some(moves), self.position.as_deref()].into_iter().flatten() {
            short(text)?;
        }
        let game = allowed::game(worker, &self.game);
        let game = game.map_err(|problem| problem.at("game"))?;
        given(worker, game, self.position.as_deref(), moves)
    }
}

/// The position of a game that begins there, unless that is empty, after these moves.
///
/// # Errors
///
/// Where the position or a move is wrong, or it is too large for a page.
pub(crate) fn given(
    worker: &Worker,
    game: NamedGame,
    position: Option<&str>,
    moves: &str,
) -> Result<GivenPosition, Problem> {
    let wrong = |problem: Problem, field: &str| problem.about(&game.term).at(field);
    let told = sheet_position(moves, &game.start);
    let base = match position.map(str::trim).filter(|text| !text.is_empty()).or(told.as_deref()) {
        None => game.start.clone(),
        Some(text) => {
            let read = game.start.parse(text);
            read.map_err(|error| wrong(Problem::refused(error), "position"))?
        }
    };
    let mut here = base.clone();
    let line = play_written(&mut here, moves);
    let line = line.map_err(|error| wrong(Problem::refused(error), "moves"))?;
    allowed::position(worker, &here, &game.term)?;
    Ok(GivenPosition { game, base, line, here, saved: None, redealt: None })
}
