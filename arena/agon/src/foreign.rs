//! Words that other programs of this field have taught people: what they are here. Where one has one obvious sense it
//! works; else the answer has the line to type.

use std::ffi::OsString;

use agon_core::{registry, term::split_list};

/// Commands of others, and the words that they stand for.
const SAME: &[(&str, &[&str])] = &[
    ("resume", &["run"]),
    ("train", &["learn"]),
    ("elo", &["report", "ratings"]),
    ("rate", &["report", "ratings"]),
    ("ratings", &["report", "ratings"]),
    ("standings", &["report"]),
    ("crosstable", &["report", "crosstable"]),
];

/// Commands of others that are something else here, and what.
const COMMANDS: &[(&str, &str)] = &[
    ("list", "agon games lists the games, agon players the players"),
    ("tournament", "agon run plays one: agon run -g tic-tac-toe -p minimax -p random"),
    ("match", "agon run plays one: agon run --format match -g tic-tac-toe -p minimax -p random"),
    ("sprt", "agon run -g GAME -p NEW -p OLD --stop 'sprt(elo0=0, elo1=5)' plays until the result is clear"),
    ("completion", "agon man --completions bash writes them"),
    ("completions", "agon man --completions bash writes them"),
    ("bench", "agon perft GAME --depth N counts plays; agon analyse GAME -p PLAYER says how fast one looks"),
    ("benchmark", "agon perft GAME --depth N counts plays; agon analyse GAME -p PLAYER says how fast one looks"),
    ("export", "agon report games JOURNAL -o FILE writes games, agon report JOURNAL -o FILE tables"),
    ("gui", "agon serve shows everything in a browser"),
    ("web", "agon serve shows everything in a browser"),
    ("uci", "agon engine uci --player PLAYER is one of our players as an engine"),
    ("gtp", "agon engine gtp --player PLAYER is one of our players as an engine"),
    ("xboard", "agon engine xboard --player PLAYER is one of our players as an engine"),
    ("selfplay", "agon learn GAME learns by self-play"),
];

const OPENINGS: &str =
    "-n N (--openings N) says how many openings are played, each once in every seating; -g GAME names a game";
const STOP: &str = "--stop 'sprt(elo0=0, elo1=5)' ends a match of two when its result is clear";
const MOVE_TIME: &str = "--move-time MS says for how many milliseconds one move may be thought about";
const GAMES: &str = "agon report games JOURNAL -o FILE writes the games of a journal, as .pgn, .pdn, .jsonl or .csv";
const RESULT: &str = "the result is printed: --json > FILE; --records FILE has the games";
const ITERATIONS: &str = "iterations are an option of the player: -p 'mcts(iterations=1000)'";
const ENGINE: &str = "-p 'uci(command=\"COMMAND\")' seats an engine; say it once for each";

/// Options that people look for, the one that they mean if there is one, and how it is used.
pub(crate) const OPTIONS: &[(&str, &str, &str)] = &[
    ("--games", "openings", OPENINGS),
    ("--rounds", "openings", "-n N (--openings N) says how many openings are played"),
    ("--repeat", "openings", OPENINGS),
    ("--players", "player", "-p PLAYER names a player; say it once for each"),
    ("--engine", "player", ENGINE),
    ("--depth", "player", "the depth is an option of the player: -p 'alpha-beta(depth=4)'"),
    ("--iterations", "player", ITERATIONS),
    ("--simulations", "player", ITERATIONS),
    ("--variant", "game", "-g GAME names a game"),
    ("--sprt", "stop", STOP),
    ("--elo0", "stop", STOP),
    ("--elo1", "stop", STOP),
    ("--tc", "move-time", MOVE_TIME),
    ("--st", "move-time", MOVE_TIME),
    ("--time", "move-time", MOVE_TIME),
    ("--time-control", "move-time", MOVE_TIME),
    ("--pgn", "records", GAMES),
    ("--pgnout", "records", GAMES),
    ("--csv", "records", GAMES),
    ("--output", "out", "-o FILE (--out FILE) names the file"),
    ("--output", "records", RESULT),
    ("--out", "records", RESULT),
    ("-o", "records", RESULT),
    ("--threads", "jobs", "-j N (--jobs N) says how many threads there are"),
    ("--list", "dry-run", "--dry-run lists the first games of the plan, with --full all of them"),
    ("--opening-order", "opening-file", "a tournament file says it: opening-order = \"random\""),
    ("--order", "opening-file", "a tournament file says it: opening-order = \"random\""),
    ("--time-margin", "move-time", "a tournament file says it, in milliseconds: time-margin = 100"),
    ("--timemargin", "move-time", "a tournament file says it, in milliseconds: time-margin = 100"),
    ("--seatings", "openings", "a tournament file says it: seatings = \"all\", \"balanced\" or \"fixed\""),
];

