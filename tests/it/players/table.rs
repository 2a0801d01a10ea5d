//! A player asked for one move.

use agon_core::{
    AnyMove, Budget, Decision, Node, Position, Seed, Turn, notation,
    registry::{self, NamedGame},
};

/// A question about the initial position of a game: the player, the game, and the limits.
pub(crate) struct Question<'a> {
    pub(crate) player: &'a str,
    pub(crate) game: &'a str,
    pub(crate) nodes: Option<u64>,
    pub(crate) explain: bool,
    pub(crate) seed: u64,
}

impl<'a> Question<'a> {
    /// A question without a budget that wants no explanation.
    pub(crate) fn new(player: &'a str, game: &'a str) -> Question<'a> {
        Question { player, game, nodes: None, explain: false, seed: 0 }
    }

    /// The decision of the native player.
    pub(crate) fn ask(&self) -> Decision<AnyMove> {
        let game = self.game();
        let player = registry::player(self.player).unwrap_or_else(|e| panic!("{e}"));
        let mut player = player.seat(&game.start).unwrap_or_else(|e| panic!("{e}"));
        let Node::Decision(seat) = game.start.node() else {
            panic!("{} does not begin with a decision", self.game);
        };
        let mut stream = Seed(self.seed).stream(0);
        let mut turn = Turn::new(seat, &mut stream).within(Budget::of(self.nodes)).explained(self.explain);
        player.choose(&game.start, &mut turn).unwrap_or_else(|e| panic!("{e}"))
    }

    fn game(&self) -> NamedGame {
        registry::game(self.game).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// What the player says of the game: its move in notation, and the value.
pub(crate) fn answer(player: &str, game: &str) -> (String, f64) {
    let question = Question::new(player, game);
    let decision = question.ask();
    let value = decision.value.expect("a search to the end knows the value");
    (notation(&question.game().start, decision.m), value)
}

/// Why the player does not play the game.
pub(crate) fn refusal(player: &str, game: &str) -> String {
    let game = registry::game(game).unwrap_or_else(|e| panic!("{e}"));
    let player = registry::player(player).unwrap_or_else(|e| panic!("{e}"));
    match player.seat(&game.start) {
        Ok(_) => panic!("{} plays {}", player.term, game.term),
        Err(error) => error.to_string(),
    }
}
