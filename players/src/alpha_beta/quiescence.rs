//! Quiescence search: beyond the horizon, forcing moves only, until the position is quiet.
//!
//! The seat to act may stand pat: it takes the estimate as the value of some move that is not
//! searched. It may not if every move is forcing, because then there is no such move.

use std::ops::ControlFlow;

use agon_core::{Bound, Position, Reason, Seat, horizon::Window};

use super::{
    depths::Depths,
    moves::mark_forcing,
    order::{Candidate, bring_forward},
    ply::FullPly,
    search::AlphaBetaSearch,
};
use crate::search_frame::{Ply, Watch};

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// The value for `mover`, who is to act in the first position of `line`: the estimate or the
    /// best of its forcing moves, each followed in this way for at most `depths.beyond` plies.
    pub(super) fn settled<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        Window { mut alpha, beta }: Window,
    ) -> f64 {
        let (ply, below) = line.split_first_mut().expect("a line begins somewhere");
        let mut best = f64::NEG_INFINITY;
        // 1. Stand pat.
        if !ply.here.is_forced() {
            self.frame.node_budget.see_horizon();
            best = self.turned(mover, self.estimate(&ply.here));
            if beta <= best {
                if O::ON {
                    self.why = Some((Reason::Quiet, Bound::Lower));
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        // 2. List the forcing moves, with what the game hints at.
        let Ply { here, room } = &mut *ply;
        room.moves.clear();
        let mut add = |m| {
            room.moves.push(Candidate::new(m));
            ControlFlow::Continue(())
        };
        if self.settings.relevant {
            let _ = here.each_relevant(&mut add);
            mark_forcing(here, &mut room.moves);
            room.moves.retain(|candidate| candidate.forcing);
        } else {
            let _ = here.each_forcing(&mut add);
        }
        for candidate in &mut room.moves {
            candidate.promise = here.hint(candidate.m).into();
            candidate.forcing = true;
        }
        self.frame.skip_rest(&ply.here, Reason::Quiet, |m| ply.room.moves.iter().any(|candidate| candidate.m == m));
        if O::ON && ply.room.moves.is_empty() {
            self.why = Some((Reason::Quiet, Bound::Exact));
        }
        // 3. The best of them.
        let depths = Depths { beyond: depths.beyond - 1, ..depths };
        for index in 0..ply.room.moves.len() {
            bring_forward(&mut ply.room.moves, index);
            let next = self.play(ply, below, ply.room.moves[index], 0.0);
            let value = self.value(below, depths, mover, Window { alpha, beta }, next);
            if self.frame.node_budget.is_stopped() {
                break;
            }
            if best < value {
                best = value;
                alpha = alpha.max(value);
                if beta <= best {
                    break;
                }
            }
        }
        best
    }
}
