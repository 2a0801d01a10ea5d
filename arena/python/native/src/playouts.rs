//! Many games played at random from one position, by all cores.

use agon_core::{AnyPosition, Position as _, Seat, Seed, StopSignal, Stream};
use pyo3::PyResult;

use crate::{apart::threads, errors::Breakdown};

/// Plays at random from `here` to the end, once for each row of `seats` payoffs. A row depends on the seed and its number alone.
///
/// # Errors
///
/// Where the rules panic.
pub(crate) fn play_out(
    here: &AnyPosition,
    seed: u64,
    seats: usize,
    rows: &mut [f32],
    stop: &StopSignal,
) -> PyResult<()> {
    let games = rows.len() / seats;
    let size = games.div_ceil(threads(games)).max(1);
    let played = std::thread::scope(|scope| {
        let handles = rows.chunks_mut(size * seats).enumerate().map(|(part, rows)| {
            let mut stream: Stream = Seed(seed).stream(0);
            let mut room = here.clone();
            scope.spawn(move || {
                agon_table::guarded(|| {
                    for (at, row) in rows.chunks_mut(seats).enumerate() {
                        if stop.is_given() {
                            return;
                        }
                        stream.restart((part * size + at) as u64);
                        room.clone_from(here);
                        room.playout(&mut stream);
                        for (seat, payoff) in Seat::all(seats as u8).zip(row) {
                            *payoff = room.payoff(seat) as f32;
                        }
                    }
                })
            })
        });
        let handles: Vec<_> = handles.collect();
        handles.into_iter().map(std::thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    for thread in played {
        thread.unwrap_or_else(|_| Err("panic".to_owned())).map_err(Breakdown::new_err)?;
    }
    Ok(())
}
