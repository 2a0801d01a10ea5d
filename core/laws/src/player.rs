//! The laws of a player: what [`Algorithm`](agon_core::Algorithm) promises, checked at one game.

mod question;
mod sight;
#[cfg(test)]
mod tests;

use agon_core::{
    AnyMove, AnyPosition, Belief, Budget, Decision, NameError, NamedGame, NamedPlayer, Node, Player, Position, Seat,
    Seed, SetupError, registry,
};

use self::question::{Announce, Broken, Question, told};
use crate::{
    counting::CountingPosition,
    misplay::Misplay,
    site::{demand, name},
};

/// Why a player was not found to keep the laws at a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerLawError {
    /// There is no such player, or no such game.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The player cannot play that game, and says so.
    #[error(transparent)]
    Refused(#[from] SetupError),
    /// The player is a person, who cannot be asked the same question twice.
    #[error("{0} is a person: nothing can be checked")]
    Person(String),
    /// It breaks a law.
    #[error(transparent)]
    Broken(#[from] Box<Misplay>),
}

const COMPILED: &str = "it decides for a game compiled as for any game";
const EXPLAINED: &str = "it chooses the same move when it explains";
const AGAIN: &str = "the same question has the same answer, whatever was played before `begin`";
const DRAWS: &str = "it draws from the stream only if its `habits` say `random`";
const COUNTS: &str = "it tells how many positions it looked at";

/// The budgets, in nodes, that are tried in turn: the minimum, an odd number, and enough to search.
const BUDGETS: [u64; 3] = [1, 97, 1_500];

/// The most moves a player may play while it is [seated](agon_core::Algorithm::configure), to learn about the game: a few
/// random plays.
pub const MOST_MOVES_SEATED: u64 = 2_000;

/// Checks every law of [`Algorithm`](agon_core::Algorithm) for one registered player, with the options
/// in its term, at one registered game: along random plays, at the first moves and deep in the
/// game, with small budgets and larger ones.
///
/// A player that depends on a clock is not asked for the same decision twice. In a game with hidden information, the
/// checks also cover what the player may know: along further plays it must decide alike wherever its seat has the same
/// view, and as another copy of it does that is given redeals instead of the true positions.
///
/// # Errors
///
/// The first law that is broken, and where; or why the player cannot be checked at this game.
pub fn check_player(player: &str, game: &str) -> Result<(), PlayerLawError> {
    check_player_told(player, game, &mut |_, _| {})
}

/// As [`check_player`], calling `tell` tens to hundreds of times, before each question that the player is asked, with the
/// game's term and the law that the answer is about. It shows progress, and if the player thinks for ever, about what.
///
/// # Errors
///
/// As [`check_player`].
pub fn check_player_told(player: &str, game: &str, tell: &mut dyn FnMut(&str, &str)) -> Result<(), PlayerLawError> {
    let player = registry::player(player)?;
    let game = registry::game(game)?;
    let mut tell = |law: &str| tell(&game.term, law);
    let mut table = Table {
        native: player.seat(&game.start)?,
        erased: player.seat_erased(&game.start)?,
        used: player.seat(&game.start)?,
        player: &player,
        game: &game,
    };
    let habits = table.native.habits();
    if habits.person {
        return Err(PlayerLawError::Person(player.term.clone()));
    }
    for play in 0..3 {
        table.play(play, &mut tell)?;
    }
    tell(COUNTS);
    table.count()?;
    if game.start.facts().hidden && habits.is_reproducible() {
        sight::check(&player, &game, &mut tell)?;
    }
    Ok(())
}

/// Three copies of one player: one at native speed if possible, one through virtual calls, and one
/// that has always just played another game.
struct Table<'a> {
    player: &'a NamedPlayer,
    game: &'a NamedGame,
    native: Box<dyn Player>,
    erased: Box<dyn Player>,
    used: Box<dyn Player>,
}

