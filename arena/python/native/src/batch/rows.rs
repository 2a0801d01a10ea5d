//! The games of a batch, and the rows of the arrays in which they are shown: what one thread works on.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
};

use agon_core::{AnyMove, AnyPosition, Learnable, Node, Position as _, Seat, Stream};

use crate::observation::observe;

/// One of the games.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) here: AnyPosition,
    pub(super) stream: Stream,
    /// What was asked for.
    pub(super) next: AnyMove,
}

/// The rows of the arrays that one thread writes.
pub(super) struct Rows<'a> {
    pub(super) first: usize,
    pub(super) tables: &'a mut [Table],
    pub(super) observations: &'a mut [u8],
    pub(super) masks: &'a mut [bool],
    pub(super) rewards: &'a mut [f32],
    pub(super) dones: &'a mut [bool],
    pub(super) seats: &'a mut [u8],
}

/// What all threads know.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) start: &'a AnyPosition,
    pub(super) width: usize,
    pub(super) actions: usize,
    pub(super) seats: usize,
    /// Whether observations are texts, which may be shorter than the row.
    pub(super) is_text: bool,
}

/// Nothing is wrong.
pub(super) const NOWHERE: usize = usize::MAX;

impl Setting<'_> {
    /// Lets chance draw until a seat is to choose, or the game is over.
    fn settle(here: &mut AnyPosition, stream: &mut Stream) {
        while here.node() == Node::Chance {
            let outcome = here.draw_move(stream);
            here.play(outcome);
        }
    }

    /// Begins a game that has a choice; one without ends at once, and nobody learns from it.
    pub(super) fn begin(self, table: &mut Table) {
        table.here.clone_from(self.start);
        Setting::settle(&mut table.here, &mut table.stream);
    }

    /// Writes what is seen of one game; whether there was room for it.
    fn show(self, table: &Table, bytes: &mut Vec<u8>, row: (&mut [u8], &mut [bool], &mut u8)) -> bool {
        let (observation, mask, seat) = row;
        mask.fill(false);
        let Node::Decision(acting) = table.here.node() else {
            *seat = 0;
            observation.fill(0);
            return true;
        };
        *seat = acting.0 + 1;
        table.here.each_number(&mut |number| mask[number as usize] = true);
        if self.is_text {
            observe(&table.here, acting, bytes);
        } else {
            table.here.states(acting, bytes);
        }
        if self.width < bytes.len() || (!self.is_text && bytes.len() != self.width) {
            return false;
        }
        observation[..bytes.len()].copy_from_slice(bytes);
        observation[bytes.len()..].fill(0);
        true
    }

    /// Plays what was asked for at every table.
    pub(super) fn play(self, rows: &mut Rows<'_>, tight: &AtomicUsize) {
        let mut bytes = Vec::with_capacity(self.width);
        for (at, table) in rows.tables.iter_mut().enumerate() {
            table.here.play(table.next);
            Setting::settle(&mut table.here, &mut table.stream);
            let rewards = &mut rows.rewards[at * self.seats..][..self.seats];
            let is_over = table.here.node() == Node::Terminal;
            rows.dones[at] = is_over;
            if is_over {
                for (seat, reward) in Seat::all(self.seats as u8).zip(rewards) {
                    *reward = table.here.payoff(seat) as f32;
                }
                self.begin(table);
            } else {
                rewards.fill(0.0);
            }
            self.show_row(at, rows.first, (table, &mut bytes), (rows.observations, rows.masks, rows.seats), tight);
        }
    }

    /// Writes what is seen of all of these games.
    pub(super) fn show_all(self, rows: &mut Rows<'_>, tight: &AtomicUsize) {
        let mut bytes = Vec::with_capacity(self.width);
        for (at, table) in rows.tables.iter().enumerate() {
            let out = (&mut *rows.observations, &mut *rows.masks, &mut *rows.seats);
            self.show_row(at, rows.first, (table, &mut bytes), out, tight);
        }
    }

    fn show_row(
        self,
        at: usize,
        first: usize,
        (table, bytes): (&Table, &mut Vec<u8>),
        (observations, masks, seats): (&mut [u8], &mut [bool], &mut [u8]),
        tight: &AtomicUsize,
    ) {
        let observation = &mut observations[at * self.width..][..self.width];
        let mask = &mut masks[at * self.actions..][..self.actions];
        if !self.show(table, bytes, (observation, mask, &mut seats[at])) {
            tight.fetch_min(first + at, Ordering::Relaxed);
        }
    }
}

/// Cuts what there is of all games into parts of `size` games each.
pub(super) fn parts<'a>(all: &'a mut Rows<'_>, size: usize, setting: Setting<'_>) -> Vec<Rows<'a>> {
    let Rows { first: _, tables, observations, masks, rewards, dones, seats } = all;
    let mut observations = observations.chunks_mut((size * setting.width).max(1));
    let mut masks = masks.chunks_mut(size * setting.actions);
    let mut rewards = rewards.chunks_mut(size * setting.seats);
    let mut dones = dones.chunks_mut(size);
    let mut seats = seats.chunks_mut(size);
    let rows = tables.chunks_mut(size).enumerate().map(|(number, tables)| Rows {
        first: number * size,
        tables,
        observations: observations.next().unwrap_or_default(),
        masks: masks.next().unwrap_or_default(),
        rewards: rewards.next().unwrap_or_default(),
        dones: dones.next().unwrap_or_default(),
        seats: seats.next().unwrap_or_default(),
    });
    rows.collect()
}

/// Reads the actions of one part, and notes the first that is refused; whether all of it could be read.
pub(super) fn guarded_all(rows: &mut Rows<'_>, actions: &[i64], refused: &AtomicUsize) -> bool {
    let first = rows.first;
    let read = agon_table::guarded(|| {
        for (at, table) in rows.tables.iter_mut().enumerate() {
            let action = actions[first + at];
            let found = match (table.here.node(), u32::try_from(action)) {
                (Node::Decision(_), Ok(action)) => table.here.numbered(action),
                _ => None,
            };
            let Some(m) = found else {
                return ControlFlow::Break(first + at);
            };
            table.next = m;
        }
        ControlFlow::Continue(())
    });
    match read {
        Ok(ControlFlow::Continue(())) => true,
        Ok(ControlFlow::Break(at)) => {
            refused.fetch_min(at, Ordering::Relaxed);
            false
        }
        Err(_) => {
            refused.fetch_min(first, Ordering::Relaxed);
            false
        }
    }
}
