//! A tournament as it is asked for: texts and numbers, not yet looked up or checked.
//!
//! Files, flags and library code all make a [`Spec`]; after [`Spec::resolve`] every name is known,
//! every option is right, and every player can play.

use crate::ask::{
    format::Format,
    located::Located,
    rules::{Exclusion, FaultRule, Order, SeatingRule},
    sweep,
};

/// A tournament as it was asked for. What is `None` or empty takes its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// The master seed; 1 unless given.
    pub seed: Option<u64>,
    /// Who meets whom; a round robin unless given.
    pub format: Option<Format>,
    /// How many rounds, for formats that have rounds.
    pub rounds: Option<u32>,
    /// What happens to games in which a player is at fault.
    pub faults: Option<FaultRule>,
    /// When a player that gives no answer or breaks down is excluded; after three games unless given.
    pub exclusion: Option<Exclusion>,
    /// When a match may end early, such as `sprt(elo0=0, elo1=5)`.
    pub stop: Option<Located>,
    /// Who is signed up.
    pub players: Vec<PlayerSpec>,
    /// What is played.
    pub games: Vec<GameSpec>,
    /// How, for every game that doesn't say otherwise.
    pub rules: Rules,
    /// Whether what players think of their moves is kept.
    pub thoughts: Option<bool>,
    /// Whether a player that cannot play a game is left out of it, instead of being an error.
    pub skip_unsupported: Option<bool>,
}

/// A player signed up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSpec {
    /// What tables call it; its canonical term unless given.
    pub name: Option<String>,
    /// Its term.
    pub player: Located,
}

/// A game to be played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSpec {
    /// Its term.
    pub game: Located,
    /// Who plays it, by name or by term; everybody unless given.
    pub players: Option<Vec<Located>>,
    /// How.
    pub rules: Rules,
}

/// How games are played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// How many openings every meeting is played from; ten unless given, or all of the file.
    pub openings: Option<u64>,
    /// The file the openings are from, if they are not all drawn.
    pub opening_file: Option<Located>,
    /// In which order the openings of the file are played.
    pub opening_order: Option<Order>,
    /// How many random plies an opening has; one from a file, after the moves there: none unless
    /// given.
    pub plies: Option<u32>,
    /// How many nodes a player may spend on one move.
    pub nodes: Option<u64>,
    /// How many milliseconds a player may think about one move. Results under a clock cannot be
    /// reproduced.
    pub move_time: Option<u64>,
    /// By how many milliseconds an answer may be late and still count: the machine, not the player,
    /// may have been slow. Players are not told.
    pub time_margin: Option<u64>,
    /// After how many plies a game is adjudicated, if its own bound is not smaller.
    pub max_plies: Option<u32>,
    /// When a game ends because both players agree on who has lost: see [`Agreement`].
    ///
    /// [`Agreement`]: crate::ask::Agreement
    pub resign: Option<Located>,
    /// When a game ends because both players agree that it is a draw.
    pub draw: Option<Located>,
    /// In which orders those who meet take their seats.
    pub seatings: Option<SeatingRule>,
}

impl Rules {
    /// These rules, and where they say nothing, `others`. Where `self` names a file of openings,
    /// its random plies are none unless it says so itself: those of `others` do not count.
    #[must_use]
    pub fn or(&self, others: &Rules) -> Rules {
        let others_plies = if self.opening_file.is_none() { others.plies } else { None };
        Rules {
            openings: self.openings.or(others.openings),
            opening_file: self.opening_file.clone().or_else(|| others.opening_file.clone()),
            opening_order: self.opening_order.or(others.opening_order),
            plies: self.plies.or(others_plies),
            nodes: self.nodes.or(others.nodes),
            move_time: self.move_time.or(others.move_time),
            time_margin: self.time_margin.or(others.time_margin),
            max_plies: self.max_plies.or(others.max_plies),
            resign: self.resign.clone().or_else(|| others.resign.clone()),
            draw: self.draw.clone().or_else(|| others.draw.clone()),
            seatings: self.seatings.or(others.seatings),
        }
    }
}

/// How much a [`Spec`] names, before any of it is looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpecSize {
    /// Players, each of a sweep by itself; those that only one game names too, once for each game.
    pub players: u64,
    /// Games, each of a sweep by itself.
    pub games: u64,
    /// In all games together, the players of each: so many are asked whether they can play it.
    pub seats: u64,
    /// Bytes of all those names.
    pub bytes: u64,
}

