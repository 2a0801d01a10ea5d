//! What players believe of each other, and how they say it.

use crate::{AnyMove, AnyPosition, Decision, Node, Position, after, notation};

/// How likely a move of another seat is believed to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief<M> {
    /// The move.
    pub m: M,
    /// Its probability: more than zero, at most one.
    pub probability: f64,
}

impl<M> Belief<M> {
    /// The same of a move that is written otherwise.
    pub(crate) fn map<N>(self, f: impl FnOnce(M) -> N) -> Belief<N> {
        Belief { m: f(self.m), probability: self.probability }
    }
}

impl<M> Decision<M> {
    /// The same, with these words before those that it has.
    #[must_use]
    pub fn noting(self, words: &str) -> Decision<M> {
        let note = match &self.note {
            Some(note) => format!("{words}: {note}"),
            None => words.to_owned(),
        };
        self.with_note(note)
    }
}

impl Decision<AnyMove> {
    /// How the others are believed to answer the move at `here`, in words, where anything is believed:
    /// `seat 2 answers b1 (0.9) or one of 4 others (0.025 each)`.
    pub fn believed(&self, here: &AnyPosition) -> Option<String> {
        /// So many moves are named.
        const NAMED: usize = 3;
        self.beliefs.first()?;
        let after = after(here, self.m);
        let Node::Decision(seat) = after.node() else { return None };
        let mut likely = self.beliefs.clone();
        // Those of equal probability stay in the game's order.
        likely.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        if let [first, .., last] = likely[..]
            && first.probability == last.probability
        {
            return Some(format!("{seat} answers any of {} moves alike", likely.len()));
        }
        let named = if likely.len() <= NAMED + 1 { likely.len() } else { NAMED };
        let (named, others) = likely.split_at(named);
        let mut answers: Vec<String> = named
            .iter()
            .map(|belief| match belief.probability {
                1.0 => notation(&after, belief.m),
                share => format!("{} ({})", notation(&after, belief.m), rounded(share)),
            })
            .collect();
        if !others.is_empty() {
            let share = others.iter().map(|belief| belief.probability).sum();
            answers.push(format!("one of {} others ({} in all)", others.len(), rounded(share)));
        }
        let last = answers.pop()?;
        let answers =
            if answers.is_empty() { last } else { format!("{} or {last}", answers.join(", ")) };
        Some(format!("{seat} answers {answers}"))
    }

    /// What whoever asked at `here` should know of the answer, and what is believed of the others.
    pub fn remarks(&self, here: &AnyPosition) -> Option<String> {
        match (self.note.as_deref(), self.believed(here)) {
            (Some(note), Some(believed)) => Some(format!("{note}: {believed}")),
            (note, believed) => believed.or_else(|| note.map(str::to_owned)),
        }
    }
}

/// A probability with at most three decimals.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
