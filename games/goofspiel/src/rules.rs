//! The options of a game, and what follows from them alone.

use agon_core::{Facts, Seat};

/// The most cards that a seat can have.
pub(crate) const MOST_CARDS: usize = 13;

/// The most seats.
pub(crate) const MOST_SEATS: usize = 8;

/// The options of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rules {
    pub(crate) cards: u8,
    pub(crate) seats: u8,
    pub(crate) order: Order,
    /// Bids are shown when all have bid.
    pub(crate) is_open: bool,
    /// Points are paid, not victories.
    pub(crate) counts_points: bool,
}

/// In which order prizes are turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    Descending,
    Ascending,
    Random,
}

impl Order {
    pub(crate) const NAMES: &[&str] = &["descending", "ascending", "random"];

    pub(crate) fn of_name(name: &str) -> Order {
        match name {
            "descending" => Order::Descending,
            "ascending" => Order::Ascending,
            _ => Order::Random,
        }
    }
}

impl Rules {
    pub(crate) fn facts(self) -> Facts {
        let rounds = u32::from(self.cards) - 1;
        let drawn = if self.order == Order::Random { rounds } else { 0 };
        let facts = Facts::new(self.seats, rounds * u32::from(self.seats) + drawn).with_hidden();
        let facts = if drawn == 0 { facts } else { facts.with_chance() };
        if self.counts_points {
            let all = f64::from(self.cards) * f64::from(self.cards + 1) / 2.0;
            facts.with_payoffs(-all / f64::from(self.seats - 1), all)
        } else {
            facts
        }
    }

    /// The payoff of a seat for these points of all seats.
    pub(crate) fn payoff(self, points: &[i32], seat: Seat) -> f64 {
        let own = points[seat.index()];
        if self.counts_points {
            let others = points.iter().sum::<i32>() - own;
            let rest = i32::from(self.seats) - 1;
            return f64::from(own * rest - others) / f64::from(rest);
        }
        let best = points.iter().copied().max().unwrap_or(own);
        let winners = points.iter().filter(|points| **points == best).count();
        let losers = points.len() - winners;
        match (losers, own == best) {
            (0, _) => 0.0,
            (_, true) => 1.0 / winners as f64,
            (_, false) => -1.0 / losers as f64,
        }
    }
}
