//! Which heuristic of a game is meant, and what each thing counts in it.

use crate::Seat;

/// One of the heuristics a game offers: an index into [`Position::heuristics`](crate::Position::heuristics).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heuristic(pub u8);

/// What one place, or one thing, counts in an estimate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contribution {
    /// What it is: the name of a place, as moves and pictures have it, say.
    pub name: String,
    /// What it counts for each seat.
    pub values: Vec<f64>,
    /// What that is the sum of, where there is more to say: each with a name, for each seat.
    pub terms: Vec<(&'static str, Vec<f64>)>,
}

impl Contribution {
    /// A contribution that is the sum of these terms.
    pub fn new(name: String, seats: u8, terms: Vec<(&'static str, Vec<f64>)>) -> Contribution {
        let sum = |seat: usize| terms.iter().map(|(_, values)| values[seat]).sum();
        Contribution { name, values: (0..usize::from(seats)).map(sum).collect(), terms }
    }

    /// A contribution that counts for one of this many seats, and is the sum of these terms.
    pub fn own(name: String, seat: Seat, seats: u8, terms: &[(&'static str, f64)]) -> Contribution {
        let alone = |value| Seat::all(seats).map(|s| if s == seat { value } else { 0.0 }).collect();
        let terms = terms.iter().map(|&(term, value)| (term, alone(value)));
        Contribution::new(name, seats, terms.collect())
    }
}
