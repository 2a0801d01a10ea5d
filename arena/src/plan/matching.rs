//! Simultaneous pairings: maximum matchings (J. Edmonds, *Paths, Trees, and Flowers*, 1965).

/// A maximum matching among numbered places, of which `may_meet` says whether two may be paired.
pub(super) struct Matching<'a> {
    may_meet: &'a dyn Fn(usize, usize) -> bool,
    /// The partner of each place, if it has one.
    partners: Vec<Option<usize>>,
    /// The places already removed.
    gone: Vec<bool>,
}

impl<'a> Matching<'a> {
    /// A largest matching of `places`.
    pub(super) fn largest(places: usize, may_meet: &'a dyn Fn(usize, usize) -> bool) -> Self {
        let (partners, gone) = (vec![None; places], vec![false; places]);
        let mut matching = Matching { may_meet, partners, gone };
        for place in 0..places {
            if matching.partners[place].is_none() {
                matching.augment(place);
            }
        }
        matching
    }

    /// The number of pairs.
    pub(super) fn size(&self) -> usize {
        self.partners.iter().flatten().count() / 2
    }

    /// Its pairs, and pairs of neighbours among the unmatched places.
    pub(super) fn completed(&self) -> Vec<(usize, usize)> {
        let places = 0..self.partners.len();
        let pair = |place: usize| self.partners[place].map(|other| (place, other));
        let pairs = places.clone().filter_map(pair).filter(|(one, other)| one < other);
        let left: Vec<usize> = places.filter(|&place| self.partners[place].is_none()).collect();
        pairs.chain(left.chunks_exact(2).map(|pair| (pair[0], pair[1]))).collect()
    }

    /// The perfect matching in which the first place has the nearest possible partner, then the next, and so on; `None`
    /// if there is no perfect matching.
    pub(super) fn nearest(mut self) -> Option<Vec<(usize, usize)>> {
        let places = self.partners.len();
        if 2 * self.size() < places {
            return None;
        }
        let mut pairs = Vec::new();
        for first in 0..places {
            if !self.gone[first] {
                let other = (first + 1..places).find(|&other| self.settle(first, other));
                pairs.push((first, other.expect("its partner is one of those")));
            }
        }
        Some(pairs)
    }

    /// Removes `first` and `other` as a pair, if all remaining places can still be paired.
    fn settle(&mut self, first: usize, other: usize) -> bool {
        if self.gone[other] || !(self.may_meet)(first, other) {
            return false;
        }
        (self.gone[first], self.gone[other]) = (true, true);
        if self.partners[first] == Some(other) {
            return true;
        }
        // Only the former partners of these two can now be unmatched.
        let lost = [first, other].map(|place| {
            let partner = self.partners[place].expect("nobody was left out");
            self.partners[partner] = None;
            partner
        });
        let is_settled = self.augment(lost[0]);
        if !is_settled {
            (self.gone[first], self.gone[other]) = (false, false);
            (self.partners[lost[0]], self.partners[lost[1]]) = (Some(first), Some(other));
        }
        is_settled
    }

    /// Finds `root` a partner, and another for each place that loses its own, if possible.
    fn augment(&mut self, root: usize) -> bool {
        let Some((mut place, tree)) = self.grow(root) else { return false };
        // Along the path every second pair is new.
        while let Some(before) = tree[place] {
            let next = self.partners[before];
            (self.partners[place], self.partners[before]) = (Some(before), Some(place));
            let Some(next) = next else { break };
            place = next;
        }
        true
    }

    /// Grows a tree of alternating paths from `root`. Returns an unmatched place at its end, and for each odd place of
    /// the tree the place it was reached from.
    fn grow(&self, root: usize) -> Option<(usize, Vec<Option<usize>>)> {
        let places = self.partners.len();
        let mut tree = vec![None; places];
        // Circles of odd length are one place, their base.
        let mut base: Vec<usize> = (0..places).collect();
        let mut is_even = vec![false; places];
        is_even[root] = true;
        let mut queue = std::collections::VecDeque::from([root]);
        while let Some(from) = queue.pop_front() {
            for to in 0..places {
                let is_step = !self.gone[to] && from != to && (self.may_meet)(from, to);
                if !is_step || base[from] == base[to] || self.partners[from] == Some(to) {
                    continue;
                }
                let closes = to == root || self.partners[to].is_some_and(|p| tree[p].is_some());
                if closes {
                    let common = self.common(from, to, &base, &tree);
                    let mut is_inside = vec![false; places];
                    for (at, beside) in [(from, to), (to, from)] {
                        self.fold(at, beside, common, &base, &mut tree, &mut is_inside);
                    }
                    for place in 0..places {
                        if is_inside[base[place]] {
                            base[place] = common;
                            if !is_even[place] {
                                is_even[place] = true;
                                queue.push_back(place);
                            }
                        }
                    }
                } else if tree[to].is_none() {
                    tree[to] = Some(from);
                    let Some(partner) = self.partners[to] else { return Some((to, tree)) };
                    is_even[partner] = true;
                    queue.push_back(partner);
                }
            }
        }
        None
    }

