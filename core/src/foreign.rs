//! Protocols of programs written for one game, and score sheets: how they name its positions and moves.
//!
//! A game that has such programs implements [`ForeignNotation`] beside [`Position`], and submits a [`ForeignPlugin`].
//! The arena holds erased positions; it finds the notation by their type, when it writes to a program or a file, so that
//! games without it, and searches, have nothing to do with it.

use std::{
    any::{Any, TypeId},
    collections::BTreeMap,
    fmt::{self, Debug, Write},
    marker::PhantomData,
    sync::OnceLock,
};

use crate::{AnyMove, AnyPosition, Move, Position, Scoresheet, Seat, names::unique};

/// A protocol of programs that play certain games. Each game declares which protocols suit it:
/// [`ForeignNotation::foreign_setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// R. Huber & S. Meyer-Kahlen, Universal Chess Interface (2000, revised 2006).
    Uci,
    /// T. Mann & H. G. Muller, Chess Engine Communication Protocol, version 2 (2009).
    Xboard,
    /// G. Farnebäck, Specification of the Go Text Protocol, version 2 (2002).
    Gtp,
    /// P. Laštovička, New protocol of the Gomocup (2004).
    Gomocup,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 4] = [Protocol::Uci, Protocol::Xboard, Protocol::Gtp, Protocol::Gomocup];

    /// Its name in lower case, as used for players.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Xboard => "xboard",
            Protocol::Gtp => "gtp",
            Protocol::Gomocup => "gomocup",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The messages by which a program sets up the initial position of a game.
///
/// In GTP and Gomocup, where colours have no other meaning, black is the seat that moves first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setup {
    /// The protocol's name for this variant of the game, if it is not the default one. Names are
    /// xboard's, whose list is the longest: `fischerandom`.
    pub variant: Option<&'static str>,
    /// The number of rows and columns, for a board whose size varies.
    pub size: Option<u8>,
    /// Further lines to send before the first move, in the protocol's own syntax: `komi 7.5`.
    pub lines: Vec<String>,
    /// The position in the protocol's notation, FEN for example; `None` for the default position,
    /// or if stones describe it.
    pub position: Option<String>,
    /// The stones on the board before the first move, and the moves played since, in an order in
    /// which they can be placed.
    pub stones: Vec<(Seat, String)>,
}

