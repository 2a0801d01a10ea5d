//! Examples of positions, in the error messages and on the pages of games, are positions.

use agon_core::{AnyPosition, Position as _, registry};

use crate::workspace;

/// What introduces an example, and what ends one outside of backticks.
const MARKS: [&str; 3] = ["such as ", "as in ", ": "];
const ENDS: [&str; 2] = [", ", "; "];

/// Where the first sentence ends.
fn sentence(text: &str) -> usize {
    let is_end = |&(at, _): &(usize, &str)| text[at + 2..].starts_with(|c: char| c.is_uppercase());
    text.match_indices(". ").find(is_end).map_or(text.len(), |(at, _)| at)
}

/// The examples in backticks.
fn quoted(text: &str) -> Vec<String> {
    let mut examples = Vec::new();
    for mark in MARKS {
        for (at, _) in text.match_indices(&format!("{mark}`")) {
            let rest = &text[at + mark.len() + 1..];
            examples.extend(rest.split_once('`').map(|(example, _)| example.to_owned()));
        }
    }
    examples
}

/// The example in what a page says that a position is, if there is one.
fn shown(help: &str) -> Option<String> {
    let (_, told) = help.split_once("position is ")?;
    let end = sentence(told);
    let (at, mark) = MARKS.iter().filter_map(|mark| Some((told.find(mark)?, mark))).min()?;
    if end < at {
        return None;
    }
    let rest = &told[at + mark.len()..];
    let end = ENDS.iter().filter_map(|end| rest.find(end)).min();
    let end = end.unwrap_or(rest.len()).min(sentence(rest));
    Some(rest[..end].trim_matches('`').to_owned())
}

#[test]
fn examples_of_positions_are_positions() {
    let (mut told, mut on_pages, mut wrong) = (0, 0, Vec::new());
    for game in workspace::games() {
        let start = registry::game(game.name).unwrap().start;
        let expected = start.parse("?!?").unwrap_err().expected;
        for example in quoted(&expected) {
            told += 1;
            if let Err(error) = start.parse(&example) {
                wrong.push(format!("{}, in its error message: {error}", game.name));
            }
        }
        if let Some(example) = shown(game.help) {
            on_pages += 1;
            // The last sentence of a page ends with a point that is no part of it.
            let whole = format!("{example}.");
            let all = [&whole, example.as_str(), example.strip_suffix('.').unwrap_or(&example)];
            let is_one = |start: &AnyPosition| all.iter().any(|text| start.parse(text).is_ok());
            let mut starts = game.sample_terms().map(|term| registry::game(&term));
            if !starts.any(|named| is_one(&named.unwrap().start)) {
                wrong.push(format!("{}, on its page: {example}", game.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(20 <= told && 8 <= on_pages, "{told} and {on_pages}");
}
