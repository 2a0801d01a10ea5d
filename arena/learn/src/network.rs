//! The tables of an evaluation, and the value of a position.
//!
//! The value is the sum of one entry of each tuple's table: the one that the states of the
//! tuple's places select. Sums are taken in one order on every machine, so they are the same on all.

use agon_core::{AnyPosition, Heuristic, Position, Seat};

use crate::{
    layout::BoardLayout,
    net::{EMPTY, NetShape, UnitSums},
    patterns::{LONGEST, Orbit, entries},
};

/// The most bytes of a board.
pub(crate) const MOST_BYTES: usize = 512;

/// Tables of weights for a layout.
#[derive(Clone)]
pub(crate) struct Network {
    pub(crate) layout: BoardLayout,
    /// Whether it is a heuristic's named weights: the same for all seats, with no constant.
    is_named: bool,
    /// How a net lies in the weights, if it is one.
    pub(crate) net: Option<NetShape>,
    /// Whether all weights that are added up before a curve are whole multiples of one step, so that their sums are exact.
    pub(crate) is_rounded: bool,
    /// Tuples that share a table, table by table; empty if features are used.
    pub(crate) orbits: Vec<Orbit>,
    /// The tuples by their length, for speed.
    groups: Vec<TupleGroup>,
    /// The tuples that contain each place, place by place; `begins` has the index of the first of each.
    seen: Vec<TupleAt>,
    begins: Vec<u32>,
    /// The number of tuples, or of features and a constant.
    active: usize,
    /// How many weights a set has.
    pub(crate) size: usize,
    /// Set by set, in each table by table: the first place of a tuple counts most.
    pub(crate) weights: Vec<f32>,
}

/// The tuples of one length.
#[derive(Clone)]
struct TupleGroup {
    length: usize,
    /// The places of one after the other.
    places: Vec<u16>,
    /// Where their tables begin.
    tables: Vec<u32>,
}

/// A tuple that sees a place.
#[derive(Clone, Copy)]
pub(crate) struct TupleAt {
    /// Its number in the order of [`Network::indices`].
    pub(crate) tuple: u32,
    /// By how much the index of its weight grows with the state of that place.
    pub(crate) counts: u32,
}

/// The states of a board, each below their number.
struct States([u8; MOST_BYTES]);

impl Network {
    /// A network with all weights zero. `None` if it would have more than `most` weights, or a tuple does not belong
    /// to this layout.
    pub(crate) fn new(layout: BoardLayout, orbits: Vec<Orbit>, most: usize) -> Option<Network> {
        let bytes = usize::from(layout.bytes);
        let mut groups: Vec<TupleGroup> = Vec::new();
        let (mut size, mut active) = (0usize, 0);
        for orbit in &orbits {
            let length = orbit.first()?.len();
            let is_sound = |tuple: &Vec<u16>| tuple.len() == length && tuple.iter().all(|&at| usize::from(at) < bytes);
            if length == 0 || LONGEST < length || !orbit.iter().all(is_sound) {
                return None;
            }
            let index = groups.iter().position(|group| group.length == length);
            let index = index.unwrap_or_else(|| {
                groups.push(TupleGroup { length, places: Vec::new(), tables: Vec::new() });
                groups.len() - 1
            });
            for tuple in orbit {
                groups[index].places.extend(tuple);
                groups[index].tables.push(u32::try_from(size).ok()?);
            }
            active += orbit.len();
            size = size.checked_add(entries(layout.states, length)?)?;
        }
        if layout.features != 0 {
            active = usize::from(layout.features) + 1;
            size = active;
        }
        let all = size.checked_mul(layout.sets()).filter(|&all| all <= most)?;
        if MOST_BYTES < bytes || active == 0 || u32::try_from(all).is_err() {
            return None;
        }
        let (seen, begins) = tuples_by_place(&groups, &layout);
        let weights = vec![0.0; all];
        Some(Network {
            layout,
            is_named: false,
            net: None,
            is_rounded: false,
            orbits,
            groups,
            seen,
            begins,
            active,
            size,
            weights,
        })
    }

    /// A net with so many hidden units and all weights zero. `None` if it would have more than `most` weights, or does
    /// not fit the layout.
    pub(crate) fn net(layout: BoardLayout, (hidden, is_residual): (usize, bool), most: usize) -> Option<Network> {
        let shape = NetShape::new(&layout, hidden, is_residual)?;
        let all = shape.size().checked_mul(layout.sets()).filter(|&all| all <= most)?;
        u32::try_from(all).ok()?;
        Some(Network {
            layout,
            is_named: false,
            net: Some(shape),
            is_rounded: false,
            orbits: Vec::new(),
            groups: Vec::new(),
            seen: Vec::new(),
            begins: Vec::new(),
            active: shape.places,
            size: shape.size(),
            weights: vec![0.0; all],
        })
    }

