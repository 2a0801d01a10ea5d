//! Errors for Python. The classes are the package's own, with or without this extension.

use std::fmt::Display;

use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyModuleNotFoundError},
    import_exception,
    panic::PanicException,
    prelude::*,
};

use crate::raised::raised;

import_exception!(agon._errors, AgonError);
import_exception!(agon._errors, Breakdown);
import_exception!(agon._errors, RulesError);

/// A game, a position or a move that there is not.
pub(crate) fn wrong(why: impl Display) -> PyErr {
    RulesError::new_err(why.to_string())
}

/// What could not be done.
pub(crate) fn failed(why: impl Display) -> PyErr {
    AgonError::new_err(why.to_string())
}

/// Runs what games and players do: a panic there is an exception here.
///
/// # Errors
///
/// The message of the panic; of rules in Python with the exception that they raised as its cause, or Ctrl-C itself.
#[inline]
pub(crate) fn guarded<T>(f: impl FnOnce() -> T) -> PyResult<T> {
    agon_table::guarded(f).map_err(broken)
}

#[cold]
fn broken(why: String) -> PyErr {
    Python::attach(|py| match raised(&why) {
        Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => error,
        cause => {
            let error = Breakdown::new_err(why);
            error.set_cause(py, cause);
            error
        }
    })
}

/// Imports `numpy`, before an array is made: where it is not installed, or a signal comes, that is an exception.
///
/// # Errors
///
/// That exception.
pub(crate) fn needs_numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(|_| ()).map_err(|error| {
        if !error.is_instance_of::<PyModuleNotFoundError>(py) {
            return error;
        }
        PyModuleNotFoundError::new_err(
            "arrays need NumPy, which is not installed; pip install './arena/python[arrays]' has it",
        )
    })
}

/// Makes every panic that comes as far as Python a `Breakdown`. By itself it would be outside `Exception`, and end a
/// program that catches all mistakes. This is the door of every function here, be it guarded or not.
pub(crate) fn tame_panics(py: Python<'_>) {
    // A Python that does not allow it has panics as they come.
    let _ = py.get_type::<PanicException>().setattr("__bases__", (py.get_type::<Breakdown>(),));
}

/// Panics, as whatever is called here might that has a mistake: what becomes of it is seen in the tests.
#[pyfunction]
pub(crate) fn break_down() {
    panic!("asked to")
}
