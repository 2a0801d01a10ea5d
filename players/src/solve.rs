//! Exact values: by listing all positions of small games, and by proofs for larger ones.

mod answers;
mod bounds;
mod buckets;
mod graph;
mod iteration;
mod keyed;
mod pns;
mod proof;
mod quickest;
mod rounds;
mod strategy;
mod together;

pub use answers::Unanswered;
pub(crate) use graph::{BYTES, value_for};
pub use graph::{Graph, Solved, Unsolved};
pub(crate) use iteration::BYTES as ITERATED_BYTES;
pub use pns::ProofNumbers;
pub(crate) use proof::promising;
pub use proof::{Proof, Proven};
pub(crate) use quickest::shortly;
pub use quickest::{Quickest, solve_shortly, solve_shortly_until};
pub use rounds::Kept;
pub use strategy::{Branch, Goal, Tree, UNCOUNTED};

#[cfg(test)]
pub(crate) mod tests;
