//! `agon tree`.

use std::io::Write;

use agon_core::{Budget, Position, notation, registry};
use agon_draw::{Fit, LineTrace, Search, Signs, TraceData};
use agon_table::{SavedNodes, SearchLimits, WatchedSearch};
use serde::Serialize;

use crate::{
    failed::Failed,
    output,
    paper::{DiagramForm, Paper, document},
    place::Place,
    progress,
};

/// The version of the JSON document.
const SCHEMA: u32 = 1;
/// The positions that are kept if nobody says: for a picture, for lines, and as data.
const LIMITS: [usize; 3] = [120, 400, 100_000];

/// Draws what a player searched: values, windows, cuts, and why
///
/// The search tells it itself, while it chooses a move here: what is drawn is what ran. Triangles that
/// point up take the largest value, those that point down the smallest, circles are chance; A is the
/// first seat, and where one of two wins what the other loses all values are A's. What was not looked at
/// is crossed out, the line that is expected is strong. Where chance draws first the player is asked after
/// every outcome.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon tree 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta
  agon tree 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta --out tree.svg
  agon tree 'tree({1/2:8, 1/3:24, 1/6:-12})' -p expectiminimax
  agon tree tic-tac-toe --moves 'b2 a1' -p 'alpha-beta(depth=4, table=1MB)' --depth 2 --to tikz
  agon tree connect-four -p 'mcts(iterations=300)' --depth 1
  agon tree 'tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])' -p max-n --to dot | dot -Tpdf > tree.pdf

A search that deepens, or asks with one window after another, searches the root more than once: the \
last of these is drawn, unless --search says which.

