//! Declared facts about a game, from which players decide whether they can play it.

use std::fmt;

/// The sum of the payoffs of all seats at the end of every play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sum {
    /// Zero: with two seats, what one wins the other loses.
    Zero,
    /// Always this number.
    Constant(f64),
    /// It depends on the play.
    General,
}

/// The static facts of a game with its options: they hold for every position of one play.
///
/// ```
/// use agon_core::{Facts, Sum};
///
/// let chess_like = Facts::two_seats(500);
/// let dice = Facts::two_seats(200).with_chance().with_payoffs(-3.0, 3.0);
/// let puzzle = Facts::new(1, 40).with_payoffs(0.0, 10.0);
/// assert_eq!(puzzle.sum, Sum::General);
/// # assert!(chess_like.sum == Sum::Zero && dice.chance && dice.max_payoff == 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may go with any other")]
#[non_exhaustive]
pub struct Facts {
    /// The number of seats, at least one.
    pub seats: u8,
    /// Whether a chance node can occur.
    pub chance: bool,
    /// Whether something is hidden from some seat: cards, a fleet, a simultaneous choice. The game then writes [what
    /// each seat sees](crate::Position::write_view).
    pub hidden: bool,
    /// The sum of the payoffs.
    pub sum: Sum,
    /// No payoff and no estimate is less than this.
    pub min_payoff: f64,
    /// No payoff and no estimate is greater than this.
    pub max_payoff: f64,
    /// No play from the initial position has more plies than this, chance outcomes counted.
    pub max_plies: u32,
    /// Whether a seat may give the turn away in some positions: see
    /// [`Position::pass`](crate::Position::pass).
    pub passes: bool,
    /// Whether random playouts, as in a tree search, judge positions better than the game's heuristics and a search for
    /// good moves. The rules do not imply this: the author knows it from the literature or from measurements. It is
    /// advice, and affects only players that choose between the two.
    pub playouts: bool,
}

impl Facts {
    /// The facts of the commonest kind of game: two seats, no chance, payoffs −1, 0 and 1 that sum
    /// to zero.
    #[must_use]
    pub const fn two_seats(max_plies: u32) -> Facts {
        Facts::new(2, max_plies)
    }

    /// The same with `seats` seats, at least one. With a single seat the sum is
    /// [general](Sum::General).
    #[must_use]
    pub const fn new(seats: u8, max_plies: u32) -> Facts {
        let sum = if seats == 1 { Sum::General } else { Sum::Zero };
        Facts {
            seats,
            chance: false,
            hidden: false,
            sum,
            min_payoff: -1.0,
            max_payoff: 1.0,
            max_plies,
            passes: false,
            playouts: false,
        }
    }

    /// With nodes where nature draws.
    #[must_use]
    pub const fn with_chance(self) -> Facts {
        Facts { chance: true, ..self }
    }

    /// With hidden information.
    #[must_use]
    pub const fn with_hidden(self) -> Facts {
        Facts { hidden: true, ..self }
    }

    /// With payoffs, and so estimates, from `min` to `max`.
    #[must_use]
    pub const fn with_payoffs(self, min: f64, max: f64) -> Facts {
        Facts { min_payoff: min, max_payoff: max, ..self }
    }

    /// With payoffs that add up to `sum`.
    #[must_use]
    pub const fn with_sum(self, sum: Sum) -> Facts {
        Facts { sum, ..self }
    }

    /// With positions in which a seat may give the turn away.
    #[must_use]
    pub const fn with_passes(self) -> Facts {
        Facts { passes: true, ..self }
    }

    /// With plays at random that judge its positions better than its heuristics:
    /// [`playouts`](Facts::playouts).
    #[must_use]
    pub const fn with_playouts(self) -> Facts {
        Facts { playouts: true, ..self }
    }

    /// What they say, in sentences, for who is told of rules that say nothing more.
    pub fn sentences(&self) -> String {
        let Facts { seats, chance, hidden, sum, min_payoff, max_payoff, max_plies, .. } = *self;
        let seats = if seats == 1 { "There is one seat".to_owned() } else { format!("There are {seats} seats") };
        let chance = if chance { ", and chance, which draws outcomes by their weights" } else { "" };
        let hidden = if hidden { "A seat does not see everything" } else { "Nothing is hidden" };
        let sum = match sum {
            Sum::Zero => "; what all seats get adds up to 0".to_owned(),
            Sum::Constant(sum) => format!("; what all seats get adds up to {sum}"),
            Sum::General => String::new(),
        };
        format!(
            "{seats}{chance}. {hidden}. A play has {max_plies} moves at most, outcomes of chance counted. At its end a seat \
             gets from {min_payoff} to {max_payoff}{sum}."
        )
    }

    /// Whether there are two seats and one seat's win is the other's loss.
    pub fn is_two_seat_zero_sum(&self) -> bool {
        self.seats == 2 && self.sum == Sum::Zero
    }
}

/// Something a game offers by name: a heuristic or a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Named {
    /// The name people type: lower case, hyphens.
    pub name: &'static str,
    /// One line saying what it measures.
    pub summary: &'static str,
}

impl Named {
    /// A name and its one-line summary.
    pub const fn new(name: &'static str, summary: &'static str) -> Named {
        Named { name, summary }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
