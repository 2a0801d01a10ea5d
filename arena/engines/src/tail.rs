//! The end of what a program printed, to quote it.

use std::collections::VecDeque;

/// The most bytes that are stored.
const KEPT: usize = 600;
/// The lines of these that are shown.
const SHOWN: usize = 3;

/// The end of the output.
#[derive(Default)]
pub(crate) struct Tail(VecDeque<u8>);

impl Tail {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let new = &bytes[bytes.len().saturating_sub(KEPT)..];
        let old = KEPT - new.len();
        let surplus = self.0.len().saturating_sub(old);
        self.0.drain(..surplus);
        self.0.extend(new);
    }

    /// Its last lines, divided by bars.
    pub(crate) fn lines(&self) -> String {
        let bytes: Vec<u8> = self.0.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(SHOWN)..].join(" | ")
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Tail};

    #[test]
    fn the_end_of_what_was_printed_is_kept() {
        let mut tail = Tail::default();
        for number in 0..1000 {
            tail.add(format!("line {number}\r\n").as_bytes());
        }
        assert_eq!(tail.lines(), "line 997 | line 998 | line 999");
        tail.add("x".repeat(100_000).as_bytes());
        assert_eq!(tail.lines(), "x".repeat(KEPT));
    }
}
