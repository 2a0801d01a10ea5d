//! How a player estimates positions: a heuristic of the game, weights or a learned evaluation.

use std::cell::Cell;

use crate::{
    Accepted, AnyPosition, Heuristic, OptionError, OptionSpec, Options, Position, Seat, SetupError,
    evaluate::{Learned, MODEL},
    term::Term,
};

/// How a player estimates the payoff of a position that it does not search further.
///
/// The tag is a byte of its own, which a search reads at every node.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
pub enum Estimator {
    /// Every unfinished position is worth 0, or the payoff bound nearest to 0.
    Nothing(f64),
    /// One of the game's heuristics.
    Named(Heuristic),
    /// A weighted sum of the game's features, mapped into the declared bounds.
    Weights {
        /// One weight for each of the game's features, in their order.
        weights: Vec<f64>,
        /// The least and the greatest payoff.
        bounds: (f64, f64),
    },
    /// A learned evaluation.
    Learned(Learned),
}

impl Estimator {
    /// The `heuristic` option. A player that declares it reads it with [`Estimator::of`].
    pub const OPTION: OptionSpec = OptionSpec::text(
        "heuristic",
        "`usual` (the game's first), `none`, a heuristic of the game, `weights(feature=1.5, …)`, \
         `learned` or `learned(\"FILE\")`",
        "usual",
        "how to guess the payoff of an unfinished position",
    );

    /// The estimator that the `heuristic` option chooses for the game.
    ///
    /// # Errors
    ///
    /// If the game has no such heuristic or feature.
    pub fn of(options: &Options, game: &AnyPosition) -> Result<Estimator, SetupError> {
        let text = options.text("heuristic");
        let facts = game.facts();
        let offered = game.heuristics();
        let nothing = Estimator::Nothing(0.0f64.clamp(facts.min_payoff, facts.max_payoff));
        match text {
            "none" => return Ok(nothing),
            "usual" if offered.is_empty() => return Ok(nothing),
            "usual" => return Ok(Estimator::Named(Heuristic(0))),
            MODEL => {
                let found =
                    Learned::shipped(game).map_err(|why| options.wrong("heuristic", why))?;
                return Ok(Estimator::Learned(found));
            }
            _ => {}
        }
        if let Some(index) = offered.iter().position(|named| named.name == text) {
            return Ok(Estimator::Named(Heuristic(index as u8)));
        }
        if let Some(weights) = Term::parse(text).ok().filter(|term| term.name == "weights") {
            return Self::weights(options, game, &weights);
        }
        if let Some(model) = Term::parse(text).ok().filter(|term| term.name == MODEL) {
            let found = Learned::of(&model, game).map_err(|why| options.wrong("heuristic", why))?;
            return Ok(Estimator::Learned(found));
        }
        let names = ["usual", "none"].into_iter().chain(offered.iter().map(|named| named.name));
        let accepted = Accepted::new(text, names);
        let near =
            accepted.nearest.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        let mut list = accepted.all.join(", ");
        if !game.features().is_empty() {
            list.push_str(", weights(feature=number, …)");
        }
        Err(options.wrong("heuristic", format!("{list} at this game{near}")).into())
    }

    fn weights(
        options: &Options,
        game: &AnyPosition,
        term: &Term,
    ) -> Result<Estimator, SetupError> {
        let wrong = |why: String| -> OptionError { options.wrong("heuristic", why) };
        let features = game.features();
        let names = features.iter().map(|feature| feature.name).collect::<Vec<_>>().join(", ");
        if features.is_empty() {
            return Err(wrong("no weights: this game declares no features".to_owned()).into());
        }
        if term.arguments.is_empty() {
            let why = format!(
                "at least one weight, as in weights({}=1); features: {names}",
                features[0].name
            );
            return Err(wrong(why).into());
        }
        let mut weights = vec![0.0; features.len()];
        let mut given = vec![false; features.len()];
        for argument in &term.arguments {
            let name = argument.option.as_deref().unwrap_or(&argument.value);
            let index = features.iter().position(|feature| feature.name == name);
            let index = index.ok_or_else(|| {
                let accepted = Accepted::new(name, features.iter().map(|feature| feature.name));
                let near = accepted
                    .nearest
                    .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                wrong(format!("weights of {names}; `{name}` is not a feature of this game{near}"))
            })?;
            if std::mem::replace(&mut given[index], true) {
                return Err(wrong(format!("one weight for `{name}`, not two")).into());
            }
            weights[index] = match argument.value.parse::<f64>() {
                Ok(weight) if weight.is_finite() && argument.option.is_some() => weight,
                _ => return Err(wrong(format!("a number for `{name}`")).into()),
            };
        }
        let facts = game.facts();
        Ok(Estimator::Weights { weights, bounds: (facts.min_payoff, facts.max_payoff) })
    }

    /// The estimated payoff of `seat` in `position`, which is not terminal.
    #[inline]
    pub fn estimate<P: Position>(&self, position: &P, seat: Seat) -> f64 {
        match self {
            Estimator::Nothing(value) => *value,
            Estimator::Named(heuristic) => position.estimate(*heuristic, seat),
            Estimator::Weights { weights, bounds } => weigh(position, seat, weights, *bounds),
            Estimator::Learned(learned) => learned.estimate(position, seat),
        }
    }

    /// Prepares `position`, the first of a line, for the estimates needed below it.
    pub fn announce<P: Position>(&self, position: &mut P) {
        match self {
            Estimator::Named(heuristic) => position.keep(Some(*heuristic)),
            Estimator::Learned(learned) => position.keep(learned.corrected()),
            Estimator::Nothing(_) | Estimator::Weights { .. } => position.keep(None),
        }
    }
}

/// The weighted sum, mapped smoothly into the bounds: w / (1 + |w|) of the half range on either
/// side of the middle.
#[inline(never)]
fn weigh<P: Position>(position: &P, seat: Seat, weights: &[f64], bounds: (f64, f64)) -> f64 {
    thread_local! {
        // Reused for every node, so that nothing is allocated there.
        static ROOM: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
    }
    let mut values = ROOM.take();
    position.feature_values(seat, &mut values);
    let sum: f64 = weights.iter().zip(&values).map(|(weight, value)| weight * value).sum();
    ROOM.set(values);
    let middle = f64::midpoint(bounds.0, bounds.1);
    middle + (bounds.1 - bounds.0) / 2.0 * sum / (1.0 + sum.abs())
}
