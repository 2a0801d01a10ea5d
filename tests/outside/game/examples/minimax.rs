//! Minimax in one piece: a search of your own, at any game, that is no player yet.
//!
//! `cargo run -p outside-game --example minimax` plays a game of squares with it.

use std::ops::ControlFlow;

use agon_core::{Heuristic, Node, Position, Seat, registry};
use outside_game as _;

/// What `seat` gets if both play as well as they can; after so many plies, what the game estimates.
fn value<P: Position>(position: &P, seat: Seat, depth: u32) -> f64 {
    let mover = match position.node() {
        Node::Terminal => return position.payoff(seat),
        Node::Decision(mover) => mover,
        Node::Chance => panic!("minimax knows no dice"),
    };
    if depth == 0 {
        return position.estimate(Heuristic(0), seat);
    }
    let mut best = if mover == seat { f64::NEG_INFINITY } else { f64::INFINITY };
    let _ = position.each_move(|m| {
        let mut after = position.clone();
        after.play(m);
        let value = value(&after, seat, depth - 1);
        best = if mover == seat { best.max(value) } else { best.min(value) };
        ControlFlow::<()>::Continue(())
    });
    best
}

/// The move with the greatest value for whoever is to move, the first of equals.
fn best_move<P: Position>(position: &P, depth: u32) -> Option<P::Move> {
    let Node::Decision(mover) = position.node() else { return None };
    let mut best = None;
    let _ = position.each_move(|m| {
        let mut after = position.clone();
        after.play(m);
        let value = value(&after, mover, depth - 1);
        if best.is_none_or(|(_, most)| most < value) {
            best = Some((m, value));
        }
        ControlFlow::<()>::Continue(())
    });
    best.map(|(m, _)| m)
}

fn main() {
    // Any registered game: its crate is named above.
    let mut position = registry::game("squares(heap=30)").expect("the game is linked").start;
    while let Some(m) = best_move(&position, 8) {
        position.play(m);
        println!("{position}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The heaps that are lost for whoever moves: <https://oeis.org/A030193>.
    #[test]
    fn minimax_loses_the_heaps_that_are_lost_and_no_other() {
        let lost: Vec<u32> = (0..=24)
            .filter(|heap| {
                let start = registry::game(&format!("squares(heap={heap})")).unwrap().start;
                value(&start, Seat(0), u32::MAX) < 0.0
            })
            .collect();
        assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]);
    }

    #[test]
    fn it_wins_what_can_be_won_against_every_defence() {
        fn wins<P: Position>(position: &P, me: Seat) -> bool {
            match position.node() {
                Node::Terminal => position.payoff(me) == 1.0,
                Node::Decision(mover) if mover == me => {
                    let mut after = position.clone();
                    after.play(best_move(position, 30).unwrap());
                    wins(&after, me)
                }
                _ => position
                    .each_move(|m| {
                        let mut after = position.clone();
                        after.play(m);
                        if wins(&after, me) {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    })
                    .is_continue(),
            }
        }
        assert!(wins(&registry::game("squares(heap=14)").unwrap().start, Seat(0)));
    }
}
