//! What engines think otherwise than we do, told to whoever runs the arena.

use agon_core::AnyPosition;

use crate::tongue::Verdict;

/// Says on the error output that an engine has another opinion of who has won at `last`.
pub(crate) fn tell(engine: &str, ours: Verdict, theirs: Verdict, last: &AnyPosition) {
    let won = |verdict| match verdict {
        Verdict::Won(seat) => seat.to_string(),
        Verdict::Nobody => "nobody".to_owned(),
    };
    let (ours, theirs) = (won(ours), won(theirs));
    eprintln!("agon: {engine} says that {theirs} has won, and by our rules {ours} has: {last}");
}
