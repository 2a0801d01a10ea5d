//! Games by name.

use std::{collections::BTreeMap, sync::OnceLock};

use crate::{
    AnyPosition, Explained as _, Game, OptionError, OptionSpec, Options, RuleClaim,
    names::Names,
    options::{self, Kind, NameError},
    term::{Term, unquoted},
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
    /// See [`Game::RULES`].
    pub rules: &'static str,
    /// See [`Game::HELP`].
    pub help: &'static str,
    /// See [`Game::CLAIMS`].
    pub claims: &'static [RuleClaim],
    /// See [`Game::OPTIONS`].
    pub options: &'static [OptionSpec],
    /// See [`Game::SAMPLES`].
    pub samples: &'static [&'static str],
    /// Whether it runs without any command of this machine.
    pub is_inside: bool,
    /// Whether its players are told its name alone, as its options would give away what is to be found out.
    pub is_concealed: bool,
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
            rules: G::RULES,
            help: G::HELP,
            claims: G::CLAIMS,
            options: G::OPTIONS,
            samples: G::SAMPLES,
            is_inside: true,
            is_concealed: false,
            start: G::open,
        }
    }

    /// The same for a game that runs a command of this machine. It must check whether [it
    /// may](options::Access::programs).
    #[must_use]
    pub const fn outside(self) -> Self {
        GamePlugin { is_inside: false, ..self }
    }

    /// The same for a game whose players are told its name alone.
    #[must_use]
    pub const fn concealed(self) -> Self {
        GamePlugin { is_concealed: true, ..self }
    }

    /// Whether making the game `term` of this plug-in would read a file or run a command.
    pub fn reaches_out(&self, term: &Term) -> bool {
        let takes_files = self.options.iter().any(OptionSpec::takes_files);
        let takes_games = self.options.iter().any(|spec| matches!(spec.kind, Kind::Game(_)));
        let mut values = term.arguments.iter().map(|argument| argument.value.as_str());
        let is_outer = |value: &str| {
            let inner = unquoted(value).and_then(|value| Term::parse(&value).ok());
            inner.is_some_and(|term| find_game(&term.name).is_ok_and(|plugin| plugin.reaches_out(&term)))
        };
        !self.is_inside
            || values.any(|value| takes_files && options::names_file(value) || takes_games && is_outer(value))
    }

    /// Everything that is said of it beside its summary, in paragraphs: its rules, then how it is written, and sources.
    pub fn told(&self) -> String {
        let rules = self.rules.replace(['[', ']'], "");
        let between = if rules.is_empty() || self.help.is_empty() { "" } else { "\n\n" };
        [&rules, between, self.help].concat()
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

impl NamedGame {
    /// The game behind one in disguise; any other is its own.
    pub fn behind(&self) -> &NamedGame {
        let inner =
            self.options.iter().find(|(spec, _)| self.plugin.is_concealed && matches!(spec.kind, Kind::Game(_)));
        inner.map_or(self, |(spec, _)| self.options.game(spec.name).behind())
    }

    /// The rules, as a player is told them: what the author of rules from outside says of them, or all that is said of the
    /// game, and then each of its claims on a line.
    pub fn rules(&self) -> String {
        self.start.rules().unwrap_or_else(|| {
            let claims = self.plugin.claims.iter().map(|claim| format!("\n{claim}"));
            [self.plugin.told()].into_iter().chain(claims).collect()
        })
    }

    /// The rules in the language with this tag, as in BCP 47 (`hu`, `hu-HU`), and the tag of the language that they are
    /// told in: `en` where nobody [told](Translation) them in the other.
    pub fn rules_in(&self, wanted: &str) -> (&'static str, String) {
        let wanted = wanted.split(['-', '_']).next().unwrap_or_default();
        let mut known = inventory::iter::<Translation>().filter(|known| known.language.eq_ignore_ascii_case(wanted));
        let told = known.find_map(|known| Some((known.language, (known.rules)(self)?)));
        told.unwrap_or_else(|| ("en", self.rules()))
    }
}

/// What games tell of themselves in a language other than English. It is registered as a game is, beside the texts.
#[derive(Debug)]
pub struct Translation {
    /// The tag of the language: `hu`.
    pub language: &'static str,
    /// What [`NamedGame::rules`] says in English; `None` of rules that it has no text of.
    pub rules: fn(&NamedGame) -> Option<String>,
}

/// What is put around the initial position of every game that is named, for checks that look for a fault planted there.
/// At most one is linked.
#[derive(Debug)]
pub struct Graft(pub fn(AnyPosition) -> AnyPosition);

inventory::collect!(GamePlugin);
inventory::collect!(Translation);
inventory::collect!(Graft);

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

/// The linked game with this name or alias, whatever its options: `Connect Four` is `connect-four`.
///
/// # Errors
///
/// If no game has this name: the nearest name, and all names.
pub fn find_game(name: &str) -> Result<&'static GamePlugin, NameError> {
    let unknown = |accepted| NameError::Unknown { what: "game", name: name.to_owned(), accepted };
    game_names().find(name).map_err(unknown)
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
