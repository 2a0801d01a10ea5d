//! What a graph of positions says, as a document.

use agon_core::{AnyMove, AnyPosition, Seat, notation};
use agon_roster::solve::{Goal, Graph, Solved, Tree};
use agon_table::GivenPosition;

use super::asked::Args;
use crate::solution::{AnswerDocument, SCHEMA, SolutionDocument, StrategyDocument, TreeDocument, count};

/// The size of a game that is counted as a tree, and in strategies, without being asked.
pub(super) const SMALL: usize = 20_000;
/// The positions that are solved one by one if that is what was asked for.
pub(super) const LIMIT: usize = 100_000_000;

/// What value iteration says.
pub(super) fn iteration(site: &GivenPosition, graph: &Graph) -> SolutionDocument {
    let solved = graph.find(&site.here).expect("the root of the graph is solved");
    SolutionDocument { method: "iteration", ..outline(site, graph, solved) }
}

/// What every graph says.
fn outline(site: &GivenPosition, graph: &Graph, solved: Solved) -> SolutionDocument {
    let (here, facts) = (&site.here, graph.facts());
    let value: Vec<f64> = Seat::all(facts.seats).map(|seat| graph.value_for(seat, solved.value) + 0.0).collect();
    let winner = Seat::all(facts.seats).find(|&seat| facts.seats == 2 && graph.outcome(solved.value, seat).is_gt());
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
pub(super) fn describe(args: &Args, site: &GivenPosition, graph: &Graph) -> SolutionDocument {
    let (here, facts) = (&site.here, graph.facts());
    let solved = graph.find(here).expect("the root of the graph is solved");
    let is_small = graph.positions() <= SMALL;
    let most = if args.graph.tree { LIMIT } else { SMALL };
    let tree = (args.graph.tree || is_small).then(|| Tree::count(here, most)).flatten();
    let strategies = Goal::at(graph, here).into_iter().map(|goal| {
        let count = (args.graph.count || is_small).then(|| count(goal.count(graph, here)));
        let mut answers = Vec::new();
        if args.strategy && args.json {
            answers = goal.answers(graph, here, usize::MAX).unwrap_or_default();
        }
        strategy(goal, facts.seats, count, &answers)
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

/// A strategy, as a document.
pub(super) fn strategy(
    goal: Goal,
    seats: u8,
    count: Option<String>,
    answers: &[(AnyPosition, AnyMove)],
) -> StrategyDocument {
    let answer = |(position, m): &(AnyPosition, AnyMove)| AnswerDocument {
        r#move: notation(position, *m),
        position: position.to_string(),
    };
    let answers = answers.iter().map(answer).collect();
    StrategyDocument { seat: goal.seat.0 + 1, kind: kind(goal, seats), count, answers }
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
    use super::{Args, Goal, Graph, describe};
    use crate::{
        output::json,
        solution::{ShownStrategy, write},
    };

    fn answer(words: &[&str]) -> String {
        let args = Args::read(words);
        let site = args.place.find().unwrap();
        let graph = Graph::solve(&site.here, 10_000, args.graph.symmetry).unwrap();
        let mut out = Vec::new();
        let document = describe(&args, &site, &graph);
        if args.json {
            json(&mut out, &document).unwrap();
        } else {
            let goals = Goal::at(&graph, &site.here).into_iter();
            let shown: Vec<_> = goals.map(|goal| ShownStrategy::of_graph(goal, &graph, &site.here)).collect();
            write(&mut out, &document, &shown).unwrap();
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
}
