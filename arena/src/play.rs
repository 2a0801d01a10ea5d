//! The games of a plan are played, each by a referee, on all cores, and recorded in order.

pub mod clock;
mod forfeit;
pub mod marks;
pub mod played;
pub mod record;
pub mod recorder;
pub mod referee;
pub mod runner;
mod watch;
