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
        visit: impl FnMut(P::Move, Leaf) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // How to guess is asked once, not for every leaf.
        match *estimator {
            Estimator::Nothing(value) => each_guessed(here, room, seat, |_| value, visit),
            _ => each_estimated(here, room, estimator, seat, visit),
        }
    }
}

/// The same where an estimate is to be made of each. Out of line, so that it does not weigh on those
/// that need none.
#[inline(never)]
fn each_estimated<P: Position>(
    here: &P,
    room: &mut P,
    estimator: &Estimator,
    seat: Seat,
    visit: impl FnMut(P::Move, Leaf) -> ControlFlow<()>,
) -> ControlFlow<()> {
    each_guessed(here, room, seat, |leaf| estimator.estimate(leaf, seat), visit)
}

#[inline]
fn each_guessed<P: Position>(
    here: &P,
    room: &mut P,
    seat: Seat,
    guess: impl Fn(&P) -> f64,
    mut visit: impl FnMut(P::Move, Leaf) -> ControlFlow<()>,
) -> ControlFlow<()> {
    here.each_move(|m| {
        room.play_from(here, m);
        let is_over = room.node() == Node::Terminal;
        let value = if is_over { room.payoff(seat) } else { guess(room) };
        visit(m, Leaf { is_over, value })
    })
}
