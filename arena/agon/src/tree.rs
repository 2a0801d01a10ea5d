//! `agon tree`.

use std::fmt::Write as _;

use agon_arena::{plan::catch, play::WallClock};
use agon_core::{
    AnyMove, AnyPosition, Bound, Budget, Decision, Entered, Left, Node, Observer, Player, Position,
    Reason, Seat, Seed, Turn, line, notation, registry,
};
use agon_draw::{Diagram, Search, Signs, Trace, TraceData, plain};
use serde::Serialize;

use crate::{
    failed::Failed,
    figure,
    paper::{DiagramForm, Paper, document},
    place::{GivenPosition, Place},
};

/// The version of the JSON document.
const SCHEMA: u32 = 1;
/// The positions that are kept if nobody says: for a picture, for lines, and as data.
const LIMITS: [usize; 3] = [120, 400, 100_000];

/// Draws what a player searched: values, windows, cuts, and why
///
/// The search tells it itself, while it chooses a move here: what is drawn is what ran. Triangles that
/// point up take the largest value, those that point down the smallest, circles are chance; A is the
/// first seat. What was not looked at is crossed out, the line that is expected is strong.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon tree 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta
  agon tree 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta --out tree.svg
  agon tree tic-tac-toe --moves 'b2 a1' -p 'alpha-beta(depth=4, table=1MB)' --depth 2 --to tikz
  agon tree connect-four -p 'mcts(iterations=300)' --depth 1
  agon tree 'tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])' -p max-n --to dot | dot -Tpdf > tree.pdf

A search that deepens, or asks with one window after another, searches the root more than once: the \
last of these is drawn, unless --search says which.

Forms: svg; png (see --width); dot, for Graphviz; tikz, a tikzpicture for LaTeX with \\usepackage{tikz}; \
json; ansi and text, lines with colours or in ASCII alone. Without --to lines with colours where there is \
a terminal.

