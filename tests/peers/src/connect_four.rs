//! Connect Four on 7 × 6 squares and nothing else: loops as anybody would write them for speed, and the same board
//! as `minimax` asks for it.

use std::cell::Cell;

use minimax::{Evaluation, Evaluator, Winner};
use rand::RngCore;

use crate::{
    dice::{Dice, next_digit},
    sample::Played,
};

/// Seven bits a column, the highest of them never set (J. Tromp; P. Pons).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Four {
    /// The stones of the seat to move.
    mine: u64,
    all: u64,
}

/// The lowest square of every column.
const BOTTOM: u64 = {
    let (mut squares, mut number) = (0, 0);
    while number < 7 {
        squares |= 1 << (7 * number);
        number += 1;
    }
    squares
};
const FULL: u64 = BOTTOM * 0x3f;

const fn column(number: u8) -> u64 {
    0x3f << (7 * number)
}

#[inline]
fn has_line(stones: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|shift| {
        let pairs = stones & (stones >> shift);
        pairs & (pairs >> (2 * shift)) != 0
    })
}

impl Four {
    pub(crate) const EMPTY: Four = Four { mine: 0, all: 0 };

    /// The squares where a stone may come to lie.
    #[inline]
    fn landings(self) -> u64 {
        (self.all + BOTTOM) & FULL
    }

    #[inline]
    fn after(self, stone: u64) -> Four {
        Four { mine: self.mine ^ self.all, all: self.all | stone }
    }

    /// Whether the seat that moved last has a line.
    #[inline]
    fn is_won(self) -> bool {
        has_line(self.mine ^ self.all)
    }

    /// The lines through the stones of the seat to move, less those through the other's.
    #[inline]
    fn centre(self) -> i32 {
        let theirs = self.mine ^ self.all;
        let count = |squares: u64| (self.mine & squares).count_ones() as i32 - (theirs & squares).count_ones() as i32;
        WEIGHTS.iter().map(|&(weight, squares)| weight * count(squares)).sum()
    }
}

