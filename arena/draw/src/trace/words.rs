//! Reports of a search in words and figures.

use agon_core::{Bound, Manner, Node, Reason, Seat};

use super::{Search, Skipped, TracedNode};
use crate::figure::{exact, known};

impl TracedNode {
    /// Its value with its bound: `3`, `≥ 7`, `≤ 2`, `≈ 0.25`; every seat's, if all are reported;
    /// `?` if it is unknown.
    pub fn worth(&self) -> String {
        if !self.payoffs.is_empty() {
            return vector(&self.payoffs, self.bound);
        }
        bounded(self.value, self.bound)
    }

    /// The same in sentences: the payoff at the end of a game is exact, however often it was reached.
    pub fn told(&self) -> String {
        if self.why == Reason::Terminal && self.payoffs.is_empty() {
            exact(self.value)
        } else {
            self.worth()
        }
    }

    /// The edges of the window it was entered with: `-∞`, `3/8`.
    pub fn edges(&self) -> [String; 2] {
        self.entered.window.map(edge)
    }

    /// The window it was entered with, unless that was unbounded: `(3, ∞)`. For a null window, the question: `≥ 3?`.
    pub fn window(&self) -> Option<String> {
        let [alpha, beta] = self.entered.window;
        if alpha == f64::NEG_INFINITY && beta == f64::INFINITY {
            None
        } else if let Some(question) = self.question() {
            Some(format!("{question}?"))
        } else {
            Some(format!("({}, {})", edge(alpha), edge(beta)))
        }
    }

    /// The value of the seat to act.
    fn own(&self) -> String {
        match self.node {
            Node::Decision(seat) if !self.payoffs.is_empty() => {
                known(self.payoffs[seat.index()], self.bound)
            }
            _ => known(self.value, self.bound),
        }
    }

    /// The note that no better value is possible.
    fn enough(&self) -> String {
        format!("enough: nothing is better than {}", self.own())
    }

    /// The question about its value, if it was only a null window: `≥ 3`, `> 3`.
    pub(super) fn question(&self) -> Option<String> {
        let [alpha, beta] = self.entered.window;
        let is_question = alpha.next_up() == beta;
        is_question.then(|| {
            if shorter(beta, alpha) {
                format!("≥ {}", exact(beta))
            } else {
                format!("> {}", exact(alpha))
            }
        })
    }
}

/// Whether one number has fewer digits than the other.
fn shorter(one: f64, other: f64) -> bool {
    one.to_string().len() < other.to_string().len()
}

/// The edge of a window.
pub(super) fn edge(value: f64) -> String {
    if value == f64::INFINITY {
        "∞".to_owned()
    } else if value == f64::NEG_INFINITY {
        "-∞".to_owned()
    } else {
        exact(value)
    }
}

/// A value with the sign of its bound.
pub(super) fn bounded(value: f64, bound: Bound) -> String {
    if value.is_nan() {
        return "?".to_owned();
    }
    match bound {
        // Next to a number that is written shorter: it is the number that matters.
        Bound::Lower if shorter(value.next_down(), value) => {
            format!("> {}", exact(value.next_down()))
        }
        Bound::Upper if shorter(value.next_up(), value) => {
            format!("< {}", exact(value.next_up()))
        }
        _ => bound.sign().to_owned() + &known(value, bound),
    }
}

/// A value for each seat.
pub(super) fn vector(payoffs: &[f64], bound: Bound) -> String {
    let written: Vec<String> = payoffs.iter().map(|&value| known(value, bound)).collect();
    format!("({})", written.join(", "))
}