/// Programs of others that people name as players, and how each is seated.
const PROGRAMS: &[(&str, &str)] = &[
    ("stockfish", "uci(command=\"stockfish\", nodes=10000)"),
    ("fairy-stockfish", "uci(command=\"fairy-stockfish\", nodes=10000)"),
    ("lc0", "uci(command=\"lc0\", nodes=1000)"),
    ("gnuchess", "uci(command=\"gnuchess -u\", depth=4)"),
    ("crafty", "xboard(command=\"crafty\", depth=4)"),
    ("fairymax", "xboard(command=\"fairymax\", depth=4)"),
    ("gnugo", "gtp(\"gnugo --mode gtp\")"),
    ("pachi", "gtp(\"pachi\")"),
    ("katago", "gtp(\"katago gtp\")"),
];

/// Levels that people name as players.
const LEVELS: [&str; 4] = ["easy", "medium", "hard", "strongest"];

/// The words of a command line, where a command of others has one obvious sense in the words for it.
pub(crate) fn in_our_words(words: Vec<OsString>) -> Vec<OsString> {
    let same = words.get(1).and_then(|word| SAME.iter().find(|(theirs, _)| word == theirs));
    let Some((_, ours)) = same else { return words };
    let mut all = words.into_iter();
    let program = all.next();
    let ours = ours.iter().map(OsString::from);
    program.into_iter().chain(ours).chain(all.skip(1)).collect()
}

/// What a command of others is here.
pub(crate) fn command(word: &str) -> Option<&'static str> {
    COMMANDS.iter().find(|(theirs, _)| *theirs == word).map(|(_, here)| *here)
}

/// What a player is that nobody knows: a program by its protocol, a level, or several in one word.
pub(crate) fn player(name: &str) -> Option<String> {
    if let Some((_, term)) = PROGRAMS.iter().find(|(program, _)| *program == name) {
        return Some(format!("a program is seated by its protocol: -p '{term}'"));
    }
    LEVELS.contains(&name).then(|| format!("levels are for people: agon play GAME --level {name}"))
}

/// Each of several games or players that are named in one word, as in `minimax,random`: no term has a comma but in
/// brackets or quotation marks.
pub(crate) fn each(words: &[String]) -> Vec<String> {
    let one = |word: &String| {
        let all = split_list(word);
        // What is empty is told so.
        if all.is_empty() { vec![word.clone()] } else { all.into_iter().map(str::to_owned).collect() }
    };
    words.iter().flat_map(one).collect()
}

/// A player's name and its term, in `NAME=TERM`; a term alone has no name.
pub(crate) fn named(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((name, term)) if !name.is_empty() && !name.contains(['(', '"', '\'', '{', ' ']) => (Some(name), term),
        _ => (None, text),
    }
}

/// What was meant by a file that is not there, if it is a game or a player.
pub(crate) fn no_file(word: &str) -> Option<String> {
    let name = word.split('(').next().unwrap_or(word);
    if registry::find_game(name).is_ok() {
        return Some(format!("a game is named by -g: agon run -g '{word}' -p minimax -p random"));
    }
    let is_player = registry::find_player(name).is_ok();
    is_player.then(|| format!("a player is named by -p, each by its own: -p '{word}'"))
}
