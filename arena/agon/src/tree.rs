//! `agon tree`.

use std::io::Write;

use agon_core::{line::notations, notation};
use agon_draw::{Boards, Fit, LineTrace, Search, Signs, TraceData};
use agon_table::{SavedNodes, WatchedSearch};
use clap::{ValueEnum, builder::PossibleValue};
use serde::Serialize;

use crate::{
    asking::Asking,
    failed::{Failed, only},
    models, output,
    output_target::{DiagramForm, OutputTarget, document, form_of},
    progress, quiz, story,
    worksheet::{self, EXERCISES, WorksheetArgs, WorksheetForm},
};

/// The version of the JSON document.
const SCHEMA: u32 = 1;
/// The default limits on recorded positions: for a picture, lines, data, a page, and sentences.
const LIMITS: [usize; 5] = [120, 400, 100_000, 3_000, 100];

/// Shows what a player searched: values, windows, cuts, and why
///
/// The search reports itself as it runs, in words (--to words) or drawn. Triangles up take the largest value, down the
/// smallest, circles are chance; unsearched moves are crossed out, the expected line is strong.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
In drawings A is the first seat, and where one of two wins what the other loses all values are A's. Where chance \
draws first the player is asked after every outcome. Where a game hides something the search is one of a redeal: a \
position that the seat to act cannot tell from the one that is named. ismcts and pimc redeal again and again: how \
often they dealt what, and what they chose there, is told in text, sentences, JSON and pages. equilibrium tells how its \
regrets went there.\n\n\
A search that deepens, or asks with one window after another, searches the root more than once: the last of these \
is shown, unless --search says which. A picture that would be wider than 1600 pixels has moves beside each other \
folded into one, or stands upright, and says so; --limit draws it as it is.\n\n\
The sentences follow the search as it went: who looks for what, which values matter, what came back, how alpha and \
beta change, what was cut and why; a search by playouts by its iterations: selection, expansion, simulation, \
back-up.\n\n\
With --quiz the tree is drawn without its inner values, and you say what comes back at each node, and which moves \
are pruned. An answer is a line: a number (a bound counts as its number, a vector is its numbers in order), or \
the moves that are pruned, or none. A wrong answer may be mended once; ? says how to answer and draws the tree \
again, quit ends the quiz.",
    after_help = "\
Examples:
  agon tree 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta --to words
  agon tree 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta --quiz
  agon tree tic-tac-toe --moves 'b2 a1' -p minimax -o film.html
  agon tree connect-four -p 'mcts(iterations=300)' --depth 1
  agon tree tree -p alpha-beta --worksheet 6 --difficulty hard -o homework.html

Exit codes: 0 done; 1 the player gave no move, a file cannot be written, or the answers ended too soon; 2 a name or a \
move is wrong, the player reports nothing, or no seat is to act; 3 an answer was wrong."
)]
pub(crate) struct Args {
    #[command(flatten)]
    asked: Asking,
    /// Show at most N plies
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    depth: usize,
    /// Keep at most N positions
    ///
    /// Plies beyond are folded, or in sentences only counted. Unless given 100 for sentences, 120 for a picture, 400
    /// for lines, 3000 for a page, 100000 for JSON.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Which search of the root: 1 is the first
    #[arg(long, value_name = "N", hide_short_help = true)]
    search: Option<usize>,
    /// Write each value from the side of the seat to act, as negamax has them
    #[arg(long, hide_short_help = true)]
    negamax: bool,
    /// Write every position as a line of JSON when the search leaves it, however many there are: nothing is stored
    #[arg(
        long,
        hide_short_help = true,
        conflicts_with_all = ["limit", "search", "negamax", "form", "narrow", "theme", "width", "boards", "language", "json"]
    )]
    stream: bool,
    /// Draw the board of each position, as SVG, PNG or PDF: where small boards fit, unless the option says otherwise; a page has
    /// them but for `never`
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t = BoardsWhen::Auto,
        hide_default_value = true,
        hide_short_help = true
    )]
    boards: BoardsWhen,
    /// The language of a page
    #[arg(long, value_name = "CODE", value_parser = ["en", "hu", "sl"], default_value = "en", hide_short_help = true)]
    language: String,
    /// Answer with one line of JSON
    ///
    /// As --to json; with --to words of the sentences.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    paper: OutputTarget<TreeForm>,
    /// Ask about the search, and judge the answers
    ///
    /// What comes back at each node, and which moves are pruned.
    #[arg(
        long,
        help_heading = EXERCISES,
        conflicts_with_all = ["json", "form", "out", "stream", "negamax", "boards", "language", "narrow", "theme", "width"]
    )]
    quiz: bool,
    #[command(flatten)]
    sheet: WorksheetArgs,
}

/// What a search is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreeForm {
    Drawn(DiagramForm),
    Page,
    Words,
}

