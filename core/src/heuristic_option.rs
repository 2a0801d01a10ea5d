//! The option `heuristic`: which estimator a player goes by.

use crate::{
    Accepted, AnyPosition, Estimator, Featured, Heuristic, Learned, NamedPlayer, OptionError, OptionSpec, Options,
    Position, SetupError, ShippedModel, models::MODEL, options::Kind, registry, term::Term,
};

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
                let found = Learned::shipped(game).map_err(|why| options.wrong("heuristic", why))?;
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
        let near = accepted.nearest.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        let mut list = accepted.all.join(", ");
        if !game.features().is_empty() {
            list.push_str(", weights(feature=number, …)");
        }
        Err(options.wrong("heuristic", format!("{list} at this game{near}")).into())
    }

    fn weights(options: &Options, game: &AnyPosition, term: &Term) -> Result<Estimator, SetupError> {
        let wrong = |why: String| -> OptionError { options.wrong("heuristic", why) };
        let features = game.features();
        let names = features.iter().map(|feature| feature.name).collect::<Vec<_>>().join(", ");
        if features.is_empty() {
            return Err(wrong("no weights: this game declares no features".to_owned()).into());
        }
        if term.arguments.is_empty() {
            let why = format!("at least one weight, as in weights({}=1); features: {names}", features[0].name);
            return Err(wrong(why).into());
        }
        let mut weights = vec![0.0; features.len()];
        let mut given = vec![false; features.len()];
        for argument in &term.arguments {
            let name = argument.option.as_deref().unwrap_or(&argument.value);
            let index = features.iter().position(|feature| feature.name == name);
            let index = index.ok_or_else(|| {
                let accepted = Accepted::new(name, features.iter().map(|feature| feature.name));
                let near = accepted.nearest.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
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
}

impl NamedPlayer {
    /// Whether it, a player inside it or the one it chooses uses the evaluation that [ships with
    /// `game`](ShippedModel) and does not say which evaluation that is.
    pub fn asks_for_shipped(&self, game: &AnyPosition) -> bool {
        ShippedModel::of(game).is_some_and(|model| self.goes_by(model, game))
    }

    fn goes_by(&self, model: &ShippedModel, game: &AnyPosition) -> bool {
        if let Some(choice) = self.choice(game) {
            let name = model.name().term();
            let is_chosen = choice.term.contains(&name) && !self.term.contains(&name);
            let chosen = || registry::player(&choice.term);
            return is_chosen || chosen().is_ok_and(|chosen| chosen.goes_by(model, game));
        }
        let is_asked = |spec: &OptionSpec| match spec.kind {
            Kind::Player(_) => {
                let inside = self.options.player(spec.name);
                inside.is_some_and(|player| player.goes_by(model, game))
            }
            Kind::Players(..) => {
                let mut players = self.options.players(spec.name).iter();
                players.any(|(player, _)| player.goes_by(model, game))
            }
            _ => spec.name == Estimator::OPTION.name && self.options.written(spec.name) == MODEL,
        };
        self.plugin.options.iter().any(is_asked)
    }
}
