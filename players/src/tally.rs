//! How many positions a search has looked at, and whether it may look at another.

/// Counts positions against a limit.
///
/// Once the limit is reached the tally says no and remembers it: the values a search comes back
/// with after that mean nothing, and whoever started it must not read them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    nodes: u64,
    limit: u64,
    stopped: bool,
    horizons: u64,
}

impl Tally {
    /// A tally at nought; `None` is no limit.
    pub(crate) fn new(limit: Option<u64>) -> Tally {
        let limit = limit.unwrap_or(u64::MAX);
        Tally { nodes: 0, limit, stopped: false, horizons: 0 }
    }

    /// Counts one more position, or says that there must be no more.
    #[inline]
    pub(crate) fn look(&mut self) -> bool {
        if self.nodes == self.limit {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Notes that an unfinished position was only estimated.
    #[inline]
    pub(crate) fn see_horizon(&mut self) {
        self.horizons += 1;
    }

    /// How often that was noted: where the number has not changed during a search, the search saw
    /// every play to its end.
    #[inline]
    pub(crate) fn horizons(&self) -> u64 {
        self.horizons
    }

    /// Refuses every position from now on.
    pub(crate) fn stop(&mut self) {
        self.limit = self.nodes;
    }

    /// Counts `nodes` positions that someone else looked at, of those that were
    /// [`left`](Tally::left).
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes).min(self.limit);
    }

    /// How many positions are left to look at, if there is a limit.
    pub(crate) fn left(&self) -> Option<u64> {
        (self.limit != u64::MAX).then(|| self.limit - self.nodes)
    }

    /// The positions counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a position was refused.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn a_tally_counts_to_its_limit_and_no_further() {
        let mut tally = Tally::new(Some(2));
        assert!(tally.look() && tally.look());
        assert!(!tally.is_stopped());
        assert!(!tally.look() && !tally.look());
        assert!(tally.is_stopped());
        assert_eq!(tally.nodes(), 2);
    }
}
