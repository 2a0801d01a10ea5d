//! Seats players, plays, records, rates.

pub mod cli;
mod clock;
mod human;
mod roster;
mod words;
