//! A player's answer: a move, and what the search found out about it.

use crate::{AnyMove, AnyPosition, Bound, Node, Position, Seat, Sentence, after, notation};

/// A search result for one move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Its value to the seat that chooses, in payoffs.
    pub value: f64,
    /// How exactly the value is known.
    pub bound: Bound,
    /// The number of plays a [sample](Bound::Sample) is the mean of; zero for any other value.
    pub visits: u64,
    /// The mean `w/n` of a sample on the scale 0 to 1, where the next move is selected by a bound.
    pub share: Option<f64>,
    /// The second summand of that bound, on the same scale: `C √(ln t / n)`.
    pub term: Option<f64>,
    /// The probability with which the player plays it, if the player draws its move and reports
    /// this.
    pub probability: Option<f64>,
}

impl<M> RootMove<M> {
    /// A searched move with its value.
    pub const fn new(m: M, value: f64, bound: Bound) -> RootMove<M> {
        RootMove { m, value, bound, visits: 0, share: None, term: None, probability: None }
    }

    /// A move whose value is the mean of `visits` plays.
    pub const fn sample(m: M, value: f64, visits: u64) -> RootMove<M> {
        let bound = Bound::Sample;
        RootMove { m, value, bound, visits, share: None, term: None, probability: None }
    }

    /// The same, played with this probability.
    #[must_use]
    pub fn drawn(self, probability: f64) -> RootMove<M> {
        RootMove { probability: Some(probability), ..self }
    }

    /// The same, with the summands of the bound by which the next move is selected.
    #[must_use]
    pub const fn with_bound(self, [share, term]: [f64; 2]) -> RootMove<M>
    where
        M: Copy,
    {
        RootMove { share: Some(share), term: Some(term), ..self }
    }
}

/// A move, and the findings of the search that chose it.
///
/// ```
/// use agon_core::Decision;
///
/// let decision = Decision::just("e2e4").with_nodes(1200).with_depth(Some(6)).with_value(Some(0.25));
/// assert_eq!((decision.m, decision.nodes, decision.depth), ("e2e4", 1200, Some(6)));
/// // What only some players tell is empty until they do.
/// assert!(decision.pv.is_empty() && decision.note.is_none());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decision<M> {
    /// The move.
    pub m: M,
    /// The value of the position to the seat that chooses, in payoffs.
    pub value: Option<f64>,
    /// How exactly the value is known, within the depth of the search.
    pub bound: Bound,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The number of positions looked at, including the root.
    pub nodes: u64,
    /// The expected line, starting with `m`; empty unless an explanation was requested.
    pub pv: Vec<M>,
    /// The moves at the root, in the game's order; empty unless an explanation was requested.
    pub moves: Vec<RootMove<M>>,
    /// The expected answers to `m` by another seat, in the game's order: every move that may come. Empty if no other
    /// seat acts next, or if the player assumes only that the others play well.
    pub beliefs: Vec<Belief<M>>,
    /// A remark about the answer for the person or program that asked, if there is one.
    pub note: Option<Sentence>,
}

impl<M> Decision<M> {
    /// A move chosen without search.
    #[inline]
    pub fn just(m: M) -> Decision<M> {
        Decision {
            m,
            value: None,
            bound: Bound::Exact,
            depth: None,
            nodes: 0,
            pv: Vec::new(),
            moves: Vec::new(),
            beliefs: Vec::new(),
            note: None,
        }
    }

