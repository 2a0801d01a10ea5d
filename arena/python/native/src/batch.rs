//! Many games at once, in arrays: what learning asks for.
//!
//! A step takes an action for every game, plays it, lets chance draw, begins games that are over anew, and writes what the next
//! seats see, what they may do, and what was paid into arrays that stay where they are. Every game has a stream of its
//! own, so that what happens does not depend on the number of threads. These begin and end with every step: a forked
//! process can go on.

use std::{
    ops::ControlFlow,
    sync::{
        Arc, Barrier,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use agon_core::{AnyMove, AnyPosition, NamedGame, Node, Position as _, Seat, Seed, Stream};
use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods};
use pyo3::{IntoPyObjectExt, prelude::*};

use crate::{
    actions,
    apart::threads,
    errors::{Breakdown, guarded, needs_numpy, wrong},
    known,
    observation::{observe, places},
    position::Position,
};

/// One of the games.
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
    fn show(
        self,
        table: &Table,
        bytes: &mut Vec<u8>,
        row: (&mut [u8], &mut [bool], &mut u8),
    ) -> bool {
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
            self.show_row(
                at,
                rows.first,
                (table, &mut bytes),
                (rows.observations, rows.masks, rows.seats),
                tight,
            );
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
fn parts<'a>(all: Rows<'a>, size: usize, setting: Setting<'_>) -> Vec<Rows<'a>> {
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
        let others: Vec<_> =
            rows.map(|rows| scope.spawn(move || agon_table::guarded(|| work(rows)))).collect();
        let mut ended = own.map_or(Ok(()), |rows| agon_table::guarded(|| work(rows)));
        for other in others {
            ended = ended.and(other.join().unwrap_or_else(|_| Err("panic".to_owned())));
        }
        ended
    })
}

impl Batch {
    fn setting(&self) -> Setting<'_> {
        Setting {
            start: &self.game.start,
            width: self.width,
            actions: self.actions,
            seats: usize::from(self.game.start.facts().seats),
            is_text: places(&self.game).is_none(),
        }
    }

    /// Works on all games with the arrays open for writing, without Python's lock.
    fn with_rows(
        &mut self,
        py: Python<'_>,
        work: impl Fn(Setting<'_>, Rows<'_>, &AtomicUsize, usize) + Sync + Send,
    ) -> PyResult<()> {
        let games = self.tables.len();
        let mut tables = std::mem::take(&mut self.tables);
        let ended = {
            let setting = self.setting();
            let mut observations = self.observations.bind(py).try_readwrite().map_err(wrong)?;
            let mut masks = self.masks.bind(py).try_readwrite().map_err(wrong)?;
            let mut rewards = self.rewards.bind(py).try_readwrite().map_err(wrong)?;
            let mut dones = self.dones.bind(py).try_readwrite().map_err(wrong)?;
            let mut seats = self.seats.bind(py).try_readwrite().map_err(wrong)?;
            let all = Rows {
                first: 0,
                tables: &mut tables,
                observations: observations.as_slice_mut()?,
                masks: masks.as_slice_mut()?,
                rewards: rewards.as_slice_mut()?,
                dones: dones.as_slice_mut()?,
                seats: seats.as_slice_mut()?,
            };
            py.detach(move || {
                let tight = AtomicUsize::new(NOWHERE);
                let number = threads(games);
                let rows = parts(all, games.div_ceil(number), setting);
                let number = rows.len();
                let done = on_all(rows, |rows| work(setting, rows, &tight, number));
                done.map(|()| tight.into_inner())
            })
        };
        self.tables = tables;
        match ended {
            Err(panic) => Err(Breakdown::new_err(panic)),
            Ok(NOWHERE) => Ok(()),
            Ok(at) => {
                let mut bytes = Vec::new();
                let here = &self.tables[at].here;
                observe(here, here.on_turn(), &mut bytes);
                let (term, long, width) = (&self.game.term, bytes.len(), self.width);
                Err(wrong(format!(
                    "{term}: what is seen of game {at} has {long} bytes, and there is room for {width}: make the batch with \
                     width={long} or more"
                )))
            }
        }
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
    fn new(
        py: Python<'_>,
        game: &str,
        games: usize,
        seed: u64,
        width: Option<usize>,
    ) -> PyResult<Batch> {
        needs_numpy(py)?;
        let game = known::game(game)?;
        let actions = game.start.numbers() as usize;
        if actions == 0 {
            return Err(wrong(format!(
                "the moves of {} have no numbers, so it has no batches",
                game.term
            )));
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
        let table = |number| Table {
            here: game.start.clone(),
            stream: Seed(seed).stream(number as u64),
            next: AnyMove(0),
        };
        let mut batch = Batch {
            tables: (0..games).map(table).collect(),
            width,
            actions,
            observations: PyArray2::zeros(py, [games, width], false).unbind(),
            masks: PyArray2::zeros(py, [games, actions], false).unbind(),
            rewards: PyArray2::zeros(py, [games, seats], false).unbind(),
            dones: PyArray1::from_vec(py, vec![false; games]).unbind(),
            seats: PyArray1::zeros(py, [games], false).unbind(),
            game,
        };
        batch.begin_all(py)?;
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
        if let Some(seed) = seed {
            for (number, table) in self.tables.iter_mut().enumerate() {
                table.stream = Seed(seed).stream(number as u64);
            }
        }
        self.begin_all(py)?;
        (self.observations.clone_ref(py), self.masks.clone_ref(py)).into_py_any(py)
    }

    /// Plays an action in every game: observations, masks, rewards and dones. Where one is not legal, an error says which,
    /// and nothing has been played.
    #[expect(clippy::needless_pass_by_value, reason = "so PyO3 reads arguments")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyArrayLike1<'_, i64, AllowTypeChange>,
    ) -> PyResult<Py<PyAny>> {
        let actions = actions.as_slice()?;
        if actions.len() != self.tables.len() {
            let (given, games) = (actions.len(), self.tables.len());
            return Err(wrong(format!("{given} actions for {games} games")));
        }
        let refused = AtomicUsize::new(NOWHERE);
        let parts = threads(self.tables.len());
        let parts = self.tables.len().div_ceil(self.tables.len().div_ceil(parts));
        let barrier = Barrier::new(parts);
        self.with_rows(py, |setting, mut rows, tight, _| {
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
                let error =
                    actions::refuse(&self.tables[at].here, actions[at]).value(py).to_string();
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
    /// Begins every game.
    fn begin_all(&mut self, py: Python<'_>) -> PyResult<()> {
        self.with_rows(py, |setting, rows, tight, _| {
            let mut bytes = Vec::with_capacity(setting.width);
            rows.rewards.fill(0.0);
            rows.dones.fill(false);
            for (at, table) in rows.tables.iter_mut().enumerate() {
                setting.begin(table);
                let out = (&mut *rows.observations, &mut *rows.masks, &mut *rows.seats);
                setting.show_row(at, rows.first, (table, &mut bytes), out, tight);
            }
        })
    }
}