impl Spec {
    /// How much it names. Nothing is looked up, and no sweep is made: to know it takes no longer than to read
    /// the texts.
    pub fn size(&self) -> SpecSize {
        // A text that is no sweep is one name, right or wrong.
        let count = |text: &str| sweep::count(text).unwrap_or(1);
        let mut size = SpecSize::default();
        let mut named = |text: &str| {
            let count = count(text);
            size.bytes = size.bytes.saturating_add(count.saturating_mul(text.len() as u64));
            count
        };
        let everybody: u64 = self.players.iter().map(|own| named(&own.player.text)).sum();
        let (mut players, mut games, mut seats) = (everybody, 0, 0_u64);
        for game in &self.games {
            let each = named(&game.game.text);
            let own = game.players.as_ref().map(|list| {
                let listed: u64 = list.iter().map(|own| named(&own.text)).sum();
                players += listed;
                listed
            });
            games += each;
            seats = seats.saturating_add(each.saturating_mul(own.unwrap_or(everybody)));
        }
        SpecSize { players, games, seats, ..size }
    }

    /// The openings of a meeting unless the spec says otherwise.
    pub(crate) const OPENINGS: u64 = 10;
    /// The random plies of an opening unless the spec says otherwise.
    pub const PLIES: u32 = 2;
    /// The milliseconds by which an answer may be late unless the spec says otherwise.
    pub(crate) const TIME_MARGIN: u64 = 100;
    /// The seed unless the spec says otherwise.
    pub(crate) const SEED: u64 = 1;

    /// Signs up a player, by its term.
    #[must_use]
    pub fn player(mut self, term: impl Into<String>) -> Spec {
        self.players.push(PlayerSpec { name: None, player: Located::new(term) });
        self
    }

    /// Signs up a player under a name of your choice.
    #[must_use]
    pub fn player_named(mut self, name: impl Into<String>, term: impl Into<String>) -> Spec {
        self.players.push(PlayerSpec { name: Some(name.into()), player: Located::new(term) });
        self
    }

    /// Adds a game, by its term.
    #[must_use]
    pub fn game(mut self, term: impl Into<String>) -> Spec {
        self.games.push(GameSpec { game: Located::new(term), ..GameSpec::default() });
        self
    }

    /// Every meeting is played from `openings` openings of `plies` random plies.
    #[must_use]
    pub fn openings(mut self, openings: u64, plies: u32) -> Spec {
        self.rules.openings = Some(openings);
        self.rules.plies = Some(plies);
        self
    }

    /// Every meeting is played from the openings of the file at `path`, one a line: see
    /// [`OPENINGS_FORM`](crate::plan::OPENINGS_FORM).
    #[must_use]
    pub fn opening_file(mut self, path: impl Into<String>) -> Spec {
        self.rules.opening_file = Some(Located::new(path));
        self
    }

    /// Lets a player spend `nodes` on one move.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Spec {
        self.rules.nodes = Some(nodes);
        self
    }

    /// Sets the master seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Spec {
        self.seed = Some(seed);
        self
    }

    /// The files it takes openings from.
    pub fn opening_files(&self) -> impl Iterator<Item = &str> {
        let all = self.games.iter().map(|game| &game.rules).chain([&self.rules]);
        all.filter_map(|rules| rules.opening_file.as_ref()).map(|said| said.text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{GameSpec, Located, Spec, SpecSize};

    #[test]
    fn how_much_is_named_is_counted_without_making_a_sweep() {
        let many = (1..=1000).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
        let wide = format!("mcts(iterations={{{many}}})");
        let mut spec = Spec::default().player("random").player(wide.clone()).game("nim");
        let players = Some(vec![Located::new("greedy"), Located::new("m(a={1,2,3})")]);
        spec.games.push(GameSpec {
            game: Located::new("hex(size={3,4})"),
            players,
            ..GameSpec::default()
        });
        // What is no sweep is one name, right or wrong.
        let spec = spec.player("m(a={1,2").game("{}");
        let names = "randomm(a={1,2nim{}greedy".len()
            + 3 * "m(a={1,2,3})".len()
            + 2 * "hex(size={3,4})".len();
        let bytes = (names + 1000 * wide.len()) as u64;
        let players = 1000 + 2 + 4;
        let wanted = SpecSize { players, games: 4, seats: 2 * 1002 + 2 * 4, bytes };
        assert_eq!(spec.size(), wanted);
    }
}
