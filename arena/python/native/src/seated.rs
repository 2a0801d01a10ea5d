//! Players of Python's own process: objects with a method `choose`, which the arena here seats as it seats any other.
//!
//! While a tournament is played each has a name here, by which a term of the player `python` finds it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use agon_core::{
    AnyMove, AnyPosition, Beginning, Decision, Eye, Failure, Habits, NamedGame, OptionSpec, Options, Player,
    PlayerPlugin, Plays, Position as _, SetupError, Trouble, Turn, after, notation, view,
};
use agon_protocol::Thoughts;
use pyo3::{
    call::PyCallArgs,
    exceptions::PyKeyboardInterrupt,
    prelude::*,
    types::{PyDict, PyTuple},
};

use crate::{actions, known::PYTHON, position::Position};

/// The most redeals with a view, as for programs.
const MOST_REDEALS: u32 = 1000;

/// Who can be seated, by name. Only locked with Python's lock held, so that a forked process finds it open.
static PLAYERS: Mutex<BTreeMap<String, Py<PyAny>>> = Mutex::new(BTreeMap::new());

fn players() -> MutexGuard<'static, BTreeMap<String, Py<PyAny>>> {
    PLAYERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Players that can be seated until this is dropped.
#[derive(Default)]
pub(crate) struct Guests(Vec<String>);

impl Guests {
    /// Lets `player` be seated; the term that names it.
    pub(crate) fn add(&mut self, player: Bound<'_, PyAny>, name: &str) -> String {
        let mut all = players();
        let mut key = name.to_owned();
        let mut number = 2;
        while all.contains_key(&key) {
            key = format!("{name} {number}");
            number += 1;
        }
        all.insert(key.clone(), player.unbind());
        let term = format!("{PYTHON}(object={})", agon_core::term::quoted(&key));
        self.0.push(key);
        term
    }
}

impl Drop for Guests {
    fn drop(&mut self) {
        Python::attach(|_| {
            for key in &self.0 {
                // Its end may be told to Python, which must find the list unlocked.
                let gone = players().remove(key);
                drop(gone);
            }
        });
    }
}

inventory::submit! {
    PlayerPlugin::new(
        PYTHON,
        "a player of Python's own process",
        "",
        &const { [OptionSpec::quoted("object", "its name", "", "which one, while a tournament is played")] },
        seat,
    )
    .playing(Plays::ANYTHING.with_hidden())
}

/// A copy of a player of Python's, on its seat.
struct Seated {
    /// By which name it is found, for another copy.
    key: String,
    chair: Py<PyAny>,
    game: Option<Arc<NamedGame>>,
    ply: u32,
    redeals: u32,
    /// Whether it is sent every move and the end.
    follows: bool,
    is_random: bool,
}

fn seat(options: &Options, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
    let key = options.text("object");
    let refuse = |why: String, way: &str| SetupError::refused(PYTHON, why, way);
    let seated = Python::attach(|py| {
        let known = players().get(key).map(|player| player.clone_ref(py));
        known.map(|player| Seated::new(key, player.bind(py))).transpose()
    });
    let seated = seated
        .map_err(|error| refuse(format!("it cannot be copied for a seat: {error}"), "write its `__deepcopy__`"))?;
    let Some((seated, is_for_hidden)) = seated else {
        let way = "run_tournament is given the object itself";
        return Err(refuse(format!("nobody here is called `{key}`"), way));
    };
    if MOST_REDEALS < seated.redeals {
        let why = format!("it wants {} redeals", seated.redeals);
        return Err(refuse(why, &format!("accepted: up to {MOST_REDEALS}")));
    }
    if game.facts().hidden && !is_for_hidden {
        let why = "it hides something from its seats, and the player goes by positions";
        return Err(refuse(why.to_owned(), "a player that goes by views says so by `hidden = True`"));
    }
    Ok(Box::new(seated))
}

impl Seated {
    /// A copy of `player`, and whether it goes by views.
    fn new(key: &str, player: &Bound<'_, PyAny>) -> PyResult<(Seated, bool)> {
        let py = player.py();
        let chair = chair_of(player)?;
        let own = chair.bind(py).clone();
        let seated = Seated {
            key: key.to_owned(),
            game: None,
            ply: 0,
            redeals: own.getattr("redeals")?.extract()?,
            follows: own.getattr("follows")?.extract()?,
            is_random: player.getattr("random")?.is_truthy()?,
            chair,
        };
        Ok((seated, own.getattr("hidden")?.extract()?))
    }

    /// Has another copy play. All seatings play the same deals: one that remembered them would know what it was not
    /// shown.
    fn start_anew(&mut self, py: Python<'_>) -> PyResult<()> {
        let known = players().get(&self.key).map(|player| player.clone_ref(py));
        if let Some(player) = known {
            self.chair = chair_of(player.bind(py))?;
        }
        Ok(())
    }

