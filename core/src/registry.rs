//! The registry of games and players: by name, at run time, without a central list.
//!
//! Link order must not matter, so every look-up uses a map sorted by name, and two plug-ins with
//! one name are refused. A crate that no code names is not linked, and its plug-ins are missing
//! here.

use std::{any::TypeId, collections::BTreeMap, fmt::Debug, sync::OnceLock};

use crate::{
    Algorithm, AnyPosition, Estimator, Facts, Game, OptionError, OptionSpec, Options, Player,
    Plays, Position, SetupError, ShippedModel,
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
    /// Whether it runs without any command of this machine.
    pub is_inside: bool,
    /// See [`Game::open`].
    pub start: fn(&Options) -> Result<AnyPosition, OptionError>,
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

    /// The same for a game that runs a command of this machine. It must check whether [it
    /// may](options::Reach::programs).
    #[must_use]
    pub const fn outside(self) -> Self {
        GamePlugin { is_inside: false, ..self }
    }

    /// Whether making the game `term` of this plug-in would read a file or run a command.
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
    /// The canonical text: it parses back to the same game, and equal games have equal texts.
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

    /// Whether it, a player inside it or the one it chooses uses the evaluation that [ships with
    /// `game`](ShippedModel) and does not say which evaluation that is.
    pub fn asks_for_shipped(&self, game: &AnyPosition) -> bool {
        ShippedModel::of(game).is_some_and(|model| self.goes_by(model, game))
    }

    fn goes_by(&self, model: &ShippedModel, game: &AnyPosition) -> bool {
        if let Some(choice) = self.choice(game) {
            let name = model.name().term();
            let is_chosen = choice.term.contains(&name) && !self.term.contains(&name);
            let chosen = || player(&choice.term);
            return is_chosen || chosen().is_ok_and(|chosen| chosen.goes_by(model, game));
        }
        let is_asked = |spec: &OptionSpec| match spec.kind {
            Kind::Player => {
                let inside = self.options.player(spec.name);
                inside.is_some_and(|player| player.goes_by(model, game))
            }
            Kind::Players(_) => {
                let mut players = self.options.players(spec.name).iter();
                players.any(|(player, _)| player.goes_by(model, game))
            }
            _ => spec.name == Estimator::OPTION.name && self.options.written(spec.name) == MODEL,
        };
        self.plugin.options.iter().any(is_asked)
    }

    /// Whether [`seat`](NamedPlayer::seat) would seat it natively.
    pub fn is_native_at(&self, game: &AnyPosition) -> bool {
        bindings().contains_key(&(game.position_type(), self.plugin.name))
    }
}

/// Makes a player for a game, which is given by its initial position.
pub type Seating = fn(&Options, &AnyPosition) -> Result<Box<dyn Player>, SetupError>;

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

/// A declaration that an algorithm is compiled for one type of position.
#[derive(Debug)]
pub struct Binding {
    position: fn() -> TypeId,
    /// The player's name.
    pub player: &'static str,
    /// The games the algorithm can play: it is not compiled for any other.
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

/// What is put around the initial position of every game that is named, for checks that look for a fault planted there.
/// At most one is linked.
#[derive(Debug)]
pub struct Graft(pub fn(AnyPosition) -> AnyPosition);

inventory::collect!(GamePlugin);
inventory::collect!(Graft);
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

/// The linked game with this name or alias, whatever its options: `Connect Four` is `connect-four`.
///
/// # Errors
///
/// If no game has this name: the nearest name, and all names.
pub fn find_game(name: &str) -> Result<&'static GamePlugin, NameError> {
    let unknown = |accepted| NameError::Unknown { what: "game", name: name.to_owned(), accepted };
    game_names().find(name).map_err(unknown)
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

/// The game that `text` names, with its options.
///
/// # Errors
///
/// If the text is not a term, the name unknown, or an option wrong.
pub fn game(text: &str) -> Result<NamedGame, NameError> {
    let term = Term::parse(text)?;
    let plugin = find_game(&term.name)?;
    let options = Options::read(plugin.name, plugin.options, &term)?;
    let start = (plugin.start)(&options)?;
    let start = match inventory::iter::<Graft>().next() {
        Some(Graft(around)) => around(start),
        None => start,
    };
    Ok(NamedGame { term: options.term(), plugin, options, start })
}

/// The initial position of the game `G`, with `options` as typed between the parentheses.
///
/// # Errors
///
/// If an option is wrong.
pub fn start<G: Game>(options: &str) -> Result<G, NameError> {
    let term = Term::parse(&format!("{}({options})", G::NAME))?;
    Ok(G::start(&Options::read(G::NAME, G::OPTIONS, &term)?)?)
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
