//! Games with a fault planted on purpose, to see which checks find it.
//!
//! A [`PlantedFault`] is put around any position, and all that follows from it has the fault. Some faults break a promise
//! of [`Position`](agon_core::Position), which the [laws](crate) should find; others make another game that
//! contradicts itself nowhere, which only a second telling of the rules, known figures or recorded plays can find.
//!
//! [`plant`] puts a fault into every game of this process, wherever checks begin: at [`registry::game`], and for
//! positions of a known type at [`check_position`], at [`oracle`] and at [`perft`]. With the feature `mutants` the
//! environment does the same, so that a crate's tests can be run with each fault in turn:
//! `AGON_MUTANT=move-left-out cargo test --features agon-laws/mutants`. It reaches a program of tests that names this
//! crate, `use agon_laws as _;` at least: another is not linked with it. Without that feature nothing outside this process plants
//! anything.
//!
//! [`registry::game`]: agon_core::registry::game
//! [`check_position`]: crate::check_position
//! [`oracle`]: crate::oracle
//! [`perft`]: crate::perft

mod flaw;
mod mutant;
pub(crate) mod planted;
#[cfg(test)]
mod tests;
mod verdict;

pub use self::{
    flaw::{BROKEN, FAULTS, FaultKind, PlantedFault, RULES_ALONE, UNCHANGED, all, find},
    planted::{plant, planted},
    verdict::{MutantVerdict, judged_by_laws},
};
