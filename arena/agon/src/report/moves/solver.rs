//! Moves judged by their exact values.

use agon_core::{AnyMove, AnyPosition, NamedGame, Position, Seat};
use agon_roster::solve::{Graph, Unsolved};

use crate::{
    failed::Failed,
    progress::Meanwhile,
    signals,
    solve::{AUTOMATIC, ITERATED},
};

/// The solved positions of a game.
pub(super) struct SolverJudge {
    term: String,
    limit: Option<usize>,
    /// Together no more positions than the limit, but for the last one.
    graphs: Vec<Graph>,
    /// The keys of positions of which too many are in reach.
    too_large: Vec<u64>,
}

impl SolverJudge {
    /// Nothing is solved so far.
    pub(super) fn at(game: &NamedGame, limit: Option<usize>) -> SolverJudge {
        SolverJudge { term: game.term.clone(), limit, graphs: Vec::new(), too_large: Vec::new() }
    }

    /// Solves what is in reach of `base`, where a game begins, or else of `first`, from which on players choose.
    ///
    /// # Errors
    ///
    /// Where that is too large, or has no value.
    pub(super) fn prepare(&mut self, base: &AnyPosition, first: &AnyPosition) -> Result<(), Failed> {
        if self.knows(first).is_some() {
            return Ok(());
        }
        let mut found = Err(Unsolved::TooLarge(self.limit.unwrap_or(AUTOMATIC)));
        for from in [base, first] {
            if self.too_large.contains(&from.key()) {
                continue;
            }
            found = self.solve(from);
            if !matches!(found, Err(Unsolved::TooLarge(_) | Unsolved::TooHeavy(_))) {
                break;
            }
            self.too_large.push(from.key());
        }
        let graph = found.map_err(|why| match why {
            Unsolved::NoDuel => Failed::usage(format!(
                "{}: {why}; another judge is a player that values every move, such as --judge max-n",
                self.term
            )),
            Unsolved::Stopped => Failed::interrupted("interrupted"),
            Unsolved::TooLarge(_) | Unsolved::TooHeavy(_) => Failed::trouble(format!(
                "{}: {why} of where players begin to choose; raise --limit, or use another judge, such as --judge \
                 'alpha-beta(depth=6)'",
                self.term
            )),
        })?;
        let most = self.limit.unwrap_or(AUTOMATIC);
        let solved = |graphs: &[Graph]| graphs.iter().map(Graph::positions).sum::<usize>();
        while !self.graphs.is_empty() && most < solved(&self.graphs) + graph.positions() {
            self.graphs.remove(0);
        }
        self.graphs.push(graph);
        Ok(())
    }

    /// As `agon solve` does by itself.
    fn solve(&self, from: &AnyPosition) -> Result<Graph, Unsolved> {
        let meanwhile = Meanwhile::new();
        meanwhile.during(signals::stop(), || {
            let solved = Graph::solve_until(from, self.limit.unwrap_or(AUTOMATIC), false, signals::stop());
            match solved {
                Err(Unsolved::TooLarge(_) | Unsolved::TooHeavy(_)) if from.facts().chance => {
                    Graph::iterate_until(from, self.limit.unwrap_or(ITERATED), signals::stop())
                }
                solved => solved,
            }
        })
    }

    /// The graph that has a position.
    fn knows(&self, here: &AnyPosition) -> Option<&Graph> {
        self.graphs.iter().rev().find(|graph| graph.find(here).is_some())
    }

    /// The values of moves.
    ///
    /// # Errors
    ///
    /// Where the position is not in reach of those that are solved.
    pub(super) fn values(&self, here: &AnyPosition, seat: Seat, moves: &[AnyMove]) -> Result<Vec<f64>, Failed> {
        let unsolved = || Failed::trouble(format!("{}: `{here}` is not among the solved positions", self.term));
        let graph = self.knows(here).ok_or_else(unsolved)?;
        let mut after = here.clone();
        let value = |&m: &AnyMove| {
            after.play_from(here, m);
            let solved = graph.find(&after).ok_or_else(unsolved)?;
            Ok(graph.value_for(seat, solved.value))
        };
        moves.iter().map(value).collect()
    }
}