/// How many lines run through squares, and which squares those are.
const WEIGHTS: [(i32, u64); 9] = {
    const LINES: [[i32; 4]; 3] = [[3, 4, 5, 7], [4, 6, 8, 10], [5, 8, 11, 13]];
    let mut weights = [(3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (10, 0), (11, 0), (13, 0)];
    let mut square = 0;
    while square < 42 {
        let (column, row) = (square % 7, square / 7);
        let lines = LINES[if row < 3 { row } else { 5 - row }][if column < 4 { column } else { 6 - column }];
        let mut number = 0;
        while number < weights.len() {
            if weights[number].0 == lines {
                weights[number].1 |= 1 << (7 * column + row);
            }
            number += 1;
        }
        square += 1;
    }
    weights
};

/// Alpha-beta that copies, from the view of the seat to move.
pub(crate) fn copying(here: Four, depth: u32, window: (i32, i32), nodes: &mut u64) -> i32 {
    *nodes += 1;
    if here.is_won() {
        return -1;
    }
    let landings = here.landings();
    if landings == 0 || depth == 0 {
        return 0;
    }
    let (mut alpha, beta) = window;
    let mut best = -2;
    for number in 0..7 {
        let stone = landings & column(number);
        if stone != 0 {
            let value = -copying(here.after(stone), depth - 1, (-beta, -alpha), nodes);
            best = best.max(value);
            alpha = alpha.max(value);
            if beta <= alpha {
                break;
            }
        }
    }
    best
}

/// Alpha-beta that takes its moves back.
pub(crate) fn undoing(here: &mut Four, depth: u32, window: (i32, i32), nodes: &mut u64) -> i32 {
    *nodes += 1;
    if here.is_won() {
        return -1;
    }
    let landings = here.landings();
    if landings == 0 || depth == 0 {
        return 0;
    }
    let (mut alpha, beta) = window;
    let mut best = -2;
    for number in 0..7 {
        let stone = landings & column(number);
        if stone != 0 {
            here.mine ^= here.all;
            here.all ^= stone;
            let value = -undoing(here, depth - 1, (-beta, -alpha), nodes);
            here.all ^= stone;
            here.mine ^= here.all;
            best = best.max(value);
            alpha = alpha.max(value);
            if beta <= alpha {
                break;
            }
        }
    }
    best
}

/// Any of the seven columns, and again where it is full. A random number has the digits of 16 columns (7¹⁶ < 2⁴⁵, so that
/// the bias is less than 2⁻¹⁹).
pub(crate) fn playout(dice: &mut Dice) -> Played {
    let (mut mine, mut theirs, mut plies) = (0, 0, 0);
    loop {
        let mut digits = dice.next_u64();
        for _ in 0..16 {
            let number = next_digit(&mut digits, 7);
            let all = mine | theirs;
            let stone = (all + (1 << (7 * number))) & column(number as u8);
            if stone == 0 {
                continue;
            }
            plies += 1;
            let moved = mine | stone;
            if has_line(moved) {
                let result = if plies % 2 == 1 { 1 } else { -1 };
                return Played { plies: Some(plies), result };
            }
            if all | stone == FULL {
                return Played { plies: Some(plies), result: 0 };
            }
            (mine, theirs) = (theirs, moved);
        }
    }
}

/// Connect Four for `minimax`, which shuffles the first moves of a search. So that every search looks at the same
/// positions in the same order, there is a position before the first one, with one move.
pub(crate) struct Rules;

/// The position before the first: every column is full, and there is a bit that no other position has.
pub(crate) const BEFORE: Four = Four { mine: FULL | 1 << 63, all: FULL | 1 << 63 };

/// The move from there.
const BEGIN: u8 = 7;

thread_local! {
    /// The positions that a search of [`Counted`] has looked at.
    static LOOKED_AT: Cell<u64> = const { Cell::new(0) };
}

/// The positions that `search` looks at, without the one before the first.
pub(crate) fn looked_at(search: impl FnOnce()) -> u64 {
    LOOKED_AT.set(0);
    search();
    LOOKED_AT.get()
}

impl minimax::Game for Rules {
    type S = Four;
    type M = u8;

    #[inline]
    fn generate_moves(here: &Four, moves: &mut Vec<u8>) -> Option<Winner> {
        if here.is_won() {
            return Some(Winner::PlayerJustMoved);
        }
        let landings = here.landings();
        for number in 0..7 {
            if landings & column(number) != 0 {
                moves.push(number);
            }
        }
        if !moves.is_empty() {
            return None;
        }
        if *here == BEFORE {
            moves.push(BEGIN);
            return None;
        }
        Some(Winner::Draw)
    }
    #[inline]
    fn apply(here: &mut Four, m: u8) -> Option<Four> {
        if m == BEGIN {
            return Some(Four::EMPTY);
        }
        Some(here.after(here.landings() & column(m)))
    }
    #[inline]
    fn get_winner(here: &Four) -> Option<Winner> {
        if here.is_won() {
            Some(Winner::PlayerJustMoved)
        } else if here.all == FULL {
            Some(Winner::Draw)
        } else {
            None
        }
    }
    #[inline]
    fn zobrist_hash(here: &Four) -> u64 {
        let key = (here.mine + here.all + BOTTOM).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key ^ key >> 32
    }
    fn table_index(m: u8) -> u16 {
        m.into()
    }
    fn max_table_index() -> u16 {
        BEGIN.into()
    }
}

/// The same rules, which count the positions that are looked at.
pub(crate) struct Counted;

impl minimax::Game for Counted {
    type S = Four;
    type M = u8;

    fn generate_moves(here: &Four, moves: &mut Vec<u8>) -> Option<Winner> {
        LOOKED_AT.set(LOOKED_AT.get() + u64::from(*here != BEFORE));
        Rules::generate_moves(here, moves)
    }
    fn apply(here: &mut Four, m: u8) -> Option<Four> {
        Rules::apply(here, m)
    }
    fn get_winner(here: &Four) -> Option<Winner> {
        LOOKED_AT.set(LOOKED_AT.get() + 1);
        Rules::get_winner(here)
    }
}

/// Knows nothing.
pub(crate) struct Blind<G>(pub G);

impl<G: minimax::Game<S = Four>> Evaluator for Blind<G> {
    type G = G;
    #[inline]
    fn evaluate(&self, _: &Four) -> Evaluation {
        0
    }
}

/// As Agon's heuristic of this name, before it is scaled.
#[derive(Clone, Copy)]
pub(crate) struct Centre;

impl Evaluator for Centre {
    type G = Rules;
    #[inline]
    fn evaluate(&self, here: &Four) -> Evaluation {
        here.centre() as Evaluation
    }
}

/// Plays random games as `minimax` does below the leaves of its tree.
pub(crate) struct Rollout;

impl minimax::RolloutPolicy for Rollout {
    type G = Rules;
    #[inline]
    fn random_move(
        &self,
        here: &mut Four,
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
