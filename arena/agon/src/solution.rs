//! The solution of a game, for people and for programs.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    ops::ControlFlow,
};

use agon_core::{AnyMove, AnyPosition, Node, Position, notation, options::brief};
use agon_roster::solve::{Branch, Goal, Graph, UNCOUNTED};
use serde::Serialize;

use crate::figure;

/// The version of the JSON document.
pub(crate) const SCHEMA: u32 = 1;
/// The lines of a strategy that are written.
const LINES: usize = 1000;

/// The answer, as a document.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct SolutionDocument {
    /// 1.
    pub(crate) schema: u32,
    /// The game's term.
    pub(crate) game: String,
    /// The position solved.
    pub(crate) position: String,
    /// `graph`, `iteration`, `short`, `search` or `pns`.
    pub(crate) method: &'static str,
    /// The payoff of each seat if all play best; empty after an interruption.
    pub(crate) value: Vec<f64>,
    /// With chance, where each value stands between the least payoff and the greatest: where a play is won or
    /// lost, the chance to win.
    pub(crate) share: Option<Vec<f64>>,
    /// The seat that gains; null if none does, or there is only one.
    pub(crate) winner: Option<u8>,
    /// The best move, or the best so far; null where no seat acts.
    pub(crate) r#move: Option<String>,
    /// Plies to the end; null where nobody gains, with chance, and where a search did not find it.
    pub(crate) distance: Option<u32>,
    /// How many positions are in reach, equal ones joined; null for a search.
    pub(crate) positions: Option<usize>,
    /// The moves of all of them; null for a search.
    pub(crate) edges: Option<u64>,
    /// How many of them end the game; null for a search.
    pub(crate) terminals: Option<u64>,
    /// How many positions a search looked at; null for graph and iteration.
    pub(crate) nodes: Option<u64>,
    /// The game as a tree; null where it was not counted.
    pub(crate) tree: Option<TreeDocument>,
    /// One for each seat that has one.
    pub(crate) strategies: Vec<StrategyDocument>,
    /// The bound known at an interruption: the seat, `at least ` or `at most `, and the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bound: Option<(u8, &'static str, f64)>,
    /// True where it was interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unfinished: bool,
}

impl SolutionDocument {
    /// Writes the known bound of a position whose solution was interrupted.
    pub(crate) fn write_so_far(&self, out: &mut impl Write) -> io::Result<()> {
        let SolutionDocument { game, position, method, .. } = self;
        let game = brief(game);
        writeln!(out, "{game}: `{position}`, by {method}: interrupted, not solved")?;
        if let Some((seat, words, value)) = self.bound {
            writeln!(out, "  value      seat {seat} gets {words}{}", figure::plain(value))?;
        }
        if let Some(m) = &self.r#move {
            writeln!(out, "  move       {m}, the best so far")?;
        }
        writeln!(out, "  nodes      {}", figure::grouped(self.nodes.unwrap_or(0)))
    }
}

/// The game as a tree, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct TreeDocument {
    /// How many nodes it has, in decimal digits.
    pub(crate) nodes: String,
    /// How many leaves.
    pub(crate) leaves: String,
    /// How many nodes by ply.
    pub(crate) levels: Vec<String>,
}

/// The strategies of one seat, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct StrategyDocument {
    /// The seat.
    pub(crate) seat: u8,
    /// `win`, `no loss` or `best`.
    pub(crate) kind: &'static str,
    /// How many strategies there are, in decimal digits; null where they were not counted.
    pub(crate) count: Option<String>,
    /// The answer to each position; empty without --strategy.
    pub(crate) answers: Vec<AnswerDocument>,
}

/// What a strategy answers to one position.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct AnswerDocument {
    /// The position.
    pub(crate) position: String,
    /// The move to play there.
    pub(crate) r#move: String,
}

/// A count in digits, or that it is larger than is counted.
pub(crate) fn count(count: u128) -> String {
    if UNCOUNTED <= count { "more than 10^38".to_owned() } else { count.to_string() }
}

/// A count in digits as people read it.
fn readable(count: &str) -> String {
    count.parse().map_or_else(|_| count.to_owned(), figure::grouped)
}

/// What is answered to a position, if anything.
type Answering<'a> = Box<dyn Fn(&AnyPosition) -> Option<AnyMove> + 'a>;

