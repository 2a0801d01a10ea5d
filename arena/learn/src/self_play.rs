//! One game of self-play, and its record for learning.
//!
//! Learning uses the position after each move. The record has the indices of the weights that this position
//! uses, so that learning need not play the game again.

use agon_core::{AnyMove, AnyPosition, Node, Position, Seat, Stream, all_moves};

use crate::{accumulator::Accumulator, network::Network};

/// The most plies of a game; a longer game is cut off there and counts up to it.
pub(crate) const MOST_PLIES: usize = 20_000;

/// A position after a move, as learning sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LearningStep {
    /// The number of its first view among all views of all steps.
    pub(crate) from: usize,
    /// One, or minus one if the viewer is the second of two opposed seats.
    pub(crate) sign: f32,
    /// If a move other than the best led here: the index of the best move's values in `instead`.
    pub(crate) instead: Option<usize>,
}

/// A game, and all the room it needs.
#[derive(Default)]
pub(crate) struct SelfPlay {
    pub(crate) steps: Vec<LearningStep>,
    /// Indices of weights, for each step and view.
    pub(crate) indices: Vec<u32>,
    /// Features instead of indices; the last of each is one.
    pub(crate) features: Vec<f32>,
    /// The index of their first weight, for each step and view.
    pub(crate) bases: Vec<usize>,
    /// The payoff already certain after each step, for each view.
    pub(crate) secured: Vec<f32>,
    /// The value of the best move where another was played, for each view.
    pub(crate) instead: Vec<f32>,
    /// The payoffs, for each view; empty if the game was cut off.
    pub(crate) paid: Vec<f32>,
    /// As [`LearningStep::instead`], of the move that ended it.
    pub(crate) last: Option<usize>,
    room: Option<Room>,
}

struct Room {
    here: AnyPosition,
    next: AnyPosition,
    /// The next position while replies to it are tried, and these.
    replied: AnyPosition,
    replies: Vec<AnyMove>,
    states: Vec<u8>,
    values: Vec<f64>,
    /// What each viewer saw last.
    sums: Vec<Accumulator>,
}

/// How a game is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelfPlayManner {
    /// One move in this number is random.
    pub(crate) explores: u32,
}

impl SelfPlay {
    /// Plays a game from `start`. Says whether it was played to an end; asked to stop, it is not.
    pub(crate) fn play(
        &mut self,
        network: &Network,
        start: &AnyPosition,
        manner: SelfPlayManner,
        stream: &mut Stream,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        let mut room = self.begin(network, start);
        let mut moves = all_moves(start);
        let mut is_whole = true;
        for ply in 0.. {
            match room.here.node() {
                Node::Terminal => {
                    for view in Seat::all(network.views() as u8) {
                        self.paid.push(paid(network, &room.here, view));
                    }
                    break;
                }
                _ if MOST_PLIES <= ply => break,
                Node::Chance => {
                    let m = room.here.draw_move(stream);
                    room.here.play(m);
                }
                Node::Decision(seat) => {
                    // A game of chess takes a while.
                    if ply % 16 == 15 && stop() {
                        is_whole = false;
                        break;
                    }
                    room.here.moves(&mut moves);
                    let (mut best, mut ties, mut found) = (f32::NEG_INFINITY, 0, moves[0]);
                    if 1 < moves.len() {
                        for &m in &moves {
                            room.next.play_from(&room.here, m);
                            let worth = room.foreseen(network, seat, best);
                            if best < worth || ties == 0 {
                                (best, ties, found) = (worth, 1, m);
                            } else if worth == best {
                                ties += 1;
                                if stream.below(ties) == 0 {
                                    found = m;
                                }
                            }
                        }
                    }
                    let is_any = manner.explores != 0 && stream.below(manner.explores) == 0;
                    let m = if is_any {
                        moves[stream.below(moves.len() as u32) as usize]
                    } else {
                        found
                    };
                    let instead = (m != found && !network.is_named()).then_some(self.instead.len());
                    if instead.is_some() {
                        room.next.play_from(&room.here, found);
                        for view in Seat::all(network.views() as u8) {
                            self.instead.push(room.total(network, view));
                        }
                    }
                    room.here.play(m);
                    if room.here.node() == Node::Terminal {
                        self.last = instead;
                    } else {
                        self.keep(network, &mut room, instead);
                    }
                }
            }
        }
        self.room = Some(room);
        is_whole
    }

    /// Records a game that others have played from `start`, without the positions before the end of the first
    /// `given` moves, which no seat chose. It paid the seats `payoffs`.
    pub(crate) fn replay(
        &mut self,
        network: &Network,
        start: &AnyPosition,
        (moves, given): (&[AnyMove], usize),
        payoffs: &[f64],
    ) {
        let mut room = self.begin(network, start);
        for (number, &m) in moves.iter().enumerate() {
            let is_chosen = matches!(room.here.node(), Node::Decision(_)) && given <= number;
            room.here.play(m);
            if is_chosen && room.here.node() != Node::Terminal {
                self.keep(network, &mut room, None);
            }
        }
        let paid = payoffs.iter().take(network.views()).map(|&payoff| of_payoff(network, payoff));
        self.paid.extend(paid);
        self.room = Some(room);
    }

