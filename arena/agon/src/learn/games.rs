//! Games that exist, to be learned from.

use std::{collections::BTreeMap, ops::ControlFlow, path::PathBuf};

use agon_arena::{
    ask::count,
    play::{Ending, Fault, Played},
};
use agon_learn::Learning;
use serde::Serialize;

use crate::{failed::Failed, figure::grouped, progress::note, report::mixed_games, signals};

/// Games that nothing was learned from.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(super) struct UnfitGames {
    /// Their kind.
    what: &'static str,
    /// How many.
    games: u64,
}

/// Learns from the games in `files`, one after the other, and says from which it did not.
///
/// # Errors
///
/// Where one can't be read, there is none to learn from, or somebody asks to stop.
pub(super) fn read(learning: &mut Learning, files: &[PathBuf]) -> Result<Vec<UnfitGames>, Failed> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let mut left_out: BTreeMap<&'static str, u64> = BTreeMap::new();
    mixed_games(files, &mut |played| {
        if let Some(what) = unfit(learning, played) {
            *left_out.entry(what).or_default() += 1;
        } else {
            let record = played.record;
            let given = record.opening as usize;
            learning.take(&played.base(), &record.moves, given, &record.payoffs);
        }
        if signals::is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if signals::is_asked() {
        return Err(Failed::interrupted("interrupted while games were read; nothing was saved"));
    }
    let each = left_out.iter().map(|(what, &games)| format!("{} {what}", grouped(games)));
    let without = match each.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => none,
        some => format!("; left out: {some}"),
    };
    if learning.games() == 0 {
        let term = &learning.game().term;
        return Err(Failed::usage(format!("--from: there is no game of {term} to learn from{without}")));
    }
    if !without.is_empty() {
        note(&format!("{} learned from{without}", count(learning.games(), "game")));
    }
    Ok(left_out.into_iter().map(|(what, games)| UnfitGames { what, games }).collect())
}

/// Why nothing can be learned from a game, if so.
fn unfit(learning: &Learning, played: &Played<'_>) -> Option<&'static str> {
    let section = &played.plan.tournament().sections[played.fixture.section];
    if section.game.term != learning.game().term {
        return Some("of other games");
    }
    match played.record.ending {
        // Who resigns says what the position is worth.
        Ending::Over | Ending::Agreed(_) | Ending::Forfeit(_, Fault::Resigned) => None,
        Ending::TooLong => Some("cut short"),
        Ending::Forfeit(..) => Some("lost by a fault"),
        Ending::Void(_) => Some("void or unfinished"),
    }
}
