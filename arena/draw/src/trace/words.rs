//! Reports of a search in words and figures.

use agon_core::{Bound, Manner, Node, Reason, Seat};

use super::{Search, Skipped, TracedNode};
use crate::{
    figure::{exact, known},
    phrase::{Phrase, PhrasePart, figure, number_of, text},
};

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
        if self.why == Reason::Terminal && self.payoffs.is_empty() { exact(self.value) } else { self.worth() }
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
            Node::Decision(seat) if !self.payoffs.is_empty() => known(self.payoffs[seat.index()], self.bound),
            _ => known(self.value, self.bound),
        }
    }

    /// The note that no better value is possible.
    fn enough(&self) -> Phrase {
        Phrase::around("search-enough", figure(self.own()))
    }

    /// The question about its value, if it was only a null window: `≥ 3`, `> 3`.
    pub(super) fn question(&self) -> Option<String> {
        let [alpha, beta] = self.entered.window;
        let is_question = alpha.next_up() == beta;
        is_question
            .then(|| if shorter(beta, alpha) { format!("≥ {}", exact(beta)) } else { format!("> {}", exact(alpha)) })
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
    pub fn why(&self, index: usize) -> Option<Phrase> {
        let visit = &self.visits[index];
        if visit.is_crossed() {
            return Some(match visit.parent {
                Some(parent) => self.why_not(parent, visit.why),
                None => skipped(visit.why),
            });
        }
        let with_worth = |id| Phrase::around(id, figure(bounded(visit.value, visit.bound)));
        Some(match visit.why {
            Reason::Searched => return None,
            Reason::Terminal => Phrase::of("search-end"),
            Reason::Horizon if visit.is_glance() => Phrase::of("search-glanced"),
            Reason::Horizon => Phrase::of("search-horizon"),
            Reason::Quiet => Phrase::of("search-quiet-end"),
            Reason::PlayedOut => Phrase::of("search-played-out"),
            Reason::Refuted => self.cut(index),
            Reason::RefutedByPass => with_worth("search-null-refuted"),
            Reason::Hopeless => with_worth("search-hopeless"),
            Reason::Enough => visit.enough(),
            Reason::Tried => with_worth("search-tried"),
            Reason::Known(depth) => {
                let [at_depth, to_the_end] = match visit.bound {
                    Bound::Exact => ["search-table-exact", "search-seen-exact"],
                    Bound::Lower => ["search-table-least", "search-seen-least"],
                    Bound::Upper => ["search-table-most", "search-seen-most"],
                    Bound::Sample => ["search-table-about", "search-seen-about"],
                };
                let value = figure(known(visit.value, visit.bound));
                match depth {
                    Some(depth) => Phrase::around(at_depth, value).with(figure(depth)),
                    None => Phrase::around(to_the_end, value),
                }
            }
            Reason::Solved => Phrase::of("search-solved"),
            why => skipped(why),
        })
    }

    /// Why the other moves of a refuted position need not be looked at.
    fn cut(&self, index: usize) -> Phrase {
        let visit = &self.visits[index];
        let [alpha, beta] = visit.entered.window;
        let value = exact(visit.value);
        if visit.value.is_nan() {
            return self.cut_of_many(index);
        }
        let is_max = beta <= visit.value;
        let is_whole = visit.skipped.is_empty() && !visit.children.iter().any(|&child| self.visits[child].is_crossed());
        if let Some(question) = visit.question() {
            let id = match (is_whole, is_max) {
                (true, true) => "search-refuted-is",
                (true, false) => "search-refuted-is-not",
                (false, true) => "search-cut-is",
                (false, false) => "search-cut-is-not",
            };
            // Written with so few digits both may look alike.
            let is_alike = question.ends_with(&value);
            let value: PhrasePart = if !is_max && is_alike && question.starts_with('≥') {
                Phrase::around("search-just-below", figure(value)).into()
            } else if is_max && is_alike && question.starts_with('>') {
                Phrase::around("search-just-above", figure(value)).into()
            } else {
                figure(value)
            };
            return Phrase::around(id, value).with(figure(question));
        }
        let (sign, letter, edge) = if is_max { ("≥", "β", beta) } else { ("≤", "α", alpha) };
        let figures = figure(format!("{value} {sign} {letter} = {}", exact(edge)));
        let id = if is_whole { "search-refuted" } else { "search-cut" };
        Phrase::around(id, self.held(index, edge, figures))
    }

    /// These figures, with the seat that already has `edge`, and by which move, above this position.
    fn held(&self, index: usize, edge: f64, figures: PhrasePart) -> PhrasePart {
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
                let (has, by) = (figure(exact(edge)), text(&self.visits[by].name));
                let held = Phrase::around("search-has", figures).with(number_of(seat));
                return held.with(has).with(by).into();
            }
            below = above;
        }
        figures
    }

    /// The same for searches that keep what every seat gets.
    fn cut_of_many(&self, index: usize) -> Phrase {
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
        let why = match (here, above) {
            (Some((seat, value, _)), Some((rival, has, by))) => {
                let gets = Phrase::around("search-leaves", number_of(seat)).with(figure(exact(value)));
                let has = gets.with(number_of(rival)).with(figure(exact(has)));
                has.with(text(&self.visits[by].name))
            }
            _ => Phrase::of("search-no-use"),
        };
        Phrase::around("search-cut", why)
    }

    /// Why a move was not looked at, in words with figures; `of` is the number of its position.
    pub fn why_skipped(&self, of: usize, skipped: &Skipped) -> Phrase {
        self.why_not(of, skipped.why)
    }

    fn why_not(&self, of: usize, why: Reason) -> Phrase {
        let visit = &self.visits[of];
        match why {
            Reason::Refuted | Reason::RefutedByPass | Reason::Enough | Reason::Tried if visit.why == why => {
                self.why(of).unwrap_or_else(|| skipped(why))
            }
            Reason::Enough => visit.enough(),
            why => skipped(why),
        }
    }
}

/// Why a move was not looked at.
fn skipped(why: Reason) -> Phrase {
    let id = match why {
        Reason::Unpromising(width) => {
            return Phrase::around("search-not-best", figure(width));
        }
        Reason::Irrelevant => "search-not-relevant",
        Reason::Quiet => "search-not-forcing",
        Reason::Hopeless => "search-hopeless-move",
        Reason::Insufficient => "search-as-good",
        Reason::Unbelieved => "search-unbelieved",
        Reason::Unvisited => "search-unvisited",
        Reason::Postponed => "search-postponed",
        Reason::Stopped => "search-stopped",
        Reason::Enough => "search-nothing-better",
        _ => "search-not-looked",
    };
    Phrase::of(id)
}

/// How a position is searched, if not to the full depth.
pub(super) fn look(look: Manner) -> Option<Phrase> {
    match look {
        Manner::Reduced(plies) => Some(Phrase::around("search-reduced", figure(plies))),
        Manner::Pass(plies) => Some(Phrase::around("search-null", figure(plies))),
        Manner::Glance => Some(Phrase::of("search-glance")),
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
