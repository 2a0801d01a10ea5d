//! Players that are asked while a person waits: what they think is seen, and Ctrl-C makes them answer.

use std::{
    io::{self, IsTerminal},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use agon_core::{AnyMove, AnyPosition, Decision, StopSignal, line};
use agon_table::SearchLimits;

use crate::{
    figure,
    progress::Meanwhile,
    signals::{self, EndSignal, LastWords},
    terminal_game::Asked,
};

/// Asks players while a person waits. There is one of it in a process.
pub(crate) struct Waiting {
    stop: StopSignal,
    /// Whether a player is being asked.
    is_on: Arc<AtomicBool>,
    /// The message when the game is left.
    farewell: Arc<Mutex<String>>,
}

impl Waiting {
    /// A game of somebody at this terminal, or one that is only watched. While a player thinks the first
    /// Ctrl-C of a person who plays makes it answer; otherwise the game is left.
    pub(crate) fn begin(is_played: bool) -> Waiting {
        let thinking = Waiting {
            stop: StopSignal::new(),
            is_on: Arc::new(AtomicBool::new(false)),
            farewell: Arc::new(Mutex::new(String::new())),
        };
        let farewell = Arc::clone(&thinking.farewell);
        signals::leave_with(move || {
            let words = farewell.lock().unwrap_or_else(PoisonError::into_inner).clone();
            LastWords { out: format!("\n{words}"), err: String::new() }
        });
        if is_played && io::stdin().is_terminal() {
            let (stop, is_on) = (thinking.stop.clone(), Arc::clone(&thinking.is_on));
            signals::take_first(move |heard| {
                let is_taken = heard == EndSignal::Interrupt && is_on.load(Ordering::Relaxed) && !stop.is_given();
                if is_taken {
                    stop.give();
                }
                is_taken
            });
        }
        thinking
    }

    /// The message when a signal ends the game.
    pub(crate) fn leave_with(&self, words: String) {
        *self.farewell.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// Asks a player for its move; what it thinks is seen on the terminal of standard error meanwhile, unless something
    /// is hidden.
    ///
    /// # Errors
    ///
    /// Why it gave none.
    pub(crate) fn ask(&self, asked: Asked<'_>) -> Result<Decision<AnyMove>, String> {
        let Asked { player, here, seat, stream, deadline, is_open } = asked;
        let meanwhile = Meanwhile::new();
        let listener = |answer: &Decision<AnyMove>| meanwhile.say(|| words(here, answer));
        let asked = SearchLimits {
            deadline,
            stop: Some(&self.stop),
            listener: (is_open && meanwhile.is_heard()).then_some(&listener as _),
            ..SearchLimits::default()
        };
        self.stop.withdraw();
        self.is_on.store(true, Ordering::Relaxed);
        let answer = agon_table::ask(player, here, seat, stream, asked);
        self.is_on.store(false, Ordering::Relaxed);
        answer
    }
}

/// The best answer so far, in a line.
pub(crate) fn words(here: &AnyPosition, answer: &Decision<AnyMove>) -> String {
    let mut words = Vec::new();
    if let Some(depth) = answer.depth {
        words.push(format!("depth {depth}"));
    }
    if let Some(value) = answer.value {
        words.push(format!("value {}{}", answer.bound.words(), figure::known(value, answer.bound)));
    }
    let best = [answer.m];
    let expected = if answer.pv.is_empty() { &best[..] } else { &answer.pv[..answer.pv.len().min(6)] };
    words.push(line::write_line(here, expected));
    if 0 < answer.nodes {
        words.push(format!("{} positions", figure::grouped(answer.nodes)));
    }
    words.extend(answer.remarks(here).map(|note| note.to_string()));
    words.join("  ")
}
