//! The searches of moves that a page of results holds: each player is asked again and watched.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    path::PathBuf,
    str::FromStr,
};

#[cfg(feature = "serve")]
use agon_arena::tell::PageSearch;
use agon_arena::{
    keep::{Detail, Reader, RecordedChoice, is_journal, read},
    play::Record,
    tell::PageSearches,
};
#[cfg(feature = "serve")]
use agon_table::{RewatchError, WatchedSearch};

use crate::{failed::Failed, inputs::is_document, models};

/// The most searches of a page.
const MOST: usize = 10;
/// The most positions of each.
#[cfg(feature = "serve")]
const LIMIT: usize = 3_000;

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StageAsked {
    game: u64,
    /// Counted from one.
    number: usize,
}

impl FromStr for StageAsked {
    type Err = String;

    fn from_str(text: &str) -> Result<StageAsked, String> {
        let parts = text.split_once(':');
        let parts = parts.and_then(|(game, m)| Some((game.parse().ok()?, m.parse().ok()?)));
        match parts {
            Some((game, number)) if number != 0 => Ok(StageAsked { game, number }),
            _ => Err("GAME:MOVE by their numbers, moves from 1, such as 3:12".into()),
        }
    }
}

/// The searches of the moves that are asked for, of games of these journals.
///
/// # Errors
///
/// If there are too many, there is no such move, or it cannot be asked for again; if its player chooses otherwise.
pub(super) fn searches(paths: &[PathBuf], asked: &[StageAsked]) -> Result<PageSearches, Failed> {
    if asked.is_empty() {
        return Ok(PageSearches::default());
    }
    if MOST < asked.len() {
        let count = asked.len();
        return Err(Failed::usage(format!("a page has at most {MOST} searches; --stage asks for {count}")));
    }
    let files = journals(paths, asked)?;
    for file in &files {
        models::read_again(&Reader::open(file)?.tournament()?)?;
    }
    let mut records: BTreeMap<u64, Record> = BTreeMap::new();
    let wanted: BTreeSet<u64> = asked.iter().map(|asked| asked.game).collect();
    let reading = read(&files, Detail::Moves, &mut |game| {
        if wanted.contains(&game.record.number) {
            records.insert(game.record.number, game.record.clone());
        }
        let is_enough = records.len() == wanted.len();
        Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let mut choices: Vec<RecordedChoice<'_>> = Vec::new();
    for &StageAsked { game, number } in asked {
        let Some(record) = records.get(&game) else {
            let name = paths[0].display();
            return Err(Failed::usage(format!("`{name}` has no game of number {game}")));
        };
        let is_same = |other: &RecordedChoice<'_>| (other.record().number, other.ply() + 1) == (game, number);
        if !choices.iter().any(is_same) {
            choices.push(RecordedChoice::of(&reading.plan, record, number - 1).map_err(Failed::usage)?);
        }
    }
    watched(&choices)
}

/// The files of journals, without the number of a game.
///
/// # Errors
///
/// If that is not the game that is asked for, or a file is no journal.
fn journals(paths: &[PathBuf], asked: &[StageAsked]) -> Result<Vec<PathBuf>, Failed> {
    let [named] = paths else { return Ok(paths.to_vec()) };
    let text = named.to_str().unwrap_or_default();
    let (file, number) = agon_table::file_of(text).unwrap_or((named, None));
    if !is_journal(file) && is_document(file) {
        let why = "a saved game does not say what its players drew from";
        return Err(Failed::usage(format!("--stage is for journals: {why}")));
    }
    match asked.iter().find(|asked| number.is_some_and(|number| number != asked.game)) {
        Some(other) => Err(Failed::usage(format!("`{text}` is not game {}", other.game))),
        None => Ok(vec![file.to_owned()]),
    }
}

/// The pages of the searches.
#[cfg(feature = "serve")]
fn watched(choices: &[RecordedChoice<'_>]) -> Result<PageSearches, Failed> {
    let page = agon_serve::StagePage { search: None, has_boards: true, theme: "auto", language: "en" };
    let mut searches = Vec::new();
    for choice in choices {
        let thought = WatchedSearch::of_choice(choice, (LIMIT, usize::MAX)).map_err(|why| match why {
            RewatchError::Different(found) => Failed::different(found),
            RewatchError::Silent(why) => {
                Failed::usage(format!("game {}, move {}: {why}", choice.record().number, choice.ply() + 1))
            }
        })?;
        searches.push(PageSearch {
            game: choice.record().number,
            ply: choice.ply(),
            player: choice.entry().name.clone(),
            body: page.body(thought).map_err(Failed::trouble)?,
        });
    }
    let (begin, script) = (page.begin("Search"), agon_serve::StagePage::script());
    Ok(PageSearches { begin, script, searches })
}

/// That they cannot be drawn.
#[cfg(not(feature = "serve"))]
fn watched(_: &[RecordedChoice<'_>]) -> Result<PageSearches, Failed> {
    Err(Failed::unbuilt("serve"))
}

#[cfg(test)]
mod tests {
    use super::StageAsked;

    #[test]
    fn a_move_is_named_by_two_numbers() {
        assert_eq!("3:12".parse(), Ok(StageAsked { game: 3, number: 12 }));
        assert_eq!("0:1".parse(), Ok(StageAsked { game: 0, number: 1 }));
        for wrong in ["", "3", "3:0", "3:", ":3", "3:-1", "a:b", "3:1:2", "-1:1", "3: 4"] {
            assert!(wrong.parse::<StageAsked>().unwrap_err().contains("3:12"), "{wrong}");
        }
    }
}
