//! `agon report games`: every game, in the forms of others.

use std::{io, path::PathBuf};

use agon_arena::{
    ask::io_words,
    keep::{Detail, Unfinished},
    tell::{Csv, Export, JsonLines, Pdn, Pgn},
};

use super::source::write;
use crate::{failed::Failed, inputs, output_target::Sheet};

/// Every game with its moves: lines of JSON, CSV, PGN, PDN, a database
///
/// Positions and moves are written as agon show writes them, and read back there; in PGN moves are those of
/// score sheets. With --thoughts in agon run, what players thought of each move stands there too.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Journals of one tournament; FILE#12 for one game of a journal, or a game that agon play saved
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    #[command(flatten)]
    sheet: Sheet<GameForm>,
    /// Replace a journal, whose games are lost; never the one read
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum GameForm {
    /// A line of JSON for each game
    Jsonl,
    /// A line for every seat of every game
    Csv,
    /// For chess also read by other programs
    Pgn,
    /// For draughts, as other programs read it
    Pdn,
    /// A database, in a file
    #[value(alias = "db")]
    Sqlite,
}

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let mut form: Box<dyn Export> = match args.sheet.form()?.unwrap_or(GameForm::Jsonl) {
        GameForm::Jsonl => Box::new(JsonLines),
        GameForm::Csv => Box::new(Csv::default()),
        GameForm::Pgn => Box::new(Pgn::default()),
        GameForm::Pdn => Box::new(Pdn::default()),
        GameForm::Sqlite => return database(args),
    };
    args.sheet.stream_over(args.force, |out| write(&args.journals, Detail::Moves, &mut *form, out))
}

/// Writes the database.
fn database(args: &Args) -> Result<(), Failed> {
    let Some(path) = &args.sheet.out else {
        return Err(Failed::usage("a database is written into a file: name it with --out"));
    };
    // To open a pipe would wait for its reader.
    if !Unfinished::is_plain(path) {
        let name = path.display();
        return Err(Failed::usage(format!("{name}: a database is written into a plain file")));
    }
    let unfinished = inputs::output(path, args.force)?;
    let trouble = |error: io::Error| Failed::trouble(format!("{}: {}", path.display(), io_words(&error)));
    write(&args.journals, Detail::Moves, &mut *sqlite(&unfinished, &trouble)?, &mut io::sink())?;
    Ok(unfinished.publish()?)
}

#[cfg(feature = "sqlite")]
fn sqlite(unfinished: &Unfinished, trouble: &dyn Fn(io::Error) -> Failed) -> Result<Box<dyn Export>, Failed> {
    Ok(Box::new(agon_arena::tell::Sqlite::create(unfinished.path()).map_err(trouble)?))
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_: &Unfinished, _: &dyn Fn(io::Error) -> Failed) -> Result<Box<dyn Export>, Failed> {
    Err(Failed::unbuilt("sqlite"))
}
