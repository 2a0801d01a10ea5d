//! The settings of a search, read from its options and the game.

use std::time::Duration;

use agon_core::{AnyPosition, Options, Position, Sentence, SetupError, Sum};

use super::{
    playout::Playout,
    promise::{Judge, Promise},
    scale::Scale,
    select::Selection,
    tree::Extent,
};

/// The value of `fpu` that disables it.
pub(super) const ALL_FIRST: f64 = 1000.0;

/// The settings of a search.
pub(super) struct MctsSettings {
    pub(super) iterations: u64,
    pub(super) time: Option<Duration>,
    pub(super) selection: Selection,
    pub(super) extent: Extent,
    pub(super) choice: Choice,
    pub(super) playout: Playout,
    pub(super) promise: Promise,
    pub(super) reuse: bool,
    /// The number of threads, each of which grows a tree.
    pub(super) threads: usize,
    /// The moves at the first decision.
    pub(super) width: u64,
    /// The plies of a play at most.
    pub(super) plies: u64,
    pub(super) scale: Scale,
    /// The sum of the payoffs of two seats, if known.
    pub(super) sum: Option<f64>,
}

/// The choice of the move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Visits,
    Value,
}

impl MctsSettings {
    /// Reads `options` of `player` at this game.
    pub(super) fn of(player: &'static str, options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let facts = game.facts();
        let scale = Scale::of(&facts);
        let sum = match (facts.seats, facts.sum) {
            (2, Sum::Zero) => Some(0.0),
            (2, Sum::Constant(sum)) => Some(sum),
            _ => None,
        };
        let wanted = |name: &str| Some(options.real(name)).filter(|&number| 0.0 < number);
        let selection = Selection {
            exploration: options.real("exploration"),
            rave: options.real("rave"),
            urgency: Some(options.real("fpu")).filter(|&urgency| urgency < ALL_FIRST),
            priors: wanted("priors"),
            widening: wanted("widening"),
        };
        let extent = Extent {
            most: options.whole("tree"),
            is_relevant: options.flag("relevant"),
            rave: selection.rave != 0.0,
            priors: selection.priors.is_some(),
            is_ordered: selection.widening.is_some(),
            chance: facts.chance,
            proofs: sum.is_some() && options.flag("proofs"),
        };
        let promise = match options.text("promise") {
            "estimates" => Promise::Estimates { temperature: options.real("temperature") },
            _ => Promise::Hints,
        };
        let judges = promise != Promise::Hints && (extent.priors || extent.is_ordered);
        // `heuristic=none` is explicit and therefore accepted.
        if game.heuristics().is_empty() && options.text("heuristic") == "usual" {
            let wanted = [(0.0 < options.real("estimate"), "estimate"), (judges, "promise")];
            if let Some((_, asked)) = wanted.into_iter().find(|(is_asked, _)| *is_asked) {
                return Err(SetupError::refused(
                    player,
                    Sentence::named("asks-for-heuristic", "{option} asks for a heuristic, and it has none")
                        .with("option", format!("{asked}={}", options.written(asked))),
                    Sentence::named("learn-heuristic", "learn one, and name its file: heuristic=learned(\"FILE\")"),
                ));
            }
        }
        Ok(MctsSettings {
            iterations: options.whole("iterations"),
            time: options.limit("time").map(Duration::from_millis),
            selection,
            extent,
            choice: if options.text("choice") == "value" { Choice::Value } else { Choice::Visits },
            playout: Playout::configure(player, options, game, sum, judges)?,
            promise,
            reuse: options.flag("reuse"),
            threads: options.whole("threads"),
            width: game.count() as u64,
            plies: facts.max_plies.into(),
            scale,
            sum,
        })
    }
    /// The rating of moves; `trial` is the position where they are tried.
    #[inline]
    pub(super) fn judge<'a, P>(&'a self, trial: &'a mut Option<P>) -> Judge<'a, P> {
        let MctsSettings { promise, playout, scale, .. } = self;
        Judge { promise: *promise, estimator: &playout.estimator, scale: *scale, trial }
    }
}
