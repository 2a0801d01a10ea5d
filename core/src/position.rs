//! What a game must say about itself so that any player can play it.
//!
//! There is no undo. A search keeps one position per ply and copies down the line
//! ([`Position::play_from`]), which allocates nothing once the line is laid out.

use std::{
    fmt::{self, Debug, Display, Write},
    hash::Hash,
    ops::ControlFlow,
};

use crate::{
    AnyPosition, Facts, Named, OptionError, OptionSpec, Options, Seat, Stream, TextError,
    key::key_of,
};

/// Who acts in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The given seat chooses a move.
    Decision(Seat),
    /// Nature draws an outcome, by [`Position::weight`].
    Chance,
    /// Nobody: the game is over and [`Position::payoff`] is final.
    Terminal,
}

/// One of the heuristics a game offers: an index into [`Position::heuristics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heuristic(pub u8);

/// The head of a score sheet, where a standard asks for more than the names of those who play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoresheet {
    /// The standard's tags for where the play begins, in its order: in PGN's `SetUp` and `FEN`,
    /// say. None where it begins as it always does.
    pub tags: Vec<(&'static str, String)>,
    /// The number that the first move has.
    pub number: u32,
}

impl Default for Scoresheet {
    /// Nothing to be said, and the moves are counted from one.
    fn default() -> Self {
        Scoresheet { tags: Vec::new(), number: 1 }
    }
}

/// A move, or an outcome of chance: small, `Copy`, ordered and numbered, so that it survives
/// erasure.
///
/// # Laws
///
/// * Distinct moves have distinct codes, and codes are ordered as the moves are.
/// * `from_code(m.code()) == Some(m)`; no code makes `from_code` panic.
pub trait Move: Copy + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// Numbers the move.
    fn code(self) -> u64;

    /// The move with that number, or `None` where no position of the game could have it.
    fn from_code(code: u64) -> Option<Self>;
}

