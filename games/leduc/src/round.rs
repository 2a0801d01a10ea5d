//! A round of bets.

use crate::Act;

/// The acts of a round of bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Round<const ACTS: usize> {
    len: u8,
    acts: [Act; ACTS],
}

impl<const ACTS: usize> Round<ACTS> {
    pub(crate) const NONE: Round<ACTS> = Round { len: 0, acts: [Act::Fold; ACTS] };

    pub(crate) fn acts(&self) -> &[Act] {
        &self.acts[..usize::from(self.len)]
    }

    /// The number of acts, and the room for so many.
    pub(crate) fn within(&self, room: usize) -> (u8, &[Act]) {
        (self.len, &self.acts[..room])
    }

    pub(crate) fn raises(&self) -> usize {
        self.acts().iter().filter(|act| **act == Act::Raise).count()
    }

    pub(crate) fn push(&mut self, act: Act) {
        self.acts[usize::from(self.len)] = act;
        self.len += 1;
    }
}
