//! The rules and the players of Agon in Python's own process: the module `agon._native`.
//!
//! The package `agon` says what is to be had, in Python and for people; this is what answers it there without a process in
//! between. Positions are values that hold the game's own position. Whatever takes long runs without Python's lock, on
//! a thread with the stack that searches need, and ends when Python hears Ctrl-C.

mod actions;
mod advice;
mod apart;
mod arrays;
mod batch;
mod draws;
mod episodes;
mod errors;
mod known;
mod learn;
mod mutants;
mod observation;
mod playouts;
mod position;
mod raised;
mod room;
mod ruled;
mod same;
mod seated;
mod solution;
mod tournament;

use agon_models as _;
use agon_roster as _;
use pyo3::prelude::*;

/// What the package `agon` is made of where it needs no process.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::episodes::Episodes;
    #[pymodule_export]
    use crate::errors::break_down;
    #[pymodule_export]
    use crate::known::{about, check_laws, games, knows_game, knows_player, players};
    #[pymodule_export]
    use crate::learn::learn;
    #[pymodule_export]
    use crate::mutants::{faults, judged, planted};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::ruled::rules_term;
    #[pymodule_export]
    use crate::same::same;
    #[pymodule_export]
    use crate::tournament::run_tournament;

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::errors::tame_panics(module.py());
        crate::known::read_files();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
