//! `agon report results`: standings and what belongs to them.

use std::{io::Write, path::PathBuf};

use agon_arena::{
    keep::Detail,
    tell::{Html, PageStyle},
};
use agon_core::Picture;
use agon_draw::{Drawing, Theme, chart_stylesheet, stylesheet};

use super::{
    scales::drawn,
    searched::{StageAsked, searches},
    source::{no_games, result, write, written},
};
use crate::{
    failed::{Failed, only},
    output::style,
    output_target::Sheet,
    progress::note,
};

/// Standings, pairs, ratings, faults: the report without a subject
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// Journals of one tournament, or a document of its result, as --json writes it; FILE#12 for one game of a journal,
    /// or a game that agon play saved
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    #[command(flatten)]
    sheet: Sheet<ResultForm>,
    /// As --to json
    #[arg(long, conflicts_with = "form")]
    json: bool,
    /// Print tables whole, even if wider than the terminal
    #[arg(long)]
    full: bool,
    /// How many games a web page can replay, from the first on
    #[arg(long, value_name = "N", default_value_t = 500)]
    boards: usize,
    /// Hold the search of a move in a web page, as a film; up to ten times
    ///
    /// GAME is the number of the game in the page, MOVE that of its move, from 1. The player is asked again as in the
    /// game, so the move must be one of a player whose choices can be repeated: no person, no program of its own, no
    /// clock, one thread.
    #[arg(long, value_name = "GAME:MOVE", hide_short_help = true)]
    stage: Vec<StageAsked>,
    /// Replace a journal, whose games are lost; never the one read
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ResultForm {
    /// Tables for a terminal
    #[value(alias = "txt")]
    Text,
    /// One document, as agon run --json writes it
    Json,
    /// A web page with tables, charts and boards, which needs no other file
    Html,
    /// Tables for a wiki
    #[value(alias = "md")]
    Markdown,
    /// Tables for a paper
    #[value(alias = "tex")]
    Latex,
    /// Ranks and scores, a line for every player at every game
    Csv,
}

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let asked = if args.json { Some(ResultForm::Json) } else { args.sheet.form()? };
    if asked != Some(ResultForm::Html) {
        only("for a web page: --to html", &[("--stage", !args.stage.is_empty())])?;
    }
    args.sheet.stream_over(args.force, |out| match asked.unwrap_or(ResultForm::Text) {
        ResultForm::Html => page(args, out),
        form => {
            let result = result(&args.journals)?;
            let text = match form {
                ResultForm::Json => result.text(),
                ResultForm::Markdown => result.markdown(),
                ResultForm::Latex => result.latex(),
                ResultForm::Csv => result.ranks(),
                ResultForm::Text | ResultForm::Html => result.report(style(args.full)),
            };
            Ok(out.write_all(text.as_bytes())?)
        }
    })
}

/// The page, with the games where they are at hand.
fn page(args: &Args, out: &mut dyn Write) -> Result<(), Failed> {
    let draw = |picture: &Picture| Drawing::of(picture).svg_unstyled();
    let sheet = stylesheet(Theme::Screen) + &chart_stylesheet(Theme::Screen);
    let page = Html::new(args.boards, PageStyle { draw, ratings: drawn, sheet });
    if let Some((path, result)) = written(&args.journals)? {
        let why = no_games(path);
        if !args.stage.is_empty() {
            return Err(Failed::usage(format!("--stage: {why}")));
        }
        note(&format!("the page has tables and charts alone: {why}"));
        return Ok(page.write(&result, out)?);
    }
    let searches = searches(&args.journals, &args.stage)?;
    write(&args.journals, Detail::Moves, &mut page.with_searches(searches), out)
}
