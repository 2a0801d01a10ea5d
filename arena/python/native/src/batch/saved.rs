//! Batches as bytes, for copies, pickles and checkpoints: the game, where every stream stands, and every position.

use pyo3::prelude::*;
use serde_json::{Value, from_slice, from_value, json};

use crate::errors::wrong;

/// The version of the form, which its first bytes tell.
const HEAD: &[u8] = b"agon batch 1\n";

/// One game: its seed, the number of its stream, how many words were drawn, the position.
pub(super) type SavedTable = (u64, u64, u64, String);
/// The term, the width, the games, what was paid, which games ended.
pub(super) type SavedBatch = (String, usize, Vec<SavedTable>, Vec<f32>, Vec<bool>);

/// Notices damage, and no forgery (Fowler, Noll & Vo, FNV-1a).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

pub(super) fn damaged(why: &str) -> PyErr {
    wrong(format!("no batch: {why}; accepted: the bytes that a batch wrote"))
}

/// Writes a batch.
pub(super) fn write(batch: &SavedBatch) -> Vec<u8> {
    let body = json!(batch).to_string();
    [HEAD, &checksum(body.as_bytes()).to_be_bytes(), body.as_bytes()].concat()
}

/// Reads what [`write`] wrote.
pub(super) fn read(bytes: &[u8]) -> PyResult<SavedBatch> {
    let rest = bytes.strip_prefix(HEAD).ok_or_else(|| damaged("it does not begin with `agon batch 1`"))?;
    let (sum, body) = rest.split_first_chunk().ok_or_else(|| damaged("its end is missing"))?;
    if u64::from_be_bytes(*sum) != checksum(body) {
        return Err(damaged("its bytes are damaged"));
    }
    from_slice::<Value>(body).and_then(from_value).map_err(|_| damaged("its bytes are damaged"))
}
