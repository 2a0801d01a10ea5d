//! One list of moves and one line per ply: the working room of searches that list their moves.

use agon_core::{Node, Position};

use crate::search_frame::{Line, Ply};

/// The room of one ply.
pub struct Room<M> {
    /// The moves of the position.
    pub(crate) moves: Vec<M>,
    /// The line expected from here on.
    pub(crate) line: Vec<M>,
    /// The probability of each move, up to a factor.
    pub(crate) weights: Vec<f64>,
    /// The least possible value of each move.
    pub(crate) low: Vec<f64>,
    /// The greatest possible value of each move.
    pub(crate) high: Vec<f64>,
    /// The value of the position to each seat.
    pub(crate) vector: Vec<f64>,
    /// The index of the move tried last.
    pub(crate) tried: usize,
}

impl<M> Default for Room<M> {
    fn default() -> Self {
        Room {
            moves: Vec::new(),
            line: Vec::new(),
            weights: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
            vector: Vec::new(),
            tried: 0,
        }
    }
}

impl<M: Copy> Room<M> {
    /// The move that was tried last: the one that leads to the next ply.
    #[inline]
    pub(crate) fn tried(&self) -> M {
        self.moves[self.tried]
    }
}

/// The plies from the root down.
pub(crate) type Stack<P> = Line<P, Room<<P as Position>::Move>>;

impl<P: Position> Stack<P> {
    /// Lists the moves at `ply`, and returns their number.
    #[inline]
    pub(crate) fn list_moves(&mut self, ply: usize) -> usize {
        let Ply { here, room } = self.at(ply);
        here.moves(&mut room.moves);
        room.moves.len()
    }

    /// Sorts the listed moves of `ply` by their ratings. Equals stay in the game's order.
    pub(crate) fn order_moves(&mut self, ply: usize, promise: impl Fn(&P, P::Move) -> f64) {
        let Ply { here, room: Room { moves, weights, .. } } = self.at(ply);
        weights.clear();
        for index in 0..moves.len() {
            let m = moves[index];
            let promise = promise(here, m);
            let place = weights.iter().rposition(|&other| promise <= other).map_or(0, |at| at + 1);
            weights.insert(place, promise);
            moves[place..=index].rotate_right(1);
        }
    }

    /// Lists and weighs the outcomes of the chance node at `ply`, and returns their total weight.
    pub(crate) fn list_outcomes(&mut self, ply: usize) -> f64 {
        let Ply { here, room: Room { moves, weights, .. } } = self.at(ply);
        here.moves(moves);
        weights.clear();
        weights.extend(moves.iter().map(|&m| f64::from(here.weight(m))));
        weights.iter().sum()
    }

    /// The depth left below the chance node at `ply`, where `depth` is left; `None` if none is left, or if the estimate
    /// would be the same after every outcome. A chance outcome costs no depth, except directly after another one:
    /// otherwise a play could go on for ever between two decisions.
    #[inline]
    pub(crate) fn below_chance(&self, ply: usize, depth: u32) -> Option<u32> {
        let follows = 0 < ply && self.see(ply - 1).here.node() == Node::Chance;
        let below = depth.checked_sub(u32::from(follows))?;
        (0 < below || !self.see(ply).here.outcomes_look_alike()).then_some(below)
    }

    /// The line at `ply` becomes move number `index` and the line at the next ply.
    pub(crate) fn extend_line(&mut self, ply: usize, index: usize) {
        let (Ply { room, .. }, below) = self.pair(ply);
        room.line.clear();
        room.line.push(room.moves[index]);
        room.line.extend_from_slice(&below.room.line);
    }

    /// At a chance node, continues the expected line with move number `index`, of this weight, if
    /// it is the likeliest so far.
    pub(crate) fn follow(&mut self, likeliest: &mut Likeliest, ply: usize, index: usize, weight: f64) {
        if likeliest.weight <= weight {
            likeliest.is_alone = likeliest.weight < weight;
            likeliest.weight = weight;
            self.extend_line(ply, index);
        }
    }

    /// Ends the expected line if several moves are equally likely.
    pub(crate) fn end_line(&mut self, likeliest: &Likeliest, ply: usize) {
        if !likeliest.is_alone {
            self.at(ply).room.line.clear();
        }
    }
}

/// The weight of the likeliest move at a chance node, and whether it is unique.
#[derive(Default)]
pub(crate) struct Likeliest {
    weight: f64,
    is_alone: bool,
}
