//! The appearance of a position, described once for every screen: a page, a terminal, a printout, a
//! voice.
//!
//! A game says where its places are, what lies on them and what a move points at; it knows no
//! colour values, no pixels and no screen. A front end that draws it knows no rules: every place
//! has a name, every piece a text, and nothing needs parsing.
//!
//! # Example
//!
//! ```
//! use agon_core::{Seat, picture::{Grid, Look, Piece, Tint}};
//!
//! let mut picture = Grid::new(3, 3).squares();
//! picture.put("b2", Piece::new(Look::Cross, Tint::Blue).of(Seat(0)));
//! picture.win(["a1", "b2", "c3"]);
//! assert_eq!(picture.cell("b2").unwrap().text(), "b2: blue cross");
//! assert_eq!(picture.cell("a1").unwrap().text(), "a1: empty");
//! ```

mod grid;
mod letters;
mod piece;

use std::fmt::Display;

pub use self::{
    grid::{Grid, hexagons},
    letters::Letters,
    piece::{Look, Piece, Tint},
};
use crate::Seat;

/// The distance between rows of hexagons, or of holes in a star, whose neighbours are one apart.
pub const HEX_ROW: f64 = 0.866_025_403_784_438_6;

/// The appearance of a position.
///
/// Places lie on a plane: x grows to the right and y downwards, and neighbours are about one apart.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Picture {
    /// The ground of the board between the places: a rectangle around all of them; `None` for no
    /// board.
    pub board: Option<Ground>,
    /// The places, in reading order.
    pub cells: Vec<Cell>,
    /// The lines between places, or around them.
    pub strokes: Vec<Stroke>,
    /// The texts beside the board, such as the names of rows and columns.
    pub labels: Vec<Label>,
    /// Things beside the board: dice, hands, points.
    pub trays: Vec<Tray>,
    /// The places of each line on the board that decided the game, in the order of the line.
    pub wins: Vec<Vec<String>>,
    /// The move played last, if known: a position itself does not know it.
    pub last: Option<Aim>,
    /// The position in letters, for a game that draws no board.
    pub text: Option<String>,
}

/// A place.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Cell {
    /// Its name, unique in the picture, without spaces: the one used in moves, where moves name
    /// places.
    pub name: String,
    /// The horizontal coordinate of its centre.
    pub x: f64,
    /// The vertical coordinate of its centre.
    pub y: f64,
    /// Its outline.
    pub shape: Shape,
    /// Its ground.
    pub ground: Ground,
    /// The pieces on it, the lowest first.
    pub pieces: Vec<Piece>,
    /// Its description for people who cannot see it, if its name is not enough.
    pub about: String,
}

/// The outline of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A square of side one.
    Square,
    /// A hexagon with points at the top and bottom; hexagons of neighbours share a side if their
    /// centres are one apart, in rows [`HEX_ROW`] apart.
    Hexagon,
    /// A crossing of lines, without an outline.
    Crossing,
    /// A dot at the end of lines.
    Dot,
    /// A round hole in a board.
    Hole,
    /// A square of side one with a round hole in it.
    Slot,
    /// A rectangle with round corners.
    Box {
        /// Its width.
        width: f64,
        /// Its height.
        height: f64,
    },
    /// A long triangle on which pieces stand in a row from its base, as in backgammon; the
    /// coordinates of the place are those of the centre of its base.
    Spike {
        /// Its length; negative if it points up.
        length: f64,
    },
    /// A line between two points, which may be drawn or not, as in dots and boxes.
    Edge {
        /// The horizontal distance from its centre to its right end.
        dx: f64,
        /// The vertical distance from its centre to its lower end.
        dy: f64,
    },
    /// A node of a tree where this seat moves: a triangle pointing up for the first seat, down for
    /// the second.
    Choice(Seat),
    /// A chance node of a tree: round.
    Chance,
}

/// The ground of a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ground {
    /// The ground of the board.
    #[default]
    Plain,
    /// The lighter of two kinds.
    Light,
    /// The darker of two kinds.
    Dark,
    /// A wall, which no piece can enter.
    Wall,
    /// The floor between walls. In letters an empty one is blank, and so differs from a pellet.
    Floor,
    /// Where this seat starts, or wants to arrive.
    Of(Seat),
    /// Where what stands there is under attack and has to be saved: the place of a king in check.
    Attacked,
}

/// A line on the board.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stroke {
    /// Where it begins.
    pub from: (f64, f64),
    /// Where it ends.
    pub to: (f64, f64),
    /// The seat it belongs to: the edge that a seat has to connect, for example.
    pub seat: Option<Seat>,
    /// The text beside it.
    pub label: String,
}

