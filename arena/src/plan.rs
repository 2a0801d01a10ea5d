//! What will be played: names looked up, openings laid down, every game numbered.

pub mod book;
pub mod forecast;
pub mod guard;
pub mod numbering;
pub mod opening;
mod pairing;
pub mod resolve;
pub mod rounds;
pub mod schedule;
pub mod seating;
pub mod stop;
pub mod tournament;
