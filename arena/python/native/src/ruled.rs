//! Games of Python's own process: objects of the class `agon.Rules`, played by everybody here as any other game is.
//!
//! Each has an address here, by which a term of the game `python` finds it, from its first use until the process ends. The package
//! makes it of what the rules say, so that the same rules have the same one the next time. Python's lock is taken while it is asked about a position that nobody knows yet, and for a random game from
//! beginning to end; at no other time.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use agon_core::{GamePlugin, OptionError, OptionSpec, Options, inventory, term::quoted};
use agon_protocol::served::{Answerer, NoAnswer, Served, ServedGame, ServedPosition};
use agon_protocol::{About, Acts, Ask, AskedPosition, PositionAnswer, Successor, Want};
use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyValueError},
    intern,
    prelude::*,
    types::{PyDict, PyList},
};

use crate::{
    errors::wrong,
    known::{PYTHON, forget},
    raised::{raise, raised},
};

/// As many bytes of answers are kept as of a program's.
const KEPT: usize = 256 << 20;

/// The objects that are games, by name. Only locked with Python's lock held, so that a forked process finds it open.
static RULES: Mutex<BTreeMap<String, Arc<ServedGame>>> = Mutex::new(BTreeMap::new());

fn known() -> MutexGuard<'static, BTreeMap<String, Arc<ServedGame>>> {
    RULES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The term by which the rules called `name` are found, of which `server` answers what is asked from now on: `again`, which equal
/// rules have already, or else one of `address`, and a number where others have it.
#[pyfunction]
#[pyo3(signature = (name, address, server, again = None))]
pub(crate) fn rules_term(name: &str, address: &str, server: Bound<'_, PyAny>, again: Option<&str>) -> PyResult<String> {
    let term = |key: &str| format!("{PYTHON}(object={})", quoted(key));
    let about: String = server.call_method0("about")?.extract()?;
    let about: About = serde_json::from_str(&about).map_err(wrong)?;
    let answerer = Ruled { name: name.to_owned(), server: server.unbind() };
    // Not with the list locked: the start is asked about.
    let game = ServedGame::new(answerer, about, 1, KEPT);
    let game = game.map_err(|why| raised(&why).filter(is_interrupt).unwrap_or_else(|| wrong(why)))?;
    let mut all = known();
    let (mut key, mut number) = (address.to_owned(), 2);
    while all.contains_key(&key) && again != Some(&*term(&key)) {
        key = format!("{address} {number}");
        number += 1;
    }
    let found = term(&key);
    let before = all.insert(key, Arc::new(game));
    drop(all);
    // The end of the rules before may be told to Python, which must find the list unlocked.
    drop(before);
    forget(&found);
    Ok(found)
}

/// Games that are objects of Python.
struct Objects;

impl Served for Objects {
    const NAME: &'static str = PYTHON;
    const SUMMARY: &'static str = "a game of Python's own process";
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec::quoted("object", "its name", "", "which one; agon.game is given the object itself")];

    fn open(options: &Options) -> Result<Arc<ServedGame>, OptionError> {
        let key = options.text("object");
        let found = Python::attach(|_| known().get(key).map(Arc::clone));
        found.ok_or_else(|| {
            let way = "agon.game is given the object itself";
            options.impossible(format!("no game here is called `{key}`; {way}"))
        })
    }
}

inventory::submit! { GamePlugin::of::<ServedPosition<Objects>>() }

/// An object that answers for rules.
struct Ruled {
    name: String,
    server: Py<PyAny>,
}

impl Answerer for Ruled {
    fn name(&self) -> String {
        format!("the game `{}` of Python", self.name)
    }

    fn answer(&self, ask: Ask) -> Result<Vec<PositionAnswer>, NoAnswer> {
        Python::attach(|py| self.asked(py, &ask).map_err(|error| failure(py, error)))
    }

    fn is_near(&self) -> bool {
        true
    }

    /// Threads that take the lock for each question wait for each other longer than the answers take.
    fn in_a_row(&self, work: &mut dyn FnMut()) {
        Python::attach(|_| work());
    }
}

