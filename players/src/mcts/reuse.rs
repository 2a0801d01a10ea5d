//! The root of a new search: the node of the position in the old tree, or a new tree.

use std::collections::VecDeque;

use agon_core::{Position, Seat};

use super::tree::{SearchTree, State};

/// The most nodes of the old tree that are compared with the new position.
const MOST_COMPARED: usize = 20_000;

/// Makes the node of `position`, where `seat` is to choose, the root of `tree`: a node of the old tree if that can be
/// reused, otherwise a new one.
pub(super) fn plant<P: Position>(tree: &mut SearchTree<P::Move>, grown_for: Option<P>, position: &P, seat: Seat) {
    match grown_for.and_then(|root| find(tree, root, position)) {
        Some(index) => tree.keep(index),
        None => tree.plant(seat, position.nth(0)),
    }
}

/// The node of `position` in the old tree, whose root is at `root`. Nodes nearest to the root are
/// tried first.
fn find<P: Position>(tree: &SearchTree<P::Move>, root: P, position: &P) -> Option<u32> {
    let (mut queue, mut queued) = (VecDeque::from([(0, root)]), 1);
    while let Some((index, here)) = queue.pop_front() {
        // A node that was never expanded, or whose play is over, has nothing worth keeping.
        if here == *position {
            return tree.node(index).state.is_decision().then_some(index);
        }
        for child in tree.all_children(index) {
            if tree.node(child).state == State::Fresh || MOST_COMPARED <= queued {
                continue;
            }
            let mut after = here.clone();
            after.play(tree.node(child).m);
            queue.push_back((child, after));
            queued += 1;
        }
    }
    None
}
