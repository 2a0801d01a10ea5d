//! One player's model of another: a probability for each move, computed exactly.

use agon_core::{Algorithm, AnyPosition, Habits, Move, NamedPlayer, Player, Position, Seat, Seed, SetupError, Turn};

use crate::{epsilon::Epsilon, mix::Mix, node_budget::NodeBudget, random::Random};

/// A model of how a player chooses: a tree of mixtures, whose leaves are players that always choose
/// the same.
pub(crate) enum Model {
    /// Every move is equally likely.
    Uniform,
    /// The choice of this player, seated at this game.
    Choice(Box<NamedPlayer>, AnyPosition),
    /// One of these, by its share; the shares add up to one.
    Mixture(Vec<(f64, Model)>),
}

impl Model {
    /// The model of `player` at the game with the initial position `game`; without a player, every
    /// move is equally likely. `owner` is the player that uses the model.
    ///
    /// `random`, `mix` and `epsilon` are modelled exactly. A player that draws during its search
    /// (Monte Carlo tree search) is given a fixed stream, numbered by the position, so that it
    /// always chooses the same.
    ///
    /// # Errors
    ///
    /// If that player cannot play the game, or its choice cannot be predicted: it uses the clock,
    /// or is a person, or draws with probabilities that it alone knows.
    pub(crate) fn of(
        owner: &'static str,
        player: Option<&NamedPlayer>,
        game: &AnyPosition,
    ) -> Result<Model, SetupError> {
        let Some(player) = player else { return Ok(Model::Uniform) };
        let mixture = |parts: Vec<(f64, &NamedPlayer)>| {
            let model =
                |(share, part): (f64, &NamedPlayer)| Model::of(owner, Some(part), game).map(|model| (share, model));
            parts.into_iter().map(model).collect::<Result<Vec<_>, _>>()
        };
        match player.plugin.name {
            Random::NAME => Ok(Model::Uniform),
            Mix::NAME => Ok(Model::Mixture(mixture(Mix::parts(&player.options)?)?)),
            Epsilon::NAME => {
                let (share, part) = Epsilon::part(&player.options)?;
                let mut parts = mixture(vec![(1.0 - share, part)])?;
                parts.push((share, Model::Uniform));
                Ok(Model::Mixture(parts))
            }
            name => {
                let Habits { random, clock, threads, person, follows, .. } = player.seat(game)?.habits();
                let why = if person {
                    "is a person, whom nobody can ask beforehand"
                } else if clock {
                    "goes by the clock, so that its choice is not the same twice"
                } else if threads {
                    "searches with several threads, so that its choice is not the same twice"
                } else if follows {
                    "follows the game as it is played, and knows of no other"
                } else if random && !DRAWS_INSIDE.contains(&name) {
                    "draws its move with probabilities that it does not tell"
                } else {
                    return Ok(Model::Choice(Box::new(player.clone()), game.clone()));
                };
                let reason = format!("its model of the others, {}, {why}", player.term);
                Err(SetupError::refused(
                    owner,
                    reason,
                    "take a player that chooses by searching, or random, mix or epsilon",
                ))
            }
        }
    }

    /// The memory of the players asked, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        match self {
            Model::Uniform => 0,
            Model::Choice(player, game) => player.seat(game).map_or(0, |seated| seated.memory()),
            Model::Mixture(parts) => parts.iter().map(|(_, model)| model.memory()).sum(),
        }
    }

    /// Seats the players, so that the model can be asked.
    pub(crate) fn seat(&self) -> SeatedModel {
        match self {
            Model::Uniform => SeatedModel::Uniform,
            Model::Choice(player, game) => {
                let seated = player.seat(game).expect("it was seated at this game before");
                SeatedModel::Choice(seated)
            }
            Model::Mixture(parts) => {
                SeatedModel::Mixture(parts.iter().map(|(share, model)| (*share, model.seat())).collect())
            }
        }
    }
}

/// Players that draw during their search, but whose choice with a fixed stream is a useful model.
const DRAWS_INSIDE: &[&str] = &["mcts"];

/// A model whose players are seated.
pub(crate) enum SeatedModel {
    Uniform,
    Choice(Box<dyn Player>),
    Mixture(Vec<(f64, SeatedModel)>),
}

impl SeatedModel {
    /// Adds to `probabilities` `share` times the probability that `seat` plays each of `moves`, all
    /// the moves of `position`. Returns the number of positions looked at, out of those that
    /// `node_budget` has left; its clock and its signal apply too.
    pub(crate) fn add<P: Position>(
        &mut self,
        position: &P,
        seat: Seat,
        moves: &[P::Move],
        share: f64,
        node_budget: &NodeBudget<'_>,
        probabilities: &mut [f64],
    ) -> u64 {
        match self {
            SeatedModel::Uniform => {
                let each = share / moves.len() as f64;
                for probability in probabilities {
                    *probability += each;
                }
                0
            }
            SeatedModel::Mixture(parts) => {
                let mut spent = 0;
                for (part, model) in parts {
                    let mut left = *node_budget;
                    left.add(spent);
                    spent += model.add(position, seat, moves, share * *part, &left, probabilities);
                }
                spent
            }
            SeatedModel::Choice(player) => {
                let mut stream = Seed(0).stream(position.key());
                let mut turn = node_budget.hand_on(Turn::new(seat, &mut stream));
                let Ok(decision) = player.choose(&AnyPosition::of(position), &mut turn) else {
                    // It gave up: its move is unknown.
                    return SeatedModel::Uniform.add(position, seat, moves, share, node_budget, probabilities);
                };
                let chosen = P::Move::from_code(decision.m.code());
                let index = chosen.and_then(|m| moves.binary_search(&m).ok());
                probabilities[index.expect("a player chooses a legal move")] += share;
                decision.nodes.min(node_budget.left().unwrap_or(u64::MAX))
            }
        }
    }
}
