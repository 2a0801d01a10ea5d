//! The words every game and every player of Agon share.
//!
//! A game implements [`Position`] and [`Game`]; a way to play implements [`Algorithm`]. Neither
//! knows the other, and any pair plays: generically, compiled for one game, or through
//! [`AnyPosition`], which is a position of any game. Plug-ins register themselves with
//! [`inventory`] and are found by name in the [`registry`].
//!
//! The price of openness is paid once per move, at the root, never per node: see
//! [`Binding`].
//!
//! This crate does no input or output, starts no thread, reads no clock and knows no game and no
//! player by name. After set-up nothing in it fails: errors live in options, names and texts. What checks that a game or a
//! player keeps its promises is the crate `agon-laws`.

mod algorithm;
mod any;
pub mod bits;
mod broken;
mod decision;
mod empty_squares;
mod estimator;
pub mod evaluate;
mod eye;
mod facts;
mod foreign;
mod game;
mod heuristic;
pub mod horizon;
mod key;
mod leaf;
pub mod line;
mod moves;
mod names;
mod observer;
pub mod options;
pub mod picture;
mod player;
mod plays;
mod position;
pub mod registry;
mod remarks;
pub mod rows;
mod scoresheet;
mod seat;
mod stream;
pub mod term;
mod trouble;
mod turn;
pub mod unicode;

pub use inventory;

pub use crate::{
    algorithm::Algorithm,
    any::{AnyMove, AnyPosition},
    broken::BrokenRules,
    decision::{Belief, Bound, Decision, RootMove},
    empty_squares::EmptySquares,
    estimator::Estimator,
    evaluate::{Evaluate, Glimpse, Learned, ShippedModel},
    eye::{Eye, drawing_for, view},
    facts::{Facts, Named, Sum},
    foreign::{Protocol, Setup},
    game::Game,
    heuristic::{Contribution, Heuristic},
    key::key_of,
    leaf::Leaf,
    moves::{Move, after, all_moves, notation, scored},
    names::{Accepted, fold, nearest},
    observer::{
        Entered, Iteration, LearntMove, Left, Manner, Observer, Reason, Redeal, RegretStage,
        Sampled, Selected,
    },
    options::{NameError, OptionError, OptionSpec, Options, TextError},
    picture::{Aim, Picture},
    player::{Beginning, Failure, Habits, Player, PlayerReply, STACK_SIZE, SetupError},
    plays::Plays,
    position::{Node, Position},
    registry::{Binding, Choice, GamePlugin, Graft, NamedGame, NamedPlayer, PlayerPlugin, Roster},
    remarks::Remarks,
    scoresheet::Scoresheet,
    seat::Seat,
    stream::{Seed, Stream},
    trouble::Trouble,
    turn::{Budget, Clock, Listener, StopSignal, StoppedClock, Turn},
};
