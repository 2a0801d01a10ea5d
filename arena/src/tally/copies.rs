//! Games that repeat earlier ones: they add no information, and must not count twice in errors.
//!
//! Two kinds are found. If all players of a game *always play alike* (they draw nothing, use no
//! clock, and are no persons; and the game has no chance), it is a copy of an earlier one if the
//! same players had the same seats, under the same limits, the opening led to the same position,
//! and every move after it is the same. And if several journals are read together, a game that is
//! [known](KnownGames) is one game however many journals have it.

use std::collections::BTreeSet;

use agon_core::{Position, key_of};

use crate::{
    plan::{schedule::Plan, tournament::Section},
    play::played::Played,
    tally::{keys::Keys, known_games::KnownGames},
};

/// The games seen so far.
#[derive(Clone, Default)]
pub(crate) struct Copies {
    /// By section, which entries always play alike.
    alike: Vec<BTreeSet<usize>>,
    /// By section, whether games of it may repeat others that come here.
    may_repeat: Vec<bool>,
    /// The keys of games of players that always play alike.
    seen: Keys,
    /// All games, by what determines them; nothing is stored there unless they may be met again.
    known: KnownGames,
    /// Whether they may be.
    are_several: bool,
}

impl Copies {
    /// No games yet; those of `plan` follow, and no others. Nothing is stored for a game whose
    /// openings all differ.
    pub(crate) fn new(plan: &Plan) -> Copies {
        let mut copies = Copies::default();
        copies.begin(plan);
        let sections = &copies.known.sections;
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
            let fixed = section.habits().filter(|(_, h)| !is_chancy && !h.random && h.is_reproducible());
            fixed.map(|(entry, _)| entry).collect()
        };
        self.alike = tournament.sections.iter().map(alike).collect();
        self.known.begin(plan);
        self.may_repeat = vec![true; tournament.sections.len()];
    }

    /// From now on games are remembered by what determines them too: other journals may have them.
    pub(crate) fn of_several(&mut self) {
        self.are_several = true;
    }

    /// Whether `game` repeats an earlier one.
    #[inline]
    pub(crate) fn is_copy(&mut self, game: &Played<'_>) -> bool {
        let section = game.fixture.section;
        let may_be = self.are_several || !self.alike[section].is_empty();
        may_be && self.repeats(game)
    }

    fn repeats(&mut self, game: &Played<'_>) -> bool {
        let (fixture, record) = (game.fixture, game.record);
        if self.are_several && self.known.has(game) {
            return true;
        }
        let alike = &self.alike[fixture.section];
        if alike.is_empty()
            || !self.may_repeat[fixture.section]
            || !fixture.seats.iter().all(|entry| alike.contains(entry))
        {
            return false;
        }
        let key = self.known.terms(fixture);
        // Openings may come to one position in several ways.
        let (opening, rest) = record.moves.split_at(record.opening as usize);
        let mut position = game.base();
        for &m in opening {
            position.play(m);
        }
        !self.seen.insert(key_of(&(key, position.key(), rest)))
    }
}
