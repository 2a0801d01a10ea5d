//! A search in sentences, in the order in which it went.

use std::borrow::Cow;

use agon_core::{Bound, Node, Reason};

use super::{
    Phase, Search, TracedNode, Walks,
    words::{bounded, look, vector},
};
use crate::figure::{exact, plain, share};

/// A moment of a search: a position is entered or left. A position below which nothing is stored is entered and left at
/// one moment. Each iteration of a search by plays is four moments, its phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Moment {
    /// The number of the position.
    pub node: usize,
    /// Whether it is left, after being entered at an earlier moment.
    pub is_left: bool,
    /// The number of the iteration, counted from zero, and its phase; `None` if a position is entered or left.
    pub phase: Option<(usize, Phase)>,
}

impl Moment {
    fn entered(node: usize) -> Moment {
        Moment { node, is_left: false, phase: None }
    }
}

impl Search {
    /// All events, one sentence each.
    pub fn story(&self) -> Vec<String> {
        let (mut story, walks) = (Vec::new(), self.walks());
        for moment in self.moments() {
            // After the iterations, what became of the tree.
            if moment == Moment::entered(0) {
                story.extend(self.rest());
            }
            story.push(self.sentence(moment, &walks));
        }
        story
    }

    /// The moment `at`, counted from zero, of the iterations of a search by plays: at the last position that was
    /// selected, then at the one that was added.
    pub fn played(&self, at: usize) -> Moment {
        let (number, phase) = (at / Phase::ALL.len(), Phase::ALL[at % Phase::ALL.len()]);
        let passed = self.passed(number);
        let end = match phase {
            Phase::Selection => self.iterations[number].known().min(passed.len() - 1),
            _ => passed.len() - 1,
        };
        Moment { phase: Some((number, phase)), ..Moment::entered(passed[end]) }
    }

    /// Everything that happened, in its order; of iterations the first of them.
    pub fn moments(&self) -> Vec<Moment> {
        let told = self.iterations.len().min(self.listed) * Phase::ALL.len();
        let mut moments: Vec<Moment> = (0..told).map(|at| self.played(at)).collect();
        let mut rest = vec![Moment::entered(0)];
        while let Some(moment) = rest.pop() {
            moments.push(moment);
            let Moment { node, is_left, .. } = moment;
            if !is_left && !self.is_leaf(node) {
                rest.push(Moment { is_left: true, ..moment });
                let below = self.visits[node].children.iter().rev();
                rest.extend(below.map(|&node| Moment::entered(node)));
            }
        }
        moments
    }

    /// The event at a moment, in sentences; `walks` are the statistics of the same search.
    pub fn sentence(&self, Moment { node, is_left, phase }: Moment, walks: &Walks) -> String {
        if let Some((number, phase)) = phase {
            return self.phase(walks, number, phase);
        }
        match (is_left, self.is_leaf(node)) {
            (true, _) => self.end(node),
            (false, true) => self.leaf(node),
            (false, false) => self.beginning(node),
        }
    }

