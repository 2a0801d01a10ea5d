//! The instances of a thread, which all positions of a module share.

use std::{
    cell::RefCell,
    sync::{Arc, Weak},
};

use agon_core::{BrokenRules, Node};

use crate::{bytes::Bytes, loaded::Loaded, machine::Machine};

/// The most modules that have an instance in each thread.
const MOST_KEPT: usize = 2;
/// One move in this many is also played by a new instance.
const DOUBTED: u32 = 1000;

struct Kept {
    game: Weak<Loaded>,
    number: u64,
    machine: Machine,
}

thread_local! {
    static KEPT: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// Asks the instance of this thread something about a position. A module that fails gives up, and its instance, which
/// it left in the middle of something, goes.
#[inline]
pub(crate) fn ask<T>(
    game: &Arc<Loaded>,
    position: &[u8],
    question: impl FnOnce(&mut Machine) -> Result<T, String>,
) -> T {
    let answer = KEPT.with_borrow_mut(|kept| {
        let at = kept.iter().position(|kept| kept.number == game.number);
        let at = at.map_or_else(|| begin(kept, game), Ok)?;
        let machine = &mut kept[at].machine;
        machine.hold(position);
        let answer = question(machine);
        if answer.is_err() {
            kept.remove(at);
        }
        answer
    });
    answer.unwrap_or_else(|what| BrokenRules::give_up(format!("the game's module: {what}")))
}

/// Makes an instance for this thread; it replaces that of a game no longer in use, or else the oldest.
#[cold]
fn begin(kept: &mut Vec<Kept>, game: &Arc<Loaded>) -> Result<usize, String> {
    let machine = game.machine()?;
    kept.retain(|kept| kept.game.strong_count() != 0);
    if kept.len() == MOST_KEPT {
        kept.remove(0);
    }
    kept.push(Kept { game: Arc::downgrade(game), number: game.number, machine });
    Ok(kept.len() - 1)
}

/// Plays a move on an instance that holds the position; now and then a new instance is asked too.
#[inline]
pub(crate) fn play(game: &Loaded, machine: &mut Machine, code: u32) -> Result<Node, String> {
    if machine.played % DOUBTED != DOUBTED - 1 {
        return machine.play(code);
    }
    let before = Bytes::of(machine.position());
    let node = machine.play(code)?;
    game.ask_again(machine, &before, code, node)?;
    Ok(node)
}
