//! What `agon protocol --rules` answers.

use std::io::{self, BufReader, Write};

use agon_core::registry;
use agon_protocol::{About, BadLine, FromArena, LONGEST_FROM_PLAYER, RuleBook, VERSION, read_line, write_line};

use agon_arena::ask::io_words;

use crate::{failed::Failed, output::answer};

/// Answers questions about positions by the line protocol, those that name no game of the game of this term.
pub(crate) fn run(game: Option<&str>) -> Result<(), Failed> {
    let game = game.map(registry::game).transpose().map_err(Failed::usage)?;
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
                    return Err(Failed::trouble(format!("the questions cannot be read: {}", io_words(&error))));
                }
                Err(error) => return Err(Failed::usage(error)),
            }
            answers.clear();
            rules.respond(&line, &mut answers);
            out.write_all(&answers)?;
        }
    })
}
