//! What is shown of a position, and to whom: the one door by which a game that goes on is seen.

use std::borrow::Cow;

use agon_core::{AnyMove, AnyPosition, Eye, Node, Picture, Position, Seat, drawing_for, view};

use crate::{
    place::{GivenPosition, deal, pictured},
    words,
};

/// A position as somebody is shown it. Whatever is printed, drawn or sent of a game that goes on is asked
/// of it.
///
/// Where [nothing is hidden](agon_core::Facts::hidden) everybody is shown the whole position. Where something
/// is, a seat is shown what it sees of a redeal: nothing that it cannot know is at hand.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    base: &'a AnyPosition,
    line: &'a [AnyMove],
    here: Cow<'a, AnyPosition>,
    /// Who looks; nobody where the whole position is shown.
    eye: Option<Eye>,
}

/// Who acts, as far as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenNode {
    /// This seat.
    Decision(Seat),
    /// Nature.
    Chance,
    /// Another seat or nature: whoever looks isn't told which.
    Waiting,
    /// Nobody: the game is over.
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

impl<'a> Shown<'a> {
    /// The whole position at `site`, for whoever knows it.
    pub fn whole(site: &'a GivenPosition) -> Shown<'a> {
        Shown::at((&site.base, &site.line, &site.here), None)
    }

    /// What `eye` sees of the position at `site`.
    pub fn to(site: &'a GivenPosition, eye: Eye) -> Shown<'a> {
        Shown::at((&site.base, &site.line, &site.here), Some(eye))
    }

    /// The same, and the whole position once the game `is_over`.
    pub fn until_over(site: &'a GivenPosition, eye: Eye, is_over: bool) -> Shown<'a> {
        let is_over = is_over || site.here.node() == Node::Terminal;
        Shown::at((&site.base, &site.line, &site.here), (!is_over).then_some(eye))
    }

    /// What `eye` sees of a position, or the whole of it for whoever knows it: where moves began, the moves, and
    /// where they led.
    pub fn at(
        (base, line, here): (&'a AnyPosition, &'a [AnyMove], &'a AnyPosition),
        eye: Option<Eye>,
    ) -> Shown<'a> {
        let eye = eye.filter(|_| here.facts().hidden);
        let here = match eye {
            Some(Eye::Seat(seat)) => Cow::Owned(deal(here, seat, 0)),
            Some(Eye::Public) | None => Cow::Borrowed(here),
        };
        Shown { base, line, here, eye }
    }

    /// Whether it is the whole position.
    pub fn is_whole(&self) -> bool {
        self.eye.is_none()
    }

    /// The position's text, or the view of whoever looks.
    pub fn text(&self) -> String {
        self.eye.map_or_else(|| self.here.to_string(), |eye| view(&*self.here, eye))
    }

    /// It drawn in letters, of one or more lines.
    pub fn drawing(&self) -> String {
        self.eye.map_or_else(|| self.here.drawing(), |eye| drawing_for(&*self.here, eye))
    }

    /// What it looks like; the last move is marked where the whole position is shown.
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

    /// The position whose moves, or what chance may draw, may be told; nothing while others act.
    pub fn acting(&self) -> Option<&AnyPosition> {
        match self.node() {
            SeenNode::Decision(_) | SeenNode::Chance => Some(&self.here),
            SeenNode::Waiting | SeenNode::Terminal => None,
        }
    }

    /// What may be played, or drawn, in the game's order.
    pub fn moves(&self) -> Vec<String> {
        self.acting().map_or_else(Vec::new, words::moves)
    }

    /// What seats get, if the game is over: all of them, or the one that looks.
    pub fn payoffs(&self) -> Vec<(Seat, f64)> {
        if self.here.node() != Node::Terminal {
            return Vec::new();
        }
        let is_told = |seat: &Seat| self.eye.is_none_or(|eye| eye == Eye::Seat(*seat));
        let seats = Seat::all(self.here.facts().seats).filter(is_told);
        seats.map(|seat| (seat, self.here.payoff(seat))).collect()
    }
}
