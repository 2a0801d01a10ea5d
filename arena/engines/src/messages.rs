//! The messages of Agon's own protocol in a conversation: written as lines, and heard, with questions about rules answered.

use std::borrow::Cow;

use agon_core::{Failure, Trouble};
use agon_protocol::{BadMessage, FromArena, FromPlayer, RuleBook, write_line};

use crate::wire::Talk;

/// `message` as a line.
pub(crate) fn line_of(message: &FromArena) -> String {
    let mut line = Vec::new();
    write_line(&mut line, message).expect("memory takes any line");
    String::from_utf8(line).expect("JSON is text")
}

/// The next message that is no question about rules; such are answered.
pub(crate) fn message(talk: &mut Talk<'_>, hurry: &str, rules: &mut RuleBook) -> Result<FromPlayer, Failure> {
    heard(talk, hurry, rules, false)?.map_err(|bad| talk.failure(Trouble::Unreadable, &bad.to_string()))
}

/// The same, or why the line is none: of all its bytes, or up to the first that are no text.
pub(crate) fn heard(
    talk: &mut Talk<'_>,
    hurry: &str,
    rules: &mut RuleBook,
    is_whole: bool,
) -> Result<Result<FromPlayer, BadMessage>, Failure> {
    let mut answer = Vec::new();
    loop {
        talk.answer(hurry)?;
        let message = match read(talk, is_whole) {
            None => {
                talk.wonder()?;
                continue;
            }
            Some(Err(bad)) => return Ok(Err(bad)),
            Some(Ok(message)) => message,
        };
        answer.clear();
        if !rules.answer(&message, &mut answer) {
            return Ok(Ok(message));
        }
        talk.reply(std::str::from_utf8(&answer).expect("JSON is text"))?;
    }
}

/// The message in the line that was heard last, unless the line is blank.
pub(crate) fn read(talk: &Talk<'_>, is_whole: bool) -> Option<Result<FromPlayer, BadMessage>> {
    let line = if is_whole { talk.heard_in_full() } else { Cow::Borrowed(talk.heard()) };
    (!line.trim().is_empty()).then(|| FromPlayer::read(line.as_bytes()))
}

/// What it says where something else was expected.
pub(crate) fn unexpected(talk: &mut Talk<'_>, message: &FromPlayer, expected: &str) -> Failure {
    match message {
        FromPlayer::Error { message } => Failure::Outside(Trouble::Refused, message.clone()),
        _ => talk.failure(Trouble::WrongProtocol, &format!("no `{expected}`")),
    }
}
