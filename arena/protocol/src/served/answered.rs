//! What a program says of a position, once every promise in it was checked.

use std::collections::BTreeSet;

use agon_core::{Facts, Node, Seat, Sum};

use crate::question::{Acts, PositionAnswer};

/// By so much payoffs may miss what they are to add up to.
const ROUNDING: f64 = 1e-9;

/// Who acts in a position, or what everybody got.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stance {
    pub(crate) node: Node,
    /// At the end, of every seat.
    pub(crate) payoffs: Box<[f64]>,
}

/// What may be played in a position, and where it leads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Continuations {
    /// Ascending.
    pub(crate) codes: Box<[u64]>,
    pub(crate) words: Box<[Box<str>]>,
    /// Of what chance may draw; empty elsewhere.
    pub(crate) weights: Box<[u32]>,
    pub(crate) successors: Box<[(Box<str>, Stance)]>,
    /// What each seat has seen, and last who sits at none; empty where nothing is hidden.
    pub(crate) views: Box<[Box<str>]>,
}

impl Continuations {
    /// Bytes, about.
    pub(crate) fn size(&self) -> usize {
        let texts = self.words.iter().chain(self.successors.iter().map(|(text, _)| text));
        let texts = texts.chain(&self.views);
        let payoffs: usize = self.successors.iter().map(|(_, s)| s.payoffs.len() * 8).sum();
        texts.map(|text| text.len()).sum::<usize>() + payoffs + self.codes.len() * 96 + 128
    }
}

/// Who acts, by the promises in `facts`.
///
/// # Errors
///
/// The promise that it breaks.
pub(crate) fn standing(acts: &Acts, facts: &Facts) -> Result<Stance, String> {
    let nobody = Box::default();
    match acts {
        Acts::Decision { seat } if (1..=facts.seats).contains(seat) => {
            Ok(Stance { node: Node::Decision(Seat(seat - 1)), payoffs: nobody })
        }
        Acts::Decision { seat } => Err(format!("seat {seat} is to move, and the seats are 1 to {}", facts.seats)),
        Acts::Chance if facts.chance => Ok(Stance { node: Node::Chance, payoffs: nobody }),
        Acts::Chance => Err("chance is to draw in a game that says it has none".to_owned()),
        Acts::Terminal { payoffs } => {
            if payoffs.len() != usize::from(facts.seats) {
                return Err(format!("{} payoffs for {} seats", payoffs.len(), facts.seats));
            }
            let range = facts.min_payoff..=facts.max_payoff;
            if let Some(outside) = payoffs.iter().find(|payoff| !range.contains(*payoff)) {
                return Err(format!(
                    "the payoff {outside} is outside what the game declared, {} to {}",
                    facts.min_payoff, facts.max_payoff
                ));
            }
            let declared = match facts.sum {
                Sum::Zero => Some(0.0),
                Sum::Constant(total) => Some(total),
                Sum::General => None,
            };
            let total: f64 = payoffs.iter().sum();
            if let Some(declared) = declared.filter(|sum| ROUNDING < (total - sum).abs()) {
                return Err(format!("the payoffs {payoffs:?} add up to {total}, and the game declared {declared}"));
            }
            // None is −0.
            let payoffs = payoffs.iter().map(|payoff| payoff + 0.0).collect();
            Ok(Stance { node: Node::Terminal, payoffs })
        }
    }
}

