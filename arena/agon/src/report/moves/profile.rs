//! Moves judged at what their seat sees, against a learned strategy: for games that hide something.

use agon_core::{AnyPosition, NamedGame, Position, Seat};
use agon_roster::extensive::{Cfr, CfrRule, ExtensiveForm};

use crate::{failed::Failed, progress::note};

/// The positions of all plays that are walked unless a limit is given: as many as the player of that name walks.
const WALKED: usize = 200_000;

/// A strategy of all seats at a game, and what moves are worth against it.
pub(super) struct ProfileJudge {
    term: String,
    width: f64,
    rule: CfrRule,
    iterations: u64,
    limit: Option<usize>,
    /// By the keys of where games begin.
    learned: Vec<(u64, Learned)>,
}

struct Learned {
    form: ExtensiveForm,
    /// The value of every move of every information set.
    values: Vec<f64>,
    nash_conv: f64,
}

impl ProfileJudge {
    /// Nothing is learned so far.
    pub(super) fn at(game: &NamedGame, (rule, iterations): (CfrRule, u64), limit: Option<usize>) -> ProfileJudge {
        let facts = game.start.facts();
        let width = facts.max_payoff - facts.min_payoff;
        ProfileJudge { term: game.term.clone(), width, rule, iterations, limit, learned: Vec::new() }
    }

    /// The greatest sum of what the seats could gain by turning to best responses.
    pub(super) fn nash_conv(&self) -> Option<f64> {
        let all = self.learned.iter().map(|(_, learned)| learned.nash_conv);
        all.max_by(f64::total_cmp)
    }

    /// By how much the values of moves that an equilibrium mixes may differ, as they are learned.
    pub(super) fn rounding(&self) -> f64 {
        self.width / 1000.0
    }

    /// Learns the game from `base`.
    ///
    /// # Errors
    ///
    /// Where too many plays begin there.
    pub(super) fn prepare(&mut self, base: &AnyPosition) -> Result<(), Failed> {
        let key = base.key();
        if self.learned.iter().any(|(known, _)| *known == key) {
            return Ok(());
        }
        let form = ExtensiveForm::of(base, self.limit.unwrap_or(WALKED)).map_err(|why| {
            Failed::trouble(format!("{}: {why}; raise --limit: no other judge goes by what a seat sees", self.term))
        })?;
        let mut cfr = Cfr::new(&form, self.rule);
        while cfr.iterations() < self.iterations {
            cfr.iterate();
        }
        let average = cfr.average();
        drop(cfr);
        let mut values = vec![0.0; form.moves()];
        for seat in Seat::all(form.seats()) {
            // After a move that the strategy never chooses it has learned nothing of its own next choices.
            let response = form.best_response(&average, seat).strategy;
            let own = form.move_values(&response, seat);
            for set in form.sets().iter().filter(|set| set.seat == seat) {
                values[set.range()].copy_from_slice(&own[set.range()]);
            }
        }
        let nash_conv = form.nash_conv(&average);
        if 2 < form.seats() {
            note(&format!("{}: with more than two seats the strategy need be no equilibrium", self.term));
        }
        self.learned.push((key, Learned { form, values, nash_conv }));
        Ok(())
    }

    /// The values of the moves of `seat`, by what it sees.
    ///
    /// # Errors
    ///
    /// Where no play comes there.
    pub(super) fn values(&self, here: &AnyPosition, seat: Seat) -> Result<Vec<f64>, Failed> {
        let found = self.learned.iter().rev().find_map(|(_, Learned { form, values, .. })| {
            let set = form.find(here, seat)?;
            Some(values[set.range()].to_vec())
        });
        // The position itself would tell what is hidden.
        found.ok_or_else(|| Failed::trouble(format!("{}: no play comes where a player chose", self.term)))
    }
}
