//! A tournament as it is asked for: texts and numbers, not yet looked up or checked.
//!
//! Files, flags and library code all make a [`Spec`]; after [`Spec::resolve`] every name is known,
//! every option is right, and every player can play.

use crate::ask::{
    format::Format,
    located::Located,
    rules::{Exclusion, FaultRule, Order, SeatingRule},
    secret::{Secret, SecretChoice},
    sweep,
};

/// The specification of a tournament. `None` and empty fields take their defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// The master seed; 1 unless given.
    pub seed: Option<u64>,
    /// What programs cannot know and is drawn with the seed, or that there is no such thing; none unless given, or where
    /// nothing is drawn so.
    pub secret: Option<SecretChoice>,
    /// The format; a round robin by default.
    pub format: Option<Format>,
    /// The number of rounds, for formats that have rounds.
    pub rounds: Option<u32>,
    /// The consequence of a player's fault for its game.
    pub faults: Option<FaultRule>,
    /// When a player that gives no answer or breaks down is excluded; after three games unless given.
    pub exclusion: Option<Exclusion>,
    /// How often a player that may try again for a move does, unless its own term says so.
    pub retries: Option<u32>,
    /// When a match may end early, such as `sprt(elo0=0, elo1=5)`.
    pub stop: Option<Located>,
    /// The players that are signed up.
    pub players: Vec<PlayerSpec>,
    /// The games to be played.
    pub games: Vec<GameSpec>,
    /// The rules of all games that do not override them.
    pub rules: Rules,
    /// Whether the players' thoughts about their moves are recorded.
    pub thoughts: Option<bool>,
    /// Whether a player that cannot play a game is left out of that game; otherwise it is an error.
    pub skip_unsupported: Option<bool>,
}

/// A player signed up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSpec {
    /// Its name in tables; by default its canonical term.
    pub name: Option<String>,
    /// Its term.
    pub player: Located,
}

/// A game to be played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSpec {
    /// Its term.
    pub game: Located,
    /// The players of this game, by name or by term; by default all.
    pub players: Option<Vec<Located>>,
    /// The rules of this game, where they differ.
    pub rules: Rules,
}

/// The rules by which games are played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The number of openings of every meeting; by default ten, or all of the file, and
    /// where a match stops when its result is clear, as many as that takes.
    pub openings: Option<u64>,
    /// The file the openings are from, if they are not all drawn.
    pub opening_file: Option<Located>,
    /// In which order the openings of the file are played.
    pub opening_order: Option<Order>,
    /// The number of random plies of an opening; with a file, of those after its moves, none by
    /// default.
    pub plies: Option<u32>,
    /// The most nodes a player may spend on one move.
    pub nodes: Option<u64>,
    /// The most milliseconds a player may think about one move. Results under a clock cannot be
    /// reproduced.
    pub move_time: Option<u64>,
    /// The milliseconds by which an answer may be late and still count: the machine, not the
    /// player, may have been slow. Players are not informed of it.
    pub time_margin: Option<u64>,
    /// After how many plies a game is adjudicated, if its own bound is not smaller.
    pub max_plies: Option<u32>,
    /// The rule by which a game ends because both players agree that one has lost: see
    /// [`Agreement`].
    ///
    /// [`Agreement`]: crate::ask::Agreement
    pub resign: Option<Located>,
    /// When a game ends because both players agree that it is a draw.
    pub draw: Option<Located>,
    /// The orders in which the entries of a meeting take their seats.
    pub seatings: Option<SeatingRule>,
}

impl Rules {
    /// These rules, with `others` for all that is not given. If `self` names a file of openings,
    /// its random plies default to none, and those of `others` do not count.
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

/// The size of a [`Spec`], before any name is looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpecSize {
    /// The number of players, each of a sweep by itself; players that only one game names count
    /// once for each game.
    pub players: u64,
    /// Games, each of a sweep by itself.
    pub games: u64,
    /// The number of pairs of a game and a player of it, each of which is checked.
    pub seats: u64,
    /// Bytes of all those names.
    pub bytes: u64,
}

impl Spec {
    /// Counts without looking any name up or expanding any sweep, so it takes no longer than reading the texts.
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

    /// The default number of openings of a meeting.
    pub(crate) const OPENINGS: u64 = 10;
    /// That of a match which ends when its result is clear: more than it will need.
    pub(crate) const UNTIL_CLEAR: u64 = 1_000_000_000;
    /// The default number of random plies of an opening.
    pub const PLIES: u32 = 2;
    /// The default number of milliseconds by which an answer may be late.
    pub(crate) const TIME_MARGIN: u64 = 100;
    /// The default seed.
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

    /// Sets the secret.
    #[must_use]
    pub fn secret(mut self, secret: Secret) -> Spec {
        self.secret = Some(SecretChoice::Known(secret));
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
        spec.games.push(GameSpec { game: Located::new("hex(size={3,4})"), players, ..GameSpec::default() });
        // A text that is no sweep is one name, right or wrong.
        let spec = spec.player("m(a={1,2").game("{}");
        let names = "randomm(a={1,2nim{}greedy".len() + 3 * "m(a={1,2,3})".len() + 2 * "hex(size={3,4})".len();
        let bytes = (names + 1000 * wide.len()) as u64;
        let players = 1000 + 2 + 4;
        let wanted = SpecSize { players, games: 4, seats: 2 * 1002 + 2 * 4, bytes };
        assert_eq!(spec.size(), wanted);
    }
}
