//! Minimax to a depth: the definition, and the oracle for everything faster.

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
pub struct Minimax(Duel);

impl Algorithm for Minimax {
    const NAME: &'static str = "minimax";
    const SUMMARY: &'static str = "the best move if the opponent plays the best moves too";
    const HELP: &'static str = "MAX, the seat that chooses, takes the largest value of its moves, \
        MIN the smallest; where the depth ends the heuristic estimates. The first of equal moves \
        wins. Turns need not alternate. Under a budget it searches to depth 1, 2, 3 … and answers \
        with the last depth it finished. \
        Source: C. E. Shannon, Programming a computer for playing chess (1950).";
    const OPTIONS: &'static [OptionSpec] = &[Duel::depth_option("3"), Estimator::OPTION];
    type Memory<P: Position> = Line<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Minimax(Duel::of(Self::NAME, options, game, false)?))
    }

    fn choose<P: Position>(
        &self,
        line: &mut Line<P>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        let mut search = Search { duel: &self.0, max: turn.seat, tally: Tally::new(None) };
        decide(&mut search, line, &self.0, position, turn, turn.budget.nodes)
    }
}

struct Search<'a> {
    duel: &'a Duel,
    /// The seat whose payoffs the values are; the other is MIN.
    max: Seat,
    tally: Tally,
}

impl<P: Position> FixedDepth<P> for Search<'_> {
    type Room = ();

    fn best(
        &mut self,
        line: &mut [Ply<P>],
        mover: Seat,
        mut moves: Option<&mut Vec<RootMove<P::Move>>>,
    ) -> Option<Best<P::Move>> {
        if !self.tally.look() {
            return None;
        }
        let (root, below) = line.split_first_mut().expect("a line begins somewhere");
        let mut best: Option<Best<P::Move>> = None;
        let _ = root.here.each_move(|m| {
            below[0].here.play_from(&root.here, m);
            let value = self.value(below);
            if self.tally.is_stopped() {
                return ControlFlow::Break(());
            }
            if best.is_none_or(|best| self.prefers(mover, value, best.value)) {
                best = Some(Best { m, value });
            }
            if let Some(moves) = &mut moves {
                moves.push(exact(m, value));
            }
            ControlFlow::Continue(())
        });
        best
    }

    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }
}

impl Search<'_> {
    /// The value for MAX of the first position of `line`, looking as far as the line goes.
    fn value<P: Position>(&mut self, line: &mut [Ply<P>]) -> f64 {
        let Some((ply, below)) = line.split_first_mut() else { return 0.0 };
        let here = &ply.here;
        // 1. Count the position.
        if !self.tally.look() {
            return 0.0;
        }
        // 2. The end of the game, or of the look.
        let mover = match here.node() {
            Node::Decision(mover) => mover,
            Node::Terminal => return here.payoff(self.max),
            Node::Chance => unreachable!("games with chance are refused"),
        };
        if below.is_empty() {
            self.tally.see_horizon();
            return self.duel.estimator.estimate(here, self.max);
        }
        // 3. Back up the largest value, or the smallest.
        let mut best = if mover == self.max { f64::NEG_INFINITY } else { f64::INFINITY };
        let _ = here.each_move(|m| {
            below[0].here.play_from(here, m);
            let value = self.value(below);
            if self.prefers(mover, value, best) {
                best = value;
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// Whether the seat to act would rather have `value` than `best`.
    #[inline]
    fn prefers(&self, mover: Seat, value: f64, best: f64) -> bool {
        if mover == self.max { best < value } else { value < best }
    }
}

inventory::submit! { PlayerPlugin::of::<Minimax>() }
