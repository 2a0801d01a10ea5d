//! The positions of a search, as data.

use std::collections::HashMap;

use agon_core::{Bound, Manner, Node, Reason};
use agon_draw::{NodeData, TracedNode};
use schemars::JsonSchema;
use serde::Serialize;

use super::{KeptTree, stage::StagedView};
use crate::{problem::Problem, words::Language};

/// The most children on one page.
pub(super) const MOST_CHILDREN: usize = 200;

/// A position of a search, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NodeView {
    #[serde(flatten)]
    pub(super) node: NodeData,
    /// The moments at which it was entered and left, counted from zero.
    entered_at: u32,
    left_at: u32,
    /// The number of recorded positions entered from here.
    children: usize,
    /// The number of recorded positions below it, at any depth.
    pub(super) descendants: u32,
    /// What it is worth, as sentences and drawings write it: `3/8`, `≥ 7`, `(1, 2, 6)`.
    pub(super) worth: String,
    /// A sign for who acts there, and the same in words.
    sign: String,
    acts: String,
    /// Its form and its place on a stage.
    stage: StagedView,
    /// Its window, from each moment on at which that became another; nothing where it has none.
    pub(super) edges: Vec<EdgesView>,
    /// Whether the value is a mean of those below, and not one of them.
    is_mean: bool,
    /// Whether its value becomes that of the position above, or counts for it, as far as the search has come when it
    /// leaves this one.
    is_taken: bool,
    /// All moves that were not searched: those of `skipped`, and those that were only glanced at.
    left_out: Vec<String>,
    /// The position as a small drawing, where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) board: Option<String>,
}

impl NodeView {
    /// The same with a small drawing, if there is one.
    pub(super) fn with(self, board: Option<String>) -> NodeView {
        NodeView { board, ..self }
    }
}

/// A window from a moment on, as data.
#[derive(Serialize, JsonSchema)]
pub(super) struct EdgesView {
    /// The moment.
    pub(super) at: u32,
    /// Its edges, as they are written.
    pub(super) alpha: String,
    pub(super) beta: String,
}

/// The positions below one, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ChildrenView {
    from: usize,
    of: usize,
    pub(super) nodes: Vec<NodeView>,
}

impl KeptTree {
    /// A position, with texts in a language.
    pub(super) fn node(&self, index: usize, language: Language) -> NodeView {
        let search = self.search();
        let (entered_at, left_at) = self.spans[index];
        let visit = &search.visits[index];
        let mut node = search.node(index);
        node.reason = search.why(index).map(|why| language.phrase(&why));
        // Most are of one reason.
        let mut told: HashMap<String, String> = HashMap::new();
        for (own, skipped) in node.skipped.iter_mut().zip(&visit.skipped) {
            let reason = told.entry(std::mem::take(&mut own.reason)).or_insert_with(|| {
                let why = search.why_skipped(index, skipped);
                language.phrase(&why)
            });
            own.reason.clone_from(reason);
        }
        let crossed = visit.children.iter().map(|&child| &search.visits[child]);
        let crossed = crossed.filter(|child| child.is_crossed()).map(|child| child.name.clone());
        let skipped = visit.skipped.iter().map(|skipped| skipped.name.to_string());
        let (sign, acts) = self.acts(index, language);
        NodeView {
            sign,
            acts,
            stage: self.staged(index),
            edges: self.edges(index, &node),
            node,
            entered_at,
            left_at,
            children: visit.children.len(),
            descendants: self.descendants[index],
            worth: visit.told(),
            is_mean: self.is_mean(index),
            is_taken: visit.parent.is_some_and(|above| self.is_taken(index, above)),
            left_out: skipped.chain(crossed).collect(),
            board: None,
        }
    }

