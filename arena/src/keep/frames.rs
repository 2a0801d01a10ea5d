//! The frames of a journal's file in turn, also while another process writes it: a torn end is distinguished from
//! damage by searching for a whole frame after it.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::PathBuf,
};

use crate::{
    keep::header::{HEAD, MAGIC, checksum, noted},
    play::record::Record,
};

/// No frame is longer than this, written or read: damage must not ask for all memory.
pub(crate) const LONGEST: usize = 1 << 26;

/// A file being read frame by frame.
pub(super) struct Frames {
    file: BufReader<Input>,
    /// The start of the next frame.
    pub(super) at: u64,
    /// The end of the file when it was opened: a reader beside a run does not follow it for ever.
    end: u64,
    /// The last frame that was read.
    pub(super) bytes: Vec<u8>,
}

/// The source of a journal.
pub(super) enum Input {
    Open(File),
    /// A file that is being written.
    #[cfg(test)]
    Written(Written),
    /// Opened for every piece: of many journals only some can be open at a time.
    Ajar(PathBuf, u64),
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Open(file) => file.read(buffer),
            #[cfg(test)]
            Input::Written(file) => file.read(buffer),
            Input::Ajar(path, at) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(*at))?;
                let read = file.read(buffer)?;
                *at += read as u64;
                Ok(read)
            }
        }
    }
}

impl Input {
    fn go_to(&mut self, place: u64) -> io::Result<()> {
        match self {
            Input::Open(file) => file.seek(SeekFrom::Start(place)).map(drop),
            #[cfg(test)]
            Input::Written(file) => file.seek(SeekFrom::Start(place)).map(drop),
            Input::Ajar(_, at) => {
                *at = place;
                Ok(())
            }
        }
    }
}

/// The content after a whole frame.
pub(super) enum NextFrame {
    Whole,
    End,
    /// Something that is no whole frame, at the end.
    Torn,
    /// The same, and whole frames behind it.
    Broken,
}

/// The content at the place of a frame.
#[derive(PartialEq, Eq)]
enum FrameState {
    /// A whole one.
    Whole,
    /// No whole frame, here or later.
    Torn,
    /// None, and whole ones behind it.
    Broken,
}

/// How the first line of every version of a journal begins.
const ANY_VERSION: &[u8] = b"agon journal ";

/// The line before the first frame.
pub(super) enum FirstBytes {
    /// That of a journal.
    Whole,
    /// That of a journal, as far as it goes.
    Torn,
    /// That of a journal of another version.
    OtherVersion,
    /// Of no journal.
    Foreign,
}

impl Frames {
    /// The frames of a file that ends at `end`, read in pieces of this many bytes.
    pub(super) fn new(input: Input, piece: usize, end: u64) -> Frames {
        let file = BufReader::with_capacity(piece, input);
        Frames { file, at: 0, end, bytes: Vec::new() }
    }

    /// Reads the line before the first frame.
    pub(super) fn begin(&mut self) -> io::Result<FirstBytes> {
        let mut magic = [0; MAGIC.len()];
        let read = read_fully(&mut self.file, &mut magic)?;
        self.at = MAGIC.len() as u64;
        let (magic, is_whole) = (&magic[..read], read == MAGIC.len());
        Ok(if MAGIC.as_bytes().starts_with(magic) {
            if is_whole { FirstBytes::Whole } else { FirstBytes::Torn }
        } else if magic.starts_with(ANY_VERSION) {
            FirstBytes::OtherVersion
        } else {
            FirstBytes::Foreign
        })
    }

    /// Goes on at another place.
    pub(super) fn go_to(&mut self, place: u64) -> io::Result<()> {
        let buffered = self.file.buffer().len();
        self.file.consume(buffered);
        self.file.get_mut().go_to(place)?;
        self.at = place;
        Ok(())
    }

    /// Goes on behind the frame that was read.
    pub(super) fn pass(&mut self) {
        self.at += self.length();
    }

    /// The start of the last frame passed.
    pub(super) fn passed(&self) -> u64 {
        self.at - self.length()
    }

    fn length(&self) -> u64 {
        (HEAD + self.bytes.len()) as u64
    }