/// A point in a play of a game: all that decides what may happen next.
///
/// `Display` writes the position's compact one-line text, which [`parse`](Position::parse) reads
/// back. Equality is that of the game: two positions are equal when nothing that may happen from
/// here on tells them apart. Caches take no part in it.
///
/// # Laws
///
/// Checked by [`laws`](crate::laws) for every registered game.
///
/// * Moves are visited in strictly ascending order; at least one unless the node is terminal, and
///   none if it is.
/// * Equal positions have equal keys, moves, nodes and payoffs; different ones different keys.
/// * Playing on a copy leaves the original as it was.
/// * The text of a position parses back to an equal position, the notation of a move to the move;
///   no two legal moves are written alike, on a score sheet neither.
/// * Weights of chance outcomes are positive.
/// * Payoffs and estimates are finite, within the declared bounds, and payoffs add up as declared.
/// * A play ends within the declared number of plies.
/// * `count`, `nth`, `moves`, `is_legal`, `play_from` and `keep` agree with the slow definitions
///   given here, overridden or not.
/// * Symmetries carry legal moves to legal moves, and payoffs to equal payoffs.
///
/// # Example
///
/// A complete game; see [`Game`].
pub trait Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// The moves of this game, and its outcomes of chance.
    type Move: Move;

    /// The static facts, the same for every position of one play.
    fn facts(&self) -> Facts;

    /// Who acts here.
    fn node(&self) -> Node;

    /// Visits every legal move, or every outcome at a chance node, in ascending order, until
    /// `visit` breaks; then returns the break. Visits nothing at a terminal node.
    ///
    /// The whole body is often one line: `(1..=self.heap).map(Take).try_for_each(visit)`. With a
    /// loop: `visit(m)?;` inside, and `ControlFlow::Continue(())` at the end.
    fn each_move(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Plays `m`, which must be legal here. A move that is not may panic or leave any position
    /// behind; [`is_legal`](Position::is_legal) is the door where moves are checked.
    fn play(&mut self, m: Self::Move);

    /// What `seat` gets. Asked only at terminal nodes.
    fn payoff(&self, seat: Seat) -> f64;

    /// Reads the text that `Display` writes, as a position of this same game with the options of
    /// `self`.
    ///
    /// # Errors
    ///
    /// Where the text is no position of this game: what is wrong, and where.
    fn parse(&self, text: &str) -> Result<Self, TextError>;

    /// The weight of an outcome, at least one; its probability is the weight divided by the sum
    /// over all outcomes. Asked only at chance nodes.
    #[inline]
    fn weight(&self, outcome: Self::Move) -> u32 {
        let _ = outcome;
        1
    }

    /// Becomes the position after `m` in `source`. The same as `clone_from` and `play`, in one
    /// step.
    #[inline]
    fn play_from(&mut self, source: &Self, m: Self::Move) {
        self.clone_from(source);
        self.play(m);
    }

    /// Fills `list` with the legal moves, in ascending order.
    #[inline]
    fn moves(&self, list: &mut Vec<Self::Move>) {
        list.clear();
        let _ = self.each_move(|m| {
            list.push(m);
            ControlFlow::Continue(())
        });
    }

    /// The number of legal moves.
    #[inline]
    fn count(&self) -> usize {
        let mut count = 0;
        let _ = self.each_move(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The legal move number `n`, counted from zero in ascending order; `n` is less than
    /// [`count`](Position::count).
    #[inline]
    fn nth(&self, n: usize) -> Self::Move {
        let (mut left, mut found) = (n, None);
        let _ = self.each_move(|m| {
            if left == 0 {
                found = Some(m);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found.expect("`n` is less than the number of moves")
    }

    /// Whether `m` may be played here. Answers for any value of the type, legal or absurd.
    fn is_legal(&self, m: Self::Move) -> bool {
        self.each_move(
            |legal| {
                if legal == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        )
        .is_break()
    }

    /// A random legal move, each equally likely; at a chance node an outcome, by its weight.
    /// Games have no reason to change this: override [`count`](Position::count) and
    /// [`nth`](Position::nth). Not to be asked at a terminal node.
    #[inline]
    fn draw_move(&self, stream: &mut Stream) -> Self::Move {
        if self.node() == Node::Chance {
            draw_outcome(self, stream)
        } else {
            self.nth(stream.below(self.count() as u32) as usize)
        }
    }

    /// Plays random moves to the end of the game. Games have no reason to change this.
    #[inline]
    fn playout(&mut self, stream: &mut Stream) {
        loop {
            let m = match self.node() {
                Node::Terminal => return,
                Node::Decision(_) => self.nth(stream.below(self.count() as u32) as usize),
                Node::Chance => draw_outcome(self, stream),
            };
            self.play(m);
        }
    }

    /// Sixty-four bits for tables, the same for equal positions and, as good as always, different
    /// for different ones.
    fn key(&self) -> u64 {
        key_of(self)
    }

    /// Writes `m` in the field's notation. `m` is legal here.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_move(&self, m: Self::Move, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{m}")
    }

    /// Reads a legal move in the field's notation: without more ado, the legal move that
    /// [`write_move`](Position::write_move) writes so.
    fn parse_move(&self, text: &str) -> Option<Self::Move> {
        let (mut written, mut found) = (String::new(), None);
        let _ = self.each_move(|m| {
            written.clear();
            if self.write_move(m, &mut written).is_ok() && written == text {
                found = Some(m);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// Writes `m` as the score sheets of this game do, and with them the games that other programs
    /// read: in chess `Nf3`, where [`write_move`](Position::write_move), which programs say to each
    /// other, has `g1f3`. The notation unless the game has another. `m` is legal here.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_scoresheet(&self, m: Self::Move, out: &mut dyn Write) -> fmt::Result {
        self.write_move(m, out)
    }

    /// What stands at the head of the score sheet of a play that begins here.
    fn scoresheet(&self) -> Scoresheet {
        Scoresheet::default()
    }

    /// A drawing for people, of one or more lines without a trailing line break.
    fn drawing(&self) -> String {
        self.to_string()
    }

    /// The heuristics this game offers, the usual one first. A player without a wish uses that.
    fn heuristics(&self) -> &'static [Named] {
        &[]
    }

    /// A guess at the payoff of `seat`, within the declared bounds, for searches that must stop
    /// early. Not asked at terminal nodes. Where the payoffs sum to zero, so do the estimates.
    #[inline]
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let _ = (heuristic, seat);
        0.0
    }

    /// Announces that `heuristic` will be asked often, below here, or (`None`) not at all. A game
    /// may then keep it up to date move by move; the estimates are the same either way.
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        let _ = heuristic;
    }

    /// The features that `heuristic=weights(…)` can weigh, each a number of about unit size from
    /// one seat's point of view.
    fn features(&self) -> &'static [Named] {
        &[]
    }

    /// The values of [`features`](Position::features) for `seat`, in that order, into `values`.
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        let _ = seat;
        values.clear();
    }

    /// Visits the legal moves that are worth a look, ascending: at least one at a decision node.
    /// All of them unless the game knows better.
    #[inline]
    fn each_relevant(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(visit)
    }

    /// Visits legal moves that suffice, ascending: at least one at a decision node, and among them
    /// one that is as good as any legal move if all seats play their best from here on. A search
    /// that looks at these alone finds the same value. All of them unless the game knows better:
    /// a move that wins at once, the only reply to a threat, the moves that don't lose at once.
    /// Not the same as [`each_relevant`](Position::each_relevant), which may leave out the best.
    #[inline]
    fn each_sufficient(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(visit)
    }

    /// How promising `m` looks at a glance, for trying moves in a good order: larger first.
    #[inline]
    fn hint(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Whether `m` changes the position so sharply (a capture, a threat) that a search should not
    /// stop right before or after it.
    #[inline]
    fn is_forcing(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Gives the turn away without a move, as null-move search asks to see how much a move is
    /// worth, and says whether it did. A game that doesn't know how, or a position where to give
    /// the turn away may well be better than any move, says no and stays as it is. What it leads
    /// to is a position where another seat is to act; play need not be able to reach it.
    fn pass(&mut self) -> bool {
        false
    }

    /// The number of symmetries of the game, with the identity, which is number 0. A symmetry
    /// moves neither the seats nor the payoffs.
    fn symmetries(&self) -> usize {
        1
    }

    /// This position under symmetry number `symmetry`.
    #[must_use]
    fn image(&self, symmetry: usize) -> Self {
        let _ = symmetry;
        self.clone()
    }

    /// The move that `m` becomes under symmetry number `symmetry`.
    fn image_of_move(&self, m: Self::Move, symmetry: usize) -> Self::Move {
        let _ = symmetry;
        m
    }

    /// This position with its type forgotten. Games have no reason to change this.
    fn erase(&self) -> AnyPosition {
        AnyPosition::new(self.clone())
    }
}

/// Draws an outcome of a chance node by its weight.
fn draw_outcome<P: Position>(position: &P, stream: &mut Stream) -> P::Move {
    let mut total = 0;
    let _ = position.each_move(|m| {
        total += position.weight(m);
        ControlFlow::Continue(())
    });
    let (mut left, mut drawn) = (stream.below(total), None);
    let _ = position.each_move(|m| {
        let weight = position.weight(m);
        if left < weight {
            drawn = Some(m);
            return ControlFlow::Break(());
        }
        left -= weight;
        ControlFlow::Continue(())
    });
    drawn.expect("a chance node has outcomes of positive weight")
}

/// What the score sheet has for `m`, as a string of its own.
pub fn scored<P: Position>(position: &P, m: P::Move) -> String {
    let mut text = String::new();
    position.write_scoresheet(m, &mut text).expect("a string takes any text");
    text
}

/// The notation of `m` as a string of its own.
pub fn notation<P: Position>(position: &P, m: P::Move) -> String {
    let mut text = String::new();
    position.write_move(m, &mut text).expect("a string takes any text");
    text
}

/// The legal moves in a list of their own; [`Position::moves`] is for whoever asks often.
pub fn all_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut list = Vec::new();
    position.moves(&mut list);
    list
}

/// The position after `m`, which is legal; [`Position::play_from`] is for whoever plays often.
pub fn after<P: Position>(position: &P, m: P::Move) -> P {
    let mut next = position.clone();
    next.play(m);
    next
}

/// A position that knows where its game begins: what an author registers.
///
/// # Example
///
/// A whole game: a heap from which each seat takes one, two or three; who takes the last wins.
///
/// ```
/// use std::{fmt, ops::ControlFlow};
/// use agon_core::{
///     Facts, Game, GamePlugin, Move, Node, OptionError, OptionSpec, Options, Position, Seat,
///     TextError, inventory,
///     referee::{Referee, Walk},
/// };
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
/// // The position's one-line text: what is left, and who moves.
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
///         // Who is to move finds the heap empty: the other took the last.
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
///     const SUMMARY: &'static str = "take one to three; who takes the last wins";
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
/// // It is known by name now, and every law of the house can be checked.
/// let heap = agon_core::registry::game("heap(size=7)")?;
/// assert_eq!(heap.start.count(), 3);
/// agon_core::laws::check("heap(size=7)")?;
///
/// // Laws cannot know the rules. A slow referee tells them again, in another way: here as the
/// // list of what was taken. The two play all games of four plies together, and ten at random.
/// struct Slow(Vec<usize>);
///
/// impl Referee for Slow {
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
/// // It notices if something was taken already.
/// assert!(walk.compare(&start, &Slow(vec![1, 1]), |_, _| ()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Position {
    /// The name people type: lower case, digits and hyphens, unique among games.
    const NAME: &'static str;
    /// One line for the list of games.
    const SUMMARY: &'static str;
    /// More for whoever asks about this one game: rules, conventions, notation, sources.
    const HELP: &'static str = "";
    /// Its options, in the order in which they may be given without a name.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// Sets of options, as people type them between the parentheses, on which the game is to be
    /// tried: small ones, odd ones, and the usual one (`""`).
    const SAMPLES: &'static [&'static str];

    /// The initial position.
    ///
    /// # Errors
    ///
    /// Where the options, each in its range, are impossible together
    /// ([`Options::impossible`]).
    fn start(options: &Options) -> Result<Self, OptionError>;
}
