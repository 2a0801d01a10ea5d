//! Meetings and seatings by number: subsets of entries and their orders.

use crate::ask::rules::SeatingRule;

/// The orders in which `seats` entries take their seats: which of them is on the first seat, on the
/// second…
pub(crate) fn orders(rule: SeatingRule, seats: usize) -> Vec<Vec<u8>> {
    let fixed = (0..seats as u8).collect();
    match rule {
        SeatingRule::Fixed => vec![fixed],
        SeatingRule::All if seats <= MOST_SEATS_IN_ALL_ORDERS => permutations(fixed),
        SeatingRule::All | SeatingRule::Balanced => balanced(seats as u8),
    }
}

/// With more seats than this, all orders would be too many.
pub(crate) const MOST_SEATS_IN_ALL_ORDERS: usize = 4;

/// Every order of `items`, ascending.
fn permutations(items: Vec<u8>) -> Vec<Vec<u8>> {
    if items.len() <= 1 {
        return vec![items];
    }
    let mut all = Vec::new();
    for &first in &items {
        let rest = items.iter().copied().filter(|&item| item != first).collect();
        for tail in permutations(rest) {
            all.push([vec![first], tail].concat());
        }
    }
    all
}

/// The Williams square: the zigzag 0, 1, n−1, 2, n−2, …, shifted by every amount; for odd `n` its
/// mirror image too. Two seats give both orders, one gives one.
fn balanced(n: u8) -> Vec<Vec<u8>> {
    let zigzag: Vec<u8> = (0..n).map(|i| if i % 2 == 1 { i.div_ceil(2) } else { (n - i / 2) % n }).collect();
    let shift = |by: u8| zigzag.iter().map(move |&x| (x + by) % n).collect::<Vec<u8>>();
    let mut orders: Vec<Vec<u8>> = (0..n).map(shift).collect();
    if n % 2 == 1 && 1 < n {
        let mirrored: Vec<Vec<u8>> = orders.iter().map(|order| order.iter().rev().copied().collect()).collect();
        orders.extend(mirrored);
    }
    orders
}

/// In how many ways `k` of `n` can meet, if that fits.
pub(crate) fn subsets(n: usize, k: usize) -> Option<u64> {
    let mut count = 1u128;
    for i in 0..k {
        count = count * (n.checked_sub(i)? as u128) / (i as u128 + 1);
        if u128::from(u64::MAX) < count {
            return None;
        }
    }
    Some(count as u64)
}

/// The subset of `k` of `n` with that number, ascending; subsets are counted in ascending order.
pub(crate) fn subset(n: usize, k: usize, mut number: u64, out: &mut Vec<usize>) {
    out.clear();
    let mut least = 0;
    for left in (0..k).rev() {
        for candidate in least..n {
            // This many subsets have `candidate` as their next member.
            let here = subsets(n - candidate - 1, left).expect("fewer than all subsets");
            if number < here {
                out.push(candidate);
                least = candidate + 1;
                break;
            }
            number -= here;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{orders, subset, subsets};
    use crate::ask::rules::SeatingRule::{All, Balanced, Fixed};
    use std::collections::BTreeMap;

    #[test]
    fn subsets_are_numbered_without_gaps() {
        for (n, k) in [(2, 2), (5, 2), (6, 3), (4, 4), (7, 1)] {
            let (mut seen, mut out) = (Vec::new(), Vec::new());
            for number in 0..subsets(n, k).unwrap() {
                subset(n, k, number, &mut out);
                seen.push(out.clone());
            }
            assert!(seen.iter().all(|s| s.len() == k && s.is_sorted()), "{seen:?}");
            assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "{seen:?}");
        }
        assert_eq!(subsets(1000, 2), Some(499_500));
        assert_eq!(subsets(64, 32), Some(1_832_624_140_942_590_534));
        assert_eq!(subsets(2, 3), Some(0));
    }

    #[test]
    fn all_orders_of_up_to_four_seats_are_played() {
        assert_eq!(orders(All, 1), [[0]]);
        assert_eq!(orders(All, 2), [[0, 1], [1, 0]]);
        assert_eq!(orders(All, 3).len(), 6);
        assert_eq!(orders(All, 4).len(), 24);
        assert_eq!(orders(Fixed, 3), [[0, 1, 2]]);
    }

    #[test]
    fn balanced_orders_share_out_seats_and_neighbours() {
        for seats in 2..=9 {
            let (mut at, mut after) = (BTreeMap::new(), BTreeMap::new());
            for order in orders(Balanced, seats) {
                for (seat, &who) in order.iter().enumerate() {
                    *at.entry((who, seat)).or_insert(0) += 1;
                }
                for pair in order.windows(2) {
                    *after.entry((pair[0], pair[1])).or_insert(0) += 1;
                }
            }
            let times = if seats % 2 == 0 { 1 } else { 2 };
            assert_eq!(at.len(), seats * seats);
            assert!(at.values().all(|&count| count == times), "{seats} seats: {at:?}");
            assert_eq!(after.len(), seats * (seats - 1));
            assert!(after.values().all(|&count| count == times), "{seats} seats: {after:?}");
        }
    }
}
