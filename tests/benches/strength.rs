//! What each idea of the search family is worth: a match of on against off, at equal nodes.
//!
//! `cargo bench -p agon-tests --bench strength > players/STRENGTH.md` makes the players' page
//! again. Every match is seeded, so the same build prints the same page.

use agon_arena::{Spec, play, rating::Sample};
use agon_core::{AnyMove, Budget, Decision, Node, Position, Seed, StoppedClock, Turn, registry};

/// A match: the game, random plies of an opening, how many openings, nodes a move, the idea, with
/// and without it.
struct Idea {
    game: &'static str,
    plies: u32,
    openings: u64,
    nodes: u64,
    name: &'static str,
    on: &'static str,
    off: &'static str,
}

const BASE: &str = "alpha-beta(depth=unlimited)";
const TABLE: &str = "alpha-beta(depth=unlimited, table=16MB)";
const ORDERED: &str =
    "alpha-beta(depth=unlimited, table=16MB, hint=true, killers=true, history=true)";
const SCOUT: &str =
    "alpha-beta(depth=unlimited, table=16MB, hint=true, killers=true, history=true, pvs=true)";

/// The ideas, from the plainest on.
const IDEAS: &[Idea] = &[
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 250,
        nodes: 3000,
        name: "alpha-beta instead of minimax",
        on: BASE,
        off: "minimax(depth=unlimited)",
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 250,
        nodes: 3000,
        name: "transposition table",
        on: TABLE,
        off: BASE,
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 250,
        nodes: 3000,
        name: "the game's hint",
        on: "alpha-beta(depth=unlimited, hint=true)",
        off: BASE,
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 250,
        nodes: 3000,
        name: "killers",
        on: "alpha-beta(depth=unlimited, killers=true)",
        off: BASE,
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 250,
        nodes: 3000,
        name: "history",
        on: "alpha-beta(depth=unlimited, history=true)",
        off: BASE,
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 250,
        nodes: 3000,
        name: "countermove",
        on: "alpha-beta(depth=unlimited, countermove=true)",
        off: BASE,
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 250,
        nodes: 3000,
        name: "table, hint, killers and history",
        on: ORDERED,
        off: BASE,
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 2000,
        nodes: 3000,
        name: "principal variation search, with these",
        on: SCOUT,
        off: ORDERED,
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 2000,
        nodes: 3000,
        name: "aspiration, with these",
        on: "alpha-beta(depth=unlimited, aspiration=0.05, table=16MB, hint=true, killers=true, history=true, pvs=true)",
        off: SCOUT,
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 2000,
        nodes: 3000,
        name: "memory from move to move, with these",
        on: "alpha-beta(depth=unlimited, table=16MB, memory=true, hint=true, killers=true, history=true)",
        off: ORDERED,
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 2000,
        nodes: 3000,
        name: "mtd instead of alpha-beta, with a table and the hint",
        on: "mtd(depth=unlimited, table=16MB, hint=true)",
        off: "alpha-beta(depth=unlimited, table=16MB, hint=true)",
    },
    Idea {
        game: "othello",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "alpha-beta instead of minimax",
        on: BASE,
        off: "minimax(depth=unlimited)",
    },
    Idea {
        game: "othello",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "transposition table",
        on: TABLE,
        off: BASE,
    },
    Idea {
        game: "othello",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "the game's hint",
        on: "alpha-beta(depth=unlimited, hint=true)",
        off: BASE,
    },
    Idea {
        game: "othello",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "killers",
        on: "alpha-beta(depth=unlimited, killers=true)",
        off: BASE,
    },
    Idea {
        game: "othello",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "history",
        on: "alpha-beta(depth=unlimited, history=true)",
        off: BASE,
    },
    Idea {
        game: "othello",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "table, hint, killers, history and pvs",
        on: SCOUT,
        off: BASE,
    },
    Idea {
        game: "othello",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "reductions, with these",
        on: "alpha-beta(depth=unlimited, table=16MB, hint=true, killers=true, history=true, pvs=true, reductions=true)",
        off: SCOUT,
    },
    Idea {
        game: "breakthrough",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "countermove",
        on: "alpha-beta(depth=unlimited, countermove=true)",
        off: BASE,
    },
    Idea {
        game: "breakthrough",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "averaging, m = n = 2",
        on: "alpha-beta(depth=unlimited, m=2, n=2)",
        off: BASE,
    },
    Idea {
        game: "breakthrough",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "selective: the 8 best by estimate",
        on: "alpha-beta(depth=unlimited, width=8)",
        off: BASE,
    },
    Idea {
        game: "breakthrough",
        plies: 6,
        openings: 250,
        nodes: 3000,
        name: "forcing moves beyond depth 2, to 6",
        on: "alpha-beta(min-depth=2, max-depth=6, forcing=true)",
        off: "alpha-beta(depth=2)",
    },
    Idea {
        game: "chess",
        plies: 6,
        openings: 100,
        nodes: 5000,
        name: "table, hint, killers and history",
        on: "alpha-beta(depth=30, table=16MB, hint=true, killers=true, history=true)",
        off: "alpha-beta(depth=30)",
    },
    Idea {
        game: "chess",
        plies: 6,
        openings: 500,
        nodes: 5000,
        name: "null move, with these",
        on: "alpha-beta(depth=30, table=16MB, hint=true, killers=true, history=true, null-move=true)",
        off: "alpha-beta(depth=30, table=16MB, hint=true, killers=true, history=true)",
    },
    Idea {
        game: "amoba",
        plies: 6,
        openings: 250,
        nodes: 1000,
        name: "the game's relevant moves",
        on: "alpha-beta(depth=unlimited, relevant=true)",
        off: BASE,
    },
    Idea {
        game: "amoba",
        plies: 6,
        openings: 250,
        nodes: 1000,
        name: "relevant moves tried in the order of the hint",
        on: "alpha-beta(depth=unlimited, relevant=true, hint=true)",
        off: "alpha-beta(depth=unlimited, relevant=true)",
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 250,
        nodes: 1000,
        name: "mcts: proofs",
        on: "mcts(iterations=1000)",
        off: "mcts(iterations=1000, proofs=false)",
    },
    Idea {
        game: "connect-four",
        plies: 4,
        openings: 1000,
        nodes: 1000,
        name: "mcts: the tree kept from turn to turn",
        on: "mcts(iterations=1000, reuse=true)",
        off: "mcts(iterations=1000)",
    },
    Idea {
        game: "hex(size=6)",
        plies: 2,
        openings: 250,
        nodes: 1000,
        name: "mcts: RAVE",
        on: "mcts(iterations=1000, rave=300)",
        off: "mcts(iterations=1000)",
    },
    Idea {
        game: "othello",
        plies: 6,
        openings: 250,
        nodes: 500,
        name: "mcts: greedy playouts of 10 plies, then an estimate",
        on: "mcts(iterations=500, playout=greedy, plies=10)",
        off: "mcts(iterations=500)",
    },
];

