//! What learns an equilibrium, with all plays walked or without.

use std::time::{Duration, Instant};

use agon_core::{AnyPosition, Eye, Position, Seat, Seed, view};
use agon_roster::extensive::{Cfr, CfrState, ExtensiveForm, Learning, Sampled, SampledState};

use super::document::{MoveStage, SetLine, SetStage, line, names, strategy};
use crate::signals;

/// What learns.
pub(super) enum Learner<'a> {
    Whole(&'a ExtensiveForm, Box<Cfr<'a>>),
    /// The tree is there to measure by, where it is small enough.
    Sampled(Option<&'a ExtensiveForm>, Box<Sampled>),
}

/// All that it knows, to go on from later.
pub(super) enum Learnt {
    Whole(CfrState),
    Sampled(SampledState),
}

/// How long an iteration may take after somebody asked the command to end.
const LAST: Duration = Duration::from_millis(300);

/// The plays that estimate the value of a strategy, where not all can be walked.
const PLAYS: u32 = 10_000;

impl<'a> Learner<'a> {
    /// One that begins, or goes on from what was learnt by the same rule; nothing where that is of another
    /// game.
    pub(super) fn of(
        learning: Learning,
        form: Option<&'a ExtensiveForm>,
        learnt: Option<Learnt>,
    ) -> Option<Learner<'a>> {
        match (learning, form, learnt) {
            (Learning::Whole(rule), Some(form), None) => Some(Learner::Whole(form, Box::new(Cfr::new(form, rule)))),
            (Learning::Whole(rule), Some(form), Some(Learnt::Whole(state))) => {
                Some(Learner::Whole(form, Box::new(Cfr::resumed(form, rule, state)?)))
            }
            (Learning::Sampled(sampling), form, None) => {
                let sampled = Sampled::new(sampling);
                let sampled = if form.is_none() { sampled.noting() } else { sampled };
                Some(Learner::Sampled(form, Box::new(sampled)))
            }
            (Learning::Sampled(sampling), form, Some(Learnt::Sampled(state))) => {
                let is_named = form.is_some() || state.positions.len() == state.sets.len();
                let sampled = is_named.then(|| Sampled::resumed(sampling, state))??;
                let sampled = if form.is_none() { sampled.noting() } else { sampled };
                Some(Learner::Sampled(form, Box::new(sampled)))
            }
            _ => None,
        }
    }

    /// What it knows, to go on from later.
    pub(super) fn learnt(&self) -> Learnt {
        match self {
            Learner::Whole(_, cfr) => Learnt::Whole(cfr.state()),
            Learner::Sampled(_, sampled) => Learnt::Sampled(sampled.state()),
        }
    }

    pub(super) fn iterations(&self) -> u64 {
        match self {
            Learner::Whole(_, cfr) => cfr.iterations(),
            Learner::Sampled(_, sampled) => sampled.iterations(),
        }
    }

    /// One iteration; whether it came to its end. What is sampled has a stream for each, so that it is the same
    /// whether or not somebody stopped before.
    pub(super) fn iterate(&mut self, here: &AnyPosition, seed: Seed) -> bool {
        match self {
            Learner::Whole(_, cfr) => {
                cfr.iterate();
                true
            }
            Learner::Sampled(_, sampled) => {
                let mut stream = seed.stream(sampled.iterations());
                // An interruption waits for the iteration to end.
                let mut asked = None;
                let mut goes_on = || !signals::is_asked() || asked.get_or_insert_with(Instant::now).elapsed() < LAST;
                sampled.iterate(here, &mut stream, &mut goes_on)
            }
        }
    }

    /// The average strategy, where all plays are known.
    pub(super) fn average(&self) -> Option<(&'a ExtensiveForm, Vec<f64>)> {
        match self {
            Learner::Whole(form, cfr) => Some((form, cfr.average())),
            Learner::Sampled(form, sampled) => form.map(|form| (form, sampled.average_in(form))),
        }
    }

    /// What the seats could gain together, where all plays are known.
    pub(super) fn nash_conv(&self) -> Option<f64> {
        self.average().map(|(form, average)| form.nash_conv(&average))
    }

    /// What each seat gets by the average strategy, and the standard errors where that was found by playing.
    pub(super) fn values(&self, here: &AnyPosition, seed: Seed) -> (Vec<f64>, Vec<f64>) {
        let sampled = match (self.average(), self) {
            (Some((form, average)), _) => return (form.values(&average), Vec::new()),
            (None, Learner::Sampled(_, sampled)) => sampled,
            (None, Learner::Whole(..)) => unreachable!("it has walked all plays"),
        };
        let mut sums = vec![(0.0, 0.0); usize::from(here.facts().seats)];
        // The last stream of all, which no iteration comes to.
        let mut stream = seed.stream(u64::MAX);
        for _ in 0..PLAYS {
            for (sum, paid) in sums.iter_mut().zip(sampled.play(here, &mut stream)) {
                *sum = (sum.0 + paid, sum.1 + paid * paid);
            }
        }
        let plays = f64::from(PLAYS);
        let error = |&(sum, squares): &(f64, f64)| {
            let mean: f64 = sum / plays;
            ((squares / plays - mean * mean).max(0.0) / (plays - 1.0)).sqrt()
        };
        (sums.iter().map(|(sum, _)| sum / plays).collect(), sums.iter().map(error).collect())
    }

    /// How many information sets each seat has, as far as they are known.
    pub(super) fn sets(&self, seats: u8) -> Vec<usize> {
        let known = self.known();
        let of = |seat| known.iter().filter(|(other, _)| *other == seat).count();
        Seat::all(seats).map(of).collect()
    }

    /// The information sets that are known: who is to act, and a position.
    pub(super) fn known(&self) -> Vec<(Seat, &AnyPosition)> {
        match self {
            Learner::Whole(form, _) | Learner::Sampled(Some(form), _) => {
                form.sets().iter().map(|set| (set.seat, &set.position)).collect()
            }
            Learner::Sampled(None, sampled) => sampled.met().iter().map(|(seat, position)| (*seat, position)).collect(),
        }
    }

    /// The average strategy, set by set.
    pub(super) fn strategy(&self) -> Vec<SetLine> {
        match (self.average(), self) {
            (Some((form, average)), _) => strategy(form, &average),
            (None, Learner::Sampled(_, sampled)) => {
                let met = sampled.met().iter();
                met.map(|(seat, at)| line((*seat, at), &sampled.average(at, *seat))).collect()
            }
            (None, Learner::Whole(..)) => Vec::new(),
        }
    }

    /// What it knows now of the information set where its seat sees `seen`; nothing where that was not met.
    pub(super) fn stage(&self, seen: &str) -> Option<SetStage> {
        let sees = |(seat, position): &(Seat, &AnyPosition)| view(*position, Eye::Seat(*seat)) == seen;
        let (seat, position) = self.known().into_iter().find(sees)?;
        let (regrets, average) = match self {
            Learner::Whole(form, cfr) => {
                let range = form.find(position, seat)?.range();
                (Some(cfr.regrets()[range.clone()].to_vec()), cfr.average()[range].to_vec())
            }
            Learner::Sampled(_, sampled) => (None, sampled.average(position, seat)),
        };
        let each = names(position).into_iter().zip(average).enumerate();
        let moves = each.map(|(index, (m, probability))| MoveStage {
            r#move: m,
            regret: regrets.as_ref().map(|regrets| regrets[index]),
            probability,
        });
        Some(SetStage { iterations: self.iterations(), moves: moves.collect() })
    }
}
