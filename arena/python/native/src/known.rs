//! Games and players by their terms.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use agon_arena::ask::{io_words, read_plain};
use agon_core::{BrokenRules, Learnable, NamedGame, NamedPlayer, StopSignal, options::Access, registry, term::Term};
use agon_learn::with_models;
use agon_protocol::About;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::{
    apart::apart,
    errors::{failed, guarded, wrong},
    observation::places,
};

/// The game, and the player, that stand for objects of Python.
pub(crate) const PYTHON: &str = "python";

/// How many games are remembered by their text; when there are more, all are forgotten.
const MOST: usize = 256;

/// Only locked with Python's lock held, so that a forked process finds it open.
static GAMES: Mutex<BTreeMap<String, Arc<NamedGame>>> = Mutex::new(BTreeMap::new());

/// The game that `term` names.
pub(crate) fn game(term: &str) -> PyResult<Arc<NamedGame>> {
    let lock = || GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lock().get(term) {
        return Ok(Arc::clone(known));
    }
    let found = Arc::new(guarded(|| registry::game(term))?.map_err(wrong)?);
    // What a file says may be another thing the next time; a canonical term has it all.
    if found.term != term && term.contains(['.', '/', '\\']) {
        return Ok(found);
    }
    let mut games = lock();
    if MOST <= games.len() {
        games.clear();
    }
    games.insert(term.to_owned(), Arc::clone(&found));
    Ok(found)
}

/// Forgets the game of this term: it is found anew the next time.
pub(crate) fn forget(term: &str) {
    // Their end may be told to Python, which must find the list unlocked.
    let mut gone = Vec::new();
    GAMES.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, game| {
        let stays = game.term != term;
        if !stays {
            gone.push(Arc::clone(game));
        }
        stays
    });
}

/// Forgets all games.
pub(crate) fn forget_all() {
    // As above, their end is told with the list unlocked.
    let gone = std::mem::take(&mut *GAMES.lock().unwrap_or_else(PoisonError::into_inner));
    drop(gone);
}

/// Has options read the files that they name, as the command has: a program in Python that writes terms may read the files too.
pub(crate) fn read_files() {
    /// A file may be so long, in bytes.
    const MOST_SHEET: u64 = 4 << 20;
    let reader = |name: &str| read_plain(Path::new(name), MOST_SHEET).map_err(|error| io_words(&error));
    Access { reader: Some(reader), programs: false }.set();
}

/// The player that `term` names, which may go by a learned evaluation.
pub(crate) fn player(term: &str) -> PyResult<NamedPlayer> {
    let term = with_models(term).map_err(wrong)?;
    guarded(|| registry::player(&term))?.map_err(wrong)
}

/// The facts about a game, as a line of JSON: what the line protocol says, how many numbers there are for moves, and how many
/// bytes, below which number, an observation has; null where that is a text.
#[pyfunction]
pub(crate) fn about(term: &str) -> PyResult<String> {
    let game = game(term)?;
    let mut facts = serde_json::to_value(About::of(&game)).map_err(wrong)?;
    facts["actions"] = json!(game.start.numbers());
    facts["observation"] = places(&game).map_or(Value::Null, |places| json!(places));
    Ok(facts.to_string())
}

/// Checks that a game keeps what every game promises.
#[pyfunction]
pub(crate) fn check_laws(py: Python<'_>, term: &str) -> PyResult<()> {
    let term = game(term)?.term.clone();
    let stop = StopSignal::new();
    let mut tell = |_: &str, _: &str| {
        if stop.is_given() {
            BrokenRules::give_up("interrupted");
        }
    };
    apart(py, || stop.give(), || agon_laws::check_told(&term, &mut tell))?.map_err(failed)
}

/// Whether a term names a game that is linked here, be its options right or wrong.
#[pyfunction]
pub(crate) fn knows_game(term: &str) -> bool {
    Term::parse(term).is_ok_and(|term| registry::find_game(&term.name).is_ok())
}

/// Whether a term names a player that is linked here, be its options right or wrong.
#[pyfunction]
pub(crate) fn knows_player(term: &str) -> bool {
    Term::parse(term).is_ok_and(|term| registry::find_player(&term.name).is_ok())
}

/// Every game that is linked here, with what it is, in a line; but the one that stands for those of Python's own.
#[pyfunction]
pub(crate) fn games() -> BTreeMap<&'static str, &'static str> {
    let all = registry::games().values().filter(|game| game.name != PYTHON);
    all.map(|game| (game.name, game.summary)).collect()
}

/// Every player that is linked here, with what it is, in a line; but the one that stands for those of Python's own.
#[pyfunction]
pub(crate) fn players() -> BTreeMap<&'static str, &'static str> {
    let all = registry::players().values().filter(|player| player.name != PYTHON);
    all.map(|player| (player.name, player.summary)).collect()
}