impl ValueEnum for TreeForm {
    fn value_variants<'a>() -> &'a [TreeForm] {
        use DiagramForm::{Ansi, Dot, Json, Pdf, Png, Svg, Text, Tikz};
        const ALL: [TreeForm; 10] = [
            TreeForm::Drawn(Svg),
            TreeForm::Drawn(Png),
            TreeForm::Drawn(Pdf),
            TreeForm::Page,
            TreeForm::Drawn(Dot),
            TreeForm::Drawn(Tikz),
            TreeForm::Drawn(Json),
            TreeForm::Drawn(Ansi),
            TreeForm::Drawn(Text),
            TreeForm::Words,
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            TreeForm::Drawn(form) => form.to_possible_value(),
            TreeForm::Page => {
                let help = "The search as a film, in one file for a browser, which needs no server";
                Some(PossibleValue::new("html").help(help))
            }
            TreeForm::Words => {
                Some(PossibleValue::new("words").alias("md").help("Sentences, which follow the search as it went"))
            }
        }
    }
}

/// When boards are drawn in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum BoardsWhen {
    Auto,
    Always,
    Never,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if args.sheet.worksheet.is_some() {
        let sheet = worksheet::sheet(&args.sheet, &args.asked, worksheet_form(args)?)?;
        return args.paper.sheet.write(sheet.as_bytes());
    }
    if args.quiz {
        let thought = in_words(args)?;
        return quiz::run(&thought, thought.search(args.search)?);
    }
    if args.stream {
        return args.paper.sheet.stream(|out| stream(args, out));
    }
    let form = match args.paper.sheet.form()? {
        Some(TreeForm::Words) => return words(args),
        Some(TreeForm::Drawn(DiagramForm::Json)) | None if args.json => Some(DiagramForm::Json),
        Some(form) if args.json => {
            let form = form.to_possible_value();
            let form = form.map_or(String::new(), |form| form.get_name().to_owned());
            let what = "--json is for --to words or json, and for no other form";
            return Err(Failed::usage(format!("{what}: this would be {form}")));
        }
        Some(TreeForm::Page) => return page(args),
        Some(TreeForm::Drawn(form)) => Some(form),
        None => None,
    };
    let limit = args.limit.unwrap_or(match form {
        Some(DiagramForm::Json) => LIMITS[2],
        None | Some(DiagramForm::Ansi | DiagramForm::Text) => LIMITS[1],
        _ => LIMITS[0],
    });
    let thought = args.asked.watch(limit, args.depth)?;
    let search = thought.search(args.search)?;
    if form == Some(DiagramForm::Json) {
        return args.paper.sheet.write(&document(&SearchDocument::of(&thought, search))?);
    }
    let signs = if args.negamax { Signs::Mover } else { Signs::Told };
    let lines: Vec<String> = thought.head(search).iter().map(ToString::to_string).collect();
    let mut head = lines.join("\n");
    let is_text = matches!(form, None | Some(DiagramForm::Ansi | DiagramForm::Text));
    if is_text {
        for line in story::beside(&thought) {
            head.extend(["\n", &line]);
        }
    }
    let boards = match args.boards {
        // Neither LaTeX nor Graphviz is given drawings.
        _ if form == Some(DiagramForm::Tikz) => Boards::Never,
        BoardsWhen::Auto => Boards::Auto,
        BoardsWhen::Always => Boards::Always,
        BoardsWhen::Never => Boards::Never,
    };
    if args.limit.is_some() || !args.paper.is_page(form) {
        return args.paper.draw(form, &thought.diagram(search, limit, signs), &head);
    }
    let (diagram, fit) = thought.fitted(search, limit, signs, boards);
    match fit {
        Fit::Whole => {}
        Fit::Folded(moves) => progress::note(&format!(
            "too wide to be read: of each position {moves} moves are drawn, the others as one; \
             --limit {limit} draws all"
        )),
        Fit::Upright => progress::note(&format!(
            "too wide to be read: each position has a line of its own; --limit {limit} draws it wide"
        )),
    }
    args.paper.draw(form, &diagram, &head)
}

/// The search for sentences and questions: as large as people read.
fn in_words(args: &Args) -> Result<WatchedSearch, Failed> {
    args.asked.watch(args.limit.unwrap_or(LIMITS[4]), args.depth)
}

/// Writes the search in sentences.
fn words(args: &Args) -> Result<(), Failed> {
    let options = [
        ("--negamax", args.negamax),
        ("--boards", args.boards != BoardsWhen::Auto),
        ("--narrow", args.paper.is_upright()),
    ];
    only("for drawings, not for --to words", &options)?;
    let thought = in_words(args)?;
    let search = thought.search(args.search)?;
    // A file is as wide as where there is no terminal.
    let width = if args.paper.sheet.out.is_some() { 80 } else { output::width() };
    args.paper.sheet.stream(|out| {
        if args.json {
            story::write_document(&thought, search, out)
        } else {
            story::write(&thought, search, width, out)
        }
    })
}

