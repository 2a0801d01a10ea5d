//! Moves that are averaged: which of them count.

use agon_core::{Bound, Node};

use super::{Search, TracedNode, words::vector};
use crate::{
    figure::{known, plain},
    phrase::{Phrase, figure},
};

impl Search {
    /// The indices of the positions whose values are averaged at this one, the best first; empty if
    /// its value is no such mean, or it was not searched completely.
    pub fn counted(&self, index: usize) -> Vec<usize> {
        let visit = &self.visits[index];
        if visit.averaged <= 1 || visit.bound != Bound::Exact {
            return Vec::new();
        }
        let below = visit.children.iter().copied();
        let mut below: Vec<usize> = below.filter(|&child| !self.visits[child].is_glance()).collect();
        let is_max = visit.is_max();
        // Of equals the first counts.
        below.sort_by(|&one, &other| {
            let (one, other) = (self.visits[one].value, self.visits[other].value);
            if is_max { other.total_cmp(&one) } else { one.total_cmp(&other) }
        });
        below.truncate(visit.averaged);
        below
    }

    /// Whether the position counts in the mean of the one above it.
    pub(super) fn is_counted(&self, index: usize) -> bool {
        self.visits[index].parent.is_some_and(|above| self.counted(above).contains(&index))
    }

    /// A mean in words with figures: `mean of the 2 largest, (8 + 6)/2`.
    pub(super) fn mean_in_words(&self, index: usize) -> Option<Phrase> {
        let counted = self.counted(index);
        let worth = |child: &TracedNode| known(child.value, child.bound);
        let figures: Vec<String> = counted.iter().map(|&child| worth(&self.visits[child])).collect();
        let visit = &self.visits[index];
        let Node::Decision(_) = visit.node else { return None };
        let [of_one, of_many] = if visit.is_max() {
            ["search-mean-of-max", "search-mean-max"]
        } else {
            ["search-mean-of-min", "search-mean-min"]
        };
        match figures.as_slice() {
            [] => None,
            [one] => Some(Phrase::around(of_one, figure(one))),
            [_, _, ..] => {
                let count = figures.len();
                let sum = figures.join(" + ").replace("+ -", "- ");
                let mean = figure(format!("({sum})/{count}"));
                Some(Phrase::around(of_many, figure(count)).with(mean))
            }
        }
    }
}

/// Payoffs for people: one number where the other seat gets the rest, else all.
pub(super) fn payoffs(payoffs: &[f64], seat: usize) -> String {
    match payoffs {
        [_] | [_, _] => plain(payoffs[seat]),
        _ => vector(payoffs, Bound::Sample),
    }
}
