//! Whether the players' values agree, and since when.

use agon_core::{Facts, Seat};

use crate::{
    ask::agreement::Agreement,
    plan::tournament::Section,
    play::{ending::Ending, forfeit::equal_share},
};

/// For how many moves the players of a game have agreed, up to the last one.
#[derive(Clone, Copy, Default)]
pub(crate) struct AdjudicationState {
    /// That this seat has lost.
    lost: [u32; 2],
    /// That the game is drawn.
    drawn: u32,
}

impl AdjudicationState {
    /// Takes the value that the player on `seat` reported, in payoffs, after this many `plies`;
    /// returns how the game ends by it, if it does. A move without a value breaks any agreement.
    pub(crate) fn hear(&mut self, section: &Section, seat: Seat, value: Option<f64>, plies: usize) -> Option<Ending> {
        let value = value.map(|value| scaled(&section.facts, value));
        let is_time = |rule: &Agreement, streak: u32| rule.plies <= streak && rule.from as usize <= plies;
        if let Some(rule) = &section.resign {
            for (loser, streak) in self.lost.iter_mut().enumerate() {
                let of_loser = value.map(|v| if loser == seat.index() { v } else { -v });
                let agrees = of_loser.is_some_and(|value| value <= -rule.value);
                *streak = if agrees { *streak + 1 } else { 0 };
                if is_time(rule, *streak) {
                    return Some(Ending::Agreed(Some(Seat(loser as u8))));
                }
            }
        }
        let rule = section.draw.as_ref()?;
        let agrees = value.is_some_and(|value| value.abs() <= rule.value);
        self.drawn = if agrees { self.drawn + 1 } else { 0 };
        is_time(rule, self.drawn).then_some(Ending::Agreed(None))
    }
}

/// A value between −1, the least payoff, and 1, the greatest; 0 is an equal share.
fn scaled(facts: &Facts, value: f64) -> f64 {
    let from_middle = value - equal_share(facts);
    let end = if from_middle < 0.0 { facts.min_payoff } else { facts.max_payoff };
    let room = (end - equal_share(facts)).abs();
    if room == 0.0 { 0.0 } else { from_middle / room }
}

#[cfg(test)]
mod tests {
    use super::scaled;
    use agon_core::{Facts, Sum};

    #[test]
    fn values_are_compared_between_the_bounds_of_the_game() {
        let margin = Facts::two_seats(9).with_payoffs(-64.0, 64.0);
        assert_eq!([-64.0, -32.0, 0.0, 64.0].map(|v| scaled(&margin, v)), [-1.0, -0.5, 0.0, 1.0]);
        let shared = Facts::two_seats(9).with_sum(Sum::Constant(1.0)).with_payoffs(0.0, 1.0);
        assert_eq!([0.0, 0.5, 0.75, 1.0].map(|v| scaled(&shared, v)), [-1.0, 0.0, 0.5, 1.0]);
        let uneven = Facts::two_seats(9).with_payoffs(-10.0, 5.0);
        assert_eq!([-10.0, 0.0, 5.0].map(|v| scaled(&uneven, v)), [-1.0, 0.0, 1.0]);
        let nothing = Facts::two_seats(9).with_payoffs(0.0, 0.0);
        assert_eq!(scaled(&nothing, 0.0), 0.0);
    }
}
