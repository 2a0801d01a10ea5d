//! A search within self-play: the end of the line that both seats would play by the evaluation, some moves on.
//!
//! Learning the values of these ends, rather than of the positions on the board, is TD-leaf: J. Baxter, A. Tridgell and L. Weaver,
//! *Learning to Play Chess Using Temporal Differences*, 2000. A search of a player ends at quiet positions, too, and so it asks the
//! evaluation what it has learned.
//!
//! Alpha-beta to a fixed depth, for games of two opposed seats. A chance node is a leaf, and so is the end of a game. Beyond the
//! depth forcing moves are followed for some plies more, and whoever is to move may also stop there.

use std::{cmp::Reverse, ops::ControlFlow};

use agon_core::{AnyMove, AnyPosition, Node, Position, Seat, all_moves};

use crate::{
    accumulator::Accumulator,
    judging::{EvaluationRoom, open_worth, worth},
    network::Network,
};

/// How many forcing moves are followed beyond the depth.
pub(crate) const FORCING: u32 = 4;

/// A move, after its hint and its number among the legal ones, by which moves are sorted.
type RankedMove = (Reverse<i32>, usize, AnyMove);

/// The rooms of a search, which are used again.
pub(crate) struct Foresight {
    /// The positions on the way, by the distance from the root; and the moves there.
    line: Vec<AnyPosition>,
    moves: Vec<Vec<RankedMove>>,
    listed: Vec<AnyMove>,
    /// The position at the end of the best line from each of them; where that is the position itself, `stops` says so
    /// instead.
    leaves: Vec<AnyPosition>,
    stops: Vec<bool>,
    room: EvaluationRoom,
}

impl Foresight {
    pub(crate) fn new(start: &AnyPosition, depth: u32) -> Foresight {
        let plies = (depth + FORCING) as usize + 1;
        Foresight {
            line: vec![start.clone(); plies],
            moves: vec![Vec::new(); plies],
            listed: all_moves(start),
            leaves: vec![start.clone(); plies],
            stops: vec![false; plies],
            room: EvaluationRoom::default(),
        }
    }

    /// Begins a game: the network has learned since.
    pub(crate) fn begin(&mut self, seats: usize) {
        self.room.sums.resize_with(seats, Accumulator::default);
        self.room.sums.iter_mut().for_each(Accumulator::forget);
    }

    /// The best of `moves` in `here` for the seat to move by a search of this depth, the first of equals.
    pub(crate) fn best(&mut self, network: &Network, here: &AnyPosition, moves: &[AnyMove], depth: u32) -> AnyMove {
        let Node::Decision(seat) = here.node() else { unreachable!("somebody is to move") };
        let (mut best, mut found) = (f32::NEG_INFINITY, moves[0]);
        for &m in moves {
            self.line[1].play_from(here, m);
            let value = self.value(network, seat, 1, depth - 1, (best, f32::INFINITY));
            if best < value {
                (best, found) = (value, m);
                self.take_leaf(0);
            }
        }
        found
    }

    /// The position at the end of the best line of the last search.
    pub(crate) fn leaf(&self) -> &AnyPosition {
        &self.leaves[0]
    }

    /// The worth of the position at `ply` for `seat`, `depth` moves deep: exact if inside the window.
    fn value(&mut self, network: &Network, seat: Seat, ply: usize, depth: u32, (mut low, high): (f32, f32)) -> f32 {
        let here = &self.line[ply];
        let Node::Decision(mover) = here.node() else {
            self.stops[ply] = true;
            return finite(worth(network, here, seat, &mut self.room));
        };
        if mover != seat {
            return -self.value(network, mover, ply, depth, (-high, -low));
        }
        let mut best = f32::NEG_INFINITY;
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        let is_last = ply + 1 == self.line.len();
        if 0 < depth {
            here.moves(&mut self.listed);
            moves.extend(self.listed.iter().enumerate().map(|(at, &m)| (Reverse(here.hint(m)), at, m)));
        } else {
            // Whoever has to answer a threat may not stop before that.
            if is_last || !here.is_forced() {
                self.stops[ply] = true;
                best = finite(open_worth(network, here, seat, &mut self.room));
                low = low.max(best);
            }
            if low < high && !is_last {
                let _ = here.each_forcing(|m| {
                    moves.push((Reverse(here.hint(m)), moves.len(), m));
                    ControlFlow::Continue(())
                });
            }
        }
        moves.sort_unstable_by_key(|&(hint, at, _)| (hint, at));
        for &(_, _, m) in &moves {
            if high <= low {
                break;
            }
            let (before, after) = self.line.split_at_mut(ply + 1);
            after[0].play_from(&before[ply], m);
            let value = self.value(network, seat, ply + 1, depth.saturating_sub(1), (low, high));
            if best < value {
                best = value;
                self.take_leaf(ply);
            }
            low = low.max(best);
        }
        self.moves[ply] = moves;
        best
    }

