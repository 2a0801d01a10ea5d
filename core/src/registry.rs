//! Where games and players meet: by name, at run time, without a central list.
//!
//! Link order must not decide anything, so every lookup goes through a map sorted by name, and
//! two plug-ins with one name are refused rather than raced. A crate that no code names is not
//! linked, and its plug-ins are not here.

use std::{any::TypeId, collections::BTreeMap, fmt::Debug, sync::OnceLock};

use crate::{
    Algorithm, AnyPosition, Estimator, Facts, Game, OptionError, OptionSpec, Options, Player,
    Plays, Position, SetupError,
    algorithm::{Native, Seated, Universal},
    evaluate::MODEL,
    names::Names,
    options::{self, Kind, NameError},
    term::Term,
};

/// A game, as the registry knows it.
#[derive(Debug)]
pub struct GamePlugin {
    /// See [`Game::NAME`].
    pub name: &'static str,
    /// See [`Game::ALIASES`].
    pub aliases: &'static [&'static str],
    /// See [`Game::SUMMARY`].
    pub summary: &'static str,
    /// See [`Game::HELP`].
    pub help: &'static str,
    /// See [`Game::OPTIONS`].
    pub options: &'static [OptionSpec],
    /// See [`Game::SAMPLES`].
    pub samples: &'static [&'static str],
    /// Whether it stays inside: no command of this machine is run for it.
    pub is_inside: bool,
    pub(crate) start: fn(&Options) -> Result<AnyPosition, OptionError>,
}

impl GamePlugin {
    /// Describes `G`. Submit it: `inventory::submit! { GamePlugin::of::<MyGame>() }`.
    pub const fn of<G: Game>() -> Self {
        GamePlugin {
            name: G::NAME,
            aliases: G::ALIASES,
            summary: G::SUMMARY,
            help: G::HELP,
            options: G::OPTIONS,
            samples: G::SAMPLES,
            is_inside: true,
            start: G::open,
        }
    }

    /// The same, of which a command of this machine is a part. It asks whether [it may](options::Reach::programs).
    #[must_use]
    pub const fn outside(self) -> Self {
        GamePlugin { is_inside: false, ..self }
    }

    /// Whether to make the game of `term`, which has this name, a file would be read or a command run.
    pub fn reaches_out(&self, term: &Term) -> bool {
        let takes_files = self.options.iter().any(OptionSpec::takes_files);
        let mut values = term.arguments.iter().map(|argument| argument.value.as_str());
        !self.is_inside || takes_files && values.any(options::names_file)
    }

    /// The samples as whole terms: `name(options)`.
    pub fn sample_terms(&self) -> impl Iterator<Item = String> {
        self.samples.iter().map(|sample| format!("{}({sample})", self.name))
    }
}

/// A game with its options, ready to be played.
#[derive(Clone, Debug)]
pub struct NamedGame {
    /// The canonical text: it reads back to the same game, and equal games have equal texts.
    pub term: String,
    /// The plug-in.
    pub plugin: &'static GamePlugin,
    /// Its options.
    pub options: Options,
    /// The initial position.
    pub start: AnyPosition,
}

/// A player with its options, ready to be seated.
#[derive(Clone, Debug)]
pub struct NamedPlayer {
    /// The canonical text: it reads back to the same player, and equal players have equal texts.
    pub term: String,
    /// The plug-in.
    pub plugin: &'static PlayerPlugin,
    /// Its options.
    pub options: Options,
}

impl NamedPlayer {
    /// Seats the player at the game that begins with `game`: natively where the two are bound.
    ///
    /// # Errors
    ///
    /// Where the player cannot play this game, with the reason.
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
    /// Where the player cannot play this game, with the reason.
    pub fn seat_erased(&self, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        self.plugin.demand(&game.facts())?;
        (self.plugin.universal)(&self.options, game)
    }

    /// Seats the player where all that is hidden lies open, as those do who deal it themselves.
    ///
    /// # Errors
    ///
    /// Where the player cannot play this game even so, with the reason.
    pub fn seat_open(&self, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        self.plugin.demand(&Facts { hidden: false, ..game.facts() })?;
        (self.plugin.universal)(&self.options, game)
    }

    /// Whom it chooses to play this game in its place, where it does.
    pub fn choice(&self, game: &AnyPosition) -> Option<Choice> {
        self.plugin.choice.map(|choose| choose(&self.options, game))
    }

    /// Whether it, or a player that it is made of, goes by the evaluation that [comes with a
    /// game](crate::ShippedModel).
    pub fn asks_for_shipped(&self) -> bool {
        let is_asked = |spec: &OptionSpec| match spec.kind {
            Kind::Player => {
                self.options.player(spec.name).is_some_and(NamedPlayer::asks_for_shipped)
            }
            Kind::Players(_) => {
                let mut players = self.options.players(spec.name).iter();
                players.any(|(player, _)| player.asks_for_shipped())
            }
            _ => spec.name == Estimator::OPTION.name && self.options.written(spec.name) == MODEL,
        };
        self.plugin.options.iter().any(is_asked)
    }

    /// Whether [`seat`](NamedPlayer::seat) would be native.
    pub fn is_native_at(&self, game: &AnyPosition) -> bool {
        bindings().contains_key(&(game.position_type(), self.plugin.name))
    }
}

/// Makes a player for a game, which is given by its initial position.
pub type Seating = fn(&Options, &AnyPosition) -> Result<Box<dyn Player>, SetupError>;

/// Who plays in the place of another, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The player, with its options.
    pub term: String,
    /// The reason, in words that follow a colon.
    pub why: String,
}