/// What `answer`, to a question for moves, codes and successors, says.
///
/// # Errors
///
/// The promise that it breaks.
pub(crate) fn continuations(answer: PositionAnswer, facts: &Facts) -> Result<(Stance, Continuations), String> {
    let views = views(&answer, facts);
    if let Some(error) = answer.error {
        return Err(format!("a position that it wrote itself is refused: {error}"));
    }
    let acts = answer.acts.ok_or("it does not say who acts: `node` is missing")?;
    let here = standing(&acts, facts)?;
    let words = answer.moves.unwrap_or_default();
    let successors = answer.successors.unwrap_or_default();
    let count = words.len();
    match here.node {
        Node::Terminal if 0 < count => return Err(format!("the game is over, with {count} moves")),
        Node::Decision(_) | Node::Chance if count == 0 => {
            return Err("the game goes on, and there is no move".to_owned());
        }
        _ => {}
    }
    if successors.len() != count {
        return Err(format!("{count} moves, and {} successors", successors.len()));
    }
    let mut seen = BTreeSet::new();
    for word in &words {
        if !is_line(word) {
            return Err(format!("the move {word:?} is not a text on one line"));
        }
        if !seen.insert(word.as_str()) {
            return Err(format!("the move `{word}` is listed twice"));
        }
    }
    let codes: Vec<u64> = match answer.codes {
        None => (0..count as u64).collect(),
        Some(codes) => {
            let read = codes.iter().map(|code| code.parse().map_err(|_| code));
            let read: Result<Vec<u64>, _> = read.collect();
            read.map_err(|code| format!("the code `{code}` is no whole number below 2⁶⁴"))?
        }
    };
    if codes.len() != count || !codes.is_sorted_by(|one, other| one < other) {
        return Err(format!("{count} moves need as many codes, ascending"));
    }
    let weights = match here.node {
        Node::Chance => answer.weights.unwrap_or_else(|| vec![1; count]),
        _ => Vec::new(),
    };
    let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    if here.node == Node::Chance && (weights.len() != count || weights.contains(&0) || u64::from(u32::MAX) < total) {
        return Err(format!("{count} outcomes need as many weights, from 1, below 2³² together"));
    }
    let mut leads = Vec::with_capacity(count);
    for (word, successor) in words.iter().zip(successors) {
        let text = successor.position;
        if !is_line(&text) {
            return Err(format!("after `{word}` the position {text:?} is not a text on one line"));
        }
        let there = standing(&successor.acts, facts);
        let there = there.map_err(|what| format!("after `{word}`, in `{text}`: {what}"))?;
        leads.push((text.into_boxed_str(), there));
    }
    Ok((
        here,
        Continuations {
            codes: codes.into(),
            words: words.into_iter().map(String::into_boxed_str).collect(),
            weights: weights.into(),
            successors: leads.into(),
            views: views?,
        },
    ))
}

/// What each seat has seen, and last who sits at none.
fn views(answer: &PositionAnswer, facts: &Facts) -> Result<Box<[Box<str>]>, String> {
    if !facts.hidden {
        return Ok(Box::default());
    }
    let of_seats = answer.views.iter().flatten();
    let views: Box<[Box<str>]> = of_seats.chain(&answer.public_view).map(|view| view.as_str().into()).collect();
    if views.len() != usize::from(facts.seats) + 1 {
        return Err(format!("what is seen is `views`, one for each of {} seats, and `public_view`", facts.seats));
    }
    match views.iter().find(|view| view.contains(char::is_control)) {
        Some(view) => Err(format!("the view {view:?} is not a text on one line")),
        None => Ok(views),
    }
}

/// Whether a text can stand on a line, alone.
pub(crate) fn is_line(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control)
}

/// In what two answers about one position differ.
pub(crate) fn difference(before: &Continuations, now: &Continuations) -> String {
    let (old, new) = (before.codes.len(), now.codes.len());
    if old != new {
        return format!("had {old} moves, now {new}");
    }
    for (at, word) in before.words.iter().enumerate() {
        if *word != now.words[at] {
            return format!("had the move `{word}`, now `{}` in its place", now.words[at]);
        }
        let (was, is) = (&before.successors[at], &now.successors[at]);
        if was.0 != is.0 {
            return format!("led by `{word}` to `{}`, now to `{}`", was.0, is.0);
        }
        if was.1 != is.1 {
            return format!("led by `{word}` to another end or turn before");
        }
    }
    if before.views != now.views {
        return "looked otherwise to some seat before".to_owned();
    }
    "had other codes or weights".to_owned()
}
