//! Seats players, plays, records, rates.

pub mod cli;
mod clock;
mod human;
pub mod rating;
mod roster;
mod words;
