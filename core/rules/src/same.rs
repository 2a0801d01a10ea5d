//! Whether two games are the same, whatever they call their moves and positions; and a fingerprint of rules.
//!
//! Two games are the same if their trees are: who acts at each position, how many moves there are and where each leads,
//! the probabilities of chance, and what everybody gets at the end. The order of moves says nothing, neither do names,
//! and draws of chance one after the other are one draw, unless more than 32 can follow one another. Where something is
//! hidden the positions of one ply that a seat cannot tell apart have to be the same too.
//!
//! A [`RulesGraph`] is a game as far as it was walked: all of it, or all plays to a depth. [`compare`] tells positions of
//! two such graphs apart by what is below them, one ply further each round, until the two starts differ or nothing more
//! does (partition refinement). Where nothing is hidden and both were walked to their ends, the answer is exact.

mod classes;
mod difference;
mod fingerprint;
mod graph;
mod probability;
mod spec;

pub use self::{
    difference::{Difference, Unlike},
    fingerprint::{fingerprint, fingerprint_to},
    graph::{RulesGraph, WalkLimits},
    spec::{ComparedRules, SameSpec, WalkedRules},
};

use agon_core::StopSignal;

use self::{
    classes::Classes,
    difference::{find, find_sight},
};

/// What a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// They are the same, as far as both were walked.
    Same {
        /// The depth to which both were walked; `None` if both were walked to their ends.
        depth: Option<u32>,
    },
    /// They are not, and this play shows it.
    Different(Box<Difference>),
}

/// Compares the games of two graphs from their starts on. Those that were walked to different depths are compared to the
/// lesser one.
pub fn compare(one: &RulesGraph, other: &RulesGraph) -> Verdict {
    compare_until(one, other, &StopSignal::new()).expect("nobody stops it")
}

/// The same; `None` once the signal is given.
fn compare_until(one: &RulesGraph, other: &RulesGraph, stop: &StopSignal) -> Option<Verdict> {
    let depth = match (one.depth(), other.depth()) {
        (None, None) => None,
        (one, other) => Some(one.unwrap_or(u32::MAX).min(other.unwrap_or(u32::MAX))),
    };
    let both = [one, other];
    // By what everybody could see first: where that differs, it is the simpler thing to say.
    let mut classes = Classes::of(&both, depth, false, stop);
    let is_alike = are_alike(&mut classes);
    let is_seen_alike =
        is_alike && (!one.is_hidden || !other.is_hidden || are_alike(&mut Classes::of(&both, depth, true, stop)));
    if stop.is_given() {
        return None;
    }
    let difference = if !is_alike {
        find(both, &classes)
    } else if one.is_hidden != other.is_hidden {
        Difference::at_start(both, Unlike::Hidden(both.map(|graph| graph.is_hidden)))
    } else if !is_seen_alike {
        find_sight(both, &classes, depth)
    } else {
        return Some(Verdict::Same { depth });
    };
    Some(Verdict::Different(Box::new(difference)))
}

/// Tells positions apart until the starts are, or nothing more is; whether the starts are alike.
fn are_alike(classes: &mut Classes<'_>) -> bool {
    loop {
        if classes.start(0) != classes.start(1) {
            return false;
        }
        if !classes.refine() {
            return true;
        }
    }
}
