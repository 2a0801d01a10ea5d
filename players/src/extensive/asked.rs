//! The strategy of a player, found by asking it at every information set.

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Eye, Habits, NamedPlayer, Player, Position, Seat, Seed, SetupError, Turn,
};

use super::{
    form::{Act, ExtensiveForm, InformationSet, TooManyPlays},
    learning::BEST_RESPONSE,
};
use crate::{epsilon::Epsilon, mix::Mix, node_budget::NodeBudget, random::Random};

/// Why the strategy of a player cannot be determined.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AskError {
    /// The player does not play this game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The player's answers do not repeat, or only the player knows its probabilities.
    #[error("{0} {1}: how it plays can't be found out by asking")]
    Unforeseen(String, &'static str),
    /// The player must prepare, and this game exceeds its limit of positions.
    #[error("{0} cannot prepare: {1}")]
    TooLarge(String, TooManyPlays),
    /// The player gave no answer.
    #[error("{0} gave no answer where {1} sees {2}")]
    Silent(String, Seat, String),
}

/// The strategy of `player` in the game with the initial position `start`, for every seat: the probability of each
/// move, as far as the player reports it; otherwise its frequency in `answers` answers, each with its own stream.
///
/// The player is given a redeal, so that its answer depends only on the view of its seat.
///
/// # Errors
///
/// If it cannot be asked, or gives no answer.
pub fn strategy_of(
    form: &ExtensiveForm,
    start: &AnyPosition,
    player: &NamedPlayer,
    seed: Seed,
    answers: u32,
) -> Result<Vec<f64>, AskError> {
    whole(form, start, player, (seed, answers), AskedWhere::Everywhere)
}

/// The same, but the player is asked only at information sets that its earlier answers can reach. All moves are equally
/// likely at the others, which affect no value and no best response. A player that always plays the same move is asked
/// at few sets.
///
/// # Errors
///
/// As [`strategy_of`].
pub fn reached_strategy_of(
    form: &ExtensiveForm,
    start: &AnyPosition,
    player: &NamedPlayer,
    seed: Seed,
    answers: u32,
) -> Result<Vec<f64>, AskError> {
    whole(form, start, player, (seed, answers), AskedWhere::Reached)
}

fn whole(
    form: &ExtensiveForm,
    start: &AnyPosition,
    player: &NamedPlayer,
    draws: (Seed, u32),
    place: AskedWhere,
) -> Result<Vec<f64>, AskError> {
    let mut free = NodeBudget::free(u64::MAX);
    let found = strategy_until(form, start, player, draws, place, &mut free)?;
    Ok(found.expect("nobody ends it"))
}

/// The information sets at which a player is asked.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum AskedWhere {
    /// At all of them.
    Everywhere,
    /// Those that its earlier answers can reach.
    Reached,
}

/// The same; `None` if `node_budget` is over first.
pub(crate) fn strategy_until(
    form: &ExtensiveForm,
    start: &AnyPosition,
    player: &NamedPlayer,
    (seed, answers): (Seed, u32),
    place: AskedWhere,
    node_budget: &mut NodeBudget<'_>,
) -> Result<Option<Vec<f64>>, AskError> {
    let strategy = vec![0.0; form.moves()];
    let mut survey = Survey { form, start, seed, answers: answers.max(1), node_budget, strategy };
    let mut parts = Vec::new();
    survey.take_apart(player, 1.0, &mut parts)?;
    let is_done = survey.ask_all(&mut parts, place)?;
    Ok(is_done.then_some(survey.strategy))
}

/// The reason why the strategy of a player with these habits cannot be determined by asking.
pub(crate) fn unforeseen(habits: Habits) -> Option<&'static str> {
    let Habits { clock, threads, person, follows, outside, .. } = habits;
    let why = [
        (person, "is a person"),
        (clock, "goes by the clock"),
        (threads, "searches with several threads"),
        (follows, "follows the game as it is played"),
        (outside, "is a program of its own"),
    ];
    why.into_iter().find(|(is_so, _)| *is_so).map(|(_, why)| why)
}

/// The questions and the answers so far.
struct Survey<'a, 'b> {
    form: &'a ExtensiveForm,
    start: &'a AnyPosition,
    seed: Seed,
    answers: u32,
    node_budget: &'a mut NodeBudget<'b>,
    strategy: Vec<f64>,
}

/// A player to be asked, or one of those it mixes.
enum AskedPart {
    /// All moves are equally likely.
    Uniform,
    /// A seated player with its term, and the number of times it is asked.
    Seated(Box<dyn Player>, String, u32),
}

