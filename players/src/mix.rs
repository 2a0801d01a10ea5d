//! A player made of several: each move is left to one of them, drawn by its weight.

use agon_core::{
    AnyMove, AnyPosition, Decision, Failure, Habits, NamedPlayer, Observer, OptionError,
    OptionSpec, Options, Player, PlayerPlugin, SetupError, Turn, inventory,
};

/// Leaves each move to one of several players, drawn by its weight. These may be anything that plays, so it is no algorithm: it only hands on
/// the question.
pub struct Mix {
    /// The shares, which add up to one, and who has them.
    parts: Vec<(f64, Box<dyn Player>)>,
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
        let seated = |(share, part): (f64, &NamedPlayer)| Ok((share, part.seat(game)?));
        let parts =
            Self::parts(options)?.into_iter().map(seated).collect::<Result<_, SetupError>>();
        Ok(Box::new(Mix { parts: parts? }))
    }
}

impl Mix {
    /// The part that is asked in this turn.
    fn drawn(&mut self, turn: &mut Turn<'_>) -> &mut dyn Player {
        let mut left = turn.stream.unit();
        let last = self.parts.len() - 1;
        let mut drawn = 0;
        while drawn < last && self.parts[drawn].0 <= left {
            left -= self.parts[drawn].0;
            drawn += 1;
        }
        self.parts[drawn].1.as_mut()
    }
}

impl Player for Mix {
    fn begin(&mut self) {
        for (_, part) in &mut self.parts {
            part.begin();
        }
    }

    fn choose(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
    ) -> Result<Decision<AnyMove>, Failure> {
        self.drawn(turn).choose(position, turn)
    }

    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Decision<AnyMove>, Failure> {
        self.drawn(turn).choose_watched(position, turn, observer)
    }

    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        for (_, part) in &mut self.parts {
            part.played(before, m);
        }
    }

    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        for (_, part) in &mut self.parts {
            part.end(last, payoffs);
        }
    }

    fn memory(&self) -> u64 {
        self.parts.iter().map(|(_, part)| part.memory()).sum()
    }

    fn habits(&self) -> Habits {
        let mut habits = Habits { random: true, ..Habits::default() };
        for (_, part) in &self.parts {
            habits.clock |= part.habits().clock;
            habits.threads |= part.habits().threads;
            habits.person |= part.habits().person;
            habits.follows |= part.habits().follows;
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
