//! What a program says of a position, once every promise in it was checked.

use std::{collections::BTreeSet, sync::OnceLock};

use agon_core::{Facts, Node, Seat, Sum};

use crate::question::{Acts, PositionAnswer};

/// By so much payoffs may miss what they are to add up to.
const ROUNDING: f64 = 1e-9;

/// What is wrong with an answer that has no `node`.
pub(crate) const NOBODY_ACTS: &str = "it does not say who acts: `node` is missing";

/// Who acts in a position, or what everybody got.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stance {
    pub(crate) node: Node,
    /// At the end, of every seat.
    pub(crate) payoffs: Box<[f64]>,
}

/// Where a move leads: the text of that position, and who acts there.
pub(crate) type Lead = (Box<str>, Stance);

/// What may be played in a position, and where it leads.
#[derive(Clone, Debug)]
pub(crate) struct Continuations {
    /// Ascending.
    pub(crate) codes: Box<[u64]>,
    pub(crate) words: Box<[Box<str>]>,
    /// Of what chance may draw; empty elsewhere.
    pub(crate) weights: Box<[u32]>,
    /// As far as they were asked for; or what was wrong with the answer.
    pub(crate) successors: Box<[OnceLock<Result<Lead, String>>]>,
    /// What each seat has seen, and last who sits at none; empty where nothing is hidden.
    pub(crate) views: Box<[Box<str>]>,
}

impl Continuations {
    /// Bytes, about, whatever becomes known of the successors later.
    pub(crate) fn size(&self) -> usize {
        let texts = self.words.iter().chain(&self.views);
        let successors: usize = self.leads().map(|(_, lead)| size(lead)).sum();
        texts.map(|text| text.len()).sum::<usize>() + successors + self.codes.len() * 96 + 128
    }

    /// The successors that are known, each with its place.
    pub(crate) fn leads(&self) -> impl Iterator<Item = (usize, &Lead)> {
        let leads = self.successors.iter().enumerate();
        leads.filter_map(|(place, lead)| Some((place, lead.get()?.as_ref().ok()?)))
    }
}

/// Bytes of what is behind a successor, about.
pub(crate) fn size((text, standing): &Lead) -> usize {
    text.len() + standing.payoffs.len() * 8
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

/// Where the move `word` leads by `text` and `acts`.
///
/// # Errors
///
/// The promise that they break.
pub(crate) fn lead(word: &str, text: String, acts: &Acts, facts: &Facts) -> Result<Lead, String> {
    if !is_line(&text) {
        return Err(format!("after `{word}` the position {text:?} is not a text on one line"));
    }
    let there = standing(acts, facts);
    let there = there.map_err(|what| format!("after `{word}`, in `{text}`: {what}"))?;
    Ok((text.into_boxed_str(), there))
}

/// What `answer`, to a question for moves and codes, says; and for successors if it `has_successors`.
///
/// # Errors
///
/// The promise that it breaks.
pub(crate) fn continuations(
    answer: PositionAnswer,
    has_successors: bool,
    facts: &Facts,
) -> Result<(Stance, Continuations), String> {
    let views = views(&answer, facts);
    if let Some(error) = answer.error {
        return Err(format!("a position that it wrote itself is refused: {error}"));
    }
    let acts = answer.acts.ok_or(NOBODY_ACTS)?;
    let here = standing(&acts, facts)?;
    let words = answer.moves.unwrap_or_default();
    let count = words.len();
    match here.node {
        Node::Terminal if 0 < count => return Err(format!("the game is over, with {count} moves")),
        Node::Decision(_) | Node::Chance if count == 0 => {
            return Err("the game goes on, and there is no move".to_owned());
        }
        _ => {}
    }
    let successors = answer.successors.unwrap_or_default();
    if has_successors && successors.len() != count {
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
    let mut leads = vec![OnceLock::new(); count];
    if has_successors {
        for ((word, successor), place) in words.iter().zip(successors).zip(&mut leads) {
            *place = OnceLock::from(Ok(lead(word, successor.position, &successor.acts, facts)?));
        }
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

/// In what two answers about one position differ, as far as both say it.
pub(crate) fn difference(before: &Continuations, now: &Continuations) -> Option<String> {
    let (old, new) = (before.codes.len(), now.codes.len());
    if old != new {
        return Some(format!("had {old} moves, now {new}"));
    }
    for (was, is) in before.words.iter().zip(&now.words) {
        if was != is {
            return Some(format!("had the move `{was}`, now `{is}` in its place"));
        }
    }
    for (at, was) in before.leads() {
        let Some(Ok(is)) = now.successors[at].get() else { continue };
        let word = &before.words[at];
        if was.0 != is.0 {
            return Some(format!("led by `{word}` to `{}`, now to `{}`", was.0, is.0));
        }
        if was.1 != is.1 {
            return Some(format!("led by `{word}` to another end or turn before"));
        }
    }
    if before.views != now.views {
        return Some("looked otherwise to some seat before".to_owned());
    }
    let is_same = before.codes == now.codes && before.weights == now.weights;
    (!is_same).then(|| "had other codes or weights".to_owned())
}
