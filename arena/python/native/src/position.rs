//! Positions as values.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use agon_core::{
    Accepted, AnyMove, AnyPosition, Eye, Featured, Heuristic, Learnable, NamedGame, Node, Position as _, Seat, Seed,
    StopSignal, drawing, notation, view,
};
use agon_draw::{Drawing, Theme};
use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::{
    IntoPyObjectExt,
    basic::CompareOp,
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyString, PyTuple},
};

use crate::{
    actions, advice,
    apart::apart,
    errors::{guarded, needs_numpy, wrong},
    known,
    observation::observe,
    playouts::play_out,
    room::needs_room,
    solution::{Solved, solve},
};

/// As many moves as most boards that are small have.
const FEW: usize = 32;

/// A position of a game: `Position("nim", "3+4+5 1")`, or without a text where the game begins.
///
/// Positions are values. Nothing changes one; equal positions are equal and can be keys of a dictionary; copies and pickles
/// are equal to the original.
// A position is often made where the one before it is dropped.
#[pyclass(frozen, freelist = 64, module = "agon")]
pub(crate) struct Position {
    game: Arc<NamedGame>,
    here: AnyPosition,
}

impl Position {
    /// A position of `game`.
    pub(crate) fn of(game: &Arc<NamedGame>, here: AnyPosition) -> Position {
        Position { game: Arc::clone(game), here }
    }

