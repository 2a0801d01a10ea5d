//! The order of the plan: a run of games is handed to the recorder when all before it have been.

use std::{ops::ControlFlow, sync::PoisonError};

use super::{Batch, Queue, Shared, is_stopping};
use crate::{
    plan::fixture::Fixture,
    play::{
        ending::{Ending, Fault},
        job::Run,
        played::Played,
        record::Record,
        recorder::Recorder,
    },
};

/// The outcome of handing in a run of games.
enum Presented {
    /// It was, and more are wanted.
    Taken,
    /// It was, and no more are.
    Ended(Run),
    /// It is to be played first.
    Again,
}

impl<R: Recorder> Shared<R> {
    /// Puts a run where it belongs, and hands in whatever is next in order.
    pub(super) fn hand_in(&self, first: u64, batch: Batch) {
        let mut queue = self.queue();
        queue.finished.insert(first, batch);
        if queue.is_recording {
            return;
        }
        queue.is_recording = true;
        while let Some(batch) = take_next(&mut queue) {
            let takes_no_more = matches!(queue.ended, Some(Run::Enough | Run::Fault(_) | Run::Failed(_)));
            let is_last = !queue.finished.contains_key(&(queue.handed_in + batch.games));
            drop(queue);
            let Batch { games, mut records } = batch;
            let played = &mut records[..games as usize];
            let presented = if takes_no_more { Presented::Taken } else { self.present(played, is_last) };
            queue = self.queue();
            match presented {
                Presented::Taken => {}
                Presented::Ended(run) => queue.ended = Some(run),
                Presented::Again => {
                    queue.again = Some(queue.handed_in);
                    queue.spare.push(records);
                    self.changed.notify_all();
                    break;
                }
            }
            if let Some(marks) = &self.job.marks {
                marks.end(queue.handed_in);
            }
            queue.handed_in += games;
            queue.outstanding = queue.outstanding.saturating_sub(1);
            queue.is_alone = false;
            queue.spare.push(records);
            // Waking a thread takes as long as ten fast games, so it is done only if needed.
            if 0 < queue.waiting || queue.ended.is_some() {
                self.changed.notify_all();
            }
        }
        queue.is_recording = false;
    }

    /// Hands one run in; returns why no more may follow, if so. If players can be excluded, a run is one game.
    fn present(&self, records: &mut [Record], is_last: bool) -> Presented {
        let mut recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((recorder, silence)) = recorder.as_mut() else { return Presented::Taken };
        let (plan, excludes) = (&*self.job.plan, self.excludes());
        let (mut fixture, mut bytes, mut told) = (Fixture::default(), Vec::new(), None);
        for record in records {
            plan.fill(record.number, &mut fixture);
            if excludes {
                let is_out = matches!(record.ending, Ending::Forfeit(_, Fault::Excluded(_)));
                match silence.excluded(plan, &fixture) {
                    Some(excluded) => *record = excluded,
                    None if is_out => return Presented::Again,
                    None => {}
                }
                silence.take(&fixture, record);
            }
            bytes.clear();
            let act = record.encode(&mut bytes);
            let played = Played { plan, fixture: &fixture, record, bytes: &bytes, act };
            told = match recorder.take(&played) {
                Ok(_) if is_stopping(plan, record) => Some(Run::Fault(record.number)),
                Ok(ControlFlow::Break(())) => Some(Run::Enough),
                Ok(ControlFlow::Continue(())) => continue,
                Err(error) => Some(Run::Failed(error)),
            };
            break;
        }
        let is_time = is_last || told.is_some();
        match (if is_time { recorder.settle() } else { Ok(()) }, told) {
            (Ok(()), None) => Presented::Taken,
            (Ok(()), Some(run)) => Presented::Ended(run),
            (Err(error), _) => Presented::Ended(Run::Failed(error)),
        }
    }
}

fn take_next(queue: &mut Queue) -> Option<Batch> {
    let next = queue.handed_in;
    queue.finished.remove(&next)
}
