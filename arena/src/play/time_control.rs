//! The share of a game's clock for one move.

use std::time::Duration;

use agon_core::Facts;

/// Never given to a player to think: it covers the way from its answer to the clock.
const RESERVE: Duration = Duration::from_millis(50);

/// For how many more moves the remaining time is divided at most: a game that is still open is decided
/// by its next moves.
const MOVES: u32 = 20;

/// The clock of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The remaining time.
    pub left: Duration,
    /// The time added after every move.
    pub increment: Duration,
    /// The number of moves before more time is added; `None` if the rest must last for the game.
    pub moves: Option<u32>,
}

impl TimeControl {
    /// The time for the next move of a seat with this many moves to come by the rules of its game, if that is known: an
    /// equal part of the remaining time, and most of the increment; never more than half of the remaining time, or nine
    /// tenths for the last move before more time is added. A player that obeys it never loses on time.
    ///
    /// Games that may have many more moves usually end sooner: six tenths of them are counted, and never more than
    /// twenty. Both were measured, with clocks that count positions.
    pub fn share(&self, to_come: Option<u32>) -> Duration {
        let usable = self.left.saturating_sub(RESERVE.min(self.left / 2));
        let to_come = to_come.map_or(MOVES, |moves| (moves.saturating_mul(6)).div_ceil(10));
        let moves = self.moves.unwrap_or(MOVES).min(to_come).clamp(1, MOVES);
        let most = if self.moves == Some(1) { usable * 9 / 10 } else { usable / 2 };
        (usable / moves + self.increment * 3 / 4).min(most)
    }
}

/// The most moves a seat can still have, including the next one, after this many plies of a game.
pub fn moves_to_come(facts: &Facts, plies: usize) -> u32 {
    let plies = u32::try_from(plies).unwrap_or(u32::MAX);
    facts.max_plies.saturating_sub(plies).div_ceil(facts.seats.into()).max(1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Facts, TimeControl, moves_to_come};

    #[test]
    fn whoever_keeps_to_its_share_never_loses_on_time() {
        for (seconds, increment, moves) in
            [(10, 0, None), (10, 1, None), (1, 10, None), (60, 0, Some(40)), (60, 0, Some(1))]
        {
            let full = Duration::from_secs(seconds);
            let mut clock = TimeControl { left: full, increment: Duration::from_secs(increment), moves };
            for ply in 0..1000 {
                // A game that may end after any move, and goes on.
                let to_come = [None, Some(1), Some(500 - ply / 2)][ply as usize % 3];
                let share = clock.share(to_come);
                // A millisecond or two pass on the way, while there are as many.
                let used = share + Duration::from_millis(2).min(clock.left / 4);
                clock.left = clock.left.checked_sub(used).expect("it had as much") + clock.increment;
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
        assert!((4900..5100).contains(&clock.share(None).as_millis()), "{:?}", clock.share(None));
        assert_eq!(clock.share(Some(100)), clock.share(None));
        // Of ten possible moves six are expected.
        assert!((16_000..17_000).contains(&clock.share(Some(10)).as_millis()));
        // For the last move before more time is added a tenth is reserved, as a margin for slow answers.
        let last = TimeControl { moves: Some(1), ..clock };
        assert!((89_900..90_000).contains(&last.share(None).as_millis()));
        for seconds in [0, 1, 10, 100] {
            let last = TimeControl { left: Duration::from_secs(seconds), ..last };
            assert!(last.share(None) <= last.left * 9 / 10, "{seconds}");
        }
    }

    #[test]
    fn the_moves_to_come_are_those_of_the_rules() {
        let facts = Facts::two_seats(42);
        assert_eq!([0, 1, 2, 40, 41, 50].map(|plies| moves_to_come(&facts, plies)), [21, 21, 20, 1, 1, 1]);
    }
}
