//! The choice of a heuristic, and the parts of an estimate.

use crate::Seat;

/// One of the heuristics a game offers: an index into [`Position::heuristics`](crate::Position::heuristics).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heuristic(pub u8);

/// The contribution of one place, or one piece, to an estimate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contribution {
    /// Its name: that of a place in moves and pictures, for example.
    pub name: String,
    /// Its value for each seat.
    pub values: Vec<f64>,
    /// The summands of that value, if it has several: each with a name, for each seat.
    pub terms: Vec<(&'static str, Vec<f64>)>,
}

impl Contribution {
    /// A contribution that is the sum of these terms.
    pub fn new(name: String, seats: u8, terms: Vec<(&'static str, Vec<f64>)>) -> Contribution {
        let sum = |seat: usize| terms.iter().map(|(_, values)| values[seat]).sum();
        Contribution { name, values: (0..usize::from(seats)).map(sum).collect(), terms }
    }

    /// A contribution that counts for `seat` only, of `seats` seats, and is the sum of these terms.
    pub fn own(name: String, seat: Seat, seats: u8, terms: &[(&'static str, f64)]) -> Contribution {
        let alone = |value| Seat::all(seats).map(|s| if s == seat { value } else { 0.0 }).collect();
        let terms = terms.iter().map(|&(term, value)| (term, alone(value)));
        Contribution::new(name, seats, terms.collect())
    }
}