JSON: one object on one line. Keys:
  schema    1
  game      the game's term
  player    the player's term
  move      the move it chose
  value     what the position is worth to the seat to act; null where it does not say
  line      the moves it expects
  entered   how many positions were entered, in all searches
  searches  those that are kept: number, depth, window, value, bound, why, entered
  search    the number of the one that follows
  nodes     its positions, each before those below it: objects with
              id, parent, ply, move (that leads there), position, order (when it was entered)
              node (\"decision\", \"chance\", \"terminal\"), seat (to act, from 1; or null)
              to (the seat whose values are told), window (two numbers; null is infinite)
              look (\"whole\", \"reduced\", \"pass\", \"glance\": estimated to choose among moves)
              probability (where a mean is taken), value, bound (\"exact\", \"lower\", \"upper\", \"sample\")
              why (a word), reason (in words; null where all was searched), payoffs (of all seats)
              glance (the estimate when moves were chosen), visits, first (iteration), term (of UCB)
              skipped (moves not looked at: move, why, reason, payoffs where one ends the game)
              folded (how many positions below it are left out)

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

/// What a player chose, and what its search told.
pub(crate) struct WatchedSearch {
    pub(crate) site: GivenPosition,
    /// The player's term.
    pub(crate) player: String,
    pub(crate) seat: Seat,
    pub(crate) decision: Decision<AnyMove>,
    pub(crate) trace: Trace,
}

impl Asking {
    /// Asks the player, and keeps so many positions, so many plies deep, of what it tells.
    ///
    /// # Errors
    ///
    /// Where a name is wrong, nobody is to act, or the player gives no move or tells nothing.
    pub(crate) fn watch(&self, limit: usize, depth: usize) -> Result<WatchedSearch, Failed> {
        let site = self.place.find()?;
        let Node::Decision(seat) = site.here.node() else {
            return Err(Failed::usage(format!(
                "{}: no seat is to act in `{}`, and a player is asked where one is",
                site.game.term, site.here
            )));
        };
        let named = registry::player(&self.player).map_err(Failed::usage)?;
        let player = named.seat_erased(&site.game.start);
        let mut player =
            player.map_err(|why| Failed::usage(format!("{}: {why}", site.game.term)))?;
        player.begin();
        let mut trace = Trace::new(&site.here, limit, depth);
        let decision = self.ask(player.as_mut(), &site.here, seat, &mut trace);
        let decision = decision
            .map_err(|why| Failed::trouble(format!("{} gave no move: {why}", named.term)))?;
        if trace.count() == 0 {
            tell(&decision, seat, &mut trace);
        }
        if trace.entered() <= 1 {
            return Err(Failed::usage(format!(
                "{} chose {}, and tells nothing of what it looks at",
                named.term,
                notation(&site.here, decision.m)
            )));
        }
        Ok(WatchedSearch { site, player: named.term, seat, decision, trace })
    }

    fn ask(
        &self,
        player: &mut dyn Player,
        here: &AnyPosition,
        seat: Seat,
        trace: &mut Trace,
    ) -> Result<Decision<AnyMove>, String> {
        let (clock, mut stream) = (WallClock::start(), Seed(self.seed).stream(0));
        let turn = Turn::new(seat, &mut stream).within(Budget::of(self.nodes));
        let mut turn = turn.timed(&clock, None).explained(true);
        let chosen = catch(|| player.choose_watched(here, &mut turn, trace));
        let decision = chosen.map_err(|panic| format!("panic: {panic}"))?;
        let decision = decision.map_err(|why| why.to_string())?;
        if here.is_legal(decision.m) {
            Ok(decision)
        } else {
            Err(format!("it chose {}, which is not legal in `{here}`", decision.m))
        }
    }
}

/// What can be seen of a player that tells nothing while it thinks: the values of its moves.
fn tell(decision: &Decision<AnyMove>, seat: Seat, trace: &mut Trace) {
    let everything = [f64::NEG_INFINITY, f64::INFINITY];
    let left = |value: f64, bound| Left::new(value, bound, Reason::Searched);
    trace.entered(Entered::new(None, None, seat, everything));
    for root in &decision.moves {
        trace.entered(Entered::new(Some(root.m), Some(Node::Decision(seat)), seat, everything));
        trace.left(left(root.value, root.bound));
    }
    trace.left(left(decision.value.unwrap_or(f64::NAN), Bound::Exact));
}

impl WatchedSearch {
    /// The search with this number, or the last that was not stopped.
    ///
    /// # Errors
    ///
    /// Where there is none, or it was forgotten.
    pub(crate) fn search(&self, number: Option<usize>) -> Result<&Search, Failed> {
        let found = match number {
            None => self.trace.last(),
            Some(number) => self.trace.search(number),
        };
        found.ok_or_else(|| {
            let (count, kept) = (self.trace.count(), self.trace.searches().len());
            let why = if number.is_some_and(|number| (1..=count).contains(&number)) {
                format!("only the last {kept} of {count} searches are kept; raise --limit")
            } else {
                format!("--search: the root was searched {count} times; say 1 to {count}")
            };
            Failed::usage(why)
        })
    }

    /// What was asked and answered, in two lines.
    pub(crate) fn head(&self, search: &Search) -> String {
        let WatchedSearch { site, player, seat, decision, trace } = self;
        let mut head = format!("{}: {seat} to act in `{}`\n{player}", site.game.term, site.here);
        let _ = write!(head, ": {}", notation(&site.here, decision.m));
        if let Some(value) = decision.value {
            let _ = write!(head, ", worth {}", plain(value));
        }
        if 1 < decision.pv.len() {
            let _ = write!(head, ", line {}", line::write_line(&site.here, &decision.pv));
        }
        let _ = write!(head, "; {} positions", figure::grouped(trace.entered()));
        if 1 < trace.count() {
            let _ = write!(head, "\nsearch {} of {}", search.number, trace.count());
            if let Some(depth) = search.root().entered.depth {
                let _ = write!(head, ", depth {depth}");
            }
            let _ = write!(head, ": {} positions", figure::grouped(search.root().looked));
        }
        head
    }

    fn diagram(&self, search: &Search, limit: usize, signs: Signs) -> Diagram {
        let mut diagram = self.trace.diagram(search, &self.decision.pv, limit, signs);
        diagram.title = self.head(search).replace('\n', "; ");
        diagram
    }

    fn document<'a>(&'a self, search: &Search) -> SearchDocument<'a> {
        let mut after = self.site.here.clone();
        let written = self.decision.pv.iter().map(|&m| {
            let text = notation(&after, m);
            after.play(m);
            text
        });
        SearchDocument {
            schema: SCHEMA,
            game: &self.site.game.term,
            player: &self.player,
            line: written.collect(),
            r#move: notation(&self.site.here, self.decision.m),
            value: self.decision.value,
            trace: self.trace.data(search),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let form = args.paper.form()?;
    let limit = args.limit.unwrap_or(match form {
        Some(DiagramForm::Json) => LIMITS[2],
        None | Some(DiagramForm::Ansi | DiagramForm::Text) => LIMITS[1],
        _ => LIMITS[0],
    });
    let thought = args.asked.watch(limit, args.depth)?;
    let search = thought.search(args.search)?;
    if form == Some(DiagramForm::Json) {
        return args.paper.write(&document(&thought.document(search))?);
    }
    let signs = if args.negamax { Signs::Mover } else { Signs::Told };
    args.paper.draw(form, &thought.diagram(search, limit, signs), &thought.head(search))
}

/// What a player searched, as a document.
#[derive(Serialize)]
struct SearchDocument<'a> {
    schema: u32,
    game: &'a str,
    player: &'a str,
    r#move: String,
    value: Option<f64>,
    line: Vec<String>,
    #[serde(flatten)]
    trace: TraceData,
}
