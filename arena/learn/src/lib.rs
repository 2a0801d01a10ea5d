//! Learns an evaluation of any game by self-play, and reads it back.
//!
//! A [`Learning`] plays a game against itself and fits tables of patterns to the results, by temporal
//! differences. Its result is a [`LearnedModel`]: a safetensors file, which a heuristic can name after
//! [`with_models`] has read its term. Patterns are built from the places of a game's board
//! ([`Learnable::states`](agon_core::Learnable::states)) and shared by its symmetries, so no game needs code
//! for learning.
//!
//! One seed gives one file, byte for byte, on any number of threads and after any interruptions.
//! The price: all games of a generation are played with the same weights, and learning follows after them.
//! This has no measurable cost.

mod accumulator;
mod best;
mod checkpoint;
mod contest;
mod curve;
mod exact;
mod foresight;
mod judging;
mod layout;
mod learning;
mod model;
mod model_file;
mod net;
mod network;
mod patterns;
mod self_play;
mod strength;
mod terms;
mod update;

pub use crate::{
    best::{BestMatch, BestSoFar},
    curve::LearningCurve,
    exact::{ExactStrength, SolvedDecisions},
    learning::{Learning, LearningError, LearningSpec, ModelKind},
    model::{LearnedModel, ModelError, ModelWeight},
    strength::{Measured, Strength},
    terms::with_models,
};
