//! What a step of a batch would change.

use std::sync::atomic::AtomicUsize;

use super::rows::{NOWHERE, Rows, Setting, Table};

/// What a step would change, to be put back where it fails.
pub(super) struct Before {
    tables: Vec<Table>,
    rewards: Vec<f32>,
    dones: Vec<bool>,
}

impl Before {
    pub(super) fn of(rows: &Rows<'_>) -> Before {
        Before { tables: rows.tables.to_vec(), rewards: rows.rewards.to_vec(), dones: rows.dones.to_vec() }
    }

    /// Puts all of it back; what is seen is written anew.
    pub(super) fn restore(self, setting: Setting<'_>, rows: &mut Rows<'_>) {
        rows.tables.clone_from_slice(&self.tables);
        rows.rewards.copy_from_slice(&self.rewards);
        rows.dones.copy_from_slice(&self.dones);
        setting.show_all(rows, &AtomicUsize::new(NOWHERE));
    }
}
