//! What sits at the table and chooses.

use std::{ops::BitOr, time::Duration};

use crate::{
    AnyMove, AnyPosition, Budget, Decision, NamedGame, Observer, OptionError, Seat, Trouble, Turn,
};

/// The stack, in bytes, of a thread on which players are asked: deep enough for the deepest search
/// of any built-in player at any game, many times over.
///
/// A ply of the built-in searches takes at most 1.6 kB, optimised or not (alpha-beta at chess, whose
/// list of moves lies on the stack), where a line has 1000 plies, and at most 0.8 kB (expectiminimax)
/// where it has 2000, dice counted: 1.6 MB for the deepest. So there is room for games whose moves
/// take twenty times as much, or for players that ask others, twenty deep. A test holds each built-in
/// player at each game to a sixteenth.
pub const STACK_SIZE: usize = 64 << 20;

/// Why a player has no move to give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// It gives the game up.
    #[error("resigned")]
    Resigned,
    /// It cannot go on: its process died, its protocol broke.
    #[error("{0}")]
    Broken(String),
    /// It is a program of its own, and this went wrong: in a word, and in detail.
    #[error("{0}: {1}")]
    Outside(Trouble, String),
    /// Whoever asked wants to stop: a person left the table.
    #[error("stopped by the person at the table")]
    Stopped,
}

/// What a player that is a program of its own is told before a game begins.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    /// The game.
    pub game: &'a NamedGame,
    /// The seat it will choose for.
    pub seat: Seat,
    /// What it may draw from: the same for the same game of a tournament.
    pub seed: u64,
    /// What it will be allowed for a move, of positions and of time.
    pub budget: Budget,
    /// See `budget`.
    pub move_time: Option<Duration>,
    /// By how much an answer may be later than that and still count. The program itself is not told.
    pub margin: Duration,
}

impl<'a> Beginning<'a> {
    /// A game without limits, for a player that draws from zero.
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

/// What a player answers: its decision, or why it has none.
pub type PlayerReply = Result<Decision<AnyMove>, Failure>;

/// Someone at the table: what the arena seats, asks, and never looks inside.
pub trait Player: Send {
    /// A game is about to begin, and no clock runs yet: a player [of its own](Habits::outside) gets
    /// ready for it; no other is asked. Asked once more before the first game of all, so that what is
    /// missing is found before it.
    ///
    /// # Errors
    ///
    /// What is missing; the game is lost by it.
    fn ready(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        let _ = beginning;
        Ok(())
    }

    /// A new game begins: whatever was remembered of the last one must not matter any more.
    fn begin(&mut self);

    /// Chooses a move in a decision node.
    ///
    /// # Errors
    ///
    /// Where the player has none to give.
    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply;

    /// As [`choose`](Player::choose), and only the move and how many positions were looked at: most games of
    /// a tournament want no more, and the fastest players lose time by writing down the rest.
    ///
    /// # Errors
    ///
    /// Where the player has none to give.
    fn choose_move(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
    ) -> Result<(AnyMove, u64), Failure> {
        self.choose(position, turn).map(|decision| (decision.m, decision.nodes))
    }

    /// As [`choose`](Player::choose), telling `observer` what the search does. Players that search
    /// nothing tell nothing. A player that was seated [natively](crate::NamedPlayer::seat) answers as its erased
    /// twin, with a memory of its own.
    ///
    /// # Errors
    ///
    /// Where the player has no move to give.
    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> PlayerReply {
        let _ = observer;
        self.choose(position, turn)
    }

    /// `m` was played in `before`, by whoever acts there, chance and the player itself included.
    /// Whoever [follows](Habits::follows) the game is told every move of it, in order, the opening's
    /// too, before anyone is asked for the next. A player that is asked about a position which it
    /// was not told the way to, as in an analysis, chooses by that position alone.
    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        let _ = (before, m);
    }

    /// The game is over at `last`, by its rules or because the arena ended it, and every seat got
    /// what stands in `payoffs`: nothing, where the game counts for nobody. Told to whoever
    /// [follows](Habits::follows) the game, unless that player panicked in it. A game that never
    /// began has no end, nor has one whose rules broke.
    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        let _ = (last, payoffs);
    }

    /// What it has to say against the result, if that is not its own opinion: asked once after the end
    /// of a game, and kept in the record.
    fn objection(&mut self) -> Option<String> {
        None
    }

    /// What its moves depend on besides the position.
    fn habits(&self) -> Habits;

    /// The bytes it will want for its tables and trees, roughly, beyond the little that every
    /// player needs.
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
    /// It goes by the clock: its results cannot be reproduced.
    pub clock: bool,
    /// Several threads search together for one move: its results cannot be reproduced.
    pub threads: bool,
    /// A person chooses: nobody can ask again.
    pub person: bool,
    /// It follows the game: it is told of every [move](Player::played) and of the
    /// [end](Player::end). Nobody else is.
    pub follows: bool,
    /// It is a program of its own, which must be got [ready](Player::ready) and may break down.
    pub outside: bool,
}

/// Those of players that choose together: whatever is so of one is so of all.
impl BitOr for Habits {
    type Output = Habits;

    fn bitor(self, other: Habits) -> Habits {
        let Habits { random, clock, threads, person, follows, outside } = other;
        Habits {
            random: self.random | random,
            clock: self.clock | clock,
            threads: self.threads | threads,
            person: self.person | person,
            follows: self.follows | follows,
            outside: self.outside | outside,
        }
    }
}

impl Habits {
    /// Those of a player whose moves depend on nothing else.
    pub const NONE: Habits = Habits {
        random: false,
        clock: false,
        threads: false,
        person: false,
        follows: false,
        outside: false,
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

    /// Whether the same question has the same answer, from the same stream.
    pub fn is_reproducible(&self) -> bool {
        !(self.clock || self.threads || self.person)
    }
}

/// Why a player cannot take part in a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Its options are wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// It is no player for this game.
    #[error("{player} cannot play this game: {reason}; {suggestion}")]
    Refused {
        /// The player's name.
        player: &'static str,
        /// What about the game it cannot handle.
        reason: String,
        /// Which player could, or what to change.
        suggestion: String,
    },
}

impl SetupError {
    /// `player` cannot play: for this reason, and with this way out.
    pub fn refused(
        player: &'static str,
        reason: impl Into<String>,
        suggestion: impl Into<String>,
    ) -> SetupError {
        SetupError::Refused { player, reason: reason.into(), suggestion: suggestion.into() }
    }
}
