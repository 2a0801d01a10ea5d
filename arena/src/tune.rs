//! Fits the weights of a player's heuristic by self-play.
//!
//! The method is SPSA (J. C. Spall, 1992): every step shifts all weights at once by a random sign each, plays the
//! player with the shifted weights against the player with the opposite shift, and moves the
//! weights towards the winner. A step is an ordinary small match: from random openings, each in
//! both seatings and with the same dice.
//!
//! Features differ in scale, so the method uses units: a weight of one unit changes the sum by one
//! standard deviation of the feature, as measured in random games.
//!
//! Everything is a pure function of the question and its seed. The state between two steps fits in
//! a small file ([`Tuning::save`]), so a tuning can be interrupted and resumed.

mod spsa;
mod state;
mod weights;

use std::sync::Arc;

use agon_core::{Estimator, Featured, Habits, Named, NamedGame, NamedPlayer, Position, Seed, registry, term::Term};

pub use self::weights::{feature_spreads, rounded, weights_term};
use self::{
    spsa::Spsa,
    weights::{read_weights, with_heuristic},
};
use crate::{
    ask::{rules::FaultRule, spec::Spec, spec_error::SpecError, words::count},
    plan::{
        forecast::{is_reproducible, warnings},
        numbering::{Purpose, stream},
        schedule::Plan,
    },
    play::job::{Job, Run},
    rating::{Difference, Sample},
    tally::score::Score,
};

/// The task of a tuning, as texts and numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningSpec {
    /// The game's term.
    pub game: String,
    /// The player's term; its `heuristic` is replaced.
    pub player: String,
    /// The initial weights, as `feature=1, …`; by default those of the player's term, and zero for
    /// features not mentioned.
    pub start: Option<String>,
    /// The number of steps.
    pub iterations: u64,
    /// The number of pairs of games for each step.
    pub pairs: u64,
    /// The number of random plies of an opening.
    pub plies: u32,
    /// The seed of everything.
    pub seed: u64,
}

/// A tuning on its way.
pub struct Tuning {
    game: NamedGame,
    player: NamedPlayer,
    features: &'static [Named],
    start: Vec<f64>,
    /// The standard deviation of every feature in random games; one for features that never change.
    spreads: Vec<f64>,
    iterations: u64,
    pairs: u64,
    plies: u32,
    seed: Seed,
    spsa: Spsa,
}

/// How a part of a tuning ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Went<T> {
    /// Done, with this result.
    Done(T),
    /// A stop was requested; nothing has changed.
    Interrupted,
}

/// The match that measures the gain of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// The numbers of pairs in which the tuned player scored 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
    /// The number of games that repeat an earlier one move for move: they are not among the counts.
    pub copies: u64,
    /// Warnings about properties of the match that would mislead readers.
    pub warnings: Vec<String>,
    /// The difference in strength, by these counts.
    pub difference: Difference,
}

/// Asked now and then whether to stop.
pub type Interrupted = Arc<dyn Fn() -> bool + Send + Sync>;

/// The index of the stream of the match at the end; steps are counted from one.
const MATCH: u64 = 1 << 48;
impl Tuning {
    /// Looks up the names in the question, and checks that the tuning is possible.
    ///
    /// # Errors
    ///
    /// If a name or a weight is wrong, the game declares no features or does not have two seats, or the player uses no
    /// heuristic, uses a clock or several threads, or cannot play the game.
    pub fn new(question: &TuningSpec) -> Result<Tuning, SpecError> {
        let game = registry::game(&question.game).map_err(SpecError::new)?;
        let player = registry::player(&question.player).map_err(SpecError::new)?;
        let features = game.start.features();
        if features.is_empty() {
            let message = "the game declares no features to be weighed";
            return Err(SpecError::at(&game.term, message));
        }
        let seats = game.start.facts().seats;
        if seats != 2 {
            return Err(SpecError::at(
                &game.term,
                format!(
                    "the game has {}; weights are compared in matches of one against one, which \
                     need two",
                    count(seats.into(), "seat")
                ),
            ));
        }
        let option = Estimator::OPTION.name;
        if !player.plugin.options.iter().any(|spec| spec.name == option) {
            let message = format!(
                "the player has no option `{option}` to be tuned; those who have: {}",
                heuristic_players().join(", ")
            );
            return Err(SpecError::at(player.plugin.name, message));
        }
        let start = match &question.start {
            Some(text) => read_weights(&player, &format!("weights({text})"), &game)?,
            None => Some(player.options.text(option))
                .filter(|text| Term::parse(text).is_ok_and(|term| term.name == "weights"))
                .map_or(Ok(vec![0.0; features.len()]), |text| read_weights(&player, text, &game))?,
        };
        let seed = Seed(question.seed);
        let spreads = feature_spreads(&game.start, seed);
        let units = start.iter().zip(&spreads).map(|(weight, spread)| weight * spread).collect();
        let tuning = Tuning {
            spsa: Spsa::new(units, question.iterations),
            iterations: question.iterations,
            pairs: question.pairs,
            plies: question.plies,
            game,
            player,
            features,
            start,
            spreads,
            seed,
        };
        tuning.term(&tuning.start).seat(&tuning.game.start).map_err(SpecError::new)?;
        let plan = tuning.plan(1, tuning.pairs, &tuning.start_term(), &tuning.start_term())?;
        if !is_reproducible(&plan) {
            let any = |is: fn(&Habits) -> bool| {
                let mut sections = plan.tournament().sections.iter();
                sections.any(|section| section.habits.iter().any(is))
            };
            let (what, instead) = if any(|habits| habits.clock) {
                ("looks at a clock", "give it a depth or nodes instead of a time")
            } else if any(|habits| habits.threads) {
                ("searches with several threads", "leave it one; games are played side by side anyway")
            } else {
                ("asks a person", "name one that chooses for itself")
            };
            let message = format!("the player {what}, so no tuning of it could be resumed or repeated; {instead}");
            return Err(SpecError::at(&tuning.player.term, message));
        }
        Ok(tuning)
    }

