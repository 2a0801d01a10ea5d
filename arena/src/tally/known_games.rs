//! Games by what determines them, so that one that several journals have is known again.
//!
//! A game is determined by its rules and limits, the players on its seats, its opening, the seed and the streams drawn
//! from that: nature's has the number of the opening, a player's and that of its redeals the number of the game. Two
//! games that agree in all of this and in their moves are one, whatever tournaments they are of: the one that was
//! stopped early, or the one with more openings.

use std::collections::BTreeSet;

use agon_core::key_of;

use crate::{
    plan::{fixture::Fixture, schedule::Plan, tournament::Section},
    play::played::Played,
    tally::keys::Keys,
};

/// The games met so far, of any tournaments.
#[derive(Clone, Default)]
pub struct KnownGames {
    /// By section, the seed of what is drawn.
    seeds: Vec<u64>,
    /// By section, the key of the game and its limits.
    pub(super) sections: Vec<u64>,
    /// By section, the entries that play alike whatever the number of the game.
    unnumbered: Vec<BTreeSet<usize>>,
    /// By entry, the key of its name and its player.
    entries: Vec<u64>,
    known: Keys,
}

impl KnownGames {
    /// The games of `plan` follow.
    pub fn begin(&mut self, plan: &Plan) {
        let tournament = plan.tournament();
        let limits = |s: &Section| key_of(&(&s.game.term, s.budget.nodes, s.move_time, s.time_margin, s.max_plies));
        let unnumbered = |section: &Section| {
            // Redeals are drawn by the number.
            let is_open = !section.facts.hidden;
            let fixed = section.habits().filter(|(_, h)| is_open && !h.random && h.is_reproducible());
            fixed.map(|(entry, _)| entry).collect()
        };
        let seed = |section: &Section| tournament.seed_at(section).0;
        self.seeds = tournament.sections.iter().map(seed).collect();
        self.sections = tournament.sections.iter().map(limits).collect();
        self.unnumbered = tournament.sections.iter().map(unnumbered).collect();
        self.entries = tournament.entries.iter().map(|e| key_of(&(&e.name, &e.player.term))).collect();
    }

    /// Whether this game was met before; from now on it was.
    pub fn has(&mut self, game: &Played<'_>) -> bool {
        let (fixture, record) = (game.fixture, game.record);
        let unnumbered = &self.unnumbered[fixture.section];
        let is_numbered = !fixture.seats.iter().all(|entry| unnumbered.contains(entry));
        let seed = self.seeds[fixture.section];
        let drawn = (seed, fixture.opening, is_numbered.then_some(record.number));
        let played = (game.position(), &record.moves, record.ending.word());
        !self.known.insert(key_of(&(self.terms(fixture), drawn, played)))
    }

    /// The key of a game's rules and limits, and of the players on its seats.
    pub(super) fn terms(&self, fixture: &Fixture) -> u64 {
        let seated = fixture.seats.iter().map(|&entry| self.entries[entry]);
        seated.fold(self.sections[fixture.section], |key, entry| key_of(&(key, entry)))
    }
}
