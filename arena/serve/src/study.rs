//! What answers questions about games and searches: it needs neither sockets, files nor guests, and threads only to share.

use std::sync::Arc;

use agon_core::StopSignal;

#[cfg(feature = "sockets")]
use crate::pool::{Pool, QuickPool};
use crate::{
    pool::{AskedFor, PoolThinker, Worker},
    problem::Problem,
    share::GuestShare,
    trees::Trees,
};

/// Where questions about games and searches are answered, and the searches that were asked for.
pub(crate) struct Study {
    workers: StudyWorkers,
    pub(crate) trees: Trees,
}

/// Who does the work of a study.
enum StudyWorkers {
    /// Threads, in which every guest has a share.
    #[cfg(feature = "sockets")]
    Pools {
        /// Where players think.
        pool: Arc<Pool>,
        /// Where pages are made, and all else is done that takes a while.
        quick: Arc<QuickPool>,
    },
    /// Whoever asks, there and then: there is nobody else. It needs a deep stack, as players do.
    Asker,
}

impl Study {
    /// A study whose work these do.
    #[cfg(feature = "sockets")]
    pub(crate) fn of(pool: Arc<Pool>, quick: Arc<QuickPool>) -> Study {
        Study { workers: StudyWorkers::Pools { pool, quick }, trees: Trees::default() }
    }

    /// A study for one, who does its work.
    pub(crate) fn of_asker() -> Study {
        Study { workers: StudyWorkers::Asker, trees: Trees::default() }
    }

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
        match &self.workers {
            #[cfg(feature = "sockets")]
            StudyWorkers::Pools { quick, .. } => {
                let own = Arc::clone(self);
                quick.work((share, AskedFor::Game), move |worker| work(&own, worker)).await
            }
            StudyWorkers::Asker => {
                drop(share);
                work(self, &PoolThinker::until(StopSignal::new()))
            }
        }
    }

    /// Has this thought about until it is done or the signal is given, where nobody waits for it in a game.
    ///
    /// # Errors
    ///
    /// As with [`on_worker`](Study::on_worker).
    pub(crate) async fn think_until<T: Send + 'static>(
        &self,
        share: GuestShare,
        threads: usize,
        stop: &StopSignal,
        work: impl FnOnce(&PoolThinker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match &self.workers {
            #[cfg(feature = "sockets")]
            StudyWorkers::Pools { pool, .. } => pool.think_until((share, AskedFor::Study), threads, stop, work).await,
            StudyWorkers::Asker => work(&PoolThinker::until(stop.clone())),
        }
    }

    /// The same until it is done.
    ///
    /// # Errors
    ///
    /// As with [`on_worker`](Study::on_worker).
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        share: GuestShare,
        work: impl FnOnce(&PoolThinker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.think_until(share, 1, &StopSignal::new(), work).await
    }

    /// The most threads that a search may take.
    pub(crate) fn at_most(&self) -> usize {
        match &self.workers {
            #[cfg(feature = "sockets")]
            StudyWorkers::Pools { pool, .. } => pool.at_most(),
            StudyWorkers::Asker => 1,
        }
    }
}
