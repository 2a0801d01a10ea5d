//! The visible part of a position, by observer: the only access to a game in progress.

use std::borrow::Cow;

use agon_core::{AnyMove, AnyPosition, Explained, Eye, Node, Picture, Position, Seat, drawing, drawing_for, view};

use crate::{
    place::{GivenPosition, deal, pictured},
    words,
};

/// A position as shown to an observer. Everything printed, drawn or sent of a game in progress comes from here.
///
/// Without [hidden information](agon_core::Facts::hidden) every observer sees the whole position. Otherwise a seat sees
/// its view of a redeal, so that no information it must not have is at hand.
#[derive(Clone, Debug)]
pub struct ShownPosition<'a> {
    base: &'a AnyPosition,
    line: &'a [AnyMove],
    here: Cow<'a, AnyPosition>,
    /// The observer; `None` if the whole position is shown.
    eye: Option<Eye>,
}

/// What is shown of a position, to be drawn in letters once somebody wants it.
#[derive(Clone, Debug)]
pub struct ShownLetters {
    here: AnyPosition,
    eye: Option<Eye>,
}

impl ShownLetters {
    /// The drawing, of one or more lines.
    pub fn drawing(&self) -> String {
        drawn(&self.here, self.eye)
    }
}

fn drawn(here: &AnyPosition, eye: Option<Eye>) -> String {
    eye.map_or_else(|| drawing(here), |eye| drawing_for(here, eye))
}

/// Who acts, as far as visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenNode {
    /// This seat.
    Decision(Seat),
    /// Nature.
    Chance,
    /// Another seat or chance; the observer does not learn which.
    Waiting,
    /// The game is over.
    Terminal,
}

impl SeenNode {
    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            SeenNode::Decision(_) => "decision",
            SeenNode::Chance => "chance",
            SeenNode::Waiting => "waiting",
            SeenNode::Terminal => "terminal",
        }
    }
}

impl<'a> ShownPosition<'a> {
    /// The whole position at `site`, for users that may know it.
    pub fn whole(site: &'a GivenPosition) -> ShownPosition<'a> {
        ShownPosition::at((&site.base, &site.line, &site.here), None)
    }

    /// The part of the position at `site` that `eye` sees.
    pub fn to(site: &'a GivenPosition, eye: Eye) -> ShownPosition<'a> {
        ShownPosition::at((&site.base, &site.line, &site.here), Some(eye))
    }

    /// The same, and the whole position once the game `is_over`.
    pub fn until_over(site: &'a GivenPosition, eye: Eye, is_over: bool) -> ShownPosition<'a> {
        let is_over = is_over || site.here.node() == Node::Terminal;
        ShownPosition::at((&site.base, &site.line, &site.here), (!is_over).then_some(eye))
    }

    /// The part of a position that `eye` sees, or the whole of it with `None`: the position where moves began, the
    /// moves, and the result.
    pub fn at(
        (base, line, here): (&'a AnyPosition, &'a [AnyMove], &'a AnyPosition),
        eye: Option<Eye>,
    ) -> ShownPosition<'a> {
        let eye = eye.filter(|_| here.facts().hidden);
        let here = match eye {
            Some(Eye::Seat(seat)) => Cow::Owned(deal(here, seat, 0)),
            Some(Eye::Public) | None => Cow::Borrowed(here),
        };
        ShownPosition { base, line, here, eye }
    }

    /// Whether it is the whole position.
    pub fn is_whole(&self) -> bool {
        self.eye.is_none()
    }

    /// The position's text, or the observer's view.
    pub fn text(&self) -> String {
        self.eye.map_or_else(|| self.here.to_string(), |eye| view(&*self.here, eye))
    }

    /// It drawn in letters, of one or more lines.
    pub fn drawing(&self) -> String {
        drawn(&self.here, self.eye)
    }

    /// The same for later, when somebody wants it.
    pub fn in_letters(&self) -> ShownLetters {
        ShownLetters { here: self.here.clone().into_owned(), eye: self.eye }
    }

    /// The picture; the last move is marked if the whole position is shown.
    pub fn picture(&self) -> Picture {
        match self.eye {
            None => pictured(self.base, self.line, &self.here),
            Some(eye) => self.here.picture_for(eye),
        }
    }

    /// Who acts.
    pub fn node(&self) -> SeenNode {
        match (self.here.node(), self.eye) {
            (Node::Terminal, _) => SeenNode::Terminal,
            (Node::Decision(seat), None) => SeenNode::Decision(seat),
            (Node::Chance, None) => SeenNode::Chance,
            (Node::Decision(seat), Some(Eye::Seat(own))) if seat == own => SeenNode::Decision(own),
            (Node::Decision(_) | Node::Chance, Some(_)) => SeenNode::Waiting,
        }
    }

    /// The position whose moves or chance outcomes may be shown; `None` while others act.
    pub fn acting(&self) -> Option<&AnyPosition> {
        match self.node() {
            SeenNode::Decision(_) | SeenNode::Chance => Some(&self.here),
            SeenNode::Waiting | SeenNode::Terminal => None,
        }
    }

    /// The legal moves or outcomes, in the game's order.
    pub fn moves(&self) -> Vec<String> {
        self.acting().map_or_else(Vec::new, words::moves)
    }

    /// How the play ended, in the game's words, if it is over and the whole position is shown: empty where it has none.
    pub fn ending(&self) -> &'static str {
        let is_told = self.here.node() == Node::Terminal && self.is_whole();
        if is_told { self.here.ending() } else { "" }
    }

    /// The payoffs, if the game is over: of all seats, or of the observer's.
    pub fn payoffs(&self) -> Vec<(Seat, f64)> {
        if self.here.node() != Node::Terminal {
            return Vec::new();
        }
        let is_told = |seat: &Seat| self.eye.is_none_or(|eye| eye == Eye::Seat(*seat));
        let seats = Seat::all(self.here.facts().seats).filter(is_told);
        seats.map(|seat| (seat, self.here.payoff(seat))).collect()
    }
}