/// A position, the depth it is searched to, the idea, with and without it. The value is the same.
struct Saving {
    game: &'static str,
    name: &'static str,
    on: &'static str,
    off: &'static str,
}

/// Ideas that leave the value alone, by the positions they need not look at.
const SAVINGS: &[Saving] = &[
    Saving {
        game: "connect-four",
        name: "alpha-beta instead of minimax",
        on: "alpha-beta(depth=8)",
        off: "minimax(depth=8)",
    },
    Saving {
        game: "connect-four",
        name: "transposition table",
        on: "alpha-beta(depth=12, table=64MB)",
        off: "alpha-beta(depth=12)",
    },
    Saving {
        game: "connect-four",
        name: "symmetry, with a table",
        on: "alpha-beta(depth=12, table=64MB, symmetry=true)",
        off: "alpha-beta(depth=12, table=64MB)",
    },
    Saving {
        game: "tic-tac-toe",
        name: "symmetry, with a table",
        on: "alpha-beta(depth=9, table=64MB, symmetry=true)",
        off: "alpha-beta(depth=9, table=64MB)",
    },
    Saving {
        game: "othello",
        name: "symmetry, with a table",
        on: "alpha-beta(depth=7, table=64MB, symmetry=true)",
        off: "alpha-beta(depth=7, table=64MB)",
    },
    Saving {
        game: "connect-four",
        name: "hint, with a table",
        on: "alpha-beta(depth=12, table=64MB, hint=true)",
        off: "alpha-beta(depth=12, table=64MB)",
    },
    Saving {
        game: "connect-four",
        name: "pvs, with table and hint",
        on: "alpha-beta(depth=12, table=64MB, hint=true, pvs=true)",
        off: "alpha-beta(depth=12, table=64MB, hint=true)",
    },
    Saving {
        game: "chess",
        name: "hint, killers and history, with a table",
        on: "alpha-beta(depth=5, table=64MB, hint=true, killers=true, history=true)",
        off: "alpha-beta(depth=5, table=64MB)",
    },
    Saving {
        game: "chess",
        name: "pvs, with these",
        on: "alpha-beta(depth=5, table=64MB, hint=true, killers=true, history=true, pvs=true)",
        off: "alpha-beta(depth=5, table=64MB, hint=true, killers=true, history=true)",
    },
    Saving {
        game: "breakthrough",
        name: "averaging (m = n = 2) with pruning instead of without",
        on: "alpha-beta(depth=4, m=2, n=2)",
        off: "averaging(depth=4, m=2, n=2)",
    },
    Saving {
        game: "einstein",
        name: "Star1",
        on: "expectiminimax(depth=4, prune=star1)",
        off: "expectiminimax(depth=4, prune=none)",
    },
    Saving {
        game: "einstein",
        name: "Star2",
        on: "expectiminimax(depth=4, prune=star2)",
        off: "expectiminimax(depth=4, prune=none)",
    },
    Saving {
        game: "backgammon",
        name: "Star2",
        on: "expectiminimax(depth=2, prune=star2)",
        off: "expectiminimax(depth=2, prune=none)",
    },
    Saving {
        game: "pig",
        name: "chance-aware table",
        on: "expectiminimax(depth=6, prune=none, table=64MB)",
        off: "expectiminimax(depth=6, prune=none)",
    },
    Saving {
        game: "tic-tac-toe(players=3)",
        name: "shallow pruning of max-n",
        on: "max-n(depth=9)",
        off: "max-n(depth=9, prune=false)",
    },
];

