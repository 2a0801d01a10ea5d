//! `agon solve`.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use agon_core::{AnyPosition, Budget, Node, Position, Seat, Seed, notation, registry};
use agon_roster::solve::{Branch, Goal, Graph, Tree, UNCOUNTED, Unsolved};
use agon_table::{Drawn, GivenPosition, SearchLimits, ask, seat_player};
use clap::{
    ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use serde::Serialize;

use crate::{
    failed::Failed,
    figure,
    output::{answer, json},
    paper::{DiagramForm, Paper, document},
    place::Place,
};

/// The version of the JSON document.
const SCHEMA: u32 = 1;
/// The positions that are solved one by one before a proof is tried, if nobody says.
const AUTOMATIC: usize = 2_000_000;
/// The positions that are solved one by one if that is what was asked for.
const LIMIT: usize = 100_000_000;
/// The size of a game that is counted as a tree, and in strategies, without being asked.
const SMALL: usize = 20_000;
/// The lines of a strategy that are written.
const LINES: usize = 1000;

/// Solves a game: its exact value, and how to reach it.
///
/// A game for one seat, or for two with a constant sum, is solved position by position (graph), which
/// allows chance and finds strategies too; or, where it is too large for that, its value is
/// proven by a search: null windows (search) or proof numbers (pns).
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
#[command(
    allow_negative_numbers = true,
    after_help = "\
The graph joins equal positions, the tree does not: it has a node for each sequence of moves. A \
strategy answers every position its seat can meet; in the tree it is the root, one successor at \
each own node, every successor at the opponent's, and only leaves that are won (or, where neither \
seat can force a win, not lost). The distance is counted in plies if the winner hurries and the loser \
delays.

Examples:
  agon solve grundy --strategy --count
  agon solve 'nim(heaps=1+2+3)'
  agon solve tic-tac-toe --moves 'b2 b1' --json
  agon solve 'connect-four(6, 5)' --method search --table 1GB
  agon solve grundy --draw strategy --out grundy.svg
  agon solve grundy --draw graph --to dot | dot -Tpdf > grundy.pdf

Drawings: --to svg, png, dot, tikz, json, ansi or text. A and B are the first and the second seat; the \
letter in a node is who acts there, what stands below it who wins. With --to json the keys are title, \
knots (form, inside, value, notes, about, row, strong, pale, all: the links below are joined by an \
arc) and links (from, to, label, strong, cut).

JSON: one object on one line. Keys:
  schema      1
  game        the game's term
  position    the position solved
  method      \"graph\", \"search\" or \"pns\"
  value       what each seat gets if all play the best: a list in order of the seats
  winner      the number of the seat that gains; null if none does, or there is only one seat
  move        the best move; null where no seat acts
  distance    plies to the end; null where nobody gains, with chance, and for search and pns
  positions   how many are in reach, equal ones joined; null for search and pns
  edges       the moves of all of them; null for search and pns
  terminals   how many of them end the game; null for search and pns
  nodes       how many positions a search looked at; null for graph
  tree        the game as a tree: nodes, leaves, levels (nodes by ply), as decimal text; null where \
it was not counted
  strategies  for each seat that has one: seat, kind (\"win\", \"no loss\" or \"best\"), count (decimal \
text, null where it was not counted), answers (objects with position and move; empty without \
--strategy)

Exit codes: 0 done; 1 it could not be solved within the limit; 2 the game, the position or a move \
is wrong, or the game has no such value."
)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// How to solve it. By itself: position by position if the game is small enough, else by
    /// search.
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,
    /// The positions that may be solved one by one, of 18 bytes each, up to 48 while the table
    /// grows. Usually 100000000, or 2000000 if --method is auto.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Take images of a position (turned, mirrored) for one position, if the game declares them.
    #[arg(long)]
    symmetry: bool,
    /// The size of the table of a search.
    #[arg(long, value_name = "SIZE", default_value = "1GB")]
    table: String,
    /// The positions a search may look at.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Write a strategy: the answer to each position, and the AND/OR sub-tree.
    #[arg(long)]
    strategy: bool,
    /// Count the game as a tree, however large.
    #[arg(long)]
    tree: bool,
    /// Count the strategies, however large the game is.
    #[arg(long)]
    count: bool,
    /// Answer with one line of JSON.
    #[arg(long, conflicts_with_all = ["draw", "form", "out"])]
    json: bool,
    /// Draw this, where --to or --out alone draws the labelled tree
    #[arg(long, value_name = "WHAT", value_parser = drawn())]
    draw: Option<Drawn>,
    /// Draw so many positions at most; what is more is folded by whole plies
    #[arg(long, value_name = "N", default_value_t = 200)]
    knots: usize,
    #[command(flatten)]
    paper: Paper,
}