/// A text beside the board.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Label {
    /// The horizontal coordinate of its centre.
    pub x: f64,
    /// The vertical coordinate of its centre.
    pub y: f64,
    /// Its text.
    pub text: String,
}

/// Things beside the board: dice, a hand, a seat's points.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tray {
    /// Its name: `to place`, `dice`.
    pub label: String,
    /// The seat it belongs to.
    pub seat: Option<Seat>,
    /// A text in it, such as a number of points. May be empty.
    pub text: String,
    /// The pieces in it.
    pub pieces: Vec<Piece>,
}

/// The places that a move refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Aim {
    /// The places that pieces pass, from the first to the last; one alone for a piece that is put
    /// there, a line that is drawn, a heap that is taken from. Several for a move of several
    /// pieces; none for a move that is a word, such as a pass.
    pub paths: Vec<Vec<String>>,
    /// The places from which the move takes pieces that are not the mover's.
    pub takes: Vec<String>,
    /// A number: how many stones are taken from a heap, the points of a die.
    pub number: Option<u32>,
}

impl Picture {
    /// Nothing yet.
    pub fn new() -> Picture {
        Picture::default()
    }

    /// The position in letters: the picture of a game that describes no board.
    pub fn from_text(text: impl Into<String>) -> Picture {
        Picture { text: Some(text.into()), ..Picture::default() }
    }

    /// The place with this name.
    pub fn cell(&self, name: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.name == name)
    }

    /// Adds a place, and returns it for further changes.
    ///
    /// # Panics
    ///
    /// Never: the place has just been added.
    pub fn add(&mut self, cell: Cell) -> &mut Cell {
        self.cells.push(cell);
        self.cells.last_mut().expect("a place was added")
    }

    /// Puts a piece on the place with this name, on top of the pieces there. Does nothing without
    /// such a place.
    pub fn put(&mut self, name: &str, piece: Piece) {
        if let Some(cell) = self.cells.iter_mut().find(|cell| cell.name == name) {
            cell.pieces.push(piece);
        }
    }

    /// Sets the ground of the place with this name. Does nothing without such a place.
    pub fn ground(&mut self, name: &str, ground: Ground) {
        if let Some(cell) = self.cells.iter_mut().find(|cell| cell.name == name) {
            cell.ground = ground;
        }
    }

    /// Adds a line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.strokes.push(Stroke::new(from, to));
    }

    /// Adds a text beside the board.
    pub fn label(&mut self, x: f64, y: f64, text: impl Display) {
        self.labels.push(Label { x, y, text: text.to_string() });
    }

    /// Adds a tray with a text and no pieces.
    pub fn tray(&mut self, label: impl Into<String>, text: impl Display) -> &mut Tray {
        let text = text.to_string();
        self.trays.push(Tray { label: label.into(), seat: None, text, pieces: Vec::new() });
        self.trays.last_mut().expect("a tray was added")
    }

    /// Marks a line that decided the game: a stroke joins each place with the next. A chain with arms, as of a game of
    /// connections, is a line for each arm.
    pub fn win<N: Into<String>>(&mut self, names: impl IntoIterator<Item = N>) {
        self.wins.push(names.into_iter().map(Into::into).collect());
    }

    /// The same picture after a move that pointed at `aim`. Places that no longer exist are not
    /// marked. A number without a place is shown as a die.
    #[must_use]
    pub fn after(mut self, aim: Aim) -> Picture {
        if let Some(number) = aim.number.filter(|_| aim.paths.is_empty()) {
            self.tray("last roll", "").with(Piece::die(number));
        }
        self.last = Some(aim);
        self
    }

    /// Adds to [`wins`](Picture::wins) every row of at least `line` pieces of one seat along a row,
    /// column or diagonal of a board of squares, at its full length.
    pub fn win_rows(&mut self, line: usize) {
        let owner = |x: f64, y: f64| {
            let cell = self.cells.iter().find(|cell| cell.x == x && cell.y == y)?;
            cell.pieces.last().and_then(|piece| piece.seat).map(|seat| (seat, &cell.name))
        };
        let mut wins = Vec::new();
        for cell in &self.cells {
            let Some((seat, _)) = owner(cell.x, cell.y) else { continue };
            for (dx, dy) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0)] {
                if owner(cell.x - dx, cell.y - dy).is_some_and(|(before, _)| before == seat) {
                    continue;
                }
                let along = (0..).map(|step: u8| owner(cell.x + dx * f64::from(step), cell.y + dy * f64::from(step)));
                let row = along.map_while(|found| found.filter(|&(other, _)| other == seat));
                let row: Vec<String> = row.map(|(_, name)| name.clone()).collect();
                if line <= row.len() {
                    wins.push(row);
                }
            }
        }
        self.wins.append(&mut wins);
    }
}

