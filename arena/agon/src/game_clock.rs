//! The clock of a game: a time for each seat, and an increment for every move.

use std::time::Duration;

use agon_arena::play::TimeControl;
use agon_core::Seat;

/// What each seat has left.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    left: Vec<Duration>,
    increment: Duration,
}

/// Reads minutes, and the seconds added for every move: `5+3`, `10`, `0.5+1`.
///
/// # Errors
///
/// What is accepted, where it is something else.
pub(crate) fn parse(text: &str) -> Result<(Duration, Duration), String> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let read = |text: &str, unit: f64| {
        let number: f64 = text.trim().parse().ok()?;
        Duration::try_from_secs_f64(number * unit).ok().filter(|time| time.as_secs() <= 86_400)
    };
    match (read(minutes, 60.0), read(seconds, 1.0)) {
        (Some(time), Some(increment)) if !time.is_zero() => Ok((time, increment)),
        _ => {
            Err("accepted: minutes, and seconds added for every move, as in 5+3 or 0.5".to_owned())
        }
    }
}

impl GameClock {
    /// A clock for so many seats.
    pub(crate) fn new(seats: u8, (time, increment): (Duration, Duration)) -> GameClock {
        GameClock { left: vec![time; usize::from(seats)], increment }
    }

    /// How long a player of `seat`, who has so many moves to come by the rules, should think about
    /// one.
    pub(crate) fn share(&self, seat: Seat, to_come: u32) -> Duration {
        let left = self.left[seat.index()];
        TimeControl { left, increment: self.increment, moves: None }.share(Some(to_come))
    }

    /// Takes the time that `seat` used off its clock; `false` if it had less.
    pub(crate) fn press(&mut self, seat: Seat, used: Duration) -> bool {
        let left = &mut self.left[seat.index()];
        let rest = left.checked_sub(used);
        *left = rest.map_or(Duration::ZERO, |rest| rest + self.increment);
        rest.is_some()
    }

    /// What `seat` has left: `4:31`, with tenths in the last twenty seconds.
    pub(crate) fn face(&self, seat: Seat) -> String {
        let left = self.left[seat.index()];
        let seconds = left.as_secs();
        match seconds {
            0..20 => format!("0:{seconds:02}.{}", left.subsec_millis() / 100),
            _ => format!("{}:{:02}", seconds / 60, seconds % 60),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{GameClock, parse};
    use agon_core::Seat;

    #[test]
    fn clocks_are_read_as_they_are_written_everywhere() {
        let seconds = Duration::from_secs;
        assert_eq!(parse("5+3"), Ok((seconds(300), seconds(3))));
        assert_eq!(parse("10"), Ok((seconds(600), Duration::ZERO)));
        assert_eq!(parse("0.5+1"), Ok((seconds(30), seconds(1))));
        for wrong in ["", "+", "0", "-1", "5+", "5+x", "nan", "inf", "1e300", "5+-1", "99999"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn whoever_keeps_to_its_share_never_loses_on_time() {
        for increment in [0, 1, 10] {
            let times = (Duration::from_secs(10), Duration::from_secs(increment));
            let (mut clock, seat) = (GameClock::new(2, times), Seat(1));
            for _ in 0..1000 {
                assert!(clock.press(seat, clock.share(seat, 1)));
            }
            assert!(!clock.press(seat, Duration::from_secs(100_000)));
            assert_eq!(clock.face(seat), "0:00.0");
            assert_eq!(clock.face(Seat(0)), "0:10.0");
        }
    }
}
