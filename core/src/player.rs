//! What a player must do, and how an algorithm becomes one.

use std::{
    borrow::Cow,
    marker::PhantomData,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::{
    AnyMove, AnyPosition, Belief, Move, NamedGame, Observer, OptionError, OptionSpec, Options,
    Plays, Position, Seat, Stream, Trouble,
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

/// What a player may spend on one move. Counted, so that the same budget gives the same move on
/// any machine. The default is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Positions it may look at before it must answer, at least one; `None` is no limit. The one it
    /// is asked about is the first, every position it plays a move to is one more; listing or
    /// counting moves costs nothing.
    pub nodes: Option<u64>,
}

impl Budget {
    /// No limit at all.
    pub const UNLIMITED: Budget = Budget { nodes: None };

    /// At most so many positions; `None` is no limit.
    pub const fn of(nodes: Option<u64>) -> Budget {
        Budget { nodes }
    }
}

/// A clock. Only a player with a [deadline](Turn::deadline) of its own or the arena's reads it;
/// whoever does gives up reproducible results.
pub trait Clock {
    /// The time since the player was asked for its move.
    fn elapsed(&self) -> Duration;
}

/// A clock that stands still, for turns without a deadline.
#[derive(Clone, Copy, Debug)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// A request to answer now, with the best there is: a person, a server or a signal gives it, from
/// any thread. Clones are one signal.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// A signal that nobody has given.
    pub fn new() -> StopSignal {
        StopSignal::default()
    }

    /// Gives the signal. Searches answer within some milliseconds.
    pub fn give(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the signal back, before the next turn.
    pub fn withdraw(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it was given.
    #[inline]
    pub fn is_given(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Hears the best answer so far.
pub type Listener<'a> = &'a dyn Fn(&Decision<AnyMove>);

/// Everything a player is given besides the position.
#[non_exhaustive]
pub struct Turn<'a> {
    /// The seat it is choosing for.
    pub seat: Seat,
    /// What it may spend.
    pub budget: Budget,
    /// Its own stream of randomness; there is no other.
    pub stream: &'a mut Stream,
    /// The time since it was asked.
    pub clock: &'a dyn Clock,
    /// The time by which it answers, read on `clock`: with the best answer it has by then. `None`
    /// is as much as it likes. What is chosen under a deadline cannot be reproduced.
    pub deadline: Option<Duration>,
    /// Once this is given it answers at once, with the best it has.
    pub stop: Option<&'a StopSignal>,
    /// Whether someone wants to see what it thinks: the line it expects, and the value of every
    /// move. A tournament doesn't, and a player then should not spend time on it. The move is
    /// the same either way.
    pub explain: bool,
    /// Who hears the best answer so far, each time that a search knows a better or a deeper one. The
    /// move is the same either way.
    pub listener: Option<Listener<'a>>,
}

impl<'a> Turn<'a> {
    /// A turn of `seat`, without a limit of any kind and without explanation.
    pub fn new(seat: Seat, stream: &'a mut Stream) -> Turn<'a> {
        Turn {
            seat,
            budget: Budget::UNLIMITED,
            stream,
            clock: &StoppedClock,
            deadline: None,
            stop: None,
            explain: false,
            listener: None,
        }
    }

    /// The same within a budget.
    #[must_use]
    pub fn within(self, budget: Budget) -> Turn<'a> {
        Turn { budget, ..self }
    }

    /// The same by this clock, and if there is a `deadline`, up to it.
    #[must_use]
    pub fn timed(self, clock: &'a dyn Clock, deadline: Option<Duration>) -> Turn<'a> {
        Turn { clock, deadline, ..self }
    }

    /// The same, until `stop` is given.
    #[must_use]
    pub fn until(self, stop: Option<&'a StopSignal>) -> Turn<'a> {
        Turn { stop, ..self }
    }

    /// The same, with an explanation if it is wished.
    #[must_use]
    pub fn explained(self, explain: bool) -> Turn<'a> {
        Turn { explain, ..self }
    }

    /// The same, telling `listener` the best answer so far.
    #[must_use]
    pub fn heard_by(self, listener: Option<Listener<'a>>) -> Turn<'a> {
        Turn { listener, ..self }
    }

    /// Tells the best answer so far, if anybody listens.
    pub fn tell<M: Move>(&self, answer: impl FnOnce() -> Decision<M>) {
        if let Some(listener) = self.listener {
            listener(&answer().map(|m| AnyMove(m.code())));
        }
    }

    /// Whether the time is up or the stop signal given.
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(StopSignal::is_given)
            || self.deadline.is_some_and(|deadline| deadline <= self.clock.elapsed())
    }
}

/// How exactly a value is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// It is the mean of a sample of plays: no bound on either side.
    Sample,
}

impl Bound {
    /// The same bound as the other of two seats sees it, who gets what this one does not.
    #[must_use]
    pub const fn for_the_other(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            Bound::Exact | Bound::Sample => self,
        }
    }

    /// The words that stand before a value so known: `at least `, and nothing where it is the value.
    pub const fn words(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "at least ",
            Bound::Upper => "at most ",
            Bound::Sample => "about ",
        }
    }

    /// The sign that stands before a value so known, with its space: `≥ `, and nothing where it is the
    /// value.
    pub const fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
            Bound::Sample => "≈ ",
        }
    }

    /// The name of it in documents: `exact`, `lower`, `upper` or `sample`.
    pub const fn name(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            Bound::Sample => "sample",
        }
    }
}