/// How a game is written where programs of others read it: in their protocols, and on score sheets. All methods have a
/// default, which is what a game has that does not implement this.
///
/// A game submits it as it submits itself, once for each of its types of position; without that nobody finds it:
///
/// ```
/// # use std::{fmt, ops::ControlFlow};
/// # use agon_core::{Facts, Move, Node, Position, Seat, TextError};
/// use agon_core::{ForeignNotation, ForeignPlugin, Protocol, Setup, inventory};
///
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// # struct Call;
/// # impl Move for Call {
/// #     fn code(self) -> u64 { 0 }
/// #     fn from_code(code: u64) -> Option<Self> { (code == 0).then_some(Call) }
/// # }
/// # impl fmt::Display for Call {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str("a1") }
/// # }
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct OneStone(bool);
/// # impl fmt::Display for OneStone {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{}", self.0) }
/// # }
/// # impl Position for OneStone {
/// #     type Move = Call;
/// #     fn facts(&self) -> Facts { Facts::two_seats(1) }
/// #     fn node(&self) -> Node { if self.0 { Node::Terminal } else { Node::Decision(Seat(0)) } }
/// #     fn each_move(&self, mut visit: impl FnMut(Call) -> ControlFlow<()>) -> ControlFlow<()> {
/// #         if self.0 { ControlFlow::Continue(()) } else { visit(Call) }
/// #     }
/// #     fn play(&mut self, _: Call) { self.0 = true; }
/// #     fn payoff(&self, _: Seat) -> f64 { 0.0 }
/// #     fn parse(&self, text: &str) -> Result<Self, TextError> {
/// #         text.parse().map(OneStone).map_err(|_| TextError::new(text, "`true` or `false`"))
/// #     }
/// # }
/// impl ForeignNotation for OneStone {
///     fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
///         if protocol != Protocol::Gtp {
///             return Err(format!("programs for this game don't speak {protocol}"));
///         }
///         let mut setup = Setup::default();
///         setup.size = Some(1);
///         Ok(setup)
///     }
/// }
///
/// inventory::submit! { ForeignPlugin::of::<OneStone>() }
///
/// let start = agon_core::AnyPosition::new(OneStone(false));
/// assert_eq!(start.foreign_setup(Protocol::Gtp).unwrap().size, Some(1));
/// ```
///
/// # Laws
///
/// The crate `agon-laws` checks them, as it does those of [`Position`].
///
/// * Where there is a setup for a protocol, every legal move has a word of its own in it, without spaces, that reads
///   back.
/// * No two legal moves have the same score-sheet notation, which is one line.
pub trait ForeignNotation: Position {
    /// The messages by which a program that speaks `protocol` begins a game here.
    ///
    /// # Errors
    ///
    /// If such programs do not play this game, or cannot set up this position: the reason, as the
    /// end of a sentence. The default is this error.
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        Err(unknown_to(protocol))
    }

    /// Writes `m` in the notation of `protocol`; by default as
    /// [`write_move`](Position::write_move). `m` is legal here, and the game has a
    /// [setup](ForeignNotation::foreign_setup) for that protocol.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_foreign(&self, m: Self::Move, protocol: Protocol, out: &mut dyn Write) -> fmt::Result {
        let _ = protocol;
        self.write_move(m, out)
    }

    /// Reads a legal move in the notation of `protocol`; by default as
    /// [`parse_move`](Position::parse_move).
    fn parse_foreign(&self, text: &str, protocol: Protocol) -> Option<Self::Move> {
        let _ = protocol;
        self.parse_move(text)
    }

    /// Writes `m` as the game's score sheets do, and the game files that other programs read: in
    /// chess `Nf3`, where [`write_move`](Position::write_move), the notation between programs, has
    /// `g1f3`. By default the same as `write_move`. `m` is legal here.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_scoresheet(&self, m: Self::Move, out: &mut dyn Write) -> fmt::Result {
        self.write_move(m, out)
    }

    /// The head of the score sheet of a play that begins here.
    fn scoresheet(&self) -> Scoresheet {
        Scoresheet::default()
    }

    /// The points by which the first of two seats is ahead of the second on the board now, negative if it is behind:
    /// for games that count points but [pay](Position::payoff) only for having more. `None` if the game counts no
    /// points, or pays them.
    ///
    /// # Laws
    ///
    /// * It is finite, and when the game is over the seat that is ahead is paid more.
    /// * Whoever is ahead just before the end mostly is ahead at the end.
    fn lead(&self) -> Option<f64> {
        None
    }
}

/// A declaration that a type of position has a [`ForeignNotation`]. Submit it to [`inventory`](crate::inventory).
#[derive(Debug)]
pub struct ForeignPlugin {
    position: fn() -> TypeId,
    notation: &'static dyn ErasedNotation,
}

impl ForeignPlugin {
    /// Describes the notation of `P`.
    pub const fn of<P: ForeignNotation>() -> Self {
        ForeignPlugin { position: TypeId::of::<P>, notation: &NotationOf::<P>(PhantomData) }
    }
}

crate::inventory::collect!(ForeignPlugin);

/// The notation of the type of `position`, if it has one, and the position whose type that is.
fn found(position: &dyn Any) -> (Option<&'static dyn ErasedNotation>, &dyn Any) {
    static NOTATIONS: OnceLock<BTreeMap<TypeId, &'static dyn ErasedNotation>> = OnceLock::new();
    let mut here = position;
    while let Some(erased) = here.downcast_ref::<AnyPosition>() {
        here = erased.body();
    }
    let notations = NOTATIONS.get_or_init(|| {
        unique(inventory::iter::<ForeignPlugin>().map(|plugin| ((plugin.position)(), plugin.notation)))
    });
    (notations.get(&here.type_id()).copied(), here)
}

/// Writes `m`, which is legal in `position`, [as score sheets do](ForeignNotation::write_scoresheet).
///
/// # Errors
///
/// Only those of `out`.
pub(crate) fn write_scoresheet<P: Position>(position: &P, m: P::Move, out: &mut dyn Write) -> fmt::Result {
    match found(position) {
        (Some(notation), here) => notation.write_scoresheet(here, m.code(), out),
        (None, _) => position.write_move(m, out),
    }
}

