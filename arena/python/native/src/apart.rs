//! What takes long: without Python's lock, on a thread whose stack is deep enough, until it is done or Ctrl-C is heard.

use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Duration,
};

use agon_arena::cores;
use agon_core::STACK_SIZE;
use pyo3::prelude::*;

use crate::errors::{Breakdown, failed};

/// How often Python is asked whether a signal has come.
const OFTEN: Duration = Duration::from_millis(20);

/// Fewer games than this are not worth a thread.
const FEWEST: usize = 128;

/// How many threads work on this many games.
pub(crate) fn threads(games: usize) -> usize {
    cores().min(games / FEWEST).max(1)
}

/// Runs `f`, and calls `stop` where a signal comes: `f` then ends soon, and whatever it found is dropped. What `f` has Python do
/// is stopped too.
///
/// # Errors
///
/// What the signal raises, `KeyboardInterrupt` as a rule; that `f` panicked; that no thread can be had.
pub(crate) fn apart<T: Send>(py: Python<'_>, stop: impl Fn(), f: impl FnOnce() -> T + Send) -> PyResult<T> {
    apart_telling(py, stop, |_| Ok(()), f)
}

/// The same, calling `tell` now and then in Python's first thread while it goes on: what that raises stops it too.
///
/// # Errors
///
/// As [`apart`]; what `tell` raises.
pub(crate) fn apart_telling<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    mut tell: impl FnMut(Python<'_>) -> PyResult<()>,
    f: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    // Only the main thread hears signals; the others wait in one piece, and never ask for the lock while Python ends.
    let hears = is_main(py)?;
    thread::scope(|scope| {
        let (done, mut ended) = sync_channel::<()>(1);
        let worker = thread::Builder::new()
            .name("agon".to_owned())
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, move || {
                let answer = agon_table::guarded(f);
                let _ = done.send(());
                answer
            })
            .map_err(|error| failed(format!("no thread could be started: {error}")))?;
        let mut signal = Ok(());
        if hears {
            while py.detach(|| goes_on(&mut ended)) {
                if signal.is_ok() {
                    signal = py.check_signals().and_then(|()| tell(py));
                    if signal.is_err() {
                        stop();
                        // Python hears Ctrl-C in its first thread only. Where that cannot be done it stops as soon as it has answered.
                        let _ = py.import("agon.player").and_then(|own| own.call_method0("interrupt"));
                    }
                }
            }
        }
        let answer = py.detach(|| worker.join());
        signal?;
        answer.unwrap_or_else(|_| Err("panic".to_owned())).map_err(Breakdown::new_err)
    })
}

fn is_main(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let own = threading.call_method0("current_thread")?;
    Ok(own.is(&threading.call_method0("main_thread")?))
}

/// Waits a little for the end; whether there is more to wait for.
fn goes_on(ended: &mut Receiver<()>) -> bool {
    ended.recv_timeout(OFTEN) == Err(RecvTimeoutError::Timeout)
}

/// Does `work` on every part, each on a thread of its own but the last, which is ours: what it found, in the order of the parts.
/// Threads for searches have as deep a stack as these need.
///
/// # Errors
///
/// That a part panicked: its words.
pub(crate) fn on_all<R: Send, T: Send>(
    parts: Vec<R>,
    are_searches: bool,
    work: impl Fn(R) -> T + Sync,
) -> Result<Vec<T>, String> {
    let work = &work;
    let one = move |part| agon_table::guarded(|| work(part));
    thread::scope(|scope| {
        let mut parts = parts.into_iter();
        let own = parts.next_back();
        let start = |part| {
            let thread = thread::Builder::new();
            let thread = if are_searches { thread.stack_size(STACK_SIZE) } else { thread };
            thread
                .spawn_scoped(scope, move || one(part))
                .map_err(|error| format!("no thread could be started: {error}"))
        };
        let others: Vec<_> = parts.map(start).collect();
        let own = own.map(one);
        let others = others.into_iter().map(|other| other?.join().unwrap_or_else(|_| Err("panic".to_owned())));
        // All are waited for, whatever the first of them says.
        let mut done: Vec<_> = others.collect();
        done.extend(own);
        done.into_iter().collect()
    })
}
