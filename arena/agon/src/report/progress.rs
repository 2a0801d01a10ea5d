//! `agon report progress`: how far journals are.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use agon_arena::{
    ask::count,
    keep::{JournalError, Part, Reading, SortedOut, every_game, read_results, sort_out},
};
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
/// The speed is that of a file's whole life, from its making to its last write. A journal that is damaged, or of another
/// tournament than most, is listed with the reason, and the exit code is then not 0.
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
    /// The files that were named and cannot be used; left out if all can.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unusable: Vec<Unusable>,
}

/// A file that was named and cannot be used.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct Unusable {
    /// The file.
    file: String,
    /// Why: it is damaged, is not there, or is of another tournament than most.
    why: String,
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
    /// `true` if it was joined of parts by `agon merge --partial`, with games missing in it; left out otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
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
    let (reading, unusable) = read_usable(&args.journals)?;
    let Reading { plan, score, parts, missing, .. } = reading;
    let why =
        |(path, error): &(PathBuf, JournalError)| Unusable { file: path.display().to_string(), why: error.to_string() };
    let status = ProgressDocument {
        schema: "agon.status/1",
        done: score.games,
        games: plan.games(),
        missing: missing.as_deref(),
        journals: parts.iter().map(journal).collect(),
        unusable: unusable.iter().map(why).collect(),
    };
    let told = match form {
        Some(ProgressForm::Json) => document(&status)?,
        Some(ProgressForm::Text) | None => words(&status).into_bytes(),
    };
    args.sheet.write(&told)?;
    let bad = unusable.len();
    if let Some((_, error)) = unusable.into_iter().next() {
        let message = format!("{} of {} cannot be used", bad, count(args.journals.len() as u64, "journal"));
        return Err(Failed { message, ..Failed::from(error) });
    }
    match status.missing {
        // The message is what was printed.
        Some(_) if args.finished => Err(Failed::different("")),
        _ => Ok(()),
    }
}

/// Reads the journals that can be read together, and returns the others with the reasons.
///
/// # Errors
///
/// If none can be read, or those that can be contradict each other.
fn read_usable(journals: &[PathBuf]) -> Result<(Reading, Vec<(PathBuf, JournalError)>), Failed> {
    let error = match read_results(journals, &mut every_game) {
        Ok(reading) => return Ok((reading, Vec::new())),
        Err(error) => error,
    };
    let SortedOut { usable, unusable } = sort_out(journals);
    if usable.is_empty() || unusable.is_empty() {
        return Err(error.into());
    }
    Ok((read_results(&usable, &mut every_game)?, unusable))
}

fn words(status: &ProgressDocument<'_>) -> String {
    let mut text: String = status.journals.iter().map(line).collect();
    for unusable in &status.unusable {
        let _ = writeln!(text, "{}", unusable.why);
    }
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
        partial: part.is_partial,
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
    let JournalProgress { file, shard, of, partial, block, done, games, seconds } = journal;
    let mut text = if *partial { format!("{file}: joined of parts") } else { format!("{file}: shard {shard}/{of}") };
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
