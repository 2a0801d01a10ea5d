//! What each idea of the search family is worth: a match of on against off, at equal nodes.
//!
//! `cargo bench -p agon-tests --bench strength > players/STRENGTH.md` makes the players' page
//! again. Every match is seeded, so the same build prints the same page.

use agon_arena::{Spec, play, rating::Sample};

/// The openings of every match; each is played from both seats.
const OPENINGS: u64 = 250;

/// A match: the game, random plies of an opening, nodes a move, the idea, with and without it.
struct Idea {
    game: &'static str,
    plies: u32,
    nodes: u64,
    name: &'static str,
    on: &'static str,
    off: &'static str,
}

const fn idea(
    game: &'static str,
    plies: u32,
    nodes: u64,
    name: &'static str,
    on: &'static str,
    off: &'static str,
) -> Idea {
    Idea { game, plies, nodes, name, on, off }
}

const BASE: &str = "alpha-beta(depth=unlimited)";
const TABLE: &str = "alpha-beta(depth=unlimited, table=16MB)";

/// The ideas, from the plainest on.
const IDEAS: &[Idea] = &[
    idea(
        "connect-four",
        4,
        3000,
        "alpha-beta instead of minimax",
        BASE,
        "minimax(depth=unlimited)",
    ),
    idea("connect-four", 4, 3000, "transposition table", TABLE, BASE),
    idea("connect-four", 4, 3000, "history", "alpha-beta(depth=unlimited, history=true)", BASE),
    idea("connect-four", 4, 3000, "killers", "alpha-beta(depth=unlimited, killers=true)", BASE),
    idea(
        "connect-four",
        4,
        3000,
        "the game's hint",
        "alpha-beta(depth=unlimited, hint=true)",
        BASE,
    ),
    idea(
        "connect-four",
        4,
        3000,
        "principal variation search, with a table",
        "alpha-beta(depth=unlimited, table=16MB, pvs=true)",
        TABLE,
    ),
    idea(
        "connect-four",
        4,
        3000,
        "all of these",
        "alpha-beta(depth=unlimited, table=16MB, pvs=true, hint=true, killers=true, history=true)",
        BASE,
    ),
    idea("othello", 6, 2000, "alpha-beta instead of minimax", BASE, "minimax(depth=unlimited)"),
    idea("othello", 6, 2000, "transposition table", TABLE, BASE),
    idea("othello", 6, 2000, "killers", "alpha-beta(depth=unlimited, killers=true)", BASE),
    idea("othello", 6, 2000, "history", "alpha-beta(depth=unlimited, history=true)", BASE),
    idea("othello", 6, 2000, "the game's hint", "alpha-beta(depth=unlimited, hint=true)", BASE),
    idea(
        "othello",
        6,
        2000,
        "all of these, with pvs",
        "alpha-beta(depth=unlimited, table=16MB, pvs=true, hint=true, killers=true, history=true)",
        BASE,
    ),
    idea(
        "othello",
        6,
        2000,
        "averaging (m = n = 2) at depth 3",
        "alpha-beta(depth=3, m=2, n=2)",
        "alpha-beta(depth=3)",
    ),
    idea(
        "breakthrough",
        6,
        2000,
        "forcing moves beyond depth 2, to 6",
        "alpha-beta(min-depth=2, max-depth=6, forcing=true)",
        "alpha-beta(depth=2)",
    ),
    idea(
        "breakthrough",
        6,
        2000,
        "selective: the 8 best by estimate",
        "alpha-beta(depth=unlimited, width=8)",
        BASE,
    ),
    idea(
        "amoba",
        6,
        1000,
        "the game's relevant moves",
        "alpha-beta(depth=unlimited, relevant=true)",
        BASE,
    ),
    idea(
        "amoba",
        6,
        1000,
        "relevant moves tried in the order of the hint",
        "alpha-beta(depth=unlimited, relevant=true, hint=true)",
        "alpha-beta(depth=unlimited, relevant=true)",
    ),
    idea(
        "connect-four",
        4,
        1000,
        "mcts: proofs",
        "mcts(iterations=1000)",
        "mcts(iterations=1000, proofs=false)",
    ),
    idea(
        "connect-four",
        4,
        1000,
        "mcts: the tree kept from turn to turn",
        "mcts(iterations=1000, reuse=true)",
        "mcts(iterations=1000)",
    ),
    idea(
        "hex(size=6)",
        2,
        1000,
        "mcts: RAVE",
        "mcts(iterations=1000, rave=300)",
        "mcts(iterations=1000)",
    ),
    idea(
        "othello",
        6,
        500,
        "mcts: greedy playouts of 10 plies, then an estimate",
        "mcts(iterations=500, playout=greedy, plies=10)",
        "mcts(iterations=500)",
    ),
];

/// The ladder: each rung against the one below.
const LADDER: &[&str] =
    &["random", "greedy", "alpha-beta(depth=2)", "alpha-beta(depth=4)", "alpha-beta(depth=6)"];

const LADDER_GAMES: &[(&str, u32, u64)] =
    &[("connect-four", 4, 100), ("othello", 6, 50), ("amoba(size=8)", 4, 25)];

fn main() {
    // Cargo asks benches for their list, and runs them as tests, with flags of its own.
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    println!("# What each idea is worth\n");
    println!(
        "Matches of on against off, {OPENINGS} random openings from both seats, with the same \
         number of nodes for every move; Elo with 95 % intervals from the pairs. Made by \
         `cargo bench -p agon-tests --bench strength > players/STRENGTH.md`.\n"
    );
    println!("| idea | game | nodes | score | Elo | 95 % |");
    println!("|---|---|---:|---:|---:|---|");
    for Idea { game, plies, nodes, name, on, off } in IDEAS {
        let row = row(game, *plies, OPENINGS, Some(*nodes), on, off);
        println!("| {name} | `{game}` | {nodes} | {row} |");
    }
    println!("\nEach rung of the ladder against the one below it:\n");
    println!("| player | against | game | score | Elo | 95 % |");
    println!("|---|---|---|---:|---:|---|");
    for (game, plies, openings) in LADDER_GAMES {
        for rungs in LADDER.windows(2) {
            let row = row(game, *plies, *openings, None, rungs[1], rungs[0]);
            println!("| `{}` | `{}` | `{game}` | {row} |", rungs[1], rungs[0]);
        }
    }
}

/// Plays a match, and writes the cells that say how it went.
fn row(
    game: &str,
    plies: u32,
    openings: u64,
    nodes: Option<u64>,
    one: &str,
    other: &str,
) -> String {
    let mut spec = Spec::default()
        .game(game)
        .player_named("on", one)
        .player_named("off", other)
        .openings(openings, plies)
        .seed(1);
    if let Some(nodes) = nodes {
        spec = spec.nodes(nodes);
    }
    let score = play(&spec).unwrap_or_else(|error| panic!("{error}"));
    let section = &score.sections[0];
    let on = usize::from(section.entries[0] != 0);
    let difference = Sample::Pairs(section.openings(on, 1 - on)).difference();
    let difference = difference.expect("a match has games");
    let elo = match difference.elo {
        elo if elo.is_finite() => format!("{elo:+.0}"),
        _ => "—".to_owned(),
    };
    let bound = |elo: f64| if elo.is_finite() { format!("{elo:+.0}") } else { "∞".to_owned() };
    let (low, high) = difference.interval;
    format!("{:.1} % | {elo} | {} to {}", 100.0 * difference.score, bound(low), bound(high))
}
