//! Seats players, plays, records, rates.

pub mod cli;
pub mod rating;
mod roster;
