//! Games that repeat earlier ones: they tell nothing new, and no error may count them twice.
//!
//! Two kinds are found. A game whose players all *always play alike* (they draw nothing, look at no
//! clock, and are no persons; and the game has no chance) is a copy of an earlier one if the
//! same players sat on the same seats, under the same limits, the opening led to the same position,
//! and every move after it is the same. And
//! where several journals are read together, a game of one number of one tournament, with the
//! same moves, is one game however many journals hold it: whatever its players draw, they draw it
//! from the seed.

use std::collections::BTreeSet;

use agon_core::{Position, key_of};

use crate::{
    plan::{schedule::Plan, tournament::Section},
    play::played::Played,
};

/// What has been seen so far.
#[derive(Clone, Default)]
pub struct Copies {
    /// By section, which entries always play alike.
    alike: Vec<BTreeSet<usize>>,
    /// By section, the key of the game and its limits.
    sections: Vec<u64>,
    /// By entry, the key of its name and its player.
    entries: Vec<u64>,
    /// The keys of games of players that always play alike.
    seen: BTreeSet<u64>,
    /// The key of the tournament, if it may be met again.
    tournament: Option<u64>,
    /// The keys of games by tournament and number.
    numbered: BTreeSet<u64>,
}

impl Copies {
    /// Nothing seen yet; the games of `plan` come next.
    pub fn new(plan: &Plan) -> Copies {
        let mut copies = Copies::default();
        copies.begin(plan);
        copies
    }

    /// The games of `plan` come next, and what was seen before counts.
    pub fn begin(&mut self, plan: &Plan) {
        let tournament = plan.tournament();
        let alike = |section: &Section| {
            // What chance does differs from opening to opening.
            let is_chancy = section.facts.chance;
            let fixed =
                section.habits().filter(|(_, h)| !is_chancy && !h.random && !h.clock && !h.person);
            fixed.map(|(entry, _)| entry).collect()
        };
        self.alike = tournament.sections.iter().map(alike).collect();
        let limits = |s: &Section| {
            key_of(&(&s.game.term, s.budget.nodes, s.move_time, s.time_margin, s.max_plies))
        };
        self.sections = tournament.sections.iter().map(limits).collect();
        self.entries =
            tournament.entries.iter().map(|e| key_of(&(&e.name, &e.player.term))).collect();
    }

    /// From now on games are remembered by the tournament and their number too: other journals of
    /// it may follow.
    pub fn of_tournament(&mut self, plan: &Plan) {
        self.tournament = Some(key_of(&plan.tournament().identity()));
    }

    /// Whether `game` repeats an earlier one.
    pub fn is_copy(&mut self, game: &Played<'_>) -> bool {
        let (fixture, record) = (game.fixture, game.record);
        if let Some(tournament) = self.tournament
            && !self.numbered.insert(key_of(&(tournament, record.number, &record.moves)))
        {
            return true;
        }
        let alike = &self.alike[fixture.section];
        if alike.is_empty() || !fixture.seats.iter().all(|entry| alike.contains(entry)) {
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
