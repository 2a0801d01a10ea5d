//! One game of self-play, and its record for learning.
//!
//! Learning uses the position after each move. The record has the indices of the weights that this position
//! uses, so that learning need not play the game again.

use agon_core::{AnyMove, AnyPosition, Featured, Learnable, Node, Position, Seat, Stream, all_moves};

use crate::{
    accumulator::Accumulator,
    foresight::Foresight,
    judging::{EvaluationRoom, of_payoff, paid, total, worth},
    network::Network,
};

/// The most plies of a game; a longer game is cut off there and counts up to it.
pub(crate) const MOST_PLIES: usize = 20_000;

/// A position after a move, or at the end of the line that a search expects, as learning sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LearningStep {
    /// The number of its first view among all views of all steps.
    pub(crate) from: usize,
    /// One, or minus one if the viewer is the second of two opposed seats.
    pub(crate) sign: f32,
    /// If a move other than the best led here: the index of the best move's values in `instead`.
    pub(crate) instead: Option<usize>,
    /// Whether the line ends the game: then `instead` has what it pays, and nothing is learned of the position.
    pub(crate) is_over: bool,
    /// Whether another move was played than the one that the line begins with: what follows says nothing of it.
    pub(crate) is_cut: bool,
}

/// A game, and all the room it needs.
#[derive(Default)]
pub(crate) struct SelfPlay {
    pub(crate) steps: Vec<LearningStep>,
    /// Indices of weights, for each step and view.
    pub(crate) indices: Vec<u32>,
    /// What the usual heuristic says, for each step and view; empty where features are looked at.
    pub(crate) usual: Vec<f32>,
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
    looking: EvaluationRoom,
    foresight: Option<Foresight>,
}

/// How a game is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelfPlayManner {
    /// One move in this number is random.
    pub(crate) explores: u32,
    /// How many moves deep it looks.
    pub(crate) depth: u32,
}

impl SelfPlayManner {
    /// A random move, if it is time for one.
    fn explore(self, moves: &[AnyMove], stream: &mut Stream) -> Option<AnyMove> {
        let is_any = self.explores != 0 && stream.below(self.explores) == 0;
        is_any.then(|| moves[stream.below(moves.len() as u32) as usize])
    }
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
        if 1 < manner.depth {
            let foresight = room.foresight.get_or_insert_with(|| Foresight::new(start, manner.depth));
            foresight.begin(network.layout.seats.into());
        }
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
                    if room.foresight.is_some() {
                        self.look_ahead(network, &mut room, manner, &mut moves, stream);
                        continue;
                    }
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
                    let m = manner.explore(&moves, stream).unwrap_or(found);
                    let instead = (m != found && !network.is_named()).then_some(self.instead.len());
                    if instead.is_some() {
                        room.next.play_from(&room.here, found);
                        for view in Seat::all(network.views() as u8) {
                            self.instead.push(total(network, &room.next, view, &mut room.looking));
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
        self.usual.clear();
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
            looking: EvaluationRoom::default(),
            foresight: None,
        });
        room.here.clone_from(start);
        room.here.keep(network.corrected());
        room.looking.sums.resize_with(network.layout.seats.into(), Accumulator::default);
        // Since the last game the network has learned.
        room.looking.sums.iter_mut().for_each(Accumulator::forget);
        room
    }

    /// Searches, keeps the position at the end of the expected line, and plays on: along that line, or another move.
    fn look_ahead(
        &mut self,
        network: &Network,
        room: &mut Room,
        manner: SelfPlayManner,
        moves: &mut [AnyMove],
        stream: &mut Stream,
    ) {
        let Some(foresight) = &mut room.foresight else { return };
        // Of equal moves the first is taken, so that no order is preferred.
        stream.shuffle(moves);
        let found = foresight.best(network, &room.here, moves, manner.depth);
        let m = manner.explore(moves, stream).unwrap_or(found);
        let leaf = foresight.leaf();
        if leaf.node() == Node::Terminal {
            let instead = Some(self.instead.len());
            self.instead.push(paid(network, leaf, Seat(0)));
            let is_cut = false;
            self.steps.push(LearningStep { from: 0, sign: 1.0, instead, is_over: true, is_cut });
        } else {
            room.next.clone_from(&room.here);
            room.here.clone_from(leaf);
            self.keep(network, room, None);
            std::mem::swap(&mut room.here, &mut room.next);
            if let Some(step) = self.steps.last_mut() {
                step.is_cut = m != found;
            }
        }
        room.here.play(m);
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
                here.feature_values(viewer, &mut room.looking.values);
                self.features.extend(room.looking.values.iter().map(|&value| value as f32));
                if !network.is_named() {
                    self.features.push(1.0);
                }
            } else {
                here.states(viewer, &mut room.looking.states);
                let kept = &mut room.looking.sums[usize::from(viewer.0)];
                let usual = network.usual(here, viewer);
                self.usual.push(usual);
                kept.sum(network, set, &room.looking.states, usual);
                self.indices.extend(kept.indices());
            }
        }
        self.steps.push(LearningStep { from, sign, instead, is_over: false, is_cut: false });
    }
}

impl Room {
    /// The value of the next position for the mover, as by [`worth`]. Named weights are few and do not see
    /// the next capture: where two seats are opposed, the value is therefore the one after the best reply; it is exact
    /// if it is at least `best`.
    fn foreseen(&mut self, network: &Network, seat: Seat, best: f32) -> f32 {
        let is_answered = network.is_named() && network.layout.opposed;
        match self.next.node() {
            Node::Decision(other) if is_answered && other != seat => {}
            _ => return worth(network, &self.next, seat, &mut self.looking),
        }
        std::mem::swap(&mut self.next, &mut self.replied);
        let mut replies = std::mem::take(&mut self.replies);
        self.replied.moves(&mut replies);
        let mut least = f32::INFINITY;
        for &reply in &replies {
            self.next.play_from(&self.replied, reply);
            least = least.min(worth(network, &self.next, seat, &mut self.looking));
            if least < best {
                break;
            }
        }
        self.replies = replies;
        least
    }
}
