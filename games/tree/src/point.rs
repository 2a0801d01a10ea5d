//! A node of a tree that is laid flat.

use agon_core::{Node, Seat};

/// A node of the flat tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    pub(crate) first_child: u32,
    pub(crate) children: u32,
    pub(crate) parent: u32,
    /// The weight of this node, if the parent is a chance node; otherwise one.
    pub(crate) weight: u32,
    pub(crate) acts: Acts,
    pub(crate) is_estimated: bool,
}

/// `Node`, but hashable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Acts {
    Decision(Seat),
    Chance,
    Terminal,
}

impl Point {
    #[inline]
    pub(crate) fn node(&self) -> Node {
        match self.acts {
            Acts::Decision(seat) => Node::Decision(seat),
            Acts::Chance => Node::Chance,
            Acts::Terminal => Node::Terminal,
        }
    }
}
