//! The root of a new search: the old tree's node of the position, or a new tree.

use agon_core::{Position, Seat};

use super::{Memory, tree::State};

/// The most nodes of the old tree that are compared with the new position.
const MOST_COMPARED: usize = 20_000;

/// Makes the tree of `memory` one for `position`, where `seat` is to choose.
pub(super) fn plant<P: Position>(memory: &mut Memory<P>, position: &P, seat: Seat) {
    let found = memory.grown_for.take().and_then(|root| find(memory, &root, position));
    match found {
        Some(index) => memory.tree.keep(index),
        None => memory.tree.plant(seat, position.nth(0)),
    }
}

/// The node of the old tree, grown for `root`, where `position` is. Nearest to the root first.
fn find<P: Position>(memory: &Memory<P>, root: &P, position: &P) -> Option<u32> {
    let tree = &memory.tree;
    let mut queue = vec![(0, root.clone())];
    let mut next = 0;
    while next < queue.len() {
        let (index, here) = queue[next].clone();
        // A node that was never opened, or whose play is over, has nothing worth keeping.
        if here == *position {
            return (tree.node(index).state == State::Decision).then_some(index);
        }
        for child in tree.children(index) {
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
