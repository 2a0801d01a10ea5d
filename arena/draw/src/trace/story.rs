//! A search in sentences, in the order in which it went.

use std::fmt::Display;

use agon_core::{Bound, Node, Reason, Seat};

use super::{
    Phase, Search, TracedNode, Walks,
    words::{bounded, look, vector},
};
use crate::{
    figure::{exact, plain, share},
    phrase::{Phrase, PhrasePart, figure, number_of, sentences, text},
};

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
                story.extend(self.rest().map(|rest| sentences(&[rest])));
            }
            story.push(sentences(&self.sentences(moment, &walks)));
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
    pub fn sentences(&self, Moment { node, is_left, phase }: Moment, walks: &Walks) -> Vec<Phrase> {
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
    pub fn place(&self, index: usize) -> Phrase {
        let path = self.path(index);
        if path.is_empty() { Phrase::of("search-root") } else { Phrase::around("search-after", text(path)) }
    }

    fn beginning(&self, index: usize) -> Vec<Phrase> {
        let visit = &self.visits[index];
        let who = match visit.node {
            Node::Decision(seat) => self.wish(index, seat),
            Node::Chance => Phrase::around("search-chance", self.place(index)),
            Node::Terminal => Phrase::around("search-over", self.place(index)).with(self.worth_to(visit)),
        };
        let who = match look(visit.entered.look) {
            Some(look) => Phrase::around("search-shape-in", who).with(look),
            None => who,
        };
        let [alpha, beta] = visit.entered.window;
        let (low, high) = (figure(exact(alpha)), figure(exact(beta)));
        let is_open = [alpha == f64::NEG_INFINITY, beta == f64::INFINITY];
        let matters = match (visit.question(), is_open) {
            (_, [true, true]) => None,
            (Some(question), _) => Some(Phrase::around("search-asked", figure(question))),
            (_, [true, _]) => Some(Phrase::around("search-below", high)),
            (_, [_, true]) => Some(Phrase::around("search-above", low)),
            _ => Some(Phrase::around("search-between", low).with(high)),
        };
        [who].into_iter().chain(matters).collect()
    }

    /// The assumed behaviour of the seat to act.
    fn belief(&self, visit: &TracedNode) -> PhrasePart {
        let below = visit.children.iter().map(|&child| &self.visits[child]);
        let odds = below.filter_map(|child| {
            let odds = figure(share(child.entered.probability?));
            Some(Phrase::around("search-with", text(&child.name)).with(odds).into())
        });
        PhrasePart::Row(odds.collect(), ", ")
    }

    /// The seat to act, and its aim.
    fn wish(&self, index: usize, seat: Seat) -> Phrase {
        let visit = &self.visits[index];
        let acts = |id| Phrase::around(id, self.place(index)).with(number_of(seat));
        let is_max = visit.is_max();
        if !visit.payoffs.is_empty() {
            acts("search-own")
        } else if self.is_mean(visit) {
            acts("search-belief").with(self.belief(visit))
        } else if visit.sample.is_some() {
            acts("search-ucb")
        } else if 1 < visit.averaged {
            let id = if is_max { "search-averaged-max" } else { "search-averaged-min" };
            acts(id).with(figure(visit.averaged))
        } else {
            acts(if is_max { "search-max" } else { "search-min" })
        }
    }

    fn leaf(&self, index: usize) -> Vec<Phrase> {
        let visit = &self.visits[index];
        let at = |id| Phrase::around(id, self.place(index));
        let worth = self.worth_to(visit);
        let sentence = match visit.why {
            Reason::Terminal => at("search-over").with(worth),
            _ if visit.is_crossed() => {
                let why = self.why(index).map_or(text(""), PhrasePart::from);
                at("search-looks").with(worth).with(why)
            }
            Reason::Horizon => at("search-ends").with(worth),
            Reason::Quiet => at("search-quiet").with(worth),
            Reason::PlayedOut if visit.sample.is_some() => self.value(index),
            _ => match self.why(index) {
                Some(why) => Phrase::around("search-shape-in", self.value(index)).with(why),
                None => self.value(index),
            },
        };
        let sentence = match visit.looked.saturating_sub(visit.times) {
            0 => sentence,
            folded => Phrase::around("search-folded", sentence).with(figure(folded)),
        };
        [sentence].into_iter().chain(self.narrowing(index)).collect()
    }

    fn end(&self, index: usize) -> Vec<Phrase> {
        let visit = &self.visits[index];
        let left_out: Vec<&str> = visit.skipped.iter().map(|move_| &*move_.name).collect();
        let rest = match left_out.len() {
            0 => None,
            1 => Some(Phrase::around("search-one-left", text(left_out[0]))),
            2..=8 => Some(Phrase::around("search-left", text(left_out.join(", ")))),
            many => Some(Phrase::around("search-many-left", figure(many))),
        };
        let value = self.value(index);
        let value = match self.mean_in_words(index) {
            Some(mean) => Phrase::around("search-shape-so", value).with(mean),
            None => value,
        };
        let said = match self.why(index) {
            Some(why) => Phrase::around("search-shape-and", value).with(why),
            None => value,
        };
        [said].into_iter().chain(rest).chain(self.narrowing(index)).collect()
    }

    /// The value of a position, in words.
    fn value(&self, index: usize) -> Phrase {
        let visit = &self.visits[index];
        let at = |id| Phrase::around(id, self.place(index));
        if !visit.payoffs.is_empty() {
            return at("search-is").with(figure(vector(&visit.payoffs, visit.bound)));
        }
        if let (Bound::Sample, Some(sample)) = (visit.bound, visit.sample) {
            let mean = self.to_whom(visit, plain(visit.value));
            return match sample.visits {
                1 => at("search-playout").with(mean),
                visits => at("search-playouts").with(figure(visits)).with(mean),
            };
        }
        if visit.value.is_nan() {
            return at("search-nothing");
        }
        let known = bounded(visit.value, visit.bound);
        let signs = [("≥ ", "search-least"), ("≤ ", "search-most"), ("> ", "search-more"), ("< ", "search-less")];
        let signed = signs.iter().find_map(|(sign, id)| Some((*id, known.strip_prefix(sign)?)));
        let (id, known) = signed.unwrap_or(("search-is", &known));
        at(id).with(self.to_whom(visit, known))
    }

    /// What a position is worth, and to whom, if not to the seat of the root's values.
    fn worth_to(&self, visit: &TracedNode) -> PhrasePart {
        self.to_whom(visit, visit.told())
    }

    /// A value of a position, and its seat, if that is not the seat of the root's values.
    pub(super) fn to_whom(&self, visit: &TracedNode, value: impl Display) -> PhrasePart {
        if visit.payoffs.is_empty() && visit.entered.seat != self.root().entered.seat {
            Phrase::around("search-for", figure(value)).with(number_of(visit.entered.seat)).into()
        } else {
            figure(value)
        }
    }

    /// How the value of this position narrows the window of the one above.
    fn narrowing(&self, index: usize) -> Option<Phrase> {
        let (above, step) = self.step_above(index)?;
        let (letter, edge) = step.changed()?;
        let id = if letter == 'α' { "search-alpha" } else { "search-beta" };
        let place = self.place(above);
        Some(Phrase::around(id, place).with(figure(edge)).with(figure(step.window())))
    }
}
