//! Players as the arena seats and asks them.

use std::{ops::BitOr, time::Duration};

use crate::{AnyMove, AnyPosition, Budget, Decision, NamedGame, Observer, OptionError, Seat, Sentence, Trouble, Turn};

/// The stack size, in bytes, of a thread that asks players: many times what the deepest search of
/// any built-in player at any game needs.
///
/// A ply of the built-in searches takes at most 1.6 kB, with or without optimisation (alpha-beta at chess, whose list
/// of moves is on the stack), with lines of 1000 plies, and at most 0.8 kB (expectiminimax) with lines of 2000, dice
/// included: 1.6 MB for the deepest. The rest is room for games whose moves take twenty times as much, or for players
/// that ask others, twenty deep. A test limits each built-in player at each game to a sixteenth.
pub const STACK_SIZE: usize = 64 << 20;

/// Why a player gives no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// It resigns.
    #[error("resigned")]
    Resigned,
    /// It cannot go on: its process died, its protocol broke.
    #[error("{0}")]
    Broken(String),
    /// It is a separate program, and this went wrong: the kind, and the details.
    #[error("{0}: {1}")]
    Outside(Trouble, String),
    /// The person at the table stopped the game.
    #[error("stopped by the person at the table")]
    Stopped,
}

/// The information a player that is a separate program receives before a game begins.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    /// The game.
    pub game: &'a NamedGame,
    /// The seat it will choose for.
    pub seat: Seat,
    /// The seed for its random choices: the same for the same game of a tournament.
    pub seed: u64,
    /// Its limit of positions for each move.
    pub budget: Budget,
    /// Its time limit for each move.
    pub move_time: Option<Duration>,
    /// How much later than that an answer may come and still count. The program is not informed of it.
    pub margin: Duration,
}

impl<'a> Beginning<'a> {
    /// A game without limits, with seed zero.
    pub fn of(game: &'a NamedGame, seat: Seat) -> Beginning<'a> {
        let (budget, move_time, margin) = (Budget::UNLIMITED, None, Duration::ZERO);
        Beginning { game, seat, seed: 0, budget, move_time, margin }
    }

    /// The same with these limits for a move.
    #[must_use]
    pub fn within(self, budget: Budget, move_time: Option<Duration>) -> Beginning<'a> {
        Beginning { budget, move_time, ..self }
    }
}

/// A player's answer: its decision, or the reason why it gives none.
pub type PlayerReply = Result<Decision<AnyMove>, Failure>;

/// A player at the table. The arena seats and asks it, and knows nothing else of it.
pub trait Player: Send {
    /// A game is about to begin; no clock runs yet. Called only for players that are [separate
    /// programs](Habits::outside), which prepare for the game. The arena also calls it once before the first game of
    /// all, so that a missing requirement is found at the start.
    ///
    /// # Errors
    ///
    /// If something is missing. The player then loses the game.
    fn ready(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        let _ = beginning;
        Ok(())
    }

    /// A new game begins: nothing remembered from earlier games may affect a decision.
    fn begin(&mut self);

    /// Chooses a move in a decision node.
    ///
    /// # Errors
    ///
    /// If the player gives no move.
    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply;

    /// As [`choose`](Player::choose), but returns only the move and the number of positions looked at: most games of a
    /// tournament need no more, and for the fastest players the rest costs time.
    ///
    /// # Errors
    ///
    /// If the player gives no move.
    fn choose_move(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<(AnyMove, u64), Failure> {
        self.choose(position, turn).map(|decision| (decision.m, decision.nodes))
    }

    /// As [`choose`](Player::choose), reporting each step of the search to `observer`. Players that do not search
    /// report nothing. A player that was seated [natively](crate::NamedPlayer::seat) answers as its erased twin does,
    /// with a separate memory.
    ///
    /// # Errors
    ///
    /// If the player gives no move.
    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> PlayerReply {
        let _ = observer;
        self.choose(position, turn)
    }

    /// `m` was played in `before`: by any seat, the player's own included, or by chance. A player that
    /// [follows](Habits::follows) the game receives every move of it in order, those of the opening included, before
    /// any player chooses the next. Asked about a position whose moves it did not receive, as in an analysis, it
    /// chooses by that position alone.
    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        let _ = (before, m);
    }

