//! A tournament goes on where its journal ends: what is there already is taken in.

use std::ops::ControlFlow;

use crate::{
    keep::{
        journal::{Reader, replay},
        journal_error::JournalError,
        scrutiny::Detail,
    },
    plan::schedule::Plan,
    play::{job::Run, played::Played, runner::is_stopping, watch::Silence},
    tally::score::Score,
};

/// What a journal has already.
#[derive(Debug)]
#[non_exhaustive]
pub struct CaughtUp {
    /// The plan as far as it is known then: with the round that follows, where the games end with one.
    pub plan: Plan,
    /// How many games there were, those included that the reader had read before.
    pub games: u64,
    /// How the tournament ended, if it ended early.
    pub ended: Option<Run>,
    /// Whether nothing is left to play.
    pub is_whole: bool,
    /// Who gave no answer in any of these games.
    pub silence: Silence,
}

/// Takes in what a journal has already, or what it has after a bookmark where `reader` goes on: adds it up in `score`,
/// and hands every game to `take`.
///
/// # Errors
///
/// Where the journal is damaged, or `take` finds something wrong.
pub fn catch_up(
    reader: &mut Reader,
    plan: Plan,
    detail: Detail,
    score: &mut Score,
    take: &mut dyn FnMut(&Played<'_>, &Score) -> Result<(), JournalError>,
) -> Result<CaughtUp, JournalError> {
    let (mut ended, shard) = (None, reader.header().shard());
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
