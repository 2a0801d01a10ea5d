//! Many games at once, in arrays: what learning asks for.
//!
//! A step takes an action for every game, plays it, lets chance draw, begins games that are over anew, and writes what the next
//! seats see, what they may do, and what was paid into arrays that stay where they are. Every game has a stream of its
//! own, so that what happens does not depend on the number of threads. These begin and end with every step: a forked
//! process can go on.

mod saved;

use std::{
    ops::ControlFlow,
    sync::{
        Arc, Barrier,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use agon_core::{AnyMove, AnyPosition, Learnable, NamedGame, Node, Position as _, Seat, Seed, Stream};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray, ndarray::Dimension,
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyTuple},
};

use self::saved::{SavedBatch, damaged};
use crate::{
    actions,
    apart::threads,
    errors::{Breakdown, guarded, needs_numpy, wrong},
    known,
    observation::{observe, places},
    position::Position,
    room::needs_room,
};

/// One of the games.
#[derive(Clone)]
struct Table {
    here: AnyPosition,
    stream: Stream,
    /// What was asked for.
    next: AnyMove,
}

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

/// The rows of the arrays that one thread writes.
struct Rows<'a> {
    first: usize,
    tables: &'a mut [Table],
    observations: &'a mut [u8],
    masks: &'a mut [bool],
    rewards: &'a mut [f32],
    dones: &'a mut [bool],
    seats: &'a mut [u8],
}

/// What all threads know.
#[derive(Clone, Copy)]
struct Setting<'a> {
    start: &'a AnyPosition,
    width: usize,
    actions: usize,
    seats: usize,
    /// Whether observations are texts, which may be shorter than the row.
    is_text: bool,
}

/// Nothing is wrong.
const NOWHERE: usize = usize::MAX;

impl Setting<'_> {
    /// Lets chance draw until a seat is to choose, or the game is over.
    fn settle(here: &mut AnyPosition, stream: &mut Stream) {
        while here.node() == Node::Chance {
            let outcome = here.draw_move(stream);
            here.play(outcome);
        }
    }

    /// Begins a game that has a choice; one without ends at once, and nobody learns from it.
    fn begin(self, table: &mut Table) {
        table.here.clone_from(self.start);
        Setting::settle(&mut table.here, &mut table.stream);
    }

    /// Writes what is seen of one game; whether there was room for it.
    fn show(self, table: &Table, bytes: &mut Vec<u8>, row: (&mut [u8], &mut [bool], &mut u8)) -> bool {
        let (observation, mask, seat) = row;
        mask.fill(false);
        let Node::Decision(acting) = table.here.node() else {
            *seat = 0;
            observation.fill(0);
            return true;
        };
        *seat = acting.0 + 1;
        table.here.each_number(&mut |number| mask[number as usize] = true);
        if self.is_text {
            observe(&table.here, acting, bytes);
        } else {
            table.here.states(acting, bytes);
        }
        if self.width < bytes.len() || (!self.is_text && bytes.len() != self.width) {
            return false;
        }
        observation[..bytes.len()].copy_from_slice(bytes);
        observation[bytes.len()..].fill(0);
        true
    }

    /// Plays what was asked for at every table.
    fn play(self, rows: &mut Rows<'_>, tight: &AtomicUsize) {
        let mut bytes = Vec::with_capacity(self.width);
        for (at, table) in rows.tables.iter_mut().enumerate() {
            table.here.play(table.next);
            Setting::settle(&mut table.here, &mut table.stream);
            let rewards = &mut rows.rewards[at * self.seats..][..self.seats];
            let is_over = table.here.node() == Node::Terminal;
            rows.dones[at] = is_over;
            if is_over {
                for (seat, reward) in Seat::all(self.seats as u8).zip(rewards) {
                    *reward = table.here.payoff(seat) as f32;
                }
                self.begin(table);
            } else {
                rewards.fill(0.0);
            }
            self.show_row(at, rows.first, (table, &mut bytes), (rows.observations, rows.masks, rows.seats), tight);
        }
    }

    /// Writes what is seen of all of these games.
    fn show_all(self, rows: &mut Rows<'_>, tight: &AtomicUsize) {
        let mut bytes = Vec::with_capacity(self.width);
        for (at, table) in rows.tables.iter().enumerate() {
            let out = (&mut *rows.observations, &mut *rows.masks, &mut *rows.seats);
            self.show_row(at, rows.first, (table, &mut bytes), out, tight);
        }
    }

    fn show_row(
        self,
        at: usize,
        first: usize,
        (table, bytes): (&Table, &mut Vec<u8>),
        (observations, masks, seats): (&mut [u8], &mut [bool], &mut [u8]),
        tight: &AtomicUsize,
    ) {
        let observation = &mut observations[at * self.width..][..self.width];
        let mask = &mut masks[at * self.actions..][..self.actions];
        if !self.show(table, bytes, (observation, mask, &mut seats[at])) {
            tight.fetch_min(first + at, Ordering::Relaxed);
        }
    }
}