    fn shown<'py>(&self, py: Python<'py>, here: &AnyPosition, turn: &mut Turn<'_>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game.as_ref().expect("a game is begun before a move is asked for");
        if !here.facts().hidden {
            return Position::of(game, here.clone()).into_pyobject(py).map(Bound::into_any);
        }
        let deals = (0..self.redeals).map(|_| Position::of(game, here.redeal(turn.seat, turn.stream)));
        let deals = PyTuple::new(py, deals.collect::<Vec<_>>())?;
        let mut moves = Vec::new();
        here.moves(&mut moves);
        let moves = PyTuple::new(py, moves.iter().map(|&m| notation(here, m)))?;
        let text = view(here, Eye::Seat(turn.seat));
        let seen = (&game.term, text, turn.seat.0 + 1, moves, deals);
        py.import("agon.position")?.call_method1("View", seen)
    }

    fn asked(&self, py: Python<'_>, here: &AnyPosition, turn: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
        let left = turn.deadline.map(|end| end.saturating_sub(turn.clock.elapsed()).as_secs_f64());
        let answer = self.shown(py, here, turn).and_then(|shown| {
            let asked = (shown, turn.seat.0 + 1, self.ply, turn.budget.nodes, left);
            self.chair.bind(py).call_method1("choose", asked)?.extract::<(Bound<'_, PyAny>, Bound<'_, PyDict>)>()
        });
        let (m, thoughts) = answer.map_err(|error| crashed(py, &error))?;
        if m.is_none() {
            return Err(Failure::Resigned);
        }
        let m = actions::read(here, &m);
        let m = m.map_err(|error| Failure::Outside(Trouble::NoSuchMove, error.value(py).to_string()))?;
        let thoughts =
            told(&thoughts).map_err(|error| Failure::Outside(Trouble::Unreadable, error.value(py).to_string()))?;
        Ok(thoughts.decide(here, m))
    }

    /// Sends the player something; its author is shown what it raises.
    fn tell(&self, what: &str, told: impl for<'py> PyCallArgs<'py>) {
        Python::attach(|py| {
            let player = self.chair.bind(py).getattr("player");
            if let Err(error) = player.and_then(|player| player.call_method1(what, told)) {
                error.display(py);
            }
        });
    }
}

/// A copy of `player`, at a seat.
fn chair_of(player: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = player.py();
    let copied = py.import("copy")?.call_method1("deepcopy", (player,))?;
    Ok(py.import("agon.player")?.call_method1("Chair", (copied,))?.unbind())
}

/// What it thinks, as the class `Turn` has it.
fn told(thoughts: &Bound<'_, PyDict>) -> PyResult<Thoughts> {
    Ok(Thoughts {
        value: thoughts.get_item("value")?.map(|value| value.extract()).transpose()?,
        depth: thoughts.get_item("depth")?.map(|depth| depth.extract()).transpose()?,
        nodes: thoughts.get_item("nodes")?.map(|nodes| nodes.extract()).transpose()?,
        pv: thoughts.get_item("pv")?.map(|pv| pv.extract()).transpose()?.unwrap_or_default(),
    })
}

/// A player that raises something: its author is shown where.
fn crashed(py: Python<'_>, error: &PyErr) -> Failure {
    if error.is_instance_of::<PyKeyboardInterrupt>(py) {
        return Failure::Stopped;
    }
    error.display(py);
    Failure::Outside(Trouble::Crashed, error.to_string())
}

impl Player for Seated {
    fn ready(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        self.ply = 0;
        if self.game.as_ref().is_none_or(|game| game.term != beginning.game.term) {
            self.game = Some(beginning.game.clone().into());
        }
        Python::attach(|py| {
            if beginning.game.start.facts().hidden {
                self.start_anew(py).map_err(|error| crashed(py, &error))?;
            }
            let begun = py.import("agon.game").and_then(|games| {
                let game = games.call_method1("game", (&beginning.game.term,))?;
                let begun = (game, beginning.seat.0 + 1, beginning.seed);
                self.chair.bind(py).call_method1("begin", begun)
            });
            begun.map(drop).map_err(|error| crashed(py, &error))
        })
    }

    fn begin(&mut self) {
        self.ply = 0;
    }

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
        let decision = Python::attach(|py| self.asked(py, position, turn));
        // Where something is hidden it is sent no moves, and may not learn how many the others made.
        self.ply += u32::from(position.facts().hidden);
        decision
    }

    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        self.ply += 1;
        if let (true, Some(game)) = (self.follows, &self.game) {
            self.tell("played", (notation(before, m), Position::of(game, after(before, m))));
        }
    }

    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        if let (true, Some(game)) = (self.follows, &self.game) {
            self.tell("end", (Position::of(game, last.clone()), payoffs.to_vec()));
        }
    }

    fn habits(&self) -> Habits {
        // Told every move, it knows how many there were.
        Habits::NONE.with_outside(true).with_follows(true).with_random(self.is_random)
    }
}
