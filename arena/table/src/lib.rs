//! A game between people and players, for any screen: its position, its players, its end and its saved form.
//!
//! The command at a terminal and the server for browsers both use such a table. A [`PlayedGame`] is a game in progress with
//! all its rules: seats, moves, taking back, clock, draws, ends and the record; it is a value, to which every moment is
//! handed in. A [`GivenPosition`] is the position of a game, a [`SavedGame`] its saved form, a [`Level`] an opponent by
//! strength; [`ask`] asks a player within [`SearchLimits`], a [`WatchedSearch`] stores the reports of its search. In a game
//! with hidden information [`ShownPosition`] is the part visible to an observer, and players are asked about a
//! [redeal](GivenPosition::redealt). This crate knows no screen and waits for no person.

mod analysis;
mod asking;
mod declared;
mod ending;
mod exercise;
mod figure;
mod game_action;
mod game_clock;
mod levels;
mod place;
mod played_clock;
mod played_game;
mod refusal;
mod rewatched;
mod saved;
mod searched;
mod shown;
mod sitter;
mod stones;
mod stored_game;
mod table_error;
mod thought;
mod unfold;
mod why;
mod words;
mod worksheet;
mod worth;

pub use self::{
    analysis::AnalysisDocument,
    asking::{SearchLimits, StreamUser, ask, begin, best, guarded, seat_player, stream},
    declared::{DeclaredName, DeclaredOption, heuristics_of, type_name},
    ending::{End, RESIGNED, TIME_IS_UP, payoffs, winners},
    exercise::{Difficulty, Exercise},
    figure::grouped,
    game_action::GameAction,
    game_clock::{ClockError, GameClock, face},
    levels::Level,
    place::GivenPosition,
    played_clock::{KeptClock, PlayedClock},
    played_game::{PlayedGame, ToMove},
    refusal::Refusal,
    rewatched::RewatchError,
    saved::{SCHEMA, SavedGame, SavedTry, UNFINISHED, file_of, find},
    searched::{SavedNodes, WatchedSearch, nobody_acts, positions_within, watch},
    shown::{SeenNode, ShownLetters, ShownPosition},
    sitter::Sitter,
    stones::stones,
    stored_game::{StoredGame, levels_of},
    table_error::TableError,
    thought::Thought,
    unfold::{Drawn, GameView, diagram},
    words::{by_numbers, moves, row},
    worksheet::{SheetTask, Worksheet},
    worth::StaticValue,
};