    /// One of named weights, as [`Estimator::Weights`](agon_core::Estimator) goes by them.
    pub(crate) fn named(layout: BoardLayout) -> Network {
        let size = usize::from(layout.features);
        Network {
            layout,
            is_named: true,
            net: None,
            is_rounded: false,
            orbits: Vec::new(),
            groups: Vec::new(),
            seen: Vec::new(),
            begins: Vec::new(),
            active: size,
            size,
            weights: vec![0.0; size],
        }
    }

    /// Whether it is a heuristic's named weights.
    pub(crate) fn is_named(&self) -> bool {
        self.is_named
    }

    /// The number of values of a position: one, or one for each seat.
    pub(crate) fn views(&self) -> usize {
        if self.is_named { self.layout.seats.into() } else { self.layout.views() }
    }

    /// Whether every position is viewed by the seat to act.
    fn is_turned(&self) -> bool {
        self.layout.opposed && !self.is_named
    }

    /// The seat from whose view a position is evaluated, to find its value for `seat`.
    #[inline]
    pub(crate) fn viewer(&self, on_turn: Seat, seat: Seat) -> Seat {
        if self.is_named { seat } else { self.layout.viewer(on_turn, seat) }
    }

    /// Which set of weights is for this viewer.
    #[inline]
    pub(crate) fn set(&self, on_turn: Seat, viewer: Seat) -> usize {
        if self.is_named { 0 } else { self.layout.set(on_turn, viewer) }
    }

    /// One, or minus one if the value for the first seat is the negated value for the viewer.
    pub(crate) fn sign(&self, on_turn: Seat) -> f32 {
        if self.is_turned() && on_turn != Seat(0) { -1.0 } else { 1.0 }
    }

    /// Whether a curve keeps values within the bounds of the payoffs.
    pub(crate) fn is_curved(&self) -> bool {
        self.is_named || self.layout.is_curved()
    }

    /// How many places, tuples or features a position is looked at by.
    pub(crate) fn active(&self) -> usize {
        self.active
    }

    /// Whether it looks at features.
    pub(crate) fn sees_features(&self) -> bool {
        self.layout.features != 0
    }

    /// The tuples that see a place.
    #[inline]
    pub(crate) fn tuples_at(&self, place: usize) -> &[TupleAt] {
        let Some(&[begin, end]) = self.begins.get(place..place + 2) else { return &[] };
        &self.seen[begin as usize..end as usize]
    }

    /// The sum for a board, where the [usual heuristic](Network::usual_of) says `usual`.
    #[inline]
    pub(crate) fn sum(&self, set: usize, states: &[u8], usual: f32) -> f32 {
        if let Some(net) = &self.net {
            let (set, mut units) = (self.set_of(set * self.size), UnitSums::default());
            net.sums(set, states, &mut units);
            return net.output_of(set, &units, usual);
        }
        let mut sums = [0.0f32; 4];
        let mut number = 0;
        self.each(set, states, |index| {
            sums[number & 3] += self.weights[index];
            number += 1;
        });
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }

    /// The weights of the set that begins there.
    #[inline]
    pub(crate) fn set_of(&self, base: usize) -> &[f32] {
        &self.weights[base..][..self.size]
    }

    /// Adds the indices of the weights that the sum for a board is made of; of a net, the columns in their set.
    pub(crate) fn indices(&self, set: usize, states: &[u8], out: &mut Vec<u32>) {
        if let Some(net) = &self.net {
            let none = states.len()..net.places;
            out.extend(states.iter().enumerate().take(net.places).map(|(at, &state)| net.column(at, state)));
            out.extend(none.map(|_| EMPTY));
            return;
        }
        self.each(set, states, |index| out.push(index as u32));
    }

