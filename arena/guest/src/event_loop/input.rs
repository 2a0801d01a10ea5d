//! What a guest hears: its input, line by line, as events.

use std::{io::BufRead, sync::mpsc::Sender};

use agon_protocol::{BadLine, LONGEST_FROM_PLAYER, read_line};

use crate::event::{Event, HeardLine};

/// The bytes of a line that is too long that are shown.
const BEGINNING: usize = 60;

/// Sends the input as events, line by line.
pub(super) fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let why = loop {
        let heard = match read_line(&mut input, &mut line, LONGEST_FROM_PLAYER) {
            Ok(true) => HeardLine::Whole(text(&line)),
            Ok(false) => break None,
            // A file may lack the last line break.
            Err(BadLine::Half(_)) => {
                let _ = events.send(Event::Line(HeardLine::Whole(text(&line))));
                break None;
            }
            // The rest of the line is skipped.
            Err(BadLine::TooLong(_)) => match input.skip_until(b'\n') {
                Ok(_) => HeardLine::TooLong(text(&line[..BEGINNING])),
                Err(error) => break Some(error.to_string()),
            },
            Err(BadLine::Unreadable(error)) => break Some(error.to_string()),
        };
        if events.send(Event::Line(heard)).is_err() {
            return;
        }
    };
    let _ = events.send(Event::End(why));
}
