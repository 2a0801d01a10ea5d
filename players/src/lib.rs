//! The built-in players, one file each.
//!
//! To add one: write its file, then name it here; among those that are compiled for a game too, if
//! it is fast enough to gain by it.

mod alpha_beta;
mod averaging;
mod best_reply;
mod crew;
mod depth;
mod duel;
mod epsilon;
mod equilibrium;
mod expectimax;
mod expectiminimax;
pub mod extensive;
mod fixed_depth;
mod greedy;
mod growing;
mod ismcts;
mod max_n;
mod mcts;
mod minimax;
mod mix;
mod model;
mod mtd;
mod paranoid;
mod perfect;
mod pimc;
mod prover;
mod random;
mod search;
mod selective;
mod shared;
pub mod solve;
mod spine;
mod stack;
mod star;
mod strong;
mod tally;

use agon_core::{Binding, Position};

pub use crate::{
    alpha_beta::AlphaBeta, averaging::Averaging, greedy::Greedy, minimax::Minimax, mtd::Mtd,
    random::Random, selective::Selective,
};
pub use crate::{
    best_reply::BestReply, epsilon::Epsilon, expectimax::Expectimax,
    expectiminimax::Expectiminimax, ismcts::Ismcts, max_n::MaxN, mcts::Mcts, mix::Mix,
    paranoid::Paranoid, pimc::Pimc,
};
pub use crate::{
    equilibrium::{BestResponder, Equilibrium},
    perfect::Perfect,
    prover::{Pns, Solve},
    strong::Strong,
};

/// What is worth compiling for a game that two seats play against each other without chance.
///
/// The other built-in players play it through virtual calls: those that teach an idea, or spend
/// their time where compiling gains little, would double the time that a build takes.
pub const fn duel<P: Position>() -> &'static [Binding] {
    const {
        &[
            Binding::of::<P, AlphaBeta>(),
            Binding::of::<P, Mcts>(),
            Binding::of::<P, Minimax>(),
            Binding::of::<P, Mtd>(),
            Binding::of::<P, Random>(),
        ]
    }
}

/// What is worth compiling for a game of chance, or of one seat or more than two: those of
/// [`duel`] that can play it, and those that are made for it.
pub const fn crowd<P: Position>() -> &'static [Binding] {
    const {
        &[
            Binding::of::<P, BestReply>(),
            Binding::of::<P, Expectimax>(),
            Binding::of::<P, Expectiminimax>(),
            Binding::of::<P, MaxN>(),
            Binding::of::<P, Mcts>(),
            Binding::of::<P, Paranoid>(),
            Binding::of::<P, Random>(),
        ]
    }
}

/// What is worth compiling for a game in which something is hidden.
pub const fn secret<P: Position>() -> &'static [Binding] {
    const { &[Binding::of::<P, Equilibrium>(), Binding::of::<P, Ismcts>(), Binding::of::<P, Random>()] }
}

/// What is worth compiling for a game that its options make a [`duel`] or a [`crowd`].
pub const fn either<P: Position>() -> &'static [Binding] {
    const {
        &[
            Binding::of::<P, AlphaBeta>(),
            Binding::of::<P, BestReply>(),
            Binding::of::<P, Expectimax>(),
            Binding::of::<P, Expectiminimax>(),
            Binding::of::<P, MaxN>(),
            Binding::of::<P, Mcts>(),
            Binding::of::<P, Minimax>(),
            Binding::of::<P, Mtd>(),
            Binding::of::<P, Paranoid>(),
            Binding::of::<P, Random>(),
        ]
    }
}