    /// A sign for who acts at a position, and the same in words; nothing by colour alone.
    fn acts(&self, index: usize, language: Language) -> (String, String) {
        let visit = &self.search().visits[index];
        let Node::Decision(seat) = visit.node else {
            let (sign, id) = if visit.node == Node::Chance { ("●", "acts-chance") } else { ("■", "acts-end") };
            return (sign.to_owned(), language.say(id));
        };
        let (own, is_max) = (seat.index() + 1, seat == visit.entered.seat);
        let told = |id: &str| language.say_with(id, &[("seat", &own)]);
        if !visit.payoffs.is_empty() {
            return (own.to_string(), told("acts-seat"));
        }
        let (sign, id) = if self.is_mean(index) {
            ("●", "acts-mean")
        } else if visit.sample.is_some() {
            ("◆", "acts-tries")
        } else if is_max {
            ("▲", "acts-max")
        } else {
            ("▼", "acts-min")
        };
        (sign.to_owned(), told(id))
    }

    /// The positions below one, from the given one on.
    ///
    /// # Errors
    ///
    /// Where there is no position of that number.
    pub(crate) fn children(&self, index: usize, from: usize, language: Language) -> Result<ChildrenView, Problem> {
        let visits = &self.search().visits;
        let visit =
            visits.get(index).ok_or_else(|| Problem::missing("no-position", &[("last", &(visits.len() - 1))]))?;
        let nodes = visit.children.iter().skip(from).take(MOST_CHILDREN);
        let nodes = nodes.map(|&child| self.node(child, language)).collect();
        Ok(ChildrenView { from, of: visit.children.len(), nodes })
    }

    /// The window of a position as it was entered, and after each move that narrowed it.
    fn edges(&self, index: usize, node: &NodeData) -> Vec<EdgesView> {
        let search = self.search();
        let visit = &search.visits[index];
        let has_window = self.has_windows
            && matches!(visit.node, Node::Decision(_))
            && visit.payoffs.is_empty()
            && !self.is_mean(index);
        if !has_window {
            return Vec::new();
        }
        let own = |at, [alpha, beta]: [String; 2]| EdgesView { at, alpha, beta };
        let narrowed = node.steps.iter().filter(|step| step.changed().is_some());
        let narrowed = narrowed.map(|step| own(self.spans[step.child].1, step.edges()));
        [own(self.spans[index].0, visit.edges())].into_iter().chain(narrowed).collect()
    }

    /// Whether a position where a seat acts is worth a mean of what is below it: by how likely the search
    /// takes the moves to be, or of the best of them.
    fn is_mean(&self, index: usize) -> bool {
        let search = self.search();
        let visit = &search.visits[index];
        if !matches!(visit.node, Node::Decision(_)) {
            return false;
        }
        let is_told = visit.why == Reason::Searched
            && visit.bound == Bound::Exact
            && visit.payoffs.is_empty()
            && visit.sample.is_none()
            && visit.folded(&search.visits) == 0;
        let mut below = visit.children.iter().map(|&child| &search.visits[child]).peekable();
        let is_none_of_them = is_told
            && below.peek().is_some()
            && below.all(|child| {
                child.entered.seat == visit.entered.seat && !child.is_glance() && child.value != visit.value
            });
        search.is_mean(visit) || is_none_of_them
    }

    /// Whether the value of a position becomes that of the one above when the search leaves it, or counts for it.
    fn is_taken(&self, index: usize, above: usize) -> bool {
        let visits = &self.search().visits;
        let (own, over) = (&visits[index], &visits[above]);
        let Node::Decision(seat) = over.node else { return true };
        if self.is_mean(above) {
            return true;
        }
        match own.entered.look {
            Manner::Pass(_) => return over.why == Reason::RefutedByPass,
            Manner::Glance => return false,
            _ => {}
        }
        let gain = |visit: &TracedNode| match visit.payoffs.get(seat.index()) {
            Some(&payoff) => payoff,
            None if visit.entered.seat == seat => visit.value,
            None => 0.0 - visit.value,
        };
        // Of several searches of a move the last counts.
        let is_before = |&child: &usize| {
            let other = &visits[child];
            self.spans[child].1 < self.spans[index].1
                && other.name != own.name
                && !matches!(other.entered.look, Manner::Glance | Manner::Pass(_))
        };
        let before = over.children.iter().copied().filter(is_before);
        let better = before.filter(|&child| gain(own) <= gain(&visits[child])).count();
        better < self.search().counted(above).len().max(1)
    }
}
