//! What a net asks about moves alone: whether some role makes one of a set of its moves.
//!
//! A role makes exactly one of its moves, so what only moves decide has the same answer in every position: a row of bits
//! for each move, and the rows of the moves that are made are joined by *or*. So it takes a few words of work to learn
//! that nearly everything stays as it is, also where a role waits in every second round, and no gate switches twice.

use std::collections::BTreeMap;

use crate::gates::Gate;

/// The most moves listed in all sets; what would need more is left to gates.
const MOST_LISTED: usize = 6_000_000;

/// Some moves of a role, by their numbers among its moves: those listed, or all the others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MoveSet {
    is_rest: bool,
    listed: Vec<u32>,
}

impl MoveSet {
    /// The same moves with the shorter list; of two equal ones, the moves themselves.
    fn with(is_rest: bool, listed: Vec<u32>, count: u32) -> MoveSet {
        let is_long = count < 2 * listed.len() as u32 + u32::from(is_rest);
        if !is_long {
            return MoveSet { is_rest, listed };
        }
        let others = (0..count).filter(|m| listed.binary_search(m).is_err()).collect();
        MoveSet { is_rest: !is_rest, listed: others }
    }

    fn contrary(self, count: u32) -> MoveSet {
        MoveSet::with(!self.is_rest, self.listed, count)
    }

    fn or(&self, other: &MoveSet, count: u32) -> MoveSet {
        let without = |one: &MoveSet, other: &MoveSet| {
            let is_left = |m: &u32| other.listed.binary_search(m).is_err();
            one.listed.iter().copied().filter(is_left).collect::<Vec<u32>>()
        };
        match (self.is_rest, other.is_rest) {
            (false, false) => {
                let mut listed = [&self.listed[..], &other.listed[..]].concat();
                listed.sort_unstable();
                listed.dedup();
                MoveSet::with(false, listed, count)
            }
            (true, false) => MoveSet::with(true, without(self, other), count),
            (false, true) => MoveSet::with(true, without(other, self), count),
            (true, true) => {
                let both = |m: &u32| other.listed.binary_search(m).is_ok();
                let listed = self.listed.iter().copied().filter(both).collect();
                MoveSet::with(true, listed, count)
            }
        }
    }
}

/// By role, moves of which one must be made by at least one of them.
type Asked = BTreeMap<u32, MoveSet>;

/// What a literal asks of moves alone: that one of them is made, or that none is.
#[derive(Clone, Debug)]
struct Form {
    asked: Asked,
    is_none: bool,
}

/// For each gate, what it asks of moves, if they alone decide it.
#[derive(Debug)]
pub(super) struct Forms {
    of: Vec<Option<Form>>,
    /// The number of moves of each role.
    counts: Vec<u32>,
    left: usize,
}

impl Forms {
    /// Of the gates, each of which comes after those that it counts, if these are about moves alone. The moves of the
    /// roles are inputs, the first of which is number `first`.
    pub(super) fn of(gates: &[Gate], first: usize, counts: Vec<u32>) -> Forms {
        let mut forms = Forms { of: vec![None; gates.len()], counts, left: MOST_LISTED };
        let mut gate = first;
        for role in 0..forms.counts.len() {
            for m in 0..forms.counts[role] {
                let set = MoveSet::with(false, vec![m], forms.counts[role]);
                let asked = Asked::from([(role as u32, set)]);
                forms.of[gate] = Some(Form { asked, is_none: false });
                gate += 1;
            }
        }
        for (number, found) in gates.iter().enumerate().skip(gate) {
            if found.is_of_moves {
                forms.of[number] = forms.form(found);
            }
        }
        forms
    }

    fn form(&mut self, gate: &Gate) -> Option<Form> {
        let mut asked = Asked::new();
        for &input in &gate.inputs {
            // All hold unless one does not.
            let of = self.of[(input >> 1) as usize].as_ref()?;
            let is_none = of.is_none ^ (input & 1 == 1) ^ gate.is_and;
            let mut sets = of.asked.clone();
            if is_none {
                if sets.len() != 1 {
                    return None;
                }
                let (role, set) = sets.pop_first()?;
                sets.insert(role, set.contrary(self.counts[role as usize]));
            }
            for (role, set) in sets {
                let count = self.counts[role as usize];
                let joined = match asked.get(&role) {
                    Some(other) => other.or(&set, count),
                    None => set,
                };
                asked.insert(role, joined);
            }
        }
        let mut form = Form { asked, is_none: gate.is_and };
        if form.is_none && form.asked.len() == 1 {
            let (role, set) = form.asked.pop_first()?;
            form.asked.insert(role, set.contrary(self.counts[role as usize]));
            form.is_none = false;
        }
        let listed: usize = form.asked.values().map(|set| 1 + set.listed.len()).sum();
        self.left = self.left.checked_sub(listed)?;
        Some(form)
    }

