//! Perfect play by look-up: every reachable position is solved, for the whole game if possible.

use std::sync::{Arc, Mutex};

use agon_core::{
    Algorithm, AnyPosition, Bound, Decision, Left, OptionSpec, Options, PlayerPlugin, Plays, Position, Reason,
    RootMove, Seat, Sentence, SetupError, Turn, after, all_moves, horizon::Window, inventory,
};

use crate::{
    node_budget::NodeBudget,
    search_frame::{Watch, chooses_by_search},
    shared::{Preparation, PreparationBudget, Prepared, Seated},
    solve::{BYTES, Graph, ITERATED_BYTES, Unsolved, promising},
};

/// Plays perfectly: solves every reachable position, of the whole game if it can, and looks up
/// their values.
#[derive(Clone, Debug)]
pub struct Perfect {
    /// The solved game, shared by all players with these options.
    whole: Arc<Prepared<Rules>>,
    rules: Rules,
}

/// The limit of positions, and which of them are treated as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) limit: usize,
    pub(crate) ignores_past: bool,
}

impl Rules {
    /// Solves the positions reachable from `position`.
    fn solve<P: Position>(
        self,
        position: &P,
        limit: usize,
        node_budget: &mut NodeBudget<'_>,
    ) -> Result<Graph, Unsolved> {
        if self.ignores_past {
            Graph::iterate_within(position, limit, node_budget)
        } else {
            Graph::solve_within(position, limit, false, node_budget)
        }
    }
}

impl Preparation for Rules {
    type Found = Graph;
    type Progress = ();

    fn prepare(&self, start: &AnyPosition, (): &mut (), limits: &mut PreparationBudget<'_, '_>) -> Option<Graph> {
        self.solve(start, self.limit, limits.node_budget).ok()
    }

    fn seated() -> &'static Seated<Rules> {
        static SEATED: Seated<Rules> = Mutex::new(Vec::new());
        &SEATED
    }
}

/// The note if the position at hand is too large.
fn too_large() -> Sentence {
    Sentence::named(
        "too-large",
        "too many positions are in reach for its limit: not solved, the move with the best hint",
    )
}

impl Algorithm for Perfect {
    const NAME: &'static str = "perfect";
    const SUMMARY: &'static str = "the best move, looked up among all positions in reach";
    const HELP: &'static str = "Before its first move every position of the game is solved, if there \
        are no more than `limit`: once for all seats, and that counts against no budget of positions, but \
        ends with the time for the move. In a larger game the position at hand is solved instead, as soon \
        as no more are in reach of it and the budget allows; before that the move with the best \
        hint is played, without a value.\n\nOf equally good moves the quickest win, or the slowest \
        loss, is played, the first of those. With chance it is the greatest expectation.\n\nWith \
        ignore-past=true positions that differ in their past only (the number of the turn, what was \
        repeated) are one, and a play without an end is a draw, or the worst for one seat alone. \
        Its memory is 180 bytes for each of `limit` then, of which those of waiting \
        positions are a part. Pig to 100 points has 4 million positions then, and its values are those of Neller and \
        Presser \
        (2004).";
    const PLAYS: Plays = Plays::ANYTHING.with_seats(1, 2).with_constant_sum().or(&["max-n", "paranoid", "expectimax"]);
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole(
            "limit",
            1..=1_000_000_000,
            "50000",
            "positions it may solve; 18 bytes each, up to 48 while the table grows",
        ),
        OptionSpec::flag(
            "ignore-past",
            "false",
            "take positions that differ in their past only for one; 100 bytes each, and 8 a move",
        ),
    ];
    type Memory<P: Position> = ();

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let (limit, ignores_past) = (options.whole("limit"), options.flag("ignore-past"));
        let rules = Rules { limit, ignores_past };
        Ok(Perfect { whole: Prepared::of(game, rules), rules })
    }

    chooses_by_search!(|player, _memory, position, turn, watch| player.look(position, turn, watch));

    fn memory(&self) -> u64 {
        let Rules { limit, ignores_past } = self.rules;
        (limit as u64).saturating_mul(if ignores_past { ITERATED_BYTES } else { BYTES } as u64)
    }
}

impl Perfect {
    fn look<P: Position>(&self, position: &P, turn: &Turn<'_>, mut watch: impl Watch) -> Decision<P::Move> {
        let budget = turn.budget.nodes.unwrap_or(u64::MAX);
        let looks = 1 + position.count() as u64;
        let unsolved = || Decision::just(promising(position)).with_note(too_large());
        if budget < looks {
            return unsolved();
        }
        let mut node_budget = NodeBudget::new(turn, None).unlimited();
        if let Some(graph) = self.whole.found(&mut node_budget)
            && graph.find(position).is_some()
        {
            return look_up(&graph, position, turn, &mut watch).unwrap_or_else(unsolved);
        }
        if node_budget.is_stopped() {
            return unsolved();
        }
        let limit = self.rules.limit;
        let limit = usize::try_from(budget).map_or(limit, |budget| budget.min(limit));
        match self.rules.solve(position, limit, &mut node_budget.unlimited()) {
            Ok(graph) => {
                let nodes = graph.positions() as u64;
                let found = look_up(&graph, position, turn, &mut watch);
                found.map_or_else(unsolved, |found| found.with_nodes(nodes))
            }
            Err(_) => unsolved().with_nodes(limit as u64),
        }
    }
}

/// The most plies of a reported line.
const LONGEST: usize = 1000;

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
            decision.moves.push(RootMove::new(m, value, Bound::Exact));
        }
        let mut here = position.clone();
        // The line ends with the game, at a chance node, or where no seat gains.
        while let Some((m, _)) = graph.best(&here).filter(|_| decision.pv.len() < LONGEST) {
            decision.pv.push(m);
            here.play(m);
        }
    }
    Some(decision)
}

/// Reports the positions after the moves of `position`, whose value to the first seat is `value`.
fn tell<P: Position, O: Watch>(graph: &Graph, position: &P, seat: Seat, value: f64, watch: &mut O) {
    if !O::ON {
        return;
    }
    watch.entered(Window::FULL);
    for m in all_moves(position) {
        if let Some(solved) = graph.find(&after(position, m)) {
            watch.step(position, m);
            watch.entered(Window::FULL);
            let value = graph.value_for(seat, solved.value);
            watch.left(Left::new(value, Bound::Exact, Reason::Solved));
        }
    }
    watch.left(Left::new(graph.value_for(seat, value), Bound::Exact, Reason::Searched));
}

inventory::submit! { PlayerPlugin::of::<Perfect>() }
