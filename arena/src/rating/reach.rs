//! Who scored against whom, at least through others: which entries can be compared at all.

use std::cmp::Reverse;

use super::group::Group;

/// For each entry, those it scored against.
#[derive(Clone, Debug)]
pub(super) struct ScoredAgainst {
    others: Vec<Vec<u32>>,
}

/// The transitive closure of that relation. Entries that reach each other reach the same, so it is kept by components:
/// of a large field nearly everybody is in one.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// The component of each entry.
    component: Vec<usize>,
    /// The members of each component, ascending.
    members: Vec<Vec<usize>>,
    /// The number of words in a row.
    words: usize,
    /// For each component, those that it reaches: rows of bits.
    rows: Vec<u64>,
}

impl ScoredAgainst {
    /// Nobody scored yet.
    pub(super) fn new(entries: usize) -> ScoredAgainst {
        ScoredAgainst { others: vec![Vec::new(); entries] }
    }

    pub(super) fn add(&mut self, one: usize, other: usize) {
        self.others[one].push(other as u32);
    }

    /// Its transitive closure; everybody reaches itself.
    pub(super) fn closure(self) -> Reach {
        let (component, members) = self.strong();
        let words = members.len().div_ceil(64);
        let mut rows = vec![0u64; words * members.len()];
        // A component was found after all those that it reaches, so their rows are complete.
        for (number, of) in members.iter().enumerate() {
            let (before, own) = rows.split_at_mut(number * words);
            own[number / 64] |= 1 << (number % 64);
            for &other in of.iter().flat_map(|&entry| &self.others[entry]) {
                let to = component[other as usize];
                if own[to / 64] >> (to % 64) & 1 == 0 {
                    let row = &before[to * words..][..words];
                    own.iter_mut().zip(row).for_each(|(to, more)| *to |= more);
                }
            }
        }
        Reach { component, members, words, rows }
    }

    /// The component of each entry, and the members of each, ascending; a component comes after all those that it
    /// reaches (R. Tarjan, *Depth-first search and linear graph algorithms*, 1972).
    fn strong(&self) -> (Vec<usize>, Vec<Vec<usize>>) {
        const NONE: usize = usize::MAX;
        let entries = self.others.len();
        let (mut component, mut members) = (vec![NONE; entries], Vec::new());
        // When each entry was first seen, and the earliest that it leads back to.
        let (mut seen, mut back, mut time) = (vec![NONE; entries], vec![NONE; entries], 0);
        // Those without a component yet, and the way to the present one with the number of steps tried from each.
        let (mut open, mut way): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
        for root in 0..entries {
            if seen[root] != NONE {
                continue;
            }
            way.push((root, 0));
            while let Some(&mut (at, ref mut tried)) = way.last_mut() {
                if *tried == 0 {
                    (seen[at], back[at]) = (time, time);
                    time += 1;
                    open.push(at);
                }
                if let Some(&next) = self.others[at].get(*tried) {
                    *tried += 1;
                    let next = next as usize;
                    if seen[next] == NONE {
                        way.push((next, 0));
                    } else if component[next] == NONE {
                        back[at] = back[at].min(seen[next]);
                    }
                    continue;
                }
                way.pop();
                if let Some(&(before, _)) = way.last() {
                    back[before] = back[before].min(back[at]);
                }
                if back[at] == seen[at] {
                    let first = open.iter().rposition(|&entry| entry == at).expect("it is open until now");
                    let mut own = open.split_off(first);
                    for &entry in &own {
                        component[entry] = members.len();
                    }
                    own.sort_unstable();
                    members.push(own);
                }
            }
        }
        (component, members)
    }
}

impl Reach {
    pub(super) fn has(&self, one: usize, other: usize) -> bool {
        self.leads(self.component[one], self.component[other])
    }