    fn seat_count(&self) -> u8 {
        self.here.facts().seats
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.seat_count())
    }

    /// The seat that people count from 1.
    fn seat_named(&self, seat: i64) -> PyResult<Seat> {
        let most = self.seat_count();
        if !(1..=i64::from(most)).contains(&seat) {
            let term = &self.game.term;
            return Err(wrong(format!("{term} has no seat {seat}; accepted: 1 to {most}")));
        }
        Ok(Seat(seat as u8 - 1))
    }

    fn all(&self) -> Vec<AnyMove> {
        let mut list = Vec::with_capacity(actions::ROOM);
        self.here.moves(&mut list);
        list
    }

    #[inline]
    fn after(&self, m: AnyMove) -> Position {
        let mut here = self.here.clone();
        here.play(m);
        Position::of(&self.game, here)
    }

    fn heuristic(&self, name: Option<&str>) -> PyResult<Heuristic> {
        let (known, term) = (self.here.heuristics(), &self.game.term);
        let place = match name {
            _ if known.is_empty() => return Err(wrong(format!("{term} has no heuristic"))),
            None => 0,
            Some(name) => known.iter().position(|named| named.name == name).ok_or_else(|| {
                let accepted = Accepted::new(name, known.iter().map(|named| named.name));
                wrong(format!("{term} has no heuristic `{name}`{accepted}"))
            })?,
        };
        Ok(Heuristic(place as u8))
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text = None))]
    fn new(game: &str, text: Option<&str>) -> PyResult<Position> {
        let game = known::game(game)?;
        let here = match text {
            None => game.start.clone(),
            Some(text) => guarded(|| game.start.parse(text))?.map_err(wrong)?,
        };
        Ok(Position { game, here })
    }

    /// The term of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.game.term
    }

    /// The position as the game writes it, on one line.
    #[getter]
    fn text(&self) -> PyResult<String> {
        guarded(|| self.here.to_string())
    }

    /// `decision`, `chance` or `terminal`.
    #[getter]
    fn node(&self) -> &'static str {
        match self.here.node() {
            Node::Decision(_) => "decision",
            Node::Chance => "chance",
            Node::Terminal => "terminal",
        }
    }

    /// Whose move it is, counted from 1; None where nobody has one.
    #[getter]
    fn seat(&self) -> Option<u8> {
        match self.here.node() {
            Node::Decision(seat) => Some(seat.0 + 1),
            Node::Chance | Node::Terminal => None,
        }
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.here.node() == Node::Terminal
    }

    /// The legal moves in the game's order, or what chance may draw.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut text = String::new();
        let list = PyList::empty(py);
        guarded(|| {
            for m in self.all() {
                text.clear();
                self.here.write_move(m, &mut text).expect("a string takes any text");
                list.append(&text)?;
            }
            Ok(list)
        })?
    }

    /// The numbers of the legal moves, in the order of `moves`: each is below `Game.actions`, and means the same move in
    /// every position. Where chance draws, the places of what it may draw.
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if self.here.numbers() == 0 && matches!(self.here.node(), Node::Decision(_)) {
            return Err(wrong(format!("the moves of {} have no numbers", self.game.term)));
        }
        // Most positions have few: they stand on the stack until their list is made.
        let (mut few, mut count) = ([0; FEW], 0);
        let is_few = guarded(|| {
            if !matches!(self.here.node(), Node::Decision(_)) {
                return false;
            }
            self.here.each_number(&mut |number| {
                if let Some(place) = few.get_mut(count) {
                    *place = number;
                }
                count += 1;
            });
            count <= FEW
        })?;
        if is_few { PyList::new(py, &few[..count]) } else { PyList::new(py, guarded(|| actions::list(&self.here))?) }
    }

    /// The number of a legal move.
    fn action(&self, r#move: &Bound<'_, PyString>) -> PyResult<u32> {
        let m = guarded(|| actions::read(&self.here, r#move))??;
        match self.here.node() {
            Node::Decision(_) if self.here.numbers() != 0 => Ok(self.here.number(m)),
            Node::Decision(_) => Err(wrong(format!("the moves of {} have no numbers", self.game.term))),
            _ => Ok(self.all().binary_search(&m).map_or(0, |place| place as u32)),
        }
    }

    /// What chance may draw, with the probability of each; nothing where somebody chooses.
    fn chances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let chances = PyDict::new(py);
        if self.here.node() != Node::Chance {
            return Ok(chances);
        }
        guarded(|| {
            let moves = self.all();
            let weights: Vec<u32> = moves.iter().map(|&m| self.here.weight(m)).collect();
            let total: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            for (&m, &weight) in moves.iter().zip(&weights) {
                chances.set_item(notation(&self.here, m), f64::from(weight) / total)?;
            }
            Ok(chances)
        })?
    }

    /// Where the moves lead, in the same order.
    fn successors(&self) -> PyResult<Vec<Position>> {
        guarded(|| self.all().into_iter().map(|m| self.after(m)).collect())
    }

    /// The position after a move, given as a text or by its number. Other spellings, as on score sheets, are read too.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        guarded(|| Ok(self.after(actions::read(&self.here, r#move)?)))?
    }

    /// What every seat got, in order, once the game is over.
    fn payoffs(&self) -> PyResult<Vec<f64>> {
        if !self.is_over() {
            let here = &self.here;
            return Err(wrong(format!("nobody got anything yet: `{here}` is not the end of a game")));
        }
        guarded(|| self.seats().map(|seat| self.here.payoff(seat)).collect())
    }

    /// What `seat`, counted from 1, got.
    fn payoff(&self, seat: i64) -> PyResult<f64> {
        let seat = self.seat_named(seat)?;
        Ok(self.payoffs()?[seat.index()])
    }

    /// The guess of a heuristic at the payoff of every seat; the game's usual one if none is named.
    #[pyo3(signature = (heuristic = None))]
    fn estimates(&self, heuristic: Option<&str>) -> PyResult<Vec<f64>> {
        let heuristic = self.heuristic(heuristic)?;
        if self.is_over() {
            return self.payoffs();
        }
        guarded(|| self.seats().map(|seat| self.here.estimate(heuristic, seat)).collect())
    }

    /// For every seat the values of the game's features.
    fn features(&self) -> PyResult<Vec<Vec<f64>>> {
        guarded(|| {
            let of = |seat| {
                let mut values = Vec::new();
                self.here.feature_values(seat, &mut values);
                values
            };
            self.seats().map(of).collect()
        })
    }

    /// All that `seat`, counted from 1, has seen since the game began: equal views are one to it. Of a game that hides
    /// nothing the position.
    fn view(&self, seat: i64) -> PyResult<String> {
        let seat = self.seat_named(seat)?;
        guarded(|| view(&self.here, Eye::Seat(seat)))
    }

    /// What everybody has seen, those too who sit at no seat.
    fn public_view(&self) -> PyResult<String> {
        guarded(|| view(&self.here, Eye::Public))
    }

    /// A position that `seat` cannot tell from this one, drawn as likely as it is if the others move at random.
    #[pyo3(signature = (seat, seed = 0))]
    fn redeal(&self, seat: i64, seed: u64) -> PyResult<Position> {
        let seat = self.seat_named(seat)?;
        let here = guarded(|| self.here.redeal(seat, &mut Seed(seed).stream(0)))?;
        Ok(Position::of(&self.game, here))
    }

    /// What `seat` sees, the one on turn if none is named: a byte for each place, as `Game.observation` says; in games
    /// without places, and where something is hidden, its view as a text.
    #[pyo3(signature = (seat = None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyBytes>> {
        let seat = seat.map_or_else(|| Ok(self.here.on_turn()), |seat| self.seat_named(seat))?;
        let mut bytes = Vec::new();
        guarded(|| observe(&self.here, seat, &mut bytes))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The end of a game that goes on from here at random, each legal move equally likely.
    #[pyo3(signature = (seed = 0))]
    fn playout(&self, py: Python<'_>, seed: u64) -> PyResult<Position> {
        let mut here = self.here.clone();
        let here = py.detach(|| {
            guarded(move || {
                here.playout(&mut Seed(seed).stream(0));
                here
            })
        })?;
        Ok(Position::of(&self.game, here))
    }

    /// The payoffs of every seat in `number` games that go on from here at random: an array of numpy with a row for each game. All
    /// cores play.
    #[pyo3(signature = (number, seed = 0))]
    fn playouts<'py>(&self, py: Python<'py>, number: usize, seed: u64) -> PyResult<Bound<'py, PyArray2<f32>>> {
        needs_numpy(py)?;
        let seats = usize::from(self.seat_count());
        needs_room(py, number, "playouts", seats * size_of::<f32>())?;
        let payoffs = PyArray2::<f32>::zeros(py, [number, seats], false);
        let stop = StopSignal::new();
        {
            let mut write = payoffs.readwrite();
            let rows = write.as_slice_mut()?;
            let (here, stop) = (&self.here, &stop);
            apart(py, || stop.give(), || play_out(here, seed, seats, rows, stop))??;
        }
        debug_assert_eq!(payoffs.shape(), [number, seats]);
        Ok(payoffs)
    }

    /// What a player of the arena would play here, and what it thinks: `position.ask("alpha-beta(depth=6)")`. It may
    /// look at `nodes` positions, and draws from `seed`. Where something is hidden it is asked about a redeal.
    #[pyo3(signature = (player, *, nodes = None, seed = 0))]
    fn ask<'py>(&self, py: Python<'py>, player: &str, nodes: Option<u64>, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        if nodes == Some(0) {
            return Err(wrong("nodes: accepted: 1 or more"));
        }
        let document = advice::document(py, (&self.game, &self.here), player, nodes, seed)?;
        py.import("agon.position")?.getattr("advice_of")?.call1((document,))
    }

    /// What a player searches here, as a tree that draws itself in notebooks: values, windows, cuts and why. It is drawn `depth`
    /// plies deep at most; huge trees are folded.
    #[pyo3(signature = (player, *, nodes = None, seed = 0, depth = None))]
    fn search_tree<'py>(
        this: &Bound<'py, Self>,
        player: &str,
        nodes: Option<u64>,
        seed: u64,
        depth: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tree = this.py().import("agon.position")?.getattr("SearchTree")?;
        tree.call1((this, player, nodes, seed, depth))
    }

    #[pyo3(signature = (player, nodes, seed, depth, as_text))]
    fn _drawn_tree(
        &self,
        py: Python<'_>,
        player: &str,
        nodes: Option<u64>,
        seed: u64,
        depth: Option<usize>,
        as_text: bool,
    ) -> PyResult<String> {
        let site = (&self.game, &self.here);
        advice::drawn_tree(py, site, player, (nodes, seed), depth, as_text)
    }

    /// What the position is worth if everybody plays the best, of a game for one seat, or for two with a constant sum. Where
    /// something is hidden, what every seat gets by strategies that go by views, as `agon solve --method cfr` learns them.
    /// `limit` is how many positions may be in reach: 2,000,000 unless given, of the plays of a game that hides something
    /// 1,000,000.
    #[pyo3(signature = (limit = None))]
    fn solve<'py>(&self, py: Python<'py>, limit: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::new();
        let solved = apart(py, || stop.give(), || solve(&self.game.term, &self.here, limit, &stop))??;
        let Solved { values, m, distance, positions, learnt } = solved;
        let (nash_conv, strategy) = learnt.unzip();
        let parts = (values, m, distance, positions, nash_conv, strategy);
        py.import("agon.position")?.call_method1("solution_of", parts)
    }

    /// The board in letters.
    fn drawing(&self) -> PyResult<String> {
        guarded(|| drawing(&self.here))
    }

    /// The board as a drawing, which notebooks show.
    #[pyo3(name = "_repr_svg_")]
    fn repr_svg(&self) -> PyResult<String> {
        guarded(|| {
            let about = match self.here.node() {
                Node::Decision(seat) => format!("{seat} to act"),
                Node::Chance => "chance to act".to_owned(),
                Node::Terminal => "the game is over".to_owned(),
            };
            let picture = self.here.picture();
            Drawing::of(&picture).title(&self.game.term).about(&about).svg(Theme::Screen)
        })
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (game, text) = (PyString::new(py, &self.game.term), PyString::new(py, &self.text()?));
        Ok(format!("Position({}, {})", game.repr()?, text.repr()?))
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Position>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let is_same_game = Arc::ptr_eq(&self.game, &other.game) || self.game.term == other.game.term;
        let is_equal = || is_same_game && self.here == other.here;
        match op {
            CompareOp::Eq => guarded(is_equal)?.into_py_any(py),
            CompareOp::Ne => (!guarded(is_equal)?).into_py_any(py),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> PyResult<u64> {
        guarded(|| {
            let mut hasher = DefaultHasher::new();
            self.game.term.hash(&mut hasher);
            self.here.hash(&mut hasher);
            hasher.finish()
        })
    }

    fn __copy__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __deepcopy__<'a>(this: PyRef<'a, Self>, memo: &Bound<'_, PyAny>) -> PyRef<'a, Self> {
        let _ = memo;
        this
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.import("agon.position")?.getattr("Position")?;
        (class, (&self.game.term, self.text()?)).into_pyobject(py)
    }
}
