//! Players inside players, and a game inside a game: the options whose values are some.

use super::{
    games::{NamedGame, game},
    players::{NamedPlayer, player},
};
use crate::{
    OptionSpec, Options,
    options::{Inside, Kind},
    term::weighted_list,
};

/// Players with their weights, which are positive and finite.
type WeightedPlayers = Vec<(NamedPlayer, f64)>;

impl OptionSpec {
    /// An option that takes a game.
    pub const fn game(name: &'static str, default: &'static str, meaning: &'static str) -> OptionSpec {
        OptionSpec::new(name, Kind::Game(read_game), default, meaning)
    }

    /// An option that takes a player.
    pub const fn player(name: &'static str, default: &'static str, meaning: &'static str) -> OptionSpec {
        OptionSpec::new(name, Kind::Player(read_player), default, meaning)
    }

    /// An option that takes players with their weights, as all remaining arguments; it must be the
    /// last one.
    pub const fn players(
        name: &'static str,
        syntax: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Players(syntax, read_players), default, meaning)
    }
}

impl Options {
    /// The game given.
    pub fn game(&self, name: &str) -> &NamedGame {
        self.inside(name, "a game")
    }

    /// The player given, if any.
    pub fn player(&self, name: &str) -> Option<&NamedPlayer> {
        self.inside::<Option<NamedPlayer>>(name, "a player").as_ref()
    }

    /// The players given, with their weights, which are positive and finite.
    pub fn players(&self, name: &str) -> &[(NamedPlayer, f64)] {
        self.inside::<WeightedPlayers>(name, "players")
    }
}

/// Reads a game.
fn read_game(text: &str) -> Result<Inside, String> {
    let found = game(text).map_err(|error| format!("a game: {error}"))?;
    Ok(Inside::new(found.term.clone(), found))
}

/// Reads a player, or none.
fn read_player(text: &str) -> Result<Inside, String> {
    if text.is_empty() {
        return Ok(Inside::new(String::new(), None::<NamedPlayer>));
    }
    let found = player(text).map_err(|error| format!("a player: {error}"))?;
    Ok(Inside::new(found.term.clone(), Some(found)))
}

/// Reads a list of players with weights.
fn read_players(syntax: &str, text: &str) -> Result<Inside, String> {
    let parts = weighted_list(text).map_err(|part| format!("{syntax}; not `{part}`"))?;
    let named = |(term, weight): &(String, f64)| match player(term) {
        // The weight of a single player is irrelevant.
        Ok(player) => Ok((player, if parts.len() == 1 { 1.0 } else { *weight })),
        Err(error) => Err(format!("{syntax}: {error}")),
    };
    let players: WeightedPlayers = parts.iter().map(named).collect::<Result<_, _>>()?;
    let word = |(player, weight): &(NamedPlayer, f64)| {
        let term = &player.term;
        if *weight == 1.0 { term.clone() } else { format!("{term}*{weight}") }
    };
    let text = players.iter().map(word).collect::<Vec<_>>().join(", ");
    Ok(Inside::new(text, players))
}
