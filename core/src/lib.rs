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
mod answers;
mod any;
pub mod bits;
mod bound;
mod broken;
mod decision;
mod empty_squares;
mod estimator;
mod evaluate;
mod explained;
mod extras;
mod eye;
mod facts;
mod featured;
mod foreign;
mod game;
mod heuristic;
mod heuristic_option;
pub mod horizon;
mod key;
mod leaf;
mod learnable;
pub mod line;
pub mod models;
mod move_try;
mod moves;
mod names;
mod node;
mod observer;
pub mod options;
pub mod picture;
mod player;
mod plays;
mod position;
pub mod registry;
mod remarks;
pub mod rows;
mod rule_claim;
mod scoresheet;
mod seat;
mod sentence;
mod stream;
mod symmetric;
pub mod term;
mod trouble;
mod turn;
pub mod unicode;

pub use inventory;

pub use crate::{
    algorithm::Algorithm,
    answers::{after, all_moves, drawing, drawing_for, notation, scored},
    any::{AnyMove, AnyPosition, best_at_horizon},
    bound::Bound,
    broken::BrokenRules,
    decision::{Belief, Decision, RootMove},
    empty_squares::EmptySquares,
    estimator::Estimator,
    evaluate::{Evaluate, Glimpse, Learned},
    explained::Explained,
    extras::Extras,
    eye::Eye,
    facts::{Facts, Named, Sum},
    featured::Featured,
    foreign::{ForeignNotation, ForeignPlugin, Protocol, Setup},
    game::Game,
    heuristic::{Contribution, Heuristic},
    key::key_of,
    leaf::Leaf,
    learnable::Learnable,
    models::{GameModel, ModelName, ShippedModel},
    move_try::{MoveTry, TryVerdict},
    moves::Move,
    names::{Accepted, fold, nearest},
    node::Node,
    observer::{
        Entered, Iteration, LearntMove, Left, Manner, Observer, Reason, Redeal, RegretStage, Sampled, Selected,
    },
    options::{NameError, OptionError, OptionSpec, Options, TextError},
    picture::{Aim, Picture},
    player::{Beginning, Failure, Habits, Player, PlayerReply, STACK_SIZE, SetupError},
    plays::Plays,
    position::{Position, view},
    registry::{Binding, Choice, GamePlugin, Graft, NamedGame, NamedPlayer, PlayerPlugin, Roster},
    remarks::Remarks,
    rule_claim::{RuleClaim, RulePlace, RuleSaid},
    scoresheet::Scoresheet,
    seat::Seat,
    sentence::Sentence,
    stream::{Seed, Stream},
    symmetric::Symmetric,
    trouble::Trouble,
    turn::{Budget, Clock, Listener, StopSignal, StoppedClock, Turn},
};
