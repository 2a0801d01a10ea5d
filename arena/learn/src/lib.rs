//! Learns an evaluation of any game by self-play, and reads it back.
//!
//! A [`Learning`] plays a game against itself and fits tables of patterns to what comes of it, by temporal
//! differences. What it has learned is a [`LearnedModel`]: a safetensors file, which a heuristic names once
//! [`with_models`] has read its term. Patterns are made from where a game's places lie
//! ([`Position::states`](agon_core::Position::states)) and shared by its symmetries, so no game has to say
//! anything of learning.
//!
//! One seed gives one file, byte for byte, on any number of threads and however often it was broken off.
//! The price is that games of one generation are played with weights that learn from none of them, which costs
//! nothing that could be measured.

mod accumulator;
mod checkpoint;
mod curve;
mod layout;
mod learning;
mod model;
mod model_file;
mod network;
mod patterns;
mod self_play;
mod strength;
mod terms;

pub use crate::{
    curve::LearningCurve,
    learning::{Learning, LearningError, LearningSpec, ModelKind},
    model::{LearnedModel, ModelError, ModelWeight},
    strength::{Measured, Strength},
    terms::with_models,
};
