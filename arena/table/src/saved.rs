//! A game in a file: one written by `save`, or one of a journal.
//!
//! A file of saved games has one value of JSON (RFC 8259) per line, with optional blank lines. A byte order mark, which
//! section 8.1 lets readers ignore, is not part of it, and may announce UTF-16.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Read},
    ops::ControlFlow,
    path::Path,
};

use agon_arena::{
    Ending,
    ask::{io_words, json_words, read_text},
    keep::{Detail, is_journal, read},
};
use agon_core::{Sentence, line};
use serde::{Deserialize, Serialize};

use crate::table_error::TableError;

/// The schema of a saved game.
pub const SCHEMA: &str = "agon.play/1";

/// The unfinished end of a game.
pub const UNFINISHED: &str = "unfinished";

/// No file of saved games is longer, in bytes.
const LONGEST: u64 = 64 << 20;

/// A game as far as it went, and who played it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SavedGame {
    /// `agon.play/1`.
    pub schema: String,
    /// The game's term.
    pub game: String,
    /// Where the moves begin; nothing for the initial position.
    pub position: Option<String>,
    /// The seed of chance and of the players.
    pub seed: u64,
    /// The players' terms, in seat order.
    pub seats: Vec<String>,
    /// The line of moves.
    pub moves: String,
    /// The payoff of each seat; empty while the game goes on.
    pub payoffs: Vec<f64>,
    /// How it ended: `over`, `unfinished`, `resigned`, `draw agreed` or `time is up`.
    pub ended: String,
    /// The time left on each seat's clock, if there is one, as the command reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The name of the player's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Words that named no legal move, where a seat may go on after one, in the order in which they were said: a thousand at
    /// most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<SavedTry>,
}

/// A word that named no legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SavedTry {
    /// For which move it was meant, counted from 0.
    pub ply: u32,
    /// Whose it was, from 1.
    pub seat: u8,
    /// The word, cut where it is long.
    pub text: String,
}

impl SavedGame {
    /// The game as one line of JSON, without a line break.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }

    /// Reads a game that [`line`](SavedGame::line) wrote.
    ///
    /// # Errors
    ///
    /// If the text is something else, or of another schema.
    pub fn read(line: &str) -> Result<SavedGame, TableError> {
        let game: SavedGame = serde_json::from_str(line).map_err(|error| {
            let why = json_words(&error);
            let what = Sentence::named("no-saved-game", "no saved game: {why}; accepted: a line that `save` wrote");
            TableError::Wrong(what.with("why", why))
        })?;
        if game.schema == SCHEMA {
            Ok(game)
        } else {
            let what = format!("of schema `{}`; accepted: {SCHEMA}", game.schema);
            Err(TableError::wrong(what))
        }
    }

    /// Appends the game to a file, as one line.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or contains something other than saved games.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        if let Ok(held) = File::open(path) {
            let what = format!("`{}` is no file of saved games", path.display());
            let first = first_line(held).map_err(|_| what.clone())?;
            // A byte order mark before the first line is no part of it.
            let first = first.trim_start_matches('\u{feff}').trim();
            if !first.is_empty() && serde_json::from_str::<SavedGame>(first).is_err() {
                return Err(what);
            }
        }
        let mut line = self.line().into_bytes();
        line.push(b'\n');
        let written = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            // A single write, so that readers see the whole line or nothing.
            .and_then(|mut file| io::Write::write_all(&mut file, &line));
        written.map_err(|error| format!("`{}` cannot be written: {}", path.display(), io_words(&error)))
    }
}

fn first_line(file: File) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(file.take(LONGEST)).read_line(&mut line)?;
    Ok(line)
}

/// The file that `text` names, and the number behind its `#`, if there is such a file.
pub fn file_of(text: &str) -> Option<(&Path, Option<u64>)> {
    let (path, number) = match text.rsplit_once('#') {
        Some((path, number)) if !Path::new(text).exists() => (Path::new(path), Some(number.parse::<u64>().ok()?)),
        _ => (Path::new(text), None),
    };
    path.exists().then_some((path, number))
}