/// The format of a sheet of exercises, if given.
///
/// # Errors
///
/// Where it is written otherwise.
fn worksheet_form(args: &Args) -> Result<Option<WorksheetForm>, Failed> {
    let sheet = &args.paper.sheet;
    match sheet.named() {
        None => form_of::<WorksheetForm>(None, sheet.out.as_deref()),
        Some(TreeForm::Page) => Ok(Some(WorksheetForm::Html)),
        Some(TreeForm::Drawn(DiagramForm::Tikz)) => Ok(Some(WorksheetForm::Tex)),
        Some(TreeForm::Drawn(DiagramForm::Text)) => Ok(Some(WorksheetForm::Text)),
        Some(_) => Err(Failed::usage("a --worksheet is written as text, html or tikz")),
    }
}

/// Writes the search as a page that stands alone.
#[cfg(feature = "serve")]
fn page(args: &Args) -> Result<(), Failed> {
    let thought = args.asked.watch(args.limit.unwrap_or(LIMITS[3]), args.depth)?;
    // A missing search is reported as for a picture.
    let search = Some(thought.search(args.search)?.number);
    let page = agon_serve::StagePage {
        search,
        has_boards: args.boards != BoardsWhen::Never,
        theme: args.paper.inks.of_page(),
        language: &args.language,
    };
    args.paper.sheet.write(page.page(thought).map_err(Failed::trouble)?.as_bytes())
}

/// That it cannot.
#[cfg(not(feature = "serve"))]
fn page(_: &Args) -> Result<(), Failed> {
    Err(Failed::usage(Failed::unbuilt("serve").message + "; use --to svg"))
}

/// Writes every position of all searches as a line, those below before those above.
fn stream(args: &Args, out: &mut dyn Write) -> Result<(), Failed> {
    let site = args.asked.place.find()?.redealt(args.asked.seed);
    let named = models::player(&args.asked.player)?;
    let mut written = Ok(());
    let mut lines = LineTrace::new(&site.here, args.depth, |line| {
        written = output::json(out, &line);
        if written.is_err() {
            // Nobody needs the rest. A signal to stop would change what some players do from the start.
            std::panic::resume_unwind(Box::new("what it tells cannot be written"));
        }
    });
    let (seed, limits) = (args.asked.seed, args.asked.limits());
    let watched = agon_table::watch(&site, &named, seed, limits, &mut lines);
    let entered = lines.entered();
    written?;
    let (_, decision) = watched?;
    if entered == 0 {
        let (player, m) = (&named.term, notation(&site.here, decision.m));
        let what = "and reports nothing of its search";
        return Err(Failed::usage(format!("{player} chose {m}, {what}")));
    }
    Ok(())
}

/// What a player searched, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct SearchDocument<'a> {
    /// 1.
    schema: u32,
    /// The game's term.
    game: &'a str,
    /// The player's term.
    player: &'a str,
    /// The position that was searched, where that is a redeal: one that the seat to act cannot tell from the one
    /// that was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    redeal: Option<String>,
    /// The move it chose; null where chance draws first.
    r#move: Option<String>,
    /// The value of the position for the seat to act; null if it reports none.
    value: Option<f64>,
    /// How exactly: `exact` as far as the search goes, `lower`, `upper` or `sample`; null with the value.
    bound: Option<&'static str>,
    /// The opponent that it assumes, or the part of a mix that chose, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The moves it expects.
    line: Vec<String>,
    /// How many positions the whole tree has, as deep as the search went; null where that was not counted.
    full: Option<u64>,
    /// The share of them that was not looked at, 0 to 1.
    saved: Option<f64>,
    #[serde(flatten)]
    trace: TraceData,
}

impl<'a> SearchDocument<'a> {
    fn of(thought: &'a WatchedSearch, search: &Search) -> SearchDocument<'a> {
        let here = &thought.site.here;
        let decision = thought.decision();
        let root = search.root();
        let mean = Some(root.value).filter(|value| value.is_finite());
        let saved = thought.saved(search);
        let value = decision.map_or(mean, |found| found.value);
        SearchDocument {
            schema: SCHEMA,
            game: &thought.site.game.term,
            player: &thought.player,
            redeal: thought.site.redealt.map(|_| here.to_string()),
            line: decision.map_or(Vec::new(), |found| notations(here, &found.pv)),
            r#move: decision.map(|found| notation(here, found.m)),
            value,
            bound: value.map(|_| decision.map_or(root.bound, |found| found.bound).name()),
            note: decision.and_then(|found| found.remarks(here)).map(|note| note.to_string()),
            full: saved.map(|saved| saved.full),
            saved: saved.map(SavedNodes::share),
            trace: thought.trace.data(search),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::{DiagramForm, TreeForm};

    #[test]
    fn a_search_is_shown_as_all_that_a_diagram_is_as_a_page_and_in_words() {
        let names = |value: clap::builder::PossibleValue| value.get_name().to_owned();
        let all: Vec<String> = TreeForm::value_variants()
            .iter()
            .filter_map(|form| form.to_possible_value().map(names))
            .filter(|name| !["html", "words"].contains(&name.as_str()))
            .collect();
        let drawn = DiagramForm::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        assert_eq!(all, drawn.map(names).collect::<Vec<_>>());
    }
}
