//! What a program prints on its output: bytes as they come, cut into lines.

use std::{
    borrow::Cow,
    io::{self, Read},
    ops::Range,
};

use crate::{
    tail::Tail,
    wire::{MOST_SAID, WireError},
};

/// The size in bytes of what is read at once.
pub(crate) const CHUNK: usize = 1 << 14;
/// The greatest length of a line in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Output of a program, from what it printed last on.
#[derive(Default)]
pub(crate) struct Printed {
    /// Whether a line may end by CR alone.
    has_returns: bool,
    /// Bytes read and not taken yet begin at `from`; the line taken last is before it.
    read: Vec<u8>,
    from: usize,
    line: Range<usize>,
    /// From there to here no line ends.
    looked: usize,
    /// The bytes up to here have been copied to `last`.
    kept: usize,
    /// The number of bytes taken since the program was asked.
    said: usize,
    /// The end of the lines taken.
    last: Tail,
}

impl Printed {
    /// Nothing so far, of a program whose lines end by LF, or `has_returns` by CR too.
    pub(crate) fn new(has_returns: bool) -> Printed {
        Printed { has_returns, ..Printed::default() }
    }

    /// Reads from the program once; returns the number of bytes, 0 at the end.
    pub(crate) fn read(&mut self, pipe: &mut impl Read) -> io::Result<usize> {
        // Of the lines taken only the end is still needed.
        self.keep_taken();
        self.read.drain(..self.from);
        self.looked -= self.from;
        (self.from, self.kept, self.line) = (0, 0, 0..0);
        let old = self.read.len();
        self.read.resize(old + CHUNK, 0);
        let count = pipe.read(&mut self.read[old..]);
        self.read.truncate(old + count.as_ref().map_or(0, |&count| count));
        count
    }

    /// Takes the next line, if it has ended; returns whether there was one.
    ///
    /// # Errors
    ///
    /// If the line has become too long.
    pub(crate) fn take_line(&mut self) -> Result<bool, WireError> {
        let is_end = |byte: &u8| *byte == b'\n' || self.has_returns && *byte == b'\r';
        let Some(at) = self.read[self.looked..].iter().position(is_end) else {
            self.looked = self.read.len();
            return self.ends_in_time(self.looked).map(|()| false);
        };
        let end = self.looked + at;
        // However its bytes came in.
        self.ends_in_time(end)?;
        // The other half of a CR LF belongs to it, if it is there already.
        let is_pair = self.read[end] == b'\r' && self.read.get(end + 1) == Some(&b'\n');
        let next = end + 1 + usize::from(is_pair);
        self.line = self.from..end - usize::from(self.read[self.from..end].ends_with(b"\r"));
        self.said += next - self.from;
        (self.from, self.looked) = (next, next);
        Ok(true)
    }

    /// Whether the line that ends at `end`, or not before, is short enough.
    fn ends_in_time(&mut self, end: usize) -> Result<(), WireError> {
        if end - self.from <= LONGEST_LINE {
            return Ok(());
        }
        self.keep_taken();
        self.last.add(&self.read[self.from..self.from + LONGEST_LINE]);
        let megabytes = LONGEST_LINE >> 20;
        Err(WireError::Flood(format!("a line without an end, after {megabytes} MiB")))
    }

    /// That the lines taken are no more than an answer may have.
    ///
    /// # Errors
    ///
    /// If they are.
    pub(crate) fn is_one_answer(&self) -> Result<(), WireError> {
        if self.said <= MOST_SAID {
            return Ok(());
        }
        let megabytes = MOST_SAID >> 20;
        Err(WireError::Flood(format!("more than {megabytes} MiB for one answer")))
    }

    /// That there is no more to be taken than is stored.
    ///
    /// # Errors
    ///
    /// If there is.
    pub(crate) fn fits(&self) -> Result<(), WireError> {
        if self.read.len() <= MOST_SAID {
            return Ok(());
        }
        let what = "more than anybody reads, while a command was sent to it";
        Err(WireError::Flood(what.to_owned()))
    }

