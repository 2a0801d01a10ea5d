//! Trees and graphs before drawing: of a search, or of a game and its strategies.
//!
//! A diagram knows the links and the texts, but no coordinates: [`layout`] computes those.

mod dashes;
mod dot;
mod extent;
mod form;
mod hand;
mod layout;
mod lines;
mod svg;
mod tikz;

use agon_core::Picture;
use serde::Serialize;

pub(crate) use self::{
    extent::HEIGHT,
    form::{KnotForm, STAGED, STAGED_ALONG, STAGED_AROUND},
    layout::offsets,
};
pub use self::{
    lines::plainly,
    tikz::{TEX_SIGNS, tex_text},
};

/// A tree, or a graph whose links lead downwards.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagram {
    /// A description for screen readers.
    pub title: String,
    /// The nodes; the first is the root.
    pub knots: Vec<DiagramNode>,
    /// The links, from each node in the order of drawing.
    pub links: Vec<Link>,
    /// Nodes of one information set, group by group; dashes join them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alike: Vec<Vec<usize>>,
    /// Whether a tree is drawn for a narrow page, such as a telephone: every knot in a line of its own,
    /// those below it further to the right. Graphs that are no trees are drawn as ever.
    #[serde(skip)]
    pub is_narrow: bool,
    /// A remark on the whole, in a line below.
    #[serde(skip)]
    pub foot: String,
}

/// A node of a diagram.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagramNode {
    /// Its outline.
    pub form: Outline,
    /// One or two letters inside the outline: the seat to act.
    pub inside: String,
    /// The value, in large type.
    pub value: String,
    /// The notes below it, in small type: a few words on each line.
    pub notes: Vec<String>,
    /// All there is to say, in words.
    pub about: String,
    /// How far down: its ply.
    pub row: usize,
    /// Whether it is on the best line.
    pub strong: bool,
    /// Whether it was not looked at.
    pub pale: bool,
    /// Whether all that is below it belongs together: its links are joined by an arc.
    pub all: bool,
    /// The board of its position, drawn small below the outline where the form is vector graphics.
    #[serde(skip)]
    pub board: Option<Box<Picture>>,
}

/// The outline of a knot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Outline {
    /// A triangle that points up: a seat that takes the largest.
    Max,
    /// A triangle that points down: a seat that takes the smallest.
    Min,
    /// A circle: chance.
    Chance,
    /// A box with round corners: a seat that looks after its own, or a position.
    Seat,
    /// A box: the end of the game.
    End,
    /// A broken box: a guess.
    Guess,
    /// Text without a box: folded or omitted nodes.
    #[default]
    Bare,
}

/// What joins two knots.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Link {
    /// The knot above.
    pub from: usize,
    /// The knot below.
    pub to: usize,
    /// The label of the link: a move, a probability.
    pub label: String,
    /// Whether it is on the best line.
    pub strong: bool,
    /// Whether it was not followed: it is crossed out.
    pub cut: bool,
}

impl Diagram {
    /// Adds a knot, and gives its number.
    pub fn add(&mut self, knot: DiagramNode) -> usize {
        self.knots.push(knot);
        self.knots.len() - 1
    }

    /// Whether one of its knots shows a window.
    pub fn has_windows(&self) -> bool {
        let mut notes = self.knots.iter().flat_map(|knot| &knot.notes);
        notes.any(|note| note.starts_with('(') && note.ends_with(')'))
    }

    /// Whether one of its links was cut.
    pub fn has_cuts(&self) -> bool {
        self.links.iter().any(|link| link.cut)
    }

    /// The meanings of the signs used, in a few words each.
    fn legend(&self) -> Vec<&'static str> {
        let has = |form| self.knots.iter().any(|knot| knot.form == form);
        let notes = || self.knots.iter().flat_map(|knot| &knot.notes);
        [
            (has(Outline::Max), "triangle up: takes the largest"),
            (has(Outline::Min), "down: the smallest"),
            (has(Outline::Chance), "circle: a mean, by chance"),
            (has(Outline::Guess), "dashed: an estimate"),
            (self.has_windows(), "(α, β): the window"),
            (notes().any(|note| note.starts_with("UCB")), "UCB: w/n + C√(ln t/n)"),
            (self.has_cuts(), "crossed out: not looked at"),
            (self.knots.iter().any(|knot| knot.all), "arc: all of them (and)"),
            (!self.alike.is_empty(), "dashes: one information set, whose nodes the seat to act cannot tell apart"),
        ]
        .into_iter()
        .filter_map(|(is_drawn, words)| is_drawn.then_some(words))
        .collect()
    }

    /// The links from each knot, in their order, as numbers.
    fn below(&self) -> Vec<Vec<usize>> {
        let mut below = vec![Vec::new(); self.knots.len()];
        for (number, link) in self.links.iter().enumerate() {
            below[link.from].push(number);
        }
        below
    }
}
