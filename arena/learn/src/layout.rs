//! The board of a game before learning: its places, and how symmetries move them.
//!
//! Only the game's picture, its bytes of places and its images are used. The place to which a symmetry
//! carries another is found by experiment: it is the one whose byte agrees in many random positions.

use agon_arena::plan::learning_stream;
use agon_core::{AnyPosition, Facts, Featured, Learnable, Node, Position, Seat, Seed, Sum, Symmetric};
use serde::{Deserialize, Serialize};

/// The stream of random positions, their number, and the most plies to each.
const SAMPLING: u64 = 1 << 48;
const SAMPLES: usize = 400;
const PLIES: usize = 400;

/// The facts about a game that an evaluation needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardLayout {
    /// The names of the places of the board, in the order of their bytes; further bytes have none.
    pub(crate) places: Vec<String>,
    /// The number of bytes; zero if features are used instead.
    pub(crate) bytes: u16,
    /// The number of states of a byte: all bytes are below it.
    pub(crate) states: u8,
    /// The number of features; zero if places are used instead.
    pub(crate) features: u16,
    /// The number of seats.
    pub(crate) seats: u8,
    /// Whether two seats have payoffs of a constant sum.
    pub(crate) opposed: bool,
    /// Whether seats may be exchanged.
    pub(crate) swaps: bool,
    /// The least and the greatest payoff.
    pub(crate) bounds: [f64; 2],
}

impl BoardLayout {
    /// The layout of the game that begins with `start`; `None` if it has neither places nor features.
    pub(crate) fn of(start: &AnyPosition) -> Option<BoardLayout> {
        let mut bytes = Vec::new();
        let states = start.states(start.on_turn(), &mut bytes);
        if states == 0 {
            return BoardLayout::of_features(start);
        }
        Some(BoardLayout {
            places: start.picture().cells.into_iter().map(|cell| cell.name).collect(),
            bytes: u16::try_from(bytes.len()).ok()?,
            states,
            ..BoardLayout::looking_at(start, 0)
        })
    }

    /// The layout of a game that begins with `start`, with this number of features and no places.
    fn looking_at(start: &AnyPosition, features: u16) -> BoardLayout {
        let facts: Facts = start.facts();
        BoardLayout {
            places: Vec::new(),
            bytes: 0,
            states: 0,
            features,
            seats: facts.seats,
            opposed: facts.seats == 2 && facts.sum != Sum::General,
            swaps: start.swaps(),
            bounds: [facts.min_payoff, facts.max_payoff],
        }
    }

    /// The layout of the game's features alone; `None` if it has none.
    pub(crate) fn of_features(start: &AnyPosition) -> Option<BoardLayout> {
        let features = u16::try_from(start.features().len()).ok().filter(|&count| count != 0)?;
        Some(BoardLayout::looking_at(start, features))
    }

    /// The number of values of a position: one, or one for each seat.
    pub(crate) fn views(&self) -> usize {
        if self.opposed { 1 } else { self.seats.into() }
    }

    /// Whether a curve keeps values within the bounds of the payoffs. Otherwise a value is the payoff still
    /// to come, and the payoff that is already certain is added.
    pub(crate) fn is_curved(&self) -> bool {
        1 < self.seats
    }

    /// The seat from whose view a position is evaluated, to find its value for `seat`.
    #[inline]
    pub(crate) fn viewer(&self, on_turn: Seat, seat: Seat) -> Seat {
        if self.opposed { on_turn } else { seat }
    }

    /// How many sets of weights there are.
    pub(crate) fn sets(&self) -> usize {
        let seats = usize::from(self.seats);
        match (self.opposed, self.swaps) {
            _ if seats == 1 => 1,
            (true, true) => 1,
            (true, false) | (false, _) => seats,
        }
    }

    /// Which of them is for this viewer.
    #[inline]
    pub(crate) fn set(&self, on_turn: Seat, viewer: Seat) -> usize {
        let (turn, viewer, seats) = (usize::from(on_turn.0), usize::from(viewer.0), usize::from(self.seats));
        if seats == 1 {
            return 0;
        }
        match (self.opposed, self.swaps) {
            (true, true) => 0,
            (true, false) => turn,
            (false, true) => (turn + seats - viewer) % seats,
            // Of many seats that are not alike, whose turn it is would ask for too many.
            (false, false) => viewer,
        }
    }

    /// A payoff, from -1 to 1 over the bounds.
    pub(crate) fn share(&self, payoff: f64) -> f64 {
        let [least, most] = self.bounds;
        let half = (most - least) / 2.0;
        if half <= 0.0 { 0.0 } else { (payoff - f64::midpoint(least, most)) / half }
    }

    /// The payoff of which that is the share, within the bounds.
    #[inline]
    pub(crate) fn payoff(&self, share: f64) -> f64 {
        let [least, most] = self.bounds;
        (f64::midpoint(least, most) + (most - least) / 2.0 * share).clamp(least, most)
    }
}

/// A board: where the bytes lie, and where symmetries carry them.
pub(crate) struct Board {
    /// Where each place is; bytes beside the board are nowhere.
    pub(crate) at: Vec<Option<(f64, f64)>>,
    /// For each symmetry, the identity first, the index to which it carries each byte.
    pub(crate) carried: Vec<Vec<u16>>,
}

impl Board {
    /// That of the game that begins with `start`.
    pub(crate) fn of(start: &AnyPosition, layout: &BoardLayout) -> Board {
        let cells = start.picture().cells;
        let bytes = usize::from(layout.bytes);
        let mut at: Vec<Option<(f64, f64)>> = cells.iter().map(|cell| Some((cell.x, cell.y))).collect();
        at.resize(bytes, None);
        let mut carried = vec![(0..layout.bytes).collect::<Vec<u16>>()];
        let samples = samples(start);
        for symmetry in 1..start.symmetries() {
            carried.extend(permutation(&samples, bytes, symmetry));
        }
        Board { at, carried }
    }
}

/// Positions of random plays.
fn samples(start: &AnyPosition) -> Vec<AnyPosition> {
    let mut stream = learning_stream(Seed(0), SAMPLING);
    let mut samples = Vec::with_capacity(SAMPLES);
    // A game may be over before it has begun.
    for _ in 0..SAMPLES {
        let mut here = start.clone();
        for ply in 0..PLIES {
            if here.node() == Node::Terminal || SAMPLES <= samples.len() {
                break;
            }
            let m = here.draw_move(&mut stream);
            here.play(m);
            // Positions of one play are alike.
            if ply % 3 == 0 || here.node() == Node::Terminal {
                samples.push(here.clone());
            }
        }
    }
    samples
}

/// Where a symmetry carries each byte, if known.
fn permutation(samples: &[AnyPosition], bytes: usize, symmetry: usize) -> Option<Vec<u16>> {
    let mut may_be = vec![vec![true; bytes]; bytes];
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for here in samples {
        let seat = here.on_turn();
        here.states(seat, &mut one);
        here.image(symmetry).states(seat, &mut other);
        for (byte, may_be) in one.iter().zip(&mut may_be) {
            for (carried, may_be) in other.iter().zip(may_be) {
                *may_be &= byte == carried;
            }
        }
    }
    let mut taken = vec![false; bytes];
    let mut carried = Vec::with_capacity(bytes);
    for may_be in &may_be {
        // Bytes that never differ from each other may be taken for each other.
        let found = (0..bytes).find(|&to| may_be[to] && !taken[to])?;
        taken[found] = true;
        carried.push(u16::try_from(found).ok()?);
    }
    Some(carried)
}
