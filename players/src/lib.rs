//! The built-in players, one file each.
//!
//! To add one: write its file, then name it here.

mod alpha_beta;
mod averaging;
mod best_reply;
mod duel;
mod epsilon;
mod expectimax;
mod expectiminimax;
mod fixed_depth;
mod greedy;
mod max_n;
mod mcts;
mod minimax;
mod mix;
mod model;
mod mtd;
mod paranoid;
mod perfect;
mod prover;
mod random;
mod search;
mod selective;
pub mod solve;
mod stack;
mod star;
mod tally;

use agon_core::{Binding, Position};

pub use crate::{
    alpha_beta::AlphaBeta, averaging::Averaging, greedy::Greedy, minimax::Minimax, mtd::Mtd,
    random::Random, selective::Selective,
};
pub use crate::{
    best_reply::BestReply, epsilon::Epsilon, expectimax::Expectimax,
    expectiminimax::Expectiminimax, max_n::MaxN, mcts::Mcts, mix::Mix, paranoid::Paranoid,
};
pub use crate::{
    perfect::Perfect,
    prover::{Pns, Solve},
};

/// Every built-in player, compiled for `P`.
pub const fn built_in<P: Position>() -> &'static [Binding] {
    const {
        &[
            Binding::of::<P, AlphaBeta>(),
            Binding::of::<P, Averaging>(),
            Binding::of::<P, BestReply>(),
            Binding::of::<P, Expectimax>(),
            Binding::of::<P, Expectiminimax>(),
            Binding::of::<P, Greedy>(),
            Binding::of::<P, MaxN>(),
            Binding::of::<P, Mcts>(),
            Binding::of::<P, Minimax>(),
            Binding::of::<P, Paranoid>(),
            Binding::of::<P, Mtd>(),
            Binding::of::<P, Perfect>(),
            Binding::of::<P, Pns>(),
            Binding::of::<P, Random>(),
            Binding::of::<P, Selective>(),
            Binding::of::<P, Solve>(),
        ]
    }
}
