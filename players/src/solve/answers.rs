//! The answers that suffice for a proven value, where no graph has all positions: a walk over those that the seat can
//! meet, which asks the proof again at each of them. Most of what it asks stands in the table.

use agon_core::{Node, Position, Seat, StopSignal, after, all_moves};

use super::{
    keyed::Keyed,
    proof::{FIRST, Proof},
};
use crate::{
    node_budget::NodeBudget,
    search_frame::{SearchFrame, Unwatched},
};

/// Why there are no answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// There are more than allowed.
    #[error("more than {0} answers")]
    TooMany(usize),
    /// So many positions were looked at before all were found, or it was stopped.
    #[error("the answers are not proven after {0} positions")]
    Unproven(u64),
    /// By the best moves it is not sure that plays end.
    #[error("by its best moves plays need not end")]
    Endless,
    /// No move keeps the value: it is another.
    #[error("the value is not that of its moves")]
    Wrong,
}

impl<P: Position> Proof<P> {
    /// The positions that `seat` meets from `root` on if it always keeps what `root` is worth, `value` to `Seat(0)`:
    /// each with the most promising move that does so. At most so many answers are found, by looking at most at so many
    /// positions, until `stop` is given.
    ///
    /// # Errors
    ///
    /// Where they are not found.
    pub fn answers(
        &mut self,
        root: &P,
        (seat, value): (Seat, f64),
        (most, nodes): (usize, u64),
        stop: &StopSignal,
    ) -> Result<Vec<(P, P::Move)>, Unanswered> {
        let frame = &mut SearchFrame::new(NodeBudget::free(nodes).stopped_by(stop), Unwatched);
        let (mut met, mut seen, mut answers) = (vec![root.clone()], Keyed::new(), Vec::new());
        // What is met is worked off from the end: an answer is asked for while the table still has what is near it.
        while let Some(here) = met.pop() {
            let mut moves = all_moves(&here);
            if here.node() == Node::Decision(seat) {
                // The first of equals, as the sort is stable.
                moves.sort_by_key(|&m| std::cmp::Reverse(here.hint(m)));
                let mut kept = None;
                for m in moves {
                    let next = after(&here, m);
                    let threshold = if seat == FIRST { value } else { value.next_up() };
                    let is_reached = self.reaches(&next, threshold, frame);
                    if is_reached.ok_or(Unanswered::Unproven(nodes))? == (seat == FIRST) {
                        kept = Some(m);
                        break;
                    }
                }
                let m = kept.ok_or(Unanswered::Wrong)?;
                answers.push((here.clone(), m));
                if most < answers.len() {
                    return Err(Unanswered::TooMany(most));
                }
                moves = vec![m];
            }
            for m in moves {
                let next = after(&here, m);
                if next.node() != Node::Terminal && seen.put(next.key(), ()) {
                    met.push(next);
                }
            }
        }
        Ok(answers)
    }
}
