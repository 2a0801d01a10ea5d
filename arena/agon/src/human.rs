//! A person at the terminal, as a player like any other.
//!
//! Whoever reads what a person types, reads it with [`understand`]: a move in the game's notation,
//! or one of a few commands. Moves go first, so a game may call a move as it likes.

use std::{
    fmt::Write as _,
    io::{self, BufRead, Write},
};

use agon_core::{
    AnyMove, AnyPosition, Decision, Failure, Habits, Player, PlayerPlugin, Position, Turn,
    inventory, nearest,
};

use crate::words::{moves, row};

/// The name of a person among the players.
pub(crate) const NAME: &str = "human";

/// What a person can ask for besides a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// The legal moves.
    Moves,
    /// What a player would do here.
    Hint,
    /// Back to the last choice.
    Undo,
    /// The moves so far.
    Record,
    /// The same, into a file.
    Save,
    /// The commands.
    Help,
    /// No more.
    Quit,
}

impl Command {
    /// Those of a table of one's own.
    pub(crate) const ALL: &[Command] = &[
        Command::Moves,
        Command::Hint,
        Command::Undo,
        Command::Record,
        Command::Save,
        Command::Help,
        Command::Quit,
    ];

    /// Those of a game that somebody else keeps.
    const GUEST: &[Command] = &[Command::Moves, Command::Help, Command::Quit];

    /// The words for it.
    const fn words(self) -> &'static [&'static str] {
        match self {
            Command::Moves => &["moves"],
            Command::Hint => &["hint", "analyse"],
            Command::Undo => &["undo"],
            Command::Record => &["record", "show"],
            Command::Save => &["save"],
            Command::Help => &["help", "?"],
            Command::Quit => &["quit", "exit"],
        }
    }

    /// What it does.
    const fn meaning(self) -> &'static str {
        match self {
            Command::Moves => "the legal moves",
            Command::Hint => "what the other player would do here",
            Command::Undo => "back to your last choice",
            Command::Record => "the board, and the moves so far",
            Command::Save => "`save FILE` adds the game so far to FILE, as one line of JSON",
            Command::Help => "this list",
            Command::Quit => "leave the game",
        }
    }
}

/// What a person said.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said<'a> {
    /// A legal move.
    Move(AnyMove),
    /// A command, and what stood behind it.
    Command(Command, &'a str),
    /// An empty line.
    Nothing,
    /// None of these, with a message that says so.
    Unclear(String),
}

/// Reads what a person said in `position`, where `commands` can be given.
pub(crate) fn understand<'a>(
    position: &AnyPosition,
    commands: &[Command],
    text: &'a str,
) -> Said<'a> {
    let text = text.trim();
    if text.is_empty() {
        return Said::Nothing;
    }
    if let Some(m) = position.parse_move(text) {
        return Said::Move(m);
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if let Some(&command) = commands.iter().find(|command| command.words().contains(&word)) {
        return Said::Command(command, rest.trim());
    }
    let mut words = moves(position);
    words.extend(commands.iter().flat_map(|c| c.words()).map(|&word| word.to_owned()));
    let near = nearest(text, words.iter().map(String::as_str));
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    Said::Unclear(format!(
        "`{text}` is neither a move here nor a command; {near}`moves` lists the moves, `help` the commands"
    ))
}

/// The list of commands.
pub(crate) fn help(commands: &[Command]) -> String {
    let mut text = String::from("A move in the game's notation, or:");
    for command in commands {
        let _ = write!(text, "\n  {:14}  {}", command.words().join(", "), command.meaning());
    }
    text
}

/// Someone who is asked at the terminal.
#[derive(Debug)]
struct Human;

impl Player for Human {
    fn begin(&mut self) {}

    /// Questions go to standard error: standard output is for the result of whoever asks.
    fn choose(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
    ) -> Result<Decision<AnyMove>, Failure> {
        let broken = |error: io::Error| Failure::Broken(format!("the terminal is gone: {error}"));
        let (mut input, mut out) = (io::stdin().lock(), io::stderr().lock());
        writeln!(out, "\n{}", position.drawing()).map_err(broken)?;
        let mut line = String::new();
        loop {
            write!(out, "{}> ", turn.seat).and_then(|()| out.flush()).map_err(broken)?;
            line.clear();
            if input.read_line(&mut line).map_err(broken)? == 0 {
                return Err(Failure::Stopped);
            }
            let reply = match understand(position, Command::GUEST, &line) {
                Said::Move(m) => return Ok(Decision::just(m)),
                Said::Command(Command::Quit, _) => return Err(Failure::Stopped),
                Said::Command(Command::Moves, _) => row(&moves(position)),
                Said::Command(..) => help(Command::GUEST),
                Said::Nothing => continue,
                Said::Unclear(message) => message,
            };
            writeln!(out, "{reply}").map_err(broken)?;
        }
    }

    fn habits(&self) -> Habits {
        Habits { person: true, ..Habits::default() }
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
}
