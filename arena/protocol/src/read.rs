//! Lines, and messages in them, read within bounds and written.

use std::{
    borrow::Cow,
    io::{self, BufRead, Write},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::message::{FromArena, FromPlayer};

/// No line of a player is longer, in bytes, its line break counted.
pub const LONGEST_FROM_PLAYER: usize = 1 << 20;

/// No line of the arena is longer, in bytes, its line break counted.
pub const LONGEST_FROM_ARENA: usize = 4 << 20;

/// Why there is no line.
#[derive(Debug, thiserror::Error)]
pub enum BadLine {
    /// It is longer than was agreed. Whatever follows can no longer be understood.
    #[error("a line is longer than {0} bytes")]
    TooLong(usize),
    /// It ends without a line break: the writer ended before it was complete.
    #[error("the last line has no end: {0:?}")]
    Half(String),
    /// It could not be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
}

/// Why a line is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no message: {why}, in `{line}`")]
#[non_exhaustive]
pub struct BadMessage {
    /// The mistake, its place, and the accepted form.
    pub why: String,
    /// The line, or its beginning.
    pub line: String,
}

/// Reads the next line into `line`, without its line break; `false` where there is none. Takes no more
/// than `longest` bytes of memory, whatever is sent.
///
/// # Errors
///
/// Where the line is too long, has no end, or could not be read. What was read of it is in `line`: all of one that
/// has no end.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, longest: usize) -> Result<bool, BadLine> {
    line.clear();
    let read = io::Read::take(&mut *input, longest as u64).read_until(b'\n', line)?;
    match line.last() {
        None => return Ok(false),
        Some(b'\n') => line.pop(),
        Some(_) if read == longest => return Err(BadLine::TooLong(longest)),
        Some(_) => return Err(BadLine::Half(beginning(line))),
    };
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(true)
}

/// Writes `message` as one line of JSON. It is not flushed.
///
/// # Errors
///
/// Only those of `out`.
pub fn write_line(out: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, message)?;
    out.write_all(b"\n")
}

/// Reads the message in a line.
pub(crate) fn read_message<T: DeserializeOwned>(line: &[u8]) -> Result<T, BadMessage> {
    serde_json::from_slice(line).map_err(|error| {
        // There is one line only.
        let why = error.to_string().replace(" at line 1 column ", " at column ");
        BadMessage { why, line: beginning(line) }
    })
}

/// As much of a line as a message has room for.
fn beginning(line: &[u8]) -> String {
    const MOST: usize = 200;
    let text = String::from_utf8_lossy(&line[..line.len().min(MOST)]).into_owned();
    if line.len() <= MOST { text } else { text + "…" }
}

impl FromArena {
    /// Reads the message in a line.
    ///
    /// # Errors
    ///
    /// Where it is none.
    pub fn read(line: &[u8]) -> Result<Self, BadMessage> {
        read_message(line)
    }
}

impl FromPlayer {
    /// Reads the message in a line.
    ///
    /// # Errors
    ///
    /// Where it is none.
    pub fn read(line: &[u8]) -> Result<Self, BadMessage> {
        #[derive(Deserialize)]
        struct Kind<'a> {
            #[serde(rename = "type", borrow)]
            word: Cow<'a, str>,
        }
        // A message whose kind may stand anywhere is first read into a tree. The long ones are not.
        match serde_json::from_slice(line) {
            Ok(Kind { word }) if word == "ask" => read_message(line).map(FromPlayer::Ask),
            _ => read_message(line),
        }
    }
}
