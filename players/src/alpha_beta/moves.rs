//! The moves a node searches, and their order.

use std::ops::ControlFlow;

use agon_core::{Move, Position, Reason, Seat};

use super::{
    order::Candidate,
    ply::{Arrival, FullPly, PlyRoom},
    search::AlphaBetaSearch,
};
use crate::search_frame::{Ply, Watch, at_a_glance};

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// Fills the list of `ply` with the moves to search, in the game's order.
    pub(super) fn list<P: Position>(
        &mut self,
        ply: &mut FullPly<P>,
        below: &mut [FullPly<P>],
        mover: Seat,
        is_last: bool,
    ) {
        let Ply { here, room: PlyRoom { moves, .. } } = ply;
        moves.clear();
        let mut add = |m| {
            moves.push(Candidate::new(m));
            ControlFlow::Continue(())
        };
        let _ = if self.settings.relevant { here.each_relevant(&mut add) } else { here.each_move(add) };
        if self.settings.relevant {
            let is_kept = |m| moves.iter().any(|candidate| candidate.m == m);
            self.frame.skip_rest(here, Reason::Irrelevant, is_kept);
        }
        // One ply before the horizon, the best by estimate are those that the search itself would
        // find.
        let is_last = is_last && self.averaged(mover) == 1;
        if self.settings.width < moves.len() && !is_last {
            self.select(ply, below, mover);
        }
        if self.settings.uses_forcing() {
            mark_forcing(&ply.here, &mut ply.room.moves);
        }
    }

    /// Reduces the list of `ply` to the best by estimate, up to the width.
    fn select<P: Position>(&mut self, ply: &mut FullPly<P>, below: &mut [FullPly<P>], mover: Seat) {
        let Ply { here, room: PlyRoom { moves, .. } } = ply;
        for candidate in moves.iter_mut() {
            let after = &mut below[0].here;
            self.frame.descend(here, after, candidate.m);
            let (me, estimator) = (self.me, &self.settings.duel.estimator);
            let Some(value) = self.frame.glance(me, || at_a_glance(estimator, after, me)) else {
                break;
            };
            candidate.promise = in_order(self.turned(mover, value));
        }
        // Unstable sorting allocates nothing, and no two candidates are equal.
        moves.sort_unstable_by(|a, b| b.promise.cmp(&a.promise).then(a.m.cmp(&b.m)));
        for candidate in &moves[self.settings.width..] {
            self.frame.skip(candidate.m, Reason::Unpromising(self.settings.width as u32));
        }
        moves.truncate(self.settings.width);
        moves.sort_unstable_by_key(|candidate| candidate.m);
    }

    /// Rates every move in the list of `ply` by its promise. Returns whether any rating exceeds
    /// another; if not, the game's order stands.
    pub(super) fn promise<P: Position>(
        &self,
        ply: &mut FullPly<P>,
        mover: Seat,
        first: Option<P::Move>,
        arrival: Arrival<P::Move>,
    ) -> bool {
        let settings = self.settings;
        if first.is_none() && !settings.is_ordered() {
            return false;
        }
        let Ply { here, room: PlyRoom { moves, killers, .. } } = ply;
        for candidate in moves.iter_mut() {
            let m = candidate.m;
            // A list of four ranks, the first of which decides: the move known to be best; forcing
            // moves; the refutations of the same ply or move; what the game and the history say.
            let mut promise = 0;
            if settings.hint {
                promise += i64::from(here.hint(m)) << 8;
                if candidate.forcing {
                    promise += 8 << 40;
                }
            }
            if settings.history {
                promise += self.order.history(mover, m);
            }
            if settings.killers {
                promise += killers[mover.index() & 1].rank(m) << 40;
            }
            if settings.countermove
                && let Some(before) = arrival.by
                && self.order.is_answer(mover, before, m)
            {
                promise += 1 << 40;
            }
            candidate.promise = if first == Some(m) { i64::MAX } else { promise };
        }
        true
    }

    /// Credits move number `index` of the list with a cutoff, and debits those before it, which had
    /// none.
    pub(super) fn credit<M: Move>(
        &mut self,
        room: &mut PlyRoom<M>,
        index: usize,
        plies: usize,
        mover: Seat,
        arrival: Arrival<M>,
    ) {
        let m = room.moves[index].m;
        if self.settings.killers {
            room.killers[mover.index() & 1].note(m);
        }
        if self.settings.history {
            self.order.note_history(mover, m, plies);
            for other in &room.moves[..index] {
                self.order.note_failure(mover, other.m, plies);
            }
        }
        if self.settings.countermove
            && let Some(before) = arrival.by
        {
            self.order.note_answer(mover, before, m);
        }
    }
}

/// Marks the forcing ones of `moves`, which are in the game's order, and no others.
pub(super) fn mark_forcing<P: Position>(here: &P, moves: &mut [Candidate<P::Move>]) {
    let mut from = 0;
    let _ = here.each_forcing(|m| {
        while moves.get(from).is_some_and(|candidate| candidate.m < m) {
            from += 1;
        }
        match moves.get_mut(from) {
            Some(candidate) => candidate.forcing = candidate.m == m,
            None => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    });
}

/// A number with the order of `value`, which is finite.
fn in_order(value: f64) -> i64 {
    let bits = (value + 0.0).to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn numbers_keep_the_order_of_values() {
        let values = [f64::MIN, -2.5, -2.0, -1e-300, 0.0, 1e-300, 0.5, 1.0, f64::MAX];
        assert!(values.windows(2).all(|pair| in_order(pair[0]) < in_order(pair[1])));
        assert_eq!(in_order(0.0), in_order(-0.0));
    }
}
