//! The games of a plan are played, each by a referee, on all cores, and recorded in order.

pub mod clock;
pub mod record;
pub mod referee;
pub mod runner;
mod watch;
