//! The size of a drawing.

use agon_core::{
    Picture,
    picture::{Cell, Piece, Shape, Tray},
};

use super::spot::UNIT;

/// Around everything.
pub(super) const MARGIN: f64 = 14.0;
/// The height of a line of letters.
pub(super) const LINE: f64 = 22.0;
/// The height of a tray.
pub(super) const TRAY: f64 = 34.0;
/// The width of a piece on a tray.
const PIECE: f64 = 36.0;
/// The width of a letter of a fixed width.
const LETTER: f64 = 10.9;
/// A board so wide has letters of the usual size beside it.
const WIDE: f64 = 9.3 * UNIT;
/// The greatest enlargement of letters beside wide boards, whose places are small.
const LARGEST: f64 = 1.75;

/// The borders of a drawing, trays included.
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Where the board ends and the trays begin.
    pub(super) bottom: f64,
    /// The enlargement of letters beside the board, such that they have ten pixels on a telephone.
    pub(super) letters: f64,
}

impl Frame {
    pub(super) fn of(picture: &Picture) -> Frame {
        let (mut left, mut top) = (f64::INFINITY, f64::INFINITY);
        let (mut right, mut bottom) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut cover = |x: f64, y: f64, width: f64, height: f64| {
            left = left.min(x - width / 2.0);
            right = right.max(x + width / 2.0);
            top = top.min(y - height / 2.0);
            bottom = bottom.max(y + height / 2.0);
        };
        let mut letters = 1.0;
        if !picture.cells.is_empty() {
            let (start, end) = cells(picture);
            letters = ((end.0 - start.0) / WIDE).clamp(1.0, LARGEST);
            for (x, y) in [start, end] {
                cover(x, y, 0.0, 0.0);
            }
        }
        for label in &picture.labels {
            let width = 8.0 * letters * label.text.chars().count() as f64;
            cover(label.x * UNIT, label.y * UNIT, width, 16.0 * letters);
        }
        for stroke in &picture.strokes {
            for (x, y) in [stroke.from, stroke.to] {
                cover(x * UNIT, y * UNIT, 6.0, 6.0);
            }
        }
        match &picture.text {
            Some(text) if picture.cells.is_empty() => {
                let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
                let (width, height) = (LETTER * width as f64, LINE * text.lines().count() as f64);
                cover(width / 2.0, height / 2.0, width, height);
            }
            _ => {}
        }
        if !left.is_finite() {
            (left, right, top, bottom) = (0.0, 0.0, 0.0, 0.0);
        }
        let widest = picture.trays.iter().map(|tray| tray_width(tray, letters)).fold(0.0, f64::max);
        let width = (right - left).max(widest) + 2.0 * MARGIN;
        let trays = TRAY * letters * picture.trays.len() as f64;
        Frame {
            left: left - MARGIN,
            top: top - MARGIN,
            width,
            height: bottom - top + 2.0 * MARGIN + trays,
            bottom: bottom + MARGIN / 2.0,
            letters,
        }
    }
}

/// The corners of a rectangle around all places, of which there is at least one.
pub(super) fn cells(picture: &Picture) -> ((f64, f64), (f64, f64)) {
    let all = picture.cells.iter().map(|cell| (middle(cell), extent(cell.shape)));
    let wide = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    all.fold(wide, |((left, top), (right, bottom)), ((x, y), (width, height))| {
        let (dx, dy) = (width * UNIT / 2.0, height * UNIT / 2.0);
        let (x, y) = (x * UNIT, y * UNIT);
        ((left.min(x - dx), top.min(y - dy)), (right.max(x + dx), bottom.max(y + dy)))
    })
}

/// The width and the height of an outline, in squares.
pub(super) fn extent(shape: Shape) -> (f64, f64) {
    match shape {
        Shape::Square | Shape::Slot => (1.0, 1.0),
        Shape::Hexagon => (1.0, 1.0 / agon_core::picture::HEX_ROW),
        Shape::Box { width, height } => (width, height),
        Shape::Spike { length } => (1.0, length.abs()),
        Shape::Edge { dx, dy } => ((2.0 * dx - 0.3).max(0.3), (2.0 * dy - 0.3).max(0.3)),
        Shape::Dot => (0.25, 0.25),
        Shape::Hole => (0.75, 0.75),
        _ => (0.9, 0.9),
    }
}

/// The middle of an outline.
pub(super) fn middle(cell: &Cell) -> (f64, f64) {
    match cell.shape {
        Shape::Spike { length } => (cell.x, cell.y + (length - length.signum()) / 2.0),
        _ => (cell.x, cell.y),
    }
}

/// The text at the beginning of a tray.
pub(super) fn head(tray: &Tray) -> String {
    if tray.text.is_empty() { format!("{}:", tray.label) } else { format!("{}: {}", tray.label, tray.text) }
}

/// About how wide a text is on a tray, in letters so much larger.
pub(super) fn width_of(text: &str, letters: f64) -> f64 {
    9.8 * letters * text.chars().count() as f64
}

/// The width of a piece on a tray, with its number if there are several.
pub(super) fn piece_width(piece: &Piece) -> f64 {
    if piece.count == 1 { PIECE } else { PIECE + 24.0 }
}

fn tray_width(tray: &Tray, letters: f64) -> f64 {
    width_of(&head(tray), letters) + 8.0 + tray.pieces.iter().map(piece_width).sum::<f64>()
}
