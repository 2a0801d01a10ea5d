//! How programs written for one game name its positions and moves: the protocols they speak.

use std::fmt;

use crate::Seat;

/// A protocol spoken by programs that play certain games. Which games it is for, the games say:
/// [`Position::foreign_setup`](crate::Position::foreign_setup).
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
    pub const ALL: [Protocol; 4] =
        [Protocol::Uci, Protocol::Xboard, Protocol::Gtp, Protocol::Gomocup];

    /// Its name in lower case, as players are called.
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

/// What a program has to be told so that a game begins where ours does.
///
/// In GTP and Gomocup, where colours have no other meaning, black is the seat that moves first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setup {
    /// What the protocol calls this kind of its game, where it isn't the usual one: in xboard's
    /// words, which are the most, `fischerandom`.
    pub variant: Option<&'static str>,
    /// The rows, and columns, of a board that has not always as many.
    pub size: Option<u8>,
    /// Lines that say what else is settled before the first move, as the protocol has them:
    /// `komi 7.5`.
    pub lines: Vec<String>,
    /// The position as the protocol writes it, FEN for example; `None` where it is the usual one,
    /// or given by stones.
    pub position: Option<String>,
    /// The stones that must be on the board before the first move, and what was played since, in an
    /// order in which they can be put there.
    pub stones: Vec<(Seat, String)>,
}
