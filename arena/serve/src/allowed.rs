//! What a request may name: games of a size that a page can show, and players that run no command of
//! this machine, ask no person and want no more memory than there is.

use agon_core::{
    AnyPosition, NamedGame, NamedPlayer, PlayerPlugin, Position, options::Kind, registry,
};
use agon_table::{Level, seat_player};

use crate::{
    apart::may_wait,
    problem::Problem,
    settings::{MOST_MEMORY, MOST_PLACES, MOST_TEXT},
};

/// A person among the players.
pub(crate) const PERSON: &str = "human";

/// What may be named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed;

impl Allowed {
    /// The game of that name, if a page can show it.
    ///
    /// # Errors
    ///
    /// Where there is none, or it is too large.
    pub(crate) fn game(text: &str) -> Result<NamedGame, Problem> {
        debug_assert!(may_wait(), "a game is made where nobody may wait");
        short(text)?;
        let game = registry::game(text).map_err(Problem::wrong)?;
        Allowed::position(&game.start, &game.term)?;
        Ok(game)
    }

    /// Refuses what is too large for a page.
    pub(crate) fn position(here: &AnyPosition, game: &str) -> Result<(), Problem> {
        let places = here.picture().cells.len();
        if MOST_PLACES < places {
            return Err(Problem::wrong(format!(
                "{game}: {places} places are too many for a page; accepted: up to {MOST_PLACES}"
            )));
        }
        Ok(())
    }

    /// The player of that name at that game: a term, or `level:easy` and so on.
    ///
    /// # Errors
    ///
    /// Where there is none, it cannot play the game, or must not play here.
    pub(crate) fn player(text: &str, game: &NamedGame) -> Result<NamedPlayer, Problem> {
        debug_assert!(may_wait(), "a player is seated where nobody may wait");
        short(text)?;
        let term = match text.strip_prefix("level:") {
            Some(name) => {
                let level = Level::named(name).ok_or_else(|| {
                    let all: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
                    let all = all.join(", ");
                    Problem::wrong(format!("there is no level `{name}`; accepted: {all}"))
                })?;
                level.term(&game.start)
            }
            None => text.to_owned(),
        };
        let named = registry::player(&term).map_err(Problem::wrong)?;
        Allowed::admit(&named)?;
        let player = seat_player(&named, game)?;
        if MOST_MEMORY < player.memory() {
            return Err(Problem::wrong(format!(
                "{}: it wants {} MB of memory; accepted here: up to {} MB",
                named.term,
                player.memory() >> 20,
                MOST_MEMORY >> 20
            )));
        }
        Ok(named)
    }

    /// Those who may be named, by name.
    pub(crate) fn players() -> impl Iterator<Item = &'static PlayerPlugin> {
        let all = registry::players().values().copied();
        all.filter(|plugin| plugin.is_inside)
    }

    /// Refuses a player, or one that it is made of, which is no algorithm.
    pub(crate) fn admit(named: &NamedPlayer) -> Result<(), Problem> {
        let name = named.plugin.name;
        if name == PERSON {
            return Err(Problem::wrong(
                "`human` is a person at a terminal; a person here sits down at a table",
            ));
        }
        if !named.plugin.is_inside {
            return Err(Problem::forbidden(format!(
                "{name} may use files and programs of this machine, and no request makes it do that"
            )));
        }
        for spec in named.plugin.options {
            match spec.kind {
                Kind::Player => {
                    named.options.player(spec.name).map_or(Ok(()), Allowed::admit)?;
                }
                Kind::Players(_) => {
                    for (inner, _) in named.options.players(spec.name) {
                        Allowed::admit(inner)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Refuses a text that is too long to be read.
pub(crate) fn short(text: &str) -> Result<(), Problem> {
    if text.len() <= MOST_TEXT {
        return Ok(());
    }
    Err(Problem::wrong(format!(
        "a text of {} bytes is too long; accepted: up to {MOST_TEXT}",
        text.len()
    )))
}