    /// The game.
    pub fn game(&self) -> &NamedGame {
        &self.game
    }

    /// The game's features; all lists of weights are in their order.
    pub fn features(&self) -> &'static [Named] {
        self.features
    }

    /// The weights it began with.
    pub fn start(&self) -> &[f64] {
        &self.start
    }

    /// The standard deviation of every feature, as measured.
    pub fn spreads(&self) -> &[f64] {
        &self.spreads
    }

    /// The total number of steps.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The number of steps made.
    pub fn done(&self) -> u64 {
        self.spsa.done
    }

    /// The weights found so far, to four significant digits.
    pub fn weights(&self) -> Vec<f64> {
        self.weights_at(&self.spsa.best()).into_iter().map(rounded).collect()
    }

    /// The term of the player with the weights it began with.
    pub fn start_term(&self) -> String {
        self.term(&self.start).term
    }

    /// The term of the player with the weights found so far.
    pub fn tuned_term(&self) -> String {
        self.term(&self.weights()).term
    }

    /// The heuristic of that player: `weights(feature=…,…)`.
    pub fn tuned_heuristic(&self) -> String {
        self.heuristic(&self.weights())
    }

    /// Makes the next step, on `jobs` threads.
    ///
    /// # Errors
    ///
    /// If a player is at fault, or the arena itself fails.
    pub fn step(&mut self, jobs: usize, interrupted: &Interrupted) -> Result<Went<()>, SpecError> {
        let index = self.spsa.done + 1;
        let pair = self.spsa.pair(&mut stream(self.seed, Purpose::Tuning, index));
        let [plus, minus] = [&pair.plus, &pair.minus].map(|point| self.term(&self.weights_at(point)).term);
        let plan = self.plan(index, self.pairs, &plus, &minus)?;
        let Went::Done(score) = play(plan, jobs, interrupted)? else {
            return Ok(Went::Interrupted);
        };
        let scored = &score.sections[0];
        let share = if scored.is_by_payoff() {
            scored.evidence(0, 1).map(|evidence| evidence.share())
        } else {
            scored.tally(0, 1).share()
        };
        let share = share.unwrap_or(0.5);
        self.spsa.step(&pair, 2.0 * share - 1.0);
        Ok(Went::Done(()))
    }

    /// Plays the tuned player against `against`, in `pairs` pairs of games from openings that no
    /// step used except by chance, and returns the difference in strength.
    ///
    /// # Errors
    ///
    /// If there is no such player, a player is at fault, or the arena itself fails.
    pub fn gain(
        &self,
        against: &str,
        pairs: u64,
        jobs: usize,
        interrupted: &Interrupted,
    ) -> Result<Went<Gain>, SpecError> {
        let plan = self.plan(MATCH, pairs, &self.tuned_term(), against)?;
        let warnings = warnings(&plan);
        let Went::Done(score) = play(plan, jobs, interrupted)? else {
            return Ok(Went::Interrupted);
        };
        let counts = score.sections[0].openings(0, 1);
        let copies = score.sections[0].copies;
        let difference = Sample::Pairs(counts).difference();
        let void = || SpecError::new("no pair of the match has a result");
        Ok(Went::Done(Gain { counts, copies, warnings, difference: difference.ok_or_else(void)? }))
    }

    /// Checks that the final match is possible.
    ///
    /// # Errors
    ///
    /// If there is no such player, or it cannot play the game.
    pub fn check_match(&self, against: &str, pairs: u64) -> Result<(), SpecError> {
        self.plan(MATCH, pairs, &self.start_term(), against).map(|_| ())
    }

    /// A match of two players, from the openings of the stream with that index.
    fn plan(&self, index: u64, pairs: u64, one: &str, other: &str) -> Result<Plan, SpecError> {
        let mut stream = stream(self.seed, Purpose::Tuning, index);
        // The signs of the step come first in its stream; its games have a seed of their own.
        for _ in self.features {
            stream.below(2);
        }
        let spec = Spec {
            faults: Some(FaultRule::Stop),
            ..Spec::default()
                .game(&self.game.term)
                .player_named("tuned", one)
                .player_named("against", other)
                .openings(pairs, self.plies)
                .seed(stream.bits())
        };
        Plan::new(spec.resolve()?)
    }

    /// Weights at a point of the method.
    fn weights_at(&self, point: &[f64]) -> Vec<f64> {
        point.iter().zip(&self.spreads).map(|(units, spread)| units / spread).collect()
    }

    /// The value of the option for these weights.
    fn heuristic(&self, weights: &[f64]) -> String {
        let names = self.features.iter().map(|feature| feature.name);
        weights_term(names.zip(weights.iter().copied()))
    }

    /// The player, going by these weights.
    fn term(&self, weights: &[f64]) -> NamedPlayer {
        let text = with_heuristic(&self.player, &self.heuristic(weights));
        registry::player(&text).expect("only the value of one option of text has changed")
    }
}