/// What a search knows of one move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// What it is worth to the seat that chooses, in payoffs.
    pub value: f64,
    /// How exactly.
    pub bound: Bound,
    /// How many plays a [sample](Bound::Sample) is the mean of; zero for any other value.
    pub visits: u64,
    /// What is added to the mean of a sample when the next move is selected, in payoffs, where there
    /// is such a term.
    pub term: Option<f64>,
}

impl<M> RootMove<M> {
    /// A move that was searched, and what is known of its value.
    pub const fn new(m: M, value: f64, bound: Bound) -> RootMove<M> {
        RootMove { m, value, bound, visits: 0, term: None }
    }

    /// A move whose value is the mean of so many plays.
    pub const fn sample(m: M, value: f64, visits: u64) -> RootMove<M> {
        RootMove { m, value, bound: Bound::Sample, visits, term: None }
    }

    /// The same, with what is added to its mean when the next move is selected.
    #[must_use]
    pub const fn with_term(self, term: f64) -> RootMove<M>
    where
        M: Copy,
    {
        RootMove { term: Some(term), ..self }
    }
}

/// A move, and what the search that chose it knows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decision<M> {
    /// The move.
    pub m: M,
    /// What the position is worth to the seat that chooses, in payoffs.
    pub value: Option<f64>,
    /// How exactly the value is known, as far as the search goes.
    pub bound: Bound,
    /// How many plies deep it looked.
    pub depth: Option<u32>,
    /// How many positions it looked at, the root counted.
    pub nodes: u64,
    /// The line it expects, starting with `m`; empty unless it was asked to explain itself.
    pub pv: Vec<M>,
    /// The moves at the root, in the game's order; empty unless it was asked to explain itself.
    pub moves: Vec<RootMove<M>>,
    /// How the others are believed to answer `m`, in the game's order: every move that may come; empty
    /// where somebody else does not act next, or the player believes nothing but that they play well.
    pub beliefs: Vec<Belief<M>>,
    /// What whoever asked should know of the answer, if anything, in words.
    pub note: Option<Cow<'static, str>>,
}

impl<M> Decision<M> {
    /// A move chosen without looking ahead.
    pub fn just(m: M) -> Decision<M> {
        Decision {
            m,
            value: None,
            bound: Bound::Exact,
            depth: None,
            nodes: 0,
            pv: Vec::new(),
            moves: Vec::new(),
            beliefs: Vec::new(),
            note: None,
        }
    }

    /// The same, after a look at so many positions.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Decision<M> {
        Decision { nodes, ..self }
    }

    /// The same, knowing what the position is worth to the seat that chooses.
    #[must_use]
    pub fn with_value(self, value: Option<f64>) -> Decision<M> {
        Decision { value, ..self }
    }

    /// The same, its value being so exactly known.
    #[must_use]
    pub fn with_bound(self, bound: Bound) -> Decision<M> {
        Decision { bound, ..self }
    }

    /// The same, with words that whoever asked should know.
    #[must_use]
    pub fn with_note(self, note: impl Into<Cow<'static, str>>) -> Decision<M> {
        Decision { note: Some(note.into()), ..self }
    }

    /// The same, having looked so many plies deep.
    #[must_use]
    pub fn with_depth(self, depth: Option<u32>) -> Decision<M> {
        Decision { depth, ..self }
    }

    /// The same decision with its moves written otherwise.
    pub fn map<N>(self, mut f: impl FnMut(M) -> N) -> Decision<N> {
        Decision {
            m: f(self.m),
            value: self.value,
            beliefs: self.beliefs.into_iter().map(|belief| belief.map(&mut f)).collect(),
            bound: self.bound,
            depth: self.depth,
            nodes: self.nodes,
            note: self.note,
            pv: mapped(self.pv, &mut f),
            moves: mapped(self.moves, |RootMove { m, value, bound, visits, term }| RootMove {
                m: f(m),
                value,
                bound,
                visits,
                term,
            }),
        }
    }
}

