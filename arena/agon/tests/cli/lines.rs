//! What a process says while it runs, line by line.

use std::{
    io::{BufRead, BufReader, Read},
    iter,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

/// Each line as soon as it is written; a program that writes none for a minute hangs. When nobody wants another one, the
/// pipe is closed.
pub(crate) fn lines(end: impl Read + Send + 'static) -> impl Iterator<Item = String> {
    let (say, said) = channel();
    thread::spawn(move || {
        for line in BufReader::new(end).lines().map_while(Result::ok) {
            if say.send(line).is_err() {
                break;
            }
        }
    });
    iter::from_fn(move || match said.recv_timeout(Duration::from_secs(60)) {
        Ok(line) => Some(line),
        Err(RecvTimeoutError::Disconnected) => None,
        Err(RecvTimeoutError::Timeout) => panic!("nothing is said for a minute"),
    })
}
