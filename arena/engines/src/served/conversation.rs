//! The conversation with the program of a game: who is started, and how it is asked.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use agon_core::{Failure, Trouble};
use agon_protocol::served::{Answerer, NoAnswer, ServedGame};
use agon_protocol::{About, Ask, FromArena, FromPlayer, PositionAnswer, VERSION, write_line};

use super::terms::Terms;
use crate::{
    process::{Conventions, Process},
    wire::Talk,
};

const CONVENTIONS: Conventions = Conventions { farewell: "{\"type\":\"quit\"}\n", has_returns: false };

/// The processes of a game that is a program.
struct Processes {
    terms: Terms,
    /// Those that nobody is asking; there is one for each thread that asks.
    idle: Mutex<Vec<Process>>,
    question: AtomicU64,
}

/// The games that are open, by how they were named.
static OPEN: Mutex<BTreeMap<Terms, Weak<ServedGame>>> = Mutex::new(BTreeMap::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The game that a program is: the one that is open, or its program is started and says what it is.
///
/// # Errors
///
/// Why there is none.
pub(super) fn open(terms: Terms) -> Result<Arc<ServedGame>, String> {
    if let Some(open) = locked(&OPEN).get(&terms).and_then(Weak::upgrade) {
        return Ok(open);
    }
    let started = greeted(&terms).map_err(|failure| format!("{}: {failure}", name(&terms)));
    let (process, about) = started?;
    let processes = Processes { terms: terms.clone(), idle: Mutex::new(vec![process]), question: AtomicU64::new(1) };
    let game = Arc::new(ServedGame::new(processes, about, terms.batch, terms.kept)?);
    let mut open = locked(&OPEN);
    open.retain(|_, game| game.strong_count() != 0);
    open.insert(terms, Arc::downgrade(&game));
    Ok(game)
}

fn name(terms: &Terms) -> String {
    format!("the game's program `{}`", terms.program.line())
}

impl Answerer for Processes {
    fn name(&self) -> String {
        name(&self.terms)
    }

    fn answer(&self, ask: Ask) -> Result<Vec<PositionAnswer>, NoAnswer> {
        // A game has no clock of its own whose name is the player's.
        self.exchange(ask).map_err(|failure| NoAnswer::new(failure.to_string()))
    }
}

impl Processes {
    /// One line there, and one back.
    fn exchange(&self, ask: Ask) -> Result<Vec<PositionAnswer>, Failure> {
        let id = self.question.fetch_add(1, Ordering::Relaxed);
        let count = ask.positions.len();
        let ask = FromPlayer::Ask(Ask { id, ..ask });
        let mut line = Vec::new();
        write_line(&mut line, &ask).expect("memory takes any line");
        let idle = locked(&self.idle).pop();
        let mut process = match idle {
            Some(process) => process,
            None => greeted(&self.terms)?.0,
        };
        let mut talk = Talk::new(&mut process);
        talk.within(self.terms.patience);
        talk.ask(std::str::from_utf8(&line).expect("JSON is text"))?;
        let answer = talk.answer("")?;
        let message = FromArena::read(answer.as_bytes());
        let wrong = match message {
            Ok(FromArena::Answers { id: own, answers }) if own == id && answers.len() == count => {
                locked(&self.idle).push(process);
                return Ok(answers);
            }
            Ok(FromArena::Answers { answers, .. }) => {
                format!("{} answers to {count} positions, or to another question", answers.len())
            }
            Ok(FromArena::Error { message, .. }) => format!("it says `{message}`"),
            Ok(_) => "no `answers` to `ask`".to_owned(),
            Err(bad) => bad.to_string(),
        };
        Err(talk.failure(Trouble::Unreadable, &wrong))
    }
}

/// Starts a program, which says hello and what its game is.
fn greeted(terms: &Terms) -> Result<(Process, About), Failure> {
    let started = Process::start(&terms.program, CONVENTIONS);
    let mut process = started.map_err(|broken| broken.into_failure(""))?;
    let mut talk = Talk::new(&mut process);
    talk.within(terms.startup);
    talk.ask("")?;
    let is_late = |failure| match failure {
        Failure::Outside(Trouble::Hung, _) => Failure::Outside(
            Trouble::SlowStart,
            format!(
                "no `hello` within {}: the program of a game speaks first, a player's waits to be told; \
                 startup=MILLISECONDS gives it longer",
                crate::wire::in_words(terms.startup)
            ),
        ),
        other => other,
    };
    let hello = talk.answer("").map_err(is_late)?;
    let wrong = match FromArena::read(hello.as_bytes()) {
        Ok(FromArena::Hello { protocol: VERSION, serves: Some(what), .. }) if what == "game" => None,
        Ok(FromArena::Hello { protocol: VERSION, .. }) => Some("its hello lacks \"serves\":\"game\"".to_owned()),
        Ok(FromArena::Hello { protocol, .. }) => {
            Some(format!("it speaks number {protocol} of the protocol, not {VERSION}"))
        }
        _ => Some("its first line is no `hello`".to_owned()),
    };
    if let Some(wrong) = wrong {
        return Err(talk.failure(Trouble::WrongProtocol, &wrong));
    }
    let game = talk.answer("").map_err(is_late)?;
    match FromArena::read(game.as_bytes()) {
        Ok(FromArena::Game { about, .. }) => Ok((process, about)),
        Ok(_) => Err(talk.failure(Trouble::WrongProtocol, "no `game` after its hello")),
        Err(bad) => Err(talk.failure(Trouble::WrongProtocol, &bad.to_string())),
    }
}