/// The list with every item changed. Most decisions have none.
#[inline]
fn mapped<A, B>(list: Vec<A>, change: impl FnMut(A) -> B) -> Vec<B> {
    if list.is_empty() { Vec::new() } else { list.into_iter().map(change).collect() }
}

/// Why a player has no move to give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
}

impl<'a> Beginning<'a> {
    /// A game without limits, for a player that draws from zero.
    pub fn of(game: &'a NamedGame, seat: Seat) -> Beginning<'a> {
        Beginning { game, seat, seed: 0, budget: Budget::UNLIMITED, move_time: None }
    }

    /// The same with these limits for a move.
    #[must_use]
    pub fn within(self, budget: Budget, move_time: Option<Duration>) -> Beginning<'a> {
        Beginning { budget, move_time, ..self }
    }
}

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
    fn choose(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
    ) -> Result<Decision<AnyMove>, Failure>;

    /// As [`choose`](Player::choose), telling `observer` what the search does. Players that search
    /// nothing tell nothing. Who was seated [natively](crate::NamedPlayer::seat) answers as its erased
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
    ) -> Result<Decision<AnyMove>, Failure> {
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

impl Habits {
    /// Whether the same question has the same answer, from the same stream.
    pub fn is_reproducible(&self) -> bool {
        !(self.clock || self.threads || self.person)
    }
}

/// Why a player cannot take part in a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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

/// A way to play any game, written once.
///
/// An algorithm holds its settings. What it keeps from one move of a game to the next, and the
/// lists and lines it works with, live in its [`Memory`](Algorithm::Memory). Memory may make a
/// search faster; unless an option of the player says otherwise it makes no move different, so
/// that any move of any record can be asked again.
///
/// # Laws
///
/// * Configured for a game, it chooses a legal move at every decision node of that game.
/// * The position it was given is as it was.
/// * The same position, settings, budget and stream give the same decision, whatever was played
///   before [`begin`](Algorithm::begin).
/// * It chooses the same move for `P` as for [`AnyPosition`].
/// * It never spends more nodes than its budget.
///
/// # Example
///
/// A player that takes the move after which the others have the fewest choices:
///
/// ```
/// use agon_core::{
///     Algorithm, AnyPosition, Decision, OptionSpec, Options, PlayerPlugin, Position, SetupError,
///     Turn, inventory,
/// };
///
/// struct Narrow {
///     widest: bool,
/// }
///
/// impl Algorithm for Narrow {
///     const NAME: &'static str = "narrow";
///     const SUMMARY: &'static str = "leaves the others as few moves as it can";
///     const OPTIONS: &'static [OptionSpec] =
///         &[OptionSpec::flag("widest", "false", "leave as many as it can instead")];
///     type Memory<P: Position> = Vec<P::Move>;
///
///     fn configure(options: &Options, _game: &AnyPosition) -> Result<Self, SetupError> {
///         Ok(Narrow { widest: options.flag("widest") })
///     }
///
///     fn choose<P: Position>(
///         &self,
///         moves: &mut Vec<P::Move>,
///         position: &P,
///         turn: &mut Turn<'_>,
///     ) -> Decision<P::Move> {
///         position.moves(moves);
///         let mut after = position.clone();
///         // The position itself is the first that is looked at.
///         let (mut nodes, most) = (1, turn.budget.nodes.unwrap_or(u64::MAX));
///         let mut best = (usize::MAX, moves[0]);
///         for &m in moves.iter() {
///             if most <= nodes {
///                 break;
///             }
///             nodes += 1;
///             after.play_from(position, m);
///             let width = if self.widest { usize::MAX - after.count() } else { after.count() };
///             // Strictly better only: the first of equal moves wins.
///             if width < best.0 {
///                 best = (width, m);
///             }
///         }
///         Decision::just(best.1).with_nodes(nodes)
///     }
/// }
///
/// inventory::submit! { PlayerPlugin::of::<Narrow>() }
///
/// let narrow = agon_core::registry::player("narrow(widest=yes)")?;
/// assert_eq!(narrow.term, "narrow(widest=true)");
/// // In a test of yours, with a game linked: agon_core::laws::check_player("narrow", "nim")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Algorithm: Sized + Send + Sync + 'static {
    /// The name people type: lower case, hyphens, unique among players.
    const NAME: &'static str;
    /// One line for the list of players.
    const SUMMARY: &'static str;
    /// More for whoever asks about this one player: what it is, and the source of the idea.
    const HELP: &'static str = "";
    /// Its options, in the order in which they may be given without a name.
    const OPTIONS: &'static [OptionSpec] = &[];

    /// What it can play. The registry seats it at no other game.
    const PLAYS: Plays = Plays::ANYTHING;

    /// What it keeps between the moves of one game: tables, trees, and the lists it works with.
    /// `()` for an algorithm that keeps nothing.
    type Memory<P: Position>: Default + Send;

    /// Reads the settings and looks at the game it is to play, at its initial position.
    ///
    /// # Errors
    ///
    /// Where the settings are wrong, or the game is none for this algorithm: with the reason, and
    /// who could play it.
    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError>;

    /// A new game begins.
    fn begin<P: Position>(&self, memory: &mut Self::Memory<P>) {
        *memory = Self::Memory::default();
    }

    /// Chooses a legal move in a decision node.
    fn choose<P: Position>(
        &self,
        memory: &mut Self::Memory<P>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move>;

    /// As [`choose`](Algorithm::choose), at any game, telling `observer` what the search does.
    fn choose_watched(
        &self,
        memory: &mut Self::Memory<AnyPosition>,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Decision<AnyMove> {
        let _ = observer;
        self.choose(memory, position, turn)
    }

    /// See [`Player::played`].
    fn played<P: Position>(&self, memory: &mut Self::Memory<P>, before: &P, m: P::Move) {
        let _ = (memory, before, m);
    }

    /// See [`Player::end`].
    fn end<P: Position>(&self, memory: &mut Self::Memory<P>, last: &P, payoffs: &[f64]) {
        let _ = (memory, last, payoffs);
    }

    /// What its moves depend on besides the position.
    fn habits(&self) -> Habits {
        Habits::default()
    }

    /// See [`Player::memory`].
    fn memory(&self) -> u64 {
        0
    }
}

/// An algorithm at the table: for `P = AnyPosition` any game, through virtual calls; for one
/// game's own position that game, at native speed. The position is recovered once per move, at
/// the root, and the whole search below it is compiled for `P`.
pub(crate) struct Seated<P: Position, A: Algorithm> {
    algorithm: A,
    memory: A::Memory<P>,
    position: PhantomData<fn() -> P>,
}

impl<P: Position, A: Algorithm> Seated<P, A> {
    pub(crate) fn new(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let algorithm = A::configure(options, game)?;
        Ok(Seated { algorithm, memory: A::Memory::default(), position: PhantomData })
    }
}

/// Plays every game, through virtual calls.
pub(crate) struct Universal<A: Algorithm>(pub(crate) Seated<AnyPosition, A>);

impl<A: Algorithm> Player for Universal<A> {
    fn begin(&mut self) {
        self.0.algorithm.begin(&mut self.0.memory);
    }
    fn choose(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
    ) -> Result<Decision<AnyMove>, Failure> {
        Ok(self.0.algorithm.choose(&mut self.0.memory, position, turn))
    }
    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Decision<AnyMove>, Failure> {
        Ok(self.0.algorithm.choose_watched(&mut self.0.memory, position, turn, observer))
    }
    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        self.0.algorithm.played(&mut self.0.memory, before, m);
    }
    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        self.0.algorithm.end(&mut self.0.memory, last, payoffs);
    }
    fn habits(&self) -> Habits {
        self.0.algorithm.habits()
    }
    fn memory(&self) -> u64 {
        self.0.algorithm.memory()
    }
}

