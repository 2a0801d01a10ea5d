//! What answers questions about games and searches: it needs threads, and neither sockets, files nor guests.

use std::sync::Arc;

use crate::{
    pool::{AskedFor, Pool, QuickPool, Worker},
    problem::Problem,
    share::GuestShare,
    trees::Trees,
};

/// Where questions about games and searches are answered, and the searches that were asked for.
pub(crate) struct Study {
    /// Where players think.
    pub(crate) pool: Pool,
    /// Where pages are made, and all else is done that takes a while.
    pub(crate) quick: QuickPool,
    pub(crate) trees: Trees,
}

impl Study {
    /// Has this done in the share of the asker, on a thread that may wait.
    ///
    /// # Errors
    ///
    /// What `work` says, or that it broke down: where the rules of a game did that somebody brought, what is wrong with
    /// them. That too much waits already.
    pub(crate) async fn on_worker<T: Send + 'static>(
        self: &Arc<Study>,
        share: GuestShare,
        work: impl FnOnce(&Arc<Study>, &Worker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let own = Arc::clone(self);
        self.quick.work((share, AskedFor::Game), move |worker| work(&own, worker)).await
    }
}
