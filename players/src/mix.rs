//! A mixture of players: each move is made by one of them, drawn by weight.

use agon_core::{
    AnyMove, AnyPosition, Beginning, Failure, Habits, NamedPlayer, Observer, OptionError, OptionSpec, Options, Player,
    PlayerPlugin, PlayerReply, Plays, Sentence, SetupError, Turn, inventory,
};

/// Delegates each move to one of several players, drawn by weight. It is not an [`Algorithm`](agon_core::Algorithm),
/// since these players may be of any kind and the question is passed on to them.
pub struct Mix {
    parts: Vec<Part>,
}

/// One of the players, seated.
struct Part {
    /// The probability with which it is asked; all add up to one.
    share: f64,
    player: Box<dyn Player>,
    /// The note on a move it made.
    words: Sentence,
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

    /// The parts of the mixture given by `options`, with shares that add up to one.
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
        let parts = Self::parts(options)?.into_iter().map(seated).collect::<Result<_, SetupError>>();
        Ok(Box::new(Mix { parts: parts? }))
    }
}

/// The note on a move made by the player with this `term`.
pub(crate) fn left_to(term: &str, share: f64) -> Sentence {
    Sentence::named("left-to", "left to {player}, whose share is {share}")
        .with("player", term)
        .with("share", rounded(share).to_string())
}

/// A share, rounded to three decimals for display.
pub(crate) fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}

impl Mix {
    /// Draws the part that is asked in this turn.
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
    fn ready(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        self.parts.iter_mut().try_for_each(|part| part.player.ready(beginning))
    }

    fn begin(&mut self) {
        for Part { player, .. } in &mut self.parts {
            player.begin();
        }
    }

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        let Part { player, words, .. } = self.drawn(turn);
        Ok(player.choose(position, turn)?.noting(words.clone()))
    }

    fn choose_move(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<(AnyMove, u64), Failure> {
        self.drawn(turn).player.choose_move(position, turn)
    }

    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> PlayerReply {
        let Part { player, words, .. } = self.drawn(turn);
        Ok(player.choose_watched(position, turn, observer)?.noting(words.clone()))
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

    fn objection(&mut self) -> Option<String> {
        let objections = self.parts.iter_mut().filter_map(|part| part.player.objection());
        let objections: Vec<String> = objections.collect();
        (!objections.is_empty()).then(|| objections.join("; "))
    }

    fn memory(&self) -> u64 {
        self.parts.iter().map(|part| part.player.memory()).sum()
    }

    fn habits(&self) -> Habits {
        let habits = Habits::NONE.with_random(true);
        self.parts.iter().fold(habits, |habits, part| habits | part.player.habits())
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
    .playing(Plays::ANYTHING.with_hidden())
    .inside()
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use agon_core::{
        AnyMove, AnyPosition, Beginning, Decision, Entered, Failure, Game, GamePlugin, Habits, Left, Observer,
        OptionError, Options, Player, PlayerPlugin, PlayerReply, Position, Seat, Seed, SetupError, Turn, inventory,
        registry,
    };

    use crate::solve::tests::{Heaps, grundy};

    /// The questions to the counting player, in order.
    static ASKED: Mutex<Vec<&str>> = Mutex::new(Vec::new());

    fn asked() -> MutexGuard<'static, Vec<&'static str>> {
        ASKED.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records its questions.
    struct Counting;

    const HABITS: Habits = Habits::NONE
        .with_random(true)
        .with_clock(true)
        .with_threads(true)
        .with_person(true)
        .with_follows(true)
        .with_outside(true);

    #[expect(clippy::unnecessary_wraps, reason = "a seat may be refused")]
    fn seat(_: &Options, _: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        Ok(Box::new(Counting))
    }

    impl Player for Counting {
        fn ready(&mut self, _: &Beginning<'_>) -> Result<(), Failure> {
            asked().push("ready");
            Ok(())
        }
        fn begin(&mut self) {
            asked().push("begin");
        }
        fn choose(&mut self, position: &AnyPosition, _: &mut Turn<'_>) -> PlayerReply {
            asked().push("choose");
            Ok(Decision::just(position.nth(0)))
        }
        fn choose_move(&mut self, position: &AnyPosition, _: &mut Turn<'_>) -> Result<(AnyMove, u64), Failure> {
            asked().push("choose_move");
            Ok((position.nth(0), 7))
        }
        fn choose_watched(&mut self, position: &AnyPosition, _: &mut Turn<'_>, _: &mut dyn Observer) -> PlayerReply {
            asked().push("choose_watched");
            Ok(Decision::just(position.nth(0)))
        }
        fn played(&mut self, _: &AnyPosition, _: AnyMove) {
            asked().push("played");
        }
        fn end(&mut self, _: &AnyPosition, _: &[f64]) {
            asked().push("end");
        }
        fn objection(&mut self) -> Option<String> {
            asked().push("objection");
            Some("no".to_owned())
        }
        fn habits(&self) -> Habits {
            HABITS
        }
        fn memory(&self) -> u64 {
            4711
        }
    }

    inventory::submit! { PlayerPlugin::new("counting", "counts", "", &[], seat) }

    impl Game for Heaps {
        const NAME: &'static str = "splits";
        const SUMMARY: &'static str = "a heap is split";
        const SAMPLES: &'static [&'static str] = &[""];

        fn start(_: &Options) -> Result<Self, OptionError> {
            Ok(grundy(7))
        }
    }

    inventory::submit! { GamePlugin::of::<Heaps>() }

    /// Sees nothing.
    struct Blind;

    impl Observer for Blind {
        fn entered(&mut self, _: Entered) {}
        fn left(&mut self, _: Left<'_>) {}
    }

    #[test]
    fn players_that_wrap_others_forward_every_method() {
        let game = registry::game("splits").unwrap();
        let position = game.start.clone();
        for term in ["mix(counting)", "epsilon(counting, 0)", "mix(epsilon(mix(counting), 0))"] {
            let mut player = registry::player(term).unwrap().seat(&position).unwrap();
            asked().clear();
            let mut stream = Seed(0).stream(0);
            let mut turn = Turn::new(Seat(0), &mut stream);
            player.ready(&Beginning::of(&game, Seat(0))).unwrap();
            player.begin();
            player.choose(&position, &mut turn).unwrap();
            assert_eq!(player.choose_move(&position, &mut turn).unwrap().1, 7, "{term}");
            player.choose_watched(&position, &mut turn, &mut Blind).unwrap();
            player.played(&position, position.nth(0));
            player.end(&position, &[1.0, -1.0]);
            assert_eq!(player.objection().as_deref(), Some("no"), "{term}");
            let all = ["ready", "begin", "choose", "choose_move", "choose_watched", "played", "end", "objection"];
            assert_eq!(*asked(), all, "{term}");
            assert_eq!((player.habits(), player.memory()), (HABITS, 4711), "{term}");
        }
        let both = registry::player("mix(counting, random)").unwrap().seat(&position).unwrap();
        assert_eq!(both.habits(), HABITS, "what is so of one is so of both");
    }
}