/// Chooses who plays a game, which is given by its initial position.
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
    /// Whether it stays inside: it uses no file and no process, and asks no person. Those that it is made
    /// of may.
    pub is_inside: bool,
    /// Whom it chooses to play in its place, where it does.
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

    /// Describes a player that is no [`Algorithm`]: one that talks to a person or to another
    /// process. `seat` makes one for a game, given by its initial position.
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

    /// The same, which [stays inside](PlayerPlugin::is_inside), as every [`Algorithm`] does.
    #[must_use]
    pub const fn inside(self) -> Self {
        PlayerPlugin { is_inside: true, ..self }
    }

    /// The same, which chooses another to play in its place, and says whom.
    #[must_use]
    pub const fn choosing(self, choice: Choosing) -> Self {
        PlayerPlugin { choice: Some(choice), ..self }
    }

    /// Refuses a game that it is not for, and says who is.
    fn demand(&self, facts: &Facts) -> Result<(), SetupError> {
        let Some(reason) = self.plays.refusal(facts) else { return Ok(()) };
        let can = |name: &&&str| {
            players().get(**name).is_some_and(|other| other.plays.refusal(facts).is_none())
        };
        let others: Vec<&str> = if facts.hidden && !self.plays.hidden {
            let plugins = players().values().filter(|other| other.is_inside);
            plugins.filter(|other| other.plays.refusal(facts).is_none()).map(|p| p.name).collect()
        } else {
            self.plays.instead.iter().filter(can).copied().take(3).collect()
        };
        let suggestion = match &others[..] {
            [] => "no other player is like it here".to_owned(),
            [one] => format!("use {one}"),
            [others @ .., last] => format!("use {} or {last}", others.join(", ")),
        };
        Err(SetupError::refused(self.name, reason, suggestion))
    }
}

/// A promise that an algorithm was compiled for a position.
#[derive(Debug)]
pub struct Binding {
    position: fn() -> TypeId,
    /// The player's name.
    pub player: &'static str,
    /// What the algorithm can play: to compile it for a game that it never plays is for nothing.
    pub plays: Plays,
    native: Seating,
}

impl Binding {
    /// Compiles `A` for `P`.
    pub const fn of<P: Position, A: Algorithm>() -> Self {
        Binding {
            position: TypeId::of::<P>,
            player: A::NAME,
            plays: A::PLAYS,
            native: |options, game| Ok(Box::new(Native::new(Seated::<P, A>::new(options, game)?))),
        }
    }
}

/// One game and the algorithms compiled for it.
#[derive(Debug)]
pub struct Roster(pub &'static [Binding]);

inventory::collect!(GamePlugin);
inventory::collect!(PlayerPlugin);
inventory::collect!(Roster);

/// Every linked game, by name.
pub fn games() -> &'static BTreeMap<&'static str, &'static GamePlugin> {
    &game_names().printed
}

fn game_names() -> &'static Names<GamePlugin> {
    static GAMES: OnceLock<Names<GamePlugin>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let all = inventory::iter::<GamePlugin>().map(|game| (game.name, game.aliases, game));
        Names::collect("game", all)
    })
}

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

/// The linked game of that name or alias, whatever its options: `Connect Four` is `connect-four`.
///
/// # Errors
///
/// Where no game is called so: with the nearest name, and all of them.
pub fn find_game(name: &str) -> Result<&'static GamePlugin, NameError> {
    let unknown = |accepted| NameError::Unknown { what: "game", name: name.to_owned(), accepted };
    game_names().find(name).map_err(unknown)
}

/// The linked player of that name or alias, whatever its options: `AlphaBeta` is `alpha-beta`.
///
/// # Errors
///
/// Where no player is called so: with the nearest name, and all of them.
pub fn find_player(name: &str) -> Result<&'static PlayerPlugin, NameError> {
    let unknown = |accepted| NameError::Unknown { what: "player", name: name.to_owned(), accepted };
    player_names().find(name).map_err(unknown)
}

/// The game that `text` names, with its options.
///
/// # Errors
///
/// Where the text is no term, the name unknown, or an option wrong.
pub fn game(text: &str) -> Result<NamedGame, NameError> {
    let term = Term::parse(text)?;
    let plugin = find_game(&term.name)?;
    let options = Options::read(plugin.name, plugin.options, &term)?;
    let start = (plugin.start)(&options)?;
    Ok(NamedGame { term: options.term(), plugin, options, start })
}

/// The initial position of one certain game, with `options` as people type them between the
/// parentheses.
///
/// # Errors
///
/// Where an option is wrong.
pub fn start<G: Game>(options: &str) -> Result<G, NameError> {
    let term = Term::parse(&format!("{}({options})", G::NAME))?;
    Ok(G::start(&Options::read(G::NAME, G::OPTIONS, &term)?)?)
}

/// The player that `text` names, with its options.
///
/// # Errors
///
/// Where the text is no term, the name unknown, or an option wrong.
pub fn player(text: &str) -> Result<NamedPlayer, NameError> {
    let term = Term::parse(text)?;
    let plugin = find_player(&term.name)?;
    let options = Options::read(plugin.name, plugin.options, &term)?;
    Ok(NamedPlayer { term: options.term(), plugin, options })
}

fn bindings() -> &'static BTreeMap<(TypeId, &'static str), Seating> {
    static BINDINGS: OnceLock<BTreeMap<(TypeId, &'static str), Seating>> = OnceLock::new();
    BINDINGS.get_or_init(|| {
        let all = inventory::iter::<Roster>().flat_map(|roster| roster.0);
        unique(all.map(|b| (((b.position)(), b.player), b.native)))
    })
}

pub(crate) fn unique<K: Ord + Debug, V>(entries: impl Iterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (name, plugin) in entries {
        let text = format!("{name:?}");
        assert!(map.insert(name, plugin).is_none(), "two plug-ins are called {text}");
    }
    map
}
