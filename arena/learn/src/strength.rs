//! The present strength of an evaluation: its games against fixed opponents, from openings that learning
//! does not use.
//!
//! Learning does not depend on these measurements, so they may stop at any time.

use std::{sync::Arc, time::Instant};

use agon_arena::{Job, Plan, Run, Score, Spec, SpecError, ask::FaultRule, plan::learning_stream, rating::score_of_elo};
use agon_core::{Evaluate, ModelName, Position, Seed, models, registry};
use serde::{Deserialize, Serialize};

use crate::{
    exact::ExactStrength,
    foresight::FORCING,
    learning::Learning,
    model::LearnedModel,
    self_play::{SelfPlay, SelfPlayManner},
};

/// The first of the streams from which single seats are measured.
const MEASURING: u64 = 1 << 47;

/// The most pairs of games, and the most games of one seat.
const PAIRS: u64 = 100;
const GAMES: u64 = 200;

/// How many random plies an opening has.
const PLIES: u32 = 4;

/// The opponents to try, the strongest first; those that cannot play the game are skipped.
const OPPONENTS: [&str; 3] = ["alpha-beta(depth=4)", "expectiminimax(depth=2)", "max-n(depth=2)"];

/// A measurement after a number of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Strength {
    /// How many games it had learned from.
    pub games: u64,
    /// Opponent by opponent; empty where no games were played.
    pub measured: Vec<Measured>,
    /// Compared with best play, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<ExactStrength>,
}

/// How one player does with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measured {
    /// The player that goes by the evaluation.
    pub player: String,
    /// The opponent; none where there is one seat.
    pub against: Option<String>,
    /// How many games were played.
    pub games: u64,
    /// Its share of the points, or with one seat its mean payoff.
    pub value: f64,
    /// The 95 % interval of that.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A player that goes by an evaluation as it is now; searches know that until this is dropped.
pub(crate) struct SearchKnown {
    /// The player's term.
    pub(crate) term: String,
    /// That of the model; none for named weights.
    id: Option<String>,
}

impl SearchKnown {
    /// The player that looks so many moves ahead by this model.
    pub(crate) fn of(model: LearnedModel, depth: u8) -> SearchKnown {
        let id = model.id().to_owned();
        let name = ModelName { file: "learning".to_owned(), hash: Some(id.clone()) }.term();
        model.register();
        let term = match depth {
            1 => format!("greedy(heuristic={name})"),
            // Along forcing moves as far as self-play.
            _ => format!("alpha-beta(depth={depth}, heuristic={name}, quiescence={FORCING})"),
        };
        SearchKnown { term, id: Some(id) }
    }
}

impl Drop for SearchKnown {
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            models::forget(id);
        }
    }
}

/// What a match says.
pub(crate) struct MatchFigures {
    /// The first player's share of the points, with the ends of its 95 % interval; none before the first games are over.
    pub(crate) difference: Option<[f64; 3]>,
    /// How many games were played.
    pub(crate) games: u64,
    /// Whether these are all of them.
    pub(crate) is_whole: bool,
}

impl Learning {
    /// The player `greedy` that goes by the present evaluation.
    pub(crate) fn greedy(&self) -> SearchKnown {
        if let Some(weights) = self.weights_term() {
            return SearchKnown { term: format!("greedy(heuristic={weights})"), id: None };
        }
        let (model, _) = self.model().expect("it has tables, or named weights");
        SearchKnown::of(model, 1)
    }

    /// Whom it is measured against: `random`, and the strongest simple player that can play the game.
    fn opponents(&self) -> Vec<String> {
        if self.game.start.facts().seats == 1 {
            return Vec::new();
        }
        let can_play = |text: &&str| registry::player(text).is_ok_and(|player| player.seat(&self.game.start).is_ok());
        let strong = OPPONENTS.iter().copied().find(can_play);
        std::iter::once("random").chain(strong).map(str::to_owned).collect()
    }

