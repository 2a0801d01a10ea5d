//! `agon solve`.

mod asked;
mod described;
mod proof;

use std::sync::{Arc, Mutex, PoisonError};

use agon_arena::plan::play_written;
use agon_core::{Position, Seat};
use agon_roster::solve::{Goal, Graph, Unsolved};
use agon_table::{Drawn, GameView, GivenPosition};

pub(crate) use self::asked::Args;
use self::{
    asked::Method,
    described::{LIMIT, SMALL, describe, iteration, strategy},
    proof::{prove, short},
};
use crate::{
    certificate::{self, SureSeat},
    equilibrium::{self, EquilibriumTask},
    failed::Failed,
    output::{answer, json},
    output_target::{DiagramForm, document},
    progress::{self, Meanwhile},
    signals::{self, LastWords},
    solution::{SCHEMA, ShownStrategy, SolutionDocument, write},
};

/// The positions that are solved one by one before a proof is tried, unless --limit is given.
pub(crate) const AUTOMATIC: usize = 2_000_000;
/// The same where positions that differ in their past only are one.
pub(crate) const ITERATED: usize = 10_000_000;
/// The positions of all plays that are walked where something is hidden, unless --limit is given.
const WALKED: usize = 1_000_000;
/// The positions that are drawn, unless --draw-limit is given.
const KNOTS: usize = 200;
/// The widest drawing in pixels, unless --draw-limit is given.
const WIDE: f64 = 1600.0;

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    // The value of such a game is by what each seat sees; with everything in sight it would be another game.
    let by_itself = args.method == Method::Auto && site.hides();
    let is_learned = args.method == Method::Cfr || by_itself;
    if by_itself {
        let game = &site.game.term;
        progress::note(&format!(
            "{game} hides something from a seat: --method cfr solves it by what each seat sees; --method graph, as if \
             every seat saw everything"
        ));
    }
    args.suit_method(is_learned)?;
    if is_learned {
        // A method that nobody named takes no more memory than others that are chosen here.
        let is_free = by_itself && !args.learning.names_rule();
        let limit = args.limit.or_else(|| is_free.then_some(WALKED));
        return equilibrium::run(&EquilibriumTask {
            args: &args.learning,
            site: &site,
            limit,
            strategy: args.strategy,
            certificate: args.certificate.as_deref(),
            is_json: args.json,
            draw: args.drawn_of_equilibrium()?,
            draw_limit: args.knots.unwrap_or(KNOTS),
            paper: &args.paper,
        });
    }
    let form = args.paper.sheet.form()?;
    let view = args.drawn_of_graph()?.or_else(|| form.map(|_| Drawn::Labelled));
    // A proof of games of chance needs all their positions.
    let is_by_graph = args.certificate.is_some() && site.here.facts().chance && args.method != Method::Iteration;
    let needs_none = matches!(args.method, Method::Search | Method::Pns | Method::Iteration);
    let wants_graph =
        (args.strategy && !needs_none) || is_by_graph || args.graph.tree || args.graph.count || view.is_some();
    if wants_graph && !matches!(args.method, Method::Auto | Method::Graph) {
        let why = if is_by_graph {
            "--certificate where chance draws is of all positions; use --method graph, or iteration where plays go round"
        } else {
            "--tree, --count and drawings need the graph of the game; use --method graph"
        };
        return Err(Failed::usage(format!("{}: {why}", site.game.term)));
    }
    let so_far = Arc::new(Mutex::new(SolutionDocument {
        schema: SCHEMA,
        game: site.game.term.clone(),
        position: site.here.to_string(),
        unfinished: true,
        ..SolutionDocument::default()
    }));
    if site.hides() && args.certificate.is_some() {
        let game = &site.game.term;
        let why = "--certificate is of what each seat sees where something is hidden; use --method cfr";
        return Err(Failed::usage(format!("{game}: {why}")));
    }
    if site.hides() {
        progress::note("solved as if every seat saw everything; --method cfr is by what each seat sees");
    }
    end_unfinished(args.json, &so_far);
    let meanwhile = Meanwhile::new();
    let found = meanwhile.during(signals::stop(), || find(args, &site, wants_graph, &so_far));
    drop(meanwhile);
    if signals::is_asked() {
        // Whatever was found by then is not to be relied on.
        signals::leave();
    }
    let graph = match found? {
        Found::Document(document) => {
            let nodes = args.search.nodes.unwrap_or(u64::MAX);
            let value = document.value.clone();
            return tell_answers(args, &site, *document, || certificate::by_proof(&site, &value, nodes));
        }
        Found::Iterated(graph) => {
            let document = iteration(&site, &graph);
            return tell_answers(args, &site, document, || certificate::by_iteration(&site, &graph));
        }
        Found::Graph(graph) => graph,
    };
    if let Some(view) = view {
        let mut diagram = agon_table::diagram(&graph, &site.here, &wanted(args, &site, view)?);
        diagram.title = format!("{} from {}", site.game.term, site.here);
        if form == Some(DiagramForm::Json) {
            return args.paper.sheet.write(&document(&diagram)?);
        }
        let is_wide = WIDE < diagram.width() && view != Drawn::Graph && form != Some(DiagramForm::Tikz);
        if args.knots.is_none() && args.paper.is_page(form) && is_wide {
            diagram.is_narrow = true;
            progress::note(&format!(
                "too wide to be read: each position has a line of its own; --draw-limit {KNOTS} draws it wide"
            ));
        }
        return args.paper.draw(form, &diagram, &diagram.title);
    }
    if let Some(path) = &args.certificate {
        certificate::write(path, &site, &certificate::by_graph(&site, &graph)?)?;
    }
    let document = describe(args, &site, &graph);
    let goals = if args.strategy { Goal::at(&graph, &site.here) } else { Vec::new() };
    let shown: Vec<_> = goals.into_iter().map(|goal| ShownStrategy::of_graph(goal, &graph, &site.here)).collect();
    tell(args, &document, &shown)
}

