//! A player made of several: each move is left to one of them, drawn by its weight.

use agon_core::{
    AnyMove, AnyPosition, Decision, Failure, Habits, NamedPlayer, Observer, OptionError,
    OptionSpec, Options, Player, PlayerPlugin, SetupError, Turn, inventory,
};

/// Leaves each move to one of several players, drawn by its weight. These may be anything that plays, so it is no algorithm: it only hands on
/// the question.
pub struct Mix {
    parts: Vec<Part>,
}

/// One of the players, at the table.
struct Part {
    /// How often it is asked; the shares of all add up to one.
    share: f64,
    player: Box<dyn Player>,
    /// What is said of a move that was left to it.
    words: String,
}

impl Mix {
    /// The name people type.
    pub const NAME: &'static str = "mix";

    const HELP: &'static str = "mix(A*0.8, B*0.2) asks A for four moves in five and B for the \
        others, drawn anew at every turn. Weights need not add up to one; without a weight a part \
        weighs 1. As the model of expectimax its probabilities are known exactly.";

    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::players(
        "players",
        "players with their weights, such as minimax(depth=2)*0.8, random*0.2",
        "",
        "the parts, and how often each is asked",
    )];

    /// The parts of the mixture that `options` describe, with shares that add up to one.
    pub(crate) fn parts(options: &Options) -> Result<Vec<(f64, &NamedPlayer)>, OptionError> {
        let parts = options.players("players");
        if parts.is_empty() {
            return Err(options.wrong("players", Self::OPTIONS[0].accepted()));
        }
        let total: f64 = parts.iter().map(|(_, weight)| weight).sum();
        Ok(parts.iter().map(|(player, weight)| (weight / total, player)).collect())
    }

    fn seat(options: &Options, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        let seated = |(share, part): (f64, &NamedPlayer)| {
            let words = left_to(&part.term, share);
            Ok(Part { share, player: part.seat(game)?, words })
        };
        let parts =
            Self::parts(options)?.into_iter().map(seated).collect::<Result<_, SetupError>>();
        Ok(Box::new(Mix { parts: parts? }))
    }
}

/// What is said of a move that was left to the player with this `term`.
pub(crate) fn left_to(term: &str, share: f64) -> String {
    format!("left to {term}, whose share is {}", rounded(share))
}

/// A share as it is told: with at most three decimals.
pub(crate) fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}

impl Mix {
    /// The part that is asked in this turn.
    fn drawn(&mut self, turn: &mut Turn<'_>) -> &mut Part {
        let mut left = turn.stream.unit();
        let last = self.parts.len() - 1;
        let mut drawn = 0;
        while drawn < last && self.parts[drawn].share <= left {
            left -= self.parts[drawn].share;
            drawn += 1;
        }
        &mut self.parts[drawn]
    }
}

impl Player for Mix {
    fn begin(&mut self) {
        for Part { player, .. } in &mut self.parts {
            player.begin();
        }
    }

    fn choose(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
    ) -> Result<Decision<AnyMove>, Failure> {
        let Part { player, words, .. } = self.drawn(turn);
        Ok(player.choose(position, turn)?.noting(words))
    }

    fn choose_move(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
    ) -> Result<(AnyMove, u64), Failure> {
        self.drawn(turn).player.choose_move(position, turn)
    }

    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Decision<AnyMove>, Failure> {
        let Part { player, words, .. } = self.drawn(turn);
        Ok(player.choose_watched(position, turn, observer)?.noting(words))
    }

    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        for Part { player, .. } in &mut self.parts {
            player.played(before, m);
        }
    }

    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        for Part { player, .. } in &mut self.parts {
            player.end(last, payoffs);
        }
    }

    fn memory(&self) -> u64 {
        self.parts.iter().map(|part| part.player.memory()).sum()
    }

    fn habits(&self) -> Habits {
        let mut habits = Habits { random: true, ..Habits::default() };
        for Part { player, .. } in &self.parts {
            habits.clock |= player.habits().clock;
            habits.threads |= player.habits().threads;
            habits.person |= player.habits().person;
            habits.follows |= player.habits().follows;
        }
        habits
    }
}

inventory::submit! {
    PlayerPlugin::new(
        Mix::NAME,
        "leaves each move to one of several players, drawn by their weights",
        Mix::HELP,
        Mix::OPTIONS,
        Mix::seat,
    )
    .inside()
}
