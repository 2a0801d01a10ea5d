//! A tournament as files to download, a few at a time. What is made for a download is written to a file that has no name.

use std::{
    fs::File,
    io::{self, Seek as _, Write},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use agon_arena::{
    Plan,
    keep::{Detail, read},
    tally::Score,
    tell::{Csv, Export, JsonLines, Pgn, ResultDocument},
};

use crate::{
    events::LiveTournament,
    files,
    pool::PoolThinker,
    problem::Problem,
    quota::{Quota, QuotaPortion, QuotaSize, UsedUp},
    secret::random,
    settings::{DOWNLOADS, MOST_MADE, PIECE},
    share::GuestShare,
    standing::commands,
};

/// The files that a tournament can be had as.
pub(crate) const FILES: [&str; 7] =
    ["result.json", "games.jsonl", "games.csv", "tables.md", "tables.tex", "games.pgn", "tournament.journal"];

/// The downloads in progress.
pub(crate) struct Downloads {
    quota: Arc<Quota>,
    /// Where files are made.
    folder: PathBuf,
}

/// A file to be sent.
pub(crate) struct FileToSend {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) length: u64,
    pub(crate) file: File,
    pub(crate) portion: QuotaPortion,
}

/// A file that is made, and how much of it there is.
struct MadeFile {
    file: File,
    length: u64,
}

impl Downloads {
    /// Those of a server with this folder.
    pub(crate) fn of(folder: &Path) -> Downloads {
        Downloads { quota: Quota::of(DOWNLOADS), folder: folder.to_owned() }
    }

    /// How many each guest has in progress.
    pub(crate) fn by_guest(&self) -> Vec<(GuestShare, u64)> {
        self.quota.by_guest()
    }

    /// A place among the downloads.
    ///
    /// # Errors
    ///
    /// Where there are too many already, of all or of this share.
    pub(crate) fn admit(&self, share: &GuestShare) -> Result<QuotaPortion, Problem> {
        self.quota.take(share, 1).map_err(|whose| {
            let QuotaSize { all, at_address, of_one } = DOWNLOADS;
            let problem = match whose {
                UsedUp::Guest => Problem::full("downloads-own", &[("most", &of_one)]),
                UsedUp::Address => Problem::full("downloads-address", &[("most", &at_address)]),
                UsedUp::All => Problem::full("downloads-full", &[("most", &all)]),
            };
            problem.later(whose)
        })
    }

    /// A tournament as the file of that name, unless it is stopped before that is made.
    ///
    /// # Errors
    ///
    /// Where there is none, it is too large, takes too long, or cannot be made.
    pub(crate) fn file(
        &self,
        thinker: &PoolThinker,
        event: &LiveTournament,
        name: &str,
        portion: QuotaPortion,
    ) -> Result<FileToSend, Problem> {
        let exported = |form: &mut dyn Export| self.exported(thinker, event, form);
        let (kind, made) = match name {
            "result.json" => {
                let standing = event.standing();
                let result = standing.result.as_ref();
                let result = result.ok_or_else(|| Problem::conflict("nothing-played", &[]))?;
                let mut made = self.begin()?;
                made.add(result.text().as_bytes())?;
                ("application/json", made)
            }
            "games.jsonl" => ("application/x-ndjson", exported(&mut JsonLines)?),
            "games.csv" => ("text/csv; charset=utf-8", exported(&mut Csv::default())?),
            "tables.md" => ("text/markdown; charset=utf-8", exported(&mut Tables(ResultDocument::markdown))?),
            "tables.tex" => ("application/x-tex", exported(&mut Tables(ResultDocument::latex))?),
            "games.pgn" => ("application/x-chess-pgn", exported(&mut Pgn::default())?),
            "tournament.journal" => {
                let file = File::open(&event.path).map_err(Problem::trouble)?;
                // What is written later is not sent.
                let length = file.metadata().map_err(Problem::trouble)?.len();
                ("application/octet-stream", MadeFile { file, length })
            }
            _ => {
                let all = FILES.join(", ");
                return Err(Problem::missing("no-file", &[("all", &all)]));
            }
        };
        let MadeFile { mut file, length } = made;
        file.rewind().map_err(Problem::trouble)?;
        Ok(FileToSend { kind, name: name.to_owned(), length, file, portion })
    }

    fn begin(&self) -> Result<MadeFile, Problem> {
        let name = format!("{}.made", random().map_err(Problem::trouble)?);
        let file = files::nameless(&self.folder.join(name)).map_err(Problem::trouble)?;
        Ok(MadeFile { file, length: 0 })
    }

    fn exported(
        &self,
        thinker: &PoolThinker,
        event: &LiveTournament,
        form: &mut dyn Export,
    ) -> Result<MadeFile, Problem> {
        let (mut made, mut failed) = (self.begin()?, None);
        let mut out = Vec::new();
        let read = read(&[&event.path], Detail::Moves, &mut |game| {
            let written = form.game(game, &mut out).map_err(Problem::unreadable);
            let is_enough = PIECE <= out.len();
            let written =
                written.and_then(|()| if is_enough { made.add(&by_name(game.plan, &mut out)) } else { Ok(()) });
            match written.and_then(|()| in_time(thinker)) {
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
        made.add(&by_name(&reading.plan, &mut out))?;
        Ok(made)
    }
}

/// The tables of a result.
struct Tables(fn(&ResultDocument) -> String);

impl Export for Tables {
    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        out.write_all((self.0)(&ResultDocument::new(plan, score)).as_bytes())
    }
}

impl MadeFile {
    /// Writes more of it.
    fn add(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        self.length += bytes.len() as u64;
        if MOST_MADE < self.length {
            return Err(Problem::full("download-large", &[("most", &(MOST_MADE >> 20))]));
        }
        self.file.write_all(bytes).map_err(Problem::trouble)
    }
}

/// Refuses a file that takes too long, or that nobody waits for any more.
fn in_time(thinker: &PoolThinker) -> Result<(), Problem> {
    if thinker.stop().is_given() { Err(Problem::full("download-late", &[])) } else { Ok(()) }
}

/// What is written so far, whole games, with names in the place of terms that are commands of this machine.
fn by_name(plan: &Plan, out: &mut Vec<u8>) -> Vec<u8> {
    commands(plan)
        .fold(mem::take(out), |out, (term, name)| in_place_of(&String::from_utf8_lossy(&out), term, name).into_bytes())
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
