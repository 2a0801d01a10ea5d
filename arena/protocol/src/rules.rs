//! The rules as a service: questions about positions, answered by text, in batches.

use std::collections::BTreeMap;

use agon_core::{NamedGame, registry, term::Term};

use crate::{
    about::About,
    enquiry::Enquiry,
    message::{FromArena, FromPlayer},
    question::Ask,
    read::{LONGEST_FROM_ARENA, write_line},
};

/// Answers questions about the rules of any game. It remembers which games it was asked about, and
/// nothing else.
#[derive(Debug, Default)]
pub struct RuleBook {
    /// The game meant where none is named.
    usual: Option<NamedGame>,
    /// Those named so far, by the text that names them.
    named: BTreeMap<String, NamedGame>,
}

/// So many games are remembered; more begin anew.
const MOST_GAMES: usize = 64;

impl RuleBook {
    /// Of the game that is played, and of any other that a question names.
    pub fn of(usual: Option<NamedGame>) -> RuleBook {
        RuleBook { usual, named: BTreeMap::new() }
    }

    /// Answers `ask` or `about` by one line in `out`, no longer than
    /// [`LONGEST_FROM_ARENA`]; `false` where `message` is no question, and nothing is written.
    pub fn answer(&mut self, message: &FromPlayer, out: &mut Vec<u8>) -> bool {
        let (id, answered) = match message {
            FromPlayer::Ask(ask) => (Some(ask.id), self.answers(ask, out)),
            FromPlayer::About { id, game, rules, language } => {
                let wanted = rules.then(|| language.as_deref().unwrap_or_default());
                (*id, self.about(*id, game.as_deref(), wanted, out))
            }
            _ => return false,
        };
        if let Err(message) = answered {
            write(out, &FromArena::Error { id, message });
        }
        true
    }

    /// Answers a line of a program that only asks, and is not at a table: any line, by one line.
    pub fn respond(&mut self, line: &[u8], out: &mut Vec<u8>) {
        let wrong = match FromPlayer::read(line) {
            Ok(message) if self.answer(&message, out) => return,
            Ok(_) => "only questions are answered here: `ask` or `about`".to_owned(),
            Err(error) => error.to_string(),
        };
        write(out, &FromArena::Error { id: None, message: wrong });
    }

    fn about(
        &mut self,
        id: Option<u64>,
        game: Option<&str>,
        rules: Option<&str>,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let game = self.find(game)?;
        let about = About::of(game).with_rules(game, rules);
        write(out, &FromArena::Game { about, seat: None, seed: None, id });
        Ok(())
    }

    fn find(&mut self, game: Option<&str>) -> Result<&NamedGame, String> {
        // A game whose options players are not told is named by what they are told.
        let is_usual = |usual: &NamedGame| usual.plugin.is_concealed && game == Some(About::name_of(usual));
        let game = game.filter(|_| !self.usual.as_ref().is_some_and(is_usual));
        let Some(text) = game else {
            let none = || "no game is played here: name one by `game`".to_owned();
            return self.usual.as_ref().ok_or_else(none);
        };
        if MOST_GAMES <= self.named.len() && !self.named.contains_key(text) {
            self.named.clear();
        }
        if !self.named.contains_key(text) {
            if let Ok(term) = Term::parse(text)
                && let Ok(plugin) = registry::find_game(&term.name)
                && plugin.reaches_out(&term)
            {
                let name = plugin.name;
                return Err(if plugin.is_inside {
                    format!("a question reads no file: {name}(…) is named here by its text or a word")
                } else {
                    format!("a question starts no program: {name}(…) cannot be named here")
                });
            }
            let game = registry::game(text).map_err(|error| error.to_string())?;
            self.named.insert(text.to_owned(), game);
        }
        Ok(&self.named[text])
    }

    /// Writes the answers to `ask`. Each is written as it is found, so that no more than a line stands
    /// in memory, however much is asked.
    fn answers(&mut self, ask: &Ask, out: &mut Vec<u8>) -> Result<(), String> {
        let game = self.find(ask.game.as_deref())?;
        let mut enquiry = Enquiry::new(game, ask)?;
        let begun = out.len();
        out.extend(format!("{{\"type\":\"answers\",\"id\":{},\"answers\":[", ask.id).as_bytes());
        for (number, position) in ask.positions.iter().enumerate() {
            if 0 < number {
                out.push(b',');
            }
            enquiry.answer(position, out);
            if LONGEST_FROM_ARENA < out.len() - begun + "]}\n".len() {
                out.truncate(begun);
                return Err(format!(
                    "the answers are longer than {LONGEST_FROM_ARENA} bytes after {number} of {} \
                     positions: ask about fewer at a time",
                    ask.positions.len()
                ));
            }
        }
        out.extend(b"]}\n");
        Ok(())
    }
}

fn write(out: &mut Vec<u8>, message: &FromArena) {
    write_line(out, message).expect("memory takes any line");
}
