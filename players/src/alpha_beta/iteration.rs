//! One search of the root to one depth, by one thread: its input and its answer.

use agon_core::{Position, Seat};

use super::{
    depths::Depths,
    order::Killers,
    ply::{FullPly, PlyRoom},
    search::AlphaBetaSearch,
    settings::Settings,
};
use crate::search_frame::{Line, Watch};

/// The line of this search.
pub(crate) type FullLine<P> = Line<P, PlyRoom<<P as Position>::Move>>;

/// A move, and the value of the position by it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer<M> {
    pub(crate) m: M,
    /// The value of the position to the seat to act.
    pub(crate) value: f64,
    /// Whether the search to this depth was completed.
    pub(crate) is_whole: bool,
}

/// One search of the root to one depth.
pub(crate) trait Iterate {
    /// Searches the line to these depths for the seat to act. Returns the new answer, if there is one, given the answer
    /// so far.
    fn iterate<P: Position, O: Watch>(
        search: &mut AlphaBetaSearch<'_, O>,
        line: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        last: Option<Answer<P::Move>>,
    ) -> Option<Answer<P::Move>>;
}

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// Searches the root to this depth.
    pub(super) fn iterate<P: Position, I: Iterate>(
        &mut self,
        line: &mut FullLine<P>,
        depth: u32,
        last: Option<Answer<P::Move>>,
    ) -> Option<Answer<P::Move>> {
        let line = self.reach(line, depth);
        (self.root_plies, self.known) = (line.len() - 1, Vec::new());
        I::iterate(self, line, self.depths(depth), self.me, last)
    }

    /// The depths of an iteration of `depth` plies.
    pub(super) fn depths(&self, depth: u32) -> Depths {
        let Settings { least, quiescence, .. } = *self.settings;
        Depths { least: least.min(depth) as usize, most: depth as usize, beyond: quiescence }
    }

    /// The line, long enough for an iteration of `depth` plies.
    pub(super) fn reach<'l, P: Position>(&self, line: &'l mut FullLine<P>, depth: u32) -> &'l mut [FullPly<P>] {
        // With all extensions a line is at most twice as long as the depth.
        let extended = if self.settings.extensions { depth } else { 0 };
        line.reach(depth + extended + self.settings.quiescence as u32)
    }
}

/// Forgets what cut off at each ply.
pub(super) fn forget_killers<P: Position>(line: &mut FullLine<P>) {
    for ply in line.plies() {
        ply.room.killers = [Killers::NONE; 2];
    }
}
