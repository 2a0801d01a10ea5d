//! The players: that each is what the textbook says, and agrees with its slow twin.

mod alpha_beta;
mod counted;
mod crowd;
mod cuts;
mod depths;
mod endless;
mod exact;
mod expectimax;
mod expectiminimax;
mod forest;
mod graph;
mod graphs;
mod lessons;
mod max_n;
mod mcts;
mod minimax;
mod mix;
mod puct;
mod spine;
mod stack;
mod strong;
mod table;
mod threads;

use agon_core::{AnyMove, AnyPosition, Budget, Decision, Node, Position, Seed, Turn, notation, registry};
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop, prop_oneof};

/// The initial position of a game.
pub(crate) fn start(game: &str) -> AnyPosition {
    registry::game(game).unwrap_or_else(|error| panic!("{error}")).start
}

/// What `player` says of `position`, explained, within `nodes`.
pub(crate) fn ask_within(player: &str, position: &AnyPosition, nodes: Option<u64>, explain: bool) -> Decision<AnyMove> {
    let Node::Decision(seat) = position.node() else { panic!("{position} is no decision") };
    let player = registry::player(player).unwrap_or_else(|error| panic!("{error}"));
    let mut seated = player.seat(position).unwrap_or_else(|error| panic!("{error}"));
    let mut stream = Seed(0).stream(0);
    let mut turn = Turn::new(seat, &mut stream).within(Budget::of(nodes)).explained(explain);
    seated.choose(position, &mut turn).expect("a search always has a move")
}

/// What `player` says of `position`, explained, without a budget.
pub(crate) fn ask(player: &str, position: &AnyPosition) -> Decision<AnyMove> {
    ask_within(player, position, None, true)
}

/// The value a player gives to a position.
pub(crate) fn value(player: &str, position: &AnyPosition) -> f64 {
    ask(player, position).value.expect("the player names a value")
}

/// The move a player chooses, in the game's notation.
pub(crate) fn choice(player: &str, position: &AnyPosition) -> String {
    notation(position, ask(player, position).m)
}

/// Why `player` does not sit down at `game`.
pub(crate) fn refusal(player: &str, game: &str) -> String {
    let player = registry::player(player).unwrap_or_else(|error| panic!("{error}"));
    match player.seat(&start(game)) {
        Ok(_) => panic!("{} plays {game}", player.term),
        Err(error) => error.to_string(),
    }
}

/// Explicit trees of two seats, as terms: every shape, with equal values, estimates at inner nodes
/// and seats that move twice in a row.
pub(crate) fn trees() -> BoxedStrategy<String> {
    let leaf = (-3..=3).prop_map(|value: i32| value.to_string());
    let tree = leaf.prop_recursive(6, 120, 4, |inner| {
        let children = prop::collection::vec(inner, 1..=4);
        let seat = prop_oneof![4 => Just(""), 1 => Just("@1"), 1 => Just("@2")];
        let estimate = prop_oneof![1 => Just(None), 2 => (-4..=4).prop_map(Some)];
        (children, seat, estimate).prop_map(|(children, seat, estimate)| {
            let estimate = estimate.map_or(String::new(), |value: i32| format!("~{value}"));
            format!("[{}]{seat}{estimate}", children.join(","))
        })
    });
    (prop::collection::vec(tree, 1..=4), any::<bool>())
        .prop_map(|(children, second)| {
            let seat = if second { "@2" } else { "" };
            format!("tree([{}]{seat})", children.join(","))
        })
        .boxed()
}

/// Positions of real games with few plies left, or few moves.
pub(crate) const SMALL_GAMES: &[&str] = &[
    "grundy",
    "grundy(heap=10)",
    "nim(heaps=1+2+3)",
    "nim(heaps=2+3, misere=true)",
    "tic-tac-toe",
    "tic-tac-toe(width=3, height=2, line=2)",
    "connect-four(width=4, height=4, line=3)",
    "othello",
];