    /// The game is over at `last`, by its rules or because the arena ended it, and `payoffs` has
    /// the payoff of each seat: 0 if the game does not count. Called for players that
    /// [follow](Habits::follows) the game, unless the player panicked in it. Not called for a game
    /// that never began, or whose rules broke.
    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        let _ = (last, payoffs);
    }

    /// The player's objection to the result, if it has one. Asked once after the end of a game, and recorded.
    fn objection(&mut self) -> Option<String> {
        None
    }

    /// The things its moves depend on besides the position.
    fn habits(&self) -> Habits;

    /// The approximate size, in bytes, of its tables and trees, beyond the little that every player
    /// needs.
    fn memory(&self) -> u64 {
        0
    }
}

/// What the moves of a player depend on, besides the position, its settings and its budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may go with any other")]
#[non_exhaustive]
pub struct Habits {
    /// It draws from its stream: two games from one opening may differ.
    pub random: bool,
    /// It uses the clock: its results cannot be reproduced.
    pub clock: bool,
    /// Several threads search together for one move: its results cannot be reproduced.
    pub threads: bool,
    /// A person chooses: the question cannot be repeated.
    pub person: bool,
    /// It follows the game: it receives every [move](Player::played) and the [end](Player::end),
    /// which other players do not.
    pub follows: bool,
    /// It is a separate program, which needs [preparation](Player::ready) and may break down.
    pub outside: bool,
    /// It decides by the view of its seat alone, as [`view_key`](crate::Position::view_key) tells it, and by the moves it
    /// has: where a game hides something it needs no [redeal](crate::Position::redeal), and may be handed the position
    /// itself.
    pub by_view: bool,
    /// It may try again where it names no legal move, and [notes](crate::Turn::note) all that it says.
    pub tries: bool,
}

/// The habits of players that choose together: each holds if it holds for one of them, but [`by_view`](Habits::by_view) if
/// it holds for all.
impl BitOr for Habits {
    type Output = Habits;

    fn bitor(self, other: Habits) -> Habits {
        let Habits { random, clock, threads, person, follows, outside, by_view, tries } = other;
        Habits {
            random: self.random | random,
            clock: self.clock | clock,
            threads: self.threads | threads,
            person: self.person | person,
            follows: self.follows | follows,
            outside: self.outside | outside,
            by_view: self.by_view & by_view,
            tries: self.tries | tries,
        }
    }
}

impl Habits {
    /// The habits of a player whose moves depend on nothing else.
    pub const NONE: Habits = Habits {
        random: false,
        clock: false,
        threads: false,
        person: false,
        follows: false,
        outside: false,
        by_view: false,
        tries: false,
    };

    /// The same with this [`random`](Habits::random).
    #[must_use]
    pub const fn with_random(self, random: bool) -> Habits {
        Habits { random, ..self }
    }

    /// The same with this [`clock`](Habits::clock).
    #[must_use]
    pub const fn with_clock(self, clock: bool) -> Habits {
        Habits { clock, ..self }
    }

    /// The same with these [`threads`](Habits::threads).
    #[must_use]
    pub const fn with_threads(self, threads: bool) -> Habits {
        Habits { threads, ..self }
    }

    /// The same with this [`person`](Habits::person).
    #[must_use]
    pub const fn with_person(self, person: bool) -> Habits {
        Habits { person, ..self }
    }

    /// The same with this [`follows`](Habits::follows).
    #[must_use]
    pub const fn with_follows(self, follows: bool) -> Habits {
        Habits { follows, ..self }
    }

    /// The same with this [`outside`](Habits::outside).
    #[must_use]
    pub const fn with_outside(self, outside: bool) -> Habits {
        Habits { outside, ..self }
    }

    /// The same with this [`by_view`](Habits::by_view).
    #[must_use]
    pub const fn with_by_view(self, by_view: bool) -> Habits {
        Habits { by_view, ..self }
    }

    /// The same with these [`tries`](Habits::tries).
    #[must_use]
    pub const fn with_tries(self, tries: bool) -> Habits {
        Habits { tries, ..self }
    }

    /// Whether the same question, with the same stream, has the same answer.
    pub fn is_reproducible(&self) -> bool {
        !(self.clock || self.threads || self.person)
    }
}

/// Why a player cannot take part in a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The player is not for this game.
    #[error("{player} cannot play this game: {reason}; {suggestion}")]
    Refused {
        /// The player's name.
        player: &'static str,
        /// The property of the game that it cannot handle.
        reason: Sentence,
        /// A player that could, or a change that would help.
        suggestion: Sentence,
    },
}

impl SetupError {
    /// The error that `player` cannot play, with the reason and a suggestion.
    pub fn refused(player: &'static str, reason: impl Into<Sentence>, suggestion: impl Into<Sentence>) -> SetupError {
        SetupError::Refused { player, reason: reason.into(), suggestion: suggestion.into() }
    }
}