/// Whom a model is of, at which game, and two who meet it: one that knows, one that doesn't.
const MODELS: &[(&str, &str, &str, &str)] = &[
    ("connect-four", "greedy", "expectimax(depth=3, opponent=greedy)", "minimax(depth=3)"),
    (
        "connect-four",
        "greedy",
        "expectimax(depth=3, opponent=greedy, trust=0.8)",
        "minimax(depth=3)",
    ),
    ("othello", "greedy", "expectimax(depth=3, opponent=greedy)", "minimax(depth=3)"),
    ("othello", "random", "expectimax(depth=3, opponent=random)", "minimax(depth=3)"),
];

/// The ladder: each rung against the one below.
const LADDER: &[&str] =
    &["random", "greedy", "alpha-beta(depth=2)", "alpha-beta(depth=4)", "alpha-beta(depth=6)"];
/// The same where a ply has too many moves to look at all of them.
const NARROW_LADDER: &[&str] = &[
    "random",
    "greedy",
    "alpha-beta(depth=2, relevant=true)",
    "alpha-beta(depth=4, relevant=true)",
    "alpha-beta(depth=6, relevant=true)",
];

const LADDERS: &[(&str, u32, u64, &[&str])] = &[
    ("connect-four", 4, 250, LADDER),
    ("othello", 6, 100, LADDER),
    ("amoba(size=8)", 4, 100, NARROW_LADDER),
];

fn main() {
    // Cargo asks benches for their list, and runs them as tests, with flags of its own.
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    println!("# What each idea is worth\n");
    println!(
        "Made by `cargo bench -p agon-tests --bench strength > players/STRENGTH.md`; every figure \
         is reproducible.\n"
    );
    println!("## On against off\n");
    println!(
        "Matches from random openings, each from both seats, with the same number of nodes for \
         every move; Elo with 95 % intervals from the pairs of games.\n"
    );
    println!("| idea | game | nodes | openings | score | Elo | 95 % |");
    println!("|---|---|---:|---:|---:|---:|---|");
    for Idea { game, plies, openings, nodes, name, on, off } in IDEAS {
        let row = row(game, *plies, *openings, Some(*nodes), on, off);
        println!("| {name} | `{game}` | {nodes} | {openings} | {row} |");
    }
    println!("\n## The same answer for less\n");
    println!(
        "Ideas that change no value: positions looked at from the first decision of the game, off \
         and on.\n"
    );
    println!("| idea | game | off | on | saved |");
    println!("|---|---|---:|---:|---:|");
    for Saving { game, name, on, off } in SAVINGS {
        let (on, off) = (decide(game, on), decide(game, off));
        assert_eq!(on.value, off.value, "{name} at {game}");
        let saved = 100.0 * (1.0 - on.nodes as f64 / off.nodes as f64);
        println!("| {name} | `{game}` | {} | {} | {saved:.0} % |", off.nodes, on.nodes);
    }
    println!("\n## Knowing the opponent\n");
    println!("Each against the opponent it has a model of, and one without a model beside it.\n");
    println!("| player | opponent | game | score | Elo | 95 % |");
    println!("|---|---|---|---:|---:|---|");
    for (game, opponent, on, off) in MODELS {
        for player in [on, off] {
            let row = row(game, 4, 250, None, player, opponent);
            println!("| `{player}` | `{opponent}` | `{game}` | {row} |");
        }
    }
    println!("\n## The ladder\n");
    println!("Each rung against the one below it, without a limit on nodes.\n");
    println!("| player | against | game | openings | score | Elo | 95 % |");
    println!("|---|---|---|---:|---:|---:|---|");
    for (game, plies, openings, ladder) in LADDERS {
        for rungs in ladder.windows(2) {
            let row = row(game, *plies, *openings, None, rungs[1], rungs[0]);
            println!("| `{}` | `{}` | `{game}` | {openings} | {row} |", rungs[1], rungs[0]);
        }
    }
}

/// What `player` decides at the first decision of the game; chance rolls as it likes.
fn decide(game: &str, player: &str) -> Decision<AnyMove> {
    let game = registry::game(game).expect("a bench names a linked game");
    let player = registry::player(player).expect("a bench names a linked player");
    let mut here = game.start.clone();
    let mut stream = Seed(1).stream(0);
    while here.node() == Node::Chance {
        here.play(here.draw_move(&mut stream));
    }
    let Node::Decision(seat) = here.node() else { unreachable!("the game is over") };
    let mut turn = Turn {
        seat,
        budget: Budget::default(),
        stream: &mut stream,
        clock: &StoppedClock,
        explain: false,
    };
    let mut player = player.seat(&game.start).expect("a bench seats who can play");
    player.begin();
    player.choose(&here, &mut turn).expect("a built-in player has a move")
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
