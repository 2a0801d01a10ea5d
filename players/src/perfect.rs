//! Perfect play, looked up: every position in reach is solved before the game.

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Bound, Decision, Left, Observer, OptionSpec, Options,
    PlayerPlugin, Plays, Position, Reason, Seat, SetupError, Turn, after, all_moves, inventory,
};

use crate::{
    fixed_depth::exact,
    solve::{Graph, Unsolved},
    spine::{EVERYTHING, Unwatched, Watch, Watched},
    tally::Tally,
};

/// Plays perfectly: solves every position in reach before the game, and looks them up.
#[derive(Clone, Debug)]
pub struct Perfect {
    graph: Graph,
    limit: usize,
}

impl Algorithm for Perfect {
    const NAME: &'static str = "perfect";
    const SUMMARY: &'static str = "the best move, looked up in the solved game";
    const HELP: &'static str = "Before the first game every position in reach is solved; a game \
        with more of them than `limit` is refused. Of equally good moves the quickest win, or the \
        slowest loss, is played, the first of those. With chance it is the greatest \
        expectation. A position out of reach of the initial one is solved when it is asked \
        about, if a limit and the budget allow; otherwise the first move is played.";
    const PLAYS: Plays = Plays::ANYTHING.with_seats(1, 2).with_constant_sum().or(&[
        "max-n",
        "paranoid",
        "expectimax",
    ]);
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::whole(
        "limit",
        1..=1_000_000_000,
        "50000",
        "positions it may solve; 18 bytes each, up to 48 while the table grows",
    )];
    type Memory<P: Position> = ();

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let limit = options.whole("limit");
        match Graph::solve(game, limit, false) {
            Ok(graph) => Ok(Perfect { graph, limit }),
            Err(why @ Unsolved::TooLarge(_)) => {
                let suggestion = "raise the limit, or use solve, pns or alpha-beta";
                Err(SetupError::refused(Self::NAME, why.to_string(), suggestion))
            }
            Err(why @ Unsolved::NoDuel) => {
                Err(SetupError::refused(Self::NAME, why.to_string(), "use max-n"))
            }
        }
    }

    fn choose<P: Position>(
        &self,
        (): &mut (),
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        self.look(position, turn, &mut Unwatched)
    }

    fn choose_watched(
        &self,
        (): &mut (),
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Decision<AnyMove> {
        self.look(position, turn, &mut Watched::by(observer, turn.seat))
    }
}

impl Perfect {
    fn look<P: Position>(
        &self,
        position: &P,
        turn: &Turn<'_>,
        watch: &mut impl Watch,
    ) -> Decision<P::Move> {
        let budget = turn.budget.nodes.unwrap_or(u64::MAX);
        let looks = 1 + position.count() as u64;
        let first = || Decision::just(position.nth(0));
        if budget < looks {
            return first();
        }
        if self.graph.find(position).is_some() {
            return look_up(&self.graph, position, turn, watch).unwrap_or_else(first);
        }
        let limit = usize::try_from(budget).map_or(self.limit, |budget| budget.min(self.limit));
        match Graph::solve_within(position, limit, false, &mut Tally::new(turn, None).unlimited()) {
            Ok(graph) => {
                let nodes = graph.positions() as u64;
                let found = look_up(&graph, position, turn, watch);
                found.map_or_else(first, |found| found.with_nodes(nodes))
            }
            Err(_) => first().with_nodes(limit as u64),
        }
    }
}

/// The best move in a solved position.
fn look_up<P: Position>(
    graph: &Graph,
    position: &P,
    turn: &Turn<'_>,
    watch: &mut impl Watch,
) -> Option<Decision<P::Move>> {
    let (m, solved) = graph.best(position)?;
    tell(graph, position, turn.seat, solved.value, watch);
    let mut decision = Decision::just(m)
        .with_value(Some(graph.value_for(turn.seat, solved.value)))
        .with_depth(solved.distance)
        .with_nodes(1 + position.count() as u64);
    if turn.explain {
        for m in all_moves(position) {
            let value = graph.value_for(turn.seat, graph.find(&after(position, m))?.value);
            decision.moves.push(exact(m, value));
        }
        let mut here = position.clone();
        // The line ends with the game, or where chance draws.
        while let Some((m, _)) = graph.best(&here) {
            decision.pv.push(m);
            here.play(m);
        }
    }
    Some(decision)
}

/// Tells what the moves of `position` lead to, which is worth `value` to the first seat.
fn tell<P: Position, O: Watch>(graph: &Graph, position: &P, seat: Seat, value: f64, watch: &mut O) {
    if !O::ON {
        return;
    }
    watch.entered(EVERYTHING);
    for m in all_moves(position) {
        if let Some(solved) = graph.find(&after(position, m)) {
            watch.step(position, m);
            watch.entered(EVERYTHING);
            let value = graph.value_for(seat, solved.value);
            watch.left(Left::new(value, Bound::Exact, Reason::Solved));
        }
    }
    watch.left(Left::new(graph.value_for(seat, value), Bound::Exact, Reason::Searched));
}

inventory::submit! { PlayerPlugin::of::<Perfect>() }
