//! `agon solve`.

mod asked;

use std::sync::{Arc, Mutex, PoisonError};

use agon_core::{
    AnyMove, AnyPosition, Bound, Budget, Decision, Node, Position, Seat, Seed, Sum, line, notation,
    registry,
};
use agon_roster::solve::{Goal, Graph, Quickest, Solved, Tree, Unsolved, solve_shortly_until};
use agon_table::{Drawn, GameView, GivenPosition, SearchLimits, ask, nobody_acts, seat_player};

pub(crate) use self::asked::Args;
use self::asked::Method;
use crate::{
    equilibrium::{self, EquilibriumTask},
    failed::Failed,
    figure,
    output::{answer, json},
    paper::{DiagramForm, document},
    progress::{self, Meanwhile},
    signals::{self, LastWords},
    solution::{
        AnswerDocument, SCHEMA, SolutionDocument, StrategyDocument, TreeDocument, count, write,
    },
};

/// The positions that are solved one by one before a proof is tried, unless --limit is given.
const AUTOMATIC: usize = 2_000_000;
/// The same where positions that differ in their past only are one.
const ITERATED: usize = 10_000_000;
/// The positions that are solved one by one if that is what was asked for.
const LIMIT: usize = 100_000_000;
/// The positions of all plays that are walked where something is hidden, unless --limit is given.
const WALKED: usize = 1_000_000;
/// The size of a game that is counted as a tree, and in strategies, without being asked.
const SMALL: usize = 20_000;
/// The positions that a short search looks at, before millions are solved one by one.
const SHORT: u64 = 200_000;
/// The positions that are looked at for the distance, unless --nodes is given.
const DISTANT: u64 = 10_000_000;
/// The bytes for distances.
const DISTANCES: usize = 256 << 20;
/// The positions that are drawn, unless --draw-limit is given.
const KNOTS: usize = 200;
/// The widest drawing in pixels, unless --draw-limit is given.
const WIDE: f64 = 1600.0;
/// The positions that a search looks at in a long game, unless --nodes is given.
const LONG: u64 = 1_000_000_000;

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
            is_json: args.json,
            draw: args.drawn_of_equilibrium()?,
            draw_limit: args.knots.unwrap_or(KNOTS),
            paper: &args.paper,
        });
    }
    let form = args.paper.sheet.form()?;
    let view = args.drawn_of_graph()?.or_else(|| form.map(|_| Drawn::Labelled));
    let wants_graph = args.strategy || args.graph.tree || args.graph.count || view.is_some();
    if wants_graph && !matches!(args.method, Method::Auto | Method::Graph) {
        return Err(Failed::usage(format!(
            "{}: --strategy, --tree, --count and drawings need the graph of the game; use --method \
             graph",
            site.game.term
        )));
    }
    let so_far = Arc::new(Mutex::new(SolutionDocument {
        schema: SCHEMA,
        game: site.game.term.clone(),
        position: site.here.to_string(),
        unfinished: true,
        ..SolutionDocument::default()
    }));
    if site.hides() {
        progress::note(
            "solved as if every seat saw everything; --method cfr is by what each seat sees",
        );
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
        Found::Document(document) => return tell(args, &document, None),
        Found::Graph(graph) => graph,
    };
    if let Some(view) = view {
        let mut diagram = agon_table::diagram(&graph, &site.here, &wanted(args, &site, view)?);
        diagram.title = format!("{} from {}", site.game.term, site.here);
        if form == Some(DiagramForm::Json) {
            return args.paper.sheet.write(&document(&diagram)?);
        }
        let is_wide =
            WIDE < diagram.width() && view != Drawn::Graph && form != Some(DiagramForm::Tikz);
        if args.knots.is_none() && args.paper.is_page(form) && is_wide {
            diagram.is_narrow = true;
            progress::note(&format!(
                "too wide to be read: each position has a line of its own; --draw-limit {KNOTS} draws it wide"
            ));
        }
        return args.paper.draw(form, &diagram, &diagram.title);
    }
    let document = describe(args, &site, &graph);
    tell(args, &document, args.strategy.then_some((&graph, &site.here)))
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
    let play = line::play_line(&mut after, args.graph.play.as_deref().unwrap_or_default())
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
        Unsolved::TooLarge(_) => {
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
        match Graph::iterate_until(here, limit, signals::stop()) {
            Ok(graph) => Ok(Found::Document(Box::new(iteration(site, &graph)))),
            Err(why) => Err(failed(why)),
        }
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
            Err(Unsolved::TooLarge(_)) => {}
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
fn tell(
    args: &Args,
    document: &SolutionDocument,
    strategies: Option<(&Graph, &AnyPosition)>,
) -> Result<(), Failed> {
    answer(|out| {
        let done = if args.json { json(out, document) } else { write(out, document, strategies) };
        Ok(done?)
    })
}

/// What a short search for a win of all there is finds.
fn short(args: &Args, site: &GivenPosition) -> Option<SolutionDocument> {
    let Node::Decision(_) = site.here.node() else { return None };
    let nodes = args.search.nodes.unwrap_or(SHORT).min(SHORT);
    let (proven, plies) = solve_shortly_until(&site.here, nodes, signals::stop())?;
    let m = proven.m.map(|m| notation(&site.here, m));
    Some(SolutionDocument {
        r#move: m,
        distance: Some(plies),
        ..searched(site, "short", proven.value)
    })
}

/// What a search says of a position that is worth `first` to the first seat.
fn searched(site: &GivenPosition, method: &'static str, first: f64) -> SolutionDocument {
    let facts = site.here.facts();
    let sum = total(site);
    let value = if facts.seats == 1 { vec![first] } else { vec![first, sum - first + 0.0] };
    let winner = match (facts.seats, value.as_slice()) {
        (2, [one, two]) if two < one => Some(1),
        (2, [one, two]) if one < two => Some(2),
        _ => None,
    };
    SolutionDocument {
        schema: SCHEMA,
        game: site.game.term.clone(),
        position: site.here.to_string(),
        method,
        value,
        winner,
        ..SolutionDocument::default()
    }
}

/// What all seats get together.
fn total(site: &GivenPosition) -> f64 {
    match site.here.facts().sum {
        Sum::Constant(sum) => sum,
        _ => 0.0,
    }
}

/// Proves the value by a player that does so.
fn prove(
    args: &Args,
    site: &GivenPosition,
    player: &'static str,
    so_far: &Mutex<SolutionDocument>,
) -> Result<SolutionDocument, Failed> {
    let Node::Decision(seat) = site.here.node() else {
        return Err(Failed::usage(nobody_acts(site) + ", or use --method graph"));
    };
    let is_long = 1000 < site.here.facts().max_plies;
    let nodes = args.search.nodes.or(is_long.then_some(LONG));
    let words = nodes.map_or_else(|| "unlimited".to_owned(), |nodes| nodes.to_string());
    let threads = match args.search.threads() {
        1 => String::new(),
        _ if player == "pns" => {
            let why = "--threads is for the search by null windows; use --method search";
            return Err(Failed::usage(format!("{}: {why}", site.game.term)));
        }
        threads => format!(", threads={threads}"),
    };
    let term = format!("{player}(table={}, nodes={words}{threads})", args.search.table());
    let named = registry::player(&term).map_err(Failed::usage)?;
    let mut player_at = seat_player(&named, &site.game)?;
    player_at.begin();
    let first = |value: f64| if seat == Seat(0) { value } else { total(site) - value + 0.0 };
    let listener = |decision: &Decision<AnyMove>| {
        let mut known = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        known.r#move = Some(notation(&site.here, decision.m));
    };
    let limits = SearchLimits {
        budget: Budget::of(args.search.nodes),
        stop: Some(signals::stop()),
        listener: Some(&listener),
        ..SearchLimits::default()
    };
    let mut stream = Seed(0).stream(0);
    let decision = ask(player_at.as_mut(), &site.here, seat, &mut stream, limits)
        .map_err(|why| Failed::trouble(format!("{term}: {why}")))?;
    if signals::is_asked() {
        let mut known = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        known.r#move = Some(notation(&site.here, decision.m));
        known.bound = decision.value.map(|value| (seat.0 + 1, decision.bound.words(), value));
        return Err(Failed::interrupted("interrupted"));
    }
    let value = match decision.value {
        Some(value) if decision.bound == Bound::Exact => value,
        bound => {
            let looked = figure::grouped(decision.nodes);
            let known = bound.map_or_else(String::new, |value| {
                let words = decision.bound.words();
                format!(", but {seat} gets {words}{}", figure::plain(value))
            });
            let game = &site.game.term;
            let why = format!("{game}: not proven after {looked} positions{known}; raise --nodes");
            return Err(Failed::trouble(why));
        }
    };
    let first = first(value);
    // The tables of the proof are gone by now.
    drop(player_at);
    let most = args.search.nodes.unwrap_or(DISTANT);
    let mut quickest = Quickest::of(&site.here, first, DISTANCES);
    let found = quickest
        .as_mut()
        .and_then(|quickest| quickest.plies_until(&site.here, most, signals::stop()));
    let (distance, m) = found.map_or((None, decision.m), |(plies, m)| (Some(plies), m));
    let method = if player == "pns" { "pns" } else { "search" };
    Ok(SolutionDocument {
        r#move: Some(notation(&site.here, m)),
        distance,
        nodes: Some(decision.nodes),
        ..searched(site, method, first)
    })
}

/// What value iteration says.
fn iteration(site: &GivenPosition, graph: &Graph) -> SolutionDocument {
    let solved = graph.find(&site.here).expect("the root of the graph is solved");
    SolutionDocument { method: "iteration", ..outline(site, graph, solved) }
}

/// What every graph says.
fn outline(site: &GivenPosition, graph: &Graph, solved: Solved) -> SolutionDocument {
    let (here, facts) = (&site.here, graph.facts());
    let value: Vec<f64> =
        Seat::all(facts.seats).map(|seat| graph.value_for(seat, solved.value) + 0.0).collect();
    let winner = Seat::all(facts.seats)
        .find(|&seat| facts.seats == 2 && graph.outcome(solved.value, seat).is_gt());
    let width = facts.max_payoff - facts.min_payoff;
    let share = |value: &f64| (value - facts.min_payoff) / width;
    let share = (facts.chance && 0.0 < width).then(|| value.iter().map(share).collect());
    SolutionDocument {
        schema: SCHEMA,
        game: site.game.term.clone(),
        position: here.to_string(),
        value,
        share,
        winner: winner.map(|seat| seat.0 + 1),
        r#move: graph.best(here).map(|(m, _)| notation(here, m)),
        distance: solved.distance,
        positions: Some(graph.positions()),
        edges: Some(graph.edges),
        terminals: Some(graph.terminals),
        ..SolutionDocument::default()
    }
}

/// What the graph says.
fn describe(args: &Args, site: &GivenPosition, graph: &Graph) -> SolutionDocument {
    let (here, facts) = (&site.here, graph.facts());
    let solved = graph.find(here).expect("the root of the graph is solved");
    let is_small = graph.positions() <= SMALL;
    let most = if args.graph.tree { LIMIT } else { SMALL };
    let tree = (args.graph.tree || is_small).then(|| Tree::count(here, most)).flatten();
    let strategies = Goal::at(graph, here).into_iter().map(|goal| {
        let count = (args.graph.count || is_small).then(|| count(goal.count(graph, here)));
        let mut answers = Vec::new();
        if args.strategy && args.json {
            let found = goal.answers(graph, here, usize::MAX).unwrap_or_default();
            answers.extend(found.into_iter().map(|(position, m)| AnswerDocument {
                r#move: notation(&position, m),
                position: position.to_string(),
            }));
        }
        StrategyDocument { seat: goal.seat.0 + 1, kind: kind(goal, facts.seats), count, answers }
    });
    SolutionDocument {
        method: "graph",
        tree: tree.map(|tree| TreeDocument {
            nodes: count(tree.nodes()),
            leaves: count(tree.leaves),
            levels: tree.levels.iter().map(|&nodes| count(nodes)).collect(),
        }),
        strategies: strategies.collect(),
        ..outline(site, graph, solved)
    }
}

fn kind(goal: Goal, seats: u8) -> &'static str {
    match goal {
        _ if seats == 1 => "best",
        Goal { is_win: true, .. } => "win",
        Goal { is_win: false, .. } => "no loss",
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Args, Graph, describe, prove, write};
    use crate::output::json;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn answer(words: &[&str]) -> String {
        let args = Line::parse_from([&["solve"], words].concat()).args;
        let site = args.place.find().unwrap();
        let graph = Graph::solve(&site.here, 10_000, args.graph.symmetry).unwrap();
        let mut out = Vec::new();
        let document = describe(&args, &site, &graph);
        if args.json {
            json(&mut out, &document).unwrap();
        } else {
            write(&mut out, &document, Some((&graph, &site.here))).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn grundys_game_is_answered_with_the_figures_of_the_textbook() {
        let text = answer(&["grundy", "--strategy"]);
        for line in [
            "  value      -1, 1: seat 2 wins",
            "  graph      positions 14, edges 17, terminal 3",
            "  tree       nodes 24, leaves 7",
            "  levels     1 3 6 7 6 1",
            "  strategy   seat 2 has exactly 2 winning strategies",
            "  6+1 2      6:2+4",
            "  └─ 7:3+4  4+3 2  or",
            "           └─ 3:1+2  2+2+1+1+1 1  leaf 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn the_document_has_the_documented_keys() {
        let text = answer(&["grundy", "--moves", "7:1+6", "--strategy", "--json"]);
        let found: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&found["schema"], &found["method"]), (&1.into(), &"graph".into()));
        assert_eq!(found["winner"], 2);
        assert_eq!(found["strategies"][0]["count"], "1");
        assert_eq!(found["strategies"][0]["answers"][0]["move"], "6:2+4");
        assert_eq!(found.as_object().unwrap().len(), 15);
    }

    #[test]
    fn a_proof_finds_the_value_of_the_graph() {
        for (player, game) in [("solve", "grundy(heap=9)"), ("pns", "nim(heaps=1+2+4)")] {
            let args = Line::parse_from(["solve", game, "--table", "1MB"]).args;
            let site = args.place.find().unwrap();
            let graph = Graph::solve(&site.here, 10_000, false).unwrap();
            let so_far = std::sync::Mutex::default();
            let proven = prove(&args, &site, player, &so_far).unwrap();
            assert_eq!(proven.value, describe(&args, &site, &graph).value, "{player} at {game}");
        }
    }
}