impl Table<'_> {
    /// Asks along one random play: at the first moves, and at some later ones.
    fn play(&mut self, play: u64, tell: &mut Announce<'_>) -> Result<(), PlayerLawError> {
        let mut stream = Seed(play).stream(0);
        let mut position = self.game.start.clone();
        let mut path = Vec::new();
        self.native.begin();
        self.erased.begin();
        let (mut asked, mut wait) = (0, 0);
        while position.node() != Node::Terminal && asked < 8 {
            let mut m = position.draw_move(&mut stream);
            if let Node::Decision(seat) = position.node() {
                wait -= 1;
                if wait < 0 {
                    let budget = BUDGETS[(play as usize + asked) % BUDGETS.len()];
                    let question = Question {
                        position: position.clone(),
                        seat,
                        budget: Budget::of(Some(budget)),
                        seed: Seed(play),
                        stream: 1 + asked as u64,
                    };
                    m = self.check(&question, tell).map_err(|broken| self.misplay(broken, budget, &path, &position))?;
                    asked += 1;
                    // Three moves of its own, then leaps.
                    wait = if asked < 3 { 0 } else { stream.below(12) as i32 };
                }
            }
            // In games with hidden information no player learns the moves of others.
            if !position.facts().hidden {
                for player in [&mut self.native, &mut self.erased] {
                    player.played(&position, m);
                }
            }
            position.play(m);
            path.push(m);
        }
        Ok(())
    }

    fn misplay(&self, broken: Broken, budget: u64, path: &[AnyMove], position: &AnyPosition) -> Box<Misplay> {
        Misplay::of((self.player, self.game), broken, budget, path, position)
    }

    /// Checks the counts of positions, when the player is seated and when it is asked.
    fn count(&self) -> Result<(), PlayerLawError> {
        let (mut position, mut path) = (self.game.start.clone(), Vec::new());
        let mut stream = Seed(0).stream(0);
        while position.node() == Node::Chance {
            path.push(position.draw_move(&mut stream));
            position.play(path[path.len() - 1]);
        }
        let Node::Decision(seat) = position.node() else { return Ok(()) };
        for budget in BUDGETS {
            self.count_within(&position, seat, budget)
                .map_err(|broken| self.misplay(broken, budget, &path, &position))?;
        }
        Ok(())
    }

    fn count_within(&self, position: &AnyPosition, seat: Seat, budget: u64) -> Result<(), Broken> {
        let (seated, looked) = CountingPosition::of(position);
        let law = "it is seated before it looks at the game";
        let mut player = self.player.seat_erased(&seated).map_err(|e| (law, e.to_string()))?;
        let moves = looked.looks().moves;
        demand(moves <= MOST_MOVES_SEATED, || format!("{moves} moves played")).map_err(|found| (law, found))?;
        if player.habits().random {
            // It may draw moves of a playout one by one, which cost nothing.
            return Ok(());
        }
        player.begin();
        let (position, looked) = CountingPosition::of(position);
        let budget = Budget::of(Some(budget));
        let question = Question { position, seat, budget, seed: Seed(0), stream: 1 };
        let decision = question.ask(&mut *player, false)?;
        let seen = looked.looks().keys.len() as u64;
        let found = || format!("{} nodes, and {seen} positions played to", decision.nodes);
        // The budget may run out after the last position is played to and before it is counted. A search may also leave
        // a position uncounted: one where chance has few outcomes, for example. Measured over all players at eleven
        // games, at most four positions in ninety-seven were played to and not counted.
        demand(seen <= decision.nodes + decision.nodes / 16 + 1, found).map_err(|found| (COUNTS, found))
    }

    /// Checks the answers to one question, and returns the move.
    fn check(&mut self, question: &Question, announce: &mut Announce<'_>) -> Result<AnyMove, Broken> {
        announce(COMPILED);
        let one = question.ask(&mut *self.native, false)?;
        let is_reproducible = self.native.habits().is_reproducible();
        let other = question.ask(&mut *self.erased, false)?;
        let same = |law, other: &Decision<AnyMove>, what: &str| {
            let tell = || format!("{}, {what} {}", told(question, &one), told(question, other));
            demand(!is_reproducible || one == *other, tell).map_err(|found| (law, found))
        };
        same(COMPILED, &other, "through virtual calls")?;
        announce(EXPLAINED);
        self.used.begin();
        let explained = question.ask(&mut *self.used, true)?;
        check_explanation(question, &explained)?;
        announce(AGAIN);
        self.used.begin();
        let again = question.ask(&mut *self.used, false)?;
        self.used.begin();
        let once_more = question.ask(&mut *self.used, false)?;
        let tell = || format!("{}, then {}", told(question, &again), told(question, &once_more));
        demand(!is_reproducible || again == once_more, tell).map_err(|found| (AGAIN, found))?;
        let mut fresh = self.player.seat(&self.game.start).map_err(|e| (AGAIN, e.to_string()))?;
        fresh.begin();
        let anew = question.ask(&mut *fresh, false)?;
        let tell = || format!("{}, anew {}", told(question, &again), told(question, &anew));
        demand(!is_reproducible || again == anew, tell).map_err(|found| (AGAIN, found))?;
        let tell = || format!("{}, explained {}", told(question, &again), told(question, &explained));
        demand(!is_reproducible || explained.m == again.m, tell).map_err(|found| (EXPLAINED, found))?;
        if is_reproducible && !self.native.habits().random {
            announce(DRAWS);
            self.used.begin();
            let drawn = question.ask_with(&mut *self.used, false, 100 + question.stream)?;
            let tell = || format!("{}, then {}", told(question, &again), told(question, &drawn));
            demand(again == drawn, tell).map_err(|found| (DRAWS, found))?;
        }
        Ok(one.m)
    }
}