    /// Whether moves alone decide a gate, as a choice can tell.
    pub(super) fn has(&self, gate: usize) -> bool {
        self.of[gate].is_some()
    }

    /// The choices that answer for these gates, with a place for each gate: the number of its choice, doubled; one more
    /// where the gate is on if the choice is not.
    pub(super) fn choices(&self, wanted: &[usize]) -> (Choices, Vec<(usize, u32)>) {
        let mut known: BTreeMap<&Asked, u32> = BTreeMap::new();
        let mut all: Vec<&Asked> = Vec::new();
        let of = |gate: usize| self.of[gate].as_ref().expect("moves alone decide what is wanted");
        // Those come first that nearly every move of a role makes.
        for is_usual in [true, false] {
            for &gate in wanted {
                let asked = &of(gate).asked;
                if asked.values().any(|set| set.is_rest) == is_usual {
                    known.entry(asked).or_insert_with(|| {
                        all.push(asked);
                        all.len() as u32 - 1
                    });
                }
            }
        }
        let place = |&gate: &usize| {
            let form = of(gate);
            (gate, known[&form.asked] << 1 | u32::from(form.is_none))
        };
        (Choices::of(&all, &self.counts), wanted.iter().map(place).collect())
    }
}

/// The answers that each move gives, as bits.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    /// The number of words of an answer, and of those in which a role has usual bits.
    pub(crate) words: usize,
    usual_words: usize,
    /// By role, the first words as most of its moves have them.
    usual: Vec<u64>,
    /// By move, in the order of all roles, where its changed words begin.
    starts: Vec<u32>,
    /// By role, the number of its first move in that order.
    firsts: Vec<u32>,
    /// Words, and the bits in them that are not as usual.
    changed: Vec<(u32, u64)>,
}

impl Choices {
    fn of(all: &[&Asked], counts: &[u32]) -> Choices {
        let usual_count =
            all.iter().rposition(|asked| asked.values().any(|set| set.is_rest)).map_or(0, |last| last + 1);
        let usual_words = usual_count.div_ceil(64);
        let mut usual = vec![0u64; usual_words * counts.len()];
        let mut firsts = vec![0u32];
        for &count in counts {
            firsts.push(firsts.last().copied().unwrap_or_default() + count);
        }
        let mut bits: Vec<(u32, u32)> = Vec::new();
        for (number, asked) in all.iter().enumerate() {
            for (&role, set) in *asked {
                let role = role as usize;
                if set.is_rest {
                    usual[role * usual_words + number / 64] |= 1 << (number % 64);
                }
                bits.extend(set.listed.iter().map(|m| (firsts[role] + m, number as u32)));
            }
        }
        bits.sort_unstable();
        let mut starts = Vec::with_capacity(firsts[counts.len()] as usize + 1);
        let mut changed: Vec<(u32, u64)> = Vec::new();
        for m in 0..firsts[counts.len()] {
            starts.push(changed.len() as u32);
            let from = bits.partition_point(|&(other, _)| other < m);
            let own = bits[from..].iter().take_while(|&&(other, _)| other == m);
            for &(_, number) in own {
                let (word, bit) = (number / 64, 1u64 << (number % 64));
                let is_begun = starts[m as usize] < changed.len() as u32;
                match changed.last_mut().filter(|last| is_begun && last.0 == word) {
                    Some(last) => last.1 |= bit,
                    None => changed.push((word, bit)),
                }
            }
        }
        starts.push(changed.len() as u32);
        let words = all.len().div_ceil(64);
        Choices { words, usual_words, usual, starts, firsts, changed }
    }

    /// The number of words of which every move has some bits.
    #[inline]
    pub(super) fn usual_words(&self) -> usize {
        self.usual_words
    }

    /// The words that are as usual for the moves of a role.
    #[inline]
    pub(super) fn usual(&self, role: usize) -> &[u64] {
        &self.usual[role * self.usual_words..(role + 1) * self.usual_words]
    }

    /// The words in which move number `m` of a role is not as usual, and the bits that are not.
    #[inline]
    pub(super) fn changed(&self, role: usize, m: u32) -> &[(u32, u64)] {
        let at = (self.firsts[role] + m) as usize;
        &self.changed[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The whole answer of move number `m` of a role.
    pub(crate) fn row(&self, role: usize, m: u32) -> Vec<u64> {
        let mut row = vec![0u64; self.words];
        row[..self.usual_words].copy_from_slice(self.usual(role));
        self.changed(role, m).iter().for_each(|&(word, bits)| row[word as usize] ^= bits);
        row
    }

    /// About as many bytes as they take.
    pub(super) fn bytes(&self) -> usize {
        size_of::<u64>() * self.usual.len()
            + size_of::<u32>() * (self.starts.len() + self.firsts.len())
            + size_of::<(u32, u64)>() * self.changed.len()
    }
}