impl Search {
    /// Why the position with this number was searched no further, in words with figures; nothing
    /// where all of it was searched.
    pub fn why(&self, index: usize) -> Option<String> {
        let visit = &self.visits[index];
        if visit.is_crossed() {
            return Some(match visit.parent {
                Some(parent) => self.why_not(parent, visit.why),
                None => skipped(visit.why),
            });
        }
        let worth = || bounded(visit.value, visit.bound);
        Some(match visit.why {
            Reason::Searched => return None,
            Reason::Terminal => "the game is over".to_owned(),
            Reason::Horizon if visit.is_glance() => "estimated to choose among moves".to_owned(),
            Reason::Horizon => "horizon: estimated".to_owned(),
            Reason::Quiet => "quiet: estimated".to_owned(),
            Reason::PlayedOut => "played out".to_owned(),
            Reason::Refuted => self.cut(index),
            Reason::RefutedByPass => {
                format!("null move refuted: even without a move {}", worth())
            }
            Reason::Hopeless => format!("hopeless: by the estimate {}", worth()),
            Reason::Enough => visit.enough(),
            Reason::Tried => format!("one move tried: {}", worth()),
            Reason::Known(depth) => {
                let how = match visit.bound {
                    Bound::Exact => "exact",
                    Bound::Lower => "at least",
                    Bound::Upper => "at most",
                    Bound::Sample => "about",
                };
                let value = known(visit.value, visit.bound);
                match depth {
                    Some(depth) => format!("table: {how} {value} at depth {depth}"),
                    None => format!("table: {how} {value}, seen to the end"),
                }
            }
            Reason::Solved => "solved".to_owned(),
            why => skipped(why),
        })
    }

    /// Why the other moves of a refuted position need not be looked at.
    fn cut(&self, index: usize) -> String {
        let visit = &self.visits[index];
        let [alpha, beta] = visit.entered.window;
        let value = exact(visit.value);
        if visit.value.is_nan() {
            return self.cut_of_many(index);
        }
        let is_max = beta <= visit.value;
        let is_whole = visit.skipped.is_empty()
            && !visit.children.iter().any(|&child| self.visits[child].is_crossed());
        let word = if is_whole { "refuted" } else { "cut" };
        if let Some(question) = visit.question() {
            let is = if is_max { "is" } else { "is not" };
            // Written with so few digits both may look alike.
            let value = if !is_max && question.ends_with(&value) && question.starts_with('≥') {
                format!("just below {value}")
            } else if is_max && question.ends_with(&value) && question.starts_with('>') {
                format!("just above {value}")
            } else {
                value
            };
            return format!("{word}: {value} {is} {question}, which is all that was asked");
        }
        let (sign, letter, edge) = if is_max { ("≥", "β", beta) } else { ("≤", "α", alpha) };
        let figures = format!("{value} {sign} {letter} = {}", exact(edge));
        match self.holder(index, edge) {
            Some(why) => format!("{word}: {figures}, {why}"),
            None => format!("{word}: {figures}"),
        }
    }

    /// The seat that already has `edge`, and by which move, above this position.
    fn holder(&self, index: usize, edge: f64) -> Option<String> {
        let to = self.visits[index].entered.seat;
        let mover = self.visits[index].node;
        let mut below = index;
        while let Some(above) = self.visits[below].parent {
            let visit = &self.visits[above];
            let before = visit.children.iter().take_while(|&&child| child != below);
            let mut found = before.filter(|&&child| {
                let child = &self.visits[child];
                !child.is_glance() && child.entered.seat == to && child.value == edge
            });
            if let (Some(&by), Node::Decision(seat)) = (found.next(), visit.node)
                && visit.node != mover
            {
                return Some(format!(
                    "{seat} already has {} by {}",
                    exact(edge),
                    self.visits[by].name
                ));
            }
            below = above;
        }
        None
    }