/// How a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Position by position, if the game is small enough; else by search.
    Auto,
    /// Position by position.
    Graph,
    /// Alpha-beta to the end, by null windows.
    Search,
    /// Proof-number search.
    Pns,
}

/// Reads what is drawn of a solved game.
fn drawn() -> impl TypedValueParser<Value = Drawn> {
    let words = Drawn::ALL.map(|drawn| PossibleValue::new(drawn.name()).help(drawn.meaning()));
    PossibleValuesParser::new(words)
        .map(|word| Drawn::named(&word).expect("only these words are read"))
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    let form = args.paper.form()?;
    let view = args.draw.or_else(|| form.map(|_| Drawn::Labelled));
    let wants_graph = args.strategy || args.tree || args.count || view.is_some();
    let by_search = |player: &'static str| -> Result<(), Failed> {
        if wants_graph {
            return Err(Failed::usage(format!(
                "{}: --strategy, --tree, --count and drawings need every position, and a search \
                 doesn't look at all; use --method graph",
                site.game.term
            )));
        }
        let document = prove(args, &site, player)?;
        answer(|out| write(out, args, &document, None))
    };
    let limit = match args.method {
        Method::Search => return by_search("solve"),
        Method::Pns => return by_search("pns"),
        Method::Graph => args.limit.unwrap_or(LIMIT),
        Method::Auto if wants_graph => args.limit.unwrap_or(LIMIT),
        Method::Auto => args.limit.unwrap_or(AUTOMATIC),
    };
    match Graph::solve(&site.here, limit, args.symmetry) {
        Ok(graph) if view.is_some() => {
            let view = view.expect("it is there");
            let mut diagram = agon_table::diagram(&graph, &site.here, view, args.knots);
            diagram.title = format!("{} from {}", site.game.term, site.here);
            if form == Some(DiagramForm::Json) {
                return args.paper.write(&document(&diagram)?);
            }
            args.paper.draw(form, &diagram, &diagram.title)
        }
        Ok(graph) => {
            let document = describe(args, &site, &graph);
            answer(|out| write(out, args, &document, Some((&graph, &site.here))))
        }
        Err(Unsolved::TooLarge(_))
            if args.method == Method::Auto && !wants_graph && !site.here.facts().chance =>
        {
            by_search("solve")
        }
        Err(why @ Unsolved::TooLarge(_)) => {
            let is_certain = !site.here.facts().chance && !wants_graph;
            let way_out =
                if is_certain { "raise --limit, or use --method search" } else { "raise --limit" };
            Err(Failed::trouble(format!("{}: {why}; {way_out}", site.game.term)))
        }
        Err(why @ Unsolved::NoDuel) => {
            Err(Failed::usage(format!("{}: {why}; this one has none", site.game.term)))
        }
    }
}

/// Proves the value by a player that does so.
fn prove(
    args: &Args,
    site: &GivenPosition,
    player: &'static str,
) -> Result<SolutionDocument, Failed> {
    let Node::Decision(seat) = site.here.node() else {
        return Err(Failed::usage(format!(
            "{}: there is nothing to search for in `{}`: no seat is to act; use --method graph",
            site.game.term, site.here
        )));
    };
    let term = format!("{player}(table={})", args.table);
    let named = registry::player(&term).map_err(Failed::usage)?;
    let mut player_at = seat_player(&named, &site.game)?;
    player_at.begin();
    let limits = SearchLimits { budget: Budget::of(args.nodes), ..SearchLimits::default() };
    let mut stream = Seed(0).stream(0);
    let decision = ask(player_at.as_mut(), &site.here, seat, &mut stream, limits)
        .map_err(|why| Failed::trouble(format!("{term}: {why}")))?;
    let Some(value) = decision.value else {
        let looked = figure::grouped(decision.nodes);
        let game = &site.game.term;
        let why = format!("{game}: not proven after {looked} positions; raise --nodes");
        return Err(Failed::trouble(why));
    };
    let facts = site.here.facts();
    let sum = match facts.sum {
        agon_core::Sum::Constant(sum) => sum,
        _ => 0.0,
    };
    let first = if seat == Seat(0) { value } else { sum - value + 0.0 };
    let value = if facts.seats == 1 { vec![first] } else { vec![first, sum - first + 0.0] };
    let winner = match (facts.seats, value.as_slice()) {
        (2, [one, two]) if two < one => Some(1),
        (2, [one, two]) if one < two => Some(2),
        _ => None,
    };
    Ok(SolutionDocument {
        schema: SCHEMA,
        game: site.game.term.clone(),
        position: site.here.to_string(),
        method: if player == "pns" { "pns" } else { "search" },
        value,
        winner,
        r#move: Some(notation(&site.here, decision.m)),
        nodes: Some(decision.nodes),
        ..SolutionDocument::default()
    })
}

