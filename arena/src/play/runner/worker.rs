//! A worker: claims runs of games, plays them, and hands them in.

use std::{
    mem,
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use super::{Batch, Shared};
use crate::play::{
    ending::Ending,
    games_in_progress::{self, Trial},
    job::Run,
    record::Record,
    recorder::Recorder,
    referee::Referee,
    watch::{Watch, silent_seat},
};

/// A run of games should take about this long.
const RUN_TIME: Duration = Duration::from_millis(4);
/// No run has more games than this: its records are to stay near the processor.
const LONGEST_RUN: u64 = 256;

/// A run of games that one thread plays.
pub(super) struct Claim {
    pub(super) first: u64,
    games: u64,
    /// Room for its records; their content is of earlier games.
    records: Vec<Record>,
    /// Whether it is not played because it ended the process before.
    is_void: bool,
    /// Whether none of its players is excluded.
    pub(super) is_open: bool,
}

impl<R: Recorder> Shared<R> {
    /// Plays runs of games until there are no more.
    pub(super) fn work(&self, watch: &Arc<Watch>) {
        let mut referee = Referee::new(&self.job.plan).watched(Arc::clone(watch));
        let (is_timed, excludes) = (self.is_timed(), self.excludes());
        let mut length = 1;
        while let Some(claim) = self.claim(length) {
            let Claim { first, games, mut records, is_void, is_open } = claim;
            let started = Instant::now();
            let mut played = 0;
            if (records.len() as u64) < games {
                records.resize_with(games as usize, Record::default);
            }
            for (index, room) in (first..first + games).zip(&mut records) {
                let number = self.job.plan.shard_number(self.job.shard, index);
                if is_timed {
                    watch.begin(index, number);
                }
                if is_void {
                    let ending = Ending::Void(games_in_progress::REASON.to_owned());
                    *room = Record { number, ending, ..Record::default() };
                } else if let Some(record) = self.excluded(excludes && !is_open, index, number) {
                    *room = record;
                } else {
                    mem::swap(room, referee.play(number));
                    if let (true, Some(seat)) = (excludes, silent_seat(room)) {
                        let entry = self.job.plan.fixture(number).seats[seat.index()];
                        self.queue().silent.insert(index, entry);
                    }
                }
                if (is_timed || watch.stop().is_given()) && self.is_over() {
                    // The condition may have come true already, and this game does not count.
                    break;
                }
                played += 1;
            }
            if is_timed && watch.is_given_up() {
                return;
            }
            let taken = started.elapsed();
            // A game that is cut off must not take others with it.
            if excludes {
                length = 1;
            } else if taken < RUN_TIME / 2 && games == length {
                length = (length * 2).min(LONGEST_RUN);
            } else if RUN_TIME * 2 < taken {
                length = (length / 2).max(1);
            }
            self.hand_in(first, Batch { games: played, records });
        }
    }

    /// The record of game `number`, at `index`, if players of it are excluded for what happened in
    /// earlier games. Whether that is so is decided when it is handed in, for one of those games may be
    /// another player's fault then; here it only saves asking them.
    fn excluded(&self, excludes: bool, index: u64, number: u64) -> Option<Record> {
        if !excludes {
            return None;
        }
        let queue = self.queue();
        let mut silence = queue.silence.clone();
        queue.silent.range(..index).for_each(|(_, &entry)| silence.add(entry));
        drop(queue);
        silence.excluded(&self.job.plan, &self.job.plan.fixture(number))
    }

    /// The next run of at most `length` games.
    pub(super) fn claim(&self, length: u64) -> Option<Claim> {
        let mut queue = self.queue();
        loop {
            if queue.ended.is_none() && (self.job.interrupted)() {
                queue.ended = Some(Run::Interrupted);
            }
            let left = self.to.saturating_sub(queue.next);
            if queue.ended.is_some() {
                return None;
            }
            if let Some(first) = queue.again.take() {
                let records = queue.spare.pop().unwrap_or_default();
                return Some(Claim { first, games: 1, records, is_void: false, is_open: true });
            }
            if left == 0 || queue.is_closing {
                return None;
            }
            if (self.job.enough)() {
                queue.is_closing = true;
                self.changed.notify_all();
                return None;
            }
            let marks = self.job.marks.as_ref();
            let trial = marks.map_or(Trial::Free(u64::MAX), |marks| marks.trial(queue.next));
            let is_alone = trial == Trial::Alone;
            let most = if is_alone { 1 } else { self.window };
            if queue.outstanding < most && !queue.is_alone {
                // Towards the end runs are short, so that all threads end at about one time.
                let games = length.min(left.div_ceil(2 * self.job.jobs.max(1) as u64));
                let games = if let Trial::Free(most) = trial { games.min(most) } else { 1 };
                let first = queue.next;
                queue.next += games;
                queue.outstanding += 1;
                let records = queue.spare.pop().unwrap_or_default();
                queue.is_alone = is_alone;
                let is_void = trial == Trial::Void;
                if let (Some(marks), false) = (marks, is_void) {
                    marks.begin(first, games);
                }
                return Some(Claim { first, games, records, is_void, is_open: false });
            }
            queue.waiting += 1;
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.waiting -= 1;
        }
    }
}
