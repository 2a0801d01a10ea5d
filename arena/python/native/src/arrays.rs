//! Arrays of `NumPy`, as they come in and as they are written.

use numpy::{Element, PyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray, ndarray::Dimension};
use pyo3::{exceptions::PyTypeError, prelude::*};

use crate::errors::wrong;

/// One of the batch's arrays, open for writing; it is as long as it was made.
pub(crate) fn open<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
    name: &str,
    length: usize,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let wrong = |why: String| wrong(format!("batch.{name}: {why}; a batch writes into its arrays"));
    let mut array = array.bind(py).try_readwrite().map_err(|error| wrong(error.to_string()))?;
    let found = array.as_slice_mut().map(|slice| slice.len());
    match found {
        Ok(found) if found == length => Ok(array),
        Ok(_) => Err(wrong("it has another shape than it was made with".to_owned())),
        Err(error) => Err(wrong(error.to_string())),
    }
}

/// An action for every game. Whole numbers only: a float that is cut would be a move that nobody chose.
pub(crate) fn read_actions<'py>(actions: &Bound<'py, PyAny>, games: usize) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let numpy = actions.py().import("numpy")?;
    let given = numpy.call_method1("asarray", (actions,))?;
    let shape: Vec<usize> = given.getattr("shape")?.extract()?;
    let dtype = given.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    // An empty list is one of floats.
    if shape != [0] && !matches!(kind.as_str(), "i" | "u") {
        return Err(PyTypeError::new_err(format!(
            "actions are whole numbers; accepted: a list or an array of integers, not of {dtype}"
        )));
    }
    match shape[..] {
        [given] if given == games => {}
        [given] => return Err(wrong(format!("{given} actions for {games} games"))),
        _ => {
            return Err(wrong(format!("actions of the shape {shape:?}; accepted: one for each of {games} games")));
        }
    }
    let whole = numpy.call_method1("ascontiguousarray", (given, "int64"))?;
    whole.cast_into::<PyArray1<i64>>()?.try_readonly().map_err(wrong)
}
