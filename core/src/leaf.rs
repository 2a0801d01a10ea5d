//! The result of one move at the last ply of a search.

use std::ops::ControlFlow;

use crate::{Estimator, Node, Position, Seat};

/// The position after a move, valued without further search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Whether the game is over.
    pub is_over: bool,
    /// Its payoff if the game is over; otherwise its estimate, whichever seat acts.
    pub value: f64,
}

impl Leaf {
    /// The default of [`Position::each_leaf`]: plays every move at `room`, and values the result.
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
