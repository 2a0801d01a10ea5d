//! Agon in a browser: play, look inside and run tournaments.
//!
//! The server contains all its pages, needs no network and runs no command of the machine. A front end
//! has no rules: it receives legal moves, pictures and texts. Everything is available as data under a
//! versioned API (`/api/v1`); pages work without scripts where they can, and scripts make them quicker.
//!
//! | file | purpose |
//! |---|---|
//! | `server` | the sockets: how many, and how long they may take |
//! | `guard` | the door: accepted host names, and who may change something |
//! | `app_state` | the state of the server: stored games, open games, running searches |
//! | `study` | what answers about games and searches: the routes that need no more of the server |
//! | `pool` | the door for work: anything slow needs a `Worker`, and work whose size a request chooses a `PoolThinker`, which only the pool lends |
//! | `table` | one game; `open_table` holds it, `attention` knows who looks, `scene` is what they see from one change to the next, and `driver` lets its players move and ends it where a person's time is over |
//! | `tables` | actions of people at tables |
//! | `events` | tournaments, played here or read from journals |
//! | `trees` | recorded searches; `rivals` knows which other players can search the same, and `effort` how much each looks at |
//! | `client` | what another program asks of a server |
//! | `api` and those like it | data for programs, which `describe` describes by their types; `pages` the same for people, in the languages of `words` |

mod allowed;
mod api;
mod app_state;
mod assets;
mod attention;
mod board_side;
mod body;
mod charts;
mod client;
mod clock_view;
mod describe;
mod door;
mod downloads;
mod driver;
mod edits;
mod effort;
mod events;
mod files;
mod folder_lock;
mod games_api;
mod growth;
mod guard;
mod inside_api;
mod kept_out;
mod measured;
mod open_table;
mod owner;
mod owner_api;
mod pages;
mod place;
mod player_cache;
mod pool;
mod position_version;
mod problem;
mod public_origin;
mod question;
mod quota;
mod review;
mod rivals;
mod root_api;
mod scene;
mod secret;
mod sending;
mod server;
mod server_log;
mod settings;
mod share;
mod sketch;
mod sketch_api;
mod solved;
mod store;
mod study;
mod table;
mod tables;
mod tables_api;
mod tournaments_api;
mod trees;
mod view;
mod visitor;
mod words;

pub use crate::{
    client::{AskError, ServerAddress, ServerClient},
    pages::StagePage,
    public_origin::PublicOrigin,
    server::{Beside, Closer, FAREWELL, Running, serve},
    server_log::ServerLog,
    settings::Settings,
};
