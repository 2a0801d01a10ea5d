//! What a search sees that looks no further.

use std::ops::ControlFlow;

use crate::{Estimator, Node, Position, Seat};

/// What a move leads to, at a glance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Whether the game is over.
    pub is_over: bool,
    /// What it pays then; what it is guessed at otherwise, whoever acts.
    pub value: f64,
}

impl Leaf {
    /// What [`Position::each_leaf`] does unless the game knows better: plays every move at `room`,
    /// and looks.
    #[inline]
    pub fn each_played<P: Position>(
        here: &P,
        room: &mut P,
        estimator: &Estimator,
        seat: Seat,
        mut visit: impl FnMut(P::Move, Leaf) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        here.each_move(|m| {
            room.play_from(here, m);
            let is_over = room.node() == Node::Terminal;
            let value = if is_over { room.payoff(seat) } else { estimator.estimate(room, seat) };
            visit(m, Leaf { is_over, value })
        })
    }
}
