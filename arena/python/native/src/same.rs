//! Whether two games are one, and the fingerprint of a game's rules.

use agon_core::{NamedGame, Seat, StopSignal};
use agon_rules::same::{ComparedRules, Difference, SameSpec, Verdict, WalkedRules};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::{apart::apart, errors::failed, known::game};

/// Compares the games of two terms, or of one alone finds the fingerprint: the document that the command `agon same` writes. Of each
/// game so many positions are walked, so many plies; `seats` of the second may have other numbers, and payoffs be compared by
/// `scale`.
///
/// # Errors
///
/// Where there is no such game, or its rules break down.
#[pyfunction]
#[pyo3(signature = (one, other, *, depth = None, limit = None, seats = false, scale = false))]
pub(crate) fn same(
    py: Python<'_>,
    one: &str,
    other: Option<&str>,
    depth: Option<u32>,
    limit: Option<usize>,
    seats: bool,
    scale: bool,
) -> PyResult<String> {
    let spec = SameSpec { depth, positions: limit, any_seats: seats, scaled: scale };
    let one = game(one)?;
    let other = other.map(game).transpose()?;
    let stop = StopSignal::new();
    let document = apart(py, || stop.give(), || document_of(&spec, &one, other.as_deref(), &stop))?;
    document.map(|document| document.to_string()).ok_or_else(|| failed("interrupted"))
}

fn document_of(spec: &SameSpec, one: &NamedGame, other: Option<&NamedGame>, stop: &StopSignal) -> Option<Value> {
    let Some(other) = other else {
        let found = spec.walk(&one.start, stop)?;
        let depth = found.depth;
        let games = [walked(one, &found)];
        return Some(json!({ "games": games, "same": null, "depth": depth, "seats": null, "difference": null }));
    };
    let ComparedRules { games, depth, verdict, seats } = spec.compare([&one.start, &other.start], stop)?;
    let number = |seat: &Seat| seat.0 + 1;
    let (is_same, difference) = match verdict {
        Verdict::Same { .. } => (true, Value::Null),
        Verdict::Different(difference) => (false, told(&difference)),
    };
    Some(json!({
        "games": [walked(one, &games[0]), walked(other, &games[1])],
        "same": is_same,
        "depth": depth,
        "seats": seats.map(|seats| seats.iter().map(number).collect::<Vec<_>>()),
        "difference": difference,
    }))
}

fn walked(game: &NamedGame, rules: &WalkedRules) -> Value {
    let WalkedRules { positions, depth, fingerprint } = rules;
    json!({ "game": game.term, "positions": positions, "depth": depth, "fingerprint": fingerprint })
}

fn told(difference: &Difference) -> Value {
    json!({
        "kind": difference.kind(),
        "text": difference.to_string(),
        "plays": difference.plays,
        "positions": difference.positions.each_ref().map(ToString::to_string),
    })
}
