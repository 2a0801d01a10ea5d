//! Room in memory: what arrays take is counted before any of it is asked for, because a process that asks for too much is ended.

use pyo3::prelude::*;

use crate::errors::failed;

/// Refuses `count` of `what`, of `each` bytes, where they take more than this process may use.
///
/// # Errors
///
/// That they do: the bytes wanted, the bytes there are, and how many are accepted.
pub(crate) fn needs_room(py: Python<'_>, count: usize, what: &str, each: usize) -> PyResult<()> {
    let there: Option<u64> = py.import("agon._room")?.call_method0("memory")?.extract()?;
    // More can be addressed nowhere.
    let there = there.unwrap_or(u64::MAX).min(isize::MAX as u64);
    let wanted = count as u128 * each as u128;
    if wanted <= u128::from(there) {
        return Ok(());
    }
    let most = there / each as u64;
    Err(failed(format!(
        "{count} {what} take {wanted} bytes, {each} each, and there is room for {there}; accepted: {most} or fewer"
    )))
}
