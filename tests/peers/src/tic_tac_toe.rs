//! Tic-tac-toe and nothing else: a loop as anybody would write it for speed, and the same board as `minimax` asks for
//! it.

use minimax::Winner;
use rand::RngCore;

use crate::{
    dice::{Dice, next_digit},
    sample::Played,
};

/// The marks of the seat to move, and all marks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Three {
    mine: u16,
    all: u16,
}

const FULL: u16 = 0x1ff;

/// One bit for every set of marks: whether it has a line.
const LINES: [u64; 8] = {
    let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let (mut won, mut marks) = ([0; 8], 0);
    while marks < 512 {
        let mut number = 0;
        while number < lines.len() {
            if marks & lines[number] == lines[number] {
                won[marks / 64] |= 1 << (marks % 64);
            }
            number += 1;
        }
        marks += 1;
    }
    won
};

impl Three {
    #[inline]
    fn after(self, mark: u16) -> Three {
        Three { mine: self.mine ^ self.all, all: self.all | mark }
    }

    /// Whether the seat that moved last has a line.
    #[inline]
    fn is_won(self) -> bool {
        let theirs = usize::from(self.mine ^ self.all);
        LINES[(theirs / 64) % 8] >> (theirs % 64) & 1 != 0
    }
}

/// The place of the set bit of that number.
static NTH: [[u8; 9]; 512] = {
    let (mut places, mut free) = ([[0; 9]; 512], 0);
    while free < places.len() {
        let (mut place, mut count) = (0, 0);
        while place < 9 {
            if free >> place & 1 != 0 {
                places[free][count] = place;
                count += 1;
            }
            place += 1;
        }
        free += 1;
    }
    places
};

/// The digits of one random number are enough for nine moves (9! < 2¹⁹).
pub(crate) fn playout(dice: &mut Dice) -> Played {
    let mut digits = dice.next_u64();
    let mut here = Three::default();
    for plies in 1..=9 {
        let nth = next_digit(&mut digits, 10 - u64::from(plies));
        let free = usize::from(!here.all & FULL);
        here = here.after(1 << NTH[free][nth as usize]);
        if here.is_won() {
            let result = if plies % 2 == 1 { 1 } else { -1 };
            return Played { plies: Some(plies), result };
        }
    }
    Played { plies: Some(9), result: 0 }
}

/// Tic-tac-toe for `minimax`.
pub(crate) struct Rules;

impl minimax::Game for Rules {
    type S = Three;
    type M = u8;

    #[inline]
    fn generate_moves(here: &Three, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Rules::get_winner(here);
        if winner.is_none() {
            moves.extend((0..9).filter(|square| here.all >> square & 1 == 0));
        }
        winner
    }
    #[inline]
    fn apply(here: &mut Three, m: u8) -> Option<Three> {
        Some(here.after(1 << m))
    }
    #[inline]
    fn get_winner(here: &Three) -> Option<Winner> {
        if here.is_won() {
            Some(Winner::PlayerJustMoved)
        } else if here.all == FULL {
            Some(Winner::Draw)
        } else {
            None
        }
    }
}

/// Plays random games as `minimax` does below the leaves of its tree.
pub(crate) struct Rollout;

impl minimax::RolloutPolicy for Rollout {
    type G = Rules;
    #[inline]
    fn random_move(
        &self,
        here: &mut Three,
        moves: &mut Vec<u8>,
        random: &mut rand_of_minimax::rngs::SmallRng,
    ) -> Result<u8, Winner> {
        use rand_of_minimax::seq::IndexedRandom;
        match <Rules as minimax::Game>::generate_moves(here, moves) {
            Some(winner) => Err(winner),
            None => Ok(*moves.choose(random).expect("a game goes on only with moves")),
        }
    }
}
