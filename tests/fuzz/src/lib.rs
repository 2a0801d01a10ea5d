//! What reads texts and bytes from outside, handed anything at all: it may refuse, and must not
//! panic, and what it accepts it must write and read again alike.
//!
//! Each [`Target`] is used twice. `cargo fuzz run NAME` in this folder lets libFuzzer look for inputs
//! that reach new code, on nightly; the program of this crate alters known inputs at random, on any
//! Rust, for a chosen time.

pub mod boards;
pub mod draughts;
pub mod exports;
mod json;
mod layouts;
pub mod openings;
pub mod pgn;
pub mod programs;
pub mod sgf;
pub mod tournaments;
mod twice;

use std::{env, fs, io, ops::ControlFlow, panic, path::PathBuf, process, sync::Arc, thread};

use agon_arena::{
    Job, Met, Plan, Played, Record, Recorder, Shard, Spec,
    keep::{Detail, Header, JournalOptions, Reader, Writer, read},
};
use agon_core::{
    AnyMove, AnyPosition, BrokenRules, Node, Position, Seed, drawing, line, notation,
    options::{NameError, OptionError, written_bytes},
    registry,
    term::Term,
};
// Naming the roster links every game and player.
use agon_roster as _;
use agon_table::{SCHEMA, SavedGame, SavedTry};

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
    Target { name: "toml", read: tournaments::tournaments, known: tournaments::known_tournaments },
    Target { name: "openings", read: openings::openings, known: openings::known_openings },
    Target { name: "journals", read: journals, known: known_journals },
    Target { name: "engines", read: programs::engines, known: programs::known_engines },
    Target { name: "questions", read: programs::questions, known: programs::known_questions },
    Target { name: "guests", read: programs::guests, known: programs::known_guests },
    Target { name: "fen", read: boards::fen, known: boards::known_fen },
    Target { name: "pdn", read: boards::pdn, known: boards::known_pdn },
    Target { name: "sgf", read: sgf::sgf, known: sgf::known_sgf },
    Target { name: "pgn", read: pgn::pgn, known: pgn::known_pgn },
    Target { name: "draughts", read: draughts::draughts, known: draughts::known_draughts },
    Target { name: "exports", read: exports::exports, known: exports::known_exports },
    Target { name: "saved", read: saved, known: known_saved },
    Target { name: "sheets", read: sheets, known: known_sheets },
    Target { name: "modules", read: modules, known: known_modules },
];

/// Modules of rules, as a term's text: one that is accepted can be played, or it says what is wrong with it.
pub fn modules(input: &[u8]) -> bool {
    if 8_000 < input.len() {
        return false;
    }
    let term = format!("module(file=\"{}\")", written_bytes(input));
    let Ok(game) = registry::game(&term) else { return false };
    assert_eq!(registry::game(&game.term).expect("a canonical term is one").start, game.start);
    let play = || {
        let mut here = game.start.clone();
        let mut stream = Seed(1).stream(0);
        while here.node() != Node::Terminal {
            assert!(!drawing(&here).is_empty());
            here.play(here.draw_move(&mut stream));
        }
    };
    if let Err(panic) = panic::catch_unwind(panic::AssertUnwindSafe(play))
        && BrokenRules::of(&*panic).is_none()
    {
        panic::resume_unwind(panic);
    }
    true
}

fn known_modules() -> Vec<Vec<u8>> {
    let known: [&[u8]; 3] = [
        include_bytes!("../../../games/module/src/modules/tic-tac-toe.wasm"),
        include_bytes!("../../../games/module/src/modules/dice-race.wasm"),
        include_bytes!("../../../games/module/src/modules/connect-four.wasm"),
    ];
    known.map(<[u8]>::to_vec).into()
}

/// Sheets of rules, as a term's text: what is accepted is the same on one line again, and can be played.
pub fn sheets(input: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(input) else { return false };
    // What takes seconds is for a test.
    if 4_000 < text.len() {
        return false;
    }
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let term = format!("gdl(sheet={}, plies=20)", agon_core::term::quoted(&line));
    let Ok(game) = registry::game(&term) else { return false };
    assert_eq!(registry::game(&game.term).expect("a canonical term is one").start, game.start);
    let mut here = game.start;
    let mut stream = Seed(1).stream(0);
    while here.node() != Node::Terminal {
        here.play(here.draw_move(&mut stream));
    }
    true
}

