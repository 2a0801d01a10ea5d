//! The clock of a game at a table.
//!
//! It goes by the [rule](PlayedClock) of every screen. A person's time runs from the moment the position stands until their
//! move arrives; a player's while it thinks, and not while it waits for a thread. Where a seat is still free, no time runs.
//! The time of a game that is read again, after a restart of the server, runs from the beginning of the turn.

use std::time::Duration;

use agon_arena::play::{Clocks, Stopwatch};
use agon_core::{Clock as _, Seat};
use agon_table::{GameClock, PlayedClock};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// The clock of a game at a table.
pub(crate) struct TableClock {
    /// As it was asked for.
    control: String,
    /// As it stood when the position came about, or when the game ended.
    played: PlayedClock,
    /// The seat whose time runs, and since when.
    running: Option<(Seat, Stopwatch)>,
    /// Where the time is read.
    clocks: Clocks,
}

/// The same on record: times in milliseconds.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptClock {
    control: String,
    pressed: Vec<Option<(u8, u64)>>,
    /// As it stands.
    now: Vec<u64>,
}

impl TableClock {
    /// As it is asked for, for a game of that many seats after so many moves.
    ///
    /// # Errors
    ///
    /// Where the text is no clock, or one for another number of seats.
    pub(super) fn of(text: &str, seats: u8, game: &str, plies: usize) -> Result<Self, Problem> {
        let clock: GameClock = text.trim().parse().map_err(|error: agon_table::ClockError| {
            let problem = match &error.nearest {
                Some(near) => Problem::wrong("clock-near", &[("clock", &text), ("nearest", near)]),
                None => Problem::wrong("clock", &[("clock", &text)]),
            };
            problem.at("clock")
        })?;
        let named = clock.seats();
        let begun = clock.among(seats).ok_or_else(|| {
            let about: [(&str, &dyn crate::words::Said); 3] =
                [("game", &game), ("named", &named), ("seats", &seats)];
            Problem::wrong("clock-seats", &about).at("clock")
        })?;
        Ok(TableClock::at(text.trim(), begun, vec![None; plies]))
    }

    fn at(control: &str, begun: GameClock, pressed: Vec<Option<(Seat, Duration)>>) -> TableClock {
        let (control, played) = (control.to_owned(), PlayedClock::of(begun, pressed));
        TableClock { control, played, running: None, clocks: Clocks::default() }
    }

    /// Reads it, as it stands where the game has ended.
    pub(super) fn read(kept: &KeptClock, is_over: bool) -> Option<TableClock> {
        let begun =
            kept.control.parse::<GameClock>().ok()?.among(u8::try_from(kept.now.len()).ok()?)?;
        let each = kept.pressed.iter().map(|pressed| {
            pressed
                .filter(|(seat, _)| usize::from(*seat) < begun.seats())
                .map(|(seat, left)| (Seat(seat), Duration::from_millis(left)))
        });
        let mut clock = TableClock::at(&kept.control, begun.clone(), each.collect());
        if is_over {
            let seats = Seat::all(kept.now.len() as u8).zip(&kept.now);
            let at = |clock: GameClock, (seat, &left): (Seat, &u64)| {
                clock.with(seat, Duration::from_millis(left))
            };
            clock.played.set(seats.fold(begun, at));
        }
        Some(clock)
    }

    /// Puts it on record.
    pub(super) fn kept(&self) -> KeptClock {
        let whole = |left: Duration| left.as_millis() as u64;
        KeptClock {
            control: self.control.clone(),
            pressed: self
                .played
                .pressed()
                .iter()
                .map(|one| one.map(|(s, left)| (s.0, whole(left))))
                .collect(),
            now: Seat::all(self.now().seats() as u8)
                .map(|seat| whole(self.now().left(seat)))
                .collect(),
        }
    }

    /// As it was asked for.
    pub(crate) fn control(&self) -> &str {
        &self.control
    }

    /// What each seat has left at this moment.
    pub(crate) fn left(&self) -> GameClock {
        match &self.running {
            Some((seat, since)) => {
                let left = self.now().left(*seat).saturating_sub(since.elapsed());
                self.now().clone().with(*seat, left)
            }
            None => self.now().clone(),
        }
    }

    fn now(&self) -> &GameClock {
        self.played.now()
    }

    /// The seat whose time runs, since when, and what it had left then.
    pub(crate) fn running(&self) -> Option<(Seat, &Stopwatch, Duration)> {
        self.running.as_ref().map(|(seat, since)| (*seat, since, self.now().left(*seat)))
    }

    /// What the seat had left after each move, where time was counted.
    pub(crate) fn after(&self, ply: usize) -> Option<Duration> {
        self.played.pressed().get(ply)?.map(|(_, left)| left)
    }

    /// This seat moves, and has thought so long about it; `false` where it had less.
    pub(super) fn press(&mut self, seat: Seat, used: Duration) -> bool {
        self.running = None;
        self.played.press(seat, used)
    }

    /// A move is made that takes nobody time.
    pub(super) fn pass(&mut self) {
        self.running = None;
        self.played.pass();
    }

    /// Goes back to the position after so many moves, with the times that were left there.
    pub(super) fn back(&mut self, plies: usize) {
        self.running = None;
        self.played.back(plies);
    }

    /// Goes by these from now on.
    pub(super) fn wind(&mut self, clocks: &Clocks) {
        self.clocks = clocks.clone();
    }

    /// Runs from now on for this seat, from what it has left, or for nobody.
    pub(super) fn run(&mut self, seat: Option<Seat>) {
        let seat = seat.filter(|seat| self.played.counts(*seat));
        self.running = seat.map(|seat| (seat, self.clocks.start()));
    }

    /// Stands still, as it is.
    pub(super) fn stop(&mut self) {
        self.played.set(self.left());
        self.running = None;
    }

    /// Stands still, and this seat has nothing left.
    pub(super) fn empty(&mut self, seat: Seat) {
        self.running = None;
        self.played.set(self.now().clone().with(seat, Duration::ZERO));
    }
}
