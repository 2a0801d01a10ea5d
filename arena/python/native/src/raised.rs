//! What rules in Python raise, on its way through the arena here, which knows no exceptions of Python.

use std::cell::RefCell;

use pyo3::PyErr;

thread_local! {
    /// What was raised last in this thread by rules.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Keeps what rules raised in this thread until [`raised`] is asked.
pub(crate) fn raise(error: PyErr) {
    RAISED.set(Some(error));
}

/// What rules have raised in this thread since this was asked last.
pub(crate) fn raised() -> Option<PyErr> {
    RAISED.take()
}