/// Writes what was found without a graph, with the answers that suffice where they are wanted.
fn tell_answers(
    args: &Args,
    site: &GivenPosition,
    mut document: SolutionDocument,
    find: impl FnOnce() -> Result<Vec<SureSeat>, Failed>,
) -> Result<(), Failed> {
    if args.certificate.is_none() && !args.strategy {
        return tell(args, &document, &[]);
    }
    let meanwhile = Meanwhile::new();
    let sure = meanwhile.during(signals::stop(), find);
    drop(meanwhile);
    let sure = sure?;
    if let Some(path) = &args.certificate {
        certificate::write(path, site, &sure)?;
    }
    let mut shown = Vec::new();
    let facts = site.here.facts();
    for goal in if args.strategy { Goal::of(&facts, document.value[0]) } else { Vec::new() } {
        let Some(sure) = sure.iter().find(|sure| sure.seat() == goal.seat) else { continue };
        let answers = sure.answers();
        let told: &[_] = if args.json { &answers } else { &[] };
        document.strategies.push(strategy(goal, facts.seats, None, told));
        shown.push(ShownStrategy::of_answers(goal, &answers, &site.here, sure.key()));
    }
    tell(args, &document, &shown)
}

/// The drawing that the flags ask for.
fn wanted(args: &Args, site: &GivenPosition, drawn: Drawn) -> Result<GameView, Failed> {
    let wrong = |what: &str| Failed::usage(format!("{}: {what}", site.game.term));
    if args.graph.seat.is_some() && drawn != Drawn::Strategy {
        return Err(wrong("--seat says whose strategy is drawn; use --draw strategy"));
    }
    if args.graph.play.is_some() && drawn != Drawn::Graph {
        return Err(wrong("--play marks a play in the graph; use --draw graph"));
    }
    if args.graph.seat.is_some_and(|seat| site.here.facts().seats < seat) {
        return Err(wrong("--seat: the game has 1 seat"));
    }
    let mut after = site.here.clone();
    let play = play_written(&mut after, args.graph.play.as_deref().unwrap_or_default())
        .map_err(|error| wrong(&error.to_string()))?;
    let seat = args.graph.seat.map(|seat| Seat(seat - 1));
    Ok(GameView { seat, play, ..GameView::of(drawn, args.knots.unwrap_or(KNOTS)) })
}

