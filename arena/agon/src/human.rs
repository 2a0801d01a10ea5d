//! A person at the terminal, as a player like any other.
//!
//! What a person types is read by [`understand`]: a move in the game's notation,
//! or one of a few commands. Moves go first, so a game may call a move as it likes.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use agon_arena::ask::io_words;
use agon_core::{
    AnyMove, AnyPosition, Decision, Eye, Failure, Habits, Player, PlayerPlugin, PlayerReply, Plays, Position, Seat,
    Turn, all_moves, drawing_for, inventory, line, nearest, notation, view,
};
use agon_table::{by_numbers, moves, row};

use crate::prompt::line_of;

/// The name of a person among the players.
pub(crate) const NAME: &str = "human";

/// What a person can ask for besides a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// The legal moves.
    Moves,
    /// The best moves, in a line.
    Hint,
    /// All that a player thinks of the position.
    Analyse,
    /// Back to the last choice.
    Undo,
    /// The moves so far.
    Record,
    /// The same, into a file.
    Save,
    /// To end in a draw, if the others agree.
    Draw,
    /// To lose.
    Resign,
    /// Another game.
    New,
    /// The rules.
    Rules,
    /// The commands.
    Help,
    /// No more.
    Quit,
}

impl Request {
    /// Those in a game that this terminal runs.
    pub(crate) const ALL: &[Request] = &[
        Request::Moves,
        Request::Hint,
        Request::Analyse,
        Request::Undo,
        Request::Record,
        Request::Save,
        Request::Draw,
        Request::Resign,
        Request::New,
        Request::Rules,
        Request::Help,
        Request::Quit,
    ];

    /// Those where another command than `agon play` asks a person.
    const GUEST: &[Request] = &[Request::Moves, Request::Help, Request::Quit];

    /// The words for it.
    const fn words(self) -> &'static [&'static str] {
        match self {
            Request::Moves => &["moves"],
            Request::Hint => &["hint"],
            Request::Analyse => &["analyse", "analyze"],
            Request::Undo => &["undo"],
            Request::Record => &["record", "show"],
            Request::Save => &["save"],
            Request::Draw => &["draw"],
            Request::Resign => &["resign"],
            Request::New => &["new"],
            Request::Rules => &["rules"],
            Request::Help => &["help", "?", "h"],
            Request::Quit => &["quit", "exit", "q"],
        }
    }

    /// All words that may be typed if `commands` may be given.
    pub(crate) fn all_words(commands: &[Request]) -> impl Iterator<Item = &'static str> {
        commands.iter().flat_map(|command| command.words()).copied()
    }

    /// Its effect.
    const fn meaning(self) -> &'static str {
        match self {
            Request::Moves => "the legal moves",
            Request::Hint => "the best moves here, as the other player sees it",
            Request::Analyse => "all that it thinks of this position",
            Request::Undo => "back to your last choice",
            Request::Record => "the board, and the moves so far",
            Request::Save => "`save FILE` adds the game so far to FILE, as one line of JSON",
            Request::Draw => "offers a draw",
            Request::Resign => "gives the game up",
            Request::New => "another game from the start, with other dice",
            Request::Rules => "the rules of this game, and how its moves are written",
            Request::Help => "this list",
            Request::Quit => "leave the game",
        }
    }
}

/// A line that a person typed, as understood.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PersonInput<'a> {
    /// A legal move.
    Move(AnyMove),
    /// A command, and what stood behind it.
    Request(Request, &'a str),
    /// An empty line.
    Nothing,
    /// None of these, with a message that says so.
    Unclear(String),
}

/// Reads a line of the person at `seat` in `position`, where `commands` can be given. Where something is hidden
/// the position is a redeal.
pub(crate) fn understand<'a>(
    position: &AnyPosition,
    seat: Seat,
    commands: &[Request],
    text: &'a str,
) -> PersonInput<'a> {
    let text = text.trim();
    if text.is_empty() {
        return PersonInput::Nothing;
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let said = word.to_lowercase();
    let said = commands.iter().find(|command| command.words().contains(&said.as_str()));
    // A game may call a move as it likes; only what is nearly a move gives way to a command, if that is
    // more than one letter.
    let gives_way = said.is_some() && 1 < word.chars().count();
    let m = position.parse_move(text);
    let m = m.or_else(|| if gives_way { None } else { line::read_move(position, text) });
    if let Some(m) = m {
        return PersonInput::Move(m);
    }
    if let Some(&command) = said {
        return PersonInput::Request(command, rest.trim());
    }
    if let Some(message) = explain_place(position, seat, text) {
        return PersonInput::Unclear(message);
    }
    let mut words = moves(position);
    if let Some(message) = explain_number(&words, text) {
        return PersonInput::Unclear(message);
    }
    words.extend(Request::all_words(commands).map(str::to_owned));
    // One letter is near to every other.
    let is_word = 1 < text.chars().count();
    let near = nearest(text, words.iter().map(String::as_str)).filter(|near| is_word && 1 < near.len());
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    PersonInput::Unclear(format!(
        "`{text}` is neither a move here nor a command; {near}`moves` lists the moves, `help` the commands"
    ))
}