/// Cuts what there is of all games into parts of `size` games each.
fn parts<'a>(all: &'a mut Rows<'_>, size: usize, setting: Setting<'_>) -> Vec<Rows<'a>> {
    let Rows { first: _, tables, observations, masks, rewards, dones, seats } = all;
    let mut observations = observations.chunks_mut((size * setting.width).max(1));
    let mut masks = masks.chunks_mut(size * setting.actions);
    let mut rewards = rewards.chunks_mut(size * setting.seats);
    let mut dones = dones.chunks_mut(size);
    let mut seats = seats.chunks_mut(size);
    let rows = tables.chunks_mut(size).enumerate().map(|(number, tables)| Rows {
        first: number * size,
        tables,
        observations: observations.next().unwrap_or_default(),
        masks: masks.next().unwrap_or_default(),
        rewards: rewards.next().unwrap_or_default(),
        dones: dones.next().unwrap_or_default(),
        seats: seats.next().unwrap_or_default(),
    });
    rows.collect()
}

/// Does `work` on every part, each on a thread of its own but the last, which is ours.
fn on_all(rows: Vec<Rows<'_>>, work: impl Fn(Rows<'_>) + Sync) -> Result<(), String> {
    let work = &work;
    thread::scope(|scope| {
        let mut rows = rows.into_iter();
        let own = rows.next_back();
        let others: Vec<_> = rows.map(|rows| scope.spawn(move || agon_table::guarded(|| work(rows)))).collect();
        let mut ended = own.map_or(Ok(()), |rows| agon_table::guarded(|| work(rows)));
        for other in others {
            ended = ended.and(other.join().unwrap_or_else(|_| Err("panic".to_owned())));
        }
        ended
    })
}

/// What a step would change, to be put back where it fails.
struct Before {
    tables: Vec<Table>,
    rewards: Vec<f32>,
    dones: Vec<bool>,
}

impl Before {
    fn of(rows: &Rows<'_>) -> Before {
        Before { tables: rows.tables.to_vec(), rewards: rows.rewards.to_vec(), dones: rows.dones.to_vec() }
    }

    /// Puts all of it back; what is seen is written anew.
    fn restore(self, setting: Setting<'_>, rows: &mut Rows<'_>) {
        rows.tables.clone_from_slice(&self.tables);
        rows.rewards.copy_from_slice(&self.rewards);
        rows.dones.copy_from_slice(&self.dones);
        setting.show_all(rows, &AtomicUsize::new(NOWHERE));
    }
}

/// One of the batch's arrays, open for writing; it is as long as it was made.
fn open<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
    name: &str,
    length: usize,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let wrong = |why: String| wrong(format!("batch.{name}: {why}; a batch writes into its arrays"));
    let mut array = array.bind(py).try_readwrite().map_err(|error| wrong(error.to_string()))?;
    let found = array.as_slice_mut().map(|slice| slice.len());
    match found {
        Ok(found) if found == length => Ok(array),
        Ok(_) => Err(wrong("it has another shape than it was made with".to_owned())),
        Err(error) => Err(wrong(error.to_string())),
    }
}

/// An action for every game. Whole numbers only: a float that is cut would be a move that nobody chose.
fn read_actions<'py>(actions: &Bound<'py, PyAny>, games: usize) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let numpy = actions.py().import("numpy")?;
    let given = numpy.call_method1("asarray", (actions,))?;
    let shape: Vec<usize> = given.getattr("shape")?.extract()?;
    let dtype = given.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    // An empty list is one of floats.
    if shape != [0] && !matches!(kind.as_str(), "i" | "u") {
        return Err(PyTypeError::new_err(format!(
            "actions are whole numbers; accepted: a list or an array of integers, not of {dtype}"
        )));
    }
    match shape[..] {
        [given] if given == games => {}
        [given] => return Err(wrong(format!("{given} actions for {games} games"))),
        _ => {
            return Err(wrong(format!("actions of the shape {shape:?}; accepted: one for each of {games} games")));
        }
    }
    let whole = numpy.call_method1("ascontiguousarray", (given, "int64"))?;
    whole.cast_into::<PyArray1<i64>>()?.try_readonly().map_err(wrong)
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
            let done = on_all(rows, |rows| work(setting, rows, &tight));
            let ended = match (done, tight.into_inner()) {
                (Err(panic), _) => Err(Breakdown::new_err(panic)),
                (Ok(()), NOWHERE) => return Ok(()),
                (Ok(()), at) => {
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

/// Reads the actions of one part, and notes the first that is refused; whether all of it could be read.
fn guarded_all(rows: &mut Rows<'_>, actions: &[i64], refused: &AtomicUsize) -> bool {
    let first = rows.first;
    let read = agon_table::guarded(|| {
        for (at, table) in rows.tables.iter_mut().enumerate() {
            let action = actions[first + at];
            let found = match (table.here.node(), u32::try_from(action)) {
                (Node::Decision(_), Ok(action)) => table.here.numbered(action),
                _ => None,
            };
            let Some(m) = found else {
                return ControlFlow::Break(first + at);
            };
            table.next = m;
        }
        ControlFlow::Continue(())
    });
    match read {
        Ok(ControlFlow::Continue(())) => true,
        Ok(ControlFlow::Break(at)) => {
            refused.fetch_min(at, Ordering::Relaxed);
            false
        }
        Err(_) => {
            refused.fetch_min(first, Ordering::Relaxed);
            false
        }
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
