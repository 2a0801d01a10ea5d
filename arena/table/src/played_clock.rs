//! The clock of a game that is played, by the one rule of every screen.

use std::time::Duration;

use agon_core::Seat;
use serde::{Deserialize, Serialize};

use crate::game_clock::GameClock;

/// The clock of a game that is played. A seat's time is counted from its second move on, as on the servers for chess that
/// people know: nobody loses time while the others find their seats. Moves that are taken back give back the time that
/// each seat had there.
///
/// It reads no clock: every moment is handed in, as the time since one that the caller chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedClock {
    /// As it was asked for.
    control: String,
    /// As it began.
    begun: GameClock,
    /// Who made each move, and what they had left after it; nobody for chance, and where no time was counted.
    pressed: Vec<Option<(Seat, Duration)>>,
    /// As it stood when the position came about, or when the game ended.
    stood: GameClock,
    /// The seat whose time runs, and since when.
    running: Option<(Seat, Duration)>,
}

/// The same on record: times in milliseconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptClock {
    control: String,
    pressed: Vec<Option<(u8, u64)>>,
    /// As it stood.
    now: Vec<u64>,
}

impl PlayedClock {
    /// A clock as it begins, which was asked for by this text, where so many moves were made before.
    pub fn new(control: &str, begun: GameClock, plies: usize) -> PlayedClock {
        PlayedClock::of(control, begun, vec![None; plies])
    }

    fn of(control: &str, begun: GameClock, pressed: Vec<Option<(Seat, Duration)>>) -> PlayedClock {
        let (control, stood) = (control.to_owned(), begun.clone());
        let mut clock = PlayedClock { control, begun, pressed, stood, running: None };
        clock.back(clock.pressed.len());
        clock
    }

    /// Reads it. Where the game goes on it stands as when the position came about; where it `is_over`, as it stood then.
    /// Nothing where the record is of no clock.
    pub fn read(kept: &KeptClock, is_over: bool) -> Option<PlayedClock> {
        let seats = u8::try_from(kept.now.len()).ok()?;
        let begun = kept.control.parse::<GameClock>().ok()?.among(seats)?;
        let each = kept.pressed.iter().map(|pressed| {
            pressed.filter(|(seat, _)| *seat < seats).map(|(seat, left)| (Seat(seat), Duration::from_millis(left)))
        });
        let mut clock = PlayedClock::of(&kept.control, begun.clone(), each.collect());
        if is_over {
            let at = |clock: GameClock, (seat, &left): (Seat, &u64)| clock.with(seat, Duration::from_millis(left));
            clock.stood = Seat::all(seats).zip(&kept.now).fold(begun, at);
        }
        Some(clock)
    }

    /// Puts it on record.
    pub fn kept(&self) -> KeptClock {
        let whole = |left: Duration| left.as_millis() as u64;
        let each = self.pressed.iter().map(|one| one.map(|(seat, left)| (seat.0, whole(left))));
        let seats = Seat::all(self.stood.seats() as u8);
        KeptClock {
            control: self.control.clone(),
            pressed: each.collect(),
            now: seats.map(|seat| whole(self.stood.left(seat))).collect(),
        }
    }

    /// As it was asked for.
    pub fn control(&self) -> &str {
        &self.control
    }

    /// What each seat had left when the position came about, or when the game ended.
    pub fn stood(&self) -> &GameClock {
        &self.stood
    }

    /// What each seat has left at this moment.
    pub fn left(&self, now: Duration) -> GameClock {
        let stood = self.stood.clone();
        match self.running() {
            Some((seat, since, left)) => stood.with(seat, left.saturating_sub(now.saturating_sub(since))),
            None => stood,
        }
    }

    /// The seat whose time runs, since when, and what it had left then.
    pub fn running(&self) -> Option<(Seat, Duration, Duration)> {
        self.running.map(|(seat, since)| (seat, since, self.stood.left(seat)))
    }

    /// What the seat that made this move had left after it; nothing where no time was counted.
    pub fn after(&self, ply: usize) -> Option<Duration> {
        self.pressed.get(ply)?.map(|(_, left)| left)
    }

    /// Whether the time of this seat is counted already.
    fn counts(&self, seat: Seat) -> bool {
        self.pressed.iter().flatten().any(|(own, _)| *own == seat)
    }

    /// This seat moves, and has thought so long about it; `false` where it had less, and makes no move.
    #[must_use]
    pub(crate) fn press(&mut self, seat: Seat, used: Duration) -> bool {
        self.running = None;
        let is_in_time = !self.counts(seat) || self.stood.press(seat, used);
        if is_in_time {
            self.pressed.push(Some((seat, self.stood.left(seat))));
        }
        is_in_time
    }

    /// A move is made that takes nobody time.
    pub(crate) fn pass(&mut self) {
        self.running = None;
        self.pressed.push(None);
    }

    /// Goes back to the position after so many moves, with the times that were left there.
    pub(crate) fn back(&mut self, plies: usize) {
        self.running = None;
        self.pressed.truncate(plies);
        let pressed = self.pressed.iter().flatten();
        self.stood = pressed.fold(self.begun.clone(), |clock, (seat, left)| clock.with(*seat, *left));
    }

    /// Runs from now on for this seat, from what it had when the position came about, or for nobody.
    pub(crate) fn run(&mut self, seat: Option<Seat>, now: Duration) {
        let seat = seat.filter(|seat| self.counts(*seat));
        self.running = seat.map(|seat| (seat, now));
    }

    /// Stands still, as it is.
    pub(crate) fn stop(&mut self, now: Duration) {
        self.stood = self.left(now);
        self.running = None;
    }

    /// Stands still, and this seat has nothing left.
    pub(crate) fn empty(&mut self, seat: Seat) {
        self.running = None;
        self.stood = self.stood.clone().with(seat, Duration::ZERO);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use agon_core::Seat;

    use super::PlayedClock;

    #[test]
    fn time_is_counted_from_the_second_move_of_a_seat_on_and_given_back_with_moves() {
        let seconds = Duration::from_secs;
        let begun = "1+2".parse::<crate::GameClock>().unwrap().among(2).unwrap();
        let mut clock = PlayedClock::new("1+2", begun, 1);
        let left = |clock: &PlayedClock| [0, 1].map(|seat| clock.stood().left(Seat(seat)).as_secs());
        for (seat, used, expected) in [(0, 500, [60, 60]), (1, 70, [60, 60]), (0, 10, [52, 60]), (1, 60, [52, 2])] {
            assert!(clock.press(Seat(seat), seconds(used)));
            assert_eq!(left(&clock), expected);
        }
        clock.pass();
        assert!(!clock.press(Seat(1), seconds(3)));
        clock.back(4);
        assert_eq!((left(&clock), clock.pressed.len()), ([52, 60], 4));
        clock.back(2);
        assert!(clock.counts(Seat(0)) && !clock.counts(Seat(1)));
        assert!(clock.press(Seat(1), seconds(600)) && !clock.press(Seat(0), seconds(61)));
    }
}