A picture (svg, png, tikz) that would be wider than 1600 pixels has moves beside each other folded into one \
(\"5 more moves\"), or stands upright, and a line on stderr says so; --limit draws it as it is.

Forms: svg; png (see --width); dot, for Graphviz; tikz, a tikzpicture for LaTeX with \\usepackage{tikz}; \
json; ansi and text, lines with colours or in ASCII alone. Without --to lines with colours where there is \
a terminal.

JSON: one object on one line. Keys:
  schema    1
  game      the game's term
  player    the player's term
  move      the move it chose; null where chance draws first
  value     what the position is worth to the seat to act; null where it does not say
  bound     how exactly: \"exact\" as far as the search goes, \"lower\", \"upper\", \"sample\"
  note      what it believed of the others, or which part of a mix it is, in words; if anything
  line      the moves it expects
  full      how many positions the whole tree has, as deep as the search went; null where that was not counted
  saved     the share of them that was not looked at, 0 to 1
  entered   how many positions were entered, in all searches
  searches  those that are kept: number, depth, window, value, bound, why, entered
  search    the number of the one that follows
  nodes     its positions, each before those below it: objects with
              id, parent, ply, move (that leads there), position, order (when it was entered)
              node (\"decision\", \"chance\", \"terminal\"), seat (to act, from 1; or null)
              to (the seat whose values are told), window (two numbers; null is infinite)
              asked (the window in words), steps (alpha and beta after each move that came back: move, value,
              alpha, beta)
              look (\"whole\", \"reduced\", \"pass\", \"glance\": estimated to choose among moves)
              probability (where a mean is taken), value, bound (\"exact\", \"lower\", \"upper\", \"sample\")
              why (a word), reason (in words; null where all was searched), payoffs (of all seats)
              glance (the estimate when moves were chosen), visits, first (iteration), share and term (the two
              summands of UCB, on the scale 0 to 1), counted (the ids of the moves that are averaged)
              skipped (moves not looked at: move, why, reason, payoffs where one ends the game)
              folded (how many positions below it are left out)
--stream writes such objects without asked, steps, counted, reason, glance and folded, each on a line when the position is left, and \
so behind those below it: of every search (search), with the order as id and as parent, and how many \
positions were entered below it (below). A position that is entered again has a line each time.

Exit codes: 0 done; 1 the player gave no move, or a file cannot be written; 2 the game, the position, a \
move or a player is wrong, the player cannot play this game, tells nothing, or nobody is to act."
)]
pub(crate) struct Args {
    #[command(flatten)]
    asked: Asking,
    /// Draw so many plies at most
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    depth: usize,
    /// Keep so many positions at most; whole plies beyond are folded and counted. 120 for a picture,
    /// 400 for lines, 100000 for JSON unless given
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Which search of the root: 1 is the first
    #[arg(long, value_name = "N")]
    search: Option<usize>,
    /// Write each value from the side of the seat to act, as negamax has them
    #[arg(long)]
    negamax: bool,
    /// Write every position as a line of JSON when it is left, however many there are: nothing is kept
    #[arg(long, conflicts_with_all = ["limit", "search", "negamax", "form", "narrow", "theme", "width"])]
    stream: bool,
    #[command(flatten)]
    paper: Paper,
}

/// Which player to ask, at which position.
#[derive(clap::Args)]
pub(crate) struct Asking {
    #[command(flatten)]
    place: Place,
    /// The player to ask, with its options; see `agon players`
    #[arg(short, long, value_name = "PLAYER")]
    player: String,
    /// The positions the player may look at
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// What a player that draws at random draws from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl Asking {
    /// Asks the player, and keeps so many positions, so many plies deep, of what it tells.
    ///
    /// # Errors
    ///
    /// Where a name is wrong, nobody is to act, or the player gives no move or tells nothing.
    pub(crate) fn watch(&self, limit: usize, depth: usize) -> Result<WatchedSearch, Failed> {
        let site = self.place.find()?;
        let named = registry::player(&self.player).map_err(Failed::usage)?;
        Ok(WatchedSearch::of(site, &named, self.seed, self.limits(), (limit, depth))?)
    }

    fn limits(&self) -> SearchLimits<'static> {
        SearchLimits { budget: Budget::of(self.nodes), ..SearchLimits::default() }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if args.stream {
        return args.paper.stream(|out| stream(args, out));
    }
    let form = args.paper.form()?;
    let limit = args.limit.unwrap_or(match form {
        Some(DiagramForm::Json) => LIMITS[2],
        None | Some(DiagramForm::Ansi | DiagramForm::Text) => LIMITS[1],
        _ => LIMITS[0],
    });
    let thought = args.asked.watch(limit, args.depth)?;
    let search = thought.search(args.search)?;
    if form == Some(DiagramForm::Json) {
        return args.paper.write(&document(&SearchDocument::of(&thought, search))?);
    }
    let signs = if args.negamax { Signs::Mover } else { Signs::Told };
    let head = thought.head(search);
    if args.limit.is_some() || !args.paper.is_page(form) {
        return args.paper.draw(form, &thought.diagram(search, limit, signs), &head);
    }
    let (diagram, fit) = thought.fitted(search, limit, signs);
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

/// Writes every position of all searches as a line, those below before those above.
fn stream(args: &Args, out: &mut dyn Write) -> Result<(), Failed> {
    let site = args.asked.place.find()?;
    let named = registry::player(&args.asked.player).map_err(Failed::usage)?;
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
        let what = "and tells nothing of what it looks at";
        return Err(Failed::usage(format!("{player} chose {m}, {what}")));
    }
    Ok(())
}

/// What a player searched, as a document.
#[derive(Serialize)]
struct SearchDocument<'a> {
    schema: u32,
    game: &'a str,
    player: &'a str,
    r#move: Option<String>,
    value: Option<f64>,
    bound: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    line: Vec<String>,
    full: Option<u64>,
    saved: Option<f64>,
    #[serde(flatten)]
    trace: TraceData,
}

impl<'a> SearchDocument<'a> {
    fn of(thought: &'a WatchedSearch, search: &Search) -> SearchDocument<'a> {
        let here = &thought.site.here;
        let mut after = here.clone();
        let decision = thought.decision();
        let written = decision.map_or(&[][..], |found| &found.pv).iter().map(|&m| {
            let text = notation(&after, m);
            after.play(m);
            text
        });
        let root = search.root();
        let mean = Some(root.value).filter(|value| value.is_finite());
        let saved = thought.saved(search);
        SearchDocument {
            schema: SCHEMA,
            game: &thought.site.game.term,
            player: &thought.player,
            line: written.collect(),
            r#move: decision.map(|found| notation(here, found.m)),
            value: decision.map_or(mean, |found| found.value),
            bound: decision.map_or(root.bound, |found| found.bound).name(),
            note: decision.and_then(|found| found.remarks(here)),
            full: saved.map(|saved| saved.full),
            saved: saved.map(SavedNodes::share),
            trace: thought.trace.data(search),
        }
    }
}
