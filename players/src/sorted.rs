//! Lists that are sorted once a search or less, by code that all games share.
//!
//! A sort of the standard library is compiled for every type that it sorts, several kilobytes each time, and players are
//! compiled for every game. What is sorted at every node is left to it all the same.

use agon_core::{Move, RootMove};

/// The numbers beside the codes, in ascending order of the codes. No two codes are equal.
#[inline(never)]
pub(crate) fn by_code(mut list: Vec<(u64, u32)>) -> Vec<u32> {
    list.sort_unstable();
    list.into_iter().map(|(_, number)| number).collect()
}

/// What is known about the moves at the root, in the game's order.
pub(crate) fn in_game_order<M: Move>(moves: &[RootMove<M>]) -> Vec<RootMove<M>> {
    let codes = moves.iter().zip(0..).map(|(root, number)| (root.m.code(), number));
    by_code(codes.collect()).into_iter().map(|number| moves[number as usize]).collect()
}

/// Sorts values and the numbers of their moves as the next iteration searches them: move number `best` first, then the highest value
/// first. Equal ones stay as they are.
#[inline(never)]
pub(crate) fn best_first(list: &mut [(f64, usize)], best: usize) {
    list.sort_by(|a, b| (a.1 != best).cmp(&(b.1 != best)).then(b.0.total_cmp(&a.0)));
}

#[cfg(test)]
mod tests {
    use agon_core::{AnyMove, Bound, RootMove};

    use super::{best_first, by_code, in_game_order};

    #[test]
    fn numbers_stand_as_their_codes_do() {
        assert_eq!(by_code(vec![(u64::MAX, 0), (3, 7), (0, 2), (5, 1)]), [2, 7, 1, 0]);
        let roots = [9, 4, 6].map(|code| RootMove::new(AnyMove(code), code as f64, Bound::Exact));
        let sorted = in_game_order(&roots);
        assert_eq!(sorted, [roots[1], roots[2], roots[0]]);
    }

    #[test]
    fn the_best_move_is_first_and_equal_ones_stay() {
        let mut list = [(1.0, 4), (2.0, 0), (1.0, 2), (2.0, 3), (-1.0, 1)];
        best_first(&mut list, 3);
        assert_eq!(list, [(2.0, 3), (2.0, 0), (1.0, 4), (1.0, 2), (-1.0, 1)]);
    }
}
