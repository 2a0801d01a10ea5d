//! `agon export`: a journal in the forms of others.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::PathBuf,
};

use super::{Failed, output::answer};
use crate::{
    export::{Csv, Export, JsonLines, Markdown},
    html::Html,
    journal::{self, JournalError},
    pgn::Pgn,
};

/// Writes the games of a journal, or its tables, in another form.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The journal
    journal: PathBuf,
    /// The form: lines of JSON; comma-separated values, a line for every seat of every game; one
    /// web page with tables, ratings and boards; tables in Markdown; games in the manner of PGN
    #[arg(long = "to", value_name = "FORM", value_parser = ["jsonl", "csv", "html", "markdown", "pgn"])]
    form: String,
    /// Write here instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many games of a web page can be replayed on it, from the first on
    #[arg(long, default_value_t = 500)]
    boards: usize,
}

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let mut form: Box<dyn Export> = match args.form.as_str() {
        "jsonl" => Box::new(JsonLines),
        "csv" => Box::new(Csv::default()),
        "html" => Box::new(Html::new(args.boards)),
        "markdown" => Box::new(Markdown),
        _ => Box::new(Pgn),
    };
    let Some(path) = &args.out else {
        return answer(|out| write(args, &mut *form, out));
    };
    let name = path.display();
    let trouble = |error: std::io::Error| Failed::trouble(format!("{name}: {error}"));
    let mut unfinished = path.clone().into_os_string();
    unfinished.push(".unfinished");
    let mut out = BufWriter::new(File::create(&unfinished).map_err(trouble)?);
    let done = write(args, &mut *form, &mut out)
        .and_then(|()| out.flush().and_then(|()| fs::rename(&unfinished, path)).map_err(trouble));
    if done.is_err() {
        // Half a page is worse than none; that it can't be removed either is no news.
        let _ = fs::remove_file(&unfinished);
    }
    done
}

fn write(args: &Args, form: &mut dyn Export, out: &mut dyn Write) -> Result<(), Failed> {
    let mut failed = None;
    let read = journal::read(&args.journal, &mut |game| {
        form.game(game, out).map_err(|error| {
            let copy = std::io::Error::new(error.kind(), error.to_string());
            failed = Some(error);
            JournalError::Io { path: "the export".to_owned(), error: copy }
        })
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let (plan, score) = read?;
    Ok(form.end(&plan, &score, out)?)
}
