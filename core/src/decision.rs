//! What a player answers: a move, and what it found out about it.

use std::borrow::Cow;

use crate::{AnyMove, AnyPosition, Node, Position, after, notation};

/// How exactly a value is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// It is the value, as far as the search looked.
    #[default]
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// It is the mean of a sample of plays: no bound on either side.
    Sample,
}

impl Bound {
    /// The same bound as the other of two seats sees it, who gets what this one does not.
    #[must_use]
    pub const fn for_the_other(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            Bound::Exact | Bound::Sample => self,
        }
    }

    /// The words that stand before a value so known: `at least `, and nothing where it is the value.
    pub const fn words(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "at least ",
            Bound::Upper => "at most ",
            Bound::Sample => "about ",
        }
    }

    /// The sign that stands before a value so known, with its space: `≥ `, and nothing where it is the
    /// value.
    pub const fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
            Bound::Sample => "≈ ",
        }
    }

    /// The name of it in documents: `exact`, `lower`, `upper` or `sample`.
    pub const fn name(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            Bound::Sample => "sample",
        }
    }
}

/// What a search knows of one move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// What it is worth to the seat that chooses, in payoffs.
    pub value: f64,
    /// How exactly.
    pub bound: Bound,
    /// How many plays a [sample](Bound::Sample) is the mean of; zero for any other value.
    pub visits: u64,
    /// The mean of a sample on the scale 0 to 1, `w/n`, where the next move is selected by a bound.
    pub share: Option<f64>,
    /// What is added to that for the bound, on the same scale: `C √(ln t / n)`.
    pub term: Option<f64>,
    /// How likely the player plays it, if it draws its move and says how.
    pub probability: Option<f64>,
}

impl<M> RootMove<M> {
    /// A move that was searched, and what is known of its value.
    pub const fn new(m: M, value: f64, bound: Bound) -> RootMove<M> {
        RootMove { m, value, bound, visits: 0, share: None, term: None, probability: None }
    }

    /// A move whose value is the mean of this many plays.
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

/// A move, and what the search that chose it knows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decision<M> {
    /// The move.
    pub m: M,
    /// What the position is worth to the seat that chooses, in payoffs.
    pub value: Option<f64>,
    /// How exactly the value is known, as far as the search goes.
    pub bound: Bound,
    /// How many plies deep it looked.
    pub depth: Option<u32>,
    /// How many positions it looked at, the root counted.
    pub nodes: u64,
    /// The line it expects, starting with `m`; empty unless it was asked to explain itself.
    pub pv: Vec<M>,
    /// The moves at the root, in the game's order; empty unless it was asked to explain itself.
    pub moves: Vec<RootMove<M>>,
    /// How the others are believed to answer `m`, in the game's order: every move that may come; empty
    /// where somebody else does not act next, or the player believes nothing but that they play well.
    pub beliefs: Vec<Belief<M>>,
    /// What whoever asked should know of the answer, if anything, in words.
    pub note: Option<Cow<'static, str>>,
}

impl<M> Decision<M> {
    /// A move chosen without looking ahead.
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

    /// The same, after looking at this many positions.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Decision<M> {
        Decision { nodes, ..self }
    }

    /// The same, knowing what the position is worth to the seat that chooses.
    #[must_use]
    pub fn with_value(self, value: Option<f64>) -> Decision<M> {
        Decision { value, ..self }
    }

    /// The same, its value being so exactly known.
    #[must_use]
    pub fn with_bound(self, bound: Bound) -> Decision<M> {
        Decision { bound, ..self }
    }

    /// The same, with words that whoever asked should know.
    #[must_use]
    pub fn with_note(self, note: impl Into<Cow<'static, str>>) -> Decision<M> {
        Decision { note: Some(note.into()), ..self }
    }

    /// The same, with these words before those that it has.
    #[must_use]
    pub fn noting(self, words: &str) -> Decision<M> {
        let note = match &self.note {
            Some(note) => format!("{words}: {note}"),
            None => words.to_owned(),
        };
        self.with_note(note)
    }

    /// The same, having looked this many plies deep.
    #[must_use]
    pub fn with_depth(self, depth: Option<u32>) -> Decision<M> {
        Decision { depth, ..self }
    }

    /// The same decision with its moves written otherwise.
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

/// The list with every item changed. Most decisions have none.
#[inline]
fn mapped<A, B>(list: Vec<A>, change: impl FnMut(A) -> B) -> Vec<B> {
    if list.is_empty() { Vec::new() } else { list.into_iter().map(change).collect() }
}

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

impl Decision<AnyMove> {
    /// How the others are believed to answer the move at `here`, in words, where anything is believed:
    /// `seat 2 answers b1 (0.6), a2 (0.1), a3 (0.1) or one of 4 others (0.2 in all)`.
    pub fn believed(&self, here: &AnyPosition) -> Option<String> {
        /// How many moves are named.
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