    /// The best line from `ply` is now that from the position after it.
    fn take_leaf(&mut self, ply: usize) {
        let (one, other) = self.leaves.split_at_mut(ply + 1);
        if self.stops[ply + 1] {
            one[ply].clone_from(&self.line[ply + 1]);
        } else {
            std::mem::swap(&mut one[ply], &mut other[0]);
        }
        self.stops[ply] = false;
    }
}

/// So that even a lost position is better than none.
fn finite(worth: f32) -> f32 {
    worth.clamp(f32::MIN, f32::MAX)
}

#[cfg(test)]
mod tests {
    use agon_core::{AnyPosition, Node, Position, Seat, Seed, after, all_moves};
    use agon_roster as _;

    use super::{FORCING, Foresight};
    use crate::{
        Learning, LearningSpec, ModelKind,
        accumulator::Accumulator,
        judging::{EvaluationRoom, worth},
        network::Network,
    };

    /// What a position is worth to a seat as it stands.
    fn stop(network: &Network, at: &AnyPosition, seat: Seat) -> f32 {
        let sums = (0..2).map(|_| Accumulator::default()).collect();
        let mut room = EvaluationRoom { sums, ..EvaluationRoom::default() };
        worth(network, at, seat, &mut room).clamp(f32::MIN, f32::MAX)
    }

    /// The same search without windows.
    fn slow(network: &Network, at: &AnyPosition, seat: Seat, depth: u32, more: u32) -> f32 {
        let Node::Decision(mover) = at.node() else { return stop(network, at, seat) };
        if mover != seat {
            return -slow(network, at, mover, depth, more);
        }
        if 0 < depth {
            let next = |m| slow(network, &after(at, m), seat, depth - 1, more);
            return all_moves(at).into_iter().map(next).fold(f32::NEG_INFINITY, f32::max);
        }
        let is_forcing = |m: &_| 0 < more && at.is_forcing(*m);
        let next = |m| slow(network, &after(at, m), seat, 0, more - 1);
        let may_stop = more == 0 || !at.is_forced();
        let stay = if may_stop { stop(network, at, seat) } else { f32::NEG_INFINITY };
        all_moves(at).into_iter().filter(is_forcing).map(next).fold(stay, f32::max)
    }

    #[test]
    fn the_best_move_is_that_of_a_search_without_windows_and_the_leaf_has_its_worth() {
        let mut compared = 0;
        for (game, depths) in [
            ("tic-tac-toe", 1..=3),
            ("breakthrough(width=4, height=5)", 1..=3),
            ("othello(size=4)", 1..=3),
            ("dots-and-boxes(width=2, height=2)", 1..=3),
            ("checkers", 1..=1),
        ] {
            let kind = ModelKind::Net { hidden: 8, residual: false };
            let mut learning = Learning::new(&LearningSpec::new(game, 1, kind)).unwrap();
            while learning.generation(1, 48, &|| false) {}
            let (network, start) = (&learning.network, &learning.game.start);
            let mut stream = Seed(6).stream(0);
            for depth in depths {
                let mut foresight = Foresight::new(start, depth);
                for _ in 0..2 {
                    foresight.begin(2);
                    let mut here = start.clone();
                    for _ in 0..30 {
                        let Node::Decision(seat) = here.node() else { break };
                        let moves = all_moves(&here);
                        let worths: Vec<f32> =
                            moves.iter().map(|&m| slow(network, &after(&here, m), seat, depth - 1, FORCING)).collect();
                        let most = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                        let found = foresight.best(network, &here, &moves, depth);
                        let best = worths.iter().position(|&worth| worth == most).unwrap();
                        assert!(found == moves[best], "{game}, depth {depth}: {here}");
                        let leaf = stop(network, foresight.leaf(), seat);
                        assert_eq!(leaf, most, "{game}, depth {depth}: {here}");
                        compared += 1;
                        let m = here.draw_move(&mut stream);
                        here.play(m);
                    }
                }
            }
        }
        assert!(300 < compared, "{compared}");
    }
}