    /// The line taken last, as far as it is text.
    pub(crate) fn line(&self) -> &str {
        let line = &self.read[self.line.clone()];
        match std::str::from_utf8(line) {
            Ok(text) => text,
            // No word of a protocol has other letters: up to there it can be understood.
            Err(error) => std::str::from_utf8(&line[..error.valid_up_to()]).unwrap_or_default(),
        }
    }

    /// The line taken last, with a mark for each byte that is no text.
    pub(crate) fn line_in_full(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.read[self.line.clone()])
    }

    /// The end of the lines taken; if the program is over, of all that was read.
    pub(crate) fn last(&mut self, is_over: bool) -> &Tail {
        if is_over {
            self.from = self.read.len();
            self.looked = self.from;
        }
        self.keep_taken();
        &self.last
    }

    /// A game begins: what was printed before is of no use to those who read of it.
    pub(crate) fn forget(&mut self) {
        (self.kept, self.last) = (self.from, Tail::default());
    }

    /// The program is asked anew.
    pub(crate) fn settle(&mut self) {
        self.said = 0;
    }

    /// Copies the end of the lines taken.
    fn keep_taken(&mut self) {
        self.last.add(&self.read[self.kept..self.from]);
        self.kept = self.from;
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, LONGEST_LINE, Printed};

    /// The lines in these pieces.
    fn lines(has_returns: bool, pieces: &[&str]) -> Vec<String> {
        let (mut printed, mut lines) = (Printed::new(has_returns), Vec::new());
        for piece in pieces {
            assert_eq!(printed.read(&mut piece.as_bytes()).unwrap(), piece.len());
            while printed.take_line().unwrap() {
                lines.push(printed.line().to_owned());
            }
        }
        lines
    }

    /// Which game a process played before depends on the number of threads.
    #[test]
    fn the_last_lines_are_those_of_the_game() {
        let mut printed = Printed::new(false);
        assert_eq!(printed.read(&mut &b"ready\nbestmove e2e4\n"[..]).unwrap(), 20);
        assert!(printed.take_line().unwrap());
        assert_eq!(printed.last(false).lines(), "ready");
        printed.forget();
        assert_eq!(printed.last(false).lines(), "");
        assert!(printed.take_line().unwrap());
        assert_eq!(printed.last(false).lines(), "bestmove e2e4");
    }

    #[test]
    fn lines_are_the_same_in_whatever_pieces_they_come() {
        let text = "one\ntwo\r\n\nfour\n";
        let bytes: Vec<&str> = text.split("").filter(|piece| !piece.is_empty()).collect();
        for pieces in [&[text][..], &bytes] {
            assert_eq!(lines(false, pieces), ["one", "two", "", "four"]);
        }
        assert_eq!(lines(false, &["a\rb\n", "c"]), ["a\rb"]);
        assert_eq!(lines(true, &["a\rb\r\n", "c"]), ["a", "b"]);
    }

    /// Whether its end came with the last piece of it, or later.
    #[test]
    fn a_line_is_as_long_as_it_may_be_and_no_longer() {
        for (more, fits) in [(0, true), (1, false)] {
            let text = "x".repeat(LONGEST_LINE + more) + "\n";
            let (mut printed, mut rest) = (Printed::new(false), text.as_bytes());
            let mut taken = Ok(false);
            while !rest.is_empty() && taken == Ok(false) {
                printed.read(&mut rest).unwrap();
                taken = printed.take_line();
            }
            assert_eq!(taken.is_ok(), fits, "{taken:?}");
        }
    }

    #[test]
    fn a_line_that_does_not_end_is_quoted_and_refused() {
        let (mut printed, chunk) = (Printed::new(false), "x".repeat(CHUNK));
        for _ in 0..LONGEST_LINE / CHUNK {
            printed.read(&mut chunk.as_bytes()).unwrap();
            assert!(!printed.take_line().unwrap());
        }
        printed.read(&mut "yz".as_bytes()).unwrap();
        assert!(printed.take_line().is_err());
        let quoted = printed.last(false).lines();
        assert!(quoted.ends_with("xx") && quoted.len() < 1000, "{quoted}");
        assert!(printed.last(true).lines().ends_with("xyz"));
    }
}
