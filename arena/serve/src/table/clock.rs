//! The clock of a game at a table.
//!
//! A seat's time is counted from its second move on, as on the servers for chess that people know: nobody loses time
//! while the others find their seats. A person's time runs from the moment the position stands until their move arrives;
//! a player's while it thinks, and not while it waits for a thread. Where a seat is still free, no time runs. Moves that
//! are taken back give back the time that each seat had there. The time of a game that is read again, after a restart of
//! the server, runs from the beginning of the turn.

use std::time::Duration;

use agon_arena::play::{Clocks, Stopwatch};
use agon_core::{Clock as _, Seat};
use agon_table::GameClock;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// The clock of a game at a table.
pub(crate) struct TableClock {
    /// As it was asked for.
    control: String,
    /// As it began.
    begun: GameClock,
    /// Who made each move, and what they had left after it; nobody for chance, and where no time was counted.
    pressed: Vec<Option<(Seat, Duration)>>,
    /// As it stood when the position came about, or when the game ended.
    now: GameClock,
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
        let (control, now) = (control.to_owned(), begun.clone());
        let mut clock =
            TableClock { control, begun, pressed, now, running: None, clocks: Clocks::default() };
        clock.back(clock.pressed.len());
        clock
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
            clock.now = seats
                .fold(begun, |clock, (seat, &left)| clock.with(seat, Duration::from_millis(left)));
        }
        Some(clock)
    }

    /// Puts it on record.
    pub(super) fn kept(&self) -> KeptClock {
        let whole = |left: Duration| left.as_millis() as u64;
        KeptClock {
            control: self.control.clone(),
            pressed: self
                .pressed
                .iter()
                .map(|one| one.map(|(s, left)| (s.0, whole(left))))
                .collect(),
            now: Seat::all(self.now.seats() as u8).map(|seat| whole(self.now.left(seat))).collect(),
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
                let left = self.now.left(*seat).saturating_sub(since.elapsed());
                self.now.clone().with(*seat, left)
            }
            None => self.now.clone(),
        }
    }

    /// The seat whose time runs, since when, and what it had left then.
    pub(crate) fn running(&self) -> Option<(Seat, &Stopwatch, Duration)> {
        self.running.as_ref().map(|(seat, since)| (*seat, since, self.now.left(*seat)))
    }

    /// What the seat had left after each move, where time was counted.
    pub(crate) fn after(&self, ply: usize) -> Option<Duration> {
        self.pressed.get(ply)?.map(|(_, left)| left)
    }

    /// Whether the time of this seat is counted already.
    fn counts(&self, seat: Seat) -> bool {
        self.pressed.iter().flatten().any(|(own, _)| *own == seat)
    }

    /// This seat moves, and has thought so long about it; `false` where it had less.
    pub(super) fn press(&mut self, seat: Seat, used: Duration) -> bool {
        self.running = None;
        let is_in_time = !self.counts(seat) || self.now.press(seat, used);
        if is_in_time {
            self.pressed.push(Some((seat, self.now.left(seat))));
        }
        is_in_time
    }

    /// A move is made that takes nobody time.
    pub(super) fn pass(&mut self) {
        self.running = None;
        self.pressed.push(None);
    }

    /// Goes back to the position after so many moves, with the times that were left there.
    pub(super) fn back(&mut self, plies: usize) {
        self.running = None;
        self.pressed.truncate(plies);
        let pressed = self.pressed.iter().flatten();
        self.now = pressed.fold(self.begun.clone(), |clock, (seat, left)| clock.with(*seat, *left));
    }

    /// Goes by these from now on.
    pub(super) fn wind(&mut self, clocks: &Clocks) {
        self.clocks = clocks.clone();
    }

    /// Runs from now on for this seat, from what it has left, or for nobody.
    pub(super) fn run(&mut self, seat: Option<Seat>) {
        let seat = seat.filter(|seat| self.counts(*seat));
        self.running = seat.map(|seat| (seat, self.clocks.start()));
    }

    /// Stands still, as it is.
    pub(super) fn stop(&mut self) {
        self.now = self.left();
        self.running = None;
    }

    /// Stands still, and this seat has nothing left.
    pub(super) fn empty(&mut self, seat: Seat) {
        self.running = None;
        self.now = self.now.clone().with(seat, Duration::ZERO);
    }
}
