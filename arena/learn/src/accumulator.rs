//! The sum for a board, reused from one board to the next.
//!
//! Boards that are looked at one after the other are mostly those after the moves of one position, and differ in few
//! places. So the index and the weight of every tuple are stored; only tuples that see another state than
//! before are looked up again. All weights are added up anew in the order of
//! [`Network::sum`], so the sum is the same to the last bit, and does not depend on earlier boards.

use crate::{
    net::{EMPTY, NetShape, UnitSums, add, exchange, take},
    network::Network,
};

/// The weights that the last board used. The weights of the network must not change meanwhile.
#[derive(Default)]
pub(crate) struct Accumulator {
    /// Of which set of weights they are, if of any.
    set: Option<usize>,
    /// The last board: its length, and its states by eights.
    length: usize,
    states: Vec<[u8; 8]>,
    /// Of each tuple, the index of its weight; of each place, its column in a net.
    indices: Vec<u32>,
    /// The weights, and zeros up to a multiple of four.
    weights: Vec<f32>,
    /// A bit for each tuple that sees another state than before.
    touched: Vec<u64>,
    /// The sums of a net's hidden units.
    units: UnitSums,
}

impl Accumulator {
    /// Forgets the last board: the weights have changed, or they are those of another network.
    pub(crate) fn forget(&mut self) {
        self.set = None;
    }

    /// The indices for the board that was looked at last, as [`Network::indices`] has them.
    pub(crate) fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// [`Network::sum`] for this board.
    pub(crate) fn sum(&mut self, network: &Network, set: usize, states: &[u8], usual: f32) -> f32 {
        if let Some(net) = &network.net {
            self.see(network, net, set, states);
            return net.output_of(network.set_of(set * network.size), &self.units, usual);
        }
        if self.set == Some(set) && self.length == states.len() {
            self.change(network, states);
        } else {
            self.begin(network, set, states);
        }
        let mut sums = [0.0f32; 4];
        for &[one, two, three, four] in self.weights.as_chunks().0 {
            sums = [sums[0] + one, sums[1] + two, sums[2] + three, sums[3] + four];
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }

    /// Updates the sums of the hidden units where they are exact; otherwise adds all columns up in their order.
    fn see(&mut self, network: &Network, net: &NetShape, set: usize, states: &[u8]) {
        let weights = network.set_of(set * network.size);
        if network.is_rounded && self.set == Some(set) && self.length == states.len() {
            self.update(weights, net, states);
        } else {
            self.set = network.is_rounded.then_some(set);
            self.length = states.len();
            self.states.clear();
            self.states.extend(states.chunks(8).map(eight_of));
            self.indices.clear();
            network.indices(set, states, &mut self.indices);
            net.sums_of(weights, &self.indices, &mut self.units);
        }
    }

    /// Exchanges the columns of those places that have another state than before.
    fn update(&mut self, weights: &[f32], net: &NetShape, states: &[u8]) {
        let sums = &mut self.units.0[..net.hidden];
        let indices = &mut self.indices;
        each_changed(&mut self.states, states, |place, _, now| {
            let Some(column) = indices.get_mut(place) else { return };
            let new = net.column(place, now);
            match (std::mem::replace(column, new), new) {
                (EMPTY, EMPTY) => {}
                (EMPTY, new) => add(sums, &weights[new as usize..]),
                (old, EMPTY) => take(sums, &weights[old as usize..]),
                (old, new) => exchange(sums, &weights[old as usize..], &weights[new as usize..]),
            }
        });
    }

    /// Looks every tuple up.
    #[cold]
    fn begin(&mut self, network: &Network, set: usize, states: &[u8]) {
        self.set = Some(set);
        self.length = states.len();
        self.states.clear();
        self.states.extend(states.chunks(8).map(eight_of));
        self.indices.clear();
        network.indices(set, states, &mut self.indices);
        self.weights.clear();
        self.weights.extend(self.indices.iter().map(|&at| network.weights[at as usize]));
        self.weights.resize(self.indices.len().next_multiple_of(4), 0.0);
        self.touched.clear();
        self.touched.resize(self.indices.len().div_ceil(64), 0);
    }

    /// Looks those tuples up that see another state than before.
    fn change(&mut self, network: &Network, states: &[u8]) {
        let largest = network.layout.states.saturating_sub(1);
        let (indices, touched) = (&mut self.indices, &mut self.touched);
        each_changed(&mut self.states, states, |place, before, now| {
            let [old, new] = [before, now].map(|state| u32::from(state.min(largest)));
            let more = new.wrapping_sub(old);
            for seen in network.tuples_at(place) {
                let tuple = seen.tuple as usize;
                indices[tuple] = indices[tuple].wrapping_add(more.wrapping_mul(seen.counts));
                touched[tuple / 64] |= 1 << (tuple % 64);
            }
        });
        for (word, touched) in self.touched.iter_mut().enumerate() {
            while *touched != 0 {
                let tuple = 64 * word + touched.trailing_zeros() as usize;
                *touched &= *touched - 1;
                self.weights[tuple] = network.weights[self.indices[tuple] as usize];
            }
        }
    }
}

/// Visits every place whose state in `kept` is another than in `states`, with both, and keeps the new one. A place that
/// `states` lacks is empty, and so is what fills up the last eight.
#[inline]
fn each_changed(kept: &mut [[u8; 8]], states: &[u8], mut visit: impl FnMut(usize, u8, u8)) {
    let (eights, rest) = states.as_chunks();
    // Boards differ in few places: eight are compared at once.
    for (eight, before) in kept.iter_mut().enumerate() {
        let now = eights.get(eight).copied().unwrap_or_else(|| eight_of(rest));
        let mut differ = u64::from_le_bytes(now) ^ u64::from_le_bytes(*before);
        while differ != 0 {
            let at = differ.trailing_zeros() as usize / 8;
            differ &= !(0xff << (8 * at));
            visit(8 * eight + at, before[at], now[at]);
        }
        *before = now;
    }
}

/// Up to eight states, with zeros behind them.
fn eight_of(states: &[u8]) -> [u8; 8] {
    let mut eight = [0; 8];
    eight[..states.len()].copy_from_slice(states);
    eight
}

#[cfg(test)]
mod tests {
    use agon_core::{Learnable, Node, Position, Seat, Seed, registry};
    use agon_roster as _;

