//! Which games and players a client may name: none that starts a program or reads a file, and no person.

use agon_core::{NamedGame, NamedPlayer, options::Kind, registry};

use crate::human;

/// The game of that name.
///
/// # Errors
///
/// Where there is none, or it is a program.
pub(super) fn game(text: &str) -> Result<NamedGame, String> {
    let game = registry::game(text).map_err(|why| why.to_string())?;
    if game.plugin.is_inside { Ok(game) } else { Err(outside(game.plugin.name)) }
}

/// Whether a player of that name may be asked.
///
/// # Errors
///
/// Where there is none, or it is a program or a person, or made of one.
pub(super) fn player(text: &str) -> Result<(), String> {
    let named = registry::player(text).map_err(|why| why.to_string())?;
    if named.term.contains("learned(") {
        return Err("no evaluation is read from a file for a client; `learned` alone comes with its game".to_owned());
    }
    admit(&named)
}

fn admit(named: &NamedPlayer) -> Result<(), String> {
    let name = named.plugin.name;
    if name == human::NAME {
        return Err(format!("`{name}` is a person at a terminal, and here is none"));
    }
    if !named.plugin.is_inside {
        return Err(outside(name));
    }
    for spec in named.plugin.options {
        match spec.kind {
            Kind::Player(_) => named.options.player(spec.name).map_or(Ok(()), admit)?,
            Kind::Players(..) => named.options.players(spec.name).iter().try_for_each(|(inner, _)| admit(inner))?,
            _ => {}
        }
    }
    Ok(())
}

fn outside(name: &str) -> String {
    format!("`{name}` starts a program, which a client may not; `agon run` and `agon play` seat it")
}
