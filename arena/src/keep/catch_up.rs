//! Resuming a tournament where its journal ends: reading the games that it already has.

use std::ops::ControlFlow;

use crate::{
    keep::{
        journal::{Reader, replay},
        journal_error::JournalError,
        record_check::Detail,
    },
    plan::schedule::Plan,
    play::{job::Run, played::Played, runner::is_stopping, watch::Silence},
    tally::score::Score,
};

/// The content of a journal when it is resumed.
#[derive(Debug)]
#[non_exhaustive]
pub struct CaughtUp {
    /// The plan as far as it is known then: with the round that follows, where the games end with one.
    pub plan: Plan,
    /// The number of games, including those before the bookmark.
    pub games: u64,
    /// How the tournament ended, if it ended early.
    pub ended: Option<Run>,
    /// Whether no games are left to play.
    pub is_whole: bool,
    /// The failures to answer in these games.
    pub silence: Silence,
}

/// Reads the games of a journal, or those after a bookmark where `reader` continues: adds them up in `score`, and
/// passes each to `take`.
///
/// # Errors
///
/// If the journal is damaged, or `take` fails.
pub fn catch_up(
    reader: &mut Reader,
    plan: Plan,
    detail: Detail,
    score: &mut Score,
    take: &mut dyn FnMut(&Played<'_>, &Score) -> Result<(), JournalError>,
) -> Result<CaughtUp, JournalError> {
    let (mut ended, shard) = (None, reader.header().shard());
    score.is_preferred = reader.header().preferred;
    // Two closures need the score, one after the other.
    let score = std::cell::RefCell::new(score);
    let (mut plan, games) = replay(
        reader,
        plan,
        detail,
        &mut |plan: &Plan| plan.extend(score.borrow().last_round()).ok().flatten(),
        &mut |game| {
            if is_stopping(game.plan, game.record) {
                ended = Some(Run::Fault(game.record.number));
            }
            let mut score = score.borrow_mut();
            score.take(game);
            if score.is_enough(game) {
                ended = Some(Run::Enough);
            }
            take(game, &score).map(ControlFlow::Continue)
        },
    )?;
    let mut is_whole = ended.is_some() || games == plan.shard_games(shard);
    if is_whole && ended.is_none() && !shard.is_of_block() {
        let next = plan.extend(score.into_inner().last_round());
        if let Some(longer) = next.map_err(|error| reader.without_plan(error))? {
            (plan, is_whole) = (longer, false);
        }
    }
    Ok(CaughtUp { plan, games, ended, is_whole, silence: reader.silence().clone() })
}
