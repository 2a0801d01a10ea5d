//! `agon tree --to words`: a search in sentences.

use std::io::Write;

use agon_draw::{RedealsData, RegretStageData, Search};
use agon_table::{SavedNodes, WatchedSearch};
use serde::Serialize;

use crate::{
    failed::Failed,
    output::{hanging, json},
};

/// What a search tells beside its tree, in lines: the redeals that it drew, and how regrets went.
pub(crate) fn beside(thought: &WatchedSearch) -> Vec<String> {
    /// Redeals that are named, at most.
    const MOST_REDEALS: usize = 12;
    let redeals = thought.trace.redeals().data();
    let mut lines = redeals.map_or_else(Vec::new, |redeals| redeals.lines(MOST_REDEALS));
    let regrets = thought.trace.regrets();
    if !regrets.is_empty() {
        lines.push("the average strategy at this information set, with the regrets:".to_owned());
    }
    lines.extend(regrets.iter().map(RegretStageData::line));
    lines
}

/// Writes what a search did for people, in lines of at most `width` columns.
pub(crate) fn write(thought: &WatchedSearch, search: &Search, width: usize, out: &mut dyn Write) -> Result<(), Failed> {
    for line in thought.head(search) {
        hanging(out, "", &line.to_string(), width)?;
    }
    writeln!(out)?;
    for (number, sentence) in (1..).zip(search.story()) {
        hanging(out, &format!("{number:4}. "), &sentence, width)?;
    }
    if let Some(saved) = thought.saved(search) {
        writeln!(out, "\n{saved}")?;
    }
    let beside = beside(thought);
    if !beside.is_empty() {
        writeln!(out)?;
    }
    for line in beside {
        hanging(out, "", &line, width)?;
    }
    Ok(())
}

/// Writes the same as a document.
pub(crate) fn write_document(thought: &WatchedSearch, search: &Search, out: &mut dyn Write) -> Result<(), Failed> {
    let saved = thought.saved(search);
    let document = StoryDocument {
        game: &thought.site.game.term,
        player: &thought.player,
        redeal: thought.site.redealt.map(|_| thought.site.here.to_string()),
        search: search.number,
        sentences: search.story(),
        redeals: thought.trace.redeals().data(),
        regrets: thought.trace.regrets(),
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
    /// The redeals that the search looked at, where something is hidden and the player reports them.
    #[serde(skip_serializing_if = "Option::is_none")]
    redeals: Option<RedealsData>,
    /// How the regrets went, if the player learns by them: after 1, 10, 100, … iterations and after all.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    regrets: &'a [RegretStageData],
    /// How many positions the whole tree has; null where that was not counted.
    full: Option<u64>,
    /// The share of them that was not looked at.
    saved: Option<f64>,
}
