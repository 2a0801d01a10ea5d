//! What engines think otherwise than we do.

use crate::engine_protocol::Opinion;

/// What an engine says that has another opinion of who has won.
pub(crate) fn objection(ours: Opinion, theirs: Opinion) -> String {
    let won = |verdict| match verdict {
        Opinion::Won(seat) => seat.to_string(),
        Opinion::Nobody => "nobody".to_owned(),
    };
    let (ours, theirs) = (won(ours), won(theirs));
    format!("says that {theirs} has won, and by our rules {ours} has")
}
