//! Protocols of programs written for one game: how they name its positions and moves.

use std::fmt;

use crate::Seat;

/// A protocol of programs that play certain games. Each game declares which protocols suit it:
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