    /// The same for searches that keep what every seat gets.
    fn cut_of_many(&self, index: usize) -> String {
        let visit = &self.visits[index];
        let best = |at: &TracedNode, before: usize| {
            let Node::Decision(seat) = at.node else { return None };
            let children = at.children.iter().take_while(|&&child| child != before);
            let mut best: Option<(Seat, f64, usize)> = None;
            for &child in children {
                if let Some(&value) = self.visits[child].payoffs.get(seat.index())
                    && best.is_none_or(|(_, most, _)| most < value)
                {
                    best = Some((seat, value, child));
                }
            }
            best
        };
        let here = best(visit, usize::MAX);
        let above = visit.parent.and_then(|parent| best(&self.visits[parent], index));
        match (here, above) {
            (Some((seat, value, _)), Some((rival, has, by))) => format!(
                "cut: {seat} gets {} here, which leaves too little for {rival}, who already has {} by {}",
                exact(value),
                exact(has),
                self.visits[by].name
            ),
            _ => "cut: of no use to the seat before".to_owned(),
        }
    }

    /// Why a move was not looked at, in words with figures; `of` is the number of its position.
    pub(super) fn why_skipped(&self, of: usize, skipped: &Skipped) -> String {
        self.why_not(of, skipped.why)
    }

    fn why_not(&self, of: usize, why: Reason) -> String {
        let visit = &self.visits[of];
        match why {
            Reason::Refuted | Reason::RefutedByPass | Reason::Enough | Reason::Tried
                if visit.why == why =>
            {
                self.why(of).unwrap_or_else(|| skipped(why))
            }
            Reason::Enough => visit.enough(),
            why => skipped(why),
        }
    }
}

/// Why a move was not looked at.
fn skipped(why: Reason) -> String {
    match why {
        Reason::Unpromising(width) => format!("not among the best {width}"),
        Reason::Irrelevant => "not relevant".to_owned(),
        Reason::Quiet => "not forcing".to_owned(),
        Reason::Hopeless => "hopeless by the estimate".to_owned(),
        Reason::Insufficient => "another move is as good".to_owned(),
        Reason::Unbelieved => "believed never to be played".to_owned(),
        Reason::Unvisited => "never visited".to_owned(),
        Reason::Postponed => "left for another that promises more".to_owned(),
        Reason::Stopped => "stopped".to_owned(),
        Reason::Enough => "nothing is better".to_owned(),
        _ => "not looked at".to_owned(),
    }
}

/// How a position is searched, if not to the full depth.
pub(super) fn look(look: Manner) -> Option<String> {
    match look {
        Manner::Reduced(plies) => Some(format!("reduced by {plies}")),
        Manner::Pass(plies) => Some(format!("null move, reduced by {plies}")),
        Manner::Glance => Some("glance".to_owned()),
        _ => None,
    }
}

/// Why, in one word for programs.
pub(super) fn word(why: Reason) -> &'static str {
    match why {
        Reason::Terminal => "terminal",
        Reason::Horizon => "horizon",
        Reason::Quiet => "quiet",
        Reason::PlayedOut => "played-out",
        Reason::Searched => "searched",
        Reason::Refuted => "refuted",
        Reason::RefutedByPass => "refuted-by-pass",
        Reason::Hopeless => "hopeless",
        Reason::Enough => "enough",
        Reason::Tried => "tried",
        Reason::Known(_) => "known",
        Reason::Solved => "solved",
        Reason::Unpromising(_) => "unpromising",
        Reason::Irrelevant => "irrelevant",
        Reason::Insufficient => "insufficient",
        Reason::Unbelieved => "unbelieved",
        Reason::Unvisited => "unvisited",
        Reason::Postponed => "postponed",
        Reason::Stopped => "stopped",
        _ => "other",
    }
}

/// A number that data can carry: none for what lies beyond all numbers.
pub(super) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Who acts, in a word of the data.
pub(super) fn node(node: Node) -> &'static str {
    match node {
        Node::Decision(_) => "decision",
        Node::Chance => "chance",
        Node::Terminal => "terminal",
    }
}

/// How a position was looked at, in a word of the data.
pub(super) fn manner(look: Manner) -> &'static str {
    match look {
        Manner::Reduced(_) => "reduced",
        Manner::Pass(_) => "pass",
        Manner::Glance => "glance",
        _ => "whole",
    }
}
