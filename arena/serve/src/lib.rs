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
//! | `site` | the same routes for one reader, from within the program: pages for a folder of files, whose `addresses` are others |
//! | `site_tables`, `site_tournament` | games of that reader, and a tournament |
//! | `pool` | the door for work: anything slow needs a `Worker`, and work whose size a request chooses a `PoolThinker`, which only the pool lends |
//! | `table` | one game; `open_table` holds it, `attention` knows who looks, `scene` is what they see from one change to the next, and `driver` lets its players move and ends it where a person's time is over |
//! | `tables` | actions of people at tables |
//! | `events` | tournaments, played here or read from journals; `draft` lays them out, `standing` is how they stand |
//! | `class` | rooms for a lecture, where everybody sees what the lecturer shows, as far as it is `showable` |
//! | `trees` | recorded searches; `rivals` knows which other players can search the same, and `effort` how much each looks at |
//! | `client` | what another program asks of a server |
//! | `api` and those like it | data for programs, which `describe` describes by their types; `pages` the same for people, in the languages of `words` |

#![cfg_attr(
    not(feature = "sockets"),
    allow(
        dead_code,
        unused_imports,
        unused_variables,
        clippy::unused_async,
        reason = "the tables of guests need it, and threads that are waited for"
    )
)]

mod addresses;
mod allowed;
mod api;
#[cfg(feature = "sockets")]
mod app_state;
mod assets;
#[cfg(feature = "sockets")]
mod attention;
mod board_side;
mod body;
mod charts;
#[cfg(feature = "sockets")]
mod class;
#[cfg(feature = "sockets")]
mod client;
mod clock_view;
mod describe;
#[cfg(feature = "sockets")]
mod door;
#[cfg(feature = "sockets")]
mod downloads;
mod draft;
#[cfg(feature = "sockets")]
mod driver;
#[cfg(feature = "sockets")]
mod edits;
mod effort;
#[cfg(feature = "sockets")]
mod events;
#[cfg(feature = "sockets")]
mod files;
#[cfg(feature = "sockets")]
mod folder_lock;
#[cfg(feature = "sockets")]
mod games_api;
mod growth;
#[cfg(feature = "sockets")]
mod guard;
mod inside_api;
#[cfg(feature = "sockets")]
mod kept_out;
mod measured;
#[cfg(feature = "sockets")]
mod open_table;
#[cfg(feature = "sockets")]
mod owner;
#[cfg(feature = "sockets")]
mod owner_api;
mod pages;
mod place;
mod player_cache;
mod pool;
mod position_version;
mod problem;
#[cfg(feature = "sockets")]
mod public_origin;
mod question;
mod quota;
mod review;
mod rivals;
#[cfg(feature = "sockets")]
mod root_api;
#[cfg(feature = "sockets")]
mod scene;
mod secret;
#[cfg(feature = "sockets")]
mod sending;
#[cfg(feature = "sockets")]
mod server;
#[cfg(feature = "sockets")]
mod server_log;
#[cfg(feature = "sockets")]
mod settings;
mod share;
#[cfg(feature = "sockets")]
mod showable;
mod site;
mod site_tables;
mod site_tournament;
mod sketch;
mod sketch_api;
mod solved;
mod standing;
#[cfg(feature = "sockets")]
mod store;
mod study;
mod table;
#[cfg(feature = "sockets")]
mod tables;
#[cfg(feature = "sockets")]
mod tables_api;
#[cfg(feature = "sockets")]
mod tournaments_api;
mod trees;
mod view;
mod visitor;
mod words;

#[cfg(feature = "sockets")]
pub use crate::{
    client::{AskError, ServerAddress, ServerClient},
    public_origin::PublicOrigin,
    server::{Beside, Closer, FAREWELL, Running, serve},
    server_log::ServerLog,
    settings::Settings,
};
pub use crate::{
    pages::StagePage,
    site::{Site, SiteAnswer, SiteFolder, SiteQuestion},
};
