//! A search in sentences, in the order in which it went.

use std::borrow::Cow;

use agon_core::{Bound, Node, Reason};

use super::{
    Search, TracedNode,
    picture::share,
    words::{bounded, look, vector},
};
use crate::figure::plain;

/// A moment of a search: a position is entered, or left. A position below which nothing is kept is entered
/// and left at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The number of the position.
    pub node: usize,
    /// Whether it is left, having been entered at an earlier moment.
    pub is_left: bool,
}

impl Search {
    /// What happened, one sentence after the other.
    pub fn story(&self) -> Vec<String> {
        self.moments().into_iter().map(|moment| self.sentence(moment)).collect()
    }

    /// Everything that happened, in its order.
    pub fn moments(&self) -> Vec<Moment> {
        let mut moments = Vec::new();
        let mut rest = vec![Moment { node: 0, is_left: false }];
        while let Some(moment) = rest.pop() {
            moments.push(moment);
            let Moment { node, is_left } = moment;
            if !is_left && !self.is_leaf(node) {
                rest.push(Moment { node, is_left: true });
                let below = self.visits[node].children.iter().rev();
                rest.extend(below.map(|&node| Moment { node, is_left: false }));
            }
        }
        moments
    }

    /// What happened at a moment, in a sentence.
    pub fn sentence(&self, Moment { node, is_left }: Moment) -> String {
        match (is_left, self.is_leaf(node)) {
            (true, _) => self.end(node),
            (false, true) => self.leaf(node),
            (false, false) => self.beginning(node),
        }
    }

    /// Whether nothing is kept of what is below the position with this number.
    pub fn is_leaf(&self, index: usize) -> bool {
        self.visits[index].children.is_empty()
    }

    /// The moves to the position with this number, from the root on.
    pub fn path(&self, index: usize) -> String {
        let (mut names, mut at) = (Vec::new(), index);
        while let Some(above) = self.visits[at].parent {
            let name = self.visits[at].name.as_str();
            names.push(if name.is_empty() { "(pass)" } else { name });
            at = above;
        }
        names.reverse();
        names.join(" ")
    }

    /// `After 1 2` or `At the root`.
    pub fn place(&self, index: usize) -> String {
        let path = self.path(index);
        if path.is_empty() { "At the root".to_owned() } else { format!("After {path}") }
    }

    fn beginning(&self, index: usize) -> String {
        let visit = &self.visits[index];
        let place = self.place(index);
        let who = match visit.node {
            Node::Decision(seat) => format!("{place} {seat} is to act; {}", self.wish(visit)),
            Node::Chance => format!("{place} chance draws; the value is the mean"),
            Node::Terminal => format!("{place} the game is over"),
        };
        let how = look(visit.entered.look).map_or(String::new(), |look| format!(" ({look})"));
        let [alpha, beta] = visit.entered.window;
        let is_open = [alpha == f64::NEG_INFINITY, beta == f64::INFINITY];
        let (low, high) = (plain(alpha), plain(beta));
        let matters = match (visit.window(), is_open) {
            (None, _) => String::new(),
            (Some(asked), _) if asked.ends_with('?') => {
                format!(" All that is asked is whether it is {}.", asked.trim_end_matches('?'))
            }
            (_, [true, _]) => format!(" Only values below {high} matter."),
            (_, [_, true]) => format!(" Only values above {low} matter."),
            _ => format!(" Only values between {low} and {high} matter."),
        };
        format!("{who}{how}.{matters}")
    }

    /// What whoever acts is believed to do.
    fn belief(&self, visit: &TracedNode) -> String {
        let below = visit.children.iter().map(|&child| &self.visits[child]);
        let odds = below.filter_map(|child| {
            let probability = child.entered.probability?;
            Some(format!("{} with {}", child.name, share(probability)))
        });
        let odds = odds.collect::<Vec<_>>().join(", ");
        format!("it is believed to play {odds}; the value is the mean")
    }

    /// What the seat to act looks for.
    fn wish(&self, visit: &TracedNode) -> Cow<'static, str> {
        let words = if !visit.payoffs.is_empty() {
            "it takes the most for itself"
        } else if self.is_mean(visit) {
            return self.belief(visit).into();
        } else if visit.sample.is_some() {
            "the move with the largest mean and bonus together is tried"
        } else if visit.node == Node::Decision(visit.entered.seat) {
            "it looks for the largest value"
        } else {
            "it looks for the smallest value"
        };
        words.into()
    }

    fn leaf(&self, index: usize) -> String {
        let visit = &self.visits[index];
        let (place, worth) = (self.place(index), visit.worth());
        let sentence = match visit.why {
            Reason::Terminal => format!("{place} the game is over: {worth}"),
            _ if visit.is_crossed() => {
                let why = self.why(index).unwrap_or_default();
                format!("{place} it looks like {worth}; not searched: {why}")
            }
            Reason::Horizon | Reason::Quiet => {
                let why =
                    if visit.why == Reason::Quiet { "nothing happens" } else { "the search ends" };
                format!("{place} {why}: estimated at {worth}")
            }
            _ => match self.why(index) {
                Some(why) => format!("{place} the value is {worth} ({why})"),
                None => format!("{place} the value is {worth}"),
            },
        };
        match visit.looked.saturating_sub(visit.times) {
            0 => sentence + ".",
            folded => format!("{sentence}, from {folded} positions below."),
        }
    }

    fn end(&self, index: usize) -> String {
        let visit = &self.visits[index];
        let place = self.place(index);
        let left_out: Vec<&str> = visit.skipped.iter().map(|move_| &*move_.name).collect();
        let rest = match left_out.len() {
            0 => String::new(),
            1 => format!(" {} is not looked at.", left_out[0]),
            2..=8 => format!(" {} are not looked at.", left_out.join(", ")),
            many => format!(" {many} moves are not looked at."),
        };
        let value = match (visit.payoffs.is_empty(), visit.bound) {
            (false, _) => format!("the value is {}", vector(&visit.payoffs)),
            (true, Bound::Lower | Bound::Upper) => {
                format!("all that is known is {}", bounded(visit.value, visit.bound))
            }
            (true, Bound::Sample) => {
                let visits = visit.sample.map_or(0, |sample| sample.visits);
                format!("the mean of {visits} plays is {}", plain(visit.value))
            }
            (true, Bound::Exact) => format!("the value is {}", bounded(visit.value, visit.bound)),
        };
        match self.why(index) {
            Some(why) => format!("{place} {value}; {why}.{rest}"),
            None => format!("{place} {value}.{rest}"),
        }
    }
}
