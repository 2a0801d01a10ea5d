//! Many games at once, in arrays: what learning asks for.
//!
//! A step takes an action for every game, plays it, lets chance draw, begins games that are over anew, and writes what the next
//! seats see, what they may do, and what was paid into arrays that stay where they are. Every game has a stream of its
//! own, so that what happens does not depend on the number of threads. These begin and end with every step: a forked
//! process can go on.

mod before;
mod rows;
mod saved;

use std::sync::{
    Arc, Barrier,
    atomic::{AtomicUsize, Ordering},
};

use agon_core::{AnyMove, Learnable, NamedGame, Node, Position as _, Seed};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyBytes, PyTuple},
};

use self::{
    before::Before,
    rows::{NOWHERE, Rows, Setting, Table, guarded_all, parts},
    saved::{SavedBatch, damaged},
};
use crate::{
    actions,
    apart::{on_all, threads},
    arrays::{open, read_actions},
    errors::{Breakdown, guarded, needs_numpy, wrong},
    known,
    observation::{observe, places},
    position::Position,
    room::needs_room,
};

/// Many games of one kind, which go on together, chance drawing by itself.
///
/// The arrays are always the same ones, and the next step writes them anew: copy what is to be kept.
#[pyclass(module = "agon")]
pub(crate) struct Batch {
    game: Arc<NamedGame>,
    tables: Vec<Table>,
    /// Room for a position on its way.
    width: usize,
    actions: usize,
    observations: Py<PyArray2<u8>>,
    masks: Py<PyArray2<bool>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
    seats: Py<PyArray1<u8>>,
}

impl Batch {
    /// Works on all games with the arrays open for writing, without Python's lock. Where it fails, all is as it was; but where
    /// the rules of a game that is seen as a board break down, some games have moved.
    fn with_rows(
        &mut self,
        py: Python<'_>,
        work: impl Fn(Setting<'_>, Rows<'_>, &AtomicUsize) + Sync + Send,
    ) -> PyResult<()> {
        let Batch { game, tables, width, actions, observations, masks, rewards, dones, seats } = self;
        let (game, games): (&NamedGame, usize) = (game, tables.len());
        let setting = Setting {
            start: &game.start,
            width: *width,
            actions: *actions,
            seats: usize::from(game.start.facts().seats),
            is_text: places(game).is_none(),
        };
        let mut observations = open(py, observations, "observations", games * setting.width)?;
        let mut masks = open(py, masks, "masks", games * setting.actions)?;
        let mut rewards = open(py, rewards, "rewards", games * setting.seats)?;
        let mut dones = open(py, dones, "dones", games)?;
        let mut seats = open(py, seats, "seats", games)?;
        let mut all = Rows {
            first: 0,
            tables,
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
        };
        let all = &mut all;
        py.detach(move || {
            // Of texts nobody knows how long the next ones are.
            let before = setting.is_text.then(|| Before::of(all));
            let tight = AtomicUsize::new(NOWHERE);
            let rows = parts(all, games.div_ceil(threads(games)), setting);
            let done = on_all(rows, false, |rows| work(setting, rows, &tight));
            let ended = match (done, tight.into_inner()) {
                (Err(panic), _) => Err(Breakdown::new_err(panic)),
                (Ok(_), NOWHERE) => return Ok(()),
                (Ok(_), at) => {
                    let mut bytes = Vec::new();
                    let here = &all.tables[at].here;
                    observe(here, here.on_turn(), &mut bytes);
                    let (term, long, width) = (&game.term, bytes.len(), setting.width);
                    Err(wrong(format!(
                        "{term}: what is seen of game {at} has {long} bytes, and there is room for {width}: make the batch \
                         with width={long} or more"
                    )))
                }
            };
            if let Some(before) = before {
                before.restore(setting, all);
            }
            ended
        })
    }

