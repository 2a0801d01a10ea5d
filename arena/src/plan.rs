//! The plan: names are looked up, openings fixed, and all games numbered.
//!
//! A [`Tournament`] has its [`Entry`]s, one [`Section`] for each game, and the [`Openings`] of each. The [`Plan`]
//! numbers all games: for each it [fills](Plan::fill) a [`Fixture`] with the entries by seat and the opening. A
//! [`Shard`] is one of several equal parts of it. A plan may end early ([`StopRule`]), or grow round by round from the
//! results ([`Met`]). [`forecast`] describes it before any game is played.

mod block;
pub(crate) mod book;
pub(crate) mod book_opening;
pub(crate) mod canonical;
pub(crate) mod fixture;
pub(crate) mod forecast;
mod game_type;
mod game_words;
pub(crate) mod guard;
pub(crate) mod half_points;
mod matching;
pub(crate) mod memory;
pub(crate) mod numbering;
pub(crate) mod opening;
mod pairing;
mod pgn_games;
mod recorded;
pub(crate) mod resolve;
pub(crate) mod rounds;
pub(crate) mod schedule;
pub(crate) mod seating;
mod second_tries;
mod secret;
pub(crate) mod shard;
mod shipped;
pub(crate) mod stand_in;
pub(crate) mod stop;
pub(crate) mod tournament;
mod written;

pub use self::{
    block::Block,
    book::{OPENINGS_FORM, read_openings, without_comment},
    book_opening::BookOpening,
    fixture::Fixture,
    forecast::{forecast, is_reproducible},
    guard::catch,
    half_points::HalfPoints,
    memory::{fits_memory, fits_threads, memory, memory_words, threads, threads_of},
    numbering::learning_stream,
    opening::Openings,
    rounds::Met,
    schedule::{Plan, Undrawn},
    shard::Shard,
    stop::StopRule,
    tournament::{Absence, Entry, Section, Tournament, Unready},
    written::{WrittenError, play_written, sheet_position},
};
