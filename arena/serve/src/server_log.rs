//! What whoever runs the server is told: a line for each request that was refused or failed. Nobody waits until it is
//! read: lines that nobody takes are counted.

use std::{
    fmt, io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, SyncSender, TrySendError},
    },
    thread,
    time::{Duration, Instant},
};

/// Lines that wait until they are written.
const MOST: usize = 256;
/// Signs of a line.
const LONGEST: usize = 400;
/// How long the last lines may take.
const LAST: Duration = Duration::from_millis(300);

/// Where lines are written; nowhere by default.
#[derive(Clone, Default)]
pub struct ServerLog(Option<Lines>);

#[derive(Clone)]
struct Lines {
    sender: SyncSender<Line>,
    missed: Arc<AtomicU64>,
    is_last: Arc<AtomicBool>,
}

enum Line {
    Text(String),
    /// All before it are written.
    Last(SyncSender<()>),
}

impl fmt::Debug for ServerLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServerLog({})", if self.0.is_some() { "written" } else { "nowhere" })
    }
}

impl ServerLog {
    /// Lines are handed to `write`, on a thread of its own, which may take its time; after each there is a pause, so that
    /// whoever asks for many refusals fills no disk with them.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn by(pause: Duration, mut write: impl FnMut(&str) + Send + 'static) -> io::Result<ServerLog> {
        let (sender, lines) = mpsc::sync_channel(MOST);
        let missed = Arc::new(AtomicU64::new(0));
        let is_last = Arc::new(AtomicBool::new(false));
        let (own, is_hurried) = (Arc::clone(&missed), Arc::clone(&is_last));
        thread::Builder::new().name("log".to_owned()).spawn(move || {
            for line in lines {
                match line {
                    Line::Text(text) => write(&text),
                    // Whoever waited may have left.
                    Line::Last(written) => drop(written.try_send(())),
                }
                match own.swap(0, Ordering::Relaxed) {
                    0 => {}
                    count => write(&format!("{count} more lines are left out")),
                }
                if !is_hurried.load(Ordering::Relaxed) {
                    thread::sleep(pause);
                }
            }
        })?;
        Ok(ServerLog(Some(Lines { sender, missed, is_last })))
    }

    /// Has a line written, of signs that can be seen.
    pub(crate) fn say(&self, line: impl FnOnce() -> String) {
        let Some(Lines { sender, missed, .. }) = &self.0 else { return };
        let seen = |sign: char| if sign == ' ' || sign.is_ascii_graphic() { sign } else { '?' };
        let line = line().chars().take(LONGEST).map(seen).collect();
        if let Err(TrySendError::Full(_)) = sender.try_send(Line::Text(line)) {
            missed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits a moment until all is written.
    pub(crate) fn finish(&self) {
        let Some(Lines { sender, is_last, .. }) = &self.0 else { return };
        let (until, (written, all)) = (Instant::now() + LAST, mpsc::sync_channel(1));
        is_last.store(true, Ordering::Relaxed);
        // Where nobody reads they are lost.
        while Instant::now() < until {
            if sender.try_send(Line::Last(written.clone())).is_ok() {
                let _ = all.recv_timeout(LAST);
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use super::{MOST, ServerLog};

    #[test]
    fn lines_that_nobody_reads_keep_nobody_waiting_and_are_counted() {
        let (go, gate) = mpsc::channel::<()>();
        let (begun, has_begun) = mpsc::channel();
        let (written, lines) = mpsc::channel();
        let log = ServerLog::by(Duration::ZERO, move |line| {
            begun.send(()).unwrap();
            gate.recv().unwrap();
            written.send(line.to_owned()).unwrap();
        });
        let log = log.unwrap();
        log.say(|| "first".to_owned());
        has_begun.recv().unwrap();
        for number in 0..MOST + 7 {
            log.say(|| number.to_string());
        }
        (0..MOST + 2).for_each(|_| go.send(()).unwrap());
        let all: Vec<String> = (0..MOST + 2).map(|_| lines.recv().unwrap()).collect();
        assert_eq!((all[0].as_str(), all[1].as_str()), ("first", "7 more lines are left out"));
        assert_eq!(all.last().unwrap(), &(MOST - 1).to_string());
        ServerLog::default().say(|| unreachable!("nobody reads it"));
    }

    #[test]
    fn a_line_is_one_line_of_letters_that_can_be_seen_whatever_was_asked_for() {
        let (written, lines) = mpsc::channel();
        // Nothing waits for the pauses at the end.
        let log = ServerLog::by(Duration::from_secs(3600), move |line| {
            written.send(line.to_owned()).unwrap();
        });
        let log = log.unwrap();
        log.say(|| "GET /a\nb\u{202e}c\u{7f} 404".to_owned());
        assert_eq!(lines.recv().unwrap(), "GET /a?b?c? 404");
    }

    #[test]
    fn long_lines_are_cut() {
        let (written, lines) = mpsc::channel();
        let log = ServerLog::by(Duration::ZERO, move |line| written.send(line.len()).unwrap());
        let log = log.unwrap();
        log.say(|| "x".repeat(100_000));
        log.finish();
        assert_eq!(lines.try_recv(), Ok(super::LONGEST), "it is written before the end");
    }
}
