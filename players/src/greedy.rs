//! The move after which the position looks best.

use std::ops::ControlFlow;

use agon_core::{
    Algorithm, AnyPosition, Decision, Estimator, Node, OptionSpec, Options, PlayerPlugin, Position,
    Seat, SetupError, Turn, inventory,
};

use crate::{fixed_depth::exact, spine::at_a_glance, tally::Tally};

/// Looks one move ahead, and takes the move after which the position looks best.
#[derive(Clone, Debug)]
pub struct Greedy {
    estimator: Estimator,
}

impl Algorithm for Greedy {
    const NAME: &'static str = "greedy";
    const SUMMARY: &'static str = "the move after which the position looks best";
    const HELP: &'static str = "It estimates the position after each of its moves; a game that \
        is over is worth what it pays. Where chance comes next it takes the expected estimate \
        after the outcome. The first of equal moves wins.";
    const OPTIONS: &'static [OptionSpec] = &[Estimator::OPTION];
    type Memory<P: Position> = Vec<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Greedy { estimator: Estimator::of(options, game)? })
    }

    fn choose<P: Position>(
        &self,
        line: &mut Vec<P>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        // Positions before the move, after it, and after an outcome of chance.
        line.resize_with(3, || position.clone());
        let [here, after, outcome] = &mut line[..] else { unreachable!("three were made") };
        here.clone_from(position);
        self.estimator.announce(here);

        let mut look = Look { estimator: &self.estimator, tally: Tally::new(turn, None) };
        look.tally.count();
        let mut best: Option<(f64, P::Move)> = None;
        let mut moves = Vec::new();
        let _ = here.each_move(|m| {
            after.play_from(here, m);
            let value = look.worth(after, outcome, turn.seat);
            if look.tally.is_stopped() {
                return ControlFlow::Break(());
            }
            if best.is_none_or(|(best, _)| best < value) {
                best = Some((value, m));
            }
            if turn.explain {
                moves.push(exact(m, value));
            }
            ControlFlow::Continue(())
        });

        let m = best.map_or_else(|| here.nth(0), |(_, m)| m);
        let value = best.map(|(value, _)| value).filter(|_| !look.tally.is_stopped());
        let mut decision = Decision::just(m).with_value(value).with_nodes(look.tally.nodes());
        decision.depth = best.map(|_| 1);
        decision.moves = moves;
        if turn.explain {
            decision.pv.push(m);
        }
        decision
    }
}

struct Look<'a> {
    estimator: &'a Estimator,
    tally: Tally<'a>,
}

impl Look<'_> {
    /// What `after` looks worth to `seat`; at a chance node, what it may be expected to.
    fn worth<P: Position>(&mut self, after: &P, outcome: &mut P, seat: Seat) -> f64 {
        self.tally.count();
        if after.node() != Node::Chance {
            return at_a_glance(self.estimator, after, seat);
        }
        let (mut sum, mut weights) = (0.0, 0.0);
        let _ = after.each_move(|m| {
            if !self.tally.count() {
                return ControlFlow::Break(());
            }
            outcome.play_from(after, m);
            let weight = f64::from(after.weight(m));
            sum += weight * at_a_glance(self.estimator, outcome, seat);
            weights += weight;
            ControlFlow::Continue(())
        });
        sum / weights
    }
}

inventory::submit! { PlayerPlugin::of::<Greedy>() }
