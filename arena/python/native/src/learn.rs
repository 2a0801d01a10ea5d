//! Evaluations learned by self-play.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use agon_arena::cores;
use agon_learn::{Learning, LearningError, LearningSpec, ModelKind};
use pyo3::{prelude::*, types::PyBytes};

use crate::{
    apart::apart,
    errors::{failed, wrong},
};

/// Learns a game from `games` games against itself, or for `minutes` minutes: the bytes of the file.
#[pyfunction]
#[pyo3(signature = (game, *, games = None, minutes = None, seed = 1, jobs = None))]
pub(crate) fn learn(
    py: Python<'_>,
    game: String,
    games: Option<u64>,
    minutes: Option<f64>,
    seed: u64,
    jobs: Option<usize>,
) -> PyResult<Bound<'_, PyBytes>> {
    if games == Some(0)
        || jobs == Some(0)
        || minutes.is_some_and(|minutes| !(0.001..=1e6).contains(&minutes))
    {
        return Err(failed("games and jobs: accepted: 1 or more; minutes: 0.001 to 1000000"));
    }
    let minutes = minutes.or(games.is_none().then_some(1.0));
    let time = minutes.map_or(Duration::MAX, |minutes| Duration::from_secs_f64(60.0 * minutes));
    let interrupted = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&interrupted);
    let bytes = apart(
        py,
        || interrupted.store(true, Ordering::Relaxed),
        move || {
            let mut learning = Learning::new(&LearningSpec::new(game, seed, ModelKind::Tables))?;
            let begun = Instant::now();
            let (threads, most) = (jobs.unwrap_or_else(cores), games.unwrap_or(u64::MAX));
            let is_asked = || asked.load(Ordering::Relaxed);
            while begun.elapsed() < time && learning.generation(threads, most, &is_asked) {}
            Ok(learning.model().expect("tables are kept in a file").1)
        },
    )?;
    let bytes = bytes.map_err(|error: LearningError| wrong(error))?;
    Ok(PyBytes::new(py, &bytes))
}