impl Ruled {
    fn asked(&self, py: Python<'_>, ask: &Ask) -> PyResult<Vec<PositionAnswer>> {
        let server = self.server.bind(py);
        let has = |want| ask.want.contains(&want);
        let wanted = (has(Want::Moves), has(Want::Successors), has(Want::Views), has(Want::Redeals));
        let answers = match &*ask.positions {
            [AskedPosition::After { .. }, ..] => {
                let pairs = ask.positions.iter().map(after).collect::<PyResult<Vec<_>>>()?;
                server.call_method1(intern!(py, "after"), (pairs, wanted))?
            }
            positions => {
                let texts = positions.iter().map(text).collect::<PyResult<Vec<_>>>()?;
                server.call_method1(intern!(py, "answers"), (texts, wanted, ask.seat, &ask.seeds))?
            }
        };
        answers.cast_into::<PyList>()?.iter().map(|answer| read(answer.cast()?)).collect()
    }
}

fn text(asked: &AskedPosition) -> PyResult<&str> {
    match asked {
        AskedPosition::Text(text) => Ok(text),
        AskedPosition::After { .. } => {
            Err(PyValueError::new_err("positions are asked about by their texts, or by moves"))
        }
    }
}

/// A position, and the one move that is played there.
fn after(asked: &AskedPosition) -> PyResult<(&str, &str)> {
    match asked {
        AskedPosition::After { position: Some(text), moves } if moves.len() == 1 => Ok((text, &moves[0])),
        _ => Err(PyValueError::new_err("a position is asked about after one move from another")),
    }
}

fn is_interrupt(error: &PyErr) -> bool {
    Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py))
}

/// An exception in words, and where it was raised.
fn failure(py: Python<'_>, error: PyErr) -> NoAnswer {
    let told = py.import("agon._ruled").and_then(|own| own.call_method1("told", (error.value(py),)));
    let why = told.and_then(|told| told.extract()).unwrap_or_else(|_| error.to_string());
    let is_final = error.is_instance_of::<PyKeyboardInterrupt>(py);
    raise(why.clone(), error);
    if is_final { NoAnswer::stopped(why) } else { NoAnswer::new(why) }
}

/// The value of a key, where there is one.
fn get<'py, T: FromPyObjectOwned<'py>>(answer: &Bound<'py, PyDict>, key: &str) -> PyResult<Option<T>> {
    let Some(value) = answer.get_item(key)? else { return Ok(None) };
    value.extract::<T>().map(Some).map_err(|error| {
        let error: PyErr = error.into();
        let why = error.value(answer.py());
        PyValueError::new_err(format!("`{key}` is {value}: {why}"))
    })
}

/// What the class `_Server` answers about a position.
fn read(answer: &Bound<'_, PyDict>) -> PyResult<PositionAnswer> {
    if let Some(error) = get(answer, "error")? {
        return Ok(PositionAnswer { error: Some(error), ..PositionAnswer::default() });
    }
    Ok(PositionAnswer {
        position: get(answer, "position")?,
        acts: Some(acts(answer)?),
        moves: get(answer, "moves")?,
        weights: get(answer, "weights")?,
        successors: list(answer, "successors")?,
        views: get(answer, "views")?,
        public_view: get(answer, "public_view")?,
        redeals: list(answer, "redeals")?,
        ..PositionAnswer::default()
    })
}

fn acts(answer: &Bound<'_, PyDict>) -> PyResult<Acts> {
    let node: String = get(answer, "node")?.unwrap_or_default();
    let missing = |key: &str| PyValueError::new_err(format!("`{key}` is missing"));
    match node.as_str() {
        "chance" => Ok(Acts::Chance),
        "decision" => Ok(Acts::Decision { seat: get(answer, "seat")?.ok_or_else(|| missing("seat"))? }),
        _ => Ok(Acts::Terminal { payoffs: get(answer, "payoffs")?.ok_or_else(|| missing("payoffs"))? }),
    }
}

/// Where moves lead, or redeals.
fn list(answer: &Bound<'_, PyDict>, key: &str) -> PyResult<Option<Vec<Successor>>> {
    let Some(all) = answer.get_item(key)? else { return Ok(None) };
    let successor = |there: Bound<'_, PyAny>| {
        let there = there.cast::<PyDict>()?;
        let position: Option<String> = get(there, "position")?;
        let position = position.ok_or_else(|| PyValueError::new_err("`position` is missing"))?;
        Ok(Successor { position, acts: acts(there)?, estimates: None })
    };
    all.cast::<PyList>()?.iter().map(successor).collect::<PyResult<Vec<_>>>().map(Some)
}
