//! Games that repeat earlier ones: they add no information, and must not count twice in errors.
//!
//! Two kinds are found. If all players of a game *always play alike* (they draw nothing, use no
//! clock, and are no persons; and the game has no chance), it is a copy of an earlier one if the
//! same players had the same seats, under the same limits, the opening led to the same position,
//! and every move after it is the same. And if several journals are read together, a game with the
//! same number in the same tournament, and the same moves, is one game however many journals have
//! it: all random choices of its players come from the seed.

use std::collections::BTreeSet;

use agon_core::{Position, key_of};

use crate::{
    plan::{schedule::Plan, tournament::Section},
    play::played::Played,
};

/// The games seen so far.
#[derive(Clone, Default)]
pub(crate) struct Copies {
    /// By section, which entries always play alike.
    alike: Vec<BTreeSet<usize>>,
    /// By section, the key of the game and its limits.
    sections: Vec<u64>,
    /// By entry, the key of its name and its player.
    entries: Vec<u64>,
    /// By section, whether games of it may repeat others that come here.
    may_repeat: Vec<bool>,
    /// The keys of games of players that always play alike.
    seen: Keys,
    /// The key of the tournament, if it may be met again.
    tournament: Option<u64>,
    /// The keys of games by tournament and number.
    numbered: Keys,
}

/// A set of keys that takes 8 to 13 bytes for each, however many there are.
#[derive(Clone, Default)]
struct Keys {
    sorted: Vec<u64>,
    /// Those added since.
    new: BTreeSet<u64>,
}

impl Keys {
    /// Adds a key; returns whether it is new.
    fn insert(&mut self, key: u64) -> bool {
        if self.sorted.binary_search(&key).is_ok() || !self.new.insert(key) {
            return false;
        }
        if 1024.max(self.sorted.len() / 8) <= self.new.len() {
            // From the back, within the same memory.
            let (mut old, mut at) = (self.sorted.len(), self.sorted.len() + self.new.len());
            self.sorted.reserve_exact(self.new.len());
            self.sorted.resize(at, 0);
            while let Some(last) = self.new.pop_last() {
                while 0 < old && last < self.sorted[old - 1] {
                    at -= 1;
                    old -= 1;
                    self.sorted[at] = self.sorted[old];
                }
                at -= 1;
                self.sorted[at] = last;
            }
        }
        true
    }
}

impl Copies {
    /// No games yet; those of `plan` follow, and no others. Nothing is stored for a game whose
    /// openings all differ.
    pub(crate) fn new(plan: &Plan) -> Copies {
        let mut copies = Copies::default();
        copies.begin(plan);
        let sections = &copies.sections;
        let is_twice = |key: &u64| 1 < sections.iter().filter(|other| *other == key).count();
        let repeats = |(number, key)| !plan.openings(number).all_differ() || is_twice(key);
        copies.may_repeat = sections.iter().enumerate().map(repeats).collect();
        copies
    }

    /// The games of `plan` follow, and those seen before count.
    pub(crate) fn begin(&mut self, plan: &Plan) {
        let tournament = plan.tournament();
        let alike = |section: &Section| {
            // Chance outcomes differ from opening to opening.
            let is_chancy = section.facts.chance;
            let fixed =
                section.habits().filter(|(_, h)| !is_chancy && !h.random && h.is_reproducible());
            fixed.map(|(entry, _)| entry).collect()
        };
        self.alike = tournament.sections.iter().map(alike).collect();
        let limits = |s: &Section| {
            key_of(&(&s.game.term, s.budget.nodes, s.move_time, s.time_margin, s.max_plies))
        };
        self.sections = tournament.sections.iter().map(limits).collect();
        self.may_repeat = vec![true; self.sections.len()];
        self.entries =
            tournament.entries.iter().map(|e| key_of(&(&e.name, &e.player.term))).collect();
    }

    /// From now on games are remembered by the tournament and their number too: other journals of
    /// it may follow.
    pub(crate) fn of_tournament(&mut self, plan: &Plan) {
        self.tournament = Some(key_of(&plan.tournament().key()));
    }

    /// Whether `game` repeats an earlier one.
    #[inline]
    pub(crate) fn is_copy(&mut self, game: &Played<'_>) -> bool {
        let section = game.fixture.section;
        let may_be = self.tournament.is_some() || !self.alike[section].is_empty();
        may_be && self.repeats(game)
    }

    fn repeats(&mut self, game: &Played<'_>) -> bool {
        let (fixture, record) = (game.fixture, game.record);
        if let Some(tournament) = self.tournament
            && !self.numbered.insert(key_of(&(tournament, record.number, &record.moves)))
        {
            return true;
        }
        let alike = &self.alike[fixture.section];
        if alike.is_empty()
            || !self.may_repeat[fixture.section]
            || !fixture.seats.iter().all(|entry| alike.contains(entry))
        {
            return false;
        }
        let mut key = self.sections[fixture.section];
        for &entry in &fixture.seats {
            key = key_of(&(key, self.entries[entry]));
        }
        // Openings may come to one position in several ways.
        let (opening, rest) = record.moves.split_at(record.opening as usize);
        let mut position = game.base();
        for &m in opening {
            position.play(m);
        }
        !self.seen.insert(key_of(&(key, position.key(), rest)))
    }
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use std::collections::BTreeSet;

    #[test]
    fn keys_are_a_set() {
        let (mut keys, mut slow, mut number) = (Keys::default(), BTreeSet::new(), 7u64);
        for _ in 0..60_000 {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let key = [number >> 50, number >> 44, number, u64::MAX][(number >> 33) as usize % 4];
            assert_eq!(keys.insert(key), slow.insert(key));
        }
        assert!(10_000 < keys.sorted.len() && keys.sorted.is_sorted());
        let all: BTreeSet<u64> = keys.sorted.iter().chain(&keys.new).copied().collect();
        assert_eq!(all, slow);
        assert!(keys.sorted.capacity() < slow.len() + 10, "no room is wasted");
    }
}