    fn arrays(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (observations, masks) = (self.observations.clone_ref(py), self.masks.clone_ref(py));
        (observations, masks, self.rewards.clone_ref(py), self.dones.clone_ref(py)).into_py_any(py)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, games, *, seed = 0, width = None))]
    fn new(py: Python<'_>, game: &str, games: usize, seed: u64, width: Option<usize>) -> PyResult<Batch> {
        needs_numpy(py)?;
        let game = known::game(game)?;
        let actions = game.start.numbers() as usize;
        if actions == 0 {
            return Err(wrong(format!("the moves of {} have no numbers, so it has no batches", game.term)));
        }
        if games == 0 {
            return Err(wrong("a batch has one game or more"));
        }
        let width = match (places(&game), width) {
            (Some((bytes, _)), None) => bytes,
            (Some(_), Some(_)) => {
                return Err(wrong(format!(
                    "{}: what is seen has the width of the board; width is for games \
                                          that are seen as a text",
                    game.term
                )));
            }
            (None, width) => width.unwrap_or(512),
        };
        let seats = usize::from(game.start.facts().seats);
        // The arrays, and the actions that are drawn.
        let rows = width.saturating_add(actions + seats * size_of::<f32>() + 2 + size_of::<i64>());
        let mut each = size_of::<Table>() + game.start.bytes();
        if places(&game).is_none() {
            each *= 2;
        }
        needs_room(py, games, &format!("games of {}", game.term), each.saturating_add(rows))?;
        let table =
            |number| Table { here: game.start.clone(), stream: Seed(seed).stream(number as u64), next: AnyMove(0) };
        let mut batch = Batch {
            tables: (0..games).map(table).collect(),
            width,
            actions,
            observations: PyArray2::zeros(py, [games, width], false).unbind(),
            masks: PyArray2::zeros(py, [games, actions], false).unbind(),
            rewards: PyArray2::zeros(py, [games, seats], false).unbind(),
            dones: PyArray1::zeros(py, [games], false).unbind(),
            seats: PyArray1::zeros(py, [games], false).unbind(),
            game,
        };
        batch.begin_all(py, None)?;
        Ok(batch)
    }

    /// The term of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.game.term
    }

    /// The bound of the numbers of moves.
    #[getter]
    fn actions(&self) -> usize {
        self.actions
    }

    /// What the seat to move sees: a row for each game, as `Position.observation`; a text is followed by zeros.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.observations.clone_ref(py)
    }

    /// Which actions are legal: a row for each game.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.masks.clone_ref(py)
    }

    /// What every seat got by the last step: a row for each game, zeros unless it ended.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Which games ended by the last step; what is seen there is the beginning of the next.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    /// Who is to move, counted from 1.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.seats.clone_ref(py)
    }

    /// The batch as bytes, from which `restored` makes it again.
    fn save(&self, py: Python<'_>) -> PyResult<Py<PyBytes>> {
        Ok(PyBytes::new(py, &saved::write(&self.saved(py)?)).unbind())
    }

    /// The batch that was saved: the same actions give the same arrays.
    #[staticmethod]
    fn restored(py: Python<'_>, state: &[u8]) -> PyResult<Batch> {
        Batch::of_saved(py, saved::read(state)?)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Batch> {
        Batch::of_saved(py, self.saved(py)?)
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Batch> {
        let _ = memo;
        self.__copy__(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let read = py.import("agon.batch")?.getattr("restored")?;
        (read, (self.save(py)?,)).into_pyobject(py)
    }

    fn __len__(&self) -> usize {
        self.tables.len()
    }

    fn __getitem__(&self, number: isize) -> PyResult<Position> {
        let games = self.tables.len() as isize;
        let at = if number < 0 { number + games } else { number };
        if !(0..games).contains(&at) {
            let why = format!("game {number} of {games}");
            return Err(pyo3::exceptions::PyIndexError::new_err(why));
        }
        Ok(Position::of(&self.game, self.tables[at as usize].here.clone()))
    }

    /// Begins all games: the observations and the masks. With a seed all draws of chance begin anew too.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<Py<PyAny>> {
        self.begin_all(py, seed)?;
        (self.observations.clone_ref(py), self.masks.clone_ref(py)).into_py_any(py)
    }

    /// Plays an action in every game: observations, masks, rewards and dones. Where one is not legal, an error says which,
    /// and nothing has been played.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let actions = read_actions(actions, self.tables.len())?;
        let actions = actions.as_slice()?;
        let refused = AtomicUsize::new(NOWHERE);
        let parts = threads(self.tables.len());
        let parts = self.tables.len().div_ceil(self.tables.len().div_ceil(parts));
        let barrier = Barrier::new(parts);
        self.with_rows(py, |setting, mut rows, tight| {
            // Where one is refused nobody has moved.
            let mine = guarded_all(&mut rows, actions, &refused);
            barrier.wait();
            if mine && refused.load(Ordering::Relaxed) == NOWHERE {
                setting.play(&mut rows, tight);
            }
        })?;
        match refused.into_inner() {
            NOWHERE => self.arrays(py),
            at => {
                let error = actions::refuse(&self.tables[at].here, actions[at]).value(py).to_string();
                Err(wrong(format!("game {at}: {error}")))
            }
        }
    }

    /// A legal action for every game, at random.
    fn draw(&mut self, py: Python<'_>) -> PyResult<Py<PyArray1<i64>>> {
        let draw = |table: &mut Table| match table.here.node() {
            Node::Decision(_) => {
                let m = table.here.draw_move(&mut table.stream);
                i64::from(table.here.number(m))
            }
            Node::Chance | Node::Terminal => 0,
        };
        let tables = &mut self.tables;
        let actions: Vec<i64> = py.detach(|| guarded(|| tables.iter_mut().map(draw).collect()))?;
        Ok(PyArray1::from_vec(py, actions).unbind())
    }
}

