//! What engines think otherwise than we do.

use crate::tongue::Verdict;

/// What an engine says that has another opinion of who has won.
pub(crate) fn objection(ours: Verdict, theirs: Verdict) -> String {
    let won = |verdict| match verdict {
        Verdict::Won(seat) => seat.to_string(),
        Verdict::Nobody => "nobody".to_owned(),
    };
    let (ours, theirs) = (won(ours), won(theirs));
    format!("says that {theirs} has won, and by our rules {ours} has")
}
