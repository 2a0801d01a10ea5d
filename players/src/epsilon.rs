//! A player that errs: it plays another player's moves, and at times a random one.

use agon_core::{
    AnyMove, AnyPosition, Beginning, Decision, Failure, Habits, NamedPlayer, Observer, OptionError, OptionSpec,
    Options, Player, PlayerPlugin, PlayerReply, Plays, Position, Sentence, SetupError, Turn, inventory,
};

use crate::mix::rounded;

/// A player that errs: with a given probability a uniformly random move, otherwise the move of
/// another player. It is not an [`Algorithm`](agon_core::Algorithm), since that player may be of
/// any kind and the question is passed on to it.
pub struct Epsilon {
    /// The probability of a random move.
    share: f64,
    player: Box<dyn Player>,
}

impl Epsilon {
    /// The name people type.
    pub const NAME: &'static str = "epsilon";

    const HELP: &'static str = "epsilon(P, 0.1) plays a random move, each equally likely, in one \
        turn out of ten, and asks P in the others. P's own move may be drawn too. As the model of \
        expectimax its probabilities are known exactly: with two moves and epsilon 0.2 they are \
        0.9 and 0.1.";

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::player("player", "", "who chooses otherwise"),
        OptionSpec::real("epsilon", 0.0..=1.0, "0.1", "the probability of a random move"),
    ];

    /// The probability of a random move, and the player that chooses otherwise.
    pub(crate) fn part(options: &Options) -> Result<(f64, &NamedPlayer), OptionError> {
        let nobody = || options.wrong("player", Self::OPTIONS[0].accepted());
        Ok((options.real("epsilon"), options.player("player").ok_or_else(nobody)?))
    }

    fn seat(options: &Options, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        let (share, player) = Self::part(options)?;
        Ok(Box::new(Epsilon { share, player: player.seat(game)? }))
    }

    /// A uniformly random move.
    fn at_random(&self, position: &AnyPosition, turn: &mut Turn<'_>) -> Decision<AnyMove> {
        let note = match self.share {
            1.0 => Sentence::named("all-at-random", "drawn at random, as all of its moves are"),
            share => Sentence::named("some-at-random", "drawn at random, as {share} of its moves are")
                .with("share", rounded(share).to_string()),
        };
        Decision::just(position.draw_move(turn.stream)).with_note(note)
    }
}

impl Player for Epsilon {
    fn ready(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        self.player.ready(beginning)
    }

    fn begin(&mut self) {
        self.player.begin();
    }

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        if turn.stream.unit() < self.share {
            return Ok(self.at_random(position, turn));
        }
        self.player.choose(position, turn)
    }

    fn choose_move(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<(AnyMove, u64), Failure> {
        if turn.stream.unit() < self.share {
            return Ok((position.draw_move(turn.stream), 0));
        }
        self.player.choose_move(position, turn)
    }

    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> PlayerReply {
        if turn.stream.unit() < self.share {
            return Ok(self.at_random(position, turn));
        }
        self.player.choose_watched(position, turn, observer)
    }

    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        self.player.played(before, m);
    }

    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        self.player.end(last, payoffs);
    }

    fn objection(&mut self) -> Option<String> {
        self.player.objection()
    }

    fn memory(&self) -> u64 {
        self.player.memory()
    }

    fn habits(&self) -> Habits {
        self.player.habits().with_random(true)
    }
}

inventory::submit! {
    PlayerPlugin::new(
        Epsilon::NAME,
        "another player's move, or now and then any move at all",
        Epsilon::HELP,
        Epsilon::OPTIONS,
        Epsilon::seat,
    )
    .playing(Plays::ANYTHING.with_hidden())
    .inside()
}