    /// Forgets the game before, and begins one from `start`.
    fn begin(&mut self, network: &Network, start: &AnyPosition) -> Room {
        self.steps.clear();
        self.indices.clear();
        self.features.clear();
        self.bases.clear();
        self.secured.clear();
        self.instead.clear();
        self.paid.clear();
        self.last = None;
        let mut room = self.room.take().unwrap_or_else(|| Room {
            here: start.clone(),
            next: start.clone(),
            replied: start.clone(),
            replies: all_moves(start),
            states: Vec::new(),
            values: Vec::new(),
            sums: Vec::new(),
        });
        room.here.clone_from(start);
        room.sums.resize_with(network.layout.seats.into(), Accumulator::default);
        // Since the last game the network has learned.
        room.sums.iter_mut().for_each(Accumulator::forget);
        room
    }

    /// Keeps what learning needs of the position after a move.
    fn keep(&mut self, network: &Network, room: &mut Room, instead: Option<usize>) {
        let here = &room.here;
        let on_turn = here.on_turn();
        let sign = network.sign(on_turn);
        let from = self.bases.len();
        for view in Seat::all(network.views() as u8) {
            let viewer = network.viewer(on_turn, view);
            let set = network.set(on_turn, viewer);
            self.bases.push(set * network.size);
            self.secured.push(if network.is_curved() { 0.0 } else { here.secured(view) as f32 });
            if network.sees_features() {
                here.feature_values(viewer, &mut room.values);
                self.features.extend(room.values.iter().map(|&value| value as f32));
                if !network.is_named() {
                    self.features.push(1.0);
                }
            } else {
                here.states(viewer, &mut room.states);
                let kept = &mut room.sums[usize::from(viewer.0)];
                kept.sum(network, set, &room.states);
                self.indices.extend(kept.indices());
            }
        }
        self.steps.push(LearningStep { from, sign, instead });
    }
}

impl Room {
    /// The sum for the next position, from the viewer used for its value to `seat`; and whether the viewer is
    /// `seat`.
    fn sum(&mut self, network: &Network, seat: Seat) -> (f32, bool) {
        let on_turn = self.next.on_turn();
        let viewer = network.viewer(on_turn, seat);
        let set = network.set(on_turn, viewer);
        let sum = if network.sees_features() {
            self.next.feature_values(viewer, &mut self.values);
            network.weigh(set, &self.values)
        } else {
            self.next.states(viewer, &mut self.states);
            self.sums[usize::from(viewer.0)].sum(network, set, &self.states)
        };
        (sum, viewer == seat)
    }

    /// The value of the next position for the mover, as by [`worth`](Room::worth). Named weights are few and do not see
    /// the next capture: where two seats are opposed, the value is therefore the one after the best reply; it is exact
    /// if it is at least `best`.
    fn foreseen(&mut self, network: &Network, seat: Seat, best: f32) -> f32 {
        let is_answered = network.is_named() && network.layout.opposed;
        match self.next.node() {
            Node::Decision(other) if is_answered && other != seat => {}
            _ => return self.worth(network, seat),
        }
        std::mem::swap(&mut self.next, &mut self.replied);
        let mut replies = std::mem::take(&mut self.replies);
        self.replied.moves(&mut replies);
        let mut least = f32::INFINITY;
        for &reply in &replies {
            self.next.play_from(&self.replied, reply);
            least = least.min(self.worth(network, seat));
            if least < best {
                break;
            }
        }
        self.replies = replies;
        least
    }

    /// The value of the next position to the seat that moves, on a scale of which only the order
    /// matters.
    fn worth(&mut self, network: &Network, seat: Seat) -> f32 {
        let is_curved = network.is_curved();
        if self.next.node() == Node::Terminal {
            let payoff = self.next.payoff(seat);
            if !is_curved {
                return payoff as f32;
            }
            // Nothing that is only guessed is better than all, or worse than nothing.
            return match network.layout.share(payoff) {
                share if 1.0 <= share => f32::INFINITY,
                share if share <= -1.0 => f32::MIN,
                share => network.sum_of_share(share),
            };
        }
        let (sum, is_own) = self.sum(network, seat);
        if is_curved {
            return if is_own { sum } else { -sum };
        }
        self.next.secured(seat) as f32 + sum
    }

    /// The value of the next position, on the scale of learning.
    fn total(&mut self, network: &Network, view: Seat) -> f32 {
        if self.next.node() == Node::Terminal {
            return paid(network, &self.next, view);
        }
        let (sum, is_own) = self.sum(network, view);
        let value = network.value(sum);
        match (network.is_curved(), is_own) {
            (true, true) => value,
            (true, false) => -value,
            (false, _) => self.next.secured(view) as f32 + value,
        }
    }
}

/// The payoff at the end of a game, on the scale of learning.
fn paid(network: &Network, here: &AnyPosition, view: Seat) -> f32 {
    of_payoff(network, here.payoff(view))
}

/// A payoff, as learning has it.
fn of_payoff(network: &Network, payoff: f64) -> f32 {
    (if network.is_curved() { network.layout.share(payoff) } else { payoff }) as f32
}
