//! `agon status`: how far journals are.

use std::{
    fmt::Write as _,
    fs,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use agon_arena::keep::{Detail, Gathered, Merging, Part, gather};
use indicatif::HumanDuration;
use serde::Serialize;

use crate::{
    failed::Failed,
    figure::grouped,
    output::{answer, json},
    progress::rate,
};

/// Says how far journals are: done, left, how fast, what is missing
///
/// Of one journal, or of the shards of one plan, running or not; nothing is waited for. How fast:
/// games by the time from when a file was made until it was last written, where the system knows.
#[derive(clap::Args)]
#[command(after_help = "\
Keys of --json: schema (agon.status/1); done, games: of the whole plan; missing: in words, or null; \
journals: file, shard and of (counted from 1), block (its first and last game, where others may \
follow), done, games, seconds from its making to its last \
write, or null.")]
pub(crate) struct Args {
    /// The journals
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// End with exit code 3 while games are missing
    #[arg(long)]
    finished: bool,
}

#[derive(Serialize)]
struct Status<'a> {
    schema: &'static str,
    done: u64,
    games: u64,
    missing: Option<&'a str>,
    journals: Vec<Journal>,
}

#[derive(Serialize)]
struct Journal {
    file: String,
    shard: u64,
    of: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<(u64, u64)>,
    done: u64,
    games: u64,
    seconds: Option<f64>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let how = Merging { mixed_builds: true, ..Merging::default() };
    let gathered = gather(&args.journals, how, Detail::Figures, &mut |_| Ok(()))?;
    let Gathered { plan, score, parts, missing, .. } = gathered;
    let status = Status {
        schema: "agon.status/1",
        done: score.games,
        games: plan.games(),
        missing: missing.as_deref(),
        journals: parts.iter().map(journal).collect(),
    };
    answer(|out| {
        if args.json {
            return Ok(json(out, &status)?);
        }
        for journal in &status.journals {
            writeln!(out, "{}", line(journal))?;
        }
        let (done, games) = (grouped(status.done), grouped(status.games));
        writeln!(out, "{done} of {games} games")?;
        if let Some(missing) = status.missing {
            writeln!(out, "missing: {missing}")?;
        }
        Ok(())
    })?;
    match status.missing {
        // The message is what was printed.
        Some(_) if args.finished => Err(Failed::different("")),
        _ => Ok(()),
    }
}

fn journal(part: &Part) -> Journal {
    Journal {
        file: part.path.display().to_string(),
        shard: part.shard.index + 1,
        of: part.shard.of,
        block: part.shard.is_of_block().then(|| (part.shard.from, part.shard.to - 1)),
        done: part.games,
        games: part.of,
        seconds: lived(&part.path).map(|time| time.as_secs_f64()),
    }
}

/// From when a file was made until it was last written.
fn lived(path: &Path) -> Option<Duration> {
    let facts = fs::metadata(path).ok()?;
    facts.modified().ok()?.duration_since(facts.created().ok()?).ok()
}

fn line(journal: &Journal) -> String {
    let Journal { file, shard, of, block, done, games, seconds } = journal;
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
    text
}
