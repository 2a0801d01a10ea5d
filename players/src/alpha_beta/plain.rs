//! Alpha-beta without extras: no table, no ordering, no list of moves.
//!
//! Written as negamax: every value is for the seat that asks, and asking for the other seat
//! changes the sign of the value and of the window. One loop serves both seats, whoever moves
//! next. The other seat's values are those of `me` with the sign changed, even where the payoffs
//! add up to another number than zero, or a heuristic is not the same from both sides: so the
//! values are those of minimax, to the last bit.

use std::ops::ControlFlow;

use agon_core::{Decision, Node, Position, RootMove, Seat, Turn};

use crate::{
    duel::Duel,
    fixed_depth::{Best, FixedDepth, Line, Ply, decide, exact},
    tally::Tally,
};

/// Chooses a move in `position` by plain searches of at most the depth of `duel`.
pub(super) fn choose<P: Position>(
    duel: &Duel,
    line: &mut Line<P>,
    position: &P,
    turn: &Turn<'_>,
    nodes: Option<u64>,
) -> Decision<P::Move> {
    let mut search = Search { duel, me: turn.seat, tally: Tally::new(None) };
    decide(&mut search, line, duel, position, turn, nodes)
}

struct Search<'a> {
    duel: &'a Duel,
    /// The seat that payoffs and estimates are asked for.
    me: Seat,
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
            // To name the value of every move takes a full window for each.
            let alpha = match (best, &moves) {
                (Some(best), None) => best.value,
                _ => f64::NEG_INFINITY,
            };
            let value = self.value(below, mover, alpha, f64::INFINITY);
            if self.tally.is_stopped() {
                return ControlFlow::Break(());
            }
            if best.is_none_or(|best| best.value < value) {
                best = Some(Best { m, value });
            }
            if let Some(moves) = &mut moves {
                moves.push(exact(m, self.for_me(mover, value) + 0.0));
            }
            ControlFlow::Continue(())
        });
        best.map(|best| Best { value: self.for_me(mover, best.value) + 0.0, ..best })
    }

    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }
}

impl Search<'_> {
    /// The value for `seat` of the first position of `line`, looking as far as the line goes:
    /// exact inside the window, a bound outside it (fail-soft).
    fn value<P: Position>(
        &mut self,
        line: &mut [Ply<P>],
        seat: Seat,
        alpha: f64,
        beta: f64,
    ) -> f64 {
        let Some((ply, below)) = line.split_first_mut() else { return 0.0 };
        let here = &ply.here;
        // 1. Count the position.
        if !self.tally.look() {
            return 0.0;
        }
        // 2. The end of the game, or of the look.
        let mover = match here.node() {
            Node::Decision(mover) => mover,
            Node::Terminal => return self.for_me(seat, here.payoff(self.me)),
            Node::Chance => unreachable!("games with chance are refused"),
        };
        if below.is_empty() {
            self.tally.see_horizon();
            return self.for_me(seat, self.duel.estimator.estimate(here, self.me));
        }
        // 3. The best move of the seat to act, in its own terms.
        if mover == seat {
            self.best_below(here, below, seat, alpha, beta)
        } else {
            -self.best_below(here, below, mover, -beta, -alpha)
        }
    }

    #[inline]
    fn best_below<P: Position>(
        &mut self,
        here: &P,
        below: &mut [Ply<P>],
        mover: Seat,
        mut alpha: f64,
        beta: f64,
    ) -> f64 {
        let mut best = f64::NEG_INFINITY;
        let _ = here.each_move(|m| {
            below[0].here.play_from(here, m);
            let value = self.value(below, mover, alpha, beta);
            if best < value {
                best = value;
                if alpha < value {
                    alpha = value;
                    if beta <= alpha {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// A value for the seat `me` as a value for `seat`, or the other way round.
    #[inline]
    fn for_me(&self, seat: Seat, value: f64) -> f64 {
        if seat == self.me { value } else { -value }
    }
}
