//! Moves as Python names them: by a text, or by the number of an action.

use agon_core::{AnyMove, AnyPosition, Node, Position as _, line};
use pyo3::{prelude::*, types::PyString};

use crate::errors::wrong;

/// As many moves as most positions have: a list that grows is slower.
pub(crate) const ROOM: usize = 48;

/// The move that is meant by a text, or by the number of an action.
///
/// # Errors
///
/// Where there is none, or it is neither.
pub(crate) fn read(here: &AnyPosition, m: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
    if let Ok(text) = m.cast::<PyString>() {
        let text = text.to_cow()?;
        let text = text.trim();
        if here.node() == Node::Terminal {
            return Err(wrong(line::refuse(here, 1, text)));
        }
        let found = here.parse_move(text).or_else(|| line::read_move(here, text));
        return found.ok_or_else(|| wrong(line::refuse(here, 1, text)));
    }
    let number: i64 = m.extract()?;
    let found = u32::try_from(number).ok().and_then(|number| numbered(here, number));
    found.ok_or_else(|| refuse(here, number))
}

/// The numbers of all actions: those of the legal moves where a seat chooses, the places of what chance may draw.
pub(crate) fn list(here: &AnyPosition) -> Vec<u32> {
    let mut list = Vec::with_capacity(ROOM);
    match here.node() {
        Node::Terminal => {}
        Node::Decision(_) => here.each_number(&mut |number| list.push(number)),
        Node::Chance => list.extend(0..here.count() as u32),
    }
    list
}

/// The error for an action that is not legal here.
pub(crate) fn refuse(here: &AnyPosition, number: i64) -> PyErr {
    if here.node() == Node::Terminal {
        return wrong(format!("action {number} is not legal in `{here}`; the game is over"));
    }
    let list = list(here);
    let all: Vec<String> = list.iter().take(40).map(ToString::to_string).collect();
    let more = if list.len() <= 40 { "" } else { ", …" };
    wrong(format!("action {number} is not legal in `{here}`; accepted: {}{more}", all.join(", ")))
}

/// The move with this number: that of an action where a seat chooses, the place among all that chance may draw.
fn numbered(here: &AnyPosition, number: u32) -> Option<AnyMove> {
    match here.node() {
        Node::Terminal => None,
        Node::Decision(_) => here.numbered(number),
        Node::Chance => {
            let number = number as usize;
            (number < here.count()).then(|| here.nth(number))
        }
    }
}
