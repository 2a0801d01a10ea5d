//! `agon report progress`: how far journals are.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use agon_arena::keep::{Part, Reading, every_game, read_results};
use indicatif::HumanDuration;
use serde::Serialize;

use crate::{
    failed::Failed,
    figure::grouped,
    output_target::{Sheet, document},
    progress::rate,
};

/// The progress of journals: done, left, speed, missing parts
///
/// The speed is that of a file's whole life, from its making to its last write.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Journals of one tournament
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    #[command(flatten)]
    sheet: Sheet<ProgressForm>,
    /// As --to json
    #[arg(long, conflicts_with = "form")]
    json: bool,
    /// End with exit code 3 while games are missing
    #[arg(long)]
    finished: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ProgressForm {
    /// A line for each journal, and for all
    #[value(alias = "txt")]
    Text,
    /// One document
    Json,
}

/// How far journals are, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct ProgressDocument<'a> {
    /// `agon.status/1`.
    schema: &'static str,
    /// How many games of the whole plan are played.
    done: u64,
    /// How many there are in the plan, as far as is known.
    games: u64,
    /// Which are missing, in words; null if none is.
    missing: Option<&'a str>,
    /// Journal by journal.
    journals: Vec<JournalProgress>,
}

/// How far one journal is.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct JournalProgress {
    /// The file.
    file: String,
    /// Which shard it is of, counted from 1.
    shard: u64,
    /// Of how many.
    of: u64,
    /// Its first and last game, where others may follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<(u64, u64)>,
    /// How many of its games are played.
    done: u64,
    /// How many it will have.
    games: u64,
    /// Seconds from its making to its last write; null where the system does not say.
    seconds: Option<f64>,
}

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let form = if args.json { Some(ProgressForm::Json) } else { args.sheet.form()? };
    let reading = read_results(&args.journals, &mut every_game)?;
    let Reading { plan, score, parts, missing, .. } = reading;
    let status = ProgressDocument {
        schema: "agon.status/1",
        done: score.games,
        games: plan.games(),
        missing: missing.as_deref(),
        journals: parts.iter().map(journal).collect(),
    };
    let told = match form {
        Some(ProgressForm::Json) => document(&status)?,
        Some(ProgressForm::Text) | None => words(&status).into_bytes(),
    };
    args.sheet.write(&told)?;
    match status.missing {
        // The message is what was printed.
        Some(_) if args.finished => Err(Failed::different("")),
        _ => Ok(()),
    }
}

fn words(status: &ProgressDocument<'_>) -> String {
    let mut text: String = status.journals.iter().map(line).collect();
    let (done, games) = (grouped(status.done), grouped(status.games));
    let _ = writeln!(text, "{done} of {games} games");
    if let Some(missing) = status.missing {
        let _ = writeln!(text, "missing: {missing}");
    }
    text
}

fn journal(part: &Part) -> JournalProgress {
    JournalProgress {
        file: part.path.display().to_string(),
        shard: part.shard.index + 1,
        of: part.shard.of,
        block: part.shard.is_of_block().then(|| (part.shard.from, part.shard.to - 1)),
        done: part.games,
        games: part.of,
        seconds: lived(&part.path).map(|time| time.as_secs_f64()),
    }
}

/// The time between the making of a file and its last write.
fn lived(path: &Path) -> Option<Duration> {
    let facts = fs::metadata(path).ok()?;
    facts.modified().ok()?.duration_since(facts.created().ok()?).ok()
}

fn line(journal: &JournalProgress) -> String {
    let JournalProgress { file, shard, of, block, done, games, seconds } = journal;
    let mut text = format!("{file}: shard {shard}/{of}");
    if let Some((first, last)) = block {
        let _ = write!(text, " of games {first} to {last}");
    }
    let _ = write!(text, ", {} of {}", grouped(*done), grouped(*games));
    // What took less was copied, or is over anyway.
    if let Some(speed) = seconds.filter(|&seconds| 1.0 <= seconds).map(|s| *done as f64 / s) {
        let _ = write!(text, ", {}", rate(speed));
        let left = games.saturating_sub(*done) as f64 / speed;
        if done < games && left.is_finite() && left < 1e12 {
            let left = HumanDuration(Duration::from_secs_f64(left));
            let _ = write!(text, ", about {left} left");
        }
    }
    text + "\n"
}