/// What the graph says.
fn describe(args: &Args, site: &GivenPosition, graph: &Graph) -> SolutionDocument {
    let (here, facts) = (&site.here, graph.facts());
    let solved = graph.find(here).expect("the root of the graph is solved");
    let is_small = graph.positions() <= SMALL;
    let most = if args.tree { LIMIT } else { SMALL };
    let tree = (args.tree || is_small).then(|| Tree::count(here, most)).flatten();
    let strategies = Goal::at(graph, here).into_iter().map(|goal| {
        let count = (args.count || is_small).then(|| count(goal.count(graph, here)));
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
    let mut values = Seat::all(facts.seats).map(|seat| graph.value_for(seat, solved.value));
    let winner = Seat::all(facts.seats)
        .find(|&seat| facts.seats == 2 && graph.outcome(solved.value, seat).is_gt());
    SolutionDocument {
        schema: SCHEMA,
        game: site.game.term.clone(),
        position: here.to_string(),
        method: "graph",
        value: values.by_ref().map(|value| value + 0.0).collect(),
        winner: winner.map(|seat| seat.0 + 1),
        r#move: graph.best(here).map(|(m, _)| notation(here, m)),
        distance: solved.distance,
        positions: Some(graph.positions()),
        edges: Some(graph.edges),
        terminals: Some(graph.terminals),
        nodes: None,
        tree: tree.map(|tree| TreeDocument {
            nodes: count(tree.nodes()),
            leaves: count(tree.leaves),
            levels: tree.levels.iter().map(|&nodes| count(nodes)).collect(),
        }),
        strategies: strategies.collect(),
    }
}

fn kind(goal: Goal, seats: u8) -> &'static str {
    match goal {
        _ if seats == 1 => "best",
        Goal { is_win: true, .. } => "win",
        Goal { is_win: false, .. } => "no loss",
    }
}

/// A count in digits, or that it is larger than is counted.
fn count(count: u128) -> String {
    if UNCOUNTED <= count { "more than 10^38".to_owned() } else { count.to_string() }
}

/// A count in digits as people read it.
fn readable(count: &str) -> String {
    count.parse().map_or_else(|_| count.to_owned(), figure::grouped)
}

/// Writes the answer.
///
/// # Errors
///
/// Only those of `out`.
fn write(
    out: &mut impl Write,
    args: &Args,
    document: &SolutionDocument,
    graph: Option<(&Graph, &AnyPosition)>,
) -> Result<(), Failed> {
    if args.json {
        return Ok(json(out, document)?);
    }
    let SolutionDocument { game, position, method, .. } = document;
    writeln!(out, "{game}: `{position}`, by {method}")?;
    let values: Vec<String> = document.value.iter().map(|&value| figure::plain(value)).collect();
    write!(out, "  value      {}", values.join(", "))?;
    let is_expected = graph.is_some_and(|(graph, _)| graph.facts().chance);
    match (document.winner, document.value.len()) {
        (Some(seat), _) if is_expected => writeln!(out, ": seat {seat} is better off")?,
        (Some(seat), _) => writeln!(out, ": seat {seat} wins")?,
        (None, 2) => writeln!(out, ": neither seat wins")?,
        _ => writeln!(out)?,
    }
    if let Some(m) = &document.r#move {
        writeln!(out, "  move       {m}")?;
    }
    if let Some(distance) = document.distance {
        writeln!(out, "  distance   {distance} plies")?;
    }
    if let (Some(positions), Some(edges)) = (document.positions, document.edges) {
        let terminals = figure::grouped(document.terminals.unwrap_or(0));
        let (positions, edges) = (figure::grouped(positions as u64), figure::grouped(edges));
        writeln!(out, "  graph      positions {positions}, edges {edges}, terminal {terminals}")?;
    }
    if let Some(nodes) = document.nodes {
        writeln!(out, "  nodes      {}", figure::grouped(nodes))?;
    }
    if let Some(tree) = &document.tree {
        writeln!(
            out,
            "  tree       nodes {}, leaves {}",
            readable(&tree.nodes),
            readable(&tree.leaves)
        )?;
        let levels: Vec<String> = tree.levels.iter().map(|nodes| readable(nodes)).collect();
        writeln!(out, "  levels     {}", levels.join(" "))?;
    }
    for StrategyDocument { seat, kind, count, .. } in &document.strategies {
        let what = match *kind {
            "win" => "winning",
            "no loss" => "non-losing",
            _ => "best",
        };
        match count.as_deref() {
            Some("1") => writeln!(out, "  strategy   seat {seat} has exactly 1 {what} strategy")?,
            Some(count) if count.starts_with("more") => {
                writeln!(out, "  strategy   seat {seat} has {count} {what} strategies")?;
            }
            Some(count) => {
                let count = readable(count);
                writeln!(out, "  strategy   seat {seat} has exactly {count} {what} strategies")?;
            }
            None => writeln!(out, "  strategy   seat {seat} has a {what} strategy")?,
        }
    }
    if let (true, Some((graph, here))) = (args.strategy, graph) {
        for goal in Goal::at(graph, here) {
            writeln!(out, "\nanswers of {}", goal.seat)?;
            write_answers(out, goal, graph, here)?;
            writeln!(out, "\nsub-tree of {}", goal.seat)?;
            write_branches(out, goal, graph, here)?;
        }
    }
    Ok(())
}