impl Cell {
    /// An empty place.
    pub fn new(name: impl Into<String>, x: f64, y: f64, shape: Shape) -> Cell {
        let (ground, pieces, about) = (Ground::Plain, Vec::new(), String::new());
        Cell { name: name.into(), x, y, shape, ground, pieces, about }
    }

    /// The same place, with this ground.
    #[must_use]
    pub fn on(mut self, ground: Ground) -> Cell {
        self.ground = ground;
        self
    }

    /// The same place, with a description for people who cannot see it: `White's store`.
    #[must_use]
    pub fn about(mut self, about: impl Into<String>) -> Cell {
        self.about = about.into();
        self
    }

    /// The same place, with this piece on top.
    #[must_use]
    pub fn with(mut self, piece: impl Into<Option<Piece>>) -> Cell {
        self.pieces.extend(piece.into());
        self
    }

    /// A text for people who cannot see it: the place and its pieces, `d4: white knight`.
    pub fn text(&self) -> String {
        let mut text = self.name.clone();
        if !self.about.is_empty() {
            text = format!("{text}, {}", self.about);
        }
        let pieces: Vec<String> = self.pieces.iter().map(Piece::to_string).collect();
        match (self.ground, &pieces[..]) {
            (Ground::Wall, []) => format!("{text}: wall"),
            (_, []) if self.has_content() => text,
            (_, []) => format!("{text}: empty"),
            _ => format!("{text}: {}", pieces.join(", ")),
        }
    }

    /// Whether its outline alone carries meaning.
    fn has_content(&self) -> bool {
        matches!(self.shape, Shape::Dot | Shape::Choice(_) | Shape::Chance)
    }
}

impl Stroke {
    /// A line that belongs to no seat.
    pub fn new(from: (f64, f64), to: (f64, f64)) -> Stroke {
        Stroke { from, to, seat: None, label: String::new() }
    }

    /// The same line, belonging to this seat.
    #[must_use]
    pub fn of(mut self, seat: Seat) -> Stroke {
        self.seat = Some(seat);
        self
    }

    /// The same line, with a text beside it.
    #[must_use]
    pub fn label(mut self, label: impl Display) -> Stroke {
        self.label = label.to_string();
        self
    }
}

impl Tray {
    /// Assigns it to a seat.
    pub fn of(&mut self, seat: Seat) -> &mut Tray {
        self.seat = Some(seat);
        self
    }

    /// Adds a piece.
    pub fn with(&mut self, piece: Piece) -> &mut Tray {
        self.pieces.push(piece);
        self
    }

    /// A text for people who cannot see it: its pieces, `dice: 3, 1`.
    pub fn text(&self) -> String {
        let texts = Some(self.text.clone()).filter(|text| !text.is_empty()).into_iter();
        let all: Vec<String> = texts.chain(self.pieces.iter().map(Piece::to_string)).collect();
        format!("{}: {}", self.label, all.join(", "))
    }
}

impl Aim {
    /// A move that is a word and refers to no place.
    pub fn word() -> Aim {
        Aim::default()
    }

    /// A move that points at one place.
    pub fn at(name: impl Display) -> Aim {
        Aim { paths: vec![vec![name.to_string()]], ..Aim::default() }
    }

    /// A move from one place to another.
    pub fn from_to(from: impl Display, to: impl Display) -> Aim {
        Aim::word().path([from.to_string(), to.to_string()])
    }

    /// The same move, with another piece that passes these places.
    #[must_use]
    pub fn path<N: Display>(mut self, names: impl IntoIterator<Item = N>) -> Aim {
        self.paths.push(names.into_iter().map(|name| name.to_string()).collect());
        self
    }

    /// The same move, which also takes from this place.
    #[must_use]
    pub fn taking(mut self, name: impl Display) -> Aim {
        self.takes.push(name.to_string());
        self
    }

    /// The same move, with a number.
    #[must_use]
    pub fn number(mut self, number: u32) -> Aim {
        self.number = Some(number);
        self
    }

    /// Every place it names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().flatten().chain(&self.takes).map(String::as_str)
    }
}