    fn leads(&self, from: usize, to: usize) -> bool {
        self.rows[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    /// The strongly connected components, each ascending: the likelihood has a maximum exactly within them (L. Ford,
    /// 1957). Components that scored against others, but not the other way round, come first.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let below = |from: usize| -> usize {
            let reached = (0..self.members.len()).filter(|&to| self.leads(from, to));
            reached.map(|to| self.members[to].len()).sum()
        };
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_cached_key(|&number| (Reverse(below(number)), self.members[number][0]));
        order.into_iter().map(|number| self.members[number].clone()).collect()
    }

    /// For every two groups, whether the first scored against the second.
    pub(super) fn between(&self, groups: &[Group]) -> Vec<Vec<bool>> {
        let first = |group: &Group| group.entries[0];
        let row = |one| groups.iter().map(|other| self.has(first(one), first(other))).collect();
        groups.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;

    use super::ScoredAgainst;

    #[test]
    fn components_are_mutual_and_in_order_of_strength() {
        // 2 beat 0 and 1, who beat each other; 3 played no games.
        let mut reach = ScoredAgainst::new(4);
        for (one, other) in [(2, 0), (0, 1), (1, 0)] {
            reach.add(one, other);
        }
        let reach = reach.closure();
        assert!(reach.has(2, 1) && !reach.has(1, 2));
        assert_eq!(reach.components(), [vec![2], vec![0, 1], vec![3]]);
    }

    #[test]
    fn chains_of_any_length_are_followed() {
        // Each beat the next one: no two share a group; closed, all are one.
        let mut chain = ScoredAgainst::new(200);
        (0..199).for_each(|entry| chain.add(entry, entry + 1));
        let ordered = chain.clone().closure().components();
        assert_eq!(ordered, (0..200).map(|entry| vec![entry]).collect::<Vec<_>>());
        chain.add(199, 0);
        assert_eq!(chain.closure().components(), [(0..200).collect::<Vec<_>>()]);
    }

    /// The closure by its definition (S. Warshall, 1962), and the components and their order from it.
    fn slowly(entries: usize, edges: &[(usize, usize)]) -> (Vec<Vec<bool>>, Vec<Vec<usize>>) {
        let mut has = vec![vec![false; entries]; entries];
        (0..entries).for_each(|entry| has[entry][entry] = true);
        for &(one, other) in edges {
            has[one][other] = true;
        }
        for via in 0..entries {
            for from in 0..entries {
                if has[from][via] {
                    for to in 0..entries {
                        has[from][to] |= has[via][to];
                    }
                }
            }
        }
        let mutual = |one: usize| (0..entries).filter(|&other| has[one][other] && has[other][one]).collect::<Vec<_>>();
        let mut components: Vec<Vec<usize>> = (0..entries).map(mutual).collect();
        components.sort();
        components.dedup();
        let below = |one: usize| has[one].iter().filter(|has| **has).count();
        components.sort_by_key(|members| (std::cmp::Reverse(below(members[0])), members[0]));
        (has, components)
    }

    #[test]
    fn components_and_their_order_follow_their_definition() {
        let mut stream = Seed(5).stream(0);
        let mut sizes = std::collections::BTreeSet::new();
        for trial in 0..600 {
            let entries = 1 + trial % 70;
            let count = stream.below(2 * entries as u32 + 1);
            let mut entry = || stream.below(entries as u32) as usize;
            let edges: Vec<(usize, usize)> = (0..count).map(|_| (entry(), entry())).collect();
            let mut scored = ScoredAgainst::new(entries);
            for &(one, other) in &edges {
                scored.add(one, other);
            }
            let (has, components) = slowly(entries, &edges);
            let reach = scored.closure();
            for one in 0..entries {
                for other in 0..entries {
                    assert_eq!(reach.has(one, other), has[one][other], "{edges:?}");
                }
            }
            assert_eq!(reach.components(), components, "{edges:?}");
            sizes.insert(components.len());
        }
        assert!(30 < sizes.len(), "{sizes:?}");
    }
}
