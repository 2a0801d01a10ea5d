//! A game between people and players, whatever the screen: where it stands, who is asked, how it ends
//! and what is kept of it.
//!
//! The command at a terminal and the server for browsers both sit at such a table. A
//! [`GivenPosition`] is where a game stands, a [`SavedGame`] what is kept of it, a [`Level`] an
//! opponent by strength; [`ask`] asks a player within [`SearchLimits`], a [`WatchedSearch`] keeps
//! what it told meanwhile. Where a game hides something [`Shown`] is what somebody sees of it, and
//! players are asked about a [redeal](GivenPosition::redealt). No screen is known here, and nobody is
//! waited for.

mod analysis;
mod asking;
mod declared;
mod ending;
mod figure;
mod levels;
mod place;
mod saved;
mod searched;
mod shown;
mod stones;
mod table_error;
mod unfold;
mod words;
mod worksheet;
mod worth;

pub use self::{
    analysis::AnalysisDocument,
    asking::{
        Drawer, SearchLimits, ask, ask_watched, begin, best, guarded, seat_player, stream,
        stream_for,
    },
    declared::{DeclaredName, DeclaredOption, heuristics_of, type_name},
    ending::{End, RESIGNED, payoffs, winners},
    figure::grouped,
    levels::Level,
    place::GivenPosition,
    saved::{SCHEMA, SavedGame, UNFINISHED, file_of, find},
    searched::{SavedNodes, WatchedSearch, nobody_acts, watch},
    shown::{SeenNode, Shown},
    stones::stones,
    table_error::TableError,
    unfold::{Drawn, GameView, diagram},
    words::{moves, row},
    worksheet::{Difficulty, Exercise},
    worth::StaticValue,
};
