//! The payoffs of a game that was not played to its end.

use agon_core::{Facts, Seat, Sum};

/// The payoff of each seat if all get the same: an equal share of the constant sum, or without one
/// the middle between the bounds.
pub fn equal_share(facts: &Facts) -> f64 {
    total(facts) / f64::from(facts.seats)
}

/// The seat at fault gets the game's least payoff. The others share the rest of the sum; if the sum
/// is not constant, it is taken as the middle between the bounds for every seat.
pub fn forfeit(facts: &Facts, seat: Seat, payoffs: &mut Vec<f64>) {
    let least = facts.min_payoff;
    let others = f64::from(facts.seats) - 1.0;
    let share = ((total(facts) - least) / others).clamp(least, facts.max_payoff);
    payoffs.clear();
    payoffs.extend(Seat::all(facts.seats).map(|other| if other == seat { least } else { share }));
}

fn total(facts: &Facts) -> f64 {
    match facts.sum {
        Sum::Zero => 0.0,
        Sum::Constant(sum) => sum,
        Sum::General => f64::midpoint(facts.min_payoff, facts.max_payoff) * f64::from(facts.seats),
    }
}

#[cfg(test)]
mod tests {
    use super::{equal_share, forfeit};
    use agon_core::{Facts, Seat, Sum};

    #[test]
    fn a_forfeit_costs_the_least_payoff_and_the_others_share() {
        let of = |facts: &Facts, seat| {
            let mut payoffs = Vec::new();
            forfeit(facts, Seat(seat), &mut payoffs);
            payoffs
        };
        let two = Facts::two_seats(9);
        assert_eq!(of(&two, 0), [-1.0, 1.0]);
        assert_eq!(of(&two, 1), [1.0, -1.0]);
        let three = Facts::new(3, 9);
        assert_eq!(of(&three, 1), [0.5, -1.0, 0.5]);
        let shared = three.with_sum(Sum::Constant(1.0)).with_payoffs(0.0, 1.0);
        assert_eq!(of(&shared, 2), [0.5, 0.5, 0.0]);
        let open = two.with_sum(Sum::General).with_payoffs(0.0, 10.0);
        assert_eq!(of(&open, 0), [0.0, 10.0]);
        assert_eq!(equal_share(&open), 5.0);
        assert_eq!(of(&Facts::new(1, 9).with_payoffs(0.0, 10.0), 0), [0.0]);
    }
}
