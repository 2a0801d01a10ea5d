//! The built-in players, one file each.
//!
//! To add one: write its file, then name it here.

mod random;

use agon_core::{Binding, Position};

pub use crate::random::Random;

/// Every built-in player, compiled for `P`.
pub const fn built_in<P: Position>() -> &'static [Binding] {
    const { &[Binding::of::<P, Random>()] }
}
