//! Who plays what: a game and a player, both of which a protocol may set otherwise.

use std::time::Duration;

use agon_arena::play::Clocks;
use agon_core::{
    AnyPosition, NameError, NamedGame, NamedPlayer, OptionSpec, Options, Player, Position, Protocol, SetupError,
    registry,
};

/// Why there can be no such guest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GuestError {
    /// A name or an option is wrong.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The player cannot play the game.
    #[error("{game}: {error}")]
    Setup {
        /// The game.
        game: String,
        /// Why.
        error: SetupError,
    },
    /// There is no thread for the player.
    #[error("no thread could be started: {0}")]
    Thread(String),
    /// The game is none of the protocol's.
    #[error("{game} cannot be played by {protocol}: {why}{instead}")]
    Game {
        /// The game.
        game: String,
        /// The protocol.
        protocol: Protocol,
        /// Why.
        why: String,
        /// Which protocols could.
        instead: String,
    },
}

/// A game, and a player for it.
#[derive(Clone, Debug)]
pub struct Guest {
    pub(crate) game: NamedGame,
    pub(crate) player: NamedPlayer,
    pub(crate) seed: u64,
    /// How long it thinks where nobody says how long it may.
    pub(crate) unasked: Option<Duration>,
    /// By which clock it has its time.
    pub(crate) clocks: Clocks,
}

impl Guest {
    /// `player` at `game`, spoken to by `protocol`; what it draws it draws from `seed`.
    ///
    /// # Errors
    ///
    /// Where it cannot play the game, or the protocol has no words for it.
    pub fn new(game: NamedGame, player: NamedPlayer, seed: u64, protocol: Protocol) -> Result<Guest, GuestError> {
        if game.start.facts().hidden {
            let why = "it hides something, and this protocol shows every position as it is".to_owned();
            return Err(GuestError::Game { game: game.term, protocol, why, instead: String::new() });
        }
        if let Err(why) = game.start.foreign_setup(protocol) {
            let can = |other: &Protocol| game.start.foreign_setup(*other).is_ok();
            let others: Vec<_> = Protocol::ALL.into_iter().filter(can).map(Protocol::name).collect();
            let instead = match others.join(", ") {
                others if others.is_empty() => "; any program can play it by the line protocol".to_owned(),
                others => format!("; accepted: {others}"),
            };
            return Err(GuestError::Game { game: game.term, protocol, why, instead });
        }
        let guest = Guest { game, player, seed, unasked: None, clocks: Clocks::default() };
        guest.seat()?;
        Ok(guest)
    }

    /// The same, thinking so long where nobody says how long it may.
    #[must_use]
    pub fn unasked(self, time: Duration) -> Guest {
        Guest { unasked: Some(time), ..self }
    }

    /// The same, by these clocks instead of the machine's.
    #[must_use]
    pub fn timed(self, clocks: Clocks) -> Guest {
        Guest { clocks, ..self }
    }

    /// Seats the player.
    pub(crate) fn seat(&self) -> Result<Box<dyn Player>, GuestError> {
        let game = || self.game.term.clone();
        self.player.seat(&self.game.start).map_err(|error| GuestError::Setup { game: game(), error })
    }

    /// The options of the player with their values.
    pub(crate) fn player_options(&self) -> Vec<(&'static OptionSpec, String)> {
        self.player.options.iter().collect()
    }

    /// The same with another value of a player's option.
    pub(crate) fn with_player_option(&self, name: &str, value: &str) -> Result<Guest, GuestError> {
        let term = changed(self.player.plugin.name, &self.player.options, &[(name, value)]);
        self.with_player(&term)
    }

    /// The same with another player.
    pub(crate) fn with_player(&self, term: &str) -> Result<Guest, GuestError> {
        let guest = Guest { player: registry::player(term)?, ..self.clone() };
        guest.seat()?;
        Ok(guest)
    }

    /// Whether the game has such an option.
    pub(crate) fn has_game_option(&self, name: &str) -> bool {
        self.game.plugin.options.iter().any(|spec| spec.name == name)
    }

    /// What the game's option of that name says.
    pub(crate) fn game_option(&self, name: &str) -> Option<String> {
        let mut all = self.game.options.iter();
        all.find(|(spec, _)| spec.name == name).map(|(_, value)| value)
    }

    /// The same with other values of the game's options.
    pub(crate) fn with_game_options(&self, values: &[(&str, &str)]) -> Result<Guest, GuestError> {
        let term = changed(self.game.plugin.name, &self.game.options, values);
        let guest = Guest { game: registry::game(&term)?, ..self.clone() };
        guest.seat()?;
        Ok(guest)
    }

    /// Where the game begins.
    pub(crate) fn start(&self) -> &AnyPosition {
        &self.game.start
    }
}

/// A term with these options and others in the place of some.
fn changed(name: &str, options: &Options, others: &[(&str, &str)]) -> String {
    let values = options.iter().filter_map(|(spec, value)| {
        let other = others.iter().find(|(name, _)| *name == spec.name);
        let value = other.map_or(value, |(_, value)| (*value).to_owned());
        // An option without a value is not written.
        (!value.is_empty()).then(|| format!("{}={value}", spec.name))
    });
    format!("{name}({})", values.collect::<Vec<_>>().join(", "))
}
