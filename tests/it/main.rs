//! Every promise of the house, as one test binary.

mod agreement;
mod architecture;
mod house;
mod laws;
mod players;
mod playthroughs;
mod solve;
mod textbook;
