//! Seats players, plays, records, rates.

pub mod cli;
mod roster;