/// Plays one game.
pub(crate) struct Native<P: Position, A: Algorithm> {
    seated: Seated<P, A>,
    /// What it keeps where it is watched.
    watched: Option<A::Memory<AnyPosition>>,
}

impl<P: Position, A: Algorithm> Native<P, A> {
    pub(crate) fn new(seated: Seated<P, A>) -> Native<P, A> {
        Native { seated, watched: None }
    }
}

impl<P: Position, A: Algorithm> Player for Native<P, A> {
    fn begin(&mut self) {
        self.seated.algorithm.begin(&mut self.seated.memory);
        self.watched = None;
    }
    fn choose(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
    ) -> Result<Decision<AnyMove>, Failure> {
        let Seated { algorithm, memory, .. } = &mut self.seated;
        let decision = algorithm.choose(memory, own::<P>(position), turn);
        Ok(decision.map(|m| AnyMove(m.code())))
    }
    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Decision<AnyMove>, Failure> {
        // What it heard of the game stands in the other memory.
        if self.habits().follows {
            return self.choose(position, turn);
        }
        let memory = self.watched.get_or_insert_default();
        Ok(self.seated.algorithm.choose_watched(memory, position, turn, observer))
    }
    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        if let Some(m) = P::Move::from_code(m.code()) {
            self.seated.algorithm.played(&mut self.seated.memory, own::<P>(before), m);
        }
    }
    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        self.seated.algorithm.end(&mut self.seated.memory, own::<P>(last), payoffs);
    }
    fn habits(&self) -> Habits {
        self.seated.algorithm.habits()
    }
    fn memory(&self) -> u64 {
        self.seated.algorithm.memory()
    }
}

/// The position as its game knows it.
fn own<P: Position>(position: &AnyPosition) -> &P {
    position.downcast().expect("the registry binds a native player to its own game only")
}
