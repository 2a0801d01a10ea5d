//! What games add up to: scores, standings, fingerprints, comparisons.

pub mod compare;
pub mod copies;
pub mod fingerprint;
pub mod pair;
pub mod score;
pub mod standing;
pub mod tiebreak;
