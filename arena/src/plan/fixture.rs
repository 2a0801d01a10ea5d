//! The place of one game in the plan.

/// One game of the plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixture {
    /// Its number.
    pub number: u64,
    /// The block it belongs to.
    pub block: usize,
    /// Which game is played: an index into the tournament's sections.
    pub section: usize,
    /// Which of the section's openings it begins with.
    pub opening: u64,
    /// Which of the block's sets of entries meet.
    pub meeting: u64,
    /// The entries that meet: indices into the tournament's entries.
    pub members: Vec<usize>,
    /// Which of the section's seatings it is.
    pub order: usize,
    /// The entry on each seat: indices into the tournament's entries.
    pub seats: Vec<usize>,
}

impl Fixture {
    /// Gives its members their seats.
    pub(super) fn sit(&mut self, order: &[u8]) {
        self.seats.clear();
        self.seats.extend(order.iter().map(|&who| self.members[usize::from(who)]));
    }
}