fn known_sheets() -> Vec<Vec<u8>> {
    [
        "(role x)(init (n 1))(legal x go)(legal x (stay 1))(<= (next (n 2)) (does x go));\
         (<= (next (n ?a)) (true (n ?a)) (not (does x go)))(<= terminal (true (n 2)));\
         (<= (goal x 100) (true (n 2)))(<= (goal x 0) (not (true (n 2))))",
        "(role x)(role o)(role random)(coin heads)(coin tails)(init start);\
         (<= (legal ?r ?c) (role ?r) (coin ?c))(<= (sees x ?c) (does random ?c));\
         (<= (next (won ?r)) (does ?r ?c) (does random ?c))(<= terminal (not (true start)));\
         (<= (goal ?r 100) (true (won ?r)))(<= (goal ?r 0) (role ?r) (not (true (won ?r))))",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}

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
    is_small && read(&[&path], Detail::Moves, &mut |_| Ok(ControlFlow::Continue(()))).is_ok()
}

/// Files of saved games: the last is read as the plain JSON that the second reader makes of it.
pub fn saved(input: &[u8]) -> bool {
    let path = scratch("saved");
    fs::write(&path, input).expect("there is room for a small file");
    let name = path.display().to_string();
    let found = agon_table::find(&name).ok().flatten();
    // Byte order marks have tests of their own.
    if let Ok(text) = str::from_utf8(input)
        && !text.starts_with('\u{feff}')
        && !text.contains('\0')
    {
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        let plain = last.ok_or("a line").and_then(json::plain);
        fs::write(&path, plain.as_deref().unwrap_or_default()).expect("there is room");
        let expected = agon_table::find(&name).ok().flatten();
        assert!(plain == Err(json::LEFT) || found == expected, "{plain:?}: {found:?}");
    }
    let Some(game) = found else { return false };
    let again = SavedGame::read(&game.line()).expect("what was read can be written");
    assert_eq!(again.line(), game.line());
    let Ok(named) = registry::game(&game.game) else { return false };
    let base = game.position.as_deref().map_or(Ok(named.start.clone()), |p| named.start.parse(p));
    base.is_ok_and(|mut base| line::play_line(&mut base, &game.moves).is_ok())
}

fn known_saved() -> Vec<Vec<u8>> {
    let game = |(game, told): (String, Vec<String>)| SavedGame {
        schema: SCHEMA.to_owned(),
        game,
        position: None,
        seed: 7,
        seats: vec!["random".to_owned(), "minimax(depth=2)".to_owned()],
        moves: told.join(", "),
        payoffs: vec![0.5, -0.5],
        ended: "over".to_owned(),
        clock: Some("4:57/5:00+3".to_owned()),
        level: Some("easy".to_owned()),
        tries: vec![SavedTry { ply: 1, seat: 2, text: "the middle, I think".to_owned() }],
    };
    let lines = known_plays(notation).into_iter().map(|play| game(play).line() + "\n");
    let escaped = "{ \"schema\":\"agon.play\\/1\", \"game\" :\"nim\",\"seed\":7,\t\"seats\":[\"\\ud83d\\uDE00\",\"\\t\u{151}\"],\
        \"moves\":\"a\\u0031\",\"payoffs\":[ -5e-1,0.5 ],\"ended\":\"over\",\"more\":[{\"a\":[null,true,1E+2]},{}]}\r\n\n";
    lines.chain([escaped.to_owned()]).map(String::into_bytes).collect()
}

/// The start of the game that the first line names, if it is one of those known, and the rest.
fn game_and_rest(input: &[u8]) -> Option<(AnyPosition, &str)> {
    let (name, rest) = str::from_utf8(input).ok()?.split_once('\n')?;
    let mut samples = registry::games().values().flat_map(|game| game.sample_terms());
    let term = samples.find(|term| term == name)?;
    Some((start_of(&term)?, rest))
}

/// Where a sample begins. None if this build has no such game: modules are run by no build with debug assertions, and the
/// compiler's own fuzzers are such builds.
fn start_of(sample: &str) -> Option<AnyPosition> {
    match registry::game(sample) {
        Ok(game) => Some(game.start),
        Err(NameError::Options(OptionError::Impossible { .. })) => None,
        Err(error) => panic!("a sample is a game: {error}"),
    }
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
        let Some(mut position) = start_of(&term) else { continue };
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
        let default = |option: &agon_core::OptionSpec| format!("{}={}", option.name, option.default);
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