    use super::Accumulator;
    use crate::{Learning, LearningSpec, ModelKind, model_file::round_net};

    /// Random plays, viewed by every seat in every position, and unreachable boards: with earlier boards in the
    /// accumulator or with none, the bits of the sum are equal.
    #[test]
    fn reused_sums_equal_the_definition_at_every_game() {
        let mut looked = 0;
        let kinds = [ModelKind::Tables, ModelKind::Net { hidden: 24, residual: false }];
        for plugin in registry::games().values() {
            let terms = plugin.sample_terms().flat_map(|term| kinds.map(|kind| (term.clone(), kind)));
            for (term, kind) in terms {
                let spec = LearningSpec::new(&term, 1, kind);
                let Ok(mut learning) = Learning::new(&spec) else { continue };
                let network = &mut learning.network;
                if network.sees_features() {
                    continue;
                }
                for (at, weight) in network.weights.iter_mut().enumerate() {
                    *weight = (at as u32).wrapping_mul(2_654_435_761) as i32 as f32;
                }
                assert_eq!(round_net(network).is_some(), kind != ModelKind::Tables);
                let network = &learning.network;
                let layout = &network.layout;
                let start = &learning.game.start;
                let mut stream = Seed(2).stream(0);
                let mut kept = Accumulator::default();
                let (mut states, mut indices) = (Vec::new(), Vec::new());
                let mut look = |set: usize, states: &[u8]| {
                    let sum = kept.sum(network, set, states, 0.25);
                    let slow = network.sum(set, states, 0.25);
                    assert_eq!(sum.to_bits(), slow.to_bits(), "{term}: {states:?}");
                    indices.clear();
                    network.indices(set, states, &mut indices);
                    assert_eq!(kept.indices(), indices, "{term}");
                    looked += 1;
                };
                for _ in 0..3 {
                    let mut here = start.clone();
                    for _ in 0..100 {
                        if here.node() == Node::Terminal {
                            break;
                        }
                        let on_turn = here.on_turn();
                        for seat in Seat::all(layout.views() as u8) {
                            let viewer = layout.viewer(on_turn, seat);
                            here.states(viewer, &mut states);
                            look(layout.set(on_turn, viewer), &states);
                        }
                        let at = stream.below(states.len() as u32) as usize;
                        states[at] = stream.below(256) as u8;
                        look(stream.below(layout.sets() as u32) as usize, &states);
                        let m = here.draw_move(&mut stream);
                        here.play(m);
                    }
                }
                // A truncated board has no pieces on its missing places.
                states.truncate(states.len() / 2);
                look(0, &states);
            }
        }
        assert!(10_000 < looked, "{looked}");
    }
}
