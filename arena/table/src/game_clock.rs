//! The clock of a game: a time for each seat, and an increment for every move.

use std::{fmt, str::FromStr, time::Duration};

use agon_arena::play::TimeControl;
use agon_core::{Seat, nearest};

/// No time is longer, in seconds.
const LONGEST: u64 = 86_400;

/// What each seat has left. As a text it is minutes, and the seconds added for every move: `5+3`, `10`, `0.5+1`. Minutes
/// may have seconds, and each seat a time of its own: `4:57/5:00+3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    left: Vec<Duration>,
    increment: Duration,
}

/// Why a text is no [`GameClock`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}accepted: minutes, and seconds added for every move, as in 5+3, 0.5 or 4:57+3; or such minutes for each seat, \
     as in 4:57/5:00+3",
    nearest.as_ref().map_or(String::new(), |near| format!("did you mean `{near}`? "))
)]
pub struct ClockError {
    /// The text that was probably meant, if there is one.
    pub nearest: Option<String>,
}

impl FromStr for GameClock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<GameClock, ClockError> {
        read_clock(text).ok_or_else(|| ClockError { nearest: meant(text) })
    }
}

fn read_clock(text: &str) -> Option<GameClock> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let left = minutes.split('/').map(read).collect::<Option<Vec<_>>>()?;
    let increment = read_as(seconds, 1.0)?;
    (!left.iter().any(Duration::is_zero)).then_some(GameClock { left, increment })
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

/// What a text that is no clock was meant to be: its numbers with the signs that belong between them (`5|3`, `5 min 3 s`,
/// `2,5+1`), or else a usual clock that is written almost so.
fn meant(text: &str) -> Option<String> {
    let mut mended = String::new();
    let mut is_apart = false;
    for letter in text.chars() {
        match letter {
            '0'..='9' | '.' | ',' | ':' | '/' => {
                if is_apart && mended.ends_with(|last: char| last.is_ascii_digit()) {
                    mended.push('+');
                }
                mended.push(if letter == ',' { '.' } else { letter });
                is_apart = false;
            }
            _ => is_apart = true,
        }
    }
    let mended = (mended != text && read_clock(&mended).is_some()).then_some(mended);
    mended.or_else(|| nearest(text, GameClock::USUAL.into_iter()).map(str::to_owned))
}

/// The time left, as it is read.
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
    /// Clocks that are often played with, the quickest first.
    pub const USUAL: [&'static str; 7] = ["1+0", "3+2", "5+0", "5+3", "10+5", "15+10", "30+0"];

    /// The same for `seats` seats; `None` where it is for another number of them.
    #[must_use]
    pub fn among(mut self, seats: u8) -> Option<GameClock> {
        if let [one] = self.left[..] {
            self.left = vec![one; usize::from(seats)];
        }
        (self.left.len() == usize::from(seats)).then_some(self)
    }

    /// For how many seats it is; 1 also where one time is meant for all of them.
    pub fn seats(&self) -> usize {
        self.left.len()
    }

    /// What `seat` has left.
    pub fn left(&self, seat: Seat) -> Duration {
        self.left[seat.index()]
    }

    /// The same, where `seat` has this time left.
    #[must_use]
    pub fn with(mut self, seat: Seat, left: Duration) -> GameClock {
        self.left[seat.index()] = left;
        self
    }

    /// How long a player of `seat`, who has this many moves to come by the rules, should think about
    /// one.
    pub fn share(&self, seat: Seat, to_come: u32) -> Duration {
        let left = self.left(seat);
        TimeControl { left, increment: self.increment, moves: None }.share(Some(to_come))
    }

    /// Takes the time that `seat` used off its clock; `false` if it had less.
    #[must_use]
    pub fn press(&mut self, seat: Seat, used: Duration) -> bool {
        let left = &mut self.left[seat.index()];
        let rest = left.checked_sub(used);
        *left = rest.map_or(Duration::ZERO, |rest| rest + self.increment);
        rest.is_some()
    }

    /// What `seat` has left: `4:31`, with tenths in the last twenty seconds.
    pub fn face(&self, seat: Seat) -> String {
        face(self.left(seat))
    }
}

/// A time as a clock shows it: `4:31`, with tenths in the last twenty seconds.
pub fn face(left: Duration) -> String {
    let seconds = left.as_secs();
    match seconds {
        0..20 => format!("0:{seconds:02}.{}", left.subsec_millis() / 100),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::GameClock;
    use agon_core::Seat;

    #[test]
    fn clocks_are_read_as_they_are_written_everywhere() {
        let read = |text: &str| text.parse::<GameClock>().map(|clock| clock.to_string());
        for (text, clock) in
            [("5+3", "5:00+3"), ("10", "10:00+0"), ("0.5+1", "0:30+1"), ("4:57.3/0:09+2.5", "4:57.3/0:09+2.5")]
        {
            assert_eq!(read(text).as_deref(), Ok(clock));
            assert_eq!(read(clock).as_deref(), Ok(clock));
        }
        for wrong in ["", "+", "0", "-1", "5+", "5+x", "nan", "inf", "1e300", "5+-1", "99999", "5/", "1:x"] {
            assert!(wrong.parse::<GameClock>().is_err(), "{wrong}");
        }
        for usual in GameClock::USUAL {
            assert!(read(usual).is_ok(), "{usual}");
        }
    }

    #[test]
    fn a_text_that_is_no_clock_is_answered_with_the_one_that_was_meant() {
        for (text, meant) in [
            ("5|3", Some("5+3")),
            ("5 3", Some("5+3")),
            ("5 min + 3 s", Some("5+3")),
            ("2,5+1", Some("2.5+1")),
            ("10-5", Some("10+5")),
            ("5+3s", Some("5+3")),
            ("five", None),
            ("", None),
            ("99999", None),
        ] {
            let error = text.parse::<GameClock>().unwrap_err();
            assert_eq!(error.nearest.as_deref(), meant, "{text}");
            let words = meant.map_or(String::new(), |near| format!("did you mean `{near}`? "));
            assert!(error.to_string().starts_with(&(words + "accepted: minutes")), "{error}");
        }
    }

    #[test]
    fn whoever_keeps_to_its_share_never_loses_on_time() {
        for increment in [0, 1, 10] {
            let clock = format!("0:10+{increment}").parse::<GameClock>().unwrap().among(2);
            let (mut clock, seat) = (clock.unwrap(), Seat(1));
            for _ in 0..1000 {
                let share = clock.share(seat, 1);
                assert!(clock.press(seat, share));
            }
            assert!(!clock.press(seat, Duration::from_secs(100_000)));
            assert_eq!(clock.face(seat), "0:00.0");
            assert_eq!(clock.face(Seat(0)), "0:10.0");
        }
    }
}