/// A strategy that is written at length.
pub(crate) struct ShownStrategy<'a> {
    goal: Goal,
    /// Where it begins.
    root: &'a AnyPosition,
    /// The answer to each position that its seat can meet; nothing where there are too many to be written.
    answers: Option<Vec<(AnyPosition, AnyMove)>>,
    answer: Answering<'a>,
}

impl<'a> ShownStrategy<'a> {
    /// That of best moves in a graph.
    pub(crate) fn of_graph(goal: Goal, graph: &'a Graph, root: &'a AnyPosition) -> ShownStrategy<'a> {
        let answer = |here: &AnyPosition| graph.best(here).map(|(m, _)| m);
        ShownStrategy { goal, root, answers: goal.answers(graph, root, LINES), answer: Box::new(answer) }
    }

    /// That of these answers; positions are one where their keys are.
    pub(crate) fn of_answers(
        goal: Goal,
        answers: &[(AnyPosition, AnyMove)],
        root: &'a AnyPosition,
        key: impl Fn(&AnyPosition) -> u64 + 'a,
    ) -> ShownStrategy<'a> {
        let by_key: BTreeMap<u64, AnyMove> = answers.iter().map(|(here, m)| (key(here), *m)).collect();
        let answer = move |here: &AnyPosition| by_key.get(&key(here)).copied();
        let answers = (answers.len() <= LINES).then(|| answers.to_vec());
        ShownStrategy { goal, root, answers, answer: Box::new(answer) }
    }
}

/// Writes the answer, and strategies at length.
pub(crate) fn write(
    out: &mut impl Write,
    document: &SolutionDocument,
    strategies: &[ShownStrategy<'_>],
) -> io::Result<()> {
    let SolutionDocument { game, position, method, .. } = document;
    writeln!(out, "{}: `{position}`, by {method}", brief(game))?;
    let values: Vec<String> = document.value.iter().map(|&value| figure::plain(value)).collect();
    write!(out, "  value      {}", values.join(", "))?;
    let word = if document.share.is_some() { "is better off" } else { "wins" };
    match (document.winner, document.value.len()) {
        (Some(seat), _) => writeln!(out, ": seat {seat} {word}")?,
        (None, 2) => writeln!(out, ": neither seat wins")?,
        _ => writeln!(out)?,
    }
    if let Some(share) = &document.share {
        let shares: Vec<String> = share.iter().map(|share| format!("{share:.4}")).collect();
        writeln!(out, "  share      {}", shares.join(", "))?;
    }
    if let Some(m) = &document.r#move {
        writeln!(out, "  move       {m}")?;
    }
    if let Some(distance) = document.distance {
        let plies = if distance == 1 { "ply" } else { "plies" };
        writeln!(out, "  distance   {distance} {plies}")?;
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
        writeln!(out, "  tree       nodes {}, leaves {}", readable(&tree.nodes), readable(&tree.leaves))?;
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
    for strategy in strategies {
        writeln!(out, "\nanswers of {}", strategy.goal.seat)?;
        write_answers(out, strategy)?;
        writeln!(out, "\nsub-tree of {}", strategy.goal.seat)?;
        write_branches(out, strategy)?;
    }
    Ok(())
}

/// Writes the position and the move for each position the seat can meet.
fn write_answers(out: &mut impl Write, strategy: &ShownStrategy<'_>) -> io::Result<()> {
    let Some(answers) = &strategy.answers else {
        return writeln!(out, "  more than {LINES} positions; --json writes them all");
    };
    let texts: Vec<String> = answers.iter().map(|(position, _)| position.to_string()).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    for (text, (position, m)) in texts.iter().zip(answers) {
        writeln!(out, "  {text:width$}  {}", notation(position, *m))?;
    }
    Ok(())
}

/// Draws the sub-tree: a line for each node, a stem for each ply above it.
fn write_branches(out: &mut impl Write, strategy: &ShownStrategy<'_>) -> io::Result<()> {
    let ShownStrategy { goal, root, answer, .. } = strategy;
    let (mut stems, mut lines, mut done) = (Vec::new(), 0, Ok(()));
    let _ = goal.each_branch(answer, root, |branch: Branch<'_, AnyPosition>| {
        stems.truncate(branch.ply);
        stems.push(branch.is_last);
        lines += 1;
        done = if LINES < lines {
            writeln!(out, "  … and more than {LINES} nodes")
        } else {
            write_branch(out, *goal, &stems, &branch)
        };
        if done.is_err() || LINES < lines {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    done
}

fn write_branch(out: &mut impl Write, goal: Goal, stems: &[bool], branch: &Branch<'_, AnyPosition>) -> io::Result<()> {
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
