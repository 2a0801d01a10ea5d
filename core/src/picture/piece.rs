//! Pieces: everything that lies on a place.

use std::fmt;

use crate::Seat;

/// A piece, a mark or a number, on a place or beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// Its description for people who cannot see it: `white knight`.
    pub text: String,
    /// Its form.
    pub look: Look,
    /// Its colour; pieces that differ in colour alone also differ in letter.
    pub tint: Tint,
    /// The seat it belongs to.
    pub seat: Option<Seat>,
    /// Its text in ASCII: `N`, `X`, `2048`.
    pub letter: String,
    /// Its text in Unicode: `♞`.
    pub glyph: String,
    /// The text written on it. May be empty.
    pub label: String,
    /// The number of such pieces.
    pub count: u32,
}

/// The form of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Look {
    /// A round stone, disc or marble.
    Stone,
    /// A cross, as in tic-tac-toe.
    Cross,
    /// A ring.
    Ring,
    /// A triangle.
    Triangle,
    /// A square set on its corner.
    Diamond,
    /// A man in draughts or backgammon.
    Man,
    /// Two stacked men, a king in draughts.
    Crowned,
    /// A pawn, in chess.
    Pawn,
    /// A knight, in chess.
    Knight,
    /// A bishop, in chess.
    Bishop,
    /// A rook, in chess.
    Rook,
    /// A queen, in chess.
    Queen,
    /// A king, in chess.
    King,
    /// A tile with a text on it.
    Tile,
    /// A stick in a heap.
    Stick,
    /// A seed in a pit.
    Seed,
    /// The drawn line of its place.
    Drawn,
    /// A die, which shows its label.
    Die,
    /// A playing card, which shows its label.
    Card,
    /// A playing card, or a piece, lying face down.
    Back,
    /// A pellet that can be eaten.
    Pellet,
    /// The player's figure in a maze, which eats pellets.
    Runner,
    /// The ghost that hunts the runner.
    Ghost,
    /// A text alone.
    Writing,
}

/// The colour of a piece, by name: each screen chooses its shade for day, night or paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tint {
    /// The colour of text.
    #[default]
    Plain,
    /// White.
    White,
    /// Black.
    Black,
    /// Red: dark.
    Red,
    /// Yellow: light.
    Yellow,
    /// Blue: dark.
    Blue,
    /// Green.
    Green,
    /// Orange.
    Orange,
    /// Purple.
    Purple,
}

impl Piece {
    /// A piece with the default text, letter and glyph of its form: `white knight`, `N`, `♘`.
    pub fn new(look: Look, tint: Tint) -> Piece {
        let text = match tint.name() {
            "" => look.name().to_owned(),
            tint => format!("{tint} {}", look.name()),
        };
        let (letter, glyph) = look.letters(tint);
        Piece {
            text,
            look,
            tint,
            seat: None,
            letter: letter.to_owned(),
            glyph: glyph.to_owned(),
            label: String::new(),
            count: 1,
        }
    }

    /// A text alone.
    pub fn writing(text: impl fmt::Display) -> Piece {
        Piece::new(Look::Writing, Tint::Plain).label(text.to_string())
    }

    /// A die showing this number.
    pub fn die(number: u32) -> Piece {
        let faces = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
        let face = number.checked_sub(1).and_then(|index| faces.get(index as usize));
        let die = Piece::new(Look::Die, Tint::White).label(number.to_string());
        match face {
            Some(face) => die.glyph(*face),
            None => die,
        }
    }

    /// A card with this text.
    pub fn card(label: impl fmt::Display) -> Piece {
        Piece::new(Look::Card, Tint::White).label(label.to_string())
    }

    /// A card lying face down.
    pub fn back() -> Piece {
        Piece::new(Look::Back, Tint::Blue).text("card face down")
    }

    /// The same piece, belonging to this seat.
    #[must_use]
    pub fn of(mut self, seat: Seat) -> Piece {
        self.seat = Some(seat);
        self
    }

