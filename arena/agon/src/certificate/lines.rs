//! The lines of a certificate: numbered, so that whatever is wrong is said with its line.

use std::{
    fmt::Display,
    fs::File,
    io::{BufRead as _, BufReader, Lines},
    path::Path,
};

use agon_arena::ask::io_words;
use agon_core::{AnyPosition, Position as _, Seat};
use serde::de::DeserializeOwned;

use crate::failed::Failed;

/// A certificate that is being read.
pub(super) struct CertificateLines {
    name: String,
    lines: Lines<BufReader<File>>,
    /// The number of the line that was read last.
    pub(super) number: usize,
    /// That line.
    text: String,
}

impl CertificateLines {
    pub(super) fn of(path: &Path) -> Result<CertificateLines, Failed> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Failed::trouble(format!("{name}: {}", io_words(&error))))?;
        Ok(CertificateLines { name, lines: BufReader::new(file).lines(), number: 0, text: String::new() })
    }

    /// Goes on to the next line; false at the end.
    pub(super) fn step(&mut self) -> Result<bool, Failed> {
        let Some(line) = self.lines.next() else { return Ok(false) };
        self.number += 1;
        self.text = line.map_err(|error| Failed::trouble(format!("{}: {}", self.name, io_words(&error))))?;
        Ok(true)
    }

    /// What this line says.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, Failed> {
        serde_json::from_str(&self.text).map_err(|error| self.wrong(self.number, &error))
    }

    /// Whether this line has such a key.
    pub(super) fn has(&self, key: &str) -> bool {
        let line: Result<serde_json::Map<String, serde_json::Value>, _> = serde_json::from_str(&self.text);
        line.is_ok_and(|line| line.contains_key(key))
    }

    /// The lines that have to follow this one: `count` of what it calls `name`.
    pub(super) fn following<T: DeserializeOwned>(&mut self, name: &str, count: usize) -> Result<Vec<T>, Failed> {
        let (head, mut found) = (self.number, Vec::new());
        while found.len() < count {
            if !self.step()? {
                return Err(self.wrong(head, &format!("{name}: {count} are said to follow, and {} do", found.len())));
            }
            found.push(self.read()?);
        }
        Ok(found)
    }

    /// The seat that this line names, counted from 1.
    pub(super) fn seat(&self, seat: u8, start: &AnyPosition) -> Result<Seat, Failed> {
        let named = seat.checked_sub(1).filter(|&index| index < start.facts().seats);
        named.map(Seat).ok_or_else(|| self.wrong(self.number, &format!("seat: there is no seat {seat}")))
    }

    /// What is wrong with a line.
    pub(super) fn wrong(&self, line: usize, why: &dyn Display) -> Failed {
        Failed::different(format!("{}, line {line}: {why}", self.name))
    }
}
