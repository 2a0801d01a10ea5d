//! Positions as values.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use agon_core::{
    Accepted, AnyMove, AnyPosition, Budget, Eye, Heuristic, NamedGame, Node, Position as _, Seat,
    Seed, StopSignal, Stream, line, notation, view,
};
use agon_draw::{Boards, Drawing, Letters, Signs, Theme};
use agon_table::{
    AnalysisDocument, GivenPosition, SearchLimits, WatchedSearch, ask, begin, seat_player,
};
use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::{
    IntoPyObjectExt,
    basic::CompareOp,
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyString, PyTuple},
};

use crate::{
    apart::{apart, threads},
    errors::{Breakdown, failed, guarded, needs_numpy, wrong},
    known,
    solution::solve,
};

/// As many moves as most positions have: a list that grows is slower.
const ROOM: usize = 48;

/// As many have most boards that are small.
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

    /// The move that is meant by a text, or by the number of an action.
    pub(crate) fn read(&self, m: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
        if let Ok(text) = m.cast::<PyString>() {
            let text = text.to_cow()?;
            let text = text.trim();
            if self.here.node() == Node::Terminal {
                return Err(wrong(line::refuse(&self.here, 1, text)));
            }
            let found = self.here.parse_move(text).or_else(|| line::read_move(&self.here, text));
            return found.ok_or_else(|| wrong(line::refuse(&self.here, 1, text)));
        }
        let number: i64 = m.extract()?;
        let found = u32::try_from(number).ok().and_then(|number| self.numbered(number));
        found.ok_or_else(|| self.refuse(number))
    }

    /// The move with this number: that of an action where a seat chooses, the place among all that chance may draw.
    fn numbered(&self, number: u32) -> Option<AnyMove> {
        match self.here.node() {
            Node::Terminal => None,
            Node::Decision(_) => self.here.numbered(number),
            Node::Chance => {
                let number = number as usize;
                (number < self.here.count()).then(|| self.here.nth(number))
            }
        }
    }

    /// The error for an action that is not legal here.
    pub(crate) fn refuse(&self, number: i64) -> PyErr {
        let here = &self.here;
        if here.node() == Node::Terminal {
            return wrong(format!("action {number} is not legal in `{here}`; the game is over"));
        }
        let list = self.list();
        let all: Vec<String> = list.iter().take(40).map(ToString::to_string).collect();
        let more = if list.len() <= 40 { "" } else { ", …" };
        wrong(format!(
            "action {number} is not legal in `{here}`; accepted: {}{more}",
            all.join(", ")
        ))
    }

    fn list(&self) -> Vec<u32> {
        let mut list = Vec::with_capacity(ROOM);
        match self.here.node() {
            Node::Terminal => {}
            Node::Decision(_) => self.here.each_number(&mut |number| list.push(number)),
            Node::Chance => list.extend(0..self.here.count() as u32),
        }
        list
    }

    fn all(&self) -> Vec<AnyMove> {
        let mut list = Vec::with_capacity(ROOM);
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

    /// The facts that players are given of it.
    fn site(&self) -> GivenPosition {
        GivenPosition {
            game: NamedGame::clone(&self.game),
            base: self.here.clone(),
            line: Vec::new(),
            here: self.here.clone(),
            saved: None,
            redealt: None,
        }
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
        if is_few {
            PyList::new(py, &few[..count])
        } else {
            PyList::new(py, guarded(|| self.list())?)
        }
    }

    /// The number of a legal move.
    fn action(&self, r#move: &Bound<'_, PyString>) -> PyResult<u32> {
        let m = guarded(|| self.read(r#move))??;
        match self.here.node() {
            Node::Decision(_) if self.here.numbers() != 0 => Ok(self.here.number(m)),
            Node::Decision(_) => {
                Err(wrong(format!("the moves of {} have no numbers", self.game.term)))
            }
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
        guarded(|| Ok(self.after(self.read(r#move)?)))?
    }

    /// What every seat got, in order, once the game is over.
    fn payoffs(&self) -> PyResult<Vec<f64>> {
        if !self.is_over() {
            let here = &self.here;
            return Err(wrong(format!(
                "nobody got anything yet: `{here}` is not the end of a game"
            )));
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
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
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
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        number: usize,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        needs_numpy(py)?;
        let seats = usize::from(self.seat_count());
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
    fn ask<'py>(
        &self,
        py: Python<'py>,
        player: &str,
        nodes: Option<u64>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        if nodes == Some(0) {
            return Err(wrong("nodes: accepted: 1 or more"));
        }
        let stop = StopSignal::unexpected();
        let document = apart(
            py,
            || stop.give(),
            || {
                let player = known::player(player)?;
                let site = self.site().redealt(seed);
                let Node::Decision(seat) = site.here.node() else {
                    let why = agon_table::nobody_acts(&site);
                    let draws = site.here.node() == Node::Chance;
                    return Err(if draws { wrong(why) } else { failed(why) });
                };
                let mut seated = seat_player(&player, &site.game).map_err(failed)?;
                let limits = SearchLimits {
                    budget: Budget::of(nodes),
                    stop: Some(&stop),
                    ..SearchLimits::default()
                };
                let gave_none =
                    |why: String| failed(format!("{} gave no move: {why}", player.term));
                begin(seated.as_mut(), &site.base, &site.line).map_err(gave_none)?;
                let mut stream = Seed(seed).stream(0);
                let decision = ask(seated.as_mut(), &site.here, seat, &mut stream, limits);
                let decision = decision.map_err(gave_none)?;
                let document =
                    AnalysisDocument::new(&site.game.term, &player.term, &site.here, &decision);
                serde_json::to_string(&document).map_err(failed)
            },
        )??;
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
        let stop = StopSignal::unexpected();
        // As many positions as the command keeps for a picture, and for lines.
        let (limit, depth) = (if as_text { 400 } else { 120 }, depth.unwrap_or(usize::MAX));
        apart(
            py,
            || stop.give(),
            || {
                let player = known::player(player)?;
                let asked = SearchLimits {
                    budget: Budget::of(nodes),
                    stop: Some(&stop),
                    ..SearchLimits::default()
                };
                let thought = WatchedSearch::of(self.site(), &player, seed, asked, (limit, depth));
                let thought = thought.map_err(failed)?;
                let search = thought.search(None).map_err(failed)?;
                Ok(if as_text {
                    let lines = thought.diagram(search, limit, Signs::Told).lines(Letters::PLAIN);
                    format!("{}\n\n{lines}\n", thought.head(search))
                } else {
                    thought.fitted(search, limit, Signs::Told, Boards::Auto).0.svg(Theme::Screen)
                })
            },
        )?
    }

    /// What the position is worth if everybody plays the best, of a game for one seat, or for two with a constant sum.
    /// `limit` is how many positions may be in reach.
    #[pyo3(signature = (limit = 2_000_000))]
    fn solve<'py>(&self, py: Python<'py>, limit: usize) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::new();
        let solved =
            apart(py, || stop.give(), || solve(&self.game.term, &self.here, limit, &stop))??;
        let parts = (solved.values, solved.m, solved.distance, solved.positions);
        py.import("agon.position")?.getattr("Solution")?.call1(parts)
    }

    /// The board in letters.
    fn drawing(&self) -> PyResult<String> {
        guarded(|| self.here.drawing())
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

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Position>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let is_same_game =
            Arc::ptr_eq(&self.game, &other.game) || self.game.term == other.game.term;
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

/// What `seat` sees of a position, as bytes: a byte for each place, or where there are no places, or something is hidden, its
/// view as a text.
pub(crate) fn observe(here: &AnyPosition, seat: Seat, bytes: &mut Vec<u8>) {
    bytes.clear();
    if here.facts().hidden || here.states(seat, bytes) == 0 {
        bytes.extend_from_slice(view(here, Eye::Seat(seat)).as_bytes());
    }
}

/// Plays at random from `here` to the end, a row for each time. What a row holds depends on the seed and its number alone.
fn play_out(
    here: &AnyPosition,
    seed: u64,
    seats: usize,
    rows: &mut [f32],
    stop: &StopSignal,
) -> PyResult<()> {
    let numbers: Vec<usize> = (0..rows.len() / seats).collect();
    let size = numbers.len().div_ceil(threads(numbers.len())).max(1);
    let played = std::thread::scope(|scope| {
        let handles =
            numbers.chunks(size).zip(rows.chunks_mut(size * seats)).map(|(numbers, rows)| {
                let mut stream: Stream = Seed(seed).stream(0);
                let mut room = here.clone();
                scope.spawn(move || {
                    agon_table::guarded(|| {
                        for (&number, row) in numbers.iter().zip(rows.chunks_mut(seats)) {
                            if stop.is_given() {
                                return;
                            }
                            stream.restart(number as u64);
                            room.clone_from(here);
                            room.playout(&mut stream);
                            for (seat, payoff) in Seat::all(seats as u8).zip(row) {
                                *payoff = room.payoff(seat) as f32;
                            }
                        }
                    })
                })
            });
        let handles: Vec<_> = handles.collect();
        handles.into_iter().map(std::thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    for thread in played {
        thread.unwrap_or_else(|_| Err("panic".to_owned())).map_err(Breakdown::new_err)?;
    }
    Ok(())
}
