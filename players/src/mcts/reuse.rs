//! The root of a new search: the old tree's node of the position, or a new tree.

use agon_core::{Position, Seat};

use super::tree::{State, Tree};

/// The most nodes of the old tree that are compared with the new position.
const MOST_COMPARED: usize = 20_000;

/// Makes `tree`, grown for another root if that is worth a look, one for `position`, where `seat` is
/// to choose.
pub(super) fn plant<P: Position>(
    tree: &mut Tree<P::Move>,
    grown_for: Option<P>,
    position: &P,
    seat: Seat,
) {
    match grown_for.and_then(|root| find(tree, root, position)) {
        Some(index) => tree.keep(index),
        None => tree.plant(seat, position.nth(0)),
    }
}

/// The node of the old tree, grown for `root`, where `position` is. Nearest to the root first.
fn find<P: Position>(tree: &Tree<P::Move>, root: P, position: &P) -> Option<u32> {
    let mut queue = vec![(0, root)];
    let mut next = 0;
    while next < queue.len() {
        let (index, here) = queue[next].clone();
        // A node that was never opened, or whose play is over, has nothing worth keeping.
        if here == *position {
            return tree.node(index).state.is_decision().then_some(index);
        }
        for child in tree.all_children(index) {
            if tree.node(child).state == State::Fresh || MOST_COMPARED <= queue.len() {
                continue;
            }
            let mut after = here.clone();
            after.play(tree.node(child).m);
            queue.push((child, after));
        }
        next += 1;
    }
    None
}
