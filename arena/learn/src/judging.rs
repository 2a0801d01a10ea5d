//! What a network says of a position in self-play.

use agon_core::{AnyPosition, Featured, Learnable, Node, Position, Seat};

use crate::{accumulator::Accumulator, network::Network};

/// What looking at a position needs.
#[derive(Default)]
pub(crate) struct EvaluationRoom {
    pub(crate) states: Vec<u8>,
    pub(crate) values: Vec<f64>,
    /// What each viewer saw last.
    pub(crate) sums: Vec<Accumulator>,
}

/// The sum for a position, from the viewer used for its value to `seat`; and whether the viewer is `seat`.
pub(crate) fn sum(network: &Network, at: &AnyPosition, seat: Seat, room: &mut EvaluationRoom) -> (f32, bool) {
    let on_turn = at.on_turn();
    let viewer = network.viewer(on_turn, seat);
    let set = network.set(on_turn, viewer);
    let sum = if network.sees_features() {
        at.feature_values(viewer, &mut room.values);
        network.weigh(set, &room.values)
    } else {
        at.states(viewer, &mut room.states);
        let usual = network.usual(at, viewer);
        room.sums[usize::from(viewer.0)].sum(network, set, &room.states, usual)
    };
    (sum, viewer == seat)
}

/// The value of a position to a seat, on a scale of which only the order matters.
pub(crate) fn worth(network: &Network, at: &AnyPosition, seat: Seat, room: &mut EvaluationRoom) -> f32 {
    if at.node() != Node::Terminal {
        return open_worth(network, at, seat, room);
    }
    let payoff = at.payoff(seat);
    if !network.is_curved() {
        return payoff as f32;
    }
    // Nothing that is only guessed is better than all, or worse than nothing.
    match network.layout.share(payoff) {
        share if 1.0 <= share => f32::INFINITY,
        share if share <= -1.0 => f32::MIN,
        share => network.sum_of_share(share),
    }
}

/// The same of a position that is not terminal.
pub(crate) fn open_worth(network: &Network, at: &AnyPosition, seat: Seat, room: &mut EvaluationRoom) -> f32 {
    let (sum, is_own) = sum(network, at, seat, room);
    match (network.is_curved(), is_own) {
        (true, true) => sum,
        (true, false) => -sum,
        (false, _) => at.secured(seat) as f32 + sum,
    }
}

/// The value of a position, on the scale of learning.
pub(crate) fn total(network: &Network, at: &AnyPosition, view: Seat, room: &mut EvaluationRoom) -> f32 {
    if at.node() == Node::Terminal {
        return paid(network, at, view);
    }
    let (sum, is_own) = sum(network, at, view, room);
    let value = network.value(sum);
    match (network.is_curved(), is_own) {
        (true, true) => value,
        (true, false) => -value,
        (false, _) => at.secured(view) as f32 + value,
    }
}

/// The payoff at the end of a game, on the scale of learning.
pub(crate) fn paid(network: &Network, here: &AnyPosition, view: Seat) -> f32 {
    of_payoff(network, here.payoff(view))
}

/// A payoff, as learning has it.
pub(crate) fn of_payoff(network: &Network, payoff: f64) -> f32 {
    (if network.is_curved() { network.layout.share(payoff) } else { payoff }) as f32
}
