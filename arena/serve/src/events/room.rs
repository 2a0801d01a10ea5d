//! What is said where journals have no room left.

use crate::{
    problem::Problem,
    quota::{QuotaSize, UsedUp},
    settings::JOURNAL_BYTES,
};

/// Whose journals have as many bytes as they may.
pub(super) fn no_room(whose: UsedUp) -> Problem {
    let QuotaSize { all, at_address, of_one } = JOURNAL_BYTES;
    match whose {
        UsedUp::Guest => Problem::full("journals-own", &[("most", &(of_one >> 20))]),
        UsedUp::Address => Problem::full("journals-address", &[("most", &(at_address >> 20))]),
        UsedUp::All => Problem::full("journals-full", &[("most", &(all >> 20))]),
    }
}
