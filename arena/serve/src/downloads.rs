//! A tournament as files to download.

use std::{fs, ops::ControlFlow};

use agon_arena::{
    Plan,
    keep::{Detail, read},
    tell::{Csv, Export, JsonLines, Latex, Markdown, Pgn},
};

use crate::{
    describe::Download,
    events::{LiveTournament, commands},
    pool::PoolThinker,
    problem::Problem,
};

/// The most bytes of a download.
const MOST_BYTES: usize = 64 << 20;

/// The files that a tournament can be had as.
pub(crate) const FILES: [&str; 7] = [
    "result.json",
    "games.jsonl",
    "games.csv",
    "tables.md",
    "tables.tex",
    "games.pgn",
    "tournament.journal",
];

/// A tournament as the file of that name, unless it is stopped before that is made.
///
/// # Errors
///
/// Where there is none, it is too large, takes too long, or cannot be made.
pub(crate) fn file(
    thinker: &PoolThinker,
    event: &LiveTournament,
    name: String,
) -> Result<Download, Problem> {
    let exported = |form: &mut dyn Export| exported(thinker, event, form);
    let (kind, bytes) = match name.as_str() {
        "result.json" => {
            let standing = event.standing();
            let result = standing.result.as_ref();
            let result = result.ok_or_else(|| Problem::conflict("nothing-played", &[]))?;
            ("application/json", result.text().into_bytes())
        }
        "games.jsonl" => ("application/x-ndjson", exported(&mut JsonLines)?),
        "games.csv" => ("text/csv; charset=utf-8", exported(&mut Csv::default())?),
        "tables.md" => ("text/markdown; charset=utf-8", exported(&mut Markdown)?),
        "tables.tex" => ("application/x-tex", exported(&mut Latex)?),
        "games.pgn" => ("application/x-chess-pgn", exported(&mut Pgn::default())?),
        "tournament.journal" => {
            let about = fs::metadata(&event.path).map_err(Problem::trouble)?;
            room(about.len() as usize)?;
            let bytes = fs::read(&event.path).map_err(Problem::trouble)?;
            ("application/octet-stream", bytes)
        }
        _ => {
            let all = FILES.join(", ");
            return Err(Problem::missing("no-file", &[("all", &all)]));
        }
    };
    Ok(Download { kind, name, bytes })
}

/// Refuses a file that is too large to send.
fn room(bytes: usize) -> Result<(), Problem> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(Problem::full("download-large", &[("most", &(MOST_BYTES >> 20))]))
}

/// Refuses a file that takes too long, or that nobody waits for any more.
fn in_time(thinker: &PoolThinker) -> Result<(), Problem> {
    if thinker.stop().is_given() { Err(Problem::full("download-late", &[])) } else { Ok(()) }
}

fn exported(
    thinker: &PoolThinker,
    event: &LiveTournament,
    form: &mut dyn Export,
) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    let mut failed = None;
    let read = read(&[&event.path], Detail::Moves, &mut |game| {
        let written = form.game(game, &mut out).map_err(Problem::unreadable);
        match written.and_then(|()| room(out.len())).and_then(|()| in_time(thinker)) {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(problem) => {
                failed = Some(problem);
                Ok(ControlFlow::Break(()))
            }
        }
    });
    let reading = read.map_err(Problem::trouble)?;
    if let Some(problem) = failed {
        return Err(problem);
    }
    form.end(&reading.plan, &reading.score, &mut out).map_err(Problem::unreadable)?;
    Ok(by_name(&reading.plan, out))
}

/// The file with names in the place of terms that are commands of this machine.
fn by_name(plan: &Plan, out: Vec<u8>) -> Vec<u8> {
    commands(plan).fold(out, |out, (term, name)| {
        in_place_of(&String::from_utf8_lossy(&out), term, name).into_bytes()
    })
}

/// The text with a name for each term, both as JSON and as CSV write them.
fn in_place_of(text: &str, term: &str, name: &str) -> String {
    let in_json = |text: &str| text.replace('\\', r"\\").replace('"', r#"\""#);
    let in_csv = |text: &str| text.replace('"', "\"\"");
    text.replace(&in_json(term), &in_json(name)).replace(&in_csv(term), &in_csv(name))
}

#[cfg(test)]
mod tests {
    use super::in_place_of;

    #[test]
    fn a_command_is_replaced_by_its_name_in_every_format() {
        let term = r#"process(command="bwrap -- 'a \"b\"'")"#;
        let json = serde_json::to_string(&[term, "random"]).expect("texts are JSON");
        assert_eq!(in_place_of(&json, term, "ann"), r#"["ann","random"]"#);
        let csv = r#"0,"process(command=""bwrap -- 'a \""b\""'"")",random"#;
        assert_eq!(in_place_of(csv, term, "ann"), r#"0,"ann",random"#);
        assert_eq!(in_place_of("minimax", term, "ann"), "minimax");
    }
}
