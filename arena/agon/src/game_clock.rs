//! The clock of a game: a time for each seat, and an increment for every move.

use std::{fmt, time::Duration};

use agon_arena::play::TimeControl;
use agon_core::Seat;

/// No time is longer, in seconds.
const LONGEST: u64 = 86_400;

/// What each seat has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameClock {
    left: Vec<Duration>,
    increment: Duration,
}

/// Reads minutes, and the seconds added for every move: `5+3`, `10`, `0.5+1`. Minutes may have seconds,
/// and each seat a time of its own: `4:57/5:00+3`.
///
/// # Errors
///
/// The accepted form, if the text has another.
pub(crate) fn parse(text: &str) -> Result<GameClock, String> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let left = minutes.split('/').map(read).collect::<Option<Vec<_>>>();
    match (left, read_as(seconds, 1.0)) {
        (Some(left), Some(increment)) if !left.iter().any(Duration::is_zero) => {
            Ok(GameClock { left, increment })
        }
        _ => Err("accepted: minutes, and seconds added for every move, as in 5+3, 0.5 or 4:57+3; or such \
                  minutes for each seat, as in 4:57/5:00+3"
            .to_owned()),
    }
}

/// Reads minutes, or minutes and seconds.
fn read(text: &str) -> Option<Duration> {
    match text.split_once(':') {
        None => read_as(text, 60.0),
        Some((minutes, seconds)) => {
            let all = read_as(minutes, 60.0)? + read_as(seconds, 1.0)?;
            Some(all).filter(|time| time.as_secs() <= LONGEST)
        }
    }
}

fn read_as(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    Duration::try_from_secs_f64(number * unit).ok().filter(|time| time.as_secs() <= LONGEST)
}

/// The time left, as [`parse`] reads it.
impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, left) in self.left.iter().enumerate() {
            // Who has nothing left has lost.
            let tenths = (left.as_millis() / 100).max(1);
            let slash = if seat == 0 { "" } else { "/" };
            write!(f, "{slash}{}:{:02}", tenths / 600, tenths / 10 % 60)?;
            if !tenths.is_multiple_of(10) {
                write!(f, ".{}", tenths % 10)?;
            }
        }
        write!(f, "+{}", self.increment.as_secs_f64())
    }
}

impl GameClock {
    /// The same for `seats` seats; `None` where it is for another number of them.
    pub(crate) fn among(mut self, seats: u8) -> Option<GameClock> {
        if let [one] = self.left[..] {
            self.left = vec![one; usize::from(seats)];
        }
        (self.left.len() == usize::from(seats)).then_some(self)
    }

    /// How long a player of `seat`, who has this many moves to come by the rules, should think about
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

    use super::parse;
    use agon_core::Seat;

    #[test]
    fn clocks_are_read_as_they_are_written_everywhere() {
        let read = |text| parse(text).map(|clock| clock.to_string());
        for (text, clock) in [
            ("5+3", "5:00+3"),
            ("10", "10:00+0"),
            ("0.5+1", "0:30+1"),
            ("4:57.3/0:09+2.5", "4:57.3/0:09+2.5"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(clock));
            assert_eq!(read(clock).as_deref(), Ok(clock));
        }
        for wrong in
            ["", "+", "0", "-1", "5+", "5+x", "nan", "inf", "1e300", "5+-1", "99999", "5/", "1:x"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn whoever_keeps_to_its_share_never_loses_on_time() {
        for increment in [0, 1, 10] {
            let clock = parse(&format!("0:10+{increment}")).unwrap().among(2);
            let (mut clock, seat) = (clock.unwrap(), Seat(1));
            for _ in 0..1000 {
                assert!(clock.press(seat, clock.share(seat, 1)));
            }
            assert!(!clock.press(seat, Duration::from_secs(100_000)));
            assert_eq!(clock.face(seat), "0:00.0");
            assert_eq!(clock.face(Seat(0)), "0:10.0");
        }
    }
}
