//! The worth of each idea of the search family: matches with the idea against without it at equal nodes,
//! the savings of exact ideas, the worth of knowing the opponent, and the ladder.
//!
//! `cargo bench -p agon-benches --features native --bench strength` writes the files of `docs/data` that
//! `players/STRENGTH.md` is about. Everything is seeded, so the same build writes the same files. The matches are in
//! `strength.txt`. With `-- WORDS` behind it prints only the rows of matches whose idea has these words, to be put
//! where they belong.

use std::{fs::File, io::Write, path::Path};

use agon_arena::{Spec, play, rating::Sample};
use agon_core::{AnyMove, Decision, Node, Position, Seed, Turn, registry};
use agon_roster as _;

const PLAYED: &str = include_str!("strength.txt");

/// What the columns of a match are called, after those that say what is matched.
const OF_A_MATCH: [&str; 4] = ["share %", "Elo", "low", "high"];

fn main() {
    // Cargo asks benches for their list, and runs them as tests, with flags of its own.
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    let words = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if let Some(words) = words {
        ideas(csv::Writer::from_writer(std::io::stdout()), &words);
        return;
    }
    ideas(file("ideas", &["idea", "game", "nodes", "openings"], true), "");

    let mut savings = file("savings", &["idea", "game", "positions without", "positions with", "saved %"], false);
    for [game, name, on, off] in lines("savings") {
        let (on, off) = (decide(game, on), decide(game, off));
        assert_eq!(on.value, off.value, "{name} at {game}");
        let saved = 100.0 * (1.0 - on.nodes as f64 / off.nodes as f64);
        let counted = [off.nodes.to_string(), on.nodes.to_string(), format!("{saved:.0}")];
        write(&mut savings, &[name, game], &counted);
    }

    // Each against the opponent it has a model of, and one without a model beside it.
    let mut opponents = file("opponents", &["player", "opponent", "game"], true);
    for [game, opponent, player] in lines("models") {
        write(&mut opponents, &[player, opponent, game], &row(game, "4", "250", None, player, opponent));
    }

    // Each rung against the one below it, without a limit on nodes.
    let mut ladder = file("ladder", &["player", "against", "game", "openings"], true);
    for [game, plies, openings, upper, lower] in lines("ladders") {
        let row = row(game, plies, openings, None, upper, lower);
        write(&mut ladder, &[upper, lower, game, openings], &row);
    }
}

/// Plays the matches of the ideas with these words in their names.
fn ideas(mut to: csv::Writer<impl Write>, words: &str) {
    for [game, plies, openings, nodes, name, on, off] in lines("ideas") {
        if name.contains(words) {
            write(&mut to, &[name, game, nodes, openings], &row(game, plies, openings, Some(nodes), on, off));
        }
    }
}

/// A file of `docs/data` with the names of its columns, and those of a match if it has some.
fn file(name: &str, columns: &[&str], of_matches: bool) -> csv::Writer<File> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/data")).join(format!("{name}.csv"));
    let mut file = csv::Writer::from_path(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let of_a_match = OF_A_MATCH.iter().filter(|_| of_matches);
    file.write_record(columns.iter().chain(of_a_match)).expect("a file of data can be written");
    file
}

/// Writes what is matched and what came out, at once, so that a bench that is stopped leaves what it has.
fn write(to: &mut csv::Writer<impl Write>, of: &[&str], row: &[String]) {
    let cells = of.iter().copied().chain(row.iter().map(String::as_str));
    to.write_record(cells).expect("a row of data can be written");
    to.flush().expect("a row of data can be written");
}

/// The lines of a section of `strength.txt`, split into fields.
fn lines<const FIELDS: usize>(section: &str) -> impl Iterator<Item = [&'static str; FIELDS]> {
    let lines = PLAYED.lines().skip_while(move |line| *line != format!("[{section}]")).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split(" | ").collect();
        fields.try_into().unwrap_or_else(|_| panic!("{FIELDS} fields are wanted: {line}"))
    })
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
    let mut turn = Turn::new(seat, &mut stream);
    let mut player = player.seat(&game.start).expect("a bench seats who can play");
    player.begin();
    player.choose(&here, &mut turn).expect("a built-in player has a move")
}

/// Plays a match: the cells with its result.
fn row(game: &str, plies: &str, openings: &str, nodes: Option<&str>, one: &str, other: &str) -> [String; 4] {
    let number = |text: &str| text.parse::<u32>().unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut spec = Spec::default()
        .game(game)
        .player_named("on", one)
        .player_named("off", other)
        .openings(number(openings).into(), number(plies))
        .seed(1);
    if let Some(nodes) = nodes {
        spec = spec.nodes(number(nodes).into());
    }
    let score = play(&spec).unwrap_or_else(|error| panic!("{error}"));
    let section = &score.sections[0];
    let on = usize::from(section.entries[0] != 0);
    let difference = Sample::Pairs(section.openings(on, 1 - on)).difference();
    let difference = difference.expect("a match has games");
    let elo = |elo: f64| if elo.is_finite() { format!("{elo:+.0}") } else { elo.to_string() };
    let (low, high) = difference.interval;
    // Of a match without a loss only the lower end is known.
    let mean = if difference.elo.is_finite() { elo(difference.elo) } else { String::new() };
    [format!("{:.1}", 100.0 * difference.score), mean, elo(low), elo(high)]
}
