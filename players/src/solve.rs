//! Exact values: of games small enough to list position by position, and by proof of larger ones.

mod bounds;
mod buckets;
mod graph;
mod keyed;
mod pns;
mod proof;
mod strategy;

pub use graph::{Graph, Solved, Unsolved};
pub use pns::ProofNumbers;
pub use proof::{Proof, Proven};
pub use strategy::{Branch, Goal, Tree, UNCOUNTED};

#[cfg(test)]
mod tests;
