//! Players that prove the value of a position and play a move of the proof.

use std::ops::ControlFlow;

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Decision, Habits, Node, Observer, OptionSpec, Options, PlayerPlugin, Plays,
    Position, RootMove, Seat, Sentence, SetupError, Sum, Turn, after, inventory,
};

use crate::{
    alpha_beta::{NODES, read_size, table_option},
    crew::THREADS,
    depth::DEEPEST,
    node_budget::NodeBudget,
    search_frame::{SearchFrame, Unwatched, Watch, Watched, chooses_by_search},
    solve::{Proof, ProofNumbers, Proven, promising, shortly, value_for},
};

/// Proves by alpha-beta to the end of the game.
#[derive(Clone, Debug)]
pub struct Solve(Limits);

/// Proves by proof numbers.
#[derive(Clone, Debug)]
pub struct Pns(Limits);

/// The settings of both.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// The bytes of the table.
    table: usize,
    nodes: Option<u64>,
    /// The positions that go to a short search first, where plays are long.
    short: Option<u64>,
    /// The number of threads.
    threads: usize,
}

/// The games both can play.
const PROVABLE: Plays = Plays::ANYTHING.with_seats(1, 2).without_chance().with_constant_sum().or(&[
    "perfect",
    "alpha-beta",
    "expectiminimax",
    "max-n",
]);

/// The default budget of positions in games whose plays are too long to be always searched to their
/// end.
const LONG: u64 = 100_000_000;

/// The positions of a short search in such games; at most a tenth of the budget.
const SHORT: u64 = 1_000_000;

/// The note if nothing is proven.
fn unproven() -> Sentence {
    Sentence::named("unproven", "not proven within its limits: the move with the best hint")
}

impl Limits {
    fn of(options: &Options, game: &AnyPosition, threads: usize) -> Result<Self, SetupError> {
        let table = read_size(options)?.unwrap_or(0);
        let is_long = DEEPEST < u64::from(game.facts().max_plies);
        let nodes = options.limit("nodes").or(is_long.then_some(LONG));
        Ok(Limits { table, nodes, short: is_long.then_some(SHORT), threads })
    }

    fn node_budget<'a>(&self, turn: &Turn<'a>) -> NodeBudget<'a> {
        NodeBudget::new(turn, self.nodes)
    }
}

/// The move of the proof; without one, the findings so far and the most promising of the sufficient
/// moves.
fn decide<P: Position>(
    position: &P,
    proven: Option<Proven<P::Move>>,
    nodes: u64,
    turn: &Turn<'_>,
) -> Decision<P::Move> {
    let m = proven.and_then(|proven| proven.m);
    let decision = Decision::just(m.unwrap_or_else(|| promising(position))).with_nodes(nodes);
    let Some(Proven { value, bound, .. }) = proven else {
        return decision.with_note(unproven());
    };
    let value = paid(position, turn.seat, value);
    let bound = if turn.seat == Seat(0) { bound } else { bound.for_the_other() };
    let mut decision = decision.with_value(Some(value)).with_bound(bound);
    if m.is_none() {
        decision = decision.with_note(unproven());
    }
    if let (true, Some(m)) = (turn.explain, m) {
        decision.pv.push(m);
        decision.moves.push(RootMove::new(m, value, bound));
    }
    decision
}

/// What `seat` is paid where the first is paid `value`: to the last bit, if an end that pays so is found soon.
fn paid(position: &impl Position, seat: Seat, value: f64) -> f64 {
    let facts = position.facts();
    let is_rounded = seat != Seat(0) && matches!(facts.sum, Sum::Constant(_));
    let found = is_rounded.then(|| paid_below(position, seat, value, &mut { MOST_ASKED }, 0));
    found.flatten().unwrap_or_else(|| value_for(&facts, seat, value))
}

/// The most positions that are searched for such an end, and the most plies.
const MOST_ASKED: u32 = 10_000;
const DEEPEST_ASKED: u32 = 500;

