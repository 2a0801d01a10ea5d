//! Players by name.

use std::{collections::BTreeMap, sync::OnceLock};

use super::bindings::{Seating, bindings};
use crate::{
    Algorithm, AnyPosition, Facts, OptionSpec, Options, Player, Plays, Position, Sentence, SetupError,
    algorithm::{Seated, Universal},
    names::Names,
    options::NameError,
    term::Term,
};

/// A player with its options, ready to be seated.
#[derive(Clone, Debug)]
pub struct NamedPlayer {
    /// The canonical text: it parses back to the same player, and equal players have equal texts.
    pub term: String,
    /// The plug-in.
    pub plugin: &'static PlayerPlugin,
    /// Its options.
    pub options: Options,
}

impl NamedPlayer {
    /// Seats the player at the game with the initial position `game`: natively if the two are
    /// bound.
    ///
    /// # Errors
    ///
    /// If the player cannot play this game: the reason.
    pub fn seat(&self, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        match bindings().get(&(game.position_type(), self.plugin.name)) {
            Some(native) => {
                self.plugin.demand(&game.facts())?;
                native(&self.options, game)
            }
            None => self.seat_erased(game),
        }
    }

    /// Seats the player at any game, through virtual calls: the slow twin of
    /// [`seat`](NamedPlayer::seat), which chooses the same moves.
    ///
    /// # Errors
    ///
    /// If the player cannot play this game: the reason.
    pub fn seat_erased(&self, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        self.plugin.demand(&game.facts())?;
        (self.plugin.universal)(&self.options, game)
    }

    /// Seats the player in a game whose hidden information is disclosed, as it is to a player that
    /// deals it out itself.
    ///
    /// # Errors
    ///
    /// If the player cannot play the game even so: the reason.
    pub fn seat_open(&self, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        self.plugin.demand(&Facts { hidden: false, ..game.facts() })?;
        (self.plugin.universal)(&self.options, game)
    }

    /// The player it delegates this game to, if it does so.
    pub fn choice(&self, game: &AnyPosition) -> Option<Choice> {
        self.plugin.choice.map(|choose| choose(&self.options, game))
    }

    /// Whether [`seat`](NamedPlayer::seat) would seat it natively.
    pub fn is_native_at(&self, game: &AnyPosition) -> bool {
        bindings().contains_key(&(game.position_type(), self.plugin.name))
    }
}

/// The player to which another delegates a game, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The player, with its options.
    pub term: String,
    /// The reason, as a clause to follow a colon.
    pub why: String,
}

/// Chooses the player for a game, given by its initial position.
pub type Choosing = fn(&Options, &AnyPosition) -> Choice;

/// A player, as the registry knows it.
#[derive(Debug)]
pub struct PlayerPlugin {
    /// See [`Algorithm::NAME`].
    pub name: &'static str,
    /// See [`Algorithm::ALIASES`].
    pub aliases: &'static [&'static str],
    /// See [`Algorithm::SUMMARY`].
    pub summary: &'static str,
    /// See [`Algorithm::HELP`].
    pub help: &'static str,
    /// See [`Algorithm::OPTIONS`].
    pub options: &'static [OptionSpec],
    /// See [`Algorithm::PLAYS`].
    pub plays: Plays,
    /// Whether it uses no file and no process, and asks no person. Players inside it may still do so.
    pub is_inside: bool,
    /// Chooses the player it delegates a game to, if it does so.
    pub choice: Option<Choosing>,
    universal: Seating,
}

impl PlayerPlugin {
    /// Describes `A`. Submit it: `inventory::submit! { PlayerPlugin::of::<MyPlayer>() }`.
    pub const fn of<A: Algorithm>() -> Self {
        let own = PlayerPlugin::new(A::NAME, A::SUMMARY, A::HELP, A::OPTIONS, |options, game| {
            Ok(Box::new(Universal(Seated::<AnyPosition, A>::new(options, game)?)))
        });
        PlayerPlugin { aliases: A::ALIASES, ..own.playing(A::PLAYS).inside() }
    }

    /// Describes a player that is not an [`Algorithm`]: one that talks to a person or to another
    /// process. `seat` makes the player for a game, given by its initial position.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        help: &'static str,
        options: &'static [OptionSpec],
        seat: Seating,
    ) -> Self {
        let plays = Plays::ANYTHING;
        PlayerPlugin {
            name,
            aliases: &[],
            summary,
            help,
            options,
            plays,
            is_inside: false,
            choice: None,
            universal: seat,
        }
    }

    /// The same for certain games only.
    #[must_use]
    pub const fn playing(self, plays: Plays) -> Self {
        PlayerPlugin { plays, ..self }
    }

    /// The same, for a player that [stays inside](PlayerPlugin::is_inside), as every [`Algorithm`]
    /// does.
    #[must_use]
    pub const fn inside(self) -> Self {
        PlayerPlugin { is_inside: true, ..self }
    }

    /// The same, for a player that delegates each game to another.
    #[must_use]
    pub const fn choosing(self, choice: Choosing) -> Self {
        PlayerPlugin { choice: Some(choice), ..self }
    }

    /// Refuses a game that the player is not for, and suggests players that are.
    fn demand(&self, facts: &Facts) -> Result<(), SetupError> {
        let Some(reason) = self.plays.refusal(facts) else { return Ok(()) };
        let can = |name: &&&str| players().get(**name).is_some_and(|other| other.plays.refusal(facts).is_none());
        let others: Vec<&str> = if facts.hidden && !self.plays.hidden {
            let plugins = players().values().filter(|other| other.is_inside);
            plugins.filter(|other| other.plays.refusal(facts).is_none()).map(|p| p.name).collect()
        } else {
            self.plays.instead.iter().filter(can).copied().take(3).collect()
        };
        let suggestion = match &others[..] {
            [] => Sentence::named("use-none", "no other player is like it here"),
            [one] => Sentence::named("use", "use {player}").with("player", *one),
            [others @ .., last] => Sentence::named("use-or", "use {players} or {last}")
                .with("players", others.join(", "))
                .with("last", *last),
        };
        Err(SetupError::refused(self.name, reason, suggestion))
    }
}

inventory::collect!(PlayerPlugin);

/// Every linked player, by name.
pub fn players() -> &'static BTreeMap<&'static str, &'static PlayerPlugin> {
    &player_names().printed
}

fn player_names() -> &'static Names<PlayerPlugin> {
    static PLAYERS: OnceLock<Names<PlayerPlugin>> = OnceLock::new();
    PLAYERS.get_or_init(|| {
        let all = inventory::iter::<PlayerPlugin>();
        let all = all.map(|player| (player.name, player.aliases, player));
        Names::collect("player", all)
    })
}

/// The linked player with this name or alias, whatever its options: `AlphaBeta` is `alpha-beta`.
///
/// # Errors
///
/// If no player has this name: the nearest name, and all names.
pub fn find_player(name: &str) -> Result<&'static PlayerPlugin, NameError> {
    let unknown = |accepted| NameError::Unknown { what: "player", name: name.to_owned(), accepted };
    player_names().find(name).map_err(unknown)
}

/// The player that `text` names, with its options.
///
/// # Errors
///
/// If the text is not a term, the name unknown, or an option wrong.
pub fn player(text: &str) -> Result<NamedPlayer, NameError> {
    let term = Term::parse(text)?;
    let plugin = find_player(&term.name)?;
    let options = Options::read(plugin.name, plugin.options, &term)?;
    Ok(NamedPlayer { term: options.term(), plugin, options })
}
