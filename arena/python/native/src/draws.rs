//! `NumPy`'s generator, as far as an environment draws from one: `Generator(PCG64(seed))`, its `integers(n)` and `choice(n, p=p)`.
//!
//! A generator that Python seeds goes on here, and draws what it would have drawn there. (O'Neill 2014, PCG XSL RR 128/64;
//! Lemire 2019, fast random integers in an interval.)

use agon_core::{AnyMove, AnyPosition, Position as _};

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

/// A generator, which stands where its own draws have brought it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Draws {
    state: u128,
    step: u128,
    /// The second half of a word of which the first was taken.
    half: Option<u32>,
}

/// Room for what chance may draw.
#[derive(Default)]
pub(crate) struct Outcomes {
    moves: Vec<AnyMove>,
    /// The sum of the probabilities as far as each.
    sums: Vec<f64>,
}

impl Draws {
    /// The generator of which `NumPy` tells `state` and `inc`, before anything is drawn.
    pub(crate) fn of((state, step): (u128, u128)) -> Draws {
        Draws { state, step, half: None }
    }

    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.step);
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    fn half_word(&mut self) -> u32 {
        self.half.take().unwrap_or_else(|| {
            let word = self.word();
            self.half = Some((word >> 32) as u32);
            word as u32
        })
    }

    /// `integers(bound)`: a number below `bound`, which is 1 or more and fits into 32 bits. Nothing is drawn where there is one
    /// only.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        let refused = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.half_word()) * u64::from(bound);
            if refused <= product as u32 {
                return (product >> 32) as u32;
            }
        }
    }

    /// `integers(1 << 63)`: a seed for a player.
    pub(crate) fn seed(&mut self) -> u64 {
        // Lemire's product with a power of two refuses nothing.
        self.word() >> 1
    }

    /// A move of the seat on turn, each equally likely.
    pub(crate) fn any_move(&mut self, here: &AnyPosition) -> AnyMove {
        here.nth(self.below(here.count() as u32) as usize)
    }

    /// `choice(n, p=p)`: what chance draws.
    pub(crate) fn outcome(&mut self, here: &AnyPosition, room: &mut Outcomes) -> AnyMove {
        let Outcomes { moves, sums } = room;
        here.moves(moves);
        let total: f64 = moves.iter().map(|&m| f64::from(here.weight(m))).sum();
        sums.clear();
        let mut sum = 0.0;
        sums.extend(moves.iter().map(|&m| {
            sum += f64::from(here.weight(m)) / total;
            sum
        }));
        let drawn = (self.word() >> 11) as f64 / (1_u64 << 53) as f64;
        moves[sums.partition_point(|&each| each / sum <= drawn)]
    }
}
