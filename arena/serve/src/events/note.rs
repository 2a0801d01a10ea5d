//! The file beside a journal: who began the tournament, and its stage.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize};

use super::event::LiveTournament;
use crate::{files, pool::Worker, problem::Problem, share::GuestShare};

/// How the names of these files end.
pub(super) const NOTE: &str = "json";

/// The file beside a journal: who began the tournament, and its stage.
#[derive(Serialize, Deserialize)]
pub(super) struct TournamentNote {
    pub(super) name: String,
    pub(super) guest: String,
    /// A hash of the address of the guest who began it.
    #[serde(default)]
    pub(super) address: String,
    /// Milliseconds since 1970.
    pub(super) begun: i64,
    /// Whether it is to be played.
    pub(super) wanted: bool,
    /// Whether all of it is played.
    #[serde(default)]
    pub(super) over: bool,
}

impl TournamentNote {
    /// The note beside this journal, if it exists and can be read.
    pub(super) fn read(journal: &Path) -> Option<TournamentNote> {
        let path = journal.with_extension(NOTE);
        fs::read_to_string(path).ok().and_then(|text| serde_json::from_str(&text).ok())
    }

    /// Writes down whether a tournament is to be played; `now` is when it was begun, if nothing is written yet.
    pub(super) fn put(_: &Worker, event: &LiveTournament, wanted: bool, now: i64) -> Result<(), Problem> {
        let GuestShare { address, name } = event.guest.clone().unwrap_or_default();
        let note = TournamentNote {
            name: event.name.clone(),
            guest: name,
            address,
            begun: TournamentNote::read(&event.path).map_or(now, |about| about.begun),
            wanted,
            over: false,
        };
        note.write(&event.path)
    }

    /// Writes it down beside this journal.
    pub(super) fn write(&self, journal: &Path) -> Result<(), Problem> {
        let text = serde_json::to_string(self).map_err(Problem::trouble)?;
        files::write(&journal.with_extension(NOTE), text.as_bytes()).map_err(Problem::trouble)
    }
}
