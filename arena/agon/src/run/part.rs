//! The part of a tournament that one machine of several plays.

use std::path::{Path, PathBuf};

use agon_arena::{
    keep::{Detail, Header, JournalError, Reader, every_game, read},
    plan::{Plan, Shard, Tournament},
};

use crate::{built::build, failed::Failed, tournament::KEPT};

/// Which part of a tournament is played, and after which games.
#[derive(clap::Args)]
pub(super) struct PartFlags {
    /// Play only this part of the plan, such as 2/5
    ///
    /// Each part has a journal of its own; agon merge joins them.
    #[arg(long, value_name = "I/N", value_parser = read_shard)]
    shard: Option<Shard>,
    /// Play what follows the games of this merged journal
    ///
    /// That is the next round, or the next openings of a match with --stop; with --shard, a part of that.
    #[arg(long, value_name = "JOURNAL", help_heading = KEPT, hide_short_help = true)]
    pub(super) after: Option<PathBuf>,
    /// How many openings of a match with --stop come before a merge
    ///
    /// The same for all parts. Unless given it is as many as before, and at least 16 for every part.
    #[arg(long, value_name = "OPENINGS", help_heading = KEPT, value_parser = clap::value_parser!(u64).range(1..), hide_short_help = true)]
    block: Option<u64>,
}

impl PartFlags {
    /// Whether a part is asked for, be it all.
    pub(super) fn is_asked(&self) -> bool {
        self.shard.is_some() || self.after.is_some() || self.block.is_some()
    }

    /// The games to play: all of the plan, or a part of it, and the plan as far as it is known then;
    /// `None` if nothing is left.
    pub(super) fn of(&self, plan: Plan, mixed_builds: bool) -> Result<Option<(Plan, Shard)>, Failed> {
        let part = self.shard.unwrap_or(Shard::WHOLE);
        let tournament = plan.tournament();
        let is_known = tournament.format.is_static() && tournament.stop.is_none();
        if self.block.is_some() && (tournament.stop.is_none() || self.shard.is_none() && self.after.is_none()) {
            return Err(Failed::usage("--block is for a match with --stop, a part of which is played"));
        }
        let Some(path) = &self.after else {
            let is_whole = is_known || self.shard.is_none();
            let block = plan.block(0, self.block.unwrap_or(FEWEST.saturating_mul(part.of)));
            return Ok(Some((plan, if is_whole { part } else { part.within(block) })));
        };
        let name = path.display();
        if is_known {
            return Err(Failed::usage(format!(
                "--after {name}: nothing in this {} depends on results, so there is no next part; play \
                 --shard I/N of the whole",
                tournament.format
            )));
        }
        let reader = Reader::open(path)?;
        let (theirs, ours) = (reader.header(), Header::new(&plan, Shard::WHOLE, build()));
        if !theirs.is_of_tournament(&ours) {
            return Err(Failed::usage(format!("--after {name}: the journal of another tournament")));
        }
        if theirs.shard() != Shard::WHOLE {
            return Err(Failed::usage(format!(
                "--after {name}: a part, whose results alone do not say what follows; agon merge it \
                 with the others first"
            )));
        }
        let base = read(&[path], Detail::Figures, &mut every_game)?;
        if base.builds != ours.build() && !mixed_builds {
            return Err(JournalError::other_build(path, base.builds, &ours).into());
        }
        if base.missing.is_none() {
            return Ok(None);
        }
        let played = base.score.games;
        let openings = FEWEST.saturating_mul(part.of).max(played.div_ceil(base.plan.group(0)));
        let block = base.plan.block(played, self.block.unwrap_or(openings));
        Ok(Some((base.plan, part.within(block))))
    }

    /// The journal of a tournament file, unless another is named. Where a part is asked for, it has the name of
    /// one, be it all.
    pub(super) fn journal_beside(&self, file: &Path, shard: Shard) -> PathBuf {
        match shard {
            Shard::WHOLE if self.shard.is_none() => file.with_extension("journal"),
            Shard { index, of, from, .. } => {
                let after = if from == 0 { String::new() } else { format!("from-{from}.") };
                file.with_extension(format!("{after}{}-of-{of}.journal", index + 1))
            }
        }
    }
}

/// How many openings of a match are worth a part of its own, at least.
const FEWEST: u64 = 16;

/// Reads `2/5`.
fn read_shard(text: &str) -> Result<Shard, String> {
    let parts = text
        .split_once('/')
        .and_then(|(index, of)| Some((index.trim().parse::<u64>().ok()?, of.trim().parse::<u64>().ok()?)));
    match parts {
        Some((index, of)) if 1 <= index && index <= of => Ok(Shard::part(index - 1, of)),
        _ => Err("which part of how many, such as 2/5; parts are counted from 1".to_owned()),
    }
}

/// Whether all parts of a tournament can be played at one time.
///
/// # Errors
///
/// Where it can't, with the reason.
pub(crate) fn can_be_sharded(tournament: &Tournament) -> Result<(), Failed> {
    let why = match (&tournament.stop, tournament.format) {
        (Some(stop), _) => format!("how many games a match has that {} ends", stop.term),
        (None, format) if !format.is_static() => format!("who meets in the rounds of a {format}"),
        _ => return Ok(()),
    };
    Err(Failed::usage(format!(
        "{why} depends on results, so not all parts can be played at one time. Play block by block: \
         agon run --shard I/N, agon merge, agon run --after the merged journal --shard I/N, …"
    )))
}
