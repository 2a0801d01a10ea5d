//! What a search has spent, and the deepening that keeps it within its budget.

use agon_core::Budget;

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// Counts the positions a search looks at, and stops it before it looks at one too many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    nodes: u64,
    most: u64,
    /// The least depth that was left at any position looked at, in the search going on.
    least_left: u32,
    /// Whether that search stopped at an unfinished position for want of depth.
    met_horizon: bool,
}

impl Meter {
    pub(crate) fn new(budget: Budget) -> Meter {
        let most = budget.nodes.unwrap_or(u64::MAX);
        Meter { nodes: 0, most, least_left: u32::MAX, met_horizon: false }
    }

    /// One more position is looked at, with `depth` plies left below it.
    #[inline]
    pub(crate) fn look(&mut self, depth: u32) -> Result<(), Spent> {
        if self.nodes == self.most {
            return Err(Spent);
        }
        self.nodes += 1;
        self.least_left = self.least_left.min(depth);
        Ok(())
    }

    /// Someone asked for advice looked at `nodes` positions, no more than were
    /// [`left`](Meter::left).
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes).min(self.most);
    }

    /// An unfinished position was not searched any further.
    #[inline]
    pub(crate) fn meet_horizon(&mut self) {
        self.met_horizon = true;
    }

    /// The positions looked at so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What is left of the budget.
    pub(crate) fn left(&self) -> Budget {
        Budget { nodes: (self.most != u64::MAX).then(|| self.most - self.nodes) }
    }
}

/// Runs `search` to `depth` plies (`None`: to the end of the game). Under a budget of nodes it is
/// run to depth one, two, three and so on, as far as the budget and `depth` go and there is
/// anything left to see. Gives what the last finished search found and how deep it looked, or
/// `None` if not even the first was finished.
pub(crate) fn deepen<T>(
    depth: Option<u64>,
    meter: &mut Meter,
    mut search: impl FnMut(u32, &mut Meter) -> Result<T, Spent>,
) -> Option<(T, u32)> {
    let last = depth.map_or(u32::MAX, |depth| u32::try_from(depth).unwrap_or(u32::MAX));
    let mut next = if meter.most == u64::MAX { last } else { last.min(1) };
    let mut found = None;
    loop {
        (meter.least_left, meter.met_horizon) = (next, false);
        let Ok(result) = search(next, meter) else { return found };
        found = Some((result, next - meter.least_left));
        if next == last || !meter.met_horizon {
            return found;
        }
        next += 1;
    }
}