/// What `seat` is paid at the first end below `here` that pays `value` to the first, among the positions that are `left`.
fn paid_below(here: &impl Position, seat: Seat, value: f64, left: &mut u32, ply: u32) -> Option<f64> {
    *left = left.checked_sub(1)?;
    if here.node() == Node::Terminal {
        return (here.payoff(Seat(0)) == value).then(|| here.payoff(seat));
    }
    let mut found = None;
    let _ = here.each_move(|m| {
        if ply < DEEPEST_ASKED {
            found = paid_below(&after(here, m), seat, value, left, ply + 1);
        }
        if found.is_some() || *left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

const TABLE: OptionSpec = table_option("64MB");

impl Algorithm for Solve {
    const NAME: &'static str = "solve";
    const SUMMARY: &'static str = "proves the value of the position by null windows to the end";
    const HELP: &'static str = "Alpha-beta to the end of the game with null windows and a table, \
        until the value is proven: as often as the bounds don't meet it asks whether the value is \
        at least some number. It looks only at moves that suffice by what the game declares, the \
        game's hints first, and near the root takes images of a position for one.\n\nA move it plays is worth the \
        value, but need not be the quickest. Where a play of the game may have more than 1000 \
        plies it asks first who can force the most there is within one ply, two, three and so on. \
        That may take a million positions and at most a tenth of all; `nodes` is then 100 million \
        unless it is given. Without a proof within `nodes` or the budget it tells the bound it \
        has, if any, and \
        plays a move that reaches it, or else the one with the best hint.\n\n\
        With threads above 1 the value is the same, but not the number of positions, nor which of \
        equal moves is found; whoever is watched searches alone. \
        Source: J. Pearl, Scout: a simple game-searching algorithm with proven optimal properties \
        (1980).";
    const PLAYS: Plays = PROVABLE;
    const OPTIONS: &'static [OptionSpec] = &[TABLE, NODES, THREADS];
    type Memory<P: Position> = Option<Proof<P>>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Solve(Limits::of(options, game, options.whole("threads"))?))
    }

    fn begin<P: Position>(&self, memory: &mut Option<Proof<P>>) {
        // The allocated memory is kept.
        if let Some(proof) = memory {
            proof.forget();
        }
    }

    fn choose<P: Position>(
        &self,
        memory: &mut Option<Proof<P>>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        self.prove(memory, position, turn, Unwatched, |proof, frame| match self.0.threads {
            1 => proof.prove(position, frame),
            threads => proof.prove_together(position, frame, threads),
        })
    }

    fn choose_watched(
        &self,
        memory: &mut Option<Proof<AnyPosition>>,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Decision<AnyMove> {
        let watch = Watched::by(observer, Seat(0));
        self.prove(memory, position, turn, watch, |proof, frame| proof.prove(position, frame))
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_threads(1 < self.0.threads)
    }

    fn memory(&self) -> u64 {
        self.0.table as u64
    }
}

impl Solve {
    /// Proves the value, by `long` if a short search does not.
    fn prove<P: Position, O: Watch>(
        &self,
        memory: &mut Option<Proof<P>>,
        position: &P,
        turn: &Turn<'_>,
        watch: O,
        long: impl FnOnce(&mut Proof<P>, &mut SearchFrame<'_, O>) -> Option<Proven<P::Move>>,
    ) -> Decision<P::Move> {
        let mut frame = SearchFrame::new(self.0.node_budget(turn), watch);
        let proof = memory.get_or_insert_with(|| Proof::new(self.0.table));
        if frame.node_budget.is_limited() {
            // Results for other moves would extend a budget.
            proof.forget();
        }
        let short = self.0.short.and_then(|most| {
            let most = frame.node_budget.left().map_or(most, |left| most.min(left / 10));
            shortly(position, self.0.table / 4, most, &mut frame)
        });
        let proven = match short {
            Some((proven, _)) => Some(proven),
            None => long(proof, &mut frame),
        };
        decide(position, proven, frame.node_budget.nodes(), turn)
    }
}

impl Algorithm for Pns {
    const NAME: &'static str = "pns";
    const SUMMARY: &'static str = "proves the value of the position by proof numbers, df-pn";
    const HELP: &'static str = "Proof-number search, depth first: it always goes on at the position \
        where a proof or a refutation needs the fewest more, which finds forced wins with few \
        choices quickly. As often as the bounds of the value don't meet it asks whether the value \
        is at least some number.\n\n`nodes` is 100 million unless it is given where a play of the game \
        may have more than 1000 plies. Without a proof within `nodes` or the budget it tells the \
        bound it has, if any, and plays a move that reaches it, or else the one with the best hint. \
        Sources: L. V. Allis, M. van der Meulen and H. J. van den Herik, Proof-number search \
        (1994); A. Nagai, Df-pn algorithm for searching AND/OR trees (2002).";
    const PLAYS: Plays = PROVABLE;
    const OPTIONS: &'static [OptionSpec] = &[TABLE, NODES];
    type Memory<P: Position> = Option<ProofNumbers<P>>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Pns(Limits::of(options, game, 1)?))
    }

    fn begin<P: Position>(&self, _memory: &mut Option<ProofNumbers<P>>) {
        // Its table is valid for one question only, so only the allocated memory is kept.
    }

    chooses_by_search!(
        |player, memory, position, turn, watch| {
            let search = memory.get_or_insert_with(|| ProofNumbers::new(player.0.table));
            let proven = search.prove(position, &mut SearchFrame::new(player.0.node_budget(turn), watch));
            decide(position, proven, search.nodes(), turn)
        },
        Seat(0)
    );

    fn memory(&self) -> u64 {
        self.0.table as u64
    }
}

inventory::submit! { PlayerPlugin::of::<Pns>() }
inventory::submit! { PlayerPlugin::of::<Solve>() }
