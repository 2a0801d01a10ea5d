//! Draws what a game says it looks like, for every screen: SVG, PNG, PDF, a terminal, plain text, and as
//! data for a front end of one's own. Draws what a search did, as a [`Diagram`], and results, as a [`Chart`].
//!
//! It knows no game: all it is given is a [`Picture`], in which places have names, pieces have
//! forms and colours have words. Nothing is told by colour alone, so that a drawing can be printed
//! in grey, read by people who see few colours, and read aloud.
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
mod data;
mod diagram;
mod figure;
#[cfg(feature = "png")]
mod render;
mod svg;
mod trace;

use agon_core::Picture;
pub use agon_core::picture::Letters;

#[cfg(feature = "png")]
pub use crate::render::{Render, RenderError};
pub use crate::{
    chart::{Chart, Measure, Panel, Plot, Point, Row, Series, Share},
    data::{AimData, CellData, PictureData, PieceData, TrayData},
    diagram::{Diagram, Knot, Link, Outline, tex_text},
    figure::{exact, known, plain, share},
    svg::{Theme, chart_stylesheet, stylesheet},
    trace::{
        Boards, Fit, LineTrace, Moment, NodeData, NodeLine, Phase, Search, Signs, Skipped,
        SkippedLine, Trace, TraceData, TracedIteration, TracedNode, WalkMean, Walks, WindowStep,
        ucb,
    },
};

/// A picture with a title, about to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    picture: &'a Picture,
    title: &'a str,
    about: &'a str,
}

impl<'a> Drawing<'a> {
    /// A drawing without a title.
    pub fn of(picture: &'a Picture) -> Drawing<'a> {
        Drawing { picture, title: "", about: "" }
    }

    /// The same with a title, for those who cannot see it: the game, say.
    #[must_use]
    pub fn title(self, title: &'a str) -> Drawing<'a> {
        Drawing { title, ..self }
    }

    /// The same with what is to be known about it: who is to move, say.
    #[must_use]
    pub fn about(self, about: &'a str) -> Drawing<'a> {
        Drawing { about, ..self }
    }

    /// In letters, for a terminal or a text file: lines without a trailing line break.
    pub fn letters(&self, letters: Letters) -> String {
        self.picture.letters(letters)
    }

    /// As SVG, with a style of its own: a file, or a part of a page.
    pub fn svg(&self, theme: Theme) -> String {
        svg::draw(self.picture, self.title, self.about, Some(theme))
    }

    /// As SVG without a style, for a page that has the [`stylesheet`].
    pub fn svg_unstyled(&self) -> String {
        svg::draw(self.picture, self.title, self.about, None)
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
