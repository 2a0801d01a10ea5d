//! Numbers as people read them.

pub(crate) use agon_draw::plain;
pub(crate) use agon_table::grouped;
