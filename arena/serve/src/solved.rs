//! Small games, solved and drawn.

use agon_draw::Diagram;
use agon_roster::solve::{Graph, Unsolved};
use agon_table::{Drawn, GameView, GivenPosition, diagram};

use crate::{pool::PoolThinker, problem::Problem};

/// Positions of a game that is solved to be drawn.
const MOST_SOLVED: usize = 100_000;

/// A drawing of a small solved game.
///
/// # Errors
///
/// Where it is not small enough, has no such value, or was not solved in time.
pub(crate) fn solved(thinker: &PoolThinker, site: &GivenPosition, drawn: Drawn) -> Result<Diagram, Problem> {
    if site.hides() {
        return Err(Problem::wrong("hidden-solved", &[("game", &site.game.term)]));
    }
    let graph = Graph::solve_until(&site.here, MOST_SOLVED, false, thinker.stop()).map_err(|why| {
        if why == Unsolved::Stopped {
            return Problem::full("not-solved", &[]);
        }
        Problem::wrong("solve-large", &[("game", &site.game.term), ("why", &why.to_string()), ("most", &MOST_SOLVED)])
    })?;
    let mut picture = diagram(&graph, &site.here, &GameView::of(drawn, 200));
    picture.title = format!("{}: {}", site.game.term, drawn.meaning());
    Ok(picture)
}
