//! Minimax that looks only at the moves judged worth it.

use std::ops::ControlFlow;

use agon_core::{
    Algorithm, AnyPosition, Decision, Estimator, Node, OptionSpec, Options, PlayerPlugin, Position,
    RootMove, Seat, SetupError, Turn, inventory,
};

use crate::{
    duel::Duel,
    fixed_depth::{Best, FixedDepth, Line, Ply, decide, exact},
    tally::Tally,
};

/// See the module.
#[derive(Clone, Debug)]
pub struct Selective {
    /// At most so many moves at a node.
    width: usize,
    /// Only the moves the game calls relevant.
    relevant: bool,
    duel: Duel,
}

impl Algorithm for Selective {
    const NAME: &'static str = "selective";
    const SUMMARY: &'static str = "minimax that looks at the promising moves only";
    const HELP: &'static str = "At every node it looks only at the moves that the game calls \
        relevant (relevant=true), and among them only at the `width` best for the seat to act by \
        the estimate of the position after them, the first of equals. Positions estimated for \
        this choice count as looked at. Not exact: the best move may not be among them. \
        Source: C. E. Shannon, Programming a computer for playing chess (1950), type B.";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::limit("width", 1..=1000, "8", "moves to look at, the best by estimate"),
        Duel::depth_option("4"),
        OptionSpec::flag("relevant", "true", "only the moves that the game calls relevant"),
        Estimator::OPTION,
    ];
    type Memory<P: Position> = Line<P, Vec<Candidate<P::Move>>>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let duel = Duel::of(Self::NAME, options, game, false)?;
        let width = options.limit("width").map_or(usize::MAX, |width| width as usize);
        Ok(Selective { width, relevant: options.flag("relevant"), duel })
    }

    fn choose<P: Position>(
        &self,
        line: &mut Self::Memory<P>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        let mut search = Search { settings: self, max: turn.seat, tally: Tally::new(None) };
        decide(&mut search, line, &self.duel, position, turn, turn.budget.nodes)
    }
}

/// A move that may be worth a look.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M> {
    m: M,
    /// The estimate after it, larger where the seat that plays it would like it better.
    promise: f64,
}

struct Search<'a> {
    settings: &'a Selective,
    /// The seat whose payoffs the values are; the other is MIN.
    max: Seat,
    tally: Tally,
}

impl<P: Position> FixedDepth<P> for Search<'_> {
    type Room = Vec<Candidate<P::Move>>;

    fn best(
        &mut self,
        line: &mut [Ply<P, Self::Room>],
        mover: Seat,
        mut moves: Option<&mut Vec<RootMove<P::Move>>>,
    ) -> Option<Best<P::Move>> {
        if !self.tally.look() {
            return None;
        }
        let (root, below) = line.split_first_mut().expect("a line begins somewhere");
        self.select(root, below, mover);
        let mut best: Option<Best<P::Move>> = None;
        for &Candidate { m, .. } in &root.room {
            below[0].here.play_from(&root.here, m);
            let value = self.value(below);
            if self.tally.is_stopped() {
                break;
            }
            if best.is_none_or(|best| self.prefers(mover, value, best.value)) {
                best = Some(Best { m, value });
            }
            if let Some(moves) = &mut moves {
                moves.push(exact(m, value));
            }
        }
        best
    }

    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }
}

impl Search<'_> {
    /// The value for MAX of the first position of `line`, looking as far as the line goes.
    fn value<P: Position>(&mut self, line: &mut [Ply<P, Vec<Candidate<P::Move>>>]) -> f64 {
        let Some((ply, below)) = line.split_first_mut() else { return 0.0 };
        // 1. Count the position.
        if !self.tally.look() {
            return 0.0;
        }
        // 2. The end of the game, or of the look.
        let mover = match ply.here.node() {
            Node::Decision(mover) => mover,
            Node::Terminal => return ply.here.payoff(self.max),
            Node::Chance => unreachable!("games with chance are refused"),
        };
        if below.is_empty() {
            self.tally.see_horizon();
            return self.settings.duel.estimator.estimate(&ply.here, self.max);
        }
        // 3. Choose the moves worth a look.
        self.select(ply, below, mover);
        // 4. Back up the largest of their values, or the smallest.
        let mut best = if mover == self.max { f64::NEG_INFINITY } else { f64::INFINITY };
        for &Candidate { m, .. } in &ply.room {
            below[0].here.play_from(&ply.here, m);
            let value = self.value(below);
            if self.prefers(mover, value, best) {
                best = value;
            }
        }
        best
    }

    /// Fills the list of `ply` with the moves to look at, in the game's order.
    fn select<P: Position>(
        &mut self,
        ply: &mut Ply<P, Vec<Candidate<P::Move>>>,
        below: &mut [Ply<P, Vec<Candidate<P::Move>>>],
        mover: Seat,
    ) {
        let Ply { here, room: list } = ply;
        list.clear();
        let mut add = |m| {
            list.push(Candidate { m, promise: 0.0 });
            ControlFlow::Continue(())
        };
        let _ =
            if self.settings.relevant { here.each_relevant(&mut add) } else { here.each_move(add) };
        // One ply before the horizon the best by estimate is what the search itself would find.
        if list.len() <= self.settings.width || below.len() == 1 {
            return;
        }
        for candidate in list.iter_mut() {
            if !self.tally.look() {
                break;
            }
            let after = &mut below[0].here;
            after.play_from(here, candidate.m);
            let value = match after.node() {
                Node::Terminal => after.payoff(self.max),
                _ => self.settings.duel.estimator.estimate(after, self.max),
            };
            candidate.promise = if mover == self.max { value } else { -value };
        }
        // Unstable sorting allocates nothing, and no two candidates are equal.
        list.sort_unstable_by(|a, b| b.promise.total_cmp(&a.promise).then(a.m.cmp(&b.m)));
        list.truncate(self.settings.width);
        list.sort_unstable_by_key(|candidate| candidate.m);
    }

    /// Whether the seat to act would rather have `value` than `best`.
    fn prefers(&self, mover: Seat, value: f64, best: f64) -> bool {
        if mover == self.max { best < value } else { value < best }
    }
}

inventory::submit! { PlayerPlugin::of::<Selective>() }