    /// Whether no position below this one is stored.
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
            Node::Decision(seat) => format!("{place} {seat} is to act; {}", self.wish(index)),
            Node::Chance => format!("{place} chance draws; the value is the mean"),
            Node::Terminal => format!("{place} the game is over"),
        };
        let how = look(visit.entered.look).map_or(String::new(), |look| format!(" ({look})"));
        let [alpha, beta] = visit.entered.window;
        let is_open = [alpha == f64::NEG_INFINITY, beta == f64::INFINITY];
        let (low, high) = (exact(alpha), exact(beta));
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

    /// The assumed behaviour of the seat to act.
    fn belief(&self, visit: &TracedNode) -> String {
        let below = visit.children.iter().map(|&child| &self.visits[child]);
        let odds = below.filter_map(|child| {
            let probability = child.entered.probability?;
            Some(format!("{} with {}", child.name, share(probability)))
        });
        let odds = odds.collect::<Vec<_>>().join(", ");
        format!("it is believed to play {odds}; the value is the mean")
    }

    /// The aim of the seat to act.
    fn wish(&self, index: usize) -> Cow<'static, str> {
        let visit = &self.visits[index];
        let kind = self.extreme(index).unwrap_or_default();
        let words = if !visit.payoffs.is_empty() {
            "it takes the most for itself"
        } else if self.is_mean(visit) {
            return self.belief(visit).into();
        } else if visit.sample.is_some() {
            "it takes the move with the largest UCB (mean + bonus)"
        } else if 1 < visit.averaged {
            return format!("it looks for the mean of its {} {kind} values", visit.averaged).into();
        } else {
            return format!("it looks for the {kind} value").into();
        };
        words.into()
    }

    fn leaf(&self, index: usize) -> String {
        let visit = &self.visits[index];
        let (place, worth) = (self.place(index), visit.told());
        let whose = self.whose(visit);
        let sentence = match visit.why {
            Reason::Terminal => format!("{place} the game is over: {worth}{whose}"),
            _ if visit.is_crossed() => {
                let why = self.why(index).unwrap_or_default();
                format!("{place} it looks like {worth}{whose}; not searched: {why}")
            }
            Reason::Horizon => format!("{place} the search ends: estimated at {worth}{whose}"),
            Reason::Quiet => {
                format!("{place} the position is quiet; its estimate is {worth}{whose}")
            }
            Reason::PlayedOut if visit.sample.is_some() => format!("{place} {}", self.value(visit)),
            _ => match self.why(index) {
                Some(why) => format!("{place} {} ({why})", self.value(visit)),
                None => format!("{place} {}", self.value(visit)),
            },
        };
        let end = match visit.looked.saturating_sub(visit.times) {
            0 => sentence + ".",
            folded => format!("{sentence}, from {folded} positions below."),
        };
        end + &self.narrowing(index)
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
        let mut said = format!("{place} {}", self.value(visit));
        if let Some(mean) = self.mean_in_words(index) {
            said = format!("{said}: {mean}");
        }
        if let Some(why) = self.why(index) {
            said = format!("{said}; {why}");
        }
        format!("{said}.{rest}{}", self.narrowing(index))
    }

    /// The value of a position, in words.
    fn value(&self, visit: &TracedNode) -> String {
        let whose = self.whose(visit);
        if !visit.payoffs.is_empty() {
            return format!("the value is {}", vector(&visit.payoffs, visit.bound));
        }
        if let (Bound::Sample, Some(sample)) = (visit.bound, visit.sample) {
            let plays = match sample.visits {
                1 => "1 playout".to_owned(),
                visits => format!("{visits} playouts"),
            };
            return format!("the mean of {plays} is {}{whose}", plain(visit.value));
        }
        if visit.value.is_nan() {
            return "no value comes back".to_owned();
        }
        let known = bounded(visit.value, visit.bound);
        let words =
            [("≥ ", "at least "), ("≤ ", "at most "), ("> ", "more than "), ("< ", "less than ")];
        let known = (words.iter())
            .find_map(|(sign, words)| Some(format!("{words}{}", known.strip_prefix(sign)?)))
            .unwrap_or(known);
        format!("the value is {known}{whose}")
    }

    /// The seat of the value, if it is not the seat of the root's values.
    pub(super) fn whose(&self, visit: &TracedNode) -> String {
        if visit.payoffs.is_empty() && visit.entered.seat != self.root().entered.seat {
            format!(" for {}", visit.entered.seat)
        } else {
            String::new()
        }
    }

    /// How the value of this position narrows the window of the one above.
    fn narrowing(&self, index: usize) -> String {
        let Some((above, step)) = self.step_above(index) else { return String::new() };
        let Some(change) = step.change() else { return String::new() };
        let change = change.replace("α =", "α rises to").replace("β =", "β falls to");
        format!(" {} {change}: {}.", self.place(above), step.window())
    }
}
