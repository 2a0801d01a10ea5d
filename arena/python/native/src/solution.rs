//! What a position is worth if everybody plays the best, found position by position.

use agon_core::{AnyPosition, Position, Seat, StopSignal, notation};
use agon_roster::solve::Graph;
use pyo3::PyResult;

use crate::errors::failed;

/// What a position is worth, and how it is got.
pub(crate) struct Solved {
    /// To each seat.
    pub(crate) values: Vec<f64>,
    /// The best move, the first of equals; none where no seat acts.
    pub(crate) m: Option<String>,
    /// Plies to the end, where somebody gains.
    pub(crate) distance: Option<u32>,
    /// How many positions are in reach.
    pub(crate) positions: usize,
}

/// Solves every position in reach of `here`, at most `limit`.
///
/// # Errors
///
/// Where there are more, or the game has no value.
pub(crate) fn solve(
    term: &str,
    here: &AnyPosition,
    limit: usize,
    stop: &StopSignal,
) -> PyResult<Solved> {
    let graph = Graph::solve_until(here, limit, false, stop);
    let graph = graph.map_err(|why| failed(format!("{term}: {why}")))?;
    let solved = graph.find(here).expect("the root of the graph is solved");
    Ok(Solved {
        values: Seat::all(here.facts().seats)
            .map(|seat| graph.value_for(seat, solved.value))
            .collect(),
        m: graph.best(here).map(|(m, _)| notation(here, m)),
        distance: solved.distance,
        positions: graph.positions(),
    })
}
