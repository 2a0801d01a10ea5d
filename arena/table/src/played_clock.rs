//! The clock of a game that is played, by the one rule of every screen.

use std::time::Duration;

use agon_core::Seat;

use crate::game_clock::GameClock;

/// The clock of a game that is played. A seat's time is counted from its second move on, as on the servers for chess that
/// people know: nobody loses time while the others find their seats. Moves that are taken back give back the time that
/// each seat had there.
#[derive(Clone, Debug)]
pub struct PlayedClock {
    /// As it began.
    begun: GameClock,
    /// Who made each move, and what they had left after it; nobody for chance, and where no time was counted.
    pressed: Vec<Option<(Seat, Duration)>>,
    now: GameClock,
}

impl PlayedClock {
    /// A clock as it begins, where so many moves were made before.
    pub fn new(begun: GameClock, plies: usize) -> PlayedClock {
        PlayedClock::of(begun, vec![None; plies])
    }

    /// A clock that began so, where these moves were made.
    pub fn of(begun: GameClock, pressed: Vec<Option<(Seat, Duration)>>) -> PlayedClock {
        let mut clock = PlayedClock { now: begun.clone(), begun, pressed };
        clock.back(clock.pressed.len());
        clock
    }

    /// What each seat has left.
    pub fn now(&self) -> &GameClock {
        &self.now
    }

    /// Who made each move, and what they had left after it; nobody for chance, and where no time was counted.
    pub fn pressed(&self) -> &[Option<(Seat, Duration)>] {
        &self.pressed
    }

    /// Whether the time of this seat is counted already.
    pub fn counts(&self, seat: Seat) -> bool {
        self.pressed.iter().flatten().any(|(own, _)| *own == seat)
    }

    /// This seat moves, and has thought so long about it; `false` where it had less, and makes no move.
    #[must_use]
    pub fn press(&mut self, seat: Seat, used: Duration) -> bool {
        let is_in_time = !self.counts(seat) || self.now.press(seat, used);
        if is_in_time {
            self.pressed.push(Some((seat, self.now.left(seat))));
        }
        is_in_time
    }

    /// A move is made that takes nobody time.
    pub fn pass(&mut self) {
        self.pressed.push(None);
    }

    /// Goes back to the position after so many moves, with the times that were left there.
    pub fn back(&mut self, plies: usize) {
        self.pressed.truncate(plies);
        let pressed = self.pressed.iter().flatten();
        self.now = pressed.fold(self.begun.clone(), |clock, (seat, left)| clock.with(*seat, *left));
    }

    /// Stands so from now on.
    pub fn set(&mut self, now: GameClock) {
        self.now = now;
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
        let mut clock = PlayedClock::new(begun, 1);
        let left = |clock: &PlayedClock| [0, 1].map(|seat| clock.now().left(Seat(seat)).as_secs());
        for (seat, used, expected) in
            [(0, 500, [60, 60]), (1, 70, [60, 60]), (0, 10, [52, 60]), (1, 60, [52, 2])]
        {
            assert!(clock.press(Seat(seat), seconds(used)));
            assert_eq!(left(&clock), expected);
        }
        clock.pass();
        assert!(!clock.press(Seat(1), seconds(3)));
        clock.back(4);
        assert_eq!((left(&clock), clock.pressed().len()), ([52, 60], 4));
        clock.back(2);
        assert!(clock.counts(Seat(0)) && !clock.counts(Seat(1)));
        assert!(clock.press(Seat(1), seconds(600)) && !clock.press(Seat(0), seconds(61)));
    }
}