/// Writes the position and the move for each position the seat can meet.
fn write_answers(
    out: &mut impl Write,
    goal: Goal,
    graph: &Graph,
    here: &AnyPosition,
) -> io::Result<()> {
    let Some(answers) = goal.answers(graph, here, LINES) else {
        return writeln!(out, "  more than {LINES} positions; --json writes them all");
    };
    let texts: Vec<String> = answers.iter().map(|(position, _)| position.to_string()).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    for (text, (position, m)) in texts.iter().zip(&answers) {
        writeln!(out, "  {text:width$}  {}", notation(position, *m))?;
    }
    Ok(())
}

/// Draws the sub-tree: a line for each node, a stem for each ply above it.
fn write_branches(
    out: &mut impl Write,
    goal: Goal,
    graph: &Graph,
    here: &AnyPosition,
) -> io::Result<()> {
    let (mut stems, mut lines, mut done) = (Vec::new(), 0, Ok(()));
    let _ = goal.each_branch(graph, here, |branch: Branch<'_, AnyPosition>| {
        stems.truncate(branch.ply);
        stems.push(branch.is_last);
        lines += 1;
        done = if LINES < lines {
            writeln!(out, "  … and more than {LINES} nodes")
        } else {
            write_branch(out, goal, &stems, &branch)
        };
        if done.is_err() || LINES < lines {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    done
}

fn write_branch(
    out: &mut impl Write,
    goal: Goal,
    stems: &[bool],
    branch: &Branch<'_, AnyPosition>,
) -> io::Result<()> {
    write!(out, "  ")?;
    if let [_, above @ .., last] = stems {
        for is_last in above {
            write!(out, "{}", if *is_last { "   " } else { "│  " })?;
        }
        write!(out, "{}", if *last { "└─ " } else { "├─ " })?;
    }
    if let Some(m) = branch.m {
        write!(out, "{}  ", notation(branch.before, m))?;
    }
    let node = match branch.here.node() {
        Node::Decision(seat) if seat == goal.seat => "or",
        Node::Terminal => "leaf",
        _ => "and",
    };
    write!(out, "{}  {node}", branch.here)?;
    if node == "leaf" {
        write!(out, " {}", figure::plain(branch.here.payoff(goal.seat)))?;
    }
    writeln!(out)
}

/// The answer, as a document.
#[derive(Default, Serialize)]
struct SolutionDocument {
    schema: u32,
    game: String,
    position: String,
    method: &'static str,
    value: Vec<f64>,
    winner: Option<u8>,
    r#move: Option<String>,
    distance: Option<u32>,
    positions: Option<usize>,
    edges: Option<u64>,
    terminals: Option<u64>,
    nodes: Option<u64>,
    tree: Option<TreeDocument>,
    strategies: Vec<StrategyDocument>,
}

/// The game as a tree, as a document.
#[derive(Serialize)]
struct TreeDocument {
    nodes: String,
    leaves: String,
    levels: Vec<String>,
}

/// The strategies of one seat, as a document.
#[derive(Serialize)]
struct StrategyDocument {
    seat: u8,
    kind: &'static str,
    count: Option<String>,
    answers: Vec<AnswerDocument>,
}

/// What a strategy answers to one position.
#[derive(Serialize)]
struct AnswerDocument {
    position: String,
    r#move: String,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Args, Graph, describe, prove, write};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn answer(words: &[&str]) -> String {
        let args = Line::parse_from([&["solve"], words].concat()).args;
        let site = args.place.find().unwrap();
        let graph = Graph::solve(&site.here, 10_000, args.symmetry).unwrap();
        let mut out = Vec::new();
        let document = describe(&args, &site, &graph);
        write(&mut out, &args, &document, Some((&graph, &site.here))).unwrap();
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
        assert_eq!(found.as_object().unwrap().len(), 14);
    }

    #[test]
    fn a_proof_finds_the_value_of_the_graph() {
        for (player, game) in [("solve", "grundy(heap=9)"), ("pns", "nim(heaps=1+2+4)")] {
            let args = Line::parse_from(["solve", game, "--table", "1MB"]).args;
            let site = args.place.find().unwrap();
            let graph = Graph::solve(&site.here, 10_000, false).unwrap();
            let proven = prove(&args, &site, player).unwrap();
            assert_eq!(proven.value, describe(&args, &site, &graph).value, "{player} at {game}");
        }
    }
}
