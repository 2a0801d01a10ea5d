//! A player's thought about a move, and its bytes.
//!
//! Thoughts come last in the bytes of a record. For every move with a thought: the plies since the
//! last such move, a byte with the parts that are present, and the parts.

use agon_core::Bound;

use crate::play::bytes::{DecodeError, put, put_number, take, take_byte, take_number, take_text};

/// A player's thought about the move it chose, as far as it reported it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MoveThought {
    /// Which move of the record, counted from zero.
    pub ply: u32,
    /// The value of the position before it to the player, in payoffs.
    pub value: Option<f64>,
    /// How exactly the value is known, within the search; exact if there is no value.
    pub bound: Bound,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The number of positions looked at.
    pub nodes: u64,
    /// The time taken in milliseconds, if players have a clock.
    pub time: Option<u64>,
    /// Further remarks in words: the player asked in a mixture, the expected answers of others.
    pub note: Option<String>,
}

const VALUE: u8 = 1;
const DEPTH: u8 = 2;
const NODES: u8 = 4;
const TIME: u8 = 8;
const LOWER: u8 = 16;
const UPPER: u8 = 32;
const NOTE: u8 = 64;

impl MoveThought {
    /// The parts that are present.
    fn told(&self) -> u8 {
        let if_told = |is_told, bit| if is_told { bit } else { 0 };
        if_told(self.value.is_some(), VALUE)
            | if_told(self.depth.is_some(), DEPTH)
            | if_told(self.nodes != 0, NODES)
            | if_told(self.time.is_some(), TIME)
            | if_told(self.note.is_some(), NOTE)
            | self.bound_told()
    }

    /// The bound: both bits for a sample, no bit for an exact value.
    fn bound_told(&self) -> u8 {
        match self.bound {
            _ if self.value.is_none() => 0,
            Bound::Exact => 0,
            Bound::Lower => LOWER,
            Bound::Upper => UPPER,
            Bound::Sample => LOWER | UPPER,
        }
    }

    /// The name of the bound, where the value is known to be no more than one.
    pub(crate) fn bound_name(&self) -> Option<&'static str> {
        (self.bound != Bound::Exact).then(|| self.bound.name())
    }

    /// Whether no part is present: such a thought is not recorded.
    pub(crate) fn is_empty(&self) -> bool {
        self.told() == 0
    }
}

/// Appends the bytes of `thoughts`, none of which is empty.
pub(crate) fn encode(thoughts: &[MoveThought], out: &mut Vec<u8>) {
    put(out, thoughts.len() as u64);
    let mut next = 0;
    for thought in thoughts {
        put(out, u64::from(thought.ply - next));
        next = thought.ply + 1;
        out.push(thought.told());
        if let Some(value) = thought.value {
            // There is one zero.
            put_number(out, value + 0.0);
        }
        if let Some(depth) = thought.depth {
            put(out, depth.into());
        }
        if thought.nodes != 0 {
            put(out, thought.nodes);
        }
        if let Some(time) = thought.time {
            put(out, time);
        }
        if let Some(note) = &thought.note {
            put(out, note.len() as u64);
            out.extend_from_slice(note.as_bytes());
        }
    }
}

/// Reads the thoughts about a game of this many `plies` from the start of `rest` into `thoughts`.
pub(crate) fn decode(rest: &mut &[u8], plies: usize, thoughts: &mut Vec<MoveThought>) -> Result<(), DecodeError> {
    let count = take(rest)?;
    if count == 0 || (plies as u64) < count {
        return Err(DecodeError);
    }
    let mut next = 0;
    for _ in 0..count {
        let ply = u64::from(next).checked_add(take(rest)?).ok_or(DecodeError)?;
        if plies as u64 <= ply {
            return Err(DecodeError);
        }
        let mut thought = MoveThought { ply: u32::try_from(ply).map_err(|_| DecodeError)?, ..MoveThought::default() };
        next = thought.ply + 1;
        let told = take_byte(rest)?;
        if told & VALUE != 0 {
            thought.value = Some(take_number(rest)?).filter(|value| value.is_finite());
        }
        thought.bound = match told & (LOWER | UPPER) {
            0 => Bound::Exact,
            LOWER => Bound::Lower,
            UPPER => Bound::Upper,
            _ => Bound::Sample,
        };
        if told & DEPTH != 0 {
            thought.depth = Some(u32::try_from(take(rest)?).map_err(|_| DecodeError)?);
        }
        if told & NODES != 0 {
            thought.nodes = take(rest)?;
        }
        if told & TIME != 0 {
            thought.time = Some(take(rest)?);
        }
        if told & NOTE != 0 {
            thought.note = Some(take_text(rest)?);
        }
        // No part, an unknown bit, no nodes, or a value that is not finite.
        if told == 0 || thought.told() != told {
            return Err(DecodeError);
        }
        thoughts.push(thought);
    }
    Ok(())
}