/// What a game has that implements no [`ForeignNotation`] is the default of each.
impl AnyPosition {
    /// See [`ForeignNotation::foreign_setup`].
    ///
    /// # Errors
    ///
    /// If programs that speak `protocol` do not play this game, or cannot set up this position: the reason, as the end
    /// of a sentence.
    pub fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        match found(self) {
            (Some(notation), here) => notation.foreign_setup(here, protocol),
            (None, _) => Err(unknown_to(protocol)),
        }
    }

    /// See [`ForeignNotation::write_foreign`].
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write_foreign(&self, m: AnyMove, protocol: Protocol, out: &mut dyn Write) -> fmt::Result {
        match found(self) {
            (Some(notation), here) => notation.write_foreign(here, m.code(), protocol, out),
            (None, _) => self.write_move(m, out),
        }
    }

    /// See [`ForeignNotation::parse_foreign`].
    pub fn parse_foreign(&self, text: &str, protocol: Protocol) -> Option<AnyMove> {
        match found(self) {
            (Some(notation), here) => notation.parse_foreign(here, text, protocol),
            (None, _) => self.parse_move(text),
        }
    }

    /// See [`ForeignNotation::scoresheet`].
    pub fn scoresheet(&self) -> Scoresheet {
        match found(self) {
            (Some(notation), here) => notation.scoresheet(here),
            (None, _) => Scoresheet::default(),
        }
    }

    /// See [`ForeignNotation::lead`].
    pub fn lead(&self) -> Option<f64> {
        match found(self) {
            (Some(notation), here) => notation.lead(here),
            (None, _) => None,
        }
    }
}

/// Why a program cannot play a game without a notation for it.
fn unknown_to(protocol: Protocol) -> String {
    format!("no program that speaks {protocol} is known to play it")
}

/// The object-safe shadow of [`ForeignNotation`]: positions are of the type whose notation it is, moves are codes.
trait ErasedNotation: Debug + Send + Sync {
    fn foreign_setup(&self, here: &dyn Any, protocol: Protocol) -> Result<Setup, String>;
    fn write_foreign(&self, here: &dyn Any, code: u64, protocol: Protocol, out: &mut dyn Write) -> fmt::Result;
    fn parse_foreign(&self, here: &dyn Any, text: &str, protocol: Protocol) -> Option<AnyMove>;
    fn write_scoresheet(&self, here: &dyn Any, code: u64, out: &mut dyn Write) -> fmt::Result;
    fn scoresheet(&self, here: &dyn Any) -> Scoresheet;
    fn lead(&self, here: &dyn Any) -> Option<f64>;
}

/// The notation of `P`.
#[derive(Debug)]
struct NotationOf<P>(PhantomData<fn() -> P>);

impl<P: ForeignNotation> ErasedNotation for NotationOf<P> {
    fn foreign_setup(&self, here: &dyn Any, protocol: Protocol) -> Result<Setup, String> {
        typed::<P>(here).foreign_setup(protocol)
    }
    fn write_foreign(&self, here: &dyn Any, code: u64, protocol: Protocol, out: &mut dyn Write) -> fmt::Result {
        typed::<P>(here).write_foreign(move_of::<P>(code), protocol, out)
    }
    fn parse_foreign(&self, here: &dyn Any, text: &str, protocol: Protocol) -> Option<AnyMove> {
        typed::<P>(here).parse_foreign(text, protocol).map(|m| AnyMove(m.code()))
    }
    fn write_scoresheet(&self, here: &dyn Any, code: u64, out: &mut dyn Write) -> fmt::Result {
        typed::<P>(here).write_scoresheet(move_of::<P>(code), out)
    }
    fn scoresheet(&self, here: &dyn Any) -> Scoresheet {
        typed::<P>(here).scoresheet()
    }
    fn lead(&self, here: &dyn Any) -> Option<f64> {
        typed::<P>(here).lead()
    }
}

fn typed<P: Position>(here: &dyn Any) -> &P {
    here.downcast_ref().expect("a notation is found by the type of its position")
}

fn move_of<P: Position>(code: u64) -> P::Move {
    P::Move::from_code(code).expect("a legal move was read from its own game")
}