    /// The same, after looking at `nodes` positions.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Decision<M> {
        Decision { nodes, ..self }
    }

    /// The same, with the value of the position to the seat that chooses.
    #[must_use]
    pub fn with_value(self, value: Option<f64>) -> Decision<M> {
        Decision { value, ..self }
    }

    /// The same, with how exactly its value is known.
    #[must_use]
    pub fn with_bound(self, bound: Bound) -> Decision<M> {
        Decision { bound, ..self }
    }

    /// The same, with this remark.
    #[must_use]
    pub fn with_note(self, note: impl Into<Sentence>) -> Decision<M> {
        Decision { note: Some(note.into()), ..self }
    }

    /// The same, with `words` before its remark.
    #[must_use]
    pub fn noting(mut self, words: impl Into<Sentence>) -> Decision<M> {
        let words = words.into();
        let note = match self.note.take() {
            Some(note) => noted(words, note),
            None => words,
        };
        self.with_note(note)
    }

    /// The same, with the search depth in plies.
    #[must_use]
    pub fn with_depth(self, depth: Option<u32>) -> Decision<M> {
        Decision { depth, ..self }
    }

    /// The same decision with each move converted by `f`.
    #[inline]
    pub fn map<N>(self, mut f: impl FnMut(M) -> N) -> Decision<N> {
        Decision {
            m: f(self.m),
            value: self.value,
            beliefs: mapped(self.beliefs, |belief| belief.map(&mut f)),
            bound: self.bound,
            depth: self.depth,
            nodes: self.nodes,
            note: self.note,
            pv: mapped(self.pv, &mut f),
            moves: mapped(self.moves, |known: RootMove<M>| {
                let RootMove { m, value, bound, visits, share, term, probability } = known;
                RootMove { m: f(m), value, bound, visits, share, term, probability }
            }),
        }
    }
}

/// A remark with another behind it.
fn noted(first: Sentence, second: Sentence) -> Sentence {
    Sentence::named("noted", "{first}: {second}").with("first", first).with("second", second)
}

/// The list with every item converted. Most lists are empty.
#[inline]
fn mapped<A, B>(list: Vec<A>, change: impl FnMut(A) -> B) -> Vec<B> {
    if list.is_empty() { Vec::new() } else { list.into_iter().map(change).collect() }
}

/// The probability a player assigns to a move of another seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief<M> {
    /// The move.
    pub m: M,
    /// Its probability: more than zero, at most one.
    pub probability: f64,
}

impl<M> Belief<M> {
    /// The same probability, with the move converted by `f`.
    pub(crate) fn map<N>(self, f: impl FnOnce(M) -> N) -> Belief<N> {
        Belief { m: f(self.m), probability: self.probability }
    }
}

impl Decision<AnyMove> {
    /// The beliefs in words, if there are any:
    /// `seat 2 answers b1 (0.6), a2 (0.1), a3 (0.1) or one of 4 others (0.2 in all)`.
    pub fn believed(&self, here: &AnyPosition) -> Option<Sentence> {
        /// The number of moves named.
        const NAMED: usize = 3;
        self.beliefs.first()?;
        let after = after(here, self.m);
        let Node::Decision(seat) = after.node() else { return None };
        let mut likely = self.beliefs.clone();
        // The sort is stable: moves of equal probability stay in the game's order.
        likely.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        if let [first, .., last] = likely[..]
            && first.probability == last.probability
        {
            let alike = Sentence::named("answers-alike", "seat {seat} answers any of {count} moves alike");
            return Some(alike.with("seat", number(seat)).with("count", likely.len().to_string()));
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
        let last = if others.is_empty() {
            Sentence::from(answers.pop()?)
        } else {
            let share: f64 = others.iter().map(|belief| belief.probability).sum();
            let others = Sentence::named("answers-others", "one of {count} others ({share} in all)")
                .with("count", others.len().to_string());
            others.with("share", rounded(share).to_string())
        };
        let answers = match &answers[..] {
            [] => last,
            answers => {
                let or = Sentence::named("answers-or", "{moves} or {last}");
                or.with("moves", answers.join(", ")).with("last", last)
            }
        };
        let answer = Sentence::named("answers", "seat {seat} answers {moves}");
        Some(answer.with("seat", number(seat)).with("moves", answers))
    }

    /// The [note](Decision::note) and the beliefs in words, if there are any.
    pub fn remarks(&self, here: &AnyPosition) -> Option<Sentence> {
        match (self.note.clone(), self.believed(here)) {
            (Some(note), Some(believed)) => Some(noted(note, believed)),
            (note, believed) => believed.or(note),
        }
    }
}

/// The number of a seat, as people count.
fn number(seat: Seat) -> String {
    (seat.index() + 1).to_string()
}

/// A probability with at most three decimals.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
