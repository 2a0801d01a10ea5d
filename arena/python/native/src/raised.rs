//! What rules in Python raise, on its way through the arena here, which knows no exceptions of Python.

use std::cell::RefCell;

use pyo3::PyErr;

thread_local! {
    /// What was raised last in this thread by rules, and in which words it is told.
    static RAISED: RefCell<Option<(String, PyErr)>> = const { RefCell::new(None) };
}

/// Keeps what rules raised in this thread, told as `why`, until [`raised`] is asked.
pub(crate) fn raise(why: String, error: PyErr) {
    RAISED.set(Some((why, error)));
}

/// What rules have raised in this thread since this was asked last, if that is what `message` tells: they may also have raised
/// something that was of no consequence.
pub(crate) fn raised(message: &str) -> Option<PyErr> {
    RAISED.take().filter(|(why, _)| message.contains(why)).map(|(_, error)| error)
}
