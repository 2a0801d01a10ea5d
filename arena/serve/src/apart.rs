//! What takes a while is done on threads that may wait, apart from those that answer requests.

use std::cell::Cell;

use agon_core::BrokenRules;
use axum::http::StatusCode;
use tokio::{runtime::Handle, task::JoinError};

use crate::problem::Problem;

thread_local! {
    /// Whether this is one of the threads that do what takes a while.
    static IS_APART: Cell<bool> = const { Cell::new(false) };
}

/// Does what takes a while on a thread that may wait.
///
/// # Errors
///
/// What `work` says, or that it broke down: where the rules of a game did that somebody brought, what is wrong with them.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(|| {
        IS_APART.set(true);
        work()
    });
    done.await.unwrap_or_else(|error| Err(broken_down(error)))
}

fn broken_down(error: JoinError) -> Problem {
    let panic = error.try_into_panic().ok();
    match panic.as_deref().and_then(BrokenRules::of) {
        Some(broken) => Problem::unreadable(broken),
        None => Problem::said(StatusCode::INTERNAL_SERVER_ERROR, "broke-down", &[]),
    }
}

/// Whether this thread may wait: for a disk, or for what takes a while to be computed. Those that answer
/// requests may not, because all others would wait with them. What takes a while asserts it, in builds with
/// assertions, so that every test of a page is a test of this as well.
pub(crate) fn may_wait() -> bool {
    IS_APART.get() || Handle::try_current().is_err()
}
