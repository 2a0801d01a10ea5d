//! The worth of each idea of the search family: matches with the idea against without it at equal nodes,
//! the savings of exact ideas, the worth of knowing the opponent, and the ladder.
//!
//! `cargo bench -p agon-benches --features native --bench strength > players/STRENGTH.md` makes the players' page
//! again. Everything is seeded, so the same build prints the same page. The matches are in
//! `strength.txt`. With `-- WORDS` behind it prints only the rows of matches whose idea has these words, to be put
//! where they belong.

use agon_arena::{Spec, play, rating::Sample};
use agon_core::{AnyMove, Decision, Node, Position, Seed, Turn, registry};
use agon_roster as _;

const PLAYED: &str = include_str!("strength.txt");

fn main() {
    // Cargo asks benches for their list, and runs them as tests, with flags of its own.
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    let words = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if let Some(words) = words {
        for [game, plies, openings, nodes, name, on, off] in lines("ideas") {
            if name.contains(&words) {
                let row = row(game, plies, openings, Some(nodes), on, off);
                println!("| {name} | `{game}` | {nodes} | {openings} | {row} |");
            }
        }
        return;
    }
    println!("# What each idea is worth\n");
    println!(
        "Made by `cargo bench -p agon-benches --features native --bench strength > players/STRENGTH.md`; every figure \
         is reproducible.\n"
    );

    println!("## On against off\n");
    println!(
        "Matches from random openings, each from both seats, with the same number of nodes for \
         every move; Elo with 95 % intervals from the pairs of games. Read the rows of one idea \
         together: what gains at one game may lose at another. Games, nodes and numbers of \
         openings were settled after first trials, some where a first result was unclear, and the \
         intervals know nothing of that, nor of how many rows there are.\n"
    );
    println!("| idea | game | nodes | openings | score | Elo | 95 % |");
    println!("|---|---|---:|---:|---:|---:|---|");
    for [game, plies, openings, nodes, name, on, off] in lines("ideas") {
        let row = row(game, plies, openings, Some(nodes), on, off);
        println!("| {name} | `{game}` | {nodes} | {openings} | {row} |");
    }

    println!("\n## The same answer for less\n");
    println!(
        "Ideas that change no value: positions looked at from the first decision of the game, off \
         and on.\n"
    );
    println!("| idea | game | off | on | saved |");
    println!("|---|---|---:|---:|---:|");
    for [game, name, on, off] in lines("savings") {
        let (on, off) = (decide(game, on), decide(game, off));
        assert_eq!(on.value, off.value, "{name} at {game}");
        let saved = 100.0 * (1.0 - on.nodes as f64 / off.nodes as f64);
        println!("| {name} | `{game}` | {} | {} | {saved:.0} % |", off.nodes, on.nodes);
    }

    println!("\n## Knowing the opponent\n");
    println!("Each against the opponent it has a model of, and one without a model beside it.\n");
    println!("| player | opponent | game | score | Elo | 95 % |");
    println!("|---|---|---|---:|---:|---|");
    for [game, opponent, player] in lines("models") {
        let row = row(game, "4", "250", None, player, opponent);
        println!("| `{player}` | `{opponent}` | `{game}` | {row} |");
    }

    println!("\n## The ladder\n");
    println!("Each rung against the one below it, without a limit on nodes.\n");
    println!("| player | against | game | openings | score | Elo | 95 % |");
    println!("|---|---|---|---:|---:|---:|---|");
    for [game, plies, openings, upper, lower] in lines("ladders") {
        let row = row(game, plies, openings, None, upper, lower);
        println!("| `{upper}` | `{lower}` | `{game}` | {openings} | {row} |");
    }
    // These were measured by the commands in their rows, with an earlier version and with other programs.
    let [playouts, secrets, before, models, yardstick, programs] = [
        include_str!("playouts.md"),
        include_str!("secrets.md"),
        include_str!("before.md"),
        include_str!("models.md"),
        include_str!("yardstick.md"),
        include_str!("programs.md"),
    ];
    print!("\n{playouts}{secrets}\n{before}{models}{yardstick}{programs}");
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

/// Plays a match, and writes the cells with its result.
fn row(game: &str, plies: &str, openings: &str, nodes: Option<&str>, one: &str, other: &str) -> String {
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
    let elo = match difference.elo {
        elo if elo.is_finite() => format!("{elo:+.0}"),
        _ => "—".to_owned(),
    };
    let bound = |elo: f64| if elo.is_finite() { format!("{elo:+.0}") } else { "∞".to_owned() };
    let (low, high) = difference.interval;
    format!("{:.1} % | {elo} | {} to {}", 100.0 * difference.score, bound(low), bound(high))
}
