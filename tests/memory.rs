//! Players take the memory that they declare. A program of its own, because its allocator counts, and one test, because
//! nothing else may allocate meanwhile.

// Games and players are linked from here.
use agon_roster as _;

use agon_core::{AnyPosition, Budget, Node, Position, Seat, Seed, Turn, registry};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// A declaration counts what is kept: lists with room for their growth take up to twice that.
const FACTOR: usize = 2;

/// What needs no declaration: lists of moves, and besides this a line of positions, as long as a play may be.
const FREE: usize = 4 << 20;

/// No search keeps a longer line.
const LONGEST_LINE: usize = 3000;

/// One game of every kind: small and large positions, with dice, for one seat and for more, with secrets, simultaneous, with
/// an end far away, and from a sheet of rules.
const GAMES: [&str; 14] = [
    "battleship",
    "chess",
    "chinese-checkers(seats=3)",
    "connect-four",
    "gdl",
    "go(size=19)",
    "go(size=9)",
    "goofspiel",
    "2048",
    "leduc",
    "liars-dice",
    "pig",
    "rps",
    "whist",
];

/// Every player inside, with limits that are soon reached.
fn terms() -> Vec<String> {
    let mut terms = Vec::new();
    for plugin in registry::players().values().filter(|plugin| plugin.is_inside) {
        let has = |name| plugin.options.iter().any(|option| option.name == name);
        let mut options: Vec<&str> = Vec::new();
        options.extend(has("limit").then_some("limit=20000"));
        options.extend(has("iterations").then_some("iterations=200"));
        let name = plugin.name;
        terms.push(format!("{name}({})", options.join(", ")));
        for (option, other) in [
            ("grams", "grams=3, replies=2"),
            ("ignore-past", "ignore-past=true"),
            ("rule", "rule=external"),
            ("rule", "rule=outcome, iterations=100000"),
            ("table", "table=1MB"),
        ] {
            if has(option) {
                let with: Vec<&str> = if other.contains("iterations") {
                    vec!["limit=20000", other]
                } else {
                    options.iter().copied().chain([other]).collect()
                };
                terms.push(format!("{name}({})", with.join(", ")));
            }
        }
    }
    terms
}

/// The first decision of a game.
fn decision(game: &str) -> Result<(AnyPosition, Seat), String> {
    let mut position = registry::game(game).map_err(|why| why.to_string())?.start;
    let mut stream = Seed(3).stream(0);
    loop {
        match position.node() {
            Node::Decision(seat) => return Ok((position, seat)),
            _ => position.play(position.draw_move(&mut stream)),
        }
    }
}

#[test]
fn no_player_takes_much_more_memory_than_it_declares() {
    let (mut played, mut wrong) = (0, Vec::new());
    for game in GAMES {
        let (position, seat) = decision(game).unwrap();
        for term in terms() {
            let named = registry::player(&term).unwrap_or_else(|why| panic!("{term}: {why}"));
            let before = HEAP.current_usage();
            HEAP.reset_peak_usage();
            let Ok(mut seated) = named.seat(&position) else { continue };
            let declared = usize::try_from(seated.memory()).unwrap();
            let mut stream = Seed(0).stream(0);
            let turn = Turn::new(seat, &mut stream).within(Budget::of(Some(3000)));
            seated.choose(&position, &mut turn.explained(true)).unwrap();
            drop(seated);
            let taken = HEAP.peak_usage() - before;
            played += 1;
            eprintln!("{term} at {game}: {taken} of {declared}");
            let plies = LONGEST_LINE.min(position.facts().max_plies as usize);
            if FACTOR * (declared + plies * position.bytes()) + FREE < taken {
                wrong.push(format!("{term} at {game}: {taken} bytes, declared {declared}"));
            }
        }
    }
    assert!(200 < played, "{played}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
