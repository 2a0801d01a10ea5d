//! Players that prove the value of a position and play the move of the proof.

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Decision, Observer, OptionSpec, Options, PlayerPlugin, Plays,
    Position, Seat, SetupError, Sum, Turn, inventory,
};

use crate::{
    alpha_beta::{NODES, read_size, table_option},
    depth::DEEPEST,
    fixed_depth::exact,
    solve::{Proof, ProofNumbers, Proven},
    spine::{Spine, Unwatched, Watch, Watched},
    tally::Tally,
};

/// Proves by alpha-beta to the end of the game.
#[derive(Clone, Debug)]
pub struct Solve(Settings);

/// Proves by proof numbers.
#[derive(Clone, Debug)]
pub struct Pns(Settings);

/// What both are told.
#[derive(Clone, Copy, Debug)]
struct Settings {
    /// The bytes of the table.
    table: usize,
    nodes: Option<u64>,
}

/// What both can play.
const PROVABLE: Plays = Plays::ANYTHING
    .with_seats(1, 2)
    .without_chance()
    .with_constant_sum()
    .with_plies(DEEPEST as u32)
    .or(&["perfect", "alpha-beta", "expectiminimax", "max-n"]);

impl Settings {
    fn of(options: &Options) -> Result<Self, SetupError> {
        let table = read_size(options)?.unwrap_or(0);
        Ok(Settings { table, nodes: options.limit("nodes") })
    }

    fn tally<'a>(&self, turn: &Turn<'a>) -> Tally<'a> {
        Tally::new(turn, self.nodes)
    }
}

/// What was proven, or without a proof the most promising of the moves that suffice.
fn decide<P: Position>(
    position: &P,
    proven: Option<Proven<P::Move>>,
    nodes: u64,
    turn: &Turn<'_>,
) -> Decision<P::Move> {
    let Some(Proven { value, m }) = proven else {
        let mut best: Option<(i32, P::Move)> = None;
        let _ = position.each_sufficient(|m| {
            let hint = position.hint(m);
            if best.is_none_or(|(most, _)| most < hint) {
                best = Some((hint, m));
            }
            std::ops::ControlFlow::Continue(())
        });
        let m = best.map_or_else(|| position.nth(0), |(_, m)| m);
        return Decision::just(m).with_nodes(nodes);
    };
    let value = match position.facts().sum {
        _ if turn.seat == Seat(0) => value,
        Sum::Constant(sum) => sum - value,
        Sum::Zero | Sum::General => 0.0 - value,
    };
    let mut decision = Decision::just(m).with_value(Some(value)).with_nodes(nodes);
    if turn.explain {
        decision.pv.push(m);
        decision.moves.push(exact(m, value));
    }
    decision
}

const OPTIONS: &[OptionSpec] = &[table_option("64MB"), NODES];

impl Algorithm for Solve {
    const NAME: &'static str = "solve";
    const SUMMARY: &'static str = "proves the value of the position by null windows to the end";
    const HELP: &'static str = "Alpha-beta to the end of the game with null windows and a table, \
        until the value is proven: as often as the bounds don't meet it asks whether the value is \
        at least some number. It looks only at moves that suffice by what the game declares, the \
        game's hints first, and takes images of a position for one. A move it plays is worth the \
        value, but need not be the quickest. Without a proof within `nodes` or the budget the move \
        with the best hint is played. \
        Source: J. Pearl, Scout: a simple game-searching algorithm with proven optimal properties \
        (1980).";
    const PLAYS: Plays = PROVABLE;
    const OPTIONS: &'static [OptionSpec] = OPTIONS;
    type Memory<P: Position> = Option<Proof<P>>;

    fn configure(options: &Options, _game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Solve(Settings::of(options)?))
    }

    fn choose<P: Position>(
        &self,
        memory: &mut Option<Proof<P>>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        self.prove(memory, position, turn, Unwatched)
    }

    fn choose_watched(
        &self,
        memory: &mut Option<Proof<AnyPosition>>,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Decision<AnyMove> {
        self.prove(memory, position, turn, Watched::by(observer, Seat(0)))
    }

    fn memory(&self) -> u64 {
        self.0.table as u64
    }
}

impl Solve {
    fn prove<P: Position>(
        &self,
        memory: &mut Option<Proof<P>>,
        position: &P,
        turn: &Turn<'_>,
        watch: impl Watch,
    ) -> Decision<P::Move> {
        let mut spine = Spine::new(self.0.tally(turn), watch);
        let proof = memory.get_or_insert_with(|| Proof::new(self.0.table));
        if spine.tally.is_limited() {
            // What was proven for other moves would make a budget go further.
            proof.forget();
        }
        let proven = proof.prove(position, &mut spine);
        decide(position, proven, proof.nodes(), turn)
    }
}

impl Algorithm for Pns {
    const NAME: &'static str = "pns";
    const SUMMARY: &'static str = "proves the value of the position by proof numbers, df-pn";
    const HELP: &'static str = "Proof-number search, depth first: it always goes on at the position \
        where a proof or a refutation needs the fewest more, which finds forced wins with few \
        choices quickly. As often as the bounds of the value don't meet it asks whether the value \
        is at least some number. Without a proof within `nodes` or the budget the move with the \
        best hint is played. \
        Sources: L. V. Allis, M. van der Meulen and H. J. van den Herik, Proof-number search \
        (1994); A. Nagai, Df-pn algorithm for searching AND/OR trees (2002).";
    const PLAYS: Plays = PROVABLE;
    const OPTIONS: &'static [OptionSpec] = OPTIONS;
    type Memory<P: Position> = Option<ProofNumbers<P>>;

    fn configure(options: &Options, _game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Pns(Settings::of(options)?))
    }

    fn choose<P: Position>(
        &self,
        memory: &mut Option<ProofNumbers<P>>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        self.prove(memory, position, turn, Unwatched)
    }

    fn choose_watched(
        &self,
        memory: &mut Option<ProofNumbers<AnyPosition>>,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Decision<AnyMove> {
        self.prove(memory, position, turn, Watched::by(observer, Seat(0)))
    }

    fn memory(&self) -> u64 {
        self.0.table as u64
    }
}

impl Pns {
    fn prove<P: Position>(
        &self,
        memory: &mut Option<ProofNumbers<P>>,
        position: &P,
        turn: &Turn<'_>,
        watch: impl Watch,
    ) -> Decision<P::Move> {
        // Its table holds for one question only, so nothing is remembered but the room.
        let search = memory.get_or_insert_with(|| ProofNumbers::new(self.0.table));
        let proven = search.prove(position, &mut Spine::new(self.0.tally(turn), watch));
        decide(position, proven, search.nodes(), turn)
    }
}

inventory::submit! { PlayerPlugin::of::<Pns>() }
inventory::submit! { PlayerPlugin::of::<Solve>() }