    /// The sum of weights by their indices, the same as [`sum`](Network::sum) has it.
    pub(crate) fn sum_of(&self, indices: &[u32]) -> f32 {
        let mut sums = [0.0f32; 4];
        for (number, &index) in indices.iter().enumerate() {
            sums[number & 3] += self.weights[index as usize];
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }

    /// The weighted sum of features and, unless weights are named, a constant.
    pub(crate) fn weigh(&self, set: usize, features: &[f64]) -> f32 {
        let weights = &self.weights[set * self.size..][..self.size];
        let constant = if self.is_named { None } else { weights.last().copied() }.unwrap_or(0.0);
        let parts = weights.iter().zip(features).map(|(weight, &value)| weight * value as f32);
        parts.fold(constant, |sum, part| sum + part)
    }

    /// The value of a sum for the viewer, without the payoff already certain: from -1 to 1, or the payoff to come.
    #[inline]
    pub(crate) fn value(&self, sum: f32) -> f32 {
        match (self.is_named, self.layout.is_curved()) {
            (true, _) => sum / (1.0 + sum.abs()),
            (false, true) => libm::tanhf(sum),
            (false, false) => sum,
        }
    }

    /// The factor by which an error is learned. For tables it is the derivative of the value by the sum. For named
    /// weights it is one, so that confident mistakes are unlearned too; then the games given have a single best fit
    /// (P. Auer, M. Herbster and M. K. Warmuth, *Exponentially Many Local Minima for Single Neurons*, 1995).
    pub(crate) fn slope(&self, value: f32) -> f32 {
        let is_bent = self.layout.is_curved() && !self.is_named;
        if is_bent { 1.0 - value * value } else { 1.0 }
    }

    /// The sum of which a share of the payoffs, inside their bounds, is the value.
    pub(crate) fn sum_of_share(&self, share: f64) -> f32 {
        if self.is_named { (share / (1.0 - share.abs())) as f32 } else { libm::atanhf(share as f32) }
    }

    /// Whether it corrects the game's usual heuristic.
    pub(crate) fn is_residual(&self) -> bool {
        self.net.is_some_and(|net| net.residual)
    }

    /// The heuristic that it corrects, if it does.
    pub(crate) fn corrected(&self) -> Option<Heuristic> {
        self.is_residual().then_some(Heuristic(0))
    }

    /// The sum that the usual heuristic's estimate for the viewer stands for.
    #[inline]
    pub(crate) fn usual_of(&self, estimate: f64) -> f32 {
        libm::atanhf(self.layout.share(estimate).clamp(-0.999, 0.999) as f32)
    }

    /// What the usual heuristic says for its viewer of a position that is not terminal, as a sum; zero if it is not
    /// asked for.
    #[inline]
    pub(crate) fn usual(&self, at: &AnyPosition, viewer: Seat) -> f32 {
        self.corrected().map_or(0.0, |usual| self.usual_of(at.estimate(usual, viewer)))
    }

    /// The payoff of `seat` that this sum for `viewer` stands for.
    #[inline]
    pub(crate) fn payoff(&self, sum: f32, viewer: Seat, seat: Seat, secured: f64) -> f64 {
        let value = f64::from(self.value(sum));
        if self.layout.is_curved() {
            self.layout.payoff(if viewer == seat { value } else { -value })
        } else {
            let [least, most] = self.layout.bounds;
            (secured + value).clamp(least, most)
        }
    }

    /// Visits the index of the weight of every tuple, in their order.
    #[inline]
    fn each(&self, set: usize, states: &[u8], mut visit: impl FnMut(usize)) {
        let states = States::of(states, self.layout.states);
        let (base, number) = (set * self.size, usize::from(self.layout.states));
        for group in &self.groups {
            match group.length {
                1 => group.each::<1>(&states, number, base, &mut visit),
                2 => group.each::<2>(&states, number, base, &mut visit),
                3 => group.each::<3>(&states, number, base, &mut visit),
                4 => group.each::<4>(&states, number, base, &mut visit),
                5 => group.each::<5>(&states, number, base, &mut visit),
                6 => group.each::<6>(&states, number, base, &mut visit),
                7 => group.each::<7>(&states, number, base, &mut visit),
                8 => group.each::<8>(&states, number, base, &mut visit),
                9 => group.each::<9>(&states, number, base, &mut visit),
                _ => group.each::<LONGEST>(&states, number, base, &mut visit),
            }
        }
    }
}

/// Which tuples see each place, and where those of each begin.
fn tuples_by_place(groups: &[TupleGroup], layout: &BoardLayout) -> (Vec<TupleAt>, Vec<u32>) {
    let number = u32::from(layout.states);
    let mut by_place: Vec<Vec<TupleAt>> = vec![Vec::new(); layout.bytes.into()];
    let mut tuple = 0;
    for group in groups {
        for places in group.places.chunks(group.length) {
            let mut counts = 1u32;
            for &place in places.iter().rev() {
                by_place[usize::from(place)].push(TupleAt { tuple, counts });
                // The product beyond the first place is not used.
                counts = counts.wrapping_mul(number);
            }
            tuple += 1;
        }
    }
    let mut begins = vec![0];
    begins.extend(by_place.iter().scan(0, |end, seen| {
        *end += seen.len() as u32;
        Some(*end)
    }));
    (by_place.concat(), begins)
}

impl TupleGroup {
    #[inline]
    fn each<const N: usize>(&self, states: &States, number: usize, base: usize, visit: &mut impl FnMut(usize)) {
        let (tuples, _) = self.places.as_chunks::<N>();
        for (places, &table) in tuples.iter().zip(&self.tables) {
            let mut index = 0;
            for &place in places {
                index = index * number + states.at(place);
            }
            visit(base + table as usize + index);
        }
    }
}

impl States {
    /// A state that is too large is taken for the largest.
    #[inline]
    fn of(bytes: &[u8], number: u8) -> States {
        let mut states = [0; MOST_BYTES];
        let largest = number.saturating_sub(1);
        for (state, &byte) in states.iter_mut().zip(bytes) {
            *state = byte.min(largest);
        }
        States(states)
    }

    #[inline]
    fn at(&self, place: u16) -> usize {
        self.0[usize::from(place) % MOST_BYTES].into()
    }
}
