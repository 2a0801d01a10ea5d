//! The clock of a game, as data.

use std::time::Duration;

use agon_core::Seat;
use agon_table::PlayedClock;
use schemars::JsonSchema;
use serde::Serialize;

/// The clock of a game as it stands, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ClockView {
    /// As it was asked for.
    pub(crate) control: String,
    /// The milliseconds that each seat has left, in seat order.
    pub(crate) left: Vec<u64>,
    /// The seat whose time runs, counted from one; null while no time runs. It runs from a seat's second move on, once
    /// somebody sits at every seat.
    pub(crate) running: Option<u8>,
}

impl ClockView {
    /// Of the clock, at this moment.
    pub(crate) fn of(clock: &PlayedClock, now: Duration) -> ClockView {
        let left = clock.left(now);
        ClockView {
            control: clock.control().to_owned(),
            left: Seat::all(left.seats() as u8).map(|seat| milliseconds(left.left(seat))).collect(),
            running: clock.running().map(|(seat, ..)| seat.0 + 1),
        }
    }
}

/// A time on a clock, which is at most days.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}
