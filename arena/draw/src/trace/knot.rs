//! A position of a search as a knot of a diagram: its outline, its value and what is said of it.

use agon_core::{Bound, Node, Reason, Seat};

use super::{
    Search, TracedNode,
    phases::ucb,
    words::{bounded, look},
};
use crate::{
    diagram::{DiagramNode, Outline},
    figure::{exact, plain},
};

/// The point of view of written values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Signs {
    /// As reported: of the seat that the search is for.
    #[default]
    Told,
    /// Of the seat to act, as in negamax.
    Mover,
}

impl Search {
    /// The knot of the position with this index; `folded` positions below it have none of their own.
    pub(super) fn knot(&self, index: usize, signs: Signs, folded: u64) -> DiagramNode {
        let visit = &self.visits[index];
        let (form, inside) = self.outline(index, signs, visit.is_crossed());
        let mut notes = Vec::new();
        if form != Outline::End && form != Outline::Guess {
            notes.extend(visit.window());
        }
        let look = look(visit.entered.look).map(|look| look.to_string());
        notes.extend(look.filter(|_| !visit.is_glance()));
        notes.extend(visit.short());
        if let Some(sample) = visit.sample {
            notes.push(format!("n = {}", sample.visits));
            if sample.term.is_finite() && visit.bound == Bound::Sample {
                notes.push(ucb([sample.share, sample.term]));
            }
        }
        if self.is_counted(index) {
            notes.push("counts".to_owned());
        }
        notes.extend(self.mean_in_words(index).map(|mean| mean.to_string()));
        let mut about = self.about(index);
        if 0 < folded {
            notes.push(format!("… {folded} below"));
            about.push(format!("… {folded} more below"));
        }
        DiagramNode {
            form,
            inside,
            value: visit.written(self, signs),
            notes,
            about: about.join("; "),
            row: visit.ply,
            ..DiagramNode::default()
        }
    }

    /// The outline of the position with this index, and the letters in it. One of which nothing more than a guess is known
    /// looks like a guess; one that was only glanced at does, if wanted.
    pub(super) fn outline(&self, index: usize, signs: Signs, is_guess: bool) -> (Outline, String) {
        let visit = &self.visits[index];
        let is_guess = is_guess || matches!(visit.why, Reason::Horizon | Reason::Quiet | Reason::Hopeless);
        let form = match visit.node {
            Node::Terminal => Outline::End,
            _ if is_guess => Outline::Guess,
            Node::Chance => Outline::Chance,
            Node::Decision(_) if !visit.payoffs.is_empty() || visit.sample.is_some() => Outline::Seat,
            // A seat that is believed to choose by chance.
            Node::Decision(_) if self.is_mean(visit) => Outline::Chance,
            // Negamax: the seat to act takes the largest of its own values.
            Node::Decision(_) if signs == Signs::Mover => Outline::Max,
            Node::Decision(seat) if seat == visit.entered.seat => Outline::Max,
            Node::Decision(_) => Outline::Min,
        };
        let inside = match visit.node {
            Node::Decision(seat) if form != Outline::Guess => letter(seat),
            _ => String::new(),
        };
        (form, inside)
    }

    /// All there is to say of a position, in a few words each.
    fn about(&self, index: usize) -> Vec<String> {
        let visit = &self.visits[index];
        let mut about = Vec::new();
        let is_leaf = matches!(visit.why, Reason::Terminal | Reason::Horizon | Reason::Quiet);
        if let Some(window) = visit.window().filter(|_| !is_leaf) {
            let asked = if window.ends_with('?') { "asked" } else { "window" };
            about.push(format!("{asked} {window}"));
        }
        about.extend(self.steps_in_words(index));
        if visit.entered.seat != self.root().entered.seat && visit.payoffs.is_empty() {
            about.push(format!("{}'s value", visit.entered.seat));
        }
        let look = look(visit.entered.look).map(|look| look.to_string());
        about.extend(look.filter(|_| !visit.is_crossed()));
        let why = self.why(index).filter(|_| visit.why != Reason::Terminal);
        about.extend(why.map(|why| why.to_string()));
        if let Some(glance) = visit.glance {
            about.push(format!("estimated at {} before", exact(glance)));
        }
        if let Some(sample) = visit.sample {
            let visits = sample.visits;
            let plays = if visits == 1 { "1 visit".to_owned() } else { format!("{visits} visits") };
            about.push(format!("{plays}, the first in iteration {}", sample.first));
            if sample.term.is_finite() && visit.bound == Bound::Sample {
                about.push(ucb([sample.share, sample.term]));
            }
        }
        about.extend(self.mean_in_words(index).map(|mean| mean.to_string()));
        if self.is_counted(index) {
            about.push("counts".to_owned());
        }
        about
    }
}

impl TracedNode {
    /// The text of its value, from the point of view of the seat to act if requested.
    fn written(&self, search: &Search, signs: Signs) -> String {
        if self.sample.is_some() && self.bound == Bound::Sample {
            return plain(round(self.value));
        }
        let to = match self.node {
            Node::Decision(seat) => Some(seat),
            // The end of a play is of the level of the seat that would be next.
            _ => self.parent.and_then(|parent| match search.visits[parent].node {
                Node::Decision(seat) => Some(seat.opponent()),
                _ => None,
            }),
        };
        if signs == Signs::Told || to.is_none_or(|to| to == self.entered.seat) {
            return self.worth();
        }
        let bound = match self.bound {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            bound => bound,
        };
        bounded(0.0 - self.value, bound)
    }

    /// Why it was searched no further, in a few letters.
    fn short(&self) -> Option<String> {
        let [alpha, beta] = self.entered.window;
        match self.why {
            Reason::Refuted if self.value.is_nan() => Some("cut".to_owned()),
            Reason::Refuted if alpha.next_up() == beta => Some("cut".to_owned()),
            Reason::Refuted if beta <= self.value => Some(format!("{} ≥ β = {}", exact(self.value), exact(beta))),
            Reason::Refuted => Some(format!("{} ≤ α = {}", exact(self.value), exact(alpha))),
            Reason::RefutedByPass => Some("null move".to_owned()),
            Reason::Hopeless => Some("hopeless".to_owned()),
            Reason::Enough => Some("enough".to_owned()),
            Reason::Tried => Some("one tried".to_owned()),
            Reason::Known(Some(depth)) => Some(format!("table, depth {depth}")),
            Reason::Known(None) => Some("table".to_owned()),
            Reason::Quiet => Some("quiet".to_owned()),
            Reason::Solved => Some("solved".to_owned()),
            Reason::Stopped => Some("stopped".to_owned()),
            Reason::Unpromising(width) => Some(format!("not best {width}")),
            Reason::Unbelieved => Some("not believed".to_owned()),
            Reason::Unvisited => Some("not visited".to_owned()),
            Reason::Postponed => Some("postponed".to_owned()),
            _ => None,
        }
    }
}

/// The letter of a seat: A moves first.
fn letter(seat: Seat) -> String {
    match u8::try_from(seat.index()) {
        Ok(index @ 0..26) => char::from(b'A' + index).to_string(),
        _ => (seat.index() + 1).to_string(),
    }
}

/// With two digits: a mean is not known better.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