/// The saved game named by `text`: FILE, the last one of the file, or FILE#N: line N of a file of saved games, or game
/// N of a journal; `None` if there is no such file.
///
/// # Errors
///
/// If the file exists, but not that game.
pub fn find(text: &str) -> Result<Option<SavedGame>, TableError> {
    let Some((path, number)) = file_of(text) else { return Ok(None) };
    let Ok(about) = fs::metadata(path) else { return Ok(None) };
    let wrong = |what: &str| TableError::wrong(format!("`{}` {what}", path.display()));
    if !about.is_file() {
        return Err(wrong("is no file of saved games"));
    }
    if is_journal(path) {
        let which = "is a journal of many games: say which, as in FILE#0, the first of them";
        return of_journal(path, number.ok_or_else(|| wrong(which))?).map(Some);
    }
    if LONGEST < about.len() {
        return Err(wrong("is too long for a file of saved games"));
    }
    let text = read_text(path, LONGEST)
        .map_err(|error| TableError::trouble(format!("`{}` cannot be read: {}", path.display(), io_words(&error))))?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let line = match number {
        None => lines.last(),
        Some(number) => usize::try_from(number).ok().and_then(|n| n.checked_sub(1)).and_then(|n| lines.get(n)),
    };
    let line = line.ok_or_else(|| match lines.len() {
        0 => wrong("is empty"),
        games => wrong(&format!("has the games 1 to {games}")),
    })?;
    let game: SavedGame =
        serde_json::from_str(line).map_err(|_| wrong("is neither a journal nor a file of saved games"))?;
    if game.schema != SCHEMA {
        return Err(wrong(&format!("is of schema `{}`; accepted: {SCHEMA}", game.schema)));
    }
    Ok(Some(game))
}

/// Game `number` of a journal.
fn of_journal(path: &Path, number: u64) -> Result<SavedGame, TableError> {
    let (mut found, mut last) = (None, None);
    let read = read(&[path], Detail::Moves, &mut |game| {
        last = Some(game.record.number);
        if game.record.number != number {
            return Ok(ControlFlow::Continue(()));
        }
        let tournament = game.plan.tournament();
        let entries = &tournament.entries;
        let base = game.base();
        let over = game.record.ending == Ending::Over;
        found = Some(SavedGame {
            schema: SCHEMA.to_owned(),
            game: game.plan.section(game.fixture).game.term.clone(),
            position: game.position().map(str::to_owned),
            seed: tournament.seed.0,
            seats: game.fixture.seats.iter().map(|&seat| entries[seat].player.term.clone()).collect(),
            moves: line::write_line(&base, &game.record.moves),
            payoffs: game.record.payoffs.clone(),
            ended: if over { "over".to_owned() } else { game.record.ending.word().to_owned() },
            clock: None,
            level: None,
            tries: Vec::new(),
        });
        Ok(ControlFlow::Break(()))
    });
    if let Some(found) = found {
        return Ok(found);
    }
    read?;
    let games = last.map_or("no game".to_owned(), |last| format!("games up to {last}"));
    Err(TableError::wrong(format!("`{}` has {games}, and none of number {number}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::{SCHEMA, SavedGame, find};
    use std::fs;

    fn game(moves: &str) -> SavedGame {
        SavedGame {
            schema: SCHEMA.to_owned(),
            game: "nim".to_owned(),
            position: None,
            seed: 1,
            seats: vec!["random".to_owned(), "ő".to_owned()],
            moves: moves.to_owned(),
            payoffs: Vec::new(),
            ended: "unfinished".to_owned(),
            clock: None,
            level: None,
            tries: Vec::new(),
        }
    }

    #[test]
    fn saved_games_are_read_with_any_encoding_and_line_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.json");
        let lines = [game("a1").line(), game("a2").line()];
        for end in ["\n", "\r\n"] {
            let text = format!("\u{feff}{}{end}{end}{}{end}", lines[0], lines[1]);
            let units = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
            let bare = text.trim_start_matches('\u{feff}').as_bytes().to_vec();
            let written: [Vec<u8>; 4] =
                [bare, text.clone().into_bytes(), units(u16::to_le_bytes), units(u16::to_be_bytes)];
            for bytes in written {
                fs::write(&path, bytes).unwrap();
                for (name, moves) in [("", "a2"), ("#1", "a1"), ("#2", "a2")] {
                    let found = find(&format!("{}{name}", path.display())).unwrap().unwrap();
                    assert_eq!(found, game(moves));
                }
            }
            // Another game is added behind a byte order mark.
            fs::write(&path, &text).unwrap();
            game("a3").save(&path).unwrap();
            assert_eq!(find(&path.display().to_string()).unwrap(), Some(game("a3")));
        }
        fs::write(&path, b"J\xf6rg").unwrap();
        let said = find(&path.display().to_string()).unwrap_err().to_string();
        assert!(said.contains("byte 1 (line 1, column 2) is not UTF-8; accepted: "), "{said}");
    }
}
