//! The doors of the server, by requests as browsers and programs send them: who is let in, what is kept back from
//! whom, and that nobody's work, questions or connections close it for the others.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod api;
mod classes;
mod clocks;
mod guests;
mod hidden;
mod kept;
mod listener;
mod owner;
mod pages;
mod proxied;
mod script;
mod server;
mod sketches;
mod sweeps;
mod tables;
mod tournaments;

// What runs commands is there too, so that a test finds it refused.
use agon_engines as _;
use agon_roster as _;
