//! Draws pictures of games for every screen: SVG, PNG, PDF, a terminal, plain text, and data for your own front end.
//! Also draws a search, as a [`Diagram`], and results, as a [`Chart`].
//!
//! It knows no game. Its input is a [`Picture`], in which places have names, pieces have forms and
//! colours have words. No information is in colour alone, so a drawing can be printed in grey, read
//! by people with colour blindness, and read aloud.
//!
//! # Example
//!
//! ```
//! use agon_core::{Seat, picture::{Grid, Look, Piece, Tint}};
//! use agon_draw::{Drawing, Letters, Theme};
//!
//! let mut picture = Grid::new(2, 2).squares();
//! picture.put("b2", Piece::new(Look::Cross, Tint::Blue).of(Seat(0)));
//! let drawing = Drawing::of(&picture).title("a small board");
//! assert_eq!(drawing.letters(Letters::PLAIN), "2 . X\n1 . .\n  a b");
//! assert!(drawing.svg(Theme::Screen).contains(r#"data-cell="b2""#));
//! ```

mod chart;
mod curve;
mod data;
mod diagram;
mod figure;
pub mod phrase;
#[cfg(feature = "png")]
mod render;
mod svg;
mod trace;

pub use agon_core::picture::Letters;
use agon_core::{Picture, Seat, picture::Aim};

#[cfg(feature = "png")]
pub use crate::render::{Render, RenderError};
pub use crate::{
    chart::{Chart, Measure, Panel, Plot, Point, Row, Series, Share},
    curve::game_curve,
    data::{AimData, CellData, PictureData, PieceData, PlaceData, TrayData},
    diagram::{Diagram, DiagramNode, Link, Outline, TEX_SIGNS, plainly, tex_text},
    figure::{exact, known, plain, share},
    svg::{Escaped, Theme, chart_stylesheet, stage_stylesheet, stylesheet},
    trace::{
        Boards, Fit, LearntMoveData, LineTrace, Moment, NodeData, NodeLine, Phase, RedealData, Redeals, RedealsData,
        RedealtMoveData, RegretStageData, Search, Signs, Skipped, SkippedLine, StageLayout, StagePlace, StageShows,
        StageWidth, StagedForm, Trace, TraceData, TracedIteration, TracedNode, WalkMean, Walks, WindowStep, ucb,
    },
};

/// A picture with a title, about to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    picture: &'a Picture,
    title: &'a str,
    about: &'a str,
    way: &'a [(Seat, Aim)],
}

impl<'a> Drawing<'a> {
    /// A drawing without a title.
    pub fn of(picture: &'a Picture) -> Drawing<'a> {
        Drawing { picture, title: "", about: "", way: &[] }
    }

    /// The same with a title for people who cannot see it, such as the name of the game.
    #[must_use]
    pub fn title(self, title: &'a str) -> Drawing<'a> {
        Drawing { title, ..self }
    }

    /// The same with a description, such as whose turn it is.
    #[must_use]
    pub fn about(self, about: &'a str) -> Drawing<'a> {
        Drawing { about, ..self }
    }

    /// The same with a line of moves to come, each with the seat that plays it: arrows and numbers, in SVG alone. Moves that name
    /// no place of this picture are not drawn, but counted.
    #[must_use]
    pub fn way(self, way: &'a [(Seat, Aim)]) -> Drawing<'a> {
        Drawing { way, ..self }
    }

    /// In letters, for a terminal or a text file: lines without a trailing line break.
    pub fn letters(&self, letters: Letters) -> String {
        self.picture.letters(letters)
    }

    /// As SVG with its own style sheet: a file, or a part of a page.
    pub fn svg(&self, theme: Theme) -> String {
        svg::draw(self.picture, self.way, [self.title, self.about], Some(theme))
    }

    /// As SVG without a style sheet, for a page that includes the [`stylesheet`].
    pub fn svg_unstyled(&self) -> String {
        svg::draw(self.picture, self.way, [self.title, self.about], None)
    }

    /// As SVG without a style sheet, to be looked at only: places, rows and columns have no names and texts, and what lies below
    /// the pieces is one path of each kind. For a page that says in words what it is and hides it from screen readers.
    pub fn svg_decorative(&self) -> String {
        svg::draw_decorative(self.picture)
    }

    /// The places alone, as data.
    pub fn places(&self) -> impl ExactSizeIterator<Item = PlaceData<'a>> {
        self.picture.cells.iter().map(PlaceData::of)
    }

    /// As data, for a front end.
    pub fn data(&self) -> PictureData {
        PictureData::of(self.picture)
    }
}

#[cfg(feature = "png")]
impl Render for Drawing<'_> {
    fn vectors(&self, theme: Theme) -> String {
        self.svg(theme)
    }
}
