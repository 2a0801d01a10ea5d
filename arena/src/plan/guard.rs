//! Catching the panics of players: the message becomes part of a result, not of the terminal.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

use agon_core::{AnyMove, AnyPosition, BrokenRules, Node, Position, Seat, Stream};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static WHERE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A panic that was caught.
pub(crate) struct Caught {
    /// Its message, shortened if it is long, with the file and line of the panic.
    pub(crate) message: String,
    /// Whether the rules of a game are [at fault](BrokenRules), so that no player is.
    pub(crate) is_of_rules: bool,
}

/// Runs `f`; `Err` is the message of its panic, cut where it is long, with the file and line where it
/// happened. The process's panic hook stays silent for it.
///
/// Whatever `f` changed may be left half changed: the caller must discard it.
///
/// # Errors
///
/// The panic's message.
pub fn catch<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_telling(f).map_err(|caught| caught.message)
}

/// The same, distinguishing panics of foreign rules from all others.
pub(crate) fn catch_telling<T>(f: impl FnOnce() -> T) -> Result<T, Caught> {
    install();
    let outer = GUARDED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(f));
    GUARDED.set(outer);
    done.map_err(|payload| {
        let is_of_rules = BrokenRules::of(&*payload).is_some();
        let text = message_of(&*payload);
        // Dropping the payload may panic too, which must not end the thread.
        if let Err(again) = panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(again);
        }
        let place = WHERE.take();
        let message = message(&text);
        let message = if place.is_empty() { message } else { format!("{message} ({place})") };
        Caught { message, is_of_rules }
    })
}

/// A message in the form of records: on one line, with control characters as `\u{1b}`, and cut with
/// a mark if it is longer than [`MESSAGE`] bytes.
pub(crate) fn message(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars() {
            if MESSAGE <= out.len() {
                out.push('…');
                return out;
            }
            if c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
        }
    }
    out
}

/// The length to which messages are cut, approximately, in bytes.
pub(crate) const MESSAGE: usize = 1000;

/// The message of a panic of the rules themselves, if they panic at `position`, at a successor, or
/// in one of some random games from there.
pub(crate) fn broken_rules(position: &AnyPosition, stream: &mut Stream, games: u32) -> Option<String> {
    const PLIES: usize = 100;
    let mut moves = Vec::new();
    let tried = catch(|| {
        try_out(position, &mut moves);
        let mut child = position.clone();
        for m in std::mem::take(&mut moves) {
            child.clone_from(position);
            child.play(m);
            try_out(&child, &mut moves);
        }
        for _ in 0..games {
            child.clone_from(position);
            for _ in 0..PLIES {
                if child.node() == Node::Terminal {
                    break;
                }
                let m = child.draw_move(stream);
                child.play(m);
                try_out(&child, &mut moves);
            }
        }
    });
    tried.err()
}

/// Asks `position` for everything that players ask for.
fn try_out(position: &AnyPosition, moves: &mut Vec<AnyMove>) {
    moves.clear();
    match position.node() {
        Node::Terminal => Seat::all(position.facts().seats).for_each(|seat| {
            position.payoff(seat);
        }),
        Node::Chance | Node::Decision(_) => {
            position.moves(moves);
            assert!(!moves.is_empty(), "a position that goes on has no move");
        }
    }
    position.key();
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else if let Some(broken) = BrokenRules::of(payload) {
        broken.to_string()
    } else {
        "a panic without a message".to_owned()
    }
}

/// Installs a panic hook that is silent on guarded threads and calls the present one elsewhere.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                let place = info.location().map(|place| {
                    // The file's name alone: paths differ from machine to machine.
                    let file = place.file().rsplit(['/', '\\']).next().unwrap_or_default();
                    format!("{file}:{}", place.line())
                });
                WHERE.set(place.unwrap_or_default());
            } else {
                loud(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::{MESSAGE, catch, message};

    #[test]
    fn a_panic_becomes_its_message_and_place() {
        let caught = catch(|| -> u32 { panic!("three\n{} four", 3 + 1) });
        let message = caught.unwrap_err();
        assert!(message.starts_with("three 4 four (guard.rs:"), "{message}");
        assert_eq!(catch(|| 5), Ok(5));
    }

    #[test]
    fn messages_are_one_short_visible_line() {
        assert_eq!(message("a\n b\t \u{1b}[31mc"), "a b \\u{1b}[31mc");
        let long = message(&"é\u{7}".repeat(1 << 20));
        assert!(long.ends_with('…') && long.len() < MESSAGE + 20, "{}", long.len());
        assert_eq!(message(&"a".repeat(MESSAGE)), "a".repeat(MESSAGE));
    }
}