/// On an interruption, lets the command end with its best result so far.
fn end_unfinished(is_json: bool, so_far: &Arc<Mutex<SolutionDocument>>) {
    let so_far = Arc::clone(so_far);
    signals::leave_with(move || {
        let mut known = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        known.nodes = Some(signals::stop().looked());
        let mut out = Vec::new();
        // There is room in memory.
        let _ = if is_json { json(&mut out, &*known) } else { known.write_so_far(&mut out) };
        let out = String::from_utf8_lossy(&out).into_owned();
        LastWords { out, err: "interrupted; it was not solved".to_owned() }
    });
    signals::end_by_itself(Failed::INTERRUPTED, LastWords::default);
}

/// What was found of a position.
enum Found {
    /// Every position in reach, to say more of.
    Graph(Graph),
    /// The same where positions that differ in their past only are one.
    Iterated(Graph),
    /// All there is to say.
    Document(Box<SolutionDocument>),
}

/// Solves the position in the way that was asked for.
fn find(
    args: &Args,
    site: &GivenPosition,
    wants_graph: bool,
    so_far: &Mutex<SolutionDocument>,
) -> Result<Found, Failed> {
    let by = |method| so_far.lock().unwrap_or_else(PoisonError::into_inner).method = method;
    let (here, has_chance) = (&site.here, site.here.facts().chance);
    let failed = |why: Unsolved| match why {
        Unsolved::TooLarge(_) | Unsolved::TooHeavy(_) => {
            let way_out = match args.method {
                Method::Iteration => "raise --limit",
                _ if has_chance => "raise --limit, or use --method iteration",
                _ if wants_graph => "raise --limit",
                _ => "raise --limit, or use --method search",
            };
            Failed::trouble(format!("{}: {why}; {way_out}", site.game.term))
        }
        Unsolved::Stopped => Failed::interrupted("interrupted"),
        Unsolved::NoDuel => Failed::usage(format!("{}: {why}; this one has none", site.game.term)),
    };
    let graph = |limit| {
        by("graph");
        Graph::solve_until(here, limit, args.graph.symmetry, signals::stop())
    };
    let iterated = |limit| {
        by("iteration");
        Graph::iterate_until(here, limit, signals::stop()).map(Found::Iterated).map_err(failed)
    };
    let prove = |player| {
        by(if player == "pns" { "pns" } else { "search" });
        prove(args, site, player, so_far).map(|document| Found::Document(Box::new(document)))
    };
    match args.method {
        Method::Search => return prove("solve"),
        Method::Pns => return prove("pns"),
        Method::Iteration => return iterated(args.limit.unwrap_or(LIMIT)),
        Method::Graph => {
            return graph(args.limit.unwrap_or(LIMIT)).map(Found::Graph).map_err(failed);
        }
        Method::Auto if wants_graph => {
            return graph(args.limit.unwrap_or(LIMIT)).map(Found::Graph).map_err(failed);
        }
        Method::Auto => {}
        Method::Cfr => unreachable!("strategies by what seats see are looked for elsewhere"),
    }
    // A small game is solved completely; in a larger one a near win is found sooner than everything.
    let limit = args.limit.unwrap_or(AUTOMATIC);
    for (limit, is_last) in [(SMALL.min(limit), limit <= SMALL), (limit, true)] {
        match graph(limit) {
            Ok(graph) => return Ok(Found::Graph(graph)),
            Err(why @ (Unsolved::NoDuel | Unsolved::Stopped)) => return Err(failed(why)),
            Err(Unsolved::TooLarge(_) | Unsolved::TooHeavy(_)) => {}
        }
        if is_last {
            break;
        }
        if !has_chance && let Some(document) = short(args, site) {
            return Ok(Found::Document(Box::new(document)));
        }
    }
    if has_chance { iterated(args.limit.unwrap_or(ITERATED)) } else { prove("solve") }
}

/// Writes what was found.
fn tell(args: &Args, document: &SolutionDocument, strategies: &[ShownStrategy<'_>]) -> Result<(), Failed> {
    answer(|out| {
        let done = if args.json { json(out, document) } else { write(out, document, strategies) };
        Ok(done?)
    })
}
