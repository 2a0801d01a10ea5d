//! Pairing at the least cost: where all have met before, as few as possible meet again.

/// Up to this many entries the optimal pairing is found; beyond, one that no exchange of partners
/// between two pairs would improve.
const EXACT: usize = 20;

/// Pairs `entries`, an even number of places counted from zero, so that the sum of `cost` over all
/// pairs is least. Of equally good pairings the first place has the nearest partner, then the next.
pub(super) fn cheapest(entries: usize, cost: &dyn Fn(usize, usize) -> u64) -> Vec<(usize, usize)> {
    let neighbours = || (0..entries / 2).map(|i| (2 * i, 2 * i + 1)).collect();
    if entries <= EXACT { exact(entries, cost) } else { exchanged(neighbours(), cost) }
}

/// By dynamic programming over the sets of entries not yet paired.
fn exact(entries: usize, cost: &dyn Fn(usize, usize) -> u64) -> Vec<(usize, usize)> {
    let all = (1usize << entries) - 1;
    // The least cost of pairing a set, and the partner of its first place.
    let mut best = vec![(u64::MAX, 0u8); all + 1];
    best[0].0 = 0;
    for set in (1..=all).filter(|set| set.count_ones() % 2 == 0) {
        let first = set.trailing_zeros() as usize;
        let others = set & (set - 1);
        for other in (first + 1..entries).filter(|&other| others >> other & 1 == 1) {
            let sum = cost(first, other) + best[others & !(1 << other)].0;
            if sum < best[set].0 {
                best[set] = (sum, other as u8);
            }
        }
    }
    let (mut left, mut pairs) = (all, Vec::new());
    while left != 0 {
        let (first, other) = (left.trailing_zeros() as usize, usize::from(best[left].1));
        pairs.push((first, other));
        left &= !(1 << first | 1 << other);
    }
    pairs
}

/// Exchanges partners between two of `pairs` as long as that is cheaper.
pub(super) fn exchanged(mut pairs: Vec<(usize, usize)>, cost: &dyn Fn(usize, usize) -> u64) -> Vec<(usize, usize)> {
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        for one in 0..pairs.len() {
            for other in one + 1..pairs.len() {
                let ((a, b), (c, d)) = (pairs[one], pairs[other]);
                let sum = |[(a, b), (c, d)]: [(usize, usize); 2]| cost(a, b) + cost(c, d);
                let now = sum([(a, b), (c, d)]);
                let ways = [[(a, c), (b, d)], [(a, d), (b, c)]];
                if let Some([first, second]) = ways.into_iter().find(|&way| sum(way) < now) {
                    (pairs[one], pairs[other], is_settled) = (first, second, false);
                }
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;

    use super::{cheapest, exchanged};

    /// The least cost, by looking at every pairing there is.
    fn least(left: &[usize], cost: &dyn Fn(usize, usize) -> u64) -> u64 {
        let Some((&first, others)) = left.split_first() else { return 0 };
        let with = |at: usize| {
            let rest = [&others[..at], &others[at + 1..]].concat();
            cost(first, others[at]) + least(&rest, cost)
        };
        (0..others.len()).map(with).min().unwrap_or(u64::MAX)
    }

    #[test]
    fn no_pairing_is_cheaper() {
        let mut stream = Seed(3).stream(0);
        for trial in 0..300 {
            let entries = 2 * (1 + trial % 5);
            let costs: Vec<Vec<u64>> =
                (0..entries).map(|_| (0..entries).map(|_| (stream.unit() * 6.0) as u64).collect()).collect();
            let cost = |a: usize, b: usize| costs[a.min(b)][a.max(b)];
            let order: Vec<usize> = (0..entries).collect();
            let sum = |pairs: &[(usize, usize)]| pairs.iter().map(|&(a, b)| cost(a, b)).sum::<u64>();
            let neighbours = order.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
            for pairs in [cheapest(entries, &cost), exchanged(neighbours, &cost)] {
                let mut seen: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                seen.sort_unstable();
                assert_eq!(seen, order);
            }
            assert_eq!(sum(&cheapest(entries, &cost)), least(&order, &cost), "{costs:?}");
        }
    }

    #[test]
    fn equally_good_pairings_are_of_neighbours() {
        for entries in [0, 2, 8, 20, 22] {
            let neighbours: Vec<_> = (0..entries / 2).map(|i| (2 * i, 2 * i + 1)).collect();
            assert_eq!(cheapest(entries, &|_, _| 7), neighbours);
        }
    }

    #[test]
    fn a_large_field_avoids_what_exchanges_can_avoid() {
        // Only neighbours have met.
        let cost = |a: usize, b: usize| u64::from(a / 2 == b / 2);
        let pairs = cheapest(100, &cost);
        assert!(pairs.iter().all(|&(a, b)| cost(a, b) == 0), "{pairs:?}");
    }
}