    /// The base that is nearest to both on their ways to the root.
    fn common(&self, one: usize, other: usize, base: &[usize], tree: &[Option<usize>]) -> usize {
        let up = &|place: usize| self.partners[place].and_then(|partner| tree[partner]);
        let way = |place: usize| std::iter::successors(Some(base[place]), move |&at| up(at).map(|at| base[at]));
        let mut is_on_way = vec![false; base.len()];
        way(one).for_each(|place| is_on_way[place] = true);
        way(other).find(|&place| is_on_way[place]).expect("both ways lead to the root")
    }

    /// Turns the way from `at` to the base `common` around, so that it can be walked from `beside` too.
    fn fold(
        &self,
        mut at: usize,
        mut beside: usize,
        common: usize,
        base: &[usize],
        tree: &mut [Option<usize>],
        is_inside: &mut [bool],
    ) {
        while base[at] != common {
            let partner = self.partners[at].expect("an even place below the root has a partner");
            (is_inside[base[at]], is_inside[base[partner]]) = (true, true);
            tree[at] = Some(beside);
            beside = partner;
            at = tree[partner].expect("an odd place was reached from somewhere");
        }
    }
}

/// The [nearest](Matching::nearest) perfect matching where nearly all may meet: each place may be paired with all others
/// but those in its list of `met`. `None` where too few are left for it to be known without a search.
///
/// Where every place may be paired with half of all places, there is a perfect matching (G. Dirac, *Some theorems on
/// abstract graphs*, 1952). So as long as that holds for the places left behind, the first one takes the nearest that it
/// may meet, and only the last few have to be searched.
pub(super) fn nearest_of_most(met: &[Vec<usize>]) -> Option<Vec<(usize, usize)>> {
    let places = met.len();
    let most = met.iter().map(Vec::len).max().unwrap_or(0);
    // So many places have a perfect matching: each may meet all but itself and `most` others, which is half of them.
    let enough = 2 * (most + 1);
    if places % 2 == 1 || places < enough {
        return None;
    }
    // The next place that is left, or `places`.
    let mut next: Vec<usize> = (1..=places).collect();
    let (mut first, mut left, mut pairs) = (0, places, Vec::with_capacity(places / 2));
    let may_meet = |one: usize, other: usize| !met[one].contains(&other);
    while enough + 2 <= left {
        let mut before = first;
        while !may_meet(first, next[before]) {
            before = next[before];
        }
        let other = next[before];
        next[before] = next[other];
        pairs.push((first, other));
        first = next[first];
        left -= 2;
    }
    let last: Vec<usize> = std::iter::successors(Some(first), |&place| Some(next[place])).take(left).collect();
    let among_last = |one: usize, other: usize| may_meet(last[one], last[other]);
    let nearest = Matching::largest(left, &among_last).nearest()?;
    pairs.extend(nearest.into_iter().map(|(one, other)| (last[one], last[other])));
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;

    use super::{Matching, nearest_of_most};

    /// The search is the oracle: rounds on rounds of what it finds, and of pairs at random.
    #[test]
    fn where_nearly_all_may_meet_the_nearest_pairs_are_found_without_a_search() {
        let mut stream = Seed(9).stream(0);
        let (mut found, mut searched) = (0, 0);
        for trial in 0..400 {
            let places = stream.below(60) as usize;
            let mut met = vec![Vec::new(); places];
            let is_random = trial % 2 == 0;
            for _ in 0..stream.below(14) {
                let mut order: Vec<usize> = (0..places).collect();
                if is_random {
                    stream.shuffle(&mut order);
                }
                let may_meet = |one: usize, other: usize| !met[one].contains(&other);
                let whole = || Matching::largest(places, &may_meet).nearest();
                let pairs: Vec<(usize, usize)> = if let Some(pairs) = nearest_of_most(&met) {
                    found += 1;
                    assert_eq!(Some(&pairs), whole().as_ref(), "{met:?}");
                    pairs
                } else {
                    searched += 1;
                    whole().unwrap_or_default()
                };
                let drawn = order.chunks_exact(2).map(|pair| (pair[0], pair[1]));
                let pairs = if is_random { drawn.collect() } else { pairs };
                for (one, other) in pairs {
                    met[one].push(other);
                    met[other].push(one);
                }
            }
        }
        assert!(500 < found && 500 < searched, "{found} {searched}");
    }

    /// Players that nobody looks at twice: a search of them all would take hours.
    #[test]
    fn ten_rounds_of_ten_thousand_are_paired_at_once() {
        let places = 10_000;
        let mut met = vec![Vec::new(); places];
        for _ in 0..10 {
            let pairs = nearest_of_most(&met).unwrap();
            assert_eq!(pairs.len(), places / 2);
            for (one, other) in pairs {
                assert!(!met[one].contains(&other) && one.abs_diff(other) <= 2 * 10);
                met[one].push(other);
                met[other].push(one);
            }
        }
    }

    /// All ways to pair some of `left`, the first with the nearest before anything else.
    fn all(left: &[usize], edges: &[Vec<bool>]) -> Vec<Vec<(usize, usize)>> {
        let Some((&first, others)) = left.split_first() else { return vec![Vec::new()] };
        let mut found = Vec::new();
        for (at, &other) in others.iter().enumerate().filter(|&(_, &other)| edges[first][other]) {
            let rest = [&others[..at], &others[at + 1..]].concat();
            for pairs in all(&rest, edges) {
                found.push([vec![(first, other)], pairs].concat());
            }
        }
        found.extend(all(others, edges));
        found
    }

    #[test]
    fn matchings_are_those_of_exhaustive_search() {
        let mut stream = Seed(7).stream(0);
        let (mut whole, mut partial) = (0, 0);
        for trial in 0..2_000 {
            let places = trial % 9;
            let density = 1 + stream.below(7);
            let mut edges = vec![vec![false; places]; places];
            for one in 0..places {
                for other in 0..one {
                    let may = stream.below(8) < density;
                    (edges[one][other], edges[other][one]) = (may, may);
                }
            }
            let may_meet = |one: usize, other: usize| edges[one][other];
            let matchings = all(&(0..places).collect::<Vec<_>>(), &edges);
            let most = matchings.iter().map(Vec::len).max().unwrap();
            let largest = Matching::largest(places, &may_meet);
            assert_eq!(largest.size(), most, "{edges:?}");
            for (place, partner) in largest.partners.iter().enumerate() {
                let is_pair = |&other: &usize| edges[place][other];
                assert!(partner.iter().all(is_pair), "{edges:?}");
                assert!(partner.is_none_or(|other| largest.partners[other] == Some(place)));
            }
            let nearest = matchings.into_iter().find(|pairs| 2 * pairs.len() == places);
            whole += u32::from(nearest.is_some());
            partial += u32::from(nearest.is_none());
            assert_eq!(largest.nearest(), nearest, "{edges:?}");
        }
        assert!(300 < whole && 300 < partial, "{whole} {partial}");
    }

    #[test]
    fn a_way_to_pair_all_that_is_hidden_in_a_large_graph_is_found() {
        let mut stream = Seed(8).stream(0);
        for _ in 0..60 {
            let places = 2 * (5 + stream.below(40) as usize);
            let mut hidden: Vec<usize> = (0..places).collect();
            stream.shuffle(&mut hidden);
            let mut edges = vec![vec![false; places]; places];
            let mut join = |one: usize, other: usize| {
                (edges[one][other], edges[other][one]) = (one != other, one != other);
            };
            hidden.chunks_exact(2).for_each(|pair| join(pair[0], pair[1]));
            for _ in 0..places {
                join(stream.below(places as u32) as usize, stream.below(places as u32) as usize);
            }
            let may_meet = |one: usize, other: usize| edges[one][other];
            let pairs = Matching::largest(places, &may_meet).nearest().unwrap();
            assert!(pairs.iter().all(|&(one, other)| may_meet(one, other)));
            let mut seen: Vec<usize> = pairs.iter().flat_map(|&(one, other)| [one, other]).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..places));
        }
    }
}
