//! Evaluations learned by self-play.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use agon_arena::cores;
use agon_learn::{Learning, LearningSpec, ModelKind};
use pyo3::{prelude::*, types::PyBytes};

use crate::{
    apart::apart,
    errors::{failed, wrong},
};

/// What is learned, as [`learn`] was asked.
///
/// # Errors
///
/// If there is no such model, or an option belongs to another one.
fn spec(
    game: String,
    seed: u64,
    (model, hidden, residual): (&str, Option<u16>, bool),
    depth: u8,
    keep: &str,
) -> PyResult<LearningSpec> {
    let kind = match model {
        "tables" => ModelKind::Tables,
        "compact" => ModelKind::Compact,
        "net" => ModelKind::Net { hidden: hidden.unwrap_or(32), residual },
        _ => return Err(failed(format!("model {model}: accepted: tables, compact, net"))),
    };
    if model != "net" && (hidden.is_some() || residual) {
        return Err(failed("hidden and residual belong to a net: accepted with model=\"net\""));
    }
    let units = hidden.unwrap_or(32);
    if !units.is_multiple_of(8) || !(8..=256).contains(&units) || !(1..=6).contains(&depth) {
        return Err(failed("hidden: accepted: a multiple of 8, from 8 to 256; depth: 1 to 6"));
    }
    let mut spec = LearningSpec::new(game, seed, kind);
    spec.depth = depth;
    spec.keeps_best = match keep {
        "last" => false,
        "best" => true,
        _ => return Err(failed(format!("keep {keep}: accepted: last, best"))),
    };
    Ok(spec)
}

/// Learns a game from `games` games against itself, or for `minutes` minutes: the bytes of the file.
#[pyfunction]
#[pyo3(signature = (
    game, *, games = None, minutes = None, model = "tables", hidden = None, residual = false, depth = 1,
    keep = "last", seed = 1, jobs = None
))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn learn<'py>(
    py: Python<'py>,
    game: String,
    games: Option<u64>,
    minutes: Option<f64>,
    model: &str,
    hidden: Option<u16>,
    residual: bool,
    depth: u8,
    keep: &str,
    seed: u64,
    jobs: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    if games == Some(0) || jobs == Some(0) || minutes.is_some_and(|minutes| !(0.001..=1e6).contains(&minutes)) {
        return Err(failed("games and jobs: accepted: 1 or more; minutes: 0.001 to 1000000"));
    }
    let spec = spec(game, seed, (model, hidden, residual), depth, keep)?;
    let minutes = minutes.or(games.is_none().then_some(1.0));
    let time = minutes.map_or(Duration::MAX, |minutes| Duration::from_secs_f64(60.0 * minutes));
    let interrupted = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&interrupted);
    let bytes = apart(
        py,
        || interrupted.store(true, Ordering::Relaxed),
        move || {
            let mut learning = Learning::new(&spec).map_err(|error| error.to_string())?;
            let begun = Instant::now();
            let (threads, most) = (jobs.unwrap_or_else(cores), games.unwrap_or(u64::MAX));
            let is_asked: Arc<dyn Fn() -> bool + Send + Sync> = Arc::new(move || asked.load(Ordering::Relaxed));
            while begun.elapsed() < time {
                learning.compare(threads, &is_asked).map_err(|error| error.to_string())?;
                if !learning.generation(threads, most, &*is_asked) {
                    break;
                }
            }
            let learning = learning.settle(threads, &is_asked).map_err(|error| error.to_string())?;
            learning.check().map_err(|error| error.to_string())?;
            Ok(learning.model().expect("tables are kept in a file").1)
        },
    )?;
    let bytes = bytes.map_err(|error: String| wrong(error))?;
    Ok(PyBytes::new(py, &bytes))
}
