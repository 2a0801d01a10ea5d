//! Second tries: a program that names no legal move is told so, and answers again within the same time.
//!
//! Every word of such a program is noted, the right ones too, and none is played but the move that it names. What it
//! writes without being asked, such as a second answer to one question, is noted and answers nothing: what is there
//! before the question, and what names another question by its `ply`.

use std::time::Duration;

use agon_core::{Failure, MoveTry, OptionSpec, Trouble, TryVerdict, Turn};
use agon_protocol::{FromPlayer, RuleBook, Usage, WrongWord};

use crate::{
    messages::{line_of, read, unexpected},
    wire::Talk,
};

/// How many tries a program has, beyond the first.
pub(crate) const RETRIES: OptionSpec = OptionSpec::whole(
    MoveTry::OPTION,
    0..=MoveTry::MOST_RETRIES,
    "0",
    "how often it may try again for one move, after an answer that names no legal move",
);

/// So many lines may come that answer no question, from one question to the next.
const MOST_UNASKED: u32 = 100;

/// How often a program may still try for the move that it is asked for.
pub(crate) struct Tries {
    allowed: u32,
    left: u32,
    unasked: u32,
}

impl Tries {
    pub(crate) fn of(retries: u32) -> Tries {
        Tries { allowed: retries, left: retries, unasked: 0 }
    }

    /// Whether there is any: without, nothing is noted.
    pub(crate) fn are_any(&self) -> bool {
        self.allowed != 0
    }

    /// Notes a legal move.
    pub(crate) fn note_legal(&self, talk: &Talk<'_>, turn: &mut Turn<'_>, usage: Usage) {
        if self.are_any() {
            note(turn, TryVerdict::Legal, "", talk.elapsed(), usage);
        }
    }

    /// Notes a wrong word, and has the program answer again.
    ///
    /// # Errors
    ///
    /// The `fault`, where no try is left.
    pub(crate) fn again(
        &mut self,
        talk: &mut Talk<'_>,
        turn: &mut Turn<'_>,
        wrong: &WrongWord,
        fault: &str,
        usage: Usage,
    ) -> Result<(), Failure> {
        let verdict = if wrong.is_message { TryVerdict::Illegal } else { TryVerdict::Unreadable };
        note(turn, verdict, &wrong.text, talk.elapsed(), usage);
        let Some(left) = self.left.checked_sub(1) else {
            let what = format!("{fault}, in the last of {} tries", self.allowed + 1);
            return Err(Failure::Outside(Trouble::NoSuchMove, what));
        };
        talk.go_on(&line_of(&wrong.told(self.left)))?;
        self.left = left;
        Ok(())
    }

    /// Notes a line that answers no question.
    ///
    /// # Errors
    ///
    /// The fault, where there are too many.
    pub(crate) fn note_unasked(
        &mut self,
        talk: &mut Talk<'_>,
        turn: &mut Turn<'_>,
        usage: Usage,
    ) -> Result<(), Failure> {
        note(turn, TryVerdict::Unasked, &talk.heard_in_full(), Duration::ZERO, usage);
        self.count_unasked(talk)
    }

    fn count_unasked(&mut self, talk: &mut Talk<'_>) -> Result<(), Failure> {
        self.unasked += 1;
        if self.unasked <= MOST_UNASKED {
            return Ok(());
        }
        let what = format!("more than {MOST_UNASKED} lines that answer no question");
        Err(talk.failure(Trouble::Unreadable, &what))
    }

    /// Hears what is there before the question. What asks for rules is answered as ever.
    ///
    /// # Errors
    ///
    /// Where the program has failed.
    pub(crate) fn hear_unasked(
        &mut self,
        talk: &mut Talk<'_>,
        rules: &mut RuleBook,
        mut turn: Option<&mut Turn<'_>>,
    ) -> Result<(), Failure> {
        let mut answer = Vec::new();
        while self.are_any() && talk.listen(Duration::ZERO)?.is_some() {
            let usage = match read(talk, true) {
                None => {
                    talk.wonder()?;
                    continue;
                }
                Some(Err(_) | Ok(FromPlayer::Resign)) => Usage::default(),
                Some(Ok(FromPlayer::Move { usage, .. })) => usage,
                Some(Ok(FromPlayer::Info { .. })) => continue,
                Some(Ok(other)) => {
                    answer.clear();
                    if !rules.answer(&other, &mut answer) {
                        return Err(unexpected(talk, &other, "move"));
                    }
                    talk.reply(std::str::from_utf8(&answer).expect("JSON is text"))?;
                    continue;
                }
            };
            match &mut turn {
                Some(turn) => self.note_unasked(talk, turn, usage)?,
                None => self.count_unasked(talk)?,
            }
        }
        Ok(())
    }

    /// Whether this is a late answer to a question of the last game, which answers nothing in this one.
    pub(crate) fn is_of_last_game(&mut self, talk: &mut Talk<'_>, message: &FromPlayer) -> Result<bool, Failure> {
        let is_late = self.are_any() && matches!(message, FromPlayer::Move { .. } | FromPlayer::Resign);
        if is_late {
            self.count_unasked(talk)?;
        }
        Ok(is_late)
    }
}

fn note(turn: &mut Turn<'_>, verdict: TryVerdict, text: &str, time: Duration, usage: Usage) {
    turn.note(MoveTry { verdict, text: MoveTry::cut(text), time, usage: usage.numbers() });
}
