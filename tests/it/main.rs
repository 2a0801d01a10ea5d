//! Every promise of the workspace, as one test binary.

#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

mod agreement;
mod architecture;
mod certificates;
mod claims;
mod clocks;
mod disguises;
mod equilibria;
mod exact_equilibria;
mod examples;
mod fractions;
mod hidden;
mod horizon;
mod keys;
mod modules;
mod names;
mod notation;
mod openings;
mod parts;
mod players;
mod playthroughs;
mod quoted;
mod readme;
mod rounds;
mod same;
mod sheets;
mod solve;
mod strength;
mod textbook;
mod workspace;
