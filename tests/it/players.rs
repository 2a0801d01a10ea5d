//! The players: that each is what the textbook says, and agrees with its slow twin.

mod expectimax;
mod expectiminimax;
mod forest;
mod mix;
mod table;
