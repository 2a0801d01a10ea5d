//! The move after which the position looks best.

use std::ops::ControlFlow;

use agon_core::{
    Algorithm, AnyPosition, Bound, Decision, Estimator, Node, OptionSpec, Options, PlayerPlugin, Position, Reason,
    RootMove, Seat, SetupError, Turn, horizon::Window, inventory,
};

use crate::{
    node_budget::NodeBudget,
    search_frame::{SearchFrame, Watch, at_a_glance, chooses_by_search},
};

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

    chooses_by_search!();
}

impl Greedy {
    fn search<P: Position>(
        &self,
        line: &mut Vec<P>,
        position: &P,
        turn: &Turn<'_>,
        watch: impl Watch,
    ) -> Decision<P::Move> {
        // Positions before the move, after it, and after a chance outcome.
        line.resize_with(3, || position.clone());
        let [here, after, outcome] = &mut line[..] else { unreachable!("three were made") };
        here.clone_from(position);
        self.estimator.announce(here);

        let frame = SearchFrame::new(NodeBudget::new(turn, None), watch);
        let mut look = Look { estimator: &self.estimator, seat: turn.seat, frame };
        look.frame.next(|next| next.depth = Some(1));
        look.frame.enter(Window::FULL);
        let mut best: Option<(f64, P::Move)> = None;
        let mut moves = Vec::new();
        let _ = here.each_move(|m| {
            look.frame.descend(here, after, m);
            let value = look.worth(after, outcome);
            if look.frame.node_budget.is_stopped() {
                return ControlFlow::Break(());
            }
            if best.is_none_or(|(best, _)| best < value) {
                best = Some((value, m));
            }
            if turn.explain {
                moves.push(RootMove::new(m, value, Bound::Exact));
            }
            ControlFlow::Continue(())
        });

        let m = best.map_or_else(|| here.nth(0), |(_, m)| m);
        let node_budget = look.frame.node_budget;
        look.frame.leave(best.map_or(f64::NAN, |(value, _)| value), Bound::Exact, Reason::Searched);
        let value = best.map(|(value, _)| value).filter(|_| !node_budget.is_stopped());
        let mut decision = Decision::just(m).with_value(value).with_nodes(node_budget.nodes());
        decision.depth = best.map(|_| 1);
        decision.moves = moves;
        if turn.explain {
            decision.pv.push(m);
        }
        decision
    }
}

struct Look<'a, O> {
    estimator: &'a Estimator,
    seat: Seat,
    frame: SearchFrame<'a, O>,
}

impl<O: Watch> Look<'_, O> {
    /// The estimate of `after`; at a chance node, its expectation.
    fn worth<P: Position>(&mut self, after: &P, outcome: &mut P) -> f64 {
        if !self.frame.enter(Window::FULL) {
            return 0.0;
        }
        if after.node() != Node::Chance {
            return self.glance(after);
        }
        let total: u64 = if O::ON { weights(after) } else { 1 };
        let (mut sum, mut weights) = (0.0, 0.0);
        let _ = after.each_move(|m| {
            self.frame.descend(after, outcome, m);
            let weight = f64::from(after.weight(m));
            self.frame.next(|next| next.probability = Some(weight / total as f64));
            if !self.frame.enter(Window::FULL) {
                return ControlFlow::Break(());
            }
            sum += weight * self.glance(outcome);
            weights += weight;
            ControlFlow::Continue(())
        });
        self.frame.leave(sum / weights, Bound::Exact, Reason::Searched);
        sum / weights
    }

    /// The estimate of the position just entered, which is left again.
    fn glance<P: Position>(&mut self, here: &P) -> f64 {
        let value = at_a_glance(self.estimator, here, self.seat);
        let is_over = here.node() == Node::Terminal;
        let why = if is_over { Reason::Terminal } else { Reason::Horizon };
        self.frame.leave(value, Bound::Exact, why);
        value
    }
}

/// The sum of the weights of the outcomes.
fn weights<P: Position>(chance: &P) -> u64 {
    let mut total = 0;
    let _ = chance.each_move(|m| {
        total += u64::from(chance.weight(m));
        ControlFlow::Continue(())
    });
    total
}

inventory::submit! { PlayerPlugin::of::<Greedy>() }
