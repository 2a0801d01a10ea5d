//! What a position is worth if everybody plays the best: found position by position, or where something is hidden, learnt by
//! what each seat sees.

use agon_core::{AnyPosition, Position, Seat, StopSignal, notation};
use agon_roster::{
    extensive::{Cfr, CfrRule, ExtensiveForm, InformationSet},
    solve::Graph,
};
use pyo3::PyResult;

use crate::errors::failed;

/// The most positions in reach, unless a limit is given.
const LIMIT: usize = 2_000_000;
/// The most positions of all plays, unless a limit is given.
const WALKED: usize = 1_000_000;
/// A limit that no memory has room for: what more than it would take cannot be counted.
const MOST: usize = 1 << 40;
/// How often all seats learn, as for the command.
const ITERATIONS: usize = 1000;

/// What a position is worth, and how it is got.
pub(crate) struct Solved {
    /// To each seat.
    pub(crate) values: Vec<f64>,
    /// The best move, the first of equals; none where no seat acts, or something is hidden.
    pub(crate) m: Option<String>,
    /// Plies to the end, where somebody gains.
    pub(crate) distance: Option<u32>,
    /// How many positions are in reach; where something is hidden, each as often as it is reached.
    pub(crate) positions: usize,
    /// Where something is hidden: what the seats could gain together, and the strategies.
    pub(crate) learnt: Option<(f64, Vec<Strategy>)>,
}

/// What a seat does: by its view, how likely each move is.
type Strategy = Vec<(String, Vec<(String, f64)>)>;

/// Solves every position in reach of `here`, at most `limit`.
///
/// # Errors
///
/// Where there are more, or the game has no value.
pub(crate) fn solve(term: &str, here: &AnyPosition, limit: Option<usize>, stop: &StopSignal) -> PyResult<Solved> {
    let limit = limit.map(|limit| limit.min(MOST));
    // With everything in sight it would be another game.
    if here.facts().hidden {
        return learn(term, here, limit.unwrap_or(WALKED), stop);
    }
    let graph = Graph::solve_until(here, limit.unwrap_or(LIMIT), false, stop);
    let graph = graph.map_err(|why| failed(format!("{term}: {why}")))?;
    let solved = graph.find(here).expect("the root of the graph is solved");
    Ok(Solved {
        values: Seat::all(here.facts().seats).map(|seat| graph.value_for(seat, solved.value)).collect(),
        m: graph.best(here).map(|(m, _)| notation(here, m)),
        distance: solved.distance,
        positions: graph.positions(),
        learnt: None,
    })
}

/// Learns what every seat does by its view, on all plays from `here` on.
///
/// # Errors
///
/// Where they have more positions than `limit`, nobody has a choice, or it is interrupted.
fn learn(term: &str, here: &AnyPosition, limit: usize, stop: &StopSignal) -> PyResult<Solved> {
    let form = ExtensiveForm::of_while(here, limit, &mut || !stop.is_given());
    let form = form.map_err(|why| failed(format!("{term}: {why}; raise limit")))?;
    let form = form.ok_or_else(|| failed("interrupted"))?;
    if form.sets().is_empty() {
        return Err(failed(format!("{term}: nobody has anything to choose here")));
    }
    let mut cfr = Cfr::new(&form, CfrRule::Plus);
    for _ in 0..ITERATIONS {
        if stop.is_given() {
            return Err(failed("interrupted"));
        }
        cfr.iterate();
    }
    let average = cfr.average();
    let said = |set: &InformationSet| {
        let likely = set.moves().into_iter().zip(&average[set.range()]);
        let likely = likely.map(|(m, &probability)| (notation(&set.position, m), probability));
        (set.view(), likely.collect())
    };
    let of = |seat: Seat| -> Strategy { form.sets().iter().filter(|set| set.seat == seat).map(said).collect() };
    Ok(Solved {
        values: form.values(&average),
        m: None,
        distance: None,
        positions: form.positions(),
        learnt: Some((form.nash_conv(&average), Seat::all(form.seats()).map(of).collect())),
    })
}