    /// Reads what follows. A frame that is torn may be one that a run is writing: it is looked for once
    /// more, and called broken only if it is so twice.
    pub(super) fn next(&mut self) -> io::Result<NextFrame> {
        let mut is_sure = false;
        loop {
            let next = self.try_frame()?;
            if !matches!(next, NextFrame::Torn) {
                return Ok(next);
            }
            let there = self.look()?;
            // The next read starts here again.
            self.go_to(self.at)?;
            match there {
                FrameState::Whole => {}
                FrameState::Torn => return Ok(NextFrame::Torn),
                FrameState::Broken if is_sure => return Ok(NextFrame::Broken),
                FrameState::Broken => is_sure = true,
            }
        }
    }

    fn try_frame(&mut self) -> io::Result<NextFrame> {
        if self.end <= self.at {
            return Ok(NextFrame::End);
        }
        let mut head = [0; HEAD];
        let read = read_fully(&mut self.file, &mut head)?;
        if read < HEAD {
            return Ok(if read == 0 { NextFrame::End } else { NextFrame::Torn });
        }
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        if LONGEST < length {
            return Ok(NextFrame::Torn);
        }
        self.bytes.resize(length, 0);
        let read = read_fully(&mut self.file, &mut self.bytes)?;
        if read < length || checksum(&self.bytes).to_le_bytes() != head[4..] {
            return Ok(NextFrame::Torn);
        }
        Ok(NextFrame::Whole)
    }

    /// Checks again for a frame at this place. If a whole frame follows anywhere later, the fault is not just a torn
    /// end; the same holds if more bytes remain than a frame may have, or if the search would take too long: bytes that
    /// might be a game are never cut off.
    fn look(&mut self) -> io::Result<FrameState> {
        const MOST: usize = HEAD + LONGEST;
        let (mut rest, input) = (Vec::new(), self.file.get_mut());
        input.go_to(self.at)?;
        input.take(MOST as u64 + 1).read_to_end(&mut rest)?;
        let head_at = |from: usize| {
            let head = rest.get(from..)?.first_chunk::<HEAD>()?;
            let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
            Some((head, rest[from + HEAD..].get(..length)?))
        };
        if let Some((head, frame)) = head_at(0)
            && frame.len() <= LONGEST
            && checksum(frame).to_le_bytes() == head[4..]
        {
            return Ok(FrameState::Whole);
        }
        // Looking at a place takes as long as what might stand there is.
        let mut patience = 4 * rest.len();
        let mut record = Record::default();
        for from in 1..rest.len().saturating_sub(HEAD) {
            let Some((head, frame)) = head_at(from) else { continue };
            let is_record = record.decode(frame).is_ok_and(|(rest, _)| rest.is_empty()) || noted(frame).is_some();
            if is_record && checksum(frame).to_le_bytes() == head[4..] {
                return Ok(FrameState::Broken);
            }
            let looked_at = if is_record { frame.len() } else { record.moves.len() };
            match patience.checked_sub(looked_at) {
                None => return Ok(FrameState::Broken),
                Some(left) => patience = left,
            }
        }
        Ok(if MOST < rest.len() { FrameState::Broken } else { FrameState::Torn })
    }
}

/// Reads until `buffer` is full or the file ends; returns the number of bytes read.
pub(super) fn read_fully(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < buffer.len() {
        match file.read(&mut buffer[read..]) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

/// A file that grows by some bytes whenever a reader has come to its end.
#[cfg(test)]
pub(super) struct Written {
    pub(super) bytes: std::rc::Rc<[u8]>,
    pub(super) at: usize,
    pub(super) there: std::rc::Rc<std::cell::Cell<usize>>,
    pub(super) step: usize,
}

#[cfg(test)]
impl Read for Written {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let there = self.there.get();
        let read = buffer.len().min(there.saturating_sub(self.at));
        buffer[..read].copy_from_slice(&self.bytes[self.at..self.at + read]);
        self.at += read;
        if read == 0 {
            self.there.set((there + self.step).min(self.bytes.len()));
        }
        Ok(read)
    }
}

#[cfg(test)]
impl Seek for Written {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(at) = to else { return Err(io::ErrorKind::Unsupported.into()) };
        self.at = at as usize;
        Ok(at)
    }
}
