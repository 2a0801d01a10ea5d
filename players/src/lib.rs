//! The built-in players, one file each.
//!
//! To add one: write its file, then name it here.

mod alpha_beta;
mod averaging;
mod duel;
mod fixed_depth;
mod greedy;
mod minimax;
mod mtd;
mod random;
mod selective;
mod tally;

use agon_core::{Binding, Position};

pub use crate::{
    alpha_beta::AlphaBeta, averaging::Averaging, greedy::Greedy, minimax::Minimax, mtd::Mtd,
    random::Random, selective::Selective,
};

/// Every built-in player, compiled for `P`.
pub const fn built_in<P: Position>() -> &'static [Binding] {
    const {
        &[
            Binding::of::<P, AlphaBeta>(),
            Binding::of::<P, Averaging>(),
            Binding::of::<P, Greedy>(),
            Binding::of::<P, Minimax>(),
            Binding::of::<P, Mtd>(),
            Binding::of::<P, Random>(),
            Binding::of::<P, Selective>(),
        ]
    }
}