impl Survey<'_, '_> {
    /// Adds the players to be asked, each for its `share` of the moves.
    fn take_apart(&self, player: &NamedPlayer, share: f64, parts: &mut Vec<(AskedPart, f64)>) -> Result<(), AskError> {
        match player.plugin.name {
            Random::NAME => {
                parts.push((AskedPart::Uniform, share));
                return Ok(());
            }
            Mix::NAME => {
                for (part, player) in Mix::parts(&player.options).map_err(SetupError::from)? {
                    self.take_apart(player, share * part, parts)?;
                }
                return Ok(());
            }
            Epsilon::NAME => {
                let (part, other) = Epsilon::part(&player.options).map_err(SetupError::from)?;
                parts.push((AskedPart::Uniform, share * part));
                return self.take_apart(other, share * (1.0 - part), parts);
            }
            BEST_RESPONSE => self.demand_room(player)?,
            _ => {}
        }
        let seated = player.seat(self.start)?;
        let habits = seated.habits();
        if let Some(why) = unforeseen(habits) {
            return Err(AskError::Unforeseen(player.term.clone(), why));
        }
        let answers = if habits.random { self.answers } else { 1 };
        parts.push((AskedPart::Seated(seated, player.term.clone(), answers), share));
        Ok(())
    }

    /// Asks all parts at these information sets; at the others all moves are equally likely. Returns whether the survey
    /// was completed.
    fn ask_all(&mut self, parts: &mut [(AskedPart, f64)], place: AskedWhere) -> Result<bool, AskError> {
        let form = self.form;
        let mut is_asked = vec![false; form.sets().len()];
        // For each node, a bit for each seat whose own moves lead there. A node comes after its parent.
        let mut come = vec![u64::MAX; form.nodes.len()];
        for (number, node) in form.nodes.iter().enumerate() {
            let here = come[number];
            let Act::Set(set) = node.act else {
                come[node.below()].fill(here);
                continue;
            };
            let (at, set) = (set as usize, &form.sets()[set as usize]);
            let own = 1 << set.seat.index();
            if here & own != 0 && !is_asked[at] {
                is_asked[at] = true;
                for (part, share) in &mut *parts {
                    if !self.ask(part, set, *share)? {
                        return Ok(false);
                    }
                }
            }
            for (below, share) in node.below().zip(&self.strategy[set.range()]) {
                let is_left = place == AskedWhere::Reached && *share == 0.0;
                come[below] = if is_left { here & !own } else { here };
            }
        }
        for (set, _) in form.sets().iter().zip(is_asked).filter(|(_, is_asked)| !is_asked) {
            let range = set.range();
            let each = 1.0 / range.len() as f64;
            self.strategy[range].fill(each);
        }
        Ok(true)
    }

    /// Checks that a player which prepares has enough room for this game.
    fn demand_room(&self, player: &NamedPlayer) -> Result<(), AskError> {
        let fits = self.form.fits(player.options.whole("limit"));
        fits.map_err(|why| AskError::TooLarge(player.term.clone(), why))
    }

    /// Adds `share` of the player's answers at `set`. Returns whether the survey was completed.
    fn ask(&mut self, part: &mut AskedPart, set: &InformationSet, share: f64) -> Result<bool, AskError> {
        let AskedPart::Seated(player, term, answers) = part else {
            let range = set.range();
            let each = share / range.len() as f64;
            self.strategy[range].iter_mut().for_each(|sum| *sum += each);
            return Ok(true);
        };
        let answers = *answers;
        let silent = || AskError::Silent(term.clone(), set.seat, set.view());
        let moves = set.moves();
        let key = set.position.view_key(Eye::Seat(set.seat));
        for answer in 0..answers {
            let mut stream = self.seed.stream(key ^ (u64::from(answer) << 32));
            let shown = set.position.redeal(set.seat, &mut stream);
            let turn = self.node_budget.hand_on(Turn::new(set.seat, &mut stream));
            player.begin();
            let decision = player.choose(&shown, &mut turn.explained(true));
            // A stopped player answers early.
            if self.node_budget.is_over() {
                self.node_budget.stop();
                return Ok(false);
            }
            let decision = decision.map_err(|_| silent())?;
            let part = &mut self.strategy[set.range()];
            let place = |m: AnyMove| moves.binary_search(&m).ok();
            let told: f64 = decision.moves.iter().filter_map(|m| m.probability).sum();
            // A player that reports its probabilities does so every time.
            if 0.0 < told {
                for known in &decision.moves {
                    if let (Some(at), Some(probability)) = (place(known.m), known.probability) {
                        part[at] += share * probability / told;
                    }
                }
                return Ok(true);
            }
            part[place(decision.m).ok_or_else(silent)?] += share / f64::from(answers);
        }
        Ok(true)
    }
}