    /// Measures until `until`, or until `stop` says so, with `threads` threads. What could not be played in that time
    /// is left out.
    ///
    /// # Errors
    ///
    /// Where a player is at fault, or the arena itself fails.
    pub fn strength(
        &self,
        threads: usize,
        until: Instant,
        stop: &Arc<dyn Fn() -> bool + Send + Sync>,
    ) -> Result<Strength, SpecError> {
        let mut measured = Vec::new();
        let facts = self.game.start.facts();
        if facts.seats == 1 {
            measured.extend(self.alone(until, stop.as_ref()));
            return Ok(Strength { games: self.games(), measured, exact: None });
        }
        let player = self.greedy();
        let opponents = self.opponents();
        let begun = Instant::now();
        let whole = until.saturating_duration_since(begun);
        for (number, against) in opponents.iter().enumerate() {
            let part = whole * (number as u32 + 1) / opponents.len() as u32;
            let until = begun + part;
            let stop = Arc::clone(stop);
            let stop = Arc::new(move || stop() || until <= Instant::now());
            let MatchFigures { difference, games, .. } =
                self.meet([&player.term, against], self.about.seed, threads, stop)?;
            measured.extend(difference.map(|[value, low, high]| Measured {
                player: "greedy".to_owned(),
                against: Some(against.clone()),
                games,
                value,
                low,
                high,
            }));
        }
        Ok(Strength { games: self.games(), measured, exact: None })
    }

    /// A match of the first player against the other, who has all other seats, from openings drawn by `seed`.
    pub(crate) fn meet(
        &self,
        [player, against]: [&str; 2],
        seed: u64,
        threads: usize,
        stop: Arc<dyn Fn() -> bool + Send + Sync>,
    ) -> Result<MatchFigures, SpecError> {
        let facts = self.game.start.facts();
        let mut spec = Spec {
            faults: Some(FaultRule::Stop),
            ..Spec::default()
                .game(&self.game.term)
                .player_named("learned", player)
                .openings(PAIRS, PLIES.min(facts.max_plies.saturating_sub(1)))
                .seed(seed)
        };
        for number in 1..facts.seats {
            spec = spec.player_named(format!("opponent {number}"), against);
        }
        let plan = Arc::new(Plan::new(spec.resolve()?)?);
        let job = Job { interrupted: stop, ..Job::whole(Arc::clone(&plan), threads) };
        let (score, _, run) = job.run(Score::new(&plan));
        let is_whole = match run {
            Run::Failed(error) => return Err(SpecError::new(error)),
            Run::Fault(number) => return Err(SpecError::new(format!("a player was at fault in game {number}"))),
            Run::Done | Run::Enough => true,
            Run::Interrupted => false,
        };
        let section = &score.sections[0];
        let difference = section.difference(0, 1);
        let difference =
            difference.map(|found| [found.score, score_of_elo(found.interval.0), score_of_elo(found.interval.1)]);
        Ok(MatchFigures { difference, games: section.games, is_whole })
    }

    /// The mean payoff at a game of one seat.
    fn alone(&self, until: Instant, stop: &(dyn Fn() -> bool + Send + Sync)) -> Option<Measured> {
        let mut game = SelfPlay::default();
        let (mut count, mut mean, mut squares) = (0u64, 0.0, 0.0);
        while count < GAMES && Instant::now() < until {
            let mut stream = learning_stream(Seed(self.about.seed), MEASURING + count);
            let manner = SelfPlayManner { explores: 0, depth: 1 };
            if !game.play(&self.network, &self.game.start, manner, &mut stream, stop) {
                break;
            }
            let Some(&paid) = game.paid.first() else { break };
            // By B. P. Welford's recurrence.
            count += 1;
            let before = f64::from(paid) - mean;
            mean += before / count as f64;
            squares += before * (f64::from(paid) - mean);
        }
        let variance = squares / (count.saturating_sub(1).max(1)) as f64;
        let error = 1.96 * (variance / count.max(1) as f64).sqrt();
        (1 < count).then_some(Measured {
            player: "greedy".to_owned(),
            against: None,
            games: count,
            value: mean,
            low: mean - error,
            high: mean + error,
        })
    }
}
