//! Numbers as people read them.

pub(crate) use agon_draw::{known, plain, share};
pub(crate) use agon_table::grouped;

/// A probability in words, of which the first digits matter.
pub(crate) fn chance(probability: f64) -> String {
    match probability {
        little if little < 0.001 => "p < 0.001".to_owned(),
        other => format!("p = {other:.3}"),
    }
}
