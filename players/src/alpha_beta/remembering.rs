//! Use of the transposition table: look-ups and stores.

use std::ops::ControlFlow;

use agon_core::{Bound, Extras, Move, Node, Position, Reason, Seat, horizon::Window};

use super::{
    depths::Depths,
    ply::{Arrival, Found, FullPly},
    search::AlphaBetaSearch,
    table::Entry,
};
use crate::search_frame::Watch;

/// Positions with at least this many plies below them are stored and looked up: one ply above the
/// horizon, estimating the children costs less than a look-up.
const NOTED_FROM: usize = 2;
/// From this many plies on, a position is stored under the smallest key of its images.
const IMAGED_FROM: usize = 4;

impl<O: Watch> AlphaBetaSearch<'_, O> {
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
            && self.applies(&entry, least, plies)
            && entry.settles(window)
        {
            let Entry { value, bound, .. } = entry;
            // An entry that did not see all ends may have looked as far as the horizon.
            self.saw(plies + beyond - entry.height().unwrap_or(plies + beyond).min(plies + beyond));
            if entry.height().is_none() {
                self.frame.node_budget.see_horizon();
            }
            if O::ON {
                let depth = entry.height().is_none().then_some(u32::from(entry.most));
                self.why = Some((Reason::Known(depth), bound));
            }
            if self.frame.keeps_lines() {
                self.recall_line(line, depths, bound == Bound::Exact);
            }
            return value;
        }
        let first =
            entry.filter(|_| self.settings.table_move).and_then(|entry| find_image(&line[0].here, entry.code, image));
        // 2. Search, and see how far away the ends are.
        let horizons = self.frame.node_budget.horizons();
        let above = std::mem::replace(&mut self.least_left, plies + beyond);
        let Found { value, m } = self.best(line, depths, mover, window, first, arrival);
        // Along forcing moves, ends beyond the horizon are visible from this depth on.
        let height = (plies + beyond - self.least_left).min(plies);
        self.saw(above);
        // 3. Store it.
        let Some(m) = m.filter(|_| !self.frame.node_budget.is_stopped()) else {
            return value;
        };
        let bound = window.bound(value);
        let saw_the_end = horizons == self.frame.node_budget.horizons();
        let is_complete = saw_the_end || self.proves_a_win_or_a_loss(value, bound, mover);
        let (least, most) = if is_complete && height <= least {
            Entry::to_the_end(height as u16)
        } else {
            (least as u16, plies as u16)
        };
        let m = if image == 0 { m } else { Extras::image_of_move(&line[0].here, m, image) };
        let entry = Entry { value, bound, code: m.code(), least, most };
        if let Some(table) = &mut self.table {
            table.note(key, &entry, &self.frame.node_budget);
        }
        value
    }

    /// The expected line from the first position of `line`, continued from the table as far as it goes; from exact
    /// entries only, if wished.
    #[cold]
    #[inline(never)]
    fn recall_line<P: Position>(&mut self, line: &mut [FullPly<P>], mut depths: Depths, is_exact: bool) {
        let mut codes = Vec::new();
        for ply in 0..depths.most.min(line.len() - 1) {
            let here = &line[ply].here;
            if !matches!(here.node(), Node::Decision(_)) {
                break;
            }
            let (key, image) = self.canonical(here, depths.most);
            let entry = self.table.as_ref().and_then(|table| table.find(key)).filter(|entry| {
                self.applies(entry, depths.least, depths.most) && (entry.bound == Bound::Exact || !is_exact)
            });
            let m = entry.and_then(|entry| find_image(here, entry.code, image));
            let Some(m) = m.filter(|&m| here.is_legal(m)) else { break };
            codes.push(m.code());
            let (above, below) = line.split_at_mut(ply + 1);
            below[0].here.play_from(&above[ply].here, m);
            depths = depths.below(0);
        }
        self.frame.set_line(line.len() - 1, codes);
    }

    /// Records that a position was searched with this many plies left, including those beyond the
    /// horizon.
    #[inline]
    pub(super) fn saw(&mut self, left: usize) {
        self.least_left = self.least_left.min(left);
    }

    /// Whether an entry is valid for a search of these depths. A complete search is valid from the depth on at which
    /// all its ends are visible, but not through selective depths.
    #[inline]
    fn applies(&self, entry: &Entry, least: usize, most: usize) -> bool {
        let (entry_least, entry_most) = (usize::from(entry.least), usize::from(entry.most));
        match entry.height() {
            Some(height) => height <= least || self.settings.grafts,
            None if self.settings.grafts => least <= entry_least && most <= entry_most,
            None => entry_least == least && entry_most == most,
        }
    }

    /// Whether a value is a proven win or loss, independent of the horizon: if quick wins are preferred, no estimate
    /// reaches such a value.
    fn proves_a_win_or_a_loss(&self, value: f64, bound: Bound, mover: Seat) -> bool {
        let (low, high) = self.bounds;
        let (low, high) = if mover == self.me { (low, high) } else { (-high, -low) };
        let is_won = bound != Bound::Upper && high <= value;
        let is_lost = bound != Bound::Lower && value <= low;
        self.is_quick && (is_won || is_lost)
    }

    /// The key of a position, as settings define it.
    #[inline]
    pub(super) fn key<P: Position>(&self, here: &P) -> u64 {
        if self.settings.ignore_past { here.present_key() } else { here.key() }
    }

    /// The key under which a position is stored, and the symmetry that leads to it.
    #[inline]
    fn canonical<P: Position>(&self, here: &P, plies: usize) -> (u64, usize) {
        let mut name = (self.key(here), 0);
        if self.settings.symmetry && IMAGED_FROM <= plies {
            for symmetry in 1..Extras::symmetries(here) {
                name = name.min((self.key(&Extras::image(here, symmetry)), symmetry));
            }
        }
        name
    }
}

/// The legal move in `here` that the symmetry carries to the move with this code.
fn find_image<P: Position>(here: &P, code: u64, image: usize) -> Option<P::Move> {
    if image == 0 {
        // After a key collision the move may be illegal; then no move matches it.
        return P::Move::from_code(code);
    }
    let mut found = None;
    let _ = here.each_move(|m| {
        if Extras::image_of_move(here, m, image).code() == code {
            found = Some(m);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}
