//! `agon rules`.

use std::io::{self, BufReader, Write};

use agon_core::registry;
use agon_protocol::{
    About, BadLine, FromArena, LONGEST_FROM_PLAYER, RuleBook, VERSION, read_line, write_line,
};

use crate::{failed::Failed, output::answer};

/// Answers questions about positions, line by line, for any program
///
/// What may be played in a position, where it leads, who acts, what everybody got, what a heuristic
/// guesses: for any game, by text, in batches. A program that knows no rules writes questions to
/// standard input and reads answers from standard output, each a line of JSON; see `agon protocol`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  echo '{\"type\":\"ask\",\"positions\":[{\"moves\":[\"d\"]}],\"want\":[\"moves\"]}' | agon rules connect-four

The first line says hello, the second describes GAME if it is named. Then every line is answered by \
one line, in order, and at once where whoever asks waits for it. A line that is no question is answered by \
an error, and the next is read all the same.

Exit codes: 0 the input ended; 1 it could not be read; 2 no such game, or a line longer than a mebibyte.")]
pub(crate) struct Args {
    /// The game that is meant where a question names none
    game: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let game = args.game.as_deref().map(registry::game).transpose().map_err(Failed::usage)?;
    answer(|out| {
        let agon = env!("CARGO_PKG_VERSION").to_owned();
        write_line(out, &FromArena::Hello { protocol: VERSION, agon })?;
        if let Some(game) = &game {
            let about = About::of(game);
            write_line(out, &FromArena::Game { about, seat: None, seed: None, id: None })?;
        }
        let mut rules = RuleBook::of(game);
        let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        let (mut line, mut answers) = (Vec::new(), Vec::new());
        loop {
            if input.buffer().is_empty() {
                out.flush()?;
            }
            match read_line(&mut input, &mut line, LONGEST_FROM_PLAYER) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(BadLine::Unreadable(error)) => {
                    return Err(Failed::trouble(format!("the questions cannot be read: {error}")));
                }
                Err(error) => return Err(Failed::usage(error)),
            }
            answers.clear();
            rules.respond(&line, &mut answers);
            out.write_all(&answers)?;
        }
    })
}
