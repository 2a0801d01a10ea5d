//! `agon export`: a journal, or one saved game, in the forms of others.

use std::{
    io::{self, BufWriter, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use agon_arena::{
    keep::{Detail, Unfinished, is_journal, read_journal},
    tell::{Csv, Export, Html, JsonLines, Latex, Markdown, PageStyle, Pgn, Ranks},
};

use agon_core::Picture;
use agon_draw::{Drawing, Theme, chart_stylesheet, stylesheet};

use crate::{failed::Failed, inputs, one_game::OneGame, output::answer, progress::Counting};

/// Writes the games of a journal, or a saved game, in another form
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub(crate) struct Args {
    /// The journal; one game of it (FILE#12); or a game that was saved while playing (FILE for the last one,
    /// FILE#2)
    journal: PathBuf,
    /// The form: lines of JSON; comma-separated values, a line for every seat of every game; a
    /// database; games in PGN, which for chess other programs read; one web page with
    /// tables, ratings and boards; tables in Markdown or LaTeX; comma-separated ranks and scores, a line for
    /// every player at every game
    #[arg(
        long = "to",
        value_name = "FORM",
        value_parser = ["jsonl", "csv", "sqlite", "pgn", "html", "markdown", "latex", "ranks"]
    )]
    form: String,
    /// Write here instead of standard output; a database is always written into a file
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a journal, whose games are then lost; never the one that is read
    #[arg(long)]
    force: bool,
    /// How many games of a web page can be replayed on it, from the first on
    #[arg(long, default_value_t = 500)]
    boards: usize,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let Some(path) = &args.out else {
        if args.form == "sqlite" {
            return Err(Failed::usage("a database is written into a file: name it with --out"));
        }
        return answer(|out| write(args, &mut *form(args), out));
    };
    let name = path.display();
    let trouble = |error: io::Error| Failed::trouble(format!("{name}: {error}"));
    // To open a pipe would wait for whoever reads it.
    if args.form == "sqlite" && !Unfinished::is_plain(path) {
        return Err(Failed::usage(format!("{name}: a database is written into a plain file")));
    }
    let mut unfinished = inputs::output(path, args.force)?;
    if args.form == "sqlite" {
        database(args, unfinished.path(), &trouble)?;
    } else {
        let mut out = BufWriter::new(unfinished.file());
        write(args, &mut *form(args), &mut out)?;
        out.flush().map_err(trouble)?;
    }
    Ok(unfinished.publish()?)
}

fn form(args: &Args) -> Box<dyn Export> {
    match args.form.as_str() {
        "jsonl" => Box::new(JsonLines),
        "csv" => Box::new(Csv::default()),
        "html" => {
            let draw = |picture: &Picture| Drawing::of(picture).svg_unstyled();
            let sheet = stylesheet(Theme::Screen) + &chart_stylesheet(Theme::Screen);
            let style = PageStyle { draw, ratings: crate::scales::drawn, sheet };
            Box::new(Html::new(args.boards, style))
        }
        "markdown" => Box::new(Markdown),
        "latex" => Box::new(Latex),
        "ranks" => Box::new(Ranks),
        _ => Box::new(Pgn::default()),
    }
}

#[cfg(feature = "sqlite")]
fn database(args: &Args, path: &Path, trouble: &dyn Fn(io::Error) -> Failed) -> Result<(), Failed> {
    let mut database = agon_arena::tell::Sqlite::create(path).map_err(trouble)?;
    write(args, &mut database, &mut io::sink())
}

#[cfg(not(feature = "sqlite"))]
fn database(_: &Args, _: &Path, _: &dyn Fn(io::Error) -> Failed) -> Result<(), Failed> {
    Err(Failed::unbuilt("sqlite"))
}

const LINE_KEYS: &str = "\
Lines of JSON, and `agon run --records`: a game each. Keys:
  schema         \"agon.game/1\"
  game, number   what was played, and the number in the plan, from 0
  seed, opening  of the tournament, and which opening, from 0
  opening_plies, opening_name, position
                 how many of the moves are the opening's; its name and where it begins, if given
  seats, players the names and the terms of the players, the first seat first
  moves          all of them, the opening's and chance's too
  payoffs        one for each seat; empty where the game is void
  ended          over, too long, adjudicated loss, adjudicated draw, void, or the fault
  at_fault       the seat of the fault, from 1
  detail         what else there is to say about the end
  thoughts       where they are kept (agon run --thoughts), one for every move: null, or an object
                 with value (in payoffs, for the player that chose; from outside a player may tell
                 none), bound (lower, upper or sample; left out where it is the value as far as the
                 search went), depth, nodes, time in milliseconds where players go by a clock, and note:
                 what else it had to say, such as which part of a mix chose
In a spreadsheet thoughts are words value/depth/nodes/time, as many as moves; in PGN a comment
{+0.31/8 0.250s, 12034 nodes} behind the move, with the seconds where there is a clock, and the value in
pawns or as a mate, {+2.03/8, 12034 nodes} or {+M3/8, 9 nodes}, where a program told it so. Behind them
stands lower, upper or sample where the value is a bound or the mean of a sample:
0.31/8/12034/lower, {+0.31/8, 12034 nodes, lower}.";

fn help() -> String {
    #[cfg(feature = "sqlite")]
    let tables = agon_arena::tell::SCHEMA;
    #[cfg(not(feature = "sqlite"))]
    let tables = Failed::unbuilt("sqlite").message + "\n";
    format!(
        "Positions and moves are written as `agon show` writes them, and read back there; in PGN \
         moves are those of score sheets. A file appears under its name only when it is \
         complete.\n\n{LINE_KEYS}\n\nThe database:\n\n{tables}"
    )
}

fn write(args: &Args, form: &mut dyn Export, out: &mut dyn Write) -> Result<(), Failed> {
    let named = args.journal.to_str().and_then(agon_table::file_of);
    let (file, number) = named.unwrap_or((&args.journal, None));
    if is_journal(file) || !file.is_file() {
        return whole(file, number, form, out);
    }
    let text = args.journal.to_str().unwrap_or_default();
    let Some(saved) = agon_table::find(text)? else { return whole(file, None, form, out) };
    let game = OneGame::of(saved)?;
    let score = game.tell(|game| form.game(game, out))?;
    Ok(form.end(&game.plan, &score, out)?)
}

/// Writes a journal, or only the game of that number.
fn whole(
    journal: &Path,
    number: Option<u64>,
    form: &mut dyn Export,
    out: &mut dyn Write,
) -> Result<(), Failed> {
    let (mut written, mut counting, mut is_there) =
        (Ok(()), Counting::of("games"), number.is_none());
    let read = read_journal(journal, Detail::Moves, &mut |game| {
        counting.tick(game.record.number, game.plan.games());
        if number.is_some_and(|number| number != game.record.number) {
            return Ok(ControlFlow::Continue(()));
        }
        is_there = true;
        written = form.game(game, out);
        Ok(if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    let (plan, score) = read?;
    written?;
    if let (false, Some(number)) = (is_there, number) {
        let name = journal.display();
        return Err(Failed::usage(format!("`{name}` has no game of number {number}")));
    }
    Ok(form.end(&plan, &score, out)?)
}
