//! `agon tree --to words`: a search in sentences.

use std::io::Write;

use agon_draw::Search;
use agon_table::{SavedNodes, WatchedSearch};
use serde::Serialize;

use crate::{
    failed::Failed,
    output::{hanging, json},
};

/// Writes what a search did for people, in lines of at most `width` columns.
///
/// # Errors
///
/// Only those of `out`.
pub(crate) fn write(
    thought: &WatchedSearch,
    search: &Search,
    width: usize,
    out: &mut dyn Write,
) -> Result<(), Failed> {
    for line in thought.head(search).lines() {
        hanging(out, "", line, width)?;
    }
    writeln!(out)?;
    for (number, sentence) in (1..).zip(search.story()) {
        hanging(out, &format!("{number:4}. "), &sentence, width)?;
    }
    if let Some(saved) = thought.saved(search) {
        writeln!(out, "\n{saved}")?;
    }
    Ok(())
}

/// Writes the same as a document.
///
/// # Errors
///
/// Only those of `out`.
pub(crate) fn write_document(
    thought: &WatchedSearch,
    search: &Search,
    out: &mut dyn Write,
) -> Result<(), Failed> {
    let saved = thought.saved(search);
    let document = StoryDocument {
        game: &thought.site.game.term,
        player: &thought.player,
        redeal: thought.site.redealt.map(|_| thought.site.here.to_string()),
        search: search.number,
        sentences: search.story(),
        full: saved.map(|saved| saved.full),
        saved: saved.map(SavedNodes::share),
    };
    Ok(json(out, &document)?)
}

/// The sentences, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct StoryDocument<'a> {
    /// The game's term.
    game: &'a str,
    /// The player's term.
    player: &'a str,
    /// The position that was searched, where that is a redeal: one that the seat to act cannot tell from the one
    /// that was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    redeal: Option<String>,
    /// The number of the search.
    search: usize,
    /// The search, one sentence per step.
    sentences: Vec<String>,
    /// How many positions the whole tree has; null where that was not counted.
    full: Option<u64>,
    /// The share of them that was not looked at.
    saved: Option<f64>,
}
