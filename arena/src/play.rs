//! The games of a plan are played, each by a [`Referee`], on all cores, and recorded in order.
//!
//! A [`Job`] plays a plan or a part of it. Each game is a [`Record`], the moves and the [`Ending`],
//! and goes as [`Played`] to a [`Recorder`], in the plan's order. A [`Fault`] of a player ends its
//! game, and nothing else. If asked for, a record has the [`MoveThought`]s of the players too; and
//! of players with second tries, what they said in vain ([`GameTries`]).

mod adjudication_state;
mod bytes;
pub(crate) mod clock;
pub(crate) mod ending;
mod estimate;
mod forfeit;
mod full_position;
pub(crate) mod games_in_progress;
pub(crate) mod job;
mod judge;
pub(crate) mod played;
pub(crate) mod record;
pub(crate) mod recorder;
pub(crate) mod referee;
pub(crate) mod repeated;
pub(crate) mod runner;
mod seated;
pub(crate) mod thought;
mod time_control;
pub(crate) mod tries;
pub(crate) mod watch;

pub use self::{
    bytes::DecodeError,
    clock::{Clocks, LongestTimes, Stopwatch, TurnedClock, WallClock},
    ending::{Ending, Fault},
    estimate::{Estimate, estimate},
    forfeit::{equal_share, forfeit},
    games_in_progress::GamesInProgress,
    job::{Job, Run},
    played::Played,
    record::Record,
    recorder::Recorder,
    referee::Referee,
    repeated::AskAgain,
    thought::MoveThought,
    time_control::{TimeControl, moves_to_come},
    tries::{GameTries, KeptTry, SeatTries},
    watch::{LiveGames, Silence},
};