/// The names of players that can be tuned.
fn heuristic_players() -> Vec<&'static str> {
    let has = |options: &[agon_core::OptionSpec]| options.iter().any(|spec| spec.name == Estimator::OPTION.name);
    registry::players().values().filter(|player| has(player.options)).map(|p| p.name).collect()
}

/// Plays all of a plan.
fn play(plan: Plan, jobs: usize, interrupted: &Interrupted) -> Result<Went<Score>, SpecError> {
    let plan = Arc::new(plan);
    let score = Score::new(&plan);
    let job = Job { interrupted: Arc::clone(interrupted), ..Job::whole(Arc::clone(&plan), jobs) };
    match job.run(score) {
        (score, _, Run::Done | Run::Enough) => Ok(Went::Done(score)),
        (_, _, Run::Interrupted) => Ok(Went::Interrupted),
        (score, _, Run::Fault(number)) => {
            let who = score.faults.iter().find_map(|fault| Some((fault.entry?, &fault.ending)));
            Err(SpecError::new(match who {
                Some((entry, ending)) => {
                    let player = &plan.tournament().entries[entry].player.term;
                    format!("{player} was at fault in game {number}: {ending:?}")
                }
                None => format!("a player was at fault in game {number}"),
            }))
        }
        (_, _, Run::Failed(error)) => Err(SpecError::new(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Tuning, TuningSpec, Went};

    fn question(game: &str, player: &str, start: Option<&str>) -> TuningSpec {
        TuningSpec {
            game: game.to_owned(),
            player: player.to_owned(),
            start: start.map(str::to_owned),
            iterations: 4,
            pairs: 2,
            plies: 2,
            seed: 1,
        }
    }

    #[test]
    fn tuning_begins_with_the_players_weights_unless_given_others() {
        let player = "alpha-beta(depth=1, heuristic=weights(discs=2))";
        let own = Tuning::new(&question("othello(size=4)", player, None)).unwrap();
        assert_eq!(own.start(), [0.0, 0.0, 2.0]);
        let told = question("othello(size=4)", player, Some("corners=1"));
        assert_eq!(Tuning::new(&told).unwrap().start(), [0.0, 1.0, 0.0]);
        let named = question("othello(size=4)", "alpha-beta(heuristic=discs)", None);
        assert_eq!(Tuning::new(&named).unwrap().start(), [0.0; 3]);
    }

    #[test]
    fn only_the_heuristic_of_the_player_is_replaced() {
        let player = "mcts(iterations=50, heuristic=discs, playout=uniform)";
        let tuning = Tuning::new(&question("othello(size=4)", player, None)).unwrap();
        let others = |term: &str| {
            let player = agon_core::registry::player(term).unwrap();
            let options = player.options.iter().filter(|(spec, _)| spec.name != "heuristic");
            options.map(|(spec, value)| (spec.name, value)).collect::<Vec<_>>()
        };
        assert_eq!(others(&tuning.tuned_term()), others(player));
        assert_eq!(tuning.tuned_heuristic(), "weights(mobility=0,corners=0,discs=0)");
    }

    #[test]
    fn an_interrupted_step_changes_nothing() {
        let asked = question("othello(size=4)", "alpha-beta(depth=1)", None);
        let [mut one, mut other] = [(); 2].map(|()| Tuning::new(&asked).unwrap());
        assert_eq!(one.step(2, &(Arc::new(|| true) as _)), Ok(Went::Interrupted));
        assert_eq!((one.done(), one.weights()), (0, vec![0.0; 3]));
        for tuning in [&mut one, &mut other] {
            assert_eq!(tuning.step(1, &(Arc::new(|| false) as _)), Ok(Went::Done(())));
        }
        assert_eq!(one.spsa, other.spsa);
    }

    #[test]
    fn features_are_measured_by_how_much_they_vary() {
        // Othello measures all of its features as shares between -1 and 1.
        let asked = question("othello(size=4)", "alpha-beta(depth=1)", None);
        let tuning = Tuning::new(&asked).unwrap();
        assert!(tuning.spreads().iter().all(|spread| (0.1..1.0).contains(spread)));
        assert_eq!(tuning.spreads(), Tuning::new(&asked).unwrap().spreads());
    }
}
