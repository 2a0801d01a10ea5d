//! A picture as data, so that a front end has nothing to parse.

use agon_core::{
    Aim, Picture,
    picture::{Cell, Ground, Piece, Shape, Tray},
};
use serde::Serialize;

/// A [`Picture`] as data. Seats are counted from one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PictureData {
    /// The places.
    pub cells: Vec<CellData>,
    /// The trays beside the board.
    pub trays: Vec<TrayData>,
    /// The squares of the last move, if known.
    pub last: Option<AimData>,
    /// The places of each line that decided the game.
    pub winning: Vec<Vec<String>>,
}

/// A place, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CellData {
    /// Its name, as moves write it where they do.
    pub name: String,
    /// To the right, in sides of a square.
    pub x: f64,
    /// Downwards, in the same unit.
    pub y: f64,
    /// Its outline, in a word.
    pub shape: &'static str,
    /// Its ground, in a word.
    pub ground: &'static str,
    /// Its description and its pieces, in words.
    pub text: String,
    /// The pieces on it, the lowest first.
    pub pieces: Vec<PieceData>,
}

/// Where a place is, as data: a part of its [`CellData`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlaceData<'a> {
    /// Its name, as moves write it where they do.
    pub name: &'a str,
    /// To the right, in sides of a square.
    pub x: f64,
    /// Downwards, in the same unit.
    pub y: f64,
    /// Its outline, in a word.
    pub shape: &'static str,
}

/// A piece, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PieceData {
    /// In words.
    pub text: String,
    /// In a letter or a few.
    pub letter: String,
    /// As a terminal shows it.
    pub glyph: String,
    /// Its colour, in a word; none if it is plain.
    pub tint: &'static str,
    /// Whose it is.
    pub seat: Option<u8>,
    /// How many of them.
    pub count: u32,
}

/// What lies beside the board, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TrayData {
    /// Its name.
    pub label: String,
    /// Whose it is.
    pub seat: Option<u8>,
    /// Its text.
    pub text: String,
    /// Its pieces.
    pub pieces: Vec<PieceData>,
}

/// What a move points at, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AimData {
    /// The places that pieces pass.
    pub paths: Vec<Vec<String>>,
    /// Where something is taken.
    pub takes: Vec<String>,
    /// How many.
    pub number: Option<u32>,
}

impl PictureData {
    pub(crate) fn of(picture: &Picture) -> PictureData {
        PictureData {
            cells: picture.cells.iter().map(CellData::of).collect(),
            trays: picture.trays.iter().map(TrayData::of).collect(),
            last: picture.last.as_ref().map(AimData::of),
            winning: picture.wins.clone(),
        }
    }
}

impl PlaceData<'_> {
    pub(crate) fn of(cell: &Cell) -> PlaceData<'_> {
        PlaceData { name: &cell.name, x: rounded(cell.x), y: rounded(cell.y), shape: shape(cell.shape) }
    }
}

impl CellData {
    fn of(cell: &Cell) -> CellData {
        let PlaceData { name, x, y, shape } = PlaceData::of(cell);
        CellData {
            name: name.to_owned(),
            x,
            y,
            shape,
            ground: ground(cell.ground),
            text: cell.text(),
            pieces: cell.pieces.iter().map(PieceData::of).collect(),
        }
    }
}

impl PieceData {
    fn of(piece: &Piece) -> PieceData {
        PieceData {
            text: piece.text.clone(),
            letter: piece.letter.clone(),
            glyph: piece.glyph.clone(),
            tint: piece.tint.name(),
            seat: piece.seat.map(|seat| seat.0 + 1),
            count: piece.count,
        }
    }
}

impl TrayData {
    fn of(tray: &Tray) -> TrayData {
        TrayData {
            label: tray.label.clone(),
            seat: tray.seat.map(|seat| seat.0 + 1),
            text: tray.text.clone(),
            pieces: tray.pieces.iter().map(PieceData::of).collect(),
        }
    }
}

impl AimData {
    /// The data of `aim`.
    pub fn of(aim: &Aim) -> AimData {
        AimData { paths: aim.paths.clone(), takes: aim.takes.clone(), number: aim.number }
    }
}

/// Rounds to a thousandth of a square, which is invisible.
fn rounded(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

/// The outline in a word.
fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Square => "square",
        Shape::Hexagon => "hexagon",
        Shape::Crossing => "crossing",
        Shape::Dot => "dot",
        Shape::Hole => "hole",
        Shape::Slot => "slot",
        Shape::Box { .. } => "box",
        Shape::Spike { .. } => "spike",
        Shape::Edge { .. } => "edge",
        Shape::Choice(_) => "choice",
        Shape::Chance => "chance",
        _ => "place",
    }
}

/// The name of a place's ground.
fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Light => "light",
        Ground::Dark => "dark",
        Ground::Wall => "wall",
        Ground::Of(_) => "home",
        Ground::Attacked => "attacked",
        _ => "plain",
    }
}
