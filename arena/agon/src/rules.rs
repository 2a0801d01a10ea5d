//! What `agon protocol --rules` answers, once called `agon rules`.

use std::io::{self, BufReader, Write};

use agon_core::registry;
use agon_protocol::{
    About, BadLine, FromArena, LONGEST_FROM_PLAYER, RuleBook, VERSION, read_line, write_line,
};

use agon_arena::ask::io_words;

use crate::{failed::Failed, output::answer};

/// Answers questions about positions, by the line protocol
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game that is meant where a question names none
    pub(crate) game: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let game = args.game.as_deref().map(registry::game).transpose().map_err(Failed::usage)?;
    answer(|out| {
        let serves = game.as_ref().map(|_| "game".to_owned());
        let agon = env!("CARGO_PKG_VERSION").to_owned();
        write_line(out, &FromArena::Hello { protocol: VERSION, agon, serves })?;
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
                    return Err(Failed::trouble(format!(
                        "the questions cannot be read: {}",
                        io_words(&error)
                    )));
                }
                Err(error) => return Err(Failed::usage(error)),
            }
            answers.clear();
            rules.respond(&line, &mut answers);
            out.write_all(&answers)?;
        }
    })
}
