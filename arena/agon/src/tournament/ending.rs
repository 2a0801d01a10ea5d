//! The end of a run: whether all is played, why not, how it goes on, and what people should know of its games.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use agon_arena::{ask::quoted, keep::JournalError, play::Run, tell::ResultDocument};
use agon_table::TableError;

use crate::{
    failed::Failed,
    signals::{self, LastWords},
};

/// Has a run end by itself when it is asked to, and say how it goes on if it cannot in time. Once all
/// `is_played` there is no message about games.
pub(crate) fn end_when_asked(is_played: Arc<AtomicBool>, farewell: impl Fn() -> String + Send + Sync + 'static) {
    signals::leave_with(move || LastWords { err: farewell(), ..LastWords::default() });
    signals::end_by_itself(Failed::INTERRUPTED, move || {
        let words = if is_played.load(Ordering::Relaxed) {
            "closing the page"
        } else {
            "stopping; unfinished games will be played again. Press Ctrl-C again to stop now"
        };
        LastWords { err: words.to_owned(), ..LastWords::default() }
    });
}

/// Whether a run with that result, of `all` games, has come to its end; why not, otherwise.
pub(crate) fn ended(run: Run, result: &ResultDocument, all: u64, journal: Option<&Path>) -> Result<(), Failed> {
    match run {
        Run::Fault(number) => {
            let how = match result.told_fault(number) {
                Some(how) => format!("{how}; faults = \"stop\""),
                None => "where a player was at fault (faults = \"stop\")".to_owned(),
            };
            Err(Failed::trouble(format!("stopped at game {number}, {how}")))
        }
        Run::Interrupted => Err(interrupted_at(result.games, all, journal)),
        Run::Failed(error) => Err(Failed::trouble(error)),
        Run::Done | Run::Enough => Ok(()),
    }
}

fn interrupted_at(played: u64, all: u64, journal: Option<&Path>) -> Failed {
    let way_on = way_on(journal);
    Failed::interrupted(format!("interrupted after {played} of {all} games; {way_on}"))
}

/// How a tournament that was interrupted goes on.
pub(super) fn way_on(journal: Option<&Path>) -> String {
    match journal {
        Some(path) => {
            format!("go on with: agon run {}", quoted(&path.display().to_string()))
        }
        None => "there is no journal".to_owned(),
    }
}

impl From<JournalError> for Failed {
    fn from(error: JournalError) -> Failed {
        let why = way_out(&error);
        let failed = match error {
            JournalError::Conflict { .. } => Failed::different(error),
            JournalError::Partial(_) => Failed::usage(error),
            _ => TableError::from(error).into(),
        };
        match why {
            Some(why) => failed.because(&why),
            None => failed,
        }
    }
}

/// What the command can do about it.
fn way_out(error: &JournalError) -> Option<String> {
    let elsewhere = |path: &str| format!("name another --journal, or go on with this one: agon run {}", quoted(path));
    Some(match error {
        JournalError::Locked(_) => "wait for it, or name another --journal".to_owned(),
        JournalError::OtherBuild { .. } | JournalError::Builds { .. } => {
            "go on with that build, or say --mixed-builds".to_owned()
        }
        JournalError::Unbegun(_) => "agon run with the tournament's file or flags begins it again".to_owned(),
        JournalError::Foreign { path, .. } => elsewhere(path),
        JournalError::Thoughts { path, keeps } => {
            let flag = if *keeps { "say --thoughts" } else { "leave --thoughts out" };
            format!("{flag}, {}", elsewhere(path))
        }
        JournalError::Conflict { .. } => "agon verify says which record is wrong".to_owned(),
        JournalError::OtherRules { path, .. } => {
            format!("agon report {} shows what it has; play the rest anew, in another --journal", quoted(path))
        }
        JournalError::OtherResults { .. } => "agon run --after plays it".to_owned(),
        error => format!("agon run {} plays it", quoted(error.tournament_file()?)),
    })
}
