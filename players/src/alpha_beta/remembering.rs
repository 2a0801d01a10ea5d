//! What the search finds in the table, and what it notes there.

use std::ops::ControlFlow;

use agon_core::{Bound, Move, Position, Reason, Seat, horizon::Window};

use super::{
    depths::Depths,
    ply::{Arrival, Found, FullPly},
    search::Search,
    table::Entry,
};
use crate::spine::Watch;

/// The search notes and looks up positions with at least so many plies below them: one ply above
/// the horizon, estimating the children costs less than a look into the table.
const NOTED_FROM: usize = 2;
/// From so many plies on, a position is noted under the least key of its images.
const IMAGED_FROM: usize = 4;

impl<O: Watch> Search<'_, O> {
    /// The value for `mover`, who is to act, from the table if it is there.
    pub(super) fn remembered<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        window: Window,
        arrival: Arrival<P::Move>,
    ) -> f64 {
        let Depths { least, most: plies, beyond } = depths;
        if plies + beyond < NOTED_FROM || self.table.is_none() {
            return self.best(line, depths, mover, window, None, arrival).value;
        }
        // 1. Look it up.
        let (key, image) = self.canonical(&line[0].here, plies);
        let entry = self.table.as_ref().and_then(|table| table.find(key));
        if let Some(entry) = entry
            && self.applies(&entry, least, plies, mover)
            && let Entry { value, bound, .. } = entry
            && match bound {
                Bound::Exact => true,
                Bound::Lower => window.beta <= value,
                Bound::Upper => value <= window.alpha,
                Bound::Sample => false,
            }
        {
            if !entry.is_complete() {
                self.spine.tally.see_horizon();
            }
            if O::ON {
                let depth = (!entry.is_complete()).then_some(u32::from(entry.most));
                self.why = Some((Reason::Known(depth), bound));
            }
            return value;
        }
        let first = entry
            .filter(|_| self.settings.table_move)
            .and_then(|entry| find_image(&line[0].here, entry.code, image));
        // 2. Search.
        let horizons = self.spine.tally.horizons();
        let Found { value, m } = self.best(line, depths, mover, window, first, arrival);
        // 3. Note it.
        let Some(m) = m.filter(|_| !self.spine.tally.is_stopped()) else {
            return value;
        };
        let is_complete = horizons == self.spine.tally.horizons();
        let (least, most) =
            if is_complete { Entry::TO_THE_END } else { (least as u16, plies as u16) };
        let bound = if value <= window.alpha {
            Bound::Upper
        } else if window.beta <= value {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let m = if image == 0 { m } else { line[0].here.image_of_move(m, image) };
        let entry = Entry { value, bound, code: m.code(), least, most };
        if let Some(table) = &mut self.table {
            table.note(key, &entry, &self.spine.tally);
        }
        value
    }

    /// Whether an entry holds for a search of these depths.
    #[inline]
    fn applies(&self, entry: &Entry, least: usize, most: usize, mover: Seat) -> bool {
        let (entry_least, entry_most) = (usize::from(entry.least), usize::from(entry.most));
        if entry.is_complete() || (entry_least == least && entry_most == most) {
            return true;
        }
        if self.is_quick {
            // A win or a loss is one at any depth.
            let (low, high) = (self.bounds.0, self.bounds.1);
            let (low, high) = if mover == self.me { (low, high) } else { (-high, -low) };
            let is_won = entry.bound != Bound::Upper && high <= entry.value;
            let is_lost = entry.bound != Bound::Lower && entry.value <= low;
            if is_won || is_lost {
                return true;
            }
        }
        self.settings.grafts && least <= entry_least && most <= entry_most
    }

    /// What tells a position from others.
    #[inline]
    pub(super) fn key<P: Position>(&self, here: &P) -> u64 {
        if self.settings.ignore_past { here.present_key() } else { here.key() }
    }

    /// The key under which a position is noted, and the symmetry that leads to it.
    #[inline]
    fn canonical<P: Position>(&self, here: &P, plies: usize) -> (u64, usize) {
        let mut name = (self.key(here), 0);
        if self.settings.symmetry && IMAGED_FROM <= plies {
            for symmetry in 1..here.symmetries() {
                name = name.min((self.key(&here.image(symmetry)), symmetry));
            }
        }
        name
    }
}

/// The legal move in `here` that the symmetry carries to the move with this code.
fn find_image<P: Position>(here: &P, code: u64, image: usize) -> Option<P::Move> {
    if image == 0 {
        // Where two positions share a key the move need not be legal; then no move matches it.
        return P::Move::from_code(code);
    }
    let mut found = None;
    let _ = here.each_move(|m| {
        if here.image_of_move(m, image).code() == code {
            found = Some(m);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}