/// Checks that the line can be played, the moves are legal, and the values are within the bounds.
fn check_explanation(question: &Question, explained: &Decision<AnyMove>) -> Result<(), Broken> {
    let law = "a line can be played, and values are within the declared bounds";
    let mut line = question.position.clone();
    for &m in &explained.pv {
        demand(line.is_legal(m), || format!("{} in {line}", name(&line, m))).map_err(|found| (law, found))?;
        line.play(m);
    }
    let facts = question.position.facts();
    let bounds = facts.min_payoff - 1e-9..=facts.max_payoff + 1e-9;
    for root in &explained.moves {
        let is_right = question.position.is_legal(root.m) && bounds.contains(&root.value);
        let found = || format!("{} valued {}", name(&question.position, root.m), root.value);
        demand(is_right, found).map_err(|found| (law, found))?;
    }
    let is_right = explained.value.is_none_or(|value| bounds.contains(&value));
    let found = || explained.value.map_or(String::new(), |value| format!("the value {value}"));
    demand(is_right, found).map_err(|found| (law, found))?;
    check_beliefs(question, explained)
}

/// Checks that the beliefs are answers to the move, in order, that another seat may give.
fn check_beliefs(question: &Question, explained: &Decision<AnyMove>) -> Result<(), Broken> {
    let law = "what it believes are legal answers to its move, ascending, whose probabilities add up to one";
    let Decision { m, beliefs, .. } = explained;
    if beliefs.is_empty() {
        return Ok(());
    }
    let here = agon_core::after(&question.position, *m);
    let is_of_another = matches!(here.node(), Node::Decision(seat) if seat != question.seat);
    let may_come = |belief: &Belief<AnyMove>| {
        here.is_legal(belief.m) && 0.0 < belief.probability && belief.probability <= 1.0 + 1e-9
    };
    let total: f64 = beliefs.iter().map(|belief| belief.probability).sum();
    let is_right = is_of_another
        && beliefs.iter().all(may_come)
        && beliefs.is_sorted_by(|one, other| one.m < other.m)
        && (total - 1.0).abs() < 1e-9;
    demand(is_right, || told(question, explained)).map_err(|found| (law, found))
}
