//! What takes a while is done on threads that may wait, apart from those that answer requests: in the share of whoever
//! asks for it.

use std::{cell::Cell, sync::Arc};

use agon_core::StopSignal;
use tokio::{runtime::Handle, task};

use crate::{pool::Pool, problem::Problem, share::GuestShare};

thread_local! {
    /// Whether this is one of the threads that do what takes a while.
    static IS_APART: Cell<bool> = const { Cell::new(false) };
}

tokio::task_local! {
    /// Who asks for what is done here.
    static ASKER: DeskShare;
}

/// Somebody's share of the threads that make pages.
#[derive(Clone)]
pub(crate) struct DeskShare {
    pub(crate) desk: Arc<Pool>,
    pub(crate) share: GuestShare,
}

impl DeskShare {
    /// The share in which this is done; nobody's, where the house does it for itself.
    pub(crate) fn here() -> Option<DeskShare> {
        ASKER.try_with(DeskShare::clone).ok()
    }
}

/// Does this in somebody's share.
pub(crate) async fn asked_by<F: Future>(asker: Option<DeskShare>, asked: F) -> F::Output {
    match asker {
        Some(asker) => ASKER.scope(asker, asked).await,
        None => asked.await,
    }
}

/// Does what takes a while on a thread that may wait.
///
/// # Errors
///
/// What `work` says, or that it broke down: where the rules of a game did that somebody brought, what is wrong with them.
/// That too much waits already.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    apart_until(|_| work()).await
}

/// The same of what heeds the signal that it is given: when it has taken too long, or nobody waits for it any more.
///
/// # Errors
///
/// As with [`apart`].
pub(crate) async fn apart_until<T: Send + 'static>(
    work: impl FnOnce(&StopSignal) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    if let Some(DeskShare { desk, share }) = DeskShare::here() {
        return desk.think(share, work).await;
    }
    let done = task::spawn_blocking(|| {
        IS_APART.set(true);
        work(&StopSignal::new())
    });
    done.await.unwrap_or_else(|error| {
        let panic = error.try_into_panic().ok();
        Err(panic
            .map_or_else(|| Problem::full("closing", &[]), |panic| Problem::broken_down(&*panic)))
    })
}

/// Whether this thread may wait: for a disk, or for what takes a while to be computed. Those that answer
/// requests may not, because all others would wait with them. What takes a while asserts it, in builds with
/// assertions, so that every test of a page is a test of this as well.
pub(crate) fn may_wait() -> bool {
    IS_APART.get() || Handle::try_current().is_err()
}
