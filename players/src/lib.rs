//! The built-in players, one file each.
//!
//! To add one: write its file and name it here; also among those compiled for a game, if it is fast
//! enough to benefit.

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
mod node_budget;
mod paranoid;
mod perfect;
mod pimc;
mod prover;
mod random;
mod search;
mod search_frame;
mod selective;
mod shared;
pub mod solve;
mod sorted;
mod stack;
mod star;
mod strong;

use agon_core::{Binding, Position};

pub use crate::{
    alpha_beta::AlphaBeta, averaging::Averaging, greedy::Greedy, minimax::Minimax, mtd::Mtd, random::Random,
    selective::Selective,
};
pub use crate::{
    best_reply::BestReply, epsilon::Epsilon, expectimax::Expectimax, expectiminimax::Expectiminimax, ismcts::Ismcts,
    max_n::MaxN, mcts::Mcts, mix::Mix, paranoid::Paranoid, pimc::Pimc,
};
pub use crate::{
    equilibrium::{BestResponder, Equilibrium},
    perfect::Perfect,
    prover::{Pns, Solve},
    strong::Strong,
};

/// The players worth compiling for a two-seat game without chance.
///
/// The other built-in players play it through virtual calls: those that teach an idea, or gain
/// little from compilation. Compiling them too would double the build time.
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

/// The players worth compiling for a game with chance, or of one seat or more than two: those of
/// [`duel`] that can play it, and those made for it.
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

/// The players worth compiling for a game with hidden information.
pub const fn secret<P: Position>() -> &'static [Binding] {
    const { &[Binding::of::<P, Equilibrium>(), Binding::of::<P, Ismcts>(), Binding::of::<P, Random>()] }
}

/// The players worth compiling for a game that, depending on its options, is one for [`duel`] or
/// for [`crowd`].
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
