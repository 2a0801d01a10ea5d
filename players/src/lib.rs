//! The built-in players, one file each.
//!
//! To add one: write its file, then name it here.

mod alpha_beta;
mod averaging;
mod duel;
mod epsilon;
mod expectimax;
mod expectiminimax;
mod fixed_depth;
mod found;
mod greedy;
mod mcts;
mod meter;
mod minimax;
mod mix;
mod model;
mod mtd;
mod random;
mod selective;
mod stack;
mod star;
mod tally;

use agon_core::{Binding, Position};

pub use crate::{
    alpha_beta::AlphaBeta, averaging::Averaging, greedy::Greedy, minimax::Minimax, mtd::Mtd,
    random::Random, selective::Selective,
};
pub use crate::{
    epsilon::Epsilon, expectimax::Expectimax, expectiminimax::Expectiminimax, mcts::Mcts, mix::Mix,
};

/// Every built-in player, compiled for `P`.
pub const fn built_in<P: Position>() -> &'static [Binding] {
    const {
        &[
            Binding::of::<P, AlphaBeta>(),
            Binding::of::<P, Averaging>(),
            Binding::of::<P, Expectimax>(),
            Binding::of::<P, Expectiminimax>(),
            Binding::of::<P, Greedy>(),
            Binding::of::<P, Mcts>(),
            Binding::of::<P, Minimax>(),
            Binding::of::<P, Mtd>(),
            Binding::of::<P, Random>(),
            Binding::of::<P, Selective>(),
        ]
    }
}
