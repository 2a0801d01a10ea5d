//! Agon in a browser: play, look inside and run tournaments.
//!
//! A server of its own, with all its pages inside, that asks nothing of the network and runs no command
//! of the machine. A front end has no rules: it is given legal moves, pictures and words. What is
//! known here is data under a versioned API (`/api/v1`) first; the pages are useful without scripts
//! where they can be, and scripts make them quick.
//!
//! | file | what it is |
//! |---|---|
//! | `server` | the sockets: how many, and how long they may take |
//! | `guard` | the door: by which name the server is called, and who may change something |
//! | `house` | all that it knows: what is kept, what is open, who thinks |
//! | `pool` | the door for work: whatever takes a while asks for a `Worker`, which is lent there alone |
//! | `table` | one game; `open_table` says who looks at it, and `driver` has its players move for as long as anybody does |
//! | `tables` | what people do there |
//! | `events` | tournaments, played here or read from journals |
//! | `trees` | searches to be looked into |
//! | `api` and those like it | data for programs, which `describe` describes by their types; `pages` the same for people, in the languages of `words` |

mod allowed;
mod api;
mod assets;
mod bench;
mod body;
mod charts;
mod describe;
mod door;
mod downloads;
mod driver;
mod epoch;
mod events;
mod files;
mod growth;
mod guard;
mod house;
mod inside_api;
mod measured;
mod open_table;
mod pages;
mod place;
mod pool;
mod problem;
mod review;
mod secret;
mod server;
mod settings;
mod share;
mod store;
mod table;
mod tables;
mod tables_api;
mod tournaments_api;
mod trees;
mod view;
mod visitor;
mod words;

pub use crate::{
    pages::StagePage,
    server::{Beside, Closer, FAREWELL, Running, serve},
    settings::Settings,
};
