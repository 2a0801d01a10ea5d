//! The trait of games: positions with options and an initial position.

use crate::{AnyPosition, OptionError, OptionSpec, Options, Position, RuleClaim};

/// A type of position with a name, options and an initial position: what an author registers.
///
/// # Example
///
/// A whole game: a heap from which each seat takes one, two or three; the last to take wins.
///
/// ```
/// use std::{fmt, ops::ControlFlow};
/// use agon_core::{
///     Facts, Game, GamePlugin, Move, Node, OptionError, OptionSpec, Options, Position, Seat,
///     TextError, inventory,
/// };
/// use agon_laws::oracle::{Oracle, Walk};
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Heap {
///     left: u8,
///     mover: Seat,
/// }
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Take(u8);
///
/// impl Move for Take {
///     fn code(self) -> u64 {
///         self.0.into()
///     }
///     fn from_code(code: u64) -> Option<Self> {
///         u8::try_from(code).ok().map(Take)
///     }
/// }
///
/// impl fmt::Display for Take {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "{}", self.0)
///     }
/// }
///
/// // The position's one-line text: the number left, and the seat to move.
/// impl fmt::Display for Heap {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "{} {}", self.left, self.mover.0 + 1)
///     }
/// }
///
/// impl Position for Heap {
///     type Move = Take;
///
///     fn facts(&self) -> Facts {
///         Facts::two_seats(255)
///     }
///     fn node(&self) -> Node {
///         if self.left == 0 { Node::Terminal } else { Node::Decision(self.mover) }
///     }
///     fn each_move(&self, visit: impl FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
///         (1..=self.left.min(3)).map(Take).try_for_each(visit)
///     }
///     fn play(&mut self, Take(n): Take) {
///         self.left -= n;
///         self.mover = self.mover.opponent();
///     }
///     fn payoff(&self, seat: Seat) -> f64 {
///         // The seat to move finds the heap empty: the other took the last.
///         if seat == self.mover { -1.0 } else { 1.0 }
///     }
///     fn parse(&self, text: &str) -> Result<Self, TextError> {
///         let wrong = || TextError::new(text, "what is left, a space, and who moves: `7 1`");
///         let (left, mover) = text.split_once(' ').ok_or_else(wrong)?;
///         let mover = match mover {
///             "1" => Seat(0),
///             "2" => Seat(1),
///             _ => return Err(wrong()),
///         };
///         Ok(Heap { left: left.parse().map_err(|_| wrong())?, mover })
///     }
/// }
///
/// impl Game for Heap {
///     const NAME: &'static str = "heap";
///     const SUMMARY: &'static str = "take one to three; whoever takes the last wins";
///     const OPTIONS: &'static [OptionSpec] =
///         &[OptionSpec::whole("size", 1..=255, "10", "how many there are to take")];
///     const SAMPLES: &'static [&'static str] = &["", "size=1", "size=30"];
///
///     fn start(options: &Options) -> Result<Self, OptionError> {
///         Ok(Heap { left: options.whole("size"), mover: Seat(0) })
///     }
/// }
///
/// inventory::submit! { GamePlugin::of::<Heap>() }
///
/// // The game is now registered by name, and all laws can be checked.
/// let heap = agon_core::registry::game("heap(size=7)")?;
/// assert_eq!(heap.start.count(), 3);
/// agon_laws::check_game("heap")?;
///
/// // Laws cannot know the rules. A slow oracle states them a second time in another way: here as the
/// // list of numbers taken. Both play all games of four plies together, and ten at random.
/// struct Slow(Vec<usize>);
///
/// impl Oracle for Slow {
///     fn node(&self) -> Node {
///         let mover = Seat((self.0.len() % 2) as u8);
///         if self.0.iter().sum::<usize>() == 7 { Node::Terminal } else { Node::Decision(mover) }
///     }
///     fn moves(&self) -> Vec<String> {
///         let left = 7 - self.0.iter().sum::<usize>();
///         [1, 2, 3].iter().filter(|&&n| n <= left).map(usize::to_string).collect()
///     }
///     fn after(&self, m: &str) -> Slow {
///         Slow([&self.0[..], &[m.parse().unwrap()]].concat())
///     }
///     fn payoff(&self, seat: Seat) -> f64 {
///         if self.0.len() % 2 == seat.index() { -1.0 } else { 1.0 }
///     }
/// }
///
/// let start: Heap = agon_core::registry::start("size=7")?;
/// let walk = Walk { depth: 4, plays: 10 };
/// walk.compare(&start, &Slow(Vec::new()), |_, _| ())?;
/// // It detects a position in which something was already taken.
/// assert!(walk.compare(&start, &Slow(vec![1, 1]), |_, _| ()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game",
    label = "no `impl Game` for this type",
    note = "write `NAME`, `SUMMARY`, `SAMPLES` and `start`, for the type of the initial position"
)]
pub trait Game: Position {
    /// The name people type: lower case, digits and hyphens, unique among games.
    const NAME: &'static str;
    /// Other names that people type for it. As for [`NAME`](Game::NAME), case, accents, spaces,
    /// hyphens and underscores are ignored ([`fold`](crate::fold)), so one spelling is enough; no
    /// two games may share one. Output always uses the name.
    const ALIASES: &'static [&'static str] = &[];
    /// One line for the list of games.
    const SUMMARY: &'static str;
    /// The rules of play, whole, for whoever has never heard of the game: what a seat may do, what comes of it, how a play
    /// ends and what it pays. They name neither the game nor a move or a position. A thing that the game has a word for
    /// stands in square brackets, `[stone]`, the same word wherever it is meant; a name of an option stands in backquotes.
    /// A sentence that holds with one value of an option, or with all others, begins so: "With `payoff=win`, …", "Without
    /// `ranks=auto`, …".
    /// They are told without the brackets, and to who plays in disguise with other words instead.
    const RULES: &'static str = "";
    /// What else there is to say, of any length: how moves and positions are written, conventions, sources.
    const HELP: &'static str = "";
    /// What of its rules can be tried: at least one move that is legal and one that is not, and a play for each way in which
    /// one may end.
    const CLAIMS: &'static [RuleClaim] = &[];
    /// Its options, in the order in which they may be given without a name.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// Sets of options on which the laws are checked, as typed between the parentheses: small ones,
    /// odd ones, and the default one (`""`).
    const SAMPLES: &'static [&'static str];

    /// The initial position.
    ///
    /// # Errors
    ///
    /// If the options, each within its range, are impossible together ([`Options::impossible`]).
    fn start(options: &Options) -> Result<Self, OptionError>;

    /// The initial position as an erased one: that of [`start`](Game::start), unless the game has
    /// several bodies.
    ///
    /// A game may have a second type of position for its most common shape, whose size is then
    /// known at compile time, beside this one for all shapes. This function alone chooses between
    /// them: both have the same rules, and read and write the same moves and texts. Let tests play
    /// them side by side (`agon_laws::oracle::twins`). `connect-four` is an example.
    ///
    /// # Errors
    ///
    /// As [`start`](Game::start).
    fn open(options: &Options) -> Result<AnyPosition, OptionError> {
        Self::start(options).map(AnyPosition::new)
    }
}
