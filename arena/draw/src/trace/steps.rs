//! Alpha and beta at every step: how the window of a position narrows as its moves come back.

use std::fmt::Write as _;

use agon_core::{Manner, Node};
use serde::Serialize;

use super::{
    Search, TracedNode,
    words::{edge, finite},
};

/// What a move brought back, and the window after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct WindowStep {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// The value that came back.
    pub value: Option<f64>,
    /// Alpha after it; null is minus infinity.
    pub alpha: Option<f64>,
    /// Beta after it; null is infinity.
    pub beta: Option<f64>,
    /// The number of the position that came back.
    #[serde(skip)]
    pub child: usize,
    /// The window before, and after it.
    #[serde(skip)]
    pub(super) windows: [[f64; 2]; 2],
}

impl WindowStep {
    /// Which edge the move changed, `α` or `β`, and what it is now; `None` for no change.
    pub fn changed(&self) -> Option<(char, String)> {
        let [before, after] = self.windows;
        if before[0] < after[0] {
            Some(('α', edge(after[0])))
        } else if after[1] < before[1] {
            Some(('β', edge(after[1])))
        } else {
            None
        }
    }

    /// The window after it, in words: `(-∞, 3)`.
    pub fn window(&self) -> String {
        format!("({})", self.edges().join(", "))
    }

    /// The edges of the window after it.
    pub fn edges(&self) -> [String; 2] {
        self.windows[1].map(edge)
    }
}

impl Search {
    /// Whether it uses windows at all.
    fn has_windows(&self) -> bool {
        let all = [f64::NEG_INFINITY, f64::INFINITY];
        self.visits.iter().any(|visit| visit.entered.window != all)
    }

    /// The window of the position with this number after each of its moves came back, in their order:
    /// where a seat takes the largest alpha is the most so far, else beta the least. Nothing where the
    /// search has no windows, or its value is no largest or smallest.
    pub fn steps(&self, index: usize) -> Vec<WindowStep> {
        let visit = &self.visits[index];
        let is_plain = matches!(visit.node, Node::Decision(_))
            && visit.payoffs.is_empty()
            && visit.sample.is_none()
            && visit.averaged <= 1
            && visit.question().is_none()
            && !self.is_mean(visit);
        if !is_plain || !self.has_windows() {
            return Vec::new();
        }
        let is_max = visit.is_max();
        let looked = |&&child: &&usize| {
            let child = &self.visits[child];
            !child.is_glance() && !matches!(child.entered.look, Manner::Pass(_))
        };
        let children: Vec<usize> = visit.children.iter().filter(looked).copied().collect();
        let mut window = visit.entered.window;
        let mut steps = Vec::new();
        for (place, &child) in children.iter().enumerate() {
            let at = &self.visits[child];
            // A bound the search had before, by standing pat for example.
            if at.question().is_none() {
                window = narrowed(window, at.entered.window);
            }
            let before = window;
            // Of several searches of a move the last counts.
            let again = children.get(place + 1).map(|&next| &self.visits[next]);
            if again.is_some_and(|again| again.entered.by == at.entered.by) || at.value.is_nan() {
                continue;
            }
            let edge = &mut window[usize::from(!is_max)];
            *edge = if is_max { edge.max(at.value) } else { edge.min(at.value) };
            steps.push(WindowStep {
                m: at.name.clone(),
                value: finite(at.value),
                alpha: finite(window[0]),
                beta: finite(window[1]),
                child,
                windows: [before, window],
            });
        }
        steps
    }

    /// The change by the value of this position in the window of the one above it.
    pub(super) fn step_above(&self, index: usize) -> Option<(usize, WindowStep)> {
        let above = self.visits[index].parent?;
        let step = self.steps(above).into_iter().find(|step| step.child == index)?;
        Some((above, step))
    }

    /// The changes of a position's window, in few words: `α = 3 after 1, 4 after 2`.
    pub(super) fn steps_in_words(&self, index: usize) -> Option<String> {
        let mut words = String::new();
        for step in self.steps(index) {
            let Some((letter, edge)) = step.changed() else { continue };
            let _ = if words.is_empty() {
                write!(words, "{letter} = {edge} after {}", step.m)
            } else {
                write!(words, ", {edge} after {}", step.m)
            };
        }
        Some(words).filter(|words| !words.is_empty())
    }
}

/// The intersection of two windows.
fn narrowed(one: [f64; 2], other: [f64; 2]) -> [f64; 2] {
    [one[0].max(other[0]), one[1].min(other[1])]
}

impl TracedNode {
    /// Whether the seat to act takes the largest of the reported values.
    pub(super) fn is_max(&self) -> bool {
        self.node == Node::Decision(self.entered.seat)
    }
}