    /// The same piece in another colour.
    #[must_use]
    pub fn tint(mut self, tint: Tint) -> Piece {
        self.tint = tint;
        self
    }

    /// The same piece with another text.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Piece {
        self.text = text.into();
        self
    }

    /// The same piece, with this letter, also used as its glyph.
    #[must_use]
    pub fn letter(mut self, letter: impl Into<String>) -> Piece {
        self.letter = letter.into();
        self.glyph.clone_from(&self.letter);
        self
    }

    /// The same piece with another glyph.
    #[must_use]
    pub fn glyph(mut self, glyph: impl Into<String>) -> Piece {
        self.glyph = glyph.into();
        self
    }

    /// The same piece, with this label, also used as its letter and text.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Piece {
        self.label = label.into();
        self.text.clone_from(&self.label);
        self.letter.clone_from(&self.label);
        self.glyph.clone_from(&self.label);
        self
    }

    /// The same piece, this many times.
    #[must_use]
    pub fn count(mut self, count: u32) -> Piece {
        self.count = count;
        self
    }
}

/// The description, with the number if there are several: `white knight`, `5 × black man`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => f.write_str(&self.text),
            count => write!(f, "{count} × {}", self.text),
        }
    }
}

impl Look {
    fn name(self) -> &'static str {
        match self {
            Look::Stone => "stone",
            Look::Cross => "cross",
            Look::Ring => "ring",
            Look::Triangle => "triangle",
            Look::Diamond => "diamond",
            Look::Man => "man",
            Look::Crowned | Look::King => "king",
            Look::Pawn => "pawn",
            Look::Knight => "knight",
            Look::Bishop => "bishop",
            Look::Rook => "rook",
            Look::Queen => "queen",
            Look::Tile => "tile",
            Look::Stick => "stick",
            Look::Seed => "seed",
            Look::Drawn => "line",
            Look::Die => "die",
            Look::Card => "card",
            Look::Back => "back",
            Look::Pellet => "pellet",
            Look::Runner => "runner",
            Look::Ghost => "ghost",
            Look::Writing => "text",
        }
    }

    /// The letter and the glyph.
    fn letters(self, tint: Tint) -> (&'static str, &'static str) {
        let by_tint = |white: (&'static str, &'static str), black| {
            if tint == Tint::White { white } else { black }
        };
        match self {
            Look::Stone => match tint {
                Tint::White | Tint::Yellow => ("O", "○"),
                _ => ("X", "●"),
            },
            Look::Cross => ("X", "X"),
            Look::Ring => ("O", "O"),
            Look::Triangle => ("Y", "Y"),
            Look::Diamond => ("Z", "Z"),
            Look::Man => by_tint(("w", "○"), ("b", "●")),
            Look::Crowned => by_tint(("W", "◎"), ("B", "◉")),
            Look::Pawn => by_tint(("P", "♙"), ("p", "♟")),
            Look::Knight => by_tint(("N", "♘"), ("n", "♞")),
            Look::Bishop => by_tint(("B", "♗"), ("b", "♝")),
            Look::Rook => by_tint(("R", "♖"), ("r", "♜")),
            Look::Queen => by_tint(("Q", "♕"), ("q", "♛")),
            Look::King => by_tint(("K", "♔"), ("k", "♚")),
            Look::Tile | Look::Die | Look::Card | Look::Writing => ("?", "?"),
            Look::Back => ("?", "🂠"),
            Look::Stick => ("|", "│"),
            Look::Seed => ("o", "•"),
            Look::Drawn => ("-", "─"),
            Look::Pellet => (".", "·"),
            Look::Runner => ("P", "P"),
            Look::Ghost => ("G", "G"),
        }
    }
}

impl Tint {
    /// Its name; empty if it is plain.
    pub const fn name(self) -> &'static str {
        match self {
            Tint::Plain => "",
            Tint::White => "white",
            Tint::Black => "black",
            Tint::Red => "red",
            Tint::Yellow => "yellow",
            Tint::Blue => "blue",
            Tint::Green => "green",
            Tint::Orange => "orange",
            Tint::Purple => "purple",
        }
    }
}
