//! What happens below the tree: a play to the end, or as far as it is to go.

use std::ops::ControlFlow;

use agon_core::{AnyPosition, Estimator, Node, Options, Position, Seat, SetupError, Stream};

use super::scale::Scale;
use crate::{spine::at_a_glance, tally::Tally};

/// How moves are chosen below the tree, and for how long.
#[derive(Clone, Debug)]
pub(super) struct Playout {
    /// The share of random moves; all of them unless the rest is chosen by estimate.
    epsilon: f64,
    /// The plies after which an unfinished position is estimated.
    plies: u64,
    estimator: Estimator,
}

/// The room that a playout works in.
pub(super) struct Room<P: Position> {
    /// The payoffs at the end by seat, scaled to 0..1.
    pub(super) payoffs: Vec<f64>,
    /// The moves of the playout and who played them, where they are recorded.
    pub(super) played: Vec<(Seat, P::Move)>,
    /// Where a move is tried.
    trial: Option<P>,
}

impl<P: Position> Default for Room<P> {
    fn default() -> Self {
        Room { payoffs: Vec::new(), played: Vec::new(), trial: None }
    }
}

impl<P: Position> Room<P> {
    /// Takes the payoffs at the end of a play.
    #[inline]
    pub(super) fn take_payoffs(&mut self, position: &P, scale: Scale) {
        for (seat, payoff) in self.payoffs.iter_mut().enumerate() {
            *payoff = scale.scaled(position.payoff(Seat(seat as u8)));
        }
    }
}

impl Playout {
    pub(super) fn configure(options: &Options, game: &AnyPosition) -> Result<Playout, SetupError> {
        let is_greedy = options.text("playout") == "greedy";
        Ok(Playout {
            epsilon: if is_greedy { options.real("epsilon") } else { 1.0 },
            plies: options.limit("plies").unwrap_or(u64::MAX),
            estimator: Estimator::of(options, game)?,
        })
    }

    /// Tells `position`, the first of all walks, what will be asked below it.
    pub(super) fn announce<P: Position>(&self, position: &mut P) {
        if self.epsilon < 1.0 || self.plies != u64::MAX {
            self.estimator.announce(position);
        } else {
            position.keep(None);
        }
    }

    /// Plays on from `position`, which is not terminal, and leaves the payoffs in `room`; `false` if
    /// `tally` was over before.
    #[inline]
    pub(super) fn run<P: Position>(
        &self,
        position: &mut P,
        room: &mut Room<P>,
        stream: &mut Stream,
        scale: Scale,
        records: bool,
        tally: &Tally<'_>,
    ) -> bool {
        if self.epsilon < 1.0 || self.plies != u64::MAX || records {
            return self.run_by_steps(position, room, stream, scale, records, tally);
        }
        position.playout(stream);
        room.take_payoffs(position, scale);
        true
    }

    fn run_by_steps<P: Position>(
        &self,
        position: &mut P,
        room: &mut Room<P>,
        stream: &mut Stream,
        scale: Scale,
        records: bool,
        tally: &Tally<'_>,
    ) -> bool {
        let mut left = self.plies;
        loop {
            let m = match position.node() {
                Node::Terminal => {
                    room.take_payoffs(position, scale);
                    return true;
                }
                Node::Chance => position.draw_move(stream),
                Node::Decision(_) if left == 0 => {
                    for (seat, payoff) in room.payoffs.iter_mut().enumerate() {
                        let seat = Seat(seat as u8);
                        *payoff = scale.scaled(self.estimator.estimate(position, seat));
                    }
                    return true;
                }
                Node::Decision(seat) => {
                    let errs = self.epsilon == 1.0 || stream.unit() < self.epsilon;
                    let m = if errs {
                        position.draw_move(stream)
                    } else if tally.is_over() {
                        // Every move is tried at every ply: that may take long.
                        return false;
                    } else {
                        let trial = room.trial.get_or_insert_with(|| position.clone());
                        self.best_by_estimate(position, trial, seat)
                    };
                    if records {
                        room.played.push((seat, m));
                    }
                    m
                }
            };
            position.play(m);
            left = left.saturating_sub(1);
        }
    }

    /// The move after which things look best for `seat`; the first of equals.
    fn best_by_estimate<P: Position>(&self, position: &P, trial: &mut P, seat: Seat) -> P::Move {
        let mut best: Option<(f64, P::Move)> = None;
        let _ = position.each_move(|m| {
            trial.play_from(position, m);
            let value = at_a_glance(&self.estimator, trial, seat);
            if best.is_none_or(|(most, _)| most < value) {
                best = Some((value, m));
            }
            ControlFlow::Continue(())
        });
        best.expect("a decision node has a move").1
    }
}
