//! A way to play any game, and how it becomes a player.

use std::marker::PhantomData;

use crate::{
    AnyMove, AnyPosition, Decision, Failure, Habits, Move, Observer, OptionSpec, Options, Player, PlayerReply, Plays,
    Position, SetupError, Turn,
};

/// A way to play any game, written once.
///
/// An algorithm holds its settings. What it remembers between the moves of a game, and the lists
/// and lines it works with, live in its [`Memory`](Algorithm::Memory). Memory may make a search
/// faster; it changes no move unless an option of the player says so. Any move of any record can
/// therefore be reproduced alone.
///
/// # Laws
///
/// * Configured for a game, it chooses a legal move at every decision node of that game.
/// * It leaves the position it is given unchanged.
/// * The same position, settings, budget and stream give the same decision, regardless of what was played
///   before [`begin`](Algorithm::begin).
/// * It chooses the same move for `P` as for [`AnyPosition`].
/// * It never spends more nodes than its budget.
/// * It draws from the stream only if its [`habits`](Algorithm::habits) say `random`.
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
/// // In a test of yours, with a game linked: agon_laws::check_player("narrow", "nim")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an algorithm",
    label = "no `impl Algorithm` for this type",
    note = "write `NAME`, `SUMMARY`, `Memory` (`()` if it has none), `configure` and `choose`"
)]
pub trait Algorithm: Sized + Send + Sync + 'static {
    /// The name people type: lower case, hyphens, unique among players.
    const NAME: &'static str;
    /// Other names that people type for it. Case, hyphens and spaces make no difference anyway.
    const ALIASES: &'static [&'static str] = &[];
    /// One line for the list of players.
    const SUMMARY: &'static str;
    /// Help for this one player, of any length: how it chooses, and the source of the idea.
    const HELP: &'static str = "";
    /// Its options, in the order in which they may be given without a name.
    const OPTIONS: &'static [OptionSpec] = &[];

    /// What it can play. The registry seats it at no other game.
    const PLAYS: Plays = Plays::ANYTHING;

    /// Its storage between the moves of one game: tables, trees, and the lists it works with. `()`
    /// for an algorithm without any.
    type Memory<P: Position>: Default + Send;

    /// Reads the settings and inspects the game's initial position. It may play some
    /// moves there (2,000 at most, as the laws have it), and prepares nothing that takes longer.
    ///
    /// # Errors
    ///
    /// If the settings are wrong, or this algorithm cannot play the game: the reason, and players
    /// that could.
    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError>;

    /// A new game begins: nothing that `memory` holds from earlier games may affect a decision.
    fn begin<P: Position>(&self, memory: &mut Self::Memory<P>) {
        *memory = Self::Memory::default();
    }

    /// Chooses a legal move in a decision node.
    fn choose<P: Position>(&self, memory: &mut Self::Memory<P>, position: &P, turn: &mut Turn<'_>)
    -> Decision<P::Move>;

    /// As [`choose`](Algorithm::choose), at any game, reporting each step of the search to
    /// `observer`.
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

/// An algorithm at the table: any game through virtual calls for `P = AnyPosition`, or one game at
/// native speed for that game's own position. The position is recovered once per move, at the root,
/// and the whole search below it is compiled for `P`.
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

/// An algorithm seated at any game, through virtual calls.
pub(crate) struct Universal<A: Algorithm>(pub(crate) Seated<AnyPosition, A>);

impl<A: Algorithm> Player for Universal<A> {
    fn begin(&mut self) {
        self.0.algorithm.begin(&mut self.0.memory);
    }
    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        Ok(self.0.algorithm.choose(&mut self.0.memory, position, turn))
    }
    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> PlayerReply {
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

/// An algorithm seated at one game, compiled for it.
pub(crate) struct Native<P: Position, A: Algorithm> {
    seated: Seated<P, A>,
    /// The memory of watched searches, which run on erased positions.
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
    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        let Seated { algorithm, memory, .. } = &mut self.seated;
        let decision = algorithm.choose(memory, own::<P>(position), turn);
        Ok(decision.map(|m| AnyMove(m.code())))
    }
    fn choose_move(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<(AnyMove, u64), Failure> {
        let Seated { algorithm, memory, .. } = &mut self.seated;
        let decision = algorithm.choose(memory, own::<P>(position), turn);
        Ok((AnyMove(decision.m.code()), decision.nodes))
    }
    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> PlayerReply {
        // The moves it followed are in the other memory.
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

/// The concrete position inside `position`.
fn own<P: Position>(position: &AnyPosition) -> &P {
    position.downcast().expect("the registry binds a native player to its own game only")
}
