//! What reads texts and bytes from outside, handed anything at all: it may refuse, and must not
//! panic, and what it accepts it must write and read again alike.
//!
//! Each [`Target`] is used twice. `cargo fuzz run NAME` in this folder lets libFuzzer look for inputs
//! that reach new code, on nightly; the program of this crate alters known inputs at random, on any
//! Rust, for a chosen time.

pub mod programs;

use std::{env, fs, io, ops::ControlFlow, path::PathBuf, process, sync::Arc, thread};

use agon_arena::{
    Job, Met, Plan, Played, Record, Recorder, Shard, Spec,
    ask::{Located, Order, read_spec},
    keep::{Detail, Header, JournalOptions, Reader, Writer, read_journal},
    plan::read_openings,
};
use agon_core::{AnyMove, AnyPosition, Node, Position, Seed, notation, registry, term::Term};
// Naming the roster links every game and player.
use agon_roster as _;

/// Something that reads, and inputs that it knows.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Hands it an input, and panics where it doesn't do what it must. Whether it was accepted.
    pub read: fn(&[u8]) -> bool,
    /// Inputs that are accepted, to be altered.
    pub known: fn() -> Vec<Vec<u8>>,
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "terms", read: terms, known: known_terms },
    Target { name: "positions", read: positions, known: known_positions },
    Target { name: "moves", read: moves, known: known_moves },
    Target { name: "toml", read: toml, known: known_toml },
    Target { name: "openings", read: openings, known: known_openings },
    Target { name: "journals", read: journals, known: known_journals },
    Target { name: "engines", read: programs::engines, known: programs::known_engines },
    Target { name: "questions", read: programs::questions, known: programs::known_questions },
];

/// Names of games and players with their options.
pub fn terms(input: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(input) else { return false };
    if Term::parse(text).is_err() {
        return false;
    }
    let player = registry::player(text).map(|player| player.term);
    if let Ok(term) = &player {
        assert_eq!(registry::player(term).expect("a canonical term is one").term, *term);
    }
    player.is_ok()
}

/// A game, a line break, and a position of it.
pub fn positions(input: &[u8]) -> bool {
    let Some((start, text)) = game_and_rest(input) else { return false };
    let Ok(position) = start.parse(text) else { return false };
    let written = position.to_string();
    let again = start.parse(&written).expect("a written position can be read");
    assert_eq!(again.to_string(), written);
    assert!(again == position, "{written} reads back to another position");
    if position.node() != Node::Terminal {
        assert!(0 < position.count(), "no move in {written}");
        let mut after = position.clone();
        after.play(position.nth(0));
        assert!(after.parse(&after.to_string()).is_ok(), "{after} was played, and cannot be read");
    }
    true
}

/// A game, a line break, and a line of moves.
pub fn moves(input: &[u8]) -> bool {
    let Some((mut position, text)) = game_and_rest(input) else { return false };
    for word in text.split_whitespace() {
        if position.node() == Node::Terminal {
            return false;
        }
        let Some(m) = position.parse_move(word) else { return false };
        assert!(position.is_legal(m), "`{word}` in {position} is {m}, which is not legal");
        assert_eq!(position.parse_move(&notation(&position, m)), Some(m), "in {position}");
        position.play(m);
    }
    // Codes that nobody made: a door knows them or refuses them.
    for (n, byte) in input.iter().enumerate() {
        let code = AnyMove(u64::from(*byte).rotate_right(7 * n as u32));
        assert!(!position.is_legal(code) || position.node() != Node::Terminal, "{code}");
    }
    true
}

/// Tournament files.
pub fn toml(input: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(input) else { return false };
    read_spec("league.toml", text).is_ok()
}

/// A game, a line break, and a file of openings for it.
pub fn openings(input: &[u8]) -> bool {
    let Some((start, text)) = game_and_rest(input) else { return false };
    let path = scratch("openings");
    fs::write(&path, text).expect("there is room for a small file");
    let name = Located::new(path.display().to_string());
    read_openings(&name, &start, Order::Random, Seed(1), 10).is_ok()
}

/// Journals.
pub fn journals(input: &[u8]) -> bool {
    let path = scratch("journal");
    fs::write(&path, input).expect("there is room for a small file");
    let Ok(mut reader) = Reader::open(&path) else { return false };
    let mut record = Record::default();
    while let Ok(Some((bytes, game))) = reader.next(&mut record) {
        assert!(game <= bytes.len());
    }
    // A header may ask for any tournament, and laying a large one out takes long.
    let is_small = reader.tournament().is_ok_and(|asked| asked.sections.len() == 1);
    is_small && read_journal(&path, Detail::Moves, &mut |_| Ok(ControlFlow::Continue(()))).is_ok()
}

