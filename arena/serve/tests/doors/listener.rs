//! Who hears of changes at a table: as programs do, by whole documents, or as pages do, by what has changed.

use std::{io::Read as _, net::TcpStream, time::Instant};

use serde_json::Value;

use crate::server::{Browser, EVER, Server};

/// A stream of events, and what was heard on it.
pub(crate) struct Listener {
    stream: TcpStream,
    bytes: Vec<u8>,
    /// How many of them have been read.
    read: usize,
    /// The data of each event `table`, as it was sent.
    pub(crate) told: Vec<String>,
    /// What each made of the document.
    pub(crate) documents: Vec<Value>,
    /// The last of them, as text.
    last: Vec<u16>,
}

impl Listener {
    /// At the address of events for programs, or for pages.
    pub(crate) fn at(server: &Server, guest: &Browser, events: &str) -> Listener {
        let stream = server.send("GET", events, &guest.headers(), "");
        Listener { stream, bytes: Vec::new(), read: 0, told: Vec::new(), documents: Vec::new(), last: Vec::new() }
    }

    /// Listens until this view comes.
    pub(crate) fn hear(&mut self, view: &Value) {
        let begun = Instant::now();
        let is_it = |told: &Value| told.get("view").unwrap_or(told)["version"] == view["version"];
        while !self.documents.iter().any(is_it) {
            assert!(begun.elapsed() < EVER, "never told of {view}: {:?}", self.told);
            let mut bytes = [0; 4096];
            let count = self.stream.read(&mut bytes).unwrap();
            assert!(0 < count, "the stream has ended: {:?}", self.told);
            self.bytes.extend_from_slice(&bytes[..count]);
            self.read_events();
        }
    }

    /// All that was sent, without the heads of its pieces.
    pub(crate) fn text(&self) -> String {
        self.told.concat()
    }

    fn read_events(&mut self) {
        while let Some(end) = self.bytes[self.read..].windows(2).position(|two| two == b"\n\n") {
            let event = String::from_utf8_lossy(&self.bytes[self.read..self.read + end]).into_owned();
            self.read += end + 2;
            if !event.lines().any(|line| line == "event: table") {
                continue;
            }
            let data: Vec<&str> = event.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
            if let Some(document) = data.concat().strip_prefix('{') {
                self.documents.push(serde_json::from_str(&format!("{{{document}")).unwrap());
            } else {
                self.last = edited(&self.last, &data);
                self.documents.push(serde_json::from_str(&String::from_utf16(&self.last).unwrap()).unwrap());
            }
            self.told.push(data.join("\n"));
        }
    }
}

/// What becomes of a text by these lines, as scripts have it.
fn edited(old: &[u16], lines: &[&str]) -> Vec<u16> {
    let (mut new, mut at) = (Vec::new(), 0);
    for line in lines {
        let (sign, rest) = line.split_at(1);
        if sign == "+" {
            new.extend(rest.encode_utf16());
            continue;
        }
        let from = at;
        at += rest.parse::<usize>().unwrap();
        if sign == "=" {
            new.extend_from_slice(&old[from..at]);
        }
    }
    new
}