/// Why there is no move to a place, if `text` names one.
fn explain_place(position: &AnyPosition, seat: Seat, text: &str) -> Option<String> {
    let picture = position.picture_for(Eye::Seat(seat));
    let cell = picture.cells.iter().find(|cell| cell.name.eq_ignore_ascii_case(text))?;
    let name = &cell.name;
    let all = all_moves(position);
    let from: Vec<String> =
        all.iter().filter(|&&m| position.aim(m).names().next() == Some(name)).map(|&m| notation(position, m)).collect();
    match from.as_slice() {
        [] => {}
        [m] => return Some(format!("`{name}`: the move there is `{m}`")),
        _ => return Some(format!("`{name}`: which move? {}", row(&from))),
    }
    Some(match cell.pieces.last() {
        Some(piece) if all.iter().all(|&m| position.aim(m).names().count() <= 1) => {
            format!("`{name}` is taken: {}; `moves` lists the moves", piece.text)
        }
        Some(piece) => {
            format!("no move starts at `{name}`, {}; `moves` lists the moves", piece.text)
        }
        // Where stones fall, or a row is enough, a place has more in its name than its move.
        None => match all.iter().map(|&m| notation(position, m)).find(|m| name.starts_with(m)) {
            Some(m) => format!("moves are not written as places here: type {m}"),
            None => format!("nothing can be played at `{name}` now; `moves` lists the moves"),
        },
    })
}

/// Which letter is meant where every move is one and `text` is a number.
fn explain_number(moves: &[String], text: &str) -> Option<String> {
    let number: u8 = text.parse().ok()?;
    if !moves.iter().all(|m| m.len() == 1 && m.starts_with(|c: char| c.is_ascii_lowercase())) {
        return None;
    }
    let letter = char::from((b'a' - 1).checked_add(number).filter(u8::is_ascii_lowercase)?);
    let is_legal = moves.iter().any(|m| m.starts_with(letter));
    Some(if is_legal {
        format!("places are letters here, not numbers: type {letter}")
    } else {
        format!("places are letters here, not numbers; `moves` lists the moves, and {letter} is none")
    })
}

/// The list of commands.
pub(crate) fn help(commands: &[Request]) -> String {
    let mut text = String::from("A move in the game's notation, or:");
    for command in commands {
        let _ = write!(text, "\n  {:16}  {}", command.words().join(", "), command.meaning());
    }
    text
}

/// Someone who is asked at the terminal.
#[derive(Debug)]
struct Human;

impl Player for Human {
    fn begin(&mut self) {}

    /// Questions go to standard error: standard output is for the result of the command.
    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        let broken = |error: io::Error| Failure::Broken(format!("the terminal is gone: {}", io_words(&error)));
        let (mut input, mut out) = (io::stdin().lock(), io::stderr().lock());
        let eye = Eye::Seat(turn.seat);
        let (drawn, seen) = (drawing_for(position, eye), view(position, eye));
        writeln!(out, "\n{drawn}").map_err(broken)?;
        if position.facts().hidden && drawn != seen {
            writeln!(out, "view  {seen}").map_err(broken)?;
        }
        loop {
            write!(out, "{}> ", turn.seat).and_then(|()| out.flush()).map_err(broken)?;
            let line = match line_of(&mut input).map_err(broken)? {
                None => return Err(Failure::Stopped),
                Some(Ok(line)) => line,
                Some(Err(why)) => {
                    writeln!(out, "{why}").map_err(broken)?;
                    continue;
                }
            };
            let reply = match understand(position, turn.seat, Request::GUEST, &line) {
                PersonInput::Move(m) => return Ok(Decision::just(m)),
                PersonInput::Request(Request::Quit, _) => return Err(Failure::Stopped),
                PersonInput::Request(Request::Moves, _) => row(&by_numbers(moves(position))),
                PersonInput::Request(..) => help(Request::GUEST),
                PersonInput::Nothing => continue,
                PersonInput::Unclear(message) => message,
            };
            writeln!(out, "{reply}").map_err(broken)?;
        }
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_person(true)
    }
}

inventory::submit! {
    PlayerPlugin::new(
        NAME,
        "a person at the terminal",
        "Reads moves in the game's notation, one a line; `help` lists what else can be typed. The \
         end of the input, or `quit`, gives the game up. `agon play` offers more.",
        &[],
        |_, _| Ok(Box::new(Human)),
    )
    .playing(Plays::ANYTHING.with_hidden())
}