impl Batch {
    /// What is kept of it.
    fn saved(&self, py: Python<'_>) -> PyResult<SavedBatch> {
        let tables = guarded(|| {
            let saved = self.tables.iter().map(|table| {
                let (seed, number, drawn) = table.stream.place();
                (seed.0, number, drawn, table.here.to_string())
            });
            saved.collect()
        })?;
        let rewards = self.rewards.bind(py).to_vec().map_err(wrong)?;
        let dones = self.dones.bind(py).to_vec().map_err(wrong)?;
        Ok((self.game.term.clone(), self.width, tables, rewards, dones))
    }

    /// The batch of which this was kept.
    fn of_saved(py: Python<'_>, (term, width, saved, rewards, dones): SavedBatch) -> PyResult<Batch> {
        let is_text = places(&*known::game(&term)?).is_none();
        let mut batch = Batch::new(py, &term, saved.len(), 0, is_text.then_some(width))?;
        for (table, (seed, number, drawn, text)) in batch.tables.iter_mut().zip(saved) {
            let here = guarded(|| batch.game.start.parse(&text))?.map_err(wrong)?;
            *table = Table { here, stream: Seed(seed).stream_at(number, drawn), next: AnyMove(0) };
        }
        batch.with_rows(py, |setting, mut rows, tight| setting.show_all(&mut rows, tight))?;
        let mut paid = batch.rewards.bind(py).readwrite();
        let mut ended = batch.dones.bind(py).readwrite();
        let (paid, ended) = (paid.as_slice_mut()?, ended.as_slice_mut()?);
        if (batch.width, paid.len(), ended.len()) != (width, rewards.len(), dones.len()) {
            return Err(damaged("the game has another shape now"));
        }
        paid.copy_from_slice(&rewards);
        ended.copy_from_slice(&dones);
        Ok(batch)
    }

    /// Begins every game, with a seed all draws of chance too.
    fn begin_all(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.with_rows(py, |setting, mut rows, tight| {
            rows.rewards.fill(0.0);
            rows.dones.fill(false);
            for (at, table) in rows.tables.iter_mut().enumerate() {
                if let Some(seed) = seed {
                    table.stream = Seed(seed).stream((rows.first + at) as u64);
                }
                setting.begin(table);
            }
            setting.show_all(&mut rows, tight);
        })
    }
}
