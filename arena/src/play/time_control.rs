//! How much of a game's clock one move may take.

use std::time::Duration;

/// Never given to a player to think: it covers the way from its answer to the clock.
const RESERVE: Duration = Duration::from_millis(50);

/// For how many more moves the remaining time is divided, where nobody says how many it must last.
const MOVES: u32 = 25;

/// The clock of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// What is left on it.
    pub left: Duration,
    /// What is added after every move.
    pub increment: Duration,
    /// How many moves are to be made before more time is given; `None` if what is left must last.
    pub moves: Option<u32>,
}

impl TimeControl {
    /// How long to think about the next move: an equal part of what is left, and most of the
    /// increment; never more than half of what is left, unless the move is the last before more time
    /// is given. Whoever keeps to it never loses on time.
    pub fn share(&self) -> Duration {
        let usable = self.left.saturating_sub(RESERVE.min(self.left / 2));
        let moves = self.moves.unwrap_or(MOVES).clamp(1, MOVES);
        let most = if moves == 1 { usable } else { usable / 2 };
        (usable / moves + self.increment * 3 / 4).min(most)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::TimeControl;

    #[test]
    fn whoever_keeps_to_its_share_never_loses_on_time() {
        for (seconds, increment, moves) in
            [(10, 0, None), (10, 1, None), (1, 10, None), (60, 0, Some(40)), (60, 0, Some(1))]
        {
            let full = Duration::from_secs(seconds);
            let mut clock =
                TimeControl { left: full, increment: Duration::from_secs(increment), moves };
            for _ in 0..1000 {
                let share = clock.share();
                // A millisecond or two pass on the way, while there are as many.
                let used = share + Duration::from_millis(2).min(clock.left / 4);
                clock.left =
                    clock.left.checked_sub(used).expect("it had as much") + clock.increment;
                if let Some(left) = &mut clock.moves {
                    *left -= 1;
                    if *left == 0 {
                        (*left, clock.left) = (moves.unwrap(), clock.left + full);
                    }
                }
            }
        }
    }

    #[test]
    fn the_time_is_used() {
        let clock = TimeControl { left: Duration::from_secs(100), ..TimeControl::default() };
        assert!((3900..4100).contains(&clock.share().as_millis()), "{:?}", clock.share());
        let last = TimeControl { moves: Some(1), ..clock };
        assert!(last.share() > Duration::from_secs(99));
    }
}