/// The start of the game that the first line names, if it is one of those known, and the rest.
fn game_and_rest(input: &[u8]) -> Option<(AnyPosition, &str)> {
    let (name, rest) = str::from_utf8(input).ok()?.split_once('\n')?;
    let mut samples = registry::games().values().flat_map(|game| game.sample_terms());
    let term = samples.find(|term| term == name)?;
    Some((registry::game(&term).expect("a sample is a game").start, rest))
}

/// A file that no other thread or process writes.
fn scratch(what: &str) -> PathBuf {
    let own = format!("agon-fuzz-{}-{:?}-{what}", process::id(), thread::current().id());
    env::temp_dir().join(own)
}

/// The first plies of a random play of every sample of every game: its term, and what `tell` tells
/// of each position and the move played there.
fn known_plays(tell: impl Fn(&AnyPosition, AnyMove) -> String) -> Vec<(String, Vec<String>)> {
    let mut plays = Vec::new();
    for term in registry::games().values().flat_map(|game| game.sample_terms()) {
        let mut position = registry::game(&term).expect("a sample is a game").start;
        let (mut stream, mut told) = (Seed(1).stream(0), Vec::new());
        while position.node() != Node::Terminal && told.len() < 12 {
            let m = position.draw_move(&mut stream);
            told.push(tell(&position, m));
            position.play(m);
        }
        plays.push((term, told));
    }
    plays
}

fn known_terms() -> Vec<Vec<u8>> {
    let players = registry::players().values().flat_map(|player| {
        let default =
            |option: &agon_core::OptionSpec| format!("{}={}", option.name, option.default);
        let options: Vec<String> = player.options.iter().map(default).collect();
        [player.name.to_owned(), format!("{}({})", player.name, options.join(", "))]
    });
    let nested = "mix(epsilon(minimax(depth=2), 0.1)*0.8, random*0.2)".to_owned();
    players.chain([nested]).map(String::into_bytes).collect()
}

fn known_positions() -> Vec<Vec<u8>> {
    let plays = known_plays(|position, _| position.to_string());
    let each = |(term, told): (String, Vec<String>)| {
        told.into_iter().map(move |text| format!("{term}\n{text}").into_bytes()).collect::<Vec<_>>()
    };
    plays.into_iter().flat_map(each).collect()
}

fn known_moves() -> Vec<Vec<u8>> {
    let plays = known_plays(notation);
    plays.into_iter().map(|(term, told)| format!("{term}\n{}", told.join(" ")).into()).collect()
}

fn known_openings() -> Vec<Vec<u8>> {
    let plays = known_plays(notation);
    let file = |(term, told): (String, Vec<String>)| {
        format!("{term}\n# known\n\"a name\" {} # so\nmoves {}\n", told[0], told[0]).into_bytes()
    };
    plays.into_iter().filter(|(_, told)| !told.is_empty()).map(file).collect()
}

fn known_toml() -> Vec<Vec<u8>> {
    vec![include_bytes!("../../../arena/agon/src/default.toml").to_vec()]
}

fn known_journals() -> Vec<Vec<u8>> {
    let path = scratch("known");
    let spec = Spec::default().game("nim(1+2)").player("random").player_named("b", "random");
    let tournament = spec.openings(3, 1).resolve().expect("it is a tournament");
    let plan = Arc::new(Plan::new(tournament).expect("it can be laid out"));
    let header = Header::new(&plan, Shard::WHOLE, "agon-fuzz");
    let _ = fs::remove_file(&path);
    let writer = Writer::open(&path, &header, &JournalOptions::default(), &mut |_| Ok(()));
    let keeper = Keeper { writer: writer.expect("there is room") };
    let (mut keeper, ..) = Job::whole(plan, 1).run(keeper);
    keeper.writer.settle().expect("there is room");
    let bytes = fs::read(&path).expect("it was written");
    let _ = fs::remove_file(&path);
    vec![bytes]
}

/// Keeps every game in a journal.
struct Keeper {
    writer: Writer,
}

impl Recorder for Keeper {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        self.writer.append(game.bytes)?;
        Ok(ControlFlow::Continue(()))
    }

    /// A round robin has no later round.
    fn last_round(&self) -> &[Met] {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::TARGETS;

    #[test]
    fn what_is_known_is_accepted() {
        for target in TARGETS {
            let known = (target.known)();
            let accepted = known.iter().filter(|input| (target.read)(input)).count();
            // Some players demand an option, and help is no file.
            assert!(known.len() < 2 * accepted, "{}: {accepted} of {}", target.name, known.len());
        }
    }
}
